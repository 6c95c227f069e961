"""Willow, as a table of betting lines times a list of deals.

Rules and names: docs/games.md, "willow". The betting is that of the second dealer (recheck.betting).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from recheck.betting.account import told
from recheck.betting.hand import Hand
from recheck.betting.rules import BOOKS, Street, Table
from recheck.rules.leaf import Chance, Leaf, Move, Step
from recheck.rules.no_limit import STACKS, Decision, Line, Option, all_lines, payoffs
from recheck.rules.parameters import Parameter, flag, whole

RANKS = "A23456789TJQ"
LIMITS = ((1, 10), (2, 20))
"""What may be bet on each street, at least and at most."""


def menu(street: int) -> Parameter:
    """What is bet on a street."""
    least, most = LIMITS[street]
    return Parameter(
        f"a list of different whole numbers from {least} to {most}, ascending", lambda value: is_menu(value, street)
    )


def is_menu(value: Any, street: int) -> bool:
    """Whether a value is a menu of bets of a street."""
    least, most = LIMITS[street]
    if not isinstance(value, list) or not value or any(type(size) is not int for size in value):
        return False
    return least <= value[0] and value[-1] <= most and all(low < high for low, high in zip(value, value[1:]))


PARAMETERS = {
    "players": whole(2, 10),
    "ranks": whole(2, len(RANKS)),
    "suits": whole(1, 9),
    "suit_isomorphism": flag(),
    "stacks": STACKS,
    "street1": menu(0),
    "street2": menu(1),
    "raises": whole(0, 19),
}


class Deck(NamedTuple):
    """The cards by number: their names, their ranks, and how many there are of each."""

    names: tuple[str, ...]
    ranks: tuple[int, ...]
    each: int

    def deals(self, before: tuple[int, ...], count: int) -> Iterator[tuple[int, ...]]:
        """All ways to deal so many cards more."""
        if not count:
            yield ()
            return
        for card in range(len(self.names)):
            if before.count(card) < self.each:
                for others in self.deals((*before, card), count - 1):
                    yield (card, *others)

    def chances(self, before: tuple[int, ...], cards: tuple[int, ...]) -> tuple[Chance, ...]:
        """The chance actions by which they are dealt."""
        found = []
        for card in cards:
            left = len(self.names) * self.each - len(before)
            found.append(Chance(self.names[card], Fraction(self.each - before.count(card), left)))
            before = (*before, card)
        return tuple(found)


def deck_of(ranks: int, suits: int, merged: bool) -> Deck:
    """The deck of a game."""
    if merged:
        return Deck(tuple(RANKS[:ranks]), tuple(range(ranks)), suits)
    cards = [(rank, suit) for rank in range(ranks) for suit in range(1, suits + 1)]
    return Deck(tuple([f"{RANKS[rank]}{suit}" for rank, suit in cards]), tuple([rank for rank, _ in cards]), 1)


def street_of(number: int, raises: int) -> Street:
    """The betting round: nobody checks, a raise is of a chip at least, and whatever adds a chip is a raise."""
    least, most = LIMITS[number]
    return Street(least, "spread limit", most, 1, raises + 1, False, BOOKS["any raise"])


def table_of(players: int, ranks: int, suits: int, stacks: Sequence[int], raises: int) -> Table:
    """The table before the hand. Raises `ValueError` if there are too few cards, or stacks for other players."""
    if ranks * suits < 2 * players:
        raise ValueError(f"ranks: expected two cards for each of {players} players, found {ranks * suits} cards")
    if len(stacks) not in (1, players):
        raise ValueError(f"stacks: expected one for all or one for each of {players} players, found {len(stacks)}")
    own = tuple(stacks) if len(stacks) == players else (stacks[0],) * players
    return Table((street_of(0, raises), street_of(1, raises)), own, (0,) * players, (1,) * players, first=0)


def offered(menus: Sequence[Sequence[Sequence[int]]]) -> Callable[[Hand], list[Option]]:
    """What the player in turn can do, with menus by street and seat: fold, call, then bets or raises, ascending."""

    def options(hand: Hand) -> list[Option]:
        ruling = hand.ruling
        if ruling is None:
            return []
        found: list[Option] = [(None, "fold")] if ruling.fold else []
        if ruling.call is not None:
            found.append((ruling.call, "call"))
        if ruling.low is None or ruling.high is None:
            return found
        verb = "raise" if told(hand.opening, hand.done).price else "bet"
        high = int(ruling.high)
        sizes = {min(size, high) for size in menus[hand.street][ruling.seat] if size >= ruling.low}
        return found + [(size, f"{verb} {size}") for size in sorted(sizes)]

    return options


def worth(first: int, second: int) -> int:
    """How good a hand of two ranks is, the ace being 0: pairs, the ace's the best; the difference; the higher rank."""
    if first == second:
        return 1000 + (first or len(RANKS))
    return 20 * abs(first - second) + max(first, second)


