"""Discounted CFR: what was learned early fades, negative regrets faster than positive ones.

N. Brown, T. Sandholm, "Solving imperfect-information games via discounted regret minimization", AAAI 2019. With t = 1, 2, ...
and u = t - 1:

    Rᵗ(I,a) = Rᵗ⁻¹(I,a) uᵅ/(uᵅ + 1) + rᵗ(I,a)      with β for α where Rᵗ⁻¹(I,a) ≤ 0
    Sᵗ(I,a) = Sᵗ⁻¹(I,a) (u/t)ᵞ + xᵗ(I,a)
    σᵗ⁺¹(I,·) = RM(Rᵗ(I,·))

Deviations: the discount is applied before the new regret is added, not after the last one was; the strategies are the same.
"""

from regretlab.elementary import power
from regretlab.parameters import check_range
from regretlab.variant import ALTERNATING, AddPolicy, AddRegret, Numbers, Variant, discount


def variant(alpha: float = 1.5, beta: float = 0.0, gamma: float = 2.0) -> Variant:
    """The rule; `alpha` and `beta` may be infinite: inf keeps regrets whole, -inf forgets them."""
    check_range("gamma", gamma, 0, 100)
    return Variant(
        title="discounted CFR",
        updates=ALTERNATING,
        reference="Brown, Sandholm, AAAI 2019",
        guarantee="two-player zero-sum games: exploitability of the average strategy in O(1/√T) (theorem 3)",
        averaging=f"power {gamma:g} of the iteration",
        rule=Numbers(
            add_regret=lambda t: AddRegret(positive=discount(t - 1, alpha), negative=discount(t - 1, beta)),
            add_policy=lambda t: AddPolicy(discount=power((t - 1) / t, gamma)),
        ),
    )
