"""No-limit Leduc poker, as a table of betting lines times a list of deals.

Rules and names: docs/games.md, "no_limit_leduc".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from recheck.rules import no_limit
from recheck.rules.leaf import Leaf, Move, Step
from recheck.rules.leduc_poker import SUITS, deals
from recheck.rules.parameters import flag, whole

PARAMETERS = {
    "players": whole(2, 10),
    "ranks": whole(1, 1000),
    "suit_isomorphism": flag(),
    "stacks": no_limit.STACKS,
    "bets": no_limit.menus(2),
    "raises": whole(1, 100),
    "rule_book": no_limit.BOOK,
}


def leaves(
    players: int,
    ranks: int,
    suit_isomorphism: bool,
    stacks: list[int],
    bets: list[str],
    raises: int,
    rule_book: str,
) -> Iterator[Leaf]:
    """Every line of betting with every deal that it needs: the public card too, if two players or more are left to see it."""
    if ranks * SUITS <= players:
        raise ValueError(f"ranks: expected cards for {players} players and the table, found {ranks * SUITS}")
    table = no_limit.table(players, stacks, bets, rule_book, raises)
    for line in no_limit.lines(table, bets):
        before = sum(done.street == 0 for done in line.decisions)
        public = len(line.end.within) > 1 or before < len(line.decisions)
        for chances, cards in deals(players + public, ranks, suit_isomorphism):
            moves = [_move(done, cards) for done in line.decisions]
            path: tuple[Step, ...] = (*chances[:players], *moves[:before], *chances[players:], *moves[before:])
            held = cards if suit_isomorphism else [card // SUITS for card in cards]
            strengths = [(public and rank == held[-1], rank) for rank in held[:players]]
            yield Leaf(path, no_limit.payoffs(table, line.end, strengths))


def _move(done: no_limit.Decision, cards: Sequence[int]) -> Move:
    """A decision of a line with the cards that the player sees."""
    name = f"{cards[done.player]}{done.said[0]}"
    if done.street:
        name += f"/[{cards[-1]}]{done.said[1]}"
    return Move(done.player, name, done.position, done.action)
