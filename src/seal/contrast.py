"""How two files of one name differ: first place, both sides, and how much.

What diffoscope tells of two files, for the few kinds that are in a bundle: tables, JSON, text, bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, BinaryIO

from seal.digests import cells_of
from seal.problem import shown
from seal.units import units_apart

_CHUNK = 1 << 20
# A JSON file is held in memory; a larger one is told like text.
_JSON_LIMIT = 1 << 26
# Beyond, that they are different numbers is all there is to say.
_MANY = 1_000_000
_BEFORE, _AROUND = 40, 100
_BYTES = 8
# Columns whose cells say what a row is of; they come first in all tables.
_KEY = re.compile(
    rb"iteration|player|infoset|action|plan|claim|game|method|variant|answer|from_iteration|(?:sequence|plan)_[0-9]+"
)


@dataclass(frozen=True)
class Difference:
    """Where two files differ first, and in how many places. What does not apply is None."""

    kind: str
    place: str
    row: int | None = None
    column: str | None = None
    first: str | None = None
    second: str | None = None
    units: int | None = None
    compared: int | None = None
    differing: int | None = None
    largest_units: int | None = None
    sizes: tuple[int, int] | None = None


def contrast(path: str, first: BinaryIO, second: BinaryIO) -> Difference | None:
    """How two open files differ, or None if they have the same bytes."""
    found = _bytes(first, second)
    if found is None:
        return None
    of_kind = None
    _rewind(first, second)
    if path.endswith(".csv"):
        of_kind = _table(first, second)
    elif path.endswith(".json"):
        of_kind = _json(first, second)
    if of_kind is None:
        of_kind = _text(found, first, second)
    return of_kind or found.difference


def describe(difference: Difference, names: tuple[str, str] = ("the one", "the other")) -> str:
    """The difference in one line."""
    told = [difference.place]
    if difference.first is not None and difference.second is not None:
        told[0] += f": {names[0]} has {difference.first}, {names[1]} has {difference.second}"
    if difference.units is not None:
        told[0] += f", {_units(difference.units)} apart"
    if difference.sizes is not None:
        of = "rows" if difference.kind == "table" else "bytes" if difference.kind == "bytes" else "lines"
        told.append(f"{difference.sizes[0]:,} and {difference.sizes[1]:,} {of}")
    if difference.differing is not None and difference.compared is not None:
        of = "cells" if difference.kind == "table" else "values"
        told.append(f"{difference.differing:,} of {difference.compared:,} {of} differ")
    if difference.largest_units is not None and (difference.differing or 0) > 1:
        told.append(f"floats by up to {_units(difference.largest_units)}")
    return "; ".join(told)


def _units(number: int) -> str:
    if number > _MANY:
        return f"more than {_MANY:,} units in the last place"
    return "1 unit in the last place" if number == 1 else f"{number:,} units in the last place"


@dataclass(frozen=True)
class _Bytes:
    """The first difference of two files as bytes, and of the line that it is in: number from 1, and start."""

    offset: int
    line: int
    start: int
    difference: Difference


def _bytes(first: BinaryIO, second: BinaryIO) -> _Bytes | None:
    offset = start = 0
    line = 1
    while True:
        one, other = first.read(_CHUNK), second.read(_CHUNK)
        if one != other:
            break
        if not one:
            return None
        line += one.count(b"\n")
        if b"\n" in one:
            start = offset + one.rindex(b"\n") + 1
        offset += len(one)
    same = next((n for n, pair in enumerate(zip(one, other)) if pair[0] != pair[1]), min(len(one), len(other)))
    before = one[:same]
    line += before.count(b"\n")
    if b"\n" in before:
        start = offset + before.rindex(b"\n") + 1
    sizes = (_size(first), _size(second))
    difference = Difference(
        "bytes",
        f"byte {offset + same}",
        first=_hexadecimal(one[same : same + _BYTES]),
        second=_hexadecimal(other[same : same + _BYTES]),
        sizes=sizes,
    )
    return _Bytes(offset + same, line, start, difference)


def _hexadecimal(content: bytes) -> str:
    return content.hex(" ") if content else "its end"


def _size(stream: BinaryIO) -> int:
    return stream.seek(0, 2)


def _rewind(first: BinaryIO, second: BinaryIO) -> None:
    first.seek(0)
    second.seek(0)


def _table(first: BinaryIO, second: BinaryIO) -> Difference:
    """The first cell that differs, row by row, and how many do."""
    found: Difference | None = None
    names: tuple[list[bytes], list[bytes]] = ([], [])
    rows, compared, differing, largest = [0, 0], 0, 0, -1
    for number, (one, other) in enumerate(zip_longest(first, second)):
        rows[0] += one is not None
        rows[1] += other is not None
        if one is None or other is None:
            continue
        cells = (cells_of(one), cells_of(other))
        if number == 0:
            names = cells
        compared += max(map(len, cells))
        if one == other:
            continue
        for column, (left, right) in enumerate(zip_longest(*cells)):
            if left == right:
                continue
            differing += 1
            apart = None if left is None or right is None else units_apart(_plain(left), _plain(right))
            largest = max(largest, -1 if apart is None else apart)
            if found is None:
                found = _cell(number, column, names, cells, apart)
    if found is None and rows[0] != rows[1]:
        found = Difference("table", f"the end: row {min(rows)} is in only one of them")
    elif found is None:
        found = Difference("table", "no cell, but how lines end")
    return replace(
        found,
        compared=compared,
        differing=differing,
        largest_units=None if largest < 0 else largest,
        sizes=None if rows[0] == rows[1] else (max(rows[0] - 1, 0), max(rows[1] - 1, 0)),
    )


def _cell(
    number: int,
    column: int,
    names: tuple[list[bytes], list[bytes]],
    cells: tuple[list[bytes], list[bytes]],
    apart: int | None,
) -> Difference:
    titles = tuple(side[column] if column < len(side) else None for side in names)
    same = number > 0 and titles[0] is not None and titles[0] == titles[1]
    name = _shown(titles[0]) if same else str(column + 1)
    where = "header" if number == 0 else f"row {number}{_row_name(column, names, cells)}"
    first, second = (_shown(side[column]) if column < len(side) else "no such cell" for side in cells)
    return Difference("table", f"{where}, column {name}", number, name, first, second, apart)


def _row_name(column: int, names: tuple[list[bytes], list[bytes]], cells: tuple[list[bytes], list[bytes]]) -> str:
    """What a row is of, by the first columns that say so, as far as both files agree on them."""
    told = []
    for name, other_name, cell, other_cell in zip(names[0][:column], names[1], cells[0], cells[1]):
        if (name, cell) != (other_name, other_cell) or not _KEY.fullmatch(name):
            break
        told.append(f"{_shown(name)}={_shown(cell)}")
    return f" ({', '.join(told)})" if told else ""


class _Number(str):
    """A number of a JSON file as it is written there."""

    __slots__ = ()


def _json(first: BinaryIO, second: BinaryIO) -> Difference | None:
    """The first value that differs, in the order of the first file; None if it is not values that do."""
    contents = first.read(_JSON_LIMIT + 1), second.read(_JSON_LIMIT + 1)
    if max(map(len, contents)) > _JSON_LIMIT:
        return None
    try:
        one, other = (
            json.loads(content, parse_int=_Number, parse_float=_Number, parse_constant=_Number) for content in contents
        )
        found: Difference | None = None
        compared, differing, largest = 0, 0, -1
        for pointer, left, right in _leaves("", one, other):
            compared += 1
            if type(left) is type(right) and left == right:
                continue
            differing += 1
            numbers = isinstance(left, _Number) and isinstance(right, _Number)
            apart = units_apart(left, right) if numbers else None
            largest = max(largest, -1 if apart is None else apart)
            if found is None:
                place = f"key {shown(pointer, None)}" if pointer else "the whole"
                found = Difference("json", place, None, None, _value(left), _value(right), apart)
    except (ValueError, RecursionError):
        return None
    if found is None:
        return None
    return replace(found, compared=compared, differing=differing, largest_units=None if largest < 0 else largest)


class _Absent:
    """In the place of what only the other file has."""


_ABSENT = _Absent()


def _leaves(pointer: str, one: Any, other: Any) -> Iterator[tuple[str, Any, Any]]:
    """The pairs of values with their JSON pointers (RFC 6901); where the shapes differ, the pair of the shapes."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in (*one, *(key for key in other if key not in one)):
            step = key.replace("~", "~0").replace("/", "~1")
            yield from _leaves(f"{pointer}/{step}", one.get(key, _ABSENT), other.get(key, _ABSENT))
    elif isinstance(one, list) and isinstance(other, list):
        for number, (left, right) in enumerate(zip_longest(one, other, fillvalue=_ABSENT)):
            yield from _leaves(f"{pointer}/{number}", left, right)
    else:
        yield pointer, one, other


