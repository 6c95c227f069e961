"""Best responses in exact fractions: payoffs, gains, and how nash_conv changes with a strategy.

B. von Stengel, "Efficient computation of behavior strategies", Games and Economic Behavior 1996: against fixed
realization weights of the others, a player's payoff is linear in the player's own, so a best response follows by
backward induction over the player's infosets.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import TypeVar

from regretlab.exact.strategy import ZERO, decisions, realization_weights
from regretlab.sequence_form.game import Game


@dataclass(frozen=True, order=True)
class Germ:
    """The number value + slope·ε, for an ε > 0 smaller than all that matters: ordered lexicographically."""

    value: Fraction
    slope: Fraction

    def __add__(self, other: "Germ") -> "Germ":
        """Add values and slopes."""
        return Germ(self.value + other.value, self.slope + other.slope)


Number = TypeVar("Number", Fraction, Germ)


def payoff(game: Game, player: int, weights: Sequence[Fraction]) -> Fraction:
    """u(x) = Σ payoff · Π x, over the outcomes."""
    return sum(
        (
            outcome.payoffs[player] * prod(weights[sequence] for sequence in outcome.sequences)
            for outcome in game.outcomes
        ),
        ZERO,
    )


def guaranteed(game: Game, player: int, weights: Sequence[Fraction]) -> Fraction:
    """What the player's own weights yield at least, in a two-player zero-sum game: with the worst reply."""
    return -best_response_value(game, 1 - player, gradient(game, 1 - player, weights))


def gains(game: Game, weights: Sequence[Fraction]) -> list[Fraction]:
    """What each player gains by a best response; their sum is nash_conv."""
    return [
        best_response_value(game, player, gradient(game, player, weights)) - payoff(game, player, weights)
        for player in range(game.players)
    ]


def nash_conv_slopes(game: Game, strategy: Sequence[Fraction], infoset: int) -> tuple[Fraction, Fraction]:
    """Change of nash_conv per probability moved to the second of an infoset's two actions, and from it.

    For two players and zero sum: then nash_conv is the sum of the best responses' values, of which the opponent's
    alone depends on the move. The opponent's gradient is affine in the probability p of the second action:
    g(p) = g(0) + p (g(1) - g(0)).
    """
    opponent = 1 - game.infosets[infoset].player
    first = game.first_sequences[infoset]
    p = strategy[first + 1]
    g0, g1 = (
        gradient(game, opponent, realization_weights(game, [*strategy[:first], 1 - q, q, *strategy[first + 2 :]]))
        for q in (Fraction(0), Fraction(1))
    )
    up = [Germ(low + p * (high - low), high - low) for low, high in zip(g0, g1, strict=True)]
    down = [Germ(germ.value, -germ.slope) for germ in up]
    return best_response_value(game, opponent, up).slope, best_response_value(game, opponent, down).slope


def best_response_value(game: Game, player: int, gradient: Sequence[Number]) -> Number:
    """Greatest payoff of the player, given the gradient of the payoff in the player's realization weights."""
    values = list(gradient)
    for infoset, sequences in reversed(decisions(game, player)):
        values[infoset.parent] += max(values[sequences.start : sequences.stop])
    return values[game.sequence_bounds[player]]


def gradient(game: Game, player: int, weights: Sequence[Fraction]) -> list[Fraction]:
    """g(s) = Σ payoff · Π x of the others, over the outcomes of the player's sequence s; 0 elsewhere."""
    result = [ZERO] * len(weights)
    whole = game.outcomes.payoffs[:, player].tolist()
    for sequences, payoff in zip(game.outcomes.sequences.tolist(), whole, strict=True):
        reach = prod(weights[sequence] for other, sequence in enumerate(sequences) if other != player)
        if reach:
            result[sequences[player]] += payoff * reach
    return [total / game.outcomes.denominator for total in result]
