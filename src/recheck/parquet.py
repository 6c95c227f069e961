"""A small reader of Parquet files, of the kind that a bundle has: flat tables of texts, whole numbers and doubles.

Apache Parquet's format specification 2.x (parquet-format: README, Encodings.md, parquet.thrift), Thrift's compact protocol and
Google's description of Snappy. Read are data pages of version 1, plain or by dictionary, as they are or compressed with Snappy.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Union

MAGIC = b"PAR1"
LARGEST_PAGE = 2**28
"""In bytes, unpacked."""

INT64, DOUBLE, BYTE_ARRAY = 2, 5, 6
"""Types of columns; parquet.thrift, `Type`."""

AS_IT_IS, SNAPPY = 0, 1
"""Compressions; `CompressionCodec`."""

DATA_PAGE, DICTIONARY_PAGE = 0, 2
"""Kinds of pages; `PageType`."""

PLAIN, PLAIN_DICTIONARY, RLE_DICTIONARY = 0, 2, 8
"""Encodings of values; `Encoding`."""

REQUIRED, OPTIONAL = 0, 1
"""Whether a value may be left out; `FieldRepetitionType`."""

Value = Union[int, float, str]


class MalformedError(ValueError):
    """Not a file of this kind; the message says why."""


class Column(NamedTuple):
    """What the footer says of a column: its name and where and how its numbers stand."""

    name: str
    kind: int
    repetition: int
    chunk: dict[int, Any]


def read_columns(data: bytes, rows: int) -> dict[str, list[Value]]:
    """The columns of a file with so many rows, in order. Raises `MalformedError` if it is none of the kind that is read."""
    try:
        return {column.name: _values(data, column) for column in _columns(data, rows)}
    except (ArithmeticError, AttributeError, IndexError, KeyError, TypeError, RecursionError, struct.error) as error:
        raise MalformedError(f"its parts do not fit together ({type(error).__name__})") from error
    except UnicodeDecodeError as error:
        raise MalformedError("has a text that is not UTF-8") from error


def _columns(data: bytes, rows: int) -> list[Column]:
    """The columns as the footer has them."""
    if len(data) < 12 or data[:4] != MAGIC or data[-4:] != MAGIC:
        raise MalformedError("does not begin and end as a Parquet file")
    (length,) = struct.unpack("<I", data[-8:-4])
    if length > len(data) - 12:
        raise MalformedError("has a footer that is longer than the file")
    footer = Compact(data[-8 - length : -8]).read_struct()
    if footer[3] != rows:
        raise MalformedError(f"has {footer[3]} rows instead of {rows}")
    root, *elements = footer[2]
    groups = footer[4]
    if root[5] != len(elements) or len(groups) > 1 or any(5 in element for element in elements):
        raise MalformedError("is not a flat table in one piece")
    chunks = [chunk[3] for chunk in groups[0][1]] if groups else [{} for _ in elements]
    if len(chunks) != len(elements) or (rows and not groups):
        raise MalformedError("does not have as many columns as it names")
    columns = [Column(element[4].decode(), element[1], element[3], chunk) for element, chunk in zip(elements, chunks)]
    if len({column.name for column in columns}) != len(columns):
        raise MalformedError("has two columns of one name")
    for column in columns:
        if column.chunk and column.chunk[5] != rows:
            raise MalformedError(f"column {column.name}: does not have as many values as the file has rows")
    return columns


def _values(data: bytes, column: Column) -> list[Value]:
    """All values of a column."""
    if not column.chunk:
        return []
    due, codec = column.chunk[5], column.chunk[4]
    # The dictionary is before the data, or there is none; others who read the file would not look for it elsewhere.
    position = column.chunk.get(11, column.chunk[9])
    if due and 11 in column.chunk and position >= column.chunk[9]:
        raise MalformedError(f"column {column.name}: has its dictionary behind its data")
    if not 4 <= position < len(data):
        raise MalformedError(f"column {column.name}: stands outside the file")
    values: list[Value] = []
    dictionary: list[Value] | None = None
    while len(values) < due:
        compact = Compact(data, position)
        header = compact.read_struct()
        begin, position = compact.position, compact.position + header[3]
        if header[3] < 0 or position > len(data) or not 0 <= header[2] <= LARGEST_PAGE:
            raise MalformedError(f"column {column.name}: has a page that is longer than the file")
        if header[1] not in (DATA_PAGE, DICTIONARY_PAGE):
            raise MalformedError(f"column {column.name}: has a page of another kind")
        page = _unpacked(data[begin:position], header[2], codec)
        if header[1] == DICTIONARY_PAGE and dictionary is None and header[7][2] in (PLAIN, PLAIN_DICTIONARY):
            dictionary = _plain(page, column.kind, header[7][1])
        elif header[1] == DATA_PAGE and 0 < header[5][1] <= due - len(values):
            values += _page(page, column, header[5], dictionary)
        else:
            raise MalformedError(f"column {column.name}: has a page that it cannot have there")
    if len(values) != due:
        raise MalformedError(f"column {column.name}: has {len(values)} values instead of {due}")
    return values


def _unpacked(packed: bytes, size: int, codec: int) -> bytes:
    """The content of a page."""
    if codec not in (AS_IT_IS, SNAPPY):
        raise MalformedError("is compressed in another way than with Snappy")
    page = unsnap(packed) if codec == SNAPPY else packed
    if len(page) != size:
        raise MalformedError("has a page of another size than it says")
    return page


def _page(page: bytes, column: Column, header: dict[int, Any], dictionary: Sequence[Value] | None) -> list[Value]:
    """The values of a data page."""
    count, position = header[1], 0
    if column.repetition == OPTIONAL:
        (length,) = struct.unpack_from("<I", page, 0)
        position = 4 + length
        if any(level != 1 for level in _hybrid(page[4:position], 1, count)):
            raise MalformedError(f"column {column.name}: has a row without a value")
    elif column.repetition != REQUIRED:
        raise MalformedError(f"column {column.name}: has lists of values")
    if header[2] == PLAIN:
        return _plain(page[position:], column.kind, count)
    if header[2] not in (PLAIN_DICTIONARY, RLE_DICTIONARY) or dictionary is None:
        raise MalformedError(f"column {column.name}: is encoded in another way than plain or by dictionary")
    width = page[position]
    if width > 32:
        raise MalformedError(f"column {column.name}: has numbers of more than 32 bits")
    return [dictionary[n] for n in _hybrid(page[position + 1 :], width, count)]


def _plain(page: bytes, kind: int, count: int) -> list[Value]:
    """Values one after the other; Encodings.md, "Plain"."""
    if kind in (INT64, DOUBLE):
        if len(page) != 8 * count:
            raise MalformedError("has a page of another size than its values need")
        return list(struct.unpack(f"<{count}{'q' if kind == INT64 else 'd'}", page))
    if kind != BYTE_ARRAY:
        raise MalformedError("has a column that is neither text nor whole number nor double")
    texts: list[Value] = []
    position = 0
    for _ in range(count):
        (length,) = struct.unpack_from("<I", page, position)
        position += 4 + length
        if position > len(page):
            raise MalformedError("has a text that is longer than its page")
        texts.append(page[position - length : position].decode())
    if position != len(page):
        raise MalformedError("has a page of another size than its values need")
    return texts


def _hybrid(data: bytes, width: int, count: int) -> list[int]:
    """So many small numbers; Encodings.md, "Run Length Encoding / Bit-Packing Hybrid"."""
    compact = Compact(data)
    numbers: list[int] = []
    size = (width + 7) // 8
    while len(numbers) < count:
        head = compact.read_varint()
        if head & 1:
            packed = int.from_bytes(compact.take((head >> 1) * width), "little")
            mask = (1 << width) - 1
            for n in range(min((head >> 1) * 8, count - len(numbers))):
                numbers.append(packed >> n * width & mask)
        else:
            repeated = int.from_bytes(compact.take(size), "little")
            numbers += [repeated] * min(head >> 1, count - len(numbers))
        if head < 2:
            raise MalformedError("has a run of no numbers")
    return numbers


def unsnap(packed: bytes) -> bytes:
    """What was compressed with Snappy; format_description.txt. Raises `MalformedError` if nothing was."""
    compact = Compact(packed)
    size = compact.read_varint()
    if size > LARGEST_PAGE:
        raise MalformedError("has a page that is too large")
    made = bytearray()
    while compact.position < len(packed) and len(made) <= size:
        tag = compact.take(1)[0]
        if tag & 3 == 0:
            length = (tag >> 2) + 1
            if length > 60:
                length = int.from_bytes(compact.take(length - 60), "little") + 1
            made += compact.take(length)
            continue
        if tag & 3 == 1:
            length, offset = (tag >> 2 & 7) + 4, (tag >> 5) << 8 | compact.take(1)[0]
        else:
            length, offset = (tag >> 2) + 1, int.from_bytes(compact.take(2 if tag & 3 == 2 else 4), "little")
        if not 0 < offset <= len(made):
            raise MalformedError("has a page that copies from before its beginning")
        begin = len(made) - offset
        # What is copied may be what this copy makes.
        while length:
            piece = made[begin : begin + length]
            made += piece
            begin, length = begin + len(piece), length - len(piece)
    if len(made) != size or compact.position != len(packed):
        raise MalformedError("has a page of another size than it says")
    return bytes(made)


class Compact:
    """A position in bytes of Thrift's compact protocol."""

    def __init__(self, data: bytes, position: int = 0) -> None:
        """At that position."""
        self.data = data
        self.position = position

    def take(self, length: int) -> bytes:
        """The next bytes. Raises `MalformedError` if there are not so many."""
        found = self.data[self.position : self.position + length]
        if len(found) != length:
            raise MalformedError("ends too soon")
        self.position += length
        return found

    def read_varint(self) -> int:
        """A whole number, seven bits to a byte, lowest first."""
        number = shift = 0
        while shift < 70:
            byte = self.take(1)[0]
            number |= (byte & 127) << shift
            if byte < 128:
                return number
            shift += 7
        raise MalformedError("has a number of too many bytes")

    def read_number(self) -> int:
        """A whole number with its sign in the lowest bit."""
        number = self.read_varint()
        return number >> 1 ^ -(number & 1)

    def read_struct(self) -> dict[int, Any]:
        """The fields of a structure, by number."""
        fields: dict[int, Any] = {}
        number = 0
        while True:
            head = self.take(1)[0]
            if head == 0:
                return fields
            number = number + (head >> 4) if head >> 4 else self.read_number()
            fields[number] = head & 15 == 1 if head & 15 in (1, 2) else self._read(head & 15)

    def _read(self, kind: int) -> Any:
        """A value of a field, or of a list."""
        if kind not in READERS:
            raise MalformedError(f"has a field of kind {kind}")
        return READERS[kind](self)

    def read_list(self) -> list[Any]:
        """The items of a list."""
        head = self.take(1)[0]
        length = head >> 4 if head >> 4 < 15 else self.read_varint()
        return [self._read(head & 15) for _ in range(length)]

    def read_text(self) -> bytes:
        """Bytes with their number before them."""
        return self.take(self.read_varint())


READERS: dict[int, Callable[[Compact], Any]] = {
    1: lambda compact: compact.take(1) == b"\1",
    2: lambda compact: compact.take(1) == b"\1",
    3: lambda compact: compact.take(1)[0],
    4: Compact.read_number,
    5: Compact.read_number,
    6: Compact.read_number,
    7: lambda compact: struct.unpack("<d", compact.take(8))[0],
    8: Compact.read_text,
    9: Compact.read_list,
    10: Compact.read_list,
    12: Compact.read_struct,
}
"""Kinds of values: truth, small and larger whole numbers, double, text, list, set, structure."""
