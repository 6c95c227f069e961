"""Curves over seconds: made apart from the bundle, of all methods, and of what the tables say they are worth."""

import shutil

import pytest

from regretlab.errors import InputError
from regretlab.figures.draw import draw_timing
from regretlab.figures.seconds import draw_seconds
from regretlab.files import read_csv, write_csv, write_json
from regretlab.sequence_form.arrays import Tree
from regretlab.sequence_form.file import write_game
from regretlab.stages.rank import rank
from regretlab.stages.timing import HEADER, timing
from regretlab.stages.train import laid_out, train

from small_games import compiled

SEEDS = (1, 2, 3)
GAMES = ("goofspiel", "kuhn")


def entry(folder, rule, games, **parameters):
    sampled = rule.endswith("sampling")
    method = rule if sampled else folder
    facts = {"answer": "average", "sampled": sampled, "sweep": None}
    return {"folder": folder, "method": method, "rule": rule, "parameters": parameters, "games": list(games), **facts}


@pytest.fixture
def study(tmp_path):
    """Results of a study of two games: a method with three seeds, one on one of the games."""
    variants = [
        entry("cfr", "cfr", ["kuhn"]),
        *(entry(f"external_sampling-seed{seed}", "external_sampling", GAMES, seed=seed) for seed in SEEDS),
    ]
    content = {"iterations": 20, "snapshots": [1, 5, 20], "checkpoints": [20], "frequencies": False}
    content |= {"games": [{"folder": name} for name in GAMES], "variants": variants, "name": "study"}
    folder = tmp_path / "study"
    for name, game in (("goofspiel", compiled("goofspiel", num_cards=3)), ("kuhn", compiled("kuhn_poker"))):
        write_game(folder / name, game)
        tree = laid_out(game, variants)
        assert len(tree.histories.place) == game.histories
        assert not len(laid_out(game, variants[:1]).histories.place)
        for one in variants:
            if name in one["games"]:
                train(content, game, tree, one, folder / name / one["folder"], tmp_path / "resume")
    write_json(folder / "study.json", content)
    rank(folder)
    return content, folder


def test_seconds_of_all_methods(study, tmp_path):
    """By game and method, of the first seed; they do not fall from one snapshot to the next."""
    content, folder = study
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    table = tmp_path / "timing/study.csv"
    timing(content, folder, table)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    rows = read_csv(table)
    assert tuple(rows[0]) == HEADER
    pairs = [("goofspiel", "external_sampling"), ("kuhn", "cfr"), ("kuhn", "external_sampling")]
    assert [tuple(row.values())[:3] for row in rows] == [(*pair, str(t)) for pair in pairs for t in (1, 5, 20)]
    for start in range(0, 9, 3):
        seconds = [float(row["seconds"]) for row in rows[start : start + 3]]
        assert 0 <= seconds[0] <= seconds[1] <= seconds[2] < 60


def test_figure_over_seconds(study, tmp_path):
    """The curves have the seconds of the table and the exploitability of methods.csv; it stands beside the table."""
    _, folder = study
    table = tmp_path / "timing/study.csv"
    seconds = {("goofspiel", "external_sampling"): 0.5, ("kuhn", "cfr"): 0.0, ("kuhn", "external_sampling"): 2.0}
    write_csv(table, HEADER, ((*pair, t, base * t) for pair, base in seconds.items() for t in (1, 5, 20)))
    left, right = draw_seconds(folder, table).axes
    cfr, sampled = right.lines
    assert list(sampled.get_xdata()) == [2.0, 10.0, 40.0]
    assert list(cfr.get_xdata()) == [1e-9] * 3
    rows = [row for row in read_csv(folder / "methods.csv") if (row["game"], row["method"]) == ("kuhn", "cfr")]
    assert list(cfr.get_ydata()) == [float(row["exploitability"]) for row in rows]
    assert list(left.lines[0].get_xdata()) == [0.5, 2.5, 10.0]
    draw_timing(folder, table)
    assert sorted(path.name for path in table.parent.iterdir()) == ["study.csv", "study.png", "study.svg"]
    write_csv(table, HEADER, [("kuhn", "cfr", 1, 0.5)])
    with pytest.raises(InputError, match="expected a row for external_sampling on goofspiel at 1, found none"):
        draw_seconds(folder, table)


def test_histories_that_are_needed_and_not_there(study, tmp_path):
    """Runs of other variants do without; one that samples says what it lacks, and leaves nothing behind."""
    content, _ = study
    game = compiled("kuhn_poker")
    with pytest.raises(InputError, match="expected a game with its histories"):
        train(content, game, Tree.of(game), content["variants"][1], tmp_path / "run", tmp_path / "unfinished")
    assert not (tmp_path / "run").exists()
    shutil.rmtree(tmp_path / "unfinished", ignore_errors=True)