class Way(NamedTuple):
    """A way in which the first street can run: what is done, who is dealt a second card, and all that can follow."""

    decisions: tuple[Decision, ...]
    dealt: tuple[int, ...]
    lines: list[Line]


def leaves(
    players: int,
    ranks: int,
    suits: int,
    suit_isomorphism: bool,
    stacks: list[int],
    street1: list[int],
    street2: list[int],
    raises: int,
) -> Iterator[Leaf]:
    """Every deal, with every line of the first street, with every second deal, with every line of the second street."""
    table = table_of(players, ranks, suits, stacks, raises)
    ways = _ways(table, offered([[street1] * players, [street2] * players]))
    deck = deck_of(ranks, suits, suit_isomorphism)
    known: dict[tuple[Any, ...], Move] = {}
    for down in deck.deals((), players):
        first = deck.chances((), down)
        seconds = {len(way.dealt): _seconds(deck, down, len(way.dealt)) for way in ways}
        # Of each path only what is not in the one before: all share the first cards, most more than that.
        kept = 0
        for way in ways:
            moves = [_move(done, down, (), deck, known) for done in way.decisions]
            start: tuple[Step, ...] = (*first[kept:], *moves)
            for chances, cards in seconds[len(way.dealt)]:
                up = dict(zip(way.dealt, cards))
                held = [worth(deck.ranks[down[n]], deck.ranks[up[n]]) if n in up else 0 for n in range(players)]
                shown = tuple([up.get(n, -1) for n in range(max(up, default=-1) + 1)])
                start += chances
                for line in way.lines:
                    later = [_move(done, down, shown, deck, known) for done in line.decisions[len(moves) :]]
                    yield Leaf((*start, *later), payoffs(table, line.end, held, whole=True), kept)
                    kept, start = players + len(moves) + len(chances), ()
                kept = players + len(moves)
            kept = players


def _ways(table: Table, options: Callable[[Hand], list[Option]]) -> list[Way]:
    """The lines of betting, by what is done on the first street."""
    found: dict[tuple[Decision, ...], list[Line]] = {}
    for line in all_lines(table, options):
        found.setdefault(tuple([done for done in line.decisions if not done.street]), []).append(line)
    ways = []
    for decisions, lines in found.items():
        folded = {done.player for done in decisions if done.action == "fold"}
        within = tuple([seat for seat in range(len(table.stacks)) if seat not in folded])
        ways.append(Way(decisions, within if len(within) > 1 else (), lines))
    return ways


def _seconds(deck: Deck, down: tuple[int, ...], count: int) -> list[tuple[tuple[Chance, ...], tuple[int, ...]]]:
    """All second deals of so many cards."""
    return [(deck.chances(down, cards), cards) for cards in deck.deals(down, count)]


def _move(
    done: Decision, down: Sequence[int], shown: tuple[int, ...], deck: Deck, known: dict[tuple[Any, ...], Move]
) -> Move:
    """A decision of a line with the cards that the player sees, `shown` with -1 for who has folded; each is made once."""
    key = done, down[done.player], shown
    if key not in known:
        name = f"{deck.names[down[done.player]]}{done.said[0]}"
        if done.street:
            cards = " ".join([deck.names[card] if card >= 0 else "-" for card in shown])
            name += f"/[{cards}]{done.said[1]}"
        known[key] = Move(done.player, name, done.position, done.action)
    return known[key]
