"""Why a value close to the theory proves nothing: its error beside the same strategies' exploitability."""

import math
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from matplotlib.figure import Figure

from regretlab.decimals import readable
from regretlab.figures.loglog import Curve, annotate_point, draw_curves
from regretlab.figures.results import Run
from regretlab.figures.style import BLUE, GREEN, number, source
from regretlab.figures.table import Floats

DIGITS = 6


class Example(NamedTuple):
    """A snapshot to point at."""

    iteration: float
    difference: float
    exploitability: float


def draw_value(run: Run) -> Figure | None:
    """Error of the average strategy's value, and exploitability; None without an exact value."""
    exact = run.results.value
    if exact is None:
        return None
    table = run.trajectory
    iterations, exploitability = table.floats("iteration"), table.floats("exploitability")
    differences = np.array([float(abs(value - exact)) for value in table.fractions("value")])
    curves = [
        Curve(
            "trajectory.csv:value",
            f"|value − {_written(exact)}|",
            iterations,
            differences,
            {"color": GREEN, "linewidth": 0.7},
        ),
        Curve(
            "trajectory.csv:exploitability",
            "exploitability",
            iterations,
            exploitability,
            {"color": BLUE, "linewidth": 1.4},
        ),
    ]
    lines = [source(run.results, run.variant, "average strategy")]
    example = find_example(iterations, differences, exploitability)
    if example is not None:
        lines.append(sentence(example, exact))
    title = "Distance of the value from the exact one, and exploitability"
    figure, axes = draw_curves(title, lines, run.variant, run.results.game.unit, curves)
    if example is not None:
        for curve, y, above in zip(curves, (example.difference, example.exploitability), (False, True), strict=True):
            annotate_point(axes, curve.source, example.iteration, y, number(y), above=above)
    return figure


def find_example(iterations: Floats, differences: Floats, exploitability: Floats) -> Example | None:
    """The snapshot with the greatest ratio of exploitability to difference; None if none has both positive.

    A power of ten is taken if there is one beyond the first iteration: a round number is easier to look up.
    """
    rows = [Example(*map(float, row)) for row in zip(iterations, differences, exploitability, strict=True)]
    rows = [row for row in rows if row.difference > 0 and row.exploitability > 0]
    round_rows = [row for row in rows if row.iteration > 1 and math.log10(row.iteration).is_integer()]
    return max(round_rows or rows, key=lambda row: row.exploitability / row.difference, default=None)


def sentence(example: Example, exact: Fraction) -> str:
    """What there is to see at the snapshot."""
    return (
        f"At iteration {example.iteration:,.0f} the value differs from {readable(exact, DIGITS).replace('-', '−')} "
        f"by {number(example.difference)}; the exploitability is {number(example.exploitability)}."
    )


def _written(exact: Fraction) -> str:
    """The exact value as the second operand of a minus sign."""
    return f"(−{readable(-exact, DIGITS)})" if exact < 0 else readable(exact, DIGITS)
