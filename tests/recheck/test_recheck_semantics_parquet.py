"""Parquet files in the form that regretlab writes are read, and no others: whatever is accepted, pyarrow reads the same table."""

from __future__ import annotations

import io
import re
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recheck import parquet
from recheck.parquet import DOUBLE, INT64, TEXT, MalformedError, read_columns
from regretlab.parquet import write_table

KINDS = {"game": TEXT, "iteration": INT64, "unit": TEXT, "value": DOUBLE, "gain": DOUBLE}
"""Columns as regretlab types them by their names."""
TYPES = {TEXT: pa.string(), INT64: pa.int64(), DOUBLE: pa.float64()}

Columns = dict[str, list[Any]]


def columns_of(rows: int) -> Columns:
    return {
        "game": [f"run ü {n % 7}" for n in range(rows)],
        "iteration": [n * 1000 - 5 for n in range(rows)],
        "unit": [""] * rows,
        "value": [(-1) ** n / (n + 3) for n in range(rows)],
        "gain": [-0.0] * rows,
    }


def made(folder: Path, columns: Columns) -> bytes:
    """A file as regretlab writes it."""
    target = folder / "made.parquet"
    write_table(target, list(columns), list(zip(*columns.values(), strict=True)))
    return target.read_bytes()


PLAIN: dict[str, Any] = {
    "use_dictionary": False,
    "compression": "none",
    "write_statistics": False,
    "store_schema": False,
}


def written(columns: Columns, nullable: bool = False, metadata: dict[str, str] | None = None, **options: Any) -> bytes:
    """A file as pyarrow writes it, in the plain form but for the options."""
    fields = [pa.field(name, TYPES.get(KINDS.get(name)), nullable=nullable) for name in columns]
    sink = io.BytesIO()
    table = pa.table(columns, schema=pa.schema(fields, metadata=metadata))
    pq.write_table(table, sink, **{**PLAIN, **options})
    return sink.getvalue()


def read_by_pyarrow(data: bytes) -> Columns | None:
    """None if it refuses the file."""
    try:
        return pq.read_table(pa.BufferReader(data)).to_pydict()
    except (OSError, pa.ArrowException):
        return None


# A page ends after 1,024 values or more, and after 20,000.
@pytest.mark.parametrize("rows", [1, 2, 63, 64, 127, 128, 5000, 20_000, 20_001, 45_000])
def test_reads_what_regretlab_writes(tmp_path: Path, rows: int) -> None:
    columns = columns_of(rows)
    data = made(tmp_path, columns)
    # With signs of zeros.
    assert repr(read_columns(data, KINDS, rows)) == repr(columns) == repr(read_by_pyarrow(data))


@pytest.mark.parametrize("count", [1, 13, 14, 15, 16, 40, 200])
def test_reads_any_number_of_columns(tmp_path: Path, count: int) -> None:
    columns = {f"x{n}": [n / 7, 0.1] for n in range(count)}
    assert read_columns(made(tmp_path, columns), dict.fromkeys(columns, DOUBLE), 2) == columns


@pytest.mark.parametrize("rows", [1, 3, 100])
def test_pages_may_end_anywhere(rows: int) -> None:
    columns = columns_of(300)
    data = written(columns, max_rows_per_page=rows)
    assert data.count(b"\x15\x00\x15\x06\x15\x06\x1c") == 5 * 300 / rows
    assert read_columns(data, KINDS, 300) == columns


