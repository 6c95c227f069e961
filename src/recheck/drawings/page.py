"""A drawing that is being checked: parts are taken from it one by one, and nothing may be left.

Where a part stands is told by its id, what it must be like by what the tables say.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from recheck.drawings.glyphs import fits
from recheck.drawings.problem import DrawingError
from recheck.drawings.shapes import Shape, Text, darkness, is_inside, width_of
from recheck.drawings.side import TOLERANCE, Side
from recheck.drawings.svg import Drawing, Group
from recheck.ledger import Check

FIGURE = "figure_1"
READABLE = 0.4
"""So dark is what is read on white paper; letters on the dark cells of a heat map are white."""

VISIBLE, THIN = 0.15, 0.35
"""So dark is what is faint, and so wide is a line, in points."""

LEAST_SHADE = 0.1
"""Of what is faint, how opaque it is at least."""

RINGED = "number:trajectory.csv:"
TICK = re.compile(r"[xy]tick_\d+")

FAINT = 0.5
"""What is less opaque hides little of what is below it."""

SMALLEST, GREATEST = 7.99, 10.51
"""Of letters, in points; those are smaller that would need more room than there is, and then take `FILLED` of it."""

FILLED = 0.75

LINE_GAP = (1.0, 2.0)
"""From one line of a text to the next, in sizes of letters."""

WIDTH = 16 / 2.54 * 72
"""Of all sheets, in points."""

FOOT = 20.0
"""So much of a sheet is left at most below all that is on it, in points."""

TITLE_AT = 20.0
"""The base line of the title, and its left end, are at most so far from the edges of the sheet, in points."""

UPON = 0.5
"""By so much texts may overlap, in points."""

INK = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#1a1a1a", "#e69f00", "#56b4e9", "#5f5f5f")
DASHES = ((), (5.0, 1.5), (1.2, 1.2), (6.0, 1.5, 1.2, 1.5))
"""The colors of lines, and their dashes and gaps in widths of the line: whatever differs is seen to differ."""

WIDTHS = (0.7, 0.8, 0.9, 1.0, 1.2, 1.4)
"""Of lines, in points."""

FAMILY = (2.4,)
"""Of the line for one number that all equilibria have."""


class Page:
    """A drawing, its check, and which parts were taken."""

    def __init__(self, check: Check, drawing: Drawing) -> None:
        """With everything still there."""
        self.check = check
        self.drawing = drawing
        self.axes: list[Side] = []
        """The axes along which numbers of tables were compared."""
        self.left: dict[str, Group] = {
            group.id: group for group in drawing.groups.values() if group.shapes or group.texts
        }

    def has(self, part: str) -> bool:
        """Whether a part is there and was not taken."""
        return part in self.left

    def take(self, part: str, parent: str) -> Group:
        """A part, which is then done. Raises `DrawingError` if it is not there, or in another one."""
        group = self.left.pop(part, None)
        if group is None or group.parent != parent:
            raise DrawingError("is not drawn where it is due", part, parent, group.parent if group else None)
        return group

    def take_shape(self, part: str, parent: str) -> Shape:
        """A part that is one shape."""
        group = self.take(part, parent)
        if len(group.shapes) != 1 or group.texts:
            raise DrawingError("is not one shape", part)
        return group.shapes[0]

    def take_texts(self, part: str, parent: str, due: str, room: float) -> Sequence[Text]:
        """A part that is nothing but this text, line by line, dark enough to be read, and as large as there is room."""
        texts = self.take_words(part, parent, due)
        for text in texts:
            if not darkness(text.fill) > READABLE:
                raise DrawingError("is too pale to be read", part, None, text.fill)
        check_size(part, texts, room)
        return texts

    def take_words(self, part: str, parent: str, due: str) -> Sequence[Text]:
        """A part that is nothing but this text, of whatever size and color; compared."""
        group = self.take(part, parent)
        if group.shapes:
            raise DrawingError("is not nothing but a text", part)
        self.compare(part, group.texts, due)
        return group.texts

    def compare(self, part: str, texts: Sequence[Text], due: str, turned: bool = False) -> None:
        """Compare what is written with what is due: each line a text, below the one before, or turned and to the right of it."""
        found = "\n".join([text.text for text in texts])
        self.check.numbers += 1
        if not texts or not fits(found, due):
            raise DrawingError("says something else", part, due, found)
        for text in texts:
            if text.width is None:
                raise DrawingError("has letters that do not stand as in their font", part)
            if text.turned != turned or not text.fill.startswith("#"):
                raise DrawingError("is not written as it can be read", part, None, text.fill)
        for before, after in zip(texts, texts[1:]):
            gap = after.x - before.x if turned else after.y - before.y
            if not LINE_GAP[0] < gap / before.size < LINE_GAP[1]:
                raise DrawingError("has a line that is not next to the one before", part, None, after.text)

    def place(self, part: str, found: float, due: float, what: str) -> None:
        """Compare a coordinate that is no number of a table."""
        if not abs(found - due) <= TOLERANCE:
            raise DrawingError(f"is not where it is due: {what}", part, f"{due:.6f}", f"{found:.6f}")

    def apart(self, part: str, box: Sequence[float]) -> None:
        """Whether a box - left, top, right, bottom - is outside of all axes, in which it would look like what is drawn there."""
        for left, top, width, height in self.drawing.clips.values():
            if _overlap(box, (left, top, left + width, top + height)):
                raise DrawingError("is drawn upon axes", part)

    def begin(self, title: str, notes: Sequence[str]) -> None:
        """The sheet, its title and the lines below it."""
        drawing = self.drawing
        sheet = self.take_shape("sheet", FIGURE)
        if (
            sheet.order != 1
            or sheet.style != {"fill": "#ffffff"}
            or sheet.clip
            or not is_box(sheet, (0, 0, drawing.width, drawing.height))
        ):
            raise DrawingError("is not a white sheet below all else", "sheet")
        if abs(drawing.width - WIDTH) > TOLERANCE or drawing.height - self._foot() > FOOT:
            raise DrawingError(
                "is not a sheet as wide as all, or has nothing at its foot", "sheet", WIDTH, drawing.width
            )
        if drawing.title != title:
            raise DrawingError("is another title", "title", title, drawing.title)
        lines = [*self.take_texts("title", FIGURE, title, drawing.width)]
        for number, note in enumerate(notes, 1):
            lines += self.take_texts(f"note:{number}", FIGURE, note, drawing.width)
        starts = [line.x for line in lines]
        if not (min(starts) > 0 and max(starts) < TITLE_AT and lines[0].y < TITLE_AT):
            raise DrawingError("is not where a title is", "title")
        for before, after in zip(lines, lines[1:]):
            if not LINE_GAP[0] < (after.y - before.y) / before.size < LINE_GAP[1]:
                raise DrawingError("is not below the title, line by line", "title", None, after.text)

    def _foot(self) -> float:
        """How far down something is drawn or written."""
        groups = [group for group in self.drawing.groups.values() if group.id != "sheet"]
        shapes = [extent(shape)[3] for group in groups for shape in group.shapes]
        return max([0.0, *shapes, *[text.box()[3] for group in groups for text in group.texts]])

    def end(self) -> None:
        """Nothing is left, and all that is written can be read: it is on the sheet, neither hidden nor upon another text.

        Raises `DrawingError` if not. Numbers beside a ring and labels of one axis may be upon others: they have their places.
        """
        for part in self.left:
            raise DrawingError("should not be drawn", part)
        groups = self.drawing.groups.values()
        hiding = [(shape.order, *extent(shape)) for group in groups for shape in group.shapes if hides(shape)]
        written = sorted([(*text.box(), text.order, group.id) for group in groups for text in group.texts])
        for left, top, right, bottom, order, part in written:
            if not is_inside((left, top, right, bottom), (0, 0, self.drawing.width, self.drawing.height)):
                raise DrawingError("is not written on the sheet", part)
            for above, *box in hiding:
                if order < above and _overlap((left, top, right, bottom), box):
                    raise DrawingError("is hidden by what is drawn above it", part)
        for n, (*box, _, part) in enumerate(written):
            for *other, _, beside in written[n + 1 :]:
                if other[0] >= box[2]:
                    break
                if _overlap(box, other) and not self._have_places(part, beside):
                    raise DrawingError("is written upon another text", part, None, beside)

    def _have_places(self, part: str, other: str) -> bool:
        """Whether two texts have places that are compared, so that they overlap only where their numbers are too near."""
        if part == other or part.startswith(RINGED) or other.startswith(RINGED):
            return True
        ticks = [self.drawing.groups[text].parent for text in (part, other)]
        axes = {self.drawing.groups[tick].parent for tick in ticks if TICK.fullmatch(tick)}
        return len(axes) == 1 and all(map(TICK.fullmatch, ticks))


def check_size(part: str, texts: Sequence[Text], room: float) -> None:
    """Whether texts are of one size, which can be read, or as large as they can be in so much room, in points."""
    sizes = [text.size for text in texts]
    if not texts or max(sizes) - min(sizes) > UPON / 10 or not 0 < max(sizes) < GREATEST:
        raise DrawingError("is not written in letters of one size", part, None, max(sizes, default=None))
    if min(sizes) < SMALLEST and max([text.length for text in texts]) < FILLED * room:
        raise DrawingError("is smaller than it has to be", part, SMALLEST, min(sizes))


def _overlap(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether two boxes - left, top, right, bottom - have more than an edge in common."""
    return (
        one[0] + UPON < other[2] and other[0] + UPON < one[2] and one[1] + UPON < other[3] and other[1] + UPON < one[3]
    )


