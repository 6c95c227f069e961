"""What a player may do, and why, in the words of docs/hands.md, "Seats, and how the betting goes"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from recheck.betting.account import Account, told
from recheck.betting.hand import Hand
from recheck.betting.rules import Chips
from recheck.betting.ruling import Ruling
from recheck.hands.money import UNKNOWN, Coin

STREETS_BET = "the bet of the street"
"""What each bet and raise adds, with fixed limit."""


class Turn(NamedTuple):
    """The player in turn: who it is, where he stands, and what he may do."""

    name: str
    coin: Coin
    hand: Hand
    ruling: Ruling
    account: Account

    @property
    def bet(self) -> Chips:
        """What he has bet on the street."""
        return self.account.bets[self.ruling.seat]

    @property
    def all(self) -> Chips:
        """What he has bet, and all his chips."""
        return self.hand.opening.stacks[self.ruling.seat]

    @property
    def call(self) -> Chips:
        """What his bet is after a call or check."""
        return self.bet if self.ruling.call is None else self.ruling.call


def turn_of(hand: Hand, names: Sequence[str], coin: Coin) -> Turn | None:
    """The turn in which a hand is; None: nobody is in turn."""
    if hand.ruling is None:
        return None
    return Turn(names[hand.ruling.seat], coin, hand, hand.ruling, told(hand.opening, hand.done))


def may_do(turn: Turn) -> str:
    """All that he may do: `fold; call 8 or raise 12 to 50`."""
    ruling, written = turn.ruling, turn.coin.written
    items = ["fold"] if ruling.fold else []
    items.append(f"call {written(turn.call)}" if turn.call > turn.bet else "check")
    if ruling.low is not None and ruling.high is not None:
        more = ""
        if ruling.high > ruling.low:
            more = " or more" if ruling.high >= UNKNOWN // 2 else f" to {written(ruling.high)}"
        items.append(f"{'raise' if turn.account.price else 'bet'} {written(ruling.low)}{more}")
    return "; ".join([*items[:-2], " or ".join(items[-2:])])


def why_right(turn: Turn) -> str:
    """Why he may raise or may not."""
    account, name, written = turn.account, turn.name, turn.coin.written
    rule, matched, price = turn.ruling.right, account.matched[turn.ruling.seat], account.price
    if rule == "no chips beyond a call":
        return f"{name} has {written(turn.all)} in all; no more than the {written(price)} to call"
    if rule == "nobody left to answer":
        return f"nobody is left who could answer a raise by {name}"
    if rule == "cap on raises":
        return f"the round has seen {turn.hand.opening.street.cap} bets and raises; all that there may be"
    if matched is None:
        return f"{name} has not acted in this round yet"
    full = written(_full(turn))
    ends = {
        "right to raise": "a full raise since then",
        "reopening": f"short all-ins that add up to a full raise; {full} or more",
        "short all-in": f"less than a full raise; which is {full} or more",
    }
    return f"{name} has matched {written(matched)} and faces {written(price)}; {written(price - matched)} more: {ends[rule]}"


def _full(turn: Turn) -> Chips:
    """What a full raise adds at least, as far as the book takes a part of it for the whole."""
    return turn.account.size * turn.hand.opening.street.book.part


def why_size(turn: Turn) -> str:
    """Why he may not raise to less."""
    account, written = turn.account, turn.coin.written
    price, size, full = written(account.price), written(account.size), written(account.good)
    completes, fixed = turn.hand.opening.street.book.completes, turn.hand.opening.street.limit == "fixed limit"
    low = written(account.size + (account.good if completes else account.price))
    if turn.ruling.size == "all-in":
        return f"all-in for {written(turn.all)}; less than the {low} of a full raise"
    if turn.ruling.size == "opening":
        return f"the smallest bet is {size}"
    if turn.ruling.size == "completing":
        made = f"{size}; {STREETS_BET}; make {low}" if fixed else f"{size} make {low}"
        return f"the all-in to {price} may be completed: {full} and {made}"
    if turn.ruling.size == "minimum after a short all-in":
        return f"the all-in to {price} and {size}; {STREETS_BET if fixed else 'the largest full bet or raise so far'}; make {low}"
    return f"{price} to call and {size}; {STREETS_BET if fixed else 'the largest bet or raise so far'}; make {low}"
