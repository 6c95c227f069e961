"""The simplex tableau, in integers over one common denominator.

Integer-preserving pivoting: J. Edmonds, "Systems of distinct representatives and linear algebra", Journal of Research
of the National Bureau of Standards 1967; E. H. Bareiss, "Sylvester's identity and multistep integer-preserving
Gaussian elimination", Mathematics of Computation 1968. Every entry is, but for the sign, a minor of the first tableau,
so that no division leaves a remainder.
"""

from collections.abc import Sequence
from fractions import Fraction


class Tableau:
    """A feasible basis of A·x = b, x ≥ 0, and the system solved for it.

    Each row holds an equation's coefficients and then its right side, all over the common denominator, which is
    positive. In the column of a basic variable one row has 1 and the others have 0.
    """

    def __init__(self, rows: Sequence[Sequence[int]], basis: Sequence[int]) -> None:
        """Start from integers that are solved for the columns of `basis`, with right sides ≥ 0."""
        self._rows = [list(row) for row in rows]
        self._basis = list(basis)
        self._reduced: list[int] = []
        self._denominator = 1

    def minimize(self, costs: Sequence[int], columns: int) -> int | None:
        """Pivot to the least costs·x; only the first `columns` columns may enter the basis.

        Bland's rule: the first column that improves enters; of the basic variables that limit it most, the first
        leaves. Returns None, or the column that improves without limit.
        """
        self._reduced = [self._denominator * cost for cost in [*costs, 0]]
        for row, basic in zip(self._rows, self._basis, strict=True):
            if costs[basic]:
                self._reduced = [cost - costs[basic] * entry for cost, entry in zip(self._reduced, row, strict=True)]
        while True:
            entering = next((column for column in range(columns) if self._reduced[column] < 0), None)
            if entering is None:
                return None
            limits = [number for number, row in enumerate(self._rows) if row[entering] > 0]
            if not limits:
                return entering
            leaving = min(limits, key=lambda number: (self._ratio(number, entering), self._basis[number]))
            self._pivot(leaving, entering)

    def expel(self, columns: int) -> None:
        """Let variables from column `columns` on, all of which are 0, leave the basis.

        One stays where its row is zero in all other columns: then its equation follows from the rest.
        """
        for number in range(len(self._rows)):
            row = self._rows[number]
            entering = next((column for column in range(columns) if row[column]), None)
            if self._basis[number] >= columns and entering is not None:
                if row[entering] < 0:
                    self._rows[number] = [-entry for entry in row]
                self._pivot(number, entering)

    def value(self) -> Fraction:
        """costs·x."""
        return Fraction(-self._reduced[-1], self._denominator)

    def reduced_cost(self, column: int) -> Fraction:
        """What one unit of the column's variable adds to costs·x."""
        return Fraction(self._reduced[column], self._denominator)

    def solution(self) -> list[Fraction]:
        """x."""
        x = [Fraction(0)] * (len(self._reduced) - 1)
        for row, basic in zip(self._rows, self._basis, strict=True):
            x[basic] = Fraction(row[-1], self._denominator)
        return x

    def ray(self, column: int) -> list[Fraction]:
        """How x moves per unit of the column's variable, which enters while the basis stays."""
        x = [Fraction(0)] * (len(self._reduced) - 1)
        x[column] = Fraction(1)
        for row, basic in zip(self._rows, self._basis, strict=True):
            x[basic] = Fraction(-row[column], self._denominator)
        return x

    def _ratio(self, number: int, column: int) -> Fraction:
        return Fraction(self._rows[number][-1], self._rows[number][column])

    def _pivot(self, number: int, column: int) -> None:
        """Solve the row for the column's variable, whose entry is positive, and eliminate it elsewhere."""
        pivot_row = self._rows[number]
        old, new = self._denominator, pivot_row[column]

        def eliminate(row: list[int]) -> list[int]:
            factor = row[column]
            if factor == 0 and new == old:
                return row
            return [(new * entry - factor * pivot) // old for entry, pivot in zip(row, pivot_row, strict=True)]

        self._rows = [row if row is pivot_row else eliminate(row) for row in self._rows]
        self._reduced = eliminate(self._reduced)
        self._denominator, self._basis[number] = new, column
