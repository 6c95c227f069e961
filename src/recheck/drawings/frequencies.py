"""The figure of the average strategy's way to the equilibria: a panel for each infoset with a second action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from recheck.drawings.curves import Row, check_iterations, clipped, compare_points
from recheck.drawings.frame import Axes, Ticks, apart, check_numbers, check_title, take_axes, take_heading
from recheck.drawings.kuhn import SITUATIONS, action_word, card_name, is_kuhn, spot
from recheck.drawings.numbers import Tables
from recheck.drawings.page import FAMILY, Page, check_faint, check_line, extent, hides, is_box, look
from recheck.drawings.problem import DrawingError
from recheck.drawings.shapes import Shape
from recheck.drawings.side import LINEAR, TOLERANCE
from recheck.drawings.words import source, unwritten
from recheck.ledger import to_float
from recheck.names import column_of

KEY = "key"
KEYS = ("average strategy", "range over the family of equilibria", "the same all along the family")
SHOWN = (1.0, 0.5, 0.0)
"""Where the ticks are, from the upper one to the lower one."""

SPARE = 0.1
"""How far the axis of probabilities goes at most beyond 0 and 1."""

LARGEST_SAMPLE = 20.0
"""In the key, in points."""


class Panel(NamedTuple):
    """What a panel shows: the number and name of a column of frequencies.csv, and what is written beside and above it."""

    column: int
    name: str
    beside: str
    above: str
    key: tuple[str, str, str]
    """Player, infoset and action as tables have them."""


class Drawn(NamedTuple):
    """A panel as it is drawn."""

    panel: Panel
    axes: Axes
    across: Ticks
    up: Ticks
    line: Shape
    band: Shape
    wide: bool
    """Whether the equilibria have a range and not one number."""


def panels_of(tables: Tables, game: str) -> list[Panel]:
    """The second actions of a game's infosets, by their column."""
    kuhn = is_kuhn(tables.json(f"{game}/game.json"))
    panels = []
    column = 1
    for row in tables.rows(f"{game}/infosets.csv", ("player", "infoset", "actions")):
        player, infoset, actions = row.cells["player"], row.cells["infoset"], row.cells["actions"].split("|")
        if len(actions) > 1:
            second, above = unwritten(actions[1]), unwritten(infoset)
            if kuhn:
                ranks = tables.get(f"{game}/game.json", "parameters", "ranks")
                history, card = spot(infoset)
                second = action_word(history, second)
                above = f"{card_name(card, ranks)}, {SITUATIONS[history]}"
            label = (player, infoset, actions[1])
            beside = f"player {player}\nprobability of {second}"
            panels.append(Panel(column + 1, column_of(label), beside, above, label))
        column += len(actions)
    return panels


def check_frequencies(page: Page, tables: Tables, game: str, variant: str, panels: Sequence[Panel]) -> None:
    """Compare `{game}/{variant}/frequencies`."""
    page.begin(
        "Action probabilities of the average strategy, and where the equilibria lie",
        [source(f"study {tables.study['name']}", game, variant)],
    )
    file = f"{game}/{variant}/frequencies.csv"
    iterations, *columns = tables.columns(file, ["iteration", *[panel.name for panel in panels]])
    ranges = _ranges(tables, game)
    drawn = []
    for panel, numbers in zip(panels, columns):
        if panel.key not in ranges:
            raise DrawingError("cannot be compared with rows that are not there", None, f"family.csv: {panel.name}")
        rows = [Row(n, x, y) for n, (x, y) in enumerate(zip(iterations, numbers), 1)]
        drawn.append(_take_panel(page, panel, rows, ranges[panel.key]))
    _check_labels(page, drawn)
    _take_key(page, drawn)


def _take_panel(page: Page, panel: Panel, rows: Sequence[Row], ends: tuple[Fraction, Fraction]) -> Drawn:
    """Compare a panel, but for what is written beside it."""
    axes, across, up = take_axes(page, f"axes:{panel.column}")
    check_numbers(page, axes, axes.x, across, labeled=bool(across.title))
    check_numbers(page, axes, axes.y, up)
    for tick, number in zip(up.ticks, SHOWN):
        page.place(axes.id, tick.at, axes.y.at(number), f"the tick of {number}")
    if len(up.ticks) != len(SHOWN):
        raise DrawingError("has other ticks", axes.id, len(SHOWN), len(up.ticks))
    check_iterations(axes, rows[0].x, rows[-1].x)
    if axes.y.scale != LINEAR or not (-SPARE <= axes.y.low <= 0 and 1 <= axes.y.high <= 1 + SPARE):
        raise DrawingError("is not about probabilities", axes.id, "0 to 1", f"{axes.y.low} to {axes.y.high}")
    page.axes.append(axes.y)
    part = f"line:frequencies.csv:{panel.column}"
    line = page.take_shape(part, axes.id)
    check_line(part, line)
    clipped(axes, part, line)
    compare_points(page, axes, part, line.paths, [rows])
    band = page.take_shape(f"range:{panel.column}", axes.id)
    if band.order > line.order:
        raise DrawingError("is not below the line", f"range:{panel.column}")
    _check_range(page, axes, panel, band, ends)
    take_heading(page, axes, f"heading:{panel.column}", panel.above)
    return Drawn(panel, axes, across, up, line, band, ends[0] < ends[1])


