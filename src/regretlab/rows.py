"""What rules of arrays get: infosets of a player, the actions of one after those of the other, and sums over them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from regretlab.elementary import Floats

Indices = NDArray[np.int64]


class Layout(NamedTuple):
    """Where the actions of some infosets stand in an array (Q,) that has them one infoset after the other."""

    grid: Indices
    """(I, A) The numbers of each infoset's actions; where there are fewer than A, the rest are Q."""
    infoset: Indices
    """(Q,) The infoset of each action."""
    place: Indices
    """(Q,) Which of its infoset's actions it is."""
    actions: Floats
    """(Q,) How many actions its infoset has."""

    @classmethod
    def of(cls, numbers: Sequence[int]) -> Self:
        """Lay out infosets with these numbers of actions."""
        ends = np.cumsum(np.array(numbers, dtype=np.int64))
        places = np.arange(max(numbers))
        grid = (ends - numbers)[:, None] + places
        infoset = np.repeat(np.arange(len(numbers)), numbers)
        made = cls(
            np.where(places < np.array(numbers)[:, None], grid, ends[-1]),
            infoset,
            np.arange(ends[-1]) - (ends - numbers)[infoset],
            np.array(numbers, dtype=np.float64)[infoset],
        )
        for array in made:
            array.flags.writeable = False
        return made


@dataclass(frozen=True)
class Rows:
    """Infosets of a player as read-only arrays (Q,), with an entry for each action, one infoset after the other."""

    t: float
    """The iteration."""
    layout: Layout

    @property
    def actions(self) -> Floats:
        """How many actions the infoset has."""
        return self.layout.actions

    def total(self, a: Floats) -> Floats:
        """The sum over the infoset's actions, from left to right."""
        columns = self._columns(a, 0.0)
        total: Floats = columns[0]
        for column in columns[1:]:
            total = total + column
        return np.take(total, self.layout.infoset)

    def greatest(self, a: Floats) -> Floats:
        """The greatest of the infoset's actions."""
        return np.take(self._columns(a, -inf).max(axis=0), self.layout.infoset)

    def first_greatest(self, a: Floats) -> Floats:
        """1 for the first of the greatest of the infoset's actions, otherwise 0."""
        place = np.take(self._columns(a, -inf).argmax(axis=0), self.layout.infoset)
        return np.where(place == self.layout.place, 1.0, 0.0)

    def match(self, a: Floats) -> Floats:
        """Regret matching: the positive parts divided by their sum, uniform if there are none."""
        positive = np.maximum(a, 0.0)
        total = self.total(positive)
        matched: Floats = np.where(total > 0.0, positive / total, 1.0 / self.actions)
        return matched

    def _columns(self, a: Floats, empty: float) -> Floats:
        """(A, I) First actions, second actions and so on; `empty` where there are fewer."""
        return np.take(np.append(a, empty), self.layout.grid.T)


@dataclass(frozen=True)
class Values(Rows):
    """What the value of infosets depends on."""

    q: Floats
    """Counterfactual values of the actions."""
    sigma: Floats
    """The strategy that is being played."""
    R: Floats
    """Cumulative regrets."""


@dataclass(frozen=True)
class Stored(Rows):
    """What a player remembers."""

    R: Floats
    """Cumulative regrets."""
    S: Floats
    """Strategy sums."""
    r: Floats
    """Instantaneous regrets, the latest."""
    memory: Mapping[str, Floats]
    """What the rule keeps besides."""


@dataclass(frozen=True)
class Played(Stored):
    """What a player remembers and has just played; `r` is what came of it."""

    r_before: Floats
    """Instantaneous regrets of the iteration before."""
    sigma: Floats
    """The strategy played."""
    x: Floats
    """Its realization weights."""
    reach: Floats
    """The realization weight of the sequence that leads to the infoset."""
