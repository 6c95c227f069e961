"""Strategies of a compiled game in exact fractions: realization weights, behavior strategies, plans.

B. von Stengel, "Efficient computation of behavior strategies", Games and Economic Behavior 1996.

Every vector here has one number per sequence of the game, over all players, in the game's own numbering. In a behavior
strategy σ the number at a sequence is the probability of its action at its infoset; in realization weights x it is the
product of these along the sequence. Both have 1 at the empty sequences.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from regretlab.sequence_form.game import Game, Infoset

ZERO, ONE = Fraction(0), Fraction(1)


def realization_weights(game: Game, strategy: Sequence[Fraction]) -> list[Fraction]:
    """x(Ia) = x(parent of I) σ(I,a), and 1 at the empty sequences."""
    weights = [ONE] * len(strategy)
    for player in range(game.players):
        for infoset, sequences in decisions(game, player):
            for sequence in sequences:
                weights[sequence] = weights[infoset.parent] * strategy[sequence]
    return weights


def behavior_strategy(game: Game, weights: Sequence[Fraction]) -> list[Fraction]:
    """σ(I,a) = x(Ia) / x(parent of I), uniform where that is 0 / 0; x may be scaled by any factor."""
    strategy = [ONE] * len(weights)
    for player in range(game.players):
        for infoset, sequences in decisions(game, player):
            reach = weights[infoset.parent]
            for sequence in sequences:
                strategy[sequence] = weights[sequence] / reach if reach else Fraction(1, len(sequences))
    return strategy


def uniform_strategy(game: Game) -> list[Fraction]:
    """All actions of an infoset equally likely."""
    return behavior_strategy(game, [ZERO] * game.sequence_bounds[-1])


def plans(game: Game, player: int) -> Iterator[tuple[int, ...]]:
    """Every plan of the player, in lexicographic order: the number of the action chosen at each infoset."""
    return product(*(range(len(sequences)) for _, sequences in decisions(game, player)))


def play_plan(game: Game, player: int, plan: Sequence[int]) -> list[Fraction]:
    """The plan as the player's behavior strategy; the other players are uniform."""
    strategy = uniform_strategy(game)
    for (_, sequences), choice in zip(decisions(game, player), plan, strict=True):
        for action, sequence in enumerate(sequences):
            strategy[sequence] = Fraction(action == choice)
    return strategy


def decisions(game: Game, player: int) -> list[tuple[Infoset, range]]:
    """The player's infosets, parents before children, each with the numbers of its actions' sequences."""
    own = slice(*game.infoset_bounds[player : player + 2])
    return [
        (infoset, range(first, first + len(infoset.actions)))
        for infoset, first in zip(game.infosets[own], game.first_sequences[own], strict=True)
    ]
