"""The value of a game: what is published of it is proven or refused, each part by the check that is meant."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from recheck_bundle import write_bundle, write_value
from recheck_games import entry, game, kuhn
from recheck_prover import AT, FAMILY
from recheck_spoil import edit_cell, edit_json, moved, moved_exactly

FORM, STRATEGIES = "method and form of the value", "both strategies"
BOUNDS, ONE, CLOSE = "bounds by exact best responses", "both bounds are the value", "the bounds are close"
MEAN, UNIFORM = "the value is the mean of the bounds", "uniform where the own strategy does not lead"
FILE = "game/value/value.json"


def write_study(folder: Path, method: str | None) -> Path:
    """Kuhn poker, with one of Kuhn's equilibria as the optimal strategies."""
    of_game = {**entry("kuhn_poker"), "value": method}
    write_bundle(folder, of_game, iterations=1, snapshots=[1], checkpoints=[1], pure_plans=False)
    member = FAMILY.member(Fraction(1, 7))
    strategy = member if method == "exact" else [tuple(map(float, probabilities)) for probabilities in member]
    write_value(folder / "game/value", kuhn(), method or "exact", strategy)
    return folder


@pytest.fixture
def exact(tmp_path: Path) -> Path:
    return write_study(tmp_path / "exact", "exact")


@pytest.fixture
def program(tmp_path: Path) -> Path:
    return write_study(tmp_path / "program", "linear program")


def test_an_exact_value_is_proven(exact: Path, verify) -> None:
    found = verify("value", exact, "game")
    assert (found.code, found.report["level"], found.report["subject"]) == (0, "proven", "game/value")
    assert json.loads((exact / FILE).read_text())["value"] == "-1/18"
    names = {check["name"]: (check["numbers"], check["tolerance"]) for check in found.report["checks"]}
    assert names.pop("study")[0] > 0
    assert names == {FORM: (4, 0), STRATEGIES: (12, 0), UNIFORM: (12, 0), BOUNDS: (2, 0), ONE: (2, 0)}
    assert set(found.report["files"]) == {"study.json", FILE, "game/value/strategy.csv"}


def test_a_value_in_floats_is_certified(program: Path, verify) -> None:
    found = verify("value", program, "game")
    assert (found.code, found.report["level"]) == (0, "certified")
    names = {check["name"]: (check["numbers"], check["tolerance"]) for check in found.report["checks"]}
    assert names.pop("study")[0] > 0
    rounding = pytest.approx(448 * 2.0**-53)
    assert names == {
        FORM: (4, 0),
        STRATEGIES: (12, 3 * 2.0**-53),
        UNIFORM: (12, 0),
        BOUNDS: (2, rounding),
        MEAN: (1, rounding),
        CLOSE: (1, 4e-9),
    }


@pytest.mark.parametrize(
    ("key", "wrong", "failed"),
    [
        ("lower", "-1/17", {BOUNDS}),
        ("lower", "-2/36", {BOUNDS}),
        ("upper", "0", {BOUNDS}),
        ("value", "-1/17", {ONE}),
        ("value", "1/18", {ONE}),
        ("value", -1 / 18, {FORM}),
        ("lower", None, {FORM}),
        ("method", "linear program", {FORM}),
    ],
)
def test_an_exact_value_that_is_wrong(exact: Path, verify, key: str, wrong: object, failed: set[str]) -> None:
    edit_json(exact / FILE, key, wrong)
    found = verify("value", exact, "game")
    assert (found.code, found.failed) == (1, failed)
    assert found.has(FILE, None, key)


@pytest.mark.parametrize(
    ("key", "amount", "failed"),
    [
        ("lower", 1e-12, {BOUNDS}),
        ("upper", 1e-12, {BOUNDS}),
        ("upper", -1e-12, {BOUNDS}),
        ("lower", 1e-14, set()),
        ("value", 1e-12, {MEAN}),
        ("value", -1e-12, {MEAN}),
        ("value", 1e-14, set()),
    ],
)
def test_a_value_in_floats_that_is_wrong(program: Path, verify, key: str, amount: float, failed: set[str]) -> None:
    edit_json(program / FILE, key, json.loads((program / FILE).read_text())[key] + amount)
    found = verify("value", program, "game")
    assert (found.code, found.failed) == (1 if failed else 0, failed)
    assert found.has(FILE, None, key) == bool(failed)


@pytest.mark.parametrize("text", ["1e400", "NaN", '"-1/18"', "0", "null"])
def test_values_that_are_no_floats(program: Path, verify, text: str) -> None:
    path = program / FILE
    value = json.loads(path.read_text())["value"]
    path.write_text(path.read_text().replace(f'"value": {value!r}', f'"value": {text}'))
    found = verify("value", program, "game")
    assert (found.code, found.failed, found.report["level"]) == (1, {FORM}, None)


