"""Parameters of games and variants: of which kind each may be, and in which range."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import inf, isnan
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import numpy as np

from regretlab.elementary import Floats
from regretlab.errors import InputError
from regretlab.files import read_cells, read_csv

STRATEGY_COLUMNS = ("player", "infoset", "action", "probability")

ROUNDING = 1e-6
"""So far from 1 the sum of an infoset's probabilities may be: they may come from a program that computes in single precision."""

_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_KINDS = {int: "a whole number", bool: "true or false", str: "a text"}


@dataclass(frozen=True)
class Table:
    """Numbers by iteration, as a parameter; in a study the path of its file (config/tables/README.md)."""

    path: Path
    last: int
    """The last iteration that it has numbers for."""
    _starts: Floats
    _columns: Mapping[str, Floats]

    def column(self, name: str) -> Callable[[Floats], Floats]:
        """From iterations (T,) to the numbers of a column (T,). Raises `ValueError` if there is no such column."""
        if name not in self._columns:
            raise ValueError(
                f"{self.path}: line 1: expected a column {name}, found {', '.join(self._columns) or 'none'}"
            )
        numbers = self._columns[name]
        return lambda t: numbers[np.searchsorted(self._starts, t, side="right") - 1]

    @classmethod
    def read(cls, path: Path) -> "Table":
        """Read the file. Raises `InputError` if it is no such table."""
        header, *lines = read_cells(path)
        if header[:2] != ["from_iteration", "to_iteration"] or not lines:
            raise InputError(
                f"{path}: line 1: expected from_iteration,to_iteration,... and rows, found {','.join(header)}"
            )
        if len(set(header)) != len(header):
            raise InputError(f"{path}: line 1: expected different columns, found {','.join(header)}")
        expected = 1
        for number, line in enumerate(lines, start=2):
            if not all(map(_is_number, line)) or line[0] != str(expected) or not _is_count(line[1], expected):
                found = ",".join(line)
                raise InputError(
                    f"{path}: line {number}: expected numbers for iterations {expected} and on, found {found}"
                )
            expected = int(line[1]) + 1
        columns = np.array([list(map(float, line)) for line in lines]).T
        return cls(path, expected - 1, columns[0], dict(zip(header[2:], columns[2:], strict=True)))


@dataclass(frozen=True)
class Strategy:
    """A strategy by the names of a game, as a parameter; in a study the path of its file (config/tables/README.md)."""

    path: Path
    _rows: Mapping[tuple[str, str, str], tuple[int, float]]
    """By player, infoset and action the line and the probability."""

    def over(self, rows: Sequence[tuple[int, str, str]]) -> list[float]:
        """The probabilities of these players' infosets' actions. Raises `InputError` unless there are these and no others."""
        keys = [(str(player), infoset, action) for player, infoset, action in rows]
        for key in keys:
            if key not in self._rows:
                raise InputError(f"{self.path}: expected a row for {_names(key)}, found none")
        strange = self._rows.keys() - set(keys)
        if strange:
            line, key = min((self._rows[key][0], key) for key in strange)
            raise InputError(f"{self.path}: line {line}: expected rows of the game's infosets, found {_names(key)}")
        return [self._rows[key][1] for key in keys]

    @cached_property
    def by_infoset(self) -> Mapping[str, Mapping[str, Mapping[str, float]]]:
        """By player, infoset and action, in the order of the file, the probability."""
        found: dict[str, dict[str, dict[str, float]]] = {}
        for (player, infoset, action), (_, probability) in self._rows.items():
            found.setdefault(player, {}).setdefault(infoset, {})[action] = probability
        return found

    def actions(self, player: int, infoset: str) -> tuple[str, ...]:
        """The actions of a player's infoset, in the order of the file; none if it is not there."""
        return tuple(self.by_infoset.get(str(player), {}).get(infoset, ()))

    def bounds(self, player: int, infoset: str) -> tuple[Fraction, ...]:
        """The sums of the first probabilities, the first two and so on, at an infoset that is there."""
        key = (player, infoset)
        if key not in self._bounds:
            probabilities = self.by_infoset[str(player)][infoset].values()
            self._bounds[key] = tuple(accumulate(map(Fraction, probabilities)))
        return self._bounds[key]

    @cached_property
    def _bounds(self) -> dict[tuple[int, str], tuple[Fraction, ...]]:
        """Those that were asked for."""
        return {}

    @classmethod
    def read(cls, path: Path) -> "Strategy":
        """Read the file. Raises `InputError` if it is no such table, or probabilities do not sum to 1."""
        rows: dict[tuple[str, str, str], tuple[int, float]] = {}
        totals: dict[tuple[str, str], float] = {}
        for line, cells in enumerate(read_csv(path, STRATEGY_COLUMNS), start=2):
            *names, number = cells.values()
            key = (names[0], names[1], names[2])
            if key in rows:
                raise InputError(f"{path}: line {line}: expected each action once, found {_names(key)} again")
            if not _is_number(number) or number.startswith("-") or float(number) > 1:
                raise InputError(f"{path}: line {line}: probability: expected a number from 0 to 1, found {number}")
            rows[key] = (line, float(number))
            totals[key[:2]] = totals.get(key[:2], 0.0) + float(number)
        for (player, infoset), total in totals.items():
            if abs(total - 1) > ROUNDING:
                line = max(line for key, (line, _) in rows.items() if key[:2] == (player, infoset))
                where = f"{path}: line {line}: player {player}, infoset {infoset!r}"
                raise InputError(f"{where}: expected probabilities that sum to 1, found {total}")
        return cls(path, rows)


