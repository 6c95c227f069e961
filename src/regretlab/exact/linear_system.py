"""Sparse linear systems in whole numbers, solved exactly with the help of a solver that is not exact.

Z. Wan, "An algorithm to solve integer linear systems exactly using numerical methods", Journal of Symbolic Computation
2006: floats find a correction, whole numbers find what it leaves, so that each round adds digits; then continued fractions
find the common denominator. That the solution is exact is checked, whatever the floats were.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Places = NDArray[np.int64]
"""Numbers of rows or columns."""
Whole = NDArray[Any]
"""Whole numbers: int64, or Python's integers where those would not fit."""

STEP = 40
"""Bits by which the numbers are lengthened at a time; floats have 53, of which a good solver loses few."""
MOST_ROUNDS = 512
LARGEST = 1000
"""Bits of a number that floats still hold."""


class Matrix(NamedTuple):
    """The entries of a sparse matrix; each row and each column has at least one."""

    rows: Places
    columns: Places
    numbers: Whole

    def transposed(self) -> "Matrix":
        """The matrix with its rows for columns."""
        return Matrix(self.columns, self.rows, self.numbers)

    def by_row(self) -> "Matrix":
        """The same entries, ascending by row, with Python's integers for numbers."""
        order = np.argsort(self.rows, kind="stable")
        return Matrix(self.rows[order], self.columns[order], self.numbers[order].astype(object))

    def times(self, vector: Whole) -> Whole:
        """The product with a vector, for a matrix `by_row`."""
        product: Whole = np.add.reduceat(
            self.numbers * vector[self.columns], np.flatnonzero(np.diff(self.rows, prepend=-1))
        )
        return product


def solve_exactly(matrix: Matrix, right: Whole, approximate: Callable[[Floats], Floats]) -> tuple[Whole, int] | None:
    """Whole numbers x and d > 0 such that matrix · x = d · right, or None where the rounds do not lead to them.

    `approximate` solves the system for other right sides, to a few digits at least.
    """
    matrix, right = matrix.by_row(), right.astype(object)
    settled = _bits(matrix.numbers) + 16  # what rounding the solution may leave, and a little more
    solution, residual, bits = np.zeros_like(right), right, 0
    for _ in range(MOST_ROUNDS):
        if _bits(residual) <= settled:
            if (bits // STEP).bit_count() == 1:
                denominator = _common_denominator(solution.tolist(), bits)
                numerators = _rounded(solution * denominator, bits)
                if np.array_equal(matrix.times(numerators), right * denominator):
                    return numerators, denominator
            solution, residual, bits = solution << STEP, residual << STEP, bits + STEP
        size = _bits(residual)
        if size > LARGEST:
            return None
        correction = np.ldexp(approximate(np.ldexp(residual.astype(np.float64), -size)), size)
        if not np.all(np.isfinite(correction)):
            return None
        solution = solution + np.array([int(number) for number in np.rint(correction).tolist()], dtype=object)
        residual = (right << bits) - matrix.times(solution)
    return None


def _common_denominator(numbers: Sequence[int], bits: int) -> int:
    """What makes all numbers / 2^bits whole, as far as can be seen from a third of their digits."""
    denominator, seen = 1, bits // 3
    for number in numbers:
        scaled = number * denominator
        if abs(scaled - (_rounded(scaled, bits) << bits)) >> (bits - seen):
            denominator *= Fraction(scaled, 1 << bits).limit_denominator(1 << seen).denominator
            if denominator.bit_length() > bits:
                break
    return denominator


def _rounded(number: Any, bits: int) -> Any:
    """number / 2^bits, rounded to a whole number."""
    return (number + (1 << (bits - 1))) >> bits


def _bits(numbers: Whole) -> int:
    """Of the greatest of them."""
    return max(int.bit_length(number) for number in numbers.tolist())
