"""Where a rebuilt table differs from the published one, of which only the digests are known.

What diffoscope does with two files, done with one file and the digests of the other's cells, or blocks of cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from seal.digests import Blocks, cells_of, digest_blocks, digest_cells, split_digests
from seal.problem import shown
from seal.saying import counted
from seal.table import Table

# Names of infosets are long and may differ at their ends only: cut like other texts, two could look the same.
_NAME_LENGTH = 1000


def find_differences(table: Table, lines: Iterable[bytes]) -> tuple[str, ...]:
    """How the lines of a CSV file differ from the published table: size, then first differing cell or block."""
    if table.blocks is None:
        return _by_cells(table, lines)
    return _by_blocks(table, table.blocks, lines)


def _by_cells(table: Table, lines: Iterable[bytes]) -> tuple[str, ...]:
    names: list[bytes] = []
    first: tuple[str, ...] = ()
    number = -1
    located = False
    for number, line in enumerate(lines):
        cells = cells_of(line)
        if number == 0:
            names = cells
        if not located and number < table.rows and digest_cells(cells) != table.digests[number]:
            first = _first_cell(number, names, cells, split_digests(table.digests[number]))
            located = True
    return (*_sizes(table, number + 1, names), *first)


def _by_blocks(table: Table, blocks: Blocks, lines: Iterable[bytes]) -> tuple[str, ...]:
    names: list[bytes] = []
    first: tuple[str, ...] = ()
    rows = 0
    lines = iter(lines)
    for (start, stop), digests in zip(blocks.groups(table.rows), table.digests):
        group = list(islice(lines, stop - start))
        rows += len(group)
        if start == 0 and group:
            names = cells_of(group[0])
        # Blocks that lie elsewhere, or that the end of the file cuts short, differ for that reason alone.
        if not first and len(names) == table.columns and rows == stop:
            first = _first_block(start, names, group, blocks.width, split_digests(digests))
    rows += sum(1 for _ in lines)
    return (*_sizes(table, rows, names), *first)


def _sizes(table: Table, rows: int, names: list[bytes]) -> list[str]:
    """What is to be said of the numbers of rows and columns; an empty file has no columns to speak of."""
    found = []
    if rows != table.rows:
        found.append(f"{counted(max(rows - 1, 0), 'row')} found, {max(table.rows - 1, 0):,} published")
    if names and len(names) != table.columns:
        found.append(f"{counted(len(names), 'column')} found, {table.columns} published")
    return found


def _first_cell(number: int, names: list[bytes], cells: list[bytes], published: list[str]) -> tuple[str, ...]:
    """Where a row that differs does so first."""
    where = "header" if number == 0 else f"row {number}"
    # The row's first cell tells which one it is, unless that is what differs.
    if number > 0 and digest_cells(cells[:1]) == published[0]:
        where += _key(names, cells)
    for column, (cell, digest) in enumerate(zip(cells, published)):
        found = digest_cells([cell])
        if found != digest:
            named = number > 0 and column < len(names)
            name = _name(names[column]) if named else str(column + 1)
            verdict = f"found {_text(cell)}; the published cell has another digest ({digest}, found {found})"
            return (f"{where}, column {name}: {verdict}",)
    # In the header this has been said: it is the number of columns.
    return () if number == 0 else (f"{where}: {counted(len(cells), 'cell')} found, {len(published)} published",)


def _first_block(
    start: int, names: list[bytes], group: Sequence[bytes], width: int, published: list[str]
) -> tuple[str, ...]:
    """Where the rows from `start` on differ first, if they do."""
    for number, digest in enumerate(split_digests(digest_blocks(group, len(names), width))):
        if digest != published[number]:
            rows = _rows(start, group)
            if rows == f"row {start}" and number > 0:
                rows += _key(names, cells_of(group[0]))
            columns = _columns(names, number * width, width, named=start > 0)
            verdict = f"what is published there has another digest ({published[number]}, found {digest})"
            return (f"{rows}, {columns}: {verdict}",)
    return ()


def _rows(start: int, group: Sequence[bytes]) -> str:
    if start == 0:
        return "header"
    return f"row {start}" if len(group) == 1 else f"rows {start} to {start + len(group) - 1}"


def _columns(names: list[bytes], start: int, width: int, named: bool) -> str:
    """Some columns side by side; in the header itself they have numbers only."""
    chosen = names[start : start + width]
    if len(chosen) == 1:
        return f"column {_name(chosen[0]) if named else start + 1}"
    numbers = f"columns {start + 1} to {start + len(chosen)}"
    return f"{numbers} ({_name(chosen[0])} to {_name(chosen[-1])})" if named else numbers


def _key(names: list[bytes], cells: list[bytes]) -> str:
    return f" ({_name(names[0])}={_text(cells[0])})"


def _name(cell: bytes) -> str:
    return shown(cell.decode("utf-8", "backslashreplace"), _NAME_LENGTH)


def _text(cell: bytes) -> str:
    return shown(cell.decode("utf-8", "backslashreplace"))
