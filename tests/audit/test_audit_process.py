"""The audit as a process: signals, processes of its own, closed streams, and Pythons that are too old."""

from __future__ import annotations

import ast
import json
import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from audit.workers import side_by_side
from seal import checker

from archiving import zip_archive, zipped

# What is asked to do the work says that it is there, and comes to no end.
STALLED = """
import os, sys, time
from audit.__main__ import main
import {module}

def stall(*_):
    os.write(1, b"x")
    time.sleep(3600)

{module}.{name} = stall
sys.exit(main())
"""
TABLE = "player,infoset,action,probability\n" + "".join(
    f"{player},{card}{history},{action},0.5\n"
    for player, histories in enumerate((("", "pb"), ("b", "p")))
    for card in range(3)
    for history in histories
    for action in ("pass", "bet")
)
PATIENCE = 60


class Started:
    """A program that has begun its work, `count` processes of it, with a folder for temporary files of its own."""

    def __init__(self, project: Path, folder: Path, code: str, words: list[str], count: int) -> None:
        self.temporary = folder / "temporary"
        self.temporary.mkdir()
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", code, *words],
            env={**os.environ, "PYTHONPATH": str(project / "src"), "TMPDIR": str(self.temporary)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        assert self.process.stdout.read(count) == b"x" * count, self.process.stderr.read()

    def end(self, number: signal.Signals, whole_group: bool = False) -> tuple[int, str]:
        """Send a signal; exit code and messages, as soon as nobody is left who could write any."""
        (os.killpg if whole_group else os.kill)(self.process.pid, number)
        _, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, errors.decode()


@pytest.fixture
def archive(little, tmp_path) -> Path:
    """The little bundle, so that it has to be unpacked."""
    files = {place.relative_to(little).as_posix(): place.read_bytes() for place in little.rglob("*") if place.is_file()}
    path = tmp_path / "little.zip"
    path.write_bytes(zip_archive(zipped(files, top="little")))
    return path


@pytest.fixture
def start(project, tmp_path):
    started = []

    def begin(module: str, name: str, *words: object, count: int = 1) -> Started:
        code = STALLED.format(module=module, name=name)
        started.append(Started(project, tmp_path, code, [*map(str, words)], count))
        return started[0]

    yield begin
    for one in started:
        if one.process.poll() is None:
            one.process.kill()


@pytest.mark.heavy
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("number", "group"),
    [("SIGTERM", False), ("SIGHUP", False), ("SIGINT", False), ("SIGINT", True), ("SIGTERM", True)],
)
def test_a_signal_ends_the_audit_at_once(archive, start, tmp_path, jobs, number, group):
    """With all its processes; nothing is left behind, and what asked for JSON gets some."""
    words = (archive, "--jobs", jobs, "--json", tmp_path / "out.json")
    started = start("audit.truth", "derive", *words, count=jobs)
    assert len(list(started.temporary.iterdir())) == 1
    assert started.end(signal.Signals[number], group) == (2, "python -P -m audit: could not decide: interrupted\n")
    assert list(started.temporary.iterdir()) == []
    assert json.loads((tmp_path / "out.json").read_text())["verdict"] == "undecided"


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("module", "name", "words"),
    [("audit.truth", "derive", []), ("audit.selftest.trial", "Bench.attempt", ["selftest"])],
)
def test_processes_end_with_an_audit_that_is_killed(archive, start, module, name, words):
    """Else they would derive on for nobody, and their end of the pipes would stay open."""
    started = start(module, name, *words, archive, "--jobs", 2, count=2)
    assert started.end(signal.SIGKILL) == (-signal.SIGKILL, "")


@pytest.mark.heavy
@pytest.mark.parametrize("number", ["SIGTERM", "SIGINT"])
@pytest.mark.parametrize(
    ("module", "name", "words", "said"),
    [
        (
            "audit.selftest.trial",
            "Bench.attempt",
            ["selftest", "little.zip", "--jobs", "2"],
            "python -P -m audit selftest",
        ),
        ("seal.challenge", "judge", ["challenge", "little.zip", "other.zip"], "python -P -m audit challenge"),
        ("recheck.certify.command", "certify", ["certify", "kuhn_poker", "table.csv"], "python -P -m audit certify"),
    ],
)
def test_a_signal_ends_the_other_words_too(archive, start, tmp_path, monkeypatch, number, module, name, words, said):
    monkeypatch.chdir(tmp_path)
    Path("other.zip").write_bytes(archive.read_bytes())
    Path("table.csv").write_text(TABLE)
    started = start(module, name, *words, count=2 if words[0] == "selftest" else 1)
    code, errors = started.end(signal.Signals[number])
    assert code == 2
    assert errors in [f"{start}: interrupted\n" for start in said.split("|")]
    assert list(started.temporary.iterdir()) == []


