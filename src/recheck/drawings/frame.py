"""The axes of a drawing: where a number is, by the limits that the drawing states, and what ticks, labels and frame say.

If all labels of ticks are where the limits put their numbers, then who reads off the axes reads what is compared here.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from recheck.drawings.page import Page, check_size, is_box
from recheck.drawings.problem import DrawingError
from recheck.drawings.shapes import Shape, Text, width_of
from recheck.drawings.side import LOG, TOLERANCE, Side
from recheck.drawings.svg import Group

FLOAT = r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?"
LIMITS = re.compile(rf"(\S+) (log|linear) ({FLOAT}) ({FLOAT}) (log|linear) ({FLOAT}) ({FLOAT})")
POWER = re.compile(r"(?:([1-9](?:\.\d{1,3})?)×)?10\^\{(−?\d{1,3})\}")
NARROW = 0.1
"""In decades: on an axis with less, a round number may have any number of digits."""

FINE = 0.6
"""So wide are the lines of frame, ticks and grid, in points."""

MARK, SMALL_MARK = 3.5, 2.0
"""How long the marks of ticks are, in points."""


PLACED = 1.0
"""So far is a text at most from where it is due, in points."""

BELOW, BEFORE, BESIDE = (2.0, 13.0), 7.0, (0.2, 0.6)
"""From an axis down to the tops of its labels, and left to their ends, in points; and from a tick down to the base line of
a label beside it, in sizes of the label."""

TITLE_BELOW, HEADING_ABOVE = 40.0, 6.0
"""How far titles and headings are at most from their axes, in points."""

GRID = "#d9d9d9"


class Axes(NamedTuple):
    """Axes: their id, what cuts off at their edges, and both sides."""

    id: str
    clip: str
    x: Side
    y: Side

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom."""
        return self.x.start, self.y.end, self.x.end, self.y.start


class Tick(NamedTuple):
    """A tick: where it is along its axis, and its label."""

    at: float
    label: Text | None


class Ticks(NamedTuple):
    """The ticks of an axis, and what is written beside it."""

    ticks: Sequence[Tick]
    title: Sequence[Text]
    upright: bool = False
    """Whether the title is turned, as is one beside axes and not below."""


def read_axes(page: Page, part: str) -> Axes:
    """The axes of that id, by the description of the drawing and the rectangle that cuts off there."""
    for line in page.drawing.description.split("\n"):
        match = LIMITS.fullmatch(line)
        if match is None:
            raise DrawingError("is no description of axes", None, "id, scale, limits, scale, limits", line)
        if match[1] == part:
            break
    else:
        raise DrawingError("is not described", part)
    groups = page.drawing.groups.values()
    inside = _inside(part, groups)
    clips = {shape.clip for group in inside for shape in group.shapes if shape.clip}
    if len(clips) != 1 or not clips <= set(page.drawing.clips):
        raise DrawingError("is not cut off by one rectangle", part, None, ", ".join(sorted(clips)))
    clip = clips.pop()
    left, top, width, height = page.drawing.clips[clip]
    x = Side(match[2], float(match[3]), float(match[4]), left, left + width)
    y = Side(match[5], float(match[6]), float(match[7]), top + height, top)
    for side in (x, y):
        ends = (side.low, side.high)
        if ends[0] == ends[1] or not all(map(math.isfinite, ends)) or (side.scale == LOG and not min(ends) > 0):
            raise DrawingError("has limits that are none", part, None, match[0])
    if not (0 <= left < left + width <= page.drawing.width and 0 <= top < top + height <= page.drawing.height):
        raise DrawingError("is not on the sheet", part)
    return Axes(part, clip, x, y)


def described(page: Page) -> list[str]:
    """The ids of all axes, in the order of the description."""
    return [line.split(" ")[0] for line in page.drawing.description.split("\n")]


def take_frame(page: Page, axes: Axes) -> tuple[Ticks, Ticks]:
    """The white ground, the two lines of the frame and all ticks. Raises `DrawingError` if they are not where they are due."""
    left, top, right, bottom = axes.box
    patches = [group.id for group in page.left.values() if group.parent == axes.id and group.id.startswith("patch_")]
    if len(patches) != 3:
        raise DrawingError("has not a ground and two lines as frame", axes.id, 3, len(patches))
    ground, *lines = [page.take_shape(patch, axes.id) for patch in patches]
    inside = _inside(axes.id, page.drawing.groups.values())
    lowest = min([shape.order for group in inside for shape in group.shapes])
    if ground.style != {"fill": "#ffffff"} or ground.clip or ground.order != lowest or not is_box(ground, axes.box):
        raise DrawingError("has not a white ground of the size of its frame below all else", axes.id)
    for shape, ends in zip(lines, (((left, bottom), (left, top)), ((left, bottom), (right, bottom)))):
        if shape.style.get("fill") != "none" or width_of(shape.style) > FINE or not _is_line(shape, ends):
            raise DrawingError("has a frame that is not at its edges", axes.id)
    names = [group.id for group in page.drawing.groups.values() if group.parent == axes.id and _is_axis(group.id)]
    if len(names) != 2:
        raise DrawingError("has not two axes", axes.id, 2, len(names))
    return _take_ticks(page, axes, names[0], "x"), _take_ticks(page, axes, names[1], "y")


