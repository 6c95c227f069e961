"""The no-limit games as OpenSpiel's universal_poker has them, whose dealer is that of the ACPC: trees, values, and CFR.

There an ante is a blind of every player, and amounts have it in them. Its betting abstractions are menus: `fullgame` is any whole
bet, `fcpa` the pot and all-in. Every all-in reopens the betting, which is "any raise" (docs/raise-rights.md). A raise to more
than any other player has is allowed as long as another has chips; the tables are such that there is none.

The two games of three players of the study `no-limit` have menus of another kind: CFR+ runs on them as regretlab writes them.
"""

import hashlib
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pyspiel
from common import join, write
from sequence_form import SequenceForm


class Table(NamedTuple):
    """A game: how regretlab calls it, and what universal_poker needs to know."""

    name: str
    ranks: int
    stacks: tuple[int, ...]
    rounds: int = 1
    menu: str = "fullgame"


def _kuhn(ranks: int, *stacks: int, menu: str = "fullgame") -> Table:
    bets = {"fullgame": "any", "fcpa": "pot all-in"}[menu]
    listed = ";".join(map(str, stacks))
    name = f"no_limit_kuhn players={len(stacks)} ranks={ranks} stacks=[{listed}] bets={bets} rule_book=any raise"
    return Table(name, ranks, stacks, 1, menu)


def _leduc(ranks: int, *stacks: int, menu: str = "fullgame") -> Table:
    bets = {"fullgame": "any;any", "fcpa": "pot all-in;pot all-in"}[menu]
    listed = ";".join(map(str, stacks))
    settings = f"stacks=[{listed}] bets=[{bets}] raises=100 rule_book=any raise"
    return Table(f"no_limit_leduc players={len(stacks)} ranks={ranks} {settings}", ranks, stacks, 2, menu)


TABLES = (
    _kuhn(3, 2, 2),
    _kuhn(3, 3, 3),
    _kuhn(3, 5, 5),
    _kuhn(3, 3, 5),
    _kuhn(4, 7, 4),
    _kuhn(5, 20, 20, menu="fcpa"),
    _kuhn(3, 5, 5, 4),
    _kuhn(4, 4, 5, 5),
    _kuhn(4, 6, 4, 7, menu="fcpa"),
    _leduc(3, 3, 3),
    _leduc(3, 4, 4),
    _leduc(3, 5, 3),
    _leduc(3, 4, 6),
    _leduc(3, 5, 5, menu="fcpa"),
    _leduc(3, 20, 20, menu="fcpa"),
    _leduc(2, 3, 3, 3),
)
SOLVED = (TABLES[0], TABLES[2], TABLES[5])
"""Those on which CFR runs."""
SNAPSHOTS = (1, 10, 100, 1000)

THREE = tuple(
    f"no_limit_leduc players=3 suit_isomorphism=true stacks=[8;8;4] bets=[2 all-in;pot] raises=3 rule_book={book}"
    for book in ("standard", "any raise")
)
ITERATIONS = 1000
PYTHON = Path(__file__).parent.parent / ".venv" / "bin" / "python"


@cache
def load(table: Table) -> pyspiel.Game:
    """The game in OpenSpiel."""
    players = len(table.stacks)
    return pyspiel.load_game(
        "universal_poker",
        {
            "betting": "nolimit",
            "numPlayers": players,
            "numRounds": table.rounds,
            "blind": " ".join("1" * players),
            "firstPlayer": " ".join("1" * table.rounds),
            "numSuits": table.rounds,
            "numRanks": table.ranks,
            "numHoleCards": 1,
            "numBoardCards": "0 1"[: 2 * table.rounds - 1],
            "stack": " ".join(map(str, table.stacks)),
            "bettingAbstraction": table.menu,
        },
    )


