"""Exact arithmetic: known values of games; payoffs, best responses and slopes by other means."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regretlab.errors import InputError
from regretlab.exact.linear_system import Matrix, solve_exactly
from regretlab.exact.optimal import certify, solve_game
from regretlab.exact.response import best_response_value, gains, gradient, nash_conv_slopes, payoff
from regretlab.exact.strategy import (
    behavior_strategy,
    plans,
    play_plan,
    realization_weights,
    uniform_strategy,
)
from regretlab.registry import load_rules

from small_games import all_plans, behavior, compiled, kuhn, matrix_game, walk_value

F = Fraction
KUHN = kuhn()
EXAMPLES = settings(deadline=None, derandomize=True)

fractions = st.fractions(-3, 3, max_denominator=4)
matrices = st.tuples(st.integers(1, 4), st.integers(1, 4)).flatmap(
    lambda size: st.lists(st.lists(fractions, min_size=size[1], max_size=size[1]), min_size=size[0], max_size=size[0])
)


@st.composite
def kuhn_strategies(draw: st.DrawFn) -> list[Fraction]:
    strategy = [F(1)] * KUHN.sequence_bounds[-1]
    for first in KUHN.first_sequences:
        strategy[first + 1] = draw(st.fractions(0, 1, max_denominator=5))
        strategy[first] = 1 - strategy[first + 1]
    return strategy


# Games


@pytest.mark.parametrize(
    ("matrix", "value", "row", "column"),
    [
        ([[1, -1], [-1, 1]], F(0), [F(1, 2)] * 2, [F(1, 2)] * 2),
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], F(0), [F(1, 3)] * 3, [F(1, 3)] * 3),
        ([[2, 3, 11], [7, 5, 2]], F(49, 11), [F(3, 11), F(8, 11)], [F(0), F(9, 11), F(2, 11)]),
        ([[3, 1], [0, 2]], F(3, 2), [F(1, 2)] * 2, [F(1, 4), F(3, 4)]),
    ],
)
def test_matrix_games_have_their_known_values_and_only_optimal_strategies(
    matrix: list[list[int]], value: Fraction, row: list[Fraction], column: list[Fraction]
) -> None:
    optimum = solve_game(matrix_game(matrix))
    assert optimum.value == value
    assert optimum.weights == (1, *row, 1, *column)


@settings(EXAMPLES)
@given(matrices)
def test_both_players_find_the_same_value(matrix: list[list[Fraction]]) -> None:
    game = matrix_game(matrix)
    optimum = solve_game(game)
    transposed = [[-entry for entry in column] for column in zip(*matrix, strict=True)]
    assert solve_game(matrix_game(transposed)).value == -optimum.value
    assert gains(game, optimum.weights) == [0, 0]
    assert payoff(game, 0, optimum.weights) == optimum.value
    assert max(map(min, matrix)) <= optimum.value <= min(map(max, zip(*matrix, strict=True)))


def test_value_of_kuhn_poker() -> None:
    optimum = solve_game(KUHN)
    assert optimum.value == F(-1, 18)
    assert gains(KUHN, optimum.weights) == [0, 0]


@pytest.mark.parametrize(("ranks", "value"), [(3, F(-1, 18)), (4, F(-1, 24))])
def test_optimal_strategies_hold_the_value_against_all_plans(ranks: int, value: Fraction) -> None:
    """By the rules alone: no plan of player 0 gets more, none of player 1 leaves less."""
    game, rules = kuhn(ranks), load_rules("kuhn_poker", {"ranks": ranks})
    optimum = solve_game(game)
    assert optimum.value == value
    optimal = behavior(game, behavior_strategy(game, optimum.weights))
    assert max(walk_value(rules, optimal | plan) for plan in all_plans(game, 0)) == value
    assert min(walk_value(rules, optimal | plan) for plan in all_plans(game, 1)) == value


def test_only_two_player_zero_sum_games_are_solved() -> None:
    three = compiled("kuhn_poker", players=3, ranks=4)
    with pytest.raises(InputError, match="expected a two-player zero-sum game, found 3 players"):
        solve_game(three)


def test_certificates_exist_just_for_what_is_true_of_all_optimal_strategies() -> None:
    """In Kuhn poker player 0 bets J with at most 1/3, never more often than Q is called less 1/3."""
    empty, jack_bet = KUHN.sequence_bounds[0], KUHN.first_sequences[0] + 1
    at_most = {jack_bet: F(1), empty: F(-1, 3)}
    assert certify(KUHN, 0, F(-1, 18), at_most) is not None
    assert certify(KUHN, 0, F(-1, 18), {jack_bet: F(1), empty: F(-33, 100)}) is None


# Best responses


def test_uniform_kuhn_poker() -> None:
    weights = realization_weights(KUHN, uniform_strategy(KUHN))
    assert gains(KUHN, weights) == [F(3, 8), F(13, 24)]
    assert payoff(KUHN, 0, weights) == F(1, 8)


@settings(EXAMPLES, max_examples=10)
@given(kuhn_strategies())
def test_best_responses_are_the_best_of_all_plans(strategy: list[Fraction]) -> None:
    rules = load_rules("kuhn_poker", {})
    weights = realization_weights(KUHN, strategy)
    named = behavior(KUHN, strategy)
    assert payoff(KUHN, 0, weights) == walk_value(rules, named)
    for player, sign in ((0, 1), (1, -1)):
        best = max(sign * walk_value(rules, named | plan) for plan in all_plans(KUHN, player))
        assert best_response_value(KUHN, player, gradient(KUHN, player, weights)) == best
        assert gains(KUHN, weights)[player] == best - sign * walk_value(rules, named) >= 0


@settings(EXAMPLES, max_examples=30)
@given(kuhn_strategies())
def test_behavior_strategies_come_back_from_scaled_realization_weights(strategy: list[Fraction]) -> None:
    weights = realization_weights(KUHN, strategy)
    back = behavior_strategy(KUHN, [3 * weight for weight in weights])
    for sequence, infoset, _ in KUHN.rows():
        assert back[sequence] == (strategy[sequence] if weights[infoset.parent] else F(1, 2))


def test_plans_come_in_lexicographic_order() -> None:
    numbered = list(plans(KUHN, 0))
    assert numbered[:3] == [(0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 1), (0, 0, 0, 0, 1, 0)]
    assert len(numbered) == 64
    weights = realization_weights(KUHN, play_plan(KUHN, 0, numbered[0b100001]))
    # Bet J; check Q and K; of the answers to a bet, only K's is "call".
    assert weights[1:13] == [0, 1, 1, 0, 1, 0, 0, 0, 1, 0, 0, 1]


@settings(EXAMPLES, max_examples=40)
@given(kuhn_strategies(), st.integers(0, 11))
def test_slopes_are_exact_differences_at_a_small_step(strategy: list[Fraction], infoset: int) -> None:
    second, step = KUHN.first_sequences[infoset] + 1, F(1, 10**9)
    up, down = nash_conv_slopes(KUHN, strategy, infoset)

    def nash_conv(moved: Fraction) -> Fraction:
        strategy_moved = list(strategy)
        strategy_moved[second] += moved
        strategy_moved[second - 1] -= moved
        return sum(gains(KUHN, realization_weights(KUHN, strategy_moved)), F(0))

    if strategy[second] < 1:
        assert nash_conv(step) - nash_conv(F(0)) == up * step
    if strategy[second] > 0:
        assert nash_conv(-step) - nash_conv(F(0)) == down * step
    assert up + down >= 0


def test_games_without_a_choice_have_a_value() -> None:
    game = matrix_game([[5]])
    assert solve_game(game).value == 5


# Linear systems


def system(rows: Sequence[Sequence[int]]) -> Matrix:
    places = [(row, column) for row in range(len(rows)) for column in range(len(rows))]
    numbers = np.array([rows[row][column] for row, column in places], dtype=object)
    return Matrix(np.array([row for row, _ in places]), np.array([column for _, column in places]), numbers)


def by_floats(rows: Sequence[Sequence[int]]) -> Callable[[Any], Any]:
    return lambda right: np.linalg.solve(np.array(rows, dtype=float), right)


@settings(EXAMPLES, max_examples=60)
@given(st.integers(1, 5).flatmap(lambda size: st.tuples(*[st.tuples(*[st.integers(-9, 9)] * (size + 1))] * size)))
def test_linear_systems_have_the_solution_of_cramers_rule(lines: tuple[tuple[int, ...], ...]) -> None:
    rows, right = [line[:-1] for line in lines], [line[-1] for line in lines]
    whole = determinant(rows)
    if whole == 0:
        return
    found = solve_exactly(system(rows), np.array(right), by_floats(rows))
    assert found is not None
    for column, number in enumerate(found[0]):
        replaced = [(*row[:column], bound, *row[column + 1 :]) for row, bound in zip(rows, right, strict=True)]
        assert F(int(number), found[1]) == F(determinant(replaced), whole)


def determinant(rows: Sequence[Sequence[int]]) -> int:
    """By the first row."""
    if not rows:
        return 1
    minors = ([(*row[:column], *row[column + 1 :]) for row in rows[1:]] for column in range(len(rows)))
    return sum((-1) ** column * rows[0][column] * determinant(minor) for column, minor in enumerate(minors))


def test_long_solutions_are_found_from_a_few_digits() -> None:
    """x(0) = 1 and 10 x(i) - 7 x(i-1) = 0: the last is (7/10)^40, by a solver that is right to five digits only."""
    size = 41
    rows = [[10 * (row == column) - 7 * (row == column + 1) for column in range(size)] for row in range(size)]
    right = np.array([10, *[0] * (size - 1)])
    floats = by_floats(rows)
    found = solve_exactly(system(rows), right, lambda residual: floats(residual) * (1 + 1e-5))
    assert found is not None
    assert F(int(found[0][-1]), found[1]) == F(7, 10) ** 40


def test_solvers_that_are_no_good_give_no_solution() -> None:
    rows, right = [[2, 1], [1, 3]], np.array([1, 1])
    for solver in (np.zeros_like, np.ones_like, lambda residual: residual * np.nan, lambda residual: 1e6 * residual):
        assert solve_exactly(system(rows), right, solver) is None
