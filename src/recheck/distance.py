"""Verification of the distance between the average strategy and a family of equilibria.

Definition: docs/bundle-format.md, "distance.csv". The nearest member is the orthogonal projection on a
segment.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from recheck import tolerances
from recheck.context import Run, floats
from recheck.exact import Strategy
from recheck.family import Family, read_family
from recheck.ledger import to_float
from recheck.reading import read_table


def check_distance(run: Run, frequencies: Mapping[int, Strategy]) -> None:
    """Compare distance.csv with the published average strategies and the published family."""
    file = f"{run.study.game_folder}/equilibria/family.csv"
    family = read_family(run.ledger.check("family of equilibria", file, *tolerances.EXACT), run.study)
    check = run.check("distance to the family", "distance.csv", tolerances.distances(len(run.cells)))
    columns = ("alpha", "distance")
    rows = read_table(check, run.study.folder, ("iteration", *columns), run.tabulated())
    if family is None:
        check.problem("cannot be derived: there is no family to measure from")
        return
    for (text,), row in rows.items():
        average = frequencies.get(int(text))
        derived = dict(zip(columns, nearest(family, average))) if average else {}
        for column, number in floats(check, row, columns).items():
            if column in derived:
                check.number(number, derived[column], row.number, column)


def nearest(family: Family, strategy: Strategy) -> tuple[float, float]:
    """The parameter of the nearest member and the Euclidean distance to it, over all probabilities.

    Exact until the last step, so that no order of additions matters.
    """
    points = [
        (Fraction(probability) - constant, slope)
        for row in zip(strategy, family.constant, family.slope)
        for probability, constant, slope in zip(*row)
    ]
    alpha = sum((y * s for y, s in points), Fraction(0)) / sum((s * s for _, s in points), Fraction(0))
    alpha = min(max(alpha, family.lower), family.upper)
    square = sum(((y - s * alpha) ** 2 for y, s in points), Fraction(0))
    return float(alpha), math.sqrt(to_float(square))
