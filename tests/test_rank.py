"""All runs in one table, and who wins where: exactly what the trajectories say."""

from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from matplotlib.lines import Line2D

from regretlab.errors import InputError
from regretlab.figures.draw import as_svg
from regretlab.figures.games import draw_games
from regretlab.figures.style import house_style
from regretlab.files import read_csv, read_json, write_csv, write_json
from regretlab.stages.rank import confidence_interval, rank

NAMES = ("iteration", "nash_conv", "exploitability", "current_nash_conv", "current_exploitability")
SEEDS = (5, 1, 3, 2, 16, 4)
FALLING = {
    ("one", "slow"): (1.0, 0.5, 0.25),
    ("one", "fast"): (1.0, 0.25, 1 / 3),
    ("one", "last"): (1.0, 1.0, 0.25),
    **{("one", f"drawn-seed{n}"): (n, n / 64, 0.0) for n in SEEDS},
    ("two", "late"): (4.0, 3.0, 3.0),
    ("two", "slow"): (2.0, 1.0, 0.0),
    ("two", "last"): (2.0, 0.5, 1e-20),
}
"""Exploitability of what each method is about, at iterations 1, 10, 20."""


@pytest.fixture
def folder(tmp_path) -> Path:
    """A study of two games; some variants run on one of them, `last` is about its current strategy, `drawn` has six seeds."""
    variants = [
        {"folder": "late", "method": "late", "games": ["two"], "answer": "average"},
        {"folder": "slow", "method": "slow", "games": ["one", "two"], "answer": "average"},
        {"folder": "fast", "method": "fast", "games": ["one"], "answer": "average"},
        {"folder": "last", "method": "last", "games": ["one", "two"], "answer": "current"},
        *({"folder": f"drawn-seed{n}", "method": "drawn", "games": ["one"], "answer": "average"} for n in SEEDS),
    ]
    games = [{"folder": "one"}, {"folder": "two"}]
    study = {"games": games, "variants": variants, "iterations": 20, "snapshots": [1, 10, 20]}
    write_json(tmp_path / "study.json", study)
    for game, unit in (("one", "antes"), ("two", "chips")):
        write_json(tmp_path / game / "game.json", {"unit": unit})
    for (game, variant), numbers in FALLING.items():
        rows = [(t, 2 * e, e, 99.0, 88.0) for t, e in zip((1, 10, 20), numbers, strict=True)]
        if variant == "last":
            rows = [(t, 99.0, 88.0, nash_conv, e) for t, nash_conv, e, _, _ in rows]
        write_csv(tmp_path / game / variant / "trajectory.csv", NAMES, rows)
    return tmp_path


def test_all_runs_in_one_table(folder):
    """Numbers and order; the Parquet twin has the same."""
    rank(folder)
    rows = read_csv(folder / "runs.csv")
    found = {(row["game"], row["variant"]): [] for row in rows}
    for row in rows:
        found[row["game"], row["variant"]].append(float(row["exploitability"]))
        assert float(row["nash_conv"]) == 2 * float(row["exploitability"])
        assert row["unit"] == {"one": "antes", "two": "chips"}[row["game"]]
        assert row["answer"] == ("current" if row["variant"] == "last" else "average")
    assert {key: tuple(numbers) for key, numbers in found.items()} == FALLING
    assert list(found) == list(FALLING)
    twin = pq.read_table(folder / "runs.parquet").to_pylist()
    assert [{key: str(value) for key, value in row.items()} for row in twin] == rows


def test_ranks(folder):
    """At powers of ten and at the end; who has the same has the same rank."""
    rank(folder)
    lines = (folder / "ranking.csv").read_text().splitlines()
    assert lines == [
        "game,method,answer,exploitability_10,rank_10,exploitability_20,rank_20",
        "one,drawn,average,0.0546875,1,0.0,1",
        "one,slow,average,0.5,3,0.25,2",
        "one,last,current,1.0,4,0.25,2",
        "one,fast,average,0.25,2,0.3333333333333333,4",
        "two,slow,average,1.0,2,0.0,1",
        "two,last,current,0.5,1,1e-20,2",
        "two,late,average,3.0,3,3.0,3",
    ]


