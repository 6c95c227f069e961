"""Willow: two cards each, one face down and one face up, and two rounds of betting without check.

Everyone antes 1 and gets a card, face down. There is a round of betting; who has not folded gets a card, face up; there is
another round. A pair beats all other hands, then the larger difference of the ranks wins, then the higher rank. Nobody can
check: as long as nothing is bet, a player bets or folds, and the last one left takes the pot.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from regretlab.betting.round import NOBODY
from regretlab.deck import Deck
from regretlab.parameters import check_range
from regretlab.rules import CHANCE, TERMINAL
from regretlab.willow.hand import State, deal, infoset, payoffs, receiver
from regretlab.willow.ranking import RANKS
from regretlab.willow.streets import ANTE, FIRST, RAISES, SECOND, check_menu, first_node


@dataclass(frozen=True)
class Willow:
    """The rules; stacks are those before the ante; they, bets and payoffs are in antes.

    With `suit_isomorphism` a card is only its rank.
    """

    players: int = 2
    ranks: int = 12
    suits: int = 3
    suit_isomorphism: bool = True
    stacks: tuple[int, ...] = (100,)
    """One for each player, or one for all."""
    street1: tuple[int, ...] = (1, 4, 10)
    """What may be bet on the first street, or raised to."""
    street2: tuple[int, ...] = (2, 8, 20)
    raises: int = RAISES

    unit = "antes per hand"

    def __post_init__(self) -> None:
        """Refuse a table without players, a deck without cards for all, and betting that is none."""
        check_range("players", self.players, 2, 10)
        check_range("ranks", self.ranks, 2, len(RANKS))
        check_range("suits", self.suits, 1, 9)
        if self.ranks * self.suits < 2 * self.players:
            cards = f"{2 * self.players} cards or more for {self.players} players"
            raise ValueError(f"ranks: expected {cards}, found {self.ranks} of {self.suits} suits")
        if len(self.stacks) not in (1, self.players):
            expected = f"one for all or {self.players}, one for each player"
            raise ValueError(f"stacks: expected {expected}, found {list(self.stacks)}")
        for stack in self.stacks:
            check_range("stacks", stack, ANTE, 1_000)
        check_menu("street1", self.street1, FIRST)
        check_menu("street2", self.street2, SECOND)
        check_range("raises", self.raises, 0, 19)

    @cached_property
    def everyone(self) -> tuple[int, ...]:
        """The stack of each player."""
        return self.stacks * (self.players // len(self.stacks))

    @cached_property
    def _root(self) -> State:
        return State((), (), first_node(self.everyone, (self.street1, self.street2), self.raises))

    def root(self) -> State:
        """Before the deal, all antes paid."""
        return self._root

    def turn(self, state: State) -> int:
        """Deal, bet, deal a second card to those who are in, if there are two or more, and bet again."""
        if receiver(state) != NOBODY:
            return CHANCE
        return TERMINAL if state.node.turn == NOBODY else state.node.turn

    def actions(self, state: State) -> tuple[str, ...]:
        """The cards left in the deck; or fold, call, bets or raises "to"."""
        return self.deck.without(state.dealt).names if self.turn(state) == CHANCE else state.node.actions

    def chances(self, state: State) -> Sequence[Fraction]:
        """All cards left are equally likely, whether or not their suits are told apart."""
        return self.deck.without(state.dealt).chances

    def play(self, state: State, action: int) -> State:
        """Deal a card to the next seat that gets one, or go on with the betting."""
        seat = receiver(state)
        if seat == NOBODY:
            return State(state.down, state.up, state.node.following[action])
        return deal(state, seat, self.deck.without(state.dealt).cards[action])

    @cached_property
    def deck(self) -> Deck:
        """All cards, by rank, then by suit if these are told apart."""
        ranks = RANKS[: self.ranks]
        if self.suit_isomorphism:
            return Deck(tuple(ranks), self.suits)
        return Deck(tuple([f"{rank}{suit}" for rank in ranks for suit in range(1, self.suits + 1)]))

    def position(self, state: State) -> tuple[Any, ...]:
        """How many of which cards are left, since merged suits make some ranks run out, and where the betting is."""
        dealt = state.dealt
        return tuple(sorted(map(dealt.count, set(dealt)))), *state.node.position

    def infoset(self, state: State) -> str:
        """Own card, what was done, the cards face up, and what was done then, for example `A/bet 4/call/[7 J]/bet 8`."""
        return infoset(state, self.deck.names)

    def payoffs(self, state: State) -> Sequence[int | Fraction]:
        """Net gain of each player in antes; odd chips go to the first of the seats that share a pot."""
        return payoffs(state, 1 if self.suit_isomorphism else self.suits)


RULES = Willow
