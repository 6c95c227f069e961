"""Linear programs in exact fractions: every answer comes with its proof.

The two-phase simplex method (G. B. Dantzig, Linear Programming and Extensions, 1963) with the pivoting rule of R. G.
Bland ("New finite pivoting rules for the simplex method", Mathematics of Operations Research 1977), which never
cycles.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from regretlab.exact.tableau import Tableau

Vector = tuple[Fraction, ...]


@dataclass(frozen=True)
class Constraint:
    """a·x ≤ bound, or a·x = bound; `coefficients` holds the a by variable, zeros left out."""

    coefficients: Mapping[int, Fraction]
    bound: Fraction


@dataclass(frozen=True)
class Solution:
    """An optimum, proven by its multipliers.

    There is one multiplier y per constraint, inequalities first: y ≤ 0 at inequalities; c - Σ y a is 0 at free
    variables and ≥ 0 at the others. Hence c·x ≥ Σ y bound for every feasible x, and here the two are equal.
    """

    value: Fraction
    variables: Vector
    multipliers: Vector


class InfeasibleError(ArithmeticError):
    """No x satisfies the constraints.

    Proven by multipliers: y ≤ 0 at inequalities; Σ y a is 0 at free variables and ≤ 0 at the others; but Σ y bound >
    0.
    """

    def __init__(self, multipliers: Vector) -> None:
        """Keep the proof."""
        super().__init__("the constraints of the linear program exclude each other")
        self.multipliers = multipliers


class UnboundedError(ArithmeticError):
    """The objective falls without end.

    Proven by a ray: from a feasible x, every x + t·ray with t ≥ 0 is feasible, and c·ray < 0.
    """

    def __init__(self, ray: Vector) -> None:
        """Keep the proof."""
        super().__init__("the objective of the linear program has no bound")
        self.ray = ray


def solve(
    objective: Sequence[Fraction],
    inequalities: Sequence[Constraint] = (),
    equalities: Sequence[Constraint] = (),
    free: Collection[int] = (),
) -> Solution:
    """Minimize c·x such that a·x ≤ bound (inequalities), a·x = bound (equalities), x ≥ 0 except where `free`.

    Raises `InfeasibleError` or `UnboundedError`.
    """
    form = _StandardForm(len(objective), tuple(inequalities), tuple(equalities), tuple(sorted(free)))
    tableau = Tableau(*form.rows())

    infeasibility = [0] * form.artificial + [1] * len(form.constraints)
    tableau.minimize(infeasibility, form.artificial)
    if tableau.value() > 0:
        raise InfeasibleError(form.multipliers(tableau, infeasibility, 1))
    tableau.expel(form.artificial)

    scale = lcm(*(c.denominator for c in objective))
    costs = form.columns({variable: c * scale for variable, c in enumerate(objective)})
    descent = tableau.minimize(costs, form.artificial)
    if descent is not None:
        raise UnboundedError(form.variables(tableau.ray(descent)))
    return Solution(
        tableau.value() / scale,
        form.variables(tableau.solution()),
        form.multipliers(tableau, costs, scale),
    )


@dataclass(frozen=True)
class _StandardForm:
    """The same program in integers: equalities, bounds ≥ 0 and variables ≥ 0 only.

    Columns: the variables; the negative parts of the free ones; one slack per inequality; one artificial variable per
    constraint; at last the bound. A row is its constraint times a factor.
    """

    given: int
    inequalities: tuple[Constraint, ...]
    equalities: tuple[Constraint, ...]
    free: tuple[int, ...]

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """Inequalities first."""
        return self.inequalities + self.equalities

    @property
    def slack(self) -> int:
        """Column of the first slack."""
        return self.given + len(self.free)

    @property
    def artificial(self) -> int:
        """Column of the first artificial variable."""
        return self.slack + len(self.inequalities)

    def rows(self) -> tuple[list[list[int]], list[int]]:
        """The rows, and for each the column that starts in the basis: its slack or artificial variable."""
        rows, basis = [], []
        for number, constraint in enumerate(self.constraints):
            factor = _factor(constraint)
            row = self.columns({variable: factor * a for variable, a in constraint.coefficients.items()})
            row[self.artificial + number] = 1
            row.append(int(factor * constraint.bound))
            basis.append(self.artificial + number)
            if number < len(self.inequalities):
                row[self.slack + number] = 1 if factor > 0 else -1
                if factor > 0:
                    basis[number] = self.slack + number
            rows.append(row)
        return rows, basis

    def columns(self, coefficients: Mapping[int, Fraction]) -> list[int]:
        """The whole coefficients of the given variables, as those of all columns but the bound."""
        row = [0] * (self.artificial + len(self.constraints))
        for variable, coefficient in coefficients.items():
            row[variable] = int(coefficient)
        for column, variable in enumerate(self.free, start=self.given):
            row[column] = -row[variable]
        return row

    def variables(self, columns: Sequence[Fraction]) -> Vector:
        """The given variables; the free ones are their positive less their negative part."""
        variables = list(columns[: self.given])
        for column, variable in enumerate(self.free, start=self.given):
            variables[variable] -= columns[column]
        return tuple(variables)

    def multipliers(self, tableau: Tableau, costs: Sequence[int], scale: int) -> Vector:
        """One per constraint: the worth of its bound, by the reduced cost of its artificial variable."""
        return tuple(
            (costs[column] - tableau.reduced_cost(column)) * _factor(constraint) / scale
            for column, constraint in enumerate(self.constraints, start=self.artificial)
        )


def _factor(constraint: Constraint) -> int:
    """What makes the constraint whole, and its bound not negative."""
    factor = lcm(constraint.bound.denominator, *(a.denominator for a in constraint.coefficients.values()))
    return factor if constraint.bound >= 0 else -factor
