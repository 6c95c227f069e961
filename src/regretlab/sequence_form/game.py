"""A game in sequence form, exact: what the compiler makes of the rules.

The sequence form is B. von Stengel's ("Efficient computation of behavior strategies", Games and Economic Behavior 1996):
with perfect recall, all that matters of a player's strategy is the realization weight of each of the player's sequences.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any


@dataclass(frozen=True)
class Infoset:
    """An infoset of one player; `parent` is the number of the sequence that leads to it."""

    player: int
    name: str
    actions: tuple[str, ...]
    parent: int


@dataclass(frozen=True)
class Outcome:
    """The terminals that the same sequences reach: one sequence per player, chance-weighted payoffs summed."""

    sequences: tuple[int, ...]
    payoffs: tuple[Fraction, ...]


@dataclass(frozen=True)
class Game:
    """A compiled game.

    Infosets come by player, then by number of own earlier decisions, then by name, so that parents precede children.
    Sequences are numbered over all players: each player's empty sequence, then infoset by infoset, action by action.
    """

    rules: str
    parameters: Mapping[str, Any]
    players: int
    histories: int
    terminals: int
    zero_sum: bool
    infosets: tuple[Infoset, ...]
    outcomes: tuple[Outcome, ...]

    @cached_property
    def infoset_bounds(self) -> tuple[int, ...]:
        """Player i's infosets are those from bounds[i] up to, not including, bounds[i + 1]."""
        return tuple(sum(infoset.player < player for infoset in self.infosets) for player in range(self.players + 1))

    @cached_property
    def sequence_bounds(self) -> tuple[int, ...]:
        """Player i's sequences are those from bounds[i], the empty one, up to, not including, bounds[i + 1]."""
        return tuple(
            player + sum(len(infoset.actions) for infoset in self.infosets[:first])
            for player, first in enumerate(self.infoset_bounds)
        )

    @cached_property
    def first_sequences(self) -> tuple[int, ...]:
        """For each infoset the number of its first action's sequence; those of the other actions follow."""
        numbers, following = [], 0
        for infoset in self.infosets:
            numbers.append(infoset.player + 1 + following)
            following += len(infoset.actions)
        return tuple(numbers)

    def rows(self) -> Iterator[tuple[int, Infoset, str]]:
        """Every sequence but the empty ones, ascending: its number, its infoset and the name of its action."""
        for infoset, first in zip(self.infosets, self.first_sequences, strict=True):
            for offset, action in enumerate(infoset.actions):
                yield first + offset, infoset, action
