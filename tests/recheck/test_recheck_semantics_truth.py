"""Everything is derived again by subject, and the published reports have to be those that come of it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from recheck_bundle import write_json
from recheck_spoil import edit_cell, moved

from recheck import codes, truth

REPORT = "verification/dice2/cfr/python.json"
CURRENT = "verification/dice2/mmd-eta1/python-O.json"


@pytest.fixture
def study(motley: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(motley, tmp_path / "motley"))


def edit(path: Path, *way: str | int, to: Any) -> None:
    """Another value in a JSON file; of a function, what it gives."""
    content = json.loads(path.read_text())
    *before, last = way
    inner = content
    for step in before:
        inner = inner[step]
    inner[last] = to(inner[last]) if callable(to) else to
    write_json(path, content)


def test_subjects(motley: Path) -> None:
    found = truth.subjects(motley)
    assert found[-2:] == ["tables", "claims"]
    assert {"three/cfr", "dice2/value", "tree/value", "dice2/mmd-eta0.1", "own/ddcfr"} < set(found)
    assert len(set(found)) == len(found)
    assert {f"verification/{subject}" for subject in found} == {
        path.parent.relative_to(motley).as_posix() for path in (motley / "verification").rglob("python.json")
    }


def test_all_is_true(motley: Path) -> None:
    files: dict[str, str] = {}
    for subject, ledger in truth.derive_all(motley):
        assert (ledger.subject, truth.problems_of(ledger)) == (subject, [])
        assert truth.differences(motley, subject, ledger) == []
        files.update(ledger.files)
    assert "dice2/value/strategy.csv" in files
    assert truth.unlike(ledger, files) == []
    assert truth.unlike(ledger, {**files, "claims.csv": "0" * 64}) == ["claims.csv"]
    assert truth.unlike(ledger, {}) == sorted(ledger.files)


def test_what_is_not_true(study: Path) -> None:
    edit_cell(study / "dice2/cfr/trajectory.csv", 3, "gain_0", moved(1e-6))
    ledger = truth.derive(study, "dice2/cfr")
    (problem, *_) = truth.problems_of(ledger)
    assert (problem.code, problem.file, problem.row) == (codes.NOT_AS_DERIVED, "dice2/cfr/trajectory.csv", 3)
    assert {p.code for p in truth.differences(study, "dice2/cfr", ledger)} == {codes.REPORT_DIFFERS}
    edit_cell(study / "dice2/es-seed1/strategy.csv", 3, "probability", lambda _: "nan")
    problems = truth.problems_of(truth.derive(study, "dice2/es-seed1"))
    assert codes.CELL_FORM in {problem.code for problem in problems}


def test_claims_that_are_not_true(whole: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(whole, tmp_path / "little"))
    ledger = truth.derive(folder, "claims")
    assert (ledger.problems, ledger.level, truth.differences(folder, "claims", ledger)) == ([], "derived", [])
    edit_cell(folder / "claims.csv", 3, "regenerated", lambda _: "0.0172")
    ledger = truth.derive(folder, "claims")
    (problem, *_) = truth.problems_of(ledger)
    assert (problem.code, problem.file, problem.row) == (codes.NOT_AS_DERIVED, "claims.csv", 3)
    differing = {problem.file for problem in truth.differences(folder, "claims", ledger)}
    assert differing == {f"verification/claims/{mode}.json" for mode in ("python", "python-O")}


@pytest.mark.parametrize(
    ("way", "to", "column"),
    [
        (("level",), "repeated", "level"),
        (("subject",), "dice2/mine", "subject"),
        (("checks", 3, "numbers"), lambda n: n + 1, "checks[3].numbers"),
        (("checks", 3, "largest_difference"), 1e-20, "checks[3].largest_difference"),
        (("checks", 3, "tolerance"), 1e-3, "checks[3].tolerance"),
        (("checks", 3, "reason"), "because", "checks[3].reason"),
        (("checks",), lambda checks: checks[1:], "checks"),
        (("certificate", "value", "decimal"), "0", "certificate.value.decimal"),
        (("files", "study.json"), "0" * 64, "files.study.json"),
        (("files",), {}, "files"),
        (("passed",), 1, "passed"),
    ],
)
def test_reports_that_were_not_derived(study: Path, way: tuple[str | int, ...], to: object, column: str) -> None:
    """Whatever a report says that does not come out is told by its key."""
    edit(study / REPORT, *way, to=to)
    (problem,) = truth.differences(study, "dice2/cfr", truth.derive(study, "dice2/cfr"))
    assert (problem.code, problem.file, problem.column) == (codes.REPORT_DIFFERS, REPORT, column)
    assert problem.expected != problem.found


def test_reports_in_another_form(study: Path) -> None:
    ledger = truth.derive(study, "dice2/cfr")
    path = study / REPORT
    whole = path.read_text()
    for text, code in (
        (whole.replace("  ", " "), codes.REPORT_DIFFERS),
        (whole[1:], codes.JSON_FORM),
        (whole.replace("\n", "\r\n"), codes.FILE_FORM),
    ):
        path.write_text(text, newline="")
        assert [problem.code for problem in truth.differences(study, "dice2/cfr", ledger)] == [code]
    path.unlink()
    assert [problem.code for problem in truth.differences(study, "dice2/cfr", ledger)] == [codes.FILE_UNREADABLE]


def other_libraries(study: Path, number: float, fraction: str) -> list[str | None]:
    """The keys that differ in a report on a variant with exponentials where these are the numbers."""
    content = json.loads((study / CURRENT).read_text())
    at = next(n for n, check in enumerate(content["checks"]) if check["name"].endswith("published states"))
    edit(study / CURRENT, "checks", at, "largest_difference", to=number)
    edit(study / CURRENT, "certificate", "current_value", to={"fraction": fraction, "decimal": "0"})
    ledger = truth.derive(study, "dice2/mmd-eta1")
    assert ledger.by_library
    return [problem.column for problem in truth.differences(study, "dice2/mmd-eta1", ledger)]


def test_exponentials_of_another_library(study: Path) -> None:
    """Within the tolerances they may differ, and nowhere else; of all other variants no bit may."""
    content = json.loads((study / CURRENT).read_text())
    tolerance = next(c["tolerance"] for c in content["checks"] if c["name"].endswith("published states"))
    value = content["certificate"]["current_value"]["fraction"]
    assert other_libraries(study, tolerance / 2, value) == []
    assert other_libraries(study, tolerance * 2, value)[0].endswith("largest_difference")
    assert other_libraries(study, tolerance / 2, "1/3")[0].startswith("certificate.current_value")


def test_no_such_subject(motley: Path, tmp_path: Path) -> None:
    for subject in ("dice2/none", "none/cfr", "dice2/equilibria", "../motley/dice2/cfr", ""):
        ledger = truth.derive(motley, subject)
        assert [problem.found for problem in ledger.problems] == [subject]
        assert not ledger.passed
    assert truth.subjects(tmp_path) == []
    assert list(truth.derive_all(tmp_path)) == []
