"""Predictive CFR+: the last regret is counted once more, as a guess of the next one.

G. Farina, C. Kroer, T. Sandholm, "Faster game solving via predictive Blackwell approachability: connecting regret matching and
mirror descent", AAAI 2021, algorithm 5. With t = 1, 2, ...:

    Rᵗ(I,a) = [Rᵗ⁻¹(I,a) + rᵗ(I,a)]⁺
    Sᵗ(I,a) = Sᵗ⁻¹(I,a) (1 - 1/t)ᵞ + xᵗ(I,a)
    σᵗ⁺¹(I,·) = RM(Rᵗ(I,·) + p rᵗ(I,·))

Deviations: the weight p of the prediction is a parameter, 1 in the paper; with p = 0 it is CFR+.
"""

from regretlab.elementary import power
from regretlab.parameters import check_range
from regretlab.variant import ALTERNATING, AddPolicy, AddRegret, Numbers, Policy, Variant


def variant(gamma: float = 2.0, prediction: float = 1.0) -> Variant:
    """The rule; `prediction` is the weight of the last regret."""
    check_range("gamma", gamma, 0, 100)
    check_range("prediction", prediction, 0, 100)
    return Variant(
        title="predictive CFR+",
        updates=ALTERNATING,
        reference="Farina, Kroer, Sandholm, AAAI 2021",
        guarantee="two-player zero-sum games: exploitability of the average strategy in O(1/√T), faster the better the guess",
        averaging=f"power {gamma:g} of the iteration",
        rule=Numbers(
            add_regret=lambda t: AddRegret(floor=0.0),
            add_policy=lambda t: AddPolicy(discount=power((t - 1) / t, gamma)),
            policy=lambda t: Policy(weight=prediction),
        ),
    )
