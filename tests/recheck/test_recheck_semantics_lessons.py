"""Lessons in a whole study: each disagreement is told by code, file, row and column; which files and reports are due; claims."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from recheck_change import Change, cell, changes, key, mend, text, without
from recheck_drawn import checked, said
from recheck_spoil import moved
from recheck_taught import LESSONS, write_taught_whole

from recheck import codes, truth
from recheck.claims import verify_claims
from recheck.semantics import check_semantics
from recheck.semantics.tree import due_files, subjects_of

RANKING, STREET_1, UP, BETS, ENDS = (f"{LESSONS}/{name}.csv" for name in ("ranking", "street1", "up", "bets", "ends"))
REPORT = f"verification/{LESSONS}/python.json"


pytestmark = pytest.mark.heavy
"""A whole study has to be trained, verified and drawn first."""


@pytest.fixture(scope="module")
def taught(unsynced: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_taught_whole(tmp_path_factory.mktemp("taught") / "taught")


@pytest.fixture(scope="module")
def copied(taught: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(shutil.copytree(taught, tmp_path_factory.mktemp("copied") / "taught"))


@pytest.fixture
def copy(taught: Path, copied: Path, monkeypatch: pytest.MonkeyPatch):
    without(monkeypatch, "drawings", "page")
    yield copied
    mend(copied, taught)


def test_a_study_with_lessons_agrees_with_itself_and_is_true(taught: Path) -> None:
    ledger = check_semantics(taught)
    assert (ledger.passed, ledger.problems) == (True, [])
    subject, derived = f"{LESSONS}", truth.derive(taught, LESSONS)
    assert subject in truth.subjects(taught)
    assert (derived.passed, truth.differences(taught, subject, derived)) == (True, [])


def test_gains_are_the_value_of_the_run(taught: Path) -> None:
    """Two files that two programs wrote: brute force, and regretlab's trajectory."""
    rows = (taught / ENDS).read_text().splitlines()[1:]
    gains = [float(row.split(",")[-1]) for row in rows]
    last = (taught / "small/dcfr/trajectory.csv").read_text().splitlines()[-1]
    assert sum(gains) == pytest.approx(float(last.split(",")[1]), abs=1e-12)


def test_claims_on_lessons_are_regenerated(copy: Path) -> None:
    assert verify_claims(copy).passed
    cell("claims.csv", 3, "unrounded", "7/9")(copy)
    problems = verify_claims(copy).problems
    assert [(p.row, p.column, p.expected) for p in problems] == [(3, "unrounded", "3888888888888889/5000000000000000")]


def lines_swapped(file: str, row: int) -> Change:
    """Two rows of a table have changed places."""

    def spoil(folder: Path) -> None:
        lines = (folder / file).read_text().splitlines()
        lines[row], lines[row + 1] = lines[row + 1], lines[row]
        (folder / file).write_text("\n".join(lines) + "\n")

    return spoil


FAULTS: list[tuple[Change, tuple[str, str, int | None, str | None]]] = [
    (lines_swapped(RANKING, 2), (codes.TABLE_ROWS, RANKING, 2, "place")),
    (cell(RANKING, 2, "hand", "33"), (codes.TABLE_ROWS, RANKING, 2, "hand")),
    (cell(RANKING, 2, "ways", "4"), (codes.SUM_WRONG, RANKING, None, "ways")),
    (cell(RANKING, 2, "ways", "3.0"), (codes.CELL_FORM, RANKING, 2, "ways")),
    (cell(RANKING, 2, "ties", "-1"), (codes.CELL_RANGE, RANKING, 2, "ties")),
    (cell(RANKING, 2, "ties", "1"), (codes.SUM_WRONG, RANKING, 2, "loses")),
    (cell(RANKING, 2, "equity", moved(1e-9)), (codes.SUM_WRONG, RANKING, 2, "equity")),
    (lines_swapped(STREET_1, 4), (codes.TABLE_ROWS, STREET_1, 4, "action")),
    (text(STREET_1, "player,before", "before,player"), (codes.TABLE_SCHEMA, STREET_1, 0, None)),
    (cell(STREET_1, 2, "probability", moved(1e-9)), (codes.FILES_DISAGREE, STREET_1, 2, "probability")),
    (cell(STREET_1, 2, "reach", moved(1e-9)), (codes.FILES_DISAGREE, STREET_1, 2, "reach")),
    (
        changes(*(cell(STREET_1, row, "reach", "0.35") for row in (1, 2, 3))),
        (codes.SUM_WRONG, STREET_1, 10, "reach"),
    ),
    (cell(STREET_1, 2, "value", ""), (codes.CELL_FORM, STREET_1, 2, "value")),
    (cell(STREET_1, 2, "value", "nan"), (codes.CELL_FORM, STREET_1, 2, "value")),
    (cell(STREET_1, 2, "reach", "-0.25"), (codes.CELL_RANGE, STREET_1, 2, "reach")),
    (cell(UP, 2, "probability", moved(1e-9)), (codes.SUM_WRONG, UP, 3, "probability")),
    (cell(UP, 2, "equity", moved(1e-9)), (codes.FILES_DISAGREE, UP, 2, "equity")),
    (cell(UP, 2, "value", "inf"), (codes.CELL_FORM, UP, 2, "value")),
    (
        changes(*(cell(UP, row, "reach", "0.9") for row in (1, 2, 3))),
        (codes.SUM_WRONG, UP, 48, "reach"),
    ),
    (
        changes(*(cell(UP, row, "equity", "1.5") for row in (1, 2, 3))),
        (codes.CELL_RANGE, UP, 2, "equity"),
    ),
    (cell(BETS, 1, "made", "0.9"), (codes.SUM_WRONG, BETS, 1, "made")),
    (cell(BETS, 1, "bluffs", "0.9"), (codes.SUM_WRONG, BETS, 1, "bluffs")),
    (cell(BETS, 1, "folds", "0.9"), (codes.SUM_WRONG, BETS, 1, "folds")),
    (cell(BETS, 1, "folds", "-0.1"), (codes.CELL_RANGE, BETS, 1, "folds")),
    (cell(BETS, 1, "pot", ""), (codes.CELL_FORM, BETS, 1, "pot")),
    (cell(BETS, 3, "action", "raise 7"), (codes.TABLE_ROWS, BETS, 3, "action")),
    (cell(ENDS, 1, "reach", moved(1e-9)), (codes.SUM_WRONG, ENDS, 5, "reach")),
    (cell(ENDS, 1, "reach", "1.5"), (codes.CELL_RANGE, ENDS, 1, "reach")),
    (cell(ENDS, 1, "gain", moved(1e-9)), (codes.FILES_DISAGREE, ENDS, 5, "gain")),
    (lines_swapped(ENDS, 1), (codes.TABLE_ROWS, ENDS, 1, "end")),
    (lambda folder: (folder / BETS).unlink(), (codes.FILE_MISSING, BETS, None, None)),
    (lambda folder: (folder / REPORT).unlink(), (codes.FILE_MISSING, REPORT, None, None)),
    (
        lambda folder: shutil.copy(folder / BETS, folder / f"{LESSONS}/more.csv"),
        (codes.FILE_NOT_DUE, f"{LESSONS}/more.csv", None, None),
    ),
    (key("study.json", "lessons", to=None), (codes.FILE_NOT_DUE, BETS, None, None)),
    (key("study.json", "lessons", to="cfr"), (codes.STUDY_WRONG, "study.json", None, "lessons")),
    (key(REPORT, "level", to="proven"), (codes.REPORT_UNTRUE, REPORT, None, "level")),
]


