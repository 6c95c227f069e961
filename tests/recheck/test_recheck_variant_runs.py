"""Runs of all variants that regretlab published: they pass, and whatever is wrong with a rule or its files is found."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import recheck_checks as checks
from recheck_bundle import SAMPLED
from recheck_entries import TABLES, all_entries, entry_of
from recheck_made import write_made
from recheck_spoil import edit_cell, edit_json, moved

import recheck
from recheck.__main__ import main
from recheck.variants.known import VARIANTS
from regretlab.registry import load_variant, variant_names
from regretlab.variant import (
    ALL,
    ALTERNATING,
    CURRENT,
    SIMULTANEOUS,
    Numbers,
    Policy,
    Variant,
    expected,
)

GAMES: dict[str, tuple[str, dict[str, Any], None]] = {
    "kuhn": ("kuhn_poker", {}, None),
    "goofspiel": ("goofspiel", {"num_cards": 3}, None),
    "three": ("kuhn_poker", {"players": 3, "ranks": 4}, None),
    "forgetful": ("goofspiel", {"num_cards": 3, "imp_info": False}, None),
}
PARTING = {("three", "cfr")}
"""Summed over histories, regrets there round to another side of a tie."""

CURRENT_EXACT = "last row's current strategy against exact arithmetic"
SHORT: dict[str, Any] = {"iterations": 12, "snapshots": [1, 2, 5, 12], "checkpoints": [2, 12]}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("variants") / "all"
    return write_made(folder, GAMES, variants=all_entries(list(GAMES)), **SHORT)


@pytest.fixture
def of_run(made: Path, tmp_path: Path) -> Callable[..., Path]:
    """A copy of the study with one run only."""

    def copy(variant: str, game: str = "kuhn") -> Path:
        folder = tmp_path / "study"
        shutil.copytree(made / game / variant, folder / game / variant)
        for file in (made / game).glob("*.*"):
            shutil.copy(file, folder / game)
        shutil.copy(made / "study.json", folder)
        return folder

    return copy


def edit_variant(study: Path, named: str, /, **changes: Any) -> None:
    content = json.loads((study / "study.json").read_text())
    next(entry for entry in content["variants"] if entry["folder"] == named).update(changes)
    (study / "study.json").write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n")


def test_both_know_the_same_variants() -> None:
    assert sorted(VARIANTS) == sorted(variant_names())
    for entry in all_entries([]):
        assert list(entry["parameters"]) == list(VARIANTS[entry["rule"]].parameters)
        for key, setting in VARIANTS[entry["rule"]].parameters.items():
            assert setting.allows(entry["parameters"][key])


@pytest.mark.parametrize(
    ("variant", "game"),
    [(name, game) for name in sorted(VARIANTS) for game in GAMES if name != "fixed" or game == "kuhn"],
)
def test_runs_pass(made: Path, verify, variant: str, game: str) -> None:
    found = verify("run", made, game, variant)
    assert found.report["level"] == "repeated"
    if (game, variant) not in PARTING:
        assert (found.code, found.report["problems"]) == (0, [])
    names = [check["name"] for check in found.report["checks"]]
    assert len(set(names)) == len(names)
    assert all(check["numbers"] for check in found.report["checks"])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("variant", SAMPLED)
def test_sampled_runs_come_to_the_same_bits(made: Path, verify, variant: str, game: str) -> None:
    """A draw parts two programs for good, or does not."""
    found = verify("run", made, game, variant).report["checks"]
    names = [f"{what} after iteration {t}" for what in ("regrets", "strategy sums") for t in (2, 12)]
    largest = {check["name"]: check["largest_difference"] for check in found}
    assert [largest[name] for name in (*names, checks.FREQUENCIES, checks.FINAL)] == [0.0] * 6


@pytest.fixture(scope="module")
def tied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games on which two actions are often worth the same, played long enough for rounding to decide."""
    folder = tmp_path_factory.mktemp("tied") / "all"
    games = {
        "leduc": ("leduc_poker", {"suit_isomorphism": True}, None),
        "ships": ("battleship", {"num_shots": 2}, None),
    }
    long = {"iterations": 60, "snapshots": [30, 60], "checkpoints": [30, 60]}
    return write_made(folder, games, variants=[entry_of(name, list(games)) for name in TIED], **long)


TIED = ("cfr_plus", "dcfr", "pcfr_plus", "pdcfr_plus", "sapcfr_plus", "apcfr_plus", "xfp", "mmd", *SAMPLED)


