"""A study agrees with itself, every file of it has to be there and no other, and whatever is wrong, nothing falls over."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from recheck_bundle import write_json
from recheck_change import (
    LAST,
    REPORT,
    RUN,
    STRATEGY,
    TRAJECTORY,
    without,
)
from recheck_spoil import edit_cell, other_digit

import recheck
from recheck import codes
from recheck.__main__ import main
from recheck.ledger import Ledger
from recheck.semantics import check_semantics
from recheck.semantics.tree import check_tree, due_files


def test_whole_bundles_pass(whole: Path, motley: Path) -> None:
    for folder in (whole, motley):
        ledger = check_semantics(folder)
        assert (ledger.problems, ledger.passed, ledger.level) == ([], True, "consistent")
        assert all(check.reason for check in ledger.checks)
        due = due_files(json.loads((folder / "study.json").read_text()))
        assert due.must == set(ledger.files)


def test_untouched_little_study_has_every_kind_of_file(whole: Path, motley: Path) -> None:
    """The faults below are planted in every kind of file that docs/bundle-format.md has."""
    found = {path.relative_to(whole).as_posix() for path in whole.rglob("*") if path.is_file()}
    assert {f"kuhn/cfr/{name}.csv" for name in ("plans", "distance", "frequencies")} < found
    found = {path.relative_to(motley).as_posix() for path in motley.rglob("*") if path.is_file()}
    assert {"own/ddcfr/ddcfr-kuhn.csv", "dice2/mine/mine.py", "own/game.efg", "tree/myerson-poker.efg"} < found
    assert {"figures/dice2/sweep-mmd.svg", "figures/own/cfr/value.png"} < found


def test_every_file_has_to_be_there(whole: Path) -> None:
    """Every one of them is missed, and nothing else."""
    study = json.loads((whole / "study.json").read_text())
    due = due_files(study)
    ledger = Ledger("tree")
    assert check_tree(ledger, whole, study) == due.must
    assert ledger.problems == []
    assert len(due.must) > 60
    for name, less in (("verification", "kuhn/cfr/plans.csv"), ("figures", "runs.parquet")):
        found = {file for file in due.must if file.split("/")[0] == name or file == less}
        copied = whole.parent / f"without-{name}"
        shutil.copytree(whole, copied)
        for file in found:
            (copied / file).unlink()
        ledger = Ledger("tree")
        assert check_tree(ledger, copied, study) == due.must - found
        assert {(p.code, p.file) for p in ledger.problems} == {(codes.FILE_MISSING, file) for file in found}


@pytest.mark.parametrize(
    "file", [TRAJECTORY, STRATEGY, LAST, "kuhn/game.json", "runs.csv", REPORT, "verdict/claims.json"]
)
def test_a_file_that_is_not_there_is_told_once(spoiled, file: str) -> None:
    found = spoiled(lambda folder: (folder / file).unlink())
    assert {(code, of) for code, of, _, _ in found if of == file} == {(codes.FILE_MISSING, file)}


def test_what_is_taken_from_files_that_are_not_all_there(spoiled) -> None:
    """A file that is missing is told, not all that is taken from it."""

    def spoil(folder: Path) -> None:
        (folder / TRAJECTORY).unlink()
        (folder / "report.html").write_text("")
        (folder / "claims.csv").write_text("")

    files = {file for _, file, _, _ in spoiled(spoil, page=True)}
    assert TRAJECTORY in files
    assert not files & {"report.html", "claims.csv"}


@pytest.mark.parametrize(
    "file",
    [
        *(
            "extra.csv",
            "kuhn/cfr/extra.csv",
            f"{RUN}/checkpoints/3.csv",
            f"{RUN}/checkpoints/200.csv.bak",
            "kuhn/.hidden",
        ),
        *("figures/kuhn/sweep-cfr.svg", "verification/kuhn/dcfr/python.json", "manifest/other.txt", "kuhn/game.efg"),
    ],
)
def test_files_that_are_not_due(spoiled, file: str) -> None:
    def spoil(folder: Path) -> None:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text("x\n")

    assert spoiled(spoil, page=True) == {(codes.FILE_NOT_DUE, file, None, None)}


def test_a_figure_that_is_not_due_is_told_once(whole: Path, tmp_path: Path) -> None:
    """Not once more by the page, which shows all figures, or by what compares them with the tables."""
    folder = Path(shutil.copytree(whole, tmp_path / "little"))
    for name in ("other.svg", "other.png"):
        (folder / "figures/kuhn" / name).write_bytes((folder / "figures/games").with_suffix(name[-4:]).read_bytes())
    told = [(problem.code, problem.file) for problem in check_semantics(folder).problems]
    assert told == [(codes.FILE_NOT_DUE, f"figures/kuhn/{name}") for name in ("other.png", "other.svg")]


def test_files_that_may_be_there(whole: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(whole, tmp_path / "little"))
    for file in ("manifest/products.sha256", "manifest/comparison.txt", f"{RUN}/checkpoints/.snakemake_timestamp"):
        (folder / file).parent.mkdir(exist_ok=True)
        (folder / file).write_text("")
    assert check_semantics(folder).problems == []


def test_links_and_folders_in_the_place_of_files(spoiled, tmp_path: Path) -> None:
    def spoil(folder: Path) -> None:
        (tmp_path / "outside.csv").write_bytes((folder / TRAJECTORY).read_bytes())
        (folder / TRAJECTORY).unlink()
        (folder / TRAJECTORY).symlink_to(tmp_path / "outside.csv")
        (folder / STRATEGY).unlink()
        (folder / STRATEGY).mkdir()
        (folder / "kuhn/linked").symlink_to(folder / "kuhn/cfr")

    found = spoiled(spoil)
    assert (codes.FILE_UNREADABLE, TRAJECTORY, None, None) in found
    assert (codes.FILE_MISSING, STRATEGY, None, None) in found
    assert (codes.FILE_NOT_DUE, "kuhn/linked", None, None) in found


def test_report_and_exit_codes(whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = tmp_path / "report.json"
    assert main(["semantics", str(whole), "--report", str(report)]) == 0
    assert "PASSED (consistent)" in capsys.readouterr().out
    content = json.loads(report.read_text())
    assert (content["subject"], content["level"], content["passed"], content["problems"]) == (
        "semantics",
        "consistent",
        True,
        [],
    )
    folder = Path(shutil.copytree(whole, tmp_path / "little"))
    edit_cell(folder / STRATEGY, 22, "probability", other_digit)
    assert main(["semantics", str(folder), "--report", str(report)]) == 1
    assert f"{STRATEGY}, row 22, column probability" in capsys.readouterr().out
    (first, *_) = json.loads(report.read_text())["problems"]
    assert list(first) == ["code", "file", "row", "column", "expected", "found", "message"]
    assert (first["code"], first["file"], first["row"]) == (codes.SUM_WRONG, STRATEGY, 22)
    assert main(["semantics", str(tmp_path / "nowhere")]) == 2


@pytest.mark.parametrize("error", [MemoryError, RecursionError])
def test_what_is_too_large_is_a_problem(whole: Path, monkeypatch: pytest.MonkeyPatch, error: type[Exception]) -> None:
    def fail(*arguments: object) -> None:
        raise error

    monkeypatch.setattr("recheck.semantics.check.read_compiled", fail)
    assert [problem.code for problem in check_semantics(whole).problems] == [codes.RESOURCES]


def test_claims_that_are_too_large(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise MemoryError

    monkeypatch.setattr("recheck.claims.Places", fail)
    ledger = check_semantics(whole)
    assert ledger.exhausted
    assert (codes.RESOURCES, "claims.csv") in {(problem.code, problem.file) for problem in ledger.problems}


def test_a_file_that_changes_while_it_is_checked(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Claims and page are compared with the files that were looked at before, and with no others."""
    folder = Path(shutil.copytree(whole, tmp_path / "little"))

    def check_verification(*arguments: object) -> None:
        edit_cell(folder / TRAJECTORY, 3, "current_value", other_digit)

    monkeypatch.setattr("recheck.semantics.check.check_verification", check_verification)
    found = {(problem.code, problem.file) for problem in check_semantics(folder).problems}
    assert (codes.CHANGED, TRAJECTORY) in found


