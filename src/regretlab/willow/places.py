"""Willow for two with merged suits, all deals at once: how often play comes to each place of the betting, and what it is worth.

The terms are those of docs/lessons.md. An array over deals has the axes (a, b, u, v): the ranks of the first cards and of the
cards face up, player 0's before player 1's. What is impossible has probability 0. Sums are taken action by action, in the order
of a node, so that the bits are the same wherever this runs.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from math import perm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regretlab.betting.node import Node
from regretlab.betting.round import NOBODY
from regretlab.games.willow import Willow
from regretlab.parameters import Strategy
from regretlab.willow.hand import State, infoset
from regretlab.willow.ranking import RANKS, strength

PLAYERS = 2
Deals = NDArray[np.float64]
"""A number for each deal, or with axes of length 1 for those that it does not depend on."""
Row = tuple[int, str, str]
"""A player, an infoset and an action."""


class Place(NamedTuple):
    """A node of the betting under a strategy; it may be an end."""

    node: Node
    reach: Deals
    """How often play comes here with each deal."""
    value: Deals
    """What player 0 wins from here on average, less all that he has put in; in antes."""
    probabilities: tuple[Deals, ...]
    """Of each action."""
    following: tuple["Place", ...]
    """After each action."""

    def walk(self) -> Iterator["Place"]:
        """This place, then those after its first action, after its second and so on."""
        yield self
        for place in self.following:
            yield from place.walk()


class Table(NamedTuple):
    """What is the same at all places."""

    rules: Willow
    order: NDArray[np.int64]
    """1, 0 or -1 as player 0's hand is the better one, equal or the worse one."""
    strategy: Mapping[Row, float]


def solved_places(rules: Willow, strategy: Strategy) -> Place:
    """The first place, with all that follow.

    Raises `InputError` for a strategy that is not for just the infosets of the game, each with its actions.
    """
    first = rules.root().node
    rows = list(_rows(rules, first))
    table = Table(rules, hand_order(rules), dict(zip(rows, strategy.over(rows), strict=True)))
    return _place(table, first, deal_probabilities(rules))


def deal_probabilities(rules: Willow) -> Deals:
    """The probability of each deal: four cards of the deck, one after the other."""
    a, b, u, v = np.indices((rules.ranks,) * 4)
    ways = np.full(a.shape, rules.suits)
    for card, before in ((b, (a,)), (u, (a, b)), (v, (a, b, u))):
        left = np.full(a.shape, rules.suits)
        for other in before:
            left -= card == other
        ways *= left
    return ways / perm(rules.ranks * rules.suits, 4)


def hand_order(rules: Willow) -> NDArray[np.int64]:
    """1, 0 or -1 for each deal, as player 0's hand is the better one, equal or the worse one."""
    ranks = range(rules.ranks)
    strengths = sorted({strength(card, up) for card in ranks for up in ranks})
    level = np.array([[strengths.index(strength(card, up)) for up in ranks] for card in ranks])
    found: NDArray[np.int64] = np.sign(level[:, None, :, None] - level[None, :, None, :])
    return found


def _place(table: Table, node: Node, reach: Deals) -> Place:
    if node.turn == NOBODY:
        return Place(node, reach, _payoffs(table, node), (), ())
    probabilities = _probabilities(table, node)
    following = tuple(
        [_place(table, after, reach * part) for part, after in zip(probabilities, node.following, strict=True)]
    )
    value = np.zeros_like(reach)
    for part, place in zip(probabilities, following, strict=True):
        value += part * place.value
    return Place(node, reach, value, probabilities, following)


def _payoffs(table: Table, node: Node) -> Deals:
    """What player 0 has won in the end."""
    won, shared, lost = (float(node.payoffs(strengths)[0]) for strengths in ((1, 0), (0, 0), (0, 1)))
    return np.where(table.order > 0, won, np.where(table.order < 0, lost, shared))


def _probabilities(table: Table, node: Node) -> tuple[Deals, ...]:
    """Of each action at a node, by the player's first card and the cards face up."""
    shown = table.rules.ranks if node.street else 1
    found = np.zeros((table.rules.ranks, shown, shown, len(node.actions)))
    for cards, name in _infosets(table.rules, node):
        found[cards] = [table.strategy[node.turn, name, action] for action in node.actions]
    return tuple([np.expand_dims(part, PLAYERS - 1 - node.turn) for part in np.moveaxis(found, -1, 0)])


def _rows(rules: Willow, node: Node) -> Iterator[Row]:
    """What there is a probability of, at a node and all that follow."""
    for _, name in _infosets(rules, node):
        yield from [(node.turn, name, action) for action in node.actions]
    for after in node.following:
        yield from _rows(rules, after)


def _infosets(rules: Willow, node: Node) -> Iterator[tuple[tuple[int, ...], str]]:
    """All infosets of a node: the first card and those face up, 0 in place of those that are not dealt yet; the name."""
    if node.turn == NOBODY:
        return
    for card, *up in product(range(rules.ranks), repeat=1 + PLAYERS * node.street):
        if max(map((card, *up).count, (card, *up))) <= rules.suits:
            name = infoset(State((card,) * PLAYERS, tuple(up), node), RANKS)
            yield (card, *up) if up else (card, 0, 0), name
