"""The audit as its user sees it: verdicts, exit codes, JSON, and what is left behind. What it finds has tests of its own."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from audit import __version__
from audit import audit as auditing
from audit.__main__ import main
from audit.progress import Progress
from audit.truth import Derived, derive_all
from recheck.codes import CELL_RANGE, NOT_AS_DERIVED
from recheck.ledger import Ledger
from seal.saying import counted, matching
from seal.tags import FORMAT

from archiving import gzipped, tar_archive, tarred, zip_archive, zipped
from bundling import TABLE, bundle, sha256, write_folder

ROOT = "tagmanifest-sha256.txt"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A sound bundle, as far as its hashes go."""
    return write_folder(tmp_path / "toy", bundle())


@pytest.fixture
def private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where archives are unpacked."""
    (tmp_path / "private").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "private"))
    return tmp_path / "private"


def verdict_of(path: Path, output: Path, *more: str) -> tuple[int, dict]:
    code = main([str(path), "--json", str(output), *more])
    return code, json.loads(output.read_text())


def archives(folder: Path) -> dict[str, bytes]:
    files = bundle()
    return {".zip": zip_archive(zipped(files)), ".tar.gz": gzipped(tar_archive(tarred(files)))}


def ledger_with(problem: str | None = None, code: str | None = None, exhausted: bool = False) -> Ledger:
    """What recheck may find."""
    ledger = Ledger("semantics")
    ledger.code = code
    check = ledger.check("a check", "kuhn_poker/cfr/trajectory.csv", 0.0, "made for this test")
    check.numbers = 7
    ledger.exhausted = exhausted
    if problem is not None:
        check.problem(problem, 2, "gain_0", "0.25", "0.5")
    return ledger


@pytest.fixture
def agreeing(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """What semantics and truth come to is set by the test."""
    found = SimpleNamespace(study=ledger_with(), semantics=ledger_with(), truth=[Derived(ledger_with(), ())])
    monkeypatch.setattr(auditing, "check_semantics", lambda folder: found.semantics)
    monkeypatch.setattr(auditing, "derive_all", lambda folder, jobs, progress: (found.study, found.truth))
    return found


def test_hashes_pass_and_nothing_more_is_said(folder, tmp_path, capsys):
    code, verdict = verdict_of(folder, tmp_path / "out.json", "--level", "hashes")
    assert code == 0
    assert verdict["verdict"] == "pass"
    assert verdict["bundle"] == "toy"
    assert verdict["root"] == sha256((folder / ROOT).read_bytes())
    assert verdict["authenticity"] == "self-consistent only"
    assert [level["verdict"] for level in verdict["levels"]] == ["pass", "not asked", "not asked"]
    assert verdict["levels"][0]["checked"] == len(bundle())
    assert verdict["problems"] == []
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "audit of toy"
    assert said[-1].startswith("PASS: hashes; self-consistent only")


@pytest.mark.parametrize("suffix", [".zip", ".tar.gz"])
def test_archives_are_told_by_their_content(folder, tmp_path, private, suffix):
    path = tmp_path / "download"
    path.write_bytes(archives(folder)[suffix])
    code, verdict = verdict_of(path, tmp_path / "out.json", "--level", "hashes")
    assert (code, verdict["root"]) == (0, sha256((folder / ROOT).read_bytes()))
    assert list(private.iterdir()) == []


def test_altered_file_is_told_with_both_hashes(folder, tmp_path, capsys):
    (folder / TABLE).write_bytes(b"iteration,value,gain_0\n")
    code, verdict = verdict_of(folder, tmp_path / "out.json")
    assert code == 1
    assert [level["verdict"] for level in verdict["levels"]] == ["fail", "not asked", "not asked"]
    (problem,) = verdict["problems"]
    assert (problem["code"], problem["level"], problem["file"]) == ("file-altered", "hashes", TABLE)
    assert problem["expected"] == sha256(bundle()[TABLE])
    assert problem["found"] == sha256(b"iteration,value,gain_0\n")
    assert "FAIL: 1 problem; not authentic" in capsys.readouterr().out


def test_bad_archive_is_not_unpacked(folder, tmp_path, private):
    path = tmp_path / "toy.zip"
    path.write_bytes(archives(folder)[".zip"] + b"more")
    code, verdict = verdict_of(path, tmp_path / "out.json")
    assert code == 1
    assert verdict["root"] is None
    assert {problem["code"] for problem in verdict["problems"]} == {"archive-trailing"}
    assert list(private.iterdir()) == []


def test_archive_of_another_name_is_refused(tmp_path, private):
    path = tmp_path / "toy.zip"
    path.write_bytes(zip_archive(zipped(bundle(), top="another")))
    code, verdict = verdict_of(path, tmp_path / "out.json", "--level", "hashes")
    assert (code, [problem["code"] for problem in verdict["problems"]]) == (1, ["archive-malformed"])
    assert verdict["problems"][0]["found"] == "'another/'"


def test_expected_root_makes_it_authentic(folder, tmp_path):
    root = sha256((folder / ROOT).read_bytes())
    code, verdict = verdict_of(folder, tmp_path / "out.json", "--level", "hashes", "--expect", root)
    assert (code, verdict["authenticity"]) == (0, "authentic: the root hash is the expected one")


def test_another_root_fails(folder, tmp_path):
    code, verdict = verdict_of(folder, tmp_path / "out.json", "--level", "hashes", "--expect", "0" * 64)
    assert (code, verdict["authenticity"]) == (1, "not authentic")
    assert [problem["code"] for problem in verdict["problems"]] == ["root-unexpected"]


@pytest.mark.parametrize("form", ["{}", "sha256:{}", "SHA256:{}", " {}\n"])
def test_expected_root_in_other_forms(folder, tmp_path, form):
    """As other programs print it, and as it is copied."""
    root = sha256((folder / ROOT).read_bytes())
    for digits in (root, root.upper()):
        code, verdict = verdict_of(folder, tmp_path / "out.json", "--level", "hashes", "--expect", form.format(digits))
        assert (code, verdict["authenticity"]) == (0, "authentic: the root hash is the expected one")


def test_whole_bundle_that_is_another_is_told_as_such(folder, tmp_path, agreeing, capsys):
    """The files are as listed, and nothing more is asked of a bundle that nobody asked for."""
    root = sha256((folder / ROOT).read_bytes())
    code, verdict = verdict_of(folder, tmp_path / "out.json", "--expect", "0" * 64)
    assert (code, verdict["verdict"]) == (1, "fail")
    assert [level["verdict"] for level in verdict["levels"]] == ["pass", "not asked", "not asked"]
    assert verdict["problems"][0]["level"] == "hashes"
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:5] == [
        f"  root hash  {root}",
        "  authentic  NO         the root hash is not the expected one",
        f"  hashes     PASS       {len(bundle())} files, no other, all as listed",
        "  semantics  NOT ASKED  not looked at, since this is not the bundle that is expected",
    ]
    assert lines[-2].endswith(f"; expected {'0' * 64}; found {root}")
    assert lines[-1] == "FAIL: 1 problem; not authentic: the root hash is not the expected one"


def test_altered_file_below_the_expected_root_is_not_authentic(folder, tmp_path, capsys):
    root = sha256((folder / ROOT).read_bytes())
    (folder / TABLE).write_bytes(b"x")
    code, verdict = verdict_of(folder, tmp_path / "out.json", "--expect", root)
    assert (code, verdict["authenticity"]) == (1, "not authentic")
    assert capsys.readouterr().out.splitlines()[-1] == "FAIL: 1 problem; not authentic"


def test_expected_root_is_told(folder, capsys):
    root = sha256((folder / ROOT).read_bytes())
    assert main([str(folder), "--level", "hashes", "--expect", root]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[2] == "  authentic  YES        the root hash is the expected one"
    assert lines[-1] == "PASS: hashes; authentic: the root hash is the expected one"


def refuse_to_read(monkeypatch, *refused):
    """Opening files of these names fails, as on a bad disk."""

    def refuse(path, flags, *rest, _open=os.open, **options):
        if path in refused:
            raise OSError(errno.EIO, "Input/output error")
        return _open(path, flags, *rest, **options)

    monkeypatch.setattr(os, "open", refuse)


@pytest.mark.parametrize("name", ["trajectory.csv", "tagmanifest-sha256.txt", "manifest-sha256.txt", "bagit.txt"])
@pytest.mark.parametrize("expect", [None, "0" * 64, "true"])
def test_what_cannot_be_read_is_not_decided(folder, tmp_path, monkeypatch, capsys, name, expect):
    """Unless the root hash, which is known all the same, is another one."""
    true = sha256((folder / ROOT).read_bytes())
    options = [] if expect is None else ["--expect", true if expect == "true" else expect]
    refuse_to_read(monkeypatch, name)
    code, verdict = verdict_of(folder, tmp_path / "out.json", *options)
    refuted = expect == "0" * 64 and name != ROOT
    assert verdict["verdict"] == ("fail" if refuted else "undecided")
    assert code == (1 if refuted else 2)
    assert verdict["authenticity"] == ("not authentic" if refuted else "undecided")
    assert [level["verdict"] for level in verdict["levels"]] == ["undecided", "not asked", "not asked"]
    told = [(problem["code"], problem["file"].split("/")[-1]) for problem in verdict["problems"]]
    assert told == [("unreadable", name)] + [("root-unexpected", ROOT)] * refuted
    said = capsys.readouterr().out
    assert "found Input/output error" in said
    known = ["the root hash is the expected one"] * (expect == "true" and name != ROOT)
    assert verdict["established"] == known
    words = "; the root hash is the expected one, but not all that it stands for could be read" if known else ""
    assert refuted or said.endswith(f"UNDECIDED: not all could be decided{words}\n")
    assert said.count("  authentic  UNDECIDED  the root hash is the expected one, but") == len(known)


def test_what_is_proven_wins_over_what_cannot_be_read(folder, tmp_path, monkeypatch):
    (folder / TABLE).write_bytes(b"x")
    refuse_to_read(monkeypatch, "strategy.csv")
    code, verdict = verdict_of(folder, tmp_path / "out.json")
    assert (code, verdict["verdict"], verdict["authenticity"]) == (1, "fail", "not authentic")
    assert {problem["code"] for problem in verdict["problems"]} == {"file-altered", "unreadable"}


def test_signature_of_what_cannot_be_read_is_not_decided(folder, tmp_path, monkeypatch, signed):
    refuse_to_read(monkeypatch, ROOT)
    code, verdict = verdict_of(folder, tmp_path / "out.json", *signed, "--identity", "bob")
    assert (code, verdict["authenticity"]) == (2, "undecided")


def test_folder_that_cannot_be_read_decides_nothing(folder, monkeypatch, capsys):
    def refuse(path, _scandir=os.scandir):
        if str(path).startswith(str(folder)):
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return _scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    assert main([str(folder)]) == 2
    assert capsys.readouterr().err.endswith(f"could not decide: {folder}: Permission denied\n")


def test_folder_that_is_no_bundle_is_told_in_one_line(folder, tmp_path, capsys):
    code, verdict = verdict_of(folder / "data", tmp_path / "out.json")
    assert (code, verdict["verdict"], len(verdict["problems"])) == (1, "fail", 1)
    assert verdict["levels"][0]["reason"] == "there is no bundle"
    said = capsys.readouterr().out.splitlines()
    assert said[-2].endswith("; found no bagit.txt here; there is one in '..', of which this is a part")


def test_what_a_code_means_is_told_once(folder, capsys):
    for name in "ab":
        (folder / f"data/{name}").write_bytes(b"x")
    assert main([str(folder)]) == 1
    told = [line for line in capsys.readouterr().out.splitlines() if line.startswith("  problem: ")]
    meaning = "a file is there, or is in manifest-sha256.txt, that should not be; "
    assert told == [
        f"  problem: file-unexpected: data/a: {meaning}expected no such file; found one that is not listed",
        "  problem: file-unexpected: data/b: expected no such file; found one that is not listed",
    ]


def test_what_is_wrong_by_the_numbers_is_told_each_time(folder, agreeing, capsys):
    """There the words are on the one problem, not on the code."""
    agreeing.semantics = ledger_with("is above 1", CELL_RANGE)
    agreeing.semantics.checks[0].problem("is above 1", 3, "gain_0")
    assert main([str(folder)]) == 1
    assert capsys.readouterr().out.count("is above 1") == 2


def test_hints_are_told(folder, tmp_path, capsys):
    (folder / "data/.DS_Store").write_bytes(b"x")
    _, verdict = verdict_of(folder, tmp_path / "out.json")
    (problem,) = verdict["problems"]
    hint = "it looks like what a file manager or a Python leaves: unpack the archive anew, or audit the archive itself"
    assert problem["hint"] == hint
    assert f"; found one that is not listed; hint: {hint}\n" in capsys.readouterr().out


@pytest.mark.parametrize("suffix", [".zip", ".tar.gz"])
def test_an_archive_that_was_cut_short_is_to_be_downloaded_again(folder, tmp_path, private, capsys, suffix):
    path = tmp_path / "cut"
    path.write_bytes(archives(folder)[suffix][:-200])
    code, verdict = verdict_of(path, tmp_path / "out.json")
    hint = "it may have been cut short on its way: download it again"
    assert (code, [problem["hint"] for problem in verdict["problems"]]) == (1, [hint])
    assert f"hint: {hint}\n" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["audit", "."], ["audit"], ["audit", "--level", "hashes", "."]])
def test_there_is_no_word_for_an_audit(tmp_path, monkeypatch, capsys, words):
    """Who is used to `regretlab audit` is told how it is called here, but for a bundle of that name."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["recheck.pyz"])
    assert main(words) == 3
    said = "expected a path, found 'audit', which is no word here: recheck.pyz PATH is an audit"
    assert capsys.readouterr() == ("", f"recheck.pyz: {said}\n")
    write_folder(tmp_path / "audit", bundle())
    assert main(["audit", "--level", "hashes"]) == 0


