"""Whether the timelines of a study show its questions, and its table of answers says the same as they do.

A timeline has no PNG. Every line is compared: docs/hands.md, "The timelines".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from recheck import tolerances
from recheck.comparing import compare_rows
from recheck.drawings.lines import TOLERANCE, WRITTEN, compare_lines
from recheck.drawings.timeline import due_lines
from recheck.hands.answers import ANSWERS, answer_rows, read_questions
from recheck.hands.entries import KEY, QUESTIONS, subject_of
from recheck.hands.flow import read_cases
from recheck.hands.question import Case
from recheck.hands.stated import check_stated
from recheck.hands.unread import UnreadError
from recheck.ledger import Check, Ledger
from recheck.reading import LARGEST_FILE, read_text


def entries_of(study: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The entries of study.json that there are timelines of."""
    return [entry for entry in study[KEY] if entry["kind"] == QUESTIONS]


def check_timelines(ledger: Ledger, folder: Path, study: Mapping[str, Any]) -> Iterator[str]:
    """Compare all timelines of a study with its questions; give their paths, below the study and without a suffix."""
    for entry in entries_of(study):
        where = subject_of(entry)
        check = ledger.check("questions of the timelines", f"{where}/{entry['file']}", *tolerances.EXACT)
        cases = _cases(check, folder, entry)
        if cases is None:
            continue
        check = ledger.check("answers that the timelines give", f"{where}/answers.csv", *tolerances.EXACT)
        compare_rows(check, folder, ANSWERS, partial(answer_rows, cases), 4, "is not what the timeline says")
        for case in cases:
            yield f"{where}/{case.id}"
            file = f"figures/{where}/{case.id}.svg"
            compare_lines(ledger.check("timeline", file, TOLERANCE, WRITTEN), folder, due_lines(case))


def _cases(check: Check, folder: Path, entry: Mapping[str, Any]) -> Sequence[Case] | None:
    """The questions of an entry; None, with a problem, if they cannot be understood."""
    text = read_text(check, folder, LARGEST_FILE)
    if text is None:
        return None
    try:
        cases = read_questions(read_cases(text), entry["rules"], entry["chip"])
    except UnreadError as error:
        check.problem(error.message, error.line, None, error.expected, error.found)
        return None
    check.numbers = len(cases)
    for case in cases:
        check_stated(check, case)
    return cases
