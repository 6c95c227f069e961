"""The digests of a CSV file: where two tables differ, told without keeping the tables.

The rules are those of docs/bundle-format.md, "manifest/".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from seal.check import compare_hash
from seal.digests import LIMIT, Blocks, cells_of, digest_blocks, digest_cells, fit
from seal.limits import LONGEST_LINE
from seal.manifest import Entry
from seal.problem import Problem
from seal.read import hash_file, hash_stream, read_file


@dataclass(frozen=True)
class Table:
    """The digests of a CSV file with so many rows, header included, and so many columns in the header.

    One line of digests per row, one digest per cell; if the table is cut, one line per row of blocks.
    """

    path: str
    rows: int
    columns: int
    blocks: Blocks | None
    digests: tuple[str, ...]


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
            found = read_file(root, entry.path, partial(read_table, entry.path))
            sha256, table = (found, found) if isinstance(found, Problem) else found
            problem = compare_hash(entry, sha256)
            if isinstance(table, Table):
                tables.extend([table] if problem is None else [])
            else:
                problem = problem or table
        if problem is not None:
            problems.append(problem)
    return Tabulated(tuple(tables), tuple(problems))


def is_table(path: str) -> bool:
    """Whether a file is a CSV file."""
    return path.endswith(".csv")


def read_table(path: str, stream: BinaryIO, *watchers: Callable[[bytes], object]) -> tuple[str, Table | Problem]:
    """SHA-256 of a table, and its digests, or why it has none. The file is read twice: its size decides how it is cut."""
    shape = _Shape()
    sha256 = hash_stream(stream, shape.watch, *watchers)
    rows, columns = shape.rows, shape.columns
    stream.seek(0)
    lines = _lines(stream)
    blocks = None if shape.cells <= LIMIT else fit(rows, columns)
    try:
        if blocks is None:
            digests = tuple(digest_cells(cells_of(line)) for line in lines)
        else:
            groups = (islice(lines, stop - start) for start, stop in blocks.groups(rows))
            digests = tuple(digest_blocks(group, columns, blocks.width) for group in groups)
    except _LongLineError as error:
        expected = f"lines of at most {LONGEST_LINE:,} bytes"
        return sha256, Problem("table-malformed", path, expected, f"more in line {error.args[0]}")
    return sha256, Table(path, rows, columns, blocks, digests)


class _LongLineError(Exception):
    """The number of a line that is too long."""


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    number = 0
    while line := stream.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            raise _LongLineError(number)
        yield line


class _Shape:
    """Counts the rows and cells of a table that goes by in chunks, and the columns of its header."""

    def __init__(self) -> None:
        self._breaks = self._commas = self._header_commas = 0
        self._last = b""

    def watch(self, chunk: bytes) -> None:
        if self._breaks == 0:
            self._header_commas += chunk.partition(b"\n")[0].count(b",")
        self._breaks += chunk.count(b"\n")
        self._commas += chunk.count(b",")
        self._last = chunk[-1:]

    @property
    def rows(self) -> int:
        return self._breaks + (self._last not in (b"", b"\n"))

    @property
    def cells(self) -> int:
        return self._commas + self.rows

    @property
    def columns(self) -> int:
        return self._header_commas + 1 if self.rows else 0