def is_box(shape: Shape, box: tuple[float, float, float, float], near: float = TOLERANCE) -> bool:
    """Whether a shape is a closed rectangle: left, top, right, bottom."""
    left, top, right, bottom = box
    corners = ((left, bottom), (right, bottom), (right, top), (left, top))
    if len(shape.paths) != 1 or not shape.paths[0].closed or shape.paths[0].curved:
        return False
    points = shape.paths[0].points
    return len(points) == 4 and all(point.off(*corner) <= near for point, corner in zip(points, corners))


def extent(shape: Shape) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a shape."""
    points = [point for path in shape.paths for point in path.hull]
    x, y = [point.x for point in points], [point.y for point in points]
    if not points:
        return 0.0, 0.0, 0.0, 0.0
    return min(x), min(y), max(x), max(y)


def check_faint(part: str, style: Mapping[str, str], opacity: str) -> None:
    """Whether what is filled, as opaque as that property says, is faint and still to be seen. Raises `DrawingError` if not."""
    if not LEAST_SHADE <= float(style.get(opacity, 1)) < FAINT or not darkness(style.get("fill", "none")) > VISIBLE:
        raise DrawingError("is not faint", part, None, style.get(opacity))


def hides(shape: Shape) -> bool:
    """Whether a shape hides what is below it."""
    faint = min(float(shape.style.get(name, 1)) for name in ("opacity", "fill-opacity")) < FAINT
    return shape.anchor is None and shape.style.get("fill") != "none" and not faint


def look(style: Mapping[str, str]) -> tuple[str, tuple[float, ...] | None]:
    """Color of a line, and its dashes in widths of the line; alike for lines that look alike, but for how wide they are."""
    width = max(width_of(style), THIN)
    dashes = [float(dash) / width for dash in style.get("stroke-dasharray", "").split(",") if dash]
    for due in DASHES:
        if len(due) == len(dashes) and all(abs(one - other) < 0.01 for one, other in zip(due, dashes)):
            return style.get("stroke", "none"), due
    return style.get("stroke", "none"), None


def check_line(part: str, shape: Shape, widths: Sequence[float] = WIDTHS) -> None:
    """Whether a line is seen, told from others, and as wide as one of these. Raises `DrawingError` if not, or if it is filled."""
    style = shape.style
    if style.get("fill") != "none" or {"opacity", "fill-opacity"} & set(style):
        raise DrawingError("is not a line and nothing else", part)
    color, dashes = look(style)
    if color not in INK or not width_of(style) > THIN:
        raise DrawingError("is a line that can hardly be seen, or told from others", part, ", ".join(INK), color)
    if dashes is None or (dashes and "stroke-linecap" in style):
        raise DrawingError("is a line of other dashes than lines have", part, None, style.get("stroke-dasharray"))
    if width_of(style) not in widths:
        raise DrawingError("is a line of another width", part, ", ".join(map(str, widths)), style.get("stroke-width"))
    # A corner that is no round one, or an end that reaches farther, is seen beyond the points.
    ends = "butt" if dashes else "square"
    if style.get("stroke-linecap", "butt") != ends or "stroke-linejoin" in style:
        raise DrawingError("is a line of other ends or corners", part, f"{ends} ends, round corners", style)
