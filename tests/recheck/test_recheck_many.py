"""Studies of all kinds of games, made by regretlab: they pass, and what is spoiled in them is found."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import recheck_checks as checks
from recheck_bundle import VARIANTS
from recheck_made import GAMES, PLANS, write_made, write_many
from recheck_spoil import edit_cell, edit_json, moved

PARTING = {("three", "cfr"), ("battleship", "cfr"), ("battleship", "cfr_alternating")}
"""Two actions are worth the same there, so that rounding decides: two correct programs part in the first iterations."""

RUNS = [(game, variant) for game in GAMES for variant in VARIANTS]


@pytest.fixture(scope="session")
def many(tmp_path_factory: pytest.TempPathFactory) -> dict[bool, Path]:
    folder = tmp_path_factory.mktemp("many")
    return {pure_plans: write_many(folder / f"{pure_plans}", pure_plans) for pure_plans in (True, False)}


@pytest.fixture
def of_game(many: dict[bool, Path], tmp_path: Path):
    """The study of a game, with the folder of that game only."""

    def copy(game: str) -> Path:
        source = many[game in PLANS]
        shutil.copytree(source / game, tmp_path / game)
        shutil.copy(source / "study.json", tmp_path)
        return tmp_path

    return copy


def edit_entry(study: Path, game: str, key: str, value: object) -> None:
    content = json.loads((study / "study.json").read_text())
    next(entry for entry in content["games"] if entry["folder"] == game)[key] = value
    (study / "study.json").write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n")


@pytest.mark.parametrize(("game", "variant"), RUNS)
def test_runs_pass(many: dict[bool, Path], verify, game: str, variant: str) -> None:
    found = verify("run", many[game in PLANS], game, variant)
    assert found.report["level"] == "repeated"
    if (game, variant) not in PARTING:
        assert found.report["problems"] == []
        assert found.code == 0
    names = [check["name"] for check in found.report["checks"]]
    assert len(set(names)) == len(names)
    assert all(check["numbers"] for check in found.report["checks"])
    # What rests on published strategies alone holds even where the iteration parts.
    assert not found.failed & {checks.OF_FREQUENCIES, checks.LAST_EXACT, checks.FINAL_ROW, checks.NORMAL, checks.SUMS}


@pytest.mark.parametrize(("game", "variant"), RUNS)
def test_runs_are_certified(of_game, verify, game: str, variant: str) -> None:
    study = of_game(game)
    edit_json(study / "study.json", "verification", "certified")
    found = verify("run", study, game, variant)
    assert (found.code, found.report["level"], found.report["problems"]) == (0, "certified", [])
    assert found.report["certificate"] is not None


@pytest.mark.parametrize("game", [game for game, (_, _, value) in GAMES.items() if value is not None])
def test_values_pass(many: dict[bool, Path], verify, game: str) -> None:
    found = verify("value", many[game in PLANS], game)
    level = "proven" if GAMES[game][2] == "exact" else "certified"
    assert (found.code, found.report["level"], found.report["problems"]) == (0, level, [])
    assert found.report["subject"] == f"{game}/value"
    assert found.report["certificate"] is None


def test_three_players_have_three_values(many: dict[bool, Path], verify) -> None:
    report = verify("run", many[False], "three", "cfr_alternating").report
    assert list(report["certificate"]) == ["value_0", "value_1", "value_2", "gain_0", "gain_1", "gain_2", "nash_conv"]
    assert sum(float(report["certificate"][f"value_{player}"]["decimal"]) for player in range(3)) == pytest.approx(0)


@pytest.mark.parametrize("prefix", ["", "current_"])
@pytest.mark.parametrize("column", ["value_0", "value_1", "value_2", "gain_2", "nash_conv", "exploitability"])
def test_measures_of_three_players(of_game, verify, column: str, prefix: str) -> None:
    study = of_game("three")
    edit_cell(study / "three/cfr_alternating/trajectory.csv", 2, prefix + column, moved(1e-6))
    found = verify("run", study, "three", "cfr_alternating")
    assert found.failed >= {checks.OF_STATES, checks.CURRENT_RECURSION if prefix else checks.RECURSION}
    assert found.has("three/cfr_alternating/trajectory.csv", 2, prefix + column)


def test_three_players_have_no_plans(of_game, verify) -> None:
    study = of_game("three")
    edit_json(study / "study.json", "pure_plans", True)
    (study / "three/cfr_alternating/plans.csv").write_text("")
    found = verify("run", study, "three", "cfr_alternating")
    assert found.failed == {"plans.csv is not published"}


def test_games_with_too_many_plans_to_list(of_game, verify) -> None:
    study = of_game("dice")
    edit_json(study / "study.json", "pure_plans", True)
    assert verify("run", study, "dice", "cfr").has("dice/cfr/plans.csv", None, None)


@pytest.mark.parametrize("member", ["infosets", "histories"])
def test_infosets_that_are_played_alike(of_game, verify, member: str) -> None:
    study = of_game("forgetful")
    content = json.loads((study / "forgetful/game.json").read_text())
    content["alike"][3][member][1] += 1
    (study / "forgetful/game.json").write_text(json.dumps(content, indent=2) + "\n")
    found = verify("run", study, "forgetful", "cfr")
    assert found.failed == {checks.GAME}
    assert found.has("forgetful/game.json", None, f"alike[3].{member}[1]")


@pytest.mark.parametrize("level", ["repeated", "certified"])
def test_a_strategy_that_differs_where_it_must_be_alike(of_game, verify, level: str) -> None:
    study = of_game("forgetful")
    edit_json(study / "study.json", "verification", level)
    path = study / "forgetful/cfr/strategy.csv"
    lines = path.read_text().splitlines()
    # An infoset of the second of two pasts with two actions, both possible.
    row = next(
        n
        for n, line in enumerate(lines)
        if "~2," in line and lines[n - 1].split(",")[1] != line.split(",")[1] and 0.1 < float(line.split(",")[3]) < 0.9
    )
    for n, amount in ((row, 1e-9), (row + 1, -1e-9)):
        edit_cell(path, n, "probability", moved(amount))
    found = verify("run", study, "forgetful", "cfr")
    assert found.failed >= {checks.FINAL_ROW, checks.FINAL_STATE}


def test_a_game_without_perfect_recall_must_be_allowed(of_game, verify) -> None:
    study = of_game("forgetful")
    edit_entry(study, "forgetful", "imperfect_recall", False)
    found = verify("run", study, "forgetful", "cfr")
    assert (found.code, found.report["level"]) == (2, None)
    (problem,) = found.report["problems"]
    assert "no perfect recall" in problem["message"]


def test_names_that_tables_cannot_hold(of_game, verify) -> None:
    study = of_game("own")
    assert "for 50%25%7Cmore?" in (study / "own/infosets.csv").read_text()
    assert "heads|tails%2C of course" in (study / "own/infosets.csv").read_text()
    edit_cell(study / "own/infosets.csv", 1, "actions", lambda text: text.replace("%2C", "%2c"))
    found = verify("run", study, "own", "cfr")
    assert found.failed == {checks.INFOSETS}


OWN_FILES = {
    "table": ("nfg-2.nfg", "rules as the game's own file has them"),
    "tree": ("myerson-poker.efg", "rules as the game's own file has them"),
    "own": ("game.efg", "rules as game.efg has them, not derived from own.py"),
}


@pytest.mark.parametrize("game", OWN_FILES)
def test_reports_tell_that_rules_are_a_files_own(many: dict[bool, Path], verify, game: str) -> None:
    file, name = OWN_FILES[game]
    for command in (("run", many[True], game, "cfr"), ("value", many[True], game)):
        report = verify(*command).report
        (check,) = [check for check in report["checks"] if check["name"] == name]
        assert (check["file"], check["passed"]) == (f"{game}/{file}", True)
        assert check["numbers"] > 0
        assert f"{game}/{file}" in report["files"]
    if game == "own":
        assert "own.py is not run" in check["reason"]
        assert "own/own.py" not in report["files"]


@pytest.mark.parametrize("game", OWN_FILES)
def test_another_number_in_a_games_own_file(of_game, verify, game: str) -> None:
    study = of_game(game)
    file, _ = OWN_FILES[game]
    text = (study / game / file).read_text()
    for old, new in (("{ 2, -2 }", "{ 3, -3 }"), ("-1  1", "-1  2")):
        text = text.replace(old, new)
    (study / game / file).write_text(text)
    found = verify("run", study, game, "cfr")
    assert found.code == 1
    assert checks.OUTCOMES in found.failed


@pytest.mark.parametrize("game", OWN_FILES)
@pytest.mark.parametrize("fault", ["cut", "missing", "not UTF-8", "CRLF"])
def test_games_own_files_that_cannot_be_read(of_game, verify, game: str, fault: str) -> None:
    study = of_game(game)
    file, name = OWN_FILES[game]
    path = study / game / file
    data = path.read_bytes()
    path.unlink()
    changed = {"cut": data[: len(data) - 9], "not UTF-8": data + b"\xff", "CRLF": data.replace(b"\n", b"\r\n")}
    if fault != "missing":
        path.write_bytes(changed[fault])
    found = verify("run", study, game, "cfr")
    if fault == "CRLF":
        assert found.code == 0
        return
    assert found.code == (2 if fault == "missing" else 1)
    assert (found.failed, found.report["level"]) == ({name}, None)
    assert found.has(f"{game}/{file}", None, None)


@pytest.mark.parametrize("game", ["three", "dice2", "table", "tree"])
def test_the_unit_of_payoffs(of_game, verify, game: str) -> None:
    study = of_game(game)
    unit = "antes per hand" if game == "three" else "payoff per play"
    assert json.loads((study / game / "game.json").read_text())["unit"] == unit
    edit_json(study / game / "game.json", "unit", "pennies per game")
    found = verify("run", study, game, "cfr_alternating")
    assert (found.failed, found.has(f"{game}/game.json", None, "unit")) == ({checks.GAME}, True)


@pytest.mark.parametrize(("unit", "passes"), [("pounds", True), (1, False), (None, False)])
def test_the_unit_of_payoffs_by_rules_in_python(of_game, verify, unit: object, passes: bool) -> None:
    """It is theirs to name, and nothing here says what it is."""
    study = of_game("own")
    edit_json(study / "own/game.json", "unit", unit)
    found = verify("run", study, "own", "cfr")
    assert found.failed == (set() if passes else {checks.GAME})


def test_files_of_games_have_no_parameters(of_game, verify) -> None:
    study = of_game("tree")
    edit_entry(study, "tree", "parameters", {"players": 2})
    found = verify("run", study, "tree", "cfr")
    assert (found.code, found.has("study.json", None, "parameters")) == (2, True)


def test_a_file_that_gives_another_denominator(of_game, verify) -> None:
    """All is read exactly: a payoff of a third is no decimal."""
    study = of_game("tree")
    path = study / "tree/myerson-poker.efg"
    path.write_text(path.read_text().replace("{ 2, -2 }", "{ 1/3, -1/3 }"))
    found = verify("run", study, "tree", "cfr")
    assert checks.GAME in found.failed
    assert found.has("tree/game.json", None, "denominator")


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("game", "value"),
    [
        (("liars_dice", {}), "linear program"),
        (("liars_dice", {"dice_sides": 5}), "exact"),
        (("battleship", {"board_width": 3}), None),
    ],
)
def test_large_games_are_certified(tmp_path: Path, verify, game, value: str | None) -> None:
    """Half a million ends: all files of the game, exact measures of published strategies, exact bounds of the value."""
    few = {"iterations": 2, "snapshots": [2], "checkpoints": [2], "verification": "certified", "frequencies": False}
    study = write_made(tmp_path / "large", {"large": (*game, value)}, **few)
    found = verify("run", study, "large", "cfr_alternating")
    assert (found.code, found.report["level"], found.report["problems"]) == (0, "certified", [])
    if value is not None:
        found = verify("value", study, "large")
        assert (found.code, found.report["problems"]) == (0, [])
