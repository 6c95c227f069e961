"""Writes games as `.efg`, as regretlab does, into a folder, and prints their names; gambit_read.py has regretlab's Python run it.

A file is named by the game and its parameters, or by the file of config/games that the game comes from.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from regretlab.gambit.write import write_efg
from regretlab.registry import load_rules

FILES = Path(__file__).parent.parent / "config" / "games"
GAMES = (
    "kuhn_poker players=2 ranks=3",
    "kuhn_poker players=2 ranks=6",
    "kuhn_poker players=3 ranks=4",
    "leduc_poker players=2 ranks=3 suit_isomorphism=false",
    "leduc_poker players=2 ranks=3 suit_isomorphism=true",
    "leduc_poker players=2 ranks=4 raises=1 bets=[1;3]",
    "leduc_poker players=3 ranks=2 suit_isomorphism=true raises=1",
    "liars_dice numdice=1 dice_sides=2",
    "liars_dice numdice=1 dice_sides=4",
    "liars_dice numdice=1 dice_sides=6",
    "goofspiel players=2 num_cards=3",
    "goofspiel players=2 num_cards=4",
    "goofspiel players=2 num_cards=3 points_order=random returns_type=point_difference",
    "goofspiel players=3 num_cards=3 imp_info=false",
    "goofspiel players=3 num_cards=3 returns_type=total_points tied_prize=shared",
    "battleship board_width=2 board_height=2 ship_sizes=[2] ship_values=[2] num_shots=3",
    "battleship board_width=2 board_height=2 ship_sizes=[1] ship_values=[3] num_shots=2 loss_multiplier=3",
)


def parameter(value: str) -> object:
    """A number, true or false, a list with semicolons, or else a word."""
    try:
        return json.loads(value.replace(";", ","))
    except ValueError:
        return value


def texts() -> Iterator[tuple[str, str]]:
    """Every game's name and text."""
    for game in GAMES:
        rules, *settings = game.split()
        parameters = {key: parameter(value) for key, value in (setting.split("=") for setting in settings)}
        yield game, write_efg(load_rules(rules, parameters), game)
    for path in sorted(path for path in FILES.iterdir() if path.suffix in (".efg", ".nfg")):
        yield path.name, write_efg(load_rules(str(path), {}), path.stem)


if __name__ == "__main__":
    for name, text in texts():
        (Path(sys.argv[1]) / f"{name}.efg").write_bytes(text.encode())
        print(name)
