"""External-sampling MCCFR: chance and the others each play one action drawn by their probabilities; all own ones are followed.

M. Lanctot, K. Waugh, M. Zinkevich, M. Bowling, "Monte Carlo sampling for regret minimization in extensive games", NIPS 2009.
At the infosets that the walk of iteration t = 1, 2, ... comes to, with r̃ᵗ the sampled regrets:

    Rᵗ(I,a) = Rᵗ⁻¹(I,a) + r̃ᵗ(I,a)      E[r̃ᵗ(I,a)] = rᵗ(I,a)
    Sᵗ(I,a) = Sᵗ⁻¹(I,a) + xᵗ(I,a)
    σᵗ⁺¹(I,·) = RM(Rᵗ(I,·))

Deviations: the sums are those of all infosets, not of the sampled ones: they are brought up to date when the walk comes to them.
"""

from regretlab.variant import ALTERNATING, Numbers, Sampling, Variant


def variant(seed: int = 0) -> Variant:
    """The rule; `seed` is what the actions are drawn from."""
    return Variant(
        title="external-sampling MCCFR",
        updates=ALTERNATING,
        reference="Lanctot, Waugh, Zinkevich, Bowling, NIPS 2009",
        guarantee="two-player zero-sum games, with high probability: exploitability of the average in O(1/√T)",
        averaging="uniform",
        rule=Numbers(),
        sampling=Sampling(seed),
    )
