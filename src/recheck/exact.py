"""Strategies and realization weights in exact arithmetic.

B. von Stengel, "Efficient computation of behavior strategies", Games and Economic Behavior 1996. A float stands for the
number that it is, so that all denominators are powers of two: sums of half a million products stay short.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from recheck.game import Game

Strategy = Sequence[tuple[float, ...]]
"""By number of the infoset: the probabilities of its actions."""

Exact = Sequence[tuple[Fraction, ...]]
"""The same, as fractions."""


class Weights(NamedTuple):
    """Realization weights by number of the sequence, whole numbers to be divided by one number per player."""

    numerators: list[int]
    denominators: list[int]


def exactly(strategy: Strategy) -> Exact:
    """Floats as the numbers that they are, and as probabilities that sum to 1."""
    # Published sums may be so large that their quotients are no numbers.
    return summing_to_1([[Fraction(p) if math.isfinite(p) else Fraction(0) for p in numbers] for numbers in strategy])


def summing_to_1(strategy: Sequence[Sequence[Fraction]]) -> Exact:
    """Probabilities that sum to 1: the greatest of an infoset is what the others leave.

    What it is moved by is what rounding left over; a probability of 0 stays 0.
    """
    found = []
    for probabilities in strategy:
        numbers = list(probabilities)
        greatest = numbers.index(max(numbers))
        numbers[greatest] += 1 - sum(numbers)
        found.append(tuple(numbers))
    return found


def realization_weights(game: Game, player: int, strategy: Exact) -> list[Fraction]:
    """The weights of a player's sequences, from the empty one on: own probabilities multiplied."""
    found = [Fraction(1)]
    for n, infoset in game.of(player):
        before = found[infoset.parent - game.empty[player]]
        found += [before * probability for probability in strategy[n]]
    return found


def weigh(game: Game, strategy: Exact) -> Weights:
    """The realization weights of all players."""
    numerators, denominators = [], []
    for player in range(game.players):
        whole, common = over_one(realization_weights(game, player, strategy))
        numerators += whole
        denominators.append(common)
    return Weights(numerators, denominators)


def over_one(fractions: Sequence[Fraction]) -> tuple[list[int], int]:
    """Fractions as numerators over their least common denominator, and that."""
    denominators = [fraction.denominator for fraction in fractions]
    if any(denominator & (denominator - 1) for denominator in denominators):
        common = math.lcm(*denominators)
        return [each.numerator * (common // each.denominator) for each in fractions], common
    # Products of floats: powers of two of thousands of digits, which are shifted far sooner than divided.
    common = max(denominators)
    size = common.bit_length()
    return [each.numerator << (size - each.denominator.bit_length()) for each in fractions], common
