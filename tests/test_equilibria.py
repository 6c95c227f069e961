"""Stage `equilibria`: what is known of Kuhn's family, certificates checked by the rules, planted faults."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from regretlab.errors import InputError
from regretlab.exact.family import Family, read_family
from regretlab.files import read_csv
from regretlab.registry import load_rules
from regretlab.sequence_form.game import Game
from regretlab.stages import equilibria

from small_games import KUHN_FAMILY, Behavior, all_plans, edited_family, kuhn, matrix_game, walk_value

F = Fraction
KUHN = kuhn()
RULES = load_rules("kuhn_poker", {})
FAMILY = read_family(KUHN_FAMILY, KUHN)
PLANS = {player: list(all_plans(KUHN, player)) for player in (0, 1)}
TABLES = ("family", "members", "deviations", "bounds", "certificates", "pure_profiles")

MATRIX_FAMILY = """
source: a test
game: {{rules: matrix, parameters: {{}}}}
parameter: {{name: alpha, lower: 0, upper: {upper}}}
value: 0
members: {members}
strategy:
  0: {{row: {row}}}
  1: {{column: {column}}}
"""


@pytest.fixture(scope="module")
def proven(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of Kuhn's family."""
    folder = tmp_path_factory.mktemp("equilibria")
    equilibria.run(KUHN, FAMILY, folder)
    return folder


def matrix_family(path: Path, game: Game, row: str, column: str, *, upper: int = 0, members: int = 1) -> Family:
    path.write_text(MATRIX_FAMILY.format(row=row, column=column, upper=upper, members=members))
    return read_family(path, game)