def test_many_problems_are_counted_by_code(folder, tmp_path, capsys):
    for name in range(30):
        (folder / f"data/config/{name:02}").write_bytes(b"")
    (folder / TABLE).write_bytes(b"x")
    _, verdict = verdict_of(folder, tmp_path / "out.json")
    assert len(verdict["problems"]) == 31
    lines = capsys.readouterr().out.splitlines()
    assert sum(line.startswith("  problem: file-unexpected") for line in lines) == 5
    assert sum(line.startswith("  problem: file-altered") for line in lines) == 1
    assert "  ... and 25 more problems: 25 file-unexpected; --json has all of them" in lines


@pytest.fixture
def signed(folder, tmp_path) -> list[str]:
    """The options for a signature by ssh-keygen."""
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", key], check=True)
    subprocess.run(
        ["ssh-keygen", "-Y", "sign", "-q", "-f", key, "-n", "regretlab-bundle", folder / ROOT],
        check=True,
        capture_output=True,
    )
    signature = (folder / f"{ROOT}.sig").replace(tmp_path / "toy.sig")
    signers = tmp_path / "signers"
    signers.write_text(f'alice namespaces="regretlab-bundle" {key.with_suffix(".pub").read_text()}')
    return ["--signature", str(signature), "--signers", str(signers)]


