"""The tables of a study: derived from trajectories by hand, and spoiled in every column and row."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from recheck_bundle import study_content, variant_entry, write_csv, write_json
from recheck_games import entry
from recheck_spoil import BYTES, ROWS, edit_cell, edit_json, other_digit

import recheck
from recheck.tables import Published, interval, methods_of, ranked_at

EXPLOITABILITY = {
    "one/cfr": (1.0, 0.375, 0.3),
    "one/es-seed1": (1.0, 0.5, 0.1),
    "one/es-seed2": (1.0, 0.25, 0.2),
    "one/last": (0.75, 0.5, 0.15000000000000002),
    "two/cfr": (2.0, 1.0, 1e-20),
    "two/last": (4.0, 0.5, 0.0),
}
"""Of the strategy that the method is about, at iterations 1, 10, 20; nash_conv is twice or three times as much."""

RUNS = """\
game,variant,answer,iteration,unit,nash_conv,exploitability
one,cfr,average,1,antes%2C all,2.0,1.0
one,cfr,average,10,antes%2C all,0.75,0.375
one,cfr,average,20,antes%2C all,0.6,0.3
one,es-seed1,average,1,antes%2C all,2.0,1.0
one,es-seed1,average,10,antes%2C all,1.0,0.5
one,es-seed1,average,20,antes%2C all,0.2,0.1
one,es-seed2,average,1,antes%2C all,2.0,1.0
one,es-seed2,average,10,antes%2C all,0.5,0.25
one,es-seed2,average,20,antes%2C all,0.4,0.2
one,last,current,1,antes%2C all,1.5,0.75
one,last,current,10,antes%2C all,1.0,0.5
one,last,current,20,antes%2C all,0.30000000000000004,0.15000000000000002
two,cfr,average,1,chips,6.0,2.0
two,cfr,average,10,chips,3.0,1.0
two,cfr,average,20,chips,2.9999999999999997e-20,1e-20
two,last,current,1,chips,12.0,4.0
two,last,current,10,chips,1.5,0.5
two,last,current,20,chips,0.0,0.0
"""
METHODS = """\
game,method,answer,iteration,unit,runs,exploitability,low,high,coverage
one,cfr,average,1,antes%2C all,1,1.0,1.0,1.0,0.0
one,cfr,average,10,antes%2C all,1,0.375,0.375,0.375,0.0
one,cfr,average,20,antes%2C all,1,0.3,0.3,0.3,0.0
one,es,average,1,antes%2C all,2,1.0,1.0,1.0,0.5
one,es,average,10,antes%2C all,2,0.375,0.25,0.5,0.5
one,es,average,20,antes%2C all,2,0.15000000000000002,0.1,0.2,0.5
one,last,current,1,antes%2C all,1,0.75,0.75,0.75,0.0
one,last,current,10,antes%2C all,1,0.5,0.5,0.5,0.0
one,last,current,20,antes%2C all,1,0.15000000000000002,0.15000000000000002,0.15000000000000002,0.0
two,cfr,average,1,chips,1,2.0,2.0,2.0,0.0
two,cfr,average,10,chips,1,1.0,1.0,1.0,0.0
two,cfr,average,20,chips,1,1e-20,1e-20,1e-20,0.0
two,last,current,1,chips,1,4.0,4.0,4.0,0.0
two,last,current,10,chips,1,0.5,0.5,0.5,0.0
two,last,current,20,chips,1,0.0,0.0,0.0,0.0
"""
RANKING = """\
game,method,answer,exploitability_10,rank_10,exploitability_20,rank_20
one,es,average,0.375,1,0.15000000000000002,1
one,last,current,0.5,3,0.15000000000000002,1
one,cfr,average,0.375,1,0.3,3
two,last,current,0.5,1,0.0,1
two,cfr,average,1.0,2,1e-20,2
"""
TABLES = {"runs.csv": RUNS, "methods.csv": METHODS, "ranking.csv": RANKING}
CHECKS = {"runs.csv": "all runs", "methods.csv": "runs of each method", "ranking.csv": "ranks of the methods"}
LABELS = {"runs.csv": 4, "methods.csv": 4, "ranking.csv": 3}
"""So many cells of a row say what it is about."""


def sampled(folder: str, seed: int, **changes: Any) -> dict[str, Any]:
    """One of several runs of a method."""
    made = variant_entry("external_sampling", ["one"], seed=seed, explore=0.6)
    return {**made, "folder": folder, "method": "es", "sweep": "es", **changes}


@pytest.fixture
def little(tmp_path: Path) -> Path:
    """A study of two games; on one of them runs a method with two seeds."""
    folder = tmp_path / "little"
    games = [{**entry("kuhn_poker"), "folder": name} for name in ("one", "two")]
    variants = [
        variant_entry("cfr", ["one", "two"]),
        sampled("es-seed1", 1),
        sampled("es-seed2", 2),
        variant_entry("last", ["one", "two"], "current"),
    ]
    short = {"iterations": 20, "snapshots": [1, 10, 20], "checkpoints": [20]}
    write_json(folder / "study.json", study_content(games, variants=variants, **short))
    write_json(folder / "one/game.json", {"unit": "antes, all", "infosets": [6, 6]})
    write_json(folder / "two/game.json", {"unit": "chips", "infosets": [4, 4, 4]})
    for run, numbers in EXPLOITABILITY.items():
        players = 2 if run.startswith("one") else 3
        values = ["value"] if players == 2 else ["value_0", "value_1", "value_2"]
        measures = [*values, *(f"gain_{n}" for n in range(players)), "nash_conv", "exploitability"]
        header = ["iteration", *measures, *(f"current_{name}" for name in measures)]
        other = [9.0] * len(measures)
        rows = []
        for t, number in zip((1, 10, 20), numbers, strict=True):
            found = [*other[2:], players * number, number]
            rows.append((t, *other, *found) if run.endswith("last") else (t, *found, *other))
        write_csv(folder / run / "trajectory.csv", header, rows)
    for name, text in TABLES.items():
        (folder / name).write_text(text)
    return folder


def test_tables_by_hand(little: Path, verify) -> None:
    found = verify("tables", little)
    assert (found.code, found.report["problems"]) == (0, [])
    assert (found.report["subject"], found.report["level"], found.report["certificate"]) == ("tables", "derived", None)
    compared = {check["file"]: check["numbers"] for check in found.report["checks"]}
    due = {name: text.count(",") - text.split("\n")[0].count(",") for name, text in TABLES.items()}
    for name, text in TABLES.items():
        assert compared[name] == due[name] + text.count("\n") - 1
    assert all(check["numbers"] and check["reason"] for check in found.report["checks"])
    trajectories = {f"{run}/trajectory.csv" for run in EXPLOITABILITY}
    assert set(found.report["files"]) == {*TABLES, *trajectories, "study.json", "one/game.json", "two/game.json"}
    assert "PASSED (derived)" in found.printed


CELLS = [(name, column) for name, text in TABLES.items() for column in text.split("\n")[0].split(",")]


@pytest.mark.parametrize(("file", "column"), CELLS)
def test_one_digit(little: Path, verify, file: str, column: str) -> None:
    edit_cell(little / file, 5, column, other_digit)
    found = verify("tables", little)
    assert (found.code, found.failed) == (1, {CHECKS[file]})
    assert found.has(file, 5, column)


@pytest.mark.parametrize("file", TABLES)
def test_last_bit(little: Path, verify, file: str) -> None:
    path = little / file
    lines = path.read_text().split("\n")
    row = next(n for n, line in enumerate(lines) if "0.15000000000000002" in line)
    lines[row] = lines[row].replace("0.15000000000000002", "0.15", 1)
    path.write_text("\n".join(lines))
    assert verify("tables", little).messages == {(row, "is not what the runs give")}


@pytest.mark.parametrize("text", ["nan", "inf", "", "0.50", "5e-1", " 0.5", "-0.5"])
@pytest.mark.parametrize("file", TABLES)
def test_cells_that_are_no_such_numbers(little: Path, verify, file: str, text: str) -> None:
    column = "exploitability_20" if file == "ranking.csv" else "exploitability"
    edit_cell(little / file, 2, column, lambda _: text)
    found = verify("tables", little)
    (problem,) = found.report["problems"]
    assert (problem["file"], problem["row"], problem["column"], problem["found"]) == (file, 2, column, text)


@pytest.mark.parametrize("fault", [*ROWS, *BYTES])
@pytest.mark.parametrize("file", TABLES)
def test_rows_and_bytes(little: Path, verify, file: str, fault: str) -> None:
    data = (little / file).read_bytes()
    (little / file).write_bytes({**ROWS, **BYTES}[fault](data))
    found = verify("tables", little)
    assert (found.code, found.report["passed"]) == (1, False)
    assert found.failed == {CHECKS[file]}
    assert found.has(file, {"doubled row": 4, "dropped row": 3, "swapped rows": 3}.get(fault), None)


@pytest.mark.parametrize("missing", ["first", "last", "all"])
@pytest.mark.parametrize("file", TABLES)
def test_missing_rows_are_missed(little: Path, verify, file: str, missing: str) -> None:
    header, *rows = (little / file).read_text().splitlines(keepends=True)
    (little / file).write_text(header + "".join({"first": rows[1:], "last": rows[:-1], "all": []}[missing]))
    found = verify("tables", little)
    assert found.has(file, len(rows) if missing == "last" else 1, None)
    kept = next(check["numbers"] for check in found.report["checks"] if check["file"] == file)
    assert kept < len(rows) * len(header.split(","))
    assert kept or missing == "all"


def test_games_in_another_order(little: Path, verify) -> None:
    """Every row is there, and none where it should be."""
    header, *rows = RUNS.splitlines(keepends=True)
    (little / "runs.csv").write_text("".join([header, *rows[12:], *rows[:12]]))
    found = verify("tables", little)
    assert found.failed == {"all runs"}
    assert len(found.report["problems"]) == len(rows)


@pytest.mark.parametrize(("first", "second"), [("es,average", "last,current"), ("es,average", "cfr,average")])
def test_methods_that_change_places(little: Path, verify, first: str, second: str) -> None:
    """A rank and all numbers of another method, or a tie in another order."""
    text = RANKING.replace(f"one,{first}", "other").replace(f"one,{second}", f"one,{first}")
    (little / "ranking.csv").write_text(text.replace("other", f"one,{second}"))
    assert verify("tables", little).failed == {"ranks of the methods"}


@pytest.mark.parametrize(
    "file", [*TABLES, "study.json", "one/game.json", *(f"{run}/trajectory.csv" for run in ("one/es-seed2", "two/last"))]
)
@pytest.mark.parametrize("kind", ["missing", "huge", "fifo", "folder", "link", "empty"])
def test_files_that_cannot_be_read(little: Path, tmp_path: Path, verify, file: str, kind: str) -> None:
    path = little / file
    if kind == "huge":
        os.truncate(path, 2**30)
    else:
        path.rename(tmp_path / "elsewhere")
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "link":
        path.symlink_to(tmp_path / "elsewhere")
    elif kind == "empty":
        path.write_text("")
    found = verify("tables", little)
    assert found.code == (2 if file == "study.json" else 1)
    assert {problem["file"] for problem in found.report["problems"]} == {file}
    assert found.report["level"] == ("derived" if file in TABLES else None)


@pytest.mark.parametrize(
    ("row", "column", "text"),
    [(2, "exploitability", "nan"), (2, "nash_conv", "inf"), (2, "exploitability", "0.50"), (2, "iteration", "11")],
)
def test_trajectories_that_are_none(little: Path, verify, row: int, column: str, text: str) -> None:
    edit_cell(little / "one/es-seed2/trajectory.csv", row, column, lambda _: text)
    found = verify("tables", little)
    assert (found.code, found.report["level"]) == (1, None)
    assert found.has("one/es-seed2/trajectory.csv", row, column)


def test_another_number_in_a_trajectory(little: Path, verify) -> None:
    """Of two runs the mean changes too, and with it the rank; nothing else does."""
    edit_cell(little / "one/es-seed2/trajectory.csv", 3, "exploitability", lambda _: "0.05")
    found = verify("tables", little)
    assert found.failed == set(CHECKS.values())
    places = {(p["file"], p["row"], p["column"]) for p in found.report["problems"]}
    assert {("runs.csv", 9, "exploitability")} == {place for place in places if place[0] == "runs.csv"}
    of_methods = {("methods.csv", 6, column) for column in ("exploitability", "low", "high")}
    assert of_methods == {place for place in places if place[0] == "methods.csv"}


@pytest.mark.parametrize(
    "content",
    [[], {"unit": "chips"}, {"unit": 1, "infosets": [6, 6]}, {"unit": "antes, all", "infosets": 2}],
)
def test_games_that_are_not_compiled(little: Path, verify, content: object) -> None:
    write_json(little / "one/game.json", content)
    found = verify("tables", little)
    assert (found.code, found.failed) == (1, {"unit of the game"})


def test_another_unit(little: Path, verify) -> None:
    edit_json(little / "two/game.json", "unit", "dimes")
    found = verify("tables", little)
    assert {(p["column"], p["expected"], p["found"]) for p in found.report["problems"]} == {("unit", "dimes", "chips")}


@pytest.mark.parametrize(
    ("changes", "column"),
    [
        ({"answer": "current"}, "variants[2].method"),
        ({"rule": "outcome_sampling"}, "variants[2].method"),
        ({"parameters": {"seed": 2, "explore": 0.5}}, "variants[2].method"),
        ({"parameters": {"seed": 2}}, "variants[2].method"),
        ({"parameters": {"seed": 1, "explore": 0.6}}, "variants[2].method"),
        ({"parameters": {"explore": 0.6}}, "variants[2].method"),
        ({"sweep": None}, "variants[2].method"),
        ({"method": "other"}, "variants[2].method"),
        ({"method": "e"}, "variants[2].method"),
        ({"method": ""}, "variants[2].method"),
        ({"method": None}, "variants[2].method"),
        ({"folder": "es-seed20"}, "variants[2].method"),
        ({"folder": "-seed1es", "parameters": {"seed": 1, "explore": 0.6}}, "variants[2].folder"),
        ({"folder": "e-seed1s", "parameters": {"seed": 1, "explore": 0.6}}, "variants[2].method"),
        ({"parameters": {"seed": 1, "explore": 0.6}, "folder": "es-seed1-seed1"}, "variants[2].parameters.seed"),
        *(({"sweep": name}, "variants[2].method") for name in ("e", "", "x", "es-seed2", "es-seed", "es-seed2-more")),
        ({"folder": "es-explore0.6-seed2"}, "variants[2].method"),
        ({"folder": "cfr", "method": "cfr", "sweep": None}, "variants"),
        ({"games": ["three"]}, "variants[2].games"),
    ],
)
def test_methods_that_are_none(little: Path, verify, changes: dict[str, Any], column: str) -> None:
    content = json.loads((little / "study.json").read_text())
    content["variants"][2].update(changes)
    write_json(little / "study.json", content)
    found = verify("tables", little)
    assert (found.code, found.report["level"]) == (2, None)
    assert found.has("study.json", None, column)


@pytest.mark.parametrize(
    ("change", "column"),
    [({"folder": "one"}, "games[1].folder"), ({"folder": "../x"}, "games[1].folder"), ({"other": 1}, "games[1]")],
)
def test_games_that_are_none(little: Path, verify, change: dict[str, Any], column: str) -> None:
    content = json.loads((little / "study.json").read_text())
    content["games"][1].update(change)
    write_json(little / "study.json", content)
    assert verify("tables", little).has("study.json", None, column)


@pytest.mark.parametrize(
    ("folder", "method", "seed"),
    [
        ("es-seed7-explore0.5", "es-explore0.5", 7),
        ("es-explore0.5-seed7", "es-explore0.5", 7),
        ("es-seed1.5", "es", 1.5),
        ("es-explore0.5-greedytrue", "es-explore0.5-greedytrue", 7),
    ],
)
def test_names_of_methods(little: Path, verify, folder: str, method: str, seed: float) -> None:
    """On another game a method may be another one, and its seed may stand before other parameters."""
    content = json.loads((little / "study.json").read_text())
    made = variant_entry("of_my_own", ["two"], seed=seed, explore=0.5, greedy=True)
    content["variants"].append({**made, "folder": folder, "method": method, "sweep": "es"})
    write_json(little / "study.json", content)
    found = verify("tables", little)
    assert [p["file"] for p in found.report["problems"]] == [f"two/{folder}/trajectory.csv"]


@pytest.mark.parametrize("runs", range(1, 13))
def test_interval_by_all_outcomes(runs: int) -> None:
    """Each draw is below the median or above it, as likely: all 2ⁿ cases are counted."""

    def share(k: int) -> float:
        cases = list(itertools.product((0, 1), repeat=runs))
        return sum(k <= sum(case) <= runs - k for case in cases) / len(cases)

    k, coverage = interval(runs)
    assert coverage == share(k)
    assert coverage >= 0.95 or k == 1
    assert share(k + 1) < 0.95


@pytest.mark.parametrize(
    ("runs", "k", "coverage"),
    [(1, 1, 0.0), (2, 1, 0.5), (5, 1, 0.9375), (6, 1, 0.96875), (8, 1, 0.9921875), (9, 2, 0.9609375)],
)
def test_interval_by_hand(runs: int, k: int, coverage: float) -> None:
    assert interval(runs) == (k, coverage)


def test_interval_of_many() -> None:
    """The 40th to the 61st of a hundred: 0.9648, as in printed tables."""
    k, coverage = interval(100)
    assert (k, round(coverage, 4)) == (40, 0.9648)
    assert interval(2000)[1] >= 0.95


@pytest.mark.parametrize(
    ("numbers", "found"), [((3.0, 1.0, 2.0), (2.0, 1.0, 3.0)), ((9, 2, 8, 3, 7, 4, 6, 5, 1), (5, 2, 8))]
)
def test_median_and_ends(numbers: tuple[float, ...], found: tuple[float, ...]) -> None:
    (of,) = methods_of([Published("g", "u", f"v{n}", "m", "average", [0.0], [x]) for n, x in enumerate(numbers)])
    assert (of.exploitability[0], of.low[0], of.high[0]) == found


def test_ranked_at() -> None:
    assert ranked_at([1, 2, 10, 50, 100]) == [10, 100]
    assert ranked_at([1, 1000, 10**7, 10**9]) == [1000, 10**7, 10**9]
    assert ranked_at([1]) == [1]


@pytest.mark.parametrize("error", [MemoryError, RecursionError])
def test_what_is_too_large_is_a_problem(little: Path, verify, monkeypatch: pytest.MonkeyPatch, error) -> None:
    def fail(*arguments: object) -> None:
        raise error

    monkeypatch.setattr("recheck.tables.methods_of", fail)
    found = verify("tables", little)
    assert (found.code, found.failed) == (1, {"resources"})


def test_faults_are_found_under_optimization_too(little: Path, tmp_path: Path) -> None:
    edit_cell(little / "methods.csv", 4, "coverage", lambda _: "0.95")
    report = tmp_path / "report.json"
    reports = []
    for flags in ([], ["-O"]):
        command = [sys.executable, *flags, "-S", "-m", "recheck", "tables", str(little), "--report", str(report)]
        environment = {"PYTHONPATH": str(Path(recheck.__file__).parents[1])}
        assert subprocess.run(command, env=environment, capture_output=True, check=False).returncode == 1
        assert (
            subprocess.run([*command, "--exit-zero"], env=environment, capture_output=True, check=False).returncode == 0
        )
        reports.append(json.loads(report.read_text()))
    assert reports[0]["problems"]
    assert {**reports[0], "python_optimize": 1} == reports[1]
