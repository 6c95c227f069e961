"""Regularized CFR: CFR+ on the game with a small cost on how far strategies are from uniform.

M. Liu, A. Ozdaglar, T. Yu, K. Zhang, "The power of regularization in solving extensive-form games", ICLR 2023, with the square of
the Euclidean norm as the cost, τ/2 ‖σ(I,·)‖² at every infoset. With t = 1, 2, ..., from leaves to root:

    vᵗ(I) = Σ σᵗ(I,a) qᵗ(I,a) - τ/2 Σ σᵗ(I,a)²
    uᵗ(I,a) = qᵗ(I,a) - τ σᵗ(I,a)
    Rᵗ(I,a) = [Rᵗ⁻¹(I,a) + uᵗ(I,a) - Σ σᵗ(I,b) uᵗ(I,b)]⁺
    Sᵗ(I,a) = Sᵗ⁻¹(I,a) + xᵗ(I,a)
    σᵗ⁺¹(I,·) = RM(Rᵗ(I,·))

Deviations: τ stays as it is. The current strategy converges to the equilibrium of the regularized game.
"""

import numpy as np

from regretlab.elementary import Floats
from regretlab.parameters import check_range
from regretlab.rows import Played, Values
from regretlab.variant import ALTERNATING, Arrays, Variant


def variant(tau: float = 0.01) -> Variant:
    """The rule; `tau` is the cost, in the unit of the payoffs."""
    check_range("tau", tau, 0, 1e6)

    def value(s: Values) -> Floats:
        return s.total(s.sigma * s.q) - tau / 2.0 * s.total(s.sigma * s.sigma)

    def add_regret(s: Played) -> Floats:
        u = s.r - tau * s.sigma
        return np.maximum(s.R + u - s.total(s.sigma * u), 0.0)

    return Variant(
        title="regularized CFR+",
        updates=ALTERNATING,
        value=value,
        answer="current",
        reference="Liu, Ozdaglar, Yu, Zhang, ICLR 2023",
        guarantee="two-player zero-sum games: the best of the current strategies converges to the regularized game's equilibrium",
        averaging="uniform",
        scale_free=False,
        rule=Arrays(add_regret=add_regret),
    )