ROWS = 3
THREE = columns_of(ROWS)
A_PAGE = "page 1: expected the header of a plain page"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"nullable": True}, "column game, page 1: expected texts of 42 bytes, found 30"),
        ({"compression": "snappy"}, f"column game, {A_PAGE}"),
        ({"use_dictionary": True}, f"column game, {A_PAGE}"),
        ({"use_dictionary": ["gain"]}, f"column gain, {A_PAGE}"),
        ({"use_byte_stream_split": ["value"]}, f"column value, {A_PAGE}"),
        ({"column_encoding": {"iteration": "DELTA_BINARY_PACKED"}}, f"column iteration, {A_PAGE}"),
        ({"data_page_version": "2.0"}, f"column game, {A_PAGE}"),
        ({"write_page_checksum": True}, f"column game, {A_PAGE}"),
        ({"write_statistics": True}, f"column game, {A_PAGE}"),
        ({"write_statistics": ["gain"]}, f"column gain, {A_PAGE}"),
        ({"store_schema": True}, r"created_by in the footer: expected field 6 \(28\), found 19"),
        ({"version": "1.0"}, r"version in the footer: expected 2 \(04\), found 02"),
        ({"row_group_size": 2}, "column game, page 2: expected at most 1 values in"),
        ({"write_page_index": True}, f"column game, {A_PAGE}"),
        ({"sorting_columns": [pq.SortingColumn(1)]}, r"row_groups\[0\].file_offset in the footer: expected field 5"),
        ({"bloom_filter_options": {"value": {"ndv": 10}}}, "version in the footer"),
    ],
    ids=str,
)
def test_what_is_written_otherwise_is_refused(options: dict[str, Any], message: str) -> None:
    assert read_columns(written(THREE), KINDS, ROWS) == THREE
    with pytest.raises(MalformedError, match=message):
        read_columns(written(THREE, **options), KINDS, ROWS)


FILE = written(THREE)


def footer_of(data: bytes) -> int:
    """Where the footer begins."""
    return len(data) - 8 - int.from_bytes(data[-8:-4], "little")


def with_footer(data: bytes, change: Callable[[dict[str, Any]], object]) -> bytes:
    """The file with another footer: that of its columns, as recheck makes it, with a change."""
    columns: list[parquet.Column] = []
    for name, kind in KINDS.items():
        start = columns[-1].stop if columns else 4
        columns.append(parquet._column(data, start, name, kind, ROWS))
    footer = parquet._footer(columns, ROWS, b"parquet-cpp-arrow version 26.0.1")
    change(footer)
    packed = b"".join(piece for _, _, piece in parquet._pieces(sorted_fields(footer), ""))
    return data[: footer_of(data)] + packed + struct.pack("<I", len(packed)) + b"PAR1"


def sorted_fields(value: Any) -> Any:
    """Fields are written by their numbers."""
    if isinstance(value, dict):
        return {key: sorted_fields(value[key]) for key in sorted(value, key=lambda key: int(key.split()[0]))}
    return [sorted_fields(item) for item in value] if isinstance(value, list) else value


def chunk(footer: dict[str, Any], number: int) -> dict[str, Any]:
    found: dict[str, Any] = footer["4 row_groups"][0]["1 columns"][number]["3 meta_data"]
    return found


def swap_paths(footer: dict[str, Any]) -> None:
    for number, name in ((3, b"gain"), (4, b"value")):
        chunk(footer, number)["3 path_in_schema"] = [name]


