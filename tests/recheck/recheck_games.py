"""The games that the tests play, with the parameters of docs/games.md where none are given."""

from __future__ import annotations

import functools
from typing import Any

from recheck.game import Game, build
from recheck.rules.known import list_leaves

DEFAULTS: dict[str, dict[str, Any]] = {
    "kuhn_poker": {"players": 2, "ranks": 3},
    "leduc_poker": {"players": 2, "ranks": 3, "suit_isomorphism": False, "raises": 2, "bets": [2, 4]},
    "liars_dice": {"numdice": 1, "dice_sides": 6},
    "goofspiel": {
        "players": 2,
        "num_cards": 4,
        "imp_info": True,
        "points_order": "descending",
        "returns_type": "win_loss",
        "tied_prize": "discarded",
    },
    "battleship": {
        "board_width": 2,
        "board_height": 2,
        "ship_sizes": [2],
        "ship_values": [2],
        "num_shots": 3,
        "allow_repeated_shots": False,
        "loss_multiplier": 1,
    },
}


def entry(name: str, /, **parameters: object) -> dict[str, Any]:
    """The game as study.json has it, in a folder `game`."""
    return {
        "folder": "game",
        "rules": name,
        "parameters": {**DEFAULTS[name], **parameters},
        "imperfect_recall": False,
        "value": None,
        "equilibria": None,
        "verification": None,
    }


@functools.cache
def kuhn(ranks: int = 3, players: int = 2) -> Game:
    return game("kuhn_poker", ranks=ranks, players=players)


def game(name: str, /, imperfect_recall: bool = False, **parameters: object) -> Game:
    return build(list_leaves(name, {**DEFAULTS[name], **parameters}), imperfect_recall)


def number(of: Game, player: int, name: str) -> int:
    """The number of an infoset."""
    return next(n for n, infoset in of.of(player) if infoset.name == name)
