"""Comparison of whole files: JSON contents, and tables as texts.

What is compared: docs/bundle-format.md, "The compiled game", "equilibria/" and "runs.csv".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from recheck.ledger import Check
from recheck.reading import by_label, most_bytes, read_text, rows_of

OF_RULES = "is not what the rules give"


def compare_json(check: Check, found: Any, expected: Any, path: str) -> None:
    """Compare JSON contents, types and orders of keys included; a problem's column is the path of the key."""
    if type(found) is not type(expected):
        check.problem("is of another type", None, path, type(expected).__name__, type(found).__name__)
    elif isinstance(expected, dict):
        if list(found) != list(expected):
            check.problem("has other keys", None, path, ", ".join(expected), ", ".join(found))
        for name in expected:
            if name in found:
                compare_json(check, found[name], expected[name], f"{path}.{name}" if path else name)
    elif isinstance(expected, list):
        check.same(len(found), len(expected), None, path, "has another length")
        for n, (one, other) in enumerate(zip(found, expected)):
            compare_json(check, one, other, f"{path}[{n}]")
    else:
        check.same(found, expected, None, path, OF_RULES)


def compare_rows(
    check: Check,
    study: Path,
    header: Sequence[str],
    rows: Callable[[], Iterator[tuple[str, ...]]],
    width: int,
    message: str = OF_RULES,
) -> None:
    """Compare a table with the rows that are due, as texts; the first `width` cells of a row are its label.

    `study` is the study's folder, `message` what is said of another cell.
    """
    text = read_text(check, study, most_bytes(header, sum([len(",".join(cells)) + 1 for cells in rows()])))
    if text is None:
        return
    # A table of millions of rows is taken apart only if something is wrong with it.
    same = _rows_if_same(text, header, rows())
    if same is not None:
        check.numbers += same * len(header)
        return
    lines = rows_of(check, header, text)
    if lines is None:
        return
    due = list(rows())
    found = by_label(check, header, [expected[:width] for expected in due], lines)
    for expected in due:
        row = found.get(expected[:width])
        if row is not None:
            check.numbers += width
            for column, cell in zip(header[width:], expected[width:]):
                check.same(row.cells[column], cell, row.number, column, message)


def _rows_if_same(text: str, header: Sequence[str], rows: Iterator[tuple[str, ...]]) -> int | None:
    """How many rows a table has; None if it is not the header with these rows, to the letter."""
    position, count = 0, -1
    for cells in chain([header], rows):
        line = ",".join(cells) + "\n"
        if not text.startswith(line, position):
            return None
        position += len(line)
        count += 1
    return count if position == len(text) else None
