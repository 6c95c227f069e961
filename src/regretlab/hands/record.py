"""What a record says of a hand, whatever it is written in. Nothing in it is judged yet.

Seats are numbered as by the engine: from the dealer's left; with two players the dealer, seat 1, has the small blind. Amounts are
whole numbers of the record's smallest chip, so all arithmetic is exact.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from typing import Final, Literal, NamedTuple, cast

from regretlab.betting.seats import positions
from regretlab.betting.street import Chips

UNKNOWN = cast(Chips, inf)
"""A stack that is not known; it never runs out."""

HOLE: Final = "hole cards"
BOARD: Final = "board cards"
FOLD: Final = "fold"
CALL: Final = "check or call"
RAISE: Final = "bet or raise to"
SHOW: Final = "show or muck"
OTHER: Final = "bring-in or discard"
Kind = Literal[
    "hole cards", "board cards", "fold", "check or call", "bet or raise to", "show or muck", "bring-in or discard"
]

UNKNOWN_CARD = "??"


class Place(NamedTuple):
    """Where something stands in a file; line and column count from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        """As compilers name places."""
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True)
class Action:
    """One action of a player or of the dealer."""

    text: str
    """As it stands in the file."""
    place: Place
    kind: Kind
    seat: int = -1
    """Whose action it is, or who gets the cards; -1 for the board."""
    amount: int | None = None
    """What a bet or raise is "to"."""
    cards: tuple[str, ...] = ()
    """As `Kh`, or `??`; none in a show: the player mucks."""

    @property
    def of_betting(self) -> bool:
        """Whether it belongs to a betting round."""
        return self.kind in (FOLD, CALL, RAISE)


@dataclass(frozen=True)
class Record:
    """A hand as recorded; tuples of amounts are by seat."""

    name: str
    place: Place
    variant: str
    """A key of `regretlab.hands.variants.VARIANTS`."""
    names: tuple[str, ...]
    """What the seats are called in the file."""
    chip: Fraction
    """What the smallest chip is worth in the file's amounts."""
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    stacks: tuple[Chips, ...]
    """Before the antes; `UNKNOWN` ones never run out."""
    bets: tuple[int, ...]
    """The smallest bet; in fixed limit, the small and the big bet."""
    actions: tuple[Action, ...]
    matched_antes: bool = False
    """Whether who has paid less than his ante has a claim on less."""
    players: tuple[str, ...] = ()
    """Names of people, if there are any."""
    finishing_stacks: tuple[int, ...] | None = None
    winnings: tuple[int, ...] | None = None
    """What each has taken from the pots, after the rake; what nobody called is no part of it."""
    rake: int | None = None
    leaves_out: bool = False
    """Whether the record leaves out folds: who is passed over has folded."""
    streets: int = 4
    """How many betting rounds it is about."""
    places: Mapping[str, Place] = field(default_factory=dict)
    """Of its fields."""
    unknown: tuple[str, ...] = ()
    """Fields that mean nothing here."""

    @property
    def positions(self) -> tuple[str, ...]:
        """What the seats are called at the table."""
        return positions(len(self.names))

    def place_of(self, key: str) -> Place:
        """Where a field stands, or else the record."""
        return self.places.get(key, self.place)

    def show(self, chips: Chips) -> str:
        """An amount as in the file: exact, in decimals."""
        if chips == UNKNOWN:
            return "unknown"
        return decimal(chips * self.chip, self.chip)


def decimal(value: Fraction, chip: Fraction) -> str:
    """A number in decimals, those of the smallest chip if there are any; as a fraction if it has no end."""
    places = 0
    while (value * 10**places).denominator > 1 or (places and (chip * 10**places).denominator > 1):
        places += 1
        if places > MOST_DECIMALS + 1:
            return str(value)
    digits = f"{abs(value.numerator) * 10**places // value.denominator:0{places + 1}d}"
    whole, rest = digits[: len(digits) - places], digits[len(digits) - places :]
    return f"{'-' if value < 0 else ''}{whole}{'.' if rest else ''}{rest}"


MOST_DECIMALS = 12
"""Amounts with more are refused."""
