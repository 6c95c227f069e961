"""Reports and the command: form, exit codes, atomic writing, the same bytes everywhere."""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import recheck_checks as checks
from recheck_bundle import write_study
from recheck_spoil import edit_json

import recheck
from recheck import codes, report
from recheck.__main__ import main
from recheck.ledger import Ledger

KEYS = ["subject", "python_optimize", "level", "passed", "checks", "certificate", "problems", "files"]
LOADER = "import sys; sys.path.insert(0, sys.argv.pop(1)); from recheck.__main__ import main; sys.exit(main())"


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package recheck and nothing else."""
    folder = tmp_path_factory.mktemp("alone")
    compiled = shutil.ignore_patterns("__pycache__")
    shutil.copytree(Path(recheck.__file__).parent, folder / "recheck", ignore=compiled)
    return folder


def isolated(alone: Path, *arguments: object, optimize: bool = False, **environment: str) -> int:
    """Run recheck where only the standard library and its own package can be imported."""
    flags = ["-I", "-S", "-W", "error", *(["-O"] if optimize else [])]
    command = [sys.executable, *flags, "-c", LOADER, str(alone), *map(str, arguments)]
    return subprocess.run(command, env=environment, capture_output=True, check=False).returncode


def test_report_has_the_published_form(pristine: Path, verify) -> None:
    found = verify("run", pristine, "kuhn", "cfr").report
    assert list(found) == KEYS
    assert found["subject"] == "kuhn/cfr"
    assert list(found["checks"][0]) == [
        *("name", "file", "numbers", "largest_difference", "tolerance", "reason", "passed"),
    ]
    assert list(found["certificate"]) == ["value", "gain_0", "gain_1", "nash_conv"]
    assert list(found["certificate"]["value"]) == ["fraction", "decimal"]
    assert "kuhn/cfr/checkpoints/50.csv" in found["files"]
    assert "kuhn/equilibria/family.csv" in found["files"]
    assert str(pristine) not in json.dumps(found)
    assert verify("equilibria", pristine, "kuhn").report["certificate"] is None


def test_every_check_compared_something(pristine: Path, verify) -> None:
    for command in (("run", pristine, "kuhn", "cfr"), ("equilibria", pristine, "kuhn")):
        for check in verify(*command).report["checks"]:
            assert check["numbers"] > 0
            assert check["reason"]


def test_same_report_alone_optimized_and_in_any_locale(pristine: Path, alone: Path, tmp_path: Path) -> None:
    for command in (["run", pristine, "kuhn", "cfr_alternating"], ["equilibria", pristine, "kuhn"]):
        reports = []
        for optimize, environment in (
            (False, {"LC_ALL": "C", "TZ": "UTC", "PYTHONHASHSEED": "1"}),
            (True, {"LC_ALL": "C.UTF-8", "TZ": "Asia/Tokyo"}),
        ):
            path = tmp_path / f"{optimize}.json"
            assert isolated(alone, *command, "--report", path, optimize=optimize, **environment) == 0
            reports.append(path.read_text())
        assert '"python_optimize": 0' in reports[0]
        assert reports[0].replace('"python_optimize": 0', '"python_optimize": 1') == reports[1]


def test_faults_are_found_under_optimization_too(study: Path, alone: Path, tmp_path: Path) -> None:
    path = study / "kuhn/cfr/strategy.csv"
    path.write_text(path.read_text().replace("0.", "0.1", 1))
    reports = []
    for optimize in (False, True):
        report_path = tmp_path / "report.json"
        assert isolated(alone, "run", study, "kuhn", "cfr", "--report", report_path, optimize=optimize) == 1
        reports.append(json.loads(report_path.read_text()))
    assert reports[0]["problems"]
    assert {**reports[0], "python_optimize": 1} == reports[1]


def test_nothing_but_the_standard_library_is_imported() -> None:
    for path in Path(recheck.__file__).parent.rglob("*.py"):
        lines = path.read_text().splitlines()
        modules = {line.split()[1].split(".")[0] for line in lines if line.startswith(("import ", "from "))}
        assert modules <= {*sys.stdlib_module_names, "recheck"}
        assert not any(line.lstrip().startswith("assert ") for line in lines)


def test_exit_codes(study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = ["run", str(study), "kuhn", "cfr"]
    assert main(run) == 0
    (study / "kuhn/cfr/distance.csv").unlink()
    assert main(run) == 1
    assert main([*run, "--exit-zero"]) == 0
    assert main(["run", str(study), "kuhn", "none"]) == 2
    assert main(["run", str(study), "leduc", "cfr", "--exit-zero"]) == 0
    assert main(["run", str(tmp_path / "nowhere"), "kuhn", "cfr"]) == 2
    with pytest.raises(SystemExit) as error:
        main(["run"])
    assert error.value.code == 3
    assert "usage" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("key", "value", "column"),
    [
        ("rules", "kuhn", "rules"),
        ("rules", 5, "rules"),
        ("rules", "leduc_poker", "parameters"),
        ("parameters", {"players": 3, "ranks": 2}, "parameters"),
        ("parameters", {"players": 1, "ranks": 3}, "players"),
        ("parameters", {"players": 2, "ranks": 1}, "ranks"),
        ("parameters", {"players": 2, "ranks": True}, "ranks"),
        ("parameters", {"ranks": 3, "players": 2, "suits": 1}, "parameters"),
        ("parameters", [], "parameters"),
        ("parameters", {}, "parameters"),
        ("imperfect_recall", 0, "imperfect_recall"),
        ("value", "guessed", "value"),
        ("equilibria", 5, "equilibria"),
    ],
)
def test_unknown_games_are_named(study: Path, verify, key: str, value: object, column: str) -> None:
    path = study / "study.json"
    content = json.loads(path.read_text())
    content["games"][0][key] = value
    path.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n")
    found = verify("run", study, "kuhn", "cfr")
    assert (found.code, found.report["passed"]) == (2, False)
    assert found.has("study.json", None, column)


def test_games_that_are_too_large_are_refused(study: Path, verify, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("recheck.source.MOST_HISTORIES", 57)
    found = verify("run", study, "kuhn", "cfr")
    assert (found.code, found.report["level"]) == (2, None)
    assert [(p["column"], p["message"]) for p in found.report["problems"]] == [
        ("parameters", "has more than 57 histories")
    ]


def test_games_larger_than_what_is_published_are_not_built(study: Path, verify) -> None:
    edit_json(study / "kuhn/game.json", "histories", 57)
    found = verify("run", study, "kuhn", "cfr")
    assert (found.code, found.report["level"]) == (2, None)
    assert [(p["file"], p["column"], p["message"]) for p in found.report["problems"]] == [
        ("kuhn/game.json", "histories", "has more than 57 histories")
    ]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("iterations", 0),
        ("iterations", True),
        ("snapshots", [1, 2]),
        ("snapshots", [2, 1, 200]),
        ("checkpoints", []),
        ("checkpoints", ["200"]),
        ("pure_plans", 1),
        ("variants", [{}]),
    ],
)
def test_studies_that_are_not_well_formed(study: Path, verify, key: str, value: object) -> None:
    path = study / "study.json"
    content = json.loads(path.read_text())
    content[key] = value
    path.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n")
    found = verify("run", study, "kuhn", "cfr")
    assert found.code == 2
    assert any((p["column"] or "").startswith(key) for p in found.report["problems"])


@pytest.mark.parametrize("ranks", [2, 4])
def test_other_ranks_without_family(tmp_path: Path, verify, ranks: int) -> None:
    study = write_study(tmp_path / "other", family=False, ranks=ranks)
    assert verify("run", study, "kuhn", "cfr").code == 0
    assert verify("equilibria", study, "kuhn").code == 2
    (study / "kuhn/cfr/distance.csv").write_text("")
    assert verify("run", study, "kuhn", "cfr").has("kuhn/cfr/distance.csv", None, None)


def test_plans_that_the_study_does_not_have(study: Path, verify) -> None:
    edit_json(study / "study.json", "pure_plans", False)
    assert verify("run", study, "kuhn", "cfr").has("kuhn/cfr/plans.csv", None, None)
    (study / "kuhn/cfr/plans.csv").unlink()
    assert verify("run", study, "kuhn", "cfr").code == 0


def test_reports_appear_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "deep/report.json"
    synced = []
    monkeypatch.setattr("recheck.report.os.fsync", synced.append)
    previous = os.umask(0o027)
    try:
        report.write(path, "first\n")
    finally:
        os.umask(previous)
    assert synced
    assert path.stat().st_mode & 0o777 == 0o640

    def fail(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("recheck.report.os.fsync", fail)
    with pytest.raises(OSError, match="No space"):
        report.write(path, "second\n")
    assert [p.name for p in path.parent.iterdir()] == ["report.json"]
    assert path.read_text() == "first\n"


def test_a_report_that_cannot_be_written(pristine: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert main(["run", str(pristine), "kuhn", "cfr", "--report", str(tmp_path / "file/report.json")]) == 2


@pytest.mark.parametrize("kind", ["fifo", "folder"])
def test_reports_do_not_replace_what_is_no_file(pristine: Path, tmp_path: Path, capsys, kind: str) -> None:
    path = tmp_path / "report.json"
    if kind == "fifo":
        os.mkfifo(path)
    else:
        path.mkdir()
    assert main(["run", str(pristine), "kuhn", "cfr", "--report", str(path)]) == 3
    assert "expected a regular file there or none" in capsys.readouterr().err
    assert path.is_fifo() if kind == "fifo" else path.is_dir()


class Failing(io.StringIO):
    """A stream that takes everything and fails when it is flushed."""

    def __init__(self, error: OSError) -> None:
        super().__init__()
        self.error = error

    def flush(self) -> None:
        raise self.error


@pytest.mark.parametrize("command", ["equilibria", "hashes"])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), BrokenPipeError(32, "Broken pipe")])
def test_output_that_fails(study: Path, tmp_path: Path, monkeypatch, capsys, error: OSError, command: str) -> None:
    """On a full device nothing was told, which is no success; a reader who went away has heard enough."""
    listing = tmp_path / "list"
    listing.write_text(f"{hashlib.sha256((study / 'study.json').read_bytes()).hexdigest()}  study.json\n")
    run = ["equilibria", str(study), "kuhn", "--report", str(tmp_path / "report.json")]
    monkeypatch.setattr("sys.stdout", Failing(error))
    code = main(run if command == "equilibria" else ["hashes", str(listing), "--root", str(study)])
    assert code == (0 if isinstance(error, BrokenPipeError) else 2)
    assert ("standard output: No space left" in capsys.readouterr().err) == (code == 2)
    assert (tmp_path / "report.json").exists() == (command == "equilibria")


def test_progress_that_cannot_be_told(pristine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", Failing(OSError(28, "No space left on device")))
    assert main(["run", str(pristine), "kuhn", "cfr"]) == 0


@pytest.mark.parametrize("error", [MemoryError, RecursionError])
@pytest.mark.parametrize(("command", "reading"), [("run", "kuhn/outcomes.csv"), ("equilibria", "study.json")])
def test_what_is_too_large_is_a_problem(study: Path, verify, monkeypatch, error, command: str, reading: str) -> None:
    def fail(*arguments: object) -> None:
        raise error

    monkeypatch.setattr("recheck.run.iterate", fail)
    monkeypatch.setattr("recheck.equilibria.plans", fail)
    found = verify(command, study, "kuhn", *(["cfr"] if command == "run" else []))
    assert (found.code, found.report["passed"]) == (1, False)
    what = "memory" if error is MemoryError else "recursion"
    assert [(p["file"], what in p["message"]) for p in found.report["problems"]] == [(reading, True)]


def test_a_check_that_compared_nothing_is_not_called_good(study: Path, verify) -> None:
    edit_json(study / "study.json", "verification", "certified")
    found = verify("run", study, "kuhn", "cfr")
    assert found.code == 0
    nothing = [check["name"] for check in found.report["checks"] if not check["numbers"]]
    assert checks.RECURSION in nothing
    for line in found.printed.splitlines():
        if "largest difference" in line:
            assert line.startswith("  none ") == (" 0 numbers" in line)


def test_a_line_that_fails_says_what_failed() -> None:
    """The largest difference if that is why; the problems, if it was a text, a row or a form; of what passed, the former."""
    for code in (None, codes.FILES_DISAGREE):
        ledger = Ledger("x")
        ledger.code = code
        for name in ("good", "number", "text"):
            ledger.check(name, f"{name}.csv", 0.5, "why").number(1.25, 1.0, 1, "a")
        ledger.checks[1].number(2.0, 1.0, 1, "a")
        ledger.checks[2].same("a", "b", 1, "a", "is another text")
        good, number, text = report.summary(ledger).splitlines()[1:4]
        assert good.startswith("  ok  ") and "largest difference 0.25     " in good
        assert number.startswith("  FAIL") and "largest difference 1        " in number
        assert text.startswith("  FAIL") and "see the problems below      " in text
        assert "difference" not in text
        assert (
            len({line.index(f"{name}  [") for line, name in ((good, "good"), (number, "number"), (text, "text"))}) == 1
        )


def test_a_reader_who_goes_away(pristine: Path, alone: Path) -> None:
    """What is left to be written would fail once more when Python ends."""
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-I", "-S", "-c", LOADER, str(alone), "equilibria", str(pristine), "kuhn"]
    try:
        found = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, check=False)
    finally:
        os.close(writing)
    assert (found.returncode, found.stderr) == (0, b"")


def test_several_variants_in_one_call(pristine: Path, tmp_path: Path) -> None:
    """Each has the report that it has alone."""
    for variant in ("cfr", "cfr_alternating"):
        assert main(["run", str(pristine), "kuhn", variant, "--report", str(tmp_path / f"{variant}.json")]) == 0
    together = tmp_path / "VARIANT" / "python.json"
    assert main(["run", str(pristine), "kuhn", "cfr", "cfr_alternating", "--report", str(together)]) == 0
    for variant in ("cfr", "cfr_alternating"):
        report_of_it = tmp_path / variant / "python.json"
        assert report_of_it.read_bytes() == (tmp_path / f"{variant}.json").read_bytes()


def test_the_worst_of_several_variants_decides(study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (study / "kuhn/cfr/strategy.csv").unlink()
    assert main(["run", str(study), "kuhn", "cfr", "cfr_alternating"]) == 1
    assert "FAILED" in capsys.readouterr().out


def test_several_variants_have_several_reports(
    pristine: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One file for all would hold the last of them only."""
    one = tmp_path / "report.json"
    assert main(["run", str(pristine), "kuhn", "cfr", "cfr_alternating", "--report", str(one)]) == 3
    assert "--report: expected VARIANT in the name" in capsys.readouterr().err
    assert not one.exists()
