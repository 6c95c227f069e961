"""The digests of a CSV file: where two tables differ, told without keeping the tables.

The rules are those of docs/bundle-format.md, "manifest/".
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from seal.check import compare_hash
from seal.digests import LIMIT, Blocks, cells_of, digest_blocks, digest_cells, fit
from seal.manifest import Entry
from seal.problem import Problem
from seal.read import hash_file, read_file


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
            found = read_file(root, entry.path, partial(_read_table, entry.path))
            problem = compare_hash(entry, found if isinstance(found, Problem) else found[0])
            if problem is None and not isinstance(found, Problem):
                tables.append(found[1])
        if problem is not None:
            problems.append(problem)
    return Tabulated(tuple(tables), tuple(problems))


def is_table(path: str) -> bool:
    """Whether a file is a CSV file."""
    return path.endswith(".csv")


def _read_table(path: str, stream: BinaryIO) -> tuple[str, Table]:
    """SHA-256 of a table and its digests. The file is read twice: its size decides how it is cut."""
    whole = hashlib.sha256()
    rows = columns = cells = 0
    for line in stream:
        whole.update(line)
        count = line.count(b",") + 1
        columns = columns or count
        rows += 1
        cells += count
    stream.seek(0)
    if cells <= LIMIT:
        blocks = None
        digests = tuple(digest_cells(cells_of(line)) for line in stream)
    else:
        blocks = fit(rows, columns)
        digests = tuple(
            digest_blocks(list(islice(stream, stop - start)), columns, blocks.width)
            for start, stop in blocks.groups(rows)
        )
    return whole.hexdigest(), Table(path, rows, columns, blocks, digests)
