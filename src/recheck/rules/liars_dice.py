"""Liar's dice, as all rolls times all rising lists of bids.

As in OpenSpiel; T. W. Neller and M. Lanctot, 2013. Rules and names: docs/games.md, "liars_dice".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import NamedTuple

from recheck.rules.leaf import Chance, Leaf, Move
from recheck.rules.parameters import refuse_too_many, whole

PARAMETERS = {"numdice": whole(1, 100), "dice_sides": whole(1, 100)}
MOST_SIDES = 9
"""Of several dice: they are told apart in names by a digit each."""
CALL = "Liar"


class Bid(NamedTuple):
    """A bid, and its place in the order of bids: by quantity, then face."""

    place: int
    quantity: int
    face: int

    @property
    def name(self) -> str:
        """As it is called."""
        return f"{self.quantity}-{self.face}"


def leaves(numdice: int, dice_sides: int) -> Iterator[Leaf]:
    """A hand is a set of bids, made in their order, and a call."""
    if numdice > 1 and dice_sides > MOST_SIDES:
        raise ValueError(f"dice_sides: expected {MOST_SIDES} at most with several dice, found {dice_sides}")
    refuse_too_many(dice_sides ** (2 * numdice) * (2 ** (2 * numdice * dice_sides) - 1))
    faces = range(1, dice_sides + 1)
    ordered = product(range(1, 2 * numdice + 1), faces)
    bids = [Bid(place, quantity, face) for place, (quantity, face) in enumerate(ordered)]
    rolls = list(product(faces, repeat=numdice))
    hands = sorted({tuple(sorted(roll)) for roll in rolls})
    dealt = [[Chance(str(face), Fraction(1, dice_sides)) for face in roll] for roll in rolls]
    for size in range(1, len(bids) + 1):
        for line in combinations(bids, size):
            moves = {hand: [_moves(hand, line, player, len(bids)) for player in (0, 1)] for hand in hands}
            for (roll_0, deal_0), (roll_1, deal_1) in product(zip(rolls, dealt), repeat=2):
                own = (moves[tuple(sorted(roll_0))][0], moves[tuple(sorted(roll_1))][1])
                played = [own[n % 2][n // 2] for n in range(size + 1)]
                yield Leaf((*deal_0, *deal_1, *played), payoffs(roll_0 + roll_1, line[-1], size, dice_sides))


def _moves(hand: tuple[int, ...], line: Sequence[Bid], player: int, bids: int) -> list[Move]:
    """The moves of a player with these dice along a line: every second bid, or the call after the last one."""
    made = []
    for n in range(player, len(line) + 1, 2):
        name = " ".join(["".join(map(str, hand)), *(bid.name for bid in line[:n])])
        lowest = line[n - 1].place + 1 if n else 0
        if n < len(line):
            made.append(Move(player, name, line[n].place - lowest, line[n].name))
        else:
            made.append(Move(player, name, bids - lowest, CALL))
    return made


def payoffs(dice: Sequence[int], bid: Bid, size: int, sides: int) -> tuple[int, int]:
    """Who made the last of `size` bids wins if it holds; the highest face counts for every face."""
    holds = sum(die in (bid.face, sides) for die in dice) >= bid.quantity
    bidder = (size - 1) % 2
    return (1, -1) if holds == (bidder == 0) else (-1, 1)
