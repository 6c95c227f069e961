"""The figures show the numbers of the tables, and recheck finds whatever else they show."""

from __future__ import annotations

import hashlib
import io
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from matplotlib import colormaps
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.textpath import text_to_path
from recheck_drawn import (
    FREQUENCIES,
    GAME,
    GAMES,
    RUN,
    SWEEP,
    TREE,
    VALUE,
    Edit,
    after,
    both,
    checked,
    copied,
    draw,
    everywhere,
    glyph,
    inside,
    lines,
    only_used,
    part,
    plain,
    plus,
    rewritten,
    said,
    swapped,
    with_seeds,
    with_sweep,
    without,
    without_runs,
)

from figure_studies import kuhn, write_study
from recheck.drawings import due
from recheck.drawings.colors import VIRIDIS
from recheck.drawings.glyphs import BOLD, LETTERS, REGULAR, TABLES, UNKNOWN, outline
from recheck.drawings.numbers import Tables
from recheck.drawings.page import Page
from recheck.drawings.problem import DrawingError
from recheck.drawings.side import TOLERANCE
from recheck.drawings.spacing import FONTS, OFF, Font
from recheck.drawings.svg import read_svg
from recheck.ledger import Ledger
from regretlab.figures import loglog
from regretlab.figures.style import FAMILY, house_style
from regretlab.files import read_csv, read_json, write_csv, write_json

LINE = "line:methods.csv:kuhn_poker:cfr"
OTHER = "line:methods.csv:kuhn_poker:other_variant"
PATH = r'd="[^"]*"'
STYLE = r'style="[^"]*"'
PLACE = r'transform="translate\([^"]*'
WHITE = '<g id="patch_99"><path d="M 0 0 L 400 0 L 400 200 L 0 200 z" style="fill: #ffffff"/></g>'


def in_two_windows(text: str) -> str:
    """A line is cut off by a small rectangle as well as by that of its axes: no more is seen of it than both let through."""
    start, end = part(text, LINE)
    window = '<clipPath id="small"><rect x="60" y="60" width="9" height="9"/></clipPath>'
    path = re.sub(r"(?s)(<path.*/>)", r'<g clip-path="url(#small)">\1</g>', text[start:end])
    return text[:start] + path + text[end:].replace("<clipPath", f"{window}<clipPath", 1)


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return plain(tmp_path_factory.mktemp("plain") / "toy")