@pytest.mark.parametrize(("change", "told"), FAULTS)
def test_a_disagreement_is_told(copy: Path, change: Change, told: tuple[str, str, int | None, str | None]) -> None:
    change(copy)
    ledger = check_semantics(copy)
    assert told in {(p.code, p.file, p.row, p.column) for p in ledger.problems}, ledger.problems


OPENING, FACE_UP, BLUFFS = (f"figures/small/{name}.svg" for name in ("opening", "face-up", "bluffs"))
DRAWN: list[tuple[Change, tuple[str, str | None]]] = [
    (text(OPENING, 'width="34"', 'width="30"'), (OPENING, "coordinate")),
    (text(OPENING, 'fill="#dcdcdc"', 'fill="#004c78"'), (OPENING, None)),
    (text(OPENING, ">fold<", ">call<"), (OPENING, None)),
    (text(FACE_UP, "wins +", "wins -"), (FACE_UP, None)),
    (text(FACE_UP, 'stroke-width="1"', 'stroke-width="9"'), (FACE_UP, None)),
    (text(BLUFFS, "% bluffs", "% honest"), (BLUFFS, None)),
    (text(BLUFFS, "</svg>", "<script/></svg>"), (BLUFFS, None)),
    (cell(STREET_1, 2, "probability", "0.25"), (OPENING, None)),
    (cell(UP, 1, "value", "9.5"), (FACE_UP, None)),
    (cell(BETS, 1, "possible", "0"), (BETS, None)),
    (cell(BETS, 1, "made", "many"), (BETS, None)),
    (lambda folder: (folder / BLUFFS).unlink(), (BLUFFS, None)),
    (
        lambda folder: shutil.copy(folder / BLUFFS, folder / "figures/small/more.svg"),
        ("figures", None),
    ),
]


def test_figures_show_the_lessons(taught: Path) -> None:
    """regretlab draws them, recheck writes every line again."""
    ledger = checked(taught)
    assert (ledger.passed, ledger.problems) == (True, [])
    assert {check.file for check in ledger.checks if check.numbers and check.name == "drawn lessons"} == {
        OPENING,
        FACE_UP,
        BLUFFS,
    }


@pytest.mark.parametrize(("change", "told"), DRAWN)
def test_a_figure_that_shows_something_else_is_told(copy: Path, change: Change, told: tuple[str, str | None]) -> None:
    change(copy)
    assert told in {(file, column) for file, column, _ in said(copy)}


def test_lessons_are_due_exactly_if_they_are_named(taught: Path) -> None:
    study = json.loads((taught / "study.json").read_text())
    expected = {f"{LESSONS}/{name}.csv" for name in ("ranking", "street1", "up", "bets", "ends")}
    assert {file for file in due_files(study).must if file.startswith(LESSONS)} == expected
    assert subjects_of(study) == ["small/dcfr", LESSONS, "tables", "claims"]
    without_any = {**study, "lessons": None}
    assert not [file for file in due_files(without_any).must if LESSONS in file]
    assert subjects_of(without_any) == ["small/dcfr", "tables", "claims"]
    for parameters in ({"players": 3}, {"suit_isomorphism": False}):
        other = {**study["games"][0], "parameters": {**study["games"][0]["parameters"], **parameters}}
        assert LESSONS not in subjects_of({**study, "games": [other]})
    assert LESSONS not in subjects_of({**study, "games": [{**study["games"][0], "rules": "leduc_poker"}]})
