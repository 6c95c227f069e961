"""Training: the published files, resuming after a kill, and damage that must be seen."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml

from regretlab import unfinished
from regretlab.checkpoint import read_checkpoint, write_checkpoint
from regretlab.cli import main
from regretlab.errors import InputError
from regretlab.files import read_csv
from regretlab.registry import load_variant
from regretlab.sequence_form.arrays import Tree
from regretlab.sequence_form.file import write_game
from regretlab.sequence_form.solver import Solver
from regretlab.stages.train import train
from regretlab.unfinished import Unfinished

from small_games import compiled

CFR = {"rule": "cfr", "parameters": {}}


def contents(folder: Path) -> dict[str, bytes]:
    """All files of a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def run(tmp_path, kuhn, study):
    """Train into a new folder; returns the folder."""

    def start(name="run", **changes):
        train({**study, **changes}, kuhn, Tree.of(kuhn), CFR, tmp_path / name, tmp_path / "resume")
        return tmp_path / name

    return start


def test_published_files(run, tmp_path):
    """The trajectory, the frequencies and a checkpoint for each of the schedule; nothing unfinished stays."""
    folder = run()
    assert sorted(contents(folder)) == [
        "checkpoints/1.csv",
        "checkpoints/10.csv",
        "checkpoints/100.csv",
        "checkpoints/200.csv",
        "frequencies.csv",
        "trajectory.csv",
    ]
    assert [row["iteration"] for row in read_csv(folder / "trajectory.csv")] == [
        "1",
        "2",
        "5",
        "10",
        "50",
        "100",
        "200",
    ]
    assert not (tmp_path / "resume").exists()
    assert not list(folder.rglob(".*"))


def test_rows_do_not_depend_on_the_schedule(run):
    """A snapshot more or less changes no other row."""
    few, many = run("few", snapshots=[100, 200]), run("many", snapshots=list(range(1, 201)))
    rows = {row["iteration"]: row for row in read_csv(many / "trajectory.csv")}
    for row in read_csv(few / "trajectory.csv"):
        assert row == rows[row["iteration"]]


def test_three_players(tmp_path, study):
    """Any number of players: a value for each, a gain for each."""
    game = compiled("kuhn_poker", players=3, ranks=4)
    train(study, game, Tree.of(game), CFR, tmp_path / "run", tmp_path / "resume")
    row = read_csv(tmp_path / "run/trajectory.csv")[-1]
    assert list(row)[1:9] == [
        *("value_0", "value_1", "value_2", "gain_0", "gain_1", "gain_2"),
        *("nash_conv", "exploitability"),
    ]
    assert float(row["exploitability"]) == pytest.approx(float(row["nash_conv"]) / 3, rel=1e-15)
    assert sum(float(row[f"value_{player}"]) for player in range(3)) == pytest.approx(0, abs=1e-14)


def test_checkpoint_is_the_whole_state(kuhn, tmp_path):
    """Through the file and on: the same bits as without a stop."""
    solver = Solver(Tree.of(kuhn), load_variant("cfr"))
    first, straight = solver.iterates([37, 300])
    write_checkpoint(tmp_path / "37.csv", kuhn, first)
    (resumed,) = solver.iterates([300], read_checkpoint(tmp_path / "37.csv", kuhn))
    for one, other in zip(straight.state, resumed.state, strict=True):
        assert one.tobytes() == other.tobytes()


def test_states_of_a_method_about_its_current_strategy(tmp_path, kuhn, study):
    """They are kept at every snapshot: what the current strategy is follows from them alone."""
    entry = {"rule": "mmd", "parameters": {}}
    short = {"iterations": 20, "snapshots": [2, 7, 20], "checkpoints": [5, 20]}
    train({**study, **short}, kuhn, Tree.of(kuhn), entry, tmp_path / "run", tmp_path / "resume")
    assert sorted(int(path.stem) for path in (tmp_path / "run/checkpoints").iterdir()) == [2, 5, 7, 20]


