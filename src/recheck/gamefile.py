"""What game.json has to say about two-player Kuhn poker, derived by going through all deals and lines.

Keys, numbering of sequences and merging of terminals: docs/bundle-format.md, "game.json".
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from recheck.kuhn import ACTIONS, LINES, RULES, TURN, Game, key, own_steps, payoff


def compiled(game: Game) -> dict[str, Any]:
    """The whole content of game.json, keys in published order."""
    number, empty = _sequence_numbers(game)

    def last(player: int, card: int, history: str) -> int:
        """The number of the player's latest sequence at a public history."""
        steps = own_steps(player, history)
        if not steps:
            return empty[player]
        before, action = steps[-1]
        return number[key(player, card, before), action]

    merged: dict[tuple[int, int], Fraction] = {}
    for cards in game.deals:
        for line in LINES:
            pair = (last(0, cards[0], line), last(1, cards[1], line))
            merged[pair] = merged.get(pair, Fraction(0)) + Fraction(payoff(line, *cards), len(game.deals))
    return {
        "rules": RULES,
        "parameters": {"players": 2, "ranks": game.ranks},
        "players": 2,
        # The root, a chance node for each card of player 0, then the decisions and ends of every deal.
        "histories": 1 + game.ranks + len(game.deals) * (len(TURN) + len(LINES)),
        "terminals": len(game.deals) * len(LINES),
        "zero_sum": True,
        "infosets": [
            {
                "player": infoset.player,
                "infoset": infoset.name,
                "actions": list(ACTIONS),
                "parent": last(infoset.player, infoset.card, infoset.history),
            }
            for infoset in game.infosets[0] + game.infosets[1]
        ],
        "outcomes": [
            {"sequences": list(pair), "payoffs": [str(merged[pair]), str(-merged[pair])]} for pair in sorted(merged)
        ],
    }


def _sequence_numbers(game: Game) -> tuple[dict[tuple[str, int], int], list[int]]:
    """Numbers of (infoset key, action), and of the empty sequences, counted over all players."""
    number: dict[tuple[str, int], int] = {}
    empty = []
    count = 0
    for infosets in game.infosets:
        empty.append(count)
        count += 1
        for infoset in infosets:
            for action in range(len(ACTIONS)):
                number[infoset.key, action] = count
                count += 1
    return number, empty
