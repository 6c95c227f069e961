"""Predictive CFR+ with a hyperparameter schedule: the power of its average falls evenly to the last iteration.

N. Zhang, S. McAleer, T. Sandholm, "Faster game solving via hyperparameter schedules", arXiv 2404.09097 (AAAI 2026). With
t = 1, 2, ... N and γ = g - 5t/N:

    Rᵗ(I,a) = [Rᵗ⁻¹(I,a) + rᵗ(I,a)]⁺
    Sᵗ(I,a) = Sᵗ⁻¹(I,a) (1 - 1/t)ᵞ + xᵗ(I,a)
    σᵗ⁺¹(I,·) = RM(Rᵗ(I,·) + rᵗ(I,·))

Deviations: the schedule is known to us at second hand, and whether t counts from 0 or from 1 is not.
"""

from regretlab.elementary import power
from regretlab.parameters import check_range
from regretlab.variant import ALTERNATING, AddPolicy, AddRegret, Numbers, Policy, Variant


def variant(horizon: int, g: float = 30.0) -> Variant:
    """The rule; `horizon` is N, the last iteration."""
    check_range("horizon", horizon, 1)
    check_range("g", g, 5, 100)
    return Variant(
        title="predictive CFR+ with a hyperparameter schedule",
        updates=ALTERNATING,
        reference="Zhang, McAleer, Sandholm, AAAI 2026",
        guarantee="two-player zero-sum games: exploitability of the average strategy in O(1/√T)",
        averaging=f"powers {g:g} to {g - 5:g} of the iteration",
        horizon=horizon,
        rule=Numbers(
            add_regret=lambda t: AddRegret(floor=0.0),
            add_policy=lambda t: AddPolicy(discount=power((t - 1) / t, g - 5 * t / horizon)),
            policy=lambda t: Policy(weight=1.0),
        ),
    )