@pytest.mark.parametrize("game", ["leduc", pytest.param("ships", marks=pytest.mark.heavy)])
@pytest.mark.parametrize("variant", TIED)
def test_rounding_decides_alike(tied: Path, verify, variant: str, game: str) -> None:
    """Regrets of 1e-17 make a strategy as well as any: the order of additions is part of what a variant is."""
    found = verify("run", tied, game, variant)
    assert (found.code, found.report["level"], found.report["problems"]) == (0, "repeated", [])


@pytest.mark.parametrize("variant", ["apcfr_plus", "ddcfr", "ecfr", "mmd", "regularized_cfr", "xfp", *SAMPLED])
def test_runs_are_certified(of_run, verify, variant: str) -> None:
    study = of_run(variant)
    edit_json(study / "study.json", "verification", "certified")
    found = verify("run", study, "kuhn", variant)
    assert (found.code, found.report["level"], found.report["problems"]) == (0, "certified", [])


@pytest.mark.parametrize("level", ["repeated", "certified"])
def test_a_game_has_a_level_of_its_own(of_run, verify, level: str) -> None:
    study = of_run("dcfr")
    other = {"repeated": "certified", "certified": "repeated"}[level]
    edit_json(study / "study.json", "verification", other)
    content = json.loads((study / "study.json").read_text())
    content["games"][0]["verification"] = level
    (study / "study.json").write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n")
    found = verify("run", study, "kuhn", "dcfr")
    assert (found.code, found.report["level"]) == (0, level)
    content["games"][0]["verification"] = "perhaps"
    (study / "study.json").write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n")
    assert verify("run", study, "kuhn", "dcfr").has("study.json", None, "verification")


def test_tolerances_of_what_comes_to_the_same_bits(made: Path, verify) -> None:
    """Where all operations are fixed, nothing but the same bits passes for what is repeated."""
    found = {name: verify("run", made, "kuhn", name).report["checks"] for name in ("dcfr", "ecfr", "cfr", "mmd")}
    sizes = {name: {check["name"]: check["tolerance"] for check in of} for name, of in found.items()}
    for name in (checks.FREQUENCIES, checks.FINAL, checks.RECURSION, checks.CURRENT_RECURSION):
        assert sizes["ecfr"][name] == sizes["cfr"][name] >= 1e-11
    for name in (checks.RECURSION, checks.CURRENT_RECURSION):
        assert sizes["dcfr"][name] == checks.SAME_STRATEGY
    for name in (checks.FREQUENCIES, checks.FINAL, "regrets after iteration 12", "strategy sums after iteration 12"):
        assert sizes["dcfr"][name] == 0
    assert sizes["cfr"]["regrets after iteration 12"] == pytest.approx(1e-8 * 12 / 2000)
    assert sizes["dcfr"][checks.OF_STATES] == sizes["dcfr"][checks.OF_FREQUENCIES] == checks.SAME_STRATEGY
    # Exponentials round once more.
    assert sizes["mmd"][checks.OF_STATES] == sizes["mmd"][CURRENT_EXACT] == 2 * checks.SAME_STRATEGY
    assert sizes["mmd"][checks.LAST_EXACT] == checks.SAME_STRATEGY


# Repeated to an iteration.


def test_what_comes_after_the_repeated_iterations_is_certified(of_run, verify) -> None:
    study = of_run("pcfr_plus")
    whole = verify("run", study, "kuhn", "pcfr_plus").report
    edit_json(study / "study.json", "repeat", 5)
    found = verify("run", study, "kuhn", "pcfr_plus")
    assert (found.code, found.report["level"]) == (0, "repeated to 5")
    assert "PASSED (repeated to 5)" in found.printed
    numbers, before = ({c["name"]: c["numbers"] for c in report["checks"]} for report in (found.report, whole))
    # Three of four rows, one of two checkpoints.
    assert (numbers[checks.FREQUENCIES], before[checks.FREQUENCIES]) == (3 * 24, 4 * 24)
    assert (numbers[checks.RECURSION], before[checks.RECURSION]) == (3 * 5, 4 * 5)
    assert (numbers["regrets after iteration 2"], numbers["regrets after iteration 12"]) == (48, 0)
    assert (numbers[checks.FINAL], numbers[checks.CERTIFIED], numbers[checks.OF_FREQUENCIES]) == (0, 4, 20)
    for repeat in (12, 10**6):
        edit_json(study / "study.json", "repeat", repeat)
        assert verify("run", study, "kuhn", "pcfr_plus").report["level"] == "repeated"


