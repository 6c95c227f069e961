"""Dynamic discounted CFR, replayed: discounted CFR with exponents that change with the iteration.

H. Xu, K. Li, H. Fu, Q. Fu, J. Xing, J. Cheng, "Dynamic discounted counterfactual regret minimization", ICLR 2024. There a network
chooses the exponents while it sees the exploitability; here they come from a table that was recorded. With t = 1, 2, ...,
u = t - 1, and α, β, γ those of iteration t:

    Rᵗ(I,a) = Rᵗ⁻¹(I,a) uᵅ/(uᵅ + 1) + rᵗ(I,a)      with β for α where Rᵗ⁻¹(I,a) ≤ 0
    Sᵗ(I,a) = Sᵗ⁻¹(I,a) (u/t)ᵞ + xᵗ(I,a)
    σᵗ⁺¹(I,·) = RM(Rᵗ(I,·))

Deviations: no network.
"""

from regretlab.elementary import power
from regretlab.parameters import Table
from regretlab.variant import ALTERNATING, AddPolicy, AddRegret, Numbers, Variant, discount


def variant(table: Table) -> Variant:
    """The rule; `table` has the columns alpha, beta and gamma."""
    alpha, beta, gamma = map(table.column, ("alpha", "beta", "gamma"))
    return Variant(
        title="dynamic discounted CFR, replayed",
        updates=ALTERNATING,
        reference="Xu et al., ICLR 2024",
        guarantee="two-player zero-sum games, α and γ in [0, 5], β in [-5, 0]: exploitability of the average in O(1/√T)",
        averaging="as the table says",
        horizon=table.last,
        rule=Numbers(
            add_regret=lambda t: AddRegret(positive=discount(t - 1, alpha(t)), negative=discount(t - 1, beta(t))),
            add_policy=lambda t: AddPolicy(discount=power((t - 1) / t, gamma(t))),
        ),
    )
