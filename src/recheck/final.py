"""Verification of the final strategy: what is proven of it exactly, and of every plan against it.

Columns and certificate: docs/bundle-format.md, "strategy.csv", "plans.csv", "verification/.../*.json".
"""

from __future__ import annotations

from decimal import Context, Decimal
from fractions import Fraction

from recheck import tolerances
from recheck.context import MEASURES, Run, floats
from recheck.family import Exact
from recheck.ledger import Check
from recheck.plans import exact_payoffs, line_values, plan_text, plan_values
from recheck.reading import read_table
from recheck.response import best_response_value, expected_value
from recheck.states import Saved
from recheck.trajectory import Published, must_not_exist
from recheck.walk import Strategy

DECIMALS = Context(prec=18)


def check_final(run: Run, frequencies: dict[int, Strategy], saved: dict[int, Saved], trajectory: Published) -> None:
    """Compare strategy.csv and plans.csv with what was derived, and with the other files' last rows."""
    last = run.study.iterations
    derived = run.average(last)
    check = run.check_repeated("final average strategy", "strategy.csv", tolerances.AVERAGE)
    labels = [label for label, _, _ in run.cells()]
    rows = read_table(check, run.study.folder, ("player", "infoset", "action", "probability"), labels)
    numbers = {}
    for label, key, action in run.cells():
        for number in floats(check, rows[label], ("probability",)).values() if label in rows else ():
            numbers[label] = number
            if derived is not None:
                check.number(number, derived[key][action], rows[label].number, "probability")
    published = run.strategy(numbers)
    if published is not None:
        _same_strategy(run, published, frequencies.get(last), "last row of frequencies.csv", tolerances.EXACT)
        state = saved[last].average if last in saved else None
        _same_strategy(run, published, state, "last checkpoint", tolerances.SAME_ROW)
    exact = None if published is None else normalize(run, published)
    if exact is not None:
        _certify(run, exact, trajectory.get(last, {}))
    if run.study.pure_plans:
        _check_plans(run, derived or published, exact)
    else:
        must_not_exist(run, "plans.csv", "pure_plans")


def _same_strategy(
    run: Run, published: Strategy, other: Strategy | None, name: str, tolerance: tolerances.Tolerance
) -> None:
    """The final strategy is also what another published file says it is."""
    if other is None:
        return
    check = run.check(f"final strategy against the {name}", "strategy.csv", tolerance)
    for n, (_, key, action) in enumerate(run.cells(), 1):
        check.number(published[key][action], other[key][action], n, "probability")


def normalize(run: Run, published: Strategy) -> Exact | None:
    """The published decimals as exact numbers, divided by their exact sum; None if they are no probabilities.

    `repr` is the published text (any other is a problem), so that no binary rounding comes between.
    """
    check = run.check("probabilities of an infoset sum to 1", "strategy.csv", tolerances.NORMALIZED)
    exact = {}
    for n, (_, key, action) in enumerate(run.cells(), 1):
        on_pass, on_bet = (Fraction(repr(number)) for number in published[key])
        if (on_pass, on_bet)[action] < 0:
            check.problem("is not a probability", n, "probability", "0 or more", published[key][action])
        if action == 1:
            total = on_pass + on_bet
            check.within(float(min(abs(total - 1), Fraction(1))), n, "probability", 1, total)
            exact[key] = (on_pass, on_bet)
    if not check.passed:
        return None
    return {key: (pair[0] / (pair[0] + pair[1]), pair[1] / (pair[0] + pair[1])) for key, pair in exact.items()}


def _certify(run: Run, exact: Exact, row: dict[str, float]) -> None:
    """Prove value, gains and nash_conv of the final strategy exactly; compare the last row with them."""
    game = run.study.game
    chance = Fraction(1, len(game.deals))
    value = expected_value(game, exact, chance)
    best = [best_response_value(game, exact, player, chance) for player in (0, 1)]
    gains = (best[0] - value, best[1] + value)
    proven = dict(zip(MEASURES, (value, *gains, gains[0] + gains[1])))
    run.ledger.certificate = {
        name: {"fraction": str(number), "decimal": str(decimal(number))} for name, number in proven.items()
    }
    check = run.check("last row against exact arithmetic", "trajectory.csv", tolerances.SAME_STRATEGY)
    for column, number in proven.items():
        if column in row:
            check.number(row[column], float(number), len(run.study.snapshots), column)
    if run.plans is None:
        return
    check = run.check("exact gains, by recursion and by all plans", "strategy.csv", tolerances.EXACT)
    for of, by_recursion in zip(run.plans, best):
        check.exact(max(exact_payoffs(game, of, exact)), by_recursion, None, f"gain_{of.player}")


def decimal(number: Fraction) -> Decimal:
    """The number to 18 significant digits, correctly rounded."""
    return DECIMALS.divide(Decimal(number.numerator), Decimal(number.denominator))


def _check_plans(run: Run, average: Strategy | None, exact: Exact | None) -> None:
    """Compare plans.csv: values with those against the average strategy and exact ones, marks with exact ones."""
    derived = run.check_repeated("every plan against the final strategy", "plans.csv", tolerances.AVERAGE)
    if run.plans is None:
        derived.problem("has more plans than recheck enumerates", found=f"{run.study.game.ranks} ranks")
        return
    labels = [(str(of.player), str(n)) for of in run.plans for n in range(len(of.choices))]
    rows = read_table(derived, run.study.folder, ("player", "plan", "actions", "value", "best"), labels)
    if average is None:
        return
    proven = run.check("every plan against the published strategy", "plans.csv", tolerances.SAME_STRATEGY)
    marks = run.check("best plans", "plans.csv", tolerances.EXACT)
    game = run.study.game
    for of in run.plans:
        values = plan_values(of, line_values(game, average, of.player, 1 / len(game.deals)))
        truth = [] if exact is None else exact_payoffs(game, of, exact)
        for n, chosen in enumerate(of.choices):
            row = rows.get((str(of.player), str(n)))
            if row is None:
                continue
            actions = plan_text(game, of.player, chosen)
            derived.same(row.cells["actions"], actions, row.number, "actions", "is not the plan of this number")
            for number in floats(derived, row, ("value",)).values():
                derived.number(number, values[n], row.number, "value")
                if truth:
                    proven.number(number, float(truth[n]), row.number, "value")
            if truth:
                _check_mark(marks, row.cells["best"], truth[n] == max(truth), row.number)


def _check_mark(check: Check, found: str, best: bool, row: int) -> None:
    """The mark of a plan is 1 if no other has a greater exact value, else 0."""
    check.same(found, "1" if best else "0", row, "best", "is not the mark by exact values")
