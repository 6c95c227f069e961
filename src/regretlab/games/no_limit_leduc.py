"""No-limit Leduc poker: Leduc poker's cards, two rounds of betting as at a no-limit table, with short stacks and side pots.

The deal and the showdown are those of F. Southey et al., "Bayes' bluff: opponent modelling in poker", UAI 2005. The betting is
that of `regretlab.betting`, by any of its rule books (docs/raise-rights.md).

Everyone antes 1 and gets one card of a deck with two of each rank. There is a round of betting, a card on the table, another
round. Each pot goes, among those who have paid for it and not folded, to a pair with the card on the table, otherwise to the
highest rank; equal hands share it.
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
from regretlab.two_suits import SUITS, Deck, deck_without, strengths


class State(NamedTuple):
    """A hand so far."""

    cards: tuple[int, ...]
    """The players' cards, then the public one."""
    node: Node


@dataclass(frozen=True)
class NoLimitLeduc:
    """The rules; stacks are those before the ante; they, bets and payoffs are in antes.

    With `suit_isomorphism` a card is only its rank.
    """

    players: int = 2
    ranks: int = 3
    suit_isomorphism: bool = False
    stacks: tuple[int, ...] = (5,)
    """One for each player, or one for all."""
    bets: tuple[str, ...] = ("pot all-in", "pot all-in")
    """In each round any whole bet, or a menu (`regretlab.betting.menu.read_menu`)."""
    raises: int = 2
    """The most bets and raises in a round."""
    rule_book: str = "standard"

    unit = "antes per hand"

    def __post_init__(self) -> None:
        """Refuse a table without players, a deck without cards for all, and betting that is none."""
        check_range("players", self.players, 2, 10)
        check_range("ranks", self.ranks, self.players // SUITS + 1, 1_000)
        check_range("raises", self.raises, 1, 100)
        if len(self.bets) != 2:
            raise ValueError(f"bets: expected two, one for each round, found {list(self.bets)}")
        first_node(self.players, self.stacks, self.bets, self.rule_book, self.raises)

    @cached_property
    def _node(self) -> Node:
        return first_node(self.players, self.stacks, self.bets, self.rule_book, self.raises)

    def root(self) -> State:
        """Before the deal, all antes paid."""
        return State((), self._node)

    def turn(self, state: State) -> int:
        """Deal, bet, deal the public card if somebody is left to see it, bet again."""
        cards, node = state
        if len(cards) < self.players:
            return CHANCE
        if len(cards) == self.players and (node.street or (node.turn == NOBODY and len(node.playing) > 1)):
            return CHANCE
        return TERMINAL if node.turn == NOBODY else node.turn

    def actions(self, state: State) -> tuple[str, ...]:
        """The cards left in the deck; or fold, check or call, bets or raises "to"."""
        return self._deck(state).names if self.turn(state) == CHANCE else state.node.actions

    def chances(self, state: State) -> Sequence[Fraction]:
        """All cards left are equally likely, whether or not their suits are told apart."""
        return self._deck(state).chances

    def play(self, state: State, action: int) -> State:
        """Deal a card, or go on with the betting."""
        if self.turn(state) == CHANCE:
            return State((*state.cards, self._deck(state).cards[action]), state.node)
        return State(state.cards, state.node.following[action])

    def _deck(self, state: State) -> Deck:
        return deck_without(state.cards, self.ranks, self.suit_isomorphism)

    def position(self, state: State) -> tuple[Any, ...]:
        """Of the cards, how many are gone and how many different ones: with merged suits, some ranks are gone for good."""
        return len(state.cards), len(set(state.cards)), *state.node.position

    def infoset(self, state: State) -> str:
        """Own card, what was done, public card, what was done then, for example `0/bet 2/call/[3]/check`."""
        cards, node = state
        first = f"{cards[node.turn]}{node.said[0]}"
        return f"{first}/[{cards[-1]}]{node.said[1]}" if node.street else first

    def payoffs(self, state: State) -> Sequence[int | Fraction]:
        """Net gain of each player in antes."""
        return state.node.payoffs(strengths(state.cards, self.players, self.suit_isomorphism))


RULES = NoLimitLeduc