def test_signature_makes_it_authentic(folder, tmp_path, signed):
    code, verdict = verdict_of(folder, tmp_path / "out.json", "--level", "hashes", *signed, "--identity", "alice")
    assert (code, verdict["authenticity"]) == (0, "authentic: signed by alice")


def test_signature_of_somebody_else_fails(folder, tmp_path, signed):
    code, verdict = verdict_of(folder, tmp_path / "out.json", "--level", "hashes", *signed, "--identity", "bob")
    assert (code, verdict["authenticity"]) == (1, "not authentic")
    assert [problem["code"] for problem in verdict["problems"]] == ["signature-invalid"]


def test_wrong_signature_is_told_by_the_name_of_its_file(folder, tmp_path, signed, capsys):
    _, verdict = verdict_of(folder, tmp_path / "out.json", "--level", "hashes", *signed, "--identity", "bob")
    assert verdict["problems"][0]["file"] == signed[1]
    lines = capsys.readouterr().out.splitlines()
    assert lines[2] == "  authentic  NO         it is not known to be signed by bob"
    assert lines[-1] == "FAIL: 1 problem; not authentic: it is not known to be signed by bob"
    Path(signed[3]).write_text("\n\n* nonsense\n")
    _, verdict = verdict_of(folder, tmp_path / "out.json", "--level", "hashes", *signed, "--identity", "alice")
    told = [(problem["code"], problem["file"]) for problem in verdict["problems"]]
    assert told == [("signers-malformed", f"{signed[3]}:3")]


