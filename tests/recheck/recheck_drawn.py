"""Studies whose numbers are made up, drawn by regretlab, and faults in their figures for recheck to find."""

from __future__ import annotations

import re
import shutil
import struct
from collections.abc import Callable
from pathlib import Path

from figure_studies import as_sweep, grid, kuhn, seeded, write_study
from recheck.drawings import check_drawings
from recheck.drawings.picture import DOTS_PER_POINT, SIGNATURE
from recheck.ledger import Ledger
from recheck.semantics.tree import files_below
from regretlab.figures.draw import as_svg, figures
from regretlab.figures.games import draw_games
from regretlab.figures.lessons import draw_lessons
from regretlab.figures.results import read_results
from regretlab.figures.style import house_style
from regretlab.files import read_csv, read_json, write_csv, write_json
from regretlab.layout import LESSONS

GAME = "figures/kuhn_poker/exploitability.svg"
GAMES = "figures/games.svg"
RUN = "figures/kuhn_poker/cfr/exploitability.svg"
VALUE = "figures/kuhn_poker/cfr/value.svg"
FREQUENCIES = "figures/kuhn_poker/cfr/frequencies.svg"
TREE = "figures/kuhn_poker/cfr/tree.svg"
SWEEP = "figures/kuhn_poker/sweep-dcfr.svg"

Edit = Callable[[str], str]


def draw(study: Path) -> Path:
    """Draw all figures of a study; of the pictures there is nothing but their size."""
    games = [read_results(study, game["folder"]) for game in read_json(study / "study.json")["games"]]
    for game in games:
        if game.has_lessons:
            draw_lessons(game.folder / LESSONS, study / "figures" / game.name)
    with house_style():
        drawn = [(f"{game.name}/{name}", figure) for game in games for name, figure in figures(game)]
        for name, figure in [*drawn, ("games", draw_games(study))]:
            path = study / "figures" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.with_name(f"{path.name}.svg").write_bytes(as_svg(figure))
            path.with_name(f"{path.name}.png").write_bytes(blank(*(72 * figure.get_size_inches())))
    return study


def blank(width: float, height: float) -> bytes:
    """As much of a PNG of that size in points as is looked at."""
    size = struct.pack(">II", round(width * DOTS_PER_POINT), round(height * DOTS_PER_POINT))
    return SIGNATURE + b"\0\0\0\x0dIHDR" + size + b"\0\0\0\0IEND\xae\x42\x60\x82"


def plain(folder: Path) -> Path:
    """A run with all figures."""
    return draw(write_study(folder, kuhn()))


def lines(folder: Path) -> Path:
    """Two runs, of which there are no figures of their own."""
    study = write_study(folder, kuhn(), ("cfr", "other_variant"), frequencies=False, equilibria=False)
    return draw(without_runs(study))


def with_seeds(folder: Path) -> Path:
    """A method with one run, one with a band, one with a band that goes down to zero, and zeros in its own line."""
    study = seeded(folder, {"cfr": 1, "drawn": 3, "lost": 3})
    rows = read_csv(study / "methods.csv")
    for n in (15, 16, 18):
        rows[n]["low"] = "0.0"
    for n in (16, 18):
        rows[n]["exploitability"] = "0.0"
    write_csv(study / "methods.csv", tuple(rows[0]), [tuple(row.values()) for row in rows])
    return draw(study)


def with_sweep(folder: Path) -> Path:
    """A sweep over three parameters, with panels side by side, one combination left out."""
    settings = {
        f"v{n}": given for n, given in enumerate(grid(alpha=[1, 2], beta=[1.5, 2.5, "inf"], gamma=[1, 2, 3])[:-1])
    }
    study = as_sweep(write_study(folder, kuhn(), list(settings), frequencies=False), settings)
    return draw(without_runs(study))


def without_runs(study: Path) -> Path:
    """The same study, but that it wants no figures of runs."""
    write_json(study / "study.json", read_json(study / "study.json") | {"run_figures": False})
    return study


def checked(study: Path) -> Ledger:
    """What recheck says of the figures of a study."""
    ledger = Ledger("drawings")
    check_drawings(ledger, study, read_json(study / "study.json"), set(files_below(study, ledger)))
    return ledger


