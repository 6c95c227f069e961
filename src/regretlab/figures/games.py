"""All games of a study side by side, small, and all methods in each: one look at who wins where."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from regretlab.figures.exploitability import curve_of, note_on_bands
from regretlab.figures.loglog import Curve, label_iterations, plot
from regretlab.figures.methods import Method, read_methods
from regretlab.figures.style import (
    EDGE,
    LINE_GAP,
    SMALL,
    WIDTH,
    fitting_size,
    line_of,
    named,
    place,
    sheet,
    text_width,
)

COLUMNS = 3
LEFT, RIGHT, TOP = 1.15, 0.55, 1.6
PANEL_HEIGHT, GAP_ACROSS, GAP_DOWN = 3.6, 1.5, 1.1
LINE, SAMPLE = 0.45, 0.8
THIN = 0.8


Write = Callable[[float], str]
"""How a number below an axis is written."""


def draw_games(study_folder: Path) -> Figure:
    """Exploitability over iterations on each game of methods.csv."""
    subject = f"study {study_folder.name}  ·  iterations across, in each game's unit"
    return draw_panels(read_methods(study_folder), "Exploitability by game and method", subject)


def draw_panels(games: Mapping[str, Sequence[Method]], title: str, subject: str, write: Write | None = None) -> Figure:
    """A panel for each game that has methods, and the key to all of them below; without `write`, iterations are across."""
    games = {game: found for game, found in games.items() if found}
    methods = [method for found in games.values() for method in found]
    samples = {method.label: method for method in sorted(methods, key=lambda method: method.place)}
    per_line = max(1, int((WIDTH - 2 * EDGE) / (SAMPLE + 0.5 + max(text_width(label, SMALL) for label in samples))))
    note = note_on_bands(methods)
    top_row = TOP + LINE_GAP * len(note)
    key = LINE * (-(-len(samples) // per_line)) + 0.4
    height = top_row + -(-len(games) // COLUMNS) * (PANEL_HEIGHT + GAP_DOWN) + key
    figure = sheet(height, title, subject, *note)
    width = (WIDTH - LEFT - RIGHT - (COLUMNS - 1) * GAP_ACROSS) / COLUMNS
    for number, (game, found) in enumerate(games.items()):
        row, column = divmod(number, COLUMNS)
        left, top = LEFT + column * (width + GAP_ACROSS), top_row + row * (PANEL_HEIGHT + GAP_DOWN)
        axes = place(figure, game, left=left, right=WIDTH - left - width, top=top, bottom=height - top - PANEL_HEIGHT)
        size = fitting_size(game, SMALL, width + GAP_ACROSS / 2)
        axes.set_title(game, size=size, loc="left", pad=3, gid=named("heading", game))
        _draw(axes, [curve_of(game, method) for method in found])
        if write is None:
            label_iterations(axes, WIDTH - left - width)
        else:
            axes.xaxis.set_major_formatter(FuncFormatter(partial(_written, write)))
    _explain(figure, height, per_line, samples)
    return figure


def _written(write: Write, value: float, _: int | None) -> str:
    return write(value)


def _draw(axes: Axes, curves: Sequence[Curve]) -> None:
    plot(axes, curves, linewidth=THIN)
    axes.xaxis.set_major_locator(LogLocator(base=10, numticks=4))
    axes.yaxis.set_major_locator(LogLocator(base=10, numticks=6))
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_minor_formatter(NullFormatter())


def _explain(figure: Figure, height: float, per_line: int, samples: Mapping[str, Method]) -> None:
    """The key: a sample of each line with its name."""
    width = (WIDTH - 2 * EDGE) / per_line
    for number, (label, method) in enumerate(samples.items()):
        line, column = divmod(number, per_line)
        x = EDGE + column * width
        y = (0.3 + LINE * (-(-len(samples) // per_line) - 1 - line)) / height
        ends = (x / WIDTH, (x + SAMPLE) / WIDTH)
        look: dict[str, Any] = {"linewidth": 1.0, "gid": named("key", method.name), **line_of(method.place)}
        figure.add_artist(Line2D(ends, (y + 0.1 / height,) * 2, **look))
        size = fitting_size(label, SMALL, width - SAMPLE - 0.15)
        figure.text((x + SAMPLE + 0.15) / WIDTH, y, label, size=size, gid=named("name", method.name))
