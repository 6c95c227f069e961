"""Challenging: what builders agree on, where they do not, and what that means."""

from __future__ import annotations

import io
import json
import math
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seal.__main__ import main
from seal.bits import SUFFIXES, promise_of
from seal.builds import read_build
from seal.contrast import contrast
from seal.mentions import says_no_more
from seal.units import units_apart

from archiving import gzipped, tar_archive, tarred, zip_archive, zipped
from bundles import (
    CRATE,
    FIGURE,
    FILES,
    GAME,
    INFO,
    LISTS,
    LOCK,
    PARQUET,
    PICTURE,
    REPORT,
    RESULTS,
    SOURCE,
    STUDY,
    TRAJECTORY,
    VALUE,
    write_bundle,
)
from bundling import PACKAGE, bagged, crate, sha256, write_folder


@pytest.fixture
def challenge(tmp_path, capsys, monkeypatch):
    """Run the command; gives exit code, lines, and what it writes for programs."""
    # Waiting for the disk is most of the time of these tests; test_seal_write.py watches that it is done.
    monkeypatch.setattr("seal.write.os.fsync", lambda descriptor: None)

    def run(*bundles: Path, options: tuple[str, ...] = ()) -> tuple[int, list[str], dict]:
        found = tmp_path / "found.json"
        code = main(["challenge", *map(str, bundles), "--json", str(found), *options])
        return code, capsys.readouterr().out.splitlines(), json.loads(found.read_text())

    return run


@pytest.fixture
def build(tmp_path):
    """Write a bundle of which some files are others; None takes one away."""

    def write(name: str, changes: dict[str, bytes | None] | None = None, study: str = STUDY) -> Path:
        return write_bundle(tmp_path / name, changes or {}, study)

    return write


def files(found: dict) -> dict[str, dict]:
    """What differs by itself, by path."""
    return {record["file"]: record for record in found["files"] if not record["follows"]}


def difference(found: dict, path: str) -> dict:
    (told,) = files(found)[path]["differences"]
    return told


def test_equal_bundles_match(build, challenge):
    code, lines, found = challenge(build("a"), build("b"))
    assert (code, found["verdict"], found["files"], found["matching"]) == (0, "match", [], 25)
    assert lines[-2] == "25 files match, different: 0, inconclusive: 0, following from these: 0"
    assert lines[-1] == "MATCH: all files are the same"
    assert lines[2:4] == ["made from the same sources", "made with the same lock file"]
    assert found["bundles"][0]["root"] == found["bundles"][1]["root"]


def test_cell(build, challenge):
    changed = FILES[TRAJECTORY].replace(b"0.0625", b"0.06250000000000001").replace(b"0.0123", b"0.01230000000000001")
    code, lines, found = challenge(build("a"), build("b", {TRAJECTORY: changed}))
    assert (code, found["verdict"]) == (1, "differ")
    assert list(files(found)) == [TRAJECTORY]
    told = difference(found, TRAJECTORY)
    assert (told["row"], told["column"], told["first"], told["second"]) == (
        2,
        "gain_0",
        "0.0625",
        "0.06250000000000001",
    )
    assert (told["units"], told["differing"], told["compared"], told["largest_units"]) == (1, 2, 12, 6)
    assert lines[4:6] == [
        f"{TRAJECTORY}: differ (promised bit for bit; same sources): 1 | 2",
        "    row 2 (iteration=10), column gain_0: 1 has 0.0625, 2 has 0.06250000000000001, 1 unit in the last place apart;"
        " 2 of 12 cells differ; floats by up to 6 units in the last place",
    ]


def test_what_follows_from_a_file_is_not_told_as_a_difference_of_its_own(build, challenge):
    code, lines, found = challenge(build("a"), build("b", {FIGURE: b"<svg/>\n"}))
    assert code == 2
    following = {record["file"]: record["status"] for record in found["files"] if record["follows"]}
    assert following == dict.fromkeys(
        [
            "bag-info.txt",
            f"{LISTS}/products.sha256",
            "data/ro-crate-metadata.json",
            "manifest-sha256.txt",
            "tagmanifest-sha256.txt",
        ],
        "inconclusive",
    )
    assert (
        f"differ in nothing but what they say of other files: bag-info.txt, {LISTS}/products.sha256,"
        " data/ro-crate-metadata.json and 2 more" in lines
    )