def test_what_a_ledger_takes_over() -> None:
    one, other = Ledger("all"), Ledger("part")
    one.code = codes.FILES_DISAGREE
    other.files = {"a": "1", "b": "2"}
    one.files = {"a": "1", "b": "3"}
    check = other.check("part", "a", 0.0, "none")
    for n in range(101):
        check.problem("is wrong", n, code=codes.CELL_FORM if n else None)
    one.take(other)
    assert [problem.code for problem in one.problems[:2]] == [codes.FILES_DISAGREE, codes.CELL_FORM]
    assert (one.checks, len(one.problems), one.unlisted, one.exhausted) == ([check], 100, 2, False)
    assert one.files == {"a": "1", "b": "3"}


def test_the_same_under_optimization(whole: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(whole, tmp_path / "little"))
    edit_cell(folder / TRAJECTORY, 6, "nash_conv", other_digit)
    reports = []
    for flags in ([], ["-O"]):
        report = tmp_path / "report.json"
        command = [sys.executable, *flags, "-S", "-m", "recheck", "semantics", str(folder), "--report", str(report)]
        environment = {"PYTHONPATH": str(Path(recheck.__file__).parents[1]), "PATH": os.environ["PATH"]}
        assert subprocess.run(command, env=environment, capture_output=True, check=False).returncode == 1
        reports.append(json.loads(report.read_text()))
    assert reports[0]["problems"]
    assert {**reports[0], "python_optimize": 1} == reports[1]