def _value(value: Any) -> str:
    if value is _ABSENT:
        return "no such value"
    if isinstance(value, _Number):
        return shown(value)
    return shown(json.dumps(value, ensure_ascii=False))


def _text(found: _Bytes, first: BinaryIO, second: BinaryIO) -> Difference | None:
    """The first line that differs, cut to what is around the place; None if it is not text."""
    column = _letters(found, first)
    lines = (_line(found, column, first), _line(found, column, second))
    if column is None or lines[0] is None or lines[1] is None:
        return None
    return Difference("text", f"line {found.line}, letter {column + 1}", first=lines[0], second=lines[1])


def _letters(found: _Bytes, stream: BinaryIO) -> int | None:
    """How many letters of the line come before the place."""
    stream.seek(found.start)
    if found.offset - found.start > _CHUNK:
        return None
    try:
        # The place may be in the middle of a letter: that letter is the one that differs.
        text = stream.read(found.offset - found.start).decode("utf-8", "surrogateescape")
    except ValueError:
        return None
    return len(text.rstrip("".join(map(chr, range(0xDC80, 0xDD00)))))


def _line(found: _Bytes, column: int | None, stream: BinaryIO) -> str | None:
    stream.seek(found.start)
    line = stream.readline(_CHUNK)
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        return None
    if column is None or not text.rstrip("\r\n").replace("\t", " ").isprintable():
        return None
    if not text:
        return "its end"
    start = max(0, column - _BEFORE)
    cut = text[start : start + _AROUND]
    before, after = "..." if start else "", "..." if start + _AROUND < len(text.rstrip("\n")) else ""
    return f"'{before}{shown(cut, None)}{after}'"


def _shown(cell: bytes | None) -> str:
    return "" if cell is None else shown(cell.decode("utf-8", "backslashreplace"))


def _plain(cell: bytes) -> str:
    return cell.decode("ascii", "replace")
