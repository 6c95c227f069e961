"""All games of a study side by side, small, and all variants in each: one look at who wins where."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from regretlab.figures.exploitability import called
from regretlab.figures.loglog import LEAST
from regretlab.figures.results import Floats, Table
from regretlab.figures.style import EDGE, SMALL, WIDTH, line_of, place, sheet, text_width

COLUMNS = 3
LEFT, RIGHT, TOP = 1.15, 0.55, 1.6
PANEL_HEIGHT, GAP_ACROSS, GAP_DOWN = 3.6, 1.5, 1.1
LINE, SAMPLE = 0.45, 0.8

Curves = Mapping[str, tuple[Floats, Floats]]
"""From the variant to its iterations and exploitability."""


def draw_games(study_folder: Path) -> Figure:
    """A panel for each game of runs.csv, and the key to all of them below."""
    games, answers = _read(Table(study_folder / "runs.csv"))
    labels = [called(variant, answer) for variant, answer in answers.items()]
    per_line = max(1, int((WIDTH - 2 * EDGE) / (SAMPLE + 0.5 + max(text_width(label, SMALL) for label in labels))))
    key = LINE * (-(-len(labels) // per_line)) + 0.4
    rows = -(-len(games) // COLUMNS)
    height = TOP + rows * (PANEL_HEIGHT + GAP_DOWN) + key
    figure = sheet(height, "Exploitability by game and variant", f"study {study_folder.name}  ·  iterations across")
    width = (WIDTH - LEFT - RIGHT - (COLUMNS - 1) * GAP_ACROSS) / COLUMNS
    for number, (game, curves) in enumerate(games.items()):
        row, column = divmod(number, COLUMNS)
        left, top = LEFT + column * (width + GAP_ACROSS), TOP + row * (PANEL_HEIGHT + GAP_DOWN)
        axes = place(figure, left=left, right=WIDTH - left - width, top=top, bottom=height - top - PANEL_HEIGHT)
        _draw(axes, game, curves, list(answers))
    _explain(figure, height, per_line, labels)
    return figure


def _read(table: Table) -> tuple[dict[str, dict[str, tuple[Floats, Floats]]], dict[str, str]]:
    """The curves of each game, and of each variant what it is about; both in the order of the table."""
    points: dict[str, dict[str, list[tuple[float, float]]]] = {}
    answers: dict[str, str] = {}
    columns = (table.texts("game"), table.texts("variant"), table.texts("answer"))
    numbers = (table.floats("iteration"), table.floats("exploitability"))
    for game, variant, answer, iteration, exploitability in zip(*columns, *numbers, strict=True):
        points.setdefault(game, {}).setdefault(variant, []).append((iteration, exploitability))
        answers[variant] = answer
    games = {
        game: {variant: (np.array(curve).T[0], np.array(curve).T[1]) for variant, curve in curves.items()}
        for game, curves in points.items()
    }
    return games, answers


def _draw(axes: Axes, game: str, curves: Curves, order: Sequence[str]) -> None:
    axes.set_title(game, size=SMALL, loc="left", pad=3)
    axes.set_xscale("log")
    axes.set_yscale("log", nonpositive="mask")
    for variant, (x, y) in curves.items():
        axes.plot(x, np.where(y > LEAST, y, np.nan), linewidth=0.8, **line_of(order.index(variant)))
    axes.margins(x=0)
    axes.xaxis.set_major_locator(LogLocator(base=10, numticks=4))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    axes.yaxis.set_major_locator(LogLocator(base=10, numticks=6))
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_minor_formatter(NullFormatter())


def _explain(figure: Figure, height: float, per_line: int, labels: Sequence[str]) -> None:
    """The key: a sample of each line with its name."""
    width = (WIDTH - 2 * EDGE) / per_line
    for number, label in enumerate(labels):
        line, column = divmod(number, per_line)
        x = EDGE + column * width
        y = (0.3 + LINE * (-(-len(labels) // per_line) - 1 - line)) / height
        ends = (x / WIDTH, (x + SAMPLE) / WIDTH)
        figure.add_artist(Line2D(ends, (y + 0.1 / height,) * 2, linewidth=1.0, **line_of(number)))
        figure.text((x + SAMPLE + 0.15) / WIDTH, y, label, size=SMALL)
