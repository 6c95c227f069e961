"""The self-test: every mutation is caught as it says, and a judge who is wrong is found out."""

from __future__ import annotations

import io
import json
import os
import shutil
import tarfile
import zipfile
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from audit import verdict as audit_verdict
from audit.__main__ import main as judge
from audit.selftest import forged_hands, forged_lessons, trial
from audit.selftest.bundle_copy import BundleCopy
from audit.selftest.command import _Outcome, _summary, main
from audit.selftest.forging import Forger
from audit.selftest.mutation import LEVELS
from audit.selftest.tar_form import gzipped, tar_bytes, tar_members
from audit.selftest.trial import CAUGHT, MISSED, MUTATIONS, NOT_TRIED, OTHERWISE, Bench, Trial
from audit.selftest.zip_form import zip_bytes
from audit.verdict import HASHES
from audit.workers import side_by_side
from seal.container import opened
from seal.problem import Kind, SealError

NAMES = [mutation.name for mutation in MUTATIONS]
OF_HANDS = [mutation.name for mutation in forged_hands.group.mutations]
OF_LESSONS = [mutation.name for mutation in forged_lessons.group.mutations]
BY_NAME = {mutation.name: mutation for mutation in MUTATIONS}
# What the little study does not have, and what users may not do.
IMPOSSIBLE = {
    "picture": "figures/games.png is no PNG with dots",
    "file-not-to-be-read" if os.geteuid() == 0 else "device-instead-of-file": "this",
}


@pytest.fixture(scope="module")
def bench(little, tmp_path_factory) -> Bench:
    return Bench(little, tmp_path_factory.mktemp("bench"))


def contents(folder: Path) -> dict[str, bytes | None]:
    return {
        str(place.relative_to(folder)): place.read_bytes() if place.is_file() else None for place in folder.rglob("*")
    }


@pytest.fixture(scope="module")
def table(dealt, tmp_path_factory) -> Bench:
    return Bench(dealt, tmp_path_factory.mktemp("table"))


@pytest.fixture(scope="module")
def lessons(taught, tmp_path_factory) -> Bench:
    return Bench(taught, tmp_path_factory.mktemp("lessons"))


@pytest.mark.heavy
def test_what_is_damaged_was_sound(little, dealt, taught, capsys):
    """Otherwise what is found in it would say nothing of the mutations."""
    for bundle in (little, dealt, taught):
        assert judge([str(bundle)]) == 0, capsys.readouterr().out


@pytest.mark.heavy
@pytest.mark.parametrize("name", NAMES)
def test_mutation_of_hands_is_caught_as_it_says_or_not_tried(table, name):
    """What is for games is not tried, rather than missed."""
    found = table.attempt(BY_NAME[name], LEVELS[-1])
    impossible = name in IMPOSSIBLE and name != "picture"
    assert found.outcome in ((NOT_TRIED,) if impossible else (CAUGHT,) if name in OF_HANDS else (CAUGHT, NOT_TRIED)), (
        found
    )


@pytest.mark.heavy
@pytest.mark.parametrize("name", [name for name in NAMES if name not in (*OF_HANDS, *OF_LESSONS)])
def test_mutation_is_caught_as_it_says(bench, name):
    found = bench.attempt(BY_NAME[name], LEVELS[-1])
    if name in IMPOSSIBLE:
        assert (found.outcome, found.reason[: len(IMPOSSIBLE[name])]) == (NOT_TRIED, IMPOSSIBLE[name])
    else:
        assert found.outcome == CAUGHT, found


@pytest.mark.heavy
@pytest.mark.parametrize("name", OF_LESSONS)
def test_mutation_of_lessons_is_caught_as_it_says(lessons, name):
    found = lessons.attempt(BY_NAME[name], LEVELS[-1])
    assert found.outcome == CAUGHT, found
    assert found.found[0][0] == BY_NAME[name].level, found


