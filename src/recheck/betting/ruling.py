"""What a dealer says: whose turn it is, what he may do, whether he may raise, and by which rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Optional

from recheck.betting.account import Account, Opening, Told, told
from recheck.betting.rules import Chips


class Ruling(NamedTuple):
    """What the player in turn may do. The rules have their names in docs/raise-rights.md."""

    seat: int
    fold: bool
    """He faces a bet, or may not check."""
    call: Optional[Chips]
    """The bet "to" of a call or check. None: he may not check."""
    low: Optional[Chips]
    """The smallest raise "to". None: he may not raise."""
    high: Optional[Chips]
    right: str
    """The rule by which he may raise, or may not."""
    size: Optional[str]
    """The rule that gives the smallest raise."""


def ruled(opening: Opening, actions: Sequence[Told]) -> Optional[Ruling]:
    """The ruling on the next player to act, or None: the round is over."""
    now = told(opening, actions)
    seat = _turn(opening, actions, now)
    if seat is None:
        return None
    owed = _owed(opening, now, seat)
    own = opening.stacks[seat]
    free = now.bets[seat] >= owed
    call = None if free and not opening.street.free else max(now.bets[seat], min(owed, own))
    may, right = _right(opening, now, seat)
    if not may:
        return Ruling(seat, not free or call is None, call, None, None, right, None)
    size, low = _smallest(opening, now)
    high = _largest(opening, now, seat, low)
    if own < low:
        size = "all-in"
    return Ruling(seat, not free or call is None, call, min(low, high), high, right, size)


def _turn(opening: Opening, actions: Sequence[Told], now: Account) -> Optional[int]:
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
    """What the player must have bet to stay in: nobody pays for what no other player could match."""
    return min(now.price, max(opening.stacks[other] for other in now.within if other != seat))


def _right(opening: Opening, now: Account, seat: int) -> tuple[bool, str]:
    """Whether the player may raise, and by which rule."""
    if opening.stacks[seat] <= now.price:
        return False, "no chips beyond a call"
    if all(opening.stacks[other] <= now.price for other in now.within if other != seat):
        return False, "nobody left to answer"
    if now.capped:
        return False, "cap on raises"
    if opening.street.largest is not None and now.price >= opening.street.largest:
        return False, "largest bet"
    matched = now.matched[seat]
    if matched is None:
        return True, "right to raise"
    book = opening.street.book
    full = any(wager.good for wager in now.wagers if wager.after > now.since[seat])
    if not book.adds_up:
        return (True, "right to raise") if full else (False, "short all-in")
    if now.price - matched < book.part * now.size:
        return False, "short all-in"
    return True, "right to raise" if full else "reopening"


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
