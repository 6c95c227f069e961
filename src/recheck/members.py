"""Verification of the members of a family of equilibria, and of what happens beside it, in exact arithmetic.

Columns: docs/bundle-format.md, "members.csv" and "deviations.csv". Nothing is solved here: nash_conv is
found by enumeration of all plans, and a one-sided slope by two finite moves that agree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from recheck.exact import Exact, realization_weights
from recheck.family import Family
from recheck.game import Game
from recheck.ledger import Check
from recheck.plans import Plans, by_enumeration, exact_payoffs
from recheck.reading import EXACT_CELL, Row, exact_of, read_table
from recheck.study import Study

FIRST_STEP = Fraction(1, 1024)


class Member(NamedTuple):
    """One member of the family: its strategies, value of player 0, best-response values of both players."""

    alpha: Fraction
    strategy: Exact
    value: Fraction
    best: tuple[Fraction, ...]

    @property
    def nash_conv(self) -> Fraction:
        """The sum of both gains; the values of both players cancel."""
        return self.best[0] + self.best[1]


class Deviation(NamedTuple):
    """What is derived of one probability of one member; a slope is None where there is no room to move."""

    alpha: Fraction
    infoset: int
    own_reach: Fraction
    slope_up: Fraction | None
    slope_down: Fraction | None

    @property
    def strict(self) -> bool:
        """Whether nash_conv grows to every side to which the probability can move."""
        return all(slope > 0 for slope in (self.slope_up, self.slope_down) if slope is not None)


def members(game: Game, both: Sequence[Plans], family: Family, count: int) -> list[Member]:
    """That many members, alpha ascending in equal steps, both ends included."""
    made = []
    for n in range(count):
        alpha = family.lower + (family.upper - family.lower) * Fraction(n, count - 1)
        strategy = family.member(alpha)
        found = by_enumeration(game, both, strategy)
        made.append(Member(alpha, strategy, found.values[0], found.best))
    return made


def check_members(check: Check, study: Study, derived: Sequence[Member]) -> None:
    """Compare members.csv with the members derived from the published family."""
    columns = ("value", "gain_0", "gain_1", "nash_conv")
    labels = [(str(member.alpha),) for member in derived]
    rows = read_table(check, study.folder, ("alpha", *columns), labels, EXACT_CELL)
    for label, member in zip(labels, derived):
        gains = (member.best[0] - member.value, member.best[1] + member.value)
        for column, number in zip(columns, (member.value, *gains, member.nash_conv)):
            _compare(check, rows.get(label), column, number)


def deviations(game: Game, both: Sequence[Plans], derived: Sequence[Member]) -> list[Deviation]:
    """One deviation per member and infoset with two actions, in published order."""
    return [
        _deviation(game, both[1 - infoset.player], member, n)
        for member in derived
        for n, infoset in enumerate(game.infosets)
        if len(infoset.actions) == 2
    ]


def _deviation(game: Game, others: Plans, member: Member, n: int) -> Deviation:
    """Slopes of nash_conv when the probability of the second action moves up, and down.

    Only the other player's best response can change: the deviator's own one answers the other's strategy.
    """
    infoset, probability = game.infosets[n], member.strategy[n][1]
    unmoved = member.best[others.player]

    def growth(move: Fraction) -> Fraction:
        moved = list(member.strategy)
        moved[n] = (1 - probability - move, probability + move)
        return max(exact_payoffs(game, others, moved)) - unmoved

    weights = realization_weights(game, infoset.player, member.strategy)
    return Deviation(
        member.alpha,
        n,
        weights[infoset.parent - game.empty[infoset.player]],
        None if probability == 1 else one_sided_slope(growth, 1 - probability),
        None if probability == 0 else one_sided_slope(lambda move: growth(-move), probability),
    )


def one_sided_slope(growth: Callable[[Fraction], Fraction], room: Fraction) -> Fraction:
    """The slope at 0+ of a convex, piecewise linear function with growth(0) = 0, exactly.

    By convexity growth(h / 2) <= growth(h) / 2, with equality only if the function is linear from 0 to h. So
    two nested moves that give the same quotient give the slope; until then the move is halved, which ends
    because there are finitely many pieces.
    """
    step = min(room, FIRST_STEP)
    slope = growth(step) / step
    while True:
        step /= 2
        finer = growth(step) / step
        if finer == slope:
            return slope
        slope = finer


def check_deviations(check: Check, study: Study, derived: Sequence[Deviation], family: Family) -> None:
    """Compare deviations.csv with the derived slopes."""
    columns = ("action", "probability", "own_reach", "slope_up", "slope_down", "strict")
    at = [study.game.infosets[d.infoset] for d in derived]
    labels = [(str(d.alpha), str(infoset.player), infoset.label) for d, infoset in zip(derived, at)]
    rows = read_table(check, study.folder, ("alpha", "player", "infoset", *columns), labels, EXACT_CELL)
    for label, infoset, found in zip(labels, at, derived):
        row = rows.get(label)
        if row is None:
            continue
        check.same(row.cells["action"], infoset.action_labels[1], row.number, "action", "is not the second action")
        _compare(check, row, "probability", family.member(found.alpha)[found.infoset][1])
        _compare(check, row, "own_reach", found.own_reach)
        _compare(check, row, "slope_up", found.slope_up)
        _compare(check, row, "slope_down", found.slope_down)
        mark = "1" if found.strict else "0"
        check.same(row.cells["strict"], mark, row.number, "strict", "is not the mark by derived slopes")


def _compare(check: Check, row: Row | None, column: str, derived: Fraction | None) -> None:
    """Compare one cell with an exact number, or with nothing where there is none."""
    if row is None:
        return
    if derived is None:
        check.same(row.cells[column], "", row.number, column, "should be empty: there is no room to move")
        return
    number = exact_of(check, row, column)
    if number is not None:
        check.exact(number, derived, row.number, column)