@pytest.mark.parametrize("option", [1, 3])
@pytest.mark.parametrize("what", ["a named pipe", "a folder", "a device"])
def test_signature_is_read_from_regular_files_alone(folder, tmp_path, signed, capsys, option, what):
    """A named pipe would be waited for, and a device might never end."""
    place = tmp_path / "place"
    if what == "a named pipe":
        os.mkfifo(place)
    elif what == "a folder":
        place.mkdir()
    else:
        place = Path("/dev/zero")
    signed[option] = str(place)
    assert main([str(folder), *signed, "--identity", "alice"]) == 3
    assert capsys.readouterr().err == (
        f"python -P -m audit: {signed[option - 1]}: {place}: expected a regular file, found {what}\n"
    )


def test_signers_are_not_cut(folder, tmp_path, signed, capsys):
    """Who stands beyond what is read would be missing, without a word."""
    signers = Path(signed[3])
    line = signers.read_bytes()
    signers.write_bytes(b"#" * ((1 << 20) - len(line) - 1) + b"\n" + line)
    assert main([str(folder), "--level", "hashes", *signed, "--identity", "alice"]) == 0
    signers.write_bytes(b"#" * ((1 << 20) - len(line)) + b"\n" + line)
    assert main([str(folder), "--level", "hashes", *signed, "--identity", "alice"]) == 3
    assert capsys.readouterr().err.endswith("expected at most 1,048,576 bytes, found more\n")


