"""Verification of report.html: every number on the page is that of the tables, and what is due is there.

Convention and limits: docs/bundle-format.md, "report.html". Headings, tables, figures and all that says where it comes from are
checked; the words around them are not.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import zip_longest
from pathlib import Path
from typing import Any

from recheck.codes import FORMAT
from recheck.due import Due, due_on_page
from recheck.ledger import Check, Ledger
from recheck.markup import IMAGE, LINK, VALUE, Item, read_page
from recheck.origins import found_at, shows
from recheck.places import NothingThereError, Places, is_plain
from recheck.reading import LARGEST_FILE, UnreadableError, find, read_text

FILE = "report.html"
FORM = "the page is plain HTML, without scripts or anything from elsewhere, or it is not"
NUMBERS = "what is shown is what stands there, rounded once to the digits shown, or it is not"
ORDER = "study.json and the reports say what is shown, in which order and with how many digits"
PROOF = re.compile(r"verification/[^/]+/[^/]+/python\.json")
FAMILY = "equilibria/summary.json"
NOT_DUE = "is not what is due here, and from here on the page is not compared"


def check_page(ledger: Ledger, folder: Path, study: Mapping[str, Any], files: Collection[str]) -> None:
    """Check the page of a study; `study` is the content of study.json, which has been looked at before, `files` are the study's.

    The row of a problem is a line of the page, its column where a number says that it comes from.
    """
    form = ledger.check("form of the page", FILE, 0.0, FORM, FORMAT)
    text = read_text(form, folder, LARGEST_FILE)
    if text is None:
        return
    places = Places(ledger, folder)
    items = read_page(form, text, set(_names(places, study, files)))
    _check_links(form, folder, items)
    form.numbers += len(items)
    wrong = _check_numbers(ledger.check("numbers of the page", FILE, 0.0, NUMBERS), places, items)
    order = ledger.check("what the page shows", FILE, 0.0, ORDER)
    try:
        due = list(due_on_page(places, files, study))
    except NothingThereError as error:
        order.problem(f"what is due cannot be told: {error}")
        return
    _compare(order, places, items, due, wrong)


def _names(places: Places, study: Mapping[str, Any], files: Collection[str]) -> Iterator[str]:
    """What sentences name: the study, parameters, units, families of equilibria and levels of verification."""
    yield study["name"]
    for entry in (*study["games"], *study["variants"]):
        yield from entry["parameters"]
    told = [(f"{entry['folder']}/game.json", "unit") for entry in study["games"]]
    told += [(file, "level") for file in sorted(files) if PROOF.fullmatch(file)]
    told += [(f"{entry['folder']}/{FAMILY}", key) for entry in study["games"] for key in ("family", "parameter")]
    for file, key in [(file, key) for file, key in told if file in files]:
        with suppress(NothingThereError):
            yield str(places.value(file, [key]))


def _check_links(check: Check, folder: Path, items: Sequence[Item]) -> None:
    """Links and images lead to files of the study, images to its figures."""
    for item in items:
        if item.kind not in (IMAGE, LINK):
            continue
        if not is_plain(item.text) or (item.kind == IMAGE and not item.text.startswith("figures/")):
            due = "a figure of the study" if item.kind == IMAGE else "a file of the study"
            check.problem("does not lead to where it may", item.line, item.kind, due, item.text)
            continue
        try:
            find(folder, item.text)
        except UnreadableError as error:
            check.problem(f"{item.kind} to what {error.message}", item.line, item.kind, error.found, item.text)


def _check_numbers(check: Check, places: Places, items: Sequence[Item]) -> set[int]:
    """Whatever says where it comes from is what stands there; give the numbers of the items that are not."""
    wrong: set[int] = set()
    for n, item in enumerate(items):
        if item.kind != VALUE:
            continue
        check.numbers += 1
        try:
            found = found_at(places, item.origin)
        except NothingThereError as error:
            check.problem(f"comes from nowhere: {error}", item.line, item.origin, None, item.text)
            wrong.add(n)
            continue
        if not shows(item.text, found):
            check.problem("is not what stands there", item.line, item.origin, found, item.text)
            wrong.add(n)
    return wrong


def _compare(check: Check, places: Places, items: Sequence[Item], due: Sequence[Due], wrong: set[int]) -> None:
    """Item by item; the first that is another one ends it, since all that follow may be moved."""
    for n, (item, expected) in enumerate(zip_longest(items, due)):
        if item is None or expected is None or _place(item) != _place(expected):
            line = (items[-1] if item is None and items else item or Item("", "", "", 1)).line
            told = [None if one is None else " ".join(part for part in _place(one) if part) for one in (expected, item)]
            check.problem(NOT_DUE, line, None, told[0] or "the end of the page", told[1] or "the end of the page")
            return
        check.numbers += 1
        if item.kind == VALUE and n not in wrong:
            text = expected.written(found_at(places, item.origin))
            if text != item.text:
                check.problem("is not written as is due", item.line, item.origin, text, item.text)
        elif item.kind == IMAGE and item.origin != expected.origin:
            check.problem("is not what the figure is called", item.line, "alt", expected.origin, item.origin)


def _place(one: Item | Due) -> tuple[str, str]:
    """What an item is, apart from the number shown."""
    return one.kind, one.origin if one.kind == VALUE else one.text
