"""The numbers that figures show, from the tables of a study; whether these are true is not asked here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from recheck.drawings.problem import DrawingError
from recheck.ledger import Check, Ledger
from recheck.reading import EXACT, Row, UnreadableError, exact_of, find, float_of, read_json, read_lines
from recheck.tables import METHODS

SHOWN = "what figures show is not derived again here"
METHODS_FILE = "methods.csv"


class MethodRow(NamedTuple):
    """A row of methods.csv."""

    number: int
    iteration: float
    exploitability: float
    low: float
    high: float


class Method(NamedTuple):
    """A method on a game."""

    name: str
    answer: str
    runs: int
    coverage: float
    rows: Sequence[MethodRow]

    @property
    def label(self) -> str:
        """What it is called in figures."""
        return self.name if self.answer == "average" else f"{self.name} ({self.answer})"


class Tables:
    """The files of a study, read when they are asked for.

    What cannot be read is a problem of its own file, and `DrawingError` ends the check of the figure that shows it.
    """

    def __init__(self, ledger: Ledger, folder: Path, study: Mapping[str, Any]) -> None:
        """Nothing read yet."""
        self.ledger = ledger
        self.folder = folder
        self.study = study
        self._methods: dict[tuple[str, str], Method] | None = None
        self._bad: set[str] = set()
        self._json: dict[str, Any] = {}

    def methods(self, game: str) -> list[Method]:
        """The methods on a game, in the order of the study."""
        if self._methods is None:
            self._methods = self._read_methods()
        names = dict.fromkeys([entry["method"] for entry in self.study["variants"] if game in entry["games"]])
        for name in names:
            if (game, name) not in self._methods:
                raise DrawingError(
                    "cannot be compared with rows that are not there", None, f"{METHODS_FILE}: {name} on {game}"
                )
        return [self._methods[game, name] for name in names]

    def json(self, file: str) -> Any:
        """The content of a JSON file."""
        if file not in self._json:
            check = self._opened(file)
            self._json[file] = read_json(check, self.folder)
            self._end(check)
        return self._json[file]

    def unit(self, game: str) -> str:
        """What the game's payoffs are counted in."""
        return str(self.get(f"{game}/game.json", "unit"))

    def get(self, file: str, *keys: str) -> Any:
        """What stands under these keys in a JSON file."""
        content = self.json(file)
        for key in keys:
            if not isinstance(content, dict) or key not in content:
                raise DrawingError("cannot be compared with what is not there", None, f"{file}: {'.'.join(keys)}")
            content = content[key]
        return content

    def fraction(self, file: str, key: str) -> Fraction:
        """An exact number in a JSON file."""
        text = self.get(file, key)
        if not isinstance(text, str) or not EXACT.fullmatch(text) or text.endswith("/0"):
            raise DrawingError("cannot be compared with what is no exact number", None, f"{file}: {key}", text)
        return Fraction(text)

    def columns(self, file: str, wanted: Sequence[str]) -> list[list[float]]:
        """Columns of a CSV file as floats; iterations are floats too."""
        check = self._opened(file)
        rows = self._lines(check, wanted)
        found = [[_number(check, row, name) for row in rows] for name in wanted]
        self._end(check)
        return found

    def rows(self, file: str, wanted: Sequence[str]) -> list[Row]:
        """The rows of a CSV file that has these columns, as texts."""
        check = self._opened(file)
        rows = self._lines(check, wanted)
        self._end(check)
        return rows

    def _header(self, file: str) -> list[str]:
        """The columns of a CSV file. Raises `DrawingError` if there is none."""
        try:
            with find(self.folder, file).open(encoding="utf-8", newline="") as stream:
                return stream.readline(2**24).rstrip("\n").split(",")
        except (UnreadableError, OSError, ValueError) as error:
            raise DrawingError("cannot be compared with a file that cannot be read", None, file, error) from error

    def exact(self, file: str, row: Row, column: str) -> Fraction:
        """An exact cell of a CSV file."""
        check = self._opened(file)
        number = exact_of(check, row, column)
        self._end(check)
        return Fraction(0) if number is None else number

    def _lines(self, check: Check, wanted: Sequence[str]) -> list[Row]:
        header = self._header(check.file)
        lines = read_lines(check, self.folder, header) or []
        for name in wanted:
            if name not in header or not lines:
                self.ledger.checks.remove(check)
                raise DrawingError("cannot be compared with what is not there", None, f"{check.file}: {name}")
        return [Row(number, dict(zip(header, cells))) for number, cells in lines]

    def _read_methods(self) -> dict[tuple[str, str], Method]:
        check = self._opened(METHODS_FILE)
        found: dict[tuple[str, str], list[Row]] = {}
        for number, cells in read_lines(check, self.folder, METHODS) or []:
            row = Row(number, dict(zip(METHODS, cells)))
            found.setdefault((row.cells["game"], row.cells["method"]), []).append(row)
        methods: dict[tuple[str, str], Method] = {}
        for (game, name), rows in found.items():
            names = ("iteration", "exploitability", "low", "high")
            numbers = [MethodRow(row.number, *[_number(check, row, column) for column in names]) for row in rows]
            runs, coverage = (_number(check, rows[0], column) for column in ("runs", "coverage"))
            methods[game, name] = Method(name, rows[0].cells["answer"], int(runs), coverage, numbers)
        self._end(check)
        return methods

    def _opened(self, file: str) -> Check:
        if file in self._bad:
            raise DrawingError("cannot be compared with a file that is not as it should be", None, file)
        return self.ledger.check("numbers of figures", file, 0.0, SHOWN)

    def _end(self, check: Check) -> None:
        """A check that found nothing is not kept: it compares nothing."""
        if check.passed:
            self.ledger.checks.remove(check)
            return
        self._bad.add(check.file)
        raise DrawingError("cannot be compared with a file that is not as it should be", None, check.file)


def _number(check: Check, row: Row, column: str) -> float:
    """A number of a cell; of a cell that is none, with a problem, 0."""
    text = row.cells[column]
    if text.isdecimal() and text.isascii() and len(text) < 16:
        return float(text)
    return float_of(check, row, column) or 0.0
