"""Bet menus: of all legal bets and raises, the few that a game offers."""

from dataclasses import dataclass
from fractions import Fraction
from math import floor

from regretlab.betting.round import Options, Round
from regretlab.betting.street import Chips


@dataclass(frozen=True)
class Menu:
    """What may be bet and raised "to". A size that is not legal where it would be needed is not offered there."""

    amounts: tuple[Chips, ...] = ()
    """As they are."""
    pots: tuple[Fraction, ...] = ()
    """On top of a call, so much of the pot after the call; whole chips, rounded down."""
    all_in: bool = False
    """As much as the limit allows: in no limit, all that the player has."""

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
    if menu.all_in:
        wanted.add(may.high)
    return tuple(sorted(size for size in wanted if may.low <= size <= may.high))
