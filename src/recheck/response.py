"""Expected values and best responses, by recursion over information sets.

D. Koller and N. Megiddo, "The complexity of two-person zero-sum games in extensive form", Games and Economic Behavior 1992: a
best response with perfect recall is found from the last infosets back, each with the weights that the others bring.
In exact arithmetic, whatever the size of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from recheck.exact import Exact, Strategy, Weights, exactly, weigh
from recheck.game import Game


class Measures(NamedTuple):
    """What a profile is worth: expected payoff and best response of each player, in the game's own unit."""

    values: tuple[Fraction, ...]
    best: tuple[Fraction, ...]

    @property
    def gains(self) -> tuple[Fraction, ...]:
        """What each player would gain by a best response."""
        return tuple(best - value for best, value in zip(self.best, self.values))

    @property
    def nash_conv(self) -> Fraction:
        """The sum of all gains."""
        return sum(self.gains, Fraction(0))

    def numbers(self) -> list[Fraction]:
        """In the order of `columns`."""
        shown = self.values[:1] if len(self.values) == 2 else self.values
        return [*shown, *self.gains, self.nash_conv, self.nash_conv / len(self.values)]


def columns(players: int) -> tuple[str, ...]:
    """The names of the measures of a profile: docs/bundle-format.md, "trajectory.csv"."""
    values = ["value"] if players == 2 else [f"value_{player}" for player in range(players)]
    return (*values, *(f"gain_{player}" for player in range(players)), "nash_conv", "exploitability")


def by_recursion(game: Game, strategy: Strategy) -> Measures:
    """The measures of a profile that is given in floats."""
    return measure(game, exactly(strategy))


def measure(game: Game, strategy: Exact) -> Measures:
    """The measures of a profile."""
    weights = weigh(game, strategy)
    values, best = [], []
    for player in range(game.players):
        brought = bring(game, weights, player)
        divisor = game.denominator
        for other, denominator in enumerate(weights.denominators):
            divisor *= 1 if other == player else denominator
        first, after = game.empty[player : player + 2]
        own = weights.numerators[first:after]
        total = sum([weight * number for weight, number in zip(own, brought)])
        values.append(Fraction(total, divisor * weights.denominators[player]))
        best.append(Fraction(respond(game, player, brought), divisor))
    return Measures(tuple(values), tuple(best))


def bring(game: Game, weights: Weights, player: int) -> list[int]:
    """For each sequence of a player, from the empty one on: payoffs where it ends, times the weights of the others."""
    first = game.empty[player]
    brought = [0] * (game.empty[player + 1] - first)
    numerators = weights.numerators
    if game.players == 2:
        other = 1 - player
        for sequences, payoffs in game.outcomes:
            brought[sequences[player] - first] += numerators[sequences[other]] * payoffs[player]
        return brought
    others = [other for other in range(game.players) if other != player]
    for sequences, payoffs in game.outcomes:
        product = payoffs[player]
        for other in others:
            product *= numerators[sequences[other]]
        brought[sequences[player] - first] += product
    return brought


def respond(game: Game, player: int, brought: Sequence[int]) -> int:
    """The best that the player can get: at each infoset, the action that is best together with all that may follow it.

    One action per infoset: there is no place here that knows which of its histories was reached, so that a response that
    peeks cannot be expressed.
    """
    first = game.empty[player]
    totals = list(brought)
    for _, infoset in reversed(list(game.of(player))):
        start = infoset.first - first
        totals[infoset.parent - first] += max(totals[start : start + len(infoset.actions)])
    return totals[0]
