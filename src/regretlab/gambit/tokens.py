"""The words of a Gambit file, one after the other, and errors that say where in the file they are.

White space separates words and means nothing else. A string ends at the first quotation mark that has no backslash before it.
"""

import re
from fractions import Fraction
from math import inf
from pathlib import Path
from typing import NoReturn

from regretlab.errors import InputError, shown
from regretlab.files import read_text

LARGEST_FILE = 256 * 2**20
"""In bytes; a larger file would not fit into memory as a game."""
LONGEST_NUMBER = 1000
"""In characters; also the largest power of ten: `1e9999999999` is short, but the number is not."""

Number = int | Fraction

_WORD = re.compile(
    r"""[ \t\n\v\f\r]*+
    (?: (?P<string> "(?:[^"\\]++|\\"?+)*+" )
      | (?P<mark> [{},] )
      | (?P<number> [+-]?+ (?: [0-9]++/[0-9]++ | (?: [0-9]++(?:\.[0-9]*+)?+ | \.[0-9]++ ) (?: [eE][+-]?+[0-9]++ )?+ ) )
        (?= [ \t\n\v\f\r{},"] | \Z )
      | (?P<symbol> [^ \t\n\v\f\r{},"]++ )
      | (?P<open> " )
      | (?P<end> \Z ) )""",
    re.VERBOSE,
)


class Tokens:
    """Reads a file word by word: `kind` and `text` are those of the present word, at first the first one."""

    kind: str
    """`string`, `mark`, `number`, `symbol` or `end`."""
    text: str
    """As it stands in the file, a string with its quotation marks."""

    def __init__(self, path: Path) -> None:
        """Read the file. Raises `InputError` if that fails, if it is too large or not UTF-8."""
        self._path = path
        self._content = read_text(path, LARGEST_FILE)
        self._words = _WORD.finditer(self._content)
        self._numbers: dict[str, Number] = {}
        self.advance()

    def advance(self) -> None:
        """Go on to the next word."""
        self.word = word = next(self._words)
        self.kind = kind = word.lastgroup or ""
        self.text = word[kind]
        if kind == "open":
            self.fail("a closing quotation mark for the one here", "none up to the end of the file")

    def symbol(self, *expected: str) -> str:
        """Take a word, unquoted, one of those expected."""
        found = self.text
        if found not in expected:
            self.fail(" or ".join(expected))
        self.advance()
        return found

    def mark(self, expected: str, reason: str = "") -> None:
        """Take a brace."""
        if self.text != expected:
            self.fail(f"{expected}{reason}")
        self.advance()

    def is_string(self) -> bool:
        """Whether the present word is a string."""
        return self.kind == "string"

    def string(self, what: str) -> str:
        """Take a string: what is between the quotation marks, `\\"` being a quotation mark."""
        found = self.text
        if self.kind != "string":
            self.fail(f"{what} in quotation marks")
        self.advance()
        return found[1:-1].replace('\\"', '"') if "\\" in found else found[1:-1]

    def integer(self, what: str, lowest: int, highest: float = inf) -> int:
        """Take an integer within these bounds."""
        number = self._value(what) if self.kind == "number" and self.text.isdigit() else None
        if not isinstance(number, int) or not lowest <= number <= highest:
            self.fail(f"{what}, {lowest} or more" if highest == inf else f"{what}, from {lowest} to {highest}")
        self.advance()
        return number

    def number(self, what: str) -> Number:
        """Take a number, exactly: an integer, a fraction or a decimal."""
        if self.kind != "number":
            self.fail(what)
        number = self._value(what)
        self.advance()
        return number

    def _value(self, what: str) -> Number:
        text = self.text
        if text not in self._numbers:
            base, _, exponent = text.lower().partition("e")
            if len(text) > LONGEST_NUMBER or abs(int(exponent or 0)) > LONGEST_NUMBER:
                self.fail(f"{what} of at most {LONGEST_NUMBER:,} characters, its power of ten no larger either")
            if "/" in base and int(base.partition("/")[2]) == 0:
                self.fail(f"{what} with a denominator other than 0")
            number = Fraction(text)
            self._numbers[text] = int(number) if number.denominator == 1 else number
        return self._numbers[text]

    def fail(self, expected: str, found: str | None = None, word: re.Match[str] | None = None) -> NoReturn:
        """Raise an `InputError` about the present or another word."""
        word = word or self.word
        kind = word.lastgroup or ""
        start = word.start(kind)
        line = self._content.count("\n", 0, start) + 1
        column = start - self._content.rfind("\n", 0, start)
        if found is None:
            found = "the end of the file" if kind == "end" else shown(word[kind])
        raise InputError(f"{self._path}: line {line}, column {column}: expected {expected}, found {found}")
