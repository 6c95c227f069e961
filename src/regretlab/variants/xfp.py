"""Extensive-form fictitious play: everyone plays a best response to the others' average strategies.

J. Heinrich, M. Lanctot, D. Silver, "Fictitious self-play in extensive-form games", ICML 2015, algorithm 1. Averages are of
realization weights, which is what the mixing of behavior strategies in the paper comes to. With t = 1, 2, ..., and qᵗ the
values of best responses to the average strategies of iterations 1 to t:

    Rᵗ(I,a) = qᵗ(I,a) - max qᵗ(I,·)
    Sᵗ(I,a) = Sᵗ⁻¹(I,a) + xᵗ(I,a)
    σᵗ⁺¹(I,a) = 1 for the first a with the greatest Rᵗ(I,a), otherwise 0

Deviations: the uniform strategy of iteration 1 counts as one; OpenSpiel's iteration t is iteration t + 1 here.
"""

from regretlab.variant import AVERAGE, SIMULTANEOUS, Arrays, Variant


def variant() -> Variant:
    """The rule."""
    return Variant(
        title="fictitious play",
        updates=SIMULTANEOUS,
        opponents=AVERAGE,
        value=lambda s: s.greatest(s.q),
        reference="Heinrich, Lanctot, Silver, ICML 2015",
        guarantee="two-player zero-sum games: the average strategy converges to equilibrium, at no known rate",
        averaging="uniform",
        rule=Arrays(
            add_regret=lambda s: s.r,
            policy=lambda s: s.first_greatest(s.R),
        ),
    )
