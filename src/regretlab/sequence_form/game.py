"""A game in sequence form, exact: what the compiler makes of the rules.

The sequence form is B. von Stengel's ("Efficient computation of behavior strategies", Games and Economic Behavior 1996):
with perfect recall, all that matters of a player's strategy is the realization weight of each of the player's sequences.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


class Infoset(NamedTuple):
    """An infoset of one player; `parent` is the number of the sequence that leads to it."""

    player: int
    name: str
    actions: tuple[str, ...]
    parent: int


class Alike(NamedTuple):
    """Infosets, by their numbers, that a player without perfect recall cannot tell apart; how many histories each has."""

    infosets: tuple[int, ...]
    histories: tuple[int, ...]


class Outcome(NamedTuple):
    """The terminals that the same sequences reach: one sequence per player, chance-weighted payoffs summed."""

    sequences: tuple[int, ...]
    payoffs: tuple[Fraction, ...]


@dataclass(frozen=True, eq=False)
class Outcomes:
    """All E outcomes of a game of n players, ascending by their sequences; iterating gives each of them exactly."""

    sequences: NDArray[np.uint32]
    """(E, n) One sequence per player."""
    payoffs: NDArray[Any]
    """(E, n) Chance-weighted payoffs times the denominator: int64, or Python's integers where those would not fit."""
    denominator: int
    """The least whole number that makes all payoffs whole."""

    def __len__(self) -> int:
        """The number of outcomes, E."""
        return len(self.sequences)

    def __iter__(self) -> Iterator[Outcome]:
        """Every outcome, with exact payoffs."""
        for sequences, payoffs in zip(self.sequences.tolist(), self.payoffs.tolist(), strict=True):
            yield Outcome(tuple(sequences), tuple(Fraction(payoff, self.denominator) for payoff in payoffs))

    def __eq__(self, other: object) -> bool:
        """Whether all outcomes are the same."""
        return isinstance(other, Outcomes) and (
            self.denominator == other.denominator
            and np.array_equal(self.sequences, other.sequences)
            and np.array_equal(self.payoffs, other.payoffs)
        )

    __hash__ = None  # type: ignore[assignment]

    def floats(self) -> NDArray[np.float64]:
        """(E, n) Chance-weighted payoffs, each correctly rounded."""
        distinct, where = np.unique(self.payoffs, return_inverse=True)
        rounded = np.array([payoff / self.denominator for payoff in distinct.tolist()], dtype=np.float64)
        return rounded[where].reshape(self.payoffs.shape)


@dataclass(frozen=True)
class Game:
    """A compiled game.

    Infosets come by player, then by number of own earlier decisions, then by name, so that parents precede children.
    Sequences are numbered over all players: each player's empty sequence, then infoset by infoset, action by action.
    """

    rules: str
    parameters: Mapping[str, Any]
    unit: str
    players: int
    histories: int
    terminals: int
    zero_sum: bool
    infosets: tuple[Infoset, ...]
    outcomes: Outcomes
    alike: tuple[Alike, ...] = ()
    """Without perfect recall: infosets as they would be with it, and here which of them are played alike."""

    @cached_property
    def infoset_bounds(self) -> tuple[int, ...]:
        """Player i's infosets are those from bounds[i] up to, not including, bounds[i + 1]."""
        numbers = [0] * self.players
        for infoset in self.infosets:
            numbers[infoset.player] += 1
        return tuple(accumulate(numbers, initial=0))

    @cached_property
    def sequence_bounds(self) -> tuple[int, ...]:
        """Player i's sequences are those from bounds[i], the empty one, up to, not including, bounds[i + 1]."""
        numbers = [1] * self.players
        for infoset in self.infosets:
            numbers[infoset.player] += len(infoset.actions)
        return tuple(accumulate(numbers, initial=0))

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
