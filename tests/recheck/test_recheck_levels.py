"""How far a verification goes: a known variant is repeated, any other one is certified by what is published of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import recheck_checks as checks
from recheck_spoil import RUN, edit_cell, edit_json, other_digit


def rename_rule(study: Path, rule: str) -> None:
    """Let the study say that the folder `cfr` was made by another rule."""
    path = study / "study.json"
    content = json.loads(path.read_text())
    next(variant for variant in content["variants"] if variant["folder"] == "cfr")["rule"] = rule
    path.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n")


def test_levels(pristine: Path, study: Path, verify) -> None:
    assert verify("run", pristine, "kuhn", "cfr").report["level"] == "repeated"
    assert verify("equilibria", pristine, "kuhn").report["level"] == "proven"
    rename_rule(study, "of_my_own")
    found = verify("run", study, "kuhn", "cfr")
    assert (found.code, found.report["level"], found.report["passed"]) == (0, "certified", True)
    assert "PASSED (certified)" in found.printed
    assert found.report["certificate"] == verify("run", pristine, "kuhn", "cfr").report["certificate"]


def test_a_study_may_ask_for_less(study: Path, verify) -> None:
    edit_json(study / "study.json", "verification", "certified")
    found = verify("run", study, "kuhn", "cfr")
    assert (found.code, found.report["level"]) == (0, "certified")
    edit_json(study / "study.json", "verification", "believed")
    found = verify("run", study, "kuhn", "cfr")
    assert (found.code, found.report["level"]) == (2, None)
    assert found.has("study.json", None, "verification")


def test_another_known_rule_is_not_certified_but_wrong(study: Path, verify) -> None:
    rename_rule(study, "cfr_alternating")
    found = verify("run", study, "kuhn", "cfr")
    assert (found.code, found.report["level"]) == (1, "repeated")
    assert found.has(f"{RUN}/checkpoints/1.csv", None, "cumulative_regret")


@pytest.mark.parametrize(
    ("file", "row", "column", "failed"),
    [
        ("trajectory.csv", 6, "value", {checks.OF_FREQUENCIES, checks.OF_STATES, checks.BITS}),
        ("trajectory.csv", 3, "gain_0", {checks.OF_FREQUENCIES, checks.OF_STATES, checks.SUMS, checks.BITS}),
        ("trajectory.csv", 7, "nash_conv", {checks.OF_FREQUENCIES, checks.SUMS, checks.BITS}),
        ("trajectory.csv", 7, "current_nash_conv", {checks.SUMS}),
        (
            "trajectory.csv",
            8,
            "gain_1",
            {checks.OF_FREQUENCIES, checks.OF_STATES, checks.SUMS, checks.LAST_EXACT, checks.BITS},
        ),
        (
            "frequencies.csv",
            5,
            "0:1pb:bet",
            {checks.OF_FREQUENCIES, checks.SNAPSHOT_SUMS, checks.DISTANCE, checks.BITS},
        ),
        ("frequencies.csv", 5, "0:1pb:pass", {checks.SNAPSHOT_SUMS, checks.DISTANCE, checks.BITS}),
        ("strategy.csv", 8, "probability", {checks.FINAL_ROW, checks.FINAL_STATE, checks.NORMAL, checks.PLANS}),
        ("plans.csv", 12, "value", {checks.PLANS, checks.PLANS_EXACT}),
        ("distance.csv", 6, "alpha", {checks.DISTANCE}),
        ("checkpoints/50.csv", 5, "strategy_sum", {checks.OF_STATES, checks.BITS}),
    ],
)
def test_certified_is_not_believed(study: Path, verify, file: str, row: int, column: str, failed: set[str]) -> None:
    """One digit of what follows from the average strategies is seen all the same, by comparing numbers."""
    rename_rule(study, "of_my_own")
    edit_cell(study / RUN / file, row, column, other_digit)
    found = verify("run", study, "kuhn", "cfr")
    assert (found.code, found.report["passed"]) == (1, False)
    assert found.failed == failed
    assert found.places


def test_marks_of_best_plans_are_certified(study: Path, verify) -> None:
    rename_rule(study, "of_my_own")
    edit_cell(study / RUN / "plans.csv", 14, "best", other_digit)
    assert verify("run", study, "kuhn", "cfr").failed == {checks.BEST}


def test_a_shifted_row_of_frequencies_is_seen_by_its_measures(study: Path, verify) -> None:
    """Probabilities that sum to 1 as they should, and are others."""
    rename_rule(study, "of_my_own")
    for column, amount in (("0:1pb:bet", 1e-9), ("0:1pb:pass", -1e-9)):
        edit_cell(study / RUN / "frequencies.csv", 4, column, lambda text, amount=amount: repr(float(text) + amount))
    assert verify("run", study, "kuhn", "cfr").failed >= {checks.OF_FREQUENCIES, checks.DISTANCE}


def without_frequencies(study: Path) -> None:
    edit_json(study / "study.json", "frequencies", False)
    for name in ("frequencies.csv", "distance.csv"):
        (study / RUN / name).unlink()


def test_rows_that_no_published_strategy_certifies(study: Path, verify) -> None:
    """Without frequencies, nothing is known of the rows between the checkpoints."""
    without_frequencies(study)
    assert verify("run", study, "kuhn", "cfr").code == 0
    edit_json(study / "study.json", "verification", "certified")
    found = verify("run", study, "kuhn", "cfr")
    assert found.failed == {checks.CERTIFIED}
    assert [(p["row"], p["column"]) for p in found.report["problems"]] == [(n, "iteration") for n in (2, 4, 5, 7)]


def test_a_checkpoint_that_cannot_be_read_certifies_nothing(study: Path, verify) -> None:
    without_frequencies(study)
    edit_json(study / "study.json", "verification", "certified")
    edit_cell(study / RUN / "checkpoints/5.csv", 9, "strategy_sum", lambda text: "x")
    found = verify("run", study, "kuhn", "cfr")
    rows = [p["row"] for p in found.report["problems"] if p["column"] == "iteration"]
    assert rows == [2, 3, 4, 5, 7]


@pytest.mark.parametrize("name", ["frequencies.csv", "distance.csv"])
def test_tables_that_the_study_does_not_have(study: Path, verify, name: str) -> None:
    data = (study / RUN / name).read_bytes()
    without_frequencies(study)
    (study / RUN / name).write_bytes(data)
    found = verify("run", study, "kuhn", "cfr")
    assert found.failed == {f"{name} is not published"}
    assert found.has(f"{RUN}/{name}", None, None)


def test_what_a_certificate_does_not_cover(study: Path, verify) -> None:
    """The documented limit: regrets of an unknown rule are read, and not derived."""
    rename_rule(study, "of_my_own")
    edit_cell(study / RUN / "checkpoints/50.csv", 4, "cumulative_regret", lambda text: repr(float(text) + 1))
    assert verify("run", study, "kuhn", "cfr").report["problems"] == []
    edit_cell(study / RUN / "checkpoints/50.csv", 4, "cumulative_regret", lambda text: "nan")
    assert verify("run", study, "kuhn", "cfr").has(f"{RUN}/checkpoints/50.csv", 4, "cumulative_regret")
