"""What the scripts of this folder share: the games, walks over OpenSpiel's states, writing of tables."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import pyspiel

DATA = Path(__file__).parent / "data"

KUHN = tuple(f"kuhn_poker players={n} ranks={n + 1}" for n in (2, 3, 4))
LEDUC = tuple(
    f"leduc_poker players={n} ranks={n + 1} suit_isomorphism={merged}" for n in (2, 3) for merged in ("true", "false")
)
LIARS_DICE = tuple(
    f"liars_dice numdice={dice} dice_sides={sides}" for dice, sides in ((1, 1), (1, 3), (1, 4), (1, 5), (1, 6), (2, 2))
)


def _goofspiel(players: int, cards: int, order: str, limited: bool, returns: str) -> str:
    return (
        f"goofspiel players={players} num_cards={cards} imp_info={str(limited).lower()} points_order={order} "
        f"returns_type={returns}"
    )


RETURNS = ("win_loss", "point_difference", "total_points")
GOOFSPIEL = (
    _goofspiel(2, 3, "descending", True, "win_loss"),
    _goofspiel(2, 3, "ascending", False, "point_difference"),
    *(_goofspiel(2, 4, "descending", True, returns) for returns in RETURNS),
    _goofspiel(2, 4, "random", True, "win_loss"),
    _goofspiel(3, 3, "descending", True, "win_loss"),
    _goofspiel(3, 3, "random", False, "point_difference"),
)
MORE_GOOFSPIEL = (
    *(
        name
        for order in ("ascending", "descending", "random")
        for limited in (True, False)
        for returns in RETURNS
        if (name := _goofspiel(2, 3, order, limited, returns)) not in GOOFSPIEL
    ),
    *(_goofspiel(3, 3, "random", True, returns) for returns in RETURNS),
    _goofspiel(2, 4, "random", False, "win_loss"),
    _goofspiel(2, 4, "descending", False, "win_loss"),
    _goofspiel(2, 5, "descending", False, "win_loss"),
    _goofspiel(3, 4, "descending", False, "total_points"),
)
"""Only trees are compared. With full information and four or more cards no player has perfect recall."""


def _battleship(width: int, height: int, ships: Mapping[int, int], shots: int, repeated: bool, loss: int) -> str:
    """Ships are given as sizes and values."""
    sizes, values = (";".join(map(str, numbers)) for numbers in (ships, ships.values()))
    return (
        f"battleship board_width={width} board_height={height} ship_sizes=[{sizes}] ship_values=[{values}] "
        f"num_shots={shots} allow_repeated_shots={str(repeated).lower()} loss_multiplier={loss}"
    )


LARGE = _battleship(3, 2, {2: 2}, 3, False, 1)
BATTLESHIP = (
    _battleship(2, 1, {1: 1}, 2, False, 1),
    _battleship(1, 3, {2: 3}, 2, True, 2),
    _battleship(2, 2, {2: 2}, 2, False, 1),
    _battleship(2, 2, {2: 2}, 3, False, 1),
    _battleship(2, 2, {1: 1}, 3, False, 1),
    _battleship(2, 2, {1: 3}, 2, True, 3),
    _battleship(2, 2, {1: 1, 2: 2}, 2, False, 1),
    _battleship(2, 2, {2: 3, 1: 1}, 2, True, 2),
    _battleship(3, 1, {1: 5, 2: 1}, 4, True, 0),
    _battleship(2, 3, {2: 2}, 2, False, 1),
    LARGE,
)

Strategy = Mapping[tuple[int, str], Sequence[float]]
"""Player and infoset to the probabilities of the actions, in OpenSpiel's order of legal actions."""


@cache
def load(name: str) -> pyspiel.Game:
    """The game with that name and those parameters, both regretlab's.

    OpenSpiel's decks have one rank more than players, so `ranks` is none of its parameters; simultaneous moves are made one
    after the other.
    """
    rules, *settings = name.split()
    given = dict(setting.split("=") for setting in settings)
    if "ranks" in given and int(given.pop("ranks")) != int(given["players"]) + 1:
        raise ValueError(f"{name}: OpenSpiel has no such deck")
    if "loss_multiplier" in given:
        given["loss_multiplier"] += ".0"
    game = f"{rules}({','.join(f'{key}={value}' for key, value in given.items())})"
    return pyspiel.load_game(f"turn_based_simultaneous_game(game={game})" if rules == "goofspiel" else game)


class History(NamedTuple):
    """A history: the numbers of its actions among those there were, the state, the probability that chance brings to it."""

    numbers: str
    state: pyspiel.State
    chance: float


def histories(name: str) -> Iterator[History]:
    """Every history of a game, depth first."""
    stack = [History("", load(name).new_initial_state(), 1.0)]
    while stack:
        numbers, state, chance = stack.pop()
        yield History(numbers, state, chance)
        if state.is_chance_node():
            branches = state.chance_outcomes()
        elif state.is_terminal():
            branches = []
        else:
            branches = [(action, 1.0) for action in state.legal_actions()]
        for number, (action, probability) in reversed(list(enumerate(branches))):
            stack.append(History(f"{numbers} {number}".lstrip(), state.child(action), chance * probability))


@cache
def infosets(game: str) -> dict[tuple[int, str], list[int]]:
    """Player and infoset to the legal actions, in the order of the first visit."""
    return {
        (state.current_player(), state.information_state_string()): state.legal_actions()
        for _, state, _ in histories(game)
        if not state.is_chance_node() and not state.is_terminal()
    }


def as_policy(game: str, strategy: Strategy) -> pyspiel.TabularPolicy:
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


def escape(name: str) -> str:
    """The name of an infoset as a field: line breaks and what separates fields as in docs/bundle-format.md."""
    return re.sub('[\\x00-\\x1f\\x7f%",|]', lambda found: f"%{ord(found[0]):02X}", name)


def write(script: str, name: str, header: Sequence[str], rows: Iterable[Sequence[object]], others: str = "") -> None:
    """Write data/`name`: a line that says what made it, the header, the rows; no field needs quotes.

    `others` are programs that made it besides OpenSpiel, with a comma and a space after each.
    """
    write_by(f"{others}OpenSpiel {version('open-spiel')}", script, name, header, rows)


def write_by(programs: str, script: str, name: str, header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """The same of other programs."""
    lines = [f"# {programs} by validation/{Path(script).name}", ",".join(header)]
    lines += [",".join(repr(field) if isinstance(field, float) else str(field) for field in row) for row in rows]
    (DATA / name).write_bytes(("\n".join(lines) + "\n").encode())
    print(f"validation: data/{name}: {len(lines) - 2} rows")
