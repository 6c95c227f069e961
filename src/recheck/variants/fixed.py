"""A strategy that is given to a run as a table: each infoset's divided by its sum, that is σ¹, and every σ after it."""

from __future__ import annotations

from recheck.variants.rule import Given, Known, Played, Row, Rule


def fixed(table: Given) -> Rule:
    """S = σ, and the next σ is S."""

    def sums(_t: int, _known: Known, played: Played) -> Row:
        return played.strategy

    def choose(_t: int, known: Known) -> tuple[float, ...]:
        return tuple(known.sums)

    return Rule(simultaneous=True, sums=sums, choose=choose, given=table)
