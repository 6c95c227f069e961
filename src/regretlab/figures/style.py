"""How all figures look, and what keeps their bytes the same: nothing of the user's own settings is left.

Sizes are in centimeters, as printed. Colors are those of M. Okabe and K. Ito, "Color universal design", 2008;
whatever a color tells is also told by a label or by the style of a line.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from regretlab.figures.results import Results

WIDTH = 16.0
INCH = 2.54
POINT = INCH / 72
EDGE = 0.25
FAMILY = "DejaVu Sans"
FONT_SIZE = 8.5
SMALL = 8.0
LINE_GAP = 0.45
"""From one line of text below a title to the next."""

BLACK, GREY, LIGHT = "#1a1a1a", "#5f5f5f", "#d9d9d9"
BLUE, VERMILLION, GREEN, PURPLE, ORANGE, SKY = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#e69f00",
    "#56b4e9",
)
COLORS = (BLUE, VERMILLION, GREEN, PURPLE, BLACK, ORANGE, SKY)
DASHES = ("-", (0, (5, 1.5)), (0, (1.2, 1.2)), (0, (6, 1.5, 1.2, 1.5)))


def line_of(place: int) -> dict[str, Any]:
    """How the line of the variant with that place looks, in all figures of a study."""
    return {"color": COLORS[place % len(COLORS)], "linestyle": DASHES[place % len(DASHES)]}


STYLE: dict[Any, Any] = {
    "font.family": FAMILY,
    "font.size": FONT_SIZE,
    "mathtext.fontset": "dejavusans",
    "text.color": BLACK,
    "text.hinting": "none",  # texts are as wide in pixels as they were measured
    "axes.edgecolor": GREY,
    "axes.labelcolor": BLACK,
    "axes.labelsize": FONT_SIZE,
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": LIGHT,
    "grid.linewidth": 0.4,
    "lines.linewidth": 1.2,
    "xtick.color": GREY,
    "ytick.color": GREY,
    "xtick.labelcolor": BLACK,
    "ytick.labelcolor": BLACK,
    "xtick.labelsize": SMALL,
    "ytick.labelsize": SMALL,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "xtick.minor.visible": False,
    "ytick.minor.visible": False,
    "path.simplify": False,  # every point of the data is in the file
    "svg.fonttype": "path",
    "svg.hashsalt": "regretlab",
}


@contextmanager
def house_style() -> Iterator[None]:
    """Within this context, figures look as said here, whatever a matplotlibrc of the user says."""
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(STYLE)
        yield


def sheet(height: float, title: str, *lines: str) -> Figure:
    """An empty figure with a title and lines of smaller text below it."""
    figure = Figure(figsize=(WIDTH / INCH, height / INCH))
    figure.patch.set_gid("sheet")
    _write(figure, height - 0.5, title, 10.5, weight="bold", gid="title")
    for number, line in enumerate(lines):
        _write(figure, height - 1.02 - LINE_GAP * number, line, FONT_SIZE, color=GREY, gid=named("note", number + 1))
    return figure


def _write(figure: Figure, y: float, text: str, size: float, *, weight: str = "normal", **look: Any) -> None:
    """Write a line from the left edge, at the height of its base line; smaller where it would not fit."""
    width, height = figure.get_size_inches() * INCH
    size = fitting_size(text, size, width - 2 * EDGE, weight)
    figure.text(EDGE / width, y / height, text, size=size, weight=weight, va="baseline", **{"color": BLACK} | look)


def place(figure: Figure, name: object, left: float, right: float, top: float, bottom: float) -> Axes:
    """Axes of that name, with these margins to the edges of the figure."""
    width, height = figure.get_size_inches() * INCH
    box = (left / width, bottom / height, (width - left - right) / width, (height - bottom - top) / height)
    return figure.add_axes(box, gid=named("axes", name))


def named(kind: str, *parts: object) -> str:
    """The id of a part of a figure in its SVG, `line:methods.csv:kuhn:cfr` (docs/bundle-format.md, "figures/")."""
    return ":".join((kind, *map(str, parts)))


def text_width(text: str, size: float, weight: str = "normal") -> float:
    """How wide a line of text is, in centimeters."""
    font = FontProperties(family=FAMILY, weight=weight, size=size)
    width, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return float(width) * POINT


def fitting_size(text: str, size: float, width: float, weight: str = "normal") -> float:
    """The size, or the smaller one at which the text is as wide as `width`."""
    return min(size, size * width / max(text_width(text, size, weight), POINT))


def source(results: Results, *more: str) -> str:
    """The line that says what a figure was drawn from."""
    return "  ·  ".join((f"study {results.study}", results.name, *more))


def number(value: float) -> str:
    """A number of any size with two digits, `7.3×10⁻³`."""
    digits, exponent = f"{value:.1e}".split("e")
    superscripts = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
    return f"{digits}×10{str(int(exponent)).translate(superscripts)}"
