"""Exponential CFR: regrets count the more, the more an action is better than the infoset's actions are on average.

H. Li, X. Wang, S. Qi, J. Zhang, Y. Liu, F. Jia, "Solving imperfect-information games via exponential counterfactual regret
minimization", arXiv 2008.02679. With t = 1, 2, ... and w(I,a) = exp(rᵗ(I,a) - mean of rᵗ(I,·)):

    Rᵗ(I,a) = Rᵗ⁻¹(I,a) + w(I,a) rᵗ(I,a)
    Sᵗ(I,a) = Sᵗ⁻¹(I,a) + w(I,a) xᵗ(I,a)
    Wᵗ(I,a) = Wᵗ⁻¹(I,a) + w(I,a) πᵗ(I)          π the player's own reach
    σᵗ⁺¹(I,·) = RM(Rᵗ(I,·)); the average strategy is S/W, divided by its sum

Deviations: none known. Exponents are in the unit of the payoffs: the method is not scale-free.
"""

import numpy as np

from regretlab.elementary import Floats, exponential
from regretlab.rows import Played, Stored
from regretlab.variant import ALTERNATING, Arrays, Variant


def _weight(s: Played) -> Floats:
    return exponential(s.r - s.total(s.r) / s.actions)


def _average(s: Stored) -> Floats:
    W = s.memory["weight_sum"]
    return s.match(np.where(W > 0.0, s.S / W, 0.0))


def variant() -> Variant:
    """The rule."""
    return Variant(
        title="exponential CFR",
        updates=ALTERNATING,
        reference="Li et al., arXiv 2008.02679",
        guarantee="two-player zero-sum games: exploitability of the average strategy in O(1/√T)",
        averaging="by exponentials of regrets",
        scale_free=False,
        rule=Arrays(
            add_regret=lambda s: s.R + _weight(s) * s.r,
            add_policy=lambda s: s.S + _weight(s) * s.x,
            memory={"weight_sum": 0.0},
            remember=lambda s, R: {"weight_sum": s.memory["weight_sum"] + _weight(s) * s.reach},
            average=_average,
        ),
    )
