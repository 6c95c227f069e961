"""Parameters of games and variants: of which kind each may be, and in which range."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf, isnan
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import numpy as np

from regretlab.elementary import Floats
from regretlab.errors import InputError
from regretlab.files import read_cells

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
    if kind is Table:
        if not isinstance(value, str):
            raise ValueError(f"{key}: expected the path of a table, found {value!r}")
        return Table.read(Path(value))
    if kind not in _KINDS:
        raise ValueError(
            f"{key}: expected it to be declared as one of int, float, bool, str, tuple, Literal, Table, found {kind}"
        )
    if type(value) is not kind:
        raise ValueError(f"{key}: expected {_KINDS[kind]}, found {value!r}")
    return value


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


def _is_count(text: str, least: int) -> bool:
    return text.isascii() and text.isdigit() and int(text) >= least


def _plain(value: Any) -> Any:
    if isinstance(value, Table):
        return value.path.as_posix()
    if isinstance(value, tuple):
        return list(map(_plain, value))
    return str(value) if isinstance(value, float) and abs(value) == inf else value