@pytest.mark.parametrize("name", [b"alice\xff", b"alice\0x"])
def test_signers_are_not_made_readable(folder, tmp_path, signed, name):
    """No letter is put in the place of a byte that is none: the line is told."""
    signers = Path(signed[3])
    signers.write_bytes(b"# mine\n" + signers.read_bytes().replace(b"alice", name))
    for identity in ("alice", "alice\ufffd", os.fsdecode(name.rstrip(b"\0x"))):
        code, verdict = verdict_of(folder, tmp_path / "out.json", "--level", "hashes", *signed, "--identity", identity)
        told = [(problem["code"], problem["file"], problem["expected"]) for problem in verdict["problems"]]
        assert (code, told) == (1, [("signers-malformed", f"{signers}:2", "UTF-8 without NUL")])


def test_files_of_a_signature_may_be_links(folder, tmp_path, signed):
    for number in (1, 3):
        link = tmp_path / f"link-{number}"
        link.symlink_to(signed[number])
        signed[number] = str(link)
    assert main([str(folder), "--level", "hashes", *signed, "--identity", "alice"]) == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([""], "argument PATH: expected a path, found an empty text"),
        (
            ["https://example.org/toy.zip"],
            "argument PATH: expected a file or folder, found the URL https://example.org/toy.zip",
        ),
        (["toy", "--signature", ""], "argument --signature: expected a path, found an empty text"),
        (
            ["toy", "--signers", "http://example.org/signers"],
            "argument --signers: expected a file or folder, found the URL",
        ),
    ],
)
def test_what_is_no_path(folder, monkeypatch, capsys, words, said):
    monkeypatch.chdir(folder)
    assert code_of(words) == 3
    assert said in capsys.readouterr().err


def code_of(words: list[str]) -> object:
    try:
        return main(words)
    except SystemExit as stopped:
        return stopped.code


@pytest.mark.parametrize(
    ("called", "environment", "prog"),
    [
        ("/somewhere/audit/__main__.py", None, "python -P -m audit"),
        ("bundle/recheck.pyz", None, "recheck.pyz"),
        ("/somewhere/audit/__main__.py", "regretlab audit", "regretlab audit"),
    ],
)
def test_usage_is_told_as_it_was_called(monkeypatch, capsys, called, environment, prog):
    monkeypatch.setattr(sys, "argv", [called])
    if environment is not None:
        monkeypatch.setenv("AUDIT_CALLED_BY", environment)
    for words in ([], ["selftest"], ["challenge", "x"], ["certify"]):
        assert code_of(words) == 3
        usage = capsys.readouterr().err.splitlines()[0]
        assert usage.startswith(f"usage: {' '.join([prog, *words[:1]])} ")


def test_version_is_that_of_the_project(project, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["recheck.pyz"])
    assert code_of(["--version"]) == 0
    assert capsys.readouterr().out == f"recheck.pyz {__version__}, for bundles of format 1\n"
    assert f"\nversion: {__version__}\n" in (project / "CITATION.cff").read_text()
    assert f"Bundle-Format: {FORMAT}\n".encode() in bundle()["bag-info.txt"]


def test_one_is_not_many(folder, tmp_path):
    """What is counted agrees with its number."""
    assert [counted(number, "file") for number in (0, 1, 2, 1480)] == ["0 files", "1 file", "2 files", "1,480 files"]
    assert [matching(number) for number in (0, 1, 2)] == ["0 files match", "1 file matches", "2 files match"]


def test_semantics_and_truth_are_asked_in_turn(folder, tmp_path, agreeing, capsys):
    code, verdict = verdict_of(folder, tmp_path / "out.json")
    assert code == 0
    assert [level["verdict"] for level in verdict["levels"]] == ["pass"] * 3
    assert capsys.readouterr().out.splitlines()[-1].startswith("PASS: hashes and semantics and truth;")


def test_disagreement_ends_before_truth(folder, tmp_path, agreeing):
    agreeing.semantics = ledger_with("is above 1", CELL_RANGE)
    code, verdict = verdict_of(folder, tmp_path / "out.json")
    assert code == 1
    assert [level["verdict"] for level in verdict["levels"]] == ["pass", "fail", "not asked"]
    assert verdict["problems"] == [
        {
            "code": CELL_RANGE,
            "level": "semantics",
            "file": TABLE,
            "row": 2,
            "column": "gain_0",
            "expected": "0.25",
            "found": "0.5",
            "message": "is above 1",
            "hint": None,
        }
    ]


