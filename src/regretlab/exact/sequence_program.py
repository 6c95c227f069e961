"""The linear program of a two-player zero-sum game in sequence form, as a sparse matrix of whole numbers.

B. von Stengel, "Efficient computation of behavior strategies", and D. Koller, N. Megiddo and B. von Stengel, "Efficient
computation of equilibria for extensive two-person games", both Games and Economic Behavior 1996.

Let x be realization weights of a player, y those of the opponent, f linear. The greatest f(x) + u(x,y) over all x is, by
duality, the least p(root) such that for each sequence s of the player

    p(I) ≥ f(s) + Σ u(s,t) y(t) + Σ p(J),

where I is the infoset of s, the root for the empty sequence, and the J are the infosets whose parent is s. This is backward
induction with ≥ in place of the maximum. It stays linear when y is unknown as well; its multipliers are then the x.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Self

import numpy as np

from regretlab.errors import InputError
from regretlab.exact.linear_system import Matrix, Places
from regretlab.sequence_form.game import Game

SMALL = 10
"""Coefficients of no more bits than this are left as they are."""


@dataclass(frozen=True)
class SequenceProgram:
    """What has to hold of y and p, against a player.

    Columns: y by the opponent's sequence, all ≥ 0; then p(root) and p by the player's infoset. Rows: for each sequence s of the
    player Σ u(s,t) y(t) + Σ p(J) - p(I) ≤ -f(s); for each infoset of the opponent, that the weights of its actions sum
    to that of its parent; at last y(empty sequence) = 1. The payoffs u are the game's times its denominator, and p is
    counted in that times `unit`.
    """

    game: Game
    player: int
    unit: int = 1

    def __post_init__(self) -> None:
        """Refuse a game of another kind."""
        if self.game.players != 2 or not self.game.zero_sum:
            found = f"{self.game.players} players, {'zero sum' if self.game.zero_sum else 'not zero sum'}"
            raise InputError(f"{self.game.rules}: expected a two-player zero-sum game, found {found}")
        if self.game.alike:
            raise InputError(f"{self.game.rules}: expected perfect recall, found infosets that are played alike")

    @classmethod
    def balanced(cls, game: Game) -> Self:
        """Against player 0, in a unit that brings large payoffs near to the other coefficients, which are 1 and -1."""
        greatest = max(map(abs, game.outcomes.payoffs[:, 0].tolist()))
        return cls(game, 0, 1 << max(0, greatest.bit_length() - SMALL))

    @property
    def sequences(self) -> int:
        """The number of the player's sequences: the first rows."""
        return len(self._own.sequences)

    @property
    def root(self) -> int:
        """The column of p(root); before it come those of y."""
        return len(self._other.sequences)

    @property
    def rows(self) -> int:
        """How many rows there are; the last says that y is not scaled."""
        return self.sequences + len(self._other.parents) + 1

    @property
    def columns(self) -> int:
        """How many columns there are."""
        return self.root + 1 + len(self._own.parents)

    @cached_property
    def matrix(self) -> Matrix:
        """All coefficients."""
        own, other, outcomes = self._own, self._other, self.game.outcomes
        infoset_columns = self.root + 1 + np.arange(len(own.parents))
        infoset_rows = self.sequences + np.arange(len(other.parents))
        sequences = outcomes.sequences.astype(np.int64)
        blocks = [
            (own.sequences, np.append(self.root, infoset_columns[own.infosets]), -self.unit),
            (own.parents, infoset_columns, self.unit),
            (
                sequences[:, self.player] - own.empty,
                sequences[:, 1 - self.player] - other.empty,
                outcomes.payoffs[:, self.player],
            ),
            (infoset_rows[other.infosets], other.sequences[1:], 1),
            (infoset_rows, other.parents, -1),
            (np.array([self.rows - 1]), np.array([0]), 1),
        ]
        rows, columns, numbers = zip(*blocks, strict=True)
        filled = [np.broadcast_to(number, len(row)) for number, row in zip(numbers, rows, strict=True)]
        return Matrix(np.concatenate(rows), np.concatenate(columns), np.concatenate(filled))

    @cached_property
    def _own(self) -> "_Tree":
        return _Tree.of(self.game, self.player)

    @cached_property
    def _other(self) -> "_Tree":
        return _Tree.of(self.game, 1 - self.player)


class _Tree(NamedTuple):
    """A player's sequences, numbered from 0, the empty one, and infosets, numbered from 0."""

    empty: int
    """Number of the empty sequence in the game."""
    sequences: Places
    """All sequences."""
    infosets: Places
    """For each sequence but the empty one, the infoset where it ends."""
    parents: Places
    """For each infoset, the sequence that leads to it."""

    @classmethod
    def of(cls, game: Game, player: int) -> Self:
        """The player's part of a game."""
        infosets = game.infosets[slice(*game.infoset_bounds[player : player + 2])]
        start, end = game.sequence_bounds[player : player + 2]
        actions = np.array([len(infoset.actions) for infoset in infosets], dtype=np.int64)
        parents = np.array([infoset.parent for infoset in infosets], dtype=np.int64)
        return cls(start, np.arange(end - start), np.repeat(np.arange(len(infosets)), actions), parents - start)
