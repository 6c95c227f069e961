"""Verification of the final strategy: what is proven of it exactly, and of every plan against it.

Columns and certificate: docs/bundle-format.md, "strategy.csv", "plans.csv", "verification/.../*.json".
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Context, Decimal
from fractions import Fraction

from recheck import tolerances
from recheck.context import Run, are_probabilities, strategy_of
from recheck.exact import Exact, Strategy, exactly
from recheck.ledger import Check, exact_text, to_float
from recheck.plans import exact_payoffs, plan_text
from recheck.reading import FLOAT_CELL, float_of, read_table
from recheck.response import Measures, columns, measure
from recheck.states import Saved
from recheck.tolerances import Tolerance
from recheck.trajectory import Published, must_not_exist
from recheck.variants.rule import ANSWER_CURRENT

DECIMALS = Context(prec=18)
LAST_ROW = {
    "": "last row against exact arithmetic",
    "current_": "last row's current strategy against exact arithmetic",
}
"""The checks by what is proven, by the prefix of its columns."""


def check_final(
    run: Run, frequencies: Mapping[int, Strategy], saved: Mapping[int, Saved], trajectory: Published
) -> Exact | None:
    """Compare strategy.csv and plans.csv with what was derived, and with the other files' last rows.

    Give the final strategy, None if it cannot be read or is none.
    """
    last = run.study.iterations
    derived = run.average(last)
    check = run.check_strategies("final average strategy", "strategy.csv")
    labels = [cell.label for cell in run.cells]
    rows = read_table(check, run.study.folder, ("player", "infoset", "action", "probability"), labels)
    numbers: list[float | None] = []
    for cell in run.cells:
        row = rows.get(cell.label)
        number = None if row is None else float_of(check, row, "probability")
        numbers.append(number)
        if row is not None and number is not None and derived is not None:
            check.number(number, derived[cell.infoset][cell.action], row.number, "probability")
    published = strategy_of(run.study.game, numbers)
    if published is not None:
        _same_strategy(run, published, frequencies.get(last), "last row of frequencies.csv", tolerances.EXACT)
        state = saved[last].average if last in saved else None
        _same_strategy(run, published, state, "last checkpoint", tolerances.SAME_BITS)
    exact = None
    if published is not None:
        tolerance = tolerances.normalized(run.study.game)
        check = run.check("probabilities of an infoset sum to 1", "strategy.csv", tolerance)
        places = [(n, "probability") for n in range(1, len(run.cells) + 1)]
        if are_probabilities(check, run.cells, published, places):
            exact = exactly(published)
            _certify(run, exact, trajectory.get(last, {}))
            _certify_current(run, saved.get(last), trajectory.get(last, {}))
    if run.study.pure_plans and run.study.game.players == 2:
        _check_plans(run, derived or published, exact)
    else:
        must_not_exist(run, "plans.csv", "pure_plans")
    return exact


def _same_strategy(run: Run, published: Strategy, other: Strategy | None, name: str, tolerance: Tolerance) -> None:
    """The final strategy is also what another published file says it is."""
    if other is None:
        return
    check = run.check(f"final strategy against the {name}", "strategy.csv", tolerance)
    for n, cell in enumerate(run.cells, 1):
        check.number(published[cell.infoset][cell.action], other[cell.infoset][cell.action], n, "probability")


def _certify(run: Run, exact: Exact, row: Mapping[str, float]) -> None:
    """Prove values, gains and nash_conv of the final strategy exactly; compare the last row with them."""
    check = run.check(LAST_ROW[""], "trajectory.csv", run.measured)
    run.ledger.certificate, proven = _proven(run, exact, row, check, "")
    if run.plans is None:
        return
    check = run.check("exact gains, by recursion and by all plans", "strategy.csv", tolerances.EXACT)
    for of, best in zip(run.plans, proven.best):
        check.exact(max(exact_payoffs(run.study.game, of, exact)), best, None, f"gain_{of.player}")


def _certify_current(run: Run, saved: Saved | None, row: Mapping[str, float]) -> None:
    """The same of the current strategy that the last checkpoint stands for, if that is what the variant is about."""
    rule = run.study.rule
    if rule is None or rule.answer != ANSWER_CURRENT:
        return
    check = run.check(LAST_ROW["current_"], "trajectory.csv", run.of_state)
    if saved is None or saved.current is None:
        check.problem("no current strategy follows from the last checkpoint")
        return
    more, _ = _proven(run, exactly(saved.current), row, check, "current_")
    run.ledger.certificate = {**(run.ledger.certificate or {}), **more}


def _proven(
    run: Run, exact: Exact, row: Mapping[str, float], check: Check, prefix: str
) -> tuple[dict[str, dict[str, str]], Measures]:
    """The measures of a profile, as a report has them and as they are; the row is compared with them."""
    proven = measure(run.study.game, exact)
    *names, _ = columns(run.study.game.players)
    numbers = {f"{prefix}{name}": number for name, number in zip(names, proven.numbers())}
    for column, number in numbers.items():
        if column in row:
            check.number(row[column], to_float(number), len(run.study.snapshots), column)
    shown = {
        name: {"fraction": exact_text(number), "decimal": str(decimal(number))} for name, number in numbers.items()
    }
    return shown, proven


def decimal(number: Fraction) -> Decimal:
    """The number to 18 significant digits, correctly rounded."""
    return DECIMALS.divide(Decimal(number.numerator), Decimal(number.denominator))


def _check_plans(run: Run, average: Strategy | None, exact: Exact | None) -> None:
    """Compare plans.csv: values with those against the average strategy and exact ones, marks with exact ones."""
    derived = run.check_repeated("every plan against the final strategy", "plans.csv", tolerances.AVERAGE)
    if run.plans is None:
        derived.problem("has more plans than recheck enumerates", found=f"{len(run.study.game.infosets)} infosets")
        return
    labels = [(str(of.player), str(n)) for of in run.plans for n in range(len(of.choices))]
    longest = sum([len(cell.label[1]) + len(cell.label[2]) + 2 for cell in run.cells])
    header = ("player", "plan", "actions", "value", "best")
    rows = read_table(derived, run.study.folder, header, labels, max(FLOAT_CELL, longest))
    if average is None:
        return
    proven = run.check("every plan against the published strategy", "plans.csv", run.measured)
    marks = run.check("best plans", "plans.csv", tolerances.EXACT)
    game = run.study.game
    for of in run.plans:
        values = exact_payoffs(game, of, exactly(average))
        truth = None if exact is None else exact_payoffs(game, of, exact)
        greatest = None if truth is None else max(truth)
        for n, value in enumerate(values):
            row = rows.get((str(of.player), str(n)))
            if row is None:
                continue
            actions = plan_text(game, of.player, of.choices[n])
            derived.same(row.cells["actions"], actions, row.number, "actions", "is not the plan of this number")
            number = float_of(derived, row, "value")
            if number is not None:
                derived.number(number, to_float(value), row.number, "value")
            if truth is None:
                continue
            if number is not None:
                proven.number(number, to_float(truth[n]), row.number, "value")
            mark = "1" if truth[n] == greatest else "0"
            marks.same(row.cells["best"], mark, row.number, "best", "is not the mark by exact values")
