"""`regretlab games`, `play` and `efg`, as people type them."""

import os
import subprocess
import sys

import pytest

from regretlab.cli import main
from regretlab.gambit.write import write_efg
from regretlab.registry import game_files, game_names, load_rules


def test_games_are_listed_with_sizes(capsys):
    """Every game with its parameters, counts and infosets; too large a game with counts only."""
    assert main(["games"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[::2]] == [*game_names(), *game_files()]
    assert lines[lines.index("kuhn_poker players=2 ranks=3") + 1] == (
        "  58 histories, 30 of them terminal; infosets by player: 6 6"
    )
    assert main(["games", "goofspiel", "--set", "imp_info=false"]) == 0
    assert capsys.readouterr().out.endswith("infosets by player: 161 161 (no perfect recall)\n")
    assert main(["games", "liars_dice", "--set", "numdice=2"]) == 0
    assert capsys.readouterr().out.endswith("  43,486,542,835 histories, 21,743,270,640 of them terminal\n")


def test_game_is_written_for_gambit(tmp_path, capsys):
    """The file is what `write_efg` says, and is a game itself."""
    path = tmp_path / "small dice.efg"
    assert main(["efg", "liars_dice", str(path), "--set", "dice_sides=2"]) == 0
    assert path.read_text() == write_efg(load_rules("liars_dice", {"dice_sides": 2}), "liars_dice")
    assert main(["games", str(path)]) == 0
    assert "127 histories, 60 of them terminal; infosets by player: 16 16" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["games", "khun"], "unknown game 'khun', expected one of: battleship"),
        (
            ["games", "kuhn_poker", "--set", "ranks=0"],
            "kuhn_poker: ranks: expected 2 to 1,000, found 0",
        ),
        (["play", "kuhn_poker", "--set", "players"], "--set: expected KEY=VALUE, each key once, found 'players'"),
        (["games", "kuhn_poker", "--set", "ranks={[1]: 2}"], "--set: ranks: expected a value as in YAML"),
        (["play", "none.efg"], "none.efg: cannot be read: No such file or directory"),
        (["efg", "kuhn_poker", "/proc/none/x.efg"], "/proc/none/x.efg: cannot be written"),
    ],
)
def test_what_cannot_be_done_is_said(arguments, message, capsys):
    """One line, and exit code 1."""
    assert main(arguments) == 1
    error = capsys.readouterr().err
    assert error.startswith(f"regretlab: {message}")
    assert error.count("\n") == 1


def test_reader_who_has_read_enough():
    """A closed pipe is no traceback."""
    with subprocess.Popen(
        [sys.executable, "-m", "regretlab", "play", "goofspiel", "--random"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


def test_names_in_a_poor_locale(tmp_path):
    """What a terminal cannot show is written as escapes."""
    path = tmp_path / "g.efg"
    path.write_text('EFG 2 R "" { "1" "2" }\np "" 1 1 "é" { "ü" } 0\nt "" 1 "" { 1 -1 }\n')
    done = subprocess.run(
        [sys.executable, "-m", "regretlab", "play", "--random", str(path)],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        check=True,
    )
    assert b"\\xfc" in done.stdout
