"""What the checks of a study have in common: its folder, which files are there, and where problems go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from recheck import tolerances
from recheck.codes import FILES_DISAGREE, JSON_KEYS
from recheck.ledger import Check, Ledger
from recheck.reading import read_json
from recheck.tolerances import Tolerance

FORM = Tolerance(0.0, "the form is the published one or not")


class Bundle(NamedTuple):
    """A study: its folder, the content of study.json, and the files that are there and should be.

    What is not there has been reported, and is not looked at again.
    """

    folder: Path
    study: Mapping[str, Any]
    there: frozenset[str]
    ledger: Ledger

    def check(self, name: str, file: str, tolerance: Tolerance = tolerances.EXACT, code: str = FILES_DISAGREE) -> Check:
        """Open a check of a file of the study."""
        return self.ledger.check(name, file, *tolerance, code=code)

    def json(self, name: str, file: str, kinds: Mapping[str, type]) -> tuple[Check, dict[str, Any]] | None:
        """A check of the file, and its content with just these keys, each of its type; None, with problems, if it is none."""
        if file not in self.there:
            return None
        check = self.check(name, file)
        content = read_json(check, self.folder)
        # What is not in the published form, such as a number beyond all floats, is not looked into.
        return (check, content) if check.passed and have_keys(check, content, kinds) else None

    def variants_on(self, game: str) -> Iterator[Mapping[str, Any]]:
        """The entries of the variants that run on the game with that folder, in the order of study.json."""
        return (entry for entry in self.study["variants"] if game in entry["games"])


def have_keys(check: Check, content: Any, kinds: Mapping[str, type], where: str = "") -> bool:
    """Whether a JSON object has just these keys, in this order, each of its type; `object` stands for any."""
    if not isinstance(content, dict) or list(content) != list(kinds):
        found = ", ".join(content) if isinstance(content, dict) else type(content).__name__
        check.problem("wrong keys", None, where or None, ", ".join(kinds), found, JSON_KEYS)
        return False
    passed = True
    for name, kind in kinds.items():
        check.numbers += 1
        if kind is not object and type(content[name]) is not kind:
            column, found = f"{where}.{name}" if where else name, type(content[name]).__name__
            check.problem("is of the wrong type", None, column, kind.__name__, found, JSON_KEYS)
            passed = False
    return passed


def are_all(check: Check, items: Any, kind: type, column: str) -> bool:
    """Whether all items of a JSON list are of a type."""
    for n, item in enumerate(items):
        if type(item) is not kind:
            expected, found = kind.__name__, type(item).__name__
            check.problem("is of the wrong type", None, f"{column}[{n}]", expected, found, JSON_KEYS)
            return False
    return True
