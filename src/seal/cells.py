"""cells.txt: the digests of the tables of a list, written one way and read strictly.

The format is that of docs/bundle-format.md, "manifest/": a heading and lines of hexadecimal digits for each table.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from dataclasses import dataclass

from seal.digests import DIGITS, LIMIT, Blocks, fit
from seal.limits import MOST_CELL_LINES
from seal.manifest import Entry
from seal.problem import Problem, shown
from seal.saying import counted
from seal.table import Table, Tabulated, is_table

_SIZE = re.compile(r" (0|[1-9][0-9]{0,17}) (0|[1-9][0-9]{0,17})(?: ([1-9][0-9]{0,17}) ([1-9][0-9]{0,17}))?")
_DIGESTS = re.compile(r"[0-9a-f]+")


@dataclass(frozen=True)
class _Unexpected:
    """The number of a malformed line, from 0, and what it should have been."""

    number: int
    expected: str


def format_cells(tables: Iterable[Table]) -> bytes:
    """The bytes of cells.txt."""
    lines: list[str] = []
    for table in tables:
        lines.append(_heading(table.path, table.rows, table.columns, table.blocks))
        lines.extend(table.digests)
    return "".join(f"{line}\n" for line in lines).encode()


def parse_cells(content: bytes, name: str, entries: Iterable[Entry]) -> Tabulated:
    """Read cells.txt strictly. It must have the CSV files among `entries`, in their order.

    Reading stops at the first malformed line, as one cannot know where the next table begins.
    """
    count = content.count(b"\n")
    if count > MOST_CELL_LINES:
        return Tabulated((), (Problem("list-malformed", name, f"at most {MOST_CELL_LINES:,} lines", f"{count:,}"),))
    lines = [line.decode("utf-8", "backslashreplace").rstrip("\n") for line in io.BytesIO(content)]
    if not content or content.endswith(b"\n"):
        lines.append("")
    tables: list[Table] = []
    number = 0
    for path in [entry.path for entry in entries if is_table(entry.path)]:
        table = _parse_table(lines, number, path)
        if isinstance(table, _Unexpected):
            return _stopped(tables, name, table, lines)
        tables.append(table)
        number += 1 + len(table.digests)
    if lines[number:] != [""]:
        return _stopped(tables, name, _Unexpected(number, "LF and the end of the file"), lines)
    return Tabulated(tuple(tables), ())


def _heading(path: str, rows: int, columns: int, blocks: Blocks | None) -> str:
    return f"{path} {rows} {columns}" + ("" if blocks is None else f" {blocks.height} {blocks.width}")


def _parse_table(lines: list[str], number: int, path: str) -> Table | _Unexpected:
    """The table whose heading should be line `number`."""
    match = _SIZE.fullmatch(lines[number], len(path)) if lines[number].startswith(path) else None
    if match is None:
        return _Unexpected(number, f"'{path} ROWS COLUMNS' or the same with HEIGHT WIDTH")
    rows, columns = int(match[1]), int(match[2])
    fitting = fit(rows, columns)
    blocks = None if match[3] is None else Blocks(int(match[3]), int(match[4]))
    if blocks not in (None, fitting):
        return _Unexpected(number, f"'{_heading(path, rows, columns, fitting)}'")
    first = number + 1
    count = rows if blocks is None else blocks.count(rows, columns)[0]
    table = Table(path, rows, columns, blocks, tuple(lines[first : first + count]))
    for offset, digests in enumerate(table.digests):
        if len(digests) % DIGITS or not _DIGESTS.fullmatch(digests):
            return _Unexpected(first + offset, f"{DIGITS} digits 0-9a-f per {'cell' if blocks is None else 'block'}")
    if first + count >= len(lines):
        return _Unexpected(len(lines) - 1, "LF at the end of the line")
    if blocks is None and sum(map(len, table.digests)) > DIGITS * LIMIT:
        return _Unexpected(number, f"'{_heading(path, rows, columns, fitting)}', as there are more than {LIMIT} cells")
    return _wrong_length(table, first) or table


def _wrong_length(table: Table, first: int) -> _Unexpected | None:
    """The first line with a wrong number of digests: without blocks that is known of the header only."""
    if table.blocks is None:
        found = len(table.digests[0]) // DIGITS if table.digests else 0
        return None if found == table.columns else _Unexpected(first, counted(table.columns, "cell"))
    across = table.blocks.count(table.rows, table.columns)[1]
    for offset, digests in enumerate(table.digests):
        if len(digests) != DIGITS * across:
            return _Unexpected(first + offset, counted(across, "block"))
    return None


def _stopped(tables: list[Table], name: str, unexpected: _Unexpected, lines: list[str]) -> Tabulated:
    number = unexpected.number
    found = f"'{shown(lines[number])}'" if number < len(lines) else "the end of the file"
    return Tabulated(tuple(tables), (Problem("list-malformed", f"{name}:{number + 1}", unexpected.expected, found),))
