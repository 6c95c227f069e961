"""regretlab against Gambit and OpenSpiel, which were given the games that it writes (validation/data/gambit*.csv).

Gambit's numbers are exact, and so are ours; those of OpenSpiel agree up to rounding.
"""

import csv
import hashlib
import importlib.util
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from regretlab.errors import InputError
from regretlab.exact.optimal import solve_game
from regretlab.exact.response import payoff
from regretlab.exact.strategy import realization_weights, uniform_strategy
from regretlab.files import text_in_cell
from regretlab.gambit.efg import read_efg
from regretlab.gambit.write import write_efg
from regretlab.registry import load_rules
from regretlab.rules import CHANCE, TERMINAL, Rules
from regretlab.sequence_form.arrays import Tree
from regretlab.sequence_form.compile import compile_game
from regretlab.sequence_form.game import Game
from regretlab.sequence_form.solver import worth

PROJECT = Path(__file__).parent.parent
DATA = PROJECT / "validation" / "data"
FILES = "config/games/"
"""How the names of files that were given to the others as they are begin; regretlab wrote the rest."""

TOLERANCE = 1e-12
"""Of OpenSpiel's numbers, relative to the largest of the game's, or to 1."""

OTHERWISE = {
    "a line break in a label": "read",
    "a space after a label": "read",
    "two spaces in a label": "read",
    "a no-break space after a label": "read",
    "a node after the tree": "refused",
}
"""Where we differ from Gambit: names may be anything; a file that goes on after its game is not what somebody meant."""


def table(file: str) -> list[dict[str, str]]:
    """The rows of a file of validation/data; its first line says what made it."""
    rows = csv.DictReader((DATA / file).read_text(encoding="utf-8").splitlines()[1:])
    return [{key: text_in_cell(cell) for key, cell in row.items()} for row in rows]