def _ranges(tables: Tables, game: str) -> Mapping[tuple[str, ...], tuple[Fraction, Fraction]]:
    """Least and greatest probability along the family of equilibria, by player, infoset and action."""
    ends = [tables.fraction(f"{game}/equilibria/summary.json", key) for key in ("lower", "upper")]
    found = {}
    file = f"{game}/equilibria/family.csv"
    for row in tables.rows(file, ("player", "infoset", "action", "constant", "slope")):
        constant, slope = (tables.exact(file, row, name) for name in ("constant", "slope"))
        low, high = sorted([constant + slope * end for end in ends])
        found[tuple(row.cells[name] for name in ("player", "infoset", "action"))] = (low, high)
    return found


def _check_range(page: Page, axes: Axes, panel: Panel, shape: Shape, ends: tuple[Fraction, Fraction]) -> None:
    """Where the equilibria lie, across the panel: a faint rectangle, or a line if it is one number."""
    part = f"range:{panel.column}"
    clipped(axes, part, shape)
    left, _, right, _ = axes.box
    low, high = (axes.y.at(to_float(end)) for end in ends)
    page.check.numbers += 2
    if ends[0] < ends[1]:
        check_faint(part, shape.style, "opacity")
        if set(shape.style) != {"fill", "opacity"}:
            raise DrawingError("is not faint and nothing else", part)
        if not is_box(shape, (left, high, right, low)):
            raise DrawingError("is not the range over the family", part, f"{ends[0]} to {ends[1]}")
        return
    check_line(part, shape, FAMILY)
    points = shape.line()
    if len(points) != 2 or points[0].off(left, low) > TOLERANCE or points[1].off(right, low) > TOLERANCE:
        raise DrawingError("is not the number that the family has", part, ends[0])


def _check_labels(page: Page, drawn: Sequence[Drawn]) -> None:
    """All panels have the same limits; what is written beside the first of a row holds for all in it."""
    apart([one.axes for one in drawn])
    first = drawn[0].axes
    rows: dict[float, set[str]] = {}
    for panel, axes, across, up, *_ in drawn:
        for side, other in ((axes.x, first.x), (axes.y, first.y)):
            if side[:3] != other[:3]:
                raise DrawingError("has other limits than the first", axes.id, other[1:3], side[1:3])
        check_title(page, axes, up, panel.beside if up.title else "")
        check_title(page, axes, across, "iteration" if across.title else "")
        if up.title and any(tick.label for tick in up.ticks):
            rows.setdefault(axes.y.start, set()).add(panel.beside)
    for panel, axes, *_ in drawn:
        if rows.get(axes.y.start) != {panel.beside}:
            raise DrawingError("has nothing beside its row that says what it shows", axes.id, panel.beside)


def _take_key(page: Page, drawn: Sequence[Drawn]) -> None:
    """The key: a sample of each with its name to the right of it."""
    lines = [one.line for one in drawn]
    fills, bars = ([one.band for one in drawn if one.wide == wide] for wide in (True, False))
    samples = [group for group in page.drawing.groups.values() if group.parent == KEY]
    if len(samples) != 2 * len(KEYS):
        raise DrawingError("is not the key", KEY, 2 * len(KEYS), len(samples))
    for n, (name, shapes) in enumerate(zip(KEYS, (lines, fills, bars))):
        sample = page.take_shape(samples[2 * n].id, KEY)
        (text,) = page.take_texts(samples[2 * n + 1].id, KEY, name, page.drawing.width)
        for shape in shapes:
            if look(shape.style) != look(sample.style) or faint(shape) != faint(sample):
                raise DrawingError("does not look like its sample", KEY, None, name)
        left, top, right, bottom = extent(sample)
        if max(right - left, bottom - top) > LARGEST_SAMPLE or hides(sample) or sample.clip:
            raise DrawingError("is not a sample", KEY, None, name)
        if not (0 < text.x - right < 10 and abs(text.y - bottom) < 5):
            raise DrawingError("is not beside its name", KEY, None, name)
        for box in (extent(sample), text.box()):
            page.apart(KEY, box)


def faint(shape: Shape) -> tuple[str | None, str | None]:
    """What a shape is filled with."""
    return shape.style.get("fill"), shape.style.get("opacity")
