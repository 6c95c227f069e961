"""The page on a study: each method once, however many seeds it has."""

import re
from pathlib import Path

import pytest

from regretlab.origin import cell, count, greatest, items, total, value
from regretlab.stages.report import report

from small_page import NUMBERS, SEEDS, write_hands, write_large, write_small, write_taught


@pytest.fixture
def folder(tmp_path) -> Path:
    """A study of one game: a variant with one run, and one with three seeds."""
    return write_small(tmp_path)


def rows(page: str) -> list[list[str]]:
    """The cells of all tables, without tags."""
    lines = re.findall(r"<tr>(.*)</tr>", page)
    return [[re.sub("<[^>]*>", "", cell) for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", line)] for line in lines]


def test_a_method_stands_once_with_its_median_and_its_runs(folder):
    """Three seeds are three lines of one table, and their checks one table."""
    report(folder)
    page = re.sub("</?span[^>]*>", "", (folder / "report.html").read_text())
    assert re.findall("<h3>(.*)</h3>", page) == ["kuhn: cfr", "kuhn: drawn"]
    assert "3 runs that differ in nothing but their seed; explore = 0.5." in page
    assert "confidence interval of the median, 75%; unit: antes" in page
    found = rows(page)
    assert ["10", "0.250000", "0.125000", "0.750000"] in found
    for number, seed in enumerate(SEEDS, start=2):
        cells = [str(seed), f"{NUMBERS[f'drawn-seed{seed}']:.6f}", "0.000000000", f"0.{number}", "certified"]
        assert cells in found
        assert f'<a href="kuhn/drawn-seed{seed}/trajectory.csv">{seed}</a></td>' in page
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


def origins(page: str) -> dict[str, str]:
    """What is shown by where it comes from."""
    found = re.findall(r'<(td|span)(?: class="number")? data-from="([^"]*)">(.*?)</\1>', page)
    return {origin: re.sub("<[^>]*>", "", text) for _, origin, text in found}


def test_every_number_says_where_it_comes_from(tmp_path):
    """Cells of tables by file, row and column, values of documents by file and keys, what is counted or summed by that."""
    report(write_large(tmp_path))
    page = (tmp_path / "report.html").read_text()
    assert not re.findall(r"<td(?![^>]*data-from)[^>]*>[^<]", page)
    found = origins(page)
    for origin, text in {
        "study.json iterations": "1,000",
        "count study.json snapshots": "4",
        "verdict/claims.json summary": "1,234 of claims",
        "study.json games|0|parameters|ships": "[2,4]",
        "sum three/game.json infosets": "2,400",
        "count three/game.json alike": "2",
        "kuhn/value/value.json upper": "-0.055555555941",
        "three/value/value.json value": "0.125000000000",
        "kuhn/equilibria/summary.json exceptions|0|alpha": "1/3",
        "kuhn/cfr/trajectory.csv iteration=1000 iteration": "1,000",
        "kuhn/cfr/trajectory.csv iteration=10 value": "-0.006250000",
        "kuhn/cfr/trajectory.csv iteration=10 current_exploitability": "0.030000",
        "verification/kuhn/cfr/python.json certificate|nash_conv|decimal": "0.001",
        "verification/kuhn/cfr/python.json checks|0|largest_difference": "1.4e-17",
        "verification/kuhn/cfr/python.json checks|2|numbers": "12,345",
        "methods.csv game=three|method=drawn|iteration=10 low": "0.066667",
        "methods.csv game=three|method=drawn|iteration=1 coverage": "50%",
        "study.json variants|2|parameters|seed": "2",
        "sum verification/three/drawn-seed1/python.json checks|0|numbers; "
        "verification/three/drawn-seed1/python.json checks|1|numbers; "
        "verification/three/drawn-seed2/python.json checks|0|numbers; "
        "verification/three/drawn-seed2/python.json checks|1|numbers": "5,002",
        "ranking.csv game=three|method=drawn exploitability_10": "8.33e-02",
        "claims.csv list=book|claim=1st%20%3D%20one%3B%20two printed": "0.5",
    }.items():
        assert (origin, found.get(origin)) == (origin, text)
    assert "verification/kuhn/cfr/python.json checks|1|numbers" not in found
    assert not any("drawn-seed1/trajectory.csv iteration=10 " in origin for origin in found)


def test_a_study_of_hands(tmp_path):
    """Counts, hands that are not sound, all answers, figures; nothing on iterations, and no empty cell with an origin."""
    report(write_hands(tmp_path))
    page = (tmp_path / "report.html").read_text()
    assert re.findall("<h2>(.*)</h2>", page) == ["Hands: real", "Hands: rights", "Claims"]
    shown = rows(page)
    assert ["verdict", "all", "2"] in shown
    assert [
        "a b",
        "12",
        "FO/8",
        "stops mid-hand",
        "stops mid-hand: expected an action of p3|rake: 1 of 12 are missing in the end",
    ] in shown
    assert not any(row[0] == "1" for row in shown)
    assert [row[:2] for row in shown if len(row) == 7][1:] == [
        ["S1", "blinds 1/2"],
        ["", ""],
        ["", ""],
        ["Q2", "blinds 1/2; UTG fold"],
        ["Q11", "blinds 1/3"],
        ["Q3", "blinds 1/4"],
        ["A1", "blinds 1/2; UTG fold; HJ fold; CO fold; BTN fold; SB fold"],
    ]
    assert ["", "", "UTG", "pots", "3|1", "", "3 for SB"] in shown
    assert ">3|<wbr>1<" in page
    assert shown.count(["cells", "1,234", "0", "1", "why"]) == 2
    assert "<details><summary>Figures of rights</summary>\n<figure>" in page
    assert re.findall('<img src="figures/hands/rights/(.*?).svg" alt="(.*?)">', page) == [
        ("S1", "S1: May UTG raise? Yes, to 4 or more."),
        ("Q2", "Q2: May HJ raise? No."),
        ("Q11", "Q11: May UTG raise? Yes, to 6 or more, up to 9."),
        ("Q3", "Q3: May UTG raise? Yes, to 7."),
        ("A1", "A1: The round is over."),
    ]
    assert not re.findall(r"<td data-from[^>]*></td>", page)
    assert "iterations" not in page
    found = origins(page)
    for origin, text in {
        "study.json hands|0|file": "real.phhs",
        "study.json hands|1|rules": "any raise",
        "hands/real/counts.csv of=remark|kind=rake hands": "1",
        "hands/real/hands.csv hand=a%20b line": "12",
        "hands/rights/answers.csv case=S1|question=may_raise reason": "UTG has not acted in this round yet",
        "verification/hands/real/python.json level": "derived",
    }.items():
        assert (origin, found.get(origin)) == (origin, text)


def test_a_study_with_lessons(tmp_path):
    """Of the game that they are drawn from: figures, where all tables are, ends and bets with four digits, and what was found."""
    report(write_taught(tmp_path))
    page = (tmp_path / "report.html").read_text()
    assert [name for name in re.findall("<h[23]>(.*?)</h[23]>", page) if "small" in name] == [
        "small",
        "small: lessons",
        "small: cfr",
    ]
    assert "kuhn: lessons" not in page
    shown = rows(page)
    assert ["street", "end", "reach", "gain"] in shown
    assert ["2", "showdown", "0.7500", "0.6667"] in shown
    assert ["0", "bet 2", "0.5000", "0.1250", "0.0625", "0.0000", "4.0000", "2.0000", "0.0000"] in shown
    assert ["1", "raise 8", "0.1250", "0.0000", "", "", "", "", ""] in shown
    assert ["of lessons", "2,944", "0", "1", "why"] in shown
    assert not re.findall(r"<td data-from[^>]*></td>", page)
    tables = ("ranking", "street1", "up", "bets", "ends")
    assert re.findall('<a href="(small/lessons/.*?)">', page) == [f"small/lessons/{name}.csv" for name in tables]
    assert re.findall('<img src="figures/small/(.*?).svg" alt="(.*?)">', page) == [
        (name, name) for name in ("bluffs", "exploitability", "opening")
    ]
    found = origins(page)
    for origin, text in {
        "study.json lessons": "cfr",
        "small/lessons/ends.csv street=1|end=player%200%20folds gain": "-0.2500",
        "small/lessons/bets.csv player=0|action=bet%202 bluffs": "0.0625",
        "verification/small/lessons/python.json level": "derived",
    }.items():
        assert (origin, found.get(origin)) == (origin, text)


def test_words_of_origins():
    """Nothing in a name separates words, or parts of them; of one number there is no sum."""
    assert cell("a b.csv", "c|d", **{"e=": "1; 2"}) == "a%20b.csv e%3D=1%3B%202 c%7Cd"
    assert value("a.json", "50%", 0) == "a.json 50%25|0"
    assert (total("x y"), greatest("x y"), total("x y", "z y")) == ("x y", "x y", "sum x y; z y")
    assert (count("x y"), items("x y"), greatest("x y", "z y")) == ("count x y", "sum x y", "greatest x y; z y")
