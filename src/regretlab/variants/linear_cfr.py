"""Linear CFR: iteration t counts t times, in the regrets and in the average.

N. Brown, T. Sandholm, "Solving imperfect-information games via discounted regret minimization", AAAI 2019. With t = 1, 2, ...:

    Rᵗ(I,a) = Rᵗ⁻¹(I,a) + t rᵗ(I,a)
    Sᵗ(I,a) = Sᵗ⁻¹(I,a) + t xᵗ(I,a)
    σᵗ⁺¹(I,·) = RM(Rᵗ(I,·))

Deviations: none. It is DCFR(1, 1, 1) with regrets and sums that are not divided by t.
"""

from regretlab.variant import ALTERNATING, AddPolicy, AddRegret, Numbers, Variant


def variant() -> Variant:
    """The rule."""
    return Variant(
        title="Linear CFR",
        updates=ALTERNATING,
        reference="Brown, Sandholm, AAAI 2019",
        guarantee="two-player zero-sum games: exploitability of the average strategy in O(1/√T)",
        averaging="linear",
        rule=Numbers(
            add_regret=lambda t: AddRegret(weight=t),
            add_policy=lambda t: AddPolicy(weight=t),
        ),
    )
