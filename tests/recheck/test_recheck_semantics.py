"""A study agrees with itself, and every kind of disagreement is told by code, file, row and column."""

from __future__ import annotations

import json
import math
import os
import random
import re
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from recheck_bundle import write_json
from recheck_spoil import BYTES, ROWS, edit_cell, flipped, moved, moved_exactly, other_digit

import recheck
from recheck import codes
from recheck.__main__ import main
from recheck.ledger import Ledger
from recheck.semantics import check_semantics
from recheck.semantics.tree import check_tree, due_files

Change = Callable[[Path], None]


@pytest.fixture(scope="session")
def copies(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, Path]:
    """Copies of bundles to be spoiled, by the bundles; whoever spoils one mends it."""
    return {}


def without(patch: pytest.MonkeyPatch, *names: str) -> None:
    """Figures, and next to them the page, take longer than all the rest; they have tests of their own."""
    for name in names:
        patch.setattr(f"recheck.semantics.check.check_{name}", lambda *_: None)


@pytest.fixture
def spoiled(
    request: pytest.FixtureRequest,
    copies: dict[Path, Path],
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
):
    """A copy of a bundle in which one thing is changed; all its problems but those of figures and, unless asked, of the page."""
    source: Path | None = None
    without(monkeypatch, "drawings")

    def copy(
        change: Change, of: str = "little", page: bool = False
    ) -> set[tuple[str | None, str | None, int | None, str | None]]:
        nonlocal source
        if not page:
            without(monkeypatch, "page")
        source = request.getfixturevalue("whole" if of == "little" else "motley")
        if source not in copies:
            copies[source] = Path(shutil.copytree(source, tmp_path_factory.mktemp("copy") / of))
        change(copies[source])
        ledger = check_semantics(copies[source])
        assert not ledger.passed
        assert all(problem.code in codes.MEANINGS for problem in ledger.problems)
        return {(p.code, p.file, p.row, p.column) for p in ledger.problems}

    yield copy
    if source is not None:
        mend(copies[source], source)


def mend(folder: Path, source: Path) -> None:
    """Let a spoiled copy be like its source again, without touching what was not spoiled."""
    states = [{path.relative_to(of): state(path) for path in of.rglob("*")} for of in (folder, source)]
    for name in sorted(states[0].keys() - states[1].keys(), reverse=True):
        path = folder / name
        path.rmdir() if states[0][name] is None else path.unlink()
    for name in sorted(states[1]):
        if name in states[0] and states[0][name] == states[1][name]:
            continue
        if name in states[0]:
            (folder / name).rmdir() if states[0][name] is None else (folder / name).unlink()
        if states[1][name] is None:
            (folder / name).mkdir()
        else:
            shutil.copy2(source / name, folder / name)


def state(path: Path) -> tuple[int, int, int] | None:
    """By what a file is known not to have been spoiled; None for a folder."""
    found = path.lstat()
    return None if path.is_dir() and not path.is_symlink() else (found.st_mode, found.st_size, found.st_mtime_ns)


def cell(file: str, row: int, column: str, change: Callable[[str], str] | str) -> Change:
    """One cell is another one."""

    def spoil(folder: Path) -> None:
        edit_cell(folder / file, row, column, change if callable(change) else lambda _: change)

    return spoil


def changes(*of: Change) -> Change:
    """Several changes, one after the other."""

    def spoil(folder: Path) -> None:
        for change in of:
            change(folder)

    return spoil


def key(file: str, *path: str | int, to: Any) -> Change:
    """One value of a JSON file is another one; of a function, what it gives."""

    def spoil(folder: Path) -> None:
        content = json.loads((folder / file).read_text())
        *way, last = path
        inner = content
        for step in way:
            inner = inner[step]
        new = to(inner[last]) if callable(to) else to
        assert new != inner[last] or type(new) is not type(inner[last])
        inner[last] = new
        (folder / file).write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n")

    return spoil


def text(file: str, old: str, new: str) -> Change:
    """The first place of a text is another one."""

    def spoil(folder: Path) -> None:
        before = (folder / file).read_text()
        assert old in before
        (folder / file).write_text(before.replace(old, new, 1))

    return spoil


def one_bit(number: str) -> str:
    """The next double."""
    return repr(math.nextafter(float(number), 2.0))


def test_whole_bundles_pass(whole: Path, motley: Path) -> None:
    for folder in (whole, motley):
        ledger = check_semantics(folder)
        assert (ledger.problems, ledger.passed, ledger.level) == ([], True, "consistent")
        assert all(check.reason for check in ledger.checks)
        due = due_files(json.loads((folder / "study.json").read_text()))
        assert due.must == set(ledger.files)


def test_untouched_little_study_has_every_kind_of_file(whole: Path, motley: Path) -> None:
    """The faults below are planted in every kind of file that docs/bundle-format.md has."""
    found = {path.relative_to(whole).as_posix() for path in whole.rglob("*") if path.is_file()}
    assert {f"kuhn/cfr/{name}.csv" for name in ("plans", "distance", "frequencies")} < found
    found = {path.relative_to(motley).as_posix() for path in motley.rglob("*") if path.is_file()}
    assert {"own/ddcfr/ddcfr-kuhn.csv", "dice2/mine/mine.py", "own/game.efg", "tree/myerson-poker.efg"} < found
    assert {"figures/dice2/sweep-mmd.svg", "figures/own/cfr/value.png"} < found


RUN, EQ = "kuhn/cfr", "kuhn/equilibria"
TRAJECTORY, FREQUENCIES, STRATEGY = (f"{RUN}/{name}.csv" for name in ("trajectory", "frequencies", "strategy"))
LAST = f"{RUN}/checkpoints/200.csv"
REPORT, VALUE_REPORT = f"verification/{RUN}/python.json", "verification/kuhn/value/python.json"
CLAIMS_REPORT = "verification/claims/python.json"
VERDICT = "verdict/verification.json"

