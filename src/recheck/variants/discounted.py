"""Rules that let fade what was learned early: DCFR, with fixed, scheduled and tabulated exponents, and DCFR+.

N. Brown, T. Sandholm, AAAI 2019; H. Xu et al., AAAI 2022 and ICLR 2024; N. Zhang, S. McAleer, T. Sandholm, AAAI 2026.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import NamedTuple

from recheck.variants.powers import kept, power
from recheck.variants.rule import Known, Played, Row, Rule, Tabulated

Sums = Callable[[int, Known, Played], Row]


class Exponents(NamedTuple):
    """Those of one iteration."""

    alpha: float
    beta: float
    gamma: float


def fading(gamma: Callable[[int], float]) -> Sums:
    """S ((t - 1)/t)ᵞ + x, with the γ of iteration t."""

    def sums(t: int, known: Known, played: Played) -> list[float]:
        left = power((t - 1) / t, gamma(t))
        return [left * total + weight for total, weight in zip(known.sums, played.weights)]

    return sums


def _discounted(at: Callable[[int], Exponents], last: int | None = None) -> Rule:
    """R uᵅ/(uᵅ + 1) + r where R > 0, with β for α elsewhere; u = t - 1."""

    def regrets(t: int, known: Known, played: Played) -> list[float]:
        alpha, beta, _ = at(t)
        above, below = kept(t - 1, alpha), kept(t - 1, beta)
        return [regret * (above if regret > 0.0 else below) + gap for regret, gap in zip(known.regrets, played.gaps)]

    return Rule(regrets=regrets, sums=fading(lambda t: at(t).gamma), last=last)


def dcfr(alpha: float, beta: float, gamma: float) -> Rule:
    """Fixed exponents."""
    exponents = Exponents(alpha, beta, gamma)
    return _discounted(lambda _t: exponents)


def ddcfr(table: Tabulated) -> Rule:
    """Exponents from a table."""
    rows: Sequence[Exponents] = [
        Exponents(*numbers) for numbers in zip(*(table.columns[name] for name in Exponents._fields))
    ]
    return _discounted(lambda t: rows[bisect_left(table.ends, t)], table.ends[-1])


def hs_dcfr(horizon: int, g: float) -> Rule:
    """α = 1 + 3t/N, β = -1 - 2t/N, γ = g - 5t/N."""

    def at(t: int) -> Exponents:
        return Exponents(1 + 3 * t / horizon, -1 - 2 * t / horizon, g - 5 * t / horizon)

    return _discounted(at, horizon)


def dcfr_plus(alpha: float, gamma: float, c: float) -> Rule:
    """[R uᵅ/(uᵅ + c) + r]⁺."""

    def regrets(t: int, known: Known, played: Played) -> list[float]:
        left = kept(t - 1, alpha, c)
        return [max(regret * left + gap, 0.0) for regret, gap in zip(known.regrets, played.gaps)]

    return Rule(regrets=regrets, sums=fading(lambda _t: gamma))
