"""A betting round told again from its beginning: what has been bet, how much a raise is, who has been raised since he acted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from recheck.betting.rules import Chips, Street


class Told(NamedTuple):
    """One action of a round, with the seat of the player: `to` is what he has bet then, None is a fold."""

    seat: int
    to: Chips | None


class Opening(NamedTuple):
    """How a round begins; tuples are by seat."""

    street: Street
    stacks: tuple[Chips, ...]
    """Before blinds."""
    blinds: tuple[Chips, ...]
    """What each should post; 0 for all where there are none."""
    within: tuple[int, ...]
    """The seats that have not folded, ascending."""
    first: int
    """The seat from which on the first with chips is looked for."""
    before: Chips
    """What is in the pots already."""


class Wager(NamedTuple):
    """A bet or raise: after which actions, and whether it is as good as a full one."""

    after: int
    good: bool


class Account(NamedTuple):
    """What the actions of a round come to; lists are by seat."""

    bets: list[Chips]
    matched: list[Chips | None]
    """The bet that each faced or made when he last acted. None: he has not acted."""
    since: list[int]
    """Before which action he last acted, counted from 0."""
    within: list[int]
    price: Chips
    """What everybody has to match."""
    good: Chips
    """The largest bet that is as good as a full one."""
    size: Chips
    """How much a full bet or raise adds now."""
    wagers: list[Wager]
    capped: bool
    """No more raises, for anybody."""


def told(opening: Opening, actions: Sequence[Told]) -> Account:
    """The account of a round after these actions, which are taken for legal."""
    street, stacks, posted = opening.street, opening.stacks, opening.blinds
    book = street.book
    within = list(opening.within)
    bets = [min(own, stack) for own, stack in zip(posted, stacks)]
    matched: list[Chips | None] = [None] * len(stacks)
    since = [-1] * len(stacks)
    price = good = max(posted)
    additions = [street.smallest, *_blind(street, posted)]
    wagers: list[Wager] = []
    count = 1 if price else 0
    capped = street.cap == 0 or (count == street.cap and _many(street, within, bets, stacks))
    for n, (seat, to) in enumerate(actions):
        since[seat] = n
        if to is None:
            within.remove(seat)
            continue
        bets[seat] = to
        if to > price:
            adds = to - (good if book.completes else price)
            enough = adds >= book.part * _size(street, additions, good)
            wagers.append(Wager(n, enough))
            price = to
            if enough:
                good = to
                additions.append(adds)
                count += 1
                capped = capped or (count == street.cap and _many(street, within, bets, stacks))
        matched[seat] = price
    return Account(bets, matched, since, within, price, good, _size(street, additions, good), wagers, capped)


def _blind(street: Street, posted: Sequence[Chips]) -> list[Chips]:
    """What blinds count for as a bet: the largest, or what it adds to the next smaller one."""
    sizes = sorted({0, *posted})
    if not street.book.straddle_raises:
        return sizes[-1:]
    return [high - low for low, high in zip(sizes, sizes[1:])][-1:]


def _size(street: Street, additions: Sequence[Chips], good: Chips) -> Chips:
    """What a full bet or raise adds, after those so far."""
    if street.limit == "fixed limit" or not good:
        return street.smallest
    return max(additions) if street.step is None else street.step


def _many(street: Street, within: Sequence[int], bets: Sequence[Chips], stacks: Sequence[Chips]) -> bool:
    """Whether a limit to raises holds: always, or where more than two are in who have chips."""
    return not street.book.two_unlimited or sum(bets[seat] < stacks[seat] for seat in within) > 2
