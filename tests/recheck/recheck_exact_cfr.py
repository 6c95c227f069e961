"""Regret minimization in exact fractions, straight from the definition: sums over histories, nothing shared.

For a few iterations only: the numbers get long. It uses no code of recheck, not even its rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

PLAYER = {"": 0, "p": 1, "b": 1, "pb": 0}
Table = dict[tuple[int, int, str, str], Fraction]


def payoff(cards: tuple[int, int], history: str) -> Fraction | None:
    """Net antes of player 0, None if the hand goes on: chips put in by each, fold or showdown."""
    if history in PLAYER:
        return None
    pot = [1, 1]
    for n, letter in enumerate(history):
        pot[n % 2] += letter == "b"
    folded = history[-2:] == "bp"
    loser = (len(history) - 1) % 2 if folded else int(cards[0] > cards[1])
    return Fraction(-pot[0] if loser == 0 else pot[1])


def run(ranks: int, alternating: bool, iterations: int) -> Iterator[tuple[Table, Table, Table, Table]]:
    """After each iteration: cumulative regrets, sums of strategies, latest regrets, current strategy."""
    keys = [(PLAYER[h], c, h, a) for h in PLAYER for c in range(ranks) for a in "pb"]
    regret, total, latest = ({k: Fraction(0) for k in keys} for _ in range(3))
    sigma = {k: Fraction(1, 2) for k in keys}
    for _ in range(iterations):
        for group in ((0,), (1,)) if alternating else ((0, 1),):
            r = instantaneous(ranks, sigma)
            for k in keys:
                if k[0] in group:
                    latest[k] = r[k]
                    regret[k] += r[k]
                    player, card, history, action = k
                    total[k] += sigma[k] * (sigma[player, card, "", "p"] if history == "pb" else 1)
            for player, card, history, action in keys:
                if player in group:
                    positive = {a: max(regret[player, card, history, a], Fraction(0)) for a in "pb"}
                    both = sum(positive.values())
                    share = positive[action] / both if both else Fraction(1, 2)
                    sigma[player, card, history, action] = share
        yield dict(regret), dict(total), dict(latest), dict(sigma)


def instantaneous(ranks: int, sigma: Table) -> Table:
    """r(I,a) = sum over h in I of pi_-i(h) (v(ha) - v(h)), v being player i's."""
    found: Table = dict.fromkeys(sigma, Fraction(0))
    deals = list(permutations(range(ranks), 2))
    for cards in deals:
        for history, player in PLAYER.items():
            reach = Fraction(1, len(deals))
            for n in range(len(history)):
                other = PLAYER[history[:n]]
                if other != player:
                    reach *= sigma[other, cards[other], history[:n], history[n]]
            sign = 1 if player == 0 else -1
            for action in "pb":
                gap = value(cards, history + action, sigma) - value(cards, history, sigma)
                found[player, cards[player], history, action] += reach * sign * gap
    return found


def value(cards: tuple[int, int], history: str, sigma: Table) -> Fraction:
    ended = payoff(cards, history)
    if ended is not None:
        return ended
    player = PLAYER[history]
    own = (player, cards[player], history)
    return sum((sigma[(*own, a)] * value(cards, history + a, sigma) for a in "pb"), Fraction(0))
