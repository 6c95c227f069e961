"""How far it is, is told on standard error while something takes long; here, everything does."""

import io
import threading
from contextlib import redirect_stderr
from pathlib import Path

import pytest

from audit import progress
from audit.audit import Asked, audit
from audit.progress import Progress, telling
from audit.selftest.command import main
from audit.truth import derive_all
from recheck.ledger import Ledger

PATIENCE = 60


@pytest.fixture
def at_once(monkeypatch):
    monkeypatch.setattr(progress, "EVERY", 0.0)
    monkeypatch.setattr("audit.workers.EVERY", 0.0)


def test_what_is_done_meanwhile_is_told_where_standard_error_was(at_once, capsys):
    asked = threading.Event()

    def state():
        asked.set()
        return "one thing"

    told = Progress("audit: here")
    with redirect_stderr(io.StringIO()) as elsewhere, telling(told, state):
        assert asked.wait(PATIENCE)
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "audit: here: one thing, 0 s"
    assert elsewhere.getvalue() == ""


def test_nothing_is_told_of_what_is_quick(capsys):
    told = Progress("audit: here")
    told(1, 2)
    with telling(told, lambda: "one thing"):
        pass
    assert capsys.readouterr().err == ""


def test_the_level_semantics_is_told(at_once, little, monkeypatch, capsys):
    begun = threading.Event()
    tell = Progress.tell

    def watched(self, state):
        tell(self, state)
        if "semantics" in self.what:
            begun.set()

    def check(folder):
        assert begun.wait(PATIENCE)
        return Ledger("study")

    monkeypatch.setattr(Progress, "tell", watched)
    monkeypatch.setattr("audit.audit.check_semantics", check)
    audit(little, Asked("semantics"))
    lines = [line for line in capsys.readouterr().err.splitlines() if ": semantics: " in line]
    assert lines[0].startswith("audit: semantics: what ")
    assert lines[0].endswith(" files say of each other, 0 s")


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_level_truth_tells_what_it_is_at_before_any_of_it_is_done(at_once, monkeypatch, tmp_path, capsys, jobs):
    told = tmp_path / "told"
    begin = Progress.tell

    def watched(self, state):
        begin(self, state)
        told.touch()

    def derive(folder, subject):
        while not told.exists():
            pass
        return Ledger(subject)

    monkeypatch.setattr(Progress, "tell", watched)
    monkeypatch.setattr("audit.truth.subjects", lambda folder, ledger: ["a", "b", "c"])
    monkeypatch.setattr("audit.truth.derive", derive)
    monkeypatch.setattr("audit.truth.differences", lambda *_: [])
    derive_all(Path(), jobs, Progress("audit: truth"))
    first = capsys.readouterr().err.splitlines()[0]
    assert first == f"audit: truth: 0 of 3 subjects, at {'a' if jobs == 1 else 'a and b'}, 0 s"


def test_the_self_test_tells_what_it_is_at(at_once, little, capsys):
    """Whatever comes out, and in as many processes as there are."""
    words = ["--only", "bit-flipped", "--only", "digit-changed", "--level", "hashes"]
    for jobs in ("1", "2"):
        assert main([str(little), *words, "--jobs", jobs]) == 0
        lines = capsys.readouterr().err.splitlines()
        assert "audit selftest: the untouched bundle, 0 s" in [line[:-3] + "0 s" for line in lines]
        assert any(" of 2 mutations, at " in line for line in lines)
