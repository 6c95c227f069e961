"""The walk regenerates the figures that were printed on 2026-09-07 for vanilla CFR on two-player Kuhn poker.

Each is typed in as printed: six digits for exploitability, nine for values, four for percentages.
"""

from __future__ import annotations

import pytest
from recheck_prover import AT, BOTH, GAME

from recheck.exact import Strategy
from recheck.response import by_recursion, columns
from recheck.variants.known import made
from recheck.walk import State, iterate

pytestmark = pytest.mark.heavy

TABLE = {
    1: ("0.458333", "0.333333", "+0.125000000"),
    100: ("0.025675", "0.228304", "-0.055987212"),
    1000: ("0.007269", "0.215050", "-0.055557220"),
    10000: ("0.002318", "0.149500", "-0.055546396"),
    20000: ("0.001633", "0.333333", "-0.055536440"),
    100000: ("0.000676", "0.267496", "-0.055554701"),
}
"""Iteration -> exploitability of the average and of the current strategy, value to player 0."""

FINAL = {
    (0, "0"): "20.5332",
    (0, "1pb"): "54.1156",
    (0, "2"): "62.4364",
    (1, "0p"): "33.5669",
    (1, "1b"): "33.3412",
    (1, "2b"): "99.9995",
}
"""Per cent of bets or calls in the average strategy of iteration 100,000."""


def measures(strategy: Strategy) -> dict[str, float]:
    return dict(zip(columns(2), map(float, by_recursion(GAME, strategy).numbers()), strict=True))


@pytest.fixture(scope="module")
def states() -> dict[int, State]:
    return {state.iteration: state for state in iterate(GAME, made("cfr"), set(TABLE))}


@pytest.mark.parametrize("iteration", TABLE)
def test_table(states: dict[int, State], iteration: int) -> None:
    average = measures(states[iteration].average)
    current = measures(states[iteration].current)
    found = (
        f"{average['exploitability']:.6f}",
        f"{current['exploitability']:.6f}",
        f"{average['value']:+.9f}",
    )
    assert found == TABLE[iteration]


def test_more_figures(states: dict[int, State]) -> None:
    at_1000 = measures(states[1000].average)
    assert f"{abs(at_1000['value'] + 1 / 18):.9f}" == "0.000001664"
    assert f"{at_1000['exploitability']:.9f}" == "0.007269106"
    assert f"{at_1000['nash_conv']:.9f}" == "0.014538213"
    last = measures(states[100000].average)
    printed = ["0.000784906", "0.000567533", "0.001352439", "0.000676220"]
    assert [f"{number:.9f}" for number in last.values()][1:] == printed
    current = measures(states[100000].current)
    assert f"{current['exploitability'] / last['exploitability']:.1f}" == "395.6"


@pytest.mark.parametrize(("player", "name"), FINAL)
def test_final_strategy(states: dict[int, State], player: int, name: str) -> None:
    assert f"{100 * states[100000].average[AT[player, name]][1]:.4f}" == FINAL[player, name]


def test_plans_of_the_article() -> None:
    assert [len(of.choices) for of in BOTH] == [64, 64]
