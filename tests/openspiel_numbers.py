"""The tables of validation/data, read and compared; each comparison tells the keys under which two tables differ."""

import csv
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

VALIDATION = Path(__file__).parent.parent / "validation"
DATA = VALIDATION / "data"

TOLERANCE = 1e-12
"""Of values, nash_conv and probabilities, to 1,000 iterations; the largest difference measured is 2.7e-14."""

Numbers = Mapping[tuple[Any, ...], Sequence[float]]


def differing(found: Numbers, expected: Numbers, tolerance: float = TOLERANCE) -> list[tuple[Any, ...]]:
    """The keys under which one table has nothing, or other numbers than the other."""

    def close(a: Sequence[float], b: Sequence[float]) -> bool:
        return len(a) == len(b) and all(abs(x - y) <= tolerance for x, y in zip(a, b, strict=True))

    return [
        key
        for key in {**expected, **found}
        if key not in found or key not in expected or not close(found[key], expected[key])
    ]


@cache
def read(file: str) -> tuple[dict[str, str], ...]:
    """The rows of a file of validation/data; its first line says what made it."""
    return tuple(csv.DictReader((DATA / file).read_text(encoding="utf-8").splitlines()[1:]))


def rows_of(file: str, game: str) -> list[dict[str, str]]:
    return [row for row in read(file) if row["game"] == game]


def games_of(file: str) -> list[str]:
    """Every game that has rows in the file, in their order."""
    return list(dict.fromkeys(row["game"] for row in read(file)))


def floats(field: str) -> list[float]:
    """The numbers of one field."""
    return [float(number) for number in field.split()]