@pytest.mark.heavy
def test_a_signal_that_is_switched_off_stays_so(project, little):
    """As under nohup."""
    code = (
        "import os, signal, sys; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "import audit.audit; from audit.__main__ import main; real = audit.audit.check_bag\n"
        "audit.audit.check_bag = lambda *given: os.kill(os.getpid(), signal.SIGHUP) or real(*given)\n"
        "sys.exit(main())"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code, little, "--level", "hashes"],
        env={**os.environ, "PYTHONPATH": str(project / "src")},
        stdout=subprocess.DEVNULL,
        check=False,
    )
    assert done.returncode == 0


WORDS = {
    "audit": (["little", "--level", "hashes"], 0),
    "challenge": (["challenge", "little", "little.zip"], 0),
    "selftest": (["selftest", "little.zip", "--only", "bit-flipped", "--level", "hashes", "--jobs", "1"], 0),
    "certify": (["certify", "kuhn_poker", "table.csv"], 0),
    "help": (["--help"], 0),
    "usage": (["challenge"], 3),
}


@pytest.mark.heavy
@pytest.mark.parametrize("words", WORDS)
@pytest.mark.parametrize("closed", ["<&-", "2>&-", "2>/dev/full", "| true", ">&-", ">/dev/full", ">&- 2>&-"])
def test_closed_streams(project, little, archive, tmp_path, words, closed):
    """Who does not listen, or has heard enough, changes nothing; who was to be told and could not be was told nothing."""
    (tmp_path / "little").symlink_to(little)
    (tmp_path / "table.csv").write_text(TABLE)
    given, code = WORDS[words]
    done = subprocess.run(
        ["bash", "-c", f'"$0" -P -m audit "$@" {closed}; exit ${{PIPESTATUS[0]}}', sys.executable, *given],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(project / "src"), "PYTHONUNBUFFERED": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    unheard = closed.startswith(">") and words != "usage"
    assert done.returncode == (2 if unheard else code)
    assert "Traceback" not in done.stderr
    if unheard and "2>" not in closed:
        assert ("it is closed" if "&-" in closed else "No space left on device") in done.stderr


@pytest.mark.parametrize("words", ["--help", "--version", "challenge --help", "selftest --help"])
def test_help_to_nobody_is_no_success(project, words):
    command = f'"$0" -P -m audit {words} >&-'
    environment = {**os.environ, "PYTHONPATH": str(project / "src")}
    done = subprocess.run(
        ["bash", "-c", command, sys.executable], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.endswith(": standard output: it is closed\n")


HELP = {
    "audit": "-P -m audit --help",
    "version": "-P -m audit --version",
    "challenge": "-P -m audit challenge --help",
    "certify": "-P -m audit certify --help",
    "recheck": "-m recheck --help",
    "run": "-m recheck run --help",
    "seal": "-m seal make --help",
    "regretlab": "-m regretlab --help",
    "adjudicate": "-m regretlab adjudicate --help",
}


@pytest.mark.parametrize("words", HELP)
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_help_that_does_not_arrive_is_no_success(project, words, unbuffered):
    """What is not buffered fails earlier, and argparse keeps that to itself."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, *HELP[words].split()],
            env={**os.environ, "PYTHONPATH": str(project / "src"), "PYTHONUNBUFFERED": unbuffered},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == (1 if "regretlab" in HELP[words] else 2)
    [line] = done.stderr.splitlines()
    assert line.endswith(": standard output: No space left on device")


def test_results_are_those_of_their_items():
    """Whatever their order; what is raised there is raised here."""
    assert sorted(side_by_side(lambda: partial(pow, 2), range(9), 3)) == [(n, 2**n) for n in range(9)]
    with pytest.raises(ZeroDivisionError):
        list(side_by_side(lambda: partial(pow, 0), [1, -1], 2))


@pytest.mark.parametrize("version", [(2, 7, 18), (3, 8, 18)])
def test_an_old_python_is_told(project, version):
    """Before it reads what it would not understand."""
    code = f"import sys; sys.version_info = {version}; import audit.__main__"
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        env={**os.environ, "PYTHONPATH": str(project / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    found = ".".join(map(str, version))
    assert (done.returncode, done.stderr) == (3, f"python -P -m audit: needs Python 3.9 or newer, this is {found}\n")


def test_what_an_old_python_reads_is_what_it_understands(project):
    """As far as a parser can tell: the start of recheck.pyz, and of the package that it starts."""
    for text in (checker.MAIN.decode(), (project / "src/audit/__init__.py").read_text()):
        assert text.isascii()
        ast.parse(text, feature_version=(3, 4))
        assert "print" not in text and 'f"' not in text
