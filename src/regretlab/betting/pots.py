"""What is in the middle: main and side pots, what nobody called, and who gets what."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from regretlab.betting.street import Chips


class Pot(NamedTuple):
    """An amount, and the seats that may win it, ascending."""

    amount: Chips
    eligible: tuple[int, ...]


class Uncalled(NamedTuple):
    """What goes back to the player at a seat, since nobody has matched it."""

    seat: int
    amount: Chips


def uncalled(bets: Sequence[Chips]) -> Uncalled | None:
    """What the largest of the bets is more than the second."""
    second, largest = sorted(bets)[-2:]
    return Uncalled(bets.index(largest), largest - second) if largest > second else None


def pots(paid: Sequence[Chips], playing: Sequence[int], dead: Chips = 0) -> tuple[Pot, ...]:
    """The main pot, then the side pots, from what each has paid in the hand, after what nobody called has gone back.

    `playing` are the seats that have not folded; all of them may win `dead`, whoever paid it. A layer between two amounts
    belongs to those who paid for it; layers with the same claimants are one pot.
    """
    found = [Pot(dead, tuple(playing))] if dead else []
    below: Chips = 0
    for level in sorted({paid[seat] for seat in playing if paid[seat]}):
        amount = sum([min(own, level) - below for own in paid if own > below])
        claimants = tuple([seat for seat in playing if paid[seat] >= level])
        if found and found[-1].eligible == claimants:
            amount += found.pop().amount
        found.append(Pot(amount, claimants))
        below = level
    if not found:
        found.append(Pot(0, tuple(playing)))
    # What those who folded have paid beyond everybody who is left lies in the last pot.
    beyond = sum([own - below for own in paid if own > below])
    found[-1] = found[-1]._replace(amount=found[-1].amount + beyond)
    return tuple(found)


def share(pot: Pot, winners: Sequence[int], whole: bool = True) -> dict[int, Chips]:
    """What each winner of a pot gets. Of whole chips, those that cannot be divided go, one each, to the first of their seats."""
    if not whole:
        return {seat: Fraction(pot.amount) / len(winners) for seat in winners}
    part, odd = divmod(pot.amount, len(winners))
    return {seat: part + (n < odd) for n, seat in enumerate(sorted(winners))}
