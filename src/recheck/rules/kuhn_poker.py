"""Kuhn poker, as a table of betting lines times a list of deals.

H. W. Kuhn, "A simplified two-person poker", Contributions to the Theory of Games I, 1950; more players: N. A. Risk and
D. Szafron, AAMAS 2010. Rules and names: docs/games.md, "kuhn_poker".
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product

from recheck.rules.leaf import Chance, Leaf, Move
from recheck.rules.parameters import refuse_too_many, whole

PARAMETERS = {"players": whole(2, 10), "ranks": whole(2, 1000)}
LETTERS = "pb"
ACTIONS = ("pass", "bet")


def leaves(players: int, ranks: int) -> Iterator[Leaf]:
    """Every line of betting after every deal."""
    if ranks < players:
        raise ValueError(f"ranks: expected a card for each of {players} players, found {ranks}")
    refuse_too_many(math.perm(ranks, players) * (1 + players * 2 ** (players - 1)))
    for cards in permutations(range(ranks), players):
        deal = [Chance(str(card), Fraction(1, ranks - n)) for n, card in enumerate(cards)]
        for line in lines(players):
            moves = [
                Move(
                    n % players,
                    f"{cards[n % players]}{line[:n]}",
                    LETTERS.index(letter),
                    ACTIONS[LETTERS.index(letter)],
                )
                for n, letter in enumerate(line)
            ]
            yield Leaf((*deal, *moves), payoffs(cards, line))


def lines(players: int) -> Iterator[str]:
    """All lines: nobody bets, or somebody does after passes and each of the others answers once."""
    yield "p" * players
    for passes in range(players):
        for answers in product(LETTERS, repeat=players - 1):
            yield "p" * passes + "b" + "".join(answers)


def payoffs(cards: tuple[int, ...], line: str) -> tuple[int, ...]:
    """Net antes: the highest card takes all, among those who bet if anybody did."""
    players = len(cards)
    bettors = {n % players for n, letter in enumerate(line) if letter == "b"}
    winner = max(bettors or range(players), key=cards.__getitem__)
    pot = players + len(bettors)
    return tuple(pot * (seat == winner) - 1 - (seat in bettors) for seat in range(players))
