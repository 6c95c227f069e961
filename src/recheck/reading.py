"""Strict reading of published files: whatever is not in the published form is a problem, never an exception.

The form is that of docs/bundle-format.md, "Conventions". Hashes are taken of the very bytes that were parsed.
"""

from __future__ import annotations

import functools
import hashlib
import json
import math
import os
import re
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from recheck.codes import CELL_FORM, FILE_FORM, FILE_UNREADABLE, JSON_FORM, TABLE_ROWS, TABLE_SCHEMA
from recheck.ledger import Check

EXACT = re.compile(r"-?[0-9]{1,4300}(?:/[0-9]{1,4300})?")
"""As many digits as Python converts, whatever its version."""


LARGEST_FILE = 256 * 2**20
"""In bytes; no file of a bundle that can be checked here is larger, nor is a game's own file."""

LARGEST_JSON = 64 * 2**20

SLACK = 64 * 2**10
"""A table may have twice the bytes that it can need, and so many more, before it is refused unread: who looks for the first row
that should not be there is to be told which it is."""

FLOAT_CELL, EXACT_CELL = 24, 2 * 4300 + 2
"""The most characters of a float, and of an exact number."""


class UnreadableError(Exception):
    """Why a file cannot be read: a message, and what was found."""

    def __init__(self, message: str, found: str | None = None) -> None:
        """With the two."""
        super().__init__(message)
        self.message = message
        self.found = found


class Row(NamedTuple):
    """One row of a table: its number in the file (1 is the first after the header), column -> text."""

    number: int
    cells: dict[str, str]


Label = tuple[str, ...]


def read_table(
    check: Check, study: Path, header: Sequence[str], labels: Sequence[Label], widest: int = FLOAT_CELL
) -> dict[Label, Row]:
    """The rows of the check's CSV file by label: the leading cells, which must be `labels` in that order.

    Rows that cannot be told are left out, each with a problem. A file that cannot be read gives no rows. `widest` is how many
    characters any other cell may have.
    """
    width = len(labels[0]) if labels else 0
    letters = sum([len(cell) for label in labels for cell in label])
    cells = len(labels) * (len(header) - width)
    lines = read_lines(check, study, header, letters + widest * cells + len(labels) * len(header))
    return {} if lines is None else by_label(check, header, labels, lines)


def by_label(
    check: Check, header: Sequence[str], labels: Sequence[Label], lines: Sequence[tuple[int, list[str]]]
) -> dict[Label, Row]:
    """Rows that are read by label; those that are missing, not due or out of order are problems."""
    width = len(labels[0]) if labels else 0
    whole = [number for number, _ in lines] == list(range(1, len(labels) + 1))
    found: dict[Label, Row] = {}
    order = {label: n for n, label in enumerate(labels)}
    latest = -1
    for number, cells in lines:
        label = tuple(cells[:width])
        if label not in order or (whole and label != labels[number - 1]):
            _strange_label(check, header, labels, number, label)
        elif label in found:
            check.problem("row is there twice", number, ", ".join(header[:width]), None, " ".join(label), TABLE_ROWS)
        elif order[label] < latest:
            check.problem("row is out of order", number, ", ".join(header[:width]), None, " ".join(label), TABLE_ROWS)
        if label in order and label not in found:
            latest = max(latest, order[label])
            found[label] = Row(number, dict(zip(header, cells)))
    missing = [label for label in labels if label not in found]
    # In a table of the right length, whatever is missing has been reported by what is in its place.
    if missing and not whole:
        message = "row is missing" if len(missing) == 1 else f"the first of {len(missing)} missing rows"
        expected = " ".join(missing[0])
        check.problem(message, order[missing[0]] + 1, ", ".join(header[:width]), expected, code=TABLE_ROWS)
    return found


def _strange_label(check: Check, header: Sequence[str], labels: Sequence[Label], number: int, label: Label) -> None:
    """Report a row that should not be there, by the first cell that differs from the row that is due."""
    if number > len(labels):
        columns = ", ".join(header[: len(label)])
        check.problem("row should not be there", number, columns, None, " ".join(label), TABLE_ROWS)
        return
    due = labels[number - 1]
    n = next(n for n, (text, other) in enumerate(zip(label, due)) if text != other)
    check.problem("is not the label that is due here", number, header[n], due[n], label[n], TABLE_ROWS)


def read_lines(
    check: Check, study: Path, header: Sequence[str], characters: int = LARGEST_FILE
) -> list[tuple[int, list[str]]] | None:
    """The rows of the check's CSV file with their numbers, without those that have a wrong number of cells.

    None if there is no such file or another header, or if it has far more than that many characters after the header.
    """
    text = read_text(check, study, most_bytes(header, characters))
    return None if text is None else rows_of(check, header, text)


def most_bytes(header: Sequence[str], characters: int) -> int:
    """How large a table with so many characters after the header may be before it is refused unread."""
    # A character may take four bytes.
    return min(LARGEST_FILE, 4 * (len(",".join(header)) + 2 * characters) + SLACK)


