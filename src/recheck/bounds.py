"""Verification of the proof that no strategy outside a family is optimal, in exact arithmetic.

docs/bundle-format.md, "bounds.csv and certificates.csv". Each inequality is proven by itself in
recheck.certificates; here they are put together.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from recheck import tolerances
from recheck.certificates import Bound, OfPlayer, check_certificates, named_weights
from recheck.family import Family
from recheck.game import Game
from recheck.ledger import Check, Ledger
from recheck.members import Member
from recheck.plans import Plans
from recheck.reading import Row, exact_of, read_lines
from recheck.study import Study

COLUMNS = (
    "certificate",
    "player",
    "infoset",
    "action",
    "pivot_infoset",
    "pivot_action",
    "constant",
    "slope",
    "sense",
    "weight",
)
SENSES = {"upper": 1, "lower": -1}


class Proof(NamedTuple):
    """What the bounds prove: nothing outside the family is optimal; per player, only one strategy is."""

    complete: bool
    unique: list[bool]


def check_bounds(
    ledger: Ledger, study: Study, both: Sequence[Plans], family: Family, members: Sequence[Member]
) -> Proof:
    """Check every certificate, that no sequence is left out, and that the family fills the bounds."""
    folder = f"{study.game_folder}/equilibria"
    listed = ledger.check("all sequences are bounded", f"{folder}/bounds.csv", *tolerances.EXACT)
    bounds = _read_bounds(listed, study)
    _check_listed(listed, study.game, bounds)
    name = "certificates hold against every plan"
    proven = ledger.check(name, f"{folder}/certificates.csv", *tolerances.EXACT)
    values = {member.value for member in members if member.nash_conv == 0}
    if len(values) == 1:
        check_certificates(proven, study, both, bounds, values.pop())
    else:
        proven.problem("the value of the game is not known: no member is an equilibrium")
    filled = ledger.check("the family fills the bounds", f"{folder}/bounds.csv", *tolerances.EXACT)
    _check_filled(filled, study.game, family, bounds, members)
    complete = listed.passed and proven.passed and filled.passed
    pivoted = {bound.player for bound in bounds if bound.pivot is not None}
    return Proof(complete, [complete and player not in pivoted for player in (0, 1)])


def _read_bounds(check: Check, study: Study) -> list[Bound]:
    """The rows of bounds.csv that can be read; the others are problems."""
    bounds = []
    for number, cells in read_lines(check, study.folder, COLUMNS) or []:
        row = Row(number, dict(zip(COLUMNS, cells)))
        check.same(row.cells["certificate"], str(number - 1), number, "certificate", "is not the next number")
        constant, slope, weight = (exact_of(check, row, column) for column in ("constant", "slope", "weight"))
        if row.cells["player"] not in ("0", "1"):
            check.problem("is no player", number, "player", "0 or 1", row.cells["player"])
        elif row.cells["sense"] not in SENSES:
            check.problem("is no sense", number, "sense", "upper or lower", row.cells["sense"])
        elif constant is not None and slope is not None and weight is not None:
            pivot = (row.cells["pivot_infoset"], row.cells["pivot_action"])
            bound = Bound(
                number,
                int(row.cells["player"]),
                (row.cells["infoset"], row.cells["action"]),
                None if pivot == ("", "") else pivot,
                constant,
                slope,
                SENSES[row.cells["sense"]],
                weight,
            )
            bounds.append(bound)
            if weight < 0:
                check.problem("is negative", number, "weight", "0 or more", weight)
            if bound.pivot is None and slope != 0:
                check.problem("is not 0 although there is no pivot", number, "slope", 0, slope)
    return bounds


def _check_listed(check: Check, game: Game, bounds: Sequence[Bound]) -> None:
    """Per player one pivot at most, and each other sequence bounded once in each sense, with one equation."""
    for player in (0, 1):
        mine = [bound for bound in bounds if bound.player == player]
        pivot = mine[0].pivot if mine else None
        sequences = [(infoset.label, action) for _, infoset in game.of(player) for action in infoset.action_labels]
        if pivot is not None and pivot not in sequences:
            check.problem("is no sequence of the player", mine[0].row, "pivot_infoset", None, " ".join(pivot))
        due = {(s, sign) for s in sequences if s != pivot for sign in SENSES.values()}
        equations: dict[OfPlayer, tuple[Fraction, Fraction]] = {}
        for bound in mine:
            check.same(bound.pivot, pivot, bound.row, "pivot_infoset", "is not the pivot of the first row")
            if (bound.sequence, bound.sign) not in due:
                found = " ".join(bound.sequence)
                check.problem("is no sequence, or is bounded already", bound.row, "infoset", None, found)
            due.discard((bound.sequence, bound.sign))
            equation = (bound.constant, bound.slope)
            if equations.setdefault(bound.sequence, equation) != equation:
                check.problem("is not the equation of the other sense", bound.row, "constant")
        check.numbers += 2 * len(sequences)
        for (infoset, action), sign in sorted(due):
            sense = "upper" if sign > 0 else "lower"
            check.problem("has no bound", None, "infoset", f"player {player} {infoset} {action} {sense}")


def _check_filled(check: Check, game: Game, family: Family, bounds: Sequence[Bound], members: Sequence[Member]) -> None:
    """Every member satisfies the equations, and the pivot's weight takes every value that they leave.

    Both sides of an equation are polynomials in alpha of a degree of at most as many as a player's decisions one after
    the other, so that equality at one member more than that is equality in the whole range.
    """
    needed = max(infoset.earlier + 1 for infoset in game.infosets) + 1
    if len(members) < needed:
        check.problem("needs more members", None, None, f"{needed} at least", len(members))
    for player in (0, 1):
        mine = [bound for bound in bounds if bound.player == player]
        for member in members:
            x = named_weights(game, player, member.strategy)
            for bound in mine:
                check.exact(bound.excess(x), Fraction(0), bound.row, "constant")
        pivot = mine[0].pivot if mine else None
        if pivot is not None:
            ends = (named_weights(game, player, family.member(a)) for a in (family.lower, family.upper))
            _check_range(check, mine, [x.get(pivot) for x in ends])


def _check_range(check: Check, mine: Sequence[Bound], ends: Sequence[Fraction | None]) -> None:
    """The pivot's weights for which no sequence gets a negative weight are those of the family."""
    least, greatest = [Fraction(0)], [Fraction(1)]
    for bound in mine:
        if bound.slope > 0:
            least.append(-bound.constant / bound.slope)
        elif bound.slope < 0:
            greatest.append(-bound.constant / bound.slope)
    possible = (max(least), min(greatest))
    found = tuple(sorted(end for end in ends if end is not None))
    check.same(found, possible, mine[0].row, "pivot_infoset", "the family does not fill the pivot's range")
    if possible[0] >= possible[1]:
        check.problem("the pivot cannot move", mine[0].row, "pivot_infoset")
