"""What Gambit and OpenSpiel find in the games that regretlab writes for them, in config/games, and in files of all sorts.

Gambit computes with fractions: its numbers are exact.
"""

import hashlib
import io
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pygambit
import pyspiel
from common import DATA, escape, join

HERE = Path(__file__).parent
PROJECT = HERE.parent
PYTHON = PROJECT / ".venv" / "bin" / "python"

SOLVED = 10_000
"""So many bytes a game may have to be solved by Gambit's linear program; the next larger ones take it minutes."""

CASES = {
    "three thirds of 4 digits": 'c "" 1 "" { "x" 0.3333 "y" 0.3333 "z" 0.3333 } 0 END END END',
    "three thirds of 16 digits": f'c "" 1 "" {{ "x" {1 / 3} "y" {1 / 3} "z" {1 / 3} }} 0 END END END',
    "two decimals": 'c "" 1 "" { "x" 0.25 "y" 0.75 } 0 END t "" 2 "b" { 0.1, 5e-1 }',
    "a negative probability": 'c "" 1 "" { "x" -0.5 "y" 1.5 } 0 END END',
    "a probability of zero": 'c "" 1 "" { "x" 0 "y" 1 } 0 END END',
    "a line break in a label": 'p "" 1 1 "a\nb" { "x" "y" } 0 END END',
    "a space after a label": 'p "" 1 1 "a " { "x" "y" } 0 END END',
    "two spaces in a label": 'p "" 1 1 "a  b" { "x" "y" } 0 END END',
    "a no-break space after a label": 'p "" 1 1 "a\u00a0" { "x" "y" } 0 END END',
    "a quotation mark in a label": 'p "" 1 1 "a\\"b" { "x" "y" } 0 END END',
    "letters of all kinds in a label": 'p "" 1 1 "\u00e9\u4e2d\U0001f0a1" { "x" "y" } 0 END END',
    "our escapes in a label": 'p "" 1 1 "%20a%0A%22%5C" { "x" "y" } 0 END END',
    "an empty label": 'p "" 1 1 "" { "x" "y" } 0 END END',
    "two actions of one name": 'p "" 1 1 "a" { "x" "x" } 0 END END',
    "payoffs on the way": 'p "" 1 1 "a" { "x" "y" } 2 "b" { 1/3, -2 } END END',
    "an outcome told once": 'p "" 1 1 "a" { "x" "y" } 0 END t "" 1',
    "an infoset told once": 'p "" 1 1 "a" { "x" "y" } 0 p "" 2 1 "b" { "x" } 0 END p "" 2 1 0 END',
    "no payoffs": 'p "" 1 1 "a" { "x" "y" } 0 END t "" 0',
    "no commas": 'p "" 1 1 "a" { "x" "y" } 0 t "" 1 "a" { 1 -1 } t "" 2 "b" { 5 7/2 }',
    "an infoset with other actions": 'p "" 1 1 "a" { "x" "y" } 0 p "" 2 1 "b" { "x" } 0 END p "" 2 1 "b" { "y" } 0 END',
    "an infoset with another label": 'p "" 1 1 "a" { "x" "y" } 0 p "" 2 1 "b" { "x" } 0 END p "" 2 1 "c" { "x" } 0 END',
    "an outcome with other payoffs": 'p "" 1 1 "a" { "x" "y" } 0 END t "" 1 "a" { 2, -2 }',
    "an outcome without a definition": 'p "" 1 1 "a" { "x" "y" } 0 END t "" 2',
    "a payoff too few": 'p "" 1 1 "a" { "x" "y" } 0 END t "" 2 "b" { 2 }',
    "a payoff too many": 'p "" 1 1 "a" { "x" "y" } 0 END t "" 2 "b" { 2, 2, 2 }',
    "a tree that ends early": 'p "" 1 1 "a" { "x" "y" } 0 END',
    "a node after the tree": 'p "" 1 1 "a" { "x" "y" } 0 END END END',
    "a node of no kind": 'q "" 1 1 "a" { "x" "y" } 0 END END',
}
"""Nodes of games of two players."""


def uniform(game: Any) -> str:
    """What each player gets when all choose every action equally often, as fractions."""
    profile = (game.mixed_behavior_profile if is_tree(game) else game.mixed_strategy_profile)(rational=True)
    return " ".join(str(profile.payoffs[player]) for player in game.players)


