"""CFR with alternating updates: within an iteration the players are updated in turn, each against the others' newest strategies.

The rule of vanilla CFR (M. Zinkevich, M. Johanson, M. Bowling, C. Piccione, NIPS 2007) in the order of updates that
N. Burch, M. Moravčík, M. Schmid, "Revisiting CFR+ and alternating updates", JAIR 2019, analyze and that OpenSpiel's
`CFRSolver` uses. For player i = 0, 1, ... in turn, with t = 1, 2, ...:

    Rᵗ(I,a) = Rᵗ⁻¹(I,a) + rᵗ(I,a)      r against σᵗ⁺¹ of the players before i and σᵗ of those after
    Sᵗ(I,a) = Sᵗ⁻¹(I,a) + xᵗ(I,a)
    σᵗ⁺¹(I,·) = RM(Rᵗ(I,·))

Deviations from vanilla CFR: the order of updates, nothing else.
"""

from regretlab.variant import ALTERNATING, Numbers, Variant


def variant() -> Variant:
    """The rule."""
    return Variant(
        title="CFR, alternating updates",
        updates=ALTERNATING,
        reference="Zinkevich et al., NIPS 2007; alternation: Burch, Moravčík, Schmid, JAIR 2019",
        guarantee="two-player zero-sum games: exploitability of the average strategy in O(1/√T)",
        averaging="uniform",
        rule=Numbers(),
    )
