"""The game trees as OpenSpiel has them: every history of the small ones, counts and a digest of all."""

import hashlib
from collections.abc import Iterator

import pyspiel
from common import GAMES, histories, infosets, join, write

COUNTED = (*GAMES, "kuhn_poker(players=4)")


def rows(game: pyspiel.Game) -> Iterator[tuple[str, str, str, float, str]]:
    """One row per history, depth first.

    `history` numbers the actions, chance's included; `turn` is a player, `chance` or `terminal`.
    """
    for state, chance in histories(game.new_initial_state()):
        history = " ".join(map(str, state.history()))
        if state.is_terminal():
            yield history, "terminal", "", chance, join(state.returns())
        elif state.is_chance_node():
            yield history, "chance", "", chance, ""
        else:
            yield history, str(state.current_player()), state.information_state_string(), chance, ""


def digest(game: pyspiel.Game) -> str:
    """SHA-256 of the rows as lines of comma-separated fields, the probabilities to 12 decimals."""
    lines = (
        f"{history},{turn},{infoset},{chance:.12f},{returns}\n"
        for history, turn, infoset, chance, returns in rows(game)
    )
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def sizes(name: str) -> tuple[str, int, int, int, str]:
    """Game, number of histories, of terminals, of infosets, and the digest."""
    game = pyspiel.load_game(name)
    turns = [turn for _, turn, *_ in rows(game)]
    return name, len(turns), turns.count("terminal"), len(infosets(game)), digest(game)


if __name__ == "__main__":
    write(__file__, "sizes.csv", ("game", "histories", "terminals", "infosets", "sha256"), map(sizes, COUNTED))
    write(
        __file__,
        "histories.csv",
        ("game", "history", "turn", "infoset", "chance_probability", "returns"),
        ((name, *row) for name in GAMES for row in rows(pyspiel.load_game(name))),
    )
