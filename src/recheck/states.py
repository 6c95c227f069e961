"""Verification of the checkpoints: regrets, strategy sums and what follows from them.

Columns: docs/bundle-format.md, "checkpoints/{iteration}.csv".
"""

from __future__ import annotations

from typing import NamedTuple

from recheck import tolerances
from recheck.context import Run, floats
from recheck.reading import Label, read_table
from recheck.walk import Strategy, normalized, regret_matching

LABELS = ("iteration", "player", "infoset", "action")
REGRETS = ("cumulative_regret", "instantaneous_regret")
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
    regrets = run.check(f"regrets after iteration {t}", file, tolerances.after(t, tolerances.REGRETS))
    sums = run.check(f"strategy sums after iteration {t}", file, tolerances.after(t, tolerances.STRATEGY_SUMS))
    cells = run.cells()
    labels = [(str(t), *label) for label, _, _ in cells]
    rows = read_table(regrets, run.study.folder, LABELS + COLUMNS, labels)
    state = run.states.get(t)
    published: dict[str, dict[Label, float]] = {column: {} for column in COLUMNS}
    for label, key, action in cells:
        row = rows.get((str(t), *label))
        if row is None:
            continue
        for column, number in floats(regrets, row, REGRETS).items():
            published[column][label] = number
            if state is not None:
                regrets.number(number, getattr(state, column)[key][action], row.number, column)
        for column, number in floats(sums, row, ("strategy_sum",)).items():
            published[column][label] = number
            if state is not None:
                sums.number(number, state.strategy_sum[key][action], row.number, column)
    totals = run.strategy(published["strategy_sum"])
    regret = run.strategy(published["cumulative_regret"])
    return Saved(
        None if totals is None else {key: normalized(*pair) for key, pair in totals.items()},
        None if regret is None or state is None else {key: regret_matching(*pair) for key, pair in regret.items()},
    )
