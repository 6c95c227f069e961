"""The no-limit games against OpenSpiel's universal_poker in validation/data: trees history by history, values, runs of CFR.

universal_poker plays by "any raise", so three players with unequal stacks have another tree there than by the standard rule.
"""

import hashlib
from collections import Counter
from typing import Any

import pytest

from regretlab.exact.value import optimal_strategy
from regretlab.registry import load_variant
from regretlab.rules import CHANCE, TERMINAL, Rules
from regretlab.sequence_form.solver import Solver, worth

from named_games import game_of, rules_of, tree_of
from openspiel_numbers import games_of, read, rows_of

TREES = games_of("no_limit.csv")
VARIANTS = {"pyspiel.CFRSolver": "cfr_alternating", "pyspiel.CFRPlusSolver": "cfr_plus"}


def sizes(rules: Rules) -> dict[str, str]:
    """Counts and digest of a tree, as validation/no_limit.py writes them."""
    digest, turns = hashlib.sha256(), Counter[str]()
    offered: list[dict[str, int]] = [{} for _ in range(rules.players)]
    numbers: list[dict[str, int]] = [{} for _ in range(rules.players)]
    stack: list[tuple[str, Any, float]] = [("", rules.root(), 1.0)]
    while stack:
        path, state, reach = stack.pop()
        turn, payoffs, reaches = rules.turn(state), "", []
        if turn == TERMINAL:
            told, payoffs = "terminal", " ".join(repr(round(float(x), 12) + 0.0) for x in rules.payoffs(state))
        elif turn == CHANCE:
            told, reaches = "chance", [reach * float(chance) for chance in rules.chances(state)]
        else:
            name, choices = rules.infoset(state), len(rules.actions(state))
            offered[turn][name] = choices
            told, reaches = f"{turn} {numbers[turn].setdefault(name, len(numbers[turn]))}", [reach] * choices
        digest.update(f"{path},{told},{reach:.12f},{payoffs}\n".encode())
        turns[told.split()[0]] += 1
        for action in reversed(range(len(reaches))):
            stack.append((f"{path} {action}".lstrip(), rules.play(state, action), reaches[action]))
    return {
        "histories": str(turns.total()),
        "terminals": str(turns["terminal"]),
        "infosets": " ".join(str(len(each)) for each in offered),
        "sequences": " ".join(str(sum(each.values())) for each in offered),
        "sha256": digest.hexdigest(),
    }


def published(game: str) -> dict[str, str]:
    (row,) = rows_of("no_limit.csv", game)
    return {key: row[key] for key in ("histories", "terminals", "infosets", "sequences", "sha256")}


@pytest.mark.parametrize("game", TREES)
def test_trees(game: str) -> None:
    assert sizes(rules_of(game)) == published(game)


@pytest.mark.parametrize("game", TREES)
def test_the_standard_rule_makes_another_tree_for_three_players(game: str) -> None:
    """Not for two, not where all have equally much, and not where no all-in of the menu is less than a raise."""
    same = "players=2" in game or "stacks=[3;3;3]" in game or "bets=pot all-in" in game
    assert (sizes(rules_of(game.replace("any raise", "standard"))) == published(game)) == same


@pytest.mark.parametrize("game", TREES[:2])
def test_other_payoffs_chances_and_names_are_told(game: str) -> None:
    right = rules_of(game)
    wrong = {
        "payoffs": lambda self, state: tuple(-x for x in right.payoffs(state)),
        "chances": lambda self, state: [chance / 2 for chance in right.chances(state)],
        "infoset": lambda self, state: right.infoset(state)[1:],
    }
    for name, change in wrong.items():
        changed = type("Changed", (type(right),), {name: change})(
            **{k: v for k, v in vars(right).items() if k[0] != "_"}
        )
        assert sizes(changed)["sha256"] != published(game)["sha256"]


@pytest.mark.parametrize("game", [row["game"] for row in read("no_limit.csv") if row["value"]])
def test_values(game: str) -> None:
    """Proven in fractions here, by a linear program in floats there."""
    _, found = optimal_strategy(game_of(game))
    (row,) = rows_of("no_limit.csv", game)
    assert float(found) == pytest.approx(float(row["value"]), abs=1e-11, rel=0)


@pytest.mark.parametrize("game", games_of("no_limit_cfr.csv"))
@pytest.mark.parametrize("solver", VARIANTS)
def test_runs(game: str, solver: str) -> None:
    expected = {
        int(r["iteration"]): float(r["nash_conv"]) for r in rows_of("no_limit_cfr.csv", game) if r["solver"] == solver
    }
    running = Solver(tree_of(game), load_variant(VARIANTS[solver]))
    found = {
        it.iteration: worth(running.tree, running.average(it)).nash_conv for it in running.iterates(list(expected))
    }
    assert found == pytest.approx(expected, abs=1e-12, rel=0)
