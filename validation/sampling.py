"""How OpenSpiel's Monte Carlo CFR goes: C++ `nash_conv` of the average policy after some iterations, from each of many seeds."""

from collections.abc import Callable, Iterator
from typing import Any

import pyspiel
from common import KUHN, LEDUC, LIARS_DICE, load, write
from snapshots import as_text

GAMES = (KUHN[0], LEDUC[0], LIARS_DICE[1])
SEEDS = range(1, 21)
STOPS = (100, 1_000)


def _external(game: pyspiel.Game, seed: int, average: str) -> Any:
    return pyspiel.ExternalSamplingMCCFRSolver(game, seed, getattr(pyspiel.MCCFRAverageType, average))


def _outcome(game: pyspiel.Game, seed: int, epsilon: float) -> Any:
    return pyspiel.OutcomeSamplingMCCFRSolver(game, epsilon, seed)


SOLVERS: tuple[tuple[str, Callable[..., Any], dict[str, Any]], ...] = (
    ("ExternalSamplingMCCFRSolver", _external, {"average": "FULL"}),
    ("OutcomeSamplingMCCFRSolver", _outcome, {"epsilon": 0.6}),
)


def runs() -> Iterator[tuple[str, str, str, int, int, float]]:
    """All games, all solvers, all seeds, all of STOPS."""
    for game in GAMES:
        for name, make, settings in SOLVERS:
            for seed in SEEDS:
                running = make(load(game), seed, **settings)
                for iteration in range(1, STOPS[-1] + 1):
                    running.run_iteration()
                    if iteration in STOPS:
                        nash_conv = pyspiel.nash_conv(load(game), running.average_policy(), True)
                        yield game, f"pyspiel.{name}", as_text(settings), seed, iteration, nash_conv


if __name__ == "__main__":
    write(__file__, "sampling.csv", ("game", "solver", "settings", "seed", "iteration", "nash_conv"), runs())
