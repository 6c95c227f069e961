"""Main and side pots: the smallest stake of those who are in is taken from everybody, again and again, until nothing is left."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from recheck.betting.rules import Chips


class Pot(NamedTuple):
    """How much, and the seats that may win it, ascending."""

    chips: Chips
    seats: tuple[int, ...]


def pots(stakes: Sequence[Chips], within: Sequence[int], loose: Chips = 0) -> list[Pot]:
    """The pots, main pot first, from what each seat has put in; `within` are those who have not folded, ascending.

    `loose` is what all of them may win, whoever has paid it.
    """
    left = list(stakes)
    found = [Pot(loose, tuple(within))] if loose else []
    seats = tuple([seat for seat in within if left[seat]])
    while seats:
        stake, before = min([left[seat] for seat in seats]), sum(left)
        left = [own - stake if own > stake else 0 for own in left]
        found.append(Pot(before - sum(left), seats))
        seats = tuple([seat for seat in seats if left[seat]])
    # What somebody has put in who folded later, beyond all who are in.
    found = _joined(found) or [Pot(0, tuple(within))]
    return [*found[:-1], Pot(found[-1].chips + sum(left), found[-1].seats)]


def _joined(found: Sequence[Pot]) -> list[Pot]:
    """The same, those with the same seats as one."""
    joined: list[Pot] = []
    for pot in found:
        if joined and joined[-1].seats == pot.seats:
            joined[-1] = Pot(joined[-1].chips + pot.chips, pot.seats)
        else:
            joined.append(pot)
    return joined


def unmatched(stakes: Sequence[Chips]) -> tuple[int, Chips]:
    """The seat that has put in most, and how much of it nobody else has; that goes back."""
    most = max(stakes)
    seat = stakes.index(most)
    return seat, most - max(own for other, own in enumerate(stakes) if other != seat)


def divided(pot: Pot, winners: Sequence[int]) -> dict[int, Chips]:
    """What each winner gets in whole chips: dealt one at a time from the dealer's left, so to speak (TDA, rule 20)."""
    each = sorted(set(winners))
    return {seat: Fraction(pot.chips - n + len(each) - 1) // len(each) for n, seat in enumerate(each)}
