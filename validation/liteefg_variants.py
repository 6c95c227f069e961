"""How LiteEFG's solvers go on games of OpenSpiel: exploitability, as LiteEFG computes it, and on Kuhn poker the strategies.

LiteEFG's `exploitability` is a list with the gain of each player; nash_conv is their sum. LiteEFG writes its games into the home
folder: this script makes one for itself. Run by the second environment, that of requirements-liteefg.txt.
"""

import contextlib
import io
import os
from collections.abc import Callable, Iterator
from importlib.metadata import version
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import LiteEFG
from common import KUHN, LEDUC, Strategy, load
from snapshots import STOPS, Snapshot, as_text, in_order, write_snapshots

GAMES = (KUHN[0], LEDUC[1])


class Solver(NamedTuple):
    """A graph of LiteEFG's baselines: its name and settings, and the strategies that are asked for.

    A strategy has a name, the node of the graph that it is about, and LiteEFG's name of how that node is averaged.
    """

    name: str
    settings: dict[str, Any]
    strategies: tuple[tuple[str, Callable[[Any], Any], str], ...]


def _played(graph: Any) -> Any:
    """The node of the strategy that is played."""
    return graph.current_strategy()


def _own_average(graph: Any) -> Any:
    """The node in which LiteEFG's DCFR keeps its average."""
    return graph.current_strategy("average-iterate")


CURRENT = ("last-iterate", _played, "last-iterate")
AVERAGES = tuple((name, _played, name) for name in ("avg-iterate", "linear-avg-iterate"))
DISCOUNTED = (CURRENT, ("average-iterate", _own_average, "last-iterate"))

SOLVERS = (
    Solver("CFR", {}, (CURRENT, *AVERAGES)),
    Solver("CFRplus", {}, (CURRENT, *AVERAGES)),
    Solver("PCFR", {}, (CURRENT, *AVERAGES)),
    Solver("DCFR", {"alpha": 1.5, "beta": 0, "gamma": 2}, DISCOUNTED),
    Solver("DCFR", {"alpha": 2.0, "beta": -0.5, "gamma": 3.5}, DISCOUNTED),
)


def snapshots() -> Iterator[Snapshot]:
    """All games, all solvers, all of STOPS, all strategies."""
    for game in GAMES:
        for solver in SOLVERS:
            settings = as_text(solver.settings)
            with contextlib.redirect_stdout(io.StringIO()):
                environment = LiteEFG.OpenSpielEnv(load(game), traverse_type="Enumerate")
                graph = getattr(LiteEFG.baselines, solver.name).graph(**solver.settings)
                environment.set_graph(graph)
            for iteration in range(1, STOPS[-1] + 1):
                graph.update_graph(environment)
                for node in {node: None for _, node, _ in solver.strategies}:
                    environment.update_strategy(node(graph))
                for strategy, node, averaged in solver.strategies if iteration in STOPS else ():
                    probabilities = _in_order(game, environment, node(graph), averaged)
                    nash_conv = sum(environment.exploitability(node(graph), averaged))
                    yield Snapshot(game, solver.name, settings, strategy, iteration, probabilities, nash_conv)


def _in_order(game: str, environment: Any, node: Any, averaged: str) -> Strategy:
    policy, _ = environment.get_strategy(node, averaged)
    table = {name: dict(probabilities) for name, probabilities in policy.to_dict().items()}
    return in_order(game, table.__getitem__)


if __name__ == "__main__":
    with TemporaryDirectory() as home:
        os.environ["HOME"] = home
        found = list(snapshots())
    write_snapshots(__file__, ("liteefg.csv", "liteefg_strategies.csv"), found, f"LiteEFG {version('liteefg')}, ")
