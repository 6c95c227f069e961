"""No-limit Leduc poker: Leduc poker's cards, two rounds of betting as at a no-limit table, with short stacks and side pots.

The deal and the showdown are those of F. Southey et al., "Bayes' bluff: opponent modelling in poker", UAI 2005. The betting is
that of `regretlab.betting`, by any of its rule books (docs/raise-rights.md).

Everyone antes 1 and gets one card of a deck with two of each rank. There is a round of betting, a card on the table, another
round. Each pot goes, among those who have paid for it and not folded, to a pair with the card on the table, otherwise to the
highest rank; equal hands share it.
"""

from dataclasses import dataclass
from typing import Any

from regretlab.betting.no_limit import first_node
from regretlab.betting.node import Node
from regretlab.parameters import check_range
from regretlab.two_suits import State, TwoSuits


@dataclass(frozen=True)
class NoLimitLeduc(TwoSuits):
    """The rules; stacks are those before the ante; they, bets and payoffs are in antes."""

    stacks: tuple[int, ...] = (5,)
    """One for each player, or one for all."""
    bets: tuple[str, ...] = ("pot all-in", "pot all-in")
    """In each round any whole bet, or a menu (`regretlab.betting.menu.read_menu`)."""
    raises: int = 2
    """The most bets and raises in a round."""
    rule_book: str = "standard"

    def __post_init__(self) -> None:
        """Refuse betting that is none, too."""
        super().__post_init__()
        check_range("raises", self.raises, 1, 100)
        if len(self.bets) != 2:
            raise ValueError(f"bets: expected two, one for each round, found {list(self.bets)}")
        self._first()

    def _first(self) -> Node:
        return first_node(self.players, self.stacks, self.bets, self.rule_book, self.raises)

    def position(self, state: State) -> tuple[Any, ...]:
        """Of the cards, how many are gone and how many different ones: with merged suits, some ranks are gone for good."""
        return len(state.cards), len(set(state.cards)), *state.node.position

    def infoset(self, state: State) -> str:
        """Own card, what was done, public card, what was done then, for example `0/bet 2/call/[3]/check`."""
        cards, node = state
        first = f"{cards[node.turn]}{node.said[0]}"
        return f"{first}/[{cards[-1]}]{node.said[1]}" if node.street else first


RULES = NoLimitLeduc