FORGED: dict[str, Callable[[dict[str, Any]], object]] = {
    "rows": lambda f: f.update({"3 num_rows": parquet.Long(2)}),
    "rows of the group": lambda f: f["4 row_groups"][0].update({"3 num_rows": parquet.Long(1)}),
    "no group": lambda f: f["4 row_groups"].clear(),
    "the group twice": lambda f: f["4 row_groups"].append(f["4 row_groups"][0]),
    "decimals": lambda f: f["2 schema"][2].update({"6 converted_type": 5, "7 scale": 3, "8 precision": 18}),
    "dates": lambda f: f["2 schema"][2].update({"6 converted_type": 10}),
    "dates by the newer mark": lambda f: f["2 schema"][2].update(
        {"10 logicalType": {"8 TIMESTAMP": {"2 unit": {"2 MICROS": {}}}}}
    ),
    "unsigned numbers": lambda f: f["2 schema"][2].update({"6 converted_type": 14}),
    "JSON": lambda f: f["2 schema"][1].update({"6 converted_type": 19}),
    "bytes": lambda f: [f["2 schema"][1].pop(key) for key in ("6 converted_type", "10 logicalType")],
    "an identity": lambda f: f["2 schema"][2].update({"9 field_id": 1}),
    "a column that may lack values": lambda f: f["2 schema"][2].update({"3 repetition_type": 1}),
    "a column of lists": lambda f: f["2 schema"][2].update({"3 repetition_type": 2}),
    "another type": lambda f: f["2 schema"][3].update({"1 type": 2}),
    "another name": lambda f: f["2 schema"][3].update({"4 name": b"worth"}),
    "names swapped": lambda f: f["2 schema"].append(f["2 schema"].pop(3)),
    "a column less": lambda f: f["2 schema"].pop(),
    "paths swapped": swap_paths,
    "places swapped": lambda f: chunk(f, 3).update({"9 data_page_offset": chunk(f, 4)["9 data_page_offset"]}),
    "a place in another file": lambda f: f["4 row_groups"][0]["1 columns"][3].update({"1 file_path": b"x"}),
    "a dictionary": lambda f: chunk(f, 3).update({"11 dictionary_page_offset": parquet.Long(4)}),
    "statistics": lambda f: chunk(f, 2).update({"12 statistics": {"5 max_value": bytes(8), "6 min_value": bytes(8)}}),
    "size of texts": lambda f: chunk(f, 0).update({"16 size_statistics": {"1 bytes": parquet.Long(7)}}),
    "no size of texts": lambda f: chunk(f, 0).pop("16 size_statistics"),
    "encodings": lambda f: chunk(f, 2).update({"2 encodings": [0]}),
    "count of pages": lambda f: chunk(f, 2)["13 encoding_stats"][0].update({"3 count": 2}),
    "compressed": lambda f: chunk(f, 2).update({"4 codec": 1}),
    "note for pandas": lambda f: f.update({"5 key_value_metadata": [{"1 key": b"pandas", "2 value": b"{}"}]}),
    "another writer": lambda f: f.update({"6 created_by": b"parquet-mr version 1.2.8"}),
    "a writer and more": lambda f: f.update({"6 created_by": b"parquet-cpp-arrow version 26.0.1-x"}),
    "no writer": lambda f: f.pop("6 created_by"),
    "no orders": lambda f: f.pop("7 column_orders"),
    "a field that nobody knows": lambda f: f.update({"14 more": 1}),
    "a number of another size": lambda f: f.update({"3 num_rows": ROWS}),
}


def test_the_footer_is_known() -> None:
    assert with_footer(FILE, lambda footer: None) == re.sub(rb"version [0-9.]+", b"version 26.0.1", FILE)


@pytest.mark.parametrize("name", FORGED)
def test_forged_footers(name: str) -> None:
    with pytest.raises(MalformedError, match="in the footer: expected"):
        read_columns(with_footer(FILE, FORGED[name]), KINDS, ROWS)


def test_a_footer_in_which_a_number_is_written_longer() -> None:
    place = FILE.index(b"schema") + 7
    longer = FILE[:place] + bytes([FILE[place] | 128, 0]) + FILE[place + 1 : -8]
    longer += struct.pack("<I", len(longer) - footer_of(FILE)) + b"PAR1"
    assert read_by_pyarrow(longer) == THREE
    with pytest.raises(MalformedError, match=r"schema\[0\].num_children in the footer: expected 5 \(0a\), found 8a"):
        read_columns(longer, KINDS, ROWS)


def test_bytes_that_nobody_reads() -> None:
    """Between pages and footer, and before the end."""
    place = footer_of(FILE)
    with pytest.raises(MalformedError, match="version in the footer"):
        read_columns(FILE[:place] + bytes(10) + FILE[place:], KINDS, ROWS)
    with pytest.raises(MalformedError, match="end: expected a footer of"):
        read_columns(FILE[:-8] + bytes(10) + FILE[-8:], KINDS, ROWS)
    with pytest.raises(MalformedError, match="end: expected a footer of"):
        read_columns(FILE + FILE[-8:], KINDS, ROWS)


