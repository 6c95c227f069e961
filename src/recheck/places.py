"""Where single numbers stand among the published files: cells of tables, values of documents.

Each file is read once; whatever is wrong with it is a problem of that file. That a number is not there is for the one who asks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from recheck.codes import TABLE_SCHEMA
from recheck.ledger import Check, Ledger
from recheck.names import read_name
from recheck.numerals import number_in
from recheck.reading import LARGEST_FILE, read_json, read_text, rows_of

INDEX = re.compile(r"0|[1-9][0-9]{0,8}")


class NothingThereError(Exception):
    """There is no such number; the message says why."""


class Table(NamedTuple):
    """A table as texts."""

    header: list[str]
    rows: list[list[str]]


class Places:
    """The files of a study, read when asked for."""

    def __init__(self, ledger: Ledger, folder: Path) -> None:
        """Nothing read yet."""
        self.ledger = ledger
        self.folder = folder
        self._tables: dict[str, Table | None] = {}
        self._documents: dict[str, Any] = {}
        self._rows: dict[tuple[str, tuple[str, ...]], dict[tuple[str, ...], list[int]]] = {}

    def table(self, file: str) -> Table:
        """A table. Raises `NothingThereError` if it cannot be read."""
        if file not in self._tables:
            self._tables[file] = self._read_table(file) if is_plain(file) else None
        found = self._tables[file]
        if found is None:
            raise NothingThereError(f"{file} cannot be read as a table")
        return found

    def document(self, file: str) -> Any:
        """The content of a JSON file. Raises `NothingThereError` if it cannot be read."""
        if file not in self._documents:
            self._documents[file] = read_json(self._check(file), self.folder) if is_plain(file) else None
        if self._documents[file] is None:
            raise NothingThereError(f"{file} cannot be read as a document")
        return self._documents[file]

    def rows(self, file: str, where: Mapping[str, str]) -> list[int]:
        """Numbers, from 0, of the rows with these names in these columns."""
        table = self.table(file)
        columns = tuple(where)
        if (file, columns) not in self._rows:
            at = [_column(file, table, column) for column in columns]
            index: dict[tuple[str, ...], list[int]] = {}
            for number, cells in enumerate(table.rows):
                index.setdefault(tuple([read_name(cells[n]) for n in at]), []).append(number)
            self._rows[file, columns] = index
        return self._rows[file, columns].get(tuple(where.values()), [])

    def cell(self, file: str, where: Mapping[str, str], column: str) -> str:
        """The name or number in a column of the only row that is meant."""
        table, rows = self.table(file), self.rows(file, where)
        if len(rows) != 1:
            said = ", ".join([f"{name} = {text}" for name, text in where.items()])
            raise NothingThereError(f"{file} has {len(rows)} rows{f' with {said}' if said else ''}, not one")
        return read_name(table.rows[rows[0]][_column(file, table, column)])

    def number(self, file: str, where: Mapping[str, str], column: str) -> Fraction:
        """The same if it is a number."""
        text = self.cell(file, where, column)
        number = number_in(text)
        if number is None:
            raise NothingThereError(f"{file} has no number in the column {column}, but {text}")
        return number

    def value(self, file: str, keys: Sequence[str]) -> Any:
        """The value of a document under these keys; of a list, the key is a number from 0."""
        found = self.document(file)
        for key in keys:
            if isinstance(found, dict) and key in found:
                found = found[key]
            elif isinstance(found, list) and INDEX.fullmatch(key) and int(key) < len(found):
                found = found[int(key)]
            else:
                raise NothingThereError(f"{file} has nothing at {key} of {'|'.join(keys)}")
        return found

    def items(self, file: str, *keys: str) -> list[Any]:
        """The items of a list of a document."""
        found = self.value(file, keys)
        if not isinstance(found, list):
            raise NothingThereError(f"{file} has no list at {'|'.join(keys)}")
        return found

    def named_rows(self, file: str, columns: Sequence[str]) -> list[list[str]]:
        """The names and numbers in these columns of a table, row by row."""
        table = self.table(file)
        at = [_column(file, table, column) for column in columns]
        return [[read_name(cells[n]) for n in at] for cells in table.rows]

    def _check(self, file: str) -> Check:
        """What reading needs; only problems come of it."""
        return Check(self.ledger, "", file, 0.0, "")

    def _read_table(self, file: str) -> Table | None:
        check = self._check(file)
        text = read_text(check, self.folder, LARGEST_FILE)
        if text is None:
            return None
        header = text.split("\n", 1)[0].split(",")
        lines = rows_of(check, header, text)
        if len(set(header)) != len(header):
            check.problem("two columns have one name", 0, found=",".join(header), code=TABLE_SCHEMA)
        return None if lines is None or not check.passed else Table(header, [cells for _, cells in lines])


def is_plain(file: str) -> bool:
    """Whether a path is written in the one way that leads down from the study's folder."""
    return not {"", ".", ".."} & set(file.split("/"))


def _column(file: str, table: Table, column: str) -> int:
    """Which column has that name."""
    if column not in table.header:
        raise NothingThereError(f"{file} has no column {column}")
    return table.header.index(column)
