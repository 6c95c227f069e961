"""The words of two-player Kuhn poker in figures: cards, situations, actions and endings.

An infoset is named after the card and the letters of the actions so far (docs/bundle-format.md).
"""

from __future__ import annotations

import re
from typing import Any

from recheck.drawings.problem import DrawingError

SITUATIONS = {
    "": "first action",
    "p": "after a check",
    "b": "facing a bet",
    "pb": "facing a bet after a check",
}


def is_kuhn(game: Any) -> bool:
    """Whether a game, as game.json has it, is two-player Kuhn poker."""
    return isinstance(game, dict) and game.get("rules") == "kuhn_poker" and game.get("players") == 2


def spot(infoset: str) -> tuple[str, int]:
    """The actions so far, and the card."""
    match = re.fullmatch(r"([0-9]{1,9})([pb]*)", infoset)
    if match is None or match[2] not in SITUATIONS:
        raise DrawingError("cannot be compared with an infoset that is none of Kuhn poker", None, "like 0pb", infoset)
    return match[2], int(match[1])


def card_name(card: int, ranks: int) -> str:
    """The card in words of the game with three ranks, otherwise its number."""
    return "JQK"[card] if ranks == 3 and card < 3 else str(card)


def action_word(history: str, action: str) -> str:
    """What an action is called after these."""
    if "b" in history:
        return {"pass": "fold", "bet": "call"}.get(action, action)
    return {"pass": "check"}.get(action, action)


def ending(history: str) -> str:
    """What comes after the last action."""
    if history[-2:] == "bp":
        loser = 1 - len(history) % 2
        return f"player {loser} folds,\nplayer {1 - loser} wins 1"
    return f"showdown,\nhigher card wins {2 if 'b' in history else 1}"
