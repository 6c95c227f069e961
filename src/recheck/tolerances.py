"""How much published and re-derived floats may differ, each with its reason in one sentence.

Measured between this walk and a solver in sequence form, which adds in another order, on three-rank Kuhn poker for
100,000 iterations, both variants, all 1,006 snapshots; differences are |published - derived| / max(1, |derived|).
Each tolerance leaves less than a factor of 150 above what was measured, since a third order of additions may do worse,
and is less than a millionth of the effect of any other payoff, rule of update or weight.
"""

from __future__ import annotations

from typing import NamedTuple


class Tolerance(NamedTuple):
    """Largest |published - derived| / max(1, |derived|) that passes, and why."""

    size: float
    reason: str


EXACT = Tolerance(0.0, "texts, counts and exact numbers are equal or not")

REGRETS = Tolerance(
    1e-8,
    "adding 100,000 times in another order moves regrets of up to 2e4 by up to 7e-9 (measured), as each addition"
    " rounds by up to 2e-12",
)

STRATEGY_SUMS = Tolerance(
    1e-10,
    "sums of up to 100,000 weights moved by up to 7e-13 (measured): the errors of the single strategies nearly cancel",
)

CURRENT = Tolerance(
    1e-8,
    "the current strategy inherits the rounding of the regrets it is made of; its measures moved by up to 2e-10"
    " (measured)",
)

AVERAGE = Tolerance(
    1e-11,
    "the average strategy and its measures moved by up to 2e-13 (measured) when 100,000 iterations are added in"
    " another order",
)

SAME_STRATEGY = Tolerance(
    1e-14,
    "both numbers come from the same published floats in fewer than 100 operations on numbers of about 1, each of"
    " which rounds by up to 1.1e-16",
)

SAME_ROW = Tolerance(1e-15, "one addition or division of numbers of about 1, after a few that rounded by 1.1e-16 each")

NORMALIZED = Tolerance(1e-12, "probabilities of an infoset sum to 1 but for the rounding of two quotients, 2.3e-16")
