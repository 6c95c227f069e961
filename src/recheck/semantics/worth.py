"""What published strategies are worth, by the outcomes of the compiled game, and how far they are from a family of equilibria.

docs/bundle-format.md, "trajectory.csv" and "distance.csv". That the outcomes are those of the rules is not derived here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from recheck import tolerances
from recheck.distance import nearest
from recheck.exact import Strategy
from recheck.family import Family
from recheck.replies import worth
from recheck.response import columns
from recheck.semantics.bundle import Bundle
from recheck.semantics.compiled import Compiled

Strategies = Mapping[int, Sequence[float]]
"""Iteration -> probabilities in the order of the rows by player, infoset and action."""


def check_worth(
    bundle: Bundle,
    compiled: Compiled,
    file: str,
    trajectory: Mapping[str, Sequence[float]],
    strategies: Mapping[str, Strategies],
) -> None:
    """Compare a trajectory with what strategies are worth, bit by bit, up to the first row that is wrong.

    `trajectory` are its columns, `strategies` what they are about, by the prefix of the columns.
    """
    check = bundle.check("measures in the order of operations, bit by bit", file, tolerances.SAME_BITS)
    names = columns(compiled.game.players)
    for prefix, by_iteration in strategies.items():
        for row, t in enumerate(bundle.study["snapshots"], 1):
            if t not in by_iteration or not check.passed:
                continue
            try:
                numbers = worth(compiled.game, _by_infoset(compiled, by_iteration[t]))
            except OverflowError as error:
                check.problem("cannot be computed with the payoffs of outcomes.csv", row, found=error)
                return
            for name, number in zip(names, numbers):
                check.number(trajectory[f"{prefix}{name}"][row - 1], number, row, f"{prefix}{name}")


def check_distance(
    bundle: Bundle,
    compiled: Compiled,
    file: str,
    family: Family,
    strategies: Strategies,
    found: tuple[Sequence[float], Sequence[float]],
) -> None:
    """Compare a table of distances with those of the strategies from the family; `found` are parameters and distances."""
    check = bundle.check("distance from the family", file, tolerances.distances(len(compiled.labels)))
    for row, (t, *both) in enumerate(zip(bundle.study["snapshots"], *found), 1):
        if t in strategies:
            due = nearest(family, _by_infoset(compiled, strategies[t]))
            for column, number, derived in zip(("alpha", "distance"), both, due):
                check.number(number, derived, row, column)


def _by_infoset(compiled: Compiled, numbers: Sequence[float]) -> Strategy:
    return [tuple(numbers[begin:end]) for begin, end in compiled.spans]
