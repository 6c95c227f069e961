"""Claims derived again: by hand, as the stage writes them, and spoiled in every column."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recheck_bundle import study_content, variant_entry, write_csv, write_json
from recheck_games import entry
from recheck_spoil import BYTES, ROWS, edit_cell, edit_json

from recheck.claims import HEADER
from recheck.numerals import formula, like, number_in, short
from regretlab.decimals import write_like, write_short
from regretlab.stages.claims import check_claims

T, OWN = "one/cfr/trajectory.csv", "one/own/trajectory.csv"
BOOK = """\
source: a book
claims:
  - {id: cell, what: a cell, printed: "0.12",
     unit: u, file: one/cfr/trajectory.csv, where: {iteration: 10}, column: value}
  - {id: far, what: a distance, printed: "3.8e-01",
     unit: u, file: one/cfr/trajectory.csv, where: {iteration: 10}, column: value, minus: 1/2, absolute: true}
  - {id: share, what: a share, printed: "+50.00",
     unit: percent, file: one/cfr/trajectory.csv, where: {iteration: 20}, column: value, over: gain_0, times: 100}
  - {id: wrong, what: a wrong digit, printed: "0.751",
     unit: u, file: one/cfr/trajectory.csv, where: {iteration: 20}, column: gain_0}
  - {id: rows, what: rows, printed: "2", unit: rows, file: one/cfr/names.csv, where: {kind: "a,b|c=d"}, count: true}
  - {id: all, what: all rows, printed: "3", unit: rows, file: one/cfr/names.csv, count: true}
"""
PAPER = """\
source: a paper
claims:
  - {id: cell, what: a formula, printed: "2/3 - p", unit: u, file: one/cfr/names.csv, where: {name: x}, linear_in: p}
  - {id: exact, what: an exact number, printed: "-1/18", unit: u, file: one/facts.json, key: [value]}
  - {id: list, what: a list, printed: "1 2", unit: u, file: one/facts.json, key: [list]}
  - {id: truth, what: a truth, printed: "true", unit: u, file: one/facts.json, key: [unique, 1]}
  - {id: word, what: a word, printed: some, unit: u, file: one/facts.json, key: [deep, word]}
  - {id: current, what: of a repeated run, printed: "0.5",
     unit: u, file: one/cfr/trajectory.csv, where: {iteration: 10}, column: current_value}
  - {id: state, what: of a state, printed: "0.5", unit: u, file: one/own/checkpoints/20.csv, column: number}
  - {id: unsure, what: of a certified run, printed: "0.5",
     unit: u, file: one/own/trajectory.csv, where: {iteration: 10}, column: gain_0, over: current_value}
  - {id: sure, what: of its average strategy, printed: "0.5",
     unit: u, file: one/own/trajectory.csv, where: {iteration: 10}, column: gain_0}
