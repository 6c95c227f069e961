"""Policies that OpenSpiel's CFR has found, as strategy tables, and what OpenSpiel says that they are worth.

Values by C++ `expected_returns`, best responses by C++ `TabularBestResponse`, their sum by C++ `nash_conv`, for policies of
Python by Python's as well; exploitability by C++, which has it for two players. The tables are as `openspiel_policy.write_policy`
writes them.
"""

import hashlib
from collections.abc import Iterator
from typing import Any

import pyspiel
from common import DATA, KUHN, as_policy, join, load, write
from open_spiel.python.algorithms import cfr, exploitability
from openspiel_policy import trained, write_policy

FOLDER = "policies"
CPP, PYTHON = "pyspiel.CFRSolver", "cfr.CFRSolver"
MEASURES = ("nash_conv", "nash_conv_in_python", "exploitability")
FOUND = (
    (KUHN[0], CPP, 50),
    (KUHN[1], PYTHON, 50),
    ("leduc_poker players=2 ranks=3 suit_isomorphism=true", CPP, 100),
    ("liars_dice numdice=1 dice_sides=3", PYTHON, 20),
    (
        "goofspiel players=2 num_cards=3 imp_info=true points_order=descending returns_type=win_loss",
        CPP,
        10,
    ),
)


def find(game: pyspiel.Game, solver: str, iterations: int) -> Any:
    """The average policy of one of the two solvers."""
    if solver == CPP:
        return trained(game, iterations)
    of_python = cfr.CFRSolver(game)
    for _ in range(iterations):
        of_python.evaluate_and_update_policy()
    return of_python.average_policy()


def rows() -> Iterator[tuple[object, ...]]:
    """What each policy is worth; its table is written on the way."""
    for name, solver, iterations in FOUND:
        game = load(name)
        found = find(game, solver, iterations)
        file = f"{FOLDER}/{name.split()[0]}_{game.num_players()}.csv"
        policy = as_policy(name, write_policy(found, DATA / file, game))
        root = game.new_initial_state()
        best = [
            pyspiel.TabularBestResponse(game, player, policy).value_from_state(root)
            for player in range(game.num_players())
        ]
        yield (
            name,
            solver,
            iterations,
            file,
            hashlib.sha256((DATA / file).read_bytes()).hexdigest(),
            join(pyspiel.expected_returns(root, policy, -1, True)),
            join(best),
            pyspiel.nash_conv(game, policy),
            float(exploitability.nash_conv(game, found)) if solver == PYTHON else "",
            pyspiel.exploitability(game, policy) if game.num_players() == 2 else "",
        )


if __name__ == "__main__":
    (DATA / FOLDER).mkdir(exist_ok=True)
    header = ("game", "solver", "iterations", "file", "sha256", "values", "best_responses", *MEASURES)
    write(__file__, "policies.csv", header, rows())
