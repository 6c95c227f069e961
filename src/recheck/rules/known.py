"""The games by name, with their parameters.

A new game is a module of this folder and a line here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from recheck.rules import (
    battleship,
    goofspiel,
    kuhn_poker,
    leduc_poker,
    liars_dice,
    no_limit_kuhn,
    no_limit_leduc,
    willow,
    willow_endgame,
)
from recheck.rules.leaf import Leaf
from recheck.rules.parameters import Parameter

ANTES = "antes per hand"
PLAIN = "payoff per play"
"""What payoffs are counted in: docs/bundle-format.md, "The compiled game"."""


class Rules(NamedTuple):
    """What parameters a game has, the function of them that lists its terminal histories, and the unit of its payoffs.

    The function raises `ValueError` if the parameters do not fit each other.
    """

    parameters: Mapping[str, Parameter]
    leaves: Callable[..., Iterator[Leaf]]
    unit: str = PLAIN


GAMES: dict[str, Rules] = {
    "kuhn_poker": Rules(kuhn_poker.PARAMETERS, kuhn_poker.leaves, ANTES),
    "leduc_poker": Rules(leduc_poker.PARAMETERS, leduc_poker.leaves, ANTES),
    "liars_dice": Rules(liars_dice.PARAMETERS, liars_dice.leaves),
    "goofspiel": Rules(goofspiel.PARAMETERS, goofspiel.leaves),
    "battleship": Rules(battleship.PARAMETERS, battleship.leaves),
    "no_limit_kuhn": Rules(no_limit_kuhn.PARAMETERS, no_limit_kuhn.leaves, ANTES),
    "no_limit_leduc": Rules(no_limit_leduc.PARAMETERS, no_limit_leduc.leaves, ANTES),
    "willow": Rules(willow.PARAMETERS, willow.leaves, ANTES),
    "willow_endgame": Rules(willow_endgame.PARAMETERS, willow_endgame.leaves, ANTES),
}


def list_leaves(name: str, parameters: Mapping[str, Any]) -> Iterator[Leaf]:
    """The terminal histories of a known game."""
    return GAMES[name].leaves(**parameters)
