"""Kuhn poker for two players and N ranks, as a table of betting lines.

H. W. Kuhn, "A Simplified Two-Person Poker", Contributions to the Theory of Games I (1950); N ranks instead
of three.

Known here: rules `kuhn_poker` with parameters `players` = 2 and `ranks` from 2 to 64, and no other game.
Each player antes 1 and gets one of N different cards, all ordered deals being equally likely. There is one
bet of 1 and no raise, so that a hand runs along one of five public lines (p: check or fold, b: bet or
call).
"""

from __future__ import annotations

import functools
from typing import NamedTuple

RULES = "kuhn_poker"
RANKS = range(2, 65)
ACTIONS = ("pass", "bet")
LETTERS = ("p", "b")

TURN = {"": 0, "p": 1, "b": 1, "pb": 0}
"""Public history -> the player who decides there."""

FOLDED = {"pbp": -1, "bp": 1}
"""Public line that ends with a fold -> net antes of player 0."""

STAKES = {"pp": 1, "pbb": 2, "bb": 2}
"""Public line that ends with a showdown -> antes that the higher card wins."""

LINES = ("pp", "pbp", "pbb", "bp", "bb")


class Infoset(NamedTuple):
    """What a player knows when to decide: the own card and the public history, nothing else."""

    player: int
    card: int
    history: str

    @property
    def name(self) -> str:
        """The name in published files, as OpenSpiel's: card and letters."""
        return f"{self.card}{self.history}"

    @property
    def key(self) -> str:
        """The key of all dictionaries: player|own card|public history."""
        return key(self.player, self.card, self.history)


class Game(NamedTuple):
    """One two-player Kuhn poker: number of ranks, infosets by player in published order, ordered deals."""

    ranks: int
    infosets: tuple[tuple[Infoset, ...], tuple[Infoset, ...]]
    deals: tuple[tuple[int, int], ...]


def kuhn(ranks: int) -> Game:
    """The game with that many ranks.

    The order of infosets (docs/bundle-format.md): by own earlier decisions, then by name, bytewise.
    """
    cards = range(ranks)
    infosets = [Infoset(player, card, history) for history, player in TURN.items() for card in cards]
    infosets.sort(key=lambda infoset: (len(own_steps(infoset.player, infoset.history)), infoset.name.encode()))
    of_0, of_1 = (tuple(i for i in infosets if i.player == player) for player in (0, 1))
    return Game(ranks, (of_0, of_1), tuple((c0, c1) for c0 in cards for c1 in cards if c0 != c1))


def key(player: int, card: int, history: str) -> str:
    """The dictionary key of an infoset: player|own card|public history."""
    return f"{player}|{card}|{history}"


@functools.cache
def own_steps(player: int, line: str) -> tuple[tuple[str, int], ...]:
    """The player's own decisions along a public line: (public history before, index of the action)."""
    return tuple((line[:n], LETTERS.index(line[n])) for n in range(len(line)) if TURN[line[:n]] == player)


def payoff(line: str, card_0: int, card_1: int) -> int:
    """Net antes of player 0 when the hand ran along this line; player 1 gets the negative."""
    if line in FOLDED:
        return FOLDED[line]
    return STAKES[line] if card_0 > card_1 else -STAKES[line]