@pytest.fixture(scope="module", name="lines")
def lines_(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lines(tmp_path_factory.mktemp("lines") / "toy")


@pytest.fixture(scope="module")
def seeds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return with_seeds(tmp_path_factory.mktemp("seeds") / "toy")


@pytest.fixture(scope="module")
def sweep(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return with_sweep(tmp_path_factory.mktemp("sweep") / "toy")


# What is true passes


@pytest.mark.parametrize("name", ["study", "lines", "seeds", "sweep"])
def test_figures_that_show_the_tables_pass(name: str, request: pytest.FixtureRequest) -> None:
    """All of them, and something was compared in each."""
    folder = request.getfixturevalue(name)
    ledger = checked(folder)
    assert ledger.problems == []
    drawn = {path.relative_to(folder).as_posix() for path in folder.glob("figures/**/*.svg")}
    assert {check.file for check in ledger.checks if check.name == "drawn numbers" and check.numbers > 20} == drawn
    assert all(check.passed for check in ledger.checks)


def test_what_is_said_of_precision_is_the_height_of_a_decade(study: Path) -> None:
    """A thousandth of a point on an axis of two decades and 206.9 points."""
    (check,) = [check for check in checked(study).checks if check.file == GAME]
    assert "is 2e-05 of a number here" in check.reason
    (check,) = [check for check in checked(study).checks if check.file.endswith("cfr/tree.png")]
    assert "guarded by its hash alone" in check.reason


@pytest.mark.parametrize("snapshots", [1, 2])
def test_a_study_of_few_snapshots_passes(tmp_path: Path, snapshots: int) -> None:
    """A line of one point, too."""
    study = write_study(tmp_path / "toy", kuhn())
    for file in ("methods.csv", "kuhn_poker/cfr/trajectory.csv", "kuhn_poker/cfr/frequencies.csv"):
        rows = read_csv(study / file)[:snapshots]
        write_csv(study / file, tuple(rows[0]), [tuple(row.values()) for row in rows])
    assert said(draw(study)) == []


def test_a_run_of_zeros_passes(tmp_path: Path) -> None:
    """Nothing but marks at the lower edge."""
    study = write_study(tmp_path / "toy", kuhn(), frequencies=False, equilibria=False)
    for file in ("methods.csv", "kuhn_poker/cfr/trajectory.csv"):
        rows = read_csv(study / file)
        for row in rows:
            row |= {name: "0.0" for name in row if "exploitability" in name or name in ("low", "high")}
        write_csv(study / file, tuple(rows[0]), [tuple(row.values()) for row in rows])
    assert said(draw(study)) == []


def test_a_certified_run_is_drawn_without_its_current_strategy(tmp_path: Path) -> None:
    study = write_study(tmp_path / "toy", kuhn(), frequencies=False, equilibria=False)
    write_json(study / "verdict/verification.json", {"levels": {"kuhn_poker/cfr": "certified"}})
    assert said(draw(study)) == []
    write_json(study / "verdict/verification.json", {"levels": {"kuhn_poker/cfr": "repeated"}})
    assert said(study) == [(RUN, "title", "is another title")]


def test_an_exact_value_that_is_long_is_a_decimal(tmp_path: Path) -> None:
    study = write_study(tmp_path / "toy", kuhn(), frequencies=False, equilibria=False)
    content = read_json(study / "study.json")
    content["games"][0]["value"] = "exact"
    write_json(study / "study.json", content)
    write_json(study / "kuhn_poker/value/value.json", {"value": "-1454920850547486/16995463438839962"})
    assert said(draw(study)) == []


# What is false is found

FALSE: dict[str, tuple[str, str, Edit, str | None, str]] = {
    "a moved point": ("lines", GAME, inside(LINE, r"(?<=L 210\.\d{3} )\d+", "99"), LINE, "differs by"),
    "a point moved by a hundredth": ("lines", GAME, inside(LINE, r"(L \d+\.)\d\d", r"\g<1>98"), LINE, "differs by"),
    "a dropped point": ("lines", GAME, inside(LINE, r"L 210\.\d+ [\d.]+\s", ""), LINE, "has another number of points"),
    "a gap": ("lines", GAME, inside(LINE, "L (?=210)", "M "), LINE, "has another number of points"),
    "two lines swapped": ("lines", GAME, swapped(LINE, OTHER, PATH), LINE, "differs by"),
    "two colors swapped": ("lines", GAME, swapped(LINE, OTHER, STYLE), "leader", "does not look like its curve"),
    "two names swapped": (
        "lines",
        GAME,
        swapped("label" + LINE[4:], "label" + OTHER[4:], PLACE),
        "label",
        "is not at the end of the line that leads to it",
    ),
    "another name": ("lines", GAME, rewritten("label" + OTHER[4:], "o", "t"), "label", "says something else"),
    "a line that is there twice": ("lines", GAME, everywhere(OTHER, LINE), LINE, "is there twice"),
    "a line that is not due": (
        "lines",
        GAME,
        after(LINE, '<g id="line:x"><path d="M 60 99 L 300 99" style="fill: none; stroke: #0072b2"/></g>'),
        "line:x",
        "should not be drawn",
    ),
    "a line left out": ("lines", GAME, without(LINE), LINE, "is not drawn where it is due"),
    "a white line": ("lines", GAME, inside(LINE, "#0072b2", "#fefefe"), LINE, "can hardly be seen"),
    "a thin line": ("lines", GAME, inside(LINE, r"stroke-width: [\d.]+", "stroke-width: 0.01"), LINE, "hardly be seen"),
    "a wide white frame": (
        "lines",
        GAME,
        inside("patch_2", r"stroke-width: [\d.]+", "stroke-width: 400"),
        None,
        "wider than",
    ),
    "a line of gaps": (
        "lines",
        GAME,
        inside(OTHER, r"dasharray: [\d.,]+", "dasharray: 1,90"),
        OTHER,
        "other dashes than lines have",
    ),
    "a filled line": (
        "lines",
        GAME,
        inside(LINE, "fill: none", "fill: #ffffff"),
        LINE,
        "is not a line and nothing else",
    ),
    "a tick elsewhere": (
        "lines",
        GAME,
        everywhere(r"\b219\.060", "216.060", 9),
        "axes:kuhn_poker",
        "not beside its tick",
    ),
    "a tick and its label elsewhere": (
        "lines",
        GAME,
        both(everywhere(r"\b219\.060", "216.060", 9), inside("ytick_1", r"222\.", "219.")),
        "axes:kuhn_poker",
        "at another number",
    ),
    "another label of a tick": (
        "lines",
        GAME,
        inside("ytick_2", r"\{-(\d)\}", "{-9}"),
        "text",
        "comment that is not its text",
    ),
    "two labels of ticks swapped": (
        "lines",
        GAME,
        swapped("ytick_1", "ytick_2", PLACE),
        "axes:kuhn_poker",
        "beside its tick",
    ),
    "labels of iterations swapped": (
        "lines",
        GAME,
        swapped("xtick_1", "xtick_2", PLACE),
        "axes:kuhn_poker",
        "its tick",
    ),
    "no label at all": (
        "lines",
        GAME,
        both(everywhere(r"(?s)<!-- \$[^>]* -->\s*<g style[^>]*>\s*(<defs>.*?</defs>)?.*?</g>", r"\1", 9), only_used),
        "axes:kuhn_poker",
        "has no label of a number",
    ),
    "other limits": (
        "lines",
        GAME,
        everywhere(r"(axes:kuhn_poker log 1\.0) 100\.0", r"\1 200.0"),
        None,
        "no round number",
    ),
    "limits of another form": (
        "lines",
        GAME,
        everywhere("axes:kuhn_poker log 1.0", "axes:kuhn_poker log inf"),
        None,
        "no desc",
    ),
    "a rectangle that hides": ("lines", GAME, after(LINE, WHITE), "axes:kuhn_poker", "has not a ground and two lines"),
    "a rectangle behind the title": ("lines", GAME, after("title", WHITE), "patch_99", "should not be drawn"),
    "a smaller window": (
        "lines",
        GAME,
        everywhere(r'(<clipPath [^>]*>\s*<rect [^>]*width=")\d', r"\g<1>2"),
        "axes:kuhn_poker",
        "ground",
    ),
    "no window": ("lines", GAME, inside(LINE, r'clip-path="[^"]*" ', ""), LINE, "is not cut off where its axes end"),
    "another title": (
        "lines",
        GAME,
        everywhere(r"(?<=title>)Exploitability of the", "By", 2),
        None,
        "is another title",
    ),
    "another number of methods": ("lines", GAME, rewritten("note:1", "2", "y"), "note:1", "says something else"),
    "a pale text": ("lines", GAME, inside("note:1", "#5f5f5f", "#f0f0f0"), "note:1", "too pale"),
    "a script": ("lines", GAME, after("title", "<script/>"), None, "is an element that no figure has"),
    "a script in the metadata": ("lines", GAME, everywhere("<cc:Work>", "<cc:Work><script/>"), None, "other metadata"),
    "an event": ("lines", GAME, everywhere('<g id="title">', '<g id="title" onclick="x()">'), None, "no figure has"),
    "an image": ("lines", GAME, after("title", '<image width="9" height="9"/>'), None, "no figure has"),
    "a foreign object": ("lines", GAME, after("title", "<foreignObject/>"), None, "no figure has"),
    "an animation": (
        "lines",
        GAME,
        inside(LINE, "/>", '><animate attributeName="d"/></path>'),
        None,
        "something inside",
    ),
    "a transform": (
        "lines",
        GAME,
        everywhere(f'<g id="{LINE}">', f'<g id="{LINE}" transform="scale(2)">'),
        None,
        "no figure",
    ),
    "an address": (
        "lines",
        GAME,
        everywhere('xlink:href="#m', 'xlink:href="https://x.example/#m'),
        None,
        "not defined before",
    ),
    "a second d in other words": (
        "lines",
        GAME,
        inside(LINE, 'style="', 'xmlns:v="http://www.w3.org/2000/svg" v:d="M 0 0" style="'),
        None,
        "has other names of names",
    ),
    "a group of no name space": (
        "lines",
        GAME,
        everywhere(f'<g id="{LINE}"', f'<g xmlns="" id="{LINE}"'),
        None,
        "has other names of names",
    ),
    "digits that nobody draws by": ("lines", GAME, inside(LINE, r"L 2", "L \u0662"), None, "not ASCII"),
    "an entity": ("lines", GAME, everywhere('svg11.dtd">', 'svg11.dtd" [<!ENTITY x "y">]>'), None, "does not begin as"),
    "a declaration": ("lines", GAME, after("title", "<![CDATA[x]]>"), None, "declarations"),
    "another style sheet": (
        "lines",
        GAME,
        everywhere("stroke-linecap: butt}", "} path{display: none}"),
        None,
        "style sheet",
    ),
    "a style sheet for printers": (
        "lines",
        GAME,
        everywhere('<style type="text/css"', '<style type="text/css" media="print"'),
        None,
        "style sheet",
    ),
    "a style sheet in another language": (
        "lines",
        GAME,
        everywhere('<style type="text/css"', '<style type="text/plain"'),
        None,
        "style sheet",
    ),
    "windows that are not there": (
        "lines",
        GAME,
        everywhere(r"<defs>(?=\s*<clipPath)", '<defs style="display: none">'),
        None,
        "attributes around what cuts off",
    ),
    "windows elsewhere": (
        "lines",
        GAME,
        everywhere(r"<defs>(?=\s*<clipPath)", '<defs transform="translate(300 0)">'),
        None,
        "attributes around what cuts off",
    ),
    "a window in another one": ("lines", GAME, in_two_windows, None, "is cut off twice"),
    "metadata from elsewhere": (
        "lines",
        GAME,
        everywhere('resource="http://purl.org/dc/dcmitype/StillImage"', 'resource="https://x.example/"'),
        None,
        "other metadata",
    ),
    "a style that hides": ("lines", GAME, inside(LINE, 'style="', 'style="display: none; '), None, "not a style that"),
    "letters without glyphs": ("lines", GAME, after("title", "<text>0.5</text>"), None, "holds letters"),
    "not XML": ("lines", GAME, everywhere("</svg>", ""), None, "is not XML"),
    "a larger sheet": ("lines", GAME, everywhere('viewBox="0 0 4', 'viewBox="0 0 9'), None, "is not drawn in points"),
    "a glyph that looks otherwise": (
        "lines",
        GAME,
        lambda text: re.sub(r'(<path id="DejaVuSans-Bold-\w+" d="M )\d+', r"\g<1>1", text, count=1),
        "title",
        "comment that is not its text",
    ),
    "two digits that look like each other": (
        "study",
        TREE,
        lambda text: swap_outlines(text, "6", "9"),
        None,
        "comment that is not its text",
    ),
    "the key swapped": (
        "lines",
        GAMES,
        swapped("key:cfr", "key:other_variant", STYLE),
        "key:cfr",
        "does not look like",
    ),
    "names in the key swapped": (
        "lines",
        GAMES,
        swapped("name:cfr", "name:other_variant", PLACE),
        "key:cfr",
        "beside its name",
    ),
    "another heading": (
        "lines",
        GAMES,
        rewritten("heading:kuhn_poker", "k", "o"),
        "heading:kuhn_poker",
        "says something else",
    ),
    "a point of the current strategy": (
        "study",
        RUN,
        inside("line:trajectory.csv:current_exploitability", r"(L \d+\.\d+ \d+\.\d)\d", r"\g<1>9"),
        "line:trajectory.csv:current_exploitability",
        "differs by",
    ),
    "a steeper slope": ("study", RUN, inside("line:slope", r"(L \d+\.\d+ )\d", r"\g<1>2"), "line:slope", "differs by"),
    "an example elsewhere": (
        "study",
        VALUE,
        inside("ring:trajectory.csv:value", r' x="\d', ' x="1'),
        "ring:trajectory.csv:value",
        "differs by",
    ),
    "another number of the example": (
        "study",
        VALUE,
        rewritten("number:trajectory.csv:value", "1", "0"),
        "number:trajectory.csv:value",
        "says something else",
    ),
    "numbers of the example swapped": (
        "study",
        VALUE,
        swapped("number:trajectory.csv:value", "number:trajectory.csv:exploitability", PLACE),
        "number:trajectory.csv:value",
        "is not beside its ring",
    ),
    "another sentence": ("study", VALUE, rewritten("note:2", "5", "1"), "note:2", "says something else"),
    "a range elsewhere": (
        "study",
        FREQUENCIES,
        inside("range:2", r"(L [\d.]+ )\d", r"\g<1>9"),
        "range:2",
        "is not the range",
    ),
    "a number of the family elsewhere": (
        "study",
        FREQUENCIES,
        inside("range:4", r"(L [\d.]+ )\d", r"\g<1>9"),
        "range:4",
        "is not the number that the family has",
    ),
    "headings swapped": (
        "study",
        FREQUENCIES,
        swapped("heading:2", "heading:4", r"(?s)<!--.*</g>"),
        None,
        "not defined",
    ),
    "panels swapped": (
        "study",
        FREQUENCIES,
        swapped("axes:2", "axes:4", '(?<="line:frequencies.csv:)\\d'),
        None,
        "not drawn",
    ),
    "labels of rows swapped": (
        "study",
        FREQUENCIES,
        everywhere("probability of bet", "probability of call", 1),
        None,
        "comment that is not its text",
    ),
    "another probability": (
        "study",
        TREE,
        rewritten("cell:root:2:1", "2", "3"),
        "cell:root:2:1",
        "says something else",
    ),
    "two cards swapped": (
        "study",
        TREE,
        swapped("cell:p:1:1", "cell:p:2:1", PLACE),
        "cell:p:1:0",
        "is not one line below",
    ),
    "two actions swapped": (
        "study",
        TREE,
        swapped("cell:p:0:1", "cell:p:0:2", PLACE),
        "cell:p:0:1",
        "is not below its action",
    ),
    "an edge to another box": (
        "study",
        TREE,
        inside("edge:pb", r"L \d", "L 2"),
        "edge:pb",
        "does not lead from its box",
    ),
    "words at edges swapped": ("study", TREE, swapped("word:pp", "word:pb", PLACE), "word:pp", "is not at the middle"),
    "boxes swapped": ("study", TREE, swapped("box:pp", "box:pbp", PATH), "head:", "is not in its box"),
    "a mark at another iteration": (
        "seeds",
        GAME,
        inside("zeros:methods.csv:kuhn_poker:lost", r' x="\d', ' x="9'),
        "zeros:methods.csv:kuhn_poker:lost",
        "differs by",
    ),
    "a mark left out": (
        "seeds",
        GAME,
        inside("zeros:methods.csv:kuhn_poker:lost", r"<use [^>]*/>", ""),
        "zeros:methods.csv:kuhn_poker:lost",
        "has another number of marks",
    ),
    "the edge of a band": (
        "seeds",
        GAME,
        inside("band:methods.csv:kuhn_poker:drawn", r"(L \d+\.\d+ -\d+\.\d)\d", r"\g<1>9"),
        "band:methods.csv:kuhn_poker:drawn",
        "differs by",
    ),
    "a band left out": (
        "seeds",
        GAME,
        without("band:methods.csv:kuhn_poker:drawn"),
        "band:methods.csv:kuhn_poker:drawn",
        "is not drawn where it is due",
    ),
    "a band that hides": (
        "seeds",
        GAME,
        inside("band:methods.csv:kuhn_poker:drawn", "fill-opacity: 0.18", "fill-opacity: 1"),
        "band:methods.csv:kuhn_poker:drawn",
        "is not faint",
    ),
    "another number of seeds": ("seeds", GAME, rewritten("note:2", "3", "b"), "note:2", "says something else"),
    "another color of a cell": (
        "sweep",
        SWEEP,
        inside("cells:1", "fill: #......", "fill: #fde724"),
        "number:1:1:1",
        "color",
    ),
    "two cells swapped": (
        "sweep",
        SWEEP,
        swapped("number:1:1:1", "number:1:1:2", PLACE),
        "number:1:1:1",
        "cannot be read",
    ),
    "another number in a cell": (
        "sweep",
        SWEEP,
        rewritten("number:1:1:1", "0", "5"),
        "number:1:1:1",
        "says something else",
    ),
    "a white number in a light cell": (
        "sweep",
        SWEEP,
        inside("number:1:1:1", "#1a1a1a", "#ffffff"),
        "number:1:1:1",
        "be read",
    ),
    "panels of a sweep swapped": ("sweep", SWEEP, rewritten("heading:1", "1", "2"), "heading:1", "says something else"),
    "a cell elsewhere": (
        "sweep",
        SWEEP,
        inside("cells:2", r"M \d", "M 9"),
        "cells:2",
        "has a cell that is not in its place",
    ),
    "a color where nothing ran": (
        "sweep",
        SWEEP,
        lambda text: re.sub(r"fill: none(; stroke: #ffffff)", r"fill: #fde725\1", text, count=1),
        "number:2:3:3",
        "is not blank",
    ),
}


def escaped_glyph(text: str) -> str:
    """Who takes `q%61` for the name that it is reads a 1; a browser draws `qa`, a 0."""
    names = [glyph(text, digit) for digit in "10"]
    outlines = [re.search(rf'<path id="{name}" (d="[^"]*" transform="[^"]*"/>)', text) for name in names]
    assert outlines[0] is not None and outlines[1] is not None
    added = f'<path id="q%61" {outlines[0][1]}<path id="qa" {outlines[1][1]}'
    start, end = part(text, "xtick_3")
    changed = text[start:end].replace(f'#{names[0]}"', '#q%61"', 1)
    return text[:start].replace(outlines[0][0], outlines[0][0] + added) + changed + text[end:]


def in_a_window(text: str, name: str) -> str:
    """A part of a figure is cut off by the rectangle of its axes."""
    window = re.search(r'clip-path="[^"]*"', text)
    assert window is not None
    start, end = part(text, name)
    first, last = text.index(">", start) + 1, end - len("</g>")
    return f"{text[:first]}<g {window[0]}>{text[first:last]}</g>{text[last:]}"


def swapped_lines(text: str, name: str) -> str:
    """The first two lines of a text, each where the other was."""
    start, end = part(text, name)
    inner = text[start:end]
    one, other = [match.span(1) for match in re.finditer(r"style=\S+ \S+ transform=\"translate\(([\d. ]+)\)", inner)][
        :2
    ]
    inner = inner[: one[0]] + inner[slice(*other)] + inner[one[1] : other[0]] + inner[slice(*one)] + inner[other[1] :]
    return text[:start] + inner + text[end:]


def high_ground(text: str) -> str:
    """The white rectangle behind a word is higher: it hides the line on which the word is."""
    start, end = part(text, "word:p")
    found = re.search(r"M (\S+) (\S+) \nL (\S+) (\S+) \nL (\S+) (\S+) \nL (\S+) (\S+) ", text[start:end])
    assert found is not None
    lower, upper = float(found[2]) + 15, float(found[6]) - 15
    path = f"M {found[1]} {lower:.6f} \nL {found[3]} {lower:.3f} \nL {found[5]} {upper:.3f} \nL {found[7]} {upper:.3f} "
    return text[:start] + text[start:end].replace(found[0], path) + text[end:]


FALSE |= {
    "a glyph by an address that stands for another": (
        "lines",
        GAME,
        escaped_glyph,
        None,
        "is no plain name",
    ),
    "a glyph by a name that is none": ("lines", GAME, everywhere("DejaVuSans-14", "q%61", 99), None, "no plain name"),
    "a window by a style that stands for another": (
        "lines",
        GAME,
        everywhere(r"(?<=url\(#)p[0-9a-f]+(?=\))|(?<=<clipPath id=\")p[0-9a-f]+", r"z\\61 x", 99),
        None,
        "is no plain name",
    ),
    "a glyph that nothing is written with": (
        "lines",
        GAME,
        everywhere(r'(<path id="DejaVuSans-)(14" d="[^"]*" transform="[^"]*"/>)', r"\1\2\1z\2"),
        "DejaVuSans-z14",
        "is defined and not used",
    ),
    "a window that cuts off nothing": (
        "lines",
        GAME,
        everywhere("<clipPath", '<clipPath id="zax"><rect x="0" y="0" width="1" height="1"/></clipPath><clipPath'),
        "url(#zax)",
        "is defined and not used",
    ),
    "digits upon each other": (
        "lines",
        GAME,
        inside("xtick_3", r"translate\(127\.25 0\)", "translate(63.625001 0)"),
        "axes:kuhn_poker",
        "do not stand as in their font",
    ),
    "digits beyond the sheet": (
        "lines",
        GAME,
        inside("xtick_3", r"translate\(127\.25 0\)", "translate(99999 0)"),
        "axes:kuhn_poker",
        "do not stand as in their font",
    ),
    "an exponent of other distances": (
        "lines",
        GAME,
        inside("ytick_1", r"\d+(?=\.\d+ 4\d\.\d+\) scale)", plus(4)),
        "axes:kuhn_poker",
        "do not stand as in their font",
    ),
    "an exponent on the base line": (
        "lines",
        GAME,
        inside("ytick_1", r"(translate\(\d+\.\d+ )4\d\.", r"\g<1>22."),
        None,
        "do not stand in a row",
    ),
    "a text in a window": ("lines", GAME, lambda text: in_a_window(text, "title"), "title", "a text that is cut off"),
    "a title for ants": (
        "lines",
        GAME,
        inside("title", r"scale\(0\.105 -0\.105\)", "scale(0.005 -0.005)"),
        "title",
        "smaller",
    ),
    "a title that begins at the edge": (
        "lines",
        GAME,
        inside("title", r"translate\(7\.0", "translate(453.0"),
        "title",
        "not where",
    ),
    "a title at the foot of the sheet": (
        "lines",
        GAME,
        inside("title", r"(translate\(\S+) [\d.]+", r"\1 290"),
        "title",
        "is not where a title is",
    ),
    "a note beside the sheet": (
        "lines",
        GAME,
        inside("note:1", r"(translate\(\S+) [\d.]+", r"\1 320"),
        "title",
        "not below",
    ),
    "a label on its side": (
        "lines",
        GAME,
        inside("xtick_3", r"(translate\([^)]*\)) scale", r"\1 rotate(-90) scale"),
        "axes:kuhn_poker",
        "is not written as it can be read",
    ),
    "a name far to the right": (
        "lines",
        GAME,
        both(
            inside("leader" + LINE[4:], r"L (\d+)", plus(4)),
            inside("label" + LINE[4:], r"(?<=translate\()\d+", plus(4)),
        ),
        "axes:kuhn_poker",
        "next to the others",
    ),
    "a title below another axis": (
        "lines",
        GAME,
        inside(
            "matplotlib.axis_1", r"(?s)(<!-- iteration -->\s*<g style=\S+ \S+ transform=.translate\()\d+", r"\g<1>60"
        ),
        "axes:kuhn_poker",
        "not at the middle of its axis",
    ),
    "two lines that are hardly different": (
        "lines",
        GAME,
        both(
            everywhere("#d55e00", "#0072b3", 9), everywhere(r"stroke-dasharray: [^;]*; stroke-dashoffset: 0; ", "", 9)
        ),
        OTHER,
        "told from others",
    ),
    "dashes whose ends meet": (
        "lines",
        GAME,
        inside(OTHER, "stroke-dasharray", "stroke-linecap: square; stroke-dasharray"),
        OTHER,
        "other dashes than lines have",
    ),
    "a wide line": (
        "lines",
        GAME,
        inside(LINE, r"stroke-width: [\d.]+", "stroke-width: 2.4"),
        LINE,
        "of another width",
    ),
    "a line of sharp corners": (
        "lines",
        GAME,
        inside(LINE, "stroke-linecap", "stroke-linejoin: miter; stroke-linecap"),
        LINE,
        "other ends or corners",
    ),
    "a line of blunt ends": (
        "lines",
        GAME,
        inside(LINE, "; stroke-linecap: square", ""),
        LINE,
        "other ends or corners",
    ),
    "a leader of sharp corners": (
        "lines",
        GAME,
        inside("leader" + LINE[4:], "stroke-linecap", "stroke-linejoin: miter; stroke-linecap"),
        "leader" + LINE[4:],
        "other ends or corners",
    ),
    "a window that is not there": (
        "lines",
        GAME,
        inside("patch_2", 'style="', 'clip-path="url(#none)" style="'),
        None,
        "is cut off by something that is not defined",
    ),
    "a sample of a line upon axes": (
        "lines",
        GAMES,
        both(
            inside("key:cfr", r"\d+(?=\.\d+ \n)", plus(-60), 2),
            inside(
                "name:cfr",
                r"(?<=translate\()\S+ \d+",
                lambda match: f"{match[0].split()[0]} {int(match[0].split()[1]) - 60}",
            ),
        ),
        "key:cfr",
        "is drawn upon axes",
    ),
    "a wide sheet": ("lines", GAME, everywhere(r"\b453\.543", "900.543", 9), "sheet", "not a sheet as wide as all"),
    "a high sheet": (
        "lines",
        GAME,
        both(everywhere(r'(height="|viewBox="0 0 \S+ )297', r"\g<1>997", 9), inside("sheet", r"\b297", "997", 9)),
        "sheet",
        "has nothing at its foot",
    ),
    "heads of columns that are one further": (
        "study",
        TREE,
        both(
            inside("cell:root:0:1", r"(?<=translate\()\d+", plus(40)),
            inside("cell:root:0:2", r"(?<=translate\()\d+", plus(10)),
        ),
        "cell:root:0:1",
        "is not below its action",
    ),
    "a black grid": (
        "lines",
        GAME,
        inside("xtick_1", "#d9d9d9", "#000000"),
        "axes:kuhn_poker",
        "a tick that is not at",
    ),
    "a tick that is cut off": (
        "lines",
        GAME,
        lambda text: in_a_window(text, "line2d_2"),
        "axes:kuhn_poker",
        "a tick that is not at its axis",
    ),
    "a sample that is cut off": (
        "lines",
        GAMES,
        lambda text: in_a_window(text, "key:cfr"),
        "key:cfr",
        "is not a sample of a line",
    ),
    "labels of one axis below another": (
        "study",
        FREQUENCIES,
        inside("xtick_173", r"382\.", "300."),
        "axes:",
        "not beside its tick",
    ),
    "headings at each other's place": (
        "study",
        FREQUENCIES,
        swapped("heading:4", "heading:6", PLACE),
        "heading:",
        "is not above its axes",
    ),
    "the name of a row at another one": (
        "study",
        FREQUENCIES,
        everywhere(r"(translate\(12\.\d+) [\d.]+(\) rotate)", r"\1 250\2"),
        "axes:",
        "not at the middle of its axis",
    ),
    "lines of a name in another order": (
        "study",
        RUN,
        lambda text: swapped_lines(text, "label:slope"),
        "label:slope",
        "is not next to the one before",
    ),
    "a ring with a loop": (
        "study",
        VALUE,
        everywhere(r"(M 0 3 \nC )0\.795609 3", r"\g<1>90 200"),
        "ring:trajectory.csv:value",
        "is not a ring around a point",
    ),
    "a ring that is long": (
        "study",
        VALUE,
        everywhere(r"(0\.795609 )3 0 3 \nz", r"\g<1>3 0 300 \nz"),
        "ring:trajectory.csv:value",
        "is not a ring around a point",
    ),
    "a box with a loop": ("study", TREE, inside("box:root", r"Q \d+", "Q 99"), "box:root", "is not a white box"),
    "the ground of a word down to the next box": (
        "study",
        TREE,
        high_ground,
        "word:p",
        "is not at the middle of its edge",
    ),
    "a number that reaches out of its box": (
        "study",
        TREE,
        inside("cell:root:2:2", r"(?<=translate\()\d+", plus(20)),
        "cell:root:2:2",
        "is not in its box",
    ),
    "a band that nobody sees": (
        "seeds",
        GAME,
        inside("band:methods.csv:kuhn_poker:drawn", "fill-opacity: 0.18", "fill-opacity: 0.01"),
        "band:methods.csv:kuhn_poker:drawn",
        "is not faint",
    ),
    "a range that nobody sees": (
        "study",
        FREQUENCIES,
        inside("range:2", "fill: #e69f00", "fill: #ffffff"),
        "range:2",
        "is not faint",
    ),
    "marks that nobody sees": (
        "seeds",
        GAME,
        inside("zeros:methods.csv:kuhn_poker:lost", 'y="([^"]*)" style="', r'y="\1" style="opacity: 0.01; ', 99),
        "zeros:methods.csv:kuhn_poker:lost",
        "paler than its color",
    ),
    "a mark with a loop": (
        "seeds",
        GAME,
        everywhere(r"(<path id=\"m\w+\" d=\"M -0 1\.5 \n)L 1\.5 -1\.5", r"\1Q 99 99 1.5 -1.5", 9),
        "zeros:methods.csv:kuhn_poker:lost",
        "is a mark of another size",
    ),
    "a number without a color": (
        "sweep",
        SWEEP,
        inside("number:1:1:2", "fill: #......", "fill: none"),
        "number:1:1:2",
        "is not written as it can be read",
    ),
    "small numbers in large cells": (
        "sweep",
        SWEEP,
        everywhere(
            r'(<g id="number:1:[^>]*>\s*<!--[^>]*>\s*<g style[^>]*)scale\(0\.08 -0\.08\)', r"\1scale(0.01 -0.01)", 99
        ),
        "cells:1",
        "is smaller than it has to be",
    ),
    "a heading of a sweep above another panel": (
        "sweep",
        SWEEP,
        swapped("heading:1", "heading:2", PLACE),
        "heading:1",
        "is not above its axes",
    ),
}


def swap_outlines(text: str, one: str, other: str) -> str:
    """Draw two digits as each other, all over a figure."""
    names = (glyph(text, one), glyph(text, other))
    first, second = (re.search(rf'<path id="{name}" d="([^"]*)"', text) for name in names)
    assert first is not None and second is not None
    (a, b), (c, d) = sorted((first.span(1), second.span(1)))
    return text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


@pytest.mark.parametrize("fault", FALSE)
def test_a_fault_is_found(fault: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """And told by the part of the figure that it is in."""
    name, file, edit, due_part, message = FALSE[fault]
    problems = said(copied(request.getfixturevalue(name), tmp_path, file, edit))
    assert problems
    assert {found for found, _, _ in problems} == {file}
    _, where, what = problems[0]
    assert message in what, problems
    assert due_part is None or (where or "").startswith(due_part), problems


def test_a_moved_point_is_told_by_its_row_and_by_what_it_seems_to_show(lines: Path, tmp_path: Path) -> None:
    """The fourth point of the first method, half a point lower, and all others are true."""
    edit = inside(LINE, r"(?<=L 210\.359 )107\.081", "107.581")
    (problem,) = checked(copied(lines, tmp_path, GAME, edit)).problems
    assert (problem.file, problem.row, problem.column) == (GAME, 4, LINE)
    assert (problem.expected, problem.found) == ("0.1581 at 10", "0.1562 at 10")


@pytest.mark.parametrize(
    ("layout", "other", "message"),
    [
        ("_x_limits", lambda curves: (1.0, 1e9), "is not about these iterations"),
        ("_x_limits", lambda curves: (100.0, 1.0), "is not about these iterations"),
        ("_y_limits", lambda curves: (1e-9, 1e9), "goes far beyond what is shown"),
        ("_y_limits", lambda curves: (10.0, 1e-3), "goes far beyond what is shown"),
        ("HEIGHT", 3.0, "is too small to be read"),
    ],
)
def test_axes_on_which_nothing_can_be_told_are_found(
    layout: str, other: object, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if all that is drawn along them is where it is due."""
    monkeypatch.setattr(loglog, layout, other)
    study = write_study(tmp_path / "toy", kuhn(), ("cfr", "other_variant"), frequencies=False, equilibria=False)
    assert (GAME, "axes:kuhn_poker", message) in said(draw(without_runs(study)))


@pytest.mark.parametrize("iterations", [10**6, 10**9])
def test_long_runs_and_other_letters_pass(iterations: int, tmp_path: Path) -> None:
    """Iterations that have no room below small axes, and a unit with letters that the tables of outlines do not have."""
    study = write_study(tmp_path / "toy", kuhn())
    for file in ("methods.csv", "kuhn_poker/cfr/trajectory.csv", "kuhn_poker/cfr/frequencies.csv"):
        rows = read_csv(study / file)
        for n, row in enumerate(rows):
            row["iteration"] = str(max(n + 1, round(iterations ** (n / (len(rows) - 1)))))
        write_csv(study / file, tuple(rows[0]), [tuple(row.values()) for row in rows])
    write_json(
        study / "kuhn_poker/game.json", read_json(study / "kuhn_poker/game.json") | {"unit": f"{'øre' * 40} per hånd"}
    )
    assert said(draw(study)) == []


def test_a_letter_that_is_not_known_is_no_larger_than_a_letter() -> None:
    """Or it could draw anything."""
    assert outline("M 0 0 L 3000 4000 L 3000 0 z").text == UNKNOWN
    for path in ("M 0 0 L 90000 4000 z", "M 0 0 Q 90000 4000 0 0 z", "M 0 -20000 L 3000 4000 z"):
        with pytest.raises(DrawingError, match="larger than a letter"):
            outline(path)


# Faults that nobody thought of

FREE = ("leader:", "key", "box:", "word:", "sheet")
"""Where layout decides, and no number."""

COORDINATE = re.compile(r"(?<=[ML] )-?\d+\.\d+(?= )|(?<=\d )-?\d+\.\d+(?= \n)|(?<=[ \"][xy]=\")\d+\.\d+")
DRAWN = re.compile(r"<path (?:clip-path|d|style)=[^>]*/>|<use xlink:href=\"#m[^>]*/>")


@pytest.mark.parametrize(
    ("name", "file"),
    [
        *[("lines", GAME), ("lines", GAMES), ("study", RUN), ("study", VALUE), ("study", FREQUENCIES), ("study", TREE)],
        *[("seeds", GAME), ("seeds", GAMES), ("sweep", SWEEP)],
    ],
)
def test_no_coordinate_can_be_another(name: str, file: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Whatever is drawn from point to point is found if one number of it is off by a fiftieth of a point."""
    folder = request.getfixturevalue(name)
    text = (folder / file).read_text(encoding="utf-8")
    spared = [match.span() for match in re.finditer(r"<defs>.*?</defs>", text, re.DOTALL)]
    spared += [part(text, name) for name in re.findall(r'<g id="([^"]*)">', text) if name.startswith(FREE)]
    places = [match for match in COORDINATE.finditer(text) if not any(a < match.start() < b for a, b in spared)]
    compare = only(folder, file)
    assert compare(text) == []
    for place in random.Random(1).sample(places, min(25, len(places))):
        other = f"{float(place[0]) + 0.02:.3f}"
        assert compare(text[: place.start()] + other + text[place.end() :]), place


@pytest.mark.parametrize(
    ("name", "file"), [("lines", GAME), ("study", VALUE), ("study", TREE), ("seeds", GAME), ("sweep", SWEEP)]
)
def test_nothing_but_ticks_can_be_left_out_or_drawn_twice(name: str, file: str, request: pytest.FixtureRequest) -> None:
    folder = request.getfixturevalue(name)
    text = (folder / file).read_text(encoding="utf-8")
    compare = only(folder, file)
    places = list(DRAWN.finditer(text))
    for place in random.Random(1).sample(places, min(25, len(places))):
        if "tick_" not in text[place.start() - 800 : place.start()] and "stroke: #d9d9d9" not in place[0]:
            assert compare(text[: place.start()] + text[place.end() :]), place[0]
            assert compare(text[: place.end()] + place[0] + text[place.end() :]), place[0]


def only(folder: Path, file: str) -> Callable[[str], list[object]]:
    """The problems of one figure, if this were its text."""
    ledger = Ledger("drawings")
    tables = Tables(ledger, folder, read_json(folder / "study.json"))
    comparison = dict(due(tables))[file.removeprefix("figures/").removesuffix(".svg")]

    def compare(text: str) -> list[object]:
        check = Ledger("drawing").check("drawing", file, TOLERANCE, "")
        try:
            page = Page(check, read_svg(text))
            comparison(page)
            page.end()
        except DrawingError as error:
            check.problem(error.message, None, error.part)
        return list(check.ledger.problems)

    return compare


# What is compared with


@pytest.mark.parametrize(
    ("table", "row", "column", "file"),
    [
        ("methods.csv", 4, "exploitability", GAME),
        ("kuhn_poker/cfr/trajectory.csv", 3, "current_exploitability", RUN),
        ("kuhn_poker/cfr/trajectory.csv", 3, "value", VALUE),
        ("kuhn_poker/cfr/frequencies.csv", 5, "0:1pb:bet", FREQUENCIES),
        ("kuhn_poker/cfr/strategy.csv", 4, "probability", TREE),
        ("kuhn_poker/equilibria/family.csv", 4, "constant", FREQUENCIES),
    ],
)
def test_a_number_of_a_table_that_is_not_drawn_is_found(
    table: str, row: int, column: str, file: str, study: Path, tmp_path: Path
) -> None:
    """A figure that shows other numbers than the table fails, by a thousandth of the number already."""

    def edit(text: str) -> str:
        lines = [line.split(",") for line in text.splitlines()]
        place = lines[0].index(column)
        cell = lines[row][place]
        lines[row][place] = "1/7" if column == "constant" else repr(float(cell) * 1.001)
        return "\n".join(map(",".join, lines)) + "\n"

    problems = said(copied(study, tmp_path, table, edit))
    assert file in {found for found, _, _ in problems}


@pytest.mark.parametrize(
    "table", ["methods.csv", "kuhn_poker/cfr/trajectory.csv", "kuhn_poker/equilibria/summary.json"]
)
@pytest.mark.parametrize("content", ["", "no table", "x,y\n1,2\n", "[]\n", "{}\n"])
def test_a_table_that_is_none_is_a_problem(table: str, content: str, study: Path, tmp_path: Path) -> None:
    """And never an exception."""
    assert said(copied(study, tmp_path, table, lambda _: content))


@pytest.mark.parametrize("content", ["", "\x89PNG", "<svg/>", "<?xml version='1.0'?>"])
def test_a_figure_that_is_none_is_a_problem(content: str, lines: Path, tmp_path: Path) -> None:
    problems = said(copied(lines, tmp_path, GAME, lambda _: content))
    assert [(file, message) for file, _, message in problems] == [(GAME, "does not begin as a figure does")]


def test_the_figures_are_those_that_apply(lines: Path, tmp_path: Path) -> None:
    folder = copied(lines, tmp_path, GAME, lambda text: text + "\n")
    (folder / "figures/kuhn_poker/other.svg").write_text("")
    (folder / "figures/games.png").unlink()
    problems = [
        (problem.file, problem.expected, problem.found, problem.message) for problem in checked(folder).problems
    ]
    assert problems[:2] == [
        ("figures", "figures/games.png", None, "is missing"),
        ("figures", None, "figures/kuhn_poker/other.svg", "should not be there"),
    ]


def test_a_picture_is_a_png_as_large_as_the_drawing(lines: Path, tmp_path: Path) -> None:
    folder = copied(lines, tmp_path, GAME, lambda text: text + "\n")
    picture = folder / "figures/games.png"
    data = picture.read_bytes()
    picture.write_bytes(data[:16] + b"\0\0\1\0" + data[20:])
    assert [(file, column) for file, column, _ in said(folder)] == [("figures/games.png", "width")]
    picture.write_bytes(b"GIF89a")
    assert said(folder) == [("figures/games.png", None, "is not a PNG file")]


# Tables of our own


@pytest.mark.parametrize(("weight", "table"), [("normal", REGULAR), ("bold", BOLD)])
def test_the_outlines_are_those_of_the_font(weight: str, table: str) -> None:
    """As the figures have them, each letter on its own and each of the letters that are drawn as one."""
    with house_style():
        figure = Figure()
        for letter in LETTERS:
            figure.text(0.5, 0.5, letter.replace("$", r"\$"), weight=weight)
        stream = io.BytesIO()
        figure.savefig(stream, format="svg", metadata={"Date": None})
    text = stream.getvalue().decode()
    outlines = dict(re.findall(r'<path id="(DejaVu[^"]*)" d="([^"]*)"', text))
    drawn = [outlines[name] for name in re.findall(r'<use xlink:href="#(DejaVu[^"]*)"', text)]
    assert [hashlib.sha256(" ".join(path.split()).encode()).hexdigest()[:16] for path in drawn] == table.split()
    assert len(set(table.split())) == len(LETTERS)


def test_no_outline_stands_for_two_letters() -> None:
    """Where a letter looks the same in both fonts, it is the same letter."""
    shared = set(TABLES[0]) & set(TABLES[1])
    assert shared
    assert [TABLES[0][digest] for digest in shared] == [TABLES[1][digest] for digest in shared]


@pytest.mark.parametrize(("weight", "font"), [("normal", FONTS[0]), ("bold", FONTS[1])])
def test_letters_stand_apart_as_in_the_font(weight: str, font: Font) -> None:
    """Each pair of letters, as matplotlib places them in figures."""
    with house_style():
        face = get_font(findfont(FontProperties(family=FAMILY, weight=weight)))
    face.set_size(100, 72)
    letters = [*LETTERS, " "]
    compared = 0
    for one in letters:
        for other in letters:
            glyphs, *_ = text_to_path.get_glyphs_with_font(face, one + other)
            if len(glyphs) == 2 and not (one == "f" and len(other) > 1):  # letters that would be joined otherwise
                (_, first, *_), (_, second, *_) = glyphs
                assert abs(second - first - font.step(one, other)) < OFF, (one, other)
                compared += 1
    assert compared > 0.99 * len(letters) ** 2


def test_the_colors_are_those_of_viridis() -> None:
    assert [to_hex(colormaps["viridis"](n)) for n in range(256)] == VIRIDIS