def test_report_follows_from_the_table_it_is_about(build, challenge):
    code, _, found = challenge(build("a"), build("b", {TRAJECTORY: FILES[TRAJECTORY] + b"1000,0.1,0.1\n"}))
    assert code == 1
    (record,) = (record for record in found["files"] if record["file"] == REPORT)
    assert record["follows"]
    assert record["reason"] == f"follows from {TRAJECTORY}"


def test_a_report_that_says_something_else_besides_differs_by_itself(build, challenge):
    first = build("a")
    report = (first / REPORT).read_bytes().replace(b"true", b"false")
    changed = FILES[TRAJECTORY].replace(b"0.25", b"0.26")
    _, _, found = challenge(first, build("b", {TRAJECTORY: changed, REPORT: report}))
    assert difference(found, REPORT)["place"] == "key /passed"


def test_a_description_that_says_something_else_besides_differs_by_itself(build, challenge):
    first, second = build("a"), build("b", {FIGURE: b"<svg/>\n"})
    crate = (second / CRATE).read_bytes().replace(b'"A toy"', b'"A tool"')
    code, _, found = challenge(first, build("c", {FIGURE: b"<svg/>\n", CRATE: crate}))
    assert code == 1
    assert difference(found, CRATE)["place"] == "key /@graph/1/name"


def test_title_of_a_bag(build, challenge):
    code, _, found = challenge(build("a"), build("b", {INFO: FILES[INFO].replace(b"A toy", b"A tool")}))
    assert code == 1
    assert difference(found, INFO)["first"] == r"'External-Description: A toy\n'"


@pytest.mark.parametrize(
    ("old", "new", "place", "first", "second"),
    [
        (b"0.1]", b"0.2]", "key /parameters/a~1b/1", "0.1", "0.2"),
        (b"[1, 0.1]", b"[1]", "key /parameters/a~1b/1", "0.1", "no such value"),
        (b'"zero_sum": true', b'"zero_sum": 1', "key /zero_sum", "true", "1"),
        (b'"zero_sum": true', b'"zero": true', "key /zero_sum", "true", "no such value"),
        (b'"kuhn_poker"', b'"ledu\xc3\xa7"', "key /rules", '"kuhn_poker"', '"leduç"'),
        (b"[1, 0.1]", b'"1"', "key /parameters/a~1b", None, '"1"'),
    ],
)
def test_json(build, challenge, old, new, place, first, second):
    code, _, found = challenge(build("a"), build("b", {GAME: FILES[GAME].replace(old, new)}))
    told = difference(found, GAME)
    assert (code, told["kind"], told["place"], told["second"]) == (1, "json", place, second)
    assert first is None or told["first"] == first


def test_json_of_the_same_values_is_told_as_text(build, challenge):
    code, _, found = challenge(build("a"), build("b", {GAME: FILES[GAME].replace(b"[1, 0.1]", b"[1,  0.1]")}))
    told = difference(found, GAME)
    assert (code, told["kind"], told["place"]) == (1, "text", "line 4, letter 16")


def test_text(build, challenge):
    first, second = build("a"), build("b", {FIGURE: FILES[FIGURE].replace(b"2", "é".encode())})
    told = difference(challenge(first, second)[2], FIGURE)
    assert (told["kind"], told["place"]) == ("text", "line 2, letter 14")
    assert (told["first"], told["second"]) == (r"'<path d='M 1 2'/>\n'", r"'<path d='M 1 é'/>\n'")


def test_half_a_letter(build, challenge):
    first = build("a", {FIGURE: "<svg>aé</svg>\n".encode()})
    told = difference(challenge(first, build("b", {FIGURE: "<svg>aè</svg>\n".encode()}))[2], FIGURE)
    assert (told["place"], told["second"]) == ("line 1, letter 7", r"'<svg>aè</svg>\n'")


