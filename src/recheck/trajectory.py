"""Verification of the trajectory and of the frequencies: what is published of every snapshot.

Columns: docs/bundle-format.md, "trajectory.csv" and "frequencies.csv". The values and the gains are derived by recursion
(recheck.response) and, in small games, by enumeration of all plans (recheck.plans) besides.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from recheck import tolerances
from recheck.context import Run, are_probabilities, floats, strategy_of
from recheck.exact import Strategy
from recheck.ledger import Check, to_float
from recheck.names import column_of
from recheck.reading import UnreadableError, find, float_of, read_table
from recheck.replies import worth
from recheck.response import Measures, by_recursion, columns
from recheck.states import Saved
from recheck.tolerances import Tolerance

Published = dict[int, dict[str, float]]
"""Iteration -> column -> published float, as far as it can be read."""


class Trajectory(NamedTuple):
    """The published rows by iteration and their numbers in the file; which of them no strategy has certified yet, and where to
    tell so if they have to be.
    """

    published: Published
    number: dict[int, int]
    certificate: Check | None
    uncertified: set[int]


def check_frequencies(run: Run) -> dict[int, Strategy]:
    """Compare frequencies.csv with the derived average strategies; give the published ones, by iteration."""
    if not run.study.frequencies:
        must_not_exist(run, "frequencies.csv", "frequencies")
        return {}
    check = run.check_strategies("average strategy at every snapshot", "frequencies.csv")
    header = [column_of(cell.label) for cell in run.cells]
    rows = read_table(check, run.study.folder, ("iteration", *header), run.tabulated())
    tolerance = tolerances.normalized(run.study.game)
    sums = run.check("probabilities of every snapshot sum to 1", "frequencies.csv", tolerance)
    published: dict[int, Strategy] = {}
    for (text,), row in rows.items():
        average = run.average(int(text))
        numbers = [float_of(check, row, name) for name in header]
        for name, number, cell in zip(header, numbers, run.cells):
            if number is not None and average is not None:
                check.number(number, average[cell.infoset][cell.action], row.number, name)
        strategy = strategy_of(run.study.game, numbers)
        if strategy is not None:
            published[int(text)] = strategy
            are_probabilities(sums, run.cells, strategy, [(row.number, name) for name in header])
    return published


class Comparison:
    """The rows of trajectory.csv, to be compared with measures of strategies."""

    def __init__(self, run: Run) -> None:
        """Read the file, in the check of the average strategy's measures by recursion."""
        self.run = run
        measures = columns(run.study.game.players)
        self.columns = {"average": measures, "current": tuple(f"current_{name}" for name in measures)}
        self.reading = self.opened("recursion", "average", tolerances.AVERAGE)
        header = ("iteration", *self.columns["average"], *self.columns["current"])
        rows = read_table(self.reading, run.study.folder, header, run.tabulated())
        self.published = {int(text): floats(self.reading, row, header[1:]) for (text,), row in rows.items()}
        self.number = {int(text): row.number for (text,), row in rows.items()}

    def opened(self, method: str, which: str, tolerance: Tolerance) -> Check:
        """Open a check of the measures of derived strategies."""
        name = f"measures of the {which} strategy, by {method}"
        return self.run.check_repeated(name, "trajectory.csv", tolerance)

    def compare(
        self,
        check: Check,
        which: str,
        method: Callable[[Strategy], Measures],
        strategies: Iterable[tuple[int, Strategy | None]],
    ) -> None:
        """Compare the rows of these iterations with the measures of these strategies."""

        def rounded(strategy: Strategy) -> list[float]:
            return list(map(to_float, method(strategy).numbers()))

        self.compare_floats(check, which, rounded, strategies)

    def compare_floats(
        self,
        check: Check,
        which: str,
        method: Callable[[Strategy], Sequence[float]],
        strategies: Iterable[tuple[int, Strategy | None]],
    ) -> None:
        """The same with measures in floats; without a tolerance they must be the very doubles."""
        compare = check.number if check.tolerance else check.double
        for t, strategy in strategies:
            if strategy is None or t not in self.published:
                continue
            for column, derived in zip(self.columns[which], method(strategy)):
                if column in self.published[t]:
                    compare(self.published[t][column], derived, self.number[t], column)


