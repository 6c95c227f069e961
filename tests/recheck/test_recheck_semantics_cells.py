"""Every kind of cell, and files that do not agree: each disagreement is told by code, file, row and column."""

from __future__ import annotations

import re
import shutil
import struct
from collections.abc import Callable
from pathlib import Path

import pytest
from recheck_change import (
    CLAIMS_REPORT,
    EQ,
    FREQUENCIES,
    LAST,
    REPORT,
    RUN,
    STRATEGY,
    TRAJECTORY,
    VALUE_REPORT,
    VERDICT,
    Change,
    cell,
    changes,
    key,
    one_bit,
    text,
)
from recheck_spoil import BYTES, ROWS, flipped, moved, moved_exactly, other_digit

from recheck import codes
from recheck.semantics import check_semantics

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
        place = data.index(packed_float((folder / f"{table}.csv").read_text().splitlines()[1].split(",")[-1]))
        bit = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
        new = {"empty": b"", "truncated": data[:-20], "no footer": data[:40], "another table": other, "one bit": bit}
        path.write_bytes(new[way])

    found = spoiled(spoil)
    assert (codes.PARQUET_DIFFERS, f"{table}.parquet") in {(code, file) for code, file, _, _ in found}


def test_one_cell_of_a_parquet_file(spoiled) -> None:
    """What differs is told by row and column."""
    found = spoiled(cell("kuhn/cfr/trajectory.csv", 7, "current_value", moved(1e-12)))
    assert (codes.PARQUET_DIFFERS, f"{RUN}/trajectory.parquet", 7, "current_value") in found
