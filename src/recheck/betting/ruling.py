"""What a dealer says: whose turn it is, what he may do, whether he may raise, and by which rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from recheck.betting.account import Account, Opening, Told, told
from recheck.betting.rules import Chips


class Ruling(NamedTuple):
    """What the player in turn may do. The rules have their names in docs/raise-rights.md."""

    seat: int
    fold: bool
    """He faces a bet, or may not check."""
    call: Chips | None
    """The bet "to" of a call or check. None: he may not check."""
    low: Chips | None
    """The smallest raise "to". None: he may not raise."""
    high: Chips | None
    right: str
    """The rule by which he may raise, or may not."""
    size: str | None
    """The rule that gives the smallest raise."""


def ruled(opening: Opening, actions: Sequence[Told]) -> Ruling | None:
    """The ruling on the next player to act, or None: the round is over."""
    now = told(opening, actions)
    seat = _turn(opening, actions, now)
    if seat is None:
        return None
    owed = _owed(opening, now, seat)
    own = opening.stacks[seat]
    free = now.bets[seat] >= owed
    call = None if not now.price and not opening.street.free else max(now.bets[seat], min(owed, own))
    may, right = _right(opening, now, seat)
    if not may:
        return Ruling(seat, not free or call is None, call, None, None, right, None)
    size, low = _smallest(opening, now)
    high = _largest(opening, now, seat, low)
    if own < low:
        size = "all-in"
    return Ruling(seat, not free or call is None, call, min(low, high), high, right, size)


def _turn(opening: Opening, actions: Sequence[Told], now: Account) -> int | None:
    """The next seat that owes something, or may still have his say."""
    if len(now.within) < 2:
        return None
    seats = len(opening.stacks)
    begin = actions[-1].seat + 1 if actions else opening.first
    for n in range(begin, begin + seats):
        seat = n % seats
        if seat not in now.within or now.bets[seat] == opening.stacks[seat]:
            continue
        if now.bets[seat] < _owed(opening, now, seat):
            return seat
        others = any(now.bets[other] < opening.stacks[other] for other in now.within if other != seat)
        if now.matched[seat] is None and others:
            return seat
    return None


def _owed(opening: Opening, now: Account, seat: int) -> Chips:
    """What the player must have bet to stay in: the price (Robert's, no limit, rule 2: a short blind lowers it for nobody).

    Where all others are all in, it is what the others have bet: more would only go back to him.
    """
    others = [other for other in now.within if other != seat]
    if any(now.bets[other] < opening.stacks[other] for other in others):
        return now.price
    return max(now.bets[other] for other in others)


def _right(opening: Opening, now: Account, seat: int) -> tuple[bool, str]:
    """Whether the player may raise, and by which rule."""
    against = _against(opening, now, seat)
    if against:
        return False, against
    matched = now.matched[seat]
    if matched is None:
        return True, "right to raise"
    book = opening.street.book
    full = any(wager.good for wager in now.wagers if wager.after > now.since[seat])
    if book.adds_up and now.price - matched >= book.part * now.size:
        return True, "right to raise" if full else "reopening"
    if full and not book.adds_up:
        return True, "right to raise"
    return False, "short all-in"


def _against(opening: Opening, now: Account, seat: int) -> str | None:
    """The rule by which nobody in the player's place could raise, whatever has been bet since he acted."""
    if opening.stacks[seat] <= now.price:
        return "no chips beyond a call"
    if all(opening.stacks[other] <= now.price for other in now.within if other != seat):
        return "nobody left to answer"
    if now.capped:
        return "cap on raises"
    largest = opening.street.largest
    # Where no full raise is left within what may be bet, there is none at all.
    return "largest bet" if largest is not None and _smallest(opening, now)[1] > largest else None


def _smallest(opening: Opening, now: Account) -> tuple[str, Chips]:
    """The rule for the smallest raise of somebody who has chips for it, and that raise."""
    if not now.price:
        return "opening", now.size
    if now.good == now.price:
        return "minimum raise", now.price + now.size
    if opening.street.book.completes:
        return "completing", now.good + now.size
    return "minimum after a short all-in", now.price + now.size


def _largest(opening: Opening, now: Account, seat: int, low: Chips) -> Chips:
    """The largest raise of the player, which is `low` at least if he has so much and nothing forbids it."""
    street, own = opening.street, opening.stacks[seat]
    if street.limit == "fixed limit":
        return min(own, low)
    if street.limit == "spread limit" and street.largest is not None:
        return min(own, street.largest)
    if street.limit == "pot limit":
        # A blind that is short counts in full (TDA, rule 54 B).
        middle = opening.before + sum(max(own, blind) for own, blind in zip(now.bets, opening.blinds))
        return min(own, max(low, now.price + middle + now.price - now.bets[seat]))
    return own
