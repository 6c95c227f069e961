"""Comparison of figures that are text, line by line: everything but coordinates has to be the same letters.

docs/hands.md, "The timelines"; docs/lessons.md, "Figures". They have no PNG.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import zip_longest
from pathlib import Path

from recheck.ledger import Check
from recheck.reading import read_text

WRITTEN = "coordinates are rounded to a hundredth of a point, some as sums of rounded ones; all else is the same text"
TOLERANCE = 0.0101
"""In points."""

TAG = re.compile("<[^<>]*>")
PLACE = re.compile(r'( (?:x|y|x1|x2|y1|y2|width|height)=")([0-9]+(?:\.[0-9]{1,2})?)"')
"""In a tag: what stands before a coordinate, and the coordinate."""

LARGEST = 2**20
"""In bytes, of a figure."""

NO_LINE = "the end of the file"


def compare_lines(check: Check, folder: Path, due_lines: Iterable[str]) -> None:
    """Compare a figure with the lines that are due; the row of a problem is a line of the file."""
    text = read_text(check, folder, LARGEST)
    if text is None:
        return
    lines = text.split("\n")
    if lines.pop():
        check.problem("last line does not end with a line feed", len(lines) + 1)
    for number, (line, due) in enumerate(zip_longest(lines, due_lines), 1):
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