def check_numbers(page: Page, axes: Axes, side: Side, ticks: Ticks, labeled: bool = True) -> None:
    """Compare where labels are with where their numbers are; a tick without one is at a round number.

    `labeled` says whether there must be labels, if the axis comes to a power of ten.
    """
    for tick in ticks.ticks:
        if tick.label is not None:
            page.check.numbers += 1
            _check_label(axes, side, tick.at, tick.label.text)
        elif side.scale == LOG:
            number = side.number(tick.at)
            round_number = float(format(number, _roundness(side)))
            if abs(side.at(round_number) - tick.at) > TOLERANCE:
                raise DrawingError("has a tick where no round number is", axes.id, round_number, f"{number:.6g}")
    if labeled and side.scale == LOG and not any(tick.label for tick in ticks.ticks) and _holds_power(side):
        raise DrawingError("has no label of a number", axes.id)


def _check_label(axes: Axes, side: Side, at: float, label: str) -> None:
    """A label is at its number; where an axis comes to less than a decade, it may be rounded to a whole one."""
    number = number_of_label(label)
    if number is None or (side.scale == LOG and not number > 0):
        raise DrawingError("has a label that is no number", axes.id, "a number", label)
    there = side.number(at)
    rounded = side.scale == LOG and side.decades() < 1 and label == f"{there:,.0f}"
    if abs(side.at(number) - at) > TOLERANCE and not rounded:
        raise DrawingError(
            "has a label at another number", axes.id, f"{label} at {number:.6g}", f"{label} at {there:.6g}"
        )


def _roundness(side: Side) -> str:
    """How a number is written that is round on an axis: one digit, or more where it comes to less than a decade."""
    return ".0e" if side.decades() >= 1 else ".2e" if side.decades() > NARROW else ".16e"


def number_of_label(label: str) -> float | None:
    """The number that a label is; None if it is none."""
    if power := POWER.fullmatch(label):
        number = float(f"{power[1] or 1}e{power[2].replace('−', '-')}")
        return number if math.isfinite(number) else None
    if re.fullmatch(r"\d{1,3}(,\d{3})*|0\.\d+", label) and len(label) < 20:
        return float(label.replace(",", ""))
    return None


def check_title(page: Page, axes: Axes, ticks: Ticks, due: str) -> None:
    """Compare what is written beside an axis; nothing at all if nothing is due."""
    if due or ticks.title:
        page.compare(axes.id, ticks.title, due, ticks.upright)


def take_heading(page: Page, axes: Axes, part: str, due: str) -> None:
    """What is written above axes, from their left edge on."""
    left, top, right, _ = axes.box
    texts = page.take_texts(part, axes.id, due, right - left)
    if len(texts) != 1 or abs(texts[0].x - left) > PLACED or not 0 < top - texts[0].y < HEADING_ABOVE:
        raise DrawingError("is not above its axes", part)


def _take_ticks(page: Page, axes: Axes, axis: str, letter: str) -> Ticks:
    """All ticks of an axis and what is written beside it."""
    found = []
    along = [group.id for group in page.drawing.groups.values() if group.parent == axis]
    titles: list[Text] = []
    for name in along:
        if re.fullmatch(rf"{letter}tick_\d+", name):
            found.append(_take_tick(page, axes, name, letter))
        else:
            group = page.take(name, axis)
            if group.shapes or titles:
                raise DrawingError(
                    "has something along an axis that is neither a tick nor its title", axes.id, None, name
                )
            titles = group.texts
    found.sort(key=lambda tick: tick.at)
    labels = [tick for tick in found if tick.label is not None]
    left, top, right, bottom = axes.box
    for text in titles:
        if not _along(axes, letter, text):
            raise DrawingError("has a title that is not at the middle of its axis", axes.id, None, text.text)
    if titles:
        check_size(axes.id, titles, right - left if letter == "x" else bottom - top)
    if labels:
        room = (right - left) / len(labels) if letter == "x" else left
        check_size(axes.id, [tick.label for tick in labels if tick.label], room)
    for before, after in zip(labels, labels[1:]):
        if letter == "x" and before.label and after.label and not before.label.x < after.label.x:
            raise DrawingError("has labels in another order than their ticks", axes.id, None, before.label.text)
    return Ticks(found, titles, letter == "y")


