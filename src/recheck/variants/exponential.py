"""Exponential CFR: H. Li et al., arXiv 2008.02679."""

from __future__ import annotations

import math
from collections.abc import Mapping

from recheck.variants.matching import added
from recheck.variants.rule import Known, Played, Row, Rule

WEIGHT_SUM = "weight_sum"


def ecfr() -> Rule:
    """With w = exp(r - mean of r): R + w r, S + w x, W + w times the own reach; the average is S/W, divided by its sum."""

    def regrets(_t: int, known: Known, played: Played) -> list[float]:
        weights = _weights(played.gaps)
        return [regret + weight * gap for regret, weight, gap in zip(known.regrets, weights, played.gaps)]

    def sums(_t: int, known: Known, played: Played) -> list[float]:
        weights = _weights(played.gaps)
        return [total + weight * x for total, weight, x in zip(known.sums, weights, played.weights)]

    def keep(_t: int, known: Known, played: Played, _: Row) -> dict[str, Row]:
        weights = _weights(played.gaps)
        return {WEIGHT_SUM: [total + weight * played.reach for total, weight in zip(known.kept[WEIGHT_SUM], weights)]}

    def averaged(sums: Row, kept: Mapping[str, Row]) -> Row:
        return [total / weight if weight > 0.0 else 0.0 for total, weight in zip(sums, kept[WEIGHT_SUM])]

    columns = (WEIGHT_SUM,)
    return Rule(determined=False, regrets=regrets, sums=sums, columns=columns, keep=keep, averaged=averaged)


def _weights(gaps: Row) -> list[float]:
    """exp(r - mean of r)."""
    mean = added(gaps) / len(gaps)
    return [math.exp(gap - mean) for gap in gaps]
