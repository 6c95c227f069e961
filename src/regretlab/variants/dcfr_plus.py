"""DCFR+: discounted regrets that never fall below zero.

H. Xu, K. Li, H. Fu, Q. Fu, J. Xing, "AutoCFR: learning to design counterfactual regret minimization algorithms", AAAI 2022.
With t = 1, 2, ... and u = t - 1:

    Rᵗ(I,a) = [Rᵗ⁻¹(I,a) uᵅ/(uᵅ + c) + rᵗ(I,a)]⁺
    Sᵗ(I,a) = Sᵗ⁻¹(I,a) (u/t)ᵞ + xᵗ(I,a)
    σᵗ⁺¹(I,·) = RM(Rᵗ(I,·))

Deviations: c is a parameter. The papers print 1; the authors' program, and the curves that they publish, have 1.5.
"""

from regretlab.elementary import power
from regretlab.parameters import check_range
from regretlab.variant import ALTERNATING, AddPolicy, AddRegret, Numbers, Variant, discount


def variant(alpha: float = 1.5, gamma: float = 4.0, c: float = 1.0) -> Variant:
    """The rule; `c` is what is added to the power of the iteration in the discount."""
    check_range("gamma", gamma, 0, 100)
    check_range("c", c, 1e-6, 1e6)
    return Variant(
        title="DCFR+",
        updates=ALTERNATING,
        reference="Xu et al., AAAI 2022",
        guarantee="two-player zero-sum games: exploitability of the average strategy in O(1/√T)",
        averaging=f"power {gamma:g} of the iteration",
        rule=Numbers(
            add_regret=lambda t: AddRegret(positive=discount(t - 1, alpha, c), floor=0.0),
            add_policy=lambda t: AddPolicy(discount=power((t - 1) / t, gamma)),
        ),
    )
