"""Verification of claims.csv: every figure is regenerated from the file that its row names, and compared with the printed one.

Columns and rules: docs/bundle-format.md, "claims.csv". What a list of claims says is not published here but in its rows: of
study.json only the names of the lists are known, so that a claim that was left out of a list cannot be told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from recheck import tolerances
from recheck.codes import CELL_FORM, TABLE_ROWS
from recheck.ledger import Check, Ledger, exact_text
from recheck.names import read_name, written
from recheck.numerals import formula, like, number_in
from recheck.places import NothingThereError, Places
from recheck.reading import read_lines
from recheck.study import DERIVED, REPEATED, read_whole_study

SUBJECT = "claims"
FILE = "claims.csv"
ABOUT = ("claim", "what", "printed", "regenerated", "unrounded", "unit", "verdict", "source", "list")
PLACE = ("file", "where", "column", "key", "count", "linear_in")
HOW = ("minus", "absolute", "over", "times")
HEADER = (*ABOUT, *PLACE, *HOW)
KINDS = ("column", "key", "count", "linear_in")
"""A row has exactly one of them."""

REPRODUCED, NOT_REPRODUCED = "reproduced", "not reproduced"
NO_NUMBER, NOT_VERIFIED = "-", "not verified"
CURRENT = "current_"
LISTS = "cells are empty, a name or a list of names, and the rows are those of the lists or not"

Cells = Mapping[str, str]
"""A row: what was written into each column."""


def verify_claims(folder: Path) -> Ledger:
    """Verify the claims of a study; whatever is wrong, also with what they are made from, is in the ledger's problems."""
    return derive_claims(folder)[0]


def derive_claims(folder: Path) -> tuple[Ledger, list[str] | None]:
    """The same, and the verdict of each row; None if there is no such table."""
    ledger = Ledger(SUBJECT)
    verdicts = None
    with ledger.surviving():
        study = read_whole_study(ledger, folder)
        if study is not None:
            verdicts = _derive(ledger, folder, study)
    return ledger, verdicts


def _derive(ledger: Ledger, folder: Path, study: Mapping[str, Any]) -> list[str] | None:
    """Look at the rows as such, then derive each of them; give their verdicts."""
    form = ledger.check("claims of each list", FILE, 0.0, LISTS, CELL_FORM)
    lines = read_lines(form, folder, HEADER)
    if lines is None:
        return None
    ledger.level = DERIVED
    rows = [(number, dict(zip(HEADER, cells))) for number, cells in lines]
    _check_lists(form, rows, study["claims"])
    derived = ledger.check("regenerated figures", FILE, *tolerances.EXACT)
    places = Places(ledger, folder)
    runs = {f"{game}/{entry['folder']}" for entry in study["variants"] for game in entry["games"]}
    for number, cells in rows:
        if _well_formed(form, number, cells):
            _check_row(derived, places, runs, number, cells)
    return [cells["verdict"] for _, cells in rows]


def _check_lists(check: Check, rows: Sequence[tuple[int, Cells]], due: Sequence[Any]) -> None:
    """The lists are those of study.json in that order, each with one source, and in each all ids are different."""
    sources: dict[str, str] = {}
    seen: set[tuple[str, str]] = set()
    latest = ""
    for number, cells in rows:
        check.numbers += 1
        name, claim, source = cells["list"], cells["claim"], cells["source"]
        if name not in due:
            check.problem("study.json names no such list", number, "list", ", ".join(map(str, due)), name, TABLE_ROWS)
        elif name != latest and name in sources:
            check.problem("stands apart from the other rows of its list", number, "list", latest, name, TABLE_ROWS)
        if sources.setdefault(name, source) != source:
            check.problem("is not the source of the list's first row", number, "source", sources[name], source)
        if (name, claim) in seen:
            check.problem("an earlier row of the list has this id", number, "claim", None, claim, TABLE_ROWS)
        seen.add((name, claim))
        latest = name
    found = [name for name in sources if name in due]
    if found != list(due):
        message = "the lists are not those of study.json, in that order"
        check.problem(message, None, "list", ", ".join(map(str, due)), ", ".join(found), TABLE_ROWS)