CELLS: list[tuple[str, str, int, str, Callable[[str], str] | str]] = [
    (codes.SUM_WRONG, TRAJECTORY, 6, "nash_conv", other_digit),
    (codes.SUM_WRONG, TRAJECTORY, 6, "current_nash_conv", other_digit),
    (codes.SUM_WRONG, TRAJECTORY, 6, "exploitability", other_digit),
    (codes.CELL_RANGE, TRAJECTORY, 3, "gain_0", flipped),
    (codes.CELL_RANGE, TRAJECTORY, 3, "current_gain_1", "-1.0"),
    (codes.CELL_RANGE, TRAJECTORY, 3, "nash_conv", flipped),
    (codes.CELL_FORM, TRAJECTORY, 4, "value", "+0.5"),
    (codes.CELL_FORM, TRAJECTORY, 4, "value", "0.10"),
    (codes.CELL_FORM, TRAJECTORY, 4, "value", "nan"),
    (codes.CELL_FORM, TRAJECTORY, 4, "value", "1e999"),
    (codes.CELL_FORM, TRAJECTORY, 4, "current_value", ""),
    (codes.TABLE_ROWS, TRAJECTORY, 3, "iteration", "6"),
    (codes.FILES_DISAGREE, TRAJECTORY, 8, "value", moved(1e-8)),
    (codes.FILES_DISAGREE, TRAJECTORY, 8, "gain_1", moved(1e-8)),
    (codes.FILES_DISAGREE, TRAJECTORY, 8, "nash_conv", moved(1e-8)),
    *((codes.FILES_DISAGREE, TRAJECTORY, 4, name, one_bit) for name in ("value", "gain_0", "gain_1")),
    *((codes.FILES_DISAGREE, TRAJECTORY, 3, f"current_{name}", one_bit) for name in ("value", "gain_0", "gain_1")),
    *((codes.SUM_WRONG, TRAJECTORY, 4, name, one_bit) for name in ("nash_conv", "current_exploitability")),
    (codes.TABLE_ROWS, FREQUENCIES, 5, "iteration", "21"),
    (codes.CELL_RANGE, FREQUENCIES, 5, "0:1pb:bet", "1.5"),
    (codes.CELL_RANGE, FREQUENCIES, 5, "0:1pb:pass", "-0.5"),
    (codes.SUM_WRONG, FREQUENCIES, 5, "0:1pb:bet", other_digit),
    (codes.FILES_DISAGREE, FREQUENCIES, 3, "1:2p:bet", one_bit),
    (codes.CELL_FORM, FREQUENCIES, 2, "1:0b:pass", "0.50"),
    (codes.TABLE_ROWS, STRATEGY, 4, "action", "raise"),
    (codes.SUM_WRONG, STRATEGY, 22, "probability", other_digit),
    (codes.CELL_RANGE, STRATEGY, 21, "probability", flipped),
    (codes.FILES_DISAGREE, STRATEGY, 22, "probability", one_bit),
    (codes.TABLE_ROWS, f"{RUN}/plans.csv", 7, "plan", "7"),
    (codes.TABLE_ROWS, f"{RUN}/plans.csv", 9, "actions", lambda plan: plan.replace("pass", "bet", 1)),
    (codes.CELL_FORM, f"{RUN}/plans.csv", 9, "best", "2"),
    (codes.CELL_FORM, f"{RUN}/plans.csv", 9, "value", "-0.20"),
    (codes.FILES_DISAGREE, f"{RUN}/plans.csv", 9, "best", lambda mark: str(1 - int(mark))),
    (codes.FILES_DISAGREE, f"{RUN}/plans.csv", 9, "value", "3.0"),
    (codes.FILES_DISAGREE, f"{RUN}/plans.csv", 12, "value", moved(-1e-12)),
    (codes.CELL_RANGE, f"{RUN}/distance.csv", 3, "alpha", "0.5"),
    (codes.CELL_RANGE, f"{RUN}/distance.csv", 3, "distance", flipped),
    (codes.FILES_DISAGREE, f"{RUN}/distance.csv", 3, "alpha", moved(1e-12)),
    (codes.FILES_DISAGREE, f"{RUN}/distance.csv", 3, "distance", moved(1e-12)),
    (codes.TABLE_ROWS, f"{RUN}/distance.csv", 3, "iteration", "3"),
    (codes.TABLE_ROWS, LAST, 3, "iteration", "100"),
    (codes.TABLE_ROWS, LAST, 3, "infoset", "9"),
    (codes.CELL_RANGE, LAST, 3, "strategy_sum", flipped),
    (codes.CELL_FORM, LAST, 3, "cumulative_regret", "inf"),
    (codes.CELL_FORM, LAST, 3, "instantaneous_regret", "x"),
    (codes.TABLE_ROWS, "kuhn/infosets.csv", 3, "player", "1"),
    (codes.CELL_RANGE, "kuhn/infosets.csv", 5, "parent", "13"),
    (codes.CELL_RANGE, "kuhn/infosets.csv", 5, "parent", "12"),
    (codes.CELL_FORM, "kuhn/infosets.csv", 5, "parent", "03"),
    (codes.CELL_FORM, "kuhn/infosets.csv", 5, "infoset", "1pb%2c"),
    (codes.CELL_FORM, "kuhn/infosets.csv", 5, "actions", "pass|"),
    (codes.CELL_FORM, "kuhn/infosets.csv", 5, "actions", "bet|bet"),
    (codes.TABLE_ROWS, "kuhn/infosets.csv", 5, "infoset", "0"),
    (codes.TABLE_ROWS, "kuhn/infosets.csv", 8, "infoset", "0b"),
    (codes.CELL_RANGE, "kuhn/outcomes.csv", 5, "sequence_0", "13"),
    (codes.CELL_RANGE, "kuhn/outcomes.csv", 5, "sequence_1", "9"),
    (codes.TABLE_ROWS, "kuhn/outcomes.csv", 5, "sequence_0", "1"),
    (codes.CELL_FORM, "kuhn/outcomes.csv", 5, "payoff_0", "1.0"),
    (codes.CELL_FORM, "kuhn/outcomes.csv", 5, "payoff_0", "-0"),
    (codes.SUM_WRONG, "kuhn/outcomes.csv", 5, "payoff_1", "7"),
    (codes.CELL_RANGE, "kuhn/value/strategy.csv", 3, "probability", "3/2"),
    (codes.CELL_FORM, "kuhn/value/strategy.csv", 2, "probability", "2/6"),
    (codes.CELL_FORM, "kuhn/value/strategy.csv", 2, "probability", "0.5"),
    (codes.SUM_WRONG, "kuhn/value/strategy.csv", 2, "probability", moved_exactly),
    (codes.SUM_WRONG, f"{EQ}/family.csv", 4, "constant", moved_exactly),
    (codes.SUM_WRONG, f"{EQ}/family.csv", 4, "slope", moved_exactly),
    (codes.CELL_FORM, f"{EQ}/family.csv", 4, "slope", "1/0"),
    (codes.TABLE_ROWS, f"{EQ}/members.csv", 2, "alpha", "1/7"),
    (codes.CELL_RANGE, f"{EQ}/members.csv", 2, "gain_0", "-1"),
    (codes.SUM_WRONG, f"{EQ}/members.csv", 2, "nash_conv", "1"),
    (codes.FILES_DISAGREE, f"{EQ}/members.csv", 2, "value", "-1/17"),
    (codes.TABLE_ROWS, f"{EQ}/deviations.csv", 20, "action", "pass"),
    (codes.FILES_DISAGREE, f"{EQ}/deviations.csv", 20, "probability", moved_exactly),
    (codes.FILES_DISAGREE, f"{EQ}/deviations.csv", 28, "own_reach", moved_exactly),
    (codes.CELL_FORM, f"{EQ}/deviations.csv", 2, "slope_down", "1"),
    (codes.CELL_FORM, f"{EQ}/deviations.csv", 2, "slope_up", ""),
    (codes.FILES_DISAGREE, f"{EQ}/deviations.csv", 2, "strict", "0"),
    (codes.CELL_FORM, f"{EQ}/deviations.csv", 2, "strict", "yes"),
    (codes.TABLE_ROWS, f"{EQ}/bounds.csv", 3, "certificate", "3"),
    (codes.CELL_RANGE, f"{EQ}/bounds.csv", 4, "weight", "-18"),
    (codes.CELL_FORM, f"{EQ}/bounds.csv", 4, "constant", "2/2"),
    (codes.CELL_FORM, f"{EQ}/bounds.csv", 4, "sense", "above"),
    (codes.TABLE_ROWS, f"{EQ}/bounds.csv", 4, "sense", "upper"),
    (codes.TABLE_ROWS, f"{EQ}/bounds.csv", 4, "pivot_action", "call"),
    (codes.FILES_DISAGREE, f"{EQ}/bounds.csv", 30, "slope", "1"),
    (codes.FILES_DISAGREE, f"{EQ}/bounds.csv", 7, "constant", moved_exactly),
    (codes.FILES_DISAGREE, f"{EQ}/bounds.csv", 1, "slope", moved_exactly),
    (codes.TABLE_ROWS, f"{EQ}/certificates.csv", 9, "infoset", "0"),
    (codes.SUM_WRONG, f"{EQ}/certificates.csv", 4, "probability", moved_exactly),
    (codes.CELL_RANGE, f"{EQ}/certificates.csv", 4, "probability", "2"),
    (codes.TABLE_ROWS, f"{EQ}/pure_profiles.csv", 77, "plan_1", "13"),
    (codes.SUM_WRONG, f"{EQ}/pure_profiles.csv", 77, "nash_conv", moved_exactly),
    (codes.CELL_RANGE, f"{EQ}/pure_profiles.csv", 77, "gain_1", "-1/6"),
    (codes.FILES_DISAGREE, "runs.csv", 5, "exploitability", other_digit),
    (codes.FILES_DISAGREE, "methods.csv", 5, "low", other_digit),
    (codes.FILES_DISAGREE, "methods.csv", 5, "coverage", "0.5"),
    (codes.FILES_DISAGREE, "ranking.csv", 2, "rank_200", "1"),
    (codes.TABLE_ROWS, "ranking.csv", 2, "method", "cfr_plus"),
    (codes.FILES_DISAGREE, "claims.csv", 1, "verdict", "not reproduced"),
    (codes.FILES_DISAGREE, "claims.csv", 1, "verdict", "true"),
    (codes.FILES_DISAGREE, "claims.csv", 1, "unrounded", "-2/36"),
    (codes.FILES_DISAGREE, "claims.csv", 3, "regenerated", "0.0172"),
    (codes.FILES_DISAGREE, "claims.csv", 3, "file", "kuhn/cfr/frequencies.csv"),
    (codes.CELL_FORM, "claims.csv", 3, "times", "1/2"),
    (codes.CELL_FORM, "claims.csv", 2, "what", ""),
    (codes.CELL_FORM, "claims.csv", 2, "source", "a book"),
    (codes.TABLE_ROWS, "claims.csv", 2, "claim", "one"),
    (codes.TABLE_ROWS, "claims.csv", 2, "list", "book"),
]
"""Each with the code, the place and what is put there."""


