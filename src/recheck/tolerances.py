"""How much published and re-derived floats may differ, each with its reason in one sentence.

Measured between this walk and a solver in sequence form, which adds in another order, on three-rank Kuhn
poker for 100,000 iterations of both variants: |published - derived| / max(1, |derived|). Tolerances are 15 to
60 times of what was measured, as a third order of additions may do worse.

With four ranks the iteration itself is chaotic: rounding errors of 1e-16 grow to 1 within 10,000 iterations,
so that two correct programs part. No tolerance mends that; such a run can only be certified.
"""

from __future__ import annotations

from typing import NamedTuple

FULL_GROWN = 2000
"""Iterations up to which the tolerances of states grow in proportion."""

MEASURED = 100_000
"""Iterations that were measured; beyond them the tolerances of all that is repeated grow in proportion again."""

MOST_GROWTH = 100
"""So many times, and no more."""


class Tolerance(NamedTuple):
    """Largest |published - derived| / max(1, |derived|) that passes, and why."""

    size: float
    reason: str


EXACT = Tolerance(0.0, "texts, counts and exact numbers are equal or not")

REGRETS = Tolerance(
    1e-8,
    "100,000 additions in another order moved regrets by up to 6.5e-10 (measured): those of up to 2e4 round"
    " by up to 2e-12 each time, and strategies pass on what they inherit",
)

STRATEGY_SUMS = Tolerance(
    1e-11,
    "100,000 additions in another order moved the sums by up to 2.4e-13 (measured): the errors of single"
    " strategies nearly cancel",
)

CURRENT = Tolerance(
    2e-9,
    "the current strategy inherits the rounding of the regrets that it is made of: its measures moved by up"
    " to 1.1e-10 (measured)",
)

AVERAGE = Tolerance(
    3e-12,
    "100,000 additions in another order moved the average strategy by up to 1.5e-13, its measures by less (measured)",
)

SAME_STRATEGY = Tolerance(
    1e-14,
    "both numbers come from the same published floats by fewer than 100 operations on numbers of about 1,"
    " each of which rounds by up to 1.1e-16",
)

SAME_ROW = Tolerance(
    1e-15,
    "one addition or division of numbers of about 1, after a few that rounded by up to 1.1e-16 each",
)

NORMALIZED = Tolerance(
    1e-12,
    "two quotients that sum to 1 round by up to 1.1e-16 each, and so do their decimals",
)


def after(iterations: int, tolerance: Tolerance) -> Tolerance:
    """The tolerance for what is derived from the start after that many iterations, in proportion to them.

    Early on, errors have had less time to grow, and beyond the measured iterations they have more. Measured for regrets: 9e-15
    after 50, 5e-14 after 100, 4e-12 after 1,000, 2e-10 after 10,000, 1.1e-8 after 1,000,000 iterations.
    """
    grown = min(1.0, iterations / FULL_GROWN) if iterations < MEASURED else min(iterations / MEASURED, MOST_GROWTH)
    return Tolerance(max(SAME_STRATEGY.size, tolerance.size * grown), tolerance.reason)


def beyond(iterations: int, tolerance: Tolerance) -> Tolerance:
    """The tolerance for a run of that many iterations: as measured, or more if it is longer than what was measured."""
    return after(max(iterations, MEASURED), tolerance)
