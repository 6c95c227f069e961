"""What a game is to the compiler: the rules, as pure functions of immutable states.

The shape follows the definition of an extensive game with imperfect information (Osborne and Rubinstein, 1994, chapter 11):
histories, whose turn it is, chance probabilities, information, payoffs at the end.
"""

from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Any, Protocol, runtime_checkable

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
        """Who moves: a player, from 0; `CHANCE`, or `TERMINAL`."""

    def actions(self, state: Any) -> tuple[str, ...]:
        """At a decision or a chance state: the names of what can happen, in a fixed order."""

    def chances(self, state: Any) -> Sequence[Fraction]:
        """At a chance state: the probability of each of its actions."""

    def play(self, state: Any, action: int) -> Any:
        """At a decision or a chance state: the state after the action with that number."""

    def infoset(self, state: Any) -> str:
        """At a decision: the name of what the player to move knows."""

    def payoffs(self, state: Any) -> Sequence[int | Fraction]:
        """At a terminal state: each player's payoff."""


def unit_of(rules: Rules) -> str:
    """What payoffs are counted in: the `unit` of the rules, if they name one."""
    unit: str = getattr(rules, "unit", "payoff per play")
    return unit


@runtime_checkable
class Countable(Protocol):
    """What rules may say besides, so that their histories are counted before they are walked."""

    def position(self, state: Any) -> Hashable:
        """What decides how the game can go on: below states of equal position, equally many histories follow."""
