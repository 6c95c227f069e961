"""Reads a file of hands in PHH: the plain part of TOML that docs/hands.md, "What is read of PHH", describes.

Understood are, each on a line of its own: nothing, a comment, `[name]`, and `key = value`, where the value is a text without
escapes, a number of digits with or without a point, `inf`, `true`, `false`, or a list of such. All else is refused by its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple, Union

from recheck.hands.unread import UnreadError, numbered_lines

Single = Union[str, bool, Decimal]
"""Numbers are as they are written, zeros at the end and all; infinity is one of them."""

Value = Union[Single, "list[Single]"]

SINGLE, SEVERAL = ".phh", ".phhs"
"""A file of one hand, without heads, and one of several."""

HEAD = re.compile(r"\[([A-Za-z0-9_-]+)\]")
PAIR = re.compile(r"([A-Za-z0-9_-]+) *= *(.*)")
NUMBER = r"(?:0|[1-9][0-9]{0,29})(?:\.[0-9]{1,30})?"
TOKEN = re.compile(
    r" *(?:'(?P<literal>[^'\\\x00-\x1f\x7f]*)'"
    r'|"(?P<basic>[^"\\\x00-\x1f\x7f]*)"'
    rf"|(?P<number>{NUMBER})(?![0-9A-Za-z_.+-])"
    r"|(?P<word>true|false|inf)(?![0-9A-Za-z_.+-])"
    r"|(?P<mark>[\[\],]))"
)
"""What a value is made of. TOML has no zeros before a number; its other forms of numbers are not used."""

WORDS: dict[str, Single] = {"true": True, "false": False, "inf": Decimal("Infinity")}
PLAIN = "a text, number, inf, true, false, or a list of them, in one line"


class Record(NamedTuple):
    """A hand: its name, the line of its head, and its keys, each with its value and its line."""

    name: str
    line: int
    values: dict[str, Value]
    lines: dict[str, int]


def read_records(text: str, alone: str | None = None) -> list[Record]:
    """All hands of a file, in its order; `alone` is the name of the only one in a file without heads.

    Raises `UnreadError` at the first line that is not understood.
    """
    records = [] if alone is None else [Record(alone, 1, {}, {})]
    names: set[str] = set()
    for number, line in numbered_lines(text):
        bare = line.strip(" ")
        if not bare or bare.startswith("#"):
            continue
        head = HEAD.fullmatch(bare) if alone is None else None
        if head is not None:
            if head[1] in names:
                raise UnreadError("another hand has this name", number, None, head[1])
            names.add(head[1])
            records.append(Record(head[1], number, {}, {}))
            continue
        pair = PAIR.fullmatch(bare)
        if pair is None or not records:
            due = "[name]" if not records else "key = value" if alone else "[name], or key = value"
            raise UnreadError("is not understood", number, due, bare)
        if pair[1] in records[-1].values:
            raise UnreadError("the hand has this key already", number, None, pair[1])
        records[-1].values[pair[1]] = _value(pair[2], number)
        records[-1].lines[pair[1]] = number
    return records


def _value(text: str, line: int) -> Value:
    """What stands behind the sign of equality."""
    tokens = list(_tokens(text, line))
    singles = [single for mark, single in tokens if not mark]
    marks = "".join([mark or "x" for mark, _ in tokens])
    if marks == "x":
        return singles[0]
    if re.fullmatch(r"\[(?:x(?:,x)*)?\]", marks) is None:
        raise UnreadError("is no value that is understood", line, PLAIN, text)
    return singles


def _tokens(text: str, line: int) -> Iterator[tuple[str, Single]]:
    """Marks, and values between them."""
    position = 0
    while text[position:].strip(" "):
        match = TOKEN.match(text, position)
        if match is None:
            raise UnreadError("is no value that is understood", line, PLAIN, text[position:])
        position = match.end()
        kind = str(match.lastgroup)
        found = match[kind]
        if kind == "number":
            yield "", Decimal(found)
        elif kind == "word":
            yield "", WORDS[found]
        elif kind == "mark":
            yield found, ""
        else:
            yield "", found
