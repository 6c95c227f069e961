"""The histories of a game as flat arrays, for variants that sample; all others do with its sequences."""

from array import array
from fractions import Fraction
from typing import Any

import numpy as np

from regretlab.errors import InputError
from regretlab.rules import CHANCE, TERMINAL, Rules
from regretlab.sequence_form.arrays import Histories
from regretlab.sequence_form.game import Game


def lay_out(rules: Rules, game: Game) -> Histories:
    """Walk over all histories of the rules, depth first, and number them by the places of the game compiled from them.

    Raises `InputError` if a player forgets, or if the rules are not those of the game.
    """
    if game.alike:
        raise InputError(f"{game.rules}: expected perfect recall, without which there is no sampling")
    numbers = {(infoset.player, infoset.name): number for number, infoset in enumerate(game.infosets)}
    walk = _Walk(rules, numbers)
    payoffs = [tuple(map(float, paid)) for paid in walk.payoffs]
    place, ends = np.array(walk.place), np.array(walk.ends, dtype=np.int64)
    place[ends] += len(numbers) + len(walk.bounds) - 1
    if len(place) != game.histories:
        raise InputError(f"{game.rules}: expected {game.histories:,} histories, found {len(place):,}")
    return Histories(
        place.astype(np.uint32),
        np.array(walk.following).astype(np.uint32),
        np.array(walk.bounds, dtype=np.uint32),
        np.array(walk.chance, dtype=np.float64),
        np.array(payoffs, dtype=np.float64),
    )


class _Walk:
    """What a walk over the histories writes down; places of ends are numbered apart."""

    def __init__(self, rules: Rules, numbers: dict[tuple[int, str], int]) -> None:
        self.place, self.following, self.ends = array("q", [0]), array("q", [0]), array("q")
        self.bounds, self.chance = array("q", [0]), array("d")
        self.payoffs: dict[tuple[int | Fraction, ...], int] = {}
        stack: list[tuple[Any, int]] = [(rules.root(), 0)]
        while stack:
            state, history = stack.pop()
            turn = rules.turn(state)
            if turn == TERMINAL:
                self.ends.append(history)
                self.place[history] = self.payoffs.setdefault(tuple(rules.payoffs(state)), len(self.payoffs))
                continue
            names = rules.actions(state)
            order = list(range(len(names)))
            if turn == CHANCE:
                order.sort(key=lambda action: names[action].encode())
                chances = rules.chances(state)
                self.place[history] = len(numbers) + len(self.bounds) - 1
                self.chance.extend(float(chances[action]) for action in order)
                self.bounds.append(len(self.chance))
            else:
                self.place[history] = self._number(rules, turn, state, numbers)
            first = self.following[history] = len(self.place)
            for array_of_all in (self.place, self.following):
                array_of_all.extend([0] * len(names))
            following = [(rules.play(state, action), first + nth) for nth, action in enumerate(order)]
            stack.extend(reversed(following))

    @staticmethod
    def _number(rules: Rules, player: int, state: Any, numbers: dict[tuple[int, str], int]) -> int:
        name = rules.infoset(state)
        if (player, name) not in numbers:
            raise InputError(f"expected the infosets that were compiled, found '{name}' of player {player} too")
        return numbers[player, name]