def stop_after(monkeypatch, checkpoints: int):
    """Let the run die right after that many checkpoints."""
    keep, kept = Unfinished.keep, []

    def keep_and_die(*arguments):
        keep(*arguments)
        kept.append(arguments)
        if len(kept) == checkpoints:
            raise KeyboardInterrupt

    monkeypatch.setattr(Unfinished, "keep", keep_and_die)


@pytest.mark.parametrize("checkpoints", [1, 2, 3, 4])
def test_stopped_run_goes_on(run, monkeypatch, checkpoints):
    """Stopped at any checkpoint, nothing is published; then the run goes on and the bytes are those of a run in one go."""
    expected = contents(run("straight"))
    with monkeypatch.context() as context:
        stop_after(context, checkpoints)
        with pytest.raises(KeyboardInterrupt):
            run("stopped")
    folder = run("other").parent / "stopped"
    assert not folder.exists()
    assert contents(folder.parent / "other") == expected


@pytest.mark.parametrize("writes", range(1, 17))
def test_stopped_between_any_two_files(run, monkeypatch, writes):
    """A checkpoint is several files, a kill comes at any moment: what is there then is not taken for damage."""
    expected = contents(run("straight"))
    done = []

    def stop_before(write):
        def write_or_die(*arguments):
            if len(done) == writes:
                raise KeyboardInterrupt
            done.append(arguments)
            write(*arguments)

        return write_or_die

    with monkeypatch.context() as context:
        for name in ("write_csv", "write_checkpoint", "write_json"):
            context.setattr(unfinished, name, stop_before(getattr(unfinished, name)))
        if writes < 16:
            with pytest.raises(KeyboardInterrupt):
                run("stopped")
        else:
            run("stopped")
    assert contents(run("other")) == expected


def test_going_on_starts_at_the_checkpoint(run, monkeypatch, capsys):
    """It is really taken up, not begun anew."""
    with monkeypatch.context() as context:
        stop_after(context, 3)
        with pytest.raises(KeyboardInterrupt):
            run()
    capsys.readouterr()
    run()
    assert "going on from the checkpoint at iteration 100" in capsys.readouterr().err


def test_unfinished_work_of_another_run_is_not_used(run, monkeypatch):
    """Another schedule: begun anew."""
    expected = contents(run("straight", iterations=150, snapshots=[7, 150], checkpoints=[150]))
    with monkeypatch.context() as context:
        stop_after(context, 3)
        with pytest.raises(KeyboardInterrupt):
            run("stopped")
    assert contents(run("new", iterations=150, snapshots=[7, 150], checkpoints=[150])) == expected


@pytest.mark.parametrize("file", ["checkpoints/100.csv", "checkpoints/1.csv", "trajectory/10.csv"])
@pytest.mark.parametrize("damage", [lambda text: text[:-40], lambda text: text.replace("5", "6", 1), None])
def test_damaged_unfinished_work(run, monkeypatch, tmp_path, file, damage):
    """A file that is truncated, changed by one digit or gone is named; nothing is published."""
    with monkeypatch.context() as context:
        stop_after(context, 3)
        with pytest.raises(KeyboardInterrupt):
            run()
    path = tmp_path / "resume" / file
    if damage is None:
        path.unlink()
    else:
        path.write_text(damage(path.read_text()))
    with pytest.raises(InputError, match=rf"resume/{file}: damaged: expected SHA-256 [0-9a-f]{{64}}, found .*remove"):
        run()
    assert not (tmp_path / "run").exists()


LONG = {
    "title": "A run long enough to be killed",
    "games": [{"rules": "kuhn_poker"}],
    "variants": ["cfr"],
    "iterations": 3_000_000,
    "snapshots": {"every": 20_000},
    "checkpoints": {"every": 20_000},
    "frequencies": True,
}


