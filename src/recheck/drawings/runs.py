"""The figures of a run, from its trajectory: `exploitability`, and `value` next to the exact one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import hypot, log10
from typing import Any, NamedTuple

from recheck.drawings.curves import Curve, Row
from recheck.drawings.frame import read_axes
from recheck.drawings.methods import check_curves
from recheck.drawings.numbers import Tables
from recheck.drawings.page import READABLE, Page
from recheck.drawings.problem import DrawingError
from recheck.drawings.shapes import Point, Shape, darkness, width_of
from recheck.drawings.words import number, readable, source
from recheck.ledger import to_float

VERDICT = "verdict/verification.json"
NEAR = 0.001
RING, BULGE = 3.0, 3.2
"""Radius of the ring around a point, in points, and how far it may bend away from that point."""

BESIDE = 12.0
"""From a point to the number beside it, in points, to the left or to the right."""


class Example(NamedTuple):
    """The snapshot that is pointed at: its row, and what is to be seen there."""

    row: int
    iteration: float
    difference: float
    exploitability: float


def check_exploitability(page: Page, tables: Tables, game: str, variant: str) -> None:
    """Compare `{game}/{variant}/exploitability`; the current strategy is shown only if the run was repeated."""
    repeated = tables.get(VERDICT, "levels", f"{game}/{variant}") == "repeated"
    names = ["iteration", "exploitability", *(["current_exploitability"] if repeated else [])]
    iterations, average, *current = tables.columns(f"{game}/{variant}/trajectory.csv", names)
    subject = source(f"study {tables.study['name']}", game, variant, f"{len(iterations):,} snapshots")
    page.begin(f"Exploitability of the average{' and of the current' * repeated} strategy", [subject])
    curves = [_curve("exploitability", "average strategy", iterations, average)]
    for numbers in current:
        curves.append(_curve("current_exploitability", "current strategy", iterations, numbers))
    curves.extend(_slope(iterations, average))
    check_curves(page, f"axes:{variant}", curves, f"exploitability ({tables.unit(game)})")


def exact_value(tables: Tables, game: dict[str, Any]) -> Fraction | None:
    """The value of the game, where it is known exactly."""
    if game["value"] == "exact":
        return tables.fraction(f"{game['folder']}/value/value.json", "value")
    return tables.fraction(f"{game['folder']}/equilibria/summary.json", "value") if game["equilibria"] else None


def check_value(page: Page, tables: Tables, game: str, variant: str, exact: Fraction) -> None:
    """Compare `{game}/{variant}/value`."""
    file = f"{game}/{variant}/trajectory.csv"
    iterations, values, exploitability = tables.columns(file, ["iteration", "value", "exploitability"])
    differences = [to_float(abs(Fraction(value) - exact)) for value in values]
    example = find_example(iterations, differences, exploitability)
    notes = [source(f"study {tables.study['name']}", game, variant, "average strategy")]
    if example is not None:
        notes.append(
            f"At iteration {example.iteration:,.0f} the value differs from {readable(exact).replace('-', '−')} "
            f"by {number(example.difference)}; the exploitability is {number(example.exploitability)}."
        )
    page.begin("Distance of the value from the exact one, and exploitability", notes)
    written = f"(−{readable(-exact)})" if exact < 0 else readable(exact)
    curves = [
        _curve("value", f"|value − {written}|", iterations, differences),
        _curve("exploitability", "exploitability", iterations, exploitability),
    ]
    if example is not None:
        _take_example(page, f"axes:{variant}", example)
    check_curves(page, f"axes:{variant}", curves, tables.unit(game))


def find_example(
    iterations: Sequence[float], differences: Sequence[float], exploitability: Sequence[float]
) -> Example | None:
    """The row with the greatest ratio of both, if it can be at a power of ten beyond the first iteration; None without any."""
    rows = [Example(n, *row) for n, row in enumerate(zip(iterations, differences, exploitability), 1)]
    rows = [row for row in rows if row.difference > 0 and row.exploitability > 0]
    powers = [row for row in rows if row.iteration > 1 and log10(row.iteration).is_integer()]
    return max(powers or rows, key=lambda row: row.exploitability / row.difference, default=None)


def _curve(column: str, label: str, iterations: Sequence[float], numbers: Sequence[float]) -> Curve:
    rows = [Row(n, x, y) for n, (x, y) in enumerate(zip(iterations, numbers), 1)]
    return Curve(f"trajectory.csv:{column}", label, rows)


def _slope(iterations: Sequence[float], average: Sequence[float]) -> list[Curve]:
    """The line that falls as 1/√T from the first positive number on; none without one."""
    for x, y in zip(iterations, average):
        if y > 0:
            label = f"slope −1/2 (∝ 1/√T),\nthrough the average\nstrategy at T = {x:,.0f}"
            last = iterations[-1]
            return [Curve("slope", label, [Row(0, x, y), Row(0, last, y * (x / last) ** 0.5)])]
    return []


def _take_example(page: Page, part: str, example: Example) -> None:
    """The rings around both points of the example, and the numbers beside them."""
    axes = read_axes(page, part)
    places = (("value", example.difference, 0, 10), ("exploitability", example.exploitability, -25, 0))
    for column, y, low, high in places:
        name = f"ring:trajectory.csv:{column}"
        ring = page.take_shape(name, part)
        if ring.anchor is None or ring.style.get("fill-opacity") != "0" or ring.clip != axes.clip:
            raise DrawingError("is not a ring around a point", name)
        off = ring.anchor.off(axes.x.at(example.iteration), axes.y.at(y))
        if not _is_ring(ring, ring.anchor):
            raise DrawingError("is not a ring around a point", name)
        page.check.within(off, example.row, name, f"{y:.4g}", f"{axes.y.number(ring.anchor.y):.4g}")
        if not axes.y.holds(y):
            continue  # beyond the axes the ring is cut off, and there is no number
        (text,) = page.take_texts(f"number:trajectory.csv:{column}", part, number(y), page.drawing.width)
        beside = text.x - BESIDE < ring.anchor.x < text.x + text.length + BESIDE
        if not (beside and low < text.y - ring.anchor.y < high):
            raise DrawingError("is not beside its ring", f"number:trajectory.csv:{column}")


def _is_ring(shape: Shape, middle: Point) -> bool:
    """Whether a shape is a thin dark line around a point."""
    if len(shape.paths) != 1 or not shape.paths[0].closed or width_of(shape.style) > 1:
        return False
    points, bends = shape.paths[0].points, shape.paths[0].bends
    round_ = all(abs(hypot(point.x - middle.x, point.y - middle.y) - RING) < NEAR for point in points)
    bulging = any(hypot(point.x - middle.x, point.y - middle.y) > BULGE for point in bends)
    return round_ and not bulging and darkness(shape.style.get("stroke", "none")) > READABLE
