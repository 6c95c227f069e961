"""The words of two-player Kuhn poker: cards, situations and actions, from the names of infosets and actions.

An infoset is named after the card and the letters of the actions so far, p for pass and b for bet
(docs/bundle-format.md).
"""

import re
from typing import NamedTuple

from regretlab.errors import InputError
from regretlab.sequence_form.game import Game

SITUATIONS = {
    "": "first action",
    "p": "after a check",
    "b": "facing a bet",
    "pb": "facing a bet after a check",
}


class Spot(NamedTuple):
    """An infoset taken apart: the actions so far and the card."""

    history: str
    card: int


def is_kuhn(game: Game) -> bool:
    """Whether these words fit the game."""
    return game.rules == "kuhn_poker" and game.players == 2


def spot(infoset: str) -> Spot:
    """Take the name of an infoset apart. Raises `InputError` if it is not one of two-player Kuhn poker."""
    match = re.fullmatch(r"([0-9]+)([pb]*)", infoset)
    if match is None or match[2] not in SITUATIONS:
        raise InputError(f"kuhn_poker: expected an infoset like '0pb', found '{infoset}'")
    return Spot(match[2], int(match[1]))


def card_name(card: int, ranks: int) -> str:
    """J, Q and K with three ranks; else the number of the rank, from 0 upwards."""
    return "JQK"[card] if ranks == 3 else str(card)


def action_word(history: str, action: str) -> str:
    """What pass and bet are called after these actions."""
    words = {"pass": "fold", "bet": "call"} if "b" in history else {"pass": "check"}
    return words.get(action, action)


def ending(history: str) -> str:
    """What happens after the last action."""
    if "b" in history and history[-1] == "p":
        loser = (len(history) - 1) % 2
        return f"player {loser} folds,\nplayer {1 - loser} wins 1"
    return f"showdown,\nhigher card wins {2 if 'b' in history else 1}"
