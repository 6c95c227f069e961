"""Asymmetric predictive CFR+: how much of the last regret is counted once more, each infoset learns for itself.

L. Meng, Y. Zhang, C. Ge, T. Yang, Y. Gao, "Faster game solving via asymmetry of step sizes", AAAI 2026 (arXiv 2503.12770,
equations 4 and 10). With t = 1, 2, ..., r⁰ = R⁰ = 0, and sums over τ = 1 ... t:

    Rᵗ(I,a) = [Rᵗ⁻¹(I,a) + rᵗ(I,a)]⁺
    Sᵗ(I,a) = Sᵗ⁻¹(I,a) (1 - 1/t)ᵞ + xᵗ(I,a)
    αᵗ(I) = min(√(Σ ‖rᵗ(I,·) - rᵗ⁻¹(I,·)‖² / Σ ‖Rᵗ(I,·) - Rᵗ⁻¹(I,·)‖²), m)      m where the divisor is 0
    σᵗ⁺¹(I,·) = RM(Rᵗ(I,·) + rᵗ(I,·)/(1 + αᵗ(I)))

Deviations: none.
"""

import numpy as np

from regretlab.elementary import Floats, power
from regretlab.parameters import check_range
from regretlab.rows import Played, Stored
from regretlab.variant import ALTERNATING, Arrays, Variant


def variant(alpha_max: float = 5.0, gamma: float = 2.0) -> Variant:
    """The rule; `alpha_max` is m."""
    check_range("alpha_max", alpha_max, 0)
    check_range("gamma", gamma, 0, 100)

    def remember(s: Played, R: Floats) -> dict[str, Floats]:
        return {
            "squared_changes_of_r": s.memory["squared_changes_of_r"] + s.total((s.r - s.r_before) ** 2),
            "squared_changes_of_R": s.memory["squared_changes_of_R"] + s.total((R - s.R) ** 2),
        }

    def policy(s: Stored) -> Floats:
        of_r, of_R = s.memory["squared_changes_of_r"], s.memory["squared_changes_of_R"]
        alpha = np.where(of_R > 0.0, np.minimum(np.sqrt(of_r / of_R), alpha_max), alpha_max)
        return s.match(s.R + s.r / (1.0 + alpha))

    return Variant(
        title="asymmetric predictive CFR+",
        updates=ALTERNATING,
        reference="Meng, Zhang, Ge, Yang, Gao, AAAI 2026",
        guarantee="two-player zero-sum games: exploitability of the average strategy in O(1/√T)",
        averaging=f"power {gamma:g} of the iteration",
        rule=Arrays(
            add_regret=lambda s: np.maximum(s.R + s.r, 0.0),
            add_policy=lambda s: s.S * power((s.t - 1) / s.t, gamma) + s.x,
            policy=policy,
            memory={"squared_changes_of_r": 0.0, "squared_changes_of_R": 0.0},
            remember=remember,
        ),
    )
