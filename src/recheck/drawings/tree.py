"""The betting tree of two-player Kuhn poker, with the final average strategy in the boxes of its decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from recheck.drawings.kuhn import SITUATIONS, action_word, card_name, ending, spot
from recheck.drawings.numbers import Tables
from recheck.drawings.page import Page, check_line, extent, is_box
from recheck.drawings.problem import DrawingError
from recheck.drawings.shapes import Shape, Text, is_inside, width_of
from recheck.drawings.words import source, unwritten

NEAR = 0.01
"""In points: the rounded boxes are drawn from curves."""

ALIGNED = 1.0
"""By how much the ends of what is in a column differ at most, in points: letters have white on both sides."""

CORNER, GROUND = 6.0, 6.0
"""How large a rounded corner is at most, and how far the white ground of a word goes beyond it, in points."""


class Decision(NamedTuple):
    """The actions after a public history, and for each card the probabilities of these."""

    actions: list[str]
    rows: dict[int, list[str]]


class Box(NamedTuple):
    """A box: its edges, and what is drawn above it comes later than `order`."""

    left: float
    top: float
    right: float
    bottom: float
    order: int

    def holds(self, text: Text) -> bool:
        """Whether a text is in the box, and drawn above it."""
        return is_inside(text.box(), self[:4]) and text.order > self.order


def check_tree(page: Page, tables: Tables, game: str, variant: str) -> None:
    """Compare `{game}/{variant}/tree`."""
    (iterations,) = tables.columns(f"{game}/{variant}/trajectory.csv", ["iteration"])
    subject = source(
        f"study {tables.study['name']}", game, variant, f"iteration {iterations[-1]:,.0f}", "wins in antes"
    )
    page.begin("Final average strategy at every decision of the betting tree", [subject])
    decisions = _decisions(tables, f"{game}/{variant}/strategy.csv")
    ranks = tables.get(f"{game}/game.json", "parameters", "ranks")
    parent = f"axes:{variant}"
    boxes: dict[str, Box] = {}
    waiting = [""]
    while waiting:
        history = waiting.pop()
        boxes[history] = _take_box(page, parent, history)
        if history not in decisions:
            _take_texts(page, parent, boxes[history], f"head:{history}", ending(history))
            continue
        _take_table(page, parent, boxes[history], history, decisions[history], ranks)
        waiting.extend([history + action[0] for action in decisions[history].actions])
    _apart(boxes)
    for history, decision in decisions.items():
        for action in decision.actions:
            word = action_word(history, action)
            _take_edge(page, parent, history + action[0], boxes[history], boxes[history + action[0]], word, boxes)


def _decisions(tables: Tables, file: str) -> dict[str, Decision]:
    """All decisions by the actions so far; probabilities with four digits."""
    found: dict[str, Decision] = {}
    for row in tables.rows(file, ("infoset", "action", "probability")):
        history, card = spot(row.cells["infoset"])
        decision = found.setdefault(history, Decision([], {}))
        action = unwritten(row.cells["action"])
        if action not in decision.actions:
            decision.actions.append(action)
        try:
            probability = f"{float(row.cells['probability']):.4f}"
        except ValueError as error:
            raise DrawingError(
                "cannot be compared with what is no number", None, file, row.cells["probability"]
            ) from error
        decision.rows.setdefault(card, []).append(probability)
    return found


def _take_box(page: Page, parent: str, history: str) -> Box:
    """A white box with rounded corners."""
    part = f"box:{history or 'root'}"
    shape = page.take_shape(part, parent)
    _uncut(page, part, shape)
    box = Box(*extent(shape), shape.order)
    if not _is_rounded(shape, box) or shape.style.get("fill") != "#ffffff" or width_of(shape.style) > 1:
        raise DrawingError("is not a white box", part)
    return box


def _is_rounded(shape: Shape, box: Box) -> bool:
    """Whether a shape goes once along the edges of a box, from corner to corner, and bends at these alone."""
    if len(shape.paths) != 1 or not shape.paths[0].closed:
        return False
    points, bends = shape.paths[0].points, shape.paths[0].bends
    corners = [(x, y) for x in (box.left, box.right) for y in (box.top, box.bottom)]
    at = [[corner for corner in corners if point.off(*corner) < CORNER] for point in points]
    return (
        len(points) <= len(bends) + 5
        and all(any(bend.off(*corner) < NEAR for corner in corners) for bend in bends)
        and all(at)
        and all(
            one == other or one[0][0] == other[0][0] or one[0][1] == other[0][1]
            for one, other in zip(at, [*at[1:], at[0]])
        )
    )


def _take_table(page: Page, parent: str, box: Box, history: str, decision: Decision, ranks: int) -> None:
    """The table in a box: a row for each card, a column for each action, all in line."""
    name = history or "root"
    player = len(history) % 2
    head = _take_texts(page, parent, box, f"head:{history}", f"player {player}, {SITUATIONS[history]}")
    heads = ["card", *[action_word(history, action) for action in decision.actions]]
    rows = [[card_name(card, ranks), *decision.rows[card]] for card in sorted(decision.rows)]
    line = head[-1].y
    places: list[list[float]] = []
    for number, words in enumerate([heads, *rows]):
        texts = [
            _take_texts(page, parent, box, f"cell:{name}:{number}:{column}", word)[0]
            for column, word in enumerate(words)
        ]
        if (
            max(text.y for text in texts) - min(text.y for text in texts) > NEAR
            or not texts[0].y > line + texts[0].size
        ):
            raise DrawingError("is not one line below the one before", f"cell:{name}:{number}:0")
        line = texts[0].y
        places.append([text.x + text.length for text in texts])
    for column in range(len(heads)):
        ends = [place[column] for place in places]
        if max(ends) - min(ends) > ALIGNED or (column and not places[0][column - 1] < min(ends)):
            raise DrawingError("is not below its action", f"cell:{name}:0:{column}")


def _take_texts(page: Page, parent: str, box: Box, part: str, due: str) -> Sequence[Text]:
    texts = page.take_texts(part if not part.endswith(":") else f"{part}root", parent, due, box.right - box.left)
    if not all(box.holds(text) for text in texts):
        raise DrawingError("is not in its box", part)
    return texts


def _take_edge(page: Page, parent: str, child: str, start: Box, end: Box, word: str, boxes: Mapping[str, Box]) -> None:
    """The line from a decision to what follows, and the word for the action at its middle."""
    part = f"edge:{child}"
    line = page.take_shape(part, parent)
    check_line(part, line)
    _uncut(page, part, line)
    points = line.line()
    ends = (((start.left + start.right) / 2, start.bottom), ((end.left + end.right) / 2, end.top))
    if len(points) != 2 or any(point.off(*due) > NEAR for point, due in zip(points, ends)):
        raise DrawingError("does not lead from its box to the next", part)
    name = f"word:{child}"
    (text,) = page.take_texts(name, parent, word, page.drawing.width)
    grounds = [group.id for group in page.drawing.groups.values() if group.parent == name]
    if len(grounds) != 1:
        raise DrawingError("has not one ground", name, 1, len(grounds))
    ground = page.take_shape(grounds[0], name)
    _uncut(page, name, ground)
    middle = [(one + other) / 2 for one, other in zip(*ends)]
    area = Box(*extent(ground), ground.order)
    centered = abs((area.left + area.right) / 2 - middle[0]) < 1 and abs((area.top + area.bottom) / 2 - middle[1]) < 1
    left, top, right, bottom = text.box()
    around = Box(left - GROUND, top - GROUND, right + GROUND, bottom + GROUND, 0)
    white = ground.style == {"fill": "#ffffff"} and is_box(ground, area[:4], NEAR) and is_inside(area[:4], around[:4])
    if not white or not centered or not area.holds(text):
        raise DrawingError("is not at the middle of its edge", name)
    _apart({**boxes, name: area})


def _apart(boxes: Mapping[str, Box]) -> None:
    """Whether boxes do not overlap. Raises `DrawingError` if they do."""
    named = list(boxes.items())
    for n, (name, one) in enumerate(named):
        for _, other in named[:n]:
            if one.left < other.right and other.left < one.right and one.top < other.bottom and other.top < one.bottom:
                raise DrawingError("hides what is behind it", name)


def _uncut(page: Page, part: str, shape: Shape) -> None:
    """Whether a shape is on the sheet as a whole."""
    whole = (0.0, 0.0, page.drawing.width, page.drawing.height)
    if shape.clip and page.drawing.clips.get(shape.clip) != whole:
        raise DrawingError("is cut off", part)
