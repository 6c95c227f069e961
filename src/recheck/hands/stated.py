"""The answers that a file of questions states itself are those that follow; docs/hands.md, "Questions"."""

from __future__ import annotations

from fractions import Fraction

from recheck.hands.answers import BETWEEN, answers_of
from recheck.hands.flow import Value
from recheck.hands.question import AMOUNT, Case
from recheck.ledger import Check

LISTS = ("options", "pots")
AMOUNTS = ("min_raise_to", "pots")
NO_ANSWER = "no such answer"
MESSAGE = "is not the answer that follows"


def check_stated(check: Check, case: Case) -> None:
    """Compare the answers that a case states; the row of a problem is the line that the case begins in."""
    due = dict(answers_of(case))
    for key, value in case.stated.items():
        expected = due.get(key)
        found = _written(value)
        if isinstance(value, list) != (key in LISTS) or expected is None or _parts(key, found) != _parts(key, expected):
            check.problem(MESSAGE, case.line, key, NO_ANSWER if expected is None else expected, found)


def _written(value: Value) -> str:
    """A value as it stands in answers.csv."""
    return BETWEEN.join(map(str, value)) if isinstance(value, list) else str(value)


def _parts(key: str, text: str) -> list[str | Fraction]:
    """The parts of an answer; amounts are the same in however many digits they are written."""
    exact = key in AMOUNTS
    return [Fraction(part) if exact and AMOUNT.fullmatch(part) else part for part in text.split(BETWEEN)]
