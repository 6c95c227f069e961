"""A sweep over parameters as heat maps of the exploitability at the end.

Two parameters are the axes of a heat map; there is one for each combination of the others. The seed is no parameter here:
a cell is the median over the seeds.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import XAxis, YAxis
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure

from regretlab.figures.methods import seeds_of
from regretlab.figures.results import Results
from regretlab.figures.style import (
    BLACK,
    EDGE,
    FONT_SIZE,
    SMALL,
    WIDTH,
    fitting_size,
    named,
    number,
    place,
    sheet,
    source,
    text_width,
)
from regretlab.figures.table import Floats
from regretlab.yaml_model import as_yaml

MOST_PANELS = 12
"""With more, a sweep goes on in a further figure."""

TOP, BOTTOM, TITLE, GAP_BELOW_TEXT = 1.75, 1.2, 0.55, 0.1
Y_LABEL, TICK, MOST_FOR_LABELS = 0.6, 0.2, 5.0
GAP_ACROSS, GAP_DOWN = 0.4, 0.3
CELL_HEIGHT, LOW_CELL_HEIGHT, MOST_HIGH = 0.9, 0.65, 8
MOST_WIDTH, SMALLEST, FILLED = 3.2, 6.5, 0.85
"""Of a cell the greatest width; of its number the least size for which panels stand side by side, and the part of the cell."""

COLORS = "viridis"
DARK = 0.5
"""On the lower part of the colors, up to here, numbers are written in white."""

Parameters = Mapping[str, Any]


@dataclass(frozen=True)
class Axis:
    """What varies along one side of a heat map; without a name and with one value where nothing does."""

    name: str | None
    values: tuple[Any, ...]

    @property
    def labels(self) -> list[str]:
        """The values as they are written."""
        return [_written(value) for value in self.values] if self.name else [""]

    @property
    def width(self) -> float:
        """How wide a heat map must be, in centimeters, that has this axis across."""
        return len(self.values) * max(_least_width(), *(text_width(label, SMALL) for label in self.labels))


@dataclass(frozen=True)
class HeatMaps:
    """The panels of a sweep: by title the exploitability, shape (values down, values across); NaN where there is no method."""

    down: Axis
    across: Axis
    others: tuple[Axis, ...]
    panels: Mapping[str, Floats]

    @property
    def norm(self) -> LogNorm:
        """From exploitability to color, the same for all panels."""
        values = np.concatenate([panel.ravel() for panel in self.panels.values()])
        positive = values[values > 0]
        low, high = (positive.min(), positive.max()) if len(positive) else (1e-17, 1.0)
        return LogNorm(low, high if high > low else 10 * low, clip=True)


def draw_sweeps(results: Results) -> Iterator[tuple[str, Figure]]:
    """The figures of each sweep of the game, with their names; none for a sweep over nothing but the seed."""
    for sweep, methods in results.sweeps.items():
        if names := varying(list(methods.values())):
            maps = heat_maps(results, methods, names)
            titles = list(maps.panels)
            pages = -(-len(titles) // MOST_PANELS)
            most = -(-len(titles) // pages)
            for page in range(pages):
                which = [sweep, f"figure {page + 1} of {pages}"] if pages > 1 else [sweep]
                lines = [source(results, *which), _note(results, methods)]
                figure = _draw(results, lines, maps, titles[page * most : (page + 1) * most])
                yield f"sweep{page + 1 if page else ''}-{sweep}", figure


def varying(settings: Sequence[Parameters]) -> list[str]:
    """The parameters that are not the same for all."""
    names = dict.fromkeys(name for parameters in settings for name in parameters)
    return [name for name in names if any(other.get(name) != settings[0].get(name) for other in settings)]


def heat_maps(results: Results, methods: Mapping[str, Parameters], names: Sequence[str]) -> HeatMaps:
    """The sweep over parameters of these names, at least one; the two with the most values are the axes."""
    axes = [Axis(name, tuple(dict.fromkeys(given.get(name) for given in methods.values()))) for name in names]
    longest = sorted(axes, key=lambda axis: -len(axis.values))[:2]
    *first, across = [axis for axis in axes if axis in longest]
    down = first[0] if first else Axis(None, (None,))
    if across.width > WIDTH - EDGE - _left(down) and down.width < across.width:
        down, across = across, down
    others = tuple(axis for axis in axes if axis not in longest)
    last = {method.name: float(method.exploitability[-1]) for method in results.methods}
    cells = {
        tuple(given.get(axis.name or "") for axis in (*others, down, across)): last[name]
        for name, given in methods.items()
    }
    panels = {}
    for chosen in product(*(axis.values for axis in others)):
        title = ", ".join(f"{axis.name} = {_written(value)}" for axis, value in zip(others, chosen, strict=True))
        rows = [[cells.get((*chosen, row, column), np.nan) for column in across.values] for row in down.values]
        if not np.isnan(rows).all():
            panels[title] = np.array(rows)
    return HeatMaps(down, across, others, panels)


def _note(results: Results, methods: Mapping[str, Parameters]) -> str:
    seeds = seeds_of([method for method in results.methods if method.name in methods])
    return f"in {results.game.unit}; darker is less" + (f"; each cell the median of {seeds} seeds" if seeds else "")


def _draw(results: Results, lines: Sequence[str], maps: HeatMaps, titles: Sequence[str]) -> Figure:
    """Some of the panels on one sheet."""
    left = _left(maps.down)
    room = WIDTH - left - EDGE + GAP_ACROSS
    per_row = _per_row(int(room / (len(maps.across.values) * _least_width() + GAP_ACROSS)), len(titles), maps.others)
    cell = min(MOST_WIDTH, (room / per_row - GAP_ACROSS) / len(maps.across.values))
    width = cell * len(maps.across.values)
    high = len(maps.panels) == 1 and len(maps.down.values) <= MOST_HIGH
    panel_height = (CELL_HEIGHT if high else LOW_CELL_HEIGHT) * len(maps.down.values)
    title_height = TITLE if maps.others else GAP_BELOW_TEXT
    rows = -(-len(titles) // per_row)
    height = TOP + rows * (title_height + panel_height) + (rows - 1) * GAP_DOWN + BOTTOM
    iteration = int(results.methods[0].iterations[-1])
    figure = sheet(height, f"Exploitability at iteration {iteration:,}, by parameters", *lines)
    for position, title in enumerate(titles):
        row, column = divmod(position, per_row)
        x = left + column * (width + GAP_ACROSS)
        top = TOP + row * (title_height + panel_height + GAP_DOWN) + title_height
        axes = place(figure, position + 1, left=x, right=WIDTH - x - width, top=top, bottom=height - top - panel_height)
        _fill(axes, position + 1, maps.panels[title], maps.norm, cell)
        heading: dict[str, Any] = {"size": fitting_size(title, SMALL, width), "gid": named("heading", position + 1)}
        axes.set_title(title, loc="left", pad=4, **heading)
        _label(axes.xaxis, maps.across if position + per_row >= len(titles) else None, cell, width)
        _label(axes.yaxis, maps.down if column == 0 else None, MOST_FOR_LABELS, panel_height)
    return figure


def _per_row(fitting: int, panels: int, others: Sequence[Axis]) -> int:
    """How many panels stand side by side: if possible groups that differ in the last parameter alone, or equal parts of one."""
    most = max(1, min(fitting, panels))
    group = len(others[-1].values) if others else 1
    if group <= most:
        return most - most % group
    parts = [size for size in range(2, most + 1) if group % size == 0]
    return parts[-1] if parts else most


def _left(down: Axis) -> float:
    """Where the panels start: behind the name and the values of what goes down."""
    labels = min(MOST_FOR_LABELS, max(text_width(label, SMALL) for label in down.labels))
    return EDGE + Y_LABEL + labels + TICK if down.name else 2 * EDGE


def _label(side: XAxis | YAxis, axis: Axis | None, room: float, length: float) -> None:
    """Write the name of an axis, and each value into so much room; no name, no values."""
    side.set_ticks([])
    if axis and axis.name:
        size = min(fitting_size(label, SMALL, room) for label in axis.labels)
        side.set_ticks(np.arange(len(axis.labels)) + 0.5, axis.labels, fontsize=size)
        side.set_label_text(axis.name, fontsize=fitting_size(axis.name, FONT_SIZE, length))


def _fill(axes: Axes, panel: int, values: Floats, norm: LogNorm, cell: float) -> None:
    """Colors on a logarithmic scale, and the numbers themselves."""
    shown = np.where(values <= 0, norm.vmin or 0.0, values)
    look: dict[str, Any] = {"edgecolors": "white", "linewidth": 0.6, "gid": named("cells", panel)}
    axes.pcolormesh(np.ma.masked_invalid(shown), norm=norm, cmap=COLORS, **look)
    axes.invert_yaxis()
    axes.grid(visible=False)
    texts = {value: number(value) if value else "0" for value in values.flat if not np.isnan(value)}
    size = min(fitting_size(text, SMALL, FILLED * cell) for text in texts.values())
    for (row, column), value in np.ndenumerate(values):
        if value in texts:
            color = "white" if float(norm(float(shown[row, column]))) < DARK else BLACK
            centered: dict[str, Any] = {
                "ha": "center",
                "va": "center",
                "gid": named("number", panel, row + 1, column + 1),
            }
            axes.text(column + 0.5, row + 0.5, texts[value], size=size, color=color, **centered)


def _written(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else as_yaml(value)


def _least_width() -> float:
    """Of a cell in which a number can be read."""
    return text_width(number(1.0), SMALLEST) / FILLED
