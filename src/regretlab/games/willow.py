"""Willow: two cards each, one face down and one face up, and two rounds of betting without check.

Everyone antes 1 and gets a card, face down. There is a round of betting; who has not folded gets a card, face up; there is
another round. A pair beats all other hands, then the larger difference of the ranks wins, then the higher rank. Nobody can
check: as long as nothing is bet, a player bets or folds, and the last one left takes the pot.
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
from regretlab.deck import Deck
from regretlab.parameters import check_range
from regretlab.rules import CHANCE, TERMINAL
from regretlab.willow.ranking import RANKS, strength
from regretlab.willow.streets import ANTE, FIRST, RAISES, SECOND, STREETS, check_menu, street

NO_CARD = -1


class State(NamedTuple):
    """A hand so far."""

    down: tuple[int, ...]
    """The cards dealt face down, by seat."""
    up: tuple[int, ...]
    """Those dealt face up, by seat; `NO_CARD` for one that has folded before."""
    node: Node

    @property
    def dealt(self) -> tuple[int, ...]:
        """All cards that have left the deck."""
        return (*self.down, *[card for card in self.up if card != NO_CARD])


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
    def _root(self) -> State:
        streets = tuple([street(limits, self.raises) for limits in STREETS])
        table = Structure(streets, (0,) * self.players, (ANTE,) * self.players, first=0)
        menus = tuple([Menu(menu, short=True) for menu in (self.street1, self.street2)])
        return State((), (), Node.first(table, menus, self.stacks * (self.players // len(self.stacks)), whole=True))

    def root(self) -> State:
        """Before the deal, all antes paid."""
        return self._root

    def turn(self, state: State) -> int:
        """Deal, bet, deal a second card to those who are in, if there are two or more, and bet again."""
        down, up, node = state
        if len(down) < self.players:
            return CHANCE
        if len(up) <= node.playing[-1] and (node.street or (node.turn == NOBODY and len(node.playing) > 1)):
            return CHANCE
        return TERMINAL if node.turn == NOBODY else node.turn

    def actions(self, state: State) -> tuple[str, ...]:
        """The cards left in the deck; or fold, call, bets or raises "to"."""
        return self.deck.without(state.dealt).names if self.turn(state) == CHANCE else state.node.actions

    def chances(self, state: State) -> Sequence[Fraction]:
        """All cards left are equally likely, whether or not their suits are told apart."""
        return self.deck.without(state.dealt).chances

    def play(self, state: State, action: int) -> State:
        """Deal a card to the next seat that gets one, or go on with the betting."""
        down, up, node = state
        if self.turn(state) != CHANCE:
            return State(down, up, node.following[action])
        card = self.deck.without(state.dealt).cards[action]
        if len(down) < self.players:
            return State((*down, card), up, node)
        seat = next(seat for seat in node.playing if seat >= len(up))
        return State(down, (*up, *(NO_CARD,) * (seat - len(up)), card), node)

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
        down, up, node = state
        names = self.deck.names
        first = f"{names[down[node.turn]]}{node.said[0]}"
        if not node.street:
            return first
        shown = [names[card] if card != NO_CARD else "-" for card in up]
        return f"{first}/[{' '.join(shown)}]{node.said[1]}"

    def payoffs(self, state: State) -> Sequence[int | Fraction]:
        """Net gain of each player in antes; odd chips go to the first of the seats that share a pot."""
        down, up, node = state
        copies = 1 if self.suit_isomorphism else self.suits
        hands = [strength(card // copies, other // copies) for card, other in zip(down, up, strict=False)]
        return node.payoffs(hands or [None] * self.players)


RULES = Willow
