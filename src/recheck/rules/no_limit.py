"""Lines of betting in the no-limit games, by the second dealer (recheck.betting), and what they pay.

Rules, menus and names: docs/games.md, "no_limit_kuhn". Everybody antes 1, there are no blinds, and the smallest bet is 1.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import floor
from typing import Any, NamedTuple, Optional

from recheck.betting.account import told
from recheck.betting.hand import Hand, State, after, begun, state
from recheck.betting.rules import BOOKS, Chips, Street, Table
from recheck.rules.leaf import Number
from recheck.rules.parameters import Parameter, one_of, wholes

NUMBER = "[1-9][0-9]{0,3}"
SIZE = re.compile(f"(?P<amount>{NUMBER})|(?P<part>{NUMBER}(/{NUMBER})?)?pot|all-in")
STACKS = wholes(1, 1000, range(1, 11))
BOOK = one_of(*BOOKS)
NO_MENU = "any"


class Decision(NamedTuple):
    """What somebody does on a line of betting."""

    player: int
    street: int
    said: tuple[str, ...]
    """By street what was done before, with a slash before each action."""
    position: int
    action: str


class Line(NamedTuple):
    """A way in which the betting of a hand can run, and what lies where at its end."""

    decisions: tuple[Decision, ...]
    end: State


Option = tuple[Optional[Chips], str]
"""An action as the dealer takes it, and its name."""


def menu() -> Parameter:
    """The sizes of bets that are offered, or any."""
    return Parameter("any, or different sizes like 2, 1/2pot, pot, all-in with spaces between", _is_menu)


def menus(count: int) -> Parameter:
    """A menu for each of so many streets."""
    expected = f"a list of {count}, each any, or different sizes like 2, 1/2pot, pot, all-in with spaces between"
    return Parameter(
        expected, lambda value: isinstance(value, list) and len(value) == count and all(map(_is_menu, value))
    )


def _is_menu(value: Any) -> bool:
    if not isinstance(value, str):
        return False
    words = value.split()
    if words == [NO_MENU]:
        return True
    sizes = [_part(word) or word for word in words]
    return bool(words) and len(set(sizes)) == len(sizes) and all(SIZE.fullmatch(word) for word in words)


def _part(word: str) -> Fraction | None:
    """How much of the pot a size is."""
    found = SIZE.fullmatch(word)
    return Fraction(found["part"] or 1) if found and word.endswith("pot") else None


def table(players: int, stacks: Sequence[int], streets: Sequence[str], book: str, cap: int | None = None) -> Table:
    """The table before the hand, with a menu for each of the streets. Raises `ValueError` if nobody could ever bet by these."""
    if len(stacks) not in (1, players):
        raise ValueError(f"stacks: expected one for all or one for each of {players} players, found {len(stacks)}")
    own = tuple(stacks) if len(stacks) == players else (stacks[0],) * players
    street = Street(1, cap=cap, book=BOOKS[book])
    found = Table((street,) * len(streets), own, (0,) * players, (1,) * players)
    for word in " ".join(streets).split():
        if word.isdigit() and int(word) >= max(own):
            raise ValueError(f"bets: expected {max(own) - 1} at most, which is what anybody has left, found {word}")
    if set(streets) != {NO_MENU} and not _offered(found, streets):
        raise ValueError(f"bets: expected a bet that somebody could make, found {', '.join(streets)}")
    return found


def _offered(of: Table, streets: Sequence[str]) -> bool:
    """Whether anybody could bet after nothing but checks."""
    hand = begun(of)
    while hand.ruling is not None:
        options = _options(hand, streets[hand.street])
        if len(options) > 1:
            return True
        hand = after(hand, options[0][0])
    return False


def lines(of: Table, streets: Sequence[str]) -> Iterator[Line]:
    """All ways in which the betting can run at a table, with a menu for each street."""
    return all_lines(of, lambda hand: _options(hand, streets[hand.street]))


def all_lines(of: Table, options: Callable[[Hand], list[Option]]) -> Iterator[Line]:
    """All ways in which the betting can run at a table, where the player in turn of a hand has these options."""
    waiting: list[tuple[Hand, Option | None, tuple[Decision, ...], tuple[str, ...]]] = [(begun(of), None, (), ())]
    while waiting:
        hand, option, decisions, said = waiting.pop()
        if option is not None:
            hand = after(hand, option[0])
        said += ("",) * (hand.street + 1 - len(said))
        if hand.ruling is None:
            yield Line(decisions, state(hand))
            continue
        for position, (to, action) in enumerate(options(hand)):
            decision = Decision(hand.ruling.seat, hand.street, said, position, action)
            longer = (*said[:-1], f"{said[-1]}/{action}")
            waiting.append((hand, (to, action), (*decisions, decision), longer))


def _options(hand: Hand, offered: str) -> list[Option]:
    """What the player in turn can do: fold, check or call, then what is offered, ascending."""
    ruling = hand.ruling
    if ruling is None:
        return []
    now = told(hand.opening, hand.done)
    found: list[Option] = [(None, "fold")] if ruling.fold else []
    if ruling.call is not None:
        found.append((ruling.call, "check" if ruling.call == now.bets[ruling.seat] else "call"))
    if ruling.low is None or ruling.high is None:
        return found
    low, high = int(ruling.low), int(ruling.high)
    if offered == NO_MENU:
        sizes = set(range(low, high + 1))
    else:
        middle = hand.opening.before + sum(now.bets) + now.price - now.bets[ruling.seat]
        sizes = {_size(word, now.price, middle, high) for word in offered.split()}
    verb = "raise" if now.price else "bet"
    return found + [(size, f"{verb} {size}") for size in sorted(sizes) if low <= size <= high]


def _size(word: str, price: Chips, middle: Chips, most: int) -> int:
    """The bet "to" that a word of a menu is; `middle` is what would lie in the middle after a call."""
    if word == "all-in":
        return most
    part = _part(word)
    return int(word) if part is None else int(price + floor(part * middle))


def payoffs(of: Table, end: State, strengths: Sequence[Any], whole: bool = False) -> tuple[Number, ...]:
    """Net antes: each pot to the best of the hands that may win it, equal ones having equal parts of it.

    If these are to be `whole`, what is left over goes, a chip each, to the first of the winners.
    """
    gains: list[Number] = [now - before for now, before in zip(end.stacks, of.stacks)]
    for pot in end.pots:
        best = max(strengths[seat] for seat in pot.seats)
        winners = [seat for seat in pot.seats if strengths[seat] == best]
        part = Fraction(pot.chips) / len(winners)
        for n, seat in enumerate(winners):
            gains[seat] += int(part) + (n < pot.chips % len(winners)) if whole else part
    return tuple(gains)