@pytest.mark.parametrize(("code", "file", "row", "column", "change"), CELLS)
def test_one_cell(spoiled, code: str, file: str, row: int, column: str, change: Callable[[str], str] | str) -> None:
    found = spoiled(cell(file, row, column, change))
    if file == f"{EQ}/bounds.csv" and code == codes.TABLE_ROWS and column == "pivot_action":
        column = "pivot_infoset"
    named = {(c, f, r) for c, f, r, of in found if of is None or column in of.split(", ")}
    assert (code, file, row) in named


PAGE: list[tuple[str, Change, str]] = [
    ("not whole", text("report.html", "</html>", ""), codes.FORMAT),
    ("script", text("report.html", "</body>", "<script></script></body>"), codes.FORMAT),
    ("image", text("report.html", 'src="figures/', 'src="https://example.org/figures/'), codes.FORMAT),
    ("number without a source", text("report.html", "</h1>", "</h1><p>0.05 in all</p>"), codes.FORMAT),
    ("number", text("report.html", ">-1/18<", ">-1/17<"), codes.FILES_DISAGREE),
    ("digits", text("report.html", ">0.0173<", ">0.01730<"), codes.FILES_DISAGREE),
    (
        "source",
        text("report.html", "iteration=200 exploitability", "iteration=100 exploitability"),
        codes.FILES_DISAGREE,
    ),
    ("what is due", text("report.html", "<h2>Claims</h2>", ""), codes.FILES_DISAGREE),
    ("title", text("report.html", "<h1>A little study", "<h1>A large study"), codes.FILES_DISAGREE),
]
"""What is changed on the page, and the code of what it leads to."""

