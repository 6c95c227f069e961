"""Figures of lessons: what is drawn is what the tables say, from tables written by hand, and docs/lessons.md has how."""

import re
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest

from recheck.drawings.lessons import check_figures_of_lessons
from recheck.ledger import Ledger
from regretlab.errors import InputError
from regretlab.figures.lessons import bluffs, draw_lessons, face_up, opening
from regretlab.files import write_csv, write_json
from regretlab.willow.lessons import BETS, STREET_1, UP

SVG = "{http://www.w3.org/2000/svg}"
STUDY = {
    "lessons": "dcfr",
    "games": [{"folder": "small", "rules": "willow", "parameters": {"players": 2, "suit_isomorphism": True}}],
    "variants": [{"folder": "dcfr", "games": ["small"]}],
}

# By card: reach, then probability and value of fold, bet 1, bet 4. What follows a bet is not drawn.
FIRST = {
    "A": ("0.25", ("0.125", "-1"), ("0.375", "0.25"), ("0.5", "0.75")),
    "2": ("0.75", ("1.0", "-1.0"), ("0.0", "-1.5"), ("0.0", "-2.5")),
}
ACTIONS = ("fold", "bet 1", "bet 4")
STREET_1_ROWS = [
    *(
        ("0", "", card, action, reach, *cells)
        for card, (reach, *of) in FIRST.items()
        for action, cells in zip(ACTIONS, of, strict=True)
    ),
    ("1", "/bet 1", "A", "fold", "0.25", "0.5", "-1"),
]
# Two cards face up: what player 0 wins is nothing, -2, never to be seen, and 4.
UP_ROWS = [
    ("A", "A", "fold", "0.25", "0.0", "0.5", "-0.0"),
    ("A", "A", "bet 2", "0.25", "1.0", "0.5", "-0.0"),
    ("A", "2", "fold", "0.25", "0.75", "0.125", "-2"),
    ("A", "2", "bet 2", "0.25", "0.25", "0.125", "-2"),
    ("2", "A", "fold", "0", "", "", ""),
    ("2", "A", "bet 2", "0", "", "", ""),
    ("2", "2", "fold", "0.5", "0.25", "0.75", "4.0"),
    ("2", "2", "bet 2", "0.5", "0.75", "0.75", "4.0"),
]
# One bet that is a bluff three times out of four, one that is never made, one that hardly is, and a raise that nobody folds to.
BETS_ROWS = [
    ("0", "bet 2", "0.5", "0.25", "0.1875", "0.0625", "4", "2", "-1"),
    ("0", "bet 8", "0.5", "0", "", "", "", "", ""),
    ("0", "bet 20", "0.5", "0.00009", "0.00009", "0", "4", "20", "1"),
    ("1", "raise 8", "0.25", "0.125", "0", "0", "6", "8", "2"),
]


def rows(header: Sequence[str], cells: Sequence[tuple[str, ...]]) -> list[dict[str, str]]:
    return [dict(zip(header, row, strict=True)) for row in cells]


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def told(svg: str, start: str) -> list[ElementTree.Element]:
    """The groups whose titles begin so."""
    groups = ElementTree.fromstring(svg).iter(f"{SVG}g")
    return [group for group in groups if (group.findtext(f"{SVG}title") or "").startswith(start)]


def rectangles(parent: ElementTree.Element) -> list[tuple[float, float, float, float, str]]:
    """From above: x, y, width, height, color."""
    found = [element.attrib for element in parent.iter(f"{SVG}rect")]
    return [(*(float(at[key]) for key in ("x", "y", "width", "height")), at["fill"]) for at in found]  # type: ignore[misc]


def described(svg: str) -> list[str]:
    return (ElementTree.fromstring(svg).findtext(f"{SVG}desc") or "").split("\n")


def test_bars_of_the_opening_are_the_probabilities():
    """Upon each other, 200 high; the darkest is the largest bet."""
    svg = opening(rows(STREET_1, STREET_1_ROWS))
    bars = [rectangles(group)[0] for group in told(svg, "A, ")]
    assert [(bar[1], bar[3], bar[4]) for bar in bars] == [
        (245, 25, "#dcdcdc"),
        (170, 75, "#a9cfe6"),
        (70, 100, "#004c78"),
    ]
    assert [bar[3] for group in told(svg, "2, ") for bar in rectangles(group)] == [200, 0, 0]
    assert len({bar[0] for bar in bars}) == 1
    assert [group.findtext(f"{SVG}title") for group in told(svg, "A, ")] == [
        "A, fold: 12.5%, wins -1.000",
        "A, bet 1: 37.5%, wins +0.250",
        "A, bet 4: 50.0%, wins +0.750",
    ]


