"""The parts of a drawing: coordinates as they are written, paths, styles and transforms.

Forms and precision: docs/bundle-format.md, "figures/".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from recheck.drawings.problem import DrawingError

NUMBER = r"-?\d{1,9}(?:\.\d{1,6})?"
CUT = re.compile(r"\d+\.\d{3}")
CUT_OFF = 0.001
"""The ends of lines are cut off to a thousandth of a point, all else is rounded to a millionth."""

COMMANDS = {"M": 1, "L": 1, "Q": 2, "C": 3, "z": 0}
"""How many points each takes."""

COLOR = "#[0-9a-f]{6}|none"
POSITIVE = r"\d{1,3}(?:\.\d{1,6})?"
PROPERTIES = {
    **dict.fromkeys(("fill", "stroke"), COLOR),
    **dict.fromkeys(("fill-opacity", "opacity", "stroke-width", "stroke-dashoffset"), POSITIVE),
    "stroke-dasharray": f"{POSITIVE}(?:,{POSITIVE})*",
    "stroke-linecap": "butt|square",
    "stroke-linejoin": "miter",
}
"""What a style may say, and the form of each value."""

HEIGHT = 0.73
"""Of a capital letter, in sizes of letters."""

WIDEST = 2.5
"""In points: no line of a figure is wider."""

PLACED = re.compile(rf"translate\(({NUMBER}) ({NUMBER})\)( rotate\(-90\))? scale\(({NUMBER}) -({NUMBER})\)")
SHIFTED = re.compile(rf"translate\(({NUMBER}) ({NUMBER})\)(?: scale\(({NUMBER})\))?")


LUMINANCE = (0.2126, 0.7152, 0.0722)
"""What red, green and blue have in how bright a color is (ITU-R BT.709)."""


class Point(NamedTuple):
    """A point as it is written; what it stands for is at most `cut` to the right of it and at most `cut` below."""

    x: float
    y: float
    cut: float = 0.0

    def off(self, x: float, y: float) -> float:
        """How far another point is from all that this one can stand for, in points along the worse axis."""
        return max(_off(self.x, self.cut, x), _off(self.y, self.cut, y))

    def moved(self, x: float, y: float) -> Point:
        """The point, moved by so much."""
        return Point(self.x + x, self.y + y, self.cut)


class Subpath(NamedTuple):
    """A line without gaps. Of a curved piece only the ends are points of it; `bends` are the points that it bends towards."""

    points: tuple[Point, ...]
    closed: bool
    bends: tuple[Point, ...] = ()

    @property
    def curved(self) -> bool:
        """Whether any piece is curved."""
        return bool(self.bends)

    @property
    def hull(self) -> tuple[Point, ...]:
        """Points between which all of it is."""
        return self.points + self.bends

    def moved(self, x: float, y: float) -> Subpath:
        """The line, moved by so much."""
        points, bends = ([point.moved(x, y) for point in some] for some in (self.points, self.bends))
        return Subpath(tuple(points), self.closed, tuple(bends))


class Shape(NamedTuple):
    """What is drawn: paths on the sheet, how they look, and what cuts them off.

    `order` says what is drawn above what. `anchor` is the place of a mark that is drawn at many places.
    """

    paths: tuple[Subpath, ...]
    style: Mapping[str, str]
    clip: str | None
    order: int
    anchor: Point | None = None

    def line(self) -> tuple[Point, ...]:
        """The points of a shape that is one open line without curves. Raises `DrawingError` if it is something else."""
        if len(self.paths) != 1 or self.paths[0].closed or self.paths[0].curved:
            raise DrawingError("is not one line")
        return self.paths[0].points


class Text(NamedTuple):
    """A line of text: what its glyphs say, where it starts on its base line, and its size and width in points.

    Turned, it goes upwards. A text whose letters stand otherwise than in their font has no width.
    """

    text: str
    x: float
    y: float
    size: float
    turned: bool
    fill: str
    order: int
    width: float | None

    @property
    def length(self) -> float:
        """How wide it is; 0 if it has no width."""
        return self.width or 0.0

    def middle(self) -> Point:
        """The middle of its base line."""
        half = self.length / 2
        return Point(self.x, self.y - half) if self.turned else Point(self.x + half, self.y)

    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of its letters, without what goes below the base line."""
        up = HEIGHT * self.size
        if self.turned:
            return self.x - up, self.y - self.length, self.x, self.y
        return self.x, self.y - up, self.x + self.length, self.y


def read_path(text: str) -> tuple[Subpath, ...]:
    """The attribute `d`. Raises `DrawingError` for anything but absolute M, L, Q, C and z."""
    paths: list[Subpath] = []
    points: list[Point] = []
    bends: list[Point] = []
    closed = False
    words = text.split()
    at = 0
    while at < len(words):
        command = words[at]
        if command not in COMMANDS or (not points and command != "M") or (closed and command != "M"):
            raise DrawingError("is not a path of M, L, Q, C and z", found=command)
        count = 2 * COMMANDS[command]
        numbers = words[at + 1 : at + 1 + count]
        if len(numbers) < count or not all(re.fullmatch(NUMBER, number) for number in numbers):
            raise DrawingError("is not a path of plain numbers", found=" ".join(words[at : at + 1 + count]))
        at += 1 + count
        if command == "M" and points:
            paths.append(Subpath(tuple(points), closed, tuple(bends)))
            points, bends, closed = [], [], False
        if command == "z":
            closed = True
        else:
            cut = CUT_OFF if command == "L" and all(map(CUT.fullmatch, numbers)) else 0.0
            *before, last = [Point(float(x), float(y), cut) for x, y in zip(numbers[::2], numbers[1::2])]
            points.append(last)
            bends += before
    if points:
        paths.append(Subpath(tuple(points), closed, tuple(bends)))
    return tuple(paths)


def read_style(text: str) -> dict[str, str]:
    """The attribute `style`. Raises `DrawingError` for properties that no figure has, or for one that is given twice."""
    found: dict[str, str] = {}
    for part in text.split("; ") if text else []:
        name, _, value = part.partition(": ")
        if name not in PROPERTIES or name in found or not re.fullmatch(PROPERTIES[name], value):
            raise DrawingError("is not a style that a figure has", found=part)
        found[name] = value
    if width_of(found) > WIDEST:
        raise DrawingError("is wider than any line of a figure", None, WIDEST, found["stroke-width"])
    return found


def width_of(style: Mapping[str, str]) -> float:
    """How wide a line is, in points."""
    return float(style.get("stroke-width", 1))


def number_of(text: str) -> float:
    """A plain number. Raises `DrawingError` for anything else."""
    if not re.fullmatch(NUMBER, text):
        raise DrawingError("is not a plain number", found=text)
    return float(text)


def is_inside(box: tuple[float, float, float, float], around: tuple[float, float, float, float]) -> bool:
    """Whether a box - left, top, right, bottom - is within another one."""
    return around[0] < box[0] and around[1] < box[1] and box[2] < around[2] and box[3] < around[3]


def darkness(color: str) -> float:
    """From 0, white, to 1, black; 0 if there is no color."""
    if not color.startswith("#"):
        return 0.0
    return 1 - sum([share * int(color[n : n + 2], 16) / 255 for share, n in zip(LUMINANCE, (1, 3, 5))])


def _off(written: float, cut: float, due: float) -> float:
    return max(written - due, due - (written + cut), 0.0)
