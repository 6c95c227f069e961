"""Goofspiel: cards are bid, all at once, on prizes that are turned up one by one.

Rules, names and the order of actions are those of OpenSpiel's `goofspiel`, its simultaneous bids made one after the other, unseen
(`turn_based_simultaneous_game`). That a tied prize may be shared is ours.

Everyone has cards 1 to `num_cards`, and so has the deck of prizes. The single highest bid on a prize wins its points. The last
turn plays itself: everyone has one card left.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Literal, NamedTuple

from regretlab.parameters import check_range
from regretlab.rules import CHANCE, TERMINAL

TIE = -3
"""In the place of the winner of a turn, as names of infosets show it."""

Cards = tuple[int, ...]
Numbers = tuple[int | Fraction, ...]


class Table(NamedTuple):
    """What the turns so far have come to."""

    hands: tuple[Cards, ...]
    played: tuple[Cards, ...]
    """The cards that each player has bid, less 1."""
    winners: tuple[int, ...]
    """Who won each turn."""
    points: Numbers


class State(NamedTuple):
    """Who moves, the turns so far, the prizes turned up (the present one last), the bids of the present turn."""

    turn: int
    table: Table
    prizes: Cards
    bids: Cards


@dataclass(frozen=True)
class Goofspiel:
    """The rules. With `imp_info` players see who wins, but not what the others bid."""

    players: int = 2
    num_cards: int = 4
    imp_info: bool = True
    points_order: Literal["ascending", "descending", "random"] = "descending"
    returns_type: Literal["win_loss", "point_difference", "total_points"] = "win_loss"
    tied_prize: Literal["discarded", "shared"] = "discarded"

    def __post_init__(self) -> None:
        """Refuse a game without opponents or without a choice."""
        check_range("players", self.players, 2, 10)
        check_range("num_cards", self.num_cards, 2, 100)

    def root(self) -> State:
        """All cards in hand; the first prize turned up, if the order is given."""
        hand = tuple(range(1, self.num_cards + 1))
        return self._next(Table((hand,) * self.players, ((),) * self.players, (), (0,) * self.players), ())

    def turn(self, state: State) -> int:
        """A prize, then a bid of each player."""
        return state.turn

    def actions(self, state: State) -> tuple[str, ...]:
        """The prizes left, or the cards in hand."""
        turn, table, prizes, _ = state
        return _names(_left(self.num_cards, prizes) if turn == CHANCE else table.hands[turn])

    def chances(self, state: State) -> Sequence[Fraction]:
        """All prizes left are equally likely."""
        left = self.num_cards - len(state.prizes)
        return [Fraction(1, left)] * left

    def play(self, state: State, action: int) -> State:
        """Turn up a prize, or bid a card; the last bid settles the turn."""
        turn, table, prizes, bids = state
        if turn == CHANCE:
            return State(0, table, (*prizes, _left(self.num_cards, prizes)[action]), ())
        bids = (*bids, table.hands[turn][action])
        if len(bids) < self.players:
            return State(turn + 1, table, prizes, bids)
        return self._next(self._settle(table, prizes[-1], bids), prizes)

    def _next(self, table: Table, prizes: Cards) -> State:
        """Leave the next prize to chance or take it in the order given; the last turn plays itself."""
        last = len(prizes) == self.num_cards - 1
        if self.points_order == "random" and not last:
            return State(CHANCE, table, prizes, ())
        left = _left(self.num_cards, prizes)
        prize = left[-1] if self.points_order == "descending" else left[0]
        if last:
            table = self._settle(table, prize, tuple([card for (card,) in table.hands]))
        return State(TERMINAL if last else 0, table, (*prizes, prize), ())

    def _settle(self, table: Table, prize: int, bids: Cards) -> Table:
        """Award the prize and discard the bids."""
        hands, played, winners, points = table
        highest = max(bids)
        tied = bids.count(highest) > 1
        if not tied or self.tied_prize == "shared":
            points = _award(points, prize, bids)
        return Table(
            tuple(map(_without, hands, bids)),
            tuple([(*before, bid - 1) for before, bid in zip(played, bids, strict=True)]),
            (*winners, TIE if tied else bids.index(highest)),
            points,
        )

    def position(self, state: State) -> tuple[int, int]:
        """Any cards and prizes are as good as any others."""
        return state.turn, len(state.prizes)

    def infoset(self, state: State) -> str:
        """Prizes, winners and points; own cards and bids, or all cards."""
        turn, (hands, played, winners, points), prizes, _ = state
        shown, won, score = _listed(prizes), _listed(winners), _listed(points)
        if self.imp_info:
            return (
                f"Current player: {turn}\nP{turn} hand: {_listed(hands[turn])}\n"
                f"P{turn} action sequence: {_listed(played[turn])}\nPoint card sequence: {shown}\n"
                f"Win sequence: {won}\nPoints: {score}\nTerminal?: 0\n"
            )
        cards = "".join([f"P{player} hand: {_listed(hand)}\n" for player, hand in enumerate(hands)])
        return f"Current player: {turn}\nPoint card sequence: {shown}\n{cards}Win sequence: {won}\nPoints: {score}\n"

    def payoffs(self, state: State) -> Numbers:
        """By `returns_type`: who has most points, how many more than all have on average, or how many."""
        return _payoffs(state.table.points, self.returns_type)


@cache
def _payoffs(points: Numbers, returns_type: str) -> Numbers:
    if returns_type == "total_points":
        return points
    if returns_type == "point_difference":
        return tuple(_part(own * len(points) - sum(points), len(points)) for own in points)
    winners = points.count(max(points))
    losers = len(points) - winners
    if not losers:
        return (0,) * winners
    return tuple(_part(1, winners) if own == max(points) else _part(-1, losers) for own in points)


@cache
def _award(points: Numbers, prize: int, bids: Cards) -> Numbers:
    """The points after the highest bids have divided the prize."""
    highest = max(bids)
    won = _part(prize, bids.count(highest))
    return tuple(own + won if bid == highest else own for own, bid in zip(points, bids, strict=True))


def _part(whole: int | Fraction, parts: int) -> int | Fraction:
    """One of so many equal parts."""
    quotient, rest = divmod(whole, parts)
    return quotient + Fraction(rest, parts) if rest else quotient


@cache
def _left(num_cards: int, prizes: Cards) -> Cards:
    return tuple(prize for prize in range(1, num_cards + 1) if prize not in prizes)


@cache
def _without(hand: Cards, bid: int) -> Cards:
    return tuple(card for card in hand if card != bid)


@cache
def _names(cards: Cards) -> tuple[str, ...]:
    return tuple(map(str, cards))


@cache
def _listed(numbers: Numbers) -> str:
    return "".join(f"{number} " for number in numbers)


RULES = Goofspiel
