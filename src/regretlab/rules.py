"""What a game is to the compiler: the rules, as pure functions of immutable states.

The shape follows the definition of an extensive game with imperfect information (Osborne and Rubinstein, 1994, chapter 11):
histories, whose turn it is, chance probabilities, information, payoffs at the end.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Protocol

CHANCE = -1
TERMINAL = -2


class Rules(Protocol):
    """The rules of one game with its parameters fixed; a frozen dataclass whose fields are the parameters.

    A state is any hashable, immutable value that determines everything below. Payoffs are in the game's own unit and come
    in the order of the players; probabilities are exact. A constructor refuses bad parameters with `ValueError`.
    """

    @property
    def players(self) -> int:
        """Number of players."""

    def root(self) -> Any:
        """The state before anything has happened."""

    def turn(self, state: Any) -> int:
        """The player to act, from 0; `CHANCE`, or `TERMINAL`."""

    def chances(self, state: Any) -> Sequence[tuple[Any, Fraction]]:
        """At a chance state: each next state with its probability, in a fixed order."""

    def actions(self, state: Any) -> tuple[str, ...]:
        """At a decision: the names of the actions, in a fixed order."""

    def play(self, state: Any, action: int) -> Any:
        """At a decision: the state after the action with that number."""

    def infoset(self, state: Any) -> str:
        """At a decision: the name of what the player to act knows."""

    def payoffs(self, state: Any) -> Sequence[int | Fraction]:
        """At a terminal state: each player's payoff."""
