"""Faults a little larger than a tolerance are found by the very checks that are meant, smaller ones pass."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
import recheck_checks as checks
from hypothesis import given, settings
from hypothesis import strategies as st
from recheck_bundle import variant_entry, write_bundle
from recheck_games import entry, game
from recheck_prover import GAME
from recheck_spoil import EQUILIBRIA as EQ
from recheck_spoil import RUN, edit_cell, flipped, moved, moved_exactly

from recheck.exact import exactly
from recheck.ledger import Ledger
from recheck.response import measure, respond
from recheck.tolerances import OF_KUHN, REGRETS, Repeated, Tolerance, measured
from recheck.walk import iterate

LEDUC = game("leduc_poker", suit_isomorphism=True)
ABOVE, BELOW = 2.5, 0.4
ONE_BIT = 1e-15
"""Some units in the last place of whatever a run of the little study measures."""

LIMIT = {name: tolerance for name, (_, tolerance) in checks.OF_RUN.items()}
MEASURES = ("value", "gain_0", "gain_1", "nash_conv", "exploitability")


def two_digits(tolerance: float) -> str:
    return f"{tolerance:.2g}"


def test_every_check_compares_all_its_numbers_under_its_tolerance(pristine: Path, verify) -> None:
    for command, due in (
        (("run", pristine, "kuhn", "cfr"), checks.OF_RUN),
        (("equilibria", pristine, "kuhn"), checks.OF_EQUILIBRIA),
    ):
        listed = verify(*command).report["checks"]
        found = {c["name"]: (c["numbers"], pytest.approx(c["tolerance"], rel=1e-9, abs=0)) for c in listed}
        assert found.pop("study")[0] > 0
        assert found == due


@pytest.mark.parametrize("factor", [ABOVE, BELOW])
@pytest.mark.parametrize("step", ["bit", "strategy", "run"])
@pytest.mark.parametrize("column", [*MEASURES, *(f"current_{m}" for m in MEASURES)])
def test_measures(study: Path, verify, column: str, step: str, factor: float) -> None:
    """All rows are spoiled in one column: each cell is found by each of its checks whose tolerance is exceeded."""
    repeated = checks.CURRENT if column.startswith("current_") else checks.AVERAGE
    amount = factor * {"bit": ONE_BIT, "strategy": checks.SAME_STRATEGY, "run": repeated}[step]
    for row in range(1, 9):
        edit_cell(study / RUN / "trajectory.csv", row, column, moved(amount))
    due = [(row, name) for row in range(1, 9) for name in checks.of_trajectory(row, column) if amount > LIMIT[name]]
    names = {name for _, name in due}
    places = Counter((row, column, two_digits(LIMIT[name])) for row, name in due)
    if "exploitability" not in column and "value" not in column:
        # What a gain adds to nash_conv is named there, and half of nash_conv at exploitability.
        names.add(checks.SUMS)
        prefix, _, measure = column.rpartition("gain_" if "gain" in column else "nash_conv")
        other = f"{prefix}nash_conv" if measure else f"{prefix}exploitability"
        places += Counter((row, other, two_digits(checks.EXACT)) for row in range(1, 9))
    found = verify("run", study, "kuhn", "cfr")
    assert found.failed == names
    assert found.places == places


def test_gains_far_below_the_rounding_of_payoffs(tmp_path: Path, verify, monkeypatch) -> None:
    """Methods are ranked by numbers such as 1e-20; nothing but the order of operations tells that one of them is another."""
    monkeypatch.setattr("recheck.run.iterate", iterate)
    schedule = {"iterations": 20, "snapshots": [1, 10, 20], "checkpoints": [10, 20]}
    variants = [variant_entry("hs_dcfr", ["game"], horizon=20, g=30)]
    game_3 = entry("goofspiel", num_cards=3)
    study = write_bundle(tmp_path / "small", game_3, variants=variants, pure_plans=False, **schedule)
    assert verify("run", study, "game", "hs_dcfr").code == 0
    table = study / "game/hs_dcfr/trajectory.csv"
    lines = [line.split(",") for line in table.read_text().splitlines()]
    row = dict(zip(lines[0], lines[-1], strict=True))
    gains = [float(row["gain_0"]) / 8, float(row["gain_1"])]
    assert 0 < sum(gains) < 1e-20
    row |= {"gain_0": repr(gains[0]), "nash_conv": repr(sum(gains)), "exploitability": repr(sum(gains) / 2)}
    table.write_text("\n".join(map(",".join, [*lines[:-1], row.values()])) + "\n")
    found = verify("run", study, "game", "hs_dcfr")
    assert found.failed == {checks.BITS}
    wrong = {(problem["row"], problem["column"]) for problem in found.report["problems"]}
    assert wrong == {(3, column) for column in ("gain_0", "nash_conv", "exploitability")}


def in_rows(rows: Iterable[int], *columns: str) -> list[tuple[int, str]]:
    return [(row, column) for row in rows for column in columns]


REGRET_COLUMNS = ("cumulative_regret", "instantaneous_regret")
CELLS = [
    ("plans.csv", in_rows((1, 64, 65, 128), "value"), checks.PLANS, {checks.PLANS_EXACT}),
    ("plans.csv", in_rows((1, 64, 65, 128), "value"), checks.PLANS_EXACT, set()),
    ("distance.csv", in_rows((1, 4, 8), "alpha", "distance"), checks.DISTANCE, set()),
    (
        *("frequencies.csv", [(1, "0:0:pass"), (1, "1:2p:bet"), (4, "0:1pb:bet"), (7, "1:1b:bet")]),
        *(checks.FREQUENCIES, {checks.OF_FREQUENCIES, checks.SNAPSHOT_SUMS, checks.BITS, checks.DISTANCE}),
    ),
    # The greatest probability of its infoset: measures take it to be what the other leaves.
    (
        *("frequencies.csv", [(8, "0:1pb:bet")], checks.FREQUENCIES),
        {checks.SNAPSHOT_SUMS, checks.FINAL_ROW, checks.BITS, checks.DISTANCE},
    ),
    *(
        (f"checkpoints/{t}.csv", in_rows(rows, *REGRET_COLUMNS), f"regrets after iteration {t}", set())
        for t, rows in ((1, (1, 12, 24)), (5, (8,)), (50, (1, 12, 24)), (200, (24,)))
    ),
    *(
        (f"checkpoints/{t}.csv", in_rows(rows, "strategy_sum"), f"strategy sums after iteration {t}", {checks.BITS})
        for t, rows in ((1, (1, 24)), (5, (8,)), (50, (12, 13, 24)))
    ),
]
"""File, cells, name of a check, names of those that are stricter still."""


@pytest.mark.parametrize("factor", [ABOVE, BELOW])
@pytest.mark.parametrize(("file", "cells", "name", "stricter"), CELLS)
def test_numbers_of_a_run(study: Path, verify, file: str, cells, name: str, stricter: set[str], factor: float) -> None:
    """Each of the cells is found by the check that is meant, or none is."""
    for row, column in cells:
        edit_cell(study / RUN / file, row, column, moved(factor * LIMIT[name]))
    found = verify("run", study, "kuhn", "cfr")
    assert found.failed == (stricter | {name} if factor == ABOVE else stricter)
    for row, column in cells:
        assert found.places[row, column, two_digits(LIMIT[name])] == (factor == ABOVE)


def test_regrets_that_make_another_current_strategy(study: Path, verify) -> None:
    """Where both regrets are positive, a change that is too small for regrets is seen in the current strategy."""
    edit_cell(study / RUN / "checkpoints/50.csv", 16, "cumulative_regret", moved(BELOW * 2.5e-10))
    found = verify("run", study, "kuhn", "cfr")
    assert found.failed == {checks.OF_STATES, checks.BITS}
    assert {(row, column) for row, column, _ in found.places} <= {(6, f"current_{m}") for m in MEASURES}


@pytest.mark.parametrize("row", [1, 11, 23])
def test_a_final_strategy_that_is_consistent_with_frequencies(study: Path, verify, row: int) -> None:
    """The last checkpoint and the trajectory tell that the other two files are wrong by a little."""
    header, *_, last = [line.split(",") for line in (study / RUN / "frequencies.csv").read_text().splitlines()]
    up = 1 if float(last[row]) < float(last[row + 1]) else -1
    for n, sign in ((row, up), (row + 1, -up)):
        change = moved(sign * ONE_BIT)
        edit_cell(study / RUN / "strategy.csv", n, "probability", change)
        edit_cell(study / RUN / "frequencies.csv", 8, header[n], change)
    found = verify("run", study, "kuhn", "cfr")
    assert found.failed == {checks.FINAL_STATE, checks.BITS}
    assert found.has(f"{RUN}/strategy.csv", row, "probability")
    assert found.has(f"{RUN}/strategy.csv", row + 1, "probability")


@pytest.mark.parametrize("row", [2, 14, 24])
@pytest.mark.parametrize(
    ("amount", "failed"),
    [
        (0.0, {checks.FINAL_ROW, checks.FINAL_STATE}),
        (ABOVE * ONE_BIT, {checks.FINAL_ROW, checks.FINAL_STATE, checks.NORMAL}),
        (ABOVE * checks.AVERAGE, {checks.FINAL_ROW, checks.FINAL_STATE, checks.NORMAL, checks.FINAL}),
    ],
)
def test_final_probabilities(study: Path, verify, row: int, amount: float, failed: set[str]) -> None:
    def change(text: str) -> str:
        return moved(amount)(text) if amount else repr(math.nextafter(float(text), 1.0))

    edit_cell(study / RUN / "strategy.csv", row, "probability", change)
    found = verify("run", study, "kuhn", "cfr")
    assert found.failed == failed
    tolerances = Counter((row, "probability", two_digits(LIMIT[name])) for name in failed)
    assert found.places == tolerances


def test_sums_that_are_nearly_1(study: Path, verify) -> None:
    """Two units in the last place are what quotients may be off; a strategy it is all the same."""
    for path, row, column in (("strategy.csv", 10, "probability"), ("frequencies.csv", 4, "0:1pb:bet")):
        edit_cell(study / RUN / path, row, column, lambda text: repr(math.nextafter(float(text), 0.0)))
    found = verify("run", study, "kuhn", "cfr")
    assert found.failed == {checks.FINAL_ROW, checks.FINAL_STATE, checks.BITS}
    assert found.report["certificate"] is not None


FLIPPED = [
    ("trajectory.csv", 4, "value", {checks.RECURSION, checks.ALL_PLANS, checks.OF_FREQUENCIES, checks.BITS}),
    ("trajectory.csv", 4, "current_value", {checks.CURRENT_RECURSION, checks.CURRENT_ALL_PLANS}),
    (
        *("trajectory.csv", 3, "current_value"),
        {checks.CURRENT_RECURSION, checks.CURRENT_ALL_PLANS, checks.OF_STATES, checks.BITS},
    ),
    (
        *("trajectory.csv", 8, "gain_0"),
        {*checks.of_trajectory(8, "gain_0"), checks.SUMS},
    ),
    ("trajectory.csv", 4, "exploitability", set(checks.of_trajectory(4, "exploitability"))),
    (
        *("frequencies.csv", 4, "0:1pb:bet"),
        {checks.FREQUENCIES, checks.OF_FREQUENCIES, checks.SNAPSHOT_SUMS, checks.BITS, checks.DISTANCE},
    ),
    ("plans.csv", 1, "value", {checks.PLANS, checks.PLANS_EXACT}),
    ("plans.csv", 128, "value", {checks.PLANS, checks.PLANS_EXACT}),
    ("distance.csv", 4, "alpha", {checks.DISTANCE}),
    ("distance.csv", 4, "distance", {checks.DISTANCE}),
    ("checkpoints/50.csv", 2, "cumulative_regret", {"regrets after iteration 50", checks.OF_STATES, checks.BITS}),
    ("checkpoints/50.csv", 4, "instantaneous_regret", {"regrets after iteration 50"}),
]


@pytest.mark.parametrize(("file", "row", "column", "failed"), FLIPPED)
def test_flipped_signs(study: Path, verify, file: str, row: int, column: str, failed: set[str]) -> None:
    edit_cell(study / RUN / file, row, column, flipped)
    found = verify("run", study, "kuhn", "cfr")
    assert found.failed == failed
    assert found.has(f"{RUN}/{file}", row, column)


EXACT_CELLS = [
    ("members.csv", (1, 2, 3), ("value", "gain_0", "gain_1", "nash_conv"), {"members"}),
    ("deviations.csv", (1, 21, 35, 36), ("probability", "own_reach"), {"deviations"}),
    ("deviations.csv", (1, 21, 34), ("slope_up",), {"deviations"}),
    ("deviations.csv", (6, 21, 36), ("slope_down",), {"deviations"}),
    ("pure_profiles.csv", (1, 2000, 4096), ("gain_0", "gain_1", "nash_conv"), {"pure profiles"}),
]


def spoil_exact(path: Path, rows, columns, change) -> set[tuple[int, str]]:
    """Spoil all these cells but those that stay the same; give the places of those that were spoiled."""
    lines = [line.split(",") for line in path.read_text().splitlines()]
    cells = {(row, column): lines[row][lines[0].index(column)] for row in rows for column in columns}
    places = {place for place, text in cells.items() if text != "0" or change is moved_exactly}
    for row, column in places:
        edit_cell(path, row, column, change)
    return places


@pytest.mark.parametrize("change", [moved_exactly, flipped])
@pytest.mark.parametrize(("file", "rows", "columns", "failed"), EXACT_CELLS)
def test_exact_numbers(study: Path, verify, file: str, rows, columns, failed: set[str], change) -> None:
    """A billionth more or another sign, in first, middle and last rows: each is found, and nothing else."""
    places = spoil_exact(study / EQ / file, rows, columns, change)
    found = verify("equilibria", study, "kuhn")
    assert found.failed == failed
    assert [p["message"] for p in found.report["problems"]] == ["is not the exact number"] * len(places)
    assert {(p["row"], p["column"]) for p in found.report["problems"]} == places


@pytest.mark.parametrize("column", ["constant", "slope"])
@pytest.mark.parametrize("row", [1, 13, 24])
def test_a_family_that_is_off_by_a_billionth(study: Path, verify, row: int, column: str) -> None:
    edit_cell(study / EQ / "family.csv", row, column, moved_exactly)
    found = verify("equilibria", study, "kuhn")
    assert found.failed == {"family"}
    (problem,) = found.report["problems"]
    assert problem["row"] == row + row % 2
    assert problem["message"] == "is not the exact number"


def test_differences_are_compared_with_the_tolerance_itself() -> None:
    for published, derived, passes in (
        (1.25, 1.0, True),
        (math.nextafter(1.25, 2.0), 1.0, False),
        (-1.0, 1.0, False),
        (10.0, 8.0, True),
        (8.0, 10.0, True),
        (0.0, 10.0, False),
        (math.nan, 1.0, False),
        (math.inf, 1.0, False),
    ):
        check = Ledger("").check("", "", 0.25, "")
        check.number(published, derived, None, "")
        assert (check.numbers, check.passed) == (1, passes)


@pytest.mark.parametrize(
    ("published", "derived", "passes"),
    [(0.1, 0.1, True), (-0.0, -0.0, True), (-0.0, 0.0, False), (0.0, -0.0, False), (5e-324, 0.0, False)],
)
def test_doubles_are_the_same_or_not(published: float, derived: float, passes: bool) -> None:
    check = Ledger("").check("", "", 0.0, "")
    check.double(published, derived, None, "")
    assert (check.numbers, check.passed) == (1, passes)


def test_exact_numbers_have_no_tolerance() -> None:
    for published in (Fraction(1, 3) + Fraction(1, 10**30), Fraction(-1, 3), Fraction(333333333, 10**9)):
        check = Ledger("").check("", "", 0.25, "")
        check.exact(published, Fraction(1, 3), None, "")
        assert not check.passed


@pytest.mark.parametrize(
    ("iterations", "size"),
    [(1, 5e-12), (1000, 5e-9), (2000, 1e-8), (100_000, 1e-8), (1_000_000, 1e-7), (10**7, 1e-6), (10**9, 1e-6)],
)
def test_tolerances_grow_with_the_iterations(iterations: int, size: float) -> None:
    of_kuhn = Repeated(measured(GAME))
    assert of_kuhn.after(iterations, REGRETS).size == pytest.approx(size, rel=1e-9)
    assert of_kuhn.beyond(iterations, REGRETS).size == pytest.approx(max(size, 1e-8), rel=1e-9)


def test_tolerances_grow_with_the_game() -> None:
    """In proportion to what one evaluation may round; smaller games have Kuhn poker's."""
    assert measured(GAME).size == OF_KUHN == pytest.approx(4 * (30 + 3 + 3 * 7 + 2) * 2**-53 * 2)
    larger, smaller = (Tolerance(OF_KUHN * factor, "") for factor in (7, 1 / 7))
    assert Repeated(larger).beyond(1, REGRETS).size == pytest.approx(7e-8)
    assert Repeated(smaller).beyond(1, REGRETS).size == pytest.approx(1e-8)


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 2**32))
def test_floats_added_in_any_order_stay_within_the_derived_bound(seed: int) -> None:
    """Value and best responses in floats, outcomes in random order, against exact ones: leduc, 1,116 outcomes up to 13."""
    random = Random(seed)
    strategy = []
    for infoset in LEDUC.infosets:
        numbers = [random.random() ** 9 for _ in infoset.actions]
        strategy.append(tuple(number / sum(numbers) for number in numbers))
    limit = measured(LEDUC).size
    exact = measure(LEDUC, exactly(strategy))
    weights = [1.0] * LEDUC.empty[-1]
    for infoset, probabilities in zip(LEDUC.infosets, strategy, strict=True):
        for action, probability in enumerate(probabilities):
            weights[infoset.first + action] = weights[infoset.parent] * probability
    outcomes = random.sample(LEDUC.outcomes, len(LEDUC.outcomes))
    value = 0.0
    for (s, t), (payoff, _) in outcomes:
        value += payoff / LEDUC.denominator * weights[s] * weights[t]
    assert abs(value - exact.values[0]) <= limit
    for player in (0, 1):
        brought = [0.0] * LEDUC.empty[-1]
        for sequences, payoffs in outcomes:
            others = weights[sequences[1 - player]]
            brought[sequences[player]] += payoffs[player] / LEDUC.denominator * others
        first, end = LEDUC.empty[player : player + 2]
        assert abs(respond(LEDUC, player, brought[first:end]) - exact.best[player]) <= limit


def test_nothing_compared_is_not_passed() -> None:
    ledger = Ledger("")
    assert not ledger.passed
    check = ledger.check("", "", 0.0, "")
    assert not ledger.passed
    check.exact(Fraction(0), Fraction(0), None, "")
    assert ledger.passed
