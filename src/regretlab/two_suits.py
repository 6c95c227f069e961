"""The cards of Leduc poker: two of each rank, which are told apart or not, one for each player and one on the table."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

SUITS = 2


class Deck(NamedTuple):
    """What may be dealt: the cards left, ascending, their names and probabilities."""

    cards: tuple[int, ...]
    names: tuple[str, ...]
    chances: tuple[Fraction, ...]


@cache
def deck_without(dealt: tuple[int, ...], ranks: int, merged: bool) -> Deck:
    """The deck without the cards dealt. Cards of one rank are one if suits are merged; otherwise card c has rank c // 2."""
    copies = SUITS if merged else 1
    left = {card: copies - dealt.count(card) for card in range(SUITS * ranks // copies)}
    cards = tuple([card for card in left if left[card]])
    return Deck(cards, tuple(map(str, cards)), tuple([Fraction(left[card], sum(left.values())) for card in cards]))


@cache
def strengths(cards: tuple[int, ...], players: int, merged: bool) -> Sequence[tuple[bool, int]]:
    """How strong each player's hand is, given the players' cards and the public one: a pair, then the rank."""
    ranks = [card if merged else card // SUITS for card in cards]
    return [(rank == ranks[-1], rank) for rank in ranks[:players]]
