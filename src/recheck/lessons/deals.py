"""The cards of Willow for two, by rank: how likely they are dealt, whose hand is better, and the order of all hands.

docs/lessons.md, "Numbers" and "ranking.csv". A matrix has a row for each first card of player 0, a cell for each of player 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb, perm
from typing import NamedTuple

from recheck.rules.willow import RANKS, worth

Matrix = list[list[float]]

RANKING = ("place", "hand", "class", "ways", "beats", "ties", "loses", "equity")


class Shown(NamedTuple):
    """Two cards face up: their names, the probability of each deal with them, and how player 0's hand compares.

    `order` is 0 where it is the weaker one, 1 where both are equal, 2 where it is the better one.
    """

    up: tuple[str, str]
    chance: Matrix
    order: list[list[int]]

    @property
    def name(self) -> str:
        """The cards as they stand in the names of infosets."""
        return " ".join(self.up)


class Cards(NamedTuple):
    """The deck: so many ranks, each in so many suits."""

    ranks: int
    suits: int

    def ways(self, cards: Sequence[int]) -> int:
        """How many ways there are to deal cards of these ranks one after the other."""
        found = 1
        for n, card in enumerate(cards):
            found *= max(self.suits - cards[:n].count(card), 0)
        return found

    def deals(self, count: int) -> int:
        """How many lists of so many ranks can be dealt."""
        lists: list[tuple[int, ...]] = [()]
        for _ in range(count):
            lists = [(*cards, card) for cards in lists for card in range(self.ranks) if self.ways((*cards, card))]
        return len(lists)

    def first(self) -> Matrix:
        """The probability of each deal of the first cards."""
        every, total = range(self.ranks), perm(self.ranks * self.suits, 2)
        return [[self.ways((a, b)) / total for b in every] for a in every]

    def pairs(self) -> list[tuple[int, int]]:
        """The ranks that can be face up, player 0's first, in their order."""
        return [(u, v) for u in range(self.ranks) for v in range(self.ranks) if self.ways((u, v))]

    def shown(self) -> Iterator[Shown]:
        """All cards that can be face up, in the order of ranks."""
        every, total = range(self.ranks), perm(self.ranks * self.suits, 4)
        for u, v in self.pairs():
            chance = [[self.ways((a, b, u, v)) / total for b in every] for a in every]
            held = [[(worth(a, u), worth(b, v)) for b in every] for a in every]
            order = [[(one > other) - (one < other) + 1 for one, other in row] for row in held]
            yield Shown((RANKS[u], RANKS[v]), chance, order)

    def ranking(self) -> Iterator[tuple[str, ...]]:
        """The rows of ranking.csv: all hands, the strongest first, counted against what the other cards can make."""
        hands = [(high, low) for high, low in self.pairs() if high >= low]
        hands.sort(key=lambda hand: -worth(*hand))
        for place, (high, low) in enumerate(hands, 1):
            left = [self.suits - (rank == high) - (rank == low) for rank in range(self.ranks)]
            counts = [0, 0, 0]
            for hand in hands:
                own, other = worth(high, low), worth(*hand)
                counts[(own < other) - (own > other) + 1] += _sets(left, *hand)
            beats, ties, loses = counts
            kind = "pair" if high == low else str(high - low)
            ways = _sets([self.suits] * self.ranks, high, low)
            equity = (beats + ties / 2) / (beats + ties + loses)
            cells = (place, RANKS[high] + RANKS[low], kind, ways, beats, ties, loses, equity)
            yield tuple(map(str, cells))


def _sets(left: Sequence[int], high: int, low: int) -> int:
    """How many sets of two cards of these ranks there are, if so many of each are left."""
    return comb(left[high], 2) if high == low else left[high] * left[low]
