"""Goofspiel, as permutations: of the prizes, and of each player's cards.

As in OpenSpiel, bids made one after the other, unseen. Rules and names: docs/games.md, "goofspiel".
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product
from typing import NamedTuple

from recheck.rules.leaf import Chance, Leaf, Move, Number, Step
from recheck.rules.parameters import flag, one_of, refuse_too_many, whole

PARAMETERS = {
    "players": whole(2, 10),
    "num_cards": whole(2, 100),
    "imp_info": flag(),
    "points_order": one_of("descending", "ascending", "random"),
    "returns_type": one_of("win_loss", "point_difference", "total_points"),
    "tied_prize": one_of("discarded", "shared"),
}
TIE = -3


class Turn(NamedTuple):
    """What is known when a turn begins: winners of the turns before, and points by player."""

    winners: list[int]
    points: list[Fraction]


def leaves(
    players: int, num_cards: int, imp_info: bool, points_order: str, returns_type: str, tied_prize: str
) -> Iterator[Leaf]:
    """Every order of the prizes with every order in which the players play their cards; the last of each is forced."""
    refuse_too_many(math.factorial(num_cards) ** (players + (points_order == "random")))
    cards = range(1, num_cards + 1)
    orders: Iterable[tuple[int, ...]] = permutations(cards)
    if points_order != "random":
        orders = [tuple(cards) if points_order == "ascending" else tuple(reversed(cards))]
    for prizes in orders:
        for bids in product(permutations(cards), repeat=players):
            turns = _turns(prizes, bids, tied_prize == "shared")
            path: list[Step] = []
            for n, turn in enumerate(turns[: num_cards - 1]):
                if points_order == "random":
                    path.append(Chance(str(prizes[n]), Fraction(1, num_cards - n)))
                name = _imperfect if imp_info else _perfect
                for player, own in enumerate(bids):
                    position = sorted(own[n:]).index(own[n])
                    path.append(Move(player, name(player, prizes[: n + 1], bids, turn), position, str(own[n])))
            yield Leaf(tuple(path), _returns(turns[-1].points, returns_type))


def _turns(prizes: Sequence[int], bids: Sequence[Sequence[int]], shared: bool) -> list[Turn]:
    """What is known before each turn, and after the last."""
    turns = [Turn([], [Fraction(0)] * len(bids))]
    for prize, played in zip(prizes, zip(*bids)):
        highest = [player for player, card in enumerate(played) if card == max(played)]
        points = list(turns[-1].points)
        if len(highest) == 1 or shared:
            for player in highest:
                points[player] += Fraction(prize, len(highest))
        turns.append(Turn([*turns[-1].winners, highest[0] if len(highest) == 1 else TIE], points))
    return turns


def _imperfect(player: int, prizes: Sequence[int], bids: Sequence[Sequence[int]], turn: Turn) -> str:
    """The infoset of a player who knows the own bids and who won."""
    past = len(prizes) - 1
    return (
        f"Current player: {player}\n"
        f"P{player} hand: {_listed(sorted(bids[player][past:]))}\n"
        f"P{player} action sequence: {_listed(card - 1 for card in bids[player][:past])}\n"
        f"Point card sequence: {_listed(prizes)}\n"
        f"Win sequence: {_listed(turn.winners)}\n"
        f"Points: {_listed(turn.points)}\n"
        "Terminal?: 0\n"
    )


def _perfect(player: int, prizes: Sequence[int], bids: Sequence[Sequence[int]], turn: Turn) -> str:
    """The infoset of a player who sees all hands."""
    past = len(prizes) - 1
    hands = "".join(f"P{n} hand: {_listed(sorted(own[past:]))}\n" for n, own in enumerate(bids))
    return (
        f"Current player: {player}\n"
        f"Point card sequence: {_listed(prizes)}\n"
        f"{hands}"
        f"Win sequence: {_listed(turn.winners)}\n"
        f"Points: {_listed(turn.points)}\n"
    )


def _listed(numbers: Iterable[Number]) -> str:
    """Numbers with a space after each."""
    return "".join(f"{number} " for number in numbers)


def _returns(points: Sequence[Fraction], returns_type: str) -> tuple[Fraction, ...]:
    """Payoffs from the points of all turns."""
    players = len(points)
    if returns_type == "total_points":
        return tuple(points)
    if returns_type == "point_difference":
        mean = sum(points, Fraction(0)) / players
        return tuple(own - mean for own in points)
    winners = [own == max(points) for own in points]
    if all(winners):
        return (Fraction(0),) * players
    won, lost = Fraction(1, winners.count(True)), Fraction(-1, winners.count(False))
    return tuple(won if winner else lost for winner in winners)
