"""A best response that sees the other's card is too good to be true, and is caught."""

from __future__ import annotations

import inspect
import itertools
from fractions import Fraction
from pathlib import Path

import pytest
import recheck_checks as checks
from recheck_exact_cfr import PLAYER, payoff
from recheck_prover import AT, BOTH, GAME

from recheck import response
from recheck.exact import exactly
from recheck.plans import by_enumeration
from recheck.response import by_recursion
from recheck.variants.known import made
from recheck.walk import iterate

DEALS = list(itertools.permutations(range(3), 2))


def peeking(strategy, player: int) -> float:
    """The planted fault: the response is chosen deal by deal, knowing both cards."""

    def best(history: str, cards: tuple[int, int]) -> float:
        ended = payoff(cards, history)
        if ended is not None:
            return float(ended) * (1 if player == 0 else -1)
        after = [best(history + letter, cards) for letter in "pb"]
        if PLAYER[history] == player:
            return max(after)
        chances = strategy[AT[1 - player, f"{cards[1 - player]}{history}"]]
        return chances[0] * after[0] + chances[1] * after[1]

    total = 0.0
    for cards in DEALS:
        total += best("", cards)
    return total / len(DEALS)


@pytest.mark.parametrize("iteration", [1, 10, 100])
def test_peeking_gains_more_than_any_plan(iteration: int) -> None:
    average = next(iter(iterate(GAME, made("cfr"), {iteration}))).average
    legal = by_enumeration(GAME, BOTH, exactly(average))
    assert peeking(average, 0) >= legal.best[0]
    assert peeking(average, 1) > legal.best[1] + Fraction(1, 20)
    assert by_recursion(GAME, average) == legal


def test_the_response_has_no_argument_for_histories() -> None:
    """Only what the others bring to each of the player's own sequences, all cards of theirs together."""
    assert list(inspect.signature(response.respond).parameters) == ["game", "player", "brought"]
    weights = response.weigh(GAME, exactly(next(iter(iterate(GAME, made("cfr"), {10}))).average))
    assert len(response.bring(GAME, weights, 0)) == 13


def test_published_gains_of_a_peeking_response_are_caught(study: Path, verify) -> None:
    path = study / "kuhn/cfr/trajectory.csv"
    lines = path.read_text().splitlines()
    names = lines[0].split(",")
    cells = lines[7].split(",")
    average = next(iter(iterate(GAME, made("cfr"), {100}))).average
    gains = [peeking(average, 0) - float(cells[1]), peeking(average, 1) + float(cells[1])]
    cells[2:6] = map(repr, [*gains, gains[0] + gains[1], (gains[0] + gains[1]) / 2])
    lines[7] = ",".join(cells)
    path.write_text("\n".join(lines) + "\n")
    found = verify("run", study, "kuhn", "cfr")
    assert found.failed == {checks.RECURSION, checks.ALL_PLANS, checks.OF_FREQUENCIES, checks.BITS}
    for column in names[2:6]:
        assert found.has("kuhn/cfr/trajectory.csv", 7, column)
