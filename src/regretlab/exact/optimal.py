"""The value of a two-player zero-sum game, and proofs of what all optimal strategies have in common.

Both come of the linear programs of `regretlab.exact.sequence_program`, solved by the simplex method in fractions.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from regretlab.exact.linear_program import Constraint, solve
from regretlab.exact.sequence_program import SequenceProgram
from regretlab.exact.strategy import ONE, ZERO, behavior_strategy
from regretlab.sequence_form.game import Game


@dataclass(frozen=True)
class Optimum:
    """The value to player 0, and realization weights that are optimal for each of the players."""

    value: Fraction
    weights: tuple[Fraction, ...]


@dataclass(frozen=True)
class Certificate:
    """Proves f(x) ≤ 0 for every optimal x of a player, in a game of value v to that player.

    f(x) + w u(x,τ) ≤ w v for *every* x, where w ≥ 0 is the weight and τ the opponent's strategy, while an optimal x
    has u(x,τ) ≥ v. (The player's own part of `strategy` means nothing; it is uniform.)
    """

    weight: Fraction
    strategy: tuple[Fraction, ...]


def solve_game(game: Game) -> Optimum:
    """Value and optimal strategies. Raises `InputError` unless the game has two players and zero sum."""
    program = SequenceProgram(game, 0)
    constraints = _constraints(program, {program.rows - 1: ONE})
    solution = solve(
        _objective(program, ZERO), constraints[: program.sequences], constraints[program.sequences :], _free(program)
    )
    # The multiplier of a sequence's inequality is, but for the sign, the player's optimal realization weight.
    own = (-multiplier for multiplier in solution.multipliers[: program.sequences])
    return Optimum(solution.value / game.outcomes.denominator, (*own, *solution.variables[: program.root]))


def certify(game: Game, player: int, value: Fraction, f: Mapping[int, Fraction]) -> Certificate | None:
    """Prove f(x) ≤ 0 for every optimal x of the player; None if an optimal x has f(x) > 0.

    f(x) = Σ f(s) x(s), with constants at the empty sequence; `value` is the game's to the player. Sought are y = w τ
    that make p(root) - w v as small as possible; by duality that is the greatest f(x) of an optimal x.
    """
    program, denominator = SequenceProgram(game, player), game.outcomes.denominator
    start, other_start = game.sequence_bounds[player], game.sequence_bounds[1 - player]
    constraints = _constraints(program, {sequence - start: -denominator * part for sequence, part in f.items()})
    solution = solve(
        _objective(program, denominator * value),
        constraints[: program.sequences],
        constraints[program.sequences : -1],  # y may be scaled
        _free(program),
    )
    if solution.value > 0:
        return None
    scaled = [ZERO] * game.sequence_bounds[-1]
    scaled[other_start : other_start + program.root] = solution.variables[: program.root]
    return Certificate(scaled[other_start], tuple(behavior_strategy(game, scaled)))


def _objective(program: SequenceProgram, value: Fraction) -> list[Fraction]:
    """p(root) - value · y(empty sequence)."""
    costs = [ZERO] * program.columns
    costs[0], costs[program.root] = -value, ONE
    return costs


def _free(program: SequenceProgram) -> range:
    """The columns of the p, which may have either sign."""
    return range(program.root, program.columns)


def _constraints(program: SequenceProgram, bounds: Mapping[int, Fraction]) -> list[Constraint]:
    """The rows of the program; the bounds not given are 0."""
    coefficients: list[dict[int, Fraction]] = [{} for _ in range(program.rows)]
    for row, column, number in zip(*(part.tolist() for part in program.matrix), strict=True):
        coefficients[row][column] = Fraction(number)
    return [Constraint(row, bounds.get(number, ZERO)) for number, row in enumerate(coefficients)]