CROSSED: list[tuple[str, Change, tuple[str, str, int | None, str | None]]] = [
    ("gain_0 and value", cell(TRAJECTORY, 5, "value", "-5.0"), (codes.FILES_DISAGREE, TRAJECTORY, 5, "gain_0")),
    ("gain_1 and value", cell(TRAJECTORY, 5, "value", "5.0"), (codes.FILES_DISAGREE, TRAJECTORY, 5, "gain_1")),
    (
        "last gain and plans",
        cell(TRAJECTORY, 8, "gain_0", moved(1e-8)),
        (codes.FILES_DISAGREE, f"{RUN}/plans.csv", 9, "value"),
    ),
    (
        "checkpoint and frequencies",
        cell(f"{RUN}/checkpoints/5.csv", 4, "strategy_sum", moved(1e-9)),
        (codes.FILES_DISAGREE, FREQUENCIES, 3, "0:1:bet"),
    ),
    (
        "regrets and the current strategy",
        cell(f"{RUN}/checkpoints/50.csv", 16, "cumulative_regret", moved(1e-9)),
        (codes.FILES_DISAGREE, TRAJECTORY, 6, "current_value"),
    ),
    (
        "frequencies and trajectory",
        changes(cell(FREQUENCIES, 5, "0:0:bet", moved(1e-9)), cell(FREQUENCIES, 5, "0:0:pass", moved(-1e-9))),
        (codes.FILES_DISAGREE, TRAJECTORY, 5, "gain_1"),
    ),
    (
        "payoffs and trajectory",
        changes(cell("kuhn/outcomes.csv", 7, "payoff_0", "3"), cell("kuhn/outcomes.csv", 7, "payoff_1", "-3")),
        (codes.FILES_DISAGREE, TRAJECTORY, 1, "value"),
    ),
    (
        "payoffs that no float can be",
        changes(
            cell("kuhn/outcomes.csv", 7, "payoff_0", "1" + 400 * "0"),
            cell("kuhn/outcomes.csv", 7, "payoff_1", "-1" + 400 * "0"),
        ),
        (codes.FILES_DISAGREE, TRAJECTORY, 1, None),
    ),
    (
        "end of a family",
        key(f"{EQ}/summary.json", "upper", to="1/4"),
        (codes.FILES_DISAGREE, f"{EQ}/summary.json", None, "upper"),
    ),
    (
        "last checkpoint and strategy",
        cell(LAST, 4, "strategy_sum", moved(1e-9)),
        (codes.FILES_DISAGREE, STRATEGY, 4, "probability"),
    ),
    (
        "frequencies and strategy",
        cell(FREQUENCIES, 8, "0:1:bet", moved(1e-9)),
        (codes.FILES_DISAGREE, STRATEGY, 4, "probability"),
    ),
    (
        "denominator",
        key("kuhn/game.json", "denominator", to=7),
        (codes.REPORT_UNTRUE, REPORT, None, "files.kuhn/game.json"),
    ),
    (
        "nothing to divide by",
        text("kuhn/game.json", '"denominator": 6', '"denominator": 0'),
        (codes.CELL_RANGE, "kuhn/game.json", None, "denominator"),
    ),
    ("terminals", key("kuhn/game.json", "terminals", to=29), (codes.TABLE_ROWS, "kuhn/outcomes.csv", None, None)),
    ("histories", key("kuhn/game.json", "histories", to=29), (codes.CELL_RANGE, "kuhn/game.json", None, "histories")),
    ("unit", key("kuhn/game.json", "unit", to="dimes"), (codes.FILES_DISAGREE, "kuhn/game.json", None, "unit")),
    (
        "parameters",
        key("kuhn/game.json", "parameters", "ranks", to=4),
        (codes.FILES_DISAGREE, "kuhn/game.json", None, "parameters.ranks"),
    ),
    (
        "infosets",
        key("kuhn/game.json", "infosets", 1, to=7),
        (codes.FILES_DISAGREE, "kuhn/infosets.csv", None, "player"),
    ),
    (
        "sequences",
        key("kuhn/game.json", "sequences", 1, to=13),
        (codes.FILES_DISAGREE, "kuhn/infosets.csv", None, "actions"),
    ),
    ("players", key("kuhn/game.json", "players", to=3), (codes.FILES_DISAGREE, "kuhn/game.json", None, "infosets")),
    (
        "alike",
        key("kuhn/game.json", "alike", to=[{"infosets": [0, 1], "histories": [1, 1]}]),
        (codes.FILES_DISAGREE, "kuhn/game.json", None, "alike"),
    ),
    ("type", key("kuhn/game.json", "zero_sum", to=1), (codes.JSON_KEYS, "kuhn/game.json", None, "zero_sum")),
    ("key", text("kuhn/game.json", '"unit"', '"units"'), (codes.JSON_KEYS, "kuhn/game.json", None, None)),
    (
        "value's bound",
        key("kuhn/value/value.json", "lower", to="-1/17"),
        (codes.FILES_DISAGREE, "kuhn/value/value.json", None, "lower"),
    ),
    (
        "value's method",
        key("kuhn/value/value.json", "method", to="linear program"),
        (codes.FILES_DISAGREE, "kuhn/value/value.json", None, "method"),
    ),
    (
        "value's form",
        key("kuhn/value/value.json", "value", to="-2/36"),
        (codes.CELL_FORM, "kuhn/value/value.json", None, "value"),
    ),
    (
        "value's type",
        key("kuhn/value/value.json", "value", to=0.5),
        (codes.JSON_KEYS, "kuhn/value/value.json", None, "value"),
    ),
    *(
        (f"summary {name}", key(f"{EQ}/summary.json", name, to=new), (code, f"{EQ}/summary.json", None, column or name))
        for name, new, code, column in (
            ("family", "mine", codes.FILES_DISAGREE, None),
            ("members_in_equilibrium", 2, codes.FILES_DISAGREE, None),
            ("members", 1, codes.CELL_RANGE, None),
            ("deviations", 35, codes.FILES_DISAGREE, None),
            ("strict_deviations", 36, codes.FILES_DISAGREE, None),
            ("exceptions", [], codes.FILES_DISAGREE, None),
            ("exceptions", [{"alpha": "1/3", "player": 0}], codes.JSON_KEYS, "exceptions[0]"),
            ("unique", [True], codes.FILES_DISAGREE, None),
            ("unique", [True, 1], codes.JSON_KEYS, "unique[1]"),
            ("pure_profiles", 4095, codes.FILES_DISAGREE, None),
            ("pure_equilibria", 1, codes.FILES_DISAGREE, None),
            ("smallest_pure_nash_conv", "1/2", codes.FILES_DISAGREE, None),
            ("upper", "2/6", codes.CELL_FORM, None),
            ("upper", "0", codes.CELL_RANGE, None),
        )
    ),
    *(
        (f"report {'.'.join(map(str, path))}", key(REPORT, *path, to=new), (code, REPORT, None, column))
        for path, new, code, column in (
            (("subject",), "kuhn/cfr_alternating", codes.REPORT_UNTRUE, "subject"),
            (("python_optimize",), 1, codes.REPORT_UNTRUE, "python_optimize"),
            (("level",), "certified", codes.REPORT_UNTRUE, "level"),
            (("level",), None, codes.JSON_KEYS, "level"),
            (("passed",), False, codes.REPORT_UNTRUE, "passed"),
            (("problems",), [{}], codes.REPORT_UNTRUE, "problems"),
            (("checks", 4, "passed"), False, codes.REPORT_UNTRUE, "checks[4].passed"),
            (("checks", 4, "numbers"), -1, codes.REPORT_UNTRUE, "checks[4].numbers"),
            (("checks", 4, "largest_difference"), 1.0, codes.REPORT_UNTRUE, "checks[4].largest_difference"),
            (("checks", 4, "tolerance"), 1, codes.JSON_KEYS, "checks[4].tolerance"),
            (("checks",), [], codes.REPORT_UNTRUE, "checks"),
            (("files", TRAJECTORY), "0" * 64, codes.REPORT_UNTRUE, f"files.{TRAJECTORY}"),
            (("files",), {}, codes.REPORT_UNTRUE, "files"),
            (("certificate",), None, codes.JSON_KEYS, "certificate"),
            (("certificate", "value", "fraction"), "2/4", codes.CELL_FORM, "certificate.value"),
            (("certificate", "value", "decimal"), "0.5", codes.REPORT_UNTRUE, "certificate.value.decimal"),
            (
                ("certificate", "nash_conv"),
                {"fraction": "1/2", "decimal": "0.5"},
                codes.SUM_WRONG,
                "certificate.nash_conv",
            ),
        )
    ),
    (
        "certificate and last row",
        key(REPORT, "certificate", "value", to={"fraction": "1/2", "decimal": "0.5"}),
        (codes.FILES_DISAGREE, TRAJECTORY, 8, "value"),
    ),
    (
        "certificate of a value",
        key(VALUE_REPORT, "certificate", to={"value": 1}),
        (codes.REPORT_UNTRUE, VALUE_REPORT, None, "certificate"),
    ),
    (
        "the other interpreter",
        key(f"verification/{RUN}/python-O.json", "checks", 4, "numbers", to=7),
        (codes.REPORT_UNTRUE, f"verification/{RUN}/python-O.json", None, "checks"),
    ),
    *(
        (f"verdict {path[0]}", key(VERDICT, *path, to=new), (codes.REPORT_UNTRUE, VERDICT, None, column))
        for path, new, column in (
            (("report",), "claims", "report"),
            (("passed",), False, "passed"),
            (("levels", "kuhn/cfr"), "proven", "levels"),
            (("reports",), {}, "reports"),
            (("reports", REPORT), "0" * 64, f"reports.{REPORT}"),
            (("summary",), "all is well", "summary"),
            (("summary",), lambda said: re.sub(r"^\d", "9", said), "summary"),
            (("summary",), lambda said: said.replace("cfr repeated", "cfr proven"), "summary"),
        )
    ),
    *(
        (f"claims {path[0]}", key("verdict/claims.json", *path, to=new), (codes.REPORT_UNTRUE, *place))
        for path, new, place in (
            (("summary",), "all 4 claims were reproduced", ("verdict/claims.json", None, "summary")),
            (("summary",), "no claims are made", ("verdict/claims.json", None, "summary")),
            (("summary",), "all  claims were reproduced", ("verdict/claims.json", None, "summary")),
            (("levels",), {}, ("verdict/claims.json", None, "levels")),
            (("levels",), {"claims": "proven"}, ("verdict/claims.json", None, "levels")),
            (("reports", CLAIMS_REPORT), "0" * 64, ("verdict/claims.json", None, f"reports.{CLAIMS_REPORT}")),
            (("reports",), lambda reports: dict(list(reports.items())[:1]), ("verdict/claims.json", None, "reports")),
            (("reports", "claims.csv"), "0" * 64, ("verdict/claims.json", None, "reports.claims.csv")),
        )
    ),
    *(
        (
            f"claims report {path[0]}",
            key(CLAIMS_REPORT, *path, to=new),
            (codes.REPORT_UNTRUE, CLAIMS_REPORT, None, column),
        )
        for path, new, column in (
            (("subject",), "tables", "subject"),
            (("level",), "proven", "level"),
            (("passed",), False, "passed"),
            (("checks", 2, "passed"), False, "checks[2].passed"),
            (("checks",), [], "checks"),
            (("certificate",), {}, "certificate"),
            (("files", "claims.csv"), "0" * 64, "files.claims.csv"),
            (("files",), lambda files: {**files, "runs.csv": "0" * 64}, "files"),
            (("files",), lambda files: dict(list(files.items())[1:]), "files"),
        )
    ),
    (
        "claims under the other interpreter",
        key("verification/claims/python-O.json", "checks", 2, "numbers", to=7),
        (codes.REPORT_UNTRUE, "verification/claims/python-O.json", None, "checks"),
    ),
    (
        "the verification does not rest on the claims",
        key(VERDICT, "levels", to=lambda levels: {**levels, "claims": "derived"}),
        (codes.REPORT_UNTRUE, VERDICT, None, "levels"),
    ),
    ("claims", cell("claims.csv", 1, "printed", "-1/17"), (codes.FILES_DISAGREE, "claims.csv", 1, "verdict")),
    (
        "a claim that is not reproduced, and says so",
        text("claims.csv", "0.0173,0.0173,", "0.0174,0.0173,"),
        (codes.FILES_DISAGREE, "claims.csv", 3, "verdict"),
    ),
    ("no claims named", key("study.json", "claims", to=[]), (codes.TABLE_ROWS, "claims.csv", 1, "list")),
    (
        "claims without a list",
        key("study.json", "claims", to=["paper", "book"]),
        (codes.TABLE_ROWS, "claims.csv", None, "list"),
    ),
    ("claims' header", text("claims.csv", "printed", "print"), (codes.TABLE_SCHEMA, "claims.csv", 0, None)),
    ("name", key("study.json", "name", to="large"), (codes.STUDY_WRONG, "study.json", None, "name")),
    ("snapshots", key("study.json", "snapshots", to=[200]), (codes.TABLE_ROWS, TRAJECTORY, 1, "iteration")),
    ("iterations", key("study.json", "iterations", to=100), (codes.STUDY_WRONG, "study.json", None, "snapshots")),
    (
        "order of keys",
        text(
            "study.json",
            '"name": "little",\n  "title": "A little study"',
            '"title": "A little study",\n  "name": "little"',
        ),
        (codes.JSON_KEYS, "study.json", None, None),
    ),
    (
        "parameters of a variant",
        key("study.json", "variants", 0, "parameters", to={"gamma": 2}),
        (codes.STUDY_WRONG, "study.json", None, "parameters"),
    ),
    (
        "asked level",
        key("study.json", "repeat", to=100),
        (codes.REPORT_UNTRUE, REPORT, None, "level"),
    ),
    ("JSON's form", text("kuhn/game.json", "  ", " "), (codes.JSON_FORM, "kuhn/game.json", None, None)),
    ("no JSON", text(REPORT, "{", "("), (codes.JSON_FORM, REPORT, None, None)),
]
"""What is changed, and the problem that it must be among others."""