@pytest.mark.parametrize(("checkpoint", "code"), [(2, 1), (12, 0)])
def test_regrets_are_compared_as_far_as_they_are_repeated(of_run, verify, checkpoint: int, code: int) -> None:
    study = of_run("pcfr_plus")
    edit_json(study / "study.json", "repeat", 5)
    file = study / f"kuhn/pcfr_plus/checkpoints/{checkpoint}.csv"
    edit_cell(file, 5, "instantaneous_regret", moved(1e-9))
    assert verify("run", study, "kuhn", "pcfr_plus").code == code


def test_later_rows_must_be_certified(of_run, verify) -> None:
    study = of_run("pcfr_plus")
    edit_json(study / "study.json", "frequencies", False)
    (study / "kuhn/pcfr_plus/frequencies.csv").unlink()
    edit_json(study / "study.json", "repeat", 2)
    found = verify("run", study, "kuhn", "pcfr_plus")
    # Row 1 and 2 are repeated, row 3 is iteration 5, and the last one is a checkpoint.
    assert [(p["row"], p["column"]) for p in found.report["problems"]] == [(3, "iteration")]
    edit_json(study / "study.json", "repeat", 5)
    assert verify("run", study, "kuhn", "pcfr_plus").code == 0


@pytest.mark.parametrize("repeat", [0, -1, 2.0, True, "all", 10**10])
def test_numbers_of_iterations_that_are_none(of_run, verify, repeat: object) -> None:
    study = of_run("cfr")
    edit_json(study / "study.json", "repeat", repeat)
    found = verify("run", study, "kuhn", "cfr")
    assert (found.code, found.report["level"]) == (2, None)
    assert found.has("study.json", None, "repeat")


def test_nothing_is_published_of_what_is_to_be_repeated(of_run, verify) -> None:
    study = of_run("cfr")
    for key in ("snapshots", "checkpoints"):
        edit_json(study / "study.json", key, [12])
    edit_json(study / "study.json", "repeat", 4)
    found = verify("run", study, "kuhn", "cfr")
    assert found.has("study.json", None, "repeat")


# Entries of study.json.


@pytest.mark.parametrize(
    ("variant", "changes", "column"),
    [
        ("dcfr", {"parameters": {"alpha": 1.5, "beta": 0.0}}, "parameters"),
        ("dcfr", {"parameters": {"alpha": 1.5, "beta": 0.0, "gamma": 2.0, "delta": 1.0}}, "parameters"),
        ("dcfr", {"parameters": {"alpha": "infinite", "beta": 0.0, "gamma": 2.0}}, "parameters.alpha"),
        ("dcfr", {"parameters": {"alpha": True, "beta": 0.0, "gamma": 2.0}}, "parameters.alpha"),
        ("dcfr", {"parameters": {"alpha": 10**400, "beta": 0.0, "gamma": 2.0}}, "parameters.alpha"),
        ("dcfr", {"parameters": {"alpha": 1.5, "beta": None, "gamma": 2.0}}, "parameters.beta"),
        ("dcfr", {"parameters": {"alpha": 1.5, "beta": 0.0, "gamma": -0.5}}, "parameters.gamma"),
        ("dcfr", {"parameters": {"alpha": 1.5, "beta": 0.0, "gamma": 100.5}}, "parameters.gamma"),
        ("dcfr", {"parameters": {"alpha": 1.5, "beta": 0.0, "gamma": "inf"}}, "parameters.gamma"),
        ("cfr_plus", {"parameters": {"gamma": 1.0, "delay": 1.0}}, "parameters.delay"),
        ("cfr_plus", {"parameters": {"gamma": 1.0, "delay": -1}}, "parameters.delay"),
        ("cfr_plus", {"parameters": {"gamma": 1.0, "delay": 12}}, "parameters.delay"),
        ("hs_dcfr", {"parameters": {"horizon": 11, "g": 30.0}}, "parameters"),
        ("hs_dcfr", {"parameters": {"horizon": 0, "g": 30.0}}, "parameters.horizon"),
        ("hs_pcfr_plus", {"parameters": {"horizon": 12, "g": 4.0}}, "parameters.g"),
        ("mmd", {"parameters": {"alpha": -0.1, "eta": 0.1}}, "parameters.alpha"),
        ("mmd", {"parameters": {"alpha": 0.1, "eta": 0.0}}, "parameters.eta"),
        ("sapcfr_plus", {"parameters": {"alpha": "-inf", "gamma": 2.0}}, "parameters.alpha"),
        ("stable_pcfr_plus", {"parameters": {"start": 0.0, "gamma": 2.0}}, "parameters.start"),
        ("dcfr_plus", {"parameters": {"alpha": 1.5, "gamma": 4.0, "c": 2e6}}, "parameters.c"),
        ("regularized_cfr", {"parameters": {"tau": -1.0}}, "parameters.tau"),
        ("pcfr_plus", {"parameters": {"gamma": 2.0, "prediction": 101.0}}, "parameters.prediction"),
        ("apcfr_plus", {"parameters": {"alpha_max": -1.0, "gamma": 2.0}}, "parameters.alpha_max"),
        ("cfr", {"parameters": {"gamma": 2.0}}, "parameters"),
        ("mmd", {"answer": "average"}, "answer"),
        ("cfr", {"answer": "current"}, "answer"),
        ("cfr", {"answer": "both"}, "variants[2].answer"),
        ("cfr", {"sampled": True}, "sampled"),
        ("cfr", {"sampled": 0}, "variants[2].sampled"),
        ("outcome_sampling", {"sampled": False}, "sampled"),
        ("cfr", {"sweep": 1}, "variants[2].sweep"),
        ("cfr", {"games": ["goofspiel"]}, "variants"),
        ("cfr", {"games": []}, "variants[2].games"),
        ("cfr", {"games": ["kuhn", "kuhn"]}, "variants[2].games"),
        ("cfr", {"games": ["kuhn", "chess"]}, "variants[2].games"),
        ("cfr", {"games": "kuhn"}, "variants[2].games"),
        ("cfr", {"folder": "../cfr"}, "variants[2].folder"),
        ("cfr", {"folder": "Cfr"}, "variants[2].folder"),
        ("cfr", {"folder": "c" * 65}, "variants[2].folder"),
        ("cfr", {"folder": "other", "method": "other"}, "variants"),
        ("cfr", {"method": 1}, "variants[2].method"),
        ("cfr", {"method": "other"}, "variants[2].method"),
        ("cfr", {"note": "none"}, "variants[2]"),
    ],
)
def test_entries_that_are_wrong(of_run, verify, variant: str, changes: dict[str, Any], column: str) -> None:
    study = of_run(variant)
    edit_variant(study, variant, **changes)
    found = verify("run", study, "kuhn", variant)
    assert (found.code, found.report["level"], found.report["passed"]) == (2, None, False)
    assert found.has("study.json", None, column)


