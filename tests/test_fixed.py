"""A given strategy: played as it stands from the first iteration on, on the game that it is for, and worth what it is worth."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import yaml

from regretlab.cli import main
from regretlab.errors import InputError
from regretlab.files import read_csv, write_csv
from regretlab.layout import STRATEGY_HEADER
from regretlab.parameters import Strategy
from regretlab.registry import files_of_variant, load_rules, load_variant
from regretlab.sequence_form.arrays import Tree
from regretlab.sequence_form.compile import compile_game
from regretlab.sequence_form.given import beginning
from regretlab.sequence_form.solver import Solver, worth
from regretlab.study import read_study
from regretlab.variant import Numbers

from small_games import compiled

EQUILIBRIUM = Path("config/tables/kuhn-equilibrium.csv")
LINES = EQUILIBRIUM.read_text().splitlines()


def written(path: Path, *lines: str) -> str:
    path.write_text("".join(f"{line}\n" for line in lines))
    return str(path)


def iterates(game, table: str, stops=(1, 2, 10)):
    """Average and current strategy, and the state, at each stop."""
    variant = load_variant("fixed", {"table": table})
    solver = Solver(Tree.of(game), variant)
    for at in solver.iterates(stops, beginning(game, variant)):
        yield solver.average(at), solver.current(at), at.state


def test_the_equilibrium_is_one(kuhn):
    """Nobody gains, and player 0 loses an eighteenth: H. W. Kuhn, 1950."""
    for average, current, _ in iterates(kuhn, str(EQUILIBRIUM)):
        for sigma in (average, current):
            found = worth(Tree.of(kuhn), sigma)
            assert abs(found.nash_conv) < 1e-15
            assert found.value[0] == pytest.approx(-1 / 18, abs=1e-15)


def test_every_probability_stands_where_it_belongs(kuhn, tmp_path):
    """A strategy in which all numbers differ, its rows in another order; no regret moves it."""
    numbers = {}
    for _, infoset, action in kuhn.rows():
        first = action == infoset.actions[0]
        low = (7 + len(numbers)) / 64
        numbers[infoset.player, infoset.name, action] = low if first else 1 - (7 + len(numbers) - 1) / 64
    lines = [f"{player},{name},{action},{number}" for (player, name, action), number in numbers.items()]
    table = written(tmp_path / "t.csv", LINES[0], *reversed(lines))
    expected = [numbers[infoset.player, infoset.name, action] for _, infoset, action in kuhn.rows()]
    rows = [q for q, _, _ in kuhn.rows()]
    for average, current, state in iterates(kuhn, table):
        assert average[rows].tolist() == current[rows].tolist() == state.strategy_sum[rows].tolist() == expected
        assert np.abs(state.cumulative_regret).max() > 0.01


def test_regrets_add_up(kuhn):
    """Those of one iteration, as often as there were iterations."""
    (_, _, first), (_, _, tenth) = iterates(kuhn, str(EQUILIBRIUM), (1, 10))
    assert tenth.cumulative_regret == pytest.approx(10 * first.cumulative_regret, abs=1e-15)
    assert first.cumulative_regret.min() < -0.05
    assert first.cumulative_regret.max() < 1e-15


def test_rounded_probabilities_are_divided_by_their_sum(kuhn, tmp_path):
    rounded = [
        line.replace("0.6666666666666667", "0.666666667").replace("0.3333333333333333", "0.333333334") for line in LINES
    ]
    for average, current, _ in iterates(kuhn, written(tmp_path / "t.csv", *rounded)):
        for sigma in (average, current):
            bet = sigma[[q for q, infoset, action in kuhn.rows() if (infoset.name, action) == ("0p", "bet")]]
            assert bet[0] == pytest.approx(0.333333334 / 1.000000001, rel=1e-15)
            assert worth(Tree.of(kuhn), sigma).nash_conv == pytest.approx(0, abs=1e-8)


def test_what_a_run_ends_with_can_be_given(kuhn, tmp_path):
    """strategy.csv of any run: the same strategy, to the last bit but one."""
    solver = Solver(Tree.of(kuhn), load_variant("cfr"))
    (last,) = solver.iterates([30])
    average = solver.average(last)
    rows = [(infoset.player, infoset.name, action, float(average[q])) for q, infoset, action in kuhn.rows()]
    write_csv(tmp_path / "t.csv", STRATEGY_HEADER, rows)
    (given, _, _), *_ = iterates(kuhn, str(tmp_path / "t.csv"))
    assert np.abs(given - average).max() <= 2.0**-53


def test_names_with_commas(tmp_path):
    """As tables have them: %2C for a comma, %0A for the end of a line."""
    game = compiled("goofspiel", num_cards=3)
    rows = [(infoset.player, infoset.name, action, 1 / len(infoset.actions)) for _, infoset, action in game.rows()]
    write_csv(tmp_path / "t.csv", STRATEGY_HEADER, rows)
    assert "%0A" in (tmp_path / "t.csv").read_text()
    (average, _, _), *_ = iterates(game, str(tmp_path / "t.csv"))
    uniform = Solver(Tree.of(game), load_variant("cfr"))
    (first,) = uniform.iterates([1])
    assert average == pytest.approx(uniform.average(first), abs=1e-16)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({3: None, 4: None}, "expected a row for player 0, infoset '1', action 'pass', found none"),
        (
            {3: LINES[3].replace("pass,1", "call,1")},
            "expected a row for player 0, infoset '1', action 'pass', found none",
        ),
        (
            {25: "1,3,pass,1"},
            "line 26: expected rows of the game's infosets, found player 1, infoset '3', action 'pass'",
        ),
        ({25: LINES[3]}, "line 26: expected each action once, found player 0, infoset '1', action 'pass' again"),
        ({3: None}, "line 4: player 0, infoset '1': expected probabilities that sum to 1, found 0.0"),
        ({1: "0,0,pass,0.8,"}, "line 2: expected 4 fields, found 5"),
        ({1: "0,0,pass,-0.8"}, "line 2: probability: expected a number from 0 to 1, found -0.8"),
        ({1: "0,0,pass,1.5"}, "line 2: probability: expected a number from 0 to 1, found 1.5"),
        ({1: "0,0,pass,nan"}, "line 2: probability: expected a number from 0 to 1, found nan"),
        ({1: "0,0,pass,4/5"}, "line 2: probability: expected a number from 0 to 1, found 4/5"),
        ({1: "0,0,pass,0.8\r"}, "line 2: probability: expected a number from 0 to 1, found 0.8\r"),
        (
            {1: "0,0,pass,0.80001"},
            "line 3: player 0, infoset '0': expected probabilities that sum to 1, found 1.00001",
        ),
        (
            {0: "player,infoset,action,p"},
            "line 1: expected player,infoset,action,probability, found player,infoset,action,p",
        ),
    ],
    ids=str,
)
def test_what_is_no_strategy_of_the_game(kuhn, tmp_path, changed, message):
    lines = dict(enumerate(LINES)) | changed
    path = written(tmp_path / "t.csv", *(line for line in lines.values() if line is not None))
    with pytest.raises(InputError) as caught:
        next(iterates(kuhn, path))
    assert str(caught.value).removeprefix("fixed: ") == f"{path}: {message}"


def test_for_another_game():
    with pytest.raises(InputError, match="expected a row for player 0, infoset '3', action 'pass', found none"):
        next(iterates(compiled("kuhn_poker", ranks=4), str(EQUILIBRIUM)))


def test_played_alike(tmp_path):
    """Without perfect recall, infosets that are played alike have the same probabilities, or it is told which have not."""
    parameters = {"num_cards": 4, "imp_info": False}
    game = compile_game("goofspiel", parameters, load_rules("goofspiel", parameters), imperfect_recall=True)
    group = next(group for group in game.alike if len(game.infosets[group.infosets[0]].actions) == 2)

    def table(number: float) -> str:
        changed = game.first_sequences[group.infosets[1]]
        numbers = {changed: number, changed + 1: 1 - number}
        rows = [
            (infoset.player, infoset.name, action, numbers.get(q, 1 / len(infoset.actions)))
            for q, infoset, action in game.rows()
        ]
        write_csv(tmp_path / "t.csv", STRATEGY_HEADER, rows)
        return str(tmp_path / "t.csv")

    (average, current, _), *_ = iterates(game, table(0.5))
    assert average == pytest.approx(current, abs=1e-16)
    with pytest.raises(
        InputError, match=r"expected \[0.5, 0.5\], as at .*, since these are played alike, found \[0.25, 0.75\]"
    ):
        next(iterates(game, table(0.25)))


def test_a_run_needs_its_beginning(kuhn):
    """Without names nobody knows where a probability belongs: it is not played uniformly instead."""
    solver = Solver(Tree.of(kuhn), load_variant("fixed", {"table": str(EQUILIBRIUM)}))
    with pytest.raises(ValueError, match="expected a start"):
        next(solver.iterates([1]))


def test_only_for_rules_of_arrays():
    variant = load_variant("fixed", {"table": str(EQUILIBRIUM)})
    with pytest.raises(ValueError, match="given: expected a rule of arrays"):
        replace(variant, rule=Numbers())


def test_others_begin_with_nothing(kuhn):
    assert beginning(kuhn, load_variant("cfr")) is None


# In studies.

STUDY = {
    "title": "With a given strategy",
    "games": ["kuhn_poker"],
    "variants": ["cfr", {"rule": "fixed", "folder": "theirs", "parameters": {"table": str(EQUILIBRIUM)}}],
    "iterations": 20,
    "snapshots": {"at": [1]},
    "checkpoints": {"at": [10]},
}


@pytest.fixture
def study(tmp_path):
    """Write a study file, with other values for some keys."""

    def write(**changes) -> Path:
        (tmp_path / "studies").mkdir(exist_ok=True)
        path = tmp_path / "studies/mine.yaml"
        path.write_text(yaml.safe_dump({**STUDY, **changes}))
        return path

    return write


def test_the_table_is_a_file_of_the_run(study):
    entry = read_study(study())["variants"][1]
    assert (entry["folder"], entry["answer"], entry["sampled"]) == ("theirs", "average", False)
    assert files_of_variant(entry) == [str(EQUILIBRIUM)]


def test_training(study, tmp_path):
    """The command trains it as any other variant, and goes on from its checkpoint to the same bytes."""
    path, folder = study(), tmp_path / "results"
    assert main(["compile", str(path), str(folder), "kuhn_poker"]) == 0
    train = ["train", str(path), str(folder), "kuhn_poker", "theirs", "--resume", str(tmp_path / "resume")]
    assert main(train) == 0
    assert main(["export", str(path), str(folder), "kuhn_poker", "theirs"]) == 0
    rows = read_csv(folder / "kuhn_poker/theirs/trajectory.csv")
    assert [row["iteration"] for row in rows] == ["1", "20"]
    assert len({row["nash_conv"] for row in rows}) == 1
    found = [float(row["probability"]) for row in read_csv(folder / "kuhn_poker/theirs/strategy.csv")]
    assert found == [float(line.rpartition(",")[2]) for line in LINES[1:]]


def test_a_name_of_the_runs_own(study, monkeypatch, tmp_path):
    """A table called strategy.csv would stand where the run's own is."""
    monkeypatch.chdir(tmp_path)
    written(tmp_path / "strategy.csv", *LINES)
    given = {"rule": "fixed", "folder": "theirs", "parameters": {"table": "strategy.csv"}}
    with pytest.raises(
        InputError, match="expected a table with another name than those of a run's own files, found strategy"
    ):
        read_study(study(variants=[given]))


def test_check_tells_before_anything_runs(study, capsys):
    assert main(["check", str(study())]) == 0
    assert main(["check", str(study(games=[{"rules": "kuhn_poker", "parameters": {"ranks": 4}}]))]) == 1
    assert "kuhn-equilibrium.csv: expected a row for player 0, infoset '3'" in capsys.readouterr().err


def test_strategies_are_compared_by_file():
    assert Strategy.read(EQUILIBRIUM) == Strategy.read(EQUILIBRIUM)
