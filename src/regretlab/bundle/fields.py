"""Columns as Data Package has fields: type, unit, meaning, constraints. What each is called in which table: tables.py."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

Field = dict[str, Any]

EXACT = "(0|-?[1-9][0-9]*(/[1-9][0-9]*)?)"
"""A number in lowest terms: a fraction or a whole number."""


@dataclass(frozen=True)
class Facts:
    """What of study and game the fields depend on."""

    study: Mapping[str, Any]
    unit: str
    """What the game's payoffs are counted in."""
    players: int
    exact_value: bool
    """Whether the game's value was found exactly."""

    def folders(self, key: str) -> list[str]:
        """The folders of the study's games or variants."""
        return list(dict.fromkeys(entry["folder"] for entry in self.study[key]))


@dataclass(frozen=True)
class Column:
    """A column, or all columns whose names fit a pattern."""

    name: re.Pattern[str]
    type: str
    description: str
    """{0} stands for what the first group of the pattern found."""
    is_payoff: bool
    constraints: Mapping[str, Any]
    """A limit that is a function depends on the facts; False is none."""
    when: Callable[[Facts], bool]
    """Whether the column is this one."""


@dataclass(frozen=True)
class Table:
    """A kind of table."""

    path: re.Pattern[str]
    """Where it is, below the folder of the study."""
    title: str
    key: re.Pattern[str]
    """The columns that tell its rows apart."""
    columns: Sequence[Column]

    def field(self, name: str, facts: Facts) -> Field | None:
        """What a column is; None for one of the user's own."""
        for column in self.columns:
            match = column.name.fullmatch(name)
            if match and column.when(facts):
                return _field(name, column, match, facts)
        return None


def table(path: str, title: str, key: str, *columns: Iterable[Column]) -> Table:
    """`key` has the names of columns with spaces between them."""
    found = tuple(column for part in columns for column in part)
    return Table(re.compile(path), title, re.compile(key.replace(" ", "|")), found)


def text(name: str, description: str, **constraints: Any) -> Column:
    """Words."""
    return _column(name, "string", description, False, constraints)


def count(name: str, description: str, least: int = 0, **constraints: Any) -> Column:
    """A whole number, from `least` on."""
    return _column(name, "integer", description, False, {"minimum": least, **constraints})


def whole(name: str, description: str, **constraints: Any) -> Column:
    """A whole number, negative ones too."""
    return _column(name, "integer", description, False, constraints)


def flag(name: str, description: str, **constraints: Any) -> Column:
    """1 or 0."""
    return _column(name, "integer", description, False, {"enum": [0, 1], **constraints})


def number(name: str, description: str, **constraints: Any) -> Column:
    """A number without a unit, or with that of its row."""
    return _column(name, "number", description, False, constraints)


def payoff(name: str, description: str, type_: str = "number", **constraints: Any) -> Column:
    """A number in the unit of the game."""
    return _column(name, type_, description, True, constraints)


def exact(name: str, description: str, is_payoff: bool = False, **constraints: Any) -> Column:
    """A fraction in lowest terms."""
    return _column(name, "string", description, is_payoff, {"pattern": EXACT, **constraints})


def where(condition: Callable[[Facts], bool], columns: Iterable[Column]) -> list[Column]:
    """Columns that are these only if a condition holds."""
    return [replace(column, when=condition) for column in columns]


def _column(name: str, type_: str, description: str, is_payoff: bool, constraints: Mapping[str, Any]) -> Column:
    limits = {"required": True, **constraints}
    return Column(re.compile(name), type_, description, is_payoff, limits, when=lambda _: True)


def _field(name: str, column: Column, match: re.Match[str], facts: Facts) -> Field:
    given = {key: value(facts) if callable(value) else value for key, value in column.constraints.items()}
    constraints = {key: value for key, value in given.items() if value is not False}
    return {
        "name": name,
        "type": column.type,
        **({"unit": facts.unit} if column.is_payoff else {}),
        "description": column.description.format(*match.groups()),
        **({"constraints": constraints} if constraints else {}),
    }
