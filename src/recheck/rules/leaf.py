"""One way through a game: what a module of rules yields, and all that the rest of recheck knows of a game.

An extensive game is the set of its terminal histories (Osborne and Rubinstein 1994, chapter 11): each is given here as a
path from the root, with the payoffs at its end. Two paths run together as long as their steps are equal.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple, Union

Number = Union[int, Fraction]


class Chance(NamedTuple):
    """A chance action: its name, and its probability where it happens."""

    name: str
    probability: Fraction


class Move(NamedTuple):
    """A player's action: where it is taken, its position among the actions there (from 0), and its name."""

    player: int
    infoset: str
    position: int
    action: str


Step = Union[Chance, Move]


class Leaf(NamedTuple):
    """A terminal history: its steps from the root, and each player's payoff in the game's own unit.

    Where many histories are long, a path need not be told again: the first `kept` steps are those of the leaf before, and
    `path` has the others.
    """

    path: tuple[Step, ...]
    payoffs: tuple[Number, ...]
    kept: int = 0
