"""recheck's readers of files of hands: they read what others read, and refuse by its line whatever is not plain."""

from __future__ import annotations

import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml

from recheck.hands.flow import read_cases
from recheck.hands.phh import read_records
from recheck.hands.unread import UnreadError

HANDS = Path(__file__).parents[2] / "config/hands"
RECORDS, QUESTIONS = HANDS / "real.phhs", HANDS / "raise-rights.yaml"


def test_records_are_what_a_reader_of_toml_reads():
    text = RECORDS.read_text(encoding="utf-8")
    due = tomllib.loads(text, parse_float=Decimal)
    records = read_records(text)
    assert {record.name: record.values for record in records} == due
    assert [record.name for record in records] == list(due)
    lines = text.split("\n")
    for record in records:
        assert lines[record.line - 1] == f"[{record.name}]"
        assert all(lines[line - 1].startswith(f"{key} = ") for key, line in record.lines.items())


def test_questions_are_what_a_reader_of_yaml_reads():
    text = QUESTIONS.read_text(encoding="utf-8")
    due = yaml.safe_load(text)
    cases = read_cases(text)
    assert [case.values for case in cases] == [as_texts(case) for case in due["cases"]]
    lines = text.split("\n")
    assert all(f"id: {case.values['id']}," in lines[case.line - 1] for case in cases)


def as_texts(value: Any) -> Any:
    """What a reader of YAML has read, numbers and truths as they are written."""
    if isinstance(value, dict):
        return {key: as_texts(item) for key, item in value.items()}
    if isinstance(value, list):
        return [as_texts(item) for item in value]
    return str(value).lower() if isinstance(value, bool) else str(value)


@pytest.mark.parametrize(
    ("value", "due"),
    [
        ("'a # b'", "a # b"),
        ('"it\'s"', "it's"),
        ("0.50", Decimal("0.50")),
        ("30", Decimal(30)),
        ("inf", Decimal("Infinity")),
        ("true", True),
        ("[1,  'a' ,true]", [Decimal(1), "a", True]),
        ("[]", []),
    ],
)
def test_a_value_of_a_record(value: str, due: object):
    (record,) = read_records(f"[1]\nkey = {value}\n")
    assert record.values == {"key": due}


@pytest.mark.parametrize(
    "value",
    [
        *(
            "-1",
            "# a",
            "1 # a",
            "[1,]",
            "'\\'",
            "01",
            "1_000",
            "1e3",
            "+1",
            ".5",
            "1.",
            "0x1",
            "nan",
            "-inf",
            "True",
            "1979-05-27",
            "1 2",
            "1a",
            "infinite",
        ),
        *("'a", '"a\\n"', '"""a"""', "'''a'''", "'a' 'b'", "''''", "'\t'", '"\x7f"'),
        *("[1", "[1 2]", "[,]", "[1,,2]", "[[1]]", "1]", "{a = 1}", "[1] [2]", ","),
        "",
    ],
)
def test_a_value_that_is_not_plain_is_refused(value: str):
    """Whatever a reader of TOML makes of it, nothing else is made of it here."""
    with pytest.raises(UnreadError) as caught:
        read_records(f"# hands\n[1]\nkey = {value}\n")
    assert caught.value.line == 3


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("key = 1\n", 1),
        ("[1]\n\n[1]\n", 3),
        ("[1]\na = 1\na = 1\n", 3),
        ("[a.b]\n", 1),
        ("[[a]]\n", 1),
        ("[1]\na.b = 1\n", 2),
        ("[1]\n'a' = 1\n", 2),
        ("[1]\na = [1,\n2]\n", 2),
        ("[1]\na: 1\n", 2),
        ("[1]\n\ta = 1\n", 2),
        ("[1] 2\n", 1),
        ("# a\tb\n[1]\n", 1),
    ],
)
def test_lines_that_are_not_plain_are_refused(text: str, line: int):
    with pytest.raises(UnreadError) as caught:
        read_records(text)
    assert caught.value.line == line


@pytest.mark.parametrize(
    "value",
    [
        *(
            "1",
            "0",
            "true",
            "false",
            "UTG raise 4",
            "UTG+1 bet 0.5",
            '"0.5"',
            '"a: b, c # d"',
            "[]",
            "{}",
            "[1, [2, 3]]",
        ),
        *("{BB: 1, SB: 2}", "x1", "not", "nullable", "[UTG raise 4, fold]", "{a: 1,  b:  2}", "[ 1,  2 ]", "3 players"),
    ],
)
def test_a_value_of_a_question(value: str):
    text = f"cases:\n  - {{id: {value}, other: 2}}\n"
    assert [case.values for case in read_cases(text)] == as_texts(yaml.safe_load(text)["cases"])


def test_a_case_on_several_lines():
    text = '# a\nrules:\n  a: "b"\n\ncases:\n  - {id: 1,\n     b: [2,\n     # c\n 3]}\n  - {id: 2}\n'
    cases = read_cases(text)
    assert [case.values for case in cases] == as_texts(yaml.safe_load(text)["cases"])
    assert [case.line for case in cases] == [6, 10]


@pytest.mark.parametrize(
    "value",
    [
        *("yes", "No", "null", "Null", "~", "on", "TRUE", "n", "01", "1_0", "0x1", "1.5", "-1", "1e3", "1:30", ".inf"),
        *("'a'", '"a\\n"', '"a', "a # b", "a:b", "a: b", "*a", "&a b", "!a b", "|", "@a", "%a", "a\tb", "é"),
        *("[1", "[1,2]", "[1, ]", "{a}", "{a:1}", "{a: 1, a: 2}", "{yes: 1}", "{1: 2}", '{"a": 1}', "1}", "a  b", ""),
    ],
)
def test_a_value_that_may_be_read_otherwise_is_refused(value: str):
    with pytest.raises(UnreadError) as caught:
        read_cases(f"cases:\n  - {{id: {value}, other: 2}}\n")
    assert caught.value.line == 2


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("  - {a: 1}\n", 1),
        ("cases:\ncases:\n", 2),
        ("others:\n", 1),
        ("cases: 1\n", 1),
        ("cases:\n  - {b: 1} # c\n", 2),
        ('cases:\n  - {b: 1}\n  c: "d"\n', 2),
        ("rules:\n  - {b: 1}\n", 2),
        ("rules:\n  c: d\n", 2),
        ("cases:\n  - 1\n", 2),
        ("cases:\n c: 2}\n", 2),
        ("---\ncases:\n", 1),
        ("cases:\n# a\x7f\n", 2),
        ("cases:\n\t- {b: 1}\n", 2),
        ("cases:\n  - {b: 1,\n  - {b: 2}\n", 2),
    ],
)
def test_lines_of_questions_that_are_not_plain_are_refused(text: str, line: int):
    with pytest.raises(UnreadError) as caught:
        read_cases(text)
    assert caught.value.line == line


def test_what_is_read_is_what_yaml_reads_or_nothing():
    """Each letter put anywhere into a line: it is refused, or read as by a reader of YAML."""
    line = '  - {id: S1, b: ["0.5", 1, UTG raise 4], c: {BB: 1}, d: true}'
    read = 0
    for at in range(len(line)):
        for letter in " ab1-_+:,#[]{}\"'&*!|>%@`~.?":
            text = f"cases:\n{line[:at]}{letter}{line[at:]}\n"
            try:
                found = [case.values for case in read_cases(text)]
            except UnreadError:
                continue
            assert found == as_texts(yaml.safe_load(text)["cases"] or []), text
            read += 1
    assert read > 100
