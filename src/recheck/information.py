"""What the players know along a tree of histories: infosets and sequences.

D. Koller, N. Megiddo and B. von Stengel, "Efficient computation of equilibria for extensive two-person games", Games and
Economic Behavior 1996: a sequence is the latest own decision; with perfect recall it stands for all of them.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from recheck.histories import Histories, chance_probabilities, moves
from recheck.names import written
from recheck.rules.leaf import Chance, Move

CHANCE, END = -1, -2
"""Stand for an infoset at histories where no player chooses."""

MOST_KNOWN = 200_000_000
"""So many sequences are remembered at most: one per history and player."""


class Infoset(NamedTuple):
    """What a player knows when to decide.

    `earlier` counts the player's own decisions before; `parent` is the number of the sequence that leads here, `first`
    that of the first action's.
    """

    player: int
    name: str
    actions: tuple[str, ...]
    earlier: int
    parent: int
    first: int

    @property
    def label(self) -> str:
        """The name as it is written in tables."""
        return written(self.name)

    @property
    def action_labels(self) -> list[str]:
        """The names of the actions as they are written in tables."""
        return [written(action) for action in self.actions]


class Choice(NamedTuple):
    """What is chosen at histories with the same next steps: the moves by position, and where each is among the steps."""

    moves: list[Move]
    places: list[int]


class Information:
    """What is found along a tree: infosets and sequences, numbered as they are met.

    Sequences 0, 1, ... are the players' empty ones. By history: its infoset, CHANCE or END; `sequences[i]`, player i's latest
    one; and `weight`, the number of chance's probability in `weights`. Histories that follow a player's are put in the order of
    the actions. `of_name` has the infosets of a player and name by the sequence that leads to each: one, with perfect recall.
    """

    def __init__(self, histories: Histories, players: int) -> None:
        """Go through all histories, each before those that follow it.

        Raises `ValueError` if an infoset has different actions.
        """
        size = len(histories.last)
        if size * players > MOST_KNOWN:
            raise ValueError(f"has more than {MOST_KNOWN:,} histories, counted once for each of {players} players")
        self.histories = histories
        self.players = players
        self.infosets: list[Infoset] = []
        self.of_name: dict[tuple[int, str], dict[int, int]] = {}
        self.infoset = array("i", [END]) * size
        self.sequences = [array("i", [player]) * size for player in range(players)]
        self.weights = [Fraction(1)]
        self.weight = array("i", [0]) * size
        self._decisions = [0] * players
        self._weights = {Fraction(1): 0}
        self._products: dict[tuple[int, int], int] = {}
        self._chances: dict[tuple[int, ...], list[Fraction]] = {}
        self._choices: dict[tuple[int, ...], Choice] = {}
        for history in range(size):
            after = histories.following(history)
            if after and isinstance(histories.steps[histories.last[after[0]]], Chance):
                self._pass_chance(history, after)
            elif after:
                self._pass_player(history, after)

    def _pass_chance(self, history: int, following: Sequence[int]) -> None:
        """Hand on what is known at a chance node."""
        self.infoset[history] = CHANCE
        steps = tuple([self.histories.last[after] for after in following])
        if steps not in self._chances:
            self._chances[steps] = chance_probabilities(self.histories.steps_to(following))
        for of_player in self.sequences:
            latest = of_player[history]
            for after in following:
                of_player[after] = latest
        weight = self.weight[history]
        for step, after, probability in zip(steps, following, self._chances[steps]):
            known = self._products.get((weight, step))
            if known is None:
                product = self.weights[weight] * probability
                known = self._products[weight, step] = self._weights.setdefault(product, len(self.weights))
                if known == len(self.weights):
                    self.weights.append(product)
            self.weight[after] = known

    def _pass_player(self, history: int, following: Sequence[int]) -> None:
        """Hand on what is known at a player's node, and what the player does there."""
        steps = tuple([self.histories.last[after] for after in following])
        choice = self._choices.get(steps)
        if choice is None:
            found = self.histories.steps_to(following)
            ordered = moves(found)
            choice = self._choices[steps] = Choice(ordered, [found.index(move) for move in ordered])
        player = choice.moves[0].player
        number = self.infoset[history] = self._infoset(choice.moves, history)
        begin = self.histories.first[history]
        weight = self.weight[history]
        for other, of_player in enumerate(self.sequences):
            if other != player:
                latest = of_player[history]
                for after in following:
                    of_player[after] = latest
        own, first = self.sequences[player], self.infosets[number].first
        for action, place in enumerate(choice.places):
            after = following[place]
            own[after] = first + action
            self.weight[after] = weight
            self.histories.after[begin + action] = after

    def _infoset(self, steps: Sequence[Move], history: int) -> int:
        """The number of the infoset where these are the moves; a new one, if none of that name has the same past."""
        player, name = steps[0].player, steps[0].infoset
        if player not in range(self.players):
            raise ValueError(f"player {player} has no payoffs")
        known = self.of_name.setdefault((player, name), {})
        parent = self.sequences[player][history]
        for number in known.values():
            if self.infosets[number].actions != tuple([step.action for step in steps]):
                raise ValueError(f"infoset {name!r} of player {player} has different actions")
            break
        if parent not in known:
            known[parent] = len(self.infosets)
            earlier = self._decisions[parent]
            actions = tuple([step.action for step in steps])
            self.infosets.append(Infoset(player, name, actions, earlier, parent, len(self._decisions)))
            self._decisions += [earlier + 1] * len(actions)
        return known[parent]

    def pasts(self, numbers: Iterable[int]) -> dict[int, tuple[tuple[bytes, int], ...]]:
        """The player's decisions before each of these infosets: name of the infoset there and position of the action."""
        at = {infoset.first + n: k for k, infoset in enumerate(self.infosets) for n in range(len(infoset.actions))}
        found = {}
        for number in numbers:
            past = []
            sequence = self.infosets[number].parent
            while sequence >= self.players:
                before = self.infosets[at[sequence]]
                past.append((before.name.encode(), sequence - before.first))
                sequence = before.parent
            found[number] = tuple(reversed(past))
        return found