def check_trajectory(run: Run, frequencies: Mapping[int, Strategy], saved: Mapping[int, Saved]) -> Trajectory:
    """Compare trajectory.csv with all that it follows from; give the published numbers."""
    rows = Comparison(run)
    must_exist(run, "trajectory.parquet")
    averages = [(t, state.average) for t, state in run.states.items()]
    currents = [(t, state.current) for t, state in run.states.items()]

    def recursive(strategy: Strategy) -> Measures:
        return by_recursion(run.study.game, strategy)

    rows.compare(rows.reading, "average", recursive, averages)
    rows.compare(rows.opened("recursion", "current", tolerances.CURRENT), "current", recursive, currents)
    if run.few_plans is not None:
        check = rows.opened("all plans", "average", tolerances.AVERAGE)
        rows.compare(check, "average", run.enumerated, averages)
        check = rows.opened("all plans", "current", tolerances.CURRENT)
        rows.compare(check, "current", run.enumerated, currents)
    if run.study.frequencies:
        check = run.check("measures of the published frequencies", "trajectory.csv", run.measured)
        rows.compare(check, "average", run.enumerated, frequencies.items())
    check = run.check("measures of the published states", "trajectory.csv", run.of_state)
    rows.compare(check, "average", run.enumerated, [(t, state.average) for t, state in saved.items()])
    rows.compare(check, "current", run.enumerated, [(t, state.current) for t, state in saved.items()])
    _check_bits(run, rows, frequencies, saved)
    certificate = None
    if run.study.repeated < run.study.iterations:
        certificate = run.check("every row is certified", "trajectory.csv", tolerances.EXACT)
        certificate.numbers = len(rows.published)
    _check_sums(run, rows)
    certified = {t for t, state in saved.items() if state.average is not None} | set(frequencies) | set(run.states)
    return Trajectory(rows.published, rows.number, certificate, set(rows.published) - certified)


def _check_bits(run: Run, rows: Comparison, frequencies: Mapping[int, Strategy], saved: Mapping[int, Saved]) -> None:
    """Compute the measures of published strategies in the order that the page gives.

    So no number is too small to be told from another one. Of current strategies that are made of exponentials the bits are not
    known.
    """

    def measured(strategy: Strategy) -> list[float]:
        return worth(run.study.game, strategy)

    rule = run.study.rule
    known = run.states if rule is not None and rule.determined else {}
    check = run.check("measures in the order of operations, bit by bit", "trajectory.csv", tolerances.SAME_BITS)
    derived = {t: state for t, state in known.items() if t not in saved}
    rows.compare_floats(check, "average", measured, frequencies.items())
    for states in (saved, derived):
        rows.compare_floats(check, "average", measured, [(t, state.average) for t, state in states.items()])
        if rule is not None and not rule.exponentials:
            rows.compare_floats(check, "current", measured, [(t, state.current) for t, state in states.items()])


def check_certified(trajectory: Trajectory, last: int | None) -> None:
    """Every row of the trajectory follows from a published strategy; strategy.csv certifies the last row if it can be read."""
    if trajectory.certificate is None:
        return
    for t in sorted(trajectory.uncertified - {last}):
        message = "no average strategy is published that certifies this row"
        trajectory.certificate.problem(message, trajectory.number[t], "iteration", found=t)


def _check_sums(run: Run, rows: Comparison) -> None:
    """In every row nash_conv is the sum of the gains, exploitability its share per player: published cells only."""
    players = run.study.game.players
    check = run.check("sums within each row", "trajectory.csv", tolerances.SAME_BITS)
    for t, found in rows.published.items():
        for prefix in ("", "current_"):
            gains = [found.get(f"{prefix}gain_{player}") for player in range(players)]
            nash_conv, exploitability = found.get(f"{prefix}nash_conv"), found.get(f"{prefix}exploitability")
            if nash_conv is None:
                continue
            known = [gain for gain in gains if gain is not None]
            if len(known) == players:
                total = 0.0
                for gain in known:
                    total += gain
                check.number(nash_conv, total, rows.number[t], f"{prefix}nash_conv")
            if exploitability is not None:
                check.number(exploitability, nash_conv / players, rows.number[t], f"{prefix}exploitability")


def must_not_exist(run: Run, file: str, switch: str) -> None:
    """A file that the study says is not written must not be there, since nothing of it would be verified."""
    check = run.check(f"{file} is not published", file, tolerances.EXACT)
    check.numbers = 1
    if os.path.lexists(run.study.folder / check.file):
        check.problem("file should not be there", expected=f"none, by {switch} in study.json")


def must_exist(run: Run, file: str) -> None:
    """A file that cannot be read here, as nothing but the standard library can be, must at least be there."""
    try:
        find(run.study.folder, f"{run.study.game_folder}/{run.study.variant_folder}/{file}")
    except UnreadableError as error:
        run.check(f"{file} is there", file, tolerances.EXACT).problem(error.message, found=error.found)
