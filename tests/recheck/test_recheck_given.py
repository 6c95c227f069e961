"""Runs of given strategies: they are repeated, and whatever is wrong with the table, or is not what it says, is found."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from recheck_entries import TABLES, entry_of
from recheck_made import write_made
from recheck_spoil import edit_cell, moved

from regretlab.files import write_csv
from regretlab.registry import load_rules
from regretlab.sequence_form.compile import compile_game

TABLE = "kuhn-equilibrium.csv"
LINES = (TABLES / TABLE).read_text().splitlines()
SHORT: dict[str, Any] = {"iterations": 12, "snapshots": [1, 2, 12], "checkpoints": [2, 12]}
LABEL = "player, infoset, action"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("given") / "all"
    return write_made(folder, {"kuhn": ("kuhn_poker", {}, None)}, variants=[entry_of("fixed", ["kuhn"])], **SHORT)


@pytest.fixture
def study(made: Path, tmp_path: Path) -> Path:
    shutil.copytree(made, tmp_path / "study")
    return tmp_path / "study"


def test_repeated(study: Path, verify) -> None:
    found = verify("run", study, "kuhn", "fixed")
    assert (found.code, found.report["level"], found.report["problems"]) == (0, "repeated", [])
    assert abs(float(found.report["certificate"]["nash_conv"]["decimal"])) < 1e-15
    numbers = {check["name"]: check["numbers"] for check in found.report["checks"]}
    assert (numbers["table of the variant"], numbers["given strategy is one of this game"]) == (24, 24)
    assert numbers["probabilities of the given strategy sum to 1"] == 12
    assert f"kuhn/fixed/{TABLE}" in found.report["files"]


@pytest.mark.parametrize("file", ["strategy.csv", "checkpoints/12.csv", "trajectory.csv"])
def test_what_is_not_the_table(study: Path, verify, file: str) -> None:
    column = {"strategy.csv": "probability", "checkpoints/12.csv": "strategy_sum", "trajectory.csv": "current_value"}[
        file
    ]
    edit_cell(study / "kuhn/fixed" / file, 1, column, moved(1e-9))
    found = verify("run", study, "kuhn", "fixed")
    assert found.code == 1
    assert found.has(f"kuhn/fixed/{file}", 1, column)


def test_another_table_than_was_played(study: Path, verify) -> None:
    """As good a strategy, and another one: told where it is not the one published."""
    lines = [line.replace("0pb,pass,1", "0pb,pass,0.9").replace("0pb,bet,0", "0pb,bet,0.1") for line in LINES]
    write(study, lines)
    found = verify("run", study, "kuhn", "fixed")
    assert (found.code, found.report["level"]) == (1, "repeated")
    assert found.has("kuhn/fixed/strategy.csv", 7, "probability")


@pytest.mark.parametrize(
    ("changed", "row", "column"),
    [
        ({3: None}, None, LABEL),
        ({25: "1,3,pass,1"}, 25, LABEL),
        ({25: LINES[3]}, 25, LABEL),
        ({1: "0,0,pass,0.8,"}, 1, None),
        ({1: "0,0,pass,-0.8"}, 1, "probability"),
        ({1: "0,0,pass,1.5"}, 1, "probability"),
        ({1: "0,0,pass,nan"}, 1, "probability"),
        ({1: "0,0,pass,inf"}, 1, "probability"),
        ({1: "0,0,pass,4/5"}, 1, "probability"),
        ({1: "0,0,pass,0.8\r"}, 1, "probability"),
        ({1: "0,0,pass,0.80001"}, 1, "probability"),
        ({0: "player,infoset,action,p"}, 0, None),
    ],
    ids=str,
)
def test_what_is_no_strategy_of_the_game(
    study: Path, verify, changed: dict[int, Any], row: object, column: object
) -> None:
    lines = dict(enumerate(LINES)) | changed
    write(study, [line for line in lines.values() if line is not None])
    found = verify("run", study, "kuhn", "fixed")
    assert (found.code, found.report["level"], found.report["passed"]) == (1, None, False)
    assert found.has(f"kuhn/fixed/{TABLE}", row, column)


def test_no_table(study: Path, verify) -> None:
    (study / "kuhn/fixed" / TABLE).unlink()
    found = verify("run", study, "kuhn", "fixed")
    assert (found.code, found.report["level"]) == (2, None)
    assert found.has(f"kuhn/fixed/{TABLE}", None, None)


@pytest.mark.parametrize("path", ["strategy.csv", "..", "", "a/strategy.csv"])
def test_no_path_of_a_table(study: Path, verify, path: str) -> None:
    content = json.loads((study / "study.json").read_text())
    content["variants"][0]["parameters"]["table"] = path
    (study / "study.json").write_text(json.dumps(content, indent=2) + "\n")
    assert verify("run", study, "kuhn", "fixed").has("study.json", None, "parameters.table")


def test_rounded_by_another_program(made: Path, tmp_path: Path, verify) -> None:
    """Probabilities of nine digits: divided by their sum by both, and the level is the same."""
    rounded = [
        line.replace("0.6666666666666667", "0.666666667").replace("0.3333333333333333", "0.333333334") for line in LINES
    ]
    path = tmp_path / "rounded.csv"
    path.write_text("".join(f"{line}\n" for line in rounded))
    entry = entry_of("fixed", ["kuhn"], table=str(path))
    study = write_made(tmp_path / "study", {"kuhn": ("kuhn_poker", {}, None)}, variants=[entry], **SHORT)
    found = verify("run", study, "kuhn", "fixed")
    assert (found.code, found.report["level"], found.report["problems"]) == (0, "repeated", [])
    assert 0 < float(found.report["certificate"]["nash_conv"]["decimal"]) < 1e-8


def test_differs_where_infosets_are_played_alike(tmp_path: Path, verify) -> None:
    """Told by recheck alone: regretlab would not have made such a run."""
    parameters = {"num_cards": 4, "imp_info": False}
    game = compile_game("goofspiel", parameters, load_rules("goofspiel", parameters), imperfect_recall=True)

    def table(path: Path, odd: dict[int, float]) -> str:
        rows = [
            (infoset.player, infoset.name, action, odd.get(q, 1 / len(infoset.actions)))
            for q, infoset, action in game.rows()
        ]
        write_csv(path, ("player", "infoset", "action", "probability"), rows)
        return str(path)

    entry = entry_of("fixed", ["forgetful"], table=table(tmp_path / "t.csv", {}))
    study = write_made(tmp_path / "study", {"forgetful": ("goofspiel", parameters, None)}, variants=[entry], **SHORT)
    assert verify("run", study, "forgetful", "fixed").code == 0
    group = next(group for group in game.alike if len(game.infosets[group.infosets[0]].actions) == 2)
    first = game.first_sequences[group.infosets[1]]
    table(study / "forgetful/fixed/t.csv", {first: 0.25, first + 1: 0.75})
    found = verify("run", study, "forgetful", "fixed")
    assert (found.code, found.has("forgetful/fixed/t.csv", None, "infoset")) == (1, True)


def write(study: Path, lines: list[str]) -> None:
    (study / "kuhn/fixed" / TABLE).write_bytes("".join(f"{line}\n" for line in lines).encode())
