"""All runs in one table, and who wins where: exactly what the trajectories say."""

from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from regretlab.errors import InputError
from regretlab.figures.draw import as_svg
from regretlab.figures.games import draw_games
from regretlab.figures.style import house_style
from regretlab.files import read_csv, write_csv, write_json
from regretlab.stages.rank import rank

NAMES = ("iteration", "nash_conv", "exploitability", "current_nash_conv", "current_exploitability")
FALLING = {
    ("one", "slow"): (1.0, 0.5, 0.25),
    ("one", "fast"): (1.0, 0.25, 1 / 3),
    ("one", "last"): (1.0, 1.0, 0.25),
    ("two", "slow"): (2.0, 1.0, 0.0),
    ("two", "last"): (2.0, 0.5, 1e-20),
}
"""Exploitability of what each method is about, at iterations 1, 10, 20."""


@pytest.fixture
def folder(tmp_path) -> Path:
    """A study of two games; `fast` runs on one of them, `last` is about its current strategy."""
    variants = [
        {"folder": "slow", "games": ["one", "two"], "answer": "average"},
        {"folder": "fast", "games": ["one"], "answer": "average"},
        {"folder": "last", "games": ["one", "two"], "answer": "current"},
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
        "game,variant,answer,exploitability_10,rank_10,exploitability_20,rank_20",
        "one,slow,average,0.5,2,0.25,1",
        "one,last,current,1.0,3,0.25,1",
        "one,fast,average,0.25,1,0.3333333333333333,3",
        "two,slow,average,1.0,2,0.0,1",
        "two,last,current,0.5,1,1e-20,2",
    ]


def test_figure_of_all_games(folder):
    """A panel for each game with a line for each of its variants, in the same color everywhere; rounding is not drawn."""
    rank(folder)
    with house_style():
        figure = draw_games(folder)
        assert as_svg(figure) == as_svg(draw_games(folder))
    panels = {axes.get_title(loc="left"): axes.get_lines() for axes in figure.axes}
    assert {game: len(lines) for game, lines in panels.items()} == {"one": 3, "two": 2}
    for game, variants in (("one", ("slow", "fast", "last")), ("two", ("slow", "last"))):
        for line, variant in zip(panels[game], variants, strict=True):
            drawn = np.array(FALLING[game, variant])
            np.testing.assert_array_equal(line.get_ydata(), np.where(drawn > 1e-17, drawn, np.nan))
    assert panels["one"][2].get_color() == panels["two"][1].get_color()
    assert "last (current)" in [text.get_text() for text in figure.texts]


def test_trajectory_that_is_not_there(folder):
    """Named; no table is written."""
    (folder / "two/last/trajectory.csv").unlink()
    with pytest.raises(InputError, match=r"two/last/trajectory.csv: cannot be read"):
        rank(folder)
    assert not (folder / "runs.csv").exists()
