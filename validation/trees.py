"""The game trees as OpenSpiel has them: the first histories of some, counts and a digest of all.

A history is told by the numbers of its actions, chance's included, among those there were; its turn is a player, `chance` or
`terminal`.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from common import (
    BATTLESHIP,
    GOOFSPIEL,
    KUHN,
    LEDUC,
    LIARS_DICE,
    MORE_GOOFSPIEL,
    escape,
    histories,
    infosets,
    join,
    load,
    write,
)

COUNTED = (*KUHN, *LEDUC, *LIARS_DICE, *GOOFSPIEL, *MORE_GOOFSPIEL, *BATTLESHIP)
WRITTEN = (*KUHN[:2], LEDUC[0], LIARS_DICE[1], *GOOFSPIEL[:2], *BATTLESHIP[:2])
MOST = 617
"""So many histories of a game are written at most, the first ones, depth first: all of Kuhn poker with three players."""


def rows(game: str) -> Iterator[tuple[str, str, str, float, str]]:
    """One row per history: numbers, turn, infoset, probability of chance, payoffs without the rounding of the 12th decimal."""
    for numbers, state, chance in histories(game):
        if state.is_terminal():
            yield numbers, "terminal", "", chance, join(round(payoff, 12) + 0.0 for payoff in state.returns())
        elif state.is_chance_node():
            yield numbers, "chance", "", chance, ""
        else:
            yield numbers, str(state.current_player()), escape(state.information_state_string()), chance, ""


def sizes(game: str) -> tuple[str, int, int, str, str, str]:
    """Game, histories, terminals, infosets and sequences of each player; a digest.

    The digest is the SHA-256 of the rows as lines of comma-separated fields, the probabilities to 12 decimals.
    """
    digest, turns = hashlib.sha256(), Counter()
    for numbers, turn, infoset, chance, payoffs in rows(game):
        digest.update(f"{numbers},{turn},{infoset},{chance:.12f},{payoffs}\n".encode())
        turns[turn] += 1
    numbers_of, actions_of = Counter(), Counter()
    for (player, _), actions in infosets(game).items():
        numbers_of[player] += 1
        actions_of[player] += len(actions)
    players = range(load(game).num_players())
    counts = [join(count[player] for player in players) for count in (numbers_of, actions_of)]
    return game, turns.total(), turns["terminal"], *counts, digest.hexdigest()


if __name__ == "__main__":
    write(
        __file__,
        "sizes.csv",
        ("game", "histories", "terminals", "infosets", "sequences", "sha256"),
        map(sizes, COUNTED),
    )
    write(
        __file__,
        "histories.csv",
        ("game", "history", "turn", "infoset", "chance_probability", "returns"),
        ((name, *row) for name in WRITTEN for row in islice(rows(name), MOST)),
    )
