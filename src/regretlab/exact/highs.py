"""The linear program in floats, by HiGHS, and the basis that it ends with: the equations that decide an optimum.

Q. Huangfu and J. A. J. Hall, "Parallelizing the dual revised simplex method", Mathematical Programming Computation 2018;
L. Schork and J. Gondzio, "Implementation of an interior point method with basis preconditioning", the same, 2020.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from highspy._core import HighsLp, HighsStatus, MatrixFormat, _Highs, kHighsInf

from regretlab.exact.linear_system import Floats, Matrix, Places, Whole
from regretlab.exact.sequence_program import SequenceProgram

OPTIONS = {
    "output_flag": False,
    "threads": 1,
    "parallel": "off",
    "random_seed": 0,
    "solver": "ipx",
    "run_crossover": "on",
    "primal_feasibility_tolerance": 1e-10,
    "dual_feasibility_tolerance": 1e-10,
}
"""The interior point method, then crossover to a basis. Serial and without a limit of time: the same every time."""


@dataclass(frozen=True)
class Basis:
    """As many variables as the program has rows; the others are zero, and the rows determine these."""

    program: SequenceProgram
    basic: Places
    """Each variable's column, or -1 - row for what a row's two sides differ by."""
    highs: Any
    """The solver, with its factors of the basis."""

    @cached_property
    def matrix(self) -> Matrix:
        """The columns of these variables."""
        columns, slacks = np.flatnonzero(self.basic >= 0), np.flatnonzero(self.basic < 0)
        place = np.full(self.program.columns, -1)
        place[self.basic[columns]] = columns
        given, slack_rows = self.program.matrix, -1 - self.basic[slacks]
        kept = place[given.columns] >= 0
        return Matrix(
            np.concatenate([given.rows[kept], slack_rows]),
            np.concatenate([place[given.columns[kept]], slacks]),
            np.concatenate([given.numbers[kept], _row_units(self.program)[slack_rows]]),
        )

    @property
    def right(self) -> Places:
        """What matrix · (the values of the variables) is."""
        return np.array(np.arange(self.program.rows) == self.program.rows - 1, dtype=np.int64)

    @property
    def costs(self) -> Places:
        """What transposed matrix · (the multipliers of the rows) is."""
        return np.array(self.basic == self.program.root, dtype=np.int64)

    def solve(self, right: Floats) -> Floats:
        """The vector that the matrix takes to `right`, in floats."""
        return _scaled(self.highs.getBasisSolve, right / self._units)

    def solve_transposed(self, right: Floats) -> Floats:
        """The vector that the transposed matrix takes to `right`, in floats."""
        return _scaled(self.highs.getBasisTransposeSolve, right) / self._units

    @cached_property
    def _units(self) -> Floats:
        return _row_units(self.program).astype(np.float64)

    def realization_weights(self, values: Whole | Floats, multipliers: Whole | Floats) -> Any:
        """By sequence, for a program against player 0; each player's may be scaled by a factor, whose sign is plus."""
        weights = np.zeros(self.program.sequences + self.program.root, dtype=values.dtype)
        weights[: self.program.sequences] = -multipliers[: self.program.sequences]
        is_y = (self.basic >= 0) & (self.basic < self.program.root)
        weights[self.program.sequences + self.basic[is_y]] = values[is_y]
        return weights


def find_basis(program: SequenceProgram) -> Basis | None:
    """The basis that HiGHS ends with, if it does: optimal as far as floats tell, but nothing here depends on that."""
    highs: Any = _Highs()  # its subclass, highspy.Highs, prints a line to stdout when it is made
    for option, value in OPTIONS.items():
        highs.setOptionValue(option, value)
    highs.passModel(_model(program))
    highs.run()
    status, basic = highs.getBasicVariables()
    return Basis(program, np.asarray(basic, dtype=np.int64), highs) if status == HighsStatus.kOk else None


def _model(program: SequenceProgram) -> HighsLp:
    """Minimize p(root); y ≥ 0; p has any sign."""
    matrix, inequalities = program.matrix, np.arange(program.rows) < program.sequences
    last = np.arange(program.rows) == program.rows - 1
    is_y = np.arange(program.columns) < program.root
    order = np.lexsort((matrix.rows, matrix.columns))
    order = order[matrix.numbers[order] != 0]
    lp = HighsLp()
    lp.num_row_, lp.num_col_ = program.rows, program.columns
    lp.col_cost_ = np.where(np.arange(program.columns) == program.root, 1.0, 0.0)
    lp.col_lower_ = np.where(is_y, 0.0, -kHighsInf)
    lp.col_upper_ = np.full(program.columns, kHighsInf)
    lp.row_lower_ = np.where(inequalities, -kHighsInf, last)
    lp.row_upper_ = np.where(last, 1.0, 0.0)
    lp.a_matrix_.format_ = MatrixFormat.kColwise
    lp.a_matrix_.start_ = np.searchsorted(matrix.columns[order], np.arange(program.columns + 1)).astype(np.int32)
    lp.a_matrix_.index_ = matrix.rows[order].astype(np.int32)
    lp.a_matrix_.value_ = (matrix.numbers / _row_units(program)[matrix.rows])[order].astype(np.float64)
    return lp


def _scaled(solve: Callable[[Floats], tuple[HighsStatus, Floats]], right: Floats) -> Floats:
    """Solve with the right side brought near to 1, because HiGHS takes what is below 1e-14 for zero."""
    exponent = int(np.frexp(np.max(np.abs(right)))[1])
    return np.ldexp(np.asarray(solve(np.ldexp(right, -exponent))[1]), exponent)


def _row_units(program: SequenceProgram) -> Whole:
    """What HiGHS has the rows divided by."""
    return np.array([program.unit] * program.sequences + [1] * (program.rows - program.sequences))
