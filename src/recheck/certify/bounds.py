"""What a strategy is worth, exactly or between proven bounds, and where each player loses what a best response would gain.

B. von Stengel, Games and Economic Behavior 1996 (realization weights); D. Koller and N. Megiddo, Games and Economic Behavior
1992 (best responses); S. Kakade and J. Langford, ICML 2002, lemma 6.1 (two strategies differ by the sum over decisions).

Exact as long as the common denominators of the realization weights stay short: those of floats and decimals are powers of 2 or
10. Fractions that have nothing in common may need millions of digits; their weights are kept in whole numbers of units of 2**-k,
one rounded down and one up, and all that follows is exact in these: what is true is between the two. With k as chosen here, all
roundings together stay below 2**-128 in an expected payoff.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from recheck.exact import Exact, over_one, realization_weights
from recheck.game import Game

AUTO, EXACT, BOUNDED = "auto", "exact", "bounded"

MOST_WORK = 4 * 10**9
"""Bits of the common denominators times rows of outcomes up to which exact arithmetic is taken: some seconds."""

MOST_BITS = 2**16
"""So many at most: 20,000 digits."""

PRECISE = 128
"""Bits behind the point of what is bounded that are right, at least."""


class Bounds(NamedTuple):
    """A number, or two between which it is."""

    lower: Fraction
    upper: Fraction

    @property
    def exact(self) -> bool:
        """Whether it is known."""
        return self.lower == self.upper


class Weighed(NamedTuple):
    """Realization weights by sequence, from below and from above, in whole numbers over one number per player."""

    low: list[int]
    high: list[int]
    denominators: list[int]
    exact: bool


class Loss(NamedTuple):
    """What a player gives away at an infoset, in the player's own expected payoff, and the best action there.

    In whole numbers over one that all losses of the player share: most of them are never shown, and fractions in lowest terms
    take their time.
    """

    infoset: int
    action: int
    low: int
    high: int
    divisor: int

    @property
    def amount(self) -> Bounds:
        """How much it is."""
        return Bounds(Fraction(self.low, self.divisor), Fraction(self.high, self.divisor))


class Side(NamedTuple):
    """One player of a profile: expected payoff, that of a best response, this response, and where it gains.

    `response` has an action for each of the player's infosets; `losses` sum to the gain, the largest first.
    """

    value: Bounds
    best: Bounds
    response: dict[int, int]
    losses: list[Loss]

    @property
    def gain(self) -> Bounds:
        """What the player would gain by a best response: never less than nothing."""
        lower = max(Fraction(0), self.best.lower - self.value.upper)
        return Bounds(lower, self.best.upper - self.value.lower)


class Certified(NamedTuple):
    """A profile as it is worth to each player, and whether that is exact."""

    sides: tuple[Side, ...]
    exact: bool

    @property
    def nash_conv(self) -> Bounds:
        """The sum of all gains."""
        gains = [side.gain for side in self.sides]
        return Bounds(sum((g.lower for g in gains), Fraction(0)), sum((g.upper for g in gains), Fraction(0)))

    @property
    def exploitability(self) -> Bounds:
        """nash_conv divided by the number of players."""
        lower, upper = self.nash_conv
        return Bounds(lower / len(self.sides), upper / len(self.sides))


def certify(game: Game, strategy: Exact, arithmetic: str = AUTO) -> Certified:
    """What a profile is worth; `arithmetic` says whether exact numbers, bounds, or whichever is due."""
    weights = None if arithmetic == BOUNDED else _exactly(game, strategy, arithmetic == EXACT)
    if weights is None:
        weights = _bounded(game, strategy)
    return Certified(tuple(_side(game, strategy, weights, player) for player in range(game.players)), weights.exact)


def _exactly(game: Game, strategy: Exact, whatever: bool) -> Weighed | None:
    """The weights as they are; None if their denominators are too long for that, unless they are wanted whatever they cost."""
    left = math.inf if whatever else min(MOST_BITS, MOST_WORK // len(game.outcomes))
    if _longest(game, strategy) > left:
        return None
    numerators: list[int] = []
    denominators = []
    for player in range(game.players):
        weights = realization_weights(game, player, strategy)
        if not whatever:
            common = 1
            for denominator in {weight.denominator for weight in weights}:
                common = math.lcm(common, denominator)
                if common.bit_length() > left:
                    return None
            left -= common.bit_length()
        whole, common = over_one(weights)
        numerators += whole
        denominators.append(common)
    return Weighed(numerators, numerators, denominators, True)


def _longest(game: Game, strategy: Exact) -> int:
    """How many bits the longest product of denominators has that a player's decisions make, about."""
    bits = [0] * game.empty[-1]
    for infoset, probabilities in zip(game.infosets, strategy):
        for action, probability in enumerate(probabilities):
            bits[infoset.first + action] = bits[infoset.parent] + probability.denominator.bit_length() - 1
    return max(bits)


