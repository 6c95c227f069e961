"""Reads the one form of Parquet files that a bundle has: a table of texts, whole numbers and doubles, as plain as can be.

Apache Parquet's format specification (parquet-format: README, Encodings.md, parquet.thrift) and Thrift's compact protocol; the
form is that of docs/bundle-format.md, "Parquet files". It leaves no choice, so nothing of it is interpreted: all bytes but those
of the values follow from the columns, the pages and the version of the writer. A file has these bytes, or is refused.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Union

MAGIC = b"PAR1"

INT64, DOUBLE, TEXT = 2, 5, 6
"""Kinds of columns; parquet.thrift, `Type`."""

PLAIN, RLE = 0, 3
"""`Encoding`: of values, and of levels, of which there are none."""

REQUIRED, UNCOMPRESSED, DATA_PAGE, UTF8 = 0, 0, 0, 0
"""`FieldRepetitionType`, `CompressionCodec`, `PageType`, `ConvertedType`."""

_WRITER = re.compile(rb"parquet-cpp-arrow version [0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}")
_ANY_NUMBER = rb"([\x80-\xff]{0,4}[\x00-\x7f])"
_PAGE_HEADER = re.compile(rb"\x15\x00\x15" + _ANY_NUMBER + rb"\x15" + _ANY_NUMBER + rb"\x2c\x15" + _ANY_NUMBER)
_SHOWN = 32

Value = Union[int, float, str]


class MalformedError(ValueError):
    """Not a file of this form: where, what was expected and what was found."""

    def __init__(self, where: str, expected: object, found: object) -> None:
        """Bytes are shown as hexadecimal digits, as many as matter."""
        self.where, self.expected = where, str(expected)
        self.found = (found[:_SHOWN].hex(" ") or "nothing") if isinstance(found, bytes) else str(found)
        super().__init__(f"{where}: expected {self.expected}, found {self.found}")


class Long(int):
    """A whole number of 64 bits; an `int` has 32."""


class Column(NamedTuple):
    """What is known of a column when its pages were read; `start` and `stop` are those of the pages in the file."""

    name: str
    kind: int
    start: int
    stop: int
    pages: int
    values: list[Value]


def read_columns(data: bytes, kinds: Mapping[str, int], rows: int) -> dict[str, list[Value]]:
    """The values of columns with these names and kinds, each with so many rows, one or more.

    Raises `MalformedError` if the file is not, to the last byte, one with these columns and rows.
    """
    if not data.startswith(MAGIC):
        raise MalformedError("beginning", "the letters PAR1", data)
    columns: list[Column] = []
    position = len(MAGIC)
    for name, kind in kinds.items():
        columns.append(_column(data, position, name, kind, rows))
        position = columns[-1].stop
    writer = _WRITER.search(data, position)
    if writer is None:
        raise MalformedError("created_by in the footer", "parquet-cpp-arrow version X.Y.Z", "none")
    end = position
    for where, what, due in _pieces(_footer(columns, rows, writer[0]), ""):
        found = data[end : end + len(due)]
        if found != due:
            raise MalformedError(f"{where} in the footer", f"{what} ({due.hex(' ')})", found)
        end += len(due)
    if data[end:] != struct.pack("<I", end - position) + MAGIC:
        raise MalformedError("end", f"a footer of {end - position} bytes, and PAR1", data[end:])
    return {column.name: column.values for column in columns}


def _column(data: bytes, start: int, name: str, kind: int, rows: int) -> Column:
    """A column whose pages begin there, one behind the other."""
    values: list[Value] = []
    position, pages = start, 0
    while len(values) < rows:
        pages += 1
        where = f"column {name}, page {pages}"
        match = _PAGE_HEADER.match(data, position)
        size, _, count = (_read_number(digits) for digits in match.groups()) if match else (0, 0, 0)
        header = b"".join(due for _, _, due in _pieces(_page_header(size, count), ""))
        if not data.startswith(header, position):
            raise MalformedError(where, "the header of a plain page", data[position : position + _SHOWN])
        position += len(header)
        if not 0 < count <= rows - len(values) or size > len(data) - position:
            expected = f"at most {rows - len(values)} values in {len(data) - position} bytes"
            raise MalformedError(where, expected, f"{count} in {size}")
        page = data[position : position + size]
        values += _texts(page, where, count) if kind == TEXT else _numbers(page, where, kind, count)
        position += size
    return Column(name, kind, start, position, pages, values)


def _numbers(page: bytes, where: str, kind: int, count: int) -> list[Value]:
    """Numbers, one after the other; Encodings.md, "Plain"."""
    if len(page) != 8 * count:
        raise MalformedError(where, f"{8 * count} bytes", len(page))
    return list(struct.unpack(f"<{count}{'q' if kind == INT64 else 'd'}", page))


def _texts(page: bytes, where: str, count: int) -> list[Value]:
    """Texts, each with the number of its bytes before it."""
    texts: list[Value] = []
    position = 0
    for _ in range(count):
        length = int.from_bytes(page[position : position + 4], "little")
        position += 4 + length
        try:
            texts.append(page[position - length : position].decode())
        except UnicodeDecodeError:
            raise MalformedError(where, "texts in UTF-8", page[position - length : position]) from None
    if position != len(page):
        raise MalformedError(where, f"texts of {len(page)} bytes", position)
    return texts


def _page_header(size: int, count: int) -> dict[str, Any]:
    """`PageHeader`. The keys are numbers and names of the fields."""
    levels = {"3 definition_level_encoding": RLE, "4 repetition_level_encoding": RLE}
    return {
        "1 type": DATA_PAGE,
        "2 uncompressed_page_size": size,
        "3 compressed_page_size": size,
        "5 data_page_header": {"1 num_values": count, "2 encoding": PLAIN, **levels, "5 statistics": {}},
    }


def _footer(columns: list[Column], rows: int, writer: bytes) -> dict[str, Any]:
    """`FileMetaData`."""
    size = sum(column.stop - column.start for column in columns)
    root = {"3 repetition_type": REQUIRED, "4 name": b"schema", "5 num_children": len(columns)}
    group = {
        "1 columns": [{"2 file_offset": Long(0), "3 meta_data": _description(column)} for column in columns],
        "2 total_byte_size": Long(size),
        "3 num_rows": Long(rows),
        "5 file_offset": Long(len(MAGIC)),
        "6 total_compressed_size": Long(size),
    }
    return {
        "1 version": 2,
        "2 schema": [root, *map(_schema, columns)],
        "3 num_rows": Long(rows),
        "4 row_groups": [group],
        "6 created_by": writer,
        "7 column_orders": [{"1 TYPE_ORDER": {}}] * len(columns),
    }


def _schema(column: Column) -> dict[str, Any]:
    """`SchemaElement`: texts are texts by the older mark and by the newer one, numbers are nothing but numbers."""
    text = {"6 converted_type": UTF8, "10 logicalType": {"1 STRING": {}}} if column.kind == TEXT else {}
    return {"1 type": column.kind, "3 repetition_type": REQUIRED, "4 name": column.name.encode(), **text}


def _description(column: Column) -> dict[str, Any]:
    """`ColumnMetaData`: no statistics of values, but of texts, how many bytes they have."""
    size = column.stop - column.start
    letters = sum(len(value.encode()) for value in column.values if isinstance(value, str))
    levels: dict[str, Any] = {"2 repetition_level_histogram": [], "3 definition_level_histogram": []}
    text = {"16 size_statistics": {"1 unencoded_byte_array_data_bytes": Long(letters), **levels}}
    return {
        "1 type": column.kind,
        "2 encodings": [RLE, PLAIN],
        "3 path_in_schema": [column.name.encode()],
        "4 codec": UNCOMPRESSED,
        "5 num_values": Long(len(column.values)),
        "6 total_uncompressed_size": Long(size),
        "7 total_compressed_size": Long(size),
        "9 data_page_offset": Long(column.start),
        "13 encoding_stats": [{"1 page_type": DATA_PAGE, "2 encoding": PLAIN, "3 count": column.pages}],
        **(text if column.kind == TEXT else {}),
    }


def _pieces(value: Any, where: str) -> Iterator[tuple[str, object, bytes]]:
    """A value in Thrift's compact protocol, piece by piece: where it is, what it is, and the bytes."""
    if isinstance(value, dict):
        last = 0
        for key, item in value.items():
            number, _, name = key.partition(" ")
            inner = f"{where}.{name}" if where else name
            yield inner, f"field {number}", bytes([int(number) - last << 4 | _type(item)])
            yield from _pieces(item, inner)
            last = int(number)
        yield where or "end", "no more fields", b"\0"
    elif isinstance(value, list):
        # Those that are empty are of numbers of 64 bits.
        item_type = _type(value[0] if value else Long())
        head = (
            bytes([len(value) << 4 | item_type])
            if len(value) < 15
            else bytes([15 << 4 | item_type]) + _varint(len(value))
        )
        yield where, f"a list of {len(value)}", head
        for n, item in enumerate(value):
            yield from _pieces(item, f"{where}[{n}]")
    elif isinstance(value, bytes):
        yield where, value.decode(), _varint(len(value)) + value
    else:
        # The sign of a number is its lowest bit; none is negative here.
        yield where, value, _varint(value << 1)


def _type(value: Any) -> int:
    """What a value is in the compact protocol."""
    return next(
        number for kind, number in ((Long, 6), (int, 5), (bytes, 8), (list, 9), (dict, 12)) if isinstance(value, kind)
    )


def _varint(number: int) -> bytes:
    """A number from 0 up, seven bits to a byte, lowest first."""
    digits = []
    while number > 127:
        digits.append(number & 127 | 128)
        number >>= 7
    return bytes([*digits, number])


def _read_number(digits: bytes) -> int:
    """The number, from 0 up, of these bytes."""
    return sum((digit & 127) << 7 * n for n, digit in enumerate(digits)) >> 1
