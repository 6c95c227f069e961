"""Vanilla CFR: all players' regrets are computed against the same strategies, then all are updated.

M. Zinkevich, M. Johanson, M. Bowling, C. Piccione, "Regret minimization in games with incomplete information",
NIPS 2007, equations 7 and 8. For every infoset I and action a, with σ¹ uniform and t = 1, 2, ...:

    Rᵗ(I,a) = Rᵗ⁻¹(I,a) + rᵗ(I,a)
    Sᵗ(I,a) = Sᵗ⁻¹(I,a) + xᵗ(I,a)
    σᵗ⁺¹(I,·) = RM(Rᵗ(I,·))

Deviations from the paper: R is the sum over the iterations, not their mean; regret matching does not see the difference.
"""

from regretlab.variant import SIMULTANEOUS, Numbers, Variant


def variant() -> Variant:
    """The rule."""
    return Variant(
        title="CFR, simultaneous updates",
        updates=SIMULTANEOUS,
        reference="Zinkevich, Johanson, Bowling, Piccione, NIPS 2007",
        guarantee="two-player zero-sum games: exploitability of the average strategy in O(1/√T) (theorem 4)",
        averaging="uniform",
        rule=Numbers(),
    )
