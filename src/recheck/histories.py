"""The tree of histories, grown from the paths to its ends.

M. J. Osborne and A. Rubinstein, "A Course in Game Theory", 1994, chapter 11. That the paths make a tree at all, and one whose
chance probabilities sum to 1, is checked and not assumed.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from recheck.rules.leaf import Chance, Leaf, Move, Number, Step

MOST_HISTORIES = 3_000_000
"""Larger trees are refused before they fill the memory: a million histories take about a gigabyte while the game is built."""


class Histories(NamedTuple):
    """All histories by number, the root first and each before those that follow it.

    `after[h]` has the numbers of the histories one step longer; `payoffs` those of the terminal histories.
    """

    after: list[dict[Step, int]]
    payoffs: dict[int, tuple[Number, ...]]


def grow(leaves: Iterable[Leaf]) -> Histories:
    """The tree with these ends. Raises `ValueError` if they are not those of a tree, or too many."""
    after: list[dict[Step, int]] = [{}]
    payoffs: dict[int, tuple[Number, ...]] = {}
    for path, paid in leaves:
        history = 0
        for step in path:
            following = after[history]
            if step in following:
                history = following[step]
            else:
                history = following[step] = len(after)
                after.append({})
        if history in payoffs:
            raise ValueError(f"two terminal histories are the same: {_told(path)}")
        payoffs[history] = paid
        if len(after) > MOST_HISTORIES:
            raise ValueError(f"has more than {MOST_HISTORIES:,} histories")
    if not payoffs:
        raise ValueError("has no terminal history")
    for history in payoffs:
        if after[history]:
            raise ValueError(f"a terminal history goes on with {_told(list(after[history])[:1])}")
    return Histories(after, payoffs)


def chance_probabilities(steps: Iterable[Step]) -> list[Fraction]:
    """The probabilities of the steps at a chance node. Raises `ValueError` if they are none, or a player could move."""
    found = [step.probability for step in steps if isinstance(step, Chance)]
    if len(found) < len(list(steps)):
        raise ValueError("chance and a player move at the same history")
    if sum(found) != 1 or min(found) < 0:
        raise ValueError(f"probabilities of chance sum to {sum(found)} at {_told(steps)}")
    if len({step.name for step in steps if isinstance(step, Chance)}) < len(found):
        raise ValueError(f"chance actions have the same name: {_told(steps)}")
    return found


def moves(steps: Iterable[Step]) -> list[Move]:
    """The steps at a player's node by position. Raises `ValueError` if they are not those of one infoset."""
    found = sorted((step for step in steps if isinstance(step, Move)), key=lambda move: move.position)
    if len(found) < len(list(steps)):
        raise ValueError("chance and a player move at the same history")
    if len({(move.player, move.infoset) for move in found}) > 1:
        raise ValueError(f"several infosets at the same history: {_told(found)}")
    if [move.position for move in found] != list(range(len(found))) or len({m.action for m in found}) < len(found):
        raise ValueError(f"actions are missing or not told apart: {_told(found)}")
    return found


def _told(steps: Iterable[Step]) -> str:
    """Steps in a message."""
    return " ".join(step.name if isinstance(step, Chance) else step.action for step in steps)
