"""How Willow is bet: two streets without check, from a smallest to a largest bet, and a limited number of raises.

Stacks are finite: who has less than an action needs puts in what is left, and any amount that adds to the bet is a raise.
"""

from collections.abc import Sequence
from typing import NamedTuple

from regretlab.betting.hand import Structure
from regretlab.betting.menu import Menu
from regretlab.betting.node import Node
from regretlab.betting.rulebook import ANY_RAISE
from regretlab.betting.street import SPREAD_LIMIT, Street

ANTE = 1
RAISES = 3
"""The most raises on a street; the bet is none."""


class Limits(NamedTuple):
    """The smallest and the largest bet of a street, with all raises."""

    least: int
    most: int


FIRST, SECOND = STREETS = Limits(1, 10), Limits(2, 20)


def street(limits: Limits, raises: int = RAISES) -> Street:
    """A betting round with at most so many raises."""
    return Street(limits.least, SPREAD_LIMIT, limits.most, step=1, cap=1 + raises, check=False, rules=ANY_RAISE)


def first_node(stacks: tuple[int, ...], menus: Sequence[tuple[int, ...]], raises: int = RAISES) -> Node:
    """Before anybody has acted, all antes paid; `stacks` are those before, by seat, and seat 0 begins on both streets."""
    streets = tuple([street(limits, raises) for limits in STREETS])
    table = Structure(streets, (0,) * len(stacks), (ANTE,) * len(stacks), first=0)
    return Node.first(table, tuple([Menu(menu, short=True) for menu in menus]), stacks, whole=True)


def check_menu(key: str, menu: Sequence[int], limits: Limits) -> None:
    """Raise `ValueError` unless the parameter is a menu: different bets within the limits of a street, ascending."""
    least, most = limits
    if not menu or list(menu) != sorted({bet for bet in menu if least <= bet <= most}):
        raise ValueError(f"{key}: expected bets from {least} to {most}, ascending, found {list(menu)}")


def whole() -> dict[str, list[int]]:
    """As parameters, the menus of all bets."""
    return {f"street{number}": list(range(least, most + 1)) for number, (least, most) in enumerate(STREETS, start=1)}
