"""Where the values of a TOML text stand: tomllib gives them, and keeps no lines and columns.

The text is one that tomllib has read: nothing is checked here.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator

Path = tuple[str | int, ...]
"""Table if there is one, key, and the number of an element of its array."""

_TOKEN = re.compile(
    r'(?P<comment>#[^\n]*)|(?P<text>"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\')'
    r"|(?P<line>\n)|(?P<mark>[\[\]{}=,])|(?P<word>[^\s\[\]{}=,#\"']+)",
    re.DOTALL,
)


def places(text: str) -> dict[Path, tuple[int, int]]:
    """Line and column, from 1, of each table, of each value and of each element of an array."""
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    found: dict[Path, tuple[int, int]] = {}
    for path, offset in _offsets(text):
        line = bisect_right(starts, offset)
        found.setdefault(path, (line, offset - starts[line - 1] + 1))
    return found


def _offsets(text: str) -> Iterator[tuple[Path, int]]:
    table: Path = ()
    names: list[str] = []
    begin, tokens = 0, _TOKEN.finditer(text)
    for match in tokens:
        token = match[0]
        if token == "=":
            yield from _value((*table, ".".join(names)), tokens)
            names = []
        elif token == "[":
            begin, names = match.start(), []
        elif token == "]":
            table = (".".join(names),)
            yield table, begin
        elif match.lastgroup == "line":
            names = []
        elif match.lastgroup != "comment":
            names.append(token.strip("\"'"))


def _value(key: Path, tokens: Iterator[re.Match[str]]) -> Iterator[tuple[Path, int]]:
    """A value, and the elements of the array that it is, up to the end of the line that ends it."""
    depth, number, due, array = 0, 0, True, False
    for match in tokens:
        token = match[0]
        if match.lastgroup in ("line", "comment"):
            if depth == 0 and token == "\n":
                return
            continue
        if due and token not in ("]", "}"):
            yield (*key, number - 1) if depth else key, match.start()
            number, due = number + 1, False
        if token in ("]", "}"):
            depth -= 1
        elif token == ",":
            due = array and depth == 1
        elif token in ("[", "{"):
            depth += 1
            if depth == 1:
                array = due = token == "["