def _well_formed(check: Check, number: int, cells: Cells) -> bool:
    """Whether a row says in one way where its number stands and how it follows from it."""
    before = len(check.ledger.problems) + check.ledger.unlisted
    for name in ("claim", "what", "printed", "regenerated", "unrounded", "unit", "verdict", "source", "list", "file"):
        if not cells[name]:
            check.problem("is empty", number, name)
    for name, cell in cells.items():
        parts = cell.split("|") if name in ("where", "key") else [cell]
        if [written(read_name(part)) for part in parts] != parts:
            check.problem("is not written as names are in tables", number, name, None, cell)
    if len([name for name in KINDS if cells[name]]) != 1:
        found = ", ".join([name for name in KINDS if cells[name]])
        check.problem("has not exactly one of these", number, ", ".join(KINDS), "one", found)
    for name in ("count", "absolute"):
        if cells[name] not in ("", "1"):
            check.problem("is neither empty nor 1", number, name, "1", cells[name])
    for name in ("minus", "times"):
        value = number_in(cells[name]) if cells[name] else Fraction(0)
        if value is None or (name == "times" and value.denominator != 1):
            check.problem("is not such a number", number, name, "a number", cells[name])
    needless = [name for name in HOW if cells[name] and not cells["column"]]
    needless += ["where"] if cells["key"] and cells["where"] else []
    for name in needless:
        check.problem("says nothing here", number, name, "nothing", cells[name])
    parts = cells["where"].split("|") if cells["where"] else []
    columns = [part.partition("=")[0] for part in parts]
    if not all("=" in part for part in parts) or len(set(columns)) != len(columns):
        check.problem("is not columns, each once, with values", number, "where", "column=value", cells["where"])
    return len(check.ledger.problems) + check.ledger.unlisted == before


def _check_row(check: Check, places: Places, runs: set[str], number: int, cells: Cells) -> None:
    """Derive what a row says was regenerated, and compare."""
    try:
        if _is_verified(places, runs, cells):
            value = _value(places, cells)
            due = (value, value) if isinstance(value, str) else _both(read_name(cells["printed"]), value)
        else:
            due = (NO_NUMBER, NOT_VERIFIED)
    except NothingThereError as error:
        check.problem(f"nothing can be regenerated: {error}", number, "file", None, cells["file"])
        return
    unrounded, regenerated = map(written, due)
    verdict = REPRODUCED if regenerated == cells["printed"] else NOT_REPRODUCED
    for column, text in (("unrounded", unrounded), ("regenerated", regenerated), ("verdict", verdict)):
        check.same(cells[column], text, number, column, "is not what the published files give")


def _both(printed: str, value: Fraction) -> tuple[str, str]:
    """A number exactly, and as the figure is printed."""
    return exact_text(value), like(printed, value)


def _is_verified(places: Places, runs: set[str], cells: Cells) -> bool:
    """Whether the verification of the run covers the number: states and the current strategy only if the run was repeated."""
    file = read_name(cells["file"])
    run = "/".join(file.split("/")[:2])
    of_state = "/checkpoints/" in file or cells["column"].startswith(CURRENT) or cells["over"].startswith(CURRENT)
    if run not in runs or not of_state:
        return True
    return bool(places.value(f"verification/{run}/python.json", ["level"]) == REPEATED)


def _value(places: Places, cells: Cells) -> Fraction | str:
    """The number that the claim is about; text where it is not a number."""
    file = read_name(cells["file"])
    if cells["key"]:
        return _of_document(places.value(file, [read_name(part) for part in cells["key"].split("|")]))
    pairs = [read_name(part).partition("=") for part in cells["where"].split("|")] if cells["where"] else []
    where = {column: value for column, _, value in pairs}
    if cells["count"]:
        return Fraction(len(places.rows(file, where)))
    if cells["linear_in"]:
        constant, slope = (places.number(file, where, column) for column in ("constant", "slope"))
        return formula(constant, slope, read_name(cells["linear_in"]))
    text = places.cell(file, where, read_name(cells["column"]))
    if text and number_in(text) is None and not any(cells[name] for name in HOW):
        return text
    value = places.number(file, where, read_name(cells["column"])) - Fraction(cells["minus"] or 0)
    if cells["absolute"]:
        value = abs(value)
    if cells["over"]:
        divisor = places.number(file, where, read_name(cells["over"]))
        if not divisor:
            raise NothingThereError(f"{file} has 0 in the column {cells['over']}, by which is to be divided")
        value /= divisor
    return value * Fraction(cells["times"] or 1)


def _of_document(value: Any) -> Fraction | str:
    """A value of a document: numbers and texts of numbers as such, a list as its items with spaces between them."""
    if isinstance(value, list):
        return " ".join([text_of(item) for item in value])
    text = text_of(value)
    number = number_in(text)
    return text if number is None else number


def text_of(value: Any) -> str:
    """A single value as JSON has it, a text without its quotes. Raises `NothingThereError` for lists and objects."""
    if isinstance(value, (list, dict)):
        raise NothingThereError("there is a list or an object where a number or a text is due")
    if isinstance(value, bool):
        return "true" if value else "false"
    return "null" if value is None else str(value)
