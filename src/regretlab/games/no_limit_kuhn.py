"""No-limit Kuhn poker: one card each, one round of betting as at a no-limit table, with short stacks and side pots.

The deal and the showdown are Kuhn's (H. W. Kuhn, "A simplified two-person poker", 1950); with stacks of two antes it is his
game. The betting is that of `regretlab.betting`, by any of its rule books (docs/raise-rights.md).

Everyone antes 1 and gets one card of a deck with one card of each rank. There is a round of betting. Each pot goes to the highest
card among those who have paid for it and not folded.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from regretlab.betting.no_limit import first_node
from regretlab.betting.node import Node
from regretlab.betting.round import NOBODY
from regretlab.parameters import check_range
from regretlab.rules import CHANCE, TERMINAL


class State(NamedTuple):
    """Cards dealt so far, by player, and the betting so far."""

    cards: tuple[int, ...]
    node: Node


@dataclass(frozen=True)
class NoLimitKuhn:
    """The rules; stacks are those before the ante; they, bets and payoffs are in antes."""

    players: int = 2
    ranks: int = 3
    stacks: tuple[int, ...] = (3,)
    """One for each player, or one for all."""
    bets: str = "any"
    """Any whole bet, or a menu (`regretlab.betting.menu.read_menu`)."""
    rule_book: str = "standard"

    unit = "antes per hand"

    def __post_init__(self) -> None:
        """Refuse a table without players, a deck without cards for all, and betting that is none."""
        check_range("players", self.players, 2, 10)
        check_range("ranks", self.ranks, self.players, 1_000)
        first_node(self.players, self.stacks, (self.bets,), self.rule_book)

    @cached_property
    def _node(self) -> Node:
        return first_node(self.players, self.stacks, (self.bets,), self.rule_book)

    def root(self) -> State:
        """Before the deal, all antes paid."""
        return State((), self._node)

    def turn(self, state: State) -> int:
        """Deal, then bet."""
        if len(state.cards) < self.players:
            return CHANCE
        return TERMINAL if state.node.turn == NOBODY else state.node.turn

    def actions(self, state: State) -> tuple[str, ...]:
        """A card not dealt yet; then fold, check or call, bets or raises "to"."""
        if len(state.cards) < self.players:
            return tuple([str(card) for card in self._left(state)])
        return state.node.actions

    def chances(self, state: State) -> Sequence[Fraction]:
        """All cards left are equally likely."""
        left = self.ranks - len(state.cards)
        return [Fraction(1, left)] * left

    def play(self, state: State, action: int) -> State:
        """Deal the card to the next player, or go on with the betting."""
        if len(state.cards) < self.players:
            return State((*state.cards, self._left(state)[action]), state.node)
        return State(state.cards, state.node.following[action])

    def _left(self, state: State) -> list[int]:
        return [card for card in range(self.ranks) if card not in state.cards]

    def position(self, state: State) -> tuple[Any, ...]:
        """All cards play alike."""
        return len(state.cards), *state.node.position

    def infoset(self, state: State) -> str:
        """Own card and what was done, for example `0/bet 2/raise 4`."""
        return f"{state.cards[state.node.turn]}{state.node.said[0]}"

    def payoffs(self, state: State) -> Sequence[int | Fraction]:
        """Net gain of each player in antes."""
        return state.node.payoffs(state.cards)


RULES = NoLimitKuhn
