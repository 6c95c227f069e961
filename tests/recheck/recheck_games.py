"""The games that the tests play, with the parameters of docs/games.md where none are given."""

from __future__ import annotations

import functools
from typing import Any

from recheck.certify.games import DEFAULTS
from recheck.game import Game, build
from recheck.rules.known import list_leaves


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