def test_untrue_number_fails(folder, tmp_path, agreeing, capsys):
    agreeing.truth = [Derived(ledger_with("is another"), ())]
    code, verdict = verdict_of(folder, tmp_path / "out.json")
    assert code == 1
    assert [problem["code"] for problem in verdict["problems"]] == [NOT_AS_DERIVED]
    line = f"problem: {NOT_AS_DERIVED}: {TABLE}, row 2, column gain_0: is another; expected 0.25; found 0.5"
    assert line in capsys.readouterr().out


def test_exhausted_memory_decides_nothing(folder, tmp_path, agreeing):
    agreeing.truth = [Derived(ledger_with("more memory is needed", exhausted=True), ())]
    code, verdict = verdict_of(folder, tmp_path / "out.json")
    assert (code, verdict["verdict"]) == (2, "undecided")


def test_what_was_parsed_is_what_was_hashed(folder, tmp_path, agreeing):
    agreeing.semantics.files["kuhn_poker/cfr/trajectory.csv"] = "0" * 64
    code, verdict = verdict_of(folder, tmp_path / "out.json")
    assert code == 1
    (problem,) = verdict["problems"]
    assert (problem["code"], problem["file"], problem["found"]) == ("changed-while-read", TABLE, "0" * 64)


@pytest.mark.parametrize(
    "options",
    [
        [],
        ["--level", "all"],
        ["--expect", "abc"],
        ["--expect", "A" * 63],
        ["--expect", "sha512:" + "a" * 64],
        ["--jobs", "0"],
        ["--signature", "toy.sig"],
        ["--identity", "alice"],
        ["--json", "toy/out.json"],
        ["--json", "pipe"],
        ["--json", "link"],
    ],
)
def test_wrong_usage(folder, tmp_path, monkeypatch, capsys, options):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    Path("link").symlink_to("pipe")
    before = sorted(path.name for path in folder.rglob("*"))
    try:
        code = main(["toy", *options] if options else [])
    except SystemExit as error:
        code = error.code
    assert code == 3
    assert "Traceback" not in capsys.readouterr().err
    assert sorted(path.name for path in folder.rglob("*")) == before


@pytest.mark.parametrize("what", ["nothing", "pipe"])
def test_what_cannot_be_read_decides_nothing(tmp_path, capsys, what):
    if what == "pipe":
        os.mkfifo(tmp_path / "toy")
    assert main([str(tmp_path / "toy")]) == 2
    assert "could not decide" in capsys.readouterr().err


def test_json_does_not_replace_the_archive(folder, tmp_path, capsys):
    path = tmp_path / "toy.zip"
    path.write_bytes(archives(folder)[".zip"])
    before = path.read_bytes()
    assert main([str(path), "--json", str(path)]) == 3
    assert path.read_bytes() == before


def test_interruption_is_told(folder, monkeypatch, capsys):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(auditing, "check_bag", interrupt)
    assert main([str(folder)]) == 2
    assert capsys.readouterr().err.endswith("could not decide: interrupted\n")


