"""Compares rebuilt products with the published ones: which files differ; for a table, which row and column.

What diffoscope does with two files, done with one file and the digests of the other's cells.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from seal.cells import DIGITS, Table, cells_of, digest_row, is_table
from seal.lists import Lists, check_products, differing_cells, read_lists
from seal.manifest import Entry
from seal.problem import Outcome, Problem, SealError, failed, shown
from seal.read import read_file


def compare(root: Path, published_folder: Path, rebuilt_folder: Path) -> Outcome:
    """Compare the lists of two folders; the files are those that were rebuilt below `root`."""
    refuse_same(published_folder, rebuilt_folder)
    rebuilt = read_lists(rebuilt_folder)
    problems = check_products(root, rebuilt)
    if problems:
        return failed(problems)
    if not published_folder.exists():
        return Outcome(0, (f"{published_folder}: nothing is published for this study; `make accept` publishes it",))
    if not published_folder.is_dir():
        raise SealError(f"{published_folder}: expected a folder")
    published = read_lists(published_folder)
    problems = (*published.problems, *_false_cells(published, rebuilt))
    if problems:
        return failed(problems)
    lines, differing = _differing_products(root, published, rebuilt)
    notes = [f"note: material {path}: {change}" for path, change in changes(published.materials, rebuilt.materials)]
    known = len({entry.path for entry in (*published.products, *rebuilt.products)})
    verdict = f"{differing} of {known} products differ from those published in {published_folder}"
    if not differing:
        verdict = f"{known} products equal those published in {published_folder}"
    return Outcome(1 if differing else 0, (*lines, *notes, verdict))


def refuse_same(published_folder: Path, rebuilt_folder: Path) -> None:
    """Nothing is learned from comparing a folder with itself."""
    if published_folder.resolve() == rebuilt_folder.resolve():
        raise SealError(f"{published_folder}: expected two folders, found one for both published and rebuilt")


def changes(old: Iterable[Entry], new: Iterable[Entry]) -> list[tuple[str, str]]:
    """The paths whose entries differ, sorted, each with `only published`, `only rebuilt` or `different`."""
    before = {entry.path: entry.sha256 for entry in old}
    after = {entry.path: entry.sha256 for entry in new}
    found = []
    for path in sorted({**before, **after}, key=str.encode):
        if path not in after:
            found.append((path, "only published"))
        elif path not in before:
            found.append((path, "only rebuilt"))
        elif before[path] != after[path]:
            found.append((path, "different"))
    return found


def find_differences(table: Table, lines: Iterable[bytes]) -> tuple[str, ...]:
    """How the lines of a CSV file differ from the published table: size, then first differing cell."""
    found: list[str] = []
    names: list[bytes] = []
    number = -1
    located = False
    for number, line in enumerate(lines):
        cells = cells_of(line)
        if number == 0:
            names = cells
            if len(cells) != table.columns:
                found.append(f"{len(cells)} columns found, {table.columns} published")
        if not located and number < len(table.rows) and digest_row(cells) != table.rows[number]:
            found.extend(_first_cell(number, names, cells, table.rows[number]))
            located = True
    if number + 1 != len(table.rows):
        found.insert(0, f"{max(number, 0)} rows found, {max(len(table.rows) - 1, 0)} published")
    return tuple(found)


def _false_cells(published: Lists, rebuilt: Lists) -> tuple[Problem, ...]:
    """Equal files have equal cells: a published cells.txt that says otherwise points to wrong places."""
    same = {entry.path for entry in set(published.products) & set(rebuilt.products)}
    return differing_cells(published, {path: table for path, table in rebuilt.tables.items() if path in same})


def _differing_products(root: Path, published: Lists, rebuilt: Lists) -> tuple[list[str], int]:
    before = {entry.path: entry.sha256 for entry in published.products}
    after = {entry.path: entry.sha256 for entry in rebuilt.products}
    differing = changes(published.products, rebuilt.products)
    lines = []
    for path, change in differing:
        if change != "different":
            lines.append(f"{path}: {change}")
            continue
        hashes = f"published {before[path]}, rebuilt {after[path]}"
        if is_table(path):
            lines.extend(f"{path}: {line}" for line in _table_lines(root, published.tables[path], hashes))
        else:
            lines.append(f"{path}: {hashes}")
    return lines, len(differing)


def _table_lines(root: Path, table: Table, hashes: str) -> tuple[str, ...]:
    found = read_file(root, table.path, partial(find_differences, table))
    if isinstance(found, Problem):
        raise SealError(f"{found.path}: expected {found.expected}, found {found.found}")
    if found:
        return found
    return (
        "every cell has the published digest, yet SHA-256 differs: by something that is not a cell (such as"
        f" the end of the last line) or by a cell whose short digest happens to be the same; {hashes}",
    )


def _first_cell(number: int, names: list[bytes], cells: list[bytes], digests: str) -> tuple[str, ...]:
    """Where a row that differs does so first."""
    published = [digests[start : start + DIGITS] for start in range(0, len(digests), DIGITS)]
    where = "header" if number == 0 else f"row {number}{_key(names, cells, published)}"
    for column, (cell, digest) in enumerate(zip(cells, published)):
        found = digest_row([cell])
        if found != digest:
            named = number > 0 and column < len(names)
            name = _text(names[column]) if named else str(column + 1)
            verdict = f"found {_text(cell)}; the published cell has another digest ({digest}, found {found})"
            return (f"{where}, column {name}: {verdict}",)
    # In the header this has been said: it is the number of columns.
    return () if number == 0 else (f"{where}: {len(cells)} cells found, {len(published)} published",)


def _key(names: list[bytes], cells: list[bytes], published: list[str]) -> str:
    """The row's first cell, unless that is what differs."""
    if digest_row(cells[:1]) != published[0]:
        return ""
    return f" ({_text(names[0])}={_text(cells[0])})"


def _text(cell: bytes) -> str:
    return shown(cell.decode("utf-8", "backslashreplace"))
