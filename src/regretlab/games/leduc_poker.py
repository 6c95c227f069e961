"""Leduc poker: two suits, one card each and one on the table, two rounds of betting.

F. Southey, M. Bowling, B. Larson, C. Piccione, N. Burch, D. Billings and C. Rayner, "Bayes' bluff: opponent modelling in
poker", UAI 2005. More players, names and the order of actions as in OpenSpiel's `leduc_poker`.

Everyone antes 1 and gets one card. There is a round of betting, a card on the table, another round of larger bets. A pair with
the card on the table wins, otherwise the highest rank; equal hands share the pot.
"""

from dataclasses import dataclass
from functools import cache

from regretlab.betting.hand import Structure
from regretlab.betting.node import Node
from regretlab.betting.street import FIXED_LIMIT, Street
from regretlab.parameters import check_range
from regretlab.rules import CHANCE
from regretlab.two_suits import State, TwoSuits

STACK = 100
"""What everyone has before the ante, as names of infosets show it; it never runs out."""
DEEP = 10**9
"""What everyone has before the ante, as the betting takes it: more than can be bet."""
ACTIONS = {"fold": "fold", "check": "call", "call": "call", "bet": "raise", "raise": "raise"}
NUMBERS = {"fold": "0", "call": "1", "raise": "2"}


@dataclass(frozen=True)
class LeducPoker(TwoSuits):
    """The rules; bets and payoffs are in antes."""

    raises: int = 2
    bets: tuple[int, ...] = (2, 4)

    def __post_init__(self) -> None:
        """Refuse bets that are none, too."""
        super().__post_init__()
        check_range("raises", self.raises, 1, 100)
        if len(self.bets) != 2:
            raise ValueError(f"bets: expected two, one for each round, found {list(self.bets)}")
        for bet in self.bets:
            check_range("bets", bet, 1, 1_000_000)

    def _first(self) -> Node:
        streets = tuple([Street(bet, FIXED_LIMIT, cap=self.raises) for bet in self.bets])
        structure = Structure(streets, (0,) * self.players, (1,) * self.players)
        return Node.first(structure, (None, None), (DEEP,) * self.players)

    def actions(self, state: State) -> tuple[str, ...]:
        """The cards left in the deck; or fold, if there is a bet to face, call, and raise, if raises are left."""
        actions = super().actions(state)
        return actions if self.turn(state) == CHANCE else _named(actions)

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
        first, second = map(" ".join, numbers_of_actions(node.said))
        return (
            f"[Observer: {player}][Private: {cards[player]}][Round {1 + node.street}][Player: {player}]"
            f"[Pot: {sum(paid)}][Money: {money}]{public}[Round1: {first}][Round2: {second}]"
        )


@cache
def _named(actions: tuple[str, ...]) -> tuple[str, ...]:
    """The actions of a node in the words of this game, in which a check is a call and a bet a raise."""
    return tuple([ACTIONS[action.split()[0]] for action in actions])


@cache
def numbers_of_actions(said: tuple[str, ...]) -> tuple[str, str]:
    """What a node says of each round, as the numbers of the actions."""
    first, second = [
        "".join([NUMBERS[action] for action in _named(tuple(each.split("/")[1:]))]) for each in (*said, "")[:2]
    ]
    return first, second


RULES = LeducPoker
