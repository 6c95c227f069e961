"""How a table may call infosets and actions, and how it may write numbers.

docs/bundle-format.md, "Names in tables"; docs/games.md, "Limits"; docs/certify.md.
"""

from __future__ import annotations

import re
from fractions import Fraction

from recheck.game import Game
from recheck.information import Infoset
from recheck.names import written

DECIMAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE]([+-]?[0-9]{1,4}))?")
FRACTION = re.compile(r"[+-]?[0-9]+/[0-9]+")
LONGEST_NUMBER, LARGEST_POWER = 1000, 1000


class Names:
    """By which texts a table may call infosets and actions: as in tables of a bundle, or as they really are.

    Infosets that are played alike have a name in common besides their own: NAME for NAME~1, NAME~2, and so on.
    """

    def __init__(self, game: Game) -> None:
        """Of this game. Where a text is one infoset's name in tables and another's real one, it is the former's."""
        self.game = game
        self._infosets: dict[tuple[int, str], tuple[int, ...]] = {}
        self._actions: dict[tuple[str, ...], dict[str, int]] = {}
        named: list[tuple[tuple[int, ...], int, str]] = []
        for n, infoset in enumerate(game.infosets):
            named.append(((n,), infoset.player, infoset.name))
        for group in game.alike:
            first = game.infosets[group.infosets[0]]
            named.append((group.infosets, first.player, first.name.rpartition("~")[0]))
        for form in (written, str):
            for numbers, player, name in named:
                self._infosets.setdefault((player, form(name)), numbers)

    def infosets(self, player: int, text: str) -> tuple[int, ...]:
        """The numbers of the infosets that are meant, usually one; none if there is no such."""
        found = self._infosets.get((player, text))
        return self._infosets.get((player, text.replace("\r\n", "\n")), ()) if found is None else found

    def owners(self, text: str) -> list[int]:
        """The players who have an infoset of that name."""
        return [player for player in range(self.game.players) if self.infosets(player, text)]

    def action(self, infoset: Infoset, text: str) -> int | None:
        """The number of the action; None if there is no such."""
        known = self._actions.get(infoset.actions)
        if known is None:
            known = self._actions[infoset.actions] = {}
            for names in (infoset.action_labels, infoset.actions):
                for n, name in enumerate(names):
                    known.setdefault(name, n)
        return known.get(text)


def number(text: str) -> Fraction | None:
    """The number that a decimal or a fraction is, exactly; None if it is neither, or longer than any number need be."""
    if len(text) > LONGEST_NUMBER:
        return None
    match = DECIMAL.fullmatch(text)
    if match:
        return Fraction(text) if abs(int(match[1] or 0)) <= LARGEST_POWER else None
    if not FRACTION.fullmatch(text):
        return None
    over, under = map(int, text.split("/"))
    return Fraction(over, under) if under else None
