"""Cells of tables, many at a time: one text per number, in its range, with the sums that must be.

Forms: docs/bundle-format.md, "Conventions". Where all cells are as they should be they are not looked at one by one.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeVar

from recheck.codes import CELL_FORM, CELL_RANGE, SUM_WRONG, TABLE_ROWS
from recheck.ledger import Check
from recheck.reading import FLOAT_CELL, LARGEST_FILE, Label, Row, by_label, exact_number, exact_of, float_of, read_lines
from recheck.semantics.bundle import Bundle

WHOLE = re.compile(r"0|-?[1-9][0-9]{0,4299}")
"""As many digits as Python converts, whatever its version."""

Place = Callable[[int], tuple[int, str]]
"""Row and column of the n-th of some cells."""

Number = TypeVar("Number", int, float, Fraction)


class Table(NamedTuple):
    """The rows of a table, each with all its cells, and the check that they were read in."""

    check: Check
    header: Sequence[str]
    rows: list[list[str]]

    def texts(self, column: str) -> list[str]:
        """The cells of a column."""
        n = self.header.index(column)
        return [cells[n] for cells in self.rows]

    def floats(self, column: str) -> list[float] | None:
        """The numbers of a column; None, with problems, if some are none."""
        return floats_of(self.check, self.texts(column), down(column))

    def exacts(self, column: str) -> list[Fraction] | None:
        """The exact numbers of a column; None, with problems, if some are none."""
        return exacts_of(self.check, self.texts(column), down(column))

    def wholes(self, column: str) -> list[int] | None:
        """The whole numbers of a column; None, with problems, if some are none."""
        return wholes_of(self.check, self.texts(column), down(column))


def down(column: str, first: int = 1) -> Place:
    """Places in one column, from that row on."""
    return lambda n: (first + n, column)


def across(row: int, columns: Sequence[str]) -> Place:
    """Places in one row, in these columns."""
    return lambda n: (row, columns[n])


def read_rows(
    bundle: Bundle, name: str, file: str, header: Sequence[str], labels: Sequence[Label], widest: int = FLOAT_CELL
) -> Table | None:
    """A table with just these rows by their leading cells; None, with problems, if it is none. As `read_table` for one file."""
    if file not in bundle.there:
        return None
    check = bundle.check(name, file)
    width = len(labels[0]) if labels else 0
    letters = sum([len(cell) for label in labels for cell in label])
    most = letters + len(labels) * ((widest + 1) * (len(header) - width) + width)
    lines = read_lines(check, bundle.folder, header, most)
    if lines is None or not check.passed:
        return None
    rows = [cells for _, cells in lines]
    check.numbers += len(rows) * width
    if len(rows) != len(labels) or any(tuple(cells[:width]) != label for cells, label in zip(rows, labels)):
        by_label(check, header, labels, lines)
        return None
    return Table(check, header, rows)


def read_any_rows(bundle: Bundle, name: str, file: str, header: Sequence[str]) -> Table | None:
    """A table with any rows; None, with problems, if it is none."""
    if file not in bundle.there:
        return None
    check = bundle.check(name, file)
    lines = read_lines(check, bundle.folder, header, LARGEST_FILE)
    return Table(check, header, [cells for _, cells in lines]) if lines is not None and check.passed else None


def floats_of(check: Check, texts: Sequence[str], place: Place) -> list[float] | None:
    """The floats that cells hold; None, with problems, if some are none or not written as `repr` does."""
    check.numbers += len(texts)
    try:
        numbers = list(map(float, texts))
        if list(map(repr, numbers)) == list(texts) and all(map(math.isfinite, numbers)):
            return numbers
    except ValueError:
        pass
    for n, text in enumerate(texts):
        row, column = place(n)
        float_of(check, Row(row, {column: text}), column)
    return None


def exacts_of(check: Check, texts: Sequence[str], place: Place) -> list[Fraction] | None:
    """The exact numbers that cells hold; None, with problems, if some are none or not in lowest terms."""
    check.numbers += len(texts)
    numbers = [number for text in texts if (number := exact_number(text)) is not None]
    if list(map(str, numbers)) == list(texts):
        return numbers
    for n, text in enumerate(texts):
        row, column = place(n)
        exact_of(check, Row(row, {column: text}), column)
    return None


def wholes_of(check: Check, texts: Sequence[str], place: Place) -> list[int] | None:
    """The whole numbers that cells hold; None, with problems, if some are none or written with zeros before them."""
    check.numbers += len(texts)
    if all(map(WHOLE.fullmatch, texts)):
        return list(map(int, texts))
    for n, text in enumerate(texts):
        if not WHOLE.fullmatch(text):
            check.problem("not a whole number as published", *place(n), "a whole number", text, CELL_FORM)
    return None


def are_one_of(check: Check, texts: Sequence[str], allowed: Sequence[str], place: Place) -> bool:
    """Whether cells hold nothing but some texts."""
    check.numbers += len(texts)
    strange = [n for n, text in enumerate(texts) if text not in allowed]
    for n in strange:
        check.problem("is none of the texts that there are", *place(n), " or ".join(allowed), texts[n], CELL_FORM)
    return not strange


def in_range(check: Check, numbers: Sequence[Number], least: Number | None, most: Number | None, place: Place) -> bool:
    """Whether numbers are in a range, its ends included; None: there is no such end."""
    check.numbers += len(numbers)
    if not numbers:
        return True
    some = _once(numbers)
    if (least is None or min(some) >= least) and (most is None or max(some) <= most):
        return True
    expected = f"{least} or more" if most is None else f"{most} or less" if least is None else f"{least} to {most}"
    for n, number in enumerate(numbers):
        if (least is not None and number < least) or (most is not None and number > most):
            check.problem("is outside its range", *place(n), expected, number, CELL_RANGE)
    return False


def ascend(check: Check, numbers: Sequence[tuple[int, ...]], place: Place, what: str) -> bool:
    """Whether each of some tuples of numbers is greater than the one before."""
    check.numbers += len(numbers)
    for n, (before, after) in enumerate(zip(numbers, numbers[1:]), 1):
        if not before < after:
            check.problem(what, *place(n), f"more than {before}", after, TABLE_ROWS)
            return False
    return True


def sum_to_one(check: Check, numbers: Sequence[float], spans: Sequence[tuple[int, int]], place: Place) -> bool:
    """Whether the numbers of each span sum to 1, within the tolerance of the check; sums are rounded once."""
    differences = [abs(math.fsum((*numbers[begin:end], -1.0))) for begin, end in spans]
    largest = max(differences, default=0.0)
    if largest <= check.tolerance:
        check.numbers += len(spans)
        check.largest_difference = max(check.largest_difference, largest)
        return True
    for difference, (begin, end) in zip(differences, spans):
        check.within(difference, *place(end - 1), 1, math.fsum(numbers[begin:end]))
    return False


def sum_to(
    check: Check, numbers: Sequence[Fraction], spans: Sequence[tuple[int, int]], place: Place, due: Fraction
) -> bool:
    """Whether the exact numbers of each span sum to one number."""
    passed = True
    check.numbers += len(spans)
    for begin, end in spans:
        total = sum(numbers[begin:end], Fraction(0))
        if total != due:
            check.problem("is the last of numbers with another sum", *place(end - 1), due, total, SUM_WRONG)
            passed = False
    return passed


def are_sums(
    check: Check, columns: Sequence[Sequence[Fraction]], sums: Sequence[Fraction], place: Place, what: str
) -> None:
    """Whether exact numbers are the sums of those beside them."""
    check.numbers += len(sums)
    right = set()
    for n, (total, *parts) in enumerate(zip(sums, *columns)):
        objects = (id(total), *map(id, parts))
        if objects in right:
            continue
        due = sum(parts, Fraction(0))
        if total == due:
            right.add(objects)
        else:
            check.problem(what, *place(n), due, total, SUM_WRONG)


def _once(numbers: Sequence[Number]) -> Sequence[Number]:
    """Exact numbers, of which a few fill whole tables and are the same objects, each once; others as they are."""
    return list({id(number): number for number in numbers}.values()) if isinstance(numbers[0], Fraction) else numbers


def same_texts(check: Check, found: Sequence[str], due: Sequence[str], place: Place, message: str) -> None:
    """Whether cells are the same texts as others."""
    if list(found) == list(due):
        check.numbers += len(found)
        return
    for n, (one, other) in enumerate(zip(found, due)):
        row, column = place(n)
        check.same(one, other, row, column, message)


def near(check: Check, found: Sequence[float], due: Sequence[float], place: Place) -> None:
    """Whether floats are near others, within the tolerance of the check."""
    if list(found) == list(due):
        check.numbers += len(found)
        return
    for n, (one, other) in enumerate(zip(found, due)):
        row, column = place(n)
        check.number(one, other, row, column)
