"""A page of plain HTML, read strictly: what is shown on it, in order, and where it says that this comes from.

Only what docs/bundle-format.md, "report.html", allows is understood. What Python's own parser forgives depends on its version;
here the page is a sequence of five kinds of tokens, and what is none of them is a problem.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Collection, Iterator
from typing import NamedTuple

from recheck.ledger import Check
from recheck.prose import WITH_ORIGIN, fault_of, named

TOKEN = re.compile(
    r"<!DOCTYPE html>\n"
    r"|<(?P<open>[a-z][a-z0-9]*)(?P<attributes>(?: [a-z-]+=\"[^\"<>]*\")*)>"
    r"|</(?P<close>[a-z][a-z0-9]*)>"
    r"|(?P<text>[^<>&]+)"
    r"|(?P<entity>&(?:amp|lt|gt|quot|#34|#39);)"
)
ATTRIBUTE = re.compile(r" ([a-z-]+)=\"([^\"<>]*)\"")
ENTITIES = {"&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#34;": '"', "&#39;": "'"}
ENTITY = re.compile("|".join(ENTITIES))

INLINE = {"p", "td", "caption", "code"}
PARENTS = {
    "html": {""},
    "head": {"html"},
    "meta": {"head"},
    "title": {"head"},
    "style": {"head"},
    "body": {"html"},
    "h1": {"body"},
    "h2": {"body"},
    "h3": {"body"},
    "p": {"body"},
    "figure": {"body", "details"},
    "img": {"figure"},
    "details": {"body"},
    "summary": {"details"},
    "table": {"body"},
    "caption": {"table"},
    "tr": {"table"},
    "th": {"tr"},
    "td": {"tr"},
    "code": INLINE,
    "span": INLINE,
    "a": INLINE,
    "wbr": {"td"},
}
"""What may stand in what; nothing else may be there."""

ATTRIBUTES = {
    "html": {"lang"},
    "meta": {"charset"},
    "img": {"src", "alt"},
    "a": {"href"},
    "th": {"class"},
    "td": {"class", "data-from"},
    "span": {"data-from"},
}
ONCE, EMPTY = {"html", "head", "body", "title", "h1", "caption", "summary"}, {"meta", "img", "wbr"}
TEXTS = {"title", "style", "h1", "h2", "h3", "p", "code", "span", "a", "caption", "th", "td", "summary"}
"""What may have texts in it; between other elements are spaces."""

HEADINGS, CELLS, SOURCED, INSIDE = (
    {"title", "h1", "h2", "h3", "summary"},
    {"th", "td"},
    {"td", "span"},
    {"code", "span", "a"},
)
NUMBER = "number"
PROSE = {"p", "caption"}
UNSOURCED = "has something that is no word, or a number that does not say where it comes from"
STYLE = "23ce70e858ba005df92eb43d7cf58ed0dad8196fbaea5a120d32cd9aa59d5436"
"""SHA-256 of the one style sheet: another could hide what is shown, or show what is not."""

BEGIN = '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
"""Other letters could be read in another encoding."""

UNSEEN = {"Cc", "Cf", "Co", "Cs", "Zl", "Zp"}
"""Categories of characters that nobody sees, or that turn the order of others round."""

HEADING, HEADER, ROW, VALUE, BLANK, IMAGE, LINK = "heading", "header", "row", "value", "empty cell", "image", "link"


class Item(NamedTuple):
    """Something that is shown: its kind, its text or path, where it comes from (an image: `alt`), and the line of the page."""

    kind: str
    text: str
    origin: str
    line: int


class _Open(NamedTuple):
    """An element that has begun: its name, attributes and line, and what is in it so far.

    `texts` are the texts, `cells` the names of the cells of a row, and of elements that may be there once, `header` the texts of
    the header of a table.
    """

    name: str
    attributes: dict[str, str]
    line: int
    texts: list[str]
    cells: list[str]
    header: list[str]


def read_page(check: Check, text: str, names: Collection[str] = ()) -> list[Item]:
    """What a page shows, in its order; whatever is not as it should be is a problem, in the line of the page.

    `names` are those that may stand in sentences without saying where they come from.
    """
    items: list[Item] = []
    known = named(names)
    opened: list[_Open] = [_Open("", {}, 1, [], [], [])]
    for number, row in enumerate(text.split("\n"), 1):
        unseen = [letter for letter in row if unicodedata.category(letter) in UNSEEN]
        if unseen:
            check.problem("has a character that cannot be seen", number, None, None, ascii(unseen[0]))
    position, line = 0, 1
    while position < len(text):
        match = TOKEN.match(text, position)
        if match is None or (match.lastgroup is None and position):
            check.problem("is not plain HTML from here on", line, None, None, text[position : position + 40])
            return items
        if match["open"]:
            _begin(check, items, opened, match["open"], match["attributes"], line)
        elif match["close"]:
            if match["close"] != opened[-1].name:
                check.problem("closes what is not open", line, None, opened[-1].name, match["close"])
                return items
            items += _end(check, opened, known)
        elif match["text"] or match["entity"]:
            _add_text(check, opened, match["text"] or ENTITIES[match["entity"]], line)
        position = match.end()
        line += match[0].count("\n")
    if len(opened) > 1 or not text.startswith(BEGIN):
        check.problem("is not one whole document", line, None, BEGIN, opened[-1].name)
    return items


def _begin(check: Check, items: list[Item], opened: list[_Open], name: str, written: str, line: int) -> None:
    """An element begins."""
    pairs = ATTRIBUTE.findall(written)
    attributes = {key: ENTITY.sub(lambda match: ENTITIES[match[0]], value) for key, value in pairs}
    parent = opened[-1].name
    again = name in ONCE and name in opened[-1].cells
    if name in ONCE:
        opened[-1].cells.append(name)
    if again or parent not in PARENTS.get(name, ()):
        check.problem("may not stand here", line, None, None, f"<{name}> in <{parent}>")
    if len(attributes) != len(pairs) or not set(attributes) <= ATTRIBUTES.get(name, set()):
        check.problem("has attributes that it may not have", line, None, None, f"<{name}{written}>")
    if attributes.get("class", NUMBER) != NUMBER:
        check.problem("is of no such class", line, None, NUMBER, attributes["class"])
    if "data-from" in attributes and any("data-from" in outer.attributes for outer in opened):
        check.problem(
            "is in an element that says already where it comes from", line, None, None, attributes["data-from"]
        )
    if name == "img":
        items.append(Item(IMAGE, attributes.get("src", ""), attributes.get("alt", ""), line))
    elif name == "a":
        items.append(Item(LINK, attributes.get("href", ""), "", line))
    elif name == "wbr" and not "".join(opened[-1].texts).endswith("|"):
        check.problem("parts what is no list", line, None, "|<wbr>", "".join(opened[-1].texts))
    if name in CELLS:
        if name == "td" and not opened[-1].cells:
            items.append(Item(ROW, "", "", line))
        opened[-1].cells.append(name)
    if name not in EMPTY:
        opened.append(_Open(name, attributes, line, [], [], []))


def _end(check: Check, opened: list[_Open], names: re.Pattern[str]) -> Iterator[Item]:
    """The innermost element ends: what it shows."""
    ended = opened.pop()
    name, line, outer = ended.name, ended.line, opened[-1]
    text = "".join(ended.texts)
    if "data-from" in ended.attributes:
        yield Item(VALUE, text, ended.attributes["data-from"], line)
    elif name in SOURCED:
        if text or name == "span":
            check.problem("does not say where it comes from", line, "data-from", "file, row, column", text)
        yield Item(BLANK, text, "", line)
    elif name in HEADINGS:
        yield Item(HEADING, text, "", line)
    elif name == "th" and len(opened) > 1:
        opened[-2].header.append(text)
    elif name == "tr":
        yield from _end_of_row(check, ended, outer.header)
    elif name == "style" and hashlib.sha256(text.encode()).hexdigest() != STYLE:
        check.problem("style is not that of these pages", line, "style", STYLE, text)
    elif name == "details" and "summary" not in ended.cells:
        check.problem("hides figures and does not say which", line, None, "<summary>", None)
    elif name in PROSE:
        fault = fault_of(text, names)
        if fault is not None:
            check.problem(
                UNSOURCED, line, "data-from", "words, and numbers that say it", ascii(fault).replace("\\x00", "...")
            )
    if name in INSIDE:
        outer.texts.append(WITH_ORIGIN if "data-from" in ended.attributes else text)


def _end_of_row(check: Check, row: _Open, header: list[str]) -> Iterator[Item]:
    """A row ends: the header of its table, or as many cells as that has."""
    if "th" not in row.cells:
        check.same(len(row.cells), len(header), row.line, "tr", "has not as many cells as the header")
        return
    if set(row.cells) != {"th"} or len(header) != len(row.cells):
        check.problem("is not the only header of its table", row.line, None, "cells of one kind", " ".join(row.cells))
    yield Item(HEADER, "|".join(header), "", row.line)


def _add_text(check: Check, opened: list[_Open], text: str, line: int) -> None:
    """A text, in the innermost element."""
    if opened[-1].name in TEXTS:
        opened[-1].texts.append(text)
    elif text.strip(" \n"):
        check.problem("is a text where none may be", line, None, None, text)
