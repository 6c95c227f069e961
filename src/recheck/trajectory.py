"""Verification of the trajectory and of the frequencies: what is published of every snapshot.

Columns: docs/bundle-format.md, "trajectory.csv" and "frequencies.csv". The value and the gains are derived
twice, by recursion (recheck.response) and by enumeration of all plans (recheck.plans).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from recheck import tolerances
from recheck.context import MEASURES, Run, floats
from recheck.ledger import Check
from recheck.reading import read_table
from recheck.response import Measures, by_recursion
from recheck.states import Saved
from recheck.walk import Strategy

AVERAGE = MEASURES
CURRENT = tuple(f"current_{name}" for name in MEASURES)

Published = dict[int, dict[str, float]]
"""Iteration -> column -> published float, as far as it can be read."""


def check_frequencies(run: Run) -> dict[int, Strategy]:
    """Compare frequencies.csv with the derived average strategies; give the published ones, by iteration."""
    name = "average strategy at every snapshot"
    cells = run.cells()
    check = run.check_repeated(name, "frequencies.csv", tolerances.AVERAGE)
    columns = tuple(":".join(label) for label, _, _ in cells)
    rows = read_table(check, run.study.folder, ("iteration", *columns), run.tabulated())
    published = {}
    for (text,), row in rows.items():
        average = run.average(int(text))
        numbers = floats(check, row, columns)
        for column, (_, key, action) in zip(columns, cells):
            if column in numbers and average is not None:
                check.number(numbers[column], average[key][action], row.number, column)
        strategy = run.strategy({tuple(column.split(":")): number for column, number in numbers.items()})
        if strategy is not None:
            published[int(text)] = strategy
    return published


def check_trajectory(run: Run, frequencies: dict[int, Strategy], saved: dict[int, Saved]) -> Published:
    """Compare trajectory.csv with all that it follows from; give the published numbers."""
    file = "trajectory.csv"
    recursion = run.check_repeated(_named("recursion", "average"), file, tolerances.AVERAGE)
    rows = read_table(
        recursion,
        run.study.folder,
        ("iteration", *AVERAGE, *CURRENT),
        [(str(t),) for t in run.study.snapshots],
    )
    published = {int(text): floats(recursion, row, AVERAGE + CURRENT) for (text,), row in rows.items()}
    number = {int(text): row.number for (text,), row in rows.items()}

    def compare(
        check: Check,
        columns: tuple[str, ...],
        method: Callable[[Strategy], Measures],
        strategies: Iterable[tuple[int, Strategy | None]],
    ) -> None:
        """Compare the rows of these iterations with the measures of these strategies."""
        for t, strategy in strategies:
            if strategy is None or t not in published:
                continue
            for column, derived in zip(columns, method(strategy)):
                if column in published[t]:
                    check.number(published[t][column], derived, number[t], column)

    def recursive(strategy: Strategy) -> Measures:
        return by_recursion(run.study.game, strategy)

    averages = [(t, state.average) for t, state in run.states.items()]
    currents = [(t, state.current) for t, state in run.states.items()]
    compare(recursion, AVERAGE, recursive, averages)
    check = run.check_repeated(_named("recursion", "current"), file, tolerances.CURRENT)
    compare(check, CURRENT, recursive, currents)
    if run.plans is not None:
        check = run.check_repeated(_named("all plans", "average"), file, tolerances.AVERAGE)
        compare(check, AVERAGE, run.enumerated, averages)
        check = run.check_repeated(_named("all plans", "current"), file, tolerances.CURRENT)
        compare(check, CURRENT, run.enumerated, currents)
    check = run.check("measures of the published frequencies", file, tolerances.SAME_STRATEGY)
    compare(check, AVERAGE, run.enumerated, frequencies.items())
    check = run.check("measures of the published states", file, tolerances.SAME_STRATEGY)
    compare(check, AVERAGE, run.enumerated, [(t, state.average) for t, state in saved.items()])
    compare(check, CURRENT, run.enumerated, [(t, state.current) for t, state in saved.items()])
    if not run.states:
        check = run.check("every row is certified", file, tolerances.EXACT)
        check.numbers = len(published)
        for t in sorted(set(published) - set(frequencies) - set(saved)):
            check.problem("no average strategy is published that certifies this row", number[t], "iteration", found=t)
    _check_sums(run, file, published, number)
    return published


def _check_sums(run: Run, file: str, published: Published, number: dict[int, int]) -> None:
    """In every row nash_conv is the sum of the gains, exploitability half of it: published cells only."""
    check = run.check("sums within each row", file, tolerances.SAME_ROW)
    for t, found in published.items():
        for prefix in ("", "current_"):
            gain_0, gain_1 = found.get(f"{prefix}gain_0"), found.get(f"{prefix}gain_1")
            nash_conv, exploitability = found.get(f"{prefix}nash_conv"), found.get(f"{prefix}exploitability")
            if nash_conv is None:
                continue
            if gain_0 is not None and gain_1 is not None:
                check.number(nash_conv, gain_0 + gain_1, number[t], f"{prefix}nash_conv")
            if exploitability is not None:
                check.number(exploitability, nash_conv / 2, number[t], f"{prefix}exploitability")


def _named(method: str, strategy: str) -> str:
    """The name of a check of value, gains, nash_conv and exploitability."""
    return f"measures of the {strategy} strategy, by {method}"


def must_not_exist(run: Run, file: str, switch: str) -> None:
    """A file that the study says is not written must not be there, since nothing of it would be verified."""
    check = run.check(f"{file} is not published", file, tolerances.EXACT)
    check.numbers = 1
    if (run.study.folder / check.file).exists():
        check.problem("file should not be there", expected=f"none, by {switch} in study.json")
