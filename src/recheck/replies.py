"""Counterfactual values, best responses and what profiles are worth in floats, from the ends of a game and its infosets.

q(I,a) is the sum over the ends that the player reaches with no further own decision of payoff, chance and the others' realization
weights, and the values of the player's next infosets: docs/variants.md, "What they have in common". The additions are in the
order of the rows of outcomes.csv, then in that of the infosets, the last first: where two actions are worth the same, rounding
decides, and another order may decide otherwise. With the order the bits are given, whatever is small beside what.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from recheck.exact import Strategy
from recheck.game import Game


class Final(NamedTuple):
    """A row of outcomes.csv as a player sees it: the own sequence, the payoff with chance's part in it, the others' sequences."""

    sequence: int
    payoff: float
    others: tuple[int, ...]


class Finals:
    """The rows at which a player gets or pays something, in their order; made anew each time if they are not kept."""

    def __init__(self, game: Game, player: int, kept: Iterable[Final] | None = None) -> None:
        """As this player sees them."""
        self.game = game
        self.player = player
        self._kept = kept

    def kept(self) -> Finals:
        """The same, kept."""
        return Finals(self.game, self.player, list(self))

    def __iter__(self) -> Iterator[Final]:
        """Go through the rows."""
        return iter(self._made() if self._kept is None else self._kept)

    def _made(self) -> Iterator[Final]:
        player = self.player
        for sequences, payoffs in self.game.outcomes:
            if payoffs[player]:
                others = sequences[:player] + sequences[player + 1 :]
                yield Final(sequences[player], payoffs[player] / self.game.denominator, others)


def weights_of(game: Game, strategy: Strategy) -> list[float]:
    """The realization weight of every sequence: own probabilities multiplied."""
    weights = [1.0] * game.empty[-1]
    for infoset, chosen in zip(game.infosets, strategy):
        before = weights[infoset.parent]
        for sequence, probability in enumerate(chosen, infoset.first):
            weights[sequence] = before * probability
    return weights


def worth(game: Game, strategy: Strategy) -> list[float]:
    """The measures of a profile in the order of `recheck.response.columns`, as docs/bundle-format.md has them computed."""
    weights = weights_of(game, strategy)
    values, gains = [], []
    for player in range(game.players):
        expected = counterfactual_values(game, Finals(game, player), weights)
        best = list(expected)
        for n, infoset in reversed(list(game.of(player))):
            own = slice(infoset.first, infoset.first + len(infoset.actions))
            v = 0.0
            for probability, q in zip(strategy[n], expected[own]):
                v += probability * q
            expected[infoset.parent] += v
            best[infoset.parent] += max(best[own])
        root = game.empty[player]
        values.append(expected[root])
        gains.append(best[root] - expected[root])
    nash_conv = 0.0
    for gain in gains:
        nash_conv += gain
    return [*(values[:1] if len(values) == 2 else values), *gains, nash_conv, nash_conv / len(values)]


def counterfactual_values(game: Game, finals: Finals, weights: Sequence[float]) -> list[float]:
    """By sequence of the player: what ends there brings, times the others' weights; nothing of later infosets yet."""
    found = [0.0] * game.empty[-1]
    if game.players == 2:
        for sequence, payoff, (other,) in finals:
            found[sequence] += payoff * weights[other]
        return found
    for sequence, payoff, others in finals:
        for other in others:
            payoff *= weights[other]  # noqa: PLW2901 - it is a product in the making
        found[sequence] += payoff
    return found


def best_responses(game: Game, finals: Sequence[Finals], weights: Sequence[float]) -> Strategy:
    """Each player's best response to the others' weights: at each infoset the first of the best actions."""
    found: list[tuple[float, ...]] = [()] * len(game.infosets)
    values = [counterfactual_values(game, of_player, weights) for of_player in finals]
    for n in range(len(game.infosets) - 1, -1, -1):
        infoset = game.infosets[n]
        own = values[infoset.player]
        q = own[infoset.first : infoset.first + len(infoset.actions)]
        best = q.index(max(q))
        found[n] = tuple([1.0 if action == best else 0.0 for action in range(len(q))])
        own[infoset.parent] += q[best]
    return found
