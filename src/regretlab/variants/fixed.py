"""A strategy that is given: it stands in a table, and is played in all iterations.

No method, but what any other program found, own or fetched, next to the methods: the same snapshots, figures and ranks, and the
same proofs. With t = 1, 2, ..., and σ¹ the probabilities of the table, divided at each infoset by their sum, 1 within 1e-6:

    Rᵗ(I,a) = Rᵗ⁻¹(I,a) + rᵗ(I,a)
    Sᵗ(I,a) = σᵗ(I,a)
    σᵗ⁺¹(I,a) = Sᵗ(I,a)

Deviations: σ¹ is not uniform. The table is for one game, whose infosets and actions it names.
"""

from regretlab.parameters import Strategy
from regretlab.variant import SIMULTANEOUS, Arrays, Variant


def variant(table: Strategy) -> Variant:
    """The rule; `table` is the strategy, with the columns of strategy.csv."""
    return Variant(
        title="a given strategy",
        updates=SIMULTANEOUS,
        reference="-",
        guarantee="none: it is as good as it is",
        averaging="none",
        given=table,
        rule=Arrays(
            start=lambda s: s.match(s.S),
            add_policy=lambda s: s.sigma,
            policy=lambda s: s.S,
        ),
    )
