"""A game in extensive form from a Gambit file, version 2.

Gambit's documentation, "The extensive game (.efg) file format": nodes in prefix order. Which names and payoffs the game
gets from it: docs/games.md, "Games from files".
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from fractions import Fraction
from operator import add
from typing import NamedTuple

from recheck.histories import MOST_HISTORIES
from recheck.rules.gambit import Reader, named
from recheck.rules.leaf import Chance, Leaf, Move, Step

CHANCE = -1
Place = tuple[int, int]
"""A player, or CHANCE, and the number of an infoset in the file."""


END = -1
"""Stands for the place of an end among all places."""


class Open(NamedTuple):
    """A node whose actions were not all entered: its steps, which of them was entered last, and what was paid up to there."""

    steps: list[Step]
    action: int
    paid: tuple[Fraction, ...]


class File:
    """What the file says, as far as it was read."""

    def __init__(self, reader: Reader) -> None:
        """The header, then all nodes."""
        for word in ("EFG", "2"):
            reader.expect("word", word)
        reader.expect("word", "D" if reader.is_next("word", "D") else "R")
        reader.expect("text")
        self.players = len(reader.texts())
        reader.optional_text()
        self.labels: dict[Place, str] = {}
        self.actions: dict[Place, list[str]] = {}
        self.chances: dict[Place, list[Fraction]] = {}
        self.outcomes: dict[int, tuple[str, tuple[Fraction, ...]]] = {0: ("", (Fraction(0),) * self.players)}
        # By node: the number of its place, in the order in which `actions` has them, and that of its outcome.
        self.numbers: dict[Place, int] = {}
        self.nodes = array("i")
        self.paid = array("i")
        self.met: dict[int, int] = {}
        while not reader.at_end():
            if len(self.nodes) == MOST_HISTORIES:
                raise ValueError(f"has more than {MOST_HISTORIES:,} histories")
            place, outcome = self._node(reader)
            self.nodes.append(END if place is None else self.numbers.setdefault(place, len(self.numbers)))
            self.paid.append(self.met.setdefault(outcome, len(self.met)))

    def _node(self, reader: Reader) -> tuple[Place | None, int]:
        """One node with whatever of its infoset and outcome was not told before: its place (an end has none) and outcome."""
        line, kind = reader.line(), reader.expect("word")
        if kind not in ("c", "p", "t"):
            raise ValueError(f"line {line}: expected c, p or t, found {kind}")
        reader.expect("text")
        if kind == "t":
            return None, self._outcome(reader)
        player = CHANCE if kind == "c" else reader.whole() - 1
        if not (player == CHANCE or player in range(self.players)) or (kind == "p" and player == CHANCE):
            raise ValueError(f"line {line}: expected a player from 1 to {self.players}, found {player + 1}")
        place = (player, reader.whole())
        if reader.is_next("text") or place not in self.labels:
            label = reader.optional_text()
            if self.labels.setdefault(place, label) != label:
                raise ValueError(f"line {line}: expected the label {self.labels[place]!r}, found {label!r}")
        if reader.is_next("brace") or place not in self.actions:
            self._actions(reader, place)
        return place, self._outcome(reader)

    def _actions(self, reader: Reader, place: Place) -> None:
        """The actions of an infoset, of chance with their probabilities; told again, they must be the same."""
        line, labels, chances = reader.line(), [], []
        reader.expect("brace", "{")
        while not reader.is_next("brace", "}"):
            labels.append(reader.expect("text"))
            if place[0] == CHANCE:
                chances.append(reader.number())
        reader.expect("brace", "}")
        if not labels:
            raise ValueError(f"line {line}: expected actions, found none")
        if self.actions.setdefault(place, labels) != labels or self.chances.setdefault(place, chances) != chances:
            raise ValueError(f"line {line}: the infoset had other actions before")

    def _outcome(self, reader: Reader) -> int:
        """The number of a node's outcome; its name and payoffs may have been told before, and must then be the same."""
        line, number = reader.line(), reader.whole()
        if not reader.is_next("text") and not reader.is_next("brace"):
            if number not in self.outcomes:
                raise ValueError(f"line {line}: expected name and payoffs of outcome {number}")
            return number
        told = (reader.optional_text(), reader.numbers(self.players))
        if self.outcomes.setdefault(number, told) != told:
            raise ValueError(f"line {line}: outcome {number} was told otherwise before")
        return number


def leaves(content: str) -> Iterator[Leaf]:
    """All ends of the tree, in the order of the file."""
    file = File(Reader(content))
    names = _names(file)
    steps = [_steps(file, place, names) for place in file.numbers]
    payoffs = [file.outcomes[number][1] for number in file.met]
    nothing = (Fraction(0),) * file.players
    open_: list[Open] = []
    path: list[Step] = []
    for number, (place, outcome) in enumerate(zip(file.nodes, file.paid)):
        if number and not open_:
            raise ValueError(f"node {number + 1} is one more than the tree has")
        before = open_[-1].paid if open_ else nothing
        paid = tuple(map(add, before, payoffs[outcome])) if any(payoffs[outcome]) else before
        if place != END:
            open_.append(Open(steps[place], 0, paid))
            path.append(steps[place][0])
            continue
        yield Leaf(tuple(path), paid, len(open_) - len(path))
        path = []
        while open_ and open_[-1].action + 1 == len(open_[-1].steps):
            open_.pop()
        if open_:
            entered = open_[-1]._replace(action=open_[-1].action + 1)
            open_[-1] = entered
            path.append(entered.steps[entered.action])
    if open_ or not file.nodes:
        raise ValueError("the tree is not complete")


def _names(file: File) -> dict[Place, str]:
    """The names of all infosets: their labels if all of the player's have one and they differ, else their numbers."""
    names: dict[Place, str] = {}
    for player in range(file.players):
        own = [place for place in file.actions if place[0] == player]
        labels = [file.labels[place] for place in own]
        if "" in labels or len(set(labels)) < len(labels):
            labels = [str(number) for _, number in own]
        names.update(zip(own, labels))
    return names


def _steps(file: File, place: Place, names: dict[Place, str]) -> list[Step]:
    """The steps that an infoset allows, in order."""
    actions = named(file.actions[place])
    if place[0] == CHANCE:
        return [Chance(name, probability) for name, probability in zip(actions, file.chances[place])]
    return [Move(place[0], names[place], n, name) for n, name in enumerate(actions)]
