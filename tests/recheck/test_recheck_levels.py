"""How far a verification goes: a known variant is repeated, any other one is certified by what is published of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
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
    ("file", "row", "column"),
    [
        ("trajectory.csv", 6, "value"),
        ("trajectory.csv", 3, "gain_0"),
        ("trajectory.csv", 7, "nash_conv"),
        ("trajectory.csv", 7, "current_nash_conv"),
        ("frequencies.csv", 5, "0:1pb:bet"),
        ("strategy.csv", 8, "probability"),
        ("plans.csv", 12, "value"),
        ("plans.csv", 14, "best"),
        ("distance.csv", 6, "alpha"),
        ("checkpoints/50.csv", 5, "strategy_sum"),
    ],
)
def test_certified_is_not_believed(study: Path, verify, file: str, row: int, column: str) -> None:
    """One digit of what follows from the average strategies is seen all the same."""
    rename_rule(study, "of_my_own")
    edit_cell(study / RUN / file, row, column, other_digit)
    found = verify("run", study, "kuhn", "cfr")
    assert (found.code, found.report["passed"]) == (1, False)


def test_what_a_certificate_does_not_cover(study: Path, verify) -> None:
    """The documented limit: regrets of an unknown rule are read, and not derived."""
    rename_rule(study, "of_my_own")
    edit_cell(study / RUN / "checkpoints/50.csv", 4, "cumulative_regret", lambda text: repr(float(text) + 1))
    assert verify("run", study, "kuhn", "cfr").report["problems"] == []
    edit_cell(study / RUN / "checkpoints/50.csv", 4, "cumulative_regret", lambda text: "nan")
    assert verify("run", study, "kuhn", "cfr").has(f"{RUN}/checkpoints/50.csv", 4, "cumulative_regret")
