"""Forgeries of Parquet files: the numbers stay as they are, and what the file says of them makes other programs show others."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Callable

from audit.selftest.forgery import FORGERIES, forgery
from audit.selftest.forging import Forger
from audit.selftest.mutation import Group, InapplicableError

group = Group(FORGERIES, "semantics")

# What a file says is fields of parquet.thrift in Thrift's compact protocol. A field begins with a byte: how far its number is
# from that of the field before, and its type.
_ITERATION = rb"(?<=\x15\x04\x25\x00\x18\x09iteration)"
_SWAPPED = {"nash_conv": "exploitability", "exploitability": "nash_conv"}


@forgery(group, "parquet-differs")
def rows_that_a_parquet_file_hides(forger: Forger) -> None:
    """A Parquet file says that its rows are one: others read no more of them."""
    rows = _varint(2 * len(forger.table(f"{forger.run()}/trajectory.csv").rows))
    _change_footer(forger, rb"(?<=\x16)" + re.escape(rows) + rb"(?=\x26\x08\x16)", lambda _: b"\x02")


@forgery(group, "parquet-differs")
def decimals_in_a_parquet_file(forger: Forger) -> None:
    """A Parquet file says that its iterations have three decimals: others show thousandths."""
    _change_footer(forger, _ITERATION, lambda _: b"\x25\x0a\x15\x06\x15\x24")


@forgery(group, "parquet-differs")
def dates_in_a_parquet_file(forger: Forger) -> None:
    """A Parquet file says that its iterations are microseconds: others show dates."""
    _change_footer(forger, _ITERATION, lambda _: b"\x25\x14")


@forgery(group, "parquet-differs")
def paths_swapped_in_a_parquet_file(forger: Forger) -> None:
    """A Parquet file says that the numbers of nash_conv are those of exploitability, and the other way round."""
    names = "|".join(f"{chr(len(name))}{name}" for name in _SWAPPED).encode()
    _change_footer(forger, rb"(?<=\x19\x18)(?:" + names + rb")", lambda match: _text(_SWAPPED[match[0][1:].decode()]))


@forgery(group, "parquet-differs")
def names_for_pandas_in_a_parquet_file(forger: Forger) -> None:
    """A Parquet file has a note for pandas, by which nash_conv and exploitability have each other's name."""
    header = forger.table(f"{forger.run()}/trajectory.csv").header
    types = {name: "int64" if name == "iteration" else "float64" for name in header}
    columns = [
        {
            "name": _SWAPPED.get(name, name),
            "field_name": name,
            "pandas_type": type_,
            "numpy_type": type_,
            "metadata": None,
        }
        for name, type_ in types.items()
    ]
    index = {"name": None, "field_name": None, "pandas_type": "unicode", "numpy_type": "object", "metadata": None}
    note = json.dumps({"index_columns": [], "column_indexes": [index], "columns": columns, "pandas_version": "2.0.0"})
    pair = b"\x19\x1c\x18" + _text("pandas") + b"\x18" + _text(note) + b"\0"
    _change_footer(forger, rb"\x28(?=.parquet-cpp-arrow)", lambda _: pair + b"\x18")


@forgery(group, "parquet-differs")
def statistics_of_a_parquet_file(forger: Forger) -> None:
    """A Parquet file says that none of its iterations is above 0: who asks for others finds none."""
    statistics = b"\x58\x08" + bytes(8) + b"\x18\x08" + bytes(8) + b"\0"
    # The first column begins behind the first four bytes.
    _change_footer(forger, rb"(?<=\x26\x08)\x49\x1c", lambda _: b"\x3c" + statistics + b"\x19\x1c")


@forgery(group, "parquet-differs")
def levels_of_a_parquet_file(forger: Forger) -> None:
    """A Parquet file says that iterations may be missing, and that the numbers themselves tell which."""
    _change_footer(forger, rb"\x25\x00(?=\x18\x09iteration)", lambda _: b"\x25\x02")
    file = forger.path(f"{forger.run()}/trajectory.parquet")
    content = forger.bundle.read(file)
    # The first header of a page: levels as plain bits, without a length before them.
    forger.bundle.write(file, content.replace(b"\x15\x00\x15\x06\x15\x06", b"\x15\x00\x15\x08\x15\x06", 1))


def _change_footer(forger: Forger, pattern: bytes, new: Callable[[re.Match[bytes]], bytes]) -> None:
    """Change what matches in the footer of the Parquet file of a run, and its length."""
    file = forger.path(f"{forger.run()}/trajectory.parquet")
    content = forger.bundle.read(file)
    start = len(content) - 8 - int.from_bytes(content[-8:-4], "little")
    footer, count = re.subn(pattern, new, content[start:-8], flags=re.DOTALL)
    if not count:
        raise InapplicableError(f"{file} is written otherwise")
    forger.bundle.write(file, content[:start] + footer + struct.pack("<I", len(footer)) + content[-4:])


def _text(text: str) -> bytes:
    """A text of ASCII, with its length before it."""
    return _varint(len(text)) + text.encode()


def _varint(number: int) -> bytes:
    """A number from 0 up, seven bits to a byte, lowest first."""
    digits = []
    while number > 127:
        digits.append(number & 127 | 128)
        number >>= 7
    return bytes([*digits, number])
