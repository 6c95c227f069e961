"""Magnetic mirror descent with dilated entropy: S. Sokota et al., ICLR 2023."""

from __future__ import annotations

import math

from recheck.variants.matching import added, normalized
from recheck.variants.rule import ANSWER_CURRENT, Known, Played, Row, Rule


def mmd(alpha: float, eta: float) -> Rule:
    """R = (log σ + η r)/(1 + ηα) and σ = exp R, divided by its sum; v = (α + 1/η) log Σ exp of the same with q.

    log σ is R less the logarithm of the sum, however small σ is; before the first iteration R is 0 and σ uniform.
    """

    def stepped(known: Known, gained: Row) -> list[float]:
        logs = _logarithms(known.regrets)
        return [(log + eta * gain) / (1.0 + eta * alpha) for log, gain in zip(logs, gained)]

    def worth(values: Row, known: Known, _strategy: Row) -> float:
        return (alpha + 1.0 / eta) * _log_of_sum(stepped(known, values))

    def regrets(_t: int, known: Known, played: Played) -> list[float]:
        return stepped(known, played.gaps)

    def choose(_t: int, known: Known) -> tuple[float, ...]:
        return normalized([math.exp(log) for log in _logarithms(known.regrets)])

    return Rule(
        simultaneous=True,
        determined=False,
        exponentials=True,
        worth=worth,
        regrets=regrets,
        choose=choose,
        answer=ANSWER_CURRENT,
    )


def _log_of_sum(exponents: Row) -> float:
    """log Σ exp, where the greatest term is 1 so that not all vanish."""
    largest = max(exponents)
    return largest + math.log(added([math.exp(each - largest) for each in exponents]))


def _logarithms(exponents: Row) -> list[float]:
    """The logarithms of what exponents stand for when it is divided by its sum."""
    total = _log_of_sum(exponents)
    return [each - total for each in exponents]