def said(study: Path) -> list[tuple[str | None, str | None, str]]:
    """File, part and message of all problems."""
    return [(problem.file, problem.column, problem.message) for problem in checked(study).problems]


def copied(study: Path, folder: Path, file: str, edit: Edit) -> Path:
    """A copy of a study in which a file is another; the edit must change it."""
    shutil.copytree(study, folder / "copy")
    path = folder / "copy" / file
    before = path.read_text(encoding="utf-8")
    after = edit(before)
    assert after != before
    path.write_text(after, encoding="utf-8")
    return folder / "copy"


def part(text: str, name: str) -> tuple[int, int]:
    """Where a group begins and ends in the text of a figure."""
    start = text.index(f'<g id="{name}">')
    depth = 0
    for tag in re.finditer(r"<g\b[^>]*>|</g>", text[start:]):
        depth += -1 if tag[0] == "</g>" else 1
        if not depth:
            return start, start + tag.end()
    raise AssertionError(name)


def both(*edits: Edit) -> Edit:
    """One edit after the other."""

    def edit(text: str) -> str:
        for one in edits:
            text = one(text)
        return text

    return edit


def plus(more: int) -> Callable[[re.Match[str]], str]:
    """A whole number that is larger."""
    return lambda match: re.sub(r"\d+", lambda number: str(int(number[0]) + more), match[0])


def only_used(text: str) -> str:
    """Without glyphs that nothing is written with."""
    for definition in re.findall(r'<path id="[^"]*"[^>]* transform="scale[^>]*/>', text):
        if f'xlink:href="#{definition.split(chr(34))[1]}"' not in text:
            text = text.replace(definition, "")
    return text


def inside(name: str, old: str, new: str | Callable[[re.Match[str]], str], count: int = 1) -> Edit:
    """Replace a regular expression within a group."""

    def edit(text: str) -> str:
        start, end = part(text, name)
        return text[:start] + re.sub(old, new, text[start:end], count=count) + text[end:]

    return edit


def everywhere(old: str, new: str, count: int = 1) -> Edit:
    """Replace a regular expression in the whole text."""
    return lambda text: re.sub(old, new, text, count=count)


def swapped(one: str, other: str, what: str) -> Edit:
    """Swap the first match of a regular expression within two groups."""

    def edit(text: str) -> str:
        spans = []
        for name in (one, other):
            start, end = part(text, name)
            match = re.search(what, text[start:end])
            assert match is not None
            spans.append((start + match.start(), start + match.end()))
        (a, b), (c, d) = sorted(spans)
        return text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]

    return edit


def after(name: str, added: str) -> Edit:
    """Put something behind a group."""

    def edit(text: str) -> str:
        _, end = part(text, name)
        return text[:end] + added + text[end:]

    return edit


def without(name: str) -> Edit:
    """Leave a group out."""

    def edit(text: str) -> str:
        start, end = part(text, name)
        return text[:start] + text[end:]

    return edit


def rewritten(name: str, old: str, new: str) -> Edit:
    """Write another letter of the same figure in a text, in its comment too, as a careful forger would."""

    def edit(text: str) -> str:
        glyphs = {letter: found for letter in (old, new) if (found := glyph(text, letter))}
        start, end = part(text, name)
        said_ = re.search(r"<!-- (.*?) -->", text[start:end])
        assert said_ is not None
        at = said_[1].index(old)
        changed = text[start:end].replace(said_[0], f"<!-- {said_[1][:at]}{new}{said_[1][at + 1 :]} -->", 1)
        uses = list(re.finditer(rf'xlink:href="#{glyphs[old]}"', changed))
        changed = changed[: uses[0].start()] + f'xlink:href="#{glyphs[new]}"' + changed[uses[0].end() :]
        return text[:start] + changed + text[end:]

    return edit


def glyph(text: str, letter: str) -> str:
    """The id of a letter's glyph, from a text of a figure that has as many glyphs as letters."""
    for found in re.finditer(r"<!-- ([^$]*?) -->\s*<g style=[^>]*>(.*?)</g>", text, re.DOTALL):
        uses = re.findall(r'<use xlink:href="#([^"]*)"', found[2])
        if letter in found[1] and len(uses) == len(found[1]):
            return str(uses[found[1].index(letter)])
    raise AssertionError(letter)
