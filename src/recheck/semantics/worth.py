"""What published strategies, and plans against them, are worth by the outcomes of the game; their distance from a family.

docs/bundle-format.md, "trajectory.csv", "plans.csv", "distance.csv". That the outcomes are those of the rules is not derived.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from recheck import tolerances
from recheck.distance import nearest
from recheck.exact import Strategy, exactly
from recheck.family import Family
from recheck.ledger import to_float
from recheck.plans import FEW_PLANS, exact_payoffs, plans
from recheck.replies import worth
from recheck.response import columns
from recheck.semantics.bundle import Bundle
from recheck.semantics.compiled import Compiled

CURRENT = "current_"
"""How columns on current strategies begin."""

Strategies = Mapping[int, Sequence[float]]
"""Iteration -> probabilities in the order of the rows by player, infoset and action."""


def check_worth(
    bundle: Bundle,
    compiled: Compiled,
    file: str,
    trajectory: Mapping[str, Sequence[float]],
    strategies: Mapping[str, Strategies],
    exponentials: bool,
) -> None:
    """Compare a trajectory with what strategies are worth, bit by bit, up to the first row that is wrong.

    `trajectory` are its columns, `strategies` what they are about, by the prefix of the columns. `exponentials` tells that the
    current strategies are made of them: then there is a tolerance.
    """
    exact = bundle.check("measures in the order of operations, bit by bit", file, tolerances.SAME_BITS)
    near = tolerances.of_state(compiled.rounding, exponentials)
    checks = {"": exact, CURRENT: bundle.check("measures of exponentials", file, near) if exponentials else exact}
    names = columns(compiled.game.players)
    for prefix, by_iteration in strategies.items():
        check = checks[prefix]
        compare = check.number if check.tolerance else check.double
        for row, t in enumerate(bundle.study["snapshots"], 1):
            if t not in by_iteration or not check.passed:
                continue
            try:
                numbers = worth(compiled.game, _by_infoset(compiled, by_iteration[t]))
            except OverflowError as error:
                check.problem("cannot be computed with the payoffs of outcomes.csv", row, found=error)
                return
            for name, number in zip(names, numbers):
                compare(trajectory[f"{prefix}{name}"][row - 1], number, row, f"{prefix}{name}")


def check_distance(
    bundle: Bundle,
    compiled: Compiled,
    file: str,
    family: Family,
    strategies: Strategies,
    found: tuple[Sequence[float], Sequence[float]],
) -> None:
    """Compare a table of distances with those of the strategies from the family, up to the first row that is wrong.

    `found` are parameters and distances.
    """
    check = bundle.check("distance from the family", file, tolerances.distances(len(compiled.labels)))
    for row, (t, *both) in enumerate(zip(bundle.study["snapshots"], *found), 1):
        if t in strategies and check.passed:
            due = nearest(family, _by_infoset(compiled, strategies[t]))
            for column, number, derived in zip(("alpha", "distance"), both, due):
                check.number(number, derived, row, column)


def check_plans(bundle: Bundle, compiled: Compiled, file: str, values: Sequence[float], final: Sequence[float]) -> None:
    """Compare the values of all plans, if these are few, with those against the final strategy, up to the first that is wrong."""
    found = plans(compiled.game, FEW_PLANS)
    if found is None:
        return
    check = bundle.check("every plan against the final strategy", file, compiled.rounding)
    strategy = exactly(_by_infoset(compiled, final))
    due = [payoff for of in found for payoff in exact_payoffs(compiled.game, of, strategy)]
    for row, (value, payoff) in enumerate(zip(values, due), 1):
        check.number(value, to_float(payoff), row, "value")
        if not check.passed:
            return


def _by_infoset(compiled: Compiled, numbers: Sequence[float]) -> Strategy:
    return [tuple(numbers[begin:end]) for begin, end in compiled.spans]
