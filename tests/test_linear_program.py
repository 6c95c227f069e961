"""Linear programs in exact fractions: each answer is proven, and agrees with a search of all vertices."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from regretlab.exact.linear_program import Constraint, InfeasibleError, Solution, UnboundedError, solve

F = Fraction
EXAMPLES = settings(deadline=None, derandomize=True)

Program = tuple[list[Fraction], list[Constraint], list[Constraint], list[int]]
"""Objective, inequalities, equalities, free variables."""

fractions = st.fractions(-3, 3, max_denominator=4)


@st.composite
def programs(draw: st.DrawFn, allow_free: bool) -> Program:
    variables = draw(st.integers(1, 3))
    row = st.builds(
        lambda coefficients, bound: Constraint(dict(enumerate(coefficients)), bound),
        st.lists(fractions, min_size=variables, max_size=variables),
        fractions,
    )
    objective = draw(st.lists(fractions, min_size=variables, max_size=variables))
    free = [j for j in range(variables) if allow_free and draw(st.booleans())]
    return objective, draw(st.lists(row, max_size=4)), draw(st.lists(row, max_size=2)), free


@settings(EXAMPLES, max_examples=100)
@given(programs(allow_free=True))
def test_every_answer_is_proven(program: Program) -> None:
    objective, inequalities, equalities, free = program
    try:
        solution = solve(objective, inequalities, equalities, free)
    except InfeasibleError as error:
        bound, sums = combine(len(objective), inequalities, equalities, error.multipliers)
        assert bound > 0
        assert all(total == 0 if j in free else total <= 0 for j, total in enumerate(sums))
    except UnboundedError as error:
        assert dot(objective, error.ray) < 0
        assert all(step >= 0 for j, step in enumerate(error.ray) if j not in free)
        assert all(slack(row, error.ray) >= row.bound for row in inequalities)
        assert all(slack(row, error.ray) == row.bound for row in equalities)
        assert solve([F(0)] * len(objective), inequalities, equalities, free).value == 0
    else:
        assert_optimal(program, solution)


def assert_optimal(program: Program, solution: Solution) -> None:
    objective, inequalities, equalities, free = program
    x = solution.variables
    assert dot(objective, x) == solution.value
    assert all(value >= 0 for j, value in enumerate(x) if j not in free)
    assert all(slack(row, x) >= 0 for row in inequalities)
    assert all(slack(row, x) == 0 for row in equalities)
    bound, sums = combine(len(objective), inequalities, equalities, solution.multipliers)
    assert bound == solution.value
    assert all(sums[j] == c if j in free else sums[j] <= c for j, c in enumerate(objective))


@settings(EXAMPLES, max_examples=50)
@given(programs(allow_free=False))
def test_optima_are_the_best_vertices(program: Program) -> None:
    objective, inequalities, equalities, _ = program
    values = [dot(objective, x) for x in vertices(len(objective), inequalities, equalities)]
    try:
        assert solve(objective, inequalities, equalities).value == min(values)
    except InfeasibleError:
        assert not values
    except UnboundedError:
        assert values


def test_the_pivoting_rule_does_not_cycle() -> None:
    """E. M. L. Beale's example of 1955, on which the steepest-descent rule cycles; its minimum is -1/20."""
    rows = [
        Constraint({0: F(1, 4), 1: F(-60), 2: F(-1, 25), 3: F(9)}, F(0)),
        Constraint({0: F(1, 2), 1: F(-90), 2: F(-1, 50), 3: F(3)}, F(0)),
        Constraint({2: F(1)}, F(1)),
    ]
    solution = solve([F(-3, 4), F(150), F(-1, 50), F(6)], rows)
    assert solution.value == F(-1, 20)
    assert solution.variables == (F(1, 25), F(0), F(1), F(0))


def dot(a: Sequence[Fraction], b: Sequence[Fraction]) -> Fraction:
    return sum((x * y for x, y in zip(a, b, strict=True)), F(0))


def slack(row: Constraint, x: Sequence[Fraction]) -> Fraction:
    return row.bound - sum((a * x[j] for j, a in row.coefficients.items()), F(0))


def combine(
    variables: int,
    inequalities: list[Constraint],
    equalities: list[Constraint],
    multipliers: Sequence[Fraction],
) -> tuple[Fraction, list[Fraction]]:
    """Σ y bound and Σ y a; and no multiplier of an inequality is positive."""
    assert all(y <= 0 for y in multipliers[: len(inequalities)])
    rows = list(zip(multipliers, inequalities + equalities, strict=True))
    return sum((y * row.bound for y, row in rows), F(0)), [
        sum((y * row.coefficients[j] for y, row in rows), F(0)) for j in range(variables)
    ]


def vertices(variables: int, inequalities: list[Constraint], equalities: list[Constraint]) -> list[list[Fraction]]:
    """All feasible points at which as many independent constraints are tight as there are variables."""
    signs = [Constraint({k: F(-(k == j)) for k in range(variables)}, F(0)) for j in range(variables)]
    found = []
    for tight in combinations(inequalities + equalities + signs, variables):
        x = intersection(variables, tight)
        if (
            x is not None
            and all(slack(row, x) >= 0 for row in inequalities + signs)
            and all(slack(row, x) == 0 for row in equalities)
        ):
            found.append(x)
    return found


def intersection(variables: int, rows: Sequence[Constraint]) -> list[Fraction] | None:
    """The one point at which all rows are equalities, if there is one: Cramer's rule."""
    matrix = [[row.coefficients[j] for j in range(variables)] for row in rows]
    determinant = laplace(matrix)
    if determinant == 0:
        return None
    return [
        laplace([[*line[:j], row.bound, *line[j + 1 :]] for line, row in zip(matrix, rows, strict=True)]) / determinant
        for j in range(variables)
    ]


def laplace(matrix: list[list[Fraction]]) -> Fraction:
    if not matrix:
        return F(1)
    return sum(
        (
            (-1) ** j * entry * laplace([[*row[:j], *row[j + 1 :]] for row in matrix[1:]])
            for j, entry in enumerate(matrix[0])
        ),
        F(0),
    )
