"""Whether the SVG figures of a study show the numbers of its tables; `check_drawings` is where it starts.

What is drawn is compared point by point, and nothing else may be drawn: docs/bundle-format.md, "figures/".
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from recheck.codes import FILE_MISSING, FILE_NOT_DUE, FORMAT
from recheck.drawings.frequencies import check_frequencies, panels_of
from recheck.drawings.kuhn import is_kuhn
from recheck.drawings.lessons import check_figures_of_lessons
from recheck.drawings.methods import check_game, check_games
from recheck.drawings.numbers import Tables
from recheck.drawings.page import Page
from recheck.drawings.picture import check_picture
from recheck.drawings.problem import DrawingError
from recheck.drawings.runs import check_exploitability, check_value, exact_value
from recheck.drawings.shapes import CUT_OFF
from recheck.drawings.side import TOLERANCE
from recheck.drawings.svg import read_svg
from recheck.drawings.sweep import pages_of
from recheck.drawings.timelines import check_timelines
from recheck.drawings.tree import check_tree
from recheck.ledger import Check, Ledger
from recheck.reading import read_text

FOLDER = "figures"
LARGEST = 32 * 2**20
"""In bytes, of a figure."""

WRITTEN = "coordinates are written to a thousandth of a point"

FAULTS = (DrawingError, ArithmeticError, LookupError, TypeError, ValueError)
"""What a file that is nothing like a figure or a table may come to."""

Comparison = Callable[[Page], None]


def check_drawings(ledger: Ledger, folder: Path, study: Mapping[str, Any], files: Collection[str]) -> None:
    """Compare all figures of a study with its tables.

    `folder` is the study's, `study` the content of its study.json, `files` are the paths of its files.
    """
    tables = Tables(ledger, folder, study)
    figures: dict[str, Comparison] = {}
    check = ledger.check("figures that are due", FOLDER, 0.0, "a figure is there or not")
    try:
        figures.update(due(tables))
    except FAULTS as error:
        _record(check, error)
    written = [*check_timelines(ledger, folder, study), *check_figures_of_lessons(ledger, folder, study)]
    _check_files(check, files, figures, written)
    for name, compare in figures.items():
        _check_figure(ledger, folder, f"{FOLDER}/{name}.svg", compare)


def due(tables: Tables) -> Iterator[tuple[str, Comparison]]:
    """All figures that apply, without suffix, and how each is compared."""
    study = tables.study
    if any(entry["games"] for entry in study["variants"]):
        yield "games", partial(check_games, tables=tables)
    for entry in study["games"]:
        game = entry["folder"]
        variants = [variant["folder"] for variant in study["variants"] if game in variant["games"]]
        if variants:
            yield f"{game}/exploitability", partial(check_game, tables=tables, game=game)
        for name, compare in pages_of(tables, game):
            yield f"{game}/{name}", compare
        if study["run_figures"]:
            yield from _due_of_runs(tables, entry, variants)


def _due_of_runs(tables: Tables, entry: dict[str, Any], variants: list[str]) -> Iterator[tuple[str, Comparison]]:
    """The figures of the runs on a game."""
    game = entry["folder"]
    exact = exact_value(tables, entry)
    panels = panels_of(tables, game) if entry["equilibria"] and tables.study["frequencies"] else []
    for variant in variants:
        of = {"tables": tables, "game": game, "variant": variant}
        yield f"{game}/{variant}/exploitability", partial(check_exploitability, **of)
        if exact is not None:
            yield f"{game}/{variant}/value", partial(check_value, **of, exact=exact)
        if panels:
            yield f"{game}/{variant}/frequencies", partial(check_frequencies, **of, panels=panels)
        if is_kuhn(tables.json(f"{game}/game.json")):
            yield f"{game}/{variant}/tree", partial(check_tree, **of)


def _check_files(
    check: Check, files: Collection[str], figures: Mapping[str, Comparison], written: Collection[str]
) -> None:
    """Whether the files of the study are an SVG and a PNG of each figure, an SVG of each that is text, and no others."""
    due = {f"{FOLDER}/{name}.{suffix}" for name in figures for suffix in ("svg", "png")}
    due.update(f"{FOLDER}/{name}.svg" for name in written)
    found = {file for file in files if file.startswith(f"{FOLDER}/")}
    check.numbers += len(due)
    for name in sorted(due - found):
        check.problem("is missing", None, None, name, code=FILE_MISSING)
    for name in sorted(found - due):
        check.problem("should not be there", None, None, None, name, FILE_NOT_DUE)


def _check_figure(ledger: Ledger, folder: Path, file: str, compare: Comparison) -> None:
    """Compare one figure, and look at its picture."""
    check = ledger.check("drawn numbers", file, TOLERANCE, WRITTEN, FORMAT)
    text = read_text(check, folder, LARGEST)
    if text is None:
        return
    try:
        page = Page(check, read_svg(text))
        check.code = ledger.code
        compare(page)
        page.end()
    except FAULTS as error:
        _record(check, error)
        return
    precise = [side.precision(CUT_OFF) for side in page.axes]
    if precise:
        check.reason = (
            f"{WRITTEN}, which is {max(precise):.0e} of a number here; the tolerance is beyond that, in points"
        )
    check_picture(ledger, folder, file[:-4] + ".png", page.drawing)


def _record(check: Check, error: Exception) -> None:
    """Whatever could not be compared is a problem."""
    if isinstance(error, DrawingError):
        check.problem(error.message, error.row, error.part, error.expected, error.found)
    else:
        check.problem("cannot be compared with what is in the tables", found=repr(error))