def test_long_line_is_cut_around_the_place(build, challenge):
    line = b"x" * 5000 + b"1" + b"y" * 5000
    first = build("a", {FIGURE: line})
    told = difference(challenge(first, build("b", {FIGURE: line.replace(b"1", b"2")}))[2], FIGURE)
    assert (told["place"], told["first"]) == ("line 1, letter 5001", f"'...{'x' * 40}1{'y' * 59}...'")


def test_bytes(build, challenge):
    picture = FILES[PICTURE]
    code, _, found = challenge(build("a"), build("b", {PICTURE: picture[:200] + b"\0" + picture[201:] + b"more"}))
    told = difference(found, PICTURE)
    assert (code, found["verdict"], told["kind"], told["place"]) == (2, "inconclusive", "bytes", "byte 200")
    assert told["sizes"] == [len(picture), len(picture) + 4]
    assert (told["first"][:5], told["second"][:5]) == ("c0 c1", "00 c1")


def test_a_file_cut_short(build, challenge):
    told = difference(challenge(build("a"), build("b", {PARQUET: FILES[PARQUET][:50]}))[2], PARQUET)
    assert (told["place"], told["second"], told["sizes"]) == ("byte 50", "its end", [108, 50])


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        (b"gain_0", b"gain", "header, column 3"),
        (b",0.0625", b"", "row 2 (iteration=10), column gain_0"),
        (b"\n10,", b"\n11,", "row 2, column iteration"),
        (b"100,0.1,0.0123\n", b"", "the end: row 3 is in only one of them"),
    ],
)
def test_table(build, challenge, old, new, place):
    _, _, found = challenge(build("a"), build("b", {TRAJECTORY: FILES[TRAJECTORY].replace(old, new)}))
    assert difference(found, TRAJECTORY)["place"] == place


def test_table_without_its_last_line_end():
    found = contrast("x.csv", io.BytesIO(b"a,b\n1,2\n"), io.BytesIO(b"a,b\n1,2"))
    assert found is not None
    assert (found.place, found.differing, found.sizes) == ("no cell, but how lines end", 0, None)


def test_rows_taken_from_the_middle(build, challenge):
    changed = FILES[TRAJECTORY].replace(b"10,-0.125,0.0625\n", b"")
    told = difference(challenge(build("a"), build("b", {TRAJECTORY: changed}))[2], TRAJECTORY)
    assert (told["place"], told["sizes"], told["units"]) == ("row 2, column iteration", [3, 2], None)


def test_integers_and_fractions_are_not_floats(build, challenge):
    code, _, found = challenge(build("a"), build("b", {VALUE: b"player,probability\n0,1/4\n"}))
    told = difference(found, VALUE)
    assert (code, told["column"], told["units"], told["largest_units"]) == (2, "probability", None, None)


def test_file_that_only_some_have(build, challenge):
    code, lines, found = challenge(build("a"), build("b"), build("c", {PARQUET: None}))
    record = files(found)[PARQUET]
    assert (code, record["status"], record["absent"]) == (2, "inconclusive", [3])
    assert any(line.endswith("not every build has it): 1 2, not in 3") for line in lines)


def test_a_promise_is_kept_or_not_whatever_the_lock_file(build, challenge):
    changed = {TRAJECTORY: FILES[TRAJECTORY].replace(b"0.0625", b"0.0626"), LOCK: b"numpy==2.1\n"}
    code, lines, found = challenge(build("a"), build("b", changed))
    assert (code, found["same_sources"], found["same_lock_file"]) == (1, True, False)
    assert "made with 2 different lock files, data/requirements.txt" in lines
    assert {path: record["status"] for path, record in files(found).items()} == {TRAJECTORY: "differ", LOCK: "differ"}