def test_words_of_the_opening():
    """Below a card the value of what is done most; the description has all percentages, and nothing of later actions."""
    svg = opening(rows(STREET_1, STREET_1_ROWS))
    assert texts(svg) == [
        "The first action of player 0, by his card",
        *("A", "+0.75", "2", "-1.00"),
        "below a card: what its likeliest action wins, in antes",
        *ACTIONS,
    ]
    assert described(svg) == [
        *("A, fold: 12.5%", "A, bet 1: 37.5%", "A, bet 4: 50.0%"),
        *("2, fold: 100.0%", "2, bet 1: 0.0%", "2, bet 4: 0.0%"),
    ]


@pytest.mark.parametrize(
    ("bets", "colors"),
    [
        ((1,), ["#004c78"]),
        ((1, 10), ["#a9cfe6", "#004c78"]),
        ((1, 4, 10), ["#a9cfe6", "#548eaf", "#004c78"]),
    ],
)
def test_bets_are_the_darker_the_larger(bets, colors):
    """With one bet, two or three."""
    actions = ["fold", *(f"bet {bet}" for bet in bets)]
    part = 1 / len(actions)
    svg = opening(rows(STREET_1, [("0", "", "A", action, "1.0", repr(part), "0.0") for action in actions]))
    bars = [rectangles(group)[0] for group in told(svg, "A, ")]
    assert [bar[4] for bar in bars] == ["#dcdcdc", *colors]
    assert sum(bar[3] for bar in bars) == pytest.approx(200, abs=0.02)


def test_cells_of_cards_face_up():
    """White for nothing, full red for the most that is lost, full blue for the most that is won; both squares side by side."""
    svg = face_up(rows(UP, UP_ROWS))
    folds, wins = zip(*[[rectangles(group)[0] for group in told(svg, f"{cards}")] for cards in PAIRS], strict=True)
    assert [cell[4] for cell in folds] == ["#ffffff", "#e08640", "#ffffff", "#f4d7bf"]
    assert [cell[4] for cell in wins] == ["#ffffff", "#eaae80", "#ffffff", "#0072b2"]
    for cells in (folds, wins):
        (x, y, *_), (right, *_), (_, below, *_), _ = cells
        assert [cell[:2] for cell in cells] == [(x, y), (right, y), (x, below), (right, below)]
        assert (right - x, below - y) == (40, 40)
    assert wins[0][0] > folds[1][0] + 40


PAIRS = ("A against A", "A against 2", "2 against A", "2 against 2")


def test_words_of_cards_face_up():
    """No minus before nothing; nothing where play never comes."""
    svg = face_up(rows(UP, UP_ROWS))
    assert [group.findtext(f"{SVG}title") for cards in PAIRS for group in told(svg, cards)[:1]] == [
        "A against A: folds 0.0%, wins +0.000",
        "A against 2: folds 75.0%, wins -2.000",
        "2 against A: never",
        "2 against 2: folds 25.0%, wins +4.000",
    ]
    assert texts(svg)[-8:] == ["0", "+0.0", "75", "-2.0", "", "", "25", "+4.0"]
    assert described(svg) == ["A against A: +0.0", "A against 2: -2.0", "2 against 2: +4.0"]
    assert {"player 0 folds, in %", "player 0 wins, in antes"} < set(texts(svg))


def test_bars_of_bluffs():
    """Of a bet its bluffs, then all others, and below what is folded to; seldom bets are not there."""
    svg = bluffs(rows(BETS, BETS_ROWS))
    names = [words for words in texts(svg) if words.startswith("player")]
    assert names == ["player 0: bet 2", "player 1: raise 8"]
    bars = rectangles(ElementTree.fromstring(svg))[4:]  # After the ground, and the squares of the legend.
    assert [(bar[0], bar[2], bar[4]) for bar in bars] == [
        (146, 225, "#f3c3a3"),
        (371, 75, "#a9cfe6"),
        (146, 75, "#5f5f5f"),
        (146, 0, "#f3c3a3"),
        (146, 300, "#a9cfe6"),
        (146, 0, "#5f5f5f"),
    ]
    assert described(svg) == [
        "player 0: bet 2: 50.0% of the time, 75.0% bluffs, 25.0% folded to",
        "player 1: raise 8: 50.0% of the time, 0.0% bluffs, 0.0% folded to",
    ]


