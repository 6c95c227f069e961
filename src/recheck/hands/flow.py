"""Reads a file of questions: the plain part of YAML that docs/hands.md, "Questions", describes.

    # a comment
    rules:
      name: "a text"
    cases:
      - {id: S1, blinds: [1, 2], stacks: {BB: 1},
         may_raise: true}

A value is a list, a mapping, a text in double quotes without escapes, or a bare text: words of letters, digits and `.` `+` `-`
`_`. What YAML would take for something else than a text, a whole number or a truth has to stand in quotes. All else is refused by
its line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, Union

from recheck.hands.unread import UnreadError, numbered_lines

Value = Union[str, "list[Value]", "dict[str, Value]"]
"""Whole numbers and truths are texts, too."""

RULES, CASES = "rules:", "cases:"
NAMED = re.compile(r'  [A-Za-z0-9_-]+: "[^"\\\x00-\x1f\x7f]*"')
BEGIN = "  - {"
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_+-]*")
QUOTED = re.compile(r'"([^"\\\x00-\x1f\x7f]*)"')
BARE = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+_-]*(?: [A-Za-z0-9.+_-]+)*")
WHOLE = re.compile(r"0|[1-9][0-9]{0,29}")
RESERVED = {"yes", "no", "on", "off", "y", "n", "null"}
"""What YAML takes for something else than a text, in whatever letters."""

TRUTHS = {"true", "false"}
"""They are read, but in these letters only."""

LINE = "rules:, cases:, or what stands in them"


class Item(NamedTuple):
    """A case, and the line that it begins in."""

    line: int
    values: dict[str, Value]


def read_cases(text: str) -> list[Item]:
    """All cases of a file, in its order. Raises `UnreadError` at the first line that is not understood."""
    seen: list[str] = []
    cases: list[tuple[int, list[str]]] = []
    for number, line in numbered_lines(text):
        if not line or line.lstrip(" ").startswith("#"):
            continue
        if line in (RULES, CASES) and line not in seen:
            seen.append(line)
        elif seen[-1:] == [CASES] and line.startswith(BEGIN):
            cases.append((number, [line[len(BEGIN) - 1 :]]))
        elif seen[-1:] == [CASES] and line.startswith(" ") and cases:
            cases[-1][1].append(line.strip(" "))
        elif seen[-1:] != [RULES] or NAMED.fullmatch(line) is None:
            raise UnreadError("is not understood", number, LINE, line)
    return [_item(number, lines) for number, lines in cases]


def _item(line: int, lines: Sequence[str]) -> Item:
    """A case from its lines."""
    reader = _Reader(" ".join(lines), line)
    reader.expect("{")
    values = reader.mapping()
    if reader.at < len(reader.text):
        raise reader.error("nothing more")
    return Item(line, values)


def _is_plain(bare: str) -> bool:
    """Whether YAML takes it for a text, for a whole number written like that, or for a truth."""
    if bare[0].isdigit() and " " not in bare:
        return WHOLE.fullmatch(bare) is not None
    return bare in TRUTHS or bare.lower() not in RESERVED | TRUTHS


class _Reader:
    """Reads a value from left to right."""

    def __init__(self, text: str, line: int) -> None:
        """At its beginning."""
        self.text = text
        self.line = line
        self.at = 0

    def value(self) -> Value:
        """The value that begins here."""
        if self.skip("["):
            return self.sequence()
        if self.skip("{"):
            return self.mapping()
        quoted = QUOTED.match(self.text, self.at)
        if quoted is not None:
            self.at = quoted.end()
            return quoted[1]
        bare = self.match(BARE, "a list, mapping or text")
        if not _is_plain(bare):
            self.at -= len(bare)
            raise self.error("quotes around what YAML takes for something else")
        return bare

    def sequence(self) -> list[Value]:
        """A list, after its bracket."""
        found: list[Value] = []
        self.spaces()
        while not self.skip("]"):
            if found:
                self.comma()
            found.append(self.value())
            self.spaces()
        return found

    def mapping(self) -> dict[str, Value]:
        """A mapping, after its brace."""
        found: dict[str, Value] = {}
        self.spaces()
        while not self.skip("}"):
            if found:
                self.comma()
            name = self.match(NAME, "a name")
            if name in found or name.lower() in RESERVED | TRUTHS:
                self.at -= len(name)
                raise self.error("a name that is not there already")
            self.expect(": ")
            self.spaces()
            found[name] = self.value()
            self.spaces()
        return found

    def comma(self) -> None:
        """Read a comma, and spaces."""
        self.expect(", ")
        self.spaces()

    def skip(self, mark: str) -> bool:
        """Whether this is the next letter, which is then read."""
        found = self.text.startswith(mark, self.at)
        self.at += len(mark) * found
        return found

    def expect(self, mark: str) -> None:
        """Read this, and no other."""
        if not self.skip(mark):
            raise self.error(f"'{mark}'")

    def spaces(self) -> None:
        """Read spaces."""
        while self.skip(" "):
            pass

    def match(self, pattern: re.Pattern[str], due: str) -> str:
        """Read what is of this form."""
        found = pattern.match(self.text, self.at)
        if found is None:
            raise self.error(due)
        self.at = found.end()
        return found[0]

    def error(self, due: str) -> UnreadError:
        """What is not as it should be here."""
        return UnreadError("is not understood", self.line, due, self.text[self.at :] or "the end of the case")
