"""Rules that count the last regret once more, as a guess of the next one.

G. Farina, C. Kroer, T. Sandholm, AAAI 2021; H. Xu et al., IJCAI 2024; N. Zhang, S. McAleer, T. Sandholm, AAAI 2026;
L. Meng et al., AAAI 2026; G. Farina et al., NeurIPS 2023.
"""

from __future__ import annotations

import math

from recheck.variants.discounted import fading
from recheck.variants.matching import added, normalized, regret_matching
from recheck.variants.powers import kept
from recheck.variants.rule import Known, Played, Row, Rule, add_gaps_above_0

OF_GAPS, OF_REGRETS = "squared_changes_of_r", "squared_changes_of_R"


def pcfr_plus(gamma: float, prediction: float) -> Rule:
    """[R + r]⁺, then RM(R + p r)."""

    def choose(_t: int, known: Known) -> tuple[float, ...]:
        return regret_matching([regret + prediction * gap for regret, gap in zip(known.regrets, known.latest)])

    return Rule(regrets=add_gaps_above_0, sums=fading(lambda _t: gamma), choose=choose)


def hs_pcfr_plus(horizon: int, g: float) -> Rule:
    """The same with p = 1 and γ = g - 5t/N."""
    always = pcfr_plus(0.0, 1.0)
    return always._replace(sums=fading(lambda t: g - 5 * t / horizon), last=horizon)


def sapcfr_plus(alpha: float, gamma: float) -> Rule:
    """The same with p = 1/(1 + α)."""
    return pcfr_plus(gamma, 1.0 / (1.0 + alpha))


def apcfr_plus(alpha_max: float, gamma: float) -> Rule:
    """The same with α of the infoset: the root of the quotient of two sums of squares, at most `alpha_max`."""

    def keep(_t: int, known: Known, played: Played, regrets: Row) -> dict[str, Row]:
        of_gaps, of_regrets = known.kept[OF_GAPS][0], known.kept[OF_REGRETS][0]
        of_gaps += _squared(played.gaps, known.latest)
        of_regrets += _squared(regrets, known.regrets)
        return {OF_GAPS: [of_gaps] * len(regrets), OF_REGRETS: [of_regrets] * len(regrets)}

    def choose(_t: int, known: Known) -> tuple[float, ...]:
        of_gaps, of_regrets = known.kept[OF_GAPS][0], known.kept[OF_REGRETS][0]
        alpha = min(math.sqrt(of_gaps / of_regrets), alpha_max) if of_regrets > 0.0 else alpha_max
        return regret_matching([regret + gap / (1.0 + alpha) for regret, gap in zip(known.regrets, known.latest)])

    columns = (OF_GAPS, OF_REGRETS)
    return Rule(regrets=add_gaps_above_0, sums=fading(lambda _t: gamma), choose=choose, columns=columns, keep=keep)


def pdcfr_plus(alpha: float, gamma: float) -> Rule:
    """[R uᵅ/(uᵅ + 1) + r]⁺ with u = t - 1, then RM(R tᵅ/(tᵅ + 1) + r)."""

    def regrets(t: int, known: Known, played: Played) -> list[float]:
        left = kept(t - 1, alpha)
        return [max(regret * left + gap, 0.0) for regret, gap in zip(known.regrets, played.gaps)]

    def choose(t: int, known: Known) -> tuple[float, ...]:
        left = kept(t, alpha)
        return regret_matching([regret * left + gap for regret, gap in zip(known.regrets, known.latest)])

    return Rule(regrets=regrets, sums=fading(lambda _t: gamma), choose=choose)


def smooth_pcfr_plus(gamma: float) -> Rule:
    """[R + r]⁺; then θ = [R + r]⁺ once more, what Σ θ lacks of 1 is divided equally, and σ = θ/Σ θ."""

    def choose(_t: int, known: Known) -> tuple[float, ...]:
        theta = [max(regret + gap, 0.0) for regret, gap in zip(known.regrets, known.latest)]
        lacking = max(1.0 - added(theta), 0.0) / len(theta)
        return normalized([each + lacking for each in theta])

    return Rule(regrets=add_gaps_above_0, sums=fading(lambda _t: gamma), choose=choose)


def stable_pcfr_plus(start: float, gamma: float) -> Rule:
    """[R + r]⁺, but R₀ for all where none is greater than R₀; then RM(R + r), uniform where all are R₀ again."""

    def regrets(t: int, known: Known, played: Played) -> list[float]:
        found = add_gaps_above_0(t, known, played)
        return found if max(found) > start else [start] * len(found)

    def choose(_t: int, known: Known) -> tuple[float, ...]:
        if max(known.regrets) <= start:
            return normalized([0.0] * len(known.regrets))
        return regret_matching([regret + gap for regret, gap in zip(known.regrets, known.latest)])

    return Rule(regrets=regrets, sums=fading(lambda _t: gamma), choose=choose)


def _squared(new: Row, old: Row) -> float:
    """The square of the Euclidean distance."""
    return added([(one - other) * (one - other) for one, other in zip(new, old)])