def check_range(key: str, number: float, least: float, most: float = inf) -> None:
    """Raise `ValueError` unless the parameter is in its range, `most` included."""
    if not least <= number <= most:
        expected = f"{least:,} or more" if most == inf else f"{least:,} to {most:,}"
        raise ValueError(f"{key}: expected {expected}, found {number}")


def typed(key: str, kind: Any, value: Any) -> Any:
    """A parameter's value from YAML or JSON, as the kind that was declared. Raises `ValueError` if it is of another."""
    if get_origin(kind) is Literal:
        if value not in get_args(kind):
            raise ValueError(f"{key}: expected one of: {', '.join(map(str, get_args(kind)))}, found {value!r}")
        return value
    if get_origin(kind) is tuple:
        if not isinstance(value, list | tuple):
            raise ValueError(f"{key}: expected a list, found {value!r}")
        return tuple(typed(f"{key}[{number}]", get_args(kind)[0], item) for number, item in enumerate(value))
    if kind is float:
        return _number(key, value)
    if kind in TABLES:
        if not isinstance(value, str):
            raise ValueError(f"{key}: expected the path of a table, found {value!r}")
        return kind.read(Path(value))
    if kind not in _KINDS:
        raise ValueError(
            f"{key}: expected it to be declared as one of int, float, bool, str, tuple, Literal, Table, Strategy, found {kind}"
        )
    if type(value) is not kind:
        raise ValueError(f"{key}: expected {_KINDS[kind]}, found {value!r}")
    return value


TABLES = (Table, Strategy)
"""Kinds of parameters that are files, of which a study has the path."""


def plain(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters as YAML and JSON have them: lists for tuples, texts for infinities."""
    return {key: _plain(value) for key, value in parameters.items()}


def _number(key: str, value: Any) -> float:
    if value in ("inf", "-inf"):
        return float(value)
    if type(value) not in (int, float) or isnan(value):
        raise ValueError(f"{key}: expected a number, inf or -inf, found {value!r}")
    return float(value)


def _is_number(text: str) -> bool:
    return bool(_NUMBER.fullmatch(text)) and abs(float(text)) < inf


def _names(key: tuple[str, str, str]) -> str:
    return f"player {key[0]}, infoset {key[1]!r}, action {key[2]!r}"


def _is_count(text: str, least: int) -> bool:
    return text.isascii() and text.isdigit() and int(text) >= least


def _plain(value: Any) -> Any:
    if isinstance(value, TABLES):
        return value.path.as_posix()
    if isinstance(value, tuple):
        return list(map(_plain, value))
    return str(value) if isinstance(value, float) and abs(value) == inf else value