def test_another_lock_file_alone_is_no_broken_promise(build, challenge):
    code, _, found = challenge(build("a"), build("b", {LOCK: b"numpy==2.1\n", FIGURE: b"<svg/>\n"}))
    assert code == 2
    assert files(found)[FIGURE]["reason"] == "other sources or another lock file"


def test_products_of_other_sources_need_not_match(build, challenge):
    changed = {TRAJECTORY: FILES[TRAJECTORY].replace(b"0.0625", b"0.0626"), SOURCE: b"x = 2\n"}
    code, lines, found = challenge(build("a"), build("b", changed))
    assert (code, found["same_sources"]) == (2, False)
    assert files(found)[TRAJECTORY]["status"] == "inconclusive"
    assert difference(found, TRAJECTORY)["column"] == "gain_0"
    assert files(found)[SOURCE]["promise"] == "material"
    assert "made from 2 different lots of sources: where these differ, products need not match" in lines


def test_builds_of_the_same_sources_still_answer_for_each_other(build, challenge):
    other = {TRAJECTORY: FILES[TRAJECTORY].replace(b"0.0625", b"0.0626")}
    code, _, found = challenge(build("a"), build("b", other), build("c", {**other, SOURCE: b"x = 2\n"}))
    assert (code, files(found)[TRAJECTORY]["status"]) == (1, "differ")


def test_a_source_that_only_one_has(build, challenge):
    code, _, found = challenge(build("a"), build("b", {"data/src/more.py": b"\n"}))
    assert (code, found["same_sources"], list(files(found))) == (2, False, ["data/src/more.py"])


def test_the_majority_is_not_called_right(build, challenge):
    other = {TRAJECTORY: FILES[TRAJECTORY].replace(b"0.0625", b"0.0626")}
    last = {TRAJECTORY: FILES[TRAJECTORY].replace(b"0.0625", b"0.0627")}
    code, lines, found = challenge(build("a", other), build("b"), build("c"), build("d", last))
    record = files(found)[TRAJECTORY]
    assert (code, [group["bundles"] for group in record["groups"]]) == (1, [[1], [2, 3], [4]])
    assert [told["bundles"] for told in record["differences"]] == [[1, 2], [1, 4]]
    assert any(line.endswith("same sources): 1 | 2 3 | 4") for line in lines)
    assert not any(word in line for line in lines[4:] for word in ("majority", "right", "wrong"))


def test_unsound_bundle_is_named_and_not_compared(build, challenge):
    bad = build("b")
    (bad / TRAJECTORY).write_bytes(b"")
    code, lines, found = challenge(build("a"), bad, build("c"))
    assert (code, found["verdict"], found["files"]) == (2, "inconclusive", [])
    assert [bundle["number"] for bundle in found["refused"]] == [2]
    assert any(line.startswith(f"2: {bad}: not compared") for line in lines)
    assert any(TRAJECTORY in line for line in lines)


def test_an_unsound_bundle_does_not_hide_a_difference(build, challenge):
    bad, other = build("b"), build("c", {TRAJECTORY: b"iteration\n"})
    (bad / FIGURE).unlink()
    assert challenge(build("a"), bad, other)[0] == 1


def test_a_bundle_that_cannot_be_read_does_not_keep_the_others_from_being_compared(build, challenge, tmp_path):
    nowhere = tmp_path / "nowhere"
    code, lines, found = challenge(build("a"), nowhere, build("b"))
    assert (code, found["verdict"], found["matching"]) == (2, "inconclusive", 25)
    [refused] = found["refused"]
    assert (refused["number"], refused["bundle"]) == (2, str(nowhere))
    assert refused["problems"] == [
        {
            "code": "unreadable",
            "file": str(nowhere),
            "expected": "a bundle that can be read",
            "found": "No such file or directory",
            "message": "a file or folder cannot be read",
            "hint": None,
        }
    ]
    assert f"2: {nowhere}: not compared, as it cannot be read" in lines
    assert lines[-1].startswith("INCONCLUSIVE: ")
    assert lines[-1].endswith("; 1 bundle not compared")
    code, lines, _ = challenge(build("c"), nowhere, build("d", {TRAJECTORY: b"iteration\n"}))
    assert (code, lines[-1]) == (1, "DIFFER: something differs that is promised bit for bit; 1 bundle not compared")


