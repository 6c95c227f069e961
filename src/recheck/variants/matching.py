"""Regret matching: S. Hart and A. Mas-Colell, Econometrica 2000; Zinkevich et al., NIPS 2007, eq. (8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def regret_matching(regrets: Sequence[float]) -> tuple[float, ...]:
    """The positive parts divided by their sum, uniform if that is zero: Zinkevich et al. 2007, eq. (8)."""
    return normalized([regret if regret > 0.0 else 0.0 for regret in regrets])


def normalized(weights: Sequence[float]) -> tuple[float, ...]:
    """Weights divided by their sum, uniform if that is zero: Zinkevich et al. 2007, eq. (4)."""
    total = added(weights)
    if total > 0.0:
        return tuple([weight / total for weight in weights])
    return (1.0 / len(weights),) * len(weights)


def added(numbers: Iterable[float]) -> float:
    """The sum, one number after the other: what `sum` does with floats depends on the version of Python."""
    total = 0.0
    for number in numbers:
        total += number
    return total