@pytest.mark.heavy
def test_killed_process_goes_on(tmp_path, kuhn, capsys):
    """SIGKILL in the middle of a long run, twice; the bytes are those of a run in one go."""
    folder = tmp_path / "results"
    study_file = tmp_path / "long.yaml"
    study_file.write_text(yaml.safe_dump(LONG))
    write_game(folder / "kuhn_poker", kuhn)
    resume = tmp_path / "resume"
    arguments = ["train", str(study_file), str(folder), "kuhn_poker", "cfr", "--resume", str(resume)]
    for _ in range(2):
        progress = resume / "kuhn_poker/cfr/progress.json"
        before = progress.stat().st_mtime_ns if progress.exists() else 0
        process = subprocess.Popen([sys.executable, "-m", "regretlab", *arguments], stderr=subprocess.DEVNULL)
        while not progress.exists() or progress.stat().st_mtime_ns == before:
            time.sleep(0.002)
        os.kill(process.pid, signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
        assert not (folder / "kuhn_poker/cfr").exists()
    assert main(arguments) == 0
    assert "going on from the checkpoint" in capsys.readouterr().err
    killed = contents(folder / "kuhn_poker/cfr")
    shutil.rmtree(folder / "kuhn_poker/cfr")
    assert main(arguments) == 0
    assert "going on" not in capsys.readouterr().err
    assert contents(folder / "kuhn_poker/cfr") == killed


HEADER = "iteration,player,infoset,action,cumulative_regret,strategy_sum,instantaneous_regret"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: lines[:-1], "expected 24 rows, found 23"),
        (lambda lines: lines[:1], "expected 24 rows, found 0"),
        (lambda lines: [], f"line 1: expected {HEADER}, found nothing"),
        (lambda lines: ["x", *lines[1:]], f"line 1: expected {HEADER}, found x"),
        (lambda lines: [*lines[:-1], lines[-1].rpartition(",")[0]], "line 25: expected 7 fields, found 6"),
        (lambda lines: [*lines[:2], lines[3], lines[2], *lines[4:]], "line 3: expected 5,0,0,bet, found 5,0,1,pass"),
        (lambda lines: [line.replace("5,", "6,", 1) if "2p,bet" in line else line for line in lines], "line 25: exp"),
        (lambda lines: [line.replace("5,", "x,", 1) for line in lines], "line 2: iteration: expected a whole number"),
        (lambda lines: [lines[0], "5,0,0,pass,nan,1.0,1.0", *lines[2:]], "line 2: cumulative_regret: expected a fin"),
        (lambda lines: [lines[0], "5,0,0,pass,1.0,inf,1.0", *lines[2:]], "line 2: strategy_sum: expected a finite"),
        (lambda lines: [lines[0], "5,0,0,pass,1.0,1.0,1.2.3", *lines[2:]], "line 2: instantaneous_regret: expected"),
        (lambda lines: [lines[0], "5,0,0,pass,1.0,-1.0,1.0", *lines[2:]], "line 2: strategy_sum: expected 0 or more"),
    ],
)
def test_bad_checkpoints(kuhn, tmp_path, change, message):
    """A checkpoint that is not a whole state of the game is refused, with file and line."""
    path = tmp_path / "5.csv"
    (iterate,) = Solver(Tree.of(kuhn), load_variant("cfr")).iterates([5])
    write_checkpoint(path, kuhn, iterate)
    path.write_text("\n".join(change(path.read_text().splitlines())) + "\n" * bool(change(["x"] * 30)))
    with pytest.raises(InputError, match=message):
        read_checkpoint(path, kuhn)


def test_checkpoint_of_another_game(kuhn, tmp_path):
    """Four ranks are not three."""
    other = compiled("kuhn_poker", ranks=4)
    (iterate,) = Solver(Tree.of(other), load_variant("cfr")).iterates([5])
    write_checkpoint(tmp_path / "5.csv", other, iterate)
    with pytest.raises(InputError, match="expected 24 rows, found 32"):
        read_checkpoint(tmp_path / "5.csv", kuhn)


@pytest.mark.parametrize("place", ["run", "resume"])
def test_folder_that_cannot_be_written(kuhn, study, tmp_path, place):
    """One message, nothing half-written."""
    (tmp_path / place).write_text("a file where a folder should be")
    with pytest.raises(InputError, match=rf"{place}.*: cannot be written: "):
        train(study, kuhn, Tree.of(kuhn), CFR, tmp_path / "run", tmp_path / "resume")
    assert (tmp_path / place).read_text() == "a file where a folder should be"
