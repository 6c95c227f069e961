"""The regretlab half of each comparison, after compilation unless it says otherwise."""

import contextlib
import io
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, NamedTuple

import machine

from regretlab.files import read_csv
from regretlab.registry import load_rules, load_variant, rules_parameters
from regretlab.sequence_form.arrays import Tree
from regretlab.sequence_form.compile import compile_game
from regretlab.sequence_form.game import Game
from regretlab.sequence_form.histories import lay_out
from regretlab.sequence_form.solver import Solver, worth
from regretlab.stages.train import train as train_stage
from regretlab.study import read_study

VARIANTS = ("cfr_alternating", "cfr")
HERE = Path(__file__).parent
PROJECT = HERE.parent
STUDY = "kuhn-100k"
GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    **{f"kuhn_poker(players={n})": ("kuhn_poker", {"players": n, "ranks": n + 1}) for n in (2, 3)},
    "leduc_poker": ("leduc_poker", {}),
    "liars_dice": ("liars_dice", {}),
}
"""OpenSpiel's name of a game, our rules and parameters of it."""


class Loaded(NamedTuple):
    """A game, compiled and laid out."""

    game: Game
    tree: Tree


def load(name: str) -> Loaded:
    """The game that OpenSpiel calls `name`."""
    called, parameters = GAMES[name]
    rules = load_rules(called, parameters)
    game = compile_game(called, rules_parameters(rules), rules)
    return Loaded(game, Tree.of(game, lay_out(rules, game)))


def iterate(game: Loaded, variant: str, n: int, **parameters: Any) -> tuple[float, float]:
    """Processor seconds for `n` iterations from the start, as a user runs them, and nash_conv after them."""
    solver = Solver(game.tree, load_variant(variant, parameters))
    start = process_time()
    (last,) = solver.iterates([n])
    seconds = process_time() - start
    return seconds, worth(game.tree, solver.average(last)).nash_conv


def nash_convs(game: Loaded, variant: str, stops: Sequence[int]) -> list[float]:
    """nash_conv of the average strategy at each of the stops."""
    solver = Solver(game.tree, load_variant(variant))
    return [worth(game.tree, solver.average(iterate)).nash_conv for iterate in solver.iterates(stops)]


def study() -> tuple[dict[str, Any], str]:
    """The study that is timed, and what OpenSpiel calls its game."""
    found = read_study(PROJECT / "config" / "studies" / f"{STUDY}.yaml")
    (name,) = (name for name, game in GAMES.items() if game[1] == found["games"][0]["parameters"])
    return found, name


def train(study: dict[str, Any], game: Loaded) -> tuple[float, list[float]]:
    """Seconds for the stage `train` with all its files, and nash_conv of every row that it wrote."""
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(io.StringIO()):
        output = Path(folder) / "output"
        start = perf_counter()
        entry = {"rule": "cfr_alternating", "parameters": {}}
        train_stage(study, game.game, game.tree, entry, output, Path(folder) / "resume")
        seconds = perf_counter() - start
        return seconds, [float(row["nash_conv"]) for row in read_csv(output / "trajectory.csv")]


def recheck(repetitions: int) -> list[float]:
    """Seconds for `python -m recheck run` on the results of the study; nothing if they are not built."""
    results = PROJECT / "results" / STUDY
    if not (results / "kuhn_poker" / "cfr" / "strategy.csv").is_file():
        return []
    return machine.commands([sys.executable, "-m", "recheck", "run", results, "kuhn_poker", "cfr"], repetitions)


def cold_starts(repetitions: int) -> list[float]:
    """Seconds from nothing to the worth of the first iterate when every kernel has to be compiled."""
    return [_start(1)[0] for _ in range(repetitions)]


def warm_starts(repetitions: int) -> list[float]:
    """The same when an earlier process has compiled them."""
    return _start(repetitions + 1)[1:]


def _start(processes: int) -> list[float]:
    """Seconds of each of so many processes in a row that share one cache, empty at first."""
    with tempfile.TemporaryDirectory() as cache:
        script = HERE / "start_regretlab.py"
        return machine.commands([sys.executable, script], processes, XDG_CACHE_HOME=cache)
