"""A best response that sees the other's card is too good to be true, and is caught."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest
import recheck_checks as checks
from recheck_prover import BOTH, GAME

from recheck import response
from recheck.kuhn import TURN, key, payoff
from recheck.plans import by_enumeration
from recheck.response import by_recursion
from recheck.walk import iterate


def peeking(strategy, player: int) -> float:
    """The planted fault: the response is chosen deal by deal, knowing both cards."""

    def best(history: str, cards: tuple[int, int]) -> float:
        if history not in TURN:
            return payoff(history, *cards) * (1 if player == 0 else -1)
        after = [best(history + letter, cards) for letter in "pb"]
        if TURN[history] == player:
            return max(after)
        chances = strategy[key(1 - player, cards[1 - player], history)]
        return chances[0] * after[0] + chances[1] * after[1]

    total = 0.0
    for cards in GAME.deals:
        total += best("", cards)
    return total / len(GAME.deals)


@pytest.mark.parametrize("iteration", [1, 10, 100])
def test_peeking_gains_more_than_any_plan(iteration: int) -> None:
    average = next(iter(iterate(GAME, "cfr", {iteration}))).average
    legal = by_enumeration(GAME, BOTH, average)
    assert peeking(average, 0) >= legal.value + legal.gain_0
    assert peeking(average, 1) > -legal.value + legal.gain_1 + 0.05
    assert by_recursion(GAME, average) == pytest.approx(legal, abs=1e-15)


def test_the_response_has_no_argument_for_the_other_card() -> None:
    names = list(inspect.signature(response._respond).parameters)
    assert names == ["strategy", "player", "card", "history", "others"]


def test_published_gains_of_a_peeking_response_are_caught(study: Path, verify) -> None:
    path = study / "kuhn/cfr/trajectory.csv"
    lines = path.read_text().splitlines()
    names = lines[0].split(",")
    cells = lines[7].split(",")
    average = next(iter(iterate(GAME, "cfr", {100}))).average
    gains = [peeking(average, 0) - float(cells[1]), peeking(average, 1) + float(cells[1])]
    cells[2:6] = map(repr, [*gains, gains[0] + gains[1], (gains[0] + gains[1]) / 2])
    lines[7] = ",".join(cells)
    path.write_text("\n".join(lines) + "\n")
    found = verify("run", study, "kuhn", "cfr")
    assert found.failed == {checks.RECURSION, checks.ALL_PLANS, checks.OF_FREQUENCIES}
    for column in names[2:6]:
        assert found.has("kuhn/cfr/trajectory.csv", 7, column)
