"""Liar's dice for two: higher and higher bids on all dice, until somebody calls the other a liar.

Rules, names and the order of actions are those of OpenSpiel's `liars_dice`; variants of the game, and what it has been used
for: T. W. Neller and M. Lanctot, "An introduction to counterfactual regret minimization", 2013.

Everyone rolls own dice, unseen by the other. A bid `q-f` says that at least q of all dice show face f or the highest face,
which is wild. Each bid is higher than the one before, by quantity, then face. Whoever doubts the last bid calls `Liar`: if
the bid was true, the bidder wins, otherwise the caller.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from regretlab.parameters import check_range
from regretlab.rules import CHANCE, TERMINAL


class State(NamedTuple):
    """Dice rolled so far, player 0's first; who moves; number of the last bid, from 0, or -1; the bids as written."""

    dice: tuple[int, ...]
    turn: int
    bid: int
    bidding: str


@dataclass(frozen=True)
class LiarsDice:
    """The rules; the winner gets 1 from the loser."""

    numdice: int = 1
    dice_sides: int = 6

    players = 2

    def __post_init__(self) -> None:
        """Refuse players without dice, and dice that cannot be written one after the other."""
        check_range("numdice", self.numdice, 1, 100)
        check_range("dice_sides", self.dice_sides, 1, 100 if self.numdice == 1 else 9)

    @cached_property
    def _faces(self) -> tuple[str, ...]:
        """What a die can show."""
        return tuple(str(face) for face in range(1, self.dice_sides + 1))

    @cached_property
    def _bids(self) -> tuple[str, ...]:
        """All bids, ascending."""
        return tuple(f"{quantity}-{face}" for quantity in range(1, 2 * self.numdice + 1) for face in self._faces)

    @cached_property
    def _menus(self) -> tuple[tuple[str, ...], ...]:
        """What may follow: at first any bid, then a higher bid than the last, or `Liar`."""
        return (self._bids, *((*self._bids[last + 1 :], "Liar") for last in range(len(self._bids))))

    def root(self) -> State:
        """Before the dice are rolled."""
        return State((), CHANCE, -1, "")

    def turn(self, state: State) -> int:
        """Roll all dice, then bid in turn."""
        return state.turn

    def actions(self, state: State) -> tuple[str, ...]:
        """The faces of a die, or the higher bids and `Liar`."""
        return self._faces if state.turn == CHANCE else self._menus[state.bid + 1]

    def chances(self, state: State) -> Sequence[Fraction]:  # noqa: ARG002
        """All faces are equally likely."""
        return [Fraction(1, self.dice_sides)] * self.dice_sides

    def play(self, state: State, action: int) -> State:
        """Roll a die, call, or bid."""
        dice, turn, last, bidding = state
        if turn == CHANCE:
            return State((*dice, action + 1), 0 if len(dice) + 1 == 2 * self.numdice else CHANCE, -1, "")
        bid = last + 1 + action
        if bid == len(self._bids):
            return State(dice, TERMINAL, last, bidding)
        return State(dice, 1 - turn, bid, f"{bidding} {self._bids[bid]}")

    def position(self, state: State) -> tuple[int, int, bool]:
        """Any dice allow the same bids."""
        return len(state.dice), state.bid, state.turn == TERMINAL

    def infoset(self, state: State) -> str:
        """Own dice, ascending, and all bids, for example `13 2-1 4-2`."""
        own = state.dice[self.numdice * state.turn : self.numdice * (state.turn + 1)]
        return "".join(map(str, sorted(own))) + state.bidding

    def payoffs(self, state: State) -> Sequence[int]:
        """The last bidder wins if the bid was true."""
        below, face = divmod(state.bid, self.dice_sides)
        wild = self.dice_sides
        matching = sum(die in (face + 1, wild) for die in state.dice)
        bidder = (state.bidding.count(" ") - 1) % 2
        return (1, -1) if (matching > below) == (bidder == 0) else (-1, 1)


RULES = LiarsDice