@pytest.mark.parametrize(
    ("kinds", "rows"),
    [
        ({**KINDS, "more": DOUBLE}, ROWS),
        (dict(list(KINDS.items())[:-1]), ROWS),
        ({**KINDS, "value": INT64}, ROWS),
        ({**KINDS, "iteration": DOUBLE}, ROWS),
        ({**KINDS, "unit": DOUBLE}, ROWS),
        ({"x" if name == "gain" else name: kind for name, kind in KINDS.items()}, ROWS),
        (KINDS, ROWS - 1),
        (KINDS, ROWS + 1),
        (KINDS, 0),
    ],
)
def test_another_table(kinds: dict[str, int], rows: int) -> None:
    with pytest.raises(MalformedError):
        read_columns(FILE, kinds, rows)


@pytest.mark.parametrize("text", [b"\xff" * 7, b"\xed\xa0\x80....", b"\xc0\x80....."])
def test_text_that_is_no_unicode(text: bytes) -> None:
    with pytest.raises(MalformedError, match="column game, page 1: expected texts in UTF-8, found"):
        read_columns(FILE.replace("run ü 1".encode()[:7], text, 1), KINDS, ROWS)


@pytest.mark.parametrize("data", [b"", b"PAR1", b"PAR1PAR1", b"PAR1\0\0\0\0PAR1", b"PAR1" * 100, b"PARE" + FILE[4:]])
def test_files_that_are_none(data: bytes) -> None:
    for rows in (0, ROWS):
        with pytest.raises(MalformedError):
            read_columns(data, KINDS, rows)


VERSION = re.search(rb"version ([0-9]+\.[0-9]+\.[0-9]+)", FILE)


def agrees(data: bytes) -> bool:
    """Whether a file is accepted; if it is, pyarrow reads the same table, to the last bit, and nothing besides."""
    try:
        found = read_columns(data, KINDS, ROWS)
    except MalformedError:
        return False
    read = pq.read_table(pa.BufferReader(data))
    assert repr(read.to_pydict()) == repr(found)
    assert [field.type for field in read.schema] == [TYPES[kind] for kind in KINDS.values()]
    assert read.schema.metadata is None
    return True


def test_every_bit_is_looked_at() -> None:
    """A file with another bit is refused, or the table has another cell, but for the digits of the writer's version."""
    assert VERSION is not None
    accepted = set()
    for place in range(len(FILE)):
        for bit in range(8):
            data = FILE[:place] + bytes([FILE[place] ^ 1 << bit]) + FILE[place + 1 :]
            if agrees(data):
                accepted.add(place)
                assert repr(read_columns(data, KINDS, ROWS)) != repr(THREE) or place in range(*VERSION.span(1))
    assert 90 < len(accepted) < 110
    for end in range(len(FILE)):
        assert not agrees(FILE[:end])


@settings(max_examples=600, deadline=None)
@given(data=st.data())
def test_what_is_accepted_is_what_pyarrow_reads(data: st.DataObject) -> None:
    """Bytes taken away, put in and exchanged anywhere, and the length of the footer made to fit."""
    changed = bytearray(FILE[:-8])
    start = footer_of(FILE)
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(4, len(changed)))
        old, new = data.draw(st.integers(0, 3)), data.draw(st.binary(max_size=4))
        start += (len(new) - len(changed[place : place + old])) if place < start else 0
        changed[place : place + old] = new
    length = max(0, len(changed) - start)
    agrees(bytes(changed) + struct.pack("<I", length) + b"PAR1")


NUMBERS = st.integers(-(2**63), 2**63 - 1)
FLOATS = st.floats(allow_nan=False)
TEXTS = st.text(st.characters(codec="utf-8"), max_size=5)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(TEXTS, NUMBERS, TEXTS, FLOATS, FLOATS), min_size=ROWS, max_size=ROWS))
def test_any_cells(rows: list[tuple[Any, ...]]) -> None:
    assert agrees(written(dict(zip(KINDS, map(list, zip(*rows, strict=True)), strict=True))))
