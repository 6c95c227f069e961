"""Ways to spoil a published file in one place."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

RUN = "kuhn/cfr"
EQUILIBRIA = "kuhn/equilibria"


def edit_cell(path: Path, row: int, column: str, change: Callable[[str], str]) -> None:
    lines = path.read_text().split("\n")
    n = lines[0].split(",").index(column)
    cells = lines[row].split(",")
    assert change(cells[n]) != cells[n]
    cells[n] = change(cells[n])
    lines[row] = ",".join(cells)
    path.write_text("\n".join(lines))


def other_digit(text: str) -> str:
    """Change the eighth significant digit of a float, the last one of anything else; a float stays canonical."""
    digits = [m.start() for m in re.finditer(r"[0-9]", text)]
    if "." in text:
        mantissa = re.match(r"-?[0.]*", text)
        start = mantissa.end() if mantissa else 0
        digits = [n for n in digits if n >= start and n < len(text.partition("e")[0])][:8]
    if not digits:
        return "1.5" if "." in text else text + "1"
    n = digits[-1]
    changed = text[:n] + str((int(text[n]) + 1) % 10) + text[n + 1 :]
    return repr(float(changed)) if "." in text else changed


def moved(amount: float) -> Callable[[str], str]:
    """Add an amount to a float, in proportion to it if it is larger than 1; the text stays canonical."""
    return lambda text: repr(float(text) + amount * max(1.0, abs(float(text))))


def moved_exactly(text: str) -> str:
    """Add a billionth to an exact number; the text stays canonical."""
    return str(Fraction(text) + Fraction(1, 10**9))


def flipped(text: str) -> str:
    """The same number with the other sign."""
    return text[1:] if text.startswith("-") else f"-{text}"


def edit_json(path: Path, key: str, value: object) -> None:
    content = json.loads(path.read_text())
    content[key] = value
    path.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n")


def dropped(data: bytes) -> bytes:
    lines = data.split(b"\n")
    return b"\n".join(lines[:3] + lines[4:])


def swapped(data: bytes) -> bytes:
    lines = data.split(b"\n")
    return b"\n".join([*lines[:3], lines[4], lines[3], *lines[5:]])


def doubled(data: bytes) -> bytes:
    lines = data.split(b"\n")
    return b"\n".join([*lines[:4], *lines[3:]])


ROWS = {
    "dropped row": dropped,
    "swapped rows": swapped,
    "doubled row": doubled,
    "truncated": lambda data: data[: len(data) // 2],
}
BYTES = {
    "no last line feed": lambda data: data[:-1],
    "wrong header": lambda data: b"x" + data,
    "CRLF": lambda data: data.replace(b"\n", b"\r\n"),
    "byte order mark": lambda data: b"\xef\xbb\xbf" + data,
    "not UTF-8": lambda data: data[:-2] + b"\xff\n",
    "empty": lambda data: b"",
    "extra cell": lambda data: data.replace(b"\n", b",\n", 3),
    "extra line": lambda data: data + b"\n",
    "short row and one too many": lambda data: data[:-1].rpartition(b",")[0] + b"\n" + data.splitlines(True)[-1],
}
