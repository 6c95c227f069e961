"""Faults a little larger than a tolerance are found by the very checks that are meant, smaller ones pass."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
import recheck_checks as checks
from recheck_spoil import EQUILIBRIA as EQ
from recheck_spoil import RUN, edit_cell, flipped, moved, moved_exactly

from recheck.ledger import Ledger

ABOVE, BELOW = 2.5, 0.4
LIMIT = {name: tolerance for name, (_, tolerance) in checks.OF_RUN.items()}
MEASURES = ("value", "gain_0", "gain_1", "nash_conv", "exploitability")


def test_every_check_compares_all_its_numbers_under_its_tolerance(pristine: Path, verify) -> None:
    for command, due in (
        (("run", pristine, "kuhn", "cfr"), checks.OF_RUN),
        (("equilibria", pristine, "kuhn"), checks.OF_EQUILIBRIA),
    ):
        listed = verify(*command).report["checks"]
        found = {c["name"]: (c["numbers"], pytest.approx(c["tolerance"], rel=1e-9, abs=0)) for c in listed}
        assert found.pop("study")[0] > 0
        assert found == due


@pytest.mark.parametrize("factor", [ABOVE, BELOW])
@pytest.mark.parametrize("step", ["row", "strategy", "run"])
@pytest.mark.parametrize("column", [*MEASURES, *(f"current_{m}" for m in MEASURES)])
def test_measures(study: Path, verify, column: str, step: str, factor: float) -> None:
    """All rows are spoiled in one column: each cell is found by each of its checks whose tolerance is exceeded."""
    repeated = checks.CURRENT if column.startswith("current_") else checks.AVERAGE
    amount = factor * {"row": checks.SAME_ROW, "strategy": checks.SAME_STRATEGY, "run": repeated}[step]
    for row in range(1, 9):
        edit_cell(study / RUN / "trajectory.csv", row, column, moved(amount))
    due = [(row, name) for row in range(1, 9) for name in checks.of_trajectory(row, column) if amount > LIMIT[name]]
    names = {name for _, name in due}
    places = Counter((row, column, repr(LIMIT[name])) for row, name in due)
    if amount > checks.SAME_ROW and "exploitability" not in column and "value" not in column:
        # What a gain adds to nash_conv is named there, and half of nash_conv at exploitability.
        names.add(checks.SUMS)
        prefix, _, measure = column.rpartition("gain_" if "gain" in column else "nash_conv")
        other = f"{prefix}nash_conv" if measure else f"{prefix}exploitability"
        places += Counter((row, other, repr(checks.SAME_ROW)) for row in range(1, 9))
    found = verify("run", study, "kuhn", "cfr")
    assert found.failed == names
    assert found.places == places


CELLS = [
    *(("plans.csv", row, "value", checks.PLANS, {checks.PLANS_EXACT}) for row in (1, 64, 65, 128)),
    *(("plans.csv", row, "value", checks.PLANS_EXACT, set()) for row in (1, 64, 65, 128)),
    *(("distance.csv", row, c, checks.DISTANCE, set()) for row in (1, 4, 8) for c in ("alpha", "distance")),
    *(
        ("frequencies.csv", row, column, checks.FREQUENCIES, {checks.OF_FREQUENCIES})
        for row, column in ((1, "0:0:pass"), (1, "1:2p:bet"), (4, "0:1pb:bet"), (7, "1:1b:bet"))
    ),
    ("frequencies.csv", 8, "0:1pb:bet", checks.FREQUENCIES, {checks.OF_FREQUENCIES, checks.FINAL_ROW}),
    *(
        (f"checkpoints/{t}.csv", row, f"{kind}_regret", f"regrets after iteration {t}", set())
        for t, row in ((1, 1), (5, 8), (50, 1), (50, 12), (50, 24), (200, 24))
        for kind in ("cumulative", "instantaneous")
    ),
    *(
        (f"checkpoints/{t}.csv", row, "strategy_sum", f"strategy sums after iteration {t}", set())
        for t, row in ((1, 1), (5, 8), (50, 1), (50, 12), (50, 24))
    ),
    *(("strategy.csv", row, "probability", checks.FINAL_STATE, {checks.FINAL_ROW}) for row in (1, 12, 24)),
]
"""File, row, column, name of a check, names of those that are stricter still."""


@pytest.mark.parametrize("factor", [ABOVE, BELOW])
@pytest.mark.parametrize(("file", "row", "column", "name", "stricter"), CELLS)
def test_one_number(study: Path, verify, file, row, column, name, stricter, factor) -> None:
    edit_cell(study / RUN / file, row, column, moved(factor * LIMIT[name]))
    found = verify("run", study, "kuhn", "cfr")
    print(found.failed, found.report["problems"])
    assert found.failed == (stricter | {name} if factor == ABOVE else stricter)
    place = (row, column, repr(LIMIT[name]))
    assert found.places[place] == (factor == ABOVE)