def summary(folder: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((folder / "summary.json").read_text())
    return content


# A second checker: names and the rules of Kuhn poker, all plans, no sequence form


def realization_weight(plan: Behavior, infoset: str, action: str) -> Fraction:
    """By names: who acts a second time, as in `0pb`, checked before at `0`."""
    own = plan[infoset][("pass", "bet").index(action)]
    return own * plan[infoset[0]][0] if len(infoset) == 3 else own


def proves(bound: dict[str, str], tau: Behavior, weight: Fraction) -> bool:
    """Whether f(x) + w u(x,τ) ≤ w v for all plans x (docs/bundle-format.md, certificates.csv)."""
    player = int(bound["player"])
    side = 1 if player == 0 else -1
    sign = 1 if bound["sense"] == "upper" else -1
    for plan in PLANS[player]:
        f = realization_weight(plan, bound["infoset"], bound["action"]) - F(bound["constant"])
        if bound["pivot_infoset"]:
            pivot = realization_weight(plan, bound["pivot_infoset"], bound["pivot_action"])
            f -= F(bound["slope"]) * pivot
        if sign * f + weight * side * walk_value(RULES, {**plan, **tau}) > weight * side * F(-1, 18):
            return False
    return True


def proofs(folder: Path) -> list[tuple[dict[str, str], dict[str, list[Fraction]], Fraction]]:
    """Every bound with its certificate."""
    strategies: dict[str, dict[str, list[Fraction]]] = {}
    for row in read_csv(folder / "certificates.csv"):
        tau = strategies.setdefault(row["certificate"], {})
        tau.setdefault(row["infoset"], []).append(F(row["probability"]))
    bounds = read_csv(folder / "bounds.csv")
    assert [bound["certificate"] for bound in bounds] == list(map(str, range(len(bounds)))) == list(strategies)
    return [(bound, strategies[bound["certificate"]], F(bound["weight"])) for bound in bounds]


# Kuhn's family


def test_summary_of_kuhns_family(proven: Path) -> None:
    assert summary(proven) == {
        "family": "kuhn_poker",
        "parameter": "alpha",
        "lower": "0",
        "upper": "1/3",
        "value": "-1/18",
        "members": 301,
        "members_in_equilibrium": 301,
        "deviations": 301 * 12,
        "strict_deviations": 301 * 12 - 1,
        "exceptions": [{"alpha": "1/3", "player": 0, "infoset": "2pb"}],
        "unique": [False, True],
        "complete": True,
        "pure_profiles": 64 * 64,
        "pure_equilibria": 0,
        "smallest_pure_nash_conv": "1/3",
    }


def test_all_members_have_the_value_and_no_gains(proven: Path) -> None:
    rows = read_csv(proven / "members.csv", ["alpha", "value", "gain_0", "gain_1", "nash_conv"])
    assert [F(row["alpha"]) for row in rows] == [F(number, 900) for number in range(301)]
    assert {tuple(row.values())[1:] for row in rows} == {("-1/18", "0", "0", "0")}


def test_the_one_deviation_that_costs_nothing_is_never_reached(proven: Path) -> None:
    rows = read_csv(proven / "deviations.csv")
    assert [list(row.values()) for row in rows if row["strict"] == "0"] == [
        ["1/3", "0", "2pb", "bet", "1", "0", "", "0", "0"]
    ]
    unreached = [(row["alpha"], row["infoset"]) for row in rows if F(row["own_reach"]) == 0]
    assert unreached == [("1/3", "2pb")]


def test_slopes_at_the_ends_of_a_probability_are_empty(proven: Path) -> None:
    for row in read_csv(proven / "deviations.csv"):
        assert (row["slope_up"] == "") == (row["probability"] == "1")
        assert (row["slope_down"] == "") == (row["probability"] == "0")


def test_slopes_are_those_of_the_rules(proven: Path) -> None:
    """Two moves by 1/1000, evaluated by the rules with all plans of the opponent."""
    rows = {(row["alpha"], row["infoset"]): row for row in read_csv(proven / "deviations.csv")}
    alpha, step = F(1, 10), F(1, 1000)
    member = {
        "0": [1 - alpha, alpha],
        "1": [F(1), F(0)],
        "2": [1 - 3 * alpha, 3 * alpha],
        "0pb": [F(1), F(0)],
        "1pb": [F(2, 3) - alpha, F(1, 3) + alpha],
        "2pb": [F(0), F(1)],
    }
    for infoset, sign, column in (("0", 1, "slope_up"), ("1pb", -1, "slope_down")):
        off, on = member[infoset]
        moved = {**member, infoset: [off - sign * step, on + sign * step]}
        worst = min(walk_value(RULES, moved | plan) for plan in PLANS[1])
        assert F(-1, 18) - worst == step * F(rows["1/10", infoset][column])


def test_certificates_prove_their_bounds(proven: Path) -> None:
    found = proofs(proven)
    assert all(proves(*proof) for proof in found)
    # Two inequalities for each sequence but the pivot, the first that varies: J checks.
    assert len(found) == 2 * (11 + 12)
    assert {(bound["pivot_infoset"], bound["pivot_action"]) for bound, _, _ in found[:22]} == {("0", "pass")}
    assert {(bound["pivot_infoset"], bound["pivot_action"]) for bound, _, _ in found[22:]} == {("", "")}


def test_certificates_with_another_weight_prove_nothing(proven: Path) -> None:
    weighted = [proof for proof in proofs(proven) if proof[2] > 0]
    assert len(weighted) > 20
    for bound, tau, weight in weighted:
        assert not proves(bound, tau, F(0))
        assert not proves(bound, tau, weight / 2)


def test_certificates_with_another_probability_prove_nothing(proven: Path) -> None:
    """Player 1 acts at most once, so that every probability of τ counts."""
    for bound, tau, weight in proofs(proven):
        for infoset, (off, on) in tau.items():
            if bound["player"] == "0" and weight > 0:
                step = F(1, 100) if on < 1 else F(-1, 100)
                assert not proves(bound, {**tau, infoset: [off - step, on + step]}, weight)


def test_certificates_do_not_prove_a_tighter_bound(proven: Path) -> None:
    for bound, tau, weight in proofs(proven):
        tighter = F(bound["constant"]) + (F(-1, 1000) if bound["sense"] == "upper" else F(1, 1000))
        assert not proves({**bound, "constant": str(tighter)}, tau, weight)


def test_pure_profiles_are_those_of_the_rules(proven: Path) -> None:
    rows = read_csv(proven / "pure_profiles.csv")
    assert [(row["plan_0"], row["plan_1"]) for row in rows[62:66]] == [
        ("0", "62"),
        ("0", "63"),
        ("1", "0"),
        ("1", "1"),
    ]
    plan_0, plan_1 = 37, 21
    value = walk_value(RULES, PLANS[0][plan_0] | PLANS[1][plan_1])
    best_0 = max(walk_value(RULES, plan | PLANS[1][plan_1]) for plan in PLANS[0])
    best_1 = max(-walk_value(RULES, PLANS[0][plan_0] | plan) for plan in PLANS[1])
    assert list(map(F, rows[64 * plan_0 + plan_1].values())) == [
        *(plan_0, plan_1),
        *(best_0 - value, best_1 + value, best_0 + best_1),
    ]


def test_two_runs_give_the_same_bytes(tmp_path: Path) -> None:
    family = replace(FAMILY, members=3)
    for name in ("first", "second"):
        equilibria.run(KUHN, family, tmp_path / name)
    for file in (*(f"{table}.csv" for table in TABLES), "summary.json"):
        assert (tmp_path / "first" / file).read_bytes() == (tmp_path / "second" / file).read_bytes()
    assert len(list((tmp_path / "first").iterdir())) == len(TABLES) + 1


def test_long_steps_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(equilibria, "SECONDS_BETWEEN_LINES", 0.0)
    equilibria.run(KUHN, replace(FAMILY, members=2), tmp_path)
    assert "equilibria: deviations: 24 rows so far\n" in capsys.readouterr().err


# Families that are wrong


@pytest.mark.parametrize(
    "change",
    [
        ("bet: alpha + 1/3", "bet: alpha + 1/4"),  # Q calls too rarely
        ("bet: 3*alpha", "bet: 2*alpha"),  # K bets too rarely
        ('"1b": {bet: 1/3}', '"1b": {bet: 1/4}'),  # player 1 calls too rarely
        ('"0p": {bet: 1/3}', '"0p": {bet: alpha}'),  # player 1 bluffs as it likes
    ],
)
def test_wrong_families_are_found_out(tmp_path: Path, change: tuple[str, str]) -> None:
    family = read_family(edited_family(tmp_path / "wrong.yaml", change), KUHN)
    equilibria.run(KUHN, family, tmp_path)
    found = summary(tmp_path)
    assert found["members_in_equilibrium"] < found["members"] == 4
    assert not found["complete"]
    assert len(read_csv(tmp_path / "bounds.csv")) < 46
    assert all(proves(*proof) for proof in proofs(tmp_path))


@pytest.mark.parametrize("change", [("upper: 1/3", "upper: 1/4"), ("lower: 0", "lower: 1/12")])
def test_a_part_of_the_family_is_not_complete(tmp_path: Path, change: tuple[str, str]) -> None:
    """All of it is optimal and all bounds hold, but members beyond its end are optimal too."""
    family = read_family(edited_family(tmp_path / "part.yaml", change), KUHN)
    equilibria.run(KUHN, family, tmp_path)
    assert summary(tmp_path)["members_in_equilibrium"] == 4
    assert len(read_csv(tmp_path / "bounds.csv")) == 46
    assert not summary(tmp_path)["complete"]


def test_one_member_is_not_the_only_optimal_strategy(tmp_path: Path) -> None:
    changes = (("upper: 1/3", "upper: 0"), ("members: 4", "members: 1"))
    family = read_family(edited_family(tmp_path / "one.yaml", *changes), KUHN)
    equilibria.run(KUHN, family, tmp_path)
    assert summary(tmp_path)["members_in_equilibrium"] == 1
    assert summary(tmp_path)["unique"] == [False, True]
    assert not summary(tmp_path)["complete"]


def test_another_value_is_refused(tmp_path: Path) -> None:
    family = read_family(edited_family(tmp_path / "value.yaml", ("value: -1/18", "value: -1/17")), KUHN)
    with pytest.raises(InputError, match=r"^value: value: expected -1/18, the game's, found -1/17$"):
        equilibria.run(KUHN, family, tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_realization_weights_that_are_not_affine_are_refused(tmp_path: Path) -> None:
    family = read_family(edited_family(tmp_path / "curved.yaml", ('"0pb": {bet: 0}', '"0pb": {bet: alpha}')), KUHN)
    with pytest.raises(InputError, match=r"^curved: strategy\.0\.0pb\.pass: expected a realization weight"):
        equilibria.run(KUHN, family, tmp_path)


# Other games


def test_a_unique_equilibrium_with_three_actions(tmp_path: Path) -> None:
    game = matrix_game([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    thirds = "{a: 1/3, c: 1/3}"
    equilibria.run(game, matrix_family(tmp_path / "rps.yaml", game, thirds, thirds), tmp_path)
    found = summary(tmp_path)
    assert (found["unique"], found["complete"], found["members_in_equilibrium"]) == ([True, True], True, 1)
    assert (found["pure_profiles"], found["pure_equilibria"], found["smallest_pure_nash_conv"]) == (9, 0, "2")
    assert found["deviations"] == 0


def test_where_everything_is_optimal_all_deviations_are_exceptions(tmp_path: Path) -> None:
    game = matrix_game([[0, 0], [0, 0]])
    family = matrix_family(tmp_path / "nil.yaml", game, "{b: alpha}", "{b: alpha}", upper=1, members=3)
    equilibria.run(game, family, tmp_path)
    found = summary(tmp_path)
    assert (found["unique"], found["complete"]) == ([False, False], True)
    assert (found["strict_deviations"], len(found["exceptions"]), found["pure_equilibria"]) == (0, 6, 4)


def test_too_many_pure_profiles_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equilibria, "MOST_PURE_PROFILES", 4095)
    with pytest.raises(InputError, match="expected at most 4,095 pairs of plans, found 4,096"):
        equilibria.run(KUHN, replace(FAMILY, members=2), tmp_path)