def is_tree(game: Any) -> bool:
    return isinstance(game, pygambit.ExtensiveGame)


def gambit(name: str, path: Path) -> Iterator[object]:
    """What Gambit finds in a game."""
    content = path.read_bytes()
    game = pygambit.read_efg(path) if path.suffix != ".nfg" else pygambit.read_nfg(path)
    yield from (escape(name), hashlib.sha256(content).hexdigest())
    if is_tree(game):
        yield hashlib.sha256(game.to_efg().encode()).hexdigest()
        yield " ".join(str(len(game.get_infosets(player))) for player in game.players)
    else:
        yield from ("", "")
    yield uniform(game)
    if len(game.players) == 2 and game.is_const_sum and len(content) <= SOLVED:
        yield pygambit.nash.lp_solve(game).equilibrium.payoffs[next(iter(game.players))]
    else:
        yield ""


def openspiel(name: str, path: Path) -> Iterator[object]:
    """What OpenSpiel finds in a game."""
    content = path.read_bytes()
    load = pyspiel.load_nfg_game if path.suffix == ".nfg" else pyspiel.load_efg_game
    game = load(content.decode())
    if path.suffix == ".nfg":
        game = pyspiel.convert_to_turn_based(game)
    states = list(histories(game))
    infosets = {
        (state.current_player(), state.information_state_string()) for state in states if state.current_player() >= 0
    }
    policy = pyspiel.UniformRandomPolicy(game)
    yield from (escape(name), hashlib.sha256(content).hexdigest())
    yield from (len(states), sum(state.is_terminal() for state in states))
    yield " ".join(str(sum(player == one for player, _ in infosets)) for one in range(game.num_players()))
    yield join(pyspiel.expected_returns(game.new_initial_state(), policy, -1, False))
    yield pyspiel.nash_conv(game, policy)


def histories(game: pyspiel.Game) -> Iterator[pyspiel.State]:
    """Every history, depth first."""
    stack = [game.new_initial_state()]
    while stack:
        state = stack.pop()
        yield state
        stack.extend(state.child(action) for action in reversed(state.legal_actions()))


def case(name: str, nodes: str) -> Iterator[object]:
    """Whether Gambit and OpenSpiel take a file; if Gambit does, what the uniform profile pays in it."""
    text = f'EFG 2 R "case" {{ "A" "B" }}\n{nodes}\n'.replace("END", 't "" 1 "a" { 1, -1 }')
    yield from (name, escape(text))
    try:
        yield uniform(pygambit.read_efg(io.BytesIO(text.encode())))
    except ValueError:
        yield "refused"
    try:
        pyspiel.load_efg_game(text)
    except (pyspiel.SpielError, IndexError):
        yield "refused"
    else:
        yield "read"


def write(name: str, header: Sequence[str], rows: Iterable[Iterable[object]]) -> None:
    """Write data/`name`: a line that says what made it, the header, the rows; no field needs quotes."""
    lines = [",".join(map(str, row)) for row in rows]
    made = f"# pygambit {version('pygambit')}, OpenSpiel {version('open-spiel')} by validation/{Path(__file__).name}"
    (DATA / name).write_bytes("\n".join([made, ",".join(header), *lines, ""]).encode())
    print(f"validation: data/{name}: {len(lines)} rows")


def games(folder: str) -> Iterator[tuple[str, Path]]:
    """Every game that regretlab writes, then the files of config/games as they are: names and files."""
    names = subprocess.check_output([PYTHON, HERE / "gambit_write.py", folder], text=True).splitlines()
    yield from ((name, Path(folder) / f"{name}.efg") for name in names)
    files = sorted((PROJECT / "config" / "games").iterdir())
    yield from ((str(file.relative_to(PROJECT)), file) for file in files if file.suffix in (".efg", ".nfg"))


if __name__ == "__main__":
    with TemporaryDirectory() as temporary:
        files = list(games(temporary))
        write(
            "gambit.csv",
            ("game", "sha256", "written_sha256", "infosets", "uniform", "value"),
            (gambit(*file) for file in files),
        )
        write(
            "gambit_openspiel.csv",
            ("game", "sha256", "histories", "terminals", "infosets", "uniform", "nash_conv"),
            (openspiel(*file) for file in files),
        )
    write("gambit_files.csv", ("case", "text", "gambit", "openspiel"), (case(*item) for item in CASES.items()))