def _take_tick(page: Page, axes: Axes, name: str, letter: str) -> Tick:
    """A tick: a line across, a mark, or both, at one place, and its label beside it."""
    left, top, right, bottom = axes.box
    places: list[float] = []
    label = None
    for group in [group for group in page.left.values() if group.parent == name]:
        page.take(group.id, name)
        for shape in group.shapes:
            line = shape.line()
            at = (shape.anchor or line[0])[0 if letter == "x" else 1]
            places.append(at)
            if shape.anchor is None:
                ends = ((at, bottom), (at, top)) if letter == "x" else ((left, at), (right, at))
                due = (shape.style.get("fill"), shape.style.get("stroke")) == ("none", GRID)
            else:
                length = (
                    MARK
                    if abs(line[-1].y - line[0].y + line[-1].x - line[0].x) > (MARK + SMALL_MARK) / 2
                    else SMALL_MARK
                )
                ends = ((at, bottom), (at, bottom + length)) if letter == "x" else ((left, at), (left - length, at))
                due = shape.clip is None
            if not due or width_of(shape.style) > FINE or not _is_line(shape, ends):
                raise DrawingError("has a tick that is not at its axis", axes.id, None, name)
        if group.texts:
            if label is not None or len(group.texts) != 1:
                raise DrawingError("has a tick with several labels", axes.id, None, name)
            (label,) = group.texts
            page.compare(axes.id, [label], label.text)
    if not places or max(places) - min(places) > TOLERANCE:
        raise DrawingError("has a tick at no place, or at several", axes.id, None, name)
    side = axes.x if letter == "x" else axes.y
    at = places[0]
    if not min(side.start, side.end) - TOLERANCE <= at <= max(side.start, side.end) + TOLERANCE:
        raise DrawingError("has a tick beyond its ends", axes.id, None, name)
    if label is not None and not _beside(axes, letter, at, label):
        raise DrawingError("has a label that is not beside its tick", axes.id, None, label.text)
    return Tick(at, label)


def _beside(axes: Axes, letter: str, at: float, label: Text) -> bool:
    """Whether a label is below its tick, or left of it."""
    if letter == "x":
        below = label.box()[1] - axes.y.start
        return abs(label.middle().x - at) < PLACED and BELOW[0] < below < BELOW[1]
    before = axes.x.start - label.x - label.length
    return abs(before - BEFORE) < PLACED and BESIDE[0] < (label.y - at) / label.size < BESIDE[1]


def _along(axes: Axes, letter: str, title: Text) -> bool:
    """Whether a title is below the middle of its axes, or left of it."""
    left, top, right, bottom = axes.box
    middle = title.middle()
    if letter == "x":
        return abs(middle.x - (left + right) / 2) < PLACED and bottom < title.y < bottom + TITLE_BELOW
    return abs(middle.y - (top + bottom) / 2) < PLACED and 0 < title.x < left


def _is_line(shape: Shape, ends: Sequence[tuple[float, float]]) -> bool:
    points = shape.line()
    return len(points) == len(ends) and all(point.off(*end) <= TOLERANCE for point, end in zip(points, ends))


def _is_axis(name: str) -> bool:
    return re.fullmatch(r"matplotlib\.axis_\d+", name) is not None


def _holds_power(side: Side) -> bool:
    low, high = sorted((math.log10(side.low), math.log10(side.high)))
    return math.ceil(low) <= math.floor(high)


def _inside(part: str, groups: Iterable[Group]) -> Iterator[Group]:
    """A group and all groups in it; those around come first."""
    names = {part}
    for group in groups:
        if group.id in names or group.parent in names:
            names.add(group.id)
            yield group


def take_axes(page: Page, part: str) -> tuple[Axes, Ticks, Ticks]:
    """Axes with their frame, and ticks along both sides."""
    axes = read_axes(page, part)
    return (axes, *take_frame(page, axes))


def apart(all_axes: Sequence[Axes]) -> None:
    """Whether axes do not overlap. Raises `DrawingError` if they do: one would hide what is in another."""
    for n, one in enumerate(all_axes):
        for other in all_axes[:n]:
            (left, top, right, bottom), (other_left, other_top, other_right, other_bottom) = one.box, other.box
            if left < other_right and other_left < right and top < other_bottom and other_top < bottom:
                raise DrawingError("overlaps other axes", one.id, None, other.id)
