"""Curves over iterations on logarithmic axes, each with its name at its end instead of in a legend."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, NullFormatter

from regretlab.figures.style import (
    BLACK,
    EDGE,
    FONT_SIZE,
    INCH,
    LINE_GAP,
    POINT,
    SMALL,
    WIDTH,
    fitting_size,
    named,
    place,
    sheet,
    text_width,
)
from regretlab.figures.table import Floats

HEIGHT = 10.5
LEFT, Y_LABEL, BOTTOM = 1.75, 0.65, 1.2
LEADER = 0.55
MOST_FOR_LABELS = 0.42 * WIDTH
LINE, BAND, ZEROS, LEADER_LINE, LABEL = "line", "band", "zeros", "leader", "label"
SHADE = 0.18
LEAST = 1e-17
"""What is smaller is nothing but rounding, where payoffs are about 1."""


@dataclass(frozen=True)
class Curve:
    """One curve: where its numbers stand, what it is called at its end, its points, and how its line looks."""

    source: str
    """File and, separated by colons, what of it: the ids of all that is drawn of the curve end in this."""
    label: str
    x: Floats
    y: Floats
    line: dict[str, Any]
    band: tuple[Floats, Floats] | None = None
    """Lower and upper edge of what is shaded around it."""


def draw_curves(
    title: str, lines: Sequence[str], name: str, y_label: str, curves: Sequence[Curve]
) -> tuple[Figure, Axes]:
    """A figure with curves on logarithmic axes of that name; what is zero or less is marked at the lower edge.

    It is as high as the names of the curves need.
    """
    top = 1.1 + LINE_GAP * len(lines)
    figure = sheet(max(HEIGHT, top + BOTTOM + sum(map(_label_height, curves))), title, *lines)
    widest = max(text_width(part, FONT_SIZE) for curve in curves for part in curve.label.split("\n"))
    right = LEADER + 0.1 + min(widest, MOST_FOR_LABELS) + EDGE
    axes = place(figure, name, left=LEFT, right=right, top=top, bottom=BOTTOM)
    plot(axes, curves)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:,.0f}"))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.yaxis.set_minor_formatter(NullFormatter())
    axes.set_ylabel(y_label, size=fitting_size(y_label, FONT_SIZE, figure.get_figheight() * INCH - top - BOTTOM))
    axes.yaxis.set_label_coords((Y_LABEL - LEFT) / (WIDTH - LEFT - right), 0.5)
    marked = [_mark_zeros(axes, curve) for curve in curves]
    axes.set_xlabel("iteration" + "   (▾ at the lower edge: zero, but for rounding)" * any(marked))
    _label_ends(figure, axes, curves)
    return figure, axes


def plot(axes: Axes, curves: Sequence[Curve], **look: Any) -> None:
    """Draw curves and their bands on logarithmic axes that hold them all; `look` adds to how each line looks."""
    axes.set_xscale("log")
    axes.set_yscale("log", nonpositive="mask")
    axes.set_xlim(*_x_limits(curves))
    axes.set_ylim(*_y_limits(curves))
    for curve in curves:
        if curve.band is not None:
            low, high = (np.maximum(edge, LEAST) for edge in curve.band)
            shade: dict[str, Any] = {"color": curve.line["color"], "alpha": SHADE, "linewidth": 0}
            axes.fill_between(curve.x, low, high, where=high > LEAST, zorder=1, gid=named(BAND, curve.source), **shade)
        shown = np.where(curve.y > LEAST, curve.y, np.nan)
        axes.plot(curve.x, shown, gid=named(LINE, curve.source), **curve.line, **look)


def label_iterations(axes: Axes, right: float) -> None:
    """Label the ticks along a logarithmic x-axis, but for what would not fit in so many centimeters to the right of it."""

    def label(value: float, _: int | None) -> str:
        text = f"{value:,.0f}"
        beyond = (_fraction(value, *axes.get_xlim()) - 1) * axes.get_position().width * WIDTH
        return text if beyond + text_width(text, SMALL) / 2 < right else ""

    axes.xaxis.set_major_formatter(FuncFormatter(label))
    axes.xaxis.set_minor_formatter(NullFormatter())


def spread(wanted: Sequence[float], gaps: Sequence[float], lowest: float, highest: float) -> list[float]:
    """Positions as near as possible to the wanted ones, in their order, so far apart that nothing overlaps.

    Neighbors are at least the mean of their gaps apart. Least squares: isotonic regression (pool adjacent
    violators) of the positions less the gaps below them.
    """
    order = sorted(range(len(wanted)), key=lambda index: (wanted[index], index))
    below = [0.0]
    for lower, upper in pairwise(order):
        below.append(below[-1] + (gaps[lower] + gaps[upper]) / 2)
    blocks: list[list[float]] = []
    for index, offset in zip(order, below, strict=True):
        blocks.append([wanted[index] - offset])
        while len(blocks) > 1 and np.mean(blocks[-2]) > np.mean(blocks[-1]):
            last = blocks.pop()
            blocks[-1].extend(last)
    levels = [float(np.mean(block)) for block in blocks for _ in block]
    positions = [0.0] * len(wanted)
    for index, level, offset in zip(order, levels, below, strict=True):
        positions[index] = max(lowest, min(level, highest - below[-1])) + offset
    return positions


def _x_limits(curves: Sequence[Curve]) -> tuple[float, float]:
    first, last = min(curve.x[0] for curve in curves), max(curve.x[-1] for curve in curves)
    return (first, last) if first < last else (first / 2, last * 2)


def _y_limits(curves: Sequence[Curve]) -> tuple[float, float]:
    values = np.concatenate([edge for curve in curves for edge in (curve.y, *(curve.band or ()))])
    positive = values[values > LEAST]
    if not len(positive):
        return 1e-3, 1.0
    margin = max(1.5, (positive.max() / positive.min()) ** 0.05)
    lowest, highest = math.log10(positive.min() / margin), math.log10(positive.max() * margin)
    if math.floor(highest) <= math.ceil(lowest):  # fewer than two powers of ten to label
        lowest, highest = math.floor(lowest), math.ceil(highest)
    return 10.0**lowest, 10.0**highest


def _label_height(curve: Curve) -> float:
    return (curve.label.count("\n") + 1) * 1.35 * FONT_SIZE * POINT


def _mark_zeros(axes: Axes, curve: Curve) -> bool:
    """Mark the points that a logarithmic axis cannot show; whether there are any."""
    x = curve.x[curve.y <= LEAST]
    if len(x):
        marks: dict[str, Any] = {"linestyle": "none", "clip_on": False, "gid": named(ZEROS, curve.source)}
        marks["transform"] = axes.get_xaxis_transform()
        axes.plot(x, 0 * x, marker="v", markersize=3, color=curve.line["color"], **marks)
    return len(x) > 0


def _label_ends(figure: Figure, axes: Axes, curves: Sequence[Curve]) -> None:
    """Lead each curve on, in its own style, to its name in the right margin."""
    box = axes.get_position()
    width, height = box.width * WIDTH, box.height * figure.get_figheight() * INCH
    ends = [_end(axes, curve) for curve in curves]
    gaps = [_label_height(curve) / height for curve in curves]
    positions = spread([y for _, y in ends], gaps, 0.0, 1.0)
    for curve, (x, end), y in zip(curves, ends, positions, strict=True):
        style = {key: value for key, value in curve.line.items() if key in ("color", "linestyle")}
        leader = Line2D([x, 1 + LEADER / width], [end, y], linewidth=0.9, clip_on=False, **style)
        leader.set_gid(named(LEADER_LINE, curve.source))
        axes.add_artist(leader).set_transform(axes.transAxes)
        longest = max(curve.label.split("\n"), key=lambda part: text_width(part, FONT_SIZE))
        size = fitting_size(longest, FONT_SIZE, MOST_FOR_LABELS)
        at = 1 + (LEADER + 0.1) / width
        look: dict[str, Any] = {"transform": axes.transAxes, "color": BLACK, "gid": named(LABEL, curve.source)}
        axes.text(at, y, curve.label, size=size, va="center", **look)


def _end(axes: Axes, curve: Curve) -> tuple[float, float]:
    """Where a curve ends, in fractions of the axes; at the lower edge if it cannot be shown."""
    y = float(curve.y[-1])
    return _fraction(float(curve.x[-1]), *axes.get_xlim()), _fraction(y, *axes.get_ylim()) if y > LEAST else 0.0


def _fraction(value: float, lowest: float, highest: float) -> float:
    return math.log(value / lowest) / math.log(highest / lowest)


def annotate_point(axes: Axes, source: str, x: float, y: float, text: str, *, above: bool) -> None:
    """Mark a point with a ring; write beside it, above to the right or below to the left."""
    ring: dict[str, Any] = {"markerfacecolor": "none", "markeredgecolor": BLACK, "gid": named("ring", source)}
    axes.plot([x], [y], "o", markersize=6, **ring)
    at_right_edge = _fraction(x, *axes.get_xlim()) > 0.8
    side: dict[str, Any] = {"xytext": (-8, -3), "ha": "right", "va": "center"}
    if above:
        side = {"xytext": (4, 5), "ha": "left", "va": "bottom"}
        side |= {"xytext": (0, 16), "ha": "right"} if at_right_edge else {}
    axes.annotate(text, (x, y), textcoords="offset points", size=SMALL, gid=named("number", source), **side)
