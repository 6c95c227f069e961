"""What a variant of CFR is to the loop: three pure functions of the iteration, and facts.

Most of the family differs only in a few numbers per iteration. In iteration t = 1, 2, ... with instantaneous regrets r,
realization weights x, cumulative regrets R, strategy sums S and strategy σ, at every infoset of the players in turn:

    R ← max(floor, R·(positive if R > 0 else negative) + weight·r)     add_regret(t)
    S ← discount·S + weight·x                                          add_policy(t)
    σ ← RM(discount·R + weight·r)                                      policy(t)

RM is regret matching (S. Hart and A. Mas-Colell, Econometrica 2000): the positive parts divided by their sum, uniform if
there are none. The three functions get many iterations at once, t as an array of floats, and return numbers or arrays of
that length; they go to one compiled kernel, so a variant needs no compiler.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regretlab.errors import InputError

Floats = NDArray[np.float64]
Number = float | Floats


class AddRegret(NamedTuple):
    """How the cumulative regret takes in the instantaneous one: R ← max(floor, R·(positive or negative) + weight·r)."""

    positive: Number = 1.0
    negative: Number = 1.0
    weight: Number = 1.0
    floor: Number = -inf


class AddPolicy(NamedTuple):
    """How the strategy sum takes in the realization weights just played: S ← discount·S + weight·x."""

    discount: Number = 1.0
    weight: Number = 1.0


class Policy(NamedTuple):
    """What regret matching is applied to: discount·R + weight·r; weight is 1 where r predicts the next regret."""

    discount: Number = 1.0
    weight: Number = 0.0


class Step(NamedTuple):
    """All numbers of one iteration, in the order in which the kernel reads them."""

    add_regret: AddRegret
    add_policy: AddPolicy
    policy: Policy


@dataclass(frozen=True)
class Updates:
    """Which players are updated together; the groups take turns within one iteration."""

    name: str
    groups: Callable[[int], list[int]]
    """From the number of players n to the bounds of the groups: group k is players bounds[k] to bounds[k + 1] - 1."""


SIMULTANEOUS = Updates("simultaneous", lambda n: [0, n])
ALTERNATING = Updates("alternating", lambda n: list(range(n + 1)))


@dataclass(frozen=True)
class Variant:
    """One update rule."""

    title: str
    updates: Updates
    reference: str
    guarantee: str
    add_regret: Callable[[Floats], AddRegret]
    add_policy: Callable[[Floats], AddPolicy]
    policy: Callable[[Floats], Policy]

    def steps(self, t: Floats) -> Floats:
        """(T, 8) The numbers of the iterations `t` (T,), counted from 1; columns in the order of `Step`.

        Raises `InputError` if one of them is not a number.
        """
        step = Step(self.add_regret(t), self.add_policy(t), self.policy(t))
        table = np.empty((len(t), sum(map(len, step))))
        for column, numbers in enumerate(number for part in step for number in part):
            table[:, column] = numbers
        if np.isnan(table).any():
            row = np.argmax(np.isnan(table).any(axis=1))
            raise InputError(f"{self.title}: iteration {t[row]:.0f}: expected numbers, found {table[row]}")
        return table
