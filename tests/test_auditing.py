"""`regretlab audit` and `challenge`: URLs become files, the rest goes to `python -m audit` as it is. Here that is a stand-in."""

import itertools
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from regretlab import auditing
from regretlab.auditing import audit, is_url
from regretlab.cli import main
from regretlab.fetch import Patience

from local_server import Answer, Server

STAND_IN = """\
import json, os, sys
found = {word: open(word, "rb").read().decode() for word in sys.argv[1:] if os.path.isfile(word)}
said = {"words": sys.argv[1:], "found": found, "site": "site" in sys.modules}
open(os.environ["SAID"], "w").write(json.dumps(said))
sys.exit(int(os.environ["EXIT"]))
"""
IMPATIENT = Patience(0.2, 2, 0.0)


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setenv("no_proxy", "*")
    started = Server()
    started.answers = {"/some/bundle.zip": [Answer([b"zip"])], "/": [Answer([b"root"])]}
    yield started
    started.close()


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run the audit with words; the exit code, and what the stand-in says that it got."""
    said = tmp_path / "said.json"
    (tmp_path / "packages").mkdir()
    (tmp_path / "packages/audit.py").write_text(STAND_IN)
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("SAID", str(said))
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.setattr("tempfile.tempdir", None)

    def runs(*words, code=0, command=None):
        monkeypatch.setenv("EXIT", str(code))
        found = command(words) if command else audit(words, tmp_path / "packages", IMPATIENT)
        assert list((tmp_path / "temporary").iterdir()) == []
        return found, json.loads(said.read_text()) if said.exists() else None

    return runs


@pytest.mark.parametrize("code", [0, 1, 2, 3])
def test_exit_codes_are_passed_on(run, code):
    assert run("bundles/x", "--level", "hashes", "-h", code=code) == (
        code,
        {"words": ["bundles/x", "--level", "hashes", "-h"], "found": {}, "site": False},
    )


def test_urls_become_files(run, server):
    """Under the name that they have there, in a folder that is gone afterwards."""
    url = server.url("/some/bundle.zip?download=1")
    server.answers["/some/bundle.zip?download=1"] = [Answer([b"zip"])]
    code, said = run("--expect", "ab" * 32, url)
    assert code == 0
    assert said["words"][:2] == ["--expect", "ab" * 32]
    (path,) = said["found"]
    assert (Path(path).name, said["found"][path]) == ("bundle.zip", "zip")


def test_a_url_without_a_name(run, server):
    _, said = run(server.url("/"))
    assert Path(said["words"][0]).name == "bundle"


def test_two_urls_of_one_name(run, server):
    """Each in a folder of its own."""
    url = server.url("/some/bundle.zip")
    code, said = run("challenge", url, url)
    assert code == 0
    assert len(said["found"]) == 2


@pytest.mark.parametrize("limit", [("--limit", "2"), ("--limit=2",)])
def test_limit(run, server, capfd, limit):
    """One byte too many; the audit is not even started."""
    assert run(server.url("/some/bundle.zip"), *limit) == (2, None)
    assert "expected at most 2 bytes, found Content-Length 3" in capfd.readouterr().err


def test_a_limit_that_is_kept(run, server):
    code, said = run("--limit", "3", server.url("/some/bundle.zip"), "--jobs", "2")
    assert (code, said["words"][1:]) == (0, ["--jobs", "2"])


def test_endless(run, server, capfd):
    server.answers["/some/bundle.zip"] = [Answer(itertools.repeat(b"x" * 65_536), length=None)]
    assert run(server.url("/some/bundle.zip"), "--limit", "1000000") == (2, None)
    assert "found more" in capfd.readouterr().err


@pytest.mark.parametrize("words", [("--limit",), ("--limit", "4GB"), ("--limit=",), ("--limit", "0"), ("--limit=-1",)])
def test_no_limit(run, capfd, words):
    assert run("x", *words) == (3, None)
    assert "--limit: expected a number of bytes" in capfd.readouterr().err


def test_what_cannot_be_had_is_undecided(run, server, capfd):
    assert run(server.url("/none.zip")) == (2, None)
    assert "expected status 200, found 404 Not Found" in capfd.readouterr().err
    assert run("ftp://example.org/x.zip") == (2, None)
    assert "expected a URL with one of: http, https, file" in capfd.readouterr().err


def test_what_is_a_url():
    assert is_url("https://example.org/x")
    assert is_url("HTTP://example.org/x")
    assert not is_url("bundles/x.zip")
    assert not is_url("a:b")
    assert not is_url("/a//b")


def test_a_package_in_the_folder_of_the_moment_is_not_run(run, tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    (tmp_path / "here/audit.py").write_text("raise SystemExit(0)")
    monkeypatch.chdir(tmp_path / "here")
    assert run("x", code=1)[0] == 1


WAITING = """\
import os, signal, sys, time

def end(*_):
    os.write(1, b"cleared away\\n")  # it may be that "begun" is still being printed
    sys.exit(1)

signal.signal(signal.SIGTERM, end)
print("begun", flush=True)
time.sleep(3600)
"""


def test_a_signal_is_passed_on(tmp_path):
    """The audit has to clear away, so nobody ends before it; its exit code is given."""
    (tmp_path / "audit.py").write_text(WAITING)
    code = (
        "import pathlib, sys; from regretlab.auditing import audit; sys.exit(audit(['x'], pathlib.Path(sys.argv[1])))"
    )
    process = subprocess.Popen([sys.executable, "-c", code, tmp_path], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "begun\n"
    process.terminate()
    assert (process.communicate(timeout=60)[0], process.returncode) == ("cleared away\n", 1)


def test_an_audit_that_is_killed_has_decided_nothing(tmp_path):
    (tmp_path / "audit.py").write_text("import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
    assert audit(["x"], tmp_path) == 2


def test_an_interrupted_download_leaves_nothing(run, server, monkeypatch, capfd):
    def interrupt(*_):
        os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(auditing, "fetch", interrupt)
    assert run(server.url("/some/bundle.zip")) == (2, None)
    assert capfd.readouterr().err == "regretlab audit: interrupted\n"


@pytest.mark.parametrize(("command", "first"), [("audit", []), ("challenge", ["challenge"])])
def test_commands(run, tmp_path, monkeypatch, command, first):
    """All words after the command are passed on, those that look like options too."""
    monkeypatch.setattr(auditing, "audit", lambda words, **named: audit(words, tmp_path / "packages", **named))
    words = ["--json", "-", "a", "--help", "b"]
    code, said = run(*words, code=2, command=lambda words: main([command, *words]))
    assert (code, said["words"]) == (2, [*first, *words])
