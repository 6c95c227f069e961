"""Kuhn's family of equilibria, typed in from his paper, and certificates for its bounds, found by trial.

H. W. Kuhn, "A Simplified Two-Person Poker" (1950). A certificate proves itself: any way to find it will do.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from recheck_games import kuhn

from recheck.certificates import Bound, named_weights
from recheck.context import cells_of
from recheck.family import Family
from recheck.plans import exact_payoffs, plans, pure

GAME = kuhn(3)
BOTH = plans(GAME) or []
CELLS = cells_of(GAME)

THIRD = Fraction(1, 3)
BET = {
    (0, "0"): (Fraction(0), Fraction(1)),
    (0, "1"): (Fraction(0), Fraction(0)),
    (0, "2"): (Fraction(0), Fraction(3)),
    (0, "0pb"): (Fraction(0), Fraction(0)),
    (0, "1pb"): (THIRD, Fraction(1)),
    (0, "2pb"): (Fraction(1), Fraction(0)),
    (1, "0b"): (Fraction(0), Fraction(0)),
    (1, "0p"): (THIRD, Fraction(0)),
    (1, "1b"): (THIRD, Fraction(0)),
    (1, "1p"): (Fraction(0), Fraction(0)),
    (1, "2b"): (Fraction(1), Fraction(0)),
    (1, "2p"): (Fraction(1), Fraction(0)),
}
"""Kuhn 1950: probability of betting or calling as constant + slope * alpha."""

AT = {(i.player, i.name): n for n, i in enumerate(GAME.infosets)}

FAMILY = Family(
    [(1 - BET[i.player, i.name][0], BET[i.player, i.name][0]) for i in GAME.infosets],
    [(-BET[i.player, i.name][1], BET[i.player, i.name][1]) for i in GAME.infosets],
    Fraction(0),
    THIRD,
)


def certificate(bound: Bound) -> tuple[Fraction, Any]:
    """A weight and a strategy that prove the bound, found by trial around a member of the family."""
    of = BOTH[bound.player]
    value = Fraction(-1, 18) if bound.player == 0 else Fraction(1, 18)
    weights = [named_weights(GAME, of.player, pure(GAME, FAMILY.constant, of, n)) for n in range(64)]
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
    moves: list[tuple[int, Fraction]] = []
    for n, _ in GAME.of(player):
        for move in (Fraction(1, 100), Fraction(-1, 100)):
            if 0 <= member[n][1] + move <= 1:
                moves.append((n, move))
    yield member
    for size in (1, 2, 3):
        for chosen in itertools.combinations(moves, size):
            tau = list(member)
            for n, move in chosen:
                tau[n] = (tau[n][0] - move, tau[n][1] + move)
            yield tau
