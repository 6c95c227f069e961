"""What the scripts of this folder share: the games, walks over OpenSpiel's states, writing of tables."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

import pyspiel

DATA = Path(__file__).parent / "data"
GAMES = ("kuhn_poker(players=2)", "kuhn_poker(players=3)")
"""The games whose numbers are written out."""

Strategy = Mapping[tuple[int, str], Sequence[float]]
"""Player and infoset to the probabilities of the actions, in OpenSpiel's order of legal actions."""


def histories(state: pyspiel.State, chance: float = 1.0) -> Iterator[tuple[pyspiel.State, float]]:
    """Every history from `state` on, depth first, with the probability that chance brings to it."""
    yield state, chance
    if state.is_chance_node():
        for outcome, probability in state.chance_outcomes():
            yield from histories(state.child(outcome), chance * probability)
    elif not state.is_terminal():
        for action in state.legal_actions():
            yield from histories(state.child(action), chance)


def infosets(game: pyspiel.Game) -> dict[tuple[int, str], list[int]]:
    """Player and infoset to the legal actions, in the order of the first visit."""
    return {
        (state.current_player(), state.information_state_string()): state.legal_actions()
        for state, _ in histories(game.new_initial_state())
        if not state.is_chance_node() and not state.is_terminal()
    }


def as_policy(game: pyspiel.Game, strategy: Strategy) -> pyspiel.TabularPolicy:
    """The strategy as OpenSpiel's C++ functions take it."""
    return pyspiel.TabularPolicy(
        {
            name: list(zip(actions, strategy[player, name], strict=True))
            for (player, name), actions in infosets(game).items()
        }
    )


def join(numbers: Iterable[float]) -> str:
    """One field with several numbers: shortest decimals that read back to the same bits, a space between."""
    return " ".join(repr(number) for number in numbers)


def write(script: str, name: str, header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write data/`name`: a line that says what made it, the header, the rows; no field needs quotes."""
    lines = [f"# OpenSpiel {version('open-spiel')} by validation/{Path(script).name}", ",".join(header)]
    lines += [",".join(repr(field) if isinstance(field, float) else str(field) for field in row) for row in rows]
    (DATA / name).write_bytes(("\n".join(lines) + "\n").encode())
    print(f"validation: data/{name}: {len(lines) - 2} rows")
