"""Curves over iterations: every point of a line and of a band is compared with the row of the table that it shows.

What is not greater than `LEAST` cannot be shown on a logarithmic axis: there the line has a gap and the lower edge a mark.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from recheck.drawings.frame import Axes
from recheck.drawings.page import FIGURE, Page, check_faint, check_line, extent, look
from recheck.drawings.problem import DrawingError
from recheck.drawings.shapes import Point, Shape, Subpath, width_of
from recheck.drawings.side import LOG, TOLERANCE

LEAST = 1e-17
GAP = 0.1 / 2.54 * 72
"""Between the line that leads to a name and the name, in points: a millimeter."""

SAMPLE_GAP, SAMPLE_RISE = 0.15 / 2.54 * 72, GAP
"""From the end of a sample in the key to its name, and from the base line of the name up to the sample."""

LONGEST_LEADER, LONGEST_SAMPLE = 20.0, 30.0
"""Of a line that leads to a name, and of a sample in the key, in points."""

MIDDLE, HALF_LINE = 0.35, 0.65
"""Of the size of letters: how far their middle is above the base line, and half of the least distance of two lines."""

MARGIN, DECADE = (1.5, 0.05), 10.0
"""How far an axis goes at most beyond the numbers along it: by this factor, or this power of the quotient of the greatest
and the least, and from there to the next power of ten."""

LEAST_AXIS = 50.0
"""How long an axis is at least, in points."""

DIFFERENT = 28
"""So many lines look different before the looks begin again: seven colors and four dashes."""


class Row(NamedTuple):
    """A row of a table, by its number, 0 if it is none: an iteration and what there is to be seen."""

    number: int
    x: float
    y: float


class BandRow(NamedTuple):
    """The same for the two edges of a band."""

    number: int
    x: float
    low: float
    high: float


class Curve(NamedTuple):
    """What is due of a curve: its source, which is part of the ids, its name, and its points."""

    source: str
    label: str
    rows: Sequence[Row]
    band: Sequence[BandRow] = ()


def take_curve(page: Page, axes: Axes, curve: Curve, marked: bool = True) -> Shape:
    """Compare line, band and, if what cannot be shown is marked, marks of a curve; gives its line."""
    part = f"line:{curve.source}"
    line = page.take_shape(part, axes.id)
    check_line(part, line)
    clipped(axes, part, line)
    compare_points(page, axes, part, line.paths, list(_runs(curve.rows)))
    if marked:
        _take_zeros(page, axes, curve, line)
    if curve.band:
        _take_band(page, axes, curve, line)
    return line


def compare_points(page: Page, axes: Axes, part: str, paths: Sequence[Subpath], due: Sequence[Sequence[Row]]) -> None:
    """Compare the points of lines with the rows that they show, one by one."""
    if any(path.closed or path.curved for path in paths):
        raise DrawingError("is not drawn from point to point", part)
    for path, rows in zip(paths, due):
        _check_count(axes, part, path, rows)
        for point, row in zip(path.points, rows):
            _compare(page, axes, part, point, row)
            if not (axes.x.holds(row.x) and axes.y.holds(row.y)):
                raise DrawingError(
                    "is beyond the ends of its axes", part, f"{row.y:.4g} at {row.x:.6g}", None, row.number
                )
    if len(paths) != len(due):
        raise DrawingError("has another number of pieces without gaps", part, len(due), len(paths))


def check_limits(axes: Axes, curves: Sequence[Curve]) -> None:
    """Whether axes show curves as large as they can, first iteration to last and least number to greatest.

    Raises `DrawingError` if not: what is different would look alike.
    """
    rows = [row for curve in curves for row in curve.rows]
    check_iterations(axes, rows[0].x, max([row.x for row in rows]))
    edges = [edge for curve in curves for row in curve.band for edge in (row.low, row.high)]
    shown = [y for y in (*[row.y for row in rows], *edges) if y > LEAST] or [1e-3, 1.0]
    margin = DECADE * max(MARGIN[0], (max(shown) / min(shown)) ** MARGIN[1])
    if axes.y.scale != LOG or not min(shown) / margin <= axes.y.low < axes.y.high <= max(shown) * margin:
        found = f"{axes.y.low:.3g} to {axes.y.high:.3g}"
        raise DrawingError("goes far beyond what is shown", axes.id, f"{min(shown):.3g} to {max(shown):.3g}", found)


def check_iterations(axes: Axes, first: float, last: float) -> None:
    """Whether axes are large enough to be read, and go from the first iteration to the last; around it if there is one.

    Raises `DrawingError` if not.
    """
    left, top, right, bottom = axes.box
    if min(right - left, bottom - top) < LEAST_AXIS:
        raise DrawingError("is too small to be read", axes.id, LEAST_AXIS, min(right - left, bottom - top))
    low, high = axes.x.low, axes.x.high
    due = (low, high) == (first, last) if first < last else first / 2 <= low <= first <= high <= 2 * first
    if axes.x.scale != LOG or not due:
        found = f"{low:.6g} to {high:.6g}"
        raise DrawingError("is not about these iterations", axes.id, f"{first:.6g} to {last:.6g}", found)


def different(lines: Sequence[Shape], parts: Sequence[str]) -> None:
    """Whether lines can be told from each other. Raises `DrawingError` if not."""
    seen: dict[object, str] = {}
    for part, line in zip(parts, lines):
        other = seen.setdefault(look(line.style), part)
        if other != part and len(lines) <= DIFFERENT:
            raise DrawingError("looks like another line", part, None, other)


def take_end(page: Page, axes: Axes, curve: Curve, line: Shape) -> float:
    """The name of a curve is at the end of a line that looks like it and begins where it ends; gives where the name begins."""
    part = f"leader:{curve.source}"
    leader = page.take_shape(part, axes.id)
    check_line(part, leader)
    points = leader.line()
    if look(leader.style) != look(line.style):
        raise DrawingError("does not look like its curve", part, look(line.style)[0], look(leader.style)[0])
    last = curve.rows[-1]
    y = axes.y.at(last.y) if last.y > LEAST else axes.y.start
    if len(points) != 2 or leader.clip or points[0].off(axes.x.at(last.x), y) > TOLERANCE:
        raise DrawingError("does not lead on from the end of its curve", part)
    name = f"label:{curve.source}"
    texts = page.take_texts(name, axes.id, curve.label, page.drawing.width - axes.x.end)
    middle = sum([text.y - MIDDLE * text.size for text in texts]) / len(texts)
    beside = all(abs(text.x - points[1].x - GAP) < GAP / 10 for text in texts)
    if not beside or not 0 < points[1].x - axes.x.end < LONGEST_LEADER or abs(middle - points[1].y) > HALF_LINE * 8.5:
        raise DrawingError("is not at the end of the line that leads to it", name)
    return texts[0].x


def take_sample(page: Page, name: str, label: str, lines: Sequence[Shape]) -> None:
    """A sample in the key looks like the lines of that name, which is written beside it."""
    part = f"key:{name}"
    sample = page.take_shape(part, FIGURE)
    check_line(part, sample)
    for line in lines:
        if look(line.style) != look(sample.style):
            raise DrawingError("does not look like its curve", part, look(line.style)[0], look(sample.style)[0])
    points = sample.line()
    (text,) = page.take_texts(f"name:{name}", FIGURE, label, page.drawing.width)
    end = points[-1]
    if (
        len(points) != 2
        or sample.clip
        or not 5 < end.x - points[0].x < LONGEST_SAMPLE
        or abs(end.y - points[0].y) > 0.01
    ):
        raise DrawingError("is not a sample of a line", part)
    if abs(end.x + SAMPLE_GAP - text.x) > 0.01 or abs(end.y + SAMPLE_RISE - text.y) > 0.01:
        raise DrawingError("is not beside its name", part)
    for box in (extent(sample), text.box()):
        page.apart(part, box)


def _check_count(axes: Axes, part: str, path: Subpath, rows: Sequence[Row]) -> None:
    """Whether there is a point for each row. Raises `DrawingError` with the first row that has none, if not."""
    if len(path.points) != len(rows):
        off = (
            row for point, row in zip(path.points, rows) if point.off(axes.x.at(row.x), axes.y.at(row.y)) > TOLERANCE
        )
        first = next(off, rows[min(len(rows), len(path.points)) - 1])
        raise DrawingError("has another number of points", part, len(rows), len(path.points), first.number)


def _compare(page: Page, axes: Axes, part: str, point: Point, row: Row) -> None:
    x, y = axes.x.at(row.x), axes.y.at(row.y)
    off = point.off(x, y)
    due = found = None
    if off > TOLERANCE:
        half = point.cut / 2
        seen_x = row.x if point.off(x, point.y) <= TOLERANCE else axes.x.number(point.x + half)
        seen_y = row.y if point.off(point.x, y) <= TOLERANCE else axes.y.number(point.y + half)
        due, found = f"{row.y:.4g} at {row.x:.6g}", f"{seen_y:.4g} at {seen_x:.6g}"
    page.check.within(off, row.number, part, due, found)


def _runs(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """The rows that can be shown, those between gaps together."""
    for shown, run in groupby(rows, key=lambda row: row.y > LEAST):
        if shown:
            yield list(run)


def clipped(axes: Axes, part: str, shape: Shape) -> None:
    """Whether the edges of its axes cut a shape off. Raises `DrawingError` if something else does, or nothing."""
    if shape.clip != axes.clip:
        raise DrawingError("is not cut off where its axes end", part, axes.clip, shape.clip)


def _take_zeros(page: Page, axes: Axes, curve: Curve, line: Shape) -> None:
    """The marks at the lower edge."""
    part = f"zeros:{curve.source}"
    rows = [row for row in curve.rows if not row.y > LEAST]
    if not rows:
        return
    group = page.take(part, axes.id)
    if len(group.shapes) != len(rows) or group.texts:
        raise DrawingError("has another number of marks", part, len(rows), len(group.shapes))
    for shape, row in zip(group.shapes, rows):
        anchor = shape.anchor
        faint = "fill-opacity" in shape.style
        if anchor is None or shape.clip or faint or shape.style.get("fill") != line.style.get("stroke"):
            raise DrawingError("is not a mark in the color of its curve", part, row=row.number)
        size = max([point.off(anchor.x, anchor.y) for path in shape.paths for point in path.hull], default=0.0)
        if not 1 < size < 3 or width_of(shape.style) > 1:
            raise DrawingError("is a mark of another size", part, row=row.number)
        off = anchor.off(axes.x.at(row.x), axes.y.start)
        page.check.within(off, row.number, part, f"{row.x:.6g}", f"{axes.x.number(anchor.x):.6g}")


def _take_band(page: Page, axes: Axes, curve: Curve, line: Shape) -> None:
    """A band has a piece for each run of rows whose upper edge can be shown."""
    part = f"band:{curve.source}"
    due = [list(run) for shown, run in groupby(curve.band, key=lambda row: row.high > LEAST) if shown]
    if not due:
        if page.has(part):
            page.take(part, axes.id)
        return
    group = page.take(part, axes.id)
    paths = [path for shape in group.shapes for path in shape.paths]
    for shape in group.shapes:
        clipped(axes, part, shape)
        check_faint(part, shape.style, "fill-opacity")
        if set(shape.style) != {"fill", "fill-opacity"} or shape.style["fill"] != line.style.get("stroke"):
            raise DrawingError("is not faint and in the color of its curve", part)
    if len(paths) != len(due) or group.texts:
        raise DrawingError("has another number of pieces", part, len(due), len(paths))
    for path, rows in zip(paths, due):
        if not path.closed or path.curved:
            raise DrawingError("is not drawn from point to point", part)
        edge = list(_edge(rows))
        _check_count(axes, part, path, edge)
        for point, row in zip(path.points, edge):
            _compare(page, axes, part, point, row)


def _edge(rows: Sequence[BandRow]) -> Iterator[Row]:
    """Around a piece: from its upper left corner along the lower edge and back along the upper one."""
    yield Row(rows[0].number, rows[0].x, rows[0].high)
    for row in rows:
        yield Row(row.number, row.x, max(row.low, LEAST))
    yield Row(rows[-1].number, rows[-1].x, rows[-1].high)
    for row in reversed(rows):
        yield Row(row.number, row.x, row.high)
