"""What a solution of Willow teaches, drawn from the tables of its lessons: docs/lessons.md, "Figures".

A figure is text, as the timelines of hands are, and comes without a PNG.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from regretlab.files import read_csv, write_text
from regretlab.svg import document, group, rectangle, text

Row = Mapping[str, str]
Color = tuple[int, int, int]

INK, GRAY, FRAME = "#1a1a1a", "#5f5f5f", "#d9d9d9"
WHITE: Color = (255, 255, 255)
PALE: Color = (169, 207, 230)
DARK: Color = (0, 76, 120)
BLUE: Color = (0, 114, 178)
RED: Color = (213, 94, 0)
FOLDS, BLUFFS, HONEST = "#dcdcdc", "#f3c3a3", "#a9cfe6"
LEFT, TOP, EDGE = 16, 70, 16
"""In pixels: beside all, above what is drawn, and below."""
COLUMN, BAR, HIGH = 46, 34, 200
"""Of the opening: a column, a bar in it, and a bar of all."""
CELL, BETWEEN, MARKS = 40, 60, 24
"""Of the cards face up: a cell, what is between the two squares, and the names of cards at a square."""
ROW, LABEL, LONG, BEHIND = 30, 130, 300, 250
"""Of the bets: a row, its name, a bar of all, and what is said behind it."""
SELDOM = 0.0001
"""Bets that are made in fewer hands are left out."""


def draw_lessons(lessons: Path, output: Path) -> None:
    """Write the figures of a game: opening.svg, face-up.svg and bluffs.svg. Raises `InputError` if a table is missing."""
    for name, draw, table in (("opening", opening, "street1"), ("face-up", face_up, "up"), ("bluffs", bluffs, "bets")):
        write_text(output / f"{name}.svg", draw(read_csv(lessons / f"{table}.csv")))


def opening(rows: Sequence[Row]) -> str:
    """The first action, by card: a bar of all actions, and what the likeliest of them wins."""
    first = [row for row in rows if not row["before"]]
    cards = [(card, list(group)) for card, group in groupby(first, key=lambda row: row["card"])]
    actions = [row["action"] for row in cards[0][1]]
    colors = _action_colors(actions)
    parts: list[str] = []
    for n, (card, those) in enumerate(cards):
        parts += _bar(LEFT + COLUMN * n, card, those, colors)
    width = LEFT + COLUMN * len(cards) + EDGE
    foot = TOP + HIGH
    parts.append(text(LEFT, foot + 54, "below a card: what its likeliest action wins, in antes", 9.5, fill=GRAY))
    for n, action in enumerate(actions):
        parts.append(rectangle(LEFT + 90 * n, 42, 12, 12, fill=colors[action]))
        parts.append(text(LEFT + 90 * n + 17, 52, action, fill=INK))
    title = "The first action of player 0, by his card"
    words = [f"{row['card']}, {row['action']}: {_percent(_number(row['probability']))}" for row in first]
    return _document(max(width, LEFT + 90 * len(actions), 360), foot + 54 + EDGE, title, words, parts)


def _bar(x: int, card: str, rows: Sequence[Row], colors: Mapping[str, str]) -> Iterator[str]:
    """A column of the opening: the actions from below to above."""
    height = 0.0
    for row in rows:
        part = HIGH * _number(row["probability"])
        height += part
        told = f"{card}, {row['action']}: {_percent(_number(row['probability']))}, wins {_signed(row['value'], 3)}"
        bar = rectangle(x + (COLUMN - BAR) / 2, TOP + HIGH - height, BAR, part, fill=colors[row["action"]])
        yield group([bar], told)
    likeliest = max(rows, key=lambda row: _number(row["probability"]))
    middle = x + COLUMN / 2
    yield text(middle, TOP + HIGH + 18, card, 13, font_weight="bold", fill=INK, text_anchor="middle")
    yield text(middle, TOP + HIGH + 34, _signed(likeliest["value"], 2), 9.5, fill=GRAY, text_anchor="middle")


def face_up(rows: Sequence[Row]) -> str:
    """Two squares by the cards face up: how often player 0 folds at first, and what he wins."""
    folds = [row for row in rows if row["action"] == rows[0]["action"]]
    cards = list(dict.fromkeys([row["up_0"] for row in folds]))
    side = MARKS + CELL * len(cards)
    right = LEFT + side + BETWEEN
    most = max([abs(_number(row["value"])) for row in folds if row["value"]], default=0.0)
    parts = [*_marks(LEFT, "folds, in %", cards), *_marks(right, "wins, in antes", cards)]
    for row in folds:
        across, down = cards.index(row["up_1"]), cards.index(row["up_0"])
        y = TOP + MARKS + CELL * down
        told = f"{row['up_0']} against {row['up_1']}"
        if not row["value"]:
            for left in (LEFT, right):
                parts.append(_cell(left + MARKS + CELL * across, y, WHITE, "", f"{told}: never"))
            continue
        chance, value = _number(row["probability"]), _number(row["value"])
        color = _between(WHITE, RED if value < 0 else BLUE, abs(value) / most if most else 0.0)
        told = f"{told}: folds {_percent(chance)}, wins {_signed(row['value'], 3)}"
        parts.append(_cell(LEFT + MARKS + CELL * across, y, _between(WHITE, RED, chance), f"{100 * chance:.0f}", told))
        parts.append(_cell(right + MARKS + CELL * across, y, color, _signed(row["value"], 1), told))
    title = "The second street by the cards face up: player 0's at the left, player 1's above"
    words = [f"{row['up_0']} against {row['up_1']}: {_signed(row['value'], 1)}" for row in folds if row["value"]]
    return _document(max(right + side + EDGE, 620), TOP + side + EDGE, title, words, parts)


def _marks(left: int, name: str, cards: Sequence[str]) -> Iterator[str]:
    """What a square shows, and the cards at its sides."""
    yield text(left, TOP - 12, f"player 0 {name}", font_weight="bold", fill=INK)
    for n, card in enumerate(cards):
        place = MARKS + CELL * n + CELL / 2
        yield text(left + place, TOP + 16, card, fill=INK, text_anchor="middle")
        yield text(left + 8, TOP + place + 4, card, fill=INK, text_anchor="middle")


def _cell(x: int, y: int, color: Color, words: str, told: str) -> str:
    square = rectangle(x, y, CELL, CELL, fill=_hex(color), stroke=FRAME, stroke_width=1)
    return group([square, text(x + CELL / 2, y + CELL / 2 + 4, words, 10, fill=INK, text_anchor="middle")], told)


def bluffs(rows: Sequence[Row]) -> str:
    """Bets and raises of the second street: which part of them are bluffs, and which part is folded to."""
    made = [row for row in rows if _number(row["made"]) >= SELDOM]
    parts: list[str] = []
    for n, (name, color) in enumerate((("bluffs", BLUFFS), ("at least even", HONEST), ("folded to", GRAY))):
        parts.append(rectangle(LEFT + 130 * n, 42, 12, 12, fill=color))
        parts.append(text(LEFT + 130 * n + 17, 52, name, fill=INK))
    words = []
    for n, row in enumerate(made):
        number = _number(row["made"])
        often, bluff, folded = (
            number / _number(row["possible"]),
            _number(row["bluffs"]) / number,
            _number(row["folds"]) / number,
        )
        name, y = f"player {row['player']}: {row['action']}", TOP + ROW * n
        said = f"{_percent(often)} of the time, {_percent(bluff)} bluffs, {_percent(folded)} folded to"
        bar = LEFT + LABEL
        parts += [
            text(LEFT, y + 14, name, fill=INK),
            rectangle(bar, y, LONG * bluff, 16, fill=BLUFFS),
            rectangle(bar + LONG * bluff, y, LONG - LONG * bluff, 16, fill=HONEST),
            rectangle(bar, y + 17, LONG * folded, 4, fill=GRAY),
            text(bar + LONG + 8, y + 14, said, 9.5, fill=GRAY),
        ]
        words.append(f"{name}: {said}")
    title = "Bets on the second street, and how many of them are bluffs"
    return _document(LEFT + LABEL + LONG + BEHIND + EDGE, TOP + ROW * max(len(made), 1) + EDGE, title, words, parts)


def _document(width: float, height: float, title: str, words: Sequence[str], parts: Sequence[str]) -> str:
    head = text(LEFT, 25, title, 13, font_weight="bold", fill=INK)
    return document(width, height, title, "\n".join(words), [head, *parts])


def _action_colors(actions: Sequence[str]) -> dict[str, str]:
    """Folds are gray, bets the darker the larger."""
    bets = [action for action in actions if action != "fold"]
    shades = {bet: n / (len(bets) - 1) if len(bets) > 1 else 1.0 for n, bet in enumerate(bets)}
    return {action: _hex(_between(PALE, DARK, shades[action])) if action in shades else FOLDS for action in actions}


def _between(start: Color, end: Color, part: float) -> Color:
    """A color so far on the way to another."""
    red, green, blue = (round(low + (high - low) * part) for low, high in zip(start, end, strict=True))
    return red, green, blue


def _hex(color: Color) -> str:
    return "#" + "".join([f"{part:02x}" for part in color])


def _number(cell: str) -> float:
    return float(cell)


def _percent(part: float) -> str:
    return f"{100 * part:.1f}%"


def _signed(cell: str, digits: int) -> str:
    """A number with its sign, 0 without a minus; of an empty cell nothing."""
    return f"{float(cell):+z.{digits}f}" if cell else ""