def _bounded(game: Game, strategy: Exact) -> Weighed:
    """The weights rounded down and up to units: after d decisions, they are within d units of what they are."""
    # A payoff of an outcome times the weights of n players is off by n times d units at most, times the payoff.
    largest = max(abs(payoff) for outcome in game.outcomes for payoff in outcome.payoffs)
    steps = game.players * (1 + max(infoset.earlier for infoset in game.infosets)) if game.infosets else 1
    bits = PRECISE + 2 + (len(game.outcomes) * largest * steps // game.denominator).bit_length()
    low, high = [0] * game.empty[-1], [0] * game.empty[-1]
    for empty in game.empty[:-1]:
        low[empty] = high[empty] = 1 << bits
    for infoset, probabilities in zip(game.infosets, strategy):
        least, most = low[infoset.parent], high[infoset.parent]
        for action, (over, under) in enumerate([(p.numerator, p.denominator) for p in probabilities]):
            low[infoset.first + action] = least * over // under
            high[infoset.first + action] = -(-most * over // under)
    return Weighed(low, high, [1 << bits] * game.players, False)


def _side(game: Game, strategy: Exact, weights: Weighed, player: int) -> Side:
    """What a profile is worth to a player."""
    first, after = game.empty[player : player + 2]
    low, high = _brought(game, weights, player)
    divisor = game.denominator * math.prod([n for other, n in enumerate(weights.denominators) if other != player])
    own_low, own_high = weights.low[first:after], weights.high[first:after]
    least = sum([(few if worth >= 0 else many) * worth for few, many, worth in zip(own_low, own_high, low)])
    most = sum([(many if worth >= 0 else few) * worth for few, many, worth in zip(own_low, own_high, high)])
    own = weights.denominators[player]
    value = Bounds(Fraction(least, divisor * own), Fraction(most, divisor * own))
    response, losses = _respond(game, strategy, player, (low, high), (own_low, own_high))
    best = Bounds(Fraction(low[0], divisor), Fraction(high[0], divisor))
    found = [Loss(n, response[n], *loss, divisor * own) for n, loss in losses]
    found.sort(key=lambda loss: (-loss.high, loss.infoset))
    return Side(value, best, response, found)


def _brought(game: Game, weights: Weighed, player: int) -> tuple[list[int], list[int]]:
    """For each sequence of a player: payoffs where it ends times the weights of the others, from below and from above."""
    first, after = game.empty[player : player + 2]
    others = [other for other in range(game.players) if other != player]
    low, high = [0] * (after - first), [0] * (after - first)
    for sequences, payoffs in game.outcomes:
        payoff = payoffs[player]
        if payoff == 0:
            continue
        few, many = (weights.low, weights.high) if payoff > 0 else (weights.high, weights.low)
        product = payoff
        for other in others:
            product *= few[sequences[other]]
        own = sequences[player] - first
        low[own] += product
        if weights.exact:
            continue
        product = payoff
        for other in others:
            product *= many[sequences[other]]
        high[own] += product
    return low, (list(low) if weights.exact else high)


def _respond(
    game: Game,
    strategy: Exact,
    player: int,
    values: tuple[list[int], list[int]],
    own: tuple[list[int], list[int]],
) -> tuple[dict[int, int], list[tuple[int, tuple[int, int]]]]:
    """The best action at each infoset, and what the strategy loses there; to `values` is added what later infosets bring.

    Among actions that are equally good it is the one that the strategy plays most, and among these the first.
    """
    first = game.empty[player]
    low, high = values
    response, losses = {}, []
    for n, infoset in reversed(list(game.of(player))):
        start = infoset.first - first
        actions = range(start, start + len(infoset.actions))
        least, most = max(low[a] for a in actions), max(high[a] for a in actions)
        ties = [a - start for a in actions if low[a] == least]
        response[n] = max(ties, key=strategy[n].__getitem__)
        loss = (
            sum([own[0][a] * max(0, least - high[a]) for a in actions]),
            sum([own[1][a] * (most - low[a]) for a in actions]),
        )
        if loss[1]:
            losses.append((n, loss))
        low[infoset.parent - first] += least
        high[infoset.parent - first] += most
    return response, losses


def profitable(losses: Sequence[Loss]) -> list[Loss]:
    """Those that are certain to be losses."""
    return [loss for loss in losses if loss.low > 0]
