"""Extensive-form fictitious play: best responses to average strategies. J. Heinrich, M. Lanctot, D. Silver, ICML 2015."""

from __future__ import annotations

from recheck.variants.rule import AVERAGE, Known, Played, Row, Rule


def xfp() -> Rule:
    """v = max q against the others' averages, this iteration's strategies included; R = r, and σ the first of the greatest."""

    def worth(values: Row, _known: Known, _strategy: Row) -> float:
        return max(values)

    def regrets(_t: int, _known: Known, played: Played) -> Row:
        return played.gaps

    def choose(_t: int, known: Known) -> tuple[float, ...]:
        first = list(known.regrets).index(max(known.regrets))
        return tuple([1.0 if action == first else 0.0 for action in range(len(known.regrets))])

    return Rule(simultaneous=True, against=AVERAGE, worth=worth, regrets=regrets, choose=choose)
