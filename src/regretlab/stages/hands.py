"""Stage `adjudicate`: hands of config/hands, records or questions, and the tables that come of them (docs/hands.md)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from regretlab.betting.rulebook import RULE_BOOKS
from regretlab.errors import InputError
from regretlab.files import Cell, write_bytes, write_csv
from regretlab.hands.answers import differences
from regretlab.hands.asked import Asked, asked
from regretlab.hands.phh import read_record, read_tables
from regretlab.hands.plain import check_plain
from regretlab.hands.record import Record
from regretlab.hands.replay import replay
from regretlab.hands.run import RECORDS, chip_of_entry
from regretlab.hands.tables import (
    AnswerRow,
    CountRow,
    DecisionRow,
    HandRow,
    answer_rows,
    count_rows,
    decision_rows,
    hand_row,
)


class Made(NamedTuple):
    """A table, and the name of its file."""

    name: str
    header: tuple[str, ...]
    rows: Sequence[Sequence[Cell]]


def adjudicate(entry: Mapping[str, Any], source: Path, folder: Path) -> None:
    """Write the tables of the hands in the file `source`, and a copy of it, into `folder`; `entry` is theirs in study.json.

    Raises `InputError` for what is no plain file of hands, for records that cannot be read, for questions without an answer, and
    for those whose given answer is another one.
    """
    for table in tables(entry, source):
        write_csv(folder / table.name, table.header, table.rows)
    write_bytes(folder / source.name, source.read_bytes())


def tables(entry: Mapping[str, Any], source: Path) -> list[Made]:
    """All tables. Raises `InputError` as `adjudicate` does."""
    if entry["kind"] != RECORDS:
        answers = [row for one in _questions(entry, source) for row in answer_rows(*one)]
        return [Made("answers.csv", AnswerRow._fields, answers)]
    rules = RULE_BOOKS.get(entry["rules"])
    hands = [replay(record, rules) for record in _records(source, chip_of_entry(entry))]
    return [
        Made("hands.csv", HandRow._fields, [hand_row(hand) for hand in hands]),
        Made("decisions.csv", DecisionRow._fields, [row for hand in hands for row in decision_rows(hand)]),
        Made("counts.csv", CountRow._fields, list(count_rows(hands))),
    ]


def _questions(entry: Mapping[str, Any], source: Path) -> list[Asked]:
    """The questions of a file. Raises `InputError` with all given answers that are others than what follows."""
    found = asked(entry, source)
    problems = [problem for one in found for problem in differences(*one)]
    if problems:
        raise InputError("\n".join(problems))
    return found


def _records(source: Path, chip: Fraction | None) -> list[Record]:
    """The records of a file. Raises `InputError` with all that is wrong with any of them."""
    check_plain(source)
    found: list[Record] = []
    problems: list[str] = []
    for table in read_tables(source):
        try:
            found.append(read_record(table, chip))
        except InputError as error:
            problems.append(str(error))
    if problems:
        raise InputError("\n".join(problems))
    return found
