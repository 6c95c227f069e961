"""Random numbers by their place: each is a function of a seed, a play, what it is for, and which one of these it is.

So the thousandth play is drawn without those before it, and what one player draws leaves alone what is dealt.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import count

from regretlab.parameters import check_range
from regretlab.sequence_form.philox import HALF, LOW, Word, fraction

LARGEST_SEED = 2**64 - 1
DEALING, CHOOSING = 0, 1
"""What numbers are for: chance, and the choices of players."""
ZERO = Word(0)
PARTS = 2**53
"""Numbers of [0, 1) are so many, equally far apart."""

Draw = Callable[[], float]
"""The next number of [0, 1)."""


@dataclass(frozen=True)
class Draws:
    """The numbers of a seed. Raises `ValueError` for a seed of more than 64 bits."""

    seed: int

    def __post_init__(self) -> None:
        """Refuse what is no seed."""
        check_range("seed", self.seed, 0, LARGEST_SEED)

    def number(self, play: int, purpose: int, place: int) -> float:
        """The number of [0, 1) at a place; all three are below 2³²."""
        found: float = fraction((Word(place), Word(play), Word(purpose), ZERO), *self._key)
        return found

    def following(self, play: int, purpose: int) -> Draw:
        """What gives the numbers of a play one after the other, from place 0 on."""
        return (self.number(play, purpose, place) for place in count()).__next__

    @cached_property
    def _key(self) -> tuple[Word, Word]:
        seed = Word(self.seed)
        return seed & LOW, seed >> HALF


def below(number: float, limit: int) -> int:
    """The whole number from 0 to `limit` - 1 that a number of [0, 1) falls on, all alike."""
    return int(number * PARTS) * limit // PARTS


def fallen(number: float, bounds: Sequence[Fraction]) -> int:
    """Which of the parts that end at these bounds, ascending from 0, a number of [0, 1) falls on; never an empty one."""
    return bisect_right(bounds, Fraction(number) * bounds[-1])
