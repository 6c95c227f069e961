"""The small reader of Parquet files reads what pyarrow writes, and nothing that is spoiled makes it fall over."""

from __future__ import annotations

import contextlib
import io
import random
import struct

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from recheck import parquet
from recheck.parquet import Column, Compact, MalformedError, read_columns, unsnap

ROWS = 300
COLUMNS = {
    "name": [f"run ü {n % 7}" for n in range(ROWS)],
    "iteration": [n * 1000 - 5 for n in range(ROWS)],
    "value": [(-1) ** n / (n + 3) for n in range(ROWS)],
    "constant": [0.1] * ROWS,
    "zero": [-0.0] * ROWS,
}


def written(columns: dict[str, list[object]] | None = None, **options: object) -> bytes:
    sink = io.BytesIO()
    pq.write_table(pa.table(COLUMNS if columns is None else columns), sink, **options)
    return sink.getvalue()


@pytest.mark.parametrize(
    "options",
    [
        *({}, {"compression": "none"}, {"use_dictionary": False}, {"compression": "none", "use_dictionary": False}),
        *({"data_page_size": 64}, {"write_statistics": False}, {"dictionary_pagesize_limit": 100}),
    ],
    ids=str,
)
def test_reads_what_is_written(options: dict[str, object]) -> None:
    found = read_columns(written(**options), ROWS)
    assert list(found) == list(COLUMNS)
    assert repr(found) == repr(COLUMNS)


@pytest.mark.parametrize("rows", [1, 2, 7, 8, 9, 63, 64, 65, 257, 5000])
def test_reads_any_number_of_rows(rows: int) -> None:
    columns = {
        "n": list(range(rows)),
        "x": [float(n % 5) for n in range(rows)],
        "s": [str(n % 300) for n in range(rows)],
    }
    assert read_columns(written(columns), rows) == columns


def test_a_table_without_rows() -> None:
    assert read_columns(written({"n": pa.array([], pa.int64())}), 0) == {"n": []}


@pytest.mark.parametrize(
    ("columns", "options", "message"),
    [
        ({"n": [1, None, 3]}, {}, "a row without a value"),
        ({"n": [[1], [2], [3]]}, {}, "not a flat table"),
        ({"n": [True, False, True]}, {}, "neither text nor whole number nor double"),
        ({"n": [1, 2, 3]}, {"compression": "gzip"}, "compressed in another way"),
        ({"n": [1, 2, 3]}, {"data_page_version": "2.0"}, "a page of another kind"),
        ({"n": [1, 2, 3]}, {"row_group_size": 2}, "not a flat table in one piece"),
        ({"n": [1.5, 2.5, 3.5]}, {"use_dictionary": False, "use_byte_stream_split": True}, "encoded in another way"),
        ({"n": [1, 2, 3, 4]}, {}, "has 4 rows instead of 3"),
    ],
)
def test_what_is_not_read_is_refused(
    columns: dict[str, list[object]], options: dict[str, object], message: str
) -> None:
    with pytest.raises(MalformedError, match=message):
        read_columns(written(columns, **options), 3)


@pytest.mark.parametrize("data", [b"", b"PAR1", b"PAR1PAR1", b"PAR1\0\0\0\0PAR1", b"PAR1\xff\xff\xff\xffPAR1"])
def test_files_that_are_none(data: bytes) -> None:
    with pytest.raises(MalformedError):
        read_columns(data, 0)


def test_spoiled_files_are_refused_or_other_tables() -> None:
    """Whatever is spoiled, nothing else is raised; in pages, no change goes unseen."""
    data = written({"n": list(range(50)), "s": [f"text {n % 9}" for n in range(50)]}, write_statistics=False)
    whole = read_columns(data, 50)
    draw = random.Random(1)
    unseen = 0
    for _ in range(1000):
        place, bit = draw.randrange(len(data)), 1 << draw.randrange(8)
        with contextlib.suppress(MalformedError):
            unseen += read_columns(data[:place] + bytes([data[place] ^ bit]) + data[place + 1 :], 50) == whole
    for end in range(len(data)):
        with pytest.raises(MalformedError):
            read_columns(data[:end], 50)
    # What is not read: names of the writer, kinds of encodings listed, sizes of whole columns.
    assert unseen < 1000 * 0.7


def test_snappy_by_hand() -> None:
    """Literals of all lengths of length, copies with one, two and four bytes of offset, and one that overlaps itself."""
    text = bytes(range(70))
    assert unsnap(bytes([70, 60 << 2, 69]) + text) == text
    assert unsnap(bytes([70, 61 << 2, 69, 0]) + text) == text
    assert unsnap(bytes([10, 2 << 2]) + b"abc" + bytes([3 << 2 | 1, 3])) == b"abcabcabca"
    assert unsnap(bytes([7, 2 << 2]) + b"abc" + bytes([3 << 2 | 2, 3, 0])) == b"abcabca"
    assert unsnap(bytes([5, 2 << 2]) + b"abc" + bytes([1 << 2 | 3, 2, 0, 0, 0])) == b"abcbc"
    for packed in (
        b"",
        b"\x05\x08ab",
        b"\x03\x08abc\x00a",
        b"\x05\x08abc\x01\x04",
        b"\x05\x08abc\x01\x00",
        b"\xff" * 11,
    ):
        with pytest.raises(MalformedError):
            unsnap(packed)


def test_numbers_of_the_compact_protocol() -> None:
    assert Compact(b"\xac\x02").read_varint() == 300
    assert [Compact(bytes([n])).read_number() for n in range(5)] == [0, -1, 1, -2, 2]
    assert Compact(b"\x15\x02\x00").read_struct() == {1: 1}
    assert Compact(b"\x17" + struct.pack("<d", 0.1) + b"\x00").read_struct() == {1: 0.1}
    with pytest.raises(MalformedError, match="kind 13"):
        Compact(b"\x1d\x00").read_struct()


def test_a_dictionary_behind_its_data_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others would look for it nowhere, and take the numbers of other pages."""
    data = written({"n": [1.0, 2.0] * 50})
    assert read_columns(data, 100)["n"] == [1.0, 2.0] * 50
    honest = parquet._columns

    def exchanged(*given: object) -> list[Column]:
        return [one._replace(chunk={**one.chunk, 9: one.chunk[11], 11: one.chunk[9]}) for one in honest(*given)]

    monkeypatch.setattr(parquet, "_columns", exchanged)
    with pytest.raises(MalformedError, match="dictionary behind its data"):
        read_columns(data, 100)