def test_nothing_left_to_compare(build, challenge):
    bad = build("b")
    (bad / TRAJECTORY).unlink()
    code, lines, found = challenge(build("a"), bad)
    assert (code, lines[-2]) == (2, "nothing was compared: expected two sound bundles or more")
    assert found["reason"] == "expected two sound bundles or more"


def test_bundles_of_different_studies(build, challenge):
    code, lines, found = challenge(build("a"), build("b", study="other"))
    assert (code, lines[-2]) == (2, "nothing was compared: these are bundles of different studies")
    assert found["reason"] == "these are bundles of different studies"


def test_output_is_bounded(build, challenge):
    names = [f"{RESULTS}/figures/{number:03}.svg" for number in range(60)]
    first = build("a", dict.fromkeys(names, b"<svg/>\n"))
    second = build("b", dict.fromkeys(names, b"<svg></svg>\n"))
    code, lines, found = challenge(first, second)
    assert (code, len(files(found))) == (2, 60)
    assert "and 50 files more; --all shows them" in lines
    assert sum(".svg: inconclusive" in line for line in lines) == 10
    lines = challenge(first, second, options=("--all",))[1]
    assert sum(".svg: inconclusive" in line for line in lines) == 60


def test_what_was_promised_comes_first(build, challenge):
    names = [f"{RESULTS}/a{number:03}.svg" for number in range(20)]
    first = build("a", dict.fromkeys(names, b"<svg/>\n"))
    changed = {**dict.fromkeys(names, b"<svg></svg>\n"), TRAJECTORY: FILES[TRAJECTORY].replace(b"0.0625", b"0.0626")}
    lines = challenge(first, build("b", changed))[1]
    assert lines[4].startswith(f"{TRAJECTORY}: differ")


@pytest.mark.parametrize("arguments", [[], ["a"], ["a", "./a"], ["a", "b", "--unknown"], ["a", "link"]])
def test_usage(tmp_path, monkeypatch, capsys, arguments):
    monkeypatch.chdir(tmp_path)
    write_bundle(tmp_path / "a", {})
    (tmp_path / "link").symlink_to("a")
    with pytest.raises(SystemExit) as caught:
        main(["challenge", *arguments])
    assert caught.value.code == 3
    assert capsys.readouterr().err.splitlines()[-1].startswith("seal challenge: ")


def test_what_is_not_there_is_told_in_one_line(build, tmp_path, capsys):
    assert main(["challenge", str(build("a")), str(tmp_path / "absent")]) == 2
    captured = capsys.readouterr()
    assert "absent" in captured.out + captured.err
    assert "Traceback" not in captured.err


def test_json_is_no_file_of_a_bundle(build, capsys):
    first, second = build("a"), build("b")
    with pytest.raises(SystemExit) as ended:
        main(["challenge", str(first), str(second), "--json", str(second / "found.json")])
    assert ended.value.code == 3
    assert "--json: expected a file outside of the bundle" in capsys.readouterr().err


