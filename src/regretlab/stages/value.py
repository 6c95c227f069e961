"""Stage `value`: the value of a two-player zero-sum game and optimal strategies, in fractions with proof or in floats."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Literal

import numpy as np

from regretlab.errors import InputError
from regretlab.exact.value import approximate_weights, optimal_strategy
from regretlab.files import write_csv, write_json
from regretlab.layout import STRATEGY_HEADER
from regretlab.sequence_form import kernels
from regretlab.sequence_form.arrays import Floats, Tree
from regretlab.sequence_form.game import Game

LARGEST_GAP = 1e-9
"""Strategies whose bounds are farther apart, in proportion to them where they are above 1, are refused."""
Method = Literal["exact", "linear program"]


def solve_value(game: Game, method: Method, folder: Path) -> None:
    """Write value.json and strategy.csv to the folder.

    Raises `InputError` unless the game has two players, zero sum and perfect recall, or if no solution was found.
    """
    if method == "exact":
        strategy, value = optimal_strategy(game)
        _write(folder, game, method, strategy, [str(value)] * 3)
    else:
        sigma = approximate_strategy(game)
        lower, upper = bounds(game, sigma)
        if not upper - lower <= LARGEST_GAP * max(1.0, abs(lower), abs(upper)):
            raise InputError(
                f"{game.rules}: value: expected optimal strategies of HiGHS, found some with the bounds {lower} and {upper}"
            )
        _write(folder, game, method, sigma.tolist(), [(lower + upper) / 2, lower, upper])


def approximate_strategy(game: Game) -> Floats:
    """(Q,) Optimal behavior strategies in floats; uniform where the player's own play does not lead."""
    weights = approximate_weights(game)
    sigma = np.zeros_like(weights)
    kernels.average(Tree.of(game), weights, sigma)
    return sigma


def bounds(game: Game, sigma: Floats) -> tuple[float, float]:
    """What player 0's strategy yields at least, and player 1's concedes at most."""
    value, best_value = np.empty(2), np.empty(2)
    kernels.evaluate(Tree.of(game), sigma, value, best_value)
    return 0.0 - float(best_value[1]), 0.0 + float(best_value[0])  # and never -0.0


def _write(
    folder: Path,
    game: Game,
    method: Method,
    strategy: Sequence[Fraction] | Sequence[float],
    numbers: Sequence[str] | Sequence[float],
) -> None:
    value, lower, upper = numbers
    write_json(folder / "value.json", {"method": method, "value": value, "lower": lower, "upper": upper})
    write_csv(
        folder / "strategy.csv",
        STRATEGY_HEADER,
        ((infoset.player, infoset.name, action, strategy[q]) for q, infoset, action in game.rows()),
    )