"""

CLAIMS = f"""\
claim,what,printed,regenerated,unrounded,unit,verdict,source,list,file,where,column,key,count,linear_in,minus,absolute,over,times
cell,a cell,0.12,0.12,1/8,u,reproduced,a book,book,{T},iteration=10,value,,,,,,,
far,a distance,3.8e-01,3.8e-01,3/8,u,reproduced,a book,book,{T},iteration=10,value,,,,1/2,1,,
share,a share,+50.00,+50.00,50,percent,reproduced,a book,book,{T},iteration=20,value,,,,,,gain_0,100
wrong,a wrong digit,0.751,0.750,3/4,u,not reproduced,a book,book,{T},iteration=20,gain_0,,,,,,,
rows,rows,2,2,2,rows,reproduced,a book,book,one/cfr/names.csv,kind=a%2Cb%7Cc=d,,,1,,,,,
all,all rows,3,3,3,rows,reproduced,a book,book,one/cfr/names.csv,,,,1,,,,,
cell,a formula,2/3 - p,2/3 - p,2/3 - p,u,reproduced,a paper,paper,one/cfr/names.csv,name=x,,,,p,,,,
exact,an exact number,-1/18,-1/18,-1/18,u,reproduced,a paper,paper,one/facts.json,,,value,,,,,,
list,a list,1 2,1 2,1 2,u,reproduced,a paper,paper,one/facts.json,,,list,,,,,,
truth,a truth,true,true,true,u,reproduced,a paper,paper,one/facts.json,,,unique|1,,,,,,
word,a word,some,some,some,u,reproduced,a paper,paper,one/facts.json,,,deep|word,,,,,,
current,of a repeated run,0.5,0.5,1/2,u,reproduced,a paper,paper,{T},iteration=10,current_value,,,,,,,
state,of a state,0.5,not verified,-,u,not reproduced,a paper,paper,one/own/checkpoints/20.csv,,number,,,,,,,
unsure,of a certified run,0.5,not verified,-,u,not reproduced,a paper,paper,{OWN},iteration=10,gain_0,,,,,,current_value,
sure,of its average strategy,0.5,0.5,1/2,u,reproduced,a paper,paper,one/own/trajectory.csv,iteration=10,gain_0,,,,,,,
"""


@pytest.fixture
def little(tmp_path: Path) -> Path:
    """A study with two lists of claims: of every kind of claim one, two that do not hold, two that are not verified."""
    folder = tmp_path / "little"
    variants = [variant_entry("cfr", ["one"]), variant_entry("own", ["one"])]
    short_run = {"iterations": 20, "snapshots": [10, 20], "checkpoints": [20], "claims": ["book", "paper"]}
    write_json(
        folder / "study.json", study_content([{**entry("kuhn_poker"), "folder": "one"}], variants=variants, **short_run)
    )
    header = ["iteration", "value", "gain_0", "current_value"]
    write_csv(folder / T, header, [(10, 0.125, 0.25, 0.5), (20, 0.375, 0.75, 0.5)])
    write_csv(folder / "one/own/trajectory.csv", header, [(10, 0.125, 0.5, 1.0)])
    write_csv(folder / "one/own/checkpoints/20.csv", ["number"], [(0.5,)])
    names = [("x", "a%2Cb%7Cc=d", "2/3", "-1"), ("y", "a%2Cb%7Cc=d", "0", "1/2"), ("z", "a", "0", "0")]
    write_csv(folder / "one/cfr/names.csv", ["name", "kind", "constant", "slope"], names)
    facts = {"value": "-1/18", "list": [1, 2], "unique": [False, True], "deep": {"word": "some", "none": None}}
    write_json(folder / "one/facts.json", facts)
    levels = {"one/cfr": "repeated", "one/own": "certified"}
    write_json(folder / "verdict/verification.json", {"levels": levels})
    for run, level in levels.items():
        write_json(folder / f"verification/{run}/python.json", {"level": level})
    (folder / "claims.csv").write_text(CLAIMS)
    return folder


def test_claims_by_hand(little: Path, verify) -> None:
    """What does not hold, or is not verified, is told in the table: that is as it should be, and no problem."""
    found = verify("claims", little)
    assert (found.code, found.report["problems"]) == (0, [])
    assert (found.report["subject"], found.report["level"], found.report["certificate"]) == ("claims", "derived", None)
    compared = {check["name"]: check["numbers"] for check in found.report["checks"]}
    assert (compared["claims of each list"], compared["regenerated figures"]) == (15, 45)
    others = {"claims.csv", "study.json", "one/facts.json", "one/cfr/names.csv", "one/own/trajectory.csv", T}
    assert set(found.report["files"]) == others | {f"verification/one/{run}/python.json" for run in ("cfr", "own")}
    assert "PASSED (derived)" in found.printed


def test_the_stage_writes_the_same(little: Path, tmp_path: Path) -> None:
    files = []
    for name, text in (("book", BOOK), ("paper", PAPER)):
        files.append(tmp_path / f"{name}.yaml")
        files[-1].write_text(text)
    check_claims(files, little, tmp_path / "made.csv")
    assert (tmp_path / "made.csv").read_text() == CLAIMS


def test_no_claims(little: Path, verify) -> None:
    edit_json(little / "study.json", "claims", [])
    (little / "claims.csv").write_text(CLAIMS.split("\n", maxsplit=1)[0] + "\n")
    found = verify("claims", little)
    assert (found.code, found.report["level"]) == (0, "derived")


DERIVED = [("regenerated", "0.13"), ("unrounded", "1/9"), ("verdict", "not reproduced"), ("printed", "0.13")]


@pytest.mark.parametrize(("column", "text"), DERIVED)
def test_what_is_derived(little: Path, verify, column: str, text: str) -> None:
    edit_cell(little / "claims.csv", 1, column, lambda _: text)
    found = verify("claims", little)
    assert (found.code, found.failed) == (1, {"regenerated figures"})
    assert found.has("claims.csv", 1, "verdict" if column == "printed" else column)


@pytest.mark.parametrize("row", [4, 13, 14])
def test_nothing_is_reproduced_that_is_not(little: Path, verify, row: int) -> None:
    """A wrong digit, and two numbers that were not verified."""
    edit_cell(little / "claims.csv", row, "verdict", lambda _: "reproduced")
    assert verify("claims", little).has("claims.csv", row, "verdict")


@pytest.mark.parametrize(
    ("row", "column", "text"),
    [
        (1, "file", "one/own/trajectory.csv2"), (1, "file", "../little/one/cfr/trajectory.csv"), (1, "file", "/etc/passwd"),
        (1, "where", "iteration=20"), (1, "where", "iteration=30"), (1, "where", "iteratio=10"), (1, "where", ""),
        (1, "column", "gain_0"), (1, "column", "gain_9"), (2, "minus", "1/5"), (2, "minus", ""), (2, "absolute", ""),
        (3, "over", "current_value"), (3, "over", ""), (3, "times", "10"), (3, "times", ""), (5, "where", "kind=a"),
        (7, "linear_in", "q"), (7, "where", "name=y"), (8, "file", "study.json"), (8, "key", "list"), (8, "key", "valeu"),
        (10, "key", "unique|0"), (10, "key", "unique|2"), (10, "key", "unique|01"), (10, "key", "unique"),
        (11, "key", "deep"), (11, "key", "deep|none"), (12, "column", "value"), (13, "file", "one/cfr/checkpoints/20.csv"),
        (15, "column", "current_value"),
    ],
)  # fmt: skip
def test_another_place(little: Path, verify, row: int, column: str, text: str) -> None:
    """Where a number comes from is part of what is checked: from anywhere else another number comes, or none."""
    edit_cell(little / "claims.csv", row, column, lambda _: text)
    found = verify("claims", little)
    assert found.code == 1
    assert "regenerated figures" in found.failed
    assert all(problem["row"] == row for problem in found.report["problems"] if problem["file"] == "claims.csv")


@pytest.mark.parametrize(
    ("row", "column", "text", "told"),
    [
        (1, "column", "", "column, key, count, linear_in"),
        (1, "count", "1", "column, key, count, linear_in"),
        (5, "count", "true", "count"),
        (2, "absolute", "0", "absolute"),
        (2, "minus", "a quarter", "minus"),
        (3, "times", "1/2", "times"),
        (6, "times", "2", "times"),
        (6, "over", "constant", "over"),
        (8, "where", "iteration=10", "where"),
        (1, "where", "iteration", "where"),
        (1, "where", "iteration=10|iteration=10", "where"),
        (5, "where", "kind=a%2cb", "where"),
        (1, "what", "100%", "what"),
        *((2, column, "", column) for column in ("claim", "what", "printed", "unit", "verdict", "source", "file")),
        (2, "source", "another book", "source"),
        (2, "list", "novel", "list"),
        (2, "claim", "cell", "claim"),
    ],
)
def test_form_of_a_row(little: Path, verify, row: int, column: str, text: str, told: str) -> None:
    edit_cell(little / "claims.csv", row, column, lambda _: text)
    found = verify("claims", little)
    assert found.code == 1
    assert "claims of each list" in found.failed
    assert found.has("claims.csv", row, told)


def test_lists_that_are_mixed(little: Path, verify) -> None:
    edit_cell(little / "claims.csv", 2, "list", lambda _: "paper")
    found = verify("claims", little)
    assert found.has("claims.csv", 3, "list")
    assert found.has("claims.csv", 7, "source")


@pytest.mark.parametrize("lists", [["paper", "book"], ["book"], ["book", "paper", "novel"], []])
def test_lists_of_the_study(little: Path, verify, lists: list[str]) -> None:
    edit_json(little / "study.json", "claims", lists)
    found = verify("claims", little)
    assert (found.code, "claims of each list" in found.failed) == (1, True)
    assert found.has("claims.csv", None, "list")


@pytest.mark.parametrize("kind", ["swapped rows", "doubled row", "truncated"])
def test_rows(little: Path, verify, kind: str) -> None:
    """Two rows of a list may change places: what was printed where is not known here. The last of one and the first of another
    may not."""
    path = little / "claims.csv"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(
        b"".join([*lines[:6], lines[7], lines[6], *lines[8:]])
        if kind == "swapped rows"
        else ROWS[kind](path.read_bytes())
    )
    assert verify("claims", little).code == 1


@pytest.mark.parametrize("kind", BYTES)
def test_bytes(little: Path, verify, kind: str) -> None:
    path = little / "claims.csv"
    path.write_bytes(BYTES[kind](path.read_bytes()))
    assert verify("claims", little).has("claims.csv", None, None)


@pytest.mark.parametrize("file", ["study.json", "claims.csv", T, "one/facts.json", "verification/one/own/python.json"])
def test_missing_file(little: Path, verify, file: str) -> None:
    (little / file).unlink()
    found = verify("claims", little)
    assert found.code == (2 if file in ("study.json", "claims.csv") else 1)
    assert found.has(file, None, None)


@pytest.mark.parametrize(("row", "old", "new"), [(1, "0.125", "0.1251"), (2, "0.375", "0.3751")])
def test_a_changed_number(little: Path, verify, row: int, old: str, new: str) -> None:
    path = little / T
    path.write_text(path.read_text().replace(old, new))
    found = verify("claims", little)
    assert found.code == 1
    assert found.has("claims.csv", 1 if row == 1 else 3, "unrounded")


def test_a_level_that_is_another(little: Path, verify) -> None:
    """Of a run that was certified only, the current strategy reproduces nothing; of one that was repeated it does."""
    write_json(little / "verification/one/cfr/python.json", {"level": "repeated to 10"})
    write_json(little / "verification/one/own/python.json", {"level": "repeated"})
    found = verify("claims", little)
    assert {problem["row"] for problem in found.report["problems"]} == {12, 13, 14}


@pytest.mark.parametrize(
    "text", ["x,y\n1\n", "number,number\n0.5,0.5\n", "number\n0.5", "number\n\n", "number\n0.5\n0.5\n"]
)
def test_tables_that_are_none(little: Path, verify, text: str) -> None:
    write_json(little / "verification/one/own/python.json", {"level": "repeated"})
    (little / "one/own/checkpoints/20.csv").write_text(text)
    found = verify("claims", little)
    assert "nothing can be regenerated" in str([message for row, message in found.messages if row == 13])


WORD = (
    "text,a text,a%2Cb%7Cc=d,a%2Cb%7Cc=d,a%2Cb%7Cc=d,u,reproduced,a paper,paper,one/cfr/names.csv,name=x,kind,,,,,,,\n"
)


def test_a_text_of_a_table(little: Path, verify) -> None:
    (little / "claims.csv").write_text(CLAIMS + WORD)
    found = verify("claims", little)
    assert (found.code, found.report["problems"]) == (0, [])


@pytest.mark.parametrize(
    ("column", "text", "told"),
    [
        ("printed", "a%2Cb", "verdict"),
        ("regenerated", "a", "regenerated"),
        ("unrounded", "-", "unrounded"),
        ("where", "name=z", "regenerated"),
        ("column", "name", "regenerated"),
        *((how, "1", "file") for how in ("minus", "absolute", "times")),
        ("over", "constant", "file"),
    ],
)
def test_another_text_of_a_table(little: Path, verify, column: str, text: str, told: str) -> None:
    """It is the very text or not, and nothing is reckoned with it."""
    (little / "claims.csv").write_text(CLAIMS + WORD)
    edit_cell(little / "claims.csv", 16, column, lambda _: text)
    found = verify("claims", little)
    assert found.code == 1 and found.has("claims.csv", 16, told)
    assert all(problem["row"] == 16 for problem in found.report["problems"])


def test_header() -> None:
    assert ",".join(HEADER) == CLAIMS.split("\n", maxsplit=1)[0]


@given(
    printed=st.sampled_from(["0", "0.0", "+0.000", "-1.25", "1e+00", "+2.50e-03", "1/3", "word"]),
    value=st.one_of(st.fractions(), st.floats(allow_nan=False, allow_infinity=False).map(Fraction)),
)
def test_rounding_is_that_of_the_stage(printed: str, value: Fraction) -> None:
    """Two programs that were written apart; against `%` of C elsewhere."""
    assert like(printed, value) == write_like(printed, value)
    assert short(value) == write_short(value)


@pytest.mark.parametrize(
    ("printed", "value", "written"),
    [
        ("0", "1/2", "0"),
        ("0", "3/2", "2"),
        ("0.0", "-1/20", "0.0"),
        ("+0.0", "-1/20", "0.0"),
        ("+0.0", "1/20", "+0.0"),
        ("0.00", "-0.015", "-0.02"),
        ("1e+00", "95", "1e+02"),
        ("1e+00", "85", "8e+01"),
        ("1.0e+00", "0", "0.0e+00"),
        ("1.0e+00", "-9.96e-9", "-1.0e-08"),
        ("some", "0.25", "1/4"),
    ],
)
def test_rounding_by_hand(printed: str, value: str, written: str) -> None:
    assert like(printed, Fraction(value)) == written


@pytest.mark.parametrize(
    ("constant", "slope", "text"),
    [("0", "0", "0"), ("1/3", "1", "p + 1/3"), ("-1/3", "2", "2*p - 1/3"), ("1", "-1/2", "1 - 1/2*p"), ("0", "-1", "-p"),
     ("-1", "-1", "-1 - p"), ("0", "3", "3*p")],
)  # fmt: skip
def test_formulas(constant: str, slope: str, text: str) -> None:
    assert formula(Fraction(constant), Fraction(slope), "p") == text


@pytest.mark.parametrize(
    "text", ["", " 1", "1 ", "+1", "1_0", "0x1", "nan", "inf", "1/0", "1/-2", ".5", "5.", "1e9999", "1" * 5000]
)
def test_no_numbers(text: str) -> None:
    assert number_in(text) is None


@pytest.mark.parametrize("text", ["7", "-1/18", "0.125", "1e-20", "5e-324", "1.5e-05"])
def test_numbers(text: str) -> None:
    assert number_in(text) == Fraction(text)


def test_numbers_of_many_digits() -> None:
    """More than `str` writes."""
    value = Fraction(10) ** 4400
    assert like("0.00", value) == "1" + "0" * 4400 + ".00"
    assert like("1.0e+00", value) == "1.0e+4400"
