"""The betting of the no-limit games here, from their parameters: everybody antes 1, no blinds, whole bets of 1 or more."""

from collections.abc import Sequence

from regretlab.betting.hand import Structure
from regretlab.betting.menu import Menu, read_menu
from regretlab.betting.node import Node
from regretlab.betting.rulebook import RULE_BOOKS
from regretlab.betting.street import Street
from regretlab.parameters import check_range

ANTE = SMALLEST_BET = 1
LARGEST_STACK = 1_000


def first_node(
    players: int, stacks: Sequence[int], bets: Sequence[str], rule_book: str, raises: int | None = None
) -> Node:
    """The node in which nobody has acted; seat 0 begins on every street.

    `stacks` are those before the ante, one for each player or one for all; `bets` has a menu for each street, as
    `read_menu` reads it; `raises` is the most bets and raises on a street. Raises `ValueError`, with the parameter first, for
    stacks that are none, a rule book that is not known, and a menu of which nobody could bet anything.
    """
    if len(stacks) not in (1, players):
        raise ValueError(f"stacks: expected one for all or {players}, one for each player, found {list(stacks)}")
    for stack in stacks:
        check_range("stacks", stack, ANTE, LARGEST_STACK)
    if rule_book not in RULE_BOOKS:
        raise ValueError(f"rule_book: expected one of: {', '.join(RULE_BOOKS)}, found {rule_book!r}")
    everyone = tuple(stacks) * (players // len(stacks))
    menus = tuple([_menu(text, max(everyone) - ANTE) for text in bets])
    street = Street(SMALLEST_BET, cap=raises, rules=RULE_BOOKS[rule_book])
    node = Node.first(Structure((street,) * len(menus), (0,) * players, (ANTE,) * players), menus, everyone)
    if any(menus) and not _somebody_bets(node):
        raise ValueError(f"bets: expected a bet that somebody could make, found {', '.join(bets)}")
    return node


def _menu(text: str, most: int) -> Menu | None:
    """A menu, none of whose amounts is more than anybody has."""
    try:
        menu = read_menu(text)
    except ValueError as error:
        raise ValueError(f"bets: {error}") from None
    if menu and menu.amounts and menu.amounts[-1] > most:
        raise ValueError(f"bets: expected {most} at most, which is what anybody has left, found {menu.amounts[-1]}")
    return menu


def _somebody_bets(node: Node) -> bool:
    """Whether a bet is offered to anybody while all others check; if not, there is none at all."""
    while node.actions:
        if len(node.actions) > 1:
            return True
        node = node.following[0]
    return False
