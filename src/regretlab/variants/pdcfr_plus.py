"""Predictive discounted CFR+: regrets fade, never fall below zero, and the last one is counted once more.

H. Xu, K. Li, B. Liu, H. Fu, Q. Fu, J. Xing, J. Cheng, "Minimizing weighted counterfactual regret with optimistic online mirror
descent", IJCAI 2024. With t = 1, 2, ... and u = t - 1:

    Rᵗ(I,a) = [Rᵗ⁻¹(I,a) uᵅ/(uᵅ + 1) + rᵗ(I,a)]⁺
    Sᵗ(I,a) = Sᵗ⁻¹(I,a) (u/t)ᵞ + xᵗ(I,a)
    σᵗ⁺¹(I,·) = RM(Rᵗ(I,·) tᵅ/(tᵅ + 1) + rᵗ(I,·))

Deviations: none.
"""

from regretlab.elementary import power
from regretlab.parameters import check_range
from regretlab.variant import ALTERNATING, AddPolicy, AddRegret, Numbers, Policy, Variant, discount


def variant(alpha: float = 2.3, gamma: float = 5.0) -> Variant:
    """The rule."""
    check_range("gamma", gamma, 0, 100)
    return Variant(
        title="predictive discounted CFR+",
        updates=ALTERNATING,
        reference="Xu et al., IJCAI 2024",
        guarantee="two-player zero-sum games: exploitability of the average strategy in O(1/√T)",
        averaging=f"power {gamma:g} of the iteration",
        rule=Numbers(
            add_regret=lambda t: AddRegret(positive=discount(t - 1, alpha), floor=0.0),
            add_policy=lambda t: AddPolicy(discount=power((t - 1) / t, gamma)),
            policy=lambda t: Policy(discount=discount(t, alpha), weight=1.0),
        ),
    )
