"""The Parquet twins of tables, for programs that would rather not read text.

They are as plain as pyarrow writes them: one form, in which there is nothing that two programs could read in two ways.
"""

from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from regretlab.errors import InputError
from regretlab.files import Cell, read_csv, write_bytes
from regretlab.layout import trajectory_header
from regretlab.sequence_form.game import Game

TYPES = {
    "iteration": pa.int64(),
    **dict.fromkeys(("game", "variant", "answer", "unit"), pa.string()),
}
"""Types of columns by their names; all others are doubles."""


def write_parquet(source: Path, target: Path, game: Game) -> None:
    """Write the trajectory as Parquet: the same columns, the same bits."""
    header = trajectory_header(game.players)
    rows = read_csv(source, header)
    write_table(target, header, [[int(row[header[0]]), *(float(row[name]) for name in header[1:])] for row in rows])


def write_table(target: Path, header: Sequence[str], rows: Sequence[Sequence[Cell]]) -> None:
    """Write a table of texts, whole numbers and floats as Parquet."""
    fields = [pa.field(name, TYPES.get(name, pa.float64()), nullable=False) for name in header]
    columns = [[row[number] for row in rows] for number in range(len(header))]
    sink = pa.BufferOutputStream()
    pq.write_table(
        pa.table(columns, schema=pa.schema(fields)),
        sink,
        row_group_size=max(1, len(rows)),
        version="2.6",
        data_page_version="1.0",
        use_dictionary=False,
        compression="none",
        write_statistics=False,
        store_schema=False,
    )
    write_bytes(target, sink.getvalue().to_pybytes())


def read_parquet(path: Path) -> dict[str, list[Cell]]:
    """The columns of a Parquet file, in order. Raises `InputError` if it is none."""
    try:
        columns: dict[str, list[Cell]] = pq.read_table(path).to_pydict()
    except (OSError, pa.ArrowException) as error:
        raise InputError(f"{path}: expected a Parquet file, {' '.join(str(error).split())}") from error
    return columns
