"""Compares rebuilt products with the published ones: which files differ; for a table, which row and column.

Of the published products there are only hashes and digests; the files are those that were rebuilt.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from seal.check import check_entries
from seal.differences import find_differences
from seal.lists import CELLS, Lists, check_products, differing_cells, read_lists
from seal.manifest import Entry
from seal.problem import Outcome, Problem, SealError, failed
from seal.read import read_file
from seal.saying import counted
from seal.table import Table, is_table


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
    problems = check_entries(root, rebuilt.bundle)
    if problems:
        return failed(problems)
    lines, differing = _differing_products(root, published, rebuilt)
    notes = [f"note: material {path}: {change}" for path, change in changes(published.materials, rebuilt.materials)]
    # A bundle holds its materials too: with others it must differ, with the same it must not. In itself it is not listed.
    for path, change in changes(published.bundle, rebuilt.bundle) if published.bundle else ():
        if notes or differing:
            notes.append(f"note: {path}: {change}, as what is in it differs")
        else:
            return Outcome(1, (f"{path}: {change}, although products and materials equal those published",))
    known = len({entry.path for entry in (*published.products, *rebuilt.products)})
    differ = "differs" if differing == 1 else "differ"
    verdict = f"{differing:,} of {counted(known, 'product')} {differ} from those published in {published_folder}"
    if not differing:
        verdict = (
            f"{counted(known, 'product')} {'equals' if known == 1 else 'equal'} those published in {published_folder}"
        )
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


def _false_cells(published: Lists, rebuilt: Lists) -> tuple[Problem, ...]:
    """Equal files have equal cells: a published cells.txt that says otherwise points to wrong places."""
    same = {entry.path for entry in set(published.products) & set(rebuilt.products)}
    tables = {path: table for path, table in rebuilt.tables.items() if path in same}
    return differing_cells(str(published.folder / CELLS), published.tables, tables)


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
    part = "cell" if table.blocks is None else "block of cells"
    return (
        f"every {part} has the published digest, yet SHA-256 differs: by something that is not a cell (such as"
        f" the end of the last line) or by a {part} whose short digest happens to be the same; {hashes}",
    )