def rows_of(check: Check, header: Sequence[str], text: str) -> list[tuple[int, list[str]]] | None:
    """The rows of a CSV file with this text; as `read_lines` gives them."""
    lines = text.split("\n")
    if lines.pop():
        found = text.rsplit("\n", 1)[-1]
        check.problem("last line does not end with a line feed", len(lines), found=found, code=FILE_FORM)
    if not lines or lines[0] != ",".join(header):
        found = lines[0] if lines else ""
        check.problem("wrong header", 0, expected=",".join(header), found=found, code=TABLE_SCHEMA)
        return None
    rows = []
    for number, line in enumerate(lines[1:], 1):
        cells = line.split(",")
        if len(cells) == len(header):
            rows.append((number, cells))
        else:
            check.problem("wrong number of cells", number, None, len(header), len(cells), TABLE_ROWS)
    return rows


def read_text(check: Check, study: Path, most: int, any_line_ends: bool = False) -> str | None:
    """The text of the check's file, its hash recorded; None if it cannot be read or has more bytes than that."""
    data = read_bytes_hashed(check, study, most)
    if data is None:
        return None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        check.problem(f"not UTF-8 at byte {error.start}", data.count(b"\n", 0, error.start), code=FILE_FORM)
        return None
    if any_line_ends:
        return text
    for mark, message in (("\ufeff", "byte order mark"), ("\r", "carriage return"), ("\0", "null character")):
        if mark in text:
            check.problem(f"has a {message}", text.count("\n", 0, text.index(mark)), code=FILE_FORM)
            return None
    return text


def read_bytes_hashed(check: Check, study: Path, most: int) -> bytes | None:
    """The content of the check's file, its hash recorded; None, with a problem, if it cannot be read or is larger than that."""
    data = read_bytes(check, study, most)
    if data is not None:
        check.ledger.hashed(check.file, hashlib.sha256(data).hexdigest())
    return data


def read_bytes(check: Check, study: Path, most: int) -> bytes | None:
    """The content of the check's file; None with a problem if it cannot be read or is larger than that."""
    check.ledger.reading = check.file
    try:
        path = find(study, check.file)
        size = path.stat().st_size
        if size > most:
            expected = f"{most:,} bytes at most"
            check.problem("is larger than any such file can be", None, None, expected, f"{size:,}", FILE_UNREADABLE)
            return None
        return path.read_bytes()
    except UnreadableError as error:
        check.problem(error.message, found=error.found, code=FILE_UNREADABLE)
    except OSError as error:
        check.problem("cannot be read", found=error.strerror, code=FILE_UNREADABLE)
    return None


def find(study: Path, file: str) -> Path:
    """Where a file of the study really is. Raises `UnreadableError` if it is no regular file below the study's folder."""
    try:
        # Not Path.resolve, which raises what the version of Python has for loops.
        path = Path(os.path.realpath(study / file))
        if Path(os.path.realpath(study)) not in path.parents:
            raise UnreadableError("is a link that leads out of the study's folder")
        path.stat()
        if not path.is_file():
            raise UnreadableError("is not a regular file")
    except OSError as error:
        raise UnreadableError("cannot be read", error.strerror) from error
    except ValueError as error:
        raise UnreadableError("is not the name of a file", str(error)) from error
    return path


def read_json(check: Check, study: Path) -> Any:
    """The content of the check's JSON file; None (never published) if it cannot be read."""
    text = read_text(check, study, LARGEST_JSON)
    if text is None:
        return None
    try:
        content = json.loads(text, object_pairs_hook=_no_duplicates, parse_constant=_no_constants)
        canonical = json.dumps(content, indent=2, ensure_ascii=False) + "\n"
    except (ValueError, RecursionError) as error:
        check.problem("not JSON as published", expected="strict JSON", found=error, code=JSON_FORM)
        return None
    if canonical != text:
        expected = "indented by two spaces, LF at the end"
        check.problem("not written in the published form", expected=expected, code=JSON_FORM)
    if content is None:
        check.problem("holds nothing", expected="keys with values", found="null", code=JSON_FORM)
    return content


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys are all different."""
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError(f"a key is there twice among {[name for name, _ in pairs]}")
    return made


def _no_constants(name: str) -> Any:
    """Refuse NaN and infinities, which JSON does not have."""
    raise ValueError(f"{name} is not a JSON number")


def float_of(check: Check, row: Row, column: str) -> float | None:
    """The float of a cell, None with a problem if it is none; it must be written as Python's repr."""
    text = row.cells[column]
    try:
        number = float(text)
    except ValueError:
        check.problem("not a number", row.number, column, "a number", text, CELL_FORM)
        return None
    if not math.isfinite(number):
        check.problem("not a finite number", row.number, column, "a finite number", text, CELL_FORM)
        return None
    if repr(number) != text:
        check.problem("not the canonical text of this number", row.number, column, repr(number), text, CELL_FORM)
    return number


def exact_of(check: Check, row: Row, column: str) -> Fraction | None:
    """The exact number of a cell, a fraction in lowest terms or an integer; None with a problem if not."""
    text = row.cells[column]
    number = exact_number(text)
    if number is None:
        check.problem("not an exact number", row.number, column, "an integer or a fraction", text, CELL_FORM)
    elif str(number) != text:
        check.problem("not in lowest terms", row.number, column, number, text, CELL_FORM)
    return number


@functools.lru_cache(maxsize=4096)
def exact_number(text: str) -> Fraction | None:
    """The number that a text stands for; None if it is none. The same few fractions fill whole tables."""
    try:
        return Fraction(text) if EXACT.fullmatch(text) else None
    except ZeroDivisionError:
        return None
