"""How OpenSpiel's CFR solvers go: C++ `nash_conv` of the average policy, and that policy.

The C++ solver and the Python one update the players in turn. The Python one's base
class can update all at once, too.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pyspiel
from common import KUHN, Strategy, as_policy, infosets, join, load, write
from open_spiel.python.algorithms import cfr


class Solver(NamedTuple):
    """A solver of OpenSpiel: how it is named here, when players are updated, how it is made."""

    name: str
    updates: str
    make: Callable[[pyspiel.Game], Any]


SOLVERS = (
    Solver("pyspiel.CFRSolver", "alternating", pyspiel.CFRSolver),
    Solver("cfr.CFRSolver", "alternating", cfr.CFRSolver),
    Solver(
        "cfr._CFRSolver",
        "simultaneous",
        lambda game: cfr._CFRSolver(
            game, alternating_updates=False, linear_averaging=False, regret_matching_plus=False
        ),
    ),
)

SNAPSHOTS = {
    KUHN[0]: (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000),
    KUHN[1]: (1, 2, 5, 10, 20, 50),
}
AVERAGES = (50, 1000)


class Snapshot(NamedTuple):
    """What one solver has found on one game after one iteration."""

    game: str
    solver: str
    updates: str
    iteration: int
    average: Strategy
    nash_conv: float


def snapshots() -> Iterator[Snapshot]:
    """All games, all solvers, all iterations of SNAPSHOTS."""
    for name, iterations in SNAPSHOTS.items():
        for solver in SOLVERS:
            running = solver.make(load(name))
            for iteration in range(1, iterations[-1] + 1):
                running.evaluate_and_update_policy()
                if iteration in iterations:
                    strategy = average(name, running)
                    nash_conv = pyspiel.nash_conv(load(name), as_policy(name, strategy))
                    yield Snapshot(name, solver.name, solver.updates, iteration, strategy, nash_conv)


def average(game: str, running: Any) -> Strategy:
    """The average policy, copied: the solver's own object changes with the next iteration."""
    if isinstance(running, pyspiel.CFRSolver):
        table = running.tabular_average_policy().policy_table()
    else:
        table = running.average_policy().to_dict()
    return {
        (player, name): [float(dict(table[name])[action]) for action in actions]
        for (player, name), actions in infosets(game).items()
    }


if __name__ == "__main__":
    taken = list(snapshots())
    keys = ("game", "solver", "updates", "iteration")
    write(__file__, "trajectories.csv", (*keys, "nash_conv"), ((*s[:4], s.nash_conv) for s in taken))
    write(
        __file__,
        "averages.csv",
        (*keys, "player", "infoset", "probabilities"),
        (
            (*s[:4], player, infoset, join(probabilities))
            for s in taken
            if s.iteration in AVERAGES
            for (player, infoset), probabilities in s.average.items()
        ),
    )