def test_parameters_that_give_no_number(of_run, verify) -> None:
    """uᵅ/(uᵅ + c) is 0/0 in the first iteration."""
    study = of_run("dcfr_plus")
    edit_variant(study, "dcfr_plus", parameters={"alpha": 1.5, "gamma": 4.0, "c": 0.0})
    found = verify("run", study, "kuhn", "dcfr_plus")
    assert (found.code, found.failed >= {"repeated iterations"}) == (1, True)
    assert found.has("study.json", None, "parameters")


def test_one_folder_on_different_games(of_run, verify) -> None:
    study = of_run("dcfr")
    edit_variant(study, "dcfr", games=["kuhn"])
    content = json.loads((study / "study.json").read_text())
    content["variants"].append(entry_of("dcfr", ["goofspiel", "three"], gamma=3.0))
    (study / "study.json").write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n")
    assert verify("run", study, "kuhn", "dcfr").code == 0
    content["variants"][-1]["games"].append("kuhn")
    (study / "study.json").write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n")
    assert verify("run", study, "kuhn", "dcfr").has("study.json", None, "variants")


# Strategies that are the answer, and what a rule keeps besides.


@pytest.mark.parametrize("level", ["repeated", "certified"])
@pytest.mark.parametrize("variant", ["mmd", "regularized_cfr"])
def test_the_current_strategy_is_certified_where_it_is_the_answer(of_run, verify, variant: str, level: str) -> None:
    study = of_run(variant)
    edit_json(study / "study.json", "verification", level)
    found = verify("run", study, "kuhn", variant)
    names = ["value", "gain_0", "gain_1", "nash_conv"]
    assert list(found.report["certificate"]) == [*names, *(f"current_{name}" for name in names)]
    last = (study / f"kuhn/{variant}/trajectory.csv").read_text().split()[-1].split(",")
    assert float(found.report["certificate"]["current_nash_conv"]["decimal"]) == pytest.approx(
        float(last[9]), abs=1e-14
    )
    for column in ("current_nash_conv", "current_value"):
        edit_cell(study / f"kuhn/{variant}/trajectory.csv", 4, column, moved(1e-9))
        assert CURRENT_EXACT in verify("run", study, "kuhn", variant).failed


