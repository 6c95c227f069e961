"""CFR-BR: every player's regrets are computed against best responses to what that player plays.

M. Johanson, N. Bard, N. Burch, M. Bowling, "Finding optimal abstract strategies in extensive-form games", AAAI 2012, in the
form of OpenSpiel's `cfr_br`. With t = 1, 2, ... and rᵗ against best responses of the others to σᵗ:

    Rᵗ(I,a) = Rᵗ⁻¹(I,a) + rᵗ(I,a)
    Sᵗ(I,a) = Sᵗ⁻¹(I,a) + xᵗ(I,a)
    σᵗ⁺¹(I,·) = RM(Rᵗ(I,·))

Deviations: both players learn in this way at the same time; in the paper one does, and the other answers. Tied best responses
take the first action.
"""

from regretlab.variant import BEST_RESPONSE, SIMULTANEOUS, Numbers, Variant


def variant() -> Variant:
    """The rule."""
    return Variant(
        title="CFR-BR",
        updates=SIMULTANEOUS,
        opponents=BEST_RESPONSE,
        reference="Johanson, Bard, Burch, Bowling, AAAI 2012",
        guarantee="two-player zero-sum games: exploitability of the average strategy in O(1/√T)",
        averaging="uniform",
        rule=Numbers(),
    )
