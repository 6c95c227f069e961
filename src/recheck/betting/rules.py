"""The rules of a table as data: what rule books leave open, what each street asks for, and what is paid before the cards.

TDA, "Poker TDA rules", 2022: rules 34 (who begins), 43 (how much a raise is), 47 (what reopens betting), 54 (pot limit);
RP-11 (big blind ante).
Robert's Rules of Poker, version 11: "Betting and raising", rules 3 to 6; "No limit and pot limit", rules 2 to 5.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple, Union

Chips = Union[int, Fraction]


class Book(NamedTuple):
    """What is ruled one way here and another way there."""

    part: Chips = 1
    """How much of a full bet or raise is as good as one, where a player has no more chips."""
    adds_up: bool = True
    """Wagers that are each too small are taken together, for the player who faces them all."""
    completes: bool = False
    """A wager that is too small is as if it were not there for the size of the next; otherwise the next is on top of it."""
    straddle_raises: bool = False
    """The last blind is a raise of the one before; otherwise it is a larger blind."""
    two_unlimited: bool = False
    """Two players may raise without end, unless raises came to their end while there were more."""
    blind_first: bool = False
    """Who has too little for both pays his blind, and of his ante what is left."""


BOOKS = {
    "standard": Book(),
    "limit": Book(part=Fraction(1, 2), completes=True, two_unlimited=True),
    "tournament limit": Book(part=Fraction(1, 2), completes=True),
    "single raise": Book(adds_up=False),
    "any raise": Book(part=0),
    "completing": Book(completes=True),
    "straddle raise": Book(straddle_raises=True),
    "blind first": Book(blind_first=True),
}
"""By their names in docs/raise-rights.md."""


class Street(NamedTuple):
    """What may be bet in a round. All amounts are "to": what a player has bet in the round with it."""

    smallest: Chips
    """The smallest bet."""
    limit: str = "no limit"
    """Or `pot limit`, `fixed limit`, `spread limit`."""
    largest: Chips | None = None
    """Spread limit: what nobody may go beyond."""
    step: Chips | None = None
    """What a raise adds at least, if that is always the same."""
    cap: int | None = None
    """How many bets and raises there may be; blinds together are one."""
    free: bool = True
    """Nobody who faces no bet has to bet or fold."""
    book: Book = Book()


class Table(NamedTuple):
    """A hand before it begins; tuples are by seat, from the dealer's left."""

    streets: tuple[Street, ...]
    stacks: tuple[Chips, ...]
    blinds: tuple[Chips, ...]
    antes: tuple[Chips, ...]
    antes_count: bool = True
    """Antes are part of what a player has put in; otherwise whoever is in may win them all."""
    first: int | None = None
    """Who begins. None: the seat after the largest blind, the last of them if there are several."""
