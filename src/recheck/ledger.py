"""Checks and problems of one verification: everything is recorded, nothing is raised for bad data.

The records are those of docs/bundle-format.md, "verification/.../*.json".
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from recheck.codes import CHANGED, RESOURCES
from recheck.wording import counted

SHOWN = 100
"""So many problems are kept; the rest is counted."""

LONGEST = 120
"""So many characters of a cell or message are kept."""


LARGEST = sys.float_info.max
"""Stands for differences that are no finite number, which JSON cannot hold."""


class Problem(NamedTuple):
    """One thing that is wrong; row 1 is the first line after the header; what does not apply is None.

    `code` is one of recheck.codes; reports that are published do not have it.
    """

    file: str | None
    row: int | None
    column: str | None
    expected: str | None
    found: str | None
    message: str
    code: str | None = None


class Check:
    """A comparison of many numbers under one tolerance; made by `Ledger.check`."""

    def __init__(
        self, ledger: Ledger, name: str, file: str, tolerance: float, reason: str, code: str | None = None
    ) -> None:
        """Nothing compared yet, nothing wrong. `code` is that of problems that have none of their own."""
        self.ledger = ledger
        self.name = name
        self.file = file
        self.tolerance = tolerance
        self.reason = reason
        self.code = code
        self.numbers = 0
        self.largest_difference = 0.0
        self.passed = True

    def problem(
        self,
        message: str,
        row: int | None = None,
        column: str | None = None,
        expected: object = None,
        found: object = None,
        code: str | None = None,
    ) -> None:
        """Record that something is wrong with the check's file."""
        self.passed = False
        self.ledger.record(Problem(self.file, row, column, _text(expected), _text(found), message, code or self.code))

    def number(self, published: float, derived: float, row: int | None, column: str) -> None:
        """Compare two floats: |published - derived| <= tolerance * max(1, |derived|)."""
        difference = abs(published - derived) / max(1.0, abs(derived))
        self.within(difference, row, column, derived, published)

    def double(self, published: float, derived: float, row: int | None, column: str) -> None:
        """Compare two floats: they must be the same, the sign of a zero too."""
        self.number(published, derived, row, column)
        if published == derived and repr(published) != repr(derived):
            self.problem("is zero with another sign", row, column, repr(derived), repr(published))

    def within(self, difference: float, row: int | None, column: str, expected: object, found: object) -> None:
        """Count one comparison whose difference is known already."""
        self.numbers += 1
        # Asked this way round so that a difference that is not a number counts as the largest.
        if not difference <= LARGEST:
            difference = LARGEST
        self.largest_difference = max(self.largest_difference, difference)
        if difference > self.tolerance:
            message = f"differs by {difference!r}, more than {self.tolerance!r}"
            self.problem(message, row, column, expected, found)

    def exact(self, published: Fraction, derived: Fraction, row: int | None, column: str) -> None:
        """Compare two exact numbers: they must be equal."""
        self.numbers += 1
        if published == derived:
            return
        difference = min(abs(published - derived) / max(Fraction(1), abs(derived)), Fraction(LARGEST))
        self.largest_difference = max(self.largest_difference, float(difference))
        self.problem("is not the exact number", row, column, derived, published)

    def same(self, published: object, derived: object, row: int | None, column: str, message: str) -> None:
        """Compare two texts, marks or counts: they must be equal, and of the same type."""
        self.numbers += 1
        if type(published) is not type(derived) or published != derived:
            self.problem(message, row, column, derived, published)


class Ledger:
    """All checks and problems of one verification, and the hashes of the bytes that were read."""

    def __init__(self, subject: str) -> None:
        """Nothing checked yet; `subject` is the verified folder below the study.

        `reading` is the file that was read last; `exhausted` tells that memory or recursion came to an end. `code` is that of
        problems of checks that have none of their own; None: the report is one that is published, without codes. `by_library`
        tells that exponentials were computed, which may differ by an ulp or two where the library of mathematics is another.
        """
        self.subject = subject
        self.checks: list[Check] = []
        self.problems: list[Problem] = []
        self.unlisted = 0
        self.files: dict[str, str] = {}
        self.reading: str | None = None
        self.exhausted = False
        self.level: str | None = None
        self.code: str | None = None
        self.by_library = False
        self.certificate: dict[str, dict[str, str]] | None = None

    def check(self, name: str, file: str, tolerance: float, reason: str, code: str | None = None) -> Check:
        """Open a check; what it finds is recorded here. `reason` says in one sentence why that tolerance."""
        opened = Check(self, name, file, tolerance, reason, code or self.code)
        self.checks.append(opened)
        return opened

    @contextmanager
    def surviving(self) -> Iterator[None]:
        """Make a problem of it if memory or recursion comes to an end, whatever is then being done."""
        try:
            yield
        except (MemoryError, RecursionError) as error:
            what = "memory" if isinstance(error, MemoryError) else "recursion"
        else:
            return
        self.exhausted = True
        reason = "whatever is too large is not checked"
        check = self.check("resources", self.reading or self.subject, 0.0, reason, RESOURCES)
        check.problem(f"more {what} is needed to check this file, or what it is compared with, than there is")

    def record(self, problem: Problem) -> None:
        """Keep a problem, or count it once the list is long enough."""
        if len(self.problems) < SHOWN:
            self.problems.append(problem)
        else:
            self.unlisted += 1

    def hashed(self, file: str, sha256: str) -> None:
        """Record the hash of the bytes of a file that were read; whoever reads it again has to find the same."""
        if self.files.setdefault(file, sha256) != sha256:
            message = "is another file than when it was read before"
            self.record(Problem(file, None, None, self.files[file], sha256, message, CHANGED))

    def take(self, other: Ledger) -> None:
        """Take over all that another ledger has; problems without a code get that of this one's checks."""
        self.checks += other.checks
        for problem in other.problems:
            self.record(problem._replace(code=problem.code or self.code))
        self.unlisted += other.unlisted
        self.exhausted |= other.exhausted
        for file, sha256 in other.files.items():
            self.hashed(file, sha256)

    def all_problems(self) -> list[Problem]:
        """The problems that were kept and, if there were more, a last one that tells how many."""
        if not self.unlisted:
            return list(self.problems)
        message = f"{counted(self.unlisted, 'more problem')} {'is' if self.unlisted == 1 else 'are'} not listed"
        return [*self.problems, Problem(None, None, None, None, None, message)]

    @property
    def passed(self) -> bool:
        """Whether something was checked and nothing is wrong."""
        return not self.problems and any(check.numbers for check in self.checks)


def to_float(number: Fraction) -> float:
    """The nearest double; of what is beyond all doubles, the largest."""
    try:
        return float(number)
    except OverflowError:
        return LARGEST if number > 0 else -LARGEST


def exact_text(number: Fraction) -> str:
    """The number as published, whatever its length: `str` refuses whole numbers of more than 4,300 digits."""
    texts = [format(Decimal(whole), "f") for whole in (number.numerator, number.denominator)]
    return texts[0] if number.denominator == 1 else "/".join(texts)


def _text(value: object) -> str | None:
    """A value as it is shown in a report; long ones are cut."""
    if value is None:
        return None
    text = exact_text(value) if isinstance(value, Fraction) else str(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}... ({len(text)} characters)"