def test_no_other_variant_has_a_certificate_of_the_current_strategy(of_run, verify) -> None:
    report = verify("run", of_run("dcfr"), "kuhn", "dcfr").report
    assert list(report["certificate"]) == ["value", "gain_0", "gain_1", "nash_conv"]
    assert CURRENT_EXACT not in {check["name"] for check in report["checks"]}


@pytest.mark.parametrize(
    ("variant", "column"),
    [
        ("apcfr_plus", "squared_changes_of_r"),
        ("apcfr_plus", "squared_changes_of_R"),
        ("ecfr", "weight_sum"),
        ("ecfr", "strategy_sum"),
        ("mmd", "cumulative_regret"),
    ],
)
def test_columns_are_compared(of_run, verify, variant: str, column: str) -> None:
    study = of_run(variant)
    edit_cell(study / f"kuhn/{variant}/checkpoints/12.csv", 5, column, moved(1e-7))
    found = verify("run", study, "kuhn", variant)
    assert found.code == 1
    assert found.has(f"kuhn/{variant}/checkpoints/12.csv", 5, column)


@pytest.mark.parametrize("column", ["weight_sum", "strategy_sum"])
def test_sums_of_ecfr_certify_its_average(of_run, verify, column: str) -> None:
    study = of_run("ecfr")
    edit_json(study / "study.json", "verification", "certified")
    edit_cell(study / "kuhn/ecfr/checkpoints/12.csv", 5, column, moved(1e-7))
    assert checks.OF_STATES in verify("run", study, "kuhn", "ecfr").failed


def test_columns_that_are_missing_or_too_many(of_run, verify) -> None:
    study = of_run("ecfr")
    file = study / "kuhn/ecfr/checkpoints/12.csv"
    lines = file.read_text().splitlines()
    file.write_text("".join(f"{line.rsplit(',', 1)[0]}\n" for line in lines))
    assert verify("run", study, "kuhn", "ecfr").has("kuhn/ecfr/checkpoints/12.csv", 0, None)
    file.write_text("".join(f"{line},{'more' if n == 0 else '0.0'}\n" for n, line in enumerate(lines)))
    assert verify("run", study, "kuhn", "ecfr").has("kuhn/ecfr/checkpoints/12.csv", 0, None)


@pytest.mark.parametrize("value", ["-1.0", "nan"])
def test_memory_from_which_no_strategy_follows(of_run, verify, value: str) -> None:
    study = of_run("apcfr_plus")
    edit_cell(study / "kuhn/apcfr_plus/checkpoints/12.csv", 1, "squared_changes_of_r", lambda text: value)
    assert verify("run", study, "kuhn", "apcfr_plus").code == 1


# A rule of the user's own.


def test_a_rule_of_the_users_own_is_certified(of_run, verify) -> None:
    study = of_run("pcfr_plus")
    edit_variant(study, "pcfr_plus", rule="config/variants/own.py", parameters={"any": [1, None]})
    found = verify("run", study, "kuhn", "pcfr_plus")
    assert found.failed == {"own.py is there"}
    (study / "kuhn/pcfr_plus/own.py").write_text("")
    found = verify("run", study, "kuhn", "pcfr_plus")
    assert (found.code, found.report["level"], found.report["problems"]) == (0, "certified", [])


def test_a_sampled_rule_of_the_users_own_is_certified_by_its_frequencies(of_run, verify) -> None:
    """Its strategy sums lag behind: taken for those of a rule that does not sample, they would be wrong."""
    study = of_run("external_sampling")
    edit_variant(study, "external_sampling", rule="of_my_own")
    found = verify("run", study, "kuhn", "external_sampling")
    assert (found.code, found.report["level"], found.report["problems"]) == (0, "certified", [])
    edit_variant(study, "external_sampling", sampled=False)
    found = verify("run", study, "kuhn", "external_sampling")
    assert found.code == 1
    assert checks.FINAL_STATE in found.failed


def test_states_of_a_method_about_its_current_strategy(of_run, verify) -> None:
    """They are published at all snapshots, with another rule too."""
    study = of_run("mmd")
    for rule in ("mmd", "of_my_own"):
        edit_variant(study, "mmd", rule=rule)
        assert verify("run", study, "kuhn", "mmd").code == 0
    (study / "kuhn/mmd/checkpoints/5.csv").unlink()
    assert verify("run", study, "kuhn", "mmd").has("kuhn/mmd/checkpoints/5.csv", None, None)