@pytest.mark.parametrize(("change", "problem"), [case[1:] for case in CROSSED], ids=[case[0] for case in CROSSED])
def test_files_that_disagree(spoiled, change: Change, problem: tuple[str, str, int | None, str | None]) -> None:
    assert problem in spoiled(change, page=problem[1] == "report.html")


@pytest.mark.parametrize(("change", "code"), [case[1:] for case in PAGE], ids=[case[0] for case in PAGE])
def test_pages_that_show_something_else(spoiled, change: Change, code: str) -> None:
    """Of the page alone there are problems, each in a line."""
    found = spoiled(change, page=True)
    assert code in {of for of, _, _, _ in found}
    assert {(file, row is None) for _, file, row, _ in found} == {("report.html", False)}


@pytest.mark.parametrize("file", [LAST, "kuhn/outcomes.csv", f"{EQ}/bounds.csv", "methods.csv"])
@pytest.mark.parametrize("way", [*ROWS, *BYTES])
def test_tables_without_their_form(spoiled, file: str, way: str) -> None:
    change = {**ROWS, **BYTES}[way]
    found = spoiled(lambda folder: (folder / file).write_bytes(change((folder / file).read_bytes())))
    of_form = {codes.FILE_FORM, codes.TABLE_SCHEMA, codes.TABLE_ROWS, codes.CELL_FORM}
    if file == "kuhn/outcomes.csv" and way == "dropped row":
        # Nothing but the rules, and the hashes in the reports, say how many outcomes there are.
        of_form = {codes.REPORT_UNTRUE}
        file = REPORT
    assert of_form & {code for code, of, _, _ in found if of == file}


