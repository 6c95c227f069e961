"""CSV files as figures read them: whole columns, with errors that name file and line."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from regretlab.errors import InputError
from regretlab.files import read_csv

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Table:
    """A CSV file."""

    path: Path

    @cached_property
    def rows(self) -> list[dict[str, str]]:
        """Its rows, at least one. Raises `InputError` if there are none."""
        rows = read_csv(self.path)
        if not rows:
            raise InputError(f"{self.path}: expected at least one row below the header, found none")
        return rows

    def texts(self, name: str) -> list[str]:
        """A column as it stands. Raises `InputError` if there is no such column."""
        if name not in self.rows[0]:
            raise InputError(f"{self.path}: line 1: expected a column '{name}', found {', '.join(self.rows[0])}")
        return [row[name] for row in self.rows]

    def fractions(self, name: str) -> list[Fraction]:
        """A column of numbers, exact: also a float is a fraction. Raises `InputError` for anything else."""
        numbers = []
        for line, text in enumerate(self.texts(name), start=2):
            try:
                numbers.append(Fraction(text) if "/" in text else Fraction(float(text)))
            except (ValueError, ZeroDivisionError, OverflowError) as error:
                raise InputError(f"{self.path}: line {line}: {name}: expected a number, found '{text}'") from error
        return numbers

    def floats(self, name: str) -> Floats:
        """A column of numbers. Raises `InputError` for anything else."""
        return np.array([float(number) for number in self.fractions(name)])