def test_columns_of_an_unknown_rule_do_not_certify_its_average(of_run, verify) -> None:
    """The average of ecfr is not that of its strategy sums; whoever does not know the rule cannot know this."""
    study = of_run("ecfr")
    edit_variant(study, "ecfr", rule="of_my_own")
    found = verify("run", study, "kuhn", "ecfr")
    assert (found.code, found.report["level"]) == (0, "certified")
    assert next(c["numbers"] for c in found.report["checks"] if c["name"] == checks.OF_STATES) == 0
    edit_json(study / "study.json", "frequencies", False)
    (study / "kuhn/ecfr/frequencies.csv").unlink()
    found = verify("run", study, "kuhn", "ecfr")
    # The last row follows from strategy.csv, no other from anything.
    assert [(p["row"], p["column"]) for p in found.report["problems"]] == [(n, "iteration") for n in (1, 2, 3)]
    edit_cell(study / "kuhn/ecfr/strategy.csv", 5, "probability", lambda text: "x")
    rows = [p["row"] for p in verify("run", study, "kuhn", "ecfr").report["problems"] if p["column"] == "iteration"]
    assert rows == [1, 2, 3, 4]


@pytest.mark.parametrize("name", ["", "a b", "strategy_sum", "1st"])
def test_columns_of_an_unknown_rule_have_names(of_run, verify, name: str) -> None:
    study = of_run("ecfr")
    edit_variant(study, "ecfr", rule="of_my_own")
    file = study / "kuhn/ecfr/checkpoints/12.csv"
    file.write_text(file.read_text().replace("weight_sum", name, 1))
    assert verify("run", study, "kuhn", "ecfr").has("kuhn/ecfr/checkpoints/12.csv", 0, None)


# Tables.


def spoiled(row: int, column: int, text: str) -> Callable[[str], str]:
    def change(table: str) -> str:
        rows = [line.split(",") for line in table.splitlines()]
        rows[row][column] = text
        return "".join(f"{','.join(cells)}\n" for cells in rows)

    return change


@pytest.mark.parametrize(
    ("change", "row"),
    [
        (spoiled(4, 0, "5"), 4),
        (spoiled(4, 1, "3"), 4),
        (spoiled(4, 1, "4.0"), 4),
        (spoiled(1, 0, "0"), 1),
        (spoiled(3, 2, "nan"), 3),
        (spoiled(3, 3, "inf"), 3),
        (spoiled(3, 4, ""), 3),
        (spoiled(3, 4, "2,1"), 3),
        (spoiled(0, 0, "iteration"), 0),
        (spoiled(0, 3, "gamma"), 0),
        (lambda table: table.splitlines()[0] + "\n", 0),
        (lambda table: "", 0),
    ],
)
def test_tables_that_are_none(of_run, verify, change: Callable[[str], str], row: int) -> None:
    study = of_run("ddcfr")
    file = study / "kuhn/ddcfr/ddcfr-kuhn.csv"
    file.write_text(change(file.read_text()))
    found = verify("run", study, "kuhn", "ddcfr")
    assert (found.code, found.report["passed"]) == (1, False)
    assert found.has("kuhn/ddcfr/ddcfr-kuhn.csv", row, None)


def test_tables_that_are_short_or_not_there(of_run, verify) -> None:
    study = of_run("ddcfr")
    file = study / "kuhn/ddcfr/ddcfr-kuhn.csv"
    file.write_text("".join(f"{line}\n" for line in file.read_text().splitlines()[:12]))
    assert verify("run", study, "kuhn", "ddcfr").has("study.json", None, "parameters")
    file.unlink()
    assert verify("run", study, "kuhn", "ddcfr").has("kuhn/ddcfr/ddcfr-kuhn.csv", None, None)


@pytest.mark.parametrize("path", ["..", "a/\0", "config/strategy.csv", "trajectory.parquet", "config/tables/.."])
def test_paths_of_tables_that_are_none(of_run, verify, path: str) -> None:
    study = of_run("ddcfr")
    edit_variant(study, "ddcfr", parameters={"table": path})
    assert verify("run", study, "kuhn", "ddcfr").has("study.json", None, "parameters.table")


def test_another_number_in_a_table(of_run, verify) -> None:
    study = of_run("ddcfr")
    whole = verify("run", study, "kuhn", "ddcfr")
    assert "kuhn/ddcfr/ddcfr-kuhn.csv" in whole.report["files"]
    for column in (2, 4):
        shutil.copy(TABLES / "ddcfr-kuhn.csv", study / "kuhn/ddcfr")
        file = study / "kuhn/ddcfr/ddcfr-kuhn.csv"
        file.write_text(spoiled(9, column, "2.75")(file.read_text()))
        found = verify("run", study, "kuhn", "ddcfr")
        assert found.code == 1
        assert found.has("kuhn/ddcfr/checkpoints/12.csv", None, None)


