"""What is not in the published form is a problem of that file and row, and never a traceback."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
import recheck_checks as checks
from recheck_spoil import BYTES, ROWS, RUN, edit_cell
from recheck_spoil import EQUILIBRIA as EQ

TABLES = [
    "kuhn/infosets.csv",
    "kuhn/outcomes.csv",
    f"{RUN}/trajectory.csv",
    f"{RUN}/frequencies.csv",
    f"{RUN}/strategy.csv",
    f"{RUN}/plans.csv",
    f"{RUN}/distance.csv",
    f"{RUN}/checkpoints/50.csv",
    f"{EQ}/family.csv",
    f"{EQ}/members.csv",
    f"{EQ}/deviations.csv",
    f"{EQ}/bounds.csv",
    f"{EQ}/certificates.csv",
    f"{EQ}/pure_profiles.csv",
]


@pytest.mark.parametrize("fault", ROWS)
@pytest.mark.parametrize("file", TABLES)
def test_rows(study: Path, verify, file: str, fault: str) -> None:
    change = ROWS[fault]
    data = (study / file).read_bytes()
    (study / file).write_bytes(change(data))
    command = ("equilibria", study, "kuhn") if file.startswith(EQ) else ("run", study, "kuhn", "cfr")
    found = verify(*command)
    assert found.code == 1
    assert found.has(file, None if fault == "truncated" else 4 if fault == "doubled row" else 3, None)


READERS = {
    "kuhn/infosets.csv": checks.INFOSETS,
    "kuhn/outcomes.csv": checks.OUTCOMES,
    f"{RUN}/trajectory.csv": checks.RECURSION,
    f"{RUN}/frequencies.csv": checks.FREQUENCIES,
    f"{RUN}/strategy.csv": checks.FINAL,
    f"{RUN}/plans.csv": checks.PLANS,
    f"{RUN}/distance.csv": checks.DISTANCE,
    f"{RUN}/checkpoints/50.csv": "regrets after iteration 50",
    f"{EQ}/family.csv": "family",
    f"{EQ}/members.csv": "members",
    f"{EQ}/deviations.csv": "deviations",
    f"{EQ}/bounds.csv": checks.LISTED,
    f"{EQ}/certificates.csv": checks.PROVEN,
    f"{EQ}/pure_profiles.csv": "pure profiles",
}
"""The check that reads a table, and so must miss its rows."""


@pytest.mark.parametrize("missing", ["first", "last", "all"])
@pytest.mark.parametrize("file", TABLES)
def test_missing_rows_are_missed(study: Path, verify, file: str, missing: str) -> None:
    """What is not there is not compared, does not count as compared, and does not pass."""
    header, *rows = (study / file).read_text().splitlines(keepends=True)
    kept = {"first": rows[1:], "last": rows[:-1], "all": []}[missing]
    (study / file).write_text("".join([header, *kept]))
    command = ("equilibria", study, "kuhn") if file.startswith(EQ) else ("run", study, "kuhn", "cfr")
    found = verify(*command)
    assert (found.code, found.report["passed"]) == (1, False)
    assert READERS[file] in found.failed
    row = len(rows) if missing == "last" else 1
    assert found.has(file, None if file.endswith("bounds.csv") else row, None)
    due = {**checks.OF_RUN, **checks.OF_EQUILIBRIA}
    for check in found.report["checks"]:
        if check["file"] == file and check["name"] not in (checks.LISTED, checks.FILLED, checks.LAST_EXACT):
            assert check["numbers"] < due[check["name"]][0]
        if check["file"] == file and missing == "all" and check["name"] != checks.LISTED:
            assert check["numbers"] == 0


@pytest.mark.parametrize("fault", BYTES)
@pytest.mark.parametrize("file", [f"{RUN}/strategy.csv", f"{RUN}/checkpoints/200.csv"])
def test_bytes(study: Path, verify, file: str, fault: str) -> None:
    data = (study / file).read_bytes()
    (study / file).write_bytes(BYTES[fault](data))
    found = verify("run", study, "kuhn", "cfr")
    assert found.code == 1
    assert found.has(file, 0 if fault in ("wrong header", "CRLF", "byte order mark", "empty") else None, None)


@pytest.mark.parametrize("file", [*TABLES, "kuhn/game.json", f"{EQ}/summary.json"])
def test_missing_file(study: Path, verify, file: str) -> None:
    (study / file).unlink()
    command = ("equilibria", study, "kuhn") if file.startswith(EQ) else ("run", study, "kuhn", "cfr")
    found = verify(*command)
    assert found.code == 1
    assert found.has(file, None, None)


@pytest.mark.parametrize("text", ["nan", "inf", "-inf", "", "x", "0.50", "1e400", "1_0.0", " 0.5", "5E-1", "½"])
def test_floats_not_as_published(study: Path, verify, text: str) -> None:
    edit_cell(study / RUN / "trajectory.csv", 4, "gain_1", lambda _: text)
    found = verify("run", study, "kuhn", "cfr")
    problem = found.report["problems"][0]
    assert (problem["file"], problem["row"], problem["column"]) == (f"{RUN}/trajectory.csv", 4, "gain_1")
    assert problem["found"] == text


def test_float_of_the_same_value_in_other_digits(study: Path, verify) -> None:
    edit_cell(study / RUN / "strategy.csv", 4, "probability", lambda text: text + "0")
    found = verify("run", study, "kuhn", "cfr")
    assert found.report["problems"][0]["message"] == "not the canonical text of this number"


@pytest.mark.parametrize("text", ["2/4", "0.5", "1/0", "-0", "", "01", "9" * 5000])
def test_exact_numbers_not_as_published(study: Path, verify, text: str) -> None:
    edit_cell(study / EQ / "members.csv", 2, "gain_0", lambda _: text)
    assert verify("equilibria", study, "kuhn").has(f"{EQ}/members.csv", 2, "gain_0")


@pytest.mark.parametrize("text", ["[1]", "{", '{"a": NaN}', '{"a": 1, "a": 2}', "null", "null\n", "[" * 100000])
@pytest.mark.parametrize("file", ["study.json", "kuhn/game.json", f"{EQ}/summary.json"])
def test_json_not_as_published(study: Path, verify, file: str, text: str) -> None:
    (study / file).write_text(text)
    command = ("equilibria", study, "kuhn") if file.startswith(EQ) else ("run", study, "kuhn", "cfr")
    found = verify(*command)
    assert found.code == (2 if file == "study.json" else 1)
    assert found.has(file, None, None)


def test_json_written_otherwise(study: Path, verify) -> None:
    path = study / "kuhn/game.json"
    path.write_text(json.dumps(json.loads(path.read_text()), indent=4) + "\n")
    assert verify("run", study, "kuhn", "cfr").has("kuhn/game.json", None, None)


@pytest.mark.parametrize("file", [*TABLES, "kuhn/game.json", "study.json"])
def test_files_larger_than_any_such_file_are_not_read(study: Path, verify, monkeypatch, file: str) -> None:
    """A gigabyte of nothing, which takes no room on the disk; of bounds.csv it is not known how long it may be."""
    monkeypatch.setattr("recheck.reading.LARGEST_FILE", 2**20)
    monkeypatch.setattr("recheck.reading.LARGEST_JSON", 2**20)
    with (study / file).open("r+b") as stream:
        stream.truncate(2**30)
    command = ("equilibria", study, "kuhn") if file.startswith(EQ) else ("run", study, "kuhn", "cfr")
    found = verify(*command)
    assert found.code == (2 if file == "study.json" else 1)
    assert any(
        p["file"] == file and p["message"] == "is larger than any such file can be" for p in found.report["problems"]
    )
    assert file not in found.report["files"]


@pytest.mark.parametrize("file", [file for file in TABLES if not file.startswith(EQ)])
def test_tables_have_no_more_bytes_than_their_rows_need(study: Path, verify, file: str) -> None:
    with (study / file).open("r+b") as stream:
        stream.truncate(2**20)
    messages = {(p["file"], p["message"]) for p in verify("run", study, "kuhn", "cfr").report["problems"]}
    assert (file, "is larger than any such file can be") in messages


@pytest.mark.parametrize("file", ["study.json", "kuhn/game.json", "kuhn/outcomes.csv", f"{RUN}/strategy.csv"])
def test_links_that_leave_the_study_are_not_followed(study: Path, tmp_path: Path, verify, file: str) -> None:
    (study / file).rename(tmp_path / "elsewhere")
    (study / file).symlink_to(tmp_path / "elsewhere")
    found = verify("run", study, "kuhn", "cfr")
    assert found.code == (2 if file == "study.json" else 1)
    problem = found.report["problems"][0]
    assert (problem["file"], problem["message"]) == (file, "is a link that leads out of the study's folder")


def test_folders_that_are_links_out_of_the_study_are_not_followed(study: Path, tmp_path: Path, verify) -> None:
    (study / RUN).rename(tmp_path / "elsewhere")
    (study / RUN).symlink_to(tmp_path / "elsewhere")
    assert verify("run", study, "kuhn", "cfr").has(f"{RUN}/strategy.csv", None, None)


def test_links_within_a_study_and_to_it_are_followed(study: Path, tmp_path: Path, verify) -> None:
    (study / RUN / "strategy.csv").rename(study / "elsewhere")
    (study / RUN / "strategy.csv").symlink_to(study / "elsewhere")
    (tmp_path / "link").symlink_to(study)
    assert verify("run", tmp_path / "link", "kuhn", "cfr").code == 0


def test_files_that_are_none(study: Path, verify) -> None:
    """To open a pipe would be to wait for ever."""
    path = study / RUN / "strategy.csv"
    path.unlink()
    os.mkfifo(path)
    problem = verify("run", study, "kuhn", "cfr").report["problems"][0]
    assert (problem["file"], problem["message"]) == (f"{RUN}/strategy.csv", "is not a regular file")


@pytest.mark.parametrize("rules", ["a\0b.efg", "a\ud800.nfg", "b" * 300 + ".efg"])
def test_rules_that_are_not_the_name_of_a_file(study: Path, verify, rules: str) -> None:
    content = json.loads((study / "study.json").read_text())
    content["games"][0].update(rules=rules, parameters={})
    (study / "study.json").write_bytes((json.dumps(content, indent=2, ensure_ascii="\ud800" in rules) + "\n").encode())
    found = verify("run", study, "kuhn", "cfr")
    assert (found.code, found.report["passed"]) == (2, False)
    assert found.has(f"kuhn/{rules}" if "\ud800" not in rules else "study.json", None, None)


def test_a_table_that_is_not_published_as_parquet_too(study: Path, verify) -> None:
    (study / RUN / "trajectory.parquet").unlink()
    found = verify("run", study, "kuhn", "cfr")
    assert found.code == 1
    assert [p["file"] for p in found.report["problems"]] == [f"{RUN}/trajectory.parquet"]