def test_closed_output_decides_nothing(folder, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdout", None)
    assert main([str(folder), "--level", "hashes"]) == 2
    assert "standard output: it is closed" in capsys.readouterr().err


def test_unwritable_json_is_told_before_anything_is_done(folder, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(auditing, "check_bag", None)
    place = tmp_path / "no/such/out.json"
    assert main([str(folder), "--level", "hashes", "--json", str(place)]) == 2
    assert capsys.readouterr() == ("", f"python -P -m audit: {place}: No such file or directory\n")


def test_json_that_fails_in_the_end_does_not_lose_the_verdict(folder, tmp_path, monkeypatch, capsys):
    """A disk may be full only then."""

    def fill(contents):
        raise OSError(28, "No space left on device", *map(str, contents))

    monkeypatch.setattr("seal.output.write_files", fill)
    assert main([str(folder), "--level", "hashes", "--json", str(tmp_path / "out.json")]) == 2
    said = capsys.readouterr()
    assert said.out.splitlines()[-1].startswith("PASS: hashes;")
    assert said.err == f"python -P -m audit: {tmp_path / 'out.json'}: No space left on device\n"
    assert [place.name for place in tmp_path.iterdir()] == ["toy"]


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (KeyboardInterrupt(), "interrupted"),
        (MemoryError(), "more memory is needed than there is"),
        (OSError(5, "Input/output error", "toy/data"), "toy/data: Input/output error"),
        (TypeError("a fault"), "TypeError: a fault"),
    ],
)
def test_what_could_not_be_decided_is_in_the_json(folder, tmp_path, monkeypatch, capsys, error, why):
    """Also if it is a fault of the program: a verdict, and exit code 1, come of what was found in the bundle alone."""

    def fail(*_):
        raise error

    monkeypatch.setattr(auditing, "check_bag", fail)
    code, verdict = verdict_of(folder, tmp_path / "out.json")
    assert (code, verdict["verdict"], verdict["problems"]) == (2, "undecided", [])
    assert (verdict["levels"][0]["verdict"], verdict["levels"][0]["reason"]) == ("undecided", why)
    said = capsys.readouterr()
    assert said.out.splitlines()[-1] == "UNDECIDED: not all could be decided"
    assert said.err.splitlines()[-1] == f"python -P -m audit: could not decide: {why}"
    assert ("Traceback" in said.err) == isinstance(error, TypeError)
    assert main([str(folder), "--json", "-"]) == 2
    assert json.loads(capsys.readouterr().out) == verdict


def test_an_early_end_keeps_what_is_known(folder, tmp_path, monkeypatch):
    """A level that has passed has, and so has the root hash."""

    def stop(*_):
        raise KeyboardInterrupt

    root = verdict_of(folder, tmp_path / "before.json", "--level", "hashes")[1]["root"]
    monkeypatch.setattr(auditing, "check_semantics", stop)
    code, verdict = verdict_of(folder, tmp_path / "out.json", "--expect", root)
    assert (code, verdict["root"]) == (2, root)
    assert verdict["authenticity"] == "authentic: the root hash is the expected one"
    assert [level["verdict"] for level in verdict["levels"]] == ["pass", "undecided", "not asked"]
    assert verdict["levels"][1]["reason"] == "interrupted"


def test_the_verdict_is_written_over_nothing_that_was_given(folder, tmp_path, capsys):
    for name in ("by.sig", "signers"):
        (tmp_path / name).write_text("theirs\n")
    signed = ["--signature", str(tmp_path / "by.sig"), "--signers", str(tmp_path / "signers"), "--identity", "x"]
    for name in ("by.sig", "signers"):
        assert main([str(folder), *signed, "--json", str(tmp_path / name)]) == 3
        assert capsys.readouterr().err == (
            f"python -P -m audit: --json: expected another file than {tmp_path / name}, found {tmp_path / name}\n"
        )
        assert (tmp_path / name).read_text() == "theirs\n"


def test_files_of_a_signature_that_are_missing_leave_a_verdict(folder, tmp_path, capsys):
    place = tmp_path / "none.sig"
    signed = ("--signature", str(place), "--signers", str(place), "--identity", "x")
    code, verdict = verdict_of(folder, tmp_path / "out.json", *signed)
    assert (code, verdict["verdict"]) == (2, "undecided")
    assert verdict["levels"][0]["reason"] == f"--signers: {place}: No such file or directory"


def test_a_stopped_audit_leaves_nothing(folder, tmp_path, private, monkeypatch, capsys):
    path = tmp_path / "toy.zip"
    path.write_bytes(archives(folder)[".zip"])
    seen = []

    def stop(*_):
        seen.extend(private.iterdir())
        os.kill(os.getpid(), signal.SIGTERM)

    names = ("SIGINT", "SIGTERM", "SIGHUP")
    before = {name: signal.getsignal(signal.Signals[name]) for name in names}
    monkeypatch.setattr(auditing, "check_bag", stop)
    try:
        assert main([str(path)]) == 2
        # The process is to end now, and with this code: who goes on asking changes nothing.
        assert {signal.getsignal(signal.Signals[name]) for name in names} == {signal.SIG_IGN}
    finally:
        for name, handler in before.items():
            signal.signal(signal.Signals[name], handler)
    assert capsys.readouterr().err == "python -P -m audit: could not decide: interrupted\n"
    assert len(seen) == 1
    assert list(private.iterdir()) == []


