"""The page on a study: each method once, however many seeds it has."""

import re
from pathlib import Path

import pytest

from regretlab.files import write_csv, write_json
from regretlab.stages.rank import rank
from regretlab.stages.report import report

SEEDS = (7, 8, 9)
NUMBERS = {"cfr": 0.5, "drawn-seed7": 0.125, "drawn-seed8": 0.75, "drawn-seed9": 0.25}
"""Exploitability at iteration 10, by folder of the run."""


@pytest.fixture
def folder(tmp_path) -> Path:
    """A study of one game: a variant with one run, and one with three seeds."""
    entry = {"games": ["kuhn"], "answer": "average"}
    variants = [
        {"folder": "cfr", "method": "cfr", "parameters": {}, **entry},
        *(
            {"folder": f"drawn-seed{seed}", "method": "drawn", "parameters": {"explore": 0.5, "seed": seed}, **entry}
            for seed in SEEDS
        ),
    ]
    game = {"folder": "kuhn", "rules": "kuhn_poker", "parameters": {}, "value": None, "equilibria": None}
    study = {"name": "toy", "title": "Toy", "iterations": 10, "snapshots": [10], "checkpoints": [10], "games": [game]}
    write_json(tmp_path / "study.json", {**study, "variants": variants})
    facts = {"unit": "antes", "histories": 3, "terminals": 2, "infosets": [1], "alike": []}
    write_json(tmp_path / "kuhn/game.json", facts)
    for number, (run, exploitability) in enumerate(NUMBERS.items(), start=1):
        header = ("iteration", "value", "nash_conv", "exploitability", "current_exploitability")
        write_csv(tmp_path / "kuhn" / run / "trajectory.csv", header, [(10, 0.0, 1.0, exploitability, 99.0)])
        check = {"name": "a check", "numbers": 10 * number, "largest_difference": 2.0**-number, "tolerance": 1.0}
        certificate = {"nash_conv": {"fraction": "1/2", "decimal": f"0.{number}"}}
        proof = {"level": "certified", "checks": [{**check, "reason": "why"}], "certificate": certificate}
        write_json(tmp_path / "verification/kuhn" / run / "python.json", proof)
    for kind in ("verification", "claims"):
        write_json(tmp_path / "verdict" / f"{kind}.json", {"summary": kind})
    write_csv(tmp_path / "claims.csv", ("claim",), [])
    rank(tmp_path)
    return tmp_path


def rows(page: str) -> list[list[str]]:
    """The cells of all tables, without tags."""
    lines = re.findall(r"<tr>(.*)</tr>", page)
    return [[re.sub("<[^>]*>", "", cell) for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", line)] for line in lines]


def test_a_method_stands_once_with_its_median_and_its_runs(folder):
    """Three seeds are three lines of one table, and their checks one table."""
    report(folder)
    page = (folder / "report.html").read_text()
    assert re.findall("<h3>(.*)</h3>", page) == ["kuhn: cfr", "kuhn: drawn"]
    assert "3 runs that differ in nothing but their seed; explore = 0.5." in page
    assert "confidence interval of the median, 75%; unit: antes" in page
    found = rows(page)
    assert ["10", "0.250000", "0.125000", "0.750000"] in found
    for number, seed in enumerate(SEEDS, start=2):
        cells = [str(seed), f"{NUMBERS[f'drawn-seed{seed}']:.6f}", "0.000000000", f"0.{number}", "certified"]
        assert cells in found
        assert f'<a href="kuhn/drawn-seed{seed}/trajectory.csv">{seed}</a>' in page
    assert ["a check", "10", "0.5", "1", "why"] in found
    assert ["a check", "90", "0.25", "1", "why"] in found
    assert "99.0" not in page
    assert "&#34;" not in page


def test_the_ranking_is_by_method(folder):
    """The median of the three is less than the only run of the other."""
    report(folder)
    found = rows((folder / "report.html").read_text())
    assert [row[1] for row in found if row[0] == "kuhn"] == ["drawn", "cfr"]
    assert ["kuhn", "drawn", "average", "2.50e-01", "1"] in found
