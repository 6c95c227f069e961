"""Rules whose regrets are plain sums: CFR in both orders of updates, linear CFR, CFR-BR.

M. Zinkevich et al., NIPS 2007; N. Burch, M. Moravčík, M. Schmid, JAIR 2019; N. Brown, T. Sandholm, AAAI 2019; M. Johanson,
N. Bard, N. Burch, M. Bowling, AAAI 2012.
"""

from __future__ import annotations

from recheck.variants.rule import BEST_RESPONSE, Known, Played, Rule


def cfr() -> Rule:
    """R + r, S + x, all players at once."""
    return Rule(simultaneous=True, by_histories=True, determined=False)


def cfr_alternating() -> Rule:
    """The same, one player after the other."""
    return Rule(by_histories=True, determined=False)


def cfr_br() -> Rule:
    """The same, all players at once, each against best responses to all."""
    return Rule(simultaneous=True, against=BEST_RESPONSE)


def linear_cfr() -> Rule:
    """R + t r, S + t x."""

    def regrets(t: int, known: Known, played: Played) -> list[float]:
        return [regret + t * gap for regret, gap in zip(known.regrets, played.gaps)]

    def sums(t: int, known: Known, played: Played) -> list[float]:
        return [total + t * weight for total, weight in zip(known.sums, played.weights)]

    return Rule(regrets=regrets, sums=sums)
