"""Where a number of the page comes from, in words of its own (docs/bundle-format.md, "report.html")."""

from typing import NamedTuple

from regretlab.files import word_of


class Shown(NamedTuple):
    """What the page shows, and where it comes from."""

    text: str
    origin: str


def cell(file: str, column: str, **where: str) -> str:
    """A cell of a table: the column, and the names or numbers in other columns that single out the row."""
    row = "|".join(f"{word_of(name)}={word_of(text)}" for name, text in where.items())
    return f"{word_of(file)} {row} {word_of(column)}"


def value(file: str, *keys: str | int) -> str:
    """A value of a document: the keys that lead to it; items of lists are numbered from 0."""
    return f"{word_of(file)} {'|'.join(word_of(str(key)) for key in keys)}"


def count(origin: str) -> str:
    """How many items a list has."""
    return f"count {origin}"


def total(*origins: str) -> str:
    """The sum of numbers; of one number it is the number."""
    return _together("sum", origins)


def greatest(*origins: str) -> str:
    """The greatest of numbers; of one number it is the number."""
    return _together("greatest", origins)


def items(origin: str) -> str:
    """The sum of the numbers of a list."""
    return f"sum {origin}"


def _together(what: str, origins: tuple[str, ...]) -> str:
    return origins[0] if len(origins) == 1 else f"{what} {'; '.join(origins)}"
