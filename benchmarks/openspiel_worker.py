"""The OpenSpiel half of each comparison: a JSON request on each line of stdin, its answer on one of stdout.

It runs in an environment that has OpenSpiel and no regretlab. Time is taken here, so the pipes do not count.
"""

import json
import platform
import sys
from importlib.metadata import version
from time import perf_counter, process_time
from typing import Any

import pyspiel


def versions() -> dict[str, str]:
    """What answers."""
    return {"OpenSpiel": version("open-spiel"), "OpenSpiel's Python": platform.python_version()}


def loop(n: int) -> dict[str, float]:
    """Processor seconds for `n` calls into C++ that do nothing: what the loop in Python adds."""
    call = pyspiel.load_game("kuhn_poker").num_players
    start = process_time()
    for _ in range(n):
        call()
    return {"seconds": process_time() - start}


STEPS = {
    "CFRSolver": "evaluate_and_update_policy",
    "ExternalSamplingMCCFRSolver": "run_iteration",
    "OutcomeSamplingMCCFRSolver": "run_iteration",
}
"""By solver: what goes one iteration on, in which all players are updated in turn."""


class Solver:
    """One of OpenSpiel's solvers in C++ on one game."""

    def __init__(self, game: str, solver: str = "CFRSolver", **settings: Any) -> None:
        self.game = pyspiel.load_game(game)
        self.solver = getattr(pyspiel, solver)(self.game, **settings)
        self.step = getattr(self.solver, STEPS[solver])

    def iterate(self, n: int) -> dict[str, float]:
        """Processor seconds for `n` more iterations; after them nash_conv of the average policy, untimed."""
        step = self.step
        start = process_time()
        for _ in range(n):
            step()
        seconds = process_time() - start
        # The last argument: the policy is asked by states, as that of outcome sampling has to be.
        return {"seconds": seconds, "nash_conv": pyspiel.nash_conv(self.game, self.solver.average_policy(), True)}

    def study(self, snapshots: list[int]) -> dict[str, Any]:
        """Seconds for all iterations, with nash_conv of average and current policy at each snapshot."""
        self.solver = pyspiel.CFRSolver(self.game)
        found = []
        start = perf_counter()
        for before, snapshot in zip([0, *snapshots], snapshots, strict=False):
            for _ in range(snapshot - before):
                self.solver.evaluate_and_update_policy()
            found.append(pyspiel.nash_conv(self.game, self.solver.tabular_average_policy()))
            pyspiel.nash_conv(self.game, self.solver.tabular_current_policy())
        return {"seconds": perf_counter() - start, "nash_conv": found}


def main() -> None:
    """Answer until stdin ends."""
    solver = None
    for line in sys.stdin:
        request = json.loads(line)
        what = request.pop("what")
        answer: dict[str, Any] = {}
        if what == "versions":
            answer = versions()
        elif what == "loop":
            answer = loop(**request)
        elif what == "load":
            solver = Solver(**request)
        else:
            answer = getattr(solver, what)(**request)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