@pytest.mark.parametrize("text", ["Too many open files", "Cannot allocate memory"])
def test_a_shortage_decides_nothing(little, tmp_path, monkeypatch, capsys, text):
    def short(*_):
        unreadable = audit_verdict.Problem(
            "unreadable", HASHES, "README.md", None, None, "a file", text, "cannot be read"
        )
        level = audit_verdict.Level(HASHES, "undecided", 0, "")
        return audit_verdict.Verdict("little", None, "undecided", [level], [unreadable])

    monkeypatch.setattr("audit.selftest.judge.audit", short)
    assert main([str(little), "--only", "digit-changed", "--jobs", "1"]) == 2
    assert capsys.readouterr().err == f"audit selftest: it could not be judged: {text}\n"
    bench = Bench(little, tmp_path)
    with pytest.raises(SealError, match=f"digit-changed: it could not be judged: {text}"):
        bench.attempt(BY_NAME["digit-changed"], HASHES)


def test_processes_leave_no_descriptors(little, tmp_path, capsys):
    before = sorted(Path("/dev/fd").iterdir())
    assert main([str(little), "--only", "digit-changed", "--only", "bit-flipped", "--jobs", "2"]) == 0
    assert sorted(Path("/dev/fd").iterdir()) == before
    with (
        pytest.raises(ZeroDivisionError) as kept,
        closing(side_by_side(lambda: lambda n: 1 // n, [0, 0, 1], 2)) as done,
    ):
        list(done)
    assert sorted(Path("/dev/fd").iterdir()) == before
    assert kept.value.__traceback__ is not None
    capsys.readouterr()


def test_a_fault_of_a_mutation_is_none_of_the_bundle(bench, monkeypatch):
    """It is told by its name, and does not pass for one that does not apply."""

    def apply(_):
        raise IndexError("list index out of range")

    broken = replace(BY_NAME["sweep"], apply=apply)
    with pytest.raises(RuntimeError, match=r"^sweep: IndexError: list index out of range$"):
        bench.attempt(broken, LEVELS[-1])


def test_what_does_not_apply_is_said_in_words(table):
    found = table.attempt(BY_NAME["sweep"], LEVELS[-1])
    assert (found.outcome, found.reason) == (NOT_TRIED, "this study has no run without a list of parameters")


def test_one_of_one_was():
    trial = Trial(BY_NAME["picture"], MISSED, [])
    assert _summary(_Outcome((trial,), (), 1))[-1].startswith("0 of 1 mutation was caught, 0 were not tried")
    assert _summary(_Outcome((trial, trial), (), 1))[-1].startswith("0 of 2 mutations were caught, 0 were not tried")


def test_everything_was_put_right(bench, little):
    assert contents(bench.bundle.folder) == contents(little)
    assert [place.name for place in bench.bundle.folder.parent.iterdir()] == ["bundle"]


def test_mutations_are_many_and_told_apart():
    assert len(NAMES) == len(set(NAMES)) >= 200
    assert len({(mutation.group, mutation.description) for mutation in MUTATIONS}) == len(NAMES)
    for mutation in MUTATIONS:
        assert mutation.description.endswith("."), mutation.name
        assert "\n" not in mutation.description, mutation.name


def test_codes_are_those_of_the_packages():
    kinds = set(Kind.__args__)
    for mutation in MUTATIONS:
        if mutation.level == LEVELS[0]:
            assert mutation.codes, mutation.name
            assert set(mutation.codes) <= kinds, mutation.name


def test_a_forger_who_changes_nothing_leaves_the_same_bytes(bench, little):
    Forger(bench.bundle).seal()
    assert contents(bench.bundle.folder) == contents(little)


def test_a_forger_makes_all_lists_fit(bench):
    forger = Forger(bench.bundle)
    path = forger.path(f"{forger.run()}/trajectory.csv")
    bench.bundle.write(path, bench.bundle.read(path) + b"# more\n")
    try:
        before = trial.judge(bench.bundle.folder, LEVELS[0])
        forger.seal()
        assert (bool(before), trial.judge(bench.bundle.folder, LEVELS[0])) == (True, [])
        for name in ("ro-crate-metadata.json", "datapackage.json"):
            assert bench.bundle.sha256(path) in bench.bundle.text(f"data/{name}")
            assert str(bench.bundle.place(path).stat().st_size) in bench.bundle.text(f"data/{name}")
    finally:
        bench.bundle.restore()


def test_sound_archives_are_read_by_other_programs(bench, little):
    expected = {f"little/{path}": content for path, content in contents(little).items() if content is not None}
    with zipfile.ZipFile(io.BytesIO(zip_bytes(bench.zip))) as archive:
        assert archive.testzip() is None
        assert {name: archive.read(name) for name in archive.namelist()} == expected
    with tarfile.open(fileobj=io.BytesIO(gzipped(tar_bytes(bench.tar)))) as archive:
        assert {member.name: archive.extractfile(member).read() for member in archive} == expected


@pytest.mark.parametrize("length", [90, 101, 150, 256, 400])
def test_long_names_are_read_by_other_programs(tmp_path, length):
    """And by the audit, which takes a name in one form only."""
    name = ("toy/" + "folder/" * (length // 7) + "x" * 20)[-length:].lstrip("/").encode()
    (tmp_path / "archive").write_bytes(gzipped(tar_bytes(tar_members(name, b"abc"))))
    with tarfile.open(tmp_path / "archive") as archive:
        assert [member.name.encode() for member in archive] == [name]
    with opened(tmp_path / "archive") as bundle:
        assert bundle.problems == ()


SHOWN = {
    "rows-that-a-parquet-file-hides": lambda read: read().num_rows == 1,
    "decimals-in-a-parquet-file": lambda read: str(read()["iteration"][0]) == "0.001",
    "dates-in-a-parquet-file": lambda read: str(read()["iteration"][0])[:4] == "1970",
    "names-for-pandas-in-a-parquet-file": lambda read: b"pandas" in (read().schema.metadata or {}),
    "statistics-of-a-parquet-file": lambda read: read(filters=[("iteration", ">", 0)]).num_rows == 0,
    "levels-of-a-parquet-file": lambda read: read()["iteration"].null_count > 0,
}


@pytest.mark.parametrize("name", SHOWN)
def test_another_program_is_taken_in_by_a_forged_parquet_file(bench, name):
    """It reads the file without complaint, and shows what the forger wants."""
    forger = Forger(bench.bundle)
    place = bench.bundle.place(forger.path(f"{forger.run()}/trajectory.parquet"))
    assert not SHOWN[name](partial(pq.read_table, place))
    try:
        BY_NAME[name].apply(bench.bundle)
        assert SHOWN[name](partial(pq.read_table, place))
    finally:
        bench.bundle.restore()


def run(capsys, *arguments: str) -> tuple[int, list[str]]:
    code = main(arguments)
    return code, capsys.readouterr().out.splitlines()


def test_command(little, capsys):
    code, lines = run(capsys, str(little), "--only", "bit-flipped", "--only", "names", "--jobs", "1")
    assert code == 0
    assert lines[0].split() == ["caught", "files", "bit-flipped", "hashes:", "file-altered"]
    assert lines[-1] == (
        "19 of 19 mutations were caught, 0 were not tried; the untouched bundle was accepted as folder, .zip and .tar.gz"
    )


def test_command_with_processes_says_the_same(little, capsys):
    arguments = (str(little), "--only", "links", "--only", "text-of-the-readme", "--level", "hashes", "--json", "-")
    one, two = (run(capsys, *arguments, "--jobs", jobs) for jobs in ("1", "2"))
    assert one == two
    assert json.loads("\n".join(one[1]))["mutations"][-1]["reason"] == "only by a root hash from elsewhere"


def test_archives_are_taken_too(little, bench, tmp_path, capsys):
    target = tmp_path / "little.zip"
    target.write_bytes(zip_bytes(bench.zip))
    assert run(capsys, str(target), "--only", "bit-flipped", "--jobs", "1")[0] == 0


def test_what_is_for_a_further_level_is_not_tried(little, capsys):
    code, lines = run(capsys, str(little), "--only", "slope-of-a-deviation", "--level", "hashes", "--jobs", "1")
    # Where nothing is tried, nothing is known.
    assert code == 2
    assert lines[0].split(maxsplit=3)[3] == "slope-of-a-deviation                    is for the level truth"


def test_a_judge_who_accepts_everything_is_found_out(little, capsys, monkeypatch):
    monkeypatch.setattr(trial, "judge", lambda path, level, expect=None, subject=None: [])
    code, lines = run(capsys, str(little), "--only", "files", "--only", "zip", "--only", "distance", "--jobs", "1")
    assert code == 1
    assert not any(line.startswith("caught") for line in lines)
    assert (
        "bit-flipped was missed, expected hashes: file-altered. One bit in the middle of a table is another." in lines
    )


def test_a_judge_who_accepts_nothing_is_found_out(little, capsys, monkeypatch):
    monkeypatch.setattr(trial, "judge", lambda path, level, expect=None, subject=None: [("hashes", "file-altered")])
    code, lines = run(capsys, str(little), "--jobs", "1")
    assert code == 2
    assert lines[0] == "not accepted to begin with: folder: hashes: file-altered"


def test_a_judge_who_finds_something_else_is_found_out(little, capsys, monkeypatch):
    real = trial.judge

    def judge(path, level, expect=None, subject=None):
        return [(at, "list-malformed") for at, _ in real(path, level, expect, subject)]

    monkeypatch.setattr(trial, "judge", judge)
    code, lines = run(capsys, str(little), "--only", "bit-flipped", "--jobs", "1")
    assert (code, lines[0].split()[0]) == (1, OTHERWISE)


def test_a_judge_who_does_not_look_at_the_root_hash_is_found_out(little, capsys, monkeypatch):
    real = trial.judge
    monkeypatch.setattr(trial, "judge", lambda path, level, expect=None, subject=None: real(path, level, None, subject))
    code, lines = run(capsys, str(little), "--only", "text-of-the-readme", "--only", "rank", "--jobs", "1")
    assert (code, [line.split()[0] for line in lines[:2]]) == (1, [MISSED, MISSED])


def test_a_truth_that_accepts_no_bundle_is_found_out(little, capsys, monkeypatch):
    real = trial.judge

    def judge(path, level, expect=None, subject=None):
        return real(path, level, expect, subject) or ([("truth", "not-as-derived")] if level == "truth" else [])

    monkeypatch.setattr(trial, "judge", judge)
    code, lines = run(capsys, str(little), "--only", "slope-of-a-deviation", "--jobs", "1")
    assert (code, lines[0].split()[0]) == (1, OTHERWISE)
    assert lines[0].endswith("the untouched bundle is not accepted at this level either")


def test_an_unsound_bundle_is_no_subject(bench, capsys, tmp_path):
    copy = BundleCopy(bench.bundle.source, tmp_path / "copy")
    copy.write(copy.table, b"")
    assert main([str(copy.folder), "--jobs", "1"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert f"{copy.folder}: expected a sound bundle, found: file-empty: {copy.table}: " in said.err


def test_so_many_jobs_are_none(little, capsys):
    with pytest.raises(SystemExit) as stop:
        main([str(little), "--jobs", "0"])
    assert stop.value.code == 3
    assert "--jobs: expected 1 or more, found 0" in capsys.readouterr().err


def test_what_is_no_bundle_at_all(tmp_path, capsys):
    for target in (tmp_path, tmp_path / "absent", Path(__file__)):
        assert main([str(target), "--jobs", "1"]) == 2
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err


def test_a_bundle_that_is_read_only(little, tmp_path, capsys):
    """What is to be damaged is a copy that can be written to. (Root may write everywhere, so its modes are looked at.)"""
    source = tmp_path / "little"
    shutil.copytree(little, source)
    places = [source, *source.rglob("*")]
    for place in places:
        place.chmod(0o555 if place.is_dir() else 0o444)
    try:
        copy = BundleCopy(source, tmp_path / "copy")
        assert all(place.stat().st_mode & 0o200 for place in (copy.folder, *copy.folder.rglob("*")))
        assert contents(copy.folder) == contents(little)
        assert run(capsys, str(source), "--only", "bit-flipped", "--jobs", "1")[0] == 0
    finally:
        for place in places:
            place.chmod(0o755)


def test_a_full_disk_is_told_with_what_is_needed(little, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))

    def fill(place, content):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("audit.selftest.bundle_copy.Path.write_bytes", fill)
    assert main([str(little), "--jobs", "1"]) == 2
    line = capsys.readouterr().err.splitlines()[-1]  # Behind what tells its progress.
    assert line.startswith(f"audit selftest: {tmp_path}/selftest-")
    needed = 2 * 3 * sum(len(content) for content in contents(little).values() if content is not None)
    advice = f"{needed:,} bytes are needed, and the variable TMPDIR can name a folder for temporary files"
    assert f": No space left on device: {advice}" in line
    assert list(tmp_path.iterdir()) == []


def test_what_was_interrupted_is_in_the_json(little, tmp_path, capsys, monkeypatch):
    real = trial.judge
    calls = []

    def judge(*arguments, **options):
        calls.append(arguments)
        if len(calls) > 6:
            raise KeyboardInterrupt
        return real(*arguments, **options)

    monkeypatch.setattr(trial, "judge", judge)
    target = tmp_path / "found.json"
    code, _ = run(capsys, str(little), "--only", "files", "--jobs", "1", "--level", "hashes", "--json", str(target))
    found = json.loads(target.read_text())
    assert (code, found["verdict"], found["refused"], len(found["mutations"])) == (2, "undecided", ["interrupted"], 1)


def test_json_that_cannot_be_written_is_told_before_anything_is_done(little, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(trial, "judge", None)
    place = tmp_path / "none/found.json"
    assert main([str(little), "--json", str(place)]) == 2
    assert capsys.readouterr() == ("", f"audit selftest: {place}: No such file or directory\n")
    with pytest.raises(SystemExit) as ended:
        main([str(little), "--json", str(little / "found.json")])
    assert ended.value.code == 3
    assert "--json: expected a file outside of the bundle" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["a", "b"], ["a", "--level", "all"], ["a", "--only", "unheard-of"]])
def test_usage(arguments, capsys):
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 3
    assert capsys.readouterr().err.splitlines()[-1].startswith("audit selftest: ")


def test_the_bundle_itself_is_not_touched(little, capsys):
    before = {place: (place.lstat().st_mtime_ns, place.lstat().st_nlink) for place in little.rglob("*")}
    run(capsys, str(little), "--only", "links", "--only", "bit-flipped", "--jobs", "1")
    assert before == {place: (place.lstat().st_mtime_ns, place.lstat().st_nlink) for place in little.rglob("*")}


def test_nothing_is_left(little, capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    run(capsys, str(little), "--only", "links", "--only", "zip-drive", "--only", "tar-link", "--jobs", "1")
    assert list(tmp_path.iterdir()) == []


def test_a_copy_that_cannot_be_put_right_is_told(bench, monkeypatch):
    monkeypatch.setattr("audit.selftest.bundle_copy.shutil.copyfile", lambda source, target: target.write_bytes(b""))
    facts = dict(bench.bundle._facts)
    bench.bundle.remove(bench.bundle.table)
    monkeypatch.setattr("audit.selftest.bundle_copy._facts", lambda place: (0,))
    with pytest.raises(OSError, match="could not be put right"):
        bench.bundle.restore()
    monkeypatch.undo()
    bench.bundle._facts = facts
    bench.bundle.restore()
    assert trial.judge(bench.bundle.folder, LEVELS[0], bench.root) == []


@pytest.mark.parametrize(
    ("outcomes", "said"),
    [
        ({"caught": 1}, "1 of 1 mutation was caught, 0 were not tried; "),
        ({"caught": 2, "not tried": 1}, "2 of 2 mutations were caught, 1 was not tried; "),
    ],
)
def test_one_is_not_many(outcomes, said):
    mutation = MUTATIONS[0]
    trials = tuple(Trial(mutation, outcome, []) for outcome, count in outcomes.items() for _ in range(count))
    assert _summary(_Outcome(trials, (), 0)) == [f"{said}the untouched bundle was accepted as folder, .zip and .tar.gz"]
