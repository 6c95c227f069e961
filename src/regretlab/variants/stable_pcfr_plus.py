"""Stable predictive CFR+: an infoset whose regrets are all small starts again from a fixed vector, without a guess.

G. Farina, J. Grand-Clément, C. Kroer, C.-W. Lee, H. Luo, "Regret matching+: (in)stability and fast convergence in games",
NeurIPS 2023 (arXiv 2305.14709), algorithm 1, at every infoset. With t = 1, 2, ...:

    Rᵗ(I,a) = [Rᵗ⁻¹(I,a) + rᵗ(I,a)]⁺, but R₀ for all a where none of them is greater than R₀
    Sᵗ(I,a) = Sᵗ⁻¹(I,a) (1 - 1/t)ᵞ + xᵗ(I,a)
    σᵗ⁺¹(I,·) = RM(Rᵗ(I,·) + rᵗ(I,·)), and uniform where it has just started again

Deviations: the paper is about normal-form games. R₀ is in the unit of the payoffs: the method is not scale-free.
"""

import numpy as np

from regretlab.elementary import Floats, power
from regretlab.parameters import check_range
from regretlab.rows import Played, Stored
from regretlab.variant import ALTERNATING, Arrays, Variant


def variant(start: float = 1.0, gamma: float = 2.0) -> Variant:
    """The rule; `start` is R₀."""
    check_range("start", start, 1e-12, 1e12)
    check_range("gamma", gamma, 0, 100)

    def add_regret(s: Played) -> Floats:
        R = np.maximum(s.R + s.r, 0.0)
        return np.where(s.greatest(R) <= start, start, R)

    def policy(s: Stored) -> Floats:
        again = s.greatest(s.R) <= start
        return s.match(s.R + np.where(again, 0.0, s.r))

    return Variant(
        title="stable predictive CFR+",
        updates=ALTERNATING,
        reference="Farina, Grand-Clément, Kroer, Lee, Luo, NeurIPS 2023",
        guarantee="normal-form games, simultaneous updates: regret of each player in O(T¹ᐟ⁴)",
        averaging=f"power {gamma:g} of the iteration",
        scale_free=False,
        rule=Arrays(
            add_regret=add_regret,
            add_policy=lambda s: s.S * power((s.t - 1) / s.t, gamma) + s.x,
            policy=policy,
        ),
    )
