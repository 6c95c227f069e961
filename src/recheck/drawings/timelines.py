"""Whether the timelines of a study show its questions, and its table of answers says the same as they do.

A timeline has no PNG. Every line is compared: docs/hands.md, "The timelines".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import Any

from recheck import tolerances
from recheck.comparing import compare_rows
from recheck.drawings.timeline import due_lines
from recheck.hands.answers import ANSWERS, answer_rows, read_questions
from recheck.hands.entries import KEY, QUESTIONS, subject_of
from recheck.hands.flow import read_cases
from recheck.hands.question import Case
from recheck.hands.stated import check_stated
from recheck.hands.unread import UnreadError
from recheck.ledger import Check, Ledger
from recheck.reading import LARGEST_FILE, read_text

WRITTEN = "coordinates are rounded to a hundredth of a point, some as sums of rounded ones; all else is the same text"
TOLERANCE = 0.0101
"""In points."""

TAG = re.compile("<[^<>]*>")
PLACE = re.compile(r'( (?:x|y|x1|x2|y1|y2|width|height)=")([0-9]+(?:\.[0-9]{1,2})?)"')
"""In a tag: what stands before a coordinate, and the coordinate."""

LARGEST = 2**20
"""In bytes, of a timeline."""

NO_LINE = "the end of the file"


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
            _check_timeline(
                ledger.check("timeline", f"figures/{where}/{case.id}.svg", TOLERANCE, WRITTEN), folder, case
            )


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


def _check_timeline(check: Check, folder: Path, case: Case) -> None:
    """Compare one timeline, line by line; the row of a problem is a line of the file."""
    text = read_text(check, folder, LARGEST)
    if text is None:
        return
    lines = text.split("\n")
    if lines.pop():
        check.problem("last line does not end with a line feed", len(lines) + 1)
    for number, (line, due) in enumerate(zip_longest(lines, due_lines(case)), 1):
        found, places = _parted(line or "")
        expected, due_places = _parted(due or "")
        if line is None or due is None or found != expected or len(places) != len(due_places):
            check.problem("is not what is drawn here", number, None, due or NO_LINE, line or NO_LINE)
            return
        check.numbers += 1
        for place, due_place in zip(places, due_places):
            check.within(abs(float(place) - float(due_place)), number, "coordinate", due_place, place)


def _parted(line: str) -> tuple[str, list[str]]:
    """A line without the coordinates in its tags, though with their names, and these coordinates."""
    places = [place for tag in TAG.findall(line) for _, place in PLACE.findall(tag)]
    return TAG.sub(lambda tag: PLACE.sub(r'\1"', tag[0]), line), places
