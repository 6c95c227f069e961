"""Leduc poker: two suits, one card each and one on the table, two rounds of betting.

F. Southey, M. Bowling, B. Larson, C. Piccione, N. Burch, D. Billings and C. Rayner, "Bayes' bluff: opponent modelling in
poker", UAI 2005. More players, names and the order of actions as in OpenSpiel's `leduc_poker`.

Everyone antes 1 and gets one card. There is a round of betting, a card on the table, another round of larger bets. A pair with
the card on the table wins, otherwise the highest rank; equal hands share the pot.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import NamedTuple

from regretlab.betting.hand import Structure
from regretlab.betting.node import Node
from regretlab.betting.round import NOBODY
from regretlab.betting.street import FIXED_LIMIT, Street
from regretlab.parameters import check_range
from regretlab.rules import CHANCE, TERMINAL
from regretlab.two_suits import SUITS, Deck, deck_without, strengths

STACK = 100
"""What everyone has before the ante, as names of infosets show it; it never runs out."""
DEEP = 10**9
"""What everyone has before the ante, as the betting takes it: more than can be bet."""
ACTIONS = {"fold": "fold", "check": "call", "call": "call", "bet": "raise", "raise": "raise"}
NUMBERS = {"fold": "0", "call": "1", "raise": "2"}


class State(NamedTuple):
    """A hand so far."""

    cards: tuple[int, ...]
    """The players' cards, then the public one."""
    node: Node

    @property
    def betting(self) -> tuple[str, str]:
        """The numbers of the actions in each round."""
        return _numbers(self.node.said)


@dataclass(frozen=True)
class LeducPoker:
    """The rules; payoffs in antes. With `suit_isomorphism` a card is only its rank."""

    players: int = 2
    ranks: int = 3
    suit_isomorphism: bool = False
    raises: int = 2
    bets: tuple[int, ...] = (2, 4)

    unit = "antes per hand"

    def __post_init__(self) -> None:
        """Refuse a table without players, a deck without cards for all, and bets that are none."""
        check_range("players", self.players, 2, 10)
        check_range("ranks", self.ranks, self.players // SUITS + 1, 1_000)
        check_range("raises", self.raises, 1, 100)
        if len(self.bets) != 2:
            raise ValueError(f"bets: expected two, one for each round, found {list(self.bets)}")
        for bet in self.bets:
            check_range("bets", bet, 1, 1_000_000)

    @cached_property
    def _node(self) -> Node:
        streets = tuple([Street(bet, FIXED_LIMIT, cap=self.raises) for bet in self.bets])
        structure = Structure(streets, (0,) * self.players, (1,) * self.players)
        return Node.first(structure, (None, None), (DEEP,) * self.players)

    def root(self) -> State:
        """Before the deal, all antes paid."""
        return State((), self._node)

    def turn(self, state: State) -> int:
        """Deal, a round of betting, the public card, another round."""
        cards, node = state
        if len(cards) < self.players + node.street:
            return CHANCE
        return TERMINAL if node.turn == NOBODY else node.turn

    def actions(self, state: State) -> tuple[str, ...]:
        """The cards left in the deck; or fold, if there is a bet to face, call, and raise, if raises are left."""
        return self._deck(state).names if self.turn(state) == CHANCE else _named(state.node.actions)

    def chances(self, state: State) -> Sequence[Fraction]:
        """All cards left are equally likely, whether or not their suits are told apart."""
        return self._deck(state).chances

    def play(self, state: State, action: int) -> State:
        """Deal a card, or let the player in turn act."""
        if self.turn(state) == CHANCE:
            return State((*state.cards, self._deck(state).cards[action]), state.node)
        return State(state.cards, state.node.following[action])

    def _deck(self, state: State) -> Deck:
        return deck_without(state.cards, self.ranks, self.suit_isomorphism)

    def position(self, state: State) -> tuple[int, int, int, tuple[int, ...], int, int]:
        """Of the cards, how many are gone and how many different ones: with merged suits, some ranks are gone for good.

        Of the betting, who is in, how many have not answered the last bet, and how many bets there were.
        """
        cards, node = state
        now = node.hand.round
        return len(cards), len(set(cards)), self.turn(state), node.playing, now.waiting.bit_count(), now.raises

    def infoset(self, state: State) -> str:
        """Own card, what all have put in, public card, and all actions."""
        cards, node = state
        player, paid = node.turn, node.paid
        money = " ".join([str(STACK - own) for own in paid])
        public = f"[Public: {cards[-1]}]" if node.street else ""
        first, second = map(" ".join, state.betting)
        return (
            f"[Observer: {player}][Private: {cards[player]}][Round {1 + node.street}][Player: {player}]"
            f"[Pot: {sum(paid)}][Money: {money}]{public}[Round1: {first}][Round2: {second}]"
        )

    def payoffs(self, state: State) -> Sequence[int | Fraction]:
        """Who is left has the pot, less own stakes; at the showdown equal best hands share it."""
        return state.node.payoffs(strengths(state.cards, self.players, self.suit_isomorphism))


@cache
def _named(actions: tuple[str, ...]) -> tuple[str, ...]:
    """The actions of a node in the words of this game, in which a check is a call and a bet a raise."""
    return tuple([ACTIONS[action.split()[0]] for action in actions])


@cache
def _numbers(said: tuple[str, ...]) -> tuple[str, str]:
    """What a node says of each round, as the numbers of the actions."""
    first, second = [
        "".join([NUMBERS[action] for action in _named(tuple(each.split("/")[1:]))]) for each in (*said, "")[:2]
    ]
    return first, second


RULES = LeducPoker
