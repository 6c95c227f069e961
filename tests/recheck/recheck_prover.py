"""Kuhn's family of equilibria, typed in from his paper, and certificates for its bounds, found by trial.

H. W. Kuhn, "A Simplified Two-Person Poker" (1950). A certificate proves itself: any way to find it will do.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from recheck.certificates import Bound
from recheck.family import Family
from recheck.kuhn import kuhn
from recheck.plans import exact_payoffs, plans, pure
from recheck.plans import realization_weights as weights_of

GAME = kuhn(3)
BOTH = (plans(GAME, 0), plans(GAME, 1))
CELLS = [(i, a) for of in GAME.infosets for i in of for a in (0, 1)]

THIRD = Fraction(1, 3)
BET = {
    "0|0|": (Fraction(0), Fraction(1)),
    "0|1|": (Fraction(0), Fraction(0)),
    "0|2|": (Fraction(0), Fraction(3)),
    "0|0|pb": (Fraction(0), Fraction(0)),
    "0|1|pb": (THIRD, Fraction(1)),
    "0|2|pb": (Fraction(1), Fraction(0)),
    "1|0|b": (Fraction(0), Fraction(0)),
    "1|0|p": (THIRD, Fraction(0)),
    "1|1|b": (THIRD, Fraction(0)),
    "1|1|p": (Fraction(0), Fraction(0)),
    "1|2|b": (Fraction(1), Fraction(0)),
    "1|2|p": (Fraction(1), Fraction(0)),
}
"""Kuhn 1950: probability of betting or calling as constant + slope * alpha."""

FAMILY = Family(
    {key: (1 - c, c) for key, (c, _) in BET.items()},
    {key: (-s, s) for key, (_, s) in BET.items()},
    Fraction(0),
    THIRD,
)


def certificate(bound: Bound) -> tuple[Fraction, Any]:
    """A weight and a strategy that prove the bound, found by trial around a member of the family."""
    of = BOTH[bound.player]
    value = Fraction(-1, 18) if bound.player == 0 else Fraction(1, 18)
    weights = [weights_of(GAME, of.player, pure(GAME, of, n)) for n in range(64)]
    f = [bound.sign * bound.excess(x) for x in weights]
    for tau in candidates(1 - bound.player):
        least, most = Fraction(0), None
        for total, u in zip(f, exact_payoffs(GAME, of, tau), strict=True):
            loss = value - u
            if loss > 0:
                least = max(least, total / loss)
            elif loss < 0:
                most = total / loss if most is None else min(most, total / loss)
            elif total > 0:
                most = Fraction(-1)
        if most is None or least <= most:
            return least, tau
    raise LookupError(f"no certificate found for {bound}")


def candidates(player: int) -> Iterator[Any]:
    member = FAMILY.member(Fraction(1, 6))
    moves: list[tuple[str, Fraction]] = []
    for infoset in GAME.infosets[player]:
        for move in (Fraction(1, 100), Fraction(-1, 100)):
            if 0 <= member[infoset.key][1] + move <= 1:
                moves.append((infoset.key, move))
    yield member
    for size in (1, 2, 3):
        for chosen in itertools.combinations(moves, size):
            tau = dict(member)
            for key, move in chosen:
                tau[key] = (tau[key][0] - move, tau[key][1] + move)
            yield tau
