"""What the figures of lessons have to look like, by the tables that they are drawn from: docs/lessons.md, "Figures"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from recheck import tolerances
from recheck.drawings.lines import TOLERANCE, WRITTEN, compare_lines
from recheck.ledger import Ledger
from recheck.lessons.asked import KEY, has_lessons
from recheck.places import NothingThereError, Places

INK, GRAY = "#1a1a1a", "#5f5f5f"
FOLDS, WEAK, STRONG, EDGES = "#dcdcdc", "#f3c3a3", "#a9cfe6", "#d9d9d9"
SMALLEST, LARGEST, GOOD, BAD, NONE = (169, 207, 230), (0, 76, 120), (0, 114, 178), (213, 94, 0), (255, 255, 255)
"""Colors as red, green and blue, and what is between them: of bets by size, of what is won and lost."""

BOLD, MIDDLE = 'font-weight="bold"', 'text-anchor="middle"'
RARE = 0.0001
"""Bets are shown that are made in as many hands."""

Row = Mapping[str, str]


class Sheet(NamedTuple):
    """A figure: its size, what it is called, what it says, and the lines of what is drawn."""

    width: float
    height: float
    title: str
    words: Sequence[str]
    drawn: Sequence[str]

    def lines(self) -> Iterator[str]:
        """All lines of the file."""
        width, height = _number(self.width), _number(self.height)
        size = f'width="{width}" height="{height}"'
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {width} {height}" role="img"'
            ' font-family="DejaVu Sans, Verdana, sans-serif">'
        )
        yield f"<title>{self.title}</title>"
        yield from ("<desc>" + "\n".join(self.words) + "</desc>").split("\n")
        yield _box(0, 0, self.width, self.height, "#ffffff")
        yield _text(16, 25, 13, self.title, BOLD, _fill(INK))
        yield from self.drawn
        yield "</svg>"


def check_figures_of_lessons(ledger: Ledger, folder: Path, study: Mapping[str, Any]) -> Iterator[str]:
    """Compare all figures of lessons with their tables; give their paths, below figures and without a suffix."""
    places = Places(ledger, folder)
    for game in study["games"]:
        if not has_lessons(study, game):
            continue
        for name, table, draw in (
            ("opening", "street1", _opening),
            ("face-up", "up", _face_up),
            ("bluffs", "bets", _bluffs),
        ):
            where = f"{game['folder']}/{name}"
            yield where
            file = f"{game['folder']}/{KEY}/{table}.csv"
            check = ledger.check("drawn lessons", f"figures/{where}.svg", TOLERANCE, WRITTEN)
            try:
                content = places.table(file)
                due = list(draw([dict(zip(content.header, cells)) for cells in content.rows]).lines())
            except (NothingThereError, ArithmeticError, LookupError, ValueError) as error:
                source = ledger.check("table that is drawn", file, *tolerances.EXACT)
                source.problem("is not what can be drawn", found=repr(error))
                continue
            compare_lines(check, folder, due)


def _opening(rows: Sequence[Row]) -> Sheet:
    """The first action by card."""
    at_first = [row for row in rows if row["before"] == ""]
    by_card: dict[str, list[Row]] = {}
    for row in at_first:
        by_card.setdefault(row["card"], []).append(row)
    actions = [row["action"] for row in next(iter(by_card.values()))]
    shades = _shades(actions)
    drawn = []
    for n, (card, those) in enumerate(by_card.items()):
        left, top = 16 + 46 * n, 270.0
        for row in those:
            high = 200 * float(row["probability"])
            top -= high
            drawn += ["<g>", f"<title>{_told(row)}, wins {_signed(row, 3)}</title>"]
            drawn += [_box(left + 6, top, 34, high, shades[row["action"]]), "</g>"]
        most = max([float(row["probability"]) for row in those])
        likely = next(row for row in those if float(row["probability"]) == most)
        drawn.append(_text(left + 23, 288, 13, card, BOLD, _fill(INK), MIDDLE))
        drawn.append(_text(left + 23, 304, 9.5, _signed(likely, 2), _fill(GRAY), MIDDLE))
    drawn.append(_text(16, 324, 9.5, "below a card: what its likeliest action wins, in antes", _fill(GRAY)))
    for n, action in enumerate(actions):
        drawn += [_box(16 + 90 * n, 42, 12, 12, shades[action]), _text(33 + 90 * n, 52, 11, action, _fill(INK))]
    width = max(32 + 46 * len(by_card), 16 + 90 * len(actions), 360)
    return Sheet(width, 340, "The first action of player 0, by his card", [_told(row) for row in at_first], drawn)


def _told(row: Row) -> str:
    return f"{row['card']}, {row['action']}: {_percent(float(row['probability']))}"


def _shades(actions: Sequence[str]) -> dict[str, str]:
    """The color of each action."""
    bets = [action for action in actions if action != "fold"]
    steps = max(len(bets) - 1, 1)
    first = steps - len(bets) + 1  # A single bet is as dark as the largest.
    return {"fold": FOLDS, **{bet: _color(SMALLEST, LARGEST, (first + n) / steps) for n, bet in enumerate(bets)}}


def _face_up(rows: Sequence[Row]) -> Sheet:
    """Both squares of cards face up."""
    shown = [row for row in rows if row["action"] == rows[0]["action"]]
    cards = list(dict.fromkeys([row["up_0"] for row in shown]))
    side = 24 + 40 * len(cards)
    second = 76 + side
    drawn = []
    for left, name in ((16, "folds, in %"), (second, "wins, in antes")):
        drawn.append(_text(left, 58, 11, f"player 0 {name}", BOLD, _fill(INK)))
        for n, card in enumerate(cards):
            drawn.append(_text(left + 44 + 40 * n, 86, 11, card, _fill(INK), MIDDLE))
            drawn.append(_text(left + 8, 118 + 40 * n, 11, card, _fill(INK), MIDDLE))
    largest = max([abs(float(row["value"])) for row in shown if row["value"]], default=0.0)
    words = []
    for row in shown:
        x, y = 24 + 40 * cards.index(row["up_1"]), 94 + 40 * cards.index(row["up_0"])
        called = f"{row['up_0']} against {row['up_1']}"
        if row["value"] == "":
            for left in (16, second):
                drawn += _square(left + x, y, NONE, NONE, 0.0, "", f"{called}: never")
            continue
        fold, won = float(row["probability"]), float(row["value"])
        told = f"{called}: folds {_percent(fold)}, wins {_signed(row, 3)}"
        drawn += _square(16 + x, y, NONE, BAD, fold, f"{100 * fold:.0f}", told)
        part = abs(won) / largest if largest else 0.0
        drawn += _square(second + x, y, NONE, BAD if won < 0 else GOOD, part, _signed(row, 1), told)
        words.append(f"{called}: {_signed(row, 1)}")
    title = "The second street by the cards face up: player 0's at the left, player 1's above"
    return Sheet(max(second + side + 16, 620), 86 + side, title, words, drawn)


def _square(
    x: int, y: int, low: Sequence[int], high: Sequence[int], part: float, words: str, told: str
) -> Iterator[str]:
    """A cell of a square."""
    yield "<g>"
    yield f"<title>{told}</title>"
    yield _box(x, y, 40, 40, _color(low, high, part), f' stroke="{EDGES}" stroke-width="1"')
    yield _text(x + 20, y + 24, 10, words, _fill(INK), MIDDLE)
    yield "</g>"


def _bluffs(rows: Sequence[Row]) -> Sheet:
    """The bets of the second street that are made now and then."""
    drawn, words = [], []
    for n, (name, color) in enumerate((("bluffs", WEAK), ("at least even", STRONG), ("folded to", GRAY))):
        drawn += [_box(16 + 130 * n, 42, 12, 12, color), _text(33 + 130 * n, 52, 11, name, _fill(INK))]
    made = [row for row in rows if float(row["made"]) >= RARE]
    for n, row in enumerate(made):
        y, name = 70 + 30 * n, f"player {row['player']}: {row['action']}"
        often = float(row["made"]) / float(row["possible"])
        weak, folded = (float(row[column]) / float(row["made"]) for column in ("bluffs", "folds"))
        said = f"{_percent(often)} of the time, {_percent(weak)} bluffs, {_percent(folded)} folded to"
        drawn += [
            _text(16, y + 14, 11, name, _fill(INK)),
            _box(146, y, 300 * weak, 16, WEAK),
            _box(146 + 300 * weak, y, 300 - 300 * weak, 16, STRONG),
            _box(146, y + 17, 300 * folded, 4, GRAY),
            _text(454, y + 14, 9.5, said, _fill(GRAY)),
        ]
        words.append(f"{name}: {said}")
    title = "Bets on the second street, and how many of them are bluffs"
    return Sheet(712, 86 + 30 * max(len(made), 1), title, words, drawn)


def _box(x: float, y: float, width: float, height: float, color: str, more: str = "") -> str:
    """A rectangle."""
    place = f'x="{_number(x)}" y="{_number(y)}" width="{_number(width)}" height="{_number(height)}"'
    return f'<rect {place} fill="{color}"{more}/>'


def _text(x: float, y: float, size: float, words: str, *attributes: str) -> str:
    """A line of text."""
    return f'<text x="{_number(x)}" y="{_number(y)}" font-size="{_number(size)}" {" ".join(attributes)}>{words}</text>'


def _fill(color: str) -> str:
    return f'fill="{color}"'


def _color(start: Sequence[int], end: Sequence[int], part: float) -> str:
    """So far on the way from one color to another."""
    return "#" + "".join([f"{round(low + (high - low) * part):02x}" for low, high in zip(start, end)])


def _percent(part: float) -> str:
    return f"{100 * part:.1f}%"


def _signed(row: Row, digits: int) -> str:
    """The value with a sign, nothing if there is none."""
    if row["value"] == "":
        return ""
    text = f"{float(row['value']):+.{digits}f}"
    return text if float(text) else f"+{text[1:]}"


def _number(number: float) -> str:
    """A coordinate, to a hundredth."""
    whole, _, rest = f"{number:.2f}".partition(".")
    return f"{whole}.{rest}".rstrip("0") if rest != "00" else whole