def test_json_that_cannot_be_written_is_told_before_anything_is_done(build, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("seal.challenge.check_bag", None)
    place = tmp_path / "none/found.json"
    assert main(["challenge", str(build("a")), str(build("b")), "--json", str(place)]) == 2
    assert capsys.readouterr() == ("", f"seal challenge: {place}: No such file or directory\n")


def test_an_interruption_is_told_to_programs_too(build, challenge, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("seal.challenge.check_bag", interrupt)
    code, lines, found = challenge(build("a"), build("b"))
    assert (code, lines, found["verdict"], found["reason"]) == (2, [], "inconclusive", "interrupted")
    assert (found["bundles"], found["files"]) == ([], [])


def test_rows_are_told_by_what_they_are_of(build, challenge):
    """A number of a row says little to one who does not have the table at hand."""
    path = f"{RESULTS}/kuhn_poker/cfr/states.csv"
    header = b"iteration,player,infoset,action,strategy_sum\n"
    first = build("a", {path: header + b"10,0,2pb,bet,0.5\n10,1,0b,bet,0.5\n"})
    found = challenge(first, build("b", {path: header + b"10,0,2pb,bet,0.5\n10,1,0b,bet,0.25\n"}))[2]
    assert difference(found, path)["place"] == (
        "row 2 (iteration=10, player=1, infoset=0b, action=bet), column strategy_sum"
    )
    # Names in which the two do not agree are none.
    found = challenge(first, build("c", {path: header + b"10,0,2pb,bet,0.5\n10,1,1b,bet,0.5\n"}))[2]
    assert difference(found, path)["place"] == "row 2 (iteration=10, player=1), column infoset"


def test_json_to_standard_output(build, capsys):
    assert main(["challenge", str(build("a")), str(build("b")), "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "match"


def test_archives_are_compared_like_folders(build, challenge, tmp_path):
    first, changed = build("toy"), build("b", {TRAJECTORY: FILES[TRAJECTORY].replace(b"0.0625", b"0.0626")})
    files = {str(place.relative_to(changed)): place.read_bytes() for place in changed.rglob("*") if place.is_file()}
    for name, content in (("b.zip", zip_archive(zipped(files))), ("b.tar.gz", gzipped(tar_archive(tarred(files))))):
        (tmp_path / name).write_bytes(content)
        code, _, found = challenge(first, tmp_path / name)
        assert (code, difference(found, TRAJECTORY)["column"]) == (1, "gain_0")
        assert challenge(changed, tmp_path / name)[0] == 0
    (tmp_path / "b.zip").write_bytes(b"PK")
    assert challenge(first, changed, tmp_path / "b.zip")[2]["refused"][0]["problems"][0]["code"] == "archive-malformed"


def test_nothing_is_written_into_the_bundles(build, challenge):
    first, second = build("a"), build("b", {TRAJECTORY: b"iteration\n"})
    before = {place: place.stat().st_mtime_ns for folder in (first, second) for place in folder.rglob("*")}
    challenge(first, second)
    assert before == {place: place.stat().st_mtime_ns for folder in (first, second) for place in folder.rglob("*")}


@pytest.mark.parametrize(
    ("path", "promise"),
    [
        ("README.md", "bit for bit"),
        ("data/results/toy/kuhn_poker/cfr/trajectory.csv", "bit for bit"),
        ("data/results/toy/kuhn_poker/cfr/trajectory.parquet", "lock file and platform"),
        ("data/results/toy/report.html", "lock file and platform"),
        ("data/results/toy/kuhn_poker/value/strategy.csv", "lock file and platform"),
        ("data/results/toy/verification/kuhn_poker/value/python.json", "lock file and platform"),
        ("data/results/toy/verification/kuhn_poker/cfr/python.json", "bit for bit"),
        ("data/results/toy/manifest/cells.txt", "list"),
        ("manifest-sha256.txt", "list"),
        ("data/results/toy/figures/x.unheard-of", "bit for bit"),
    ],
)
def test_promises(path, promise):
    assert promise_of(path, FILES) == promise


def test_a_run_that_is_called_like_a_value_is_a_run():
    """What is excused of the files on a game's value is not excused of a run's."""
    folder = f"{RESULTS}/kuhn_poker/value"
    of_value = [
        f"{folder}/value.json",
        f"{folder}/strategy.csv",
        f"{RESULTS}/verification/kuhn_poker/value/python-O.json",
    ]
    for path in of_value:
        assert promise_of(path, of_value) == "lock file and platform"
        assert promise_of(path, [*of_value, f"{folder}/trajectory.csv"]) == "bit for bit"
        assert promise_of(path, of_value[1:]) == "bit for bit"
        assert promise_of(path.replace("kuhn_poker", "leduc_poker"), of_value) == "bit for bit"
    for name in ("trajectory.csv", "plans.csv", "checkpoints/10.csv"):
        assert promise_of(f"{folder}/{name}", of_value) == "bit for bit"


def test_a_run_that_is_called_like_a_value_differs(build, challenge):
    run = {f"{RESULTS}/kuhn_poker/value/trajectory.csv": b"iteration\n", f"{RESULTS}/kuhn_poker/value/value.json": None}
    code, _, found = challenge(build("a", run), build("b", {**run, VALUE: b"player,probability\n0,1/4\n"}))
    assert (code, files(found)[VALUE]["status"]) == (1, "differ")


def saying(folder: Path, path: str, old: bytes, new: bytes) -> Path:
    """A bundle whose description says something else: sound still, since no list of the study knows of it."""
    held = {str(place.relative_to(folder)): place.read_bytes() for place in folder.rglob("*") if place.is_file()}
    assert old in held[path]
    held[path] = held[path].replace(old, new, 1)
    if path == PACKAGE:
        held[CRATE] = crate(held)
    return write_folder(folder, bagged(held))


@pytest.mark.parametrize("absent", [None, PARQUET, TRAJECTORY, FIGURE, f"{RESULTS}/more.csv", "data/more.py"])
def test_descriptions_follow_from_files_that_only_some_have(build, challenge, absent):
    changes = {} if absent is None else {absent: b"a,b\n" if "more" in absent else None}
    found = challenge(build("a"), build("b", changes))[2]
    told = {record["file"]: record for record in found["files"] if record["file"] in (PACKAGE, CRATE)}
    assert [record["follows"] for record in told.values()] == [True] * len(told)
    assert set(told) == (set() if absent is None else {PACKAGE, CRATE} if absent.endswith(".csv") else {CRATE})


@pytest.mark.parametrize("absent", [None, PARQUET, TRAJECTORY, f"{RESULTS}/more.csv"])
@pytest.mark.parametrize(
    ("of", "old", "new"),
    [
        (PACKAGE, b"{", b'{"note": 1, '),
        (PACKAGE, b"A toy", b"A play"),
        (PACKAGE, b'"player"\n', b'"player",\n"unit": "dollars"\n'),
        (CRATE, b"A toy", b"A play"),
        (CRATE, b'"#run/solve",', b'"#run/solve", "description": "by hand",'),
        (CRATE, b'"@graph": [', b'"@graph": [{"@id": "#more"},'),
        (CRATE, b'"about": {', b'"more": [1], "about": {'),
    ],
)
def test_nothing_else_that_descriptions_say_is_excused(build, challenge, absent, of, old, new):
    """Not even if there are files that not every build has."""
    changes = {} if absent is None else {absent: b"a,b\n" if absent.endswith("more.csv") else None}
    code, _, found = challenge(build("a"), saying(build("b", changes), of, old, new))
    assert (code, files(found)[of]["status"]) == (1, "differ")
    assert absent is None or files(found)[absent]["status"] == "inconclusive"


def test_a_file_that_only_some_have_excuses_nothing_but_what_names_it(build, challenge):
    """Not what stands beside its name, and no list that is empty."""
    absent = f"{RESULTS}/more.csv"
    for number, more in enumerate((b'{"@id": "%s", "says": "4"}' % absent[5:].encode(), b"[]", b'[{"says": "4"}]')):
        second = saying(build(f"b{number}", {absent: b"a,b\n"}), CRATE, b'"about": {', b'"hint": %s, "about": {' % more)
        found = challenge(build(f"a{number}"), second)[2]
        assert files(found)[CRATE]["status"] == "differ"


def test_a_size_is_no_other_number(build, challenge):
    """Payload-Oxum stands at the start of its line, and a key that ends like that of a size is another."""
    table = {TRAJECTORY: FILES[TRAJECTORY].replace(b"0.0625", b"0.06250")}
    one, other = build("a"), build("b", table)
    assert INFO not in files(challenge(one, other)[2])
    for start, same in ((b"Payload-Oxum: ", True), (b"Title: Payload-Oxum: ", False), (b" Payload-Oxum: ", False)):
        contents = [
            (read_build(n, "", one, "", {f"{LISTS}/products.sha256": ""}), b"%s%d.2\n" % (start, n)) for n in (1, 2)
        ]
        assert says_no_more(INFO, contents, ()) == same
    first, second = (
        saying(folder, CRATE, b'"about": {', b'"a\\"contentSize": %d, "about": {' % size)
        for folder, size in ((one, 7), (other, 8))
    )
    assert files(challenge(first, second)[2])[CRATE]["status"] == "differ"


def test_hashes_in_a_report_are_those_of_the_same_files(build, challenge):
    """If one of two files differs, their hashes may still not change places."""
    one, other = (sha256(FILES[path]).encode() for path in (TRAJECTORY, GAME))
    table = FILES[TRAJECTORY].replace(b"0.0625", b"0.0626")
    changed = sha256(table).encode()
    honest = {REPORT: b'{"a": "%s", "b": "%s"}\n' % (one, other)}
    for report, follows in ((b'{"a": "%s", "b": "%s"}\n', True), (b'{"b": "%s", "a": "%s"}\n', False)):
        name = "same" if follows else "swapped"
        second = build(name, {TRAJECTORY: table, REPORT: report % (changed, other)})
        found = challenge(build(f"honest-{name}", honest), second)[2]
        assert (REPORT not in files(found)) == follows
    swapped = {TRAJECTORY: table, REPORT: b'{"a": "%s", "b": "%s"}\n' % (other, changed)}
    assert files(challenge(build("c", honest), build("d", swapped))[2])[REPORT]["status"] == "differ"


def test_one_hash_of_several_files(build, challenge):
    """Files that are alike in one build and not in the other: which of them is meant is not known, so nothing is told."""
    copy = f"{RESULTS}/figures/copy.svg"
    reports = {
        name: b'{"%s": "%s", "%s": "%s"}\n'
        % (b"one", sha256(FILES[FIGURE]).encode(), b"other", sha256(content).encode())
        for name, content in (("a", FILES[FIGURE]), ("b", b"<svg/>\n"))
    }
    first = build("a", {copy: FILES[FIGURE], REPORT: reports["a"]})
    second = build("b", {copy: b"<svg/>\n", REPORT: reports["b"]})
    assert list(files(challenge(first, second)[2])) == [copy]


def test_only_what_describes_files_has_sizes(build, challenge):
    """In a report a number is a number, whatever its key."""
    digits = sha256(FILES[TRAJECTORY])
    table = FILES[TRAJECTORY].replace(b"0.0625", b"0.0626")
    first = build("a", {REPORT: f'{{"bytes": 1, "of": "{digits}"}}\n'.encode()})
    second = build("b", {TRAJECTORY: table, REPORT: f'{{"bytes": 2, "of": "{sha256(table)}"}}\n'.encode()})
    assert set(files(challenge(first, second)[2])) == {TRAJECTORY, REPORT}


def test_suffixes_do_not_shadow_each_other():
    assert not [(a, b) for a in SUFFIXES for b in SUFFIXES if a != b and a.endswith(b)]


@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(0, 100))
def test_units_are_steps_of_nextafter(number, steps):
    other = number
    for _ in range(steps):
        other = math.nextafter(other, math.inf)
    if math.isfinite(other):
        assert units_apart(repr(number), repr(other)) == units_apart(repr(other), repr(number)) == steps


def test_units_of_both_zeros_and_the_whole_line():
    assert units_apart("0.0", "-0.0") == 0
    assert units_apart("-5e-324", "5e-324") == 2
    largest = repr(struct.unpack("<d", struct.pack("<Q", 0x7FEFFFFFFFFFFFFF))[0])
    assert units_apart(f"-{largest}", largest) == 2 * 0x7FEFFFFFFFFFFFFF
    for text in ("1", "1/2", "", "nan", "inf", " 0.5", "0.5 ", "1_0.5", "٠.٥", "0x1.8p0"):
        assert units_apart(text, "0.5") is None
