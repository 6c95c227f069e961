"""The digests of a table's cells: where two tables differ, told without keeping the tables.

The format is that of docs/bundle-format.md, "manifest/": four hexadecimal digits of SHA-256 per cell.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from seal.check import compare_hash
from seal.manifest import Entry
from seal.problem import Problem, shown
from seal.read import hash_file, read_file

DIGITS = 4
_HEADING = re.compile(r"(.+) (0|[1-9][0-9]{0,17}) (0|[1-9][0-9]{0,17})")
_ROW = re.compile(rf"(?:[0-9a-f]{{{DIGITS}}})+")


@dataclass(frozen=True)
class Table:
    """The digests of a CSV file: one string per row, header first, `DIGITS` hexadecimal digits per cell."""

    path: str
    rows: tuple[str, ...]

    @property
    def columns(self) -> int:
        """Number of columns of the header."""
        return len(self.rows[0]) // DIGITS if self.rows else 0


@dataclass(frozen=True)
class Tabulated:
    """The tables of sound files, and the problems of the others."""

    tables: tuple[Table, ...]
    problems: tuple[Problem, ...]


def tabulate(root: Path, entries: Iterable[Entry]) -> Tabulated:
    """The tables of the CSV files among `entries`; all entries are checked on the way."""
    tables: list[Table] = []
    problems: list[Problem] = []
    for entry in entries:
        if not is_table(entry.path):
            problem = compare_hash(entry, hash_file(root, entry.path))
        else:
            found = read_file(root, entry.path, _digest_stream)
            problem = compare_hash(entry, found if isinstance(found, Problem) else found[0])
            if problem is None and not isinstance(found, Problem):
                tables.append(Table(entry.path, found[1]))
        if problem is not None:
            problems.append(problem)
    return Tabulated(tuple(tables), tuple(problems))


def is_table(path: str) -> bool:
    """Whether a file is a CSV file."""
    return path.endswith(".csv")


def format_cells(tables: Iterable[Table]) -> bytes:
    """The bytes of cells.txt."""
    lines: list[str] = []
    for table in tables:
        lines.append(f"{table.path} {len(table.rows)} {table.columns}")
        lines.extend(table.rows)
    return "".join(f"{line}\n" for line in lines).encode()


def parse_cells(content: bytes, name: str, entries: Iterable[Entry]) -> Tabulated:
    """Read cells.txt strictly. It must have the CSV files among `entries`, in their order.

    Reading stops at the first malformed line, as one cannot know where the next table begins.
    """
    lines = content.decode("utf-8", "backslashreplace").split("\n")
    tables: list[Table] = []
    number = 0
    for path in [entry.path for entry in entries if is_table(entry.path)]:
        match = _HEADING.fullmatch(lines[number])
        if match is None or match[1] != path:
            return _stopped(tables, name, number, f"'{path} ROWS COLUMNS'", lines)
        number += 1
        table = Table(path, tuple(lines[number : number + int(match[2])]))
        for offset, row in enumerate(table.rows):
            if not _ROW.fullmatch(row):
                return _stopped(tables, name, number + offset, f"{DIGITS} digits 0-9a-f per cell", lines)
        if number + len(table.rows) >= len(lines):
            return _stopped(tables, name, len(lines) - 1, "LF at the end of the line", lines)
        if table.columns != int(match[3]):
            return _stopped(tables, name, number, f"{match[3]} cells", lines)
        tables.append(table)
        number += len(table.rows)
    if lines[number:] != [""]:
        return _stopped(tables, name, number, "LF and the end of the file", lines)
    return Tabulated(tuple(tables), ())


def cells_of(line: bytes) -> list[bytes]:
    """The cells of one line; no field of these files has quotes."""
    return line.rstrip(b"\n").split(b",")


def digest_row(cells: Iterable[bytes]) -> str:
    """The digests of some cells, side by side."""
    return "".join(hashlib.sha256(cell).hexdigest()[:DIGITS] for cell in cells)


def _digest_stream(stream: BinaryIO) -> tuple[str, tuple[str, ...]]:
    """SHA-256 of a table, and the digests of its rows."""
    whole = hashlib.sha256()
    rows = []
    for line in stream:
        whole.update(line)
        rows.append(digest_row(cells_of(line)))
    return whole.hexdigest(), tuple(rows)


def _stopped(tables: list[Table], name: str, number: int, expected: str, lines: list[str]) -> Tabulated:
    found = f"'{shown(lines[number])}'" if number < len(lines) else "the end of the file"
    return Tabulated(tuple(tables), (Problem("malformed", f"{name}:{number + 1}", expected, found),))