def test_strategies_that_are_not_optimal_have_other_bounds(exact: Path, verify) -> None:
    """Consistent in itself, proven to be what it says, and no value."""
    uniform = [(Fraction(1, 2), Fraction(1, 2))] * 12
    write_value(exact / "game/value", kuhn(), "exact", uniform)
    found = verify("value", exact, "game")
    assert (found.code, found.failed) == (1, {ONE})
    for key in ("upper", "value"):
        assert found.has(FILE, None, key)


@pytest.mark.parametrize(("amount", "failed"), [(1e-7, {CLOSE}), (1e-10, set())])
def test_bounds_that_are_far_apart(program: Path, verify, amount: float, failed: set[str]) -> None:
    """Both are what the strategies give, and leave too much room."""
    strategy = [tuple(map(float, probabilities)) for probabilities in FAMILY.member(Fraction(0))]
    strategy[0] = (1 - amount, amount)
    strategy[3] = (1 - amount, amount)
    write_value(program / "game/value", kuhn(), "linear program", strategy)
    found = verify("value", program, "game")
    assert found.failed == failed


@pytest.mark.parametrize(
    ("row", "change", "failed"),
    [
        (2, moved_exactly, {STRATEGIES}),
        (2, lambda text: "-1/7", {STRATEGIES}),
        (2, lambda text: "0.5", {STRATEGIES}),
        (2, lambda text: "2/14", {STRATEGIES}),
        (24, lambda text: "0", {STRATEGIES}),
    ],
)
def test_exact_probabilities_that_are_none(exact: Path, verify, row: int, change, failed: set[str]) -> None:
    edit_cell(exact / "game/value/strategy.csv", row, "probability", change)
    found = verify("value", exact, "game")
    assert (found.code, found.failed) == (1, failed)
    assert found.has("game/value/strategy.csv", row, "probability")


def test_float_probabilities_that_are_none(program: Path, verify) -> None:
    edit_cell(program / "game/value/strategy.csv", 2, "probability", moved(1e-12))
    found = verify("value", program, "game")
    assert (found.code, found.failed) == (1, {STRATEGIES})


def test_another_optimal_strategy_is_as_good(exact: Path, verify) -> None:
    """Which of several equilibria is published does not matter."""
    write_value(exact / "game/value", kuhn(), "exact", FAMILY.member(Fraction(1, 4)))
    assert verify("value", exact, "game").code == 0


@pytest.mark.parametrize(("method", "half"), [("exact", Fraction(1, 2)), ("linear program", 0.5)])
def test_where_the_own_strategy_does_not_lead_it_is_uniform(exact: Path, program: Path, verify, method, half) -> None:
    """At alpha = 1/3 player 0 always bets the king, and so never answers a bet after checking it."""
    study = exact if method == "exact" else program
    strategy = list(FAMILY.member(Fraction(1, 3)))
    if method != "exact":
        strategy = [tuple(map(float, probabilities)) for probabilities in strategy]
    write_value(study / "game/value", kuhn(), method, strategy)
    found = verify("value", study, "game")
    assert (found.code, found.failed) == (1, {UNIFORM})
    assert [p["row"] for p in found.report["problems"]] == [11, 12]
    strategy[AT[0, "2pb"]] = (half, half)
    write_value(study / "game/value", kuhn(), method, strategy)
    assert verify("value", study, "game").code == 0


@pytest.mark.parametrize("name", ["value.json", "strategy.csv"])
def test_files_that_are_missing(exact: Path, verify, name: str) -> None:
    (exact / "game/value" / name).unlink()
    found = verify("value", exact, "game")
    assert (found.code, found.has(f"game/value/{name}", None, None)) == (1, True)


@pytest.mark.parametrize("content", ["null\n", "[]", "{}", '{\n  "method": "exact"\n}\n'])
def test_a_value_of_another_form(exact: Path, verify, content: str) -> None:
    (exact / FILE).write_text(content)
    found = verify("value", exact, "game")
    assert (found.code, found.failed) == (1, {FORM})


def test_no_value_is_asked_for(tmp_path: Path, verify) -> None:
    study = write_study(tmp_path / "none", None)
    found = verify("value", study, "game")
    assert (found.code, found.has("study.json", None, "value")) == (2, True)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("kuhn_poker", {"players": 3}),
        ("goofspiel", {"num_cards": 3, "returns_type": "total_points"}),
        ("goofspiel", {"imp_info": False}),
    ],
)
def test_games_that_have_no_value(tmp_path: Path, verify, name: str, parameters) -> None:
    """Three players, payoffs that do not sum to zero, no perfect recall."""
    of_game = {**entry(name, **parameters), "value": "exact", "imperfect_recall": True}
    of = game(name, True, **parameters)
    few = {"iterations": 1, "snapshots": [1], "checkpoints": [1]}
    write_bundle(tmp_path / "other", of_game, of, **few, pure_plans=False)
    found = verify("value", tmp_path / "other", "game")
    assert (found.code, found.has("study.json", None, "value")) == (2, True)
