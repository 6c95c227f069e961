"""Verification of the checkpoints: regrets, strategy sums and what follows from them.

Columns: docs/bundle-format.md, "checkpoints/{iteration}.csv".
"""

from __future__ import annotations

from typing import NamedTuple

from recheck import tolerances
from recheck.context import Run, strategy_of
from recheck.exact import Strategy
from recheck.reading import float_of, read_table
from recheck.walk import average, regret_matching

LABELS = ("iteration", "player", "infoset", "action")
COLUMNS = ("cumulative_regret", "strategy_sum", "instantaneous_regret")


class Saved(NamedTuple):
    """The strategies that a published checkpoint stands for; None where its numbers cannot be read.

    Of a variant that is not known here, regrets need not stand for the current strategy: None as well.
    """

    average: Strategy | None
    current: Strategy | None


def check_states(run: Run) -> dict[int, Saved]:
    """Compare all checkpoints with the derived states; give the strategies that they stand for."""
    saved = {t: _check_state(run, t) for t in run.study.checkpoints}
    check = run.check("checkpoint files", "checkpoints", tolerances.EXACT)
    due = {f"{t}.csv" for t in run.study.checkpoints}
    try:
        # Workflow engines leave hidden files of their own in folders that they made.
        found = {p.name for p in (run.study.folder / check.file).iterdir() if not p.name.startswith(".")}
    except OSError as error:
        check.problem("cannot be read", found=error.strerror)
        return saved
    check.numbers = len(due)
    # Files that are not there have been reported when they were to be read.
    for name in sorted(found - due):
        check.problem("file should not be there", found=name)
    return saved


def _check_state(run: Run, t: int) -> Saved:
    """Compare one checkpoint with the derived state of that iteration."""
    file = f"checkpoints/{t}.csv"
    repeated = tolerances.Repeated(run.measured)
    regrets = run.check(f"regrets after iteration {t}", file, repeated.after(t, tolerances.REGRETS))
    sums = run.check(f"strategy sums after iteration {t}", file, repeated.after(t, tolerances.STRATEGY_SUMS))
    labels = [(str(t), *cell.label) for cell in run.cells]
    rows = read_table(regrets, run.study.folder, LABELS + COLUMNS, labels)
    state = run.states.get(t)
    published: dict[str, list[float | None]] = {column: [] for column in COLUMNS}
    for label, cell in zip(labels, run.cells):
        row = rows.get(label)
        for column, numbers in published.items():
            check = sums if column == "strategy_sum" else regrets
            number = None if row is None else float_of(check, row, column)
            numbers.append(number)
            if row is not None and number is not None and state is not None:
                check.number(number, getattr(state, column)[cell.infoset][cell.action], row.number, column)
    game = run.study.game
    totals = strategy_of(game, published["strategy_sum"])
    regret = strategy_of(game, published["cumulative_regret"])
    return Saved(
        None if totals is None else average(game, totals),
        None if regret is None or state is None else [regret_matching(numbers) for numbers in regret],
    )
