"""A deck of cards, some of which may be alike: what is left of it, and how likely each is."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple


class Left(NamedTuple):
    """What may be dealt: the cards left, ascending, their names and probabilities."""

    cards: tuple[int, ...]
    names: tuple[str, ...]
    chances: tuple[Fraction, ...]


@dataclass(frozen=True)
class Deck:
    """Cards by number, from 0, and how many of each there are."""

    names: tuple[str, ...]
    copies: int = 1

    def without(self, dealt: tuple[int, ...]) -> Left:
        """The deck without the cards dealt."""
        if dealt not in self._left:
            left = {card: self.copies - dealt.count(card) for card in range(len(self.names))}
            cards = tuple([card for card in left if left[card]])
            chances = tuple([Fraction(left[card], sum(left.values())) for card in cards])
            self._left[dealt] = Left(cards, tuple([self.names[card] for card in cards]), chances)
        return self._left[dealt]

    @cached_property
    def _left(self) -> dict[tuple[int, ...], Left]:
        return {}
