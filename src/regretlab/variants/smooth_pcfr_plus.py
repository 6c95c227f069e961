"""Smooth predictive CFR+: guesses that come close to nothing are made larger, so that strategies do not jump.

G. Farina, J. Grand-Clément, C. Kroer, C.-W. Lee, H. Luo, "Regret matching+: (in)stability and fast convergence in games",
NeurIPS 2023 (arXiv 2305.14709), algorithm 2, at every infoset. With t = 1, 2, ...:

    Rᵗ(I,a) = [Rᵗ⁻¹(I,a) + rᵗ(I,a)]⁺
    Sᵗ(I,a) = Sᵗ⁻¹(I,a) (1 - 1/t)ᵞ + xᵗ(I,a)
    θ(I,a) = [Rᵗ(I,a) + rᵗ(I,a)]⁺, and where Σ θ(I,·) < 1 what is missing is divided equally
    σᵗ⁺¹(I,·) = θ(I,·)/Σ θ(I,·)

Deviations: the paper is about normal-form games. The threshold 1 is in the unit of the payoffs: the method is not scale-free.
"""

import numpy as np

from regretlab.elementary import Floats, power
from regretlab.parameters import check_range
from regretlab.rows import Stored
from regretlab.variant import ALTERNATING, Arrays, Variant


def _policy(s: Stored) -> Floats:
    theta = np.maximum(s.R + s.r, 0.0)
    theta = theta + np.maximum(1.0 - s.total(theta), 0.0) / s.actions
    return theta / s.total(theta)


def variant(gamma: float = 2.0) -> Variant:
    """The rule."""
    check_range("gamma", gamma, 0, 100)
    return Variant(
        title="smooth predictive CFR+",
        updates=ALTERNATING,
        reference="Farina, Grand-Clément, Kroer, Lee, Luo, NeurIPS 2023",
        guarantee="normal-form games, simultaneous updates: sum of regrets in O(1)",
        averaging=f"power {gamma:g} of the iteration",
        scale_free=False,
        rule=Arrays(
            add_regret=lambda s: np.maximum(s.R + s.r, 0.0),
            add_policy=lambda s: s.S * power((s.t - 1) / s.t, gamma) + s.x,
            policy=_policy,
        ),
    )
