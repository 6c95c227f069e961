"""No-limit Kuhn poker, as a table of betting lines times a list of deals.

Rules and names: docs/games.md, "no_limit_kuhn".
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

from recheck.rules import no_limit
from recheck.rules.leaf import Chance, Leaf, Move
from recheck.rules.parameters import whole

PARAMETERS = {
    "players": whole(2, 10),
    "ranks": whole(2, 1000),
    "stacks": no_limit.STACKS,
    "bets": no_limit.menu(),
    "rule_book": no_limit.BOOK,
}


def leaves(players: int, ranks: int, stacks: list[int], bets: str, rule_book: str) -> Iterator[Leaf]:
    """Every line of betting after every deal."""
    if ranks < players:
        raise ValueError(f"ranks: expected a card for each of {players} players, found {ranks}")
    table = no_limit.table(players, stacks, [bets], rule_book)
    for line in no_limit.lines(table, [bets]):
        for cards in permutations(range(ranks), players):
            deal = [Chance(str(card), Fraction(1, ranks - n)) for n, card in enumerate(cards)]
            moves = [
                Move(done.player, f"{cards[done.player]}{done.said[0]}", done.position, done.action)
                for done in line.decisions
            ]
            yield Leaf((*deal, *moves), no_limit.payoffs(table, line.end, cards))
