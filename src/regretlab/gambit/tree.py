"""A game that is a list of nodes: what reading a file gives."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple


class Tree(NamedTuple):
    """Rules (`regretlab.rules.Rules`) of a game written out; a state is the number of a node, the root's is 0.

    A decision or chance node is one of the moves, which have the names; a terminal has one of the lists of payoffs.
    """

    players: int
    turns: Sequence[int]
    """By node: whose turn it is, a player, `CHANCE` or `TERMINAL`."""
    numbers: Sequence[int]
    """By node: which of the moves, or at a terminal which of the outcomes."""
    first: Sequence[int]
    """By node: where in `children` its own begin."""
    children: Sequence[int]
    infosets: tuple[str, ...]
    """By move: the name of the infoset."""
    choices: tuple[tuple[str, ...], ...]
    """By move: the names of the actions."""
    probabilities: tuple[tuple[Fraction, ...], ...]
    """By move: those of a chance move's actions."""
    outcomes: tuple[tuple[int | Fraction, ...], ...]
    """Payoffs of all players."""

    def root(self) -> int:
        """The first node."""
        return 0

    def turn(self, state: int) -> int:
        """Whose turn it is at the node."""
        return self.turns[state]

    def actions(self, state: int) -> tuple[str, ...]:
        """The actions of the node's move."""
        return self.choices[self.numbers[state]]

    def chances(self, state: int) -> tuple[Fraction, ...]:
        """The probabilities of the node's move."""
        return self.probabilities[self.numbers[state]]

    def play(self, state: int, action: int) -> int:
        """The node after the action."""
        return self.children[self.first[state] + action]

    def position(self, state: int) -> int:
        """Every node is a position of its own."""
        return state

    def infoset(self, state: int) -> str:
        """The name of the node's move."""
        return self.infosets[self.numbers[state]]

    def payoffs(self, state: int) -> tuple[int | Fraction, ...]:
        """Everything that was paid on the way to the terminal."""
        return self.outcomes[self.numbers[state]]
