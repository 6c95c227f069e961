"""A policy of OpenSpiel as a strategy table that `recheck certify` reads; one file, to be run where OpenSpiel is.

    from openspiel_policy import write_policy
    write_policy(solver.average_policy(), "policy.csv")                # one of Python, which knows its game
    write_policy(solver.tabular_average_policy(), "policy.csv", game)  # any other, of pyspiel too

or, with OpenSpiel's own CFR:

    python openspiel_policy.py "leduc_poker(players=2)" policy.csv --iterations 100

The table has a row for each infoset and action: the player, OpenSpiel's information state string, the position of the action
among the legal ones (ascending, from 0), and its probability, the shortest decimal that reads back to the same float.
"""

import argparse
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pyspiel

HEADER = "player,infoset,position,probability"

Table = dict[tuple[int, str], list[float]]
"""Player and infoset to the probabilities of the legal actions, in their order."""


def write_policy(policy: Any, path: str | Path, game: pyspiel.Game | None = None) -> Table:
    """Write a policy as a strategy table and give what was written.

    Raises `ValueError` if it answers differently at two histories that the player cannot tell apart.
    """
    table = tabulate(policy.action_probabilities, policy.game if game is None else game)
    lines = [
        f"{player},{escape(infoset)},{position},{probability!r}"
        for (player, infoset), probabilities in sorted(table.items(), key=lambda item: item[0][0])
        for position, probability in enumerate(probabilities)
    ]
    Path(path).write_bytes(("\n".join([HEADER, *lines]) + "\n").encode())
    return table


def tabulate(answers: Callable[[pyspiel.State], Mapping[int, float]], game: pyspiel.Game) -> Table:
    """What a policy answers at each infoset, in the order of the first visit."""
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        raise ValueError("players move at the same time: expected turn_based_simultaneous_game(game=...)")
    table: Table = {}
    for state in decisions(game.new_initial_state()):
        found = answers(state)
        probabilities = [float(found.get(action, 0.0)) for action in state.legal_actions()]
        infoset = (state.current_player(), state.information_state_string())
        if table.setdefault(infoset, probabilities) != probabilities:
            raise ValueError(f"player {infoset[0]}: different answers at two histories of infoset {infoset[1]!r}")
    return table


def decisions(root: pyspiel.State) -> Iterable[pyspiel.State]:
    """All histories at which a player moves, depth first."""
    stack = [root]
    while stack:
        state = stack.pop()
        if state.is_terminal():
            continue
        if not state.is_chance_node():
            yield state
        stack += [state.child(action) for action in reversed(state.legal_actions())]


def escape(name: str) -> str:
    """The name of an infoset as tables have it: control characters and what separates cells as in URLs."""
    return re.sub('[\\x00-\\x1f\\x7f%",|]', lambda found: f"%{ord(found[0]):02X}", name)


def trained(game: pyspiel.Game, iterations: int) -> pyspiel.Policy:
    """The average policy of OpenSpiel's CFR (C++) after so many iterations."""
    solver = pyspiel.CFRSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return solver.tabular_average_policy()


def main() -> None:
    """Run OpenSpiel's CFR, write its average policy, and print what OpenSpiel says that it is worth."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", help="as OpenSpiel loads it: leduc_poker(players=2)")
    parser.add_argument("path", help="the table to write")
    parser.add_argument("--iterations", type=int, default=100)
    chosen = parser.parse_args()
    game = pyspiel.load_game(chosen.game)
    policy = trained(game, chosen.iterations)
    table = write_policy(policy, chosen.path, game)
    print(f"{chosen.path}: {sum(map(len, table.values()))} rows")
    print(f"value_0 {pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)[0]!r}")
    print(f"nash_conv {pyspiel.nash_conv(game, policy)!r}")


if __name__ == "__main__":
    main()
