"""Verification of the certificates that bound the weights of optimal strategies, in exact arithmetic.

docs/bundle-format.md, "bounds.csv and certificates.csv": weak duality. An inequality f(x) + w u(x,tau) <= w v
is linear in the realization weights x, so that it holds for all strategies if it holds for all plans.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from recheck.context import Cell, cells_of
from recheck.exact import Exact, realization_weights
from recheck.game import Game
from recheck.ledger import Check
from recheck.plans import Plans, exact_payoffs, plan_text, pure
from recheck.reading import EXACT_CELL, Row, exact_of, read_table
from recheck.study import Study

OfPlayer = tuple[str, str]
"""A sequence of a player as published: infoset and action of the latest decision."""

Weights = Mapping[OfPlayer, Fraction]


def named_weights(game: Game, player: int, strategy: Exact) -> dict[OfPlayer, Fraction]:
    """The realization weight of each sequence of a player but the empty one."""
    _, *weights = realization_weights(game, player, strategy)
    own = [cell.label for cell in cells_of(game) if cell.label[0] == str(player)]
    return {(infoset, action): weight for (_, infoset, action), weight in zip(own, weights)}


class Bound(NamedTuple):
    """One inequality: sign * (x(sequence) - constant - slope * x(pivot)) <= 0 for every optimal x."""

    row: int
    player: int
    sequence: OfPlayer
    pivot: OfPlayer | None
    constant: Fraction
    slope: Fraction
    sign: int
    weight: Fraction

    def excess(self, x: Weights) -> Fraction:
        """x(sequence) - constant - slope * x(pivot)."""
        found = x.get(self.sequence, Fraction(0)) - self.constant
        if self.pivot is not None:
            found -= self.slope * x.get(self.pivot, Fraction(0))
        return found


def check_certificates(
    check: Check, study: Study, both: Sequence[Plans], bounds: Sequence[Bound], value: Fraction
) -> None:
    """Evaluate f(x) + w u(x,tau) <= w v for every bound at every plan x; `value` is that of player 0."""
    game = study.game
    cells = [[cell for cell in cells_of(game) if cell.label[0] == str(player)] for player in (0, 1)]
    labels = [(str(bound.row - 1), *cell.label[1:]) for bound in bounds for cell in cells[1 - bound.player]]
    if not labels:
        check.problem("no bounds to certify")
        return
    header = ("certificate", "infoset", "action", "probability")
    rows = read_table(check, study.folder, header, labels, EXACT_CELL)
    none = [tuple([Fraction(0) for _ in infoset.actions]) for infoset in game.infosets]
    weights = [[named_weights(game, of.player, pure(game, none, of, n)) for n in range(len(of.choices))] for of in both]
    for bound in bounds:
        tau = _certificate(check, game, bound, cells[1 - bound.player], rows)
        if tau is None:
            continue
        of = both[bound.player]
        limit = bound.weight * (value if bound.player == 0 else -value)
        totals = [
            bound.sign * bound.excess(x) + bound.weight * u
            for x, u in zip(weights[bound.player], exact_payoffs(game, of, tau))
        ]
        check.numbers += len(totals)
        if max(totals) > limit:
            plan = plan_text(game, of.player, of.choices[totals.index(max(totals))])
            message = f"certificate {bound.row - 1} proves nothing: the plan {plan} exceeds the limit"
            check.problem(message, None, "probability", f"at most {limit}", max(totals))


def _certificate(
    check: Check, game: Game, bound: Bound, cells: Sequence[Cell], rows: Mapping[tuple[str, ...], Row]
) -> Exact | None:
    """The strategy of the other player that a bound rests on; None with problems if it is none."""
    tau: list[tuple[Fraction, ...]] = [() for _ in game.infosets]
    for cell in cells:
        row = rows.get((str(bound.row - 1), *cell.label[1:]))
        number = None if row is None else exact_of(check, row, "probability")
        if row is None or number is None:
            return None
        if number < 0:
            check.problem("is not a probability", row.number, "probability", "0 or more", number)
            return None
        tau[cell.infoset] += (number,)
        total = sum(tau[cell.infoset], Fraction(0))
        if len(tau[cell.infoset]) == len(game.infosets[cell.infoset].actions) and total != 1:
            check.problem("do not sum to 1", row.number, "probability", 1, total)
            return None
    return tau
