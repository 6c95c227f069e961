"""What larger menus of Willow cost: the table at the end of docs/willow.md, a process for each game of the studies.

    python benchmarks/willow.py

Seconds are by the clock, from the rules to arrays, and from the first iteration to exploitability 0.01, half a percent of the
pot of two antes; all is compiled before. Memory is the most that the process had.
"""

import multiprocessing
import resource
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from time import perf_counter
from typing import Any

import machine

from regretlab.registry import load_rules, load_variant, rules_parameters
from regretlab.sequence_form.arrays import Tree
from regretlab.sequence_form.compile import compile_game
from regretlab.sequence_form.solver import Solver, worth
from regretlab.study import read_study

STUDIES = Path(__file__).parent.parent / "config" / "studies"
NAMES = ("willow", "willow-large")
TARGET = 0.01
STOPS = range(5, 1001, 5)
"""Iterations after which exploitability is looked at."""


def measure(entry: dict[str, Any], variant: str) -> str:
    """The row of a game."""
    start = perf_counter()
    rules = load_rules(entry["rules"], entry["parameters"])
    game = compile_game(entry["rules"], rules_parameters(rules), rules)
    tree = Tree.of(game)
    built = perf_counter() - start
    _reach(tree, variant, TARGET, [1])  # compiles what is not yet
    start = perf_counter()
    stop = _reach(tree, variant, TARGET, STOPS)
    trained = perf_counter() - start
    if stop is None:
        raise SystemExit(
            f"benchmarks: {entry['folder']}: exploitability is above {TARGET} after {STOPS[-1]} iterations"
        )
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6
    cells = (
        f"`{entry['folder']}`",
        f"{game.histories:,}",
        f"{built:.0f}",
        f"{stop}",
        f"{trained:.1f}",
        f"{memory:,.0f}",
    )
    return f"| {' | '.join(cells)} |"


def _reach(tree: Tree, variant: str, target: float, stops: Sequence[int]) -> int | None:
    """The first of the stops at which the average strategy is as close as that; None if it never is."""
    solver = Solver(tree, load_variant(variant))
    for stop, iterate in zip(stops, solver.iterates(stops), strict=True):
        if worth(tree, solver.average(iterate)).exploitability <= target:
            return stop
    return None


def main() -> None:
    """Print the machine and the rows of the table."""
    print(machine.facts(None), machine.versions())
    for name in NAMES:
        study = read_study(STUDIES / f"{name}.yaml")
        (variant,) = study["variants"]
        for entry in study["games"]:
            if entry["parameters"]["players"] == 2:
                with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as process:
                    print(process.submit(measure, entry, variant["rule"]).result(), flush=True)


if __name__ == "__main__":
    main()