# Planted faults: a run that another rule made, published under the name of the right one.


def with_numbers(variant: Variant, **functions: Any) -> Variant:
    """The variant with a part of its rule replaced."""
    return replace(variant, rule=replace(variant.rule, **functions))


def without_floor(variant: Variant) -> Variant:
    rule = variant.rule
    if isinstance(rule, Numbers):
        return with_numbers(variant, add_regret=lambda t: rule.add_regret(t)._replace(floor=-np.inf))
    return with_numbers(variant, add_regret=lambda s: s.R + s.r)


def averaged_late(variant: Variant) -> Variant:
    """As if the first iteration were the second."""
    rule = variant.rule
    if isinstance(rule, Numbers):
        return with_numbers(variant, add_policy=lambda t: rule.add_policy(t + 1))
    return with_numbers(variant, add_policy=lambda s: rule.add_policy(replace(s, t=s.t + 1)))


def discounted_late(variant: Variant) -> Variant:
    rule = variant.rule
    if isinstance(rule, Numbers):
        return with_numbers(variant, add_regret=lambda t: rule.add_regret(t + 1))
    return with_numbers(variant, add_regret=lambda s: rule.add_regret(replace(s, t=s.t + 1)))


def not_predicted(variant: Variant) -> Variant:
    if isinstance(variant.rule, Numbers):
        return with_numbers(variant, policy=lambda t: Policy())
    return with_numbers(variant, policy=lambda s: s.match(s.R))


def predicted_with_regrets(variant: Variant) -> Variant:
    """The cumulative regret is counted once more instead of the latest: nothing is predicted; and with the wrong sign."""
    if isinstance(variant.rule, Numbers):
        return with_numbers(variant, policy=lambda t: Policy(weight=-1.0))
    return with_numbers(variant, policy=lambda s: s.match(s.R - s.r))


def simultaneous(variant: Variant) -> Variant:
    return replace(variant, updates=SIMULTANEOUS if variant.updates is ALTERNATING else ALTERNATING)


def against_current(variant: Variant) -> Variant:
    return replace(variant, opponents=CURRENT)


def expected_value(variant: Variant) -> Variant:
    return replace(variant, value=expected)


def squares_of_regrets_only(variant: Variant) -> Variant:
    """α of apcfr_plus from r and R themselves, not from their changes."""

    def remember(s: Any, R: Any) -> dict[str, Any]:
        memory = s.memory
        return {
            "squared_changes_of_r": memory["squared_changes_of_r"] + s.total(s.r**2),
            "squared_changes_of_R": memory["squared_changes_of_R"] + s.total(R**2),
        }

    return with_numbers(variant, remember=remember)


def weighted_without_mean(variant: Variant) -> Variant:
    return with_numbers(variant, add_regret=lambda s: s.R + np.exp(s.r) * s.r)


def averaged_without_weights(variant: Variant) -> Variant:
    return with_numbers(variant, average=lambda s: s.match(s.S))


def negative_by_the_wrong_exponent(variant: Variant) -> Variant:
    rule = variant.rule
    return with_numbers(variant, add_regret=lambda t: rule.add_regret(t)._replace(negative=rule.add_regret(t).positive))


def other_seed(variant: Variant) -> Variant:
    return replace(variant, sampling=variant.sampling._replace(seed=variant.sampling.seed + 1))


def not_sampled(variant: Variant) -> Variant:
    return replace(variant, sampling=None)


def own_sampled(variant: Variant) -> Variant:
    return replace(variant, sampling=variant.sampling._replace(own=0.6))


def all_own_followed(variant: Variant) -> Variant:
    return replace(variant, sampling=variant.sampling._replace(own=ALL))


