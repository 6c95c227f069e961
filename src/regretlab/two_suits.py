"""What all Leduc poker has: cards of two suits, which are told apart or not, one for each player and one on the table.

F. Southey, M. Bowling, B. Larson, C. Piccione, N. Burch, D. Billings and C. Rayner, "Bayes' bluff: opponent modelling in
poker", UAI 2005.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import NamedTuple

from regretlab.betting.node import Node
from regretlab.betting.round import NOBODY
from regretlab.deck import Deck
from regretlab.parameters import check_range
from regretlab.rules import CHANCE, TERMINAL

SUITS = 2


class State(NamedTuple):
    """A hand so far."""

    cards: tuple[int, ...]
    """The players' cards, then the public one."""
    node: Node


@dataclass(frozen=True)
class TwoSuits(ABC):
    """The deal, the course and the end of a hand, whatever the betting.

    With `suit_isomorphism` a card is only its rank; otherwise card c has rank c // 2.
    """

    players: int = 2
    ranks: int = 3
    suit_isomorphism: bool = False

    unit = "antes per hand"

    def __post_init__(self) -> None:
        """Refuse a table without players and a deck without cards for all."""
        check_range("players", self.players, 2, 10)
        check_range("ranks", self.ranks, self.players // SUITS + 1, 1_000)

    @abstractmethod
    def _first(self) -> Node:
        """The betting, all antes paid, before anybody has acted."""

    @cached_property
    def _root(self) -> State:
        return State((), self._first())

    def root(self) -> State:
        """Before the deal, all antes paid."""
        return self._root

    def turn(self, state: State) -> int:
        """Deal, a round of betting, the public card if somebody is left to see it, another round."""
        cards, node = state
        if len(cards) < self.players:
            return CHANCE
        if len(cards) == self.players and (node.street or (node.turn == NOBODY and len(node.playing) > 1)):
            return CHANCE
        return TERMINAL if node.turn == NOBODY else node.turn

    def actions(self, state: State) -> tuple[str, ...]:
        """The cards left in the deck; or what may be done in the betting."""
        return self._deck.without(state.cards).names if self.turn(state) == CHANCE else state.node.actions

    def chances(self, state: State) -> Sequence[Fraction]:
        """All cards left are equally likely, whether or not their suits are told apart."""
        return self._deck.without(state.cards).chances

    def play(self, state: State, action: int) -> State:
        """Deal a card, or go on with the betting."""
        if self.turn(state) == CHANCE:
            return State((*state.cards, self._deck.without(state.cards).cards[action]), state.node)
        return State(state.cards, state.node.following[action])

    def payoffs(self, state: State) -> Sequence[int | Fraction]:
        """Net gain of each player in antes: a pair with the public card is best, then the rank; equal hands share a pot."""
        return state.node.payoffs(strengths(state.cards, self.players, self.suit_isomorphism))

    @cached_property
    def _deck(self) -> Deck:
        copies = SUITS if self.suit_isomorphism else 1
        return Deck(tuple(map(str, range(SUITS * self.ranks // copies))), copies)


@cache
def strengths(cards: tuple[int, ...], players: int, merged: bool) -> Sequence[tuple[bool, int]]:
    """How strong each player's hand is, given the players' cards and the public one: a pair, then the rank."""
    ranks = [card if merged else card // SUITS for card in cards]
    return [(rank == ranks[-1], rank) for rank in ranks[:players]]
