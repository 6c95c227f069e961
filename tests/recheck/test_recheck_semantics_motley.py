"""Other games and variants than those of the little study: each disagreement is told by code, file, row and column."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from recheck_change import (
    Change,
    cell,
    key,
    text,
)
from recheck_spoil import moved, other_digit

from recheck import codes
from recheck.semantics import check_semantics

MOTLEY: list[tuple[str, Change, tuple[str, str, int | None, str | None]]] = [
    (
        "values of three players",
        cell("three/cfr/trajectory.csv", 2, "value_2", moved(1e-6)),
        (codes.SUM_WRONG, "three/cfr/trajectory.csv", 2, "value_2"),
    ),
    (
        "strategies of a linear program",
        cell("tree/value/strategy.csv", 2, "probability", other_digit),
        (codes.SUM_WRONG, "tree/value/strategy.csv", 2, "probability"),
    ),
    (
        "no probability",
        cell("tree/value/strategy.csv", 2, "probability", "1.5"),
        (codes.CELL_RANGE, "tree/value/strategy.csv", 2, "probability"),
    ),
    (
        "mean of the bounds",
        key("tree/value/value.json", "value", to=lambda value: value + 1e-9),
        (codes.SUM_WRONG, "tree/value/value.json", None, "value"),
    ),
    (
        "bounds the wrong way round",
        key("tree/value/value.json", "lower", to=lambda value: value + 0.1),
        (codes.CELL_RANGE, "tree/value/value.json", None, "lower"),
    ),
    (
        "not uniform",
        text(
            "dice2/value/strategy.csv",
            "0,1 1-1 2-1,2-2,1/2\n0,1 1-1 2-1,Liar,1/2",
            "0,1 1-1 2-1,2-2,1/3\n0,1 1-1 2-1,Liar,2/3",
        ),
        (codes.CELL_RANGE, "dice2/value/strategy.csv", 13, "probability"),
    ),
    (
        "sums of a sampled run",
        cell("dice2/es-seed1/checkpoints/10.csv", 1, "strategy_sum", moved(1e-6)),
        (codes.FILES_DISAGREE, "dice2/es-seed1/strategy.csv", 1, "probability"),
    ),
    (
        "what a rule keeps besides",
        cell("forgetful/ecfr/checkpoints/10.csv", 1, "weight_sum", moved(1e-6)),
        (codes.FILES_DISAGREE, "forgetful/ecfr/strategy.csv", 1, "probability"),
    ),
    (
        "a rule of one's own",
        cell("dice2/mine/checkpoints/10.csv", 1, "strategy_sum", moved(1e-6)),
        (codes.FILES_DISAGREE, "dice2/mine/strategy.csv", 1, "probability"),
    ),
    (
        "histories that are alike",
        key("forgetful/game.json", "alike", 0, "histories", 0, to=9),
        (codes.FILES_DISAGREE, "forgetful/cfr/frequencies.csv", 2, None),
    ),
    (
        "no histories that are alike",
        key("forgetful/game.json", "alike", 0, "histories", to=[]),
        (codes.JSON_KEYS, "forgetful/game.json", None, "alike[0]"),
    ),
    (
        "rows that are alike",
        key("forgetful/game.json", "alike", 0, "infosets", to=lambda rows: [rows[0], *(row + 1 for row in rows[1:])]),
        (codes.FILES_DISAGREE, "forgetful/infosets.csv", None, "infoset"),
    ),
    (
        "imperfect recall",
        key("study.json", "games", 1, "imperfect_recall", to=False),
        (codes.FILES_DISAGREE, "forgetful/game.json", None, "alike"),
    ),
    (
        "a table of a variant",
        text("own/ddcfr/ddcfr-kuhn.csv", "alpha", "beta"),
        (codes.TABLE_SCHEMA, "own/ddcfr/ddcfr-kuhn.csv", 0, None),
    ),
    (
        "a table of a variant is another one",
        cell("own/ddcfr/ddcfr-kuhn.csv", 1, "gamma", "0.25"),
        (codes.REPORT_UNTRUE, "verification/own/ddcfr/python.json", None, "files.own/ddcfr/ddcfr-kuhn.csv"),
    ),
    (
        "a game's own file is another one",
        text("own/game.efg", "\n", "\n\n"),
        (codes.REPORT_UNTRUE, "verification/own/cfr/python.json", None, "files.own/game.efg"),
    ),
    (
        "plans of three players",
        key("study.json", "pure_plans", to=True),
        (codes.STUDY_WRONG, "study.json", None, "pure_plans"),
    ),
    (
        "answers",
        key("study.json", "variants", 3, "answer", to="average"),
        (codes.STUDY_WRONG, "study.json", None, "answer"),
    ),
    (
        "current certificate",
        key(
            "verification/dice2/mmd-eta1/python.json",
            *("certificate", "current_gain_0"),
            to={"fraction": "1/2", "decimal": "0.5"},
        ),
        (codes.SUM_WRONG, "verification/dice2/mmd-eta1/python.json", None, "certificate.current_nash_conv"),
    ),
    (
        "regrets and the current strategy, made of exponentials",
        cell("dice2/mmd-eta1/checkpoints/10.csv", 1, "cumulative_regret", moved(1e-6)),
        (codes.FILES_DISAGREE, "dice2/mmd-eta1/trajectory.csv", 4, "current_value"),
    ),
    (
        "current row",
        cell("dice2/mmd-eta1/trajectory.csv", 4, "current_value", moved(1e-8)),
        (codes.FILES_DISAGREE, "dice2/mmd-eta1/trajectory.csv", 4, "current_value"),
    ),
    (
        "median",
        cell("methods.csv", 12, "exploitability", other_digit),
        (codes.FILES_DISAGREE, "methods.csv", 12, "exploitability"),
    ),
    (
        "figure of a sweep",
        lambda folder: (folder / "figures/dice2/sweep-mmd.png").unlink(),
        (codes.FILE_MISSING, "figures/dice2/sweep-mmd.png", None, None),
    ),
    (
        "a rule's own file",
        lambda folder: (folder / "dice2/mine/mine.py").unlink(),
        (codes.FILE_MISSING, "dice2/mine/mine.py", None, None),
    ),
]


@pytest.mark.parametrize(("change", "problem"), [case[1:] for case in MOTLEY], ids=[case[0] for case in MOTLEY])
def test_other_games_and_variants(spoiled, change: Change, problem: tuple[str, str, int | None, str | None]) -> None:
    found = spoiled(change, "motley")
    assert problem in found or any(
        (code, file) == problem[:2]
        and row in (problem[2], None if row is None else row)
        and problem[3] in (None, column)
        for code, file, row, column in found
        if problem[2] is None or row == problem[2]
    )


@pytest.mark.parametrize(
    ("name", "code"), [("kept", codes.REPORT_UNTRUE), ("not kept", codes.TABLE_SCHEMA), ("player", codes.TABLE_SCHEMA)]
)
def test_columns_of_a_rule_of_its_own(spoiled, name: str, code: str) -> None:
    """How the average strategy follows from them nobody else knows: another sum is no disagreement then."""
    file = "dice2/mine/checkpoints/10.csv"

    def spoil(folder: Path) -> None:
        cell(file, 1, "strategy_sum", moved(1e-6))(folder)
        header, *rows = (folder / file).read_text().splitlines()
        lines = [f"{header},{name}", *(f"{row},0.5" for row in rows)]
        (folder / file).write_text("\n".join(lines) + "\n")

    found = spoiled(spoil, "motley")
    assert code in {found_code for found_code, _, _, _ in found}
    assert codes.FILES_DISAGREE not in {found_code for found_code, _, _, _ in found}


def test_a_file_that_only_the_own_rule_reads_may_be_there(motley: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(motley, tmp_path / "motley"))
    (folder / "dice2/mine/notes.csv").write_text("anything\n")
    assert check_semantics(folder).problems == []
