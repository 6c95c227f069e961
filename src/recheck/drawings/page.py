"""A drawing that is being checked: parts are taken from it one by one, and nothing may be left.

Where a part stands is told by its id, what it must be like by what the tables say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from recheck.drawings.glyphs import fits
from recheck.drawings.problem import DrawingError
from recheck.drawings.shapes import Shape, Text, darkness, width_of
from recheck.drawings.side import TOLERANCE, Side
from recheck.drawings.svg import Drawing, Group
from recheck.ledger import Check

FIGURE = "figure_1"
READABLE = 0.4
"""So dark is what is read on white paper; letters on the dark cells of a heat map are white."""

VISIBLE, THIN = 0.15, 0.35
"""So dark is a line on white paper, and so wide, in points."""

FAINT = 0.5
"""What is less opaque hides little of what is below it."""

LONGEST_GAP = 5.0
"""Between the dashes of a line, in points."""

SMALLEST, GREATEST = 0.5, 10.51
"""Of letters, in points."""


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

    def take_texts(self, part: str, parent: str, due: str, pale: bool = False) -> Sequence[Text]:
        """A part that is nothing but this text, line by line; compared, and dark enough to be read."""
        group = self.take(part, parent)
        if group.shapes:
            raise DrawingError("is not nothing but a text", part)
        self.compare(part, group.texts, due, pale)
        return group.texts

    def compare(self, part: str, texts: Sequence[Text], due: str, pale: bool = False) -> None:
        """Compare what is written with what is due."""
        found = "\n".join([text.text for text in texts])
        self.check.numbers += 1
        if not texts or not fits(found, due):
            raise DrawingError("says something else", part, due, found)
        for text in texts:
            if not (pale or darkness(text.fill) > READABLE):
                raise DrawingError("is too pale to be read", part, None, text.fill)
            if not (
                SMALLEST < text.size < GREATEST and 0 < text.x < self.drawing.width and 0 < text.y < self.drawing.height
            ):
                raise DrawingError("is not written where and as large as it can be read", part)

    def place(self, part: str, found: float, due: float, what: str) -> None:
        """Compare a coordinate that is no number of a table."""
        if not abs(found - due) <= TOLERANCE:
            raise DrawingError(f"is not where it is due: {what}", part, f"{due:.6f}", f"{found:.6f}")

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
        if drawing.title != title:
            raise DrawingError("is another title", "title", title, drawing.title)
        self.take_texts("title", FIGURE, title)
        for number, note in enumerate(notes, 1):
            self.take_texts(f"note:{number}", FIGURE, note)

    def end(self) -> None:
        """Nothing is left, and nothing is written below what hides it. Raises `DrawingError` if that is not so."""
        for part in self.left:
            raise DrawingError("should not be drawn", part)
        groups = self.drawing.groups.values()
        hiding = [(shape.order, *extent(shape)) for group in groups for shape in group.shapes if hides(shape)]
        for group in groups:
            for text in group.texts:
                for order, left, top, right, bottom in hiding:
                    if text.order < order and left < text.x < right and top < text.y < bottom:
                        raise DrawingError("is hidden by what is drawn above it", group.id)


def is_box(shape: Shape, box: tuple[float, float, float, float]) -> bool:
    """Whether a shape is a closed rectangle: left, top, right, bottom."""
    left, top, right, bottom = box
    corners = ((left, bottom), (right, bottom), (right, top), (left, top))
    if len(shape.paths) != 1 or not shape.paths[0].closed or shape.paths[0].curved:
        return False
    points = shape.paths[0].points
    return len(points) == 4 and all(point.off(*corner) <= TOLERANCE for point, corner in zip(points, corners))


def extent(shape: Shape) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a shape."""
    points = [point for path in shape.paths for point in path.points]
    x, y = [point.x for point in points], [point.y for point in points]
    if not points:
        return 0.0, 0.0, 0.0, 0.0
    return min(x), min(y), max(x), max(y)


def hides(shape: Shape) -> bool:
    """Whether a shape hides what is below it."""
    faint = min(float(shape.style.get(name, 1)) for name in ("opacity", "fill-opacity")) < FAINT
    return shape.anchor is None and shape.style.get("fill") != "none" and not faint


def look(style: Mapping[str, str]) -> tuple[str, tuple[float, ...]]:
    """Color of a line, and its dashes in widths of the line; alike for lines that look alike, but for how wide they are."""
    width = max(width_of(style), THIN)
    dashes = style.get("stroke-dasharray", "")
    return style.get("stroke", "none"), tuple([round(float(dash) / width, 3) for dash in dashes.split(",") if dash])


def check_line(part: str, shape: Shape) -> None:
    """Whether a line can be seen. Raises `DrawingError` if not, or if it is filled."""
    style = shape.style
    if style.get("fill") != "none" or {"opacity", "fill-opacity"} & set(style):
        raise DrawingError("is not a line and nothing else", part)
    if not darkness(style.get("stroke", "none")) > VISIBLE or not width_of(style) > THIN:
        raise DrawingError("is a line that can hardly be seen", part, None, style.get("stroke"))
    dashes = [float(dash) for dash in style.get("stroke-dasharray", "").split(",") if dash]
    if dashes and (len(dashes) % 2 or sum(dashes[::2]) < sum(dashes[1::2]) or max(dashes[1::2]) > LONGEST_GAP):
        raise DrawingError("is a line with more gaps than dashes", part, None, style["stroke-dasharray"])
