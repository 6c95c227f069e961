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
