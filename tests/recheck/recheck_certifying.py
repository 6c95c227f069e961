"""What the tests of certifying have in common: a table to begin with, ways to change it, and what was told of it."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from recheck_certified import infosets, leaves_of, rows_of
from recheck_games import DEFAULTS

PROJECT = Path(__file__).parents[2]

THREES = {(p, i): (Fraction(2, 3), Fraction(1, 3)) for p, i in infosets(leaves_of("kuhn_poker"))}
UNIFORM = {key: (Fraction(1, 2), Fraction(1, 2)) for key in THREES}
KUHN = rows_of(leaves_of("kuhn_poker"), UNIFORM)
"""24 rows: player 0's infosets `0 0pb 1 1pb 2 2pb`, then player 1's `0b 0p 1b 1p 2b 2p`."""
SHUFFLED = random.Random(7).sample(KUHN, len(KUHN))


class Told(NamedTuple):
    code: int
    out: str
    err: str
    report: dict[str, Any]

    @property
    def faults(self) -> list[tuple[object, ...]]:
        """Code, row, player and infoset of each problem."""
        return [(p["code"], p["row"], p["player"], p["infoset"]) for p in self.report["problems"]]

    def number(self, name: str) -> Fraction:
        return Fraction(self.report["measures"][name]["fraction"])

    def between(self, name: str) -> tuple[Fraction, Fraction]:
        bounds = self.report["measures"][name]
        return Fraction(bounds["lower"]), Fraction(bounds["upper"])


def as_game(tmp_path: Path, name: str, **parameters: object) -> list[str]:
    """The words that name a game, a file of which is written if it has one."""
    if name in DEFAULTS:
        return [name, *(word for key, value in parameters.items() for word in ("--set", f"{key}={value}"))]
    path = tmp_path / ("game.nfg" if name.startswith("NFG") else "game.efg")
    path.write_text(name)
    return [str(path)]


def weight(most: int) -> Callable[[random.Random], Fraction]:
    return lambda source: Fraction(source.randrange(1, most))


def dialect(rows=SHUFFLED, header=("player", "infoset", "action", "probability"), **options: Any) -> str:
    """A table as Python's csv module writes it."""
    made = io.StringIO(newline="")
    csv.writer(made, **options).writerows([header, *rows])
    return made.getvalue()


def put(row: int, **cells: object) -> list[tuple[object, ...]]:
    """The uniform strategy with other cells in a row, from 1."""
    rows = [dict(zip(("player", "infoset", "action", "probability"), each, strict=True)) for each in KUHN]
    rows[row - 1].update(cells)
    return [tuple(each.values()) for each in rows]


def without(*rows: int) -> list[tuple[object, ...]]:
    return [row for n, row in enumerate(KUHN, 1) if n not in rows]
