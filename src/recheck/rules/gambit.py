"""The tokens of Gambit's two file formats: quoted texts, numbers, words and braces.

Gambit's documentation, "Game representation formats"; texts and numbers: docs/games.md, "Games from files". Commas separate
no more than blanks do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

TOKEN = re.compile(
    r"""(?P<blank>[\s,]+)
    |"(?P<text>(?:\\"|[^"])*)"
    |(?P<brace>[{}])
    |(?P<word>[^\s,{}"]+)""",
    re.VERBOSE | re.DOTALL,
)
NUMBER = re.compile(
    r"""[+-]?(?:[0-9]+/[0-9]+
    |(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE](?P<exponent>[+-]?[0-9]+))?)""",
    re.VERBOSE,
)
LONGEST_NUMBER = 1000
"""So many characters a number has at most; its power of ten is no larger either."""


class Token(NamedTuple):
    """A piece of the file: `kind` is text, brace or word."""

    kind: str
    value: str
    line: int


class Reader:
    """Takes tokens one by one; whatever is not there as expected is a `ValueError` that names the line."""

    def __init__(self, content: str) -> None:
        """Begin with the first token."""
        self._tokens = _split(content)
        self._next = next(self._tokens, None)
        self._last_line = content.count("\n") + 1

    def at_end(self) -> bool:
        """Whether all tokens are taken."""
        return self._next is None

    def line(self) -> int:
        """The line of the next token."""
        return self._last_line if self._next is None else self._next.line

    def is_next(self, kind: str, value: str | None = None) -> bool:
        """Whether the next token is of this kind, and this value if one is given."""
        token = self._next
        return token is not None and token.kind == kind and value in (None, token.value)

    def expect(self, kind: str, value: str | None = None) -> str:
        """Take the next token, which must be of this kind, and this value if one is given."""
        token = self._next
        if token is None or not self.is_next(kind, value):
            found = "the end" if token is None else token.value
            raise ValueError(f"line {self.line()}: expected {value or kind}, found {found}")
        self._next = next(self._tokens, None)
        return token.value

    def optional_text(self) -> str:
        """Take a text if there is one."""
        return self.expect("text") if self.is_next("text") else ""

    def number(self) -> Fraction:
        """Take a number, exactly as it is written."""
        line, word = self.line(), self.expect("word")
        match = NUMBER.fullmatch(word)
        if match is None:
            raise ValueError(f"line {line}: expected a number, found {word}")
        if len(word) > LONGEST_NUMBER or abs(int(match["exponent"] or 0)) > LONGEST_NUMBER:
            limit = f"{LONGEST_NUMBER:,} characters at most, its power of ten no larger either"
            raise ValueError(f"line {line}: expected a number of {limit}, found {word}")
        try:
            return Fraction(word)
        except ZeroDivisionError:
            raise ValueError(f"line {line}: expected a number, found {word}") from None

    def whole(self, most: int | None = None) -> int:
        """Take a whole number, 0 or more, and no more than that if a limit is given."""
        line, number = self.line(), self.number()
        if number.denominator != 1 or number < 0:
            raise ValueError(f"line {line}: expected a whole number, found {number}")
        if most is not None and number > most:
            raise ValueError(f"line {line}: expected a whole number of {most:,} at most, found {number}")
        return int(number)

    def numbers(self, length: int) -> tuple[Fraction, ...]:
        """Take that many numbers in braces."""
        self.expect("brace", "{")
        found = tuple(self.number() for _ in range(length))
        self.expect("brace", "}")
        return found

    def texts(self) -> list[str]:
        """Take texts in braces."""
        self.expect("brace", "{")
        found = []
        while not self.is_next("brace", "}"):
            found.append(self.expect("text"))
        self.expect("brace", "}")
        return found


def _split(content: str) -> Iterator[Token]:
    """The tokens of a content, blanks left out."""
    position, line = 0, 1
    while position < len(content):
        match = TOKEN.match(content, position)
        if match is None:
            raise ValueError(f"line {line}: a text without its end")
        kind = match.lastgroup or ""
        if kind != "blank":
            value = match[kind]
            yield Token(kind, _decoded(value.replace('\\"', '"')) if kind == "text" else value, line)
        line += match[0].count("\n")
        position = match.end()


def _decoded(text: str) -> str:
    """The text with %XX for bytes of UTF-8 read as these; a run of them that is not UTF-8 stays as it is."""

    def decode(match: re.Match[str]) -> str:
        try:
            return bytes.fromhex(match[0].replace("%", "")).decode("utf-8")
        except UnicodeDecodeError:
            return match[0]

    return re.sub("(?:%[0-9A-F]{2})+", decode, text)


def named(labels: Sequence[str]) -> list[str]:
    """Labels as names if all are there and differ, else positions from 1."""
    if "" not in labels and len(set(labels)) == len(labels):
        return list(labels)
    return [str(n) for n in range(1, len(labels) + 1)]
