"""The heat maps of a sweep over parameters: each cell the exploitability at the end of the method with its parameters."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any, Callable, NamedTuple

from recheck.drawings.colors import colors_of
from recheck.drawings.frame import Axes, Ticks, apart, take_axes, take_heading
from recheck.drawings.numbers import Method, Tables
from recheck.drawings.page import Page, check_size
from recheck.drawings.problem import DrawingError
from recheck.drawings.shapes import Text, darkness, is_inside
from recheck.drawings.side import TOLERANCE
from recheck.drawings.words import from_to, number, parameter, source

SEED = "seed"
MOST_PANELS = 12
EDGES = {"stroke": "#ffffff", "stroke-width": "0.6"}
CONTRAST = 0.3
"""Between a number and its cell."""

Values = tuple[Any, ...]


class Parameter(NamedTuple):
    """What varies in a sweep, and its values in the order of the study; without a name and with one value if nothing does."""

    name: str | None
    values: Values


class Sweep(NamedTuple):
    """The methods of a sweep by the values of the parameters that vary, in the order of `others`, then `axes`."""

    name: str
    axes: Sequence[Parameter]
    others: Sequence[Parameter]
    cells: Mapping[Values, Method]

    def panels(self) -> list[Values]:
        """The values of the other parameters for which there is a method, in the order of the panels."""
        there = {values[: len(self.others)] for values in self.cells}
        return [values for values in product(*[other.values for other in self.others]) if values in there]


class Panel(NamedTuple):
    """A heat map on the page: its values of the other parameters, its axes, and what is written along them."""

    others: Values
    axes: Axes
    across: Ticks
    down: Ticks


def pages_of(tables: Tables, game: str) -> Iterator[tuple[str, Callable[[Page], None]]]:
    """The figures of all sweeps on a game, and how each is compared."""
    for sweep in _sweeps(tables, game):
        panels = sweep.panels()
        pages = -(-len(panels) // MOST_PANELS)
        most = -(-len(panels) // pages)
        for page in range(pages):
            which = [sweep.name, *([f"figure {page + 1} of {pages}"] if pages > 1 else [])]
            shown = panels[page * most : (page + 1) * most]
            name = f"sweep{page + 1 if page else ''}-{sweep.name}"
            yield name, partial(_check, tables=tables, game=game, sweep=sweep, which=which, shown=shown)


def _sweeps(tables: Tables, game: str) -> Iterator[Sweep]:
    """The sweeps over something else than the seed."""
    methods = {method.name: method for method in tables.methods(game)}
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for entry in tables.study["variants"]:
        if game in entry["games"] and entry["sweep"] is not None:
            given = {name: _hashable(value) for name, value in entry["parameters"].items() if name != SEED}
            found.setdefault(entry["sweep"], {})[entry["method"]] = given
    for name, settings in found.items():
        every = list(settings.values())
        names = dict.fromkeys([key for given in every for key in given])
        varying = [key for key in names if any(given.get(key) != every[0].get(key) for given in every)]
        if varying:
            parameters = [Parameter(key, tuple(dict.fromkeys([given.get(key) for given in every]))) for key in varying]
            axes = sorted(parameters, key=lambda parameter: -len(parameter.values))[:2]
            others = [parameter for parameter in parameters if parameter not in axes]
            if len(axes) == 1:
                axes.append(Parameter(None, (None,)))
            order = [*others, *axes]
            cells = {tuple([given.get(of.name or "") for of in order]): methods[key] for key, given in settings.items()}
            yield Sweep(name, axes, others, cells)


def _check(page: Page, tables: Tables, game: str, sweep: Sweep, which: Sequence[str], shown: Sequence[Values]) -> None:
    """Compare one figure of a sweep."""
    last = tables.methods(game)[0].rows[-1].iteration
    several = [method.runs for method in sweep.cells.values() if method.runs > 1]
    seeds = f"; each cell the median of {from_to(several, 'd')} seeds" if several else ""
    about = source(f"study {tables.study['name']}", game, *which)
    notes = [about, f"in {tables.unit(game)}; darker is less{seeds}"]
    page.begin(f"Exploitability at iteration {last:,.0f}, by parameters", notes)
    panels = [Panel(others, *take_axes(page, f"axes:{n}")) for n, others in enumerate(shown, 1)]
    apart([panel.axes for panel in panels])
    for n, panel in enumerate(panels, 1):
        if sweep.others:
            values = zip(sweep.others, panel.others)
            due = ", ".join([f"{of.name} = {parameter(value)}" for of, value in values])
            take_heading(page, panel.axes, f"heading:{n}", due)
        across = _labels(panel, panels, across=True)
        down = _labels(panel, panels, across=False)
        _check_panel(page, n, panel, sweep, _named(sweep, panel, across), _named(sweep, panel, down))


def _labels(panel: Panel, panels: Sequence[Panel], across: bool) -> Ticks:
    """What is written along an axis of a panel: below the last one of its column, or beside the first one of its row."""
    found = Ticks((), ())
    for other in panels:
        ticks = other.across if across else other.down
        same = other.axes.x == panel.axes.x if across else other.axes.y == panel.axes.y
        if same and (ticks.ticks or ticks.title):
            if found.title:
                raise DrawingError("has labels twice", panel.axes.id)
            found = ticks
    return found


def _named(sweep: Sweep, panel: Panel, ticks: Ticks) -> Parameter:
    """The parameter that labels are about."""
    title = "\n".join([text.text for text in ticks.title]) or None
    for of in sweep.axes:
        if of.name == title:
            labels = [tick.label.text if tick.label else "" for tick in ticks.ticks]
            due = [parameter(value) for value in of.values] if title else []
            if labels != due:
                raise DrawingError("has other labels", panel.axes.id, ", ".join(due), ", ".join(labels))
            return of
    raise DrawingError("is about no parameter of the sweep", panel.axes.id, None, title)


def _check_panel(page: Page, n: int, panel: Panel, sweep: Sweep, across: Parameter, down: Parameter) -> None:
    """Compare the cells of a heat map: place, color and number."""
    axes = panel.axes
    if {across.name, down.name} != {of.name for of in sweep.axes}:
        raise DrawingError("has the same parameter along both axes", axes.id)
    limits = (axes.x[:3], axes.y[:3])
    if limits != (("linear", 0.0, float(len(across.values))), ("linear", float(len(down.values)), 0.0)):
        raise DrawingError("has other limits than its cells", axes.id, None, limits)
    for ticks, side in ((panel.across, axes.x), (panel.down, axes.y)):
        for place, tick in enumerate(ticks.ticks):
            page.place(axes.id, tick.at, side.at(place + 0.5), "a tick in the middle of its cells")
    part = f"cells:{n}"
    group = page.take(part, axes.id)
    places = list(product(range(len(down.values)), range(len(across.values))))
    if len(group.shapes) != len(places) or group.texts:
        raise DrawingError("has another number of cells", part, len(places), len(group.shapes))
    values = [method.rows[-1].exploitability for method in sweep.cells.values()]
    positive = [value for value in values if value > 0]
    low, high = (min(positive), max(positive)) if positive else (1e-17, 1.0)
    high = high if high > low else 10 * low
    written: list[Text] = []
    for shape, (row, column) in zip(group.shapes, places):
        corners = [(axes.x.at(column + right), axes.y.at(row + below)) for right, below in SQUARE]
        points = shape.line()
        off = max([point.off(*corner) for point, corner in zip(points, corners)])
        if len(points) != len(corners) or off > TOLERANCE or shape.clip != axes.clip:
            raise DrawingError("has a cell that is not in its place", part, None, f"row {row + 1}, column {column + 1}")
        key = (
            *panel.others,
            *[(across if of == across else down).values[column if of == across else row] for of in sweep.axes],
        )
        method = sweep.cells.get(key)
        name = f"number:{n}:{row + 1}:{column + 1}"
        style = dict(shape.style)
        color = style.pop("fill", "none")
        if style != EDGES:
            raise DrawingError("has a cell with something else than a color and white edges", part, None, shape.style)
        if method is None:
            if color != "none" or page.has(name):
                raise DrawingError("is not blank, although no method has its parameters", name)
            continue
        last = method.rows[-1]
        due = colors_of(last.exploitability, low, high)
        page.check.numbers += 1
        if color not in due:
            page.check.problem("is not the color of its number", last.number, name, " or ".join(sorted(due)), color)
        (text,) = page.take_words(name, axes.id, number(last.exploitability) if last.exploitability else "0")
        written.append(text)
        inside = is_inside(text.box(), (*corners[0], *corners[2]))
        if not inside or text.order < shape.order or abs(darkness(text.fill) - darkness(color)) < CONTRAST:
            raise DrawingError("cannot be read in its cell", name)
    check_size(part, written, (axes.x.end - axes.x.start) / len(across.values))


SQUARE = ((0, 0), (1, 0), (1, 1), (0, 1), (0, 0))
"""The corners of a cell, from the upper left one around and back to it."""


def _hashable(value: Any) -> Any:
    return json.dumps(value) if isinstance(value, (list, dict)) else value
