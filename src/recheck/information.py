"""What the players know along a tree of histories: infosets and sequences.

D. Koller, N. Megiddo and B. von Stengel, "Efficient computation of equilibria for extensive two-person games", Games and
Economic Behavior 1996: a sequence is the latest own decision; with perfect recall it stands for all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from recheck.histories import Histories, chance_probabilities, moves
from recheck.names import written
from recheck.rules.leaf import Chance, Move, Step

CHANCE = -1


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


class Node(NamedTuple):
    """A history that goes on: at which infoset, or CHANCE; the latest sequence of each player; the histories that follow."""

    history: int
    infoset: int
    sequences: tuple[int, ...]
    after: tuple[int, ...]


class Information:
    """What is found along a tree: infosets and sequences, numbered as they are met.

    Sequences 0, 1, ... are the players' empty ones. By history: the players' latest sequences, and chance's probability.
    `of_name` has the infosets of a player and name by the sequence that leads to each: one, with perfect recall.
    """

    def __init__(self, histories: Histories, players: int) -> None:
        """Go through all histories, each before those that follow it.

        Raises `ValueError` if an infoset has different actions.
        """
        size = len(histories.after)
        self.players = players
        self.infosets: list[Infoset] = []
        self.of_name: dict[tuple[int, str], dict[int, int]] = {}
        self.nodes: list[Node] = []
        self.sequences: list[tuple[int, ...]] = [tuple(range(players))] * size
        self.weights = [Fraction(1)] * size
        self._decisions = [0] * players
        for history, following in enumerate(histories.after):
            if following and isinstance(next(iter(following)), Chance):
                self._pass_chance(history, following)
            elif following:
                self._pass_player(history, following)

    def _pass_chance(self, history: int, following: Mapping[Step, int]) -> None:
        """Hand on what is known at a chance node."""
        latest, weight = self.sequences[history], self.weights[history]
        for after, probability in zip(following.values(), chance_probabilities(following)):
            self.sequences[after] = latest
            self.weights[after] = weight * probability
        self.nodes.append(Node(history, CHANCE, latest, tuple(following.values())))

    def _pass_player(self, history: int, following: Mapping[Step, int]) -> None:
        """Hand on what is known at a player's node, and what the player does there."""
        steps = moves(following)
        latest, weight = self.sequences[history], self.weights[history]
        number = self._infoset(steps, latest)
        player, first = steps[0].player, self.infosets[number].first
        for action, step in enumerate(steps):
            after = following[step]
            self.sequences[after] = (*latest[:player], first + action, *latest[player + 1 :])
            self.weights[after] = weight
        self.nodes.append(Node(history, number, latest, tuple([following[step] for step in steps])))

    def _infoset(self, steps: Sequence[Move], latest: Sequence[int]) -> int:
        """The number of the infoset where these are the moves; a new one, if none of that name has the same past."""
        player, name = steps[0].player, steps[0].infoset
        if player not in range(self.players):
            raise ValueError(f"player {player} has no payoffs")
        known = self.of_name.setdefault((player, name), {})
        parent = latest[player]
        actions = tuple([step.action for step in steps])
        for number in known.values():
            if self.infosets[number].actions != actions:
                raise ValueError(f"infoset {name!r} of player {player} has different actions")
            break
        if parent not in known:
            known[parent] = len(self.infosets)
            earlier = self._decisions[parent]
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
