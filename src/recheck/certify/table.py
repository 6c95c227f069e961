"""Strategy tables as other programs write them: any dialect of CSV that can be told without guessing.

RFC 4180, and what is common besides: a byte order mark, CRLF, semicolons or tabs, columns in any order, further columns, lines of
comment before the header. What is needed of a table: docs/certify.md.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import NamedTuple

from recheck.certify.faults import Fault, short

NEEDED = ("player", "infoset", "probability")
ACTION, POSITION = "action", "position"
"""An action is told by its name, or by its position among those of the infoset, from 0."""

DELIMITERS = (",", ";", "\t")
COMMENT = "#"


class Cells(NamedTuple):
    """One row of a table: where it is, and its cells; the infoset and the name of an action are as they stand there."""

    row: int
    line: int
    player: str
    infoset: str
    action: str
    probability: str


class Table(NamedTuple):
    """The rows of a table; whether actions are told by their position; columns that are of no account; what is wrong."""

    rows: list[Cells]
    positions: bool
    ignored: list[str]
    faults: list[Fault]


class Dialect(NamedTuple):
    """How the cells of a table are separated, and where each is."""

    delimiter: str
    spaced: bool
    places: dict[str, int]
    positions: bool
    names: list[str]


def decoded(content: bytes) -> str | Fault:
    """The text of a table: UTF-8, or UTF-16 if it begins with that mark."""
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return Fault("table-malformed", f"is no text in UTF-8: byte {error.start}", line=line)
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        return Fault("table-malformed", "has a null character", line=line)
    return text


def read_table(content: bytes) -> Table:
    """The rows of a table and all that is wrong with its form."""
    text = decoded(content)
    if isinstance(text, Fault):
        return Table([], False, [], [text])
    skipped, header = _header(text)
    dialect = _dialect(header)
    if dialect is None:
        expected = f"{', '.join(NEEDED)} and {ACTION} or {POSITION}, each once"
        fault = Fault("header-wrong", "wrong columns", line=skipped + 1, expected=expected, found=short(header))
        return Table([], False, [], [fault])
    table = Table([], dialect.positions, [name for name in dialect.names if name not in dialect.places], [])
    for found in _records(text, skipped, dialect):
        if isinstance(found, Fault):
            table.faults.append(found)
        else:
            table.rows.append(found)
    return table


def _header(text: str) -> tuple[int, str]:
    """How many lines of comment, and empty ones, come before the header, and the header."""
    for number, line in enumerate(io.StringIO(text, newline="")):
        line = line.strip("\r\n")  # noqa: PLW2901 - without its end
        if line.strip() and not line.startswith(COMMENT):
            return number, line
    return text.count("\n"), ""


def _dialect(header: str) -> Dialect | None:
    """The dialect in which the header has the columns that are needed; None if there is no such."""
    for delimiter in DELIMITERS:
        spaced = f"{delimiter} " in header
        try:
            read = next(csv.reader([header], delimiter=delimiter, strict=True, skipinitialspace=spaced), [])
        except csv.Error:
            continue
        names = [name.strip().lower() for name in read]
        action = ACTION if ACTION in names else POSITION
        wanted = (*NEEDED, action)
        if all(names.count(name) == 1 for name in wanted):
            places = {name: names.index(name) for name in wanted}
            return Dialect(delimiter, spaced, places, action == POSITION, names)
    return None


def _records(text: str, skipped: int, dialect: Dialect) -> Iterator[Cells | Fault]:
    """Row by row what there is, or what is wrong with it; a row without anything in it is none."""
    lines = io.StringIO(text, newline="")
    for _ in range(skipped):
        next(lines)
    reader = csv.reader(lines, delimiter=dialect.delimiter, strict=True, skipinitialspace=dialect.spaced)
    row, line = 0, skipped + 1
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield Fault("table-malformed", f"is no CSV from here on: {error}", row or None, line)
            return
        if row and any(cells):
            yield _cells(row, line, cells, dialect)
        row, line = row + 1, skipped + reader.line_num + 1


def _cells(row: int, line: int, cells: list[str], dialect: Dialect) -> Cells | Fault:
    """The cells of a row that are needed."""
    if len(cells) != len(dialect.names):
        expected, found = str(len(dialect.names)), str(len(cells))
        return Fault("row-malformed", "wrong number of cells", row, line, expected=expected, found=found)
    player, infoset, probability = (cells[dialect.places[name]] for name in NEEDED)
    action = cells[dialect.places[POSITION if dialect.positions else ACTION]]
    return Cells(row, line, player.strip(), infoset, action, probability.strip())
