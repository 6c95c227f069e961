"""Leduc poker: two suits, one card each and one on the table, two rounds of betting.

F. Southey, M. Bowling, B. Larson, C. Piccione, N. Burch, D. Billings and C. Rayner, "Bayes' bluff: opponent modelling in
poker", UAI 2005. More players, names and the order of actions as in OpenSpiel's `leduc_poker`.

Everyone antes 1 and gets one card. There is a round of betting, a card on the table, another round of larger bets. A pair with
the card on the table wins, otherwise the highest rank; equal hands share the pot.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from regretlab.parameters import check_range
from regretlab.rules import CHANCE, TERMINAL

SUITS = 2
STACK = 100
"""What everyone has before the ante, as names of infosets show it; it never runs out."""
FOLD, CALL, RAISE = 0, 1, 2
ACTIONS = ("fold", "call", "raise")


class State(NamedTuple):
    """A hand so far, in the words of `LeducPoker`."""

    cards: tuple[int, ...]
    """The players' cards, then the public one."""
    turn: int
    paid: tuple[int, ...]
    """What each player has put in."""
    playing: tuple[int, ...]
    """Who has not folded."""
    waiting: int
    """How many players have still to act before the round ends."""
    raises: int
    """How many raises the round has seen."""
    betting: tuple[str, str]
    """The numbers of the actions in each round."""


class Deck(NamedTuple):
    """What may be dealt: the cards left, ascending, their names and probabilities."""

    cards: tuple[int, ...]
    names: tuple[str, ...]
    chances: tuple[Fraction, ...]


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

    def root(self) -> State:
        """Before the deal, all antes paid."""
        everyone = tuple(range(self.players))
        return State((), CHANCE, (1,) * self.players, everyone, self.players, 0, ("", ""))

    def turn(self, state: State) -> int:
        """Deal, a round of betting, the public card, another round."""
        return state.turn

    def actions(self, state: State) -> tuple[str, ...]:
        """The cards left in the deck; or fold, if there is a bet to face, call, and raise, if raises are left."""
        if state.turn == CHANCE:
            return self._deck(state).names
        first = FOLD if state.raises else CALL  # whoever acts after a bet has not answered it yet
        return ACTIONS[first:] if state.raises < self.raises else ACTIONS[first:RAISE]

    def chances(self, state: State) -> Sequence[Fraction]:
        """All cards left are equally likely, whether or not their suits are told apart."""
        return self._deck(state).chances

    def play(self, state: State, action: int) -> State:
        """Deal a card, or let the player in turn act; then see who is next."""
        cards, player, paid, playing, waiting, raises, (first, second) = state
        if player == CHANCE:
            cards = (*cards, self._deck(state).cards[action])
            turn = CHANCE if len(cards) < self.players else playing[0]
            return State(cards, turn, paid, playing, waiting, raises, (first, second))
        second_round = len(cards) > self.players
        move = action if raises else action + CALL
        if second_round:
            second += "012"[move]
        else:
            first += "012"[move]
        if move == FOLD:
            playing = tuple([other for other in playing if other != player])
        else:
            price = max(paid) + self.bets[second_round] * (move == RAISE)
            paid = (*paid[:player], price, *paid[player + 1 :])
        if move == RAISE:
            waiting, raises = len(playing), raises + 1
        waiting -= 1
        if len(playing) == 1 or (waiting == 0 and second_round):
            turn = TERMINAL
        elif waiting == 0:
            turn, waiting, raises = CHANCE, len(playing), 0
        else:
            turn = next((other for other in playing if other > player), playing[0])
        return State(cards, turn, paid, playing, waiting, raises, (first, second))

    def _deck(self, state: State) -> Deck:
        return _left(state.cards, self.ranks, self.suit_isomorphism)

    def position(self, state: State) -> tuple[int, int, int, tuple[int, ...], int, int]:
        """Of the cards, how many are gone and how many different ones: with merged suits, some ranks are gone for good."""
        cards, turn, _, playing, waiting, raises, _ = state
        return len(cards), len(set(cards)), turn, playing, waiting, raises

    def infoset(self, state: State) -> str:
        """Own card, what all have put in, public card, and all actions."""
        cards, player, paid, _, _, _, betting = state
        second_round = len(cards) > self.players
        money = " ".join([str(STACK - own) for own in paid])
        public = f"[Public: {cards[-1]}]" if second_round else ""
        first, second = map(" ".join, betting)
        return (
            f"[Observer: {player}][Private: {cards[player]}][Round {1 + second_round}][Player: {player}]"
            f"[Pot: {sum(paid)}][Money: {money}]{public}[Round1: {first}][Round2: {second}]"
        )

    def payoffs(self, state: State) -> Sequence[int | Fraction]:
        """Who is left has the pot, less own stakes; at the showdown equal best hands share it."""
        cards, _, paid, winners, _, _, _ = state
        if len(winners) > 1:
            suits = 1 if self.suit_isomorphism else SUITS
            *ranks, public = [card // suits for card in cards]
            held = [ranks[player] for player in winners]
            best = public if public in held else max(held)
            winners = tuple([player for player in winners if ranks[player] == best])
        share, rest = divmod(sum(paid), len(winners))
        won = share + Fraction(rest, len(winners)) if rest else share
        return [won - own if player in winners else -own for player, own in enumerate(paid)]


@cache
def _left(dealt: tuple[int, ...], ranks: int, merged: bool) -> Deck:
    """The deck without the cards dealt; cards of one rank are one if suits are merged."""
    copies = SUITS if merged else 1
    left = {card: copies - dealt.count(card) for card in range(SUITS * ranks // copies)}
    cards = tuple(card for card in left if left[card])
    return Deck(cards, tuple(map(str, cards)), tuple(Fraction(left[card], sum(left.values())) for card in cards))


RULES = LeducPoker
