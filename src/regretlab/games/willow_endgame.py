"""The second street of Willow, for two players, from given cards face up and given ranges.

A range says how often a player comes here with a first card of each rank. Stacks never run out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from regretlab.betting.hand import Structure
from regretlab.betting.menu import Menu
from regretlab.betting.node import Node
from regretlab.betting.round import NOBODY
from regretlab.parameters import check_range
from regretlab.rules import CHANCE, TERMINAL
from regretlab.willow.ranking import RANKS, strength
from regretlab.willow.streets import FIRST, RAISES, SECOND, check_menu, street

PLAYERS = 2
DEEP = 10**9
LARGEST_WEIGHT = 1_000_000


class State(NamedTuple):
    """The first cards dealt so far, by player, and the betting so far."""

    down: tuple[int, ...]
    node: Node


@dataclass(frozen=True)
class WillowEndgame:
    """The rules; what has been paid, bets and payoffs are in antes."""

    ranks: int = 12
    suits: int = 3
    up: str = "7 J"
    """The ranks of the cards face up, by player, as names of infosets have them in the whole game."""
    paid: int = 5
    """What each player has put in before, ante included."""
    ranges: tuple[tuple[int, ...], ...] = ()
    """By player and rank, how often he has such a first card; none: all cards alike."""
    menus: tuple[tuple[int, ...], ...] = (tuple(range(SECOND.least, SECOND.most + 1)),)
    """What may be bet, or raised to: one menu for both players, or one for each."""
    raises: int = RAISES

    unit = "antes per hand"
    players = PLAYERS

    def __post_init__(self) -> None:
        """Refuse cards and ranges that nobody can have, and betting that is none."""
        check_range("ranks", self.ranks, 2, len(RANKS))
        check_range("suits", self.suits, 1, 9)
        ranks = list(RANKS[: self.ranks])
        if len(self._up) != PLAYERS or any(rank not in ranks for rank in self.up.split(" ")):
            raise ValueError(f"up: expected {PLAYERS} of {' '.join(ranks)}, with a blank between, found '{self.up}'")
        if self.suits == 1 and self._up[0] == self._up[1]:
            raise ValueError(f"up: expected different ranks with one suit, found '{self.up}'")
        check_range("paid", self.paid, 1, 1 + FIRST.most)
        if len(self.ranges) not in (0, PLAYERS):
            raise ValueError(f"ranges: expected none, or {PLAYERS}, one for each player, found {len(self.ranges)}")
        for weights in self.ranges:
            if len(weights) != self.ranks:
                raise ValueError(f"ranges: expected a number for each of {self.ranks} ranks, found {len(weights)}")
            for weight in weights:
                check_range("ranges", weight, 0, LARGEST_WEIGHT)
        if not self._deals:
            raise ValueError("ranges: expected cards that both players can have, found none")
        if len(self.menus) not in (1, PLAYERS):
            raise ValueError(f"menus: expected one, or {PLAYERS}, one for each player, found {len(self.menus)}")
        for menu in self.menus:
            check_menu("menus", menu, SECOND)
        check_range("raises", self.raises, 0, 19)

    @cached_property
    def _up(self) -> tuple[int, ...]:
        return tuple([RANKS.find(rank) for rank in self.up.split(" ")])

    @cached_property
    def _deals(self) -> dict[tuple[int, int], Fraction]:
        """How likely both first cards are, where they are possible."""
        first, second = self.ranges or ((1,) * self.ranks,) * PLAYERS
        left = [self.suits - self._up.count(rank) for rank in range(self.ranks)]
        ways = {
            (own, other): left[own] * (left[other] - (own == other)) * first[own] * second[other]
            for own in range(self.ranks)
            for other in range(self.ranks)
        }
        total = sum(ways.values())
        return {deal: Fraction(number, total) for deal, number in ways.items() if number}

    def _next(self, down: tuple[int, ...]) -> dict[int, Fraction]:
        """How likely each card is for the next player."""
        found: dict[int, Fraction] = {}
        for deal, chance in self._deals.items():
            if deal[: len(down)] == down:
                card = deal[len(down)]
                found[card] = found.get(card, Fraction(0)) + chance
        total = sum(found.values())
        return {card: chance / total for card, chance in found.items()}

    @cached_property
    def _root(self) -> State:
        table = Structure((street(SECOND, self.raises),), (0,) * PLAYERS, (self.paid,) * PLAYERS, first=0)
        menus = tuple([Menu(menu) for menu in self.menus * (PLAYERS // len(self.menus))])
        return State((), Node.first(table, (menus,), (DEEP,) * PLAYERS, whole=True))

    def root(self) -> State:
        """Before the first cards are known."""
        return self._root

    def turn(self, state: State) -> int:
        """Deal the first cards, then bet."""
        if len(state.down) < PLAYERS:
            return CHANCE
        return TERMINAL if state.node.turn == NOBODY else state.node.turn

    def actions(self, state: State) -> tuple[str, ...]:
        """The cards that the next player can have; or fold, call, bets or raises "to"."""
        if len(state.down) < PLAYERS:
            return tuple([RANKS[card] for card in self._next(state.down)])
        return state.node.actions

    def chances(self, state: State) -> Sequence[Fraction]:
        """As often as the ranges say, given the cards dealt."""
        return list(self._next(state.down).values())

    def play(self, state: State, action: int) -> State:
        """Deal the first card of the next player, or go on with the betting."""
        if len(state.down) < PLAYERS:
            return State((*state.down, list(self._next(state.down))[action]), state.node)
        return State(state.down, state.node.following[action])

    def position(self, state: State) -> tuple[Any, ...]:
        """Which cards the next player can have depends on those dealt; then all cards play alike."""
        return state.down if len(state.down) < PLAYERS else None, *state.node.position

    def infoset(self, state: State) -> str:
        """Own first card and what was done, for example `A/bet 8/raise 20`."""
        return f"{RANKS[state.down[state.node.turn]]}{state.node.said[0]}"

    def payoffs(self, state: State) -> Sequence[int | Fraction]:
        """Net gain of each player in antes, with what was paid before."""
        return state.node.payoffs(list(map(strength, state.down, self._up)))


RULES = WillowEndgame
