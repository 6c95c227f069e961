"""The figures drawn from methods.csv: all methods on a game, and all games side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from recheck.drawings.curves import (
    LEAST,
    BandRow,
    Curve,
    Row,
    check_limits,
    different,
    take_curve,
    take_end,
    take_sample,
)
from recheck.drawings.frame import apart, check_numbers, check_title, take_axes, take_heading
from recheck.drawings.numbers import Method, Tables
from recheck.drawings.page import Page
from recheck.drawings.shapes import Shape
from recheck.drawings.words import from_to, source

ITERATION = "iteration"
AT_EDGE = "   (▾ at the lower edge: zero, but for rounding)"


def check_game(page: Page, tables: Tables, game: str) -> None:
    """Compare `{game}/exploitability`."""
    methods = tables.methods(game)
    average = all(method.answer == "average" for method in methods)
    subject = source(f"study {tables.study['name']}", game, f"{len(methods)} method{'s' * (len(methods) > 1)}")
    page.begin(f"Exploitability {'of the average strategy, ' if average else ''}by method", [subject, *notes(methods)])
    curves = [curve_of(game, method) for method in methods]
    check_curves(page, f"axes:{game}", curves, f"exploitability ({tables.unit(game)})")


def check_games(page: Page, tables: Tables) -> None:
    """Compare `games`."""
    games = {entry["folder"]: tables.methods(entry["folder"]) for entry in tables.study["games"]}
    games = {game: methods for game, methods in games.items() if methods}
    subject = source(f"study {tables.study['name']}", "iterations across, in each game's unit")
    page.begin("Exploitability by game and method", [subject, *notes([of for found in games.values() for of in found])])
    by_label: dict[str, list[Shape]] = {}
    names: dict[str, str] = {}
    all_axes = []
    for game, methods in games.items():
        axes, across, up = take_axes(page, f"axes:{game}")
        all_axes.append(axes)
        for side, ticks in ((axes.x, across), (axes.y, up)):
            check_numbers(page, axes, side, ticks)
            check_title(page, axes, ticks, "")
            page.axes.append(side)
        take_heading(page, axes, f"heading:{game}", game)
        curves = [curve_of(game, method) for method in methods]
        check_limits(axes, curves)
        lines = []
        for method, curve in zip(methods, curves):
            lines.append(take_curve(page, axes, curve, marked=False))
            by_label.setdefault(method.label, []).append(lines[-1])
            names.setdefault(method.label, method.name)
        different(lines, [method.name for method in methods])
    apart(all_axes)
    for label, lines in by_label.items():
        take_sample(page, names[label], label, lines)


def check_curves(page: Page, part: str, curves: Sequence[Curve], y_title: str) -> None:
    """Compare curves over iterations, each with its name at its end."""
    axes, across, up = take_axes(page, part)
    check_numbers(page, axes, axes.x, across)
    check_numbers(page, axes, axes.y, up)
    page.axes.extend((axes.x, axes.y))
    marked = any(not row.y > LEAST for curve in curves for row in curve.rows)
    check_title(page, axes, across, ITERATION + AT_EDGE * marked)
    check_title(page, axes, up, y_title)
    lines = [take_curve(page, axes, curve) for curve in curves]
    different(lines, [curve.source for curve in curves])
    check_limits(axes, curves)
    names = [take_end(page, axes, curve, line) for curve, line in zip(curves, lines)]
    page.place(axes.id, max(names), min(names), "a name at the end of a line, next to the others")


def curve_of(game: str, method: Method) -> Curve:
    """What is due of a method on a game."""
    rows = [Row(row.number, row.iteration, row.exploitability) for row in method.rows]
    band = [BandRow(row.number, row.iteration, row.low, row.high) for row in method.rows] if method.runs > 1 else []
    return Curve(f"methods.csv:{game}:{method.name}", method.label, rows, band)


def notes(methods: Sequence[Method]) -> Iterator[str]:
    """What is said of bands, if there are any."""
    several = [method for method in methods if method.runs > 1]
    if several:
        seeds = from_to([method.runs for method in several], "d")
        coverage = from_to([method.coverage for method in several], ".0%")
        yield f"lines: medians; bands: {seeds} seeds, confidence interval of the median, {coverage}"
