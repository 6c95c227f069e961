"""What a strategy is worth, once more: fractions over histories, and all plans of a player one by one.

Nothing is shared with what is tested but the lists of terminal histories: no infosets, no sequences, no weights, no recursion.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from recheck_games import DEFAULTS

from recheck.rules import efg, nfg
from recheck.rules.known import list_leaves
from recheck.rules.leaf import Chance, Leaf

Played = Mapping[tuple[int, str], Sequence[Fraction]]
"""By player and name of the infoset: the probabilities of the actions by position."""

THREE = """NFG 1 R "Three players, payoffs of no kind" { "A" "B" "C" } { 2 3 2 }
1 0 0  2 -3 1/2  0 7 1  -1 2 2  5 5 -5  0 0 1  3 1 4  -1 -5 9  2 6 5  3 -5 8  9 7 -9  3/7 2 3
"""

FORGETFUL = """EFG 2 R "Two decisions of one name" { "forgets" "guesses" }
p "" 1 1 "first" { "l" "r" } 0
p "" 1 2 "second" { "a" "b" } 0
p "" 2 1 "guess" { "x" "y" } 0
t "" 1 "" { 1, -1 }
t "" 2 "" { 0, 0 }
p "" 2 1 "guess" { "x" "y" } 0
t "" 3 "" { -2, 2 }
t "" 4 "" { 3, -3 }
p "" 1 2 "second" { "a" "b" } 0
p "" 2 1 "guess" { "x" "y" } 0
t "" 5 "" { 4, -4 }
t "" 6 "" { -1, 1 }
p "" 2 1 "guess" { "x" "y" } 0
t "" 7 "" { 0, 0 }
t "" 8 "" { 2, -2 }
"""
"""Player 0 does not remember at `second` what was done at `first`."""


def leaves_of(name: str, **parameters: Any) -> list[Leaf]:
    """The terminal histories of a game by name, or of a file with that content."""
    if name in DEFAULTS:
        return told(list_leaves(name, {**DEFAULTS[name], **parameters}))
    return told((nfg if name.startswith("NFG") else efg).leaves(name))


def told(leaves: Any) -> list[Leaf]:
    """Each history with its whole path."""
    found: list[Leaf] = []
    for path, payoffs, kept in leaves:
        found.append(Leaf(((*found[-1].path[:kept], *path) if found else path), payoffs))
    return found


def infosets(leaves: Sequence[Leaf]) -> dict[tuple[int, str], list[str]]:
    """All infosets with the names of their actions by position."""
    found: dict[tuple[int, str], dict[int, str]] = {}
    for leaf in leaves:
        for step in leaf.path:
            if not isinstance(step, Chance):
                found.setdefault((step.player, step.infoset), {})[step.position] = step.action
    return {key: [actions[n] for n in sorted(actions)] for key, actions in sorted(found.items())}


def drawn(leaves: Sequence[Leaf], seed: int, one: Callable[[random.Random], Fraction]) -> dict[tuple[int, str], Any]:
    """A random strategy, pure at some infosets; `one` draws a weight."""
    source = random.Random(seed)
    found = {}
    for key, actions in infosets(leaves).items():
        weights = [one(source) for _ in actions]
        if source.random() < 0.25:
            chosen = source.randrange(len(actions))
            weights = [Fraction(n == chosen) for n in range(len(actions))]
        found[key] = [weight / sum(weights) for weight in weights]
    return found


def values(leaves: Sequence[Leaf], played: Played) -> list[Fraction]:
    """The expected payoff of each player: a sum over histories."""
    totals = [Fraction(0)] * len(leaves[0].payoffs)
    for leaf in leaves:
        probability = Fraction(1)
        for step in leaf.path:
            if isinstance(step, Chance):
                probability *= step.probability
            else:
                probability *= played[step.player, step.infoset][step.position]
        for player, payoff in enumerate(leaf.payoffs):
            totals[player] += probability * payoff
    return totals


def best(leaves: Sequence[Leaf], played: Played, player: int) -> Fraction:
    """The greatest expected payoff of any plan of the player, who remembers all own decisions."""
    known: dict[tuple[Any, str], dict[int, None]] = {}
    ways = []
    for leaf in leaves:
        worth = Fraction(leaf.payoffs[player])
        past: list[tuple[tuple[Any, str], int]] = []
        for step in leaf.path:
            if isinstance(step, Chance):
                worth *= step.probability
            elif step.player != player:
                worth *= played[step.player, step.infoset][step.position]
            else:
                decision = (tuple(past), step.infoset)
                known.setdefault(decision, {})[step.position] = None
                past.append((decision, step.position))
        ways.append((past, worth))
    place = {decision: n for n, decision in enumerate(known)}
    common = math.lcm(*(worth.denominator for _, worth in ways))
    numbered = [
        ([(place[decision], position) for decision, position in past], int(worth * common))
        for past, worth in ways
        if worth
    ]
    greatest = max(
        sum(worth for past, worth in numbered if all(plan[n] == position for n, position in past))
        for plan in product(*(sorted(positions) for positions in known.values()))
    )
    return Fraction(greatest, common)


def table(rows: Sequence[Sequence[object]]) -> str:
    """A strategy table."""
    return "\n".join(["player,infoset,action,probability", *(",".join(map(str, row)) for row in rows)]) + "\n"


def rows_of(leaves: Sequence[Leaf], played: Played) -> list[tuple[int, str, str, Fraction]]:
    """The rows of a strategy."""
    return [
        (player, infoset, action, played[player, infoset][n])
        for (player, infoset), actions in infosets(leaves).items()
        for n, action in enumerate(actions)
    ]
