"""AutoCFR4: an update rule that evolution found. H. Xu et al., AAAI 2022."""

from __future__ import annotations

from recheck.variants.powers import kept, power
from recheck.variants.rule import Known, Played, Rule


def autocfr4() -> Rule:
    """R (f where R ≥ 0, elsewhere f times the part of such actions) + r, f = t³ᐟ²/(t³ᐟ² + 1); S (1 - 1/t)² + t σ."""

    def regrets(t: int, known: Known, played: Played) -> list[float]:
        f = kept(t, 1.5)
        h = f * (sum([regret >= 0.0 for regret in known.regrets]) / len(known.regrets))
        return [regret * (f if regret >= 0.0 else h) + gap for regret, gap in zip(known.regrets, played.gaps)]

    def sums(t: int, known: Known, played: Played) -> list[float]:
        left = power((t - 1) / t, 2.0)
        return [total * left + t * probability for total, probability in zip(known.sums, played.strategy)]

    return Rule(regrets=regrets, sums=sums)
