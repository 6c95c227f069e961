"""Each part of the proof that nothing outside the family is optimal fails by itself, with the others intact."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
import recheck_checks as checks
from recheck_prover import BOTH, FAMILY, GAME, THIRD
from recheck_spoil import EQUILIBRIA as EQ
from recheck_spoil import edit_cell, moved_exactly

from recheck.bounds import _check_range, check_bounds
from recheck.certificates import Bound
from recheck.ledger import Ledger
from recheck.members import members
from recheck.study import read_study

SIXTH = Fraction(1, 6)


@pytest.mark.parametrize(("lower", "upper"), [(Fraction(0), SIXTH), (SIXTH, THIRD), (Fraction(0), THIRD)])
def test_a_family_that_does_not_fill_the_bounds(pristine: Path, lower: Fraction, upper: Fraction) -> None:
    """A part of Kuhn's family satisfies all equations, but there are optimal strategies beyond its ends."""
    family = FAMILY._replace(lower=lower, upper=upper)
    whole = family == FAMILY
    ledger = Ledger(EQ)
    study = read_study(ledger, pristine, "kuhn", None)
    assert study is not None
    proof = check_bounds(ledger, study, BOTH, family, members(GAME, BOTH, family, 3))
    assert (proof.complete, proof.unique) == (whole, [False, whole])
    failed = {check.name for check in ledger.checks if not check.passed}
    assert failed == (set() if whole else {checks.FILLED})
    messages = [problem.message for problem in ledger.problems]
    assert messages == ([] if whole else ["the family does not fill the pivot's range"])


def test_two_members_are_too_few(pristine: Path) -> None:
    """Equations of degree 2 may hold at two members and nowhere else."""
    ledger = Ledger(EQ)
    study = read_study(ledger, pristine, "kuhn", None)
    assert study is not None
    assert not check_bounds(ledger, study, BOTH, FAMILY, members(GAME, BOTH, FAMILY, 2)).complete


def test_a_pivot_that_cannot_move() -> None:
    """The equation x(1:bet) = x(0:bet) - 1 leaves 1 as the only value."""
    ledger = Ledger(EQ)
    bound = Bound(1, 0, ("1", "bet"), ("0", "bet"), Fraction(-1), Fraction(1), 1, Fraction(0))
    _check_range(ledger.check(checks.FILLED, "", 0.0, ""), [bound], [Fraction(1), Fraction(1)])
    assert [problem.message for problem in ledger.problems] == ["the pivot cannot move"]


@pytest.mark.parametrize("first", [23, 45])
def test_a_slope_without_a_pivot(study: Path, verify, first: int) -> None:
    for row in (first, first + 1):
        edit_cell(study / EQ / "bounds.csv", row, "slope", lambda text: "1")
    found = verify("equilibria", study, "kuhn")
    assert found.failed == {checks.LISTED, "summary"}
    for row in (first, first + 1):
        assert found.has(f"{EQ}/bounds.csv", row, "slope")


def test_two_senses_with_two_equations(study: Path, verify) -> None:
    edit_cell(study / EQ / "bounds.csv", 24, "slope", lambda text: "1")
    found = verify("equilibria", study, "kuhn")
    messages = [(p["row"], p["column"], p["message"]) for p in found.report["problems"][:2]]
    assert messages == [
        (24, "slope", "is not 0 although there is no pivot"),
        (24, "constant", "is not the equation of the other sense"),
    ]


@pytest.mark.parametrize("column", ["constant", "slope"])
@pytest.mark.parametrize("row", [1, 12, 22])
def test_an_equation_that_is_off_by_a_billionth(study: Path, verify, row: int, column: str) -> None:
    edit_cell(study / EQ / "bounds.csv", row, column, moved_exactly)
    found = verify("equilibria", study, "kuhn")
    assert found.failed >= {checks.LISTED, checks.FILLED, "summary"}
    # The second of a pair is named, whichever of them is wrong; the equation itself where it does not hold.
    assert (row + row % 2, "is not the equation of the other sense") in found.messages
    assert (row, "is not the exact number") in found.messages


def spoil_pair(study: Path, first: int, on_pass: str, on_bet: str) -> None:
    for row, text in ((first, on_pass), (first + 1, on_bet)):
        edit_cell(study / EQ / "certificates.csv", row, "probability", lambda _, text=text: text)


@pytest.mark.parametrize(
    ("on_pass", "on_bet", "row", "message"),
    [
        ("11/10", "-1/10", 4, "is not a probability"),
        ("-1/10", "11/10", 3, "is not a probability"),
        ("1/2", "500000001/1000000000", 4, "do not sum to 1"),
        ("1/2", "1/4", 4, "do not sum to 1"),
    ],
)
def test_certificates_that_are_no_strategies(study: Path, verify, on_pass, on_bet, row, message) -> None:
    """Certificate 0 has weight 0, so that any strategy would do; but it must be one."""
    spoil_pair(study, 3, on_pass, on_bet)
    found = verify("equilibria", study, "kuhn")
    assert found.failed == {checks.PROVEN, "summary"}
    assert (row, message) in found.messages


@pytest.mark.parametrize("row", [1, 18, 36])
def test_the_action_of_a_deviation(study: Path, verify, row: int) -> None:
    edit_cell(study / EQ / "deviations.csv", row, "action", lambda text: "pass")
    found = verify("equilibria", study, "kuhn")
    assert found.failed == {"deviations"}
    assert [(p["row"], p["column"]) for p in found.report["problems"]] == [(row, "action")]