@cache
def writer() -> ModuleType:
    """The script that wrote the games."""
    spec = importlib.util.spec_from_file_location("gambit_write", PROJECT / "validation" / "gambit_write.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def rules_of(game: str) -> Rules:
    if game.endswith((".efg", ".nfg")):
        return load_rules(str(PROJECT / FILES / Path(game).name), {})
    name, *settings = game.split()
    return load_rules(name, {key: writer().parameter(value) for key, value in (pair.split("=") for pair in settings)})


@cache
def compiled(game: str) -> Game:
    """The game, whichever of its files is meant."""
    return compile_game(game, {}, rules_of(game))


def content(game: str) -> bytes:
    """What the others were given."""
    if game.startswith(FILES):
        return (PROJECT / game).read_bytes()
    return write_efg(rules_of(game), Path(game).stem if game.endswith((".efg", ".nfg")) else game).encode()


def uniform(game: Game) -> list[Fraction]:
    weights = realization_weights(game, uniform_strategy(game))
    return [payoff(game, player, weights) for player in range(game.players)]


def infosets(game: Game) -> str:
    return " ".join(str(end - start) for start, end in zip(game.infoset_bounds, game.infoset_bounds[1:], strict=False))


GAMBIT = table("gambit.csv")
OPENSPIEL = table("gambit_openspiel.csv")


def test_all_games_were_given_to_both():
    """Those that the script writes, and the files of config/games."""
    files = sorted(path.name for path in (PROJECT / FILES).iterdir() if path.suffix in (".efg", ".nfg"))
    expected = [*writer().GAMES, *files, *(FILES + name for name in files)]
    assert [row["game"] for row in GAMBIT] == expected
    assert [row["game"] for row in OPENSPIEL] == expected


@pytest.mark.parametrize("row", GAMBIT, ids=lambda row: row["game"])
def test_gambit_reads_what_we_write(row):
    """The text is the one that we write now, and Gambit, having read it, writes the same: nothing is lost or changed."""
    found = hashlib.sha256(content(row["game"])).hexdigest()
    assert found == row["sha256"]
    assert found == {row["game"]: row for row in OPENSPIEL}[row["game"]]["sha256"]
    is_table = row["game"].startswith(FILES) and row["game"].endswith(".nfg")
    assert row["written_sha256"] == ("" if is_table else found)


LARGEST = "liars_dice numdice=1 dice_sides=6"


@pytest.mark.parametrize(
    "row",
    [pytest.param(row, marks=pytest.mark.heavy if row["game"] == LARGEST else ()) for row in GAMBIT],
    ids=lambda row: row["game"],
)
def test_gambit_finds_the_same(row):
    """Exactly: numbers of infosets, what the uniform profile pays, the value where Gambit was asked for it."""
    game = compiled(row["game"])
    assert [str(value) for value in uniform(game)] == row["uniform"].split()
    assert row["infosets"] in ("", infosets(game))
    assert not row["value"] or row["value"] == str(solve_game(game).value)


def test_values_were_asked_for():
    """Of the small games; published where they are."""
    values = {row["game"]: row["value"] for row in GAMBIT if row["value"]}
    assert values["kuhn_poker players=2 ranks=3"] == "-1/18"
    assert values["config/games/myerson-poker.efg"] == "1/3"
    assert len(values) == 14


@pytest.mark.parametrize("row", OPENSPIEL, ids=lambda row: row["game"])
def test_openspiel_finds_the_same(row):
    """Numbers of histories, terminals and infosets; value and nash_conv of the uniform profile."""
    game = compiled(row["game"])
    assert (game.histories, game.terminals) == (int(row["histories"]), int(row["terminals"]))
    assert infosets(game) == row["infosets"]
    found = worth(Tree.of(game), np.array([float(p) for p in uniform_strategy(game)]))
    expected = [*map(float, row["uniform"].split()), float(row["nash_conv"])]
    assert close([*found.value, found.nash_conv], expected)


def close(found: Sequence[float], expected: Sequence[float]) -> bool:
    return np.allclose(found, expected, rtol=0, atol=TOLERANCE * max(1, *map(abs, expected)))


def test_differences_are_seen():
    """One number of many, a little off."""
    assert close([-100.0, 2.0], [-100.0, 2.0 + 0.9e-10])
    assert not close([-100.0, 2.0], [-100.0, 2.0 + 1.1e-10])
    assert not close([0.0, 0.5], [0.0, 0.5 + 1.1e-12])


@pytest.mark.parametrize("row", table("gambit_files.csv"), ids=lambda row: row["case"])
def test_files_of_all_sorts(row, tmp_path):
    """We read what Gambit reads, with the same payoffs, and refuse what Gambit refuses, with few exceptions."""
    path = tmp_path / "case.efg"
    path.write_bytes(row["text"].encode())
    expected = OTHERWISE.get(row["case"], "refused" if row["gambit"] == "refused" else "read")
    if expected == "refused":
        with pytest.raises(InputError):
            read_efg(path)
    else:
        found = uniform_payoffs(read_efg(path))
        assert row["gambit"] in ("refused", " ".join(map(str, found)))


def test_exceptions_are_such():
    """Each is a case where Gambit does otherwise."""
    gambit = {row["case"]: "refused" if row["gambit"] == "refused" else "read" for row in table("gambit_files.csv")}
    assert all(gambit[case] != ours for case, ours in OTHERWISE.items())
    assert gambit["three thirds of 16 digits"] == "refused"
    assert gambit["our escapes in a label"] == "read"


def uniform_payoffs(rules: Rules) -> list[Fraction]:
    """Straight from the rules: perfect recall is not needed."""
    total = [Fraction(0)] * rules.players
    pending = [(rules.root(), Fraction(1))]
    while pending:
        state, reach = pending.pop()
        turn = rules.turn(state)
        if turn == TERMINAL:
            total = [sum_ + reach * paid for sum_, paid in zip(total, rules.payoffs(state), strict=True)]
            continue
        number = len(rules.actions(state))
        chances = rules.chances(state) if turn == CHANCE else [Fraction(1, number)] * number
        pending.extend((rules.play(state, action), reach * chances[action]) for action in range(number))
    return total
