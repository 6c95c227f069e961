"""A sweep over one or two parameters as a heat map of the exploitability at the end."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure

from regretlab.figures.results import Floats, Results
from regretlab.figures.style import BLACK, SMALL, WIDTH, number, place, sheet, source
from regretlab.yaml_model import as_yaml

LEFT, RIGHT, TOP, BOTTOM = 2.2, 0.4, 1.7, 1.2
CELL_HEIGHT = 0.9
COLORS = "viridis"
DARK = 0.5
"""On the lower part of the colors, up to here, numbers are written in white."""


def draw_sweeps(results: Results) -> Iterator[tuple[str, Figure]]:
    """A figure for each sweep of the game, with its name; none for more than two parameters."""
    for sweep, variants in results.sweeps.items():
        names = varying(variants)
        if len(names) <= 2:
            yield f"sweep-{sweep}", _draw(results, sweep, variants, names)


def varying(variants: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """The parameters that are not the same for all."""
    first, *others = variants.values()
    return [key for key in first if any(other[key] != first[key] for other in others)] or list(first)[:1]


def _draw(results: Results, sweep: str, variants: Mapping[str, Mapping[str, Any]], names: list[str]) -> Figure:
    last = {run.variant: float(run.exploitability[-1]) for run in results.runs() if run.variant in variants}
    across, down = names[-1], names[0] if len(names) == 2 else None
    columns = list(dict.fromkeys(parameters[across] for parameters in variants.values()))
    rows = list(dict.fromkeys(parameters[down] if down else None for parameters in variants.values()))
    values = np.full((len(rows), len(columns)), np.nan)
    for variant, parameters in variants.items():
        values[rows.index(parameters[down] if down else None), columns.index(parameters[across])] = last[variant]
    height = TOP + BOTTOM + CELL_HEIGHT * len(rows)
    title = f"Exploitability at iteration {int(results.runs()[0].trajectory.floats('iteration')[-1]):,}, by parameters"
    figure = sheet(height, title, source(results, sweep), f"in {results.game.unit}; darker is less")
    axes = place(figure, left=LEFT, right=RIGHT, top=TOP, bottom=BOTTOM)
    _fill(axes, values)
    axes.set_xticks(np.arange(len(columns)) + 0.5, list(map(_written, columns)))
    axes.set_xlabel(across)
    axes.set_yticks(np.arange(len(rows)) + 0.5, list(map(_written, rows)) if down else [""])
    axes.set_ylabel(down or "")
    return figure


def _fill(axes: Axes, values: Floats) -> None:
    """Colors on a logarithmic scale, and the numbers themselves."""
    positive = values[values > 0]
    low, high = (positive.min(), positive.max()) if len(positive) else (1e-17, 1.0)
    norm = LogNorm(low, high if high > low else 10 * low, clip=True)
    axes.pcolormesh(np.where(values > 0, values, low), norm=norm, cmap=COLORS)
    axes.invert_yaxis()
    axes.grid(visible=False)
    size = min(SMALL, 0.5 * SMALL * WIDTH / (1.2 * values.shape[1]))
    for (row, column), value in np.ndenumerate(values):
        color = "white" if float(norm(max(value, low))) < DARK else BLACK
        text = number(value) if value else "0"
        axes.text(column + 0.5, row + 0.5, text, size=size, color=color, ha="center", va="center")


def _written(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else as_yaml(value)
