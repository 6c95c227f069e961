"""CFR+: regrets that never fall below zero. O. Tammelin et al., IJCAI 2015."""

from __future__ import annotations

from recheck.variants.powers import power
from recheck.variants.rule import Known, Played, Rule, add_gaps_above_0


def cfr_plus(gamma: float, delay: int) -> Rule:
    """[R + r]⁺, S + max(t - d, 0)ᵞ x; the first d iterations do not count in S, whatever γ is."""

    def sums(t: int, known: Known, played: Played) -> list[float]:
        counts = power(float(t - delay), gamma) if t > delay else 0.0
        return [total + counts * weight for total, weight in zip(known.sums, played.weights)]

    return Rule(regrets=add_gaps_above_0, sums=sums, delay=delay)