def moved_point(folder: Path) -> None:
    """The second point of a line is elsewhere."""
    path = folder / "figures/kuhn/exploitability.svg"
    text = path.read_text()
    start = text.index("L ", text.index('id="line:methods.csv:kuhn:cfr"'))
    path.write_text(text[: start + 2] + "1" + text[start + 2 :])


@pytest.mark.parametrize(
    ("change", "code", "file"),
    [
        (text("figures/games.svg", "</svg>", ""), codes.FORMAT, "figures/games.svg"),
        (text("figures/games.svg", "</svg>", "<script/></svg>"), codes.FORMAT, "figures/games.svg"),
        (lambda folder: (folder / "figures/games.png").write_bytes(b""), codes.FORMAT, "figures/games.png"),
        (moved_point, codes.FILES_DISAGREE, "figures/kuhn/exploitability.svg"),
    ],
)
def test_figures_that_show_something_else(whole: Path, tmp_path: Path, change: Change, code: str, file: str) -> None:
    folder = Path(shutil.copytree(whole, tmp_path / "little"))
    change(folder)
    assert {(problem.code, problem.file) for problem in check_semantics(folder).problems} == {(code, file)}


def packed_float(cell: str) -> bytes:
    return struct.pack("<d", float(cell))


@pytest.mark.parametrize("table", ["runs", f"{RUN}/trajectory"])
@pytest.mark.parametrize("way", ["empty", "truncated", "no footer", "another table", "one bit"])
def test_parquet_files_are_their_tables(spoiled, table: str, way: str) -> None:
    def spoil(folder: Path) -> None:
        path = folder / f"{table}.parquet"
        data = path.read_bytes()
        other = (folder / "kuhn/cfr_alternating/trajectory.parquet").read_bytes()
        # Of a number that stands there once: of the least and the greatest there are copies that nobody reads.
        cells = [line.split(",")[-1] for line in (folder / f"{table}.csv").read_text().splitlines()[1:]]
        place = next(data.index(packed) for packed in map(packed_float, cells) if data.count(packed) == 1)
        bit = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
        new = {"empty": b"", "truncated": data[:-20], "no footer": data[:40], "another table": other, "one bit": bit}
        path.write_bytes(new[way])

    found = spoiled(spoil)
    assert (codes.PARQUET_DIFFERS, f"{table}.parquet") in {(code, file) for code, file, _, _ in found}


def test_one_cell_of_a_parquet_file(spoiled) -> None:
    """What differs is told by row and column."""
    found = spoiled(cell("kuhn/cfr/trajectory.csv", 7, "current_value", moved(1e-12)))
    assert (codes.PARQUET_DIFFERS, f"{RUN}/trajectory.parquet", 7, "current_value") in found


def test_every_file_has_to_be_there(whole: Path) -> None:
    """Every one of them is missed, and nothing else."""
    study = json.loads((whole / "study.json").read_text())
    due = due_files(study)
    ledger = Ledger("tree")
    assert check_tree(ledger, whole, study) == due.must
    assert ledger.problems == []
    assert len(due.must) > 60
    for name, less in (("verification", "kuhn/cfr/plans.csv"), ("figures", "runs.parquet")):
        found = {file for file in due.must if file.split("/")[0] == name or file == less}
        copied = whole.parent / f"without-{name}"
        shutil.copytree(whole, copied)
        for file in found:
            (copied / file).unlink()
        ledger = Ledger("tree")
        assert check_tree(ledger, copied, study) == due.must - found
        assert {(p.code, p.file) for p in ledger.problems} == {(codes.FILE_MISSING, file) for file in found}


@pytest.mark.parametrize(
    "file", [TRAJECTORY, STRATEGY, LAST, "kuhn/game.json", "runs.csv", REPORT, "verdict/claims.json"]
)
def test_a_file_that_is_not_there_is_told_once(spoiled, file: str) -> None:
    found = spoiled(lambda folder: (folder / file).unlink())
    assert {(code, of) for code, of, _, _ in found if of == file} == {(codes.FILE_MISSING, file)}


def test_what_is_taken_from_files_that_are_not_all_there(spoiled) -> None:
    """A file that is missing is told, not all that is taken from it."""

    def spoil(folder: Path) -> None:
        (folder / TRAJECTORY).unlink()
        (folder / "report.html").write_text("")
        (folder / "claims.csv").write_text("")

    files = {file for _, file, _, _ in spoiled(spoil, page=True)}
    assert TRAJECTORY in files
    assert not files & {"report.html", "claims.csv"}


@pytest.mark.parametrize(
    "file",
    [
        *(
            "extra.csv",
            "kuhn/cfr/extra.csv",
            f"{RUN}/checkpoints/3.csv",
            f"{RUN}/checkpoints/200.csv.bak",
            "kuhn/.hidden",
        ),
        *("figures/kuhn/sweep-cfr.svg", "verification/kuhn/dcfr/python.json", "manifest/other.txt", "kuhn/game.efg"),
    ],
)
def test_files_that_are_not_due(spoiled, file: str) -> None:
    def spoil(folder: Path) -> None:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text("x\n")

    assert spoiled(spoil, page=True) == {(codes.FILE_NOT_DUE, file, None, None)}


def test_a_figure_that_is_not_due_is_told_once(whole: Path, tmp_path: Path) -> None:
    """Not once more by the page, which shows all figures, or by what compares them with the tables."""
    folder = Path(shutil.copytree(whole, tmp_path / "little"))
    for name in ("other.svg", "other.png"):
        (folder / "figures/kuhn" / name).write_bytes((folder / "figures/games").with_suffix(name[-4:]).read_bytes())
    told = [(problem.code, problem.file) for problem in check_semantics(folder).problems]
    assert told == [(codes.FILE_NOT_DUE, f"figures/kuhn/{name}") for name in ("other.png", "other.svg")]


def test_files_that_may_be_there(whole: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(whole, tmp_path / "little"))
    for file in ("manifest/products.sha256", "manifest/comparison.txt", f"{RUN}/checkpoints/.snakemake_timestamp"):
        (folder / file).parent.mkdir(exist_ok=True)
        (folder / file).write_text("")
    assert check_semantics(folder).problems == []


def test_links_and_folders_in_the_place_of_files(spoiled, tmp_path: Path) -> None:
    def spoil(folder: Path) -> None:
        (tmp_path / "outside.csv").write_bytes((folder / TRAJECTORY).read_bytes())
        (folder / TRAJECTORY).unlink()
        (folder / TRAJECTORY).symlink_to(tmp_path / "outside.csv")
        (folder / STRATEGY).unlink()
        (folder / STRATEGY).mkdir()
        (folder / "kuhn/linked").symlink_to(folder / "kuhn/cfr")

    found = spoiled(spoil)
    assert (codes.FILE_UNREADABLE, TRAJECTORY, None, None) in found
    assert (codes.FILE_MISSING, STRATEGY, None, None) in found
    assert (codes.FILE_NOT_DUE, "kuhn/linked", None, None) in found


