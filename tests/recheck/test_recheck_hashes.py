"""Lists of hashes: what is wrong with a file, a line or a report is said; nothing else is."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recheck.__main__ import main
from recheck.hashes import parse

STUDY = "results/little"


@pytest.fixture
def project(study: Path, tmp_path: Path, verify) -> Path:
    """A project folder with a study, the reports on it, and a list of its files."""
    root = tmp_path / "project"
    (root / "results").mkdir(parents=True)
    study.rename(root / STUDY)
    reports = root / STUDY / "verification"
    for command in (("run", "kuhn", "cfr"), ("equilibria", "kuhn")):
        name, *folders = command
        report = reports / f"kuhn/{command[-1] if name == 'run' else name}/python.json"
        assert main([name, str(root / STUDY), *folders, "--report", str(report)]) == 0
    files = sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())
    lines = [f"{hashlib.sha256((root / file).read_bytes()).hexdigest()}  {file}\n" for file in files]
    (root / "products.sha256").write_text("".join(lines))
    return root


def check(project: Path, reports: bool = True) -> int:
    arguments = ["hashes", str(project / "products.sha256"), "--root", str(project)]
    return main(arguments + (["--reports", str(project / STUDY / "verification")] if reports else []))


def test_everything_is_as_listed(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(project) == 0
    assert "PASSED" in capsys.readouterr().out


def test_a_changed_and_a_missing_file(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / STUDY / "study.json").write_text("{}")
    (project / STUDY / "kuhn/game.json").unlink()
    assert check(project) == 1
    printed = capsys.readouterr().out
    assert f"{STUDY}/study.json: mismatch" in printed
    assert f"{STUDY}/kuhn/game.json: missing" in printed


def test_a_report_on_other_bytes(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = project / STUDY / "verification/kuhn/cfr/python.json"
    text = report.read_text()
    recorded = hashlib.sha256((project / STUDY / "kuhn/cfr/strategy.csv").read_bytes()).hexdigest()
    assert recorded in text
    report.write_text(text.replace(recorded, "0" * 64))
    assert check(project, reports=False) == 1
    capsys.readouterr()
    assert check(project) == 1
    assert f"strategy.csv had SHA-256 {'0' * 64}" in capsys.readouterr().out


def test_a_report_on_a_file_that_is_not_listed(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = project / "products.sha256"
    path.write_text("".join(line for line in path.read_text().splitlines(True) if "plans" not in line))
    assert check(project, reports=False) == 0
    assert check(project) == 1
    assert "plans.csv is not in the list" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["[]", "{}", "{", '{"files": [1]}', '{"files": {"a": 1}}'])
def test_reports_that_are_none(project: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    (project / STUDY / "verification/other.json").write_text(text)
    assert check(project) == 1
    assert "other.json: is not a report" in capsys.readouterr().out


def test_no_list_at_all(tmp_path: Path) -> None:
    assert main(["hashes", str(tmp_path / "none"), "--root", str(tmp_path)]) == 2
    (tmp_path / "empty").write_text("")
    assert main(["hashes", str(tmp_path / "empty"), "--root", str(tmp_path)]) == 2


A, B = "a" * 64, "b" * 64


@pytest.mark.parametrize(
    "text",
    [
        f"{A}  /etc/passwd\n",
        f"{A}  ../up\n",
        f"{A}  a/../b\n",
        f"{A}  ./a\n",
        f"{A}  a//b\n",
        f"{A}  a/\n",
        f"{A}  a\\b\n",
        f"\\{A}  a\n",
        f"{A} *a\n",
        f"{A}  a\r\n",
        f"{A.upper()}  a\n",
        f"{A[1:]}  a\n",
        f"{A}\ta\n",
        f"{A}   a\n",
        f"{A}  a \n",
        f"{A}  a",
        f"{A}  a\n\n",
        f"# comment\n{A}  a\n",
        f"{A}  a\n{A}  a\n",
        f"{A}  a\n{B}  a\n",
        f"{B}  b\n{A}  c\n{B}  a\n",
    ],
)
def test_lines_that_are_refused(text: str) -> None:
    problems: list[str] = []
    parse(text, problems)
    assert len(problems) == 1


safe = st.text("abc.-_ /", min_size=1, max_size=8).filter(
    lambda path: not {"", ".", ".."} & set(path.split("/")) and path == path.strip()
)


@given(st.dictionaries(safe, st.text("0123456789abcdef", min_size=64, max_size=64), min_size=1))
def test_good_lists_are_read_as_written(files: dict[str, str]) -> None:
    problems: list[str] = []
    listed = parse("".join(f"{files[path]}  {path}\n" for path in sorted(files)), problems)
    assert problems == []
    assert {entry.path: entry.sha256 for entry in listed} == files


def test_what_is_no_file_is_not_opened(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """To open a pipe would be to wait for ever."""
    for path in (project / STUDY / "study.json", project / STUDY / "verification/kuhn/cfr/python.json"):
        path.unlink()
        os.mkfifo(path)
    assert check(project) == 1
    printed = capsys.readouterr().out
    assert f"{STUDY}/study.json: missing" in printed
    assert f"{STUDY}/verification/kuhn/cfr/python.json: is not a report" in printed
    (project / "products.sha256").unlink()
    os.mkfifo(project / "products.sha256")
    assert check(project, reports=False) == 2
    assert "the list is not a regular file" in capsys.readouterr().out


def test_lists_and_reports_that_are_too_large_are_not_read(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in (project / "products.sha256", project / STUDY / "verification/kuhn/cfr/python.json"):
        with path.open("r+b") as stream:
            stream.truncate(2**30)
    assert check(project) != 0
    printed = capsys.readouterr().out
    assert "the list is not a regular file of at most" in printed
    assert "python.json: is not a report" in printed
