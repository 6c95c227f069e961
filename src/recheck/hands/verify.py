"""Verification of the tables on a file of hands: all cells are derived again from the file, and are the same to the letter.

docs/hands.md has the rules. What a file says of itself, that these hands were played so, nobody can derive.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from recheck import tolerances
from recheck.comparing import compare_rows
from recheck.hands.answers import ANSWERS, answer_rows, read_questions
from recheck.hands.entries import KEY, RECORDS, subject_of
from recheck.hands.flow import read_cases
from recheck.hands.phh import SINGLE, read_records
from recheck.hands.records import COUNTS, DECISIONS, HANDS, count_rows, decision_rows, hand_rows, judged
from recheck.hands.stated import check_stated
from recheck.hands.unread import UnreadError
from recheck.ledger import Check, Ledger
from recheck.reading import LARGEST_FILE, read_text
from recheck.study import DERIVED, read_whole_study

FILE = "hands of the file"
UNDERSTOOD = "a file of hands is one that is understood, or it is not"
NOT_THAT = "is not what follows from the file"

Rows = Callable[[], Iterator[tuple[str, ...]]]


def verify_hands(folder: Path, hands: str) -> Ledger:
    """Verify the tables on the hands in that folder of a study; whatever is wrong is in the ledger's problems."""
    ledger = Ledger(f"{KEY}/{hands}")
    with ledger.surviving():
        study = read_whole_study(ledger, folder)
        if study is not None:
            entries = [entry for entry in study[KEY] if entry["folder"] == hands]
            if entries:
                _verify(ledger, folder, entries[0])
            else:
                found = ", ".join([entry["folder"] for entry in study[KEY]])
                message = "no hands have the folder that is to be verified"
                ledger.checks[-1].problem(message, None, KEY, hands, found)
    return ledger


def _verify(ledger: Ledger, folder: Path, entry: Mapping[str, Any]) -> None:
    """Compare the tables with what follows from the file, if that can be understood."""
    derived = derive_tables(ledger, folder, entry)
    if derived is None:
        return
    ledger.level = DERIVED
    for name, header, width, rows in derived:
        check = ledger.check(f"{entry['kind']} derived again", f"{subject_of(entry)}/{name}", *tolerances.EXACT)
        compare_rows(check, folder, header, rows, width, NOT_THAT)


def derive_tables(
    ledger: Ledger, folder: Path, entry: Mapping[str, Any]
) -> list[tuple[str, Sequence[str], int, Rows]] | None:
    """Name, header, number of leading cells that tell rows apart, and rows of each table; None with problems."""
    check = ledger.check(FILE, f"{subject_of(entry)}/{entry['file']}", 0.0, UNDERSTOOD)
    text = read_text(check, folder, LARGEST_FILE)
    if text is None:
        return None
    try:
        return _of_records(check, text, entry) if entry["kind"] == RECORDS else _of_questions(check, text, entry)
    except UnreadError as error:
        check.problem(error.message, error.line, None, error.expected, error.found)
    except ArithmeticError as error:
        check.problem("has numbers that cannot be reckoned with", None, None, None, error)
    return None


def _of_records(check: Check, text: str, entry: Mapping[str, Any]) -> list[tuple[str, Sequence[str], int, Rows]]:
    """The tables on records."""
    path = PurePosixPath(entry["file"])
    hands = judged(read_records(text, path.stem if path.suffix == SINGLE else None), entry["rules"], entry["chip"])
    check.numbers = len(hands)
    return [
        ("hands.csv", HANDS, 1, lambda: hand_rows(hands)),
        ("decisions.csv", DECISIONS, 2, lambda: decision_rows(hands)),
        ("counts.csv", COUNTS, 2, lambda: count_rows(hands)),
    ]


def _of_questions(check: Check, text: str, entry: Mapping[str, Any]) -> list[tuple[str, Sequence[str], int, Rows]]:
    """The table on questions."""
    cases = read_questions(read_cases(text), entry["rules"], entry["chip"])
    check.numbers = len(cases)
    for case in cases:
        check_stated(check, case)
    return [("answers.csv", ANSWERS, 4, lambda: answer_rows(cases))]