def test_medians_of_the_runs_of_a_method(folder):
    """By game, method, iteration, in the order of the study; a single run is its own median, without any coverage."""
    rank(folder)
    lines = (folder / "methods.csv").read_text().splitlines()
    assert lines[0] == "game,method,answer,iteration,unit,runs,exploitability,low,high,coverage"
    assert lines[4:7] == [
        "one,fast,average,1,antes,1,1.0,1.0,1.0,0.0",
        "one,fast,average,10,antes,1,0.25,0.25,0.25,0.0",
        "one,fast,average,20,antes,1,0.3333333333333333,0.3333333333333333,0.3333333333333333,0.0",
    ]
    assert lines[10:13] == [
        "one,drawn,average,1,antes,6,3.5,1.0,16.0,0.96875",
        "one,drawn,average,10,antes,6,0.0546875,0.015625,0.25,0.96875",
        "one,drawn,average,20,antes,6,0.0,0.0,0.0,0.96875",
    ]
    order = [("one", name) for name in ("slow", "fast", "last", "drawn")]
    order += [("two", name) for name in ("late", "slow", "last")]
    assert [tuple(line.split(",")[:2]) for line in lines[1::3]] == order


@pytest.mark.parametrize(
    ("n", "k"), [(1, 1), (2, 1), (5, 1), (6, 1), (8, 1), (9, 2), (11, 2), (12, 3), (18, 5), (20, 6)]
)
def test_the_interval_holds_the_median_as_often_as_it_says(n, k):
    """Counted: each of n draws is below or above the median, all 2ⁿ ways alike, and the interval holds it if k of each are."""
    below = np.array([mask.bit_count() for mask in range(2**n)])

    def held(order):
        return np.mean((below >= order) & (n - below >= order))

    low, high, coverage = confidence_interval([float(number) for number in range(n, 0, -1)])
    assert (low, high, coverage) == (k, n + 1 - k, held(k))
    assert held(k + 1) < 0.95
    assert held(k) >= 0.95 or k == 1


def test_figure_of_all_games(folder):
    """A panel for each game with a line for each of its methods, in the same color everywhere; rounding is not drawn."""
    rank(folder)
    with house_style():
        figure = draw_games(folder)
        assert as_svg(figure) == as_svg(draw_games(folder))
    panels = {axes.get_title(loc="left"): axes.get_lines() for axes in figure.axes}
    looks = {}
    for game, methods in (("one", ("slow", "fast", "last", "drawn")), ("two", ("late", "slow", "last"))):
        for line, method in zip(panels[game], methods, strict=True):
            drawn = np.array(FALLING.get((game, method), (3.5, 3.5 / 64, 0.0)))
            np.testing.assert_array_equal(line.get_ydata(), np.where(drawn > 1e-17, drawn, np.nan))
            looks.setdefault(method, set()).add((line.get_color(), str(line.get_linestyle())))
    assert [len(looks[method]) for method in ("slow", "last")] == [1, 1]
    assert len({look for found in looks.values() for look in found}) == 5
    texts = [text.get_text() for text in figure.texts]
    assert texts[-5:] == ["late", "slow", "fast", "last (current)", "drawn"]
    assert "lines: medians; bands: 6 seeds, confidence interval of the median, 97%" in texts
    (key, *_) = [line for line in figure.findobj(Line2D) if line.axes is None]
    assert key.get_color() == panels["two"][0].get_color()


def test_the_band_goes_from_low_to_high(folder):
    """Where there are several runs, and nowhere else; without any, nothing is said of bands."""
    rank(folder)
    with house_style():
        one, two = draw_games(folder).axes
        (band,) = one.collections
        assert not two.collections
        edges = {tuple(vertex) for path in band.get_paths() for vertex in path.vertices}
        assert {(1, 1), (1, 16), (10, 1 / 64), (10, 1 / 4)} <= edges
        assert one.get_ylim()[0] < 1 / 64
        assert one.get_ylim()[1] > 16
        study = read_json(folder / "study.json")
        study["variants"] = study["variants"][:4]
        write_json(folder / "study.json", study)
        assert not any("bands" in text.get_text() for text in draw_games(folder).texts)


def test_trajectory_that_is_not_there(folder):
    """Named; no table is written."""
    (folder / "two/last/trajectory.csv").unlink()
    with pytest.raises(InputError, match=r"two/last/trajectory.csv: cannot be read"):
        rank(folder)
    assert not (folder / "runs.csv").exists()


def test_trajectory_at_other_iterations(folder):
    """Medians are of numbers of one iteration."""
    path = folder / "one/drawn-seed3/trajectory.csv"
    path.write_text(path.read_text().replace("10,", "11,"))
    with pytest.raises(
        InputError, match=r"drawn-seed3/trajectory.csv: iteration: expected the snapshots of study.json"
    ):
        rank(folder)


def test_method_without_rows(folder):
    """A table of another study is told."""
    rank(folder)
    path = folder / "methods.csv"
    path.write_text("".join(line for line in path.read_text().splitlines(True) if not line.startswith("two,last")))
    with pytest.raises(InputError, match=r"methods.csv: expected rows for last on two, found none"):
        draw_games(folder)
