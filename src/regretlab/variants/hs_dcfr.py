"""Discounted CFR with hyperparameter schedules: its exponents change evenly from the first iteration to the last.

N. Zhang, S. McAleer, T. Sandholm, "Faster game solving via hyperparameter schedules", arXiv 2404.09097 (AAAI 2026). With
t = 1, 2, ... N, u = t - 1, α = 1 + 3t/N, β = -1 - 2t/N and γ = g - 5t/N:

    Rᵗ(I,a) = Rᵗ⁻¹(I,a) uᵅ/(uᵅ + 1) + rᵗ(I,a)      with β for α where Rᵗ⁻¹(I,a) ≤ 0
    Sᵗ(I,a) = Sᵗ⁻¹(I,a) (u/t)ᵞ + xᵗ(I,a)
    σᵗ⁺¹(I,·) = RM(Rᵗ(I,·))

Deviations: the schedules are known to us at second hand, and whether t counts from 0 or from 1 is not.
"""

from regretlab.elementary import power
from regretlab.parameters import check_range
from regretlab.variant import ALTERNATING, AddPolicy, AddRegret, Numbers, Variant, discount


def variant(horizon: int, g: float = 30.0) -> Variant:
    """The rule; `horizon` is N, the last iteration."""
    check_range("horizon", horizon, 1)
    check_range("g", g, 5, 100)
    return Variant(
        title="discounted CFR with hyperparameter schedules",
        updates=ALTERNATING,
        reference="Zhang, McAleer, Sandholm, AAAI 2026",
        guarantee="two-player zero-sum games: exploitability of the average strategy in O(1/√T)",
        averaging=f"powers {g:g} to {g - 5:g} of the iteration",
        horizon=horizon,
        rule=Numbers(
            add_regret=lambda t: AddRegret(
                positive=discount(t - 1, 1 + 3 * t / horizon), negative=discount(t - 1, -1 - 2 * t / horizon)
            ),
            add_policy=lambda t: AddPolicy(discount=power((t - 1) / t, g - 5 * t / horizon)),
        ),
    )