STRANGE_CELLS = (
    "",
    "nan",
    "-inf",
    "1e308",
    "1e999",
    "0",
    "-1",
    "1/0",
    "-0",
    "9" * 4400,
    "1/" + "7" * 4299,
    "%",
    "a|b",
    "~1",
)
STRANGE_VALUES = (None, True, 0, -1, 1e300, "x", "", [], {}, [[]], 10**30, "1/3", {"a": 1}, [1] * 5, 2.5)


def strange(draw: random.Random, path: Path) -> None:
    """One cell, value or byte of a file is another one."""
    data = path.read_bytes()
    if path.suffix == ".csv":
        lines = data.decode().split("\n")
        row = draw.randrange(len(lines))
        cells = lines[row].split(",")
        cells[draw.randrange(len(cells))] = draw.choice(STRANGE_CELLS)
        lines[row] = ",".join(cells)
        path.write_text("\n".join(lines))
    elif path.suffix == ".json":
        outer = inner = json.loads(data)
        while True:
            step = draw.choice(list(inner) if isinstance(inner, dict) else range(len(inner)))
            if not isinstance(inner[step], (dict, list)) or not inner[step] or draw.random() < 0.3:
                break
            inner = inner[step]
        inner[step] = draw.choice(STRANGE_VALUES)
        write_json(path, outer)
    else:
        place = draw.randrange(len(data))
        path.write_bytes(data[:place] + bytes([draw.randrange(256)]) + data[place + 1 :])


@pytest.mark.parametrize("of", ["little", "motley"])
def test_nothing_strange_makes_it_fall_over(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, of: str
) -> None:
    """Whatever stands in a file is a problem with a code."""
    draw = random.Random(of)
    source = request.getfixturevalue("whole" if of == "little" else "motley")
    folder = Path(shutil.copytree(source, tmp_path / of))
    files = sorted(path for path in folder.rglob("*") if path.suffix in (".csv", ".json", ".parquet"))
    for n in range(32 if of == "little" else 8):
        path = draw.choice(files)
        before = path.read_bytes()
        strange(draw, path)
        with monkeypatch.context() as patch:
            if n % 8:
                without(patch, "drawings")
            ledger = check_semantics(folder)
        assert not ledger.passed or path.read_bytes() == before
        assert all(problem.code in codes.MEANINGS for problem in ledger.problems)
        path.write_bytes(before)
