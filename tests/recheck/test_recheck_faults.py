"""Every kind of file is spoiled in every kind of column: the report must say in which file, row, column."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import recheck_checks as checks
from recheck_spoil import EQUILIBRIA as EQ
from recheck_spoil import RUN, edit_cell, edit_json, other_digit


def test_pristine_study_passes(pristine: Path, verify) -> None:
    for rule in ("cfr", "cfr_alternating"):
        found = verify("run", pristine, "kuhn", rule)
        assert (found.code, found.report["passed"], found.report["problems"]) == (0, True, [])
    found = verify("equilibria", pristine, "kuhn")
    assert (found.code, found.report["passed"], found.report["problems"]) == (0, True, [])


RUN_CELLS = [
    *(
        ("trajectory.csv", row, f"{p}{c}")
        for row, c in ((6, "value"), (6, "gain_0"), (6, "gain_1"), (7, "nash_conv"), (7, "exploitability"))
        for p in ("", "current_")
    ),
    ("trajectory.csv", 3, "iteration"),
    ("frequencies.csv", 5, "iteration"),
    ("frequencies.csv", 8, "0:1pb:bet"),
    ("strategy.csv", 3, "infoset"),
    ("strategy.csv", 8, "probability"),
    ("plans.csv", 11, "player"),
    ("plans.csv", 12, "plan"),
    ("plans.csv", 13, "actions"),
    ("plans.csv", 14, "value"),
    ("distance.csv", 6, "alpha"),
    ("distance.csv", 7, "distance"),
    ("checkpoints/50.csv", 4, "cumulative_regret"),
    ("checkpoints/50.csv", 5, "strategy_sum"),
    ("checkpoints/50.csv", 6, "instantaneous_regret"),
    ("checkpoints/5.csv", 7, "iteration"),
]
NOT_FLOATS = ("iteration", "infoset", "player", "plan", "actions")
NAMES = {
    ("trajectory.csv", "iteration"): {checks.RECURSION},
    ("frequencies.csv", "iteration"): {checks.FREQUENCIES},
    ("frequencies.csv", "0:1pb:bet"): {
        *(checks.FREQUENCIES, checks.SNAPSHOT_SUMS, checks.FINAL_ROW, checks.BITS, checks.DISTANCE)
    },
    ("strategy.csv", "infoset"): {checks.FINAL},
    ("strategy.csv", "probability"): {checks.FINAL, checks.FINAL_ROW, checks.FINAL_STATE, checks.NORMAL},
    ("plans.csv", "player"): {checks.PLANS, checks.PLANS_EXACT},
    ("plans.csv", "plan"): {checks.PLANS, checks.PLANS_EXACT},
    ("plans.csv", "actions"): {checks.PLANS},
    ("plans.csv", "value"): {checks.PLANS, checks.PLANS_EXACT},
    ("distance.csv", "alpha"): {checks.DISTANCE},
    ("distance.csv", "distance"): {checks.DISTANCE},
    ("checkpoints/50.csv", "cumulative_regret"): {"regrets after iteration 50"},
    ("checkpoints/50.csv", "strategy_sum"): {"strategy sums after iteration 50", checks.OF_STATES, checks.BITS},
    ("checkpoints/50.csv", "instantaneous_regret"): {"regrets after iteration 50"},
    ("checkpoints/5.csv", "iteration"): {"regrets after iteration 5"},
}
"""File and column -> the checks that fail; of trajectory.csv see recheck_checks."""


@pytest.mark.parametrize(("file", "row", "column"), RUN_CELLS)
def test_one_digit_of_a_run(study: Path, verify, file: str, row: int, column: str) -> None:
    def change(text: str) -> str:
        return text.replace("pass", "bet", 1) if column == "actions" else other_digit(text)

    edit_cell(study / RUN / file, row, column, change)
    found = verify("run", study, "kuhn", "cfr")
    assert found.code == 1
    assert not found.report["passed"]
    assert found.has(f"{RUN}/{file}", row, column)
    assert f"{RUN}/{file}, row {row}" in found.printed
    sums = {checks.SUMS} if "gain" in column else set()
    assert found.failed == NAMES.get((file, column), sums | set(checks.of_trajectory(row, column)))
    if column not in NOT_FLOATS:
        assert any(place[:2] == (row, column) for place in found.places)


@pytest.mark.parametrize("mark", ["0", "1", "2", ""])
def test_best_marks(study: Path, verify, mark: str) -> None:
    path = study / RUN / "plans.csv"
    rows = [line.split(",") for line in path.read_text().splitlines()]
    row = next(n for n, cells in enumerate(rows) if cells[-1] == ("1" if mark == "0" else "0"))
    edit_cell(path, row, "best", lambda _: mark)
    found = verify("run", study, "kuhn", "cfr")
    assert found.failed == {checks.BEST}
    assert found.has(f"{RUN}/plans.csv", row, "best")


EQ_CELLS = [
    ("family.csv", 2, "constant"),
    ("family.csv", 2, "slope"),
    ("members.csv", 3, "alpha"),
    ("members.csv", 2, "value"),
    ("members.csv", 2, "gain_0"),
    ("members.csv", 2, "gain_1"),
    ("members.csv", 2, "nash_conv"),
    ("deviations.csv", 20, "probability"),
    ("deviations.csv", 20, "own_reach"),
    ("deviations.csv", 20, "slope_up"),
    ("deviations.csv", 29, "slope_down"),
    ("deviations.csv", 20, "strict"),
    ("deviations.csv", 20, "infoset"),
    ("bounds.csv", 5, "certificate"),
    ("bounds.csv", 5, "player"),
    ("bounds.csv", 5, "infoset"),
    ("bounds.csv", 5, "pivot_infoset"),
    ("bounds.csv", 5, "constant"),
    ("bounds.csv", 5, "slope"),
    ("bounds.csv", 30, "sense"),
    ("certificates.csv", 10, "certificate"),
    ("certificates.csv", 10, "infoset"),
    ("certificates.csv", 10, "probability"),
    ("pure_profiles.csv", 77, "plan_1"),
    ("pure_profiles.csv", 77, "gain_0"),
    ("pure_profiles.csv", 77, "gain_1"),
    ("pure_profiles.csv", 77, "nash_conv"),
]


EQ_NAMES = {
    "family.csv": {"family"},
    "members.csv": {"members"},
    "deviations.csv": {"deviations"},
    "bounds.csv": {checks.LISTED, "summary"},
    "certificates.csv": {checks.PROVEN, "summary"},
    "pure_profiles.csv": {"pure profiles"},
}
OTHER_BOUNDS = {
    "player": {checks.PROVEN, checks.FILLED},
    "infoset": {checks.PROVEN, checks.FILLED},
    "constant": {checks.FILLED},
    "slope": {checks.FILLED},
    "sense": {checks.PROVEN},
}
"""Checks that fail besides, by column of bounds.csv."""


@pytest.mark.parametrize(("file", "row", "column"), EQ_CELLS)
def test_one_digit_of_the_equilibria(study: Path, verify, file: str, row: int, column: str) -> None:
    edit_cell(study / EQ / file, row, column, other_digit)
    found = verify("equilibria", study, "kuhn")
    assert found.code == 1
    # A wrong sum is named at the second cell, a wrong equation at its constant.
    named = None if file in ("family.csv", "bounds.csv") else column
    assert found.has(f"{EQ}/{file}", row, named)
    others = OTHER_BOUNDS.get(column, set()) if file == "bounds.csv" else set()
    assert found.failed == EQ_NAMES[file] | others


@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        ("lower", "1/900"),
        ("value", "-1/17"),
        ("members_in_equilibrium", 2),
        ("strict_deviations", 36),
        ("exceptions", []),
        ("unique", [True, True]),
        ("complete", False),
        ("complete", 1),
        ("pure_equilibria", 1),
        ("smallest_pure_nash_conv", "1/6"),
        ("family", "other"),
    ],
)
def test_summary(study: Path, verify, path: str, wrong: object) -> None:
    edit_json(study / EQ / "summary.json", path, wrong)
    found = verify("equilibria", study, "kuhn")
    assert any((p["column"] or "").startswith(path) for p in found.report["problems"])


@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        *(("histories", 59), ("terminals", 31), ("zero_sum", False), ("zero_sum", 1), ("players", 2.0)),
        *(("infosets", [6, 7]), ("sequences", [12]), ("denominator", 12), ("rules", "kuhn"), ("alike", [{}])),
    ],
)
def test_game_file(study: Path, verify, path: str, wrong: object) -> None:
    edit_json(study / "kuhn/game.json", path, wrong)
    found = verify("run", study, "kuhn", "cfr")
    assert found.failed == {checks.GAME}
    assert any(p["column"].startswith(path) for p in found.report["problems"])


def test_the_parameters_in_the_game_file(study: Path, verify) -> None:
    edit_json(study / "kuhn/game.json", "parameters", {"players": 2, "ranks": 4})
    assert verify("run", study, "kuhn", "cfr").has("kuhn/game.json", None, "parameters.ranks")


@pytest.mark.parametrize(
    ("file", "row", "column", "name"),
    [
        *(("infosets.csv", row, column, checks.INFOSETS) for row in (1, 12) for column in checks.INFOSET_COLUMNS),
        *(("outcomes.csv", row, column, checks.OUTCOMES) for row in (1, 30) for column in checks.OUTCOME_COLUMNS),
    ],
)
def test_one_cell_of_the_compiled_game(study: Path, verify, file: str, row: int, column: str, name: str) -> None:
    edit_cell(study / "kuhn" / file, row, column, other_digit)
    found = verify("run", study, "kuhn", "cfr")
    assert found.failed == {name}
    assert found.has(f"kuhn/{file}", row, column)


def test_rows_of_the_compiled_game_that_differ_are_all_named(study: Path, verify) -> None:
    path = study / "kuhn/outcomes.csv"
    for row in (3, 17, 30):
        edit_cell(path, row, "payoff_1", lambda text: str(int(text) + 1))
    found = verify("run", study, "kuhn", "cfr")
    places = [(p["row"], p["column"], int(p["found"]) - int(p["expected"])) for p in found.report["problems"]]
    assert places == [(3, "payoff_1", 1), (17, "payoff_1", 1), (30, "payoff_1", 1)]


def test_a_weight_that_proves_nothing(study: Path, verify) -> None:
    path = study / EQ / "bounds.csv"
    lines = path.read_text().splitlines()
    row = next(n for n, line in enumerate(lines) if n and not line.endswith(",0"))
    edit_cell(path, row, "weight", lambda text: "1/1000")
    found = verify("equilibria", study, "kuhn")
    problem = next(p for p in found.report["problems"] if p["file"] == f"{EQ}/certificates.csv")
    assert f"certificate {row - 1} proves nothing" in problem["message"]
    assert any(p["column"] == "complete" for p in found.report["problems"])


def test_a_bound_that_is_left_out(study: Path, verify) -> None:
    path = study / EQ / "bounds.csv"
    lines = path.read_text().splitlines()
    path.write_text("\n".join(lines[:-1]) + "\n")
    found = verify("equilibria", study, "kuhn")
    assert any(p["message"] == "has no bound" for p in found.report["problems"])


def test_a_negative_weight(study: Path, verify) -> None:
    edit_cell(study / EQ / "bounds.csv", 9, "weight", lambda text: "-1")
    assert verify("equilibria", study, "kuhn").has(f"{EQ}/bounds.csv", 9, "weight")


def test_files_that_should_not_be_there(study: Path, verify) -> None:
    (study / RUN / "checkpoints/7.csv").write_text("")
    found = verify("run", study, "kuhn", "cfr")
    assert [p["found"] for p in found.report["problems"]] == ["7.csv"]


def test_a_normalization_that_is_off(study: Path, verify) -> None:
    for row in (7, 8):
        edit_cell(study / RUN / "strategy.csv", row, "probability", lambda text: repr(float(text) + 1e-11))
    found = verify("run", study, "kuhn", "cfr")
    check = next(c for c in found.report["checks"] if c["name"] == "probabilities of an infoset sum to 1")
    assert not check["passed"]
    assert check["largest_difference"] == pytest.approx(2e-11, rel=1e-3)
    assert found.report["certificate"] is None


def test_numbers_too_large_to_compare(study: Path, verify) -> None:
    edit_cell(study / RUN / "checkpoints/50.csv", 3, "strategy_sum", lambda _: "1.7e+308")
    edit_cell(study / RUN / "checkpoints/50.csv", 4, "strategy_sum", lambda _: "1.7e+308")
    edit_cell(study / RUN / "strategy.csv", 3, "probability", lambda _: "1.7e+308")
    edit_cell(study / RUN / "frequencies.csv", 8, "0:1:pass", lambda _: "-1.7e+308")
    edit_cell(study / RUN / "frequencies.csv", 8, "0:2:pass", lambda _: "1.7e+308")
    assert verify("run", study, "kuhn", "cfr").code == 1


def test_every_check_of_a_column_has_its_own_say(study: Path, verify) -> None:
    """A whole trajectory of another variant is consistent in itself and fails all the same."""
    for name in ("trajectory.csv", "frequencies.csv", "strategy.csv", "plans.csv", "distance.csv"):
        (study / RUN / name).write_bytes((study / "kuhn/cfr_alternating" / name).read_bytes())
    found = verify("run", study, "kuhn", "cfr")
    assert found.failed == {
        *(checks.FREQUENCIES, checks.RECURSION, checks.ALL_PLANS, checks.CURRENT_RECURSION, checks.CURRENT_ALL_PLANS),
        *(checks.OF_STATES, checks.FINAL, checks.FINAL_STATE, checks.PLANS, checks.BITS),
    }


def test_problems_are_capped_and_counted(study: Path, verify) -> None:
    path = study / EQ / "pure_profiles.csv"
    path.write_text(re.sub(r"[0-9/]+\n", "99\n", path.read_text()))
    problems = verify("equilibria", study, "kuhn").report["problems"]
    assert len(problems) == 101
    assert re.fullmatch(r"[0-9,]+ more problems are not listed", problems[-1]["message"])
