"""Parquet files that are the same tables as CSV files."""

from __future__ import annotations

from collections.abc import Sequence

from recheck.codes import PARQUET_DIFFERS
from recheck.names import written
from recheck.parquet import MalformedError, Value, read_columns
from recheck.reading import LARGEST_FILE, read_bytes_hashed
from recheck.semantics.bundle import Bundle
from recheck.tolerances import Tolerance

CELLS = Tolerance(
    0.0,
    "all cells are those of the CSV file; units and statistics that the file has besides are guarded by hashes and by"
    " regretlab's gate alone",
)


def check_twin(bundle: Bundle, header: Sequence[str], rows: Sequence[Sequence[str]], file: str) -> None:
    """Compare every cell of a Parquet file with that of the CSV file."""
    if file not in bundle.there:
        return
    check = bundle.check("same cells as the CSV file", file, CELLS, PARQUET_DIFFERS)
    data = read_bytes_hashed(check, bundle.folder, LARGEST_FILE)
    if data is None:
        return
    try:
        columns = read_columns(data, len(rows))
    except MalformedError as error:
        check.problem("is no Parquet file that can be read here", expected="the table of the CSV file", found=error)
        return
    if list(columns) != list(header):
        check.problem("has other columns", None, None, ", ".join(header), ", ".join(columns))
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
