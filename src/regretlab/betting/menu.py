"""Bet menus: of all legal bets and raises, the few that a game offers."""

import re
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from regretlab.betting.round import Options, Round
from regretlab.betting.street import Chips

ANY, ALL_IN = "any", "all-in"
_NUMBER = "[1-9][0-9]{0,3}"
_AMOUNT = re.compile(_NUMBER)
_POT = re.compile(f"({_NUMBER}(?:/{_NUMBER})?)?pot")


@dataclass(frozen=True)
class Menu:
    """What may be bet and raised "to". A size that is not legal where it would be needed is not offered there."""

    amounts: tuple[Chips, ...] = ()
    """As they are."""
    pots: tuple[Fraction, ...] = ()
    """On top of a call, so much of the pot after the call; whole chips, rounded down."""
    all_in: bool = False
    """As much as the limit allows: in no limit, all that the player has."""
    short: bool = False
    """Whether a size that is more than the player has stands for all that he has."""

    def __post_init__(self) -> None:
        """Refuse what is no menu."""
        if not (self.amounts or self.pots or self.all_in):
            raise ValueError("menu: expected one size or more, found none")
        for name in ("amounts", "pots"):
            found = getattr(self, name)
            if list(found) != sorted({size for size in found if size > 0}):
                raise ValueError(f"{name}: expected numbers above 0, ascending, found {', '.join(map(str, found))}")


def sizes(now: Round, may: Options, menu: Menu) -> tuple[Chips, ...]:
    """The bets and raises "to" that the menu offers the player in turn, ascending."""
    if may.low is None or may.high is None:
        return ()
    wanted = set(menu.amounts)
    if menu.pots:
        called = now.pot + sum(now.bets) + now.price - now.bets[now.turn]
        wanted |= {now.price + floor(part * called) for part in menu.pots}
    if menu.all_in or (menu.short and max(wanted) > may.high):
        wanted.add(may.high)
    return tuple(sorted(size for size in wanted if may.low <= size <= may.high))


def read_menu(text: str) -> Menu | None:
    """The menu that a text has the sizes of, with spaces between, as `2 1/2pot pot all-in`; None for `any`, all whole bets.

    Raises `ValueError` for a word that is no size, and for one that is there twice.
    """
    words = text.split()
    if words == [ANY]:
        return None
    amounts, pots, all_in = [], [], False
    for word in words:
        if words.count(word) > 1:
            raise ValueError(f"expected each size once, found {word} {words.count(word)} times")
        pot = _POT.fullmatch(word)
        if word == ALL_IN:
            all_in = True
        elif pot:
            pots.append(Fraction(pot[1] or 1))
        elif _AMOUNT.fullmatch(word):
            amounts.append(int(word))
        else:
            raise ValueError(f"expected any, or sizes like 2, 1/2pot, pot, all-in, found {word}")
    return Menu(tuple(sorted(amounts)), tuple(sorted(pots)), all_in)
