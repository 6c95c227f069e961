"""Which of two hands of cards is better: five cards, the best five of more, and the best low hand.

Cards are texts as `Kh`. In a short deck no card is below a six, a flush beats a full house, a straight beats three of a kind, and
the ace is also below the six: the rules of most rooms (poker.ladbrokes.com, "Short deck hand rankings").
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

RANKS = "23456789TJQKA"
SUITS = "cdhs"
FULL_DECK = tuple([rank + suit for rank in RANKS for suit in SUITS])
SHORT_DECK = FULL_DECK[16:]

HIGH, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(9)
NAMES = (
    "high card",
    "a pair",
    "two pair",
    "three of a kind",
    "a straight",
    "a flush",
    "a full house",
    "four of a kind",
    "a straight flush",
)
_BY_SHAPE = {
    (1,) * 5: HIGH,
    (2, 1, 1, 1): PAIR,
    (2, 2, 1): TWO_PAIR,
    (3, 1, 1): THREE,
    (3, 2): FULL_HOUSE,
    (4, 1): FOUR,
}
_STRENGTH = {False: tuple(range(9)), True: (0, 1, 2, 3, 4, 6, 5, 7, 8)}
_VALUES = {card: index // 4 for index, card in enumerate(FULL_DECK)}
_WHEELS = {False: (12, 3, 2, 1, 0), True: (12, 7, 6, 5, 4)}
"""The straight in which the ace is lowest."""
EIGHT = 7


class Best(NamedTuple):
    """A hand of five cards: how strong it is, to be compared with others of the same game, what it is called, and its cards."""

    strength: tuple[int, ...]
    name: str
    cards: tuple[str, ...]


def five(cards: Sequence[str], short: bool = False) -> Best:
    """The worth of five cards; `short` in a short deck."""
    values = [_VALUES[card] for card in cards]
    groups = sorted([(values.count(value), value) for value in set(values)], reverse=True)
    shape, order = tuple([count for count, _ in groups]), tuple([value for _, value in groups])
    category = _BY_SHAPE[shape]
    if category == HIGH:
        straight = order == _WHEELS[short] or order[0] - order[4] == 4
        flush = len({card[1] for card in cards}) == 1
        if straight:
            category, order = (STRAIGHT_FLUSH if flush else STRAIGHT), (order[1 if order == _WHEELS[short] else 0],)
        elif flush:
            category = FLUSH
    return Best((_STRENGTH[short][category], *order), NAMES[category], tuple(cards))


def high(hole: Sequence[str], board: Sequence[str], omaha: bool = False, short: bool = False) -> Best:
    """The best five of a player's cards and the board's; in Omaha, exactly two of his."""
    return max([five(cards, short) for cards in _fives(hole, board, omaha)], key=lambda best: best.strength)


def low(hole: Sequence[str], board: Sequence[str]) -> Best | None:
    """Omaha's best low hand, five different cards from the ace to the eight; None: there is none. The highest card decides first.

    The strength is greater the lower the cards are.
    """
    found = []
    for cards in _fives(hole, board, omaha=True):
        values = sorted({(_VALUES[card] + 1) % 13 for card in cards}, reverse=True)
        if len(values) == 5 and values[0] <= EIGHT:
            found.append(Best(tuple([-value for value in values]), "low", cards))
    return max(found, key=lambda best: best.strength, default=None)


def _fives(hole: Sequence[str], board: Sequence[str], omaha: bool) -> Iterable[tuple[str, ...]]:
    if not omaha:
        return combinations((*hole, *board), 5)
    return [(*own, *common) for own in combinations(hole, 2) for common in combinations(board, 3)]
