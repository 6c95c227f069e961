"""All games of a study side by side, over processor seconds instead of iterations."""

from dataclasses import replace
from math import log10
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from regretlab.errors import InputError
from regretlab.figures.games import draw_panels
from regretlab.figures.methods import Method, read_methods
from regretlab.figures.table import Table

SHORTEST = 1e-9
"""Seconds; clocks do not tell less apart."""


def draw_seconds(study_folder: Path, table: Path) -> Figure:
    """A panel for each game; `table` says what the iterations of methods.csv took, one run of each method.

    Raises `InputError` if it lacks an iteration of a method.
    """
    seconds = _read(Table(table))

    def timed(game: str, method: Method) -> Method:
        taken = []
        for iteration in method.iterations:
            key = (game, method.name, float(iteration))
            if key not in seconds:
                raise InputError(f"{table}: expected a row for {method.name} on {game} at {iteration:.0f}, found none")
            taken.append(max(seconds[key], SHORTEST))
        return replace(method, iterations=np.array(taken))

    games = {game: [timed(game, method) for method in found] for game, found in read_methods(study_folder).items()}
    subject = f"study {study_folder.name}  ·  processor seconds across, on one machine"
    return draw_panels(games, "Exploitability by game and method, over time", subject, _power)


def _power(seconds: float) -> str:
    """A power of ten, as matplotlib writes it."""
    return f"$10^{{{round(log10(seconds))}}}$"


def _read(table: Table) -> dict[tuple[str, str, float], float]:
    keys = zip(table.texts("game"), table.texts("method"), map(float, table.floats("iteration")), strict=True)
    return dict(zip(keys, map(float, table.floats("seconds")), strict=True))
