"""Regularized CFR: CFR+ with a cost of τ/2 ‖σ(I,·)‖² at every infoset. M. Liu et al., ICLR 2023."""

from __future__ import annotations

from recheck.variants.matching import added
from recheck.variants.rule import ANSWER_CURRENT, Known, Played, Row, Rule, expected


def regularized_cfr(tau: float) -> Rule:
    """v = Σ σ q - τ/2 Σ σ²; with u = q - τ σ, [R + u - Σ σ u]⁺, where a number that all of q have in common does not matter."""

    def worth(values: Row, known: Known, strategy: Row) -> float:
        return expected(values, known, strategy) - tau / 2.0 * added([p * p for p in strategy])

    def regrets(_t: int, known: Known, played: Played) -> list[float]:
        u = [gap - tau * p for gap, p in zip(played.gaps, played.strategy)]
        mean = added([p * each for p, each in zip(played.strategy, u)])
        return [max(regret + each - mean, 0.0) for regret, each in zip(known.regrets, u)]

    return Rule(worth=worth, regrets=regrets, answer=ANSWER_CURRENT)