def test_jobs_make_no_difference(monkeypatch):
    """Derived side by side or one after the other, in the order of the study; a killed process decides nothing."""
    monkeypatch.setattr("audit.truth.subjects", lambda folder, ledger: ["b", "a", "killed"])
    monkeypatch.setattr("audit.truth.derive", lambda folder, subject: Ledger(subject))
    monkeypatch.setattr("audit.truth.differences", lambda *_: [])
    for jobs in (1, 2):
        _, derived = derive_all(Path(), jobs, Progress("truth"))
        assert [one.ledger.subject for one in derived] == ["b", "a", "killed"]
    test = os.getpid()

    def derive(folder, subject):
        if subject == "killed" and os.getpid() != test:
            os.kill(os.getpid(), signal.SIGKILL)
        return Ledger(subject)

    monkeypatch.setattr("audit.truth.derive", derive)
    _, derived = derive_all(Path(), 2, Progress("truth"))
    assert [one.ledger.exhausted for one in derived] == [False, False, True]
    monkeypatch.setattr("audit.truth.derive", lambda folder, subject: os.kill(os.getpid(), signal.SIGKILL))
    assert all(one.ledger.exhausted for one in derive_all(Path(), 2, Progress("truth"))[1])


def test_study_that_is_exchanged_between_the_levels_is_told(folder, tmp_path, agreeing):
    """What is to be derived is read from study.json once more: another one must not make truth easy."""
    agreeing.study.files["study.json"] = "0" * 64
    code, verdict = verdict_of(folder, tmp_path / "out.json")
    assert code == 1
    assert [(problem["code"], problem["file"]) for problem in verdict["problems"]] == [
        ("changed-while-read", "data/results/toy/study.json")
    ]


def test_tag_manifest_that_is_exchanged_after_it_was_hashed_is_told(folder, tmp_path, signed, monkeypatch):
    """A signature of other bytes than those that were hashed makes nothing authentic."""
    true = (folder / ROOT).read_bytes()
    hashed = auditing.check_bag(folder)
    (folder / ROOT).write_bytes(true + b"0" * 64 + b"  z\n")
    forged = auditing.check_bag(folder)
    assert forged.root != hashed.root

    def exchange(*_):
        (folder / ROOT).write_bytes(true)
        return forged

    monkeypatch.setattr(auditing, "check_bag", exchange)
    code, verdict = verdict_of(folder, tmp_path / "out.json", "--level", "hashes", *signed, "--identity", "alice")
    assert (code, verdict["authenticity"]) == (1, "not authentic")
    assert "changed-while-read" in {problem["code"] for problem in verdict["problems"]}


def test_want_of_memory_decides_nothing(folder, monkeypatch, capsys):
    def exhausted(*_):
        raise MemoryError

    monkeypatch.setattr(auditing, "check_bag", exhausted)
    assert main([str(folder)]) == 2
    assert "more memory" in capsys.readouterr().err


def test_runs_alone(project, folder):
    """With nothing in reach but the standard library, also where asserts are not run."""
    done = subprocess.run(
        [sys.executable, "-P", "-O", "-S", "-m", "audit", folder, "--level", "hashes"],
        env={"PYTHONPATH": str(project / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "PASS: hashes" in done.stdout


def test_only_what_was_derived_is_said_to_be(folder, tmp_path, monkeypatch):
    """Of what came out otherwise, or could not be derived, the names."""

    def derive(place, subject):
        ledger = Ledger(subject)
        ledger.level = "repeated"
        check = ledger.check("numbers", "x.csv", 0.0, "exact")
        check.numbers = 5
        if subject == "b":
            check.problem("is another")
        return ledger

    monkeypatch.setattr("audit.truth.subjects", lambda place, ledger: ["a", "b", "c"])
    monkeypatch.setattr("audit.truth.derive", derive)
    monkeypatch.setattr("audit.truth.differences", lambda *_: [])
    place = auditing._Place(folder, "toy", {})
    level, _ = auditing._truth(1, "audit", place)
    assert (level.verdict, level.checked) == ("fail", 15)
    assert level.reason == "not confirmed: b; 10 numbers derived again: a repeated, c repeated"
    monkeypatch.setattr("audit.truth.subjects", lambda place, ledger: ["b"])
    assert auditing._truth(1, "audit", place)[0].reason == "not confirmed: b; nothing derived again"


def test_semantics_that_fail_say_how_many_checks_did(folder, monkeypatch):
    study = Ledger("study")
    study.check("sound", "x.csv", 0.0, "exact")
    study.check("wrong", "y.csv", 0.0, "exact").problem("is another")
    monkeypatch.setattr(auditing, "check_semantics", lambda place: study)
    level, _ = auditing._semantics("audit", auditing._Place(folder, "toy", {}))
    assert (level.verdict, level.reason) == ("fail", "1 problem in 1 of 2 checks")
