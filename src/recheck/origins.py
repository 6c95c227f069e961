"""Where a number of the page says that it comes from, and whether that is so.

The words are those of docs/bundle-format.md, "report.html".
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from recheck.ledger import exact_text
from recheck.names import read_name
from recheck.numerals import grouped, like, number_in
from recheck.places import NothingThereError, Places

COUNT, SUM, GREATEST = "count", "sum", "greatest"
TABLE = ".csv"
RESERVED = re.compile('[\x00-\x20\x7f%",|;=]')
GROUPED = re.compile(r"-?[0-9]{1,3}(?:,[0-9]{3})+")


def word(name: str) -> str:
    """A name as a word among others."""
    return RESERVED.sub(lambda match: f"%{ord(match[0]):02X}", name)


def cell(file: str, column: str, **where: str) -> str:
    """The words for a cell of a table."""
    return f"{word(file)} {'|'.join([f'{word(name)}={word(text)}' for name, text in where.items()])} {word(column)}"


def value(file: str, *keys: object) -> str:
    """The words for a value of a document."""
    return f"{word(file)} {'|'.join([word(str(key)) for key in keys])}"


def found_at(places: Places, origin: str) -> Any:
    """What stands there: a number or a text; of a document, also a truth or a list. Raises `NothingThereError`."""
    how, space, rest = origin.partition(" ")
    if how not in (COUNT, SUM, GREATEST) or not space:
        return _single(places, origin)
    found = [_single(places, one) for one in rest.split("; ")]
    if how == COUNT:
        if len(found) != 1 or not isinstance(found[0], list):
            raise NothingThereError(f"there is no one list at {rest}")
        return len(found[0])
    items = [item for one in found for item in (one if isinstance(one, list) else [one])]
    numbers = [number_of(item) for item in items]
    if not numbers or None in numbers:
        raise NothingThereError(f"there are no numbers at {rest}")
    known = [number for number in numbers if number is not None]
    total = Fraction(0)
    for number in known:
        total += number
    return total if how == SUM else max(known)


def number_of(found: Any) -> Fraction | None:
    """The number that was found, None if it is none."""
    if isinstance(found, Fraction):
        return found
    if isinstance(found, (int, float)) and not isinstance(found, bool):
        return number_in(repr(found))
    return number_in(found) if isinstance(found, str) else None


def text_at(found: Any) -> str:
    """What was found, as it is shown if it is not rounded: a list in brackets."""
    if isinstance(found, list):
        return f"[{','.join([text_at(item) for item in found])}]"
    if isinstance(found, Fraction):
        return exact_text(found)
    return str(found).lower() if isinstance(found, bool) else str(found)


def shows(text: str, found: Any) -> bool:
    """Whether a text is what was found, rounded as the text is: to its digits, in its notation, as a share in percent."""
    number = number_of(found)
    if text == text_at(found) or number is None:
        return text == text_at(found)
    if GROUPED.fullmatch(text):
        return number.denominator == 1 and text == grouped(number)
    if text.endswith("%"):
        return text[:-1] == like(text[:-1], 100 * number)
    return text == like(text, number)


def _single(places: Places, origin: str) -> Any:
    """What stands at one place."""
    words = origin.split(" ")
    file = read_name(words[0])
    if file.endswith(TABLE) and len(words) == 3:
        pairs = [part.partition("=") for part in words[1].split("|")]
        if all(equals for _, equals, _ in pairs):
            where = {read_name(column): read_name(text) for column, _, text in pairs}
            return places.cell(file, where, read_name(words[2]))
    elif not file.endswith(TABLE) and len(words) == 2:
        return places.value(file, [read_name(key) for key in words[1].split("|")])
    raise NothingThereError("this is neither file, row and column of a table nor file and keys of a document")