def test_every_figure_lies_on_its_sheet():
    """Rectangles end on it, and all texts begin on it."""
    for svg in (*drawn().values(), face_up([]), bluffs([])):
        root = ElementTree.fromstring(svg)
        width, height = float(root.attrib["width"]), float(root.attrib["height"])
        for x, y, across, down, _ in rectangles(root):
            assert 0 <= x <= x + across <= width + 0.01
            assert 0 <= y <= y + down <= height + 0.01
        for element in root.iter(f"{SVG}text"):
            assert 0 < float(element.attrib["x"]) < width
            assert 0 < float(element.attrib["y"]) < height


def drawn() -> dict[str, str]:
    return {
        "opening": opening(rows(STREET_1, STREET_1_ROWS)),
        "face-up": face_up(rows(UP, UP_ROWS)),
        "bluffs": bluffs(rows(BETS, BETS_ROWS)),
    }


@pytest.fixture
def study(tmp_path) -> Path:
    """A study with these tables."""
    write_json(tmp_path / "study.json", STUDY)
    lessons = tmp_path / "small/lessons"
    for name, header, cells in (
        ("street1", STREET_1, STREET_1_ROWS),
        ("up", UP, UP_ROWS),
        ("bets", BETS, BETS_ROWS),
    ):
        write_csv(lessons / f"{name}.csv", header, cells)
    return tmp_path


def problems(study: Path) -> list[tuple[str | None, int | None]]:
    """File and line of what the second implementation finds in the figures."""
    ledger = Ledger("drawings")
    places = list(check_figures_of_lessons(ledger, study, STUDY))
    assert places == ["small/opening", "small/face-up", "small/bluffs"]
    return [(problem.file, problem.row) for problem in ledger.problems]


def test_the_second_implementation_draws_them_alike(study):
    """Cells that are empty included, and tables without a row, where stacks run out on the first street."""
    draw_lessons(study / "small/lessons", study / "figures/small")
    assert problems(study) == []
    assert {path.stem: path.read_text() for path in (study / "figures/small").iterdir()} == drawn()
    for name, header in (("up", UP), ("bets", BETS)):
        write_csv(study / f"small/lessons/{name}.csv", header, [])
    draw_lessons(study / "small/lessons", study / "figures/small")
    assert problems(study) == []


FORGED = [
    ("opening", 'height="100"', 'height="101"'),
    ("opening", 'y="170"', 'y="169.98"'),
    ("opening", "#004c78", "#004c79"),
    ("opening", ">+0.75<", ">+0.76<"),
    ("opening", "A, bet 1: 37.5%", "A, bet 1: 37.6%"),
    ("face-up", "#e08640", "#e08740"),
    ("face-up", ">75<", ">74<"),
    ("face-up", "2 against A: never", "2 against A: always"),
    ("face-up", "in antes", "in chips"),
    ("bluffs", 'width="225"', 'width="215"'),
    ("bluffs", "75.0% bluffs", "57.0% bluffs"),
    ("bluffs", "player 1", "player 0"),
    ("bluffs", "</svg>", '<rect x="0" y="0" width="712" height="146" fill="#ffffff"/>\n</svg>'),
]


@pytest.mark.parametrize(("name", "old", "new"), FORGED)
def test_a_forged_figure_is_told(study, name, old, new):
    """With the line that is another."""
    draw_lessons(study / "small/lessons", study / "figures/small")
    path = study / f"figures/small/{name}.svg"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    assert problems(study) == [(f"figures/small/{name}.svg", text.count("\n", 0, text.index(old)) + 1)]


@pytest.mark.parametrize(
    ("table", "column", "figure"),
    [("street1", 5, "opening"), ("street1", 6, "opening"), ("up", 4, "face-up"), ("up", 6, "face-up")],
)
def test_figures_of_other_tables_are_told(study, table, column, figure):
    """A cell of the table is another than that which was drawn."""
    draw_lessons(study / "small/lessons", study / "figures/small")
    path = study / f"small/lessons/{table}.csv"
    header, first, *others = path.read_text().splitlines()
    cells = first.split(",")
    cells[column] = "0.875"
    path.write_text("\n".join([header, ",".join(cells), *others]) + "\n")
    assert {file for file, _ in problems(study)} == {f"figures/small/{figure}.svg"}


def test_a_missing_table(study):
    """It is named."""
    (study / "small/lessons/up.csv").unlink()
    with pytest.raises(InputError, match=re.escape(str(study / "small/lessons/up.csv"))):
        draw_lessons(study / "small/lessons", study / "figures/small")