MOTLEY: list[tuple[str, Change, tuple[str, str, int | None, str | None]]] = [
    (
        "values of three players",
        cell("three/cfr/trajectory.csv", 2, "value_2", moved(1e-6)),
        (codes.SUM_WRONG, "three/cfr/trajectory.csv", 2, "value_2"),
    ),
    (
        "strategies of a linear program",
        cell("tree/value/strategy.csv", 2, "probability", other_digit),
        (codes.SUM_WRONG, "tree/value/strategy.csv", 2, "probability"),
    ),
    (
        "no probability",
        cell("tree/value/strategy.csv", 2, "probability", "1.5"),
        (codes.CELL_RANGE, "tree/value/strategy.csv", 2, "probability"),
    ),
    (
        "mean of the bounds",
        key("tree/value/value.json", "value", to=lambda value: value + 1e-9),
        (codes.SUM_WRONG, "tree/value/value.json", None, "value"),
    ),
    (
        "bounds the wrong way round",
        key("tree/value/value.json", "lower", to=lambda value: value + 0.1),
        (codes.CELL_RANGE, "tree/value/value.json", None, "lower"),
    ),
    (
        "not uniform",
        text(
            "dice2/value/strategy.csv",
            "0,1 1-1 2-1,2-2,1/2\n0,1 1-1 2-1,Liar,1/2",
            "0,1 1-1 2-1,2-2,1/3\n0,1 1-1 2-1,Liar,2/3",
        ),
        (codes.CELL_RANGE, "dice2/value/strategy.csv", 13, "probability"),
    ),
    (
        "sums of a sampled run",
        cell("dice2/es-seed1/checkpoints/10.csv", 1, "strategy_sum", moved(1e-6)),
        (codes.FILES_DISAGREE, "dice2/es-seed1/strategy.csv", 1, "probability"),
    ),
    (
        "what a rule keeps besides",
        cell("forgetful/ecfr/checkpoints/10.csv", 1, "weight_sum", moved(1e-6)),
        (codes.FILES_DISAGREE, "forgetful/ecfr/strategy.csv", 1, "probability"),
    ),
    (
        "a rule of one's own",
        cell("dice2/mine/checkpoints/10.csv", 1, "strategy_sum", moved(1e-6)),
        (codes.FILES_DISAGREE, "dice2/mine/strategy.csv", 1, "probability"),
    ),
    (
        "histories that are alike",
        key("forgetful/game.json", "alike", 0, "histories", 0, to=9),
        (codes.FILES_DISAGREE, "forgetful/cfr/frequencies.csv", 2, None),
    ),
    (
        "no histories that are alike",
        key("forgetful/game.json", "alike", 0, "histories", to=[]),
        (codes.JSON_KEYS, "forgetful/game.json", None, "alike[0]"),
    ),
    (
        "rows that are alike",
        key("forgetful/game.json", "alike", 0, "infosets", to=lambda rows: [rows[0], *(row + 1 for row in rows[1:])]),
        (codes.FILES_DISAGREE, "forgetful/infosets.csv", None, "infoset"),
    ),
    (
        "imperfect recall",
        key("study.json", "games", 1, "imperfect_recall", to=False),
        (codes.FILES_DISAGREE, "forgetful/game.json", None, "alike"),
    ),
    (
        "a table of a variant",
        text("own/ddcfr/ddcfr-kuhn.csv", "alpha", "beta"),
        (codes.TABLE_SCHEMA, "own/ddcfr/ddcfr-kuhn.csv", 0, None),
    ),
    (
        "a table of a variant is another one",
        cell("own/ddcfr/ddcfr-kuhn.csv", 1, "gamma", "0.25"),
        (codes.REPORT_UNTRUE, "verification/own/ddcfr/python.json", None, "files.own/ddcfr/ddcfr-kuhn.csv"),
    ),
    (
        "a game's own file is another one",
        text("own/game.efg", "\n", "\n\n"),
        (codes.REPORT_UNTRUE, "verification/own/cfr/python.json", None, "files.own/game.efg"),
    ),
    (
        "plans of three players",
        key("study.json", "pure_plans", to=True),
        (codes.STUDY_WRONG, "study.json", None, "pure_plans"),
    ),
    (
        "answers",
        key("study.json", "variants", 3, "answer", to="average"),
        (codes.STUDY_WRONG, "study.json", None, "answer"),
    ),
    (
        "current certificate",
        key(
            "verification/dice2/mmd-eta1/python.json",
            *("certificate", "current_gain_0"),
            to={"fraction": "1/2", "decimal": "0.5"},
        ),
        (codes.SUM_WRONG, "verification/dice2/mmd-eta1/python.json", None, "certificate.current_nash_conv"),
    ),
    (
        "regrets and the current strategy, made of exponentials",
        cell("dice2/mmd-eta1/checkpoints/10.csv", 1, "cumulative_regret", moved(1e-6)),
        (codes.FILES_DISAGREE, "dice2/mmd-eta1/trajectory.csv", 4, "current_value"),
    ),
    (
        "current row",
        cell("dice2/mmd-eta1/trajectory.csv", 4, "current_value", moved(1e-8)),
        (codes.FILES_DISAGREE, "dice2/mmd-eta1/trajectory.csv", 4, "current_value"),
    ),
    (
        "median",
        cell("methods.csv", 12, "exploitability", other_digit),
        (codes.FILES_DISAGREE, "methods.csv", 12, "exploitability"),
    ),
    (
        "figure of a sweep",
        lambda folder: (folder / "figures/dice2/sweep-mmd.png").unlink(),
        (codes.FILE_MISSING, "figures/dice2/sweep-mmd.png", None, None),
    ),
    (
        "a rule's own file",
        lambda folder: (folder / "dice2/mine/mine.py").unlink(),
        (codes.FILE_MISSING, "dice2/mine/mine.py", None, None),
    ),
]


@pytest.mark.parametrize(("change", "problem"), [case[1:] for case in MOTLEY], ids=[case[0] for case in MOTLEY])
def test_other_games_and_variants(spoiled, change: Change, problem: tuple[str, str, int | None, str | None]) -> None:
    found = spoiled(change, "motley")
    assert problem in found or any(
        (code, file) == problem[:2]
        and row in (problem[2], None if row is None else row)
        and problem[3] in (None, column)
        for code, file, row, column in found
        if problem[2] is None or row == problem[2]
    )


