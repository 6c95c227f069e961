"""A family of strategies with one parameter: probability = constant + slope * alpha.

H. W. Kuhn (1950) found the equilibria of his game to be such a family. Columns: docs/bundle-format.md,
"equilibria/".
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from recheck.context import cells_of
from recheck.exact import Exact
from recheck.ledger import Check
from recheck.reading import EXACT_CELL, exact_of, read_table
from recheck.study import Study

LARGEST_ALPHA = 10**6


class Family(NamedTuple):
    """Exact constants and slopes by infoset; the widest range of alpha that gives probabilities."""

    constant: Exact
    slope: Exact
    lower: Fraction
    upper: Fraction

    def member(self, alpha: Fraction) -> list[tuple[Fraction, ...]]:
        """The strategies of all players for one alpha."""
        return [
            tuple([c + s * alpha for c, s in zip(constants, slopes)])
            for constants, slopes in zip(self.constant, self.slope)
        ]


def read_family(check: Check, study: Study) -> Family | None:
    """The family of the check's file, None with problems if it is none."""
    cells = cells_of(study.game)
    header = ("player", "infoset", "action", "constant", "slope")
    rows = read_table(check, study.folder, header, [cell.label for cell in cells], EXACT_CELL)
    constant: list[list[Fraction]] = [[] for _ in study.game.infosets]
    slope: list[list[Fraction]] = [[] for _ in study.game.infosets]
    for cell in cells:
        for column, read in (("constant", constant), ("slope", slope)):
            number = exact_of(check, rows[cell.label], column) if cell.label in rows else None
            if number is not None:
                read[cell.infoset].append(number)
    if not check.passed:
        return None
    for n, cell in enumerate(cells, 1):
        if cell.action == len(study.game.infosets[cell.infoset].actions) - 1:
            name = cell.label[1]
            check.exact(sum(constant[cell.infoset], Fraction(0)), Fraction(1), n, f"constant, sum of {name}")
            check.exact(sum(slope[cell.infoset], Fraction(0)), Fraction(0), n, f"slope, sum of {name}")
    return with_range(check, list(map(tuple, constant)), list(map(tuple, slope))) if check.passed else None


def with_range(check: Check, constant: Exact, slope: Exact) -> Family | None:
    """The family with its range, all alpha where no probability is negative; None with a problem if there is no such range."""
    lower, upper = [], []
    for c, s in [pair for rows in zip(constant, slope) for pair in zip(*rows)]:
        if s > 0:
            lower.append(-c / s)
        elif s < 0:
            upper.append(-c / s)
        elif c < 0:
            check.problem("is negative for every alpha", None, "constant", "0 or more", c)
            return None
    if not lower or not upper or max(lower) >= min(upper):
        check.problem("no range of alpha, or one value only, gives probabilities", None, "slope")
        return None
    if max(abs(max(lower)), abs(min(upper))) > LARGEST_ALPHA:
        check.problem("alpha gets too large to be a float", None, "slope", f"at most {LARGEST_ALPHA}")
        return None
    return Family(constant, slope, max(lower), min(upper))
