"""Optimal strategies of a two-player zero-sum game, and the proof that they are.

HiGHS finds a basis of the linear program in floats. The strategies that it decides are computed in whole numbers, and
then proven to be optimal: what player 0's guarantees is all that player 1's concedes. The proof looks at nothing but the
game and the strategies, so that it does not matter how these were found.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

import numpy as np

from regretlab.errors import InputError
from regretlab.exact.highs import Basis, find_basis
from regretlab.exact.linear_system import Floats, solve_exactly
from regretlab.exact.optimal import solve_game
from regretlab.exact.response import guaranteed
from regretlab.exact.sequence_program import SequenceProgram
from regretlab.exact.strategy import behavior_strategy, decisions, realization_weights
from regretlab.sequence_form.game import Game

MOST_SEQUENCES = 100
"""Up to so many sequences, both players' together, the simplex method in fractions takes less than a minute."""
NOISE = 1e-12
"""Realization weights of less than this are taken for zero: floats leave as much of a zero."""


def approximate_weights(game: Game) -> Floats:
    """Realization weights in floats that should be optimal.

    Raises `InputError` for games of another kind, or if HiGHS finds no solution of any kind.
    """
    basis = find_basis(SequenceProgram.balanced(game))
    if basis is None:
        raise InputError(f"{game.rules}: value: HiGHS found no basis of the linear program")
    weights: Floats = basis.realization_weights(
        basis.solve(basis.right.astype(np.float64)), basis.solve_transposed(basis.costs.astype(np.float64))
    )
    for start, end in pairwise(game.sequence_bounds):
        weights[start:end] /= weights[start] or 1.0
    return np.where(weights < NOISE, 0.0, weights)


def optimal_strategy(game: Game) -> tuple[list[Fraction], Fraction]:
    """Optimal behavior strategies and the value to player 0, proven; uniform where the player's own play does not lead.

    Raises `InputError` for games of another kind, or if no optimum could be proven.
    """
    for weights in _candidates(game):
        strategy = behavior_strategy(game, weights)
        value = prove_value(game, strategy)
        if value is not None:
            return strategy, value
    raise InputError(
        f"{game.rules}: value: no exact optimum was proven: the basis that HiGHS found is optimal in floats only, and only "
        f"games of up to {MOST_SEQUENCES} sequences are solved without; try `linear program`"
    )


def prove_value(game: Game, strategy: Sequence[Fraction]) -> Fraction | None:
    """The value to player 0, if these are behavior strategies that prove it: both are optimal."""
    for player in range(game.players):
        for _, sequences in decisions(game, player):
            probabilities = strategy[sequences.start : sequences.stop]
            if min(probabilities) < 0 or sum(probabilities) != 1:
                return None
    weights = realization_weights(game, strategy)
    lower, upper = guaranteed(game, 0, weights), -guaranteed(game, 1, weights)
    return lower if lower == upper else None


def _candidates(game: Game) -> Iterator[Sequence[Fraction]]:
    """Realization weights that should be optimal, those that are found sooner first."""
    basis = find_basis(SequenceProgram.balanced(game))
    weights = None if basis is None else _exact_weights(basis)
    if weights is not None:
        yield weights
    if game.sequence_bounds[-1] <= MOST_SEQUENCES:
        yield solve_game(game).weights


def _exact_weights(basis: Basis) -> list[Fraction] | None:
    """The realization weights, each player's times some factor, that the basis decides."""
    values = solve_exactly(basis.matrix, basis.right, basis.solve)
    multipliers = solve_exactly(basis.matrix.transposed(), basis.costs, basis.solve_transposed)
    if values is None or multipliers is None:
        return None
    return list(map(Fraction, basis.realization_weights(values[0], multipliers[0]).tolist()))
