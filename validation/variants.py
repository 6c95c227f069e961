"""How OpenSpiel's solvers go: C++ `nash_conv` of the strategy that each is about, and on Kuhn poker that strategy.

Of magnetic mirror descent it is the current strategy and the average one. Some solvers are there twice, in C++ and in Python. For
those that play against best responses there are also the responses that they took: where actions are worth the same,
rounding chose.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pyspiel
from common import GOOFSPIEL, KUHN, LEDUC, LIARS_DICE, as_policy, histories, infosets, join, load, write
from open_spiel.python.algorithms import cfr, cfr_br, discounted_cfr, fictitious_play, mmd_dilated
from snapshots import STOPS, Snapshot, as_text, in_order, write_snapshots

GAMES = (KUHN[0], LEDUC[1], GOOFSPIEL[0], LIARS_DICE[1])

ANSWERED = (KUHN[0], LIARS_DICE[1])
"""The games of which the best responses are written."""

Table = Callable[[str], dict[int, float]]
"""Infoset to action to probability."""


class Solver(NamedTuple):
    """A solver of OpenSpiel: its name and settings, how it is made, what goes one iteration on, and its strategies by name."""

    name: str
    settings: dict[str, Any]
    make: Callable[..., Any]
    advance: str
    strategies: dict[str, Callable[[Any], Table]]


def _tabular(policy: Any) -> Table:
    """A policy of OpenSpiel in Python, copied: some solvers go on changing it."""
    table = {infoset: dict(probabilities) for infoset, probabilities in policy.to_dict().items()}
    return table.__getitem__


def _of_cpp(running: Any) -> Table:
    return running.average_policy().action_probabilities  # type: ignore[no-any-return]


def _of_fictitious_play(running: Any) -> Table:
    return {infoset: table[infoset] for table in running.average_policy_tables() for infoset in table}.__getitem__


AVERAGE = {"average": lambda running: _tabular(running.average_policy())}
BOTH = {
    "current": lambda running: _tabular(running.get_policies()),
    "average": lambda running: _tabular(running.get_avg_policies()),
}


def _cpp(name: str) -> Solver:
    return Solver(f"pyspiel.{name}", {}, getattr(pyspiel, name), "evaluate_and_update_policy", {"average": _of_cpp})


def _python(module: Any, name: str, **settings: Any) -> Solver:
    full_name = f"{module.__name__.rpartition('.')[2]}.{name}"
    return Solver(full_name, settings, getattr(module, name), "evaluate_and_update_policy", AVERAGE)


def _mirror_descent(alpha: float, stepsize: float) -> Solver:
    settings = {"alpha": alpha, "stepsize": stepsize}
    return Solver("mmd_dilated.MMDDilatedEnt", settings, mmd_dilated.MMDDilatedEnt, "update_sequences", BOTH)


AGAINST_BEST_RESPONSES = _python(cfr_br, "CFRBRSolver")
FICTITIOUS_PLAY = Solver(
    "fictitious_play.XFPSolver", {}, fictitious_play.XFPSolver, "iteration", {"average": _of_fictitious_play}
)
SOLVERS = (
    _cpp("CFRSolver"),
    _python(cfr, "CFRSolver"),
    _python(cfr, "_CFRSolver", alternating_updates=False, linear_averaging=False, regret_matching_plus=False),
    _cpp("CFRPlusSolver"),
    _python(cfr, "CFRPlusSolver"),
    _python(discounted_cfr, "LCFRSolver"),
    _python(discounted_cfr, "DCFRSolver", alpha=1.5, beta=0, gamma=2),
    _python(discounted_cfr, "DCFRSolver", alpha=2.0, beta=-0.5, gamma=3.5),
    _cpp("CFRBRSolver"),
    AGAINST_BEST_RESPONSES,
    FICTITIOUS_PLAY,
    _mirror_descent(0.1, 0.1),
    _mirror_descent(0.02, 0.5),
    _mirror_descent(0.0, 0.5),
)


def snapshots() -> Iterator[Snapshot]:
    """All games, all solvers, all of STOPS, all strategies."""
    for game in GAMES:
        for solver in SOLVERS:
            running = solver.make(load(game), **solver.settings)
            settings = as_text(solver.settings)
            for iteration in range(1, STOPS[-1] + 1):
                getattr(running, solver.advance)()
                for strategy, found in solver.strategies.items() if iteration in STOPS else ():
                    probabilities = in_order(game, found(running))
                    nash_conv = pyspiel.nash_conv(load(game), as_policy(game, probabilities))
                    yield Snapshot(game, solver.name, settings, strategy, iteration, probabilities, nash_conv)


def answers() -> Iterator[tuple[str, str, int, str, str]]:
    """Of the games of ANSWERED, the actions that best responses took at each infoset, numbered, iteration by iteration."""
    for game in ANSWERED:
        one_of = {
            (state.current_player(), state.information_state_string()): state
            for _, state, _ in histories(game)
            if not state.is_chance_node() and not state.is_terminal()
        }
        for solver, taken in ((AGAINST_BEST_RESPONSES, _answer_to_cfr), (FICTITIOUS_PLAY, _answer_to_fictitious_play)):
            running = solver.make(load(game))
            actions: dict[tuple[int, str], list[int]] = {infoset: [] for infoset in infosets(game)}
            for _ in range(STOPS[-1]):
                getattr(running, solver.advance)()
                for infoset, legal in infosets(game).items():
                    actions[infoset].append(legal.index(taken(running, one_of[infoset])))
            for (player, name), numbers in actions.items():
                yield game, solver.name, player, name, join(numbers)


def _answer_to_cfr(running: Any, state: pyspiel.State) -> int:
    answer = running._best_responses[state.current_player()]["best_response_action"]
    return int(answer[state.information_state_string()])


def _answer_to_fictitious_play(running: Any, state: pyspiel.State) -> int:
    probabilities = dict(running._best_responses[state.current_player()](state))
    return int(max(probabilities, key=probabilities.__getitem__))


if __name__ == "__main__":
    write_snapshots(__file__, ("variants.csv", "variant_strategies.csv"), snapshots())
    write(__file__, "best_responses.csv", ("game", "solver", "player", "infoset", "actions"), answers())
