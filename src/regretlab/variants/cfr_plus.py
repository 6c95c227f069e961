"""CFR+: regrets never fall below zero, and later iterations count more.

O. Tammelin, "Solving large imperfect information games using CFR+", arXiv 1407.5042, 2014; O. Tammelin, N. Burch,
M. Johanson, M. Bowling, IJCAI 2015. With t = 1, 2, ..., γ the power and d the delay of the average:

    Rᵗ(I,a) = [Rᵗ⁻¹(I,a) + rᵗ(I,a)]⁺
    Sᵗ(I,a) = Sᵗ⁻¹(I,a) + max(t - d, 0)ᵞ xᵗ(I,a)
    σᵗ⁺¹(I,·) = RM(Rᵗ(I,·))

Deviations: none. γ = 1, d = 0 is the linear average of OpenSpiel's `CFRPlusSolver`; N. Brown and T. Sandholm, AAAI 2019, read
CFR+ with γ = 2. Up to iteration d nothing is averaged, also with γ = 0, and the
average strategy is uniform.
"""

import numpy as np

from regretlab.elementary import power
from regretlab.parameters import check_range
from regretlab.variant import ALTERNATING, AddPolicy, AddRegret, Numbers, Variant


def variant(gamma: float = 1.0, delay: int = 0) -> Variant:
    """The rule; `gamma` the power of the average, `delay` the iterations that it leaves out."""
    check_range("gamma", gamma, 0, 100)
    check_range("delay", delay, 0)
    return Variant(
        title="CFR+",
        updates=ALTERNATING,
        reference="Tammelin, Burch, Johanson, Bowling, IJCAI 2015",
        guarantee="two-player zero-sum games: exploitability of the average strategy in O(1/√T)",
        averaging=f"power {gamma:g} of the iteration" + (f" less {delay:,}" if delay else ""),
        delay=delay,
        rule=Numbers(
            add_regret=lambda t: AddRegret(floor=0.0),
            add_policy=lambda t: AddPolicy(weight=np.where(t > delay, power(np.maximum(t - delay, 0.0), gamma), 0.0)),
        ),
    )
