"""The Parquet twins of tables, for programs that would rather not read text."""

from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from regretlab.errors import InputError
from regretlab.files import Cell, read_csv, write_bytes
from regretlab.layout import trajectory_header
from regretlab.sequence_form.game import Game


def write_parquet(source: Path, target: Path, game: Game) -> None:
    """Write the trajectory as Parquet: the same columns, the same bits, each column with its unit."""
    header = trajectory_header(game.players)
    rows = read_csv(source, header)
    fields = [pa.field("iteration", pa.int64(), metadata={"unit": "iterations"})]
    fields += [pa.field(name, pa.float64(), metadata={"unit": game.unit}) for name in header[1:]]
    columns: list[list[float]] = [[int(row["iteration"]) for row in rows]]
    columns += [[float(row[name]) for row in rows] for name in header[1:]]
    _write(target, pa.table(columns, schema=pa.schema(fields)))


def write_table(target: Path, header: Sequence[str], rows: Sequence[Sequence[Cell]]) -> None:
    """Write a table of texts, whole numbers and floats as Parquet."""
    _write(target, pa.table({name: [row[number] for row in rows] for number, name in enumerate(header)}))


def _write(target: Path, table: pa.Table) -> None:
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink)
    write_bytes(target, sink.getvalue().to_pybytes())


def read_parquet(path: Path) -> dict[str, list[Cell]]:
    """The columns of a Parquet file, in order. Raises `InputError` if it is none."""
    try:
        columns: dict[str, list[Cell]] = pq.read_table(path).to_pydict()
    except (OSError, pa.ArrowException) as error:
        raise InputError(f"{path}: expected a Parquet file, {' '.join(str(error).split())}") from error
    return columns
