"""Cards, and how good five of them are: by counting, anew for every five.

A card is a number of its rank, 2 to 14, and a letter of its suit. Short-deck poker is played with 36 cards, from six to ace;
there a flush beats a full house, and ace, six, seven, eight, nine is the lowest straight.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, Optional

RANKS, SUITS = "23456789TJQKA", "cdhs"
NUMBERS = {letter: number for number, letter in enumerate(RANKS, 2)}
CARD = re.compile(f"[{RANKS}][{SUITS}]")
ACE, SIX, EIGHT = 14, 6, 8

FULL_DECK = (
    *("high card", "pair", "two pairs", "three of a kind", "straight"),
    *("flush", "full house", "four of a kind", "straight flush"),
)
SHORT_DECK = (
    *("high card", "pair", "two pairs", "three of a kind", "straight"),
    *("full house", "flush", "four of a kind", "straight flush"),
)
"""What beats what: later ones beat earlier ones."""

OF_A_KIND = {
    (1, 1, 1, 1, 1): "high card",
    (2, 1, 1, 1): "pair",
    (2, 2, 1): "two pairs",
    (3, 1, 1): "three of a kind",
    (3, 2): "full house",
    (4, 1): "four of a kind",
}

Strength = tuple[int, ...]
"""The greater one wins; equal ones share."""


class Card(NamedTuple):
    """A card."""

    rank: int
    suit: str


def read_cards(text: str) -> list[Card] | None:
    """Cards in a row, `AhTd`; None if the text is not such."""
    pairs = [text[n : n + 2] for n in range(0, len(text), 2)]
    if not all(CARD.fullmatch(pair) for pair in pairs):
        return None
    return [Card(NUMBERS[pair[0]], pair[1]) for pair in pairs]


def category(five: Sequence[Card], order: Sequence[str] = FULL_DECK) -> str:
    """What five cards are called."""
    return order[strength(five, order)[0]]


def strength(five: Sequence[Card], order: Sequence[str] = FULL_DECK) -> Strength:
    """How good five cards are, by what beats what."""
    counts = Counter([card.rank for card in five])
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    named = OF_A_KIND[tuple([counts[rank] for rank in ranks])]
    top = _top(ranks, SIX if order is SHORT_DECK else 2) if len(ranks) == len(five) else None
    flush = len({card.suit for card in five}) == 1
    if top is not None:
        return order.index("straight flush" if flush else "straight"), top
    return (order.index("flush" if flush else named), *ranks)


def _top(ranks: Sequence[int], lowest: int) -> int | None:
    """The highest rank of a straight; None if five different ranks, descending, are none. The ace may stand below the lowest."""
    if ranks[0] - ranks[-1] == len(ranks) - 1:
        return ranks[0]
    below = [ACE, *range(lowest + len(ranks) - 2, lowest - 1, -1)]
    return ranks[1] if list(ranks) == below else None


def low_of(five: Iterable[Card]) -> Strength | None:
    """How good five cards are as a low, eight or better, the greater the better; None if they are none. Aces are ones."""
    ranks = sorted({1 if card.rank == ACE else card.rank for card in five}, reverse=True)
    return None if len(ranks) < 5 or ranks[0] > EIGHT else tuple([-rank for rank in ranks])


def any_five(own: Sequence[Card], board: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """The hands of hold'em: any five of one's own cards and those on the board."""
    return combinations((*own, *board), 5)


def two_and_three(own: Sequence[Card], board: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """The hands of Omaha: two of one's own cards and three of those on the board."""
    return (pair + three for pair in combinations(own, 2) for three in combinations(board, 3))


class Showdown(NamedTuple):
    """How the hands of a game are made and compared."""

    omaha: bool = False
    """Two of four own cards are played, and three of the board; otherwise any five."""
    order: Sequence[str] = FULL_DECK
    low: bool = False
    """Half of each pot is for the best low, eight or better, if there is one."""


Best = tuple[Strength, Optional[Strength]]


def best(game: Showdown, own: Sequence[Card], board: Sequence[Card]) -> Best:
    """The best hand of a player with these cards, and his best low, None if he has none."""
    hands = list(two_and_three(own, board) if game.omaha else any_five(own, board))
    lows = [low for five in hands if (low := low_of(five)) is not None] if game.low else []
    return max([strength(five, game.order) for five in hands]), max(lows, default=None)
