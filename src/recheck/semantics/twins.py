"""Parquet files that are the same tables as CSV files."""

from __future__ import annotations

from collections.abc import Sequence

from recheck.codes import PARQUET_DIFFERS
from recheck.names import written
from recheck.parquet import DOUBLE, INT64, TEXT, MalformedError, Value, read_columns
from recheck.reading import LARGEST_FILE, read_bytes_hashed
from recheck.semantics.bundle import Bundle
from recheck.tolerances import Tolerance

CELLS = Tolerance(
    0.0,
    "all cells are those of the CSV file, and all other bytes follow from them, but for the version of the writer and"
    " where pages end",
)

KINDS = {"iteration": INT64, **dict.fromkeys(("game", "variant", "answer", "unit"), TEXT)}
"""Kinds of columns by their names; all others are doubles."""


def check_twin(bundle: Bundle, header: Sequence[str], rows: Sequence[Sequence[str]], file: str) -> None:
    """Compare every cell of a Parquet file with that of the CSV file."""
    if file not in bundle.there:
        return
    check = bundle.check("same cells as the CSV file", file, CELLS, PARQUET_DIFFERS)
    data = read_bytes_hashed(check, bundle.folder, LARGEST_FILE)
    if data is None:
        return
    try:
        columns = read_columns(data, {name: KINDS.get(name, DOUBLE) for name in header}, len(rows))
    except MalformedError as error:
        check.problem(f"is not in the form of these files: {error.where}", None, None, error.expected, error.found)
        return
    for place, (name, values) in enumerate(columns.items()):
        check.numbers += len(values)
        found, due = list(map(_cell, values)), [cells[place] for cells in rows]
        if found != due:
            n = next(n for n, (one, other) in enumerate(zip(found, due)) if one != other)
            check.problem("is not the cell of the CSV file", n + 1, name, due[n], found[n])


def _cell(value: Value) -> str:
    """A value as tables have it."""
    return written(value) if isinstance(value, str) else repr(value)
