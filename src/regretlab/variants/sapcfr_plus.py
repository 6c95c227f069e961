"""Simple asymmetric predictive CFR+: the last regret is counted once more, but for a part of it.

L. Meng, Y. Zhang, C. Ge, T. Yang, Y. Gao, "Faster game solving via asymmetry of step sizes", AAAI 2026 (arXiv 2503.12770).
With t = 1, 2, ...:

    Rᵗ(I,a) = [Rᵗ⁻¹(I,a) + rᵗ(I,a)]⁺
    Sᵗ(I,a) = Sᵗ⁻¹(I,a) (1 - 1/t)ᵞ + xᵗ(I,a)
    σᵗ⁺¹(I,·) = RM(Rᵗ(I,·) + rᵗ(I,·)/(1 + α))

Deviations: none.
"""

from regretlab.elementary import power
from regretlab.parameters import check_range
from regretlab.variant import ALTERNATING, AddPolicy, AddRegret, Numbers, Policy, Variant


def variant(alpha: float = 2.0, gamma: float = 2.0) -> Variant:
    """The rule."""
    check_range("alpha", alpha, 0)
    check_range("gamma", gamma, 0, 100)
    return Variant(
        title="simple asymmetric predictive CFR+",
        updates=ALTERNATING,
        reference="Meng, Zhang, Ge, Yang, Gao, AAAI 2026",
        guarantee="two-player zero-sum games: exploitability of the average strategy in O(1/√T)",
        averaging=f"power {gamma:g} of the iteration",
        rule=Numbers(
            add_regret=lambda t: AddRegret(floor=0.0),
            add_policy=lambda t: AddPolicy(discount=power((t - 1) / t, gamma)),
            policy=lambda t: Policy(weight=1.0 / (1.0 + alpha)),
        ),
    )
