"""The tree of histories, grown from the paths to its ends.

M. J. Osborne and A. Rubinstein, "A Course in Game Theory", 1994, chapter 11. That the paths make a tree at all, and one whose
chance probabilities sum to 1, is checked and not assumed.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

from recheck.rules.leaf import Chance, Leaf, Move, Number, Step

MOST_HISTORIES = 20_000_000
"""Larger trees are refused: docs/games.md, "Limits". They are grown in flat arrays, so that they fit into memory."""

MOST_LETTERS = 1_000_000_000
"""So many characters the names of all infosets and actions have together, each with each of its actions."""

MOST_STEPS = 10_000
"""So many steps are on a way at most: exact products of so many floats have half a million digits."""


class TooManyError(ValueError):
    """There are more histories than there may be."""


class Histories(NamedTuple):
    """All histories by number, the root first and each before those that follow it.

    `steps[last[h]]` is the last step of h (the root has -1). Those one step longer than h are
    `after[first[h] : first[h + 1]]`. At the end of a terminal history `payoffs[paid[h]]` is paid; of all others `paid` is -1.
    """

    steps: list[Step]
    last: array[int]
    first: array[int]
    after: array[int]
    paid: array[int]
    payoffs: list[tuple[Number, ...]]

    def following(self, history: int) -> array[int]:
        """The histories one step longer."""
        return self.after[self.first[history] : self.first[history + 1]]

    def steps_to(self, histories: Iterable[int]) -> list[Step]:
        """The last step of each of these histories."""
        return [self.steps[self.last[history]] for history in histories]


def grow(leaves: Iterable[Leaf], most: int = MOST_HISTORIES) -> Histories:
    """The tree with these ends. Raises `ValueError` if they are not those of a tree, or there are too many histories."""
    number: dict[Step, int] = {}
    longer: dict[int, int] = {}
    kinds: dict[tuple[Number, ...], int] = {}
    before, last, paid = array("i", [-1]), array("i", [-1]), array("i", [-1])
    way = [0]
    letters = 0
    for path, payoffs, kept in leaves:
        del way[kept + 1 :]
        history = way[-1]
        for step in path:
            n = number.get(step, -1)
            if n < 0:
                n = number[step] = len(number)
                letters += sum([len(text) for text in step if isinstance(text, str)])
            # A history and a step in one number: a million pairs would take far more memory.
            key = history << 32 | n
            following = longer.get(key, -1)
            if following < 0:
                following = longer[key] = len(last)
                before.append(history)
                last.append(n)
                paid.append(-1)
            history = following
            way.append(history)
        if paid[history] >= 0:
            raise ValueError(f"two terminal histories are the same: {_told(path)}")
        paid[history] = kinds.setdefault(payoffs, len(kinds))
        if len(last) > most:
            raise TooManyError(f"has more than {most:,} histories")
        if len(way) > MOST_STEPS + 1:
            raise ValueError(f"has histories of more than {MOST_STEPS:,} steps")
        if letters > MOST_LETTERS:
            raise ValueError(f"has names of more than {MOST_LETTERS:,} characters together")
    if not kinds:
        raise ValueError("has no terminal history")
    longer.clear()
    found = Histories(list(number), last, *_by_parent(before), paid, list(kinds))
    for history, kind in enumerate(paid):
        if kind >= 0 and found.first[history] < found.first[history + 1]:
            raise ValueError(f"a terminal history goes on with {_told(found.steps_to(found.following(history)[:1]))}")
    return found


def _by_parent(before: Sequence[int]) -> tuple[array[int], array[int]]:
    """Where the histories that follow each history begin in the second list, which has them all."""
    many = array("i", [0]) * (len(before) + 1)
    for parent in before:
        # The root has none: what is counted for it at -1 is not read.
        many[parent + 1] += 1
    many[0] = 0
    first = array("i", accumulate(many))
    free, after = first[:], array("i", [0]) * (len(before) - 1)
    for history, parent in enumerate(before):
        if history:
            after[free[parent]] = history
            free[parent] += 1
    return first, after


def chance_probabilities(steps: Sequence[Step]) -> list[Fraction]:
    """The probabilities of the steps at a chance node. Raises `ValueError` if they are none, or a player could move."""
    found = [step.probability for step in steps if isinstance(step, Chance)]
    if len(found) < len(steps):
        raise ValueError("chance and a player move at the same history")
    if sum(found) != 1 or min(found) < 0:
        raise ValueError(f"probabilities of chance sum to {sum(found)} at {_told(steps)}")
    if len({step.name for step in steps if isinstance(step, Chance)}) < len(found):
        raise ValueError(f"chance actions have the same name: {_told(steps)}")
    return found


def moves(steps: Sequence[Step]) -> list[Move]:
    """The steps at a player's node by position. Raises `ValueError` if they are not those of one infoset."""
    found = sorted((step for step in steps if isinstance(step, Move)), key=lambda move: move.position)
    if len(found) < len(steps):
        raise ValueError("chance and a player move at the same history")
    if len({(move.player, move.infoset) for move in found}) > 1:
        raise ValueError(f"several infosets at the same history: {_told(found)}")
    if [move.position for move in found] != list(range(len(found))) or len({m.action for m in found}) < len(found):
        raise ValueError(f"actions are missing or not told apart: {_told(found)}")
    return found


def _told(steps: Iterable[Step]) -> str:
    """Steps in a message."""
    return " ".join(step.name if isinstance(step, Chance) else step.action for step in steps)
