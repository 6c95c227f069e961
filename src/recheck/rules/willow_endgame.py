"""The second street of Willow from given cards face up and given ranges, as a table of betting lines times a list of deals.

Rules and names: docs/games.md, "willow_endgame".
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from recheck.betting.rules import Table
from recheck.rules.leaf import Chance, Leaf, Move
from recheck.rules.no_limit import all_lines, payoffs
from recheck.rules.parameters import Parameter, whole
from recheck.rules.willow import LIMITS, RANKS, is_menu, offered, street_of, worth

MANY = 10**9
"""More than anybody can bet."""
HEAVIEST = 10**6


def _is_up(value: Any) -> bool:
    """Two names of ranks with a blank between."""
    return isinstance(value, str) and len(value) == 3 and value[1] == " " and value[0] in RANKS and value[2] in RANKS


def _are_ranges(value: Any) -> bool:
    if not isinstance(value, list) or len(value) not in (0, 2):
        return False
    return all(
        isinstance(each, list) and all(type(weight) is int and 0 <= weight <= HEAVIEST for weight in each)
        for each in value
    )


def _are_menus(value: Any) -> bool:
    return isinstance(value, list) and len(value) in (1, 2) and all(is_menu(each, 1) for each in value)


PARAMETERS = {
    "ranks": whole(2, len(RANKS)),
    "suits": whole(1, 9),
    "up": Parameter(f"two ranks of {RANKS} with a blank between", _is_up),
    "paid": whole(1, LIMITS[0][1] + 1),
    "ranges": Parameter(f"an empty list, or two of whole numbers from 0 to {HEAVIEST}", _are_ranges),
    "menus": Parameter("one or two lists of different whole numbers from 2 to 20, ascending", _are_menus),
    "raises": whole(0, 19),
}


def leaves(
    ranks: int, suits: int, up: str, paid: int, ranges: list[list[int]], menus: list[list[int]], raises: int
) -> Iterator[Leaf]:
    """Every deal that is possible with every line of betting."""
    shown = [RANKS.index(rank) for rank in up.split()]
    if max(shown) >= ranks:
        raise ValueError(f"up: expected two of {RANKS[:ranks]}, found {up}")
    if suits == 1 and shown[0] == shown[1]:
        raise ValueError(f"up: expected two cards of the deck, found {up}")
    if any(len(weights) != ranks for weights in ranges):
        raise ValueError(f"ranges: expected {ranks} numbers each, found {[len(weights) for weights in ranges]}")
    table = Table((street_of(1, raises),), (MANY, MANY), (0, 0), (paid, paid), first=0)
    lines = list(all_lines(table, offered([[menus[0], menus[-1]]])))
    for first, second, chances in _deals(suits, shown, ranges or [[1] * ranks] * 2):
        held = [worth(first, shown[0]), worth(second, shown[1])]
        known: dict[tuple[int, str, str], Move] = {}
        path, kept = chances, 0
        for line in lines:
            for done in line.decisions:
                key = done.player, done.said[0], done.action
                if key not in known:
                    name = f"{RANKS[(first, second)[done.player]]}{done.said[0]}"
                    known[key] = Move(done.player, name, done.position, done.action)
            moves = [known[done.player, done.said[0], done.action] for done in line.decisions]
            yield Leaf((*path, *moves), payoffs(table, line.end, held, whole=True), kept)
            path, kept = (), len(chances)


def _deals(suits: int, shown: list[int], ranges: list[list[int]]) -> Iterator[tuple[int, int, tuple[Chance, ...]]]:
    """Both first cards, and the chance actions: the first player's card, then the second's given that."""
    ranks = range(len(ranges[0]))
    weights = []
    for first in ranks:
        held = [*shown, first]
        ways = max(suits - shown.count(first), 0) * ranges[0][first]
        weights.append([ways * max(suits - held.count(second), 0) * ranges[1][second] for second in ranks])
    total = sum(map(sum, weights))
    if not total:
        raise ValueError("ranges: expected cards that both players can have, found none")
    for first in ranks:
        own = sum(weights[first])
        for second in ranks:
            if weights[first][second]:
                chances = (
                    Chance(RANKS[first], Fraction(own, total)),
                    Chance(RANKS[second], Fraction(weights[first][second], own)),
                )
                yield first, second, chances