@pytest.mark.parametrize(
    ("name", "code"), [("kept", codes.REPORT_UNTRUE), ("not kept", codes.TABLE_SCHEMA), ("player", codes.TABLE_SCHEMA)]
)
def test_columns_of_a_rule_of_its_own(spoiled, name: str, code: str) -> None:
    """How the average strategy follows from them nobody else knows: another sum is no disagreement then."""
    file = "dice2/mine/checkpoints/10.csv"

    def spoil(folder: Path) -> None:
        cell(file, 1, "strategy_sum", moved(1e-6))(folder)
        header, *rows = (folder / file).read_text().splitlines()
        lines = [f"{header},{name}", *(f"{row},0.5" for row in rows)]
        (folder / file).write_text("\n".join(lines) + "\n")

    found = spoiled(spoil, "motley")
    assert code in {found_code for found_code, _, _, _ in found}
    assert codes.FILES_DISAGREE not in {found_code for found_code, _, _, _ in found}


def test_a_file_that_only_the_own_rule_reads_may_be_there(motley: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(motley, tmp_path / "motley"))
    (folder / "dice2/mine/notes.csv").write_text("anything\n")
    assert check_semantics(folder).problems == []


def test_report_and_exit_codes(whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = tmp_path / "report.json"
    assert main(["semantics", str(whole), "--report", str(report)]) == 0
    assert "PASSED (consistent)" in capsys.readouterr().out
    content = json.loads(report.read_text())
    assert (content["subject"], content["level"], content["passed"], content["problems"]) == (
        "semantics",
        "consistent",
        True,
        [],
    )
    folder = Path(shutil.copytree(whole, tmp_path / "little"))
    edit_cell(folder / STRATEGY, 22, "probability", other_digit)
    assert main(["semantics", str(folder), "--report", str(report)]) == 1
    assert f"{STRATEGY}, row 22, column probability" in capsys.readouterr().out
    (first, *_) = json.loads(report.read_text())["problems"]
    assert list(first) == ["code", "file", "row", "column", "expected", "found", "message"]
    assert (first["code"], first["file"], first["row"]) == (codes.SUM_WRONG, STRATEGY, 22)
    assert main(["semantics", str(tmp_path / "nowhere")]) == 2


@pytest.mark.parametrize("error", [MemoryError, RecursionError])
def test_what_is_too_large_is_a_problem(whole: Path, monkeypatch: pytest.MonkeyPatch, error: type[Exception]) -> None:
    def fail(*arguments: object) -> None:
        raise error

    monkeypatch.setattr("recheck.semantics.check.read_compiled", fail)
    assert [problem.code for problem in check_semantics(whole).problems] == [codes.RESOURCES]


def test_claims_that_are_too_large(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise MemoryError

    monkeypatch.setattr("recheck.claims.Places", fail)
    ledger = check_semantics(whole)
    assert ledger.exhausted
    assert (codes.RESOURCES, "claims.csv") in {(problem.code, problem.file) for problem in ledger.problems}


def test_a_file_that_changes_while_it_is_checked(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Claims and page are compared with the files that were looked at before, and with no others."""
    folder = Path(shutil.copytree(whole, tmp_path / "little"))

    def check_verification(*arguments: object) -> None:
        edit_cell(folder / TRAJECTORY, 3, "current_value", other_digit)

    monkeypatch.setattr("recheck.semantics.check.check_verification", check_verification)
    found = {(problem.code, problem.file) for problem in check_semantics(folder).problems}
    assert (codes.CHANGED, TRAJECTORY) in found


def test_what_a_ledger_takes_over() -> None:
    one, other = Ledger("all"), Ledger("part")
    one.code = codes.FILES_DISAGREE
    other.files = {"a": "1", "b": "2"}
    one.files = {"a": "1", "b": "3"}
    check = other.check("part", "a", 0.0, "none")
    for n in range(101):
        check.problem("is wrong", n, code=codes.CELL_FORM if n else None)
    one.take(other)
    assert [problem.code for problem in one.problems[:2]] == [codes.FILES_DISAGREE, codes.CELL_FORM]
    assert (one.checks, len(one.problems), one.unlisted, one.exhausted) == ([check], 100, 2, False)
    assert one.files == {"a": "1", "b": "3"}


def test_the_same_under_optimization(whole: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(whole, tmp_path / "little"))
    edit_cell(folder / TRAJECTORY, 6, "nash_conv", other_digit)
    reports = []
    for flags in ([], ["-O"]):
        report = tmp_path / "report.json"
        command = [sys.executable, *flags, "-S", "-m", "recheck", "semantics", str(folder), "--report", str(report)]
        environment = {"PYTHONPATH": str(Path(recheck.__file__).parents[1]), "PATH": os.environ["PATH"]}
        assert subprocess.run(command, env=environment, capture_output=True, check=False).returncode == 1
        reports.append(json.loads(report.read_text()))
    assert reports[0]["problems"]
    assert {**reports[0], "python_optimize": 1} == reports[1]


STRANGE_CELLS = (
    "",
    "nan",
    "-inf",
    "1e308",
    "1e999",
    "0",
    "-1",
    "1/0",
    "-0",
    "9" * 4400,
    "1/" + "7" * 4299,
    "%",
    "a|b",
    "~1",
)
STRANGE_VALUES = (None, True, 0, -1, 1e300, "x", "", [], {}, [[]], 10**30, "1/3", {"a": 1}, [1] * 5, 2.5)


def strange(draw: random.Random, path: Path) -> None:
    """One cell, value or byte of a file is another one."""
    data = path.read_bytes()
    if path.suffix == ".csv":
        lines = data.decode().split("\n")
        row = draw.randrange(len(lines))
        cells = lines[row].split(",")
        cells[draw.randrange(len(cells))] = draw.choice(STRANGE_CELLS)
        lines[row] = ",".join(cells)
        path.write_text("\n".join(lines))
    elif path.suffix == ".json":
        outer = inner = json.loads(data)
        while True:
            step = draw.choice(list(inner) if isinstance(inner, dict) else range(len(inner)))
            if not isinstance(inner[step], (dict, list)) or not inner[step] or draw.random() < 0.3:
                break
            inner = inner[step]
        inner[step] = draw.choice(STRANGE_VALUES)
        write_json(path, outer)
    else:
        place = draw.randrange(len(data))
        path.write_bytes(data[:place] + bytes([draw.randrange(256)]) + data[place + 1 :])


@pytest.mark.parametrize("of", ["little", "motley"])
def test_nothing_strange_makes_it_fall_over(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, of: str
) -> None:
    """Whatever stands in a file is a problem with a code, but for what nobody reads in a Parquet file."""
    draw = random.Random(of)
    source = request.getfixturevalue("whole" if of == "little" else "motley")
    folder = Path(shutil.copytree(source, tmp_path / of))
    files = sorted(path for path in folder.rglob("*") if path.suffix in (".csv", ".json", ".parquet"))
    for n in range(32 if of == "little" else 8):
        path = draw.choice(files)
        before = path.read_bytes()
        strange(draw, path)
        with monkeypatch.context() as patch:
            if n % 8:
                without(patch, "drawings")
            ledger = check_semantics(folder)
        assert not ledger.passed or path.suffix == ".parquet" or path.read_bytes() == before
        assert all(problem.code in codes.MEANINGS for problem in ledger.problems)
        path.write_bytes(before)