PLUS = [name for name in variant_names() if name.endswith("plus")]
PREDICTIVE = [name for name in PLUS if "pcfr" in name or name.startswith("p")]
FADING = [name for name in variant_names() if "dcfr" in name] + PREDICTIVE + ["cfr_plus", "linear_cfr", "autocfr4"]
FAULTS: list[tuple[str, Callable[[Variant], Variant]]] = [
    # With cfr_br the order does not matter: all that comes to a player depends on what that player plays. Nor does it with fixed.
    *((name, simultaneous) for name in variant_names() if name not in ("cfr_br", "fixed", *SAMPLED)),
    *((name, fault) for name in SAMPLED for fault in (other_seed, not_sampled)),
    ("external_sampling", own_sampled),
    ("chance_sampling", own_sampled),
    ("outcome_sampling", all_own_followed),
    *((name, without_floor) for name in PLUS),
    *((name, not_predicted) for name in PREDICTIVE),
    *((name, predicted_with_regrets) for name in PREDICTIVE),
    *((name, averaged_late) for name in dict.fromkeys(FADING)),
    *((name, discounted_late) for name in ("dcfr", "dcfr_plus", "pdcfr_plus", "linear_cfr", "autocfr4")),
    *((name, negative_by_the_wrong_exponent) for name in ("dcfr", "hs_dcfr")),
    *((name, against_current) for name in ("cfr_br", "xfp")),
    *((name, expected_value) for name in ("mmd", "regularized_cfr", "xfp")),
    ("apcfr_plus", squares_of_regrets_only),
    ("ecfr", weighted_without_mean),
    ("ecfr", averaged_without_weights),
]
UNSEEN_ON_KUHN = {
    ("stable_pcfr_plus", not_predicted),
    ("stable_pcfr_plus", predicted_with_regrets),
    ("stable_pcfr_plus", without_floor),
}
"""Every infoset starts again in every iteration there; with a small start it is seen."""


@pytest.mark.parametrize(("name", "fault"), FAULTS, ids=lambda value: getattr(value, "__name__", value))
def test_faults_of_rules_are_found(tmp_path: Path, verify, monkeypatch, name: str, fault: Any) -> None:
    parameters = {"start": 0.01} if (name, fault) in UNSEEN_ON_KUHN else {}
    entry = entry_of(name, ["kuhn"], **parameters)
    right = load_variant(name, entry["parameters"])
    for made in (right, fault(right)):
        for module in ("regretlab.stages.train", "recheck_made"):
            monkeypatch.setattr(f"{module}.load_variant", lambda rule, parameters, made=made: made)
        study = write_made(tmp_path / f"{made is right}", {"kuhn": GAMES["kuhn"]}, variants=[entry], **SHORT)
        found = verify("run", study, "kuhn", name)
        assert found.report["level"] == "repeated"
        assert found.code == (0 if made is right else 1), (name, fault)


@pytest.mark.parametrize(
    ("name", "key"), [(name, key) for name in variant_names() for key in VARIANTS[name].parameters if key != "table"]
)
def test_another_parameter_is_found(tmp_path: Path, verify, name: str, key: str) -> None:
    """A run that was made with another exponent than study.json says: by a thousandth, or by one."""
    # The quotient of apcfr_plus is 1 and more, and no more than 5 here.
    bound = {"alpha_max": 1.25} if key == "alpha_max" else {}
    entry = entry_of(name, ["kuhn"], **bound)
    study = write_made(tmp_path / "study", {"kuhn": GAMES["kuhn"]}, variants=[entry], **SHORT)
    assert verify("run", study, "kuhn", name).code == 0
    value = entry["parameters"][key]
    changed = value + 1 if isinstance(value, int) else value * 1.001 or 0.001
    edit_variant(study, name, parameters={**entry["parameters"], key: changed})
    assert verify("run", study, "kuhn", name).code == 1


# Several at once, without assertions, and alone.


def test_several_variants_have_a_report_each(made: Path, tmp_path: Path) -> None:
    command = ["run", str(made), "kuhn", "dcfr", "ecfr", "--report"]
    assert main([*command, str(tmp_path / "VARIANT/python.json")]) == 0
    for name in ("dcfr", "ecfr"):
        report = json.loads((tmp_path / name / "python.json").read_text())
        assert (report["subject"], report["passed"]) == (f"kuhn/{name}", True)
    assert main([*command, str(tmp_path / "python.json")]) == 3
    assert main(["run", str(made), "kuhn", "dcfr", "missing"]) == 2


@pytest.mark.parametrize("variant", ["apcfr_plus", "ddcfr", "mmd", "outcome_sampling"])
def test_runs_pass_and_fail_under_optimization(of_run, variant: str) -> None:
    study = of_run(variant)
    source = Path(recheck.__file__).parents[1]
    command = [sys.executable, "-O", "-S", "-m", "recheck", "run", str(study), "kuhn", variant]
    assert subprocess.run(command, cwd=source, check=False, capture_output=True).returncode == 0
    edit_cell(study / f"kuhn/{variant}/checkpoints/12.csv", 5, "cumulative_regret", moved(1e-7))
    assert subprocess.run(command, cwd=source, check=False, capture_output=True).returncode == 1
