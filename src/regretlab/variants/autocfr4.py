"""AutoCFR4: an update rule that evolution found.

H. Xu, K. Li, H. Fu, Q. Fu, J. Xing, "AutoCFR: learning to design counterfactual regret minimization algorithms", AAAI 2022.
With t = 1, 2, ..., f = t³ᐟ²/(t³ᐟ² + 1) and h(I) = f times the part of I's actions with Rᵗ⁻¹(I,a) ≥ 0:

    Rᵗ(I,a) = Rᵗ⁻¹(I,a) (f where Rᵗ⁻¹(I,a) ≥ 0, h(I) elsewhere) + rᵗ(I,a)
    Sᵗ(I,a) = Sᵗ⁻¹(I,a) (1 - 1/t)² + t σᵗ(I,a)
    σᵗ⁺¹(I,·) = RM(Rᵗ(I,·))

Deviations: none. Its average is not weighted by the player's own reach. Where R is 0, rounding decides whether R ≥ 0: published
curves part from these early on some games, and would not if regrets below 1e-15 counted as 0.
"""

import numpy as np

from regretlab.elementary import Floats, power
from regretlab.rows import Played
from regretlab.variant import ALTERNATING, Arrays, Variant, discount


def _add_regret(s: Played) -> Floats:
    f, kept = discount(s.t, 1.5), s.R >= 0.0
    h = f * (s.total(kept.astype(float)) / s.actions)
    return s.R * np.where(kept, f, h) + s.r


def variant() -> Variant:
    """The rule."""
    return Variant(
        title="AutoCFR4",
        updates=ALTERNATING,
        reference="Xu et al., AAAI 2022",
        guarantee="none is known",
        averaging="power 3 of the iteration, without the own reach",
        rule=Arrays(
            add_regret=_add_regret,
            add_policy=lambda s: s.S * power((s.t - 1) / s.t, 2.0) + s.t * s.sigma,
        ),
    )