def histories(table: Table) -> Iterator[tuple[str, pyspiel.State, float]]:
    """Every history, depth first: numbers of its actions, state, probability that chance brings to it."""
    stack = [("", load(table).new_initial_state(), 1.0)]
    while stack:
        numbers, state, chance = stack.pop()
        yield numbers, state, chance
        if state.is_chance_node():
            branches = sorted(state.chance_outcomes())
        elif state.is_terminal():
            branches = []
        else:
            branches = [(action, 1.0) for action in sorted(state.legal_actions())]
        for number, (action, probability) in reversed(list(enumerate(branches))):
            stack.append((f"{numbers} {number}".lstrip(), state.child(action), chance * probability))


def tree(table: Table) -> tuple[object, ...]:
    """Histories, terminals, infosets and sequences of each player, and a digest.

    The digest is the SHA-256 of a line per history: numbers, turn, probability of chance to 12 decimals, payoffs; the turn
    of a player with the number of the infoset, in the order in which his are met.
    """
    digest, turns = hashlib.sha256(), Counter()
    actions: list[dict[str, int]] = [{} for _ in table.stacks]
    for numbers, state, chance in histories(table):
        payoffs = ""
        if state.is_terminal():
            turn, payoffs = "terminal", join(round(payoff, 12) + 0.0 for payoff in state.returns())
        elif state.is_chance_node():
            turn = "chance"
        else:
            seen = actions[state.current_player()]
            seen.setdefault(state.information_state_string(), len(state.legal_actions()))
            turn = f"{state.current_player()} {list(seen).index(state.information_state_string())}"
        digest.update(f"{numbers},{turn},{chance:.12f},{payoffs}\n".encode())
        turns[turn.split()[0]] += 1
    counts = [join(map(measure, actions)) for measure in (len, lambda offered: sum(offered.values()))]
    return turns.total(), turns["terminal"], *counts, digest.hexdigest()


def value(table: Table) -> str:
    """What the game is worth to player 0, by a linear program; nothing for three players."""
    if len(table.stacks) > 2:
        return ""
    form = SequenceForm()
    stack = [(load(table).new_initial_state(), (0, 0), 1.0)]
    while stack:
        state, own, chance = stack.pop()
        if state.is_terminal():
            form.end(own, chance * state.returns()[0])
        elif state.is_chance_node():
            stack += [(state.child(action), own, chance * p) for action, p in state.chance_outcomes()]
        else:
            player, name = state.current_player(), state.information_state_string()
            for action in state.legal_actions():
                stack.append((state.child(action), form.after(own, player, name, action), chance))
    return repr(round(form.value(), 12))


def runs() -> Iterator[tuple[object, ...]]:
    """The C++ solvers: `nash_conv` of the average policy."""
    for table in SOLVED:
        for make in (pyspiel.CFRSolver, pyspiel.CFRPlusSolver):
            solver = make(load(table))
            for iteration in range(1, SNAPSHOTS[-1] + 1):
                solver.evaluate_and_update_policy()
                if iteration in SNAPSHOTS:
                    found = pyspiel.nash_conv(load(table), solver.average_policy())
                    yield table.name, f"pyspiel.{make.__name__}", iteration, found


def of_three(name: str) -> tuple[object, ...]:
    """CFR+ on a game as regretlab writes it: iterations, what the average policy is worth to each player, and its `nash_conv`."""
    rules, *settings = re.split(r" (?=[a-z_]+=)", name.replace(";", ","))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.efg"
        settings = [word for setting in settings for word in ("--set", setting)]
        subprocess.check_call([PYTHON, "-m", "regretlab", "efg", rules, path, *settings], stdout=subprocess.DEVNULL)
        game = pyspiel.load_efg_game(path.read_text(encoding="utf-8"))
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(ITERATIONS):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    values = pyspiel.expected_returns(game.new_initial_state(), policy, -1, False)
    return name, ITERATIONS, join(values), pyspiel.nash_conv(game, policy)


if __name__ == "__main__":
    write(
        __file__,
        "no_limit.csv",
        ("game", "histories", "terminals", "infosets", "sequences", "sha256", "value"),
        ((table.name, *tree(table), value(table)) for table in TABLES),
    )
    write(__file__, "no_limit_cfr.csv", ("game", "solver", "iteration", "nash_conv"), runs())
    write(__file__, "no_limit_three.csv", ("game", "iterations", "values", "nash_conv"), map(of_three, THREE))
