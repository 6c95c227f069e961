"""Stage `distance`: how far the average strategy is from a family of equilibria, snapshot by snapshot.

The member nearest in the Euclidean norm, by linear least squares in the family's one parameter.
"""

import math
from collections.abc import Sequence
from pathlib import Path

from regretlab.errors import InputError
from regretlab.exact.family import Family
from regretlab.files import read_csv, write_csv
from regretlab.layout import DISTANCE_HEADER, frequencies_header
from regretlab.sequence_form.game import Game


def distances(game: Game, family: Family, frequencies: Path, output: Path) -> None:
    """Turn frequencies.csv into distance.csv. Raises `InputError` if a cell is not a number."""
    header = frequencies_header(game)
    rows = []
    for number, row in enumerate(read_csv(frequencies, header), start=2):
        try:
            strategy = [float(row[column]) for column in header[1:]]
            rows.append((int(row["iteration"]), *nearest(family, strategy)))
        except ValueError as error:
            raise InputError(f"{frequencies}: line {number}: expected numbers, {error}") from error
    write_csv(output, DISTANCE_HEADER, rows)


def nearest(family: Family, strategy: Sequence[float]) -> tuple[float, float]:
    """The parameter of the nearest member, and its distance; probabilities come in the order of strategy.csv.

    With probabilities p, constants c and slopes k, alpha = Σ k (p - c) / Σ k², kept in its range (the distance is
    convex in alpha), and the distance is √Σ (p - (c + k alpha))². Sums run over the rows in order, one rounding per
    operation.
    """
    constants = [float(formula.constant) for formula in family.probabilities]
    slopes = [float(formula.slope) for formula in family.probabilities]
    alpha = float(family.lower)
    # Plain loops: `sum` adds floats with compensation from Python 3.12 on.
    numerator = denominator = 0.0
    for p, c, k in zip(strategy, constants, slopes, strict=True):
        numerator += k * (p - c)
        denominator += k * k
    if denominator > 0.0:
        alpha = min(float(family.upper), max(float(family.lower), numerator / denominator))
    square = 0.0
    for p, c, k in zip(strategy, constants, slopes, strict=True):
        difference = p - (c + k * alpha)
        square += difference * difference
    return alpha, math.sqrt(square)
