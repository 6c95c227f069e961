"""`regretlab play GAME --against WHO`, as people type it: the pages' transcripts, what is hidden, what is refused."""

import io
import os
import re
import signal
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from terminal import typed
from willow_tables import cards_of, trained

from regretlab.cli import main
from regretlab.files import read_csv, write_csv
from regretlab.layout import STRATEGY_HEADER
from regretlab.registry import MODULE_OF_FILE
from regretlab.tally import Tally
from regretlab.willow import match

EQUILIBRIUM = "config/tables/kuhn-equilibrium.csv"
PLAY = "play willow --against"
SETTINGS = "--set ranks=3 --set suits=2"
"""Of the cards that the table is for."""


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    return trained(tmp_path_factory.mktemp("willow") / "strategy.csv")


def transcripts(page):
    """The commands of a page with what they say."""
    blocks = re.findall(r"(?m)(?:^    \$ regretlab .*\n(?:(?:    .*)?\n)*)", page)
    return [
        (command.removeprefix("$ regretlab "), lines)
        for command, *lines in ([line.removeprefix("    ") for line in block.strip().split("\n")] for block in blocks)
    ]


def test_the_page_says_what_is_said(project, monkeypatch, capsys):
    """Each transcript again, with the same answers."""
    found = transcripts((project / "docs/willow.md").read_text())
    assert len(found) == 4
    for command, lines in found:
        answers = [line.rpartition("? ")[2] for line in lines if "? " in line and not line.startswith("  ")]
        assert typed(monkeypatch, command, *answers) == 0
        assert [line.rstrip() for line in capsys.readouterr().out.splitlines()] == lines


def dealt(monkeypatch, ranks):
    monkeypatch.setattr(match, "deck", lambda rules, draws, hand, places: cards_of(ranks, rules.suits)[:places])


def test_other_cards_are_shown_at_the_showdown_alone(monkeypatch, capsys):
    """Whatever is face down before the others, all is told alike as long as one folds; then it is not told at all."""
    texts = set()
    for hidden in ("56", "AQ", "7T"):
        dealt(monkeypatch, f"2{hidden}8J3")
        assert typed(monkeypatch, f"{PLAY} caller --set players=3", "4", "f") == 0
        texts.add(capsys.readouterr().out.split("player 1 bets")[0])
    (text,) = texts
    assert "player 1 95 [? J]" in text
    dealt(monkeypatch, "2AQ8J3")
    assert typed(monkeypatch, f"{PLAY} caller --set players=3", "4", "f") == 0
    out = capsys.readouterr().out
    assert "player 1 shows A J: difference 10\nplayer 2 shows Q 3: difference 9\nplayer 1 takes 19" in out
    assert "you show" not in out
    dealt(monkeypatch, "A5A6")
    assert typed(monkeypatch, f"{PLAY} simple", "4") == 0
    assert capsys.readouterr().out.endswith("player 1 folds\n4 not called: back to you\nyou take 2\n")


def test_answers(monkeypatch, capsys):
    """Letters, amounts, names, what a call makes; all others are asked again."""
    dealt(monkeypatch, "Q5A6")
    for opening in ("4", "bet 4", " bet   4 "):
        assert typed(monkeypatch, f"{PLAY} caller", opening, "f") == 0
        assert "you bet 4\nplayer 1 calls\n" in capsys.readouterr().out
    for call in ("c", "call", "1"):
        assert typed(monkeypatch, f"{PLAY} caller --seat 1", call, "q") == 0
        assert "player 0 bets 1\n" in capsys.readouterr().out
    assert typed(monkeypatch, f"{PLAY} caller", "0", "11", "c", "", "#", "?", "q") == 0
    out = capsys.readouterr().out
    assert [out.count(f"found '{answer}'") for answer in ("0", "11", "c", "", "#")] == [1] * 5
    assert out.count("you: fold, bet 1-10? ") == 7
    assert "f folds, c calls; a number bets or raises to so much" in out
    assert out.endswith("q\nyou leave\n")


@pytest.mark.parametrize(
    ("settings", "answers", "offers"),
    [
        ("", ["4"], ["fold, bet 1-10", "fold, bet 2-20"]),
        ("--set street1=[1,4,10] --set street2=[2]", ["4"], ["fold, bet 1, 4 or 10", "fold, bet 2"]),
        ("--set stacks=[3]", ["1"], ["fold, bet 1 or 2", "fold, bet 1"]),
        ("--seat 1 --set raises=0", ["c"], ["fold, call 1", "fold, call 2"]),
        ("--seat 1 --set street1=[1,3]", ["c"], ["fold, call 1, raise to 3", "fold, call 2, raise to 3-20"]),
    ],
)
def test_what_is_legal_is_told(settings, answers, offers, monkeypatch, capsys):
    """In the prompt, with amounts."""
    assert typed(monkeypatch, f"{PLAY} caller {settings}", *answers, "f") == 0
    assert re.findall(r"(?m)^you: (.*)\?", capsys.readouterr().out) == offers


def test_a_full_table_takes_two_lines(monkeypatch, capsys):
    """Of stacks, and of those who have not folded."""
    dealt(monkeypatch, "23456789TJQQQJJ")
    assert typed(monkeypatch, f"{PLAY} caller --set players=10", "q") == 0
    first, *lines = capsys.readouterr().out.splitlines()[1:]
    assert first == "stacks: you 100, player 1 100, player 2 100, player 3 100, player 4 100"
    assert lines[0] == "        player 5 100, player 6 100, player 7 100, player 8 100, player 9 100"
    assert lines[1] == "  pot 10 | you 99 [2] | player 1 99 [?] | player 2 99 [?] | player 3 99 [?]"
    assert lines[2] == "  player 4 99 [?] | player 5 99 [?] | player 6 99 [?] | player 7 99 [?] | player 8 99 [?]"
    assert lines[3] == "  player 9 99 [?]"


def test_a_match(monkeypatch, capsys):
    """Stacks carry over, the button moves, the largest stack wins; who leaves early may lead."""
    dealt(monkeypatch, "A5A6")
    assert typed(monkeypatch, f"{PLAY} caller --hands 2 --set stacks=[7]", "1", "2", "f") == 0
    out = capsys.readouterr().out
    assert "hand 2 of 2: you deal, everyone antes 1\nstacks: player 1 3, you 11\nplayer 1 bets 1\n" in out
    assert "\nafter 2 hands: you 10, player 1 4; you win\nplayer    hands  won  antes per hand  standard error\n" in out
    assert out.endswith("\nplayer 1      2   -3         -1.5000          2.5000\n")
    assert typed(monkeypatch, f"{PLAY} caller --hands 3 --set stacks=[7]", "1", "2", "q") == 0
    assert "\nyou leave\n\nafter 1 hand: you 11, player 1 3; you lead\n" in capsys.readouterr().out
    dealt(monkeypatch, "5A6A")
    assert typed(monkeypatch, f"{PLAY} caller --hands 9 --set stacks=[2]", "1") == 0
    out = capsys.readouterr().out
    assert "you bet 1, all in\nplayer 1 calls, all in\nface up: you 6, player 1 A\n" in out
    assert "you have no chips left\n\nafter 1 hand: you 0, player 1 4; player 1 wins\n" in out
    dealt(monkeypatch, "5566")
    assert typed(monkeypatch, f"{PLAY} caller --hands 2 --set stacks=[2]", "1", "c") == 0
    assert "after 2 hands: you 2, player 1 2; a tie of you and player 1\n" in capsys.readouterr().out


# Strategy tables.


def test_against_a_table(table, monkeypatch, capsys):
    """Bets are those of its menus; that something is not in it is said once."""
    assert main(f"{PLAY} {table} --random --hands 40 {SETTINGS} --set street1=[1] --set street2=[2]".split()) == 0
    assert "not in the table" not in capsys.readouterr().out
    assert typed(monkeypatch, f"{PLAY} {table} {SETTINGS} --seed 1", "f") == 0
    assert "you: fold, bet 1? f\n" in capsys.readouterr().out
    assert main(f"{PLAY} {table} --random --hands 200".split()) == 0
    out = capsys.readouterr().out
    said = f"{table}: not in the table: player 1 goes by simple rules here, and wherever else it is not\n"
    assert out.startswith(said)
    assert out.count("not in the table") == 1


def test_any_game_against_a_table(monkeypatch, capsys):
    """Kuhn poker's equilibrium is as good as it should be against random play: 20,000 plays within 4 standard errors."""
    assert main(f"play kuhn_poker --against {EQUILIBRIUM} --random --hands 20000 --seat 1 --seed 4".split()) == 0
    header, first, second = capsys.readouterr().out.splitlines()
    assert header.split("  ")[0] == "player"
    plays, won, mean, error = re.fullmatch(r"player 0 +([0-9,]+) +([0-9,]+) +([0-9.]+) +([0-9.]+)", first).groups()
    assert plays == "20,000"
    assert float(mean) == round(int(won.replace(",", "")) / 20_000, 4)
    assert float(error) == pytest.approx(0.01, abs=0.003)
    assert second.split() == ["player", "1", plays, f"-{won}", f"-{mean}", error]
    expected = expected_against_random()
    assert abs(float(mean) - expected) < 4 * float(error)


def expected_against_random():
    """What player 0 wins by the table against a player 1 who passes or bets alike, summed over the six deals by hand."""
    rows = read_csv(Path(EQUILIBRIUM))
    sigma = {(row["player"], row["infoset"], row["action"]): float(row["probability"]) for row in rows}
    total = 0.0
    for own in range(3):
        for other in range(3):
            if own != other:
                sign = 1 if own > other else -1
                bet, call = sigma["0", str(own), "bet"], sigma["0", f"{own}pb", "bet"]
                total += bet * (1 + 2 * sign) / 2 + (1 - bet) * (sign + call * 2 * sign - (1 - call)) / 2
    return total / 6


def test_a_seat_sees_its_own_turns_alone(monkeypatch, capsys):
    """Neither what chance deals nor what the other player knows."""
    for seed in range(6):
        assert typed(monkeypatch, f"play kuhn_poker --against random --seat 1 --seed {seed}", "pass") == 0
        out = capsys.readouterr().out
        assert "chance" not in out
        assert out.count("payoffs") == 1
        assert re.findall('(?m)^  "(.*)"', out)[0] in ("0p", "1p", "2p", "0b", "1b", "2b")
        assert out.startswith("player 1\n")


# The same bytes.


@pytest.mark.parametrize(
    "command",
    [
        "play willow --against simple --random --hands 6 --seed 3 --set players=4 --set stacks=[30]",
        "play leduc_poker --against random --random --hands 300",
    ],
)
def test_the_same_bytes_in_another_process(command, capsys):
    """Whatever hash seed it has."""
    assert main(command.split()) == 0
    expected = capsys.readouterr().out
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-m", "regretlab", *command.split()],
            capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            text=True,
        )
        assert done.stdout == expected
    other = [*command.split(), "--seed", "9"]
    assert main(other) == 0
    assert capsys.readouterr().out != expected


# What is refused.


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (
            f"{PLAY} none",
            "--against: expected random, caller, simple or the path of a strategy table for willow, found 'none'",
        ),
        (f"{PLAY} none.csv", "none.csv: cannot be read: No such file or directory"),
        (
            f"{PLAY} {EQUILIBRIUM}",
            f"{EQUILIBRIUM}: expected a table of willow with merged suits, its infosets as A/bet 4, found another",
        ),
        (f"{PLAY} README.md", "README.md: line 1: expected player,infoset,action,probability, found # regretlab"),
        (f"{PLAY} random --seat 2", "--seat: expected 0 to 1, found 2"),
        (f"{PLAY} random --seat -1", "--seat: expected 0 to 1, found -1"),
        (f"{PLAY} random --hands 0", "--hands: expected 1 to 1,000,000, found 0"),
        (f"{PLAY} random --hands 1000001", "--hands: expected 1 to 1,000,000, found 1000001"),
        (f"{PLAY} random --seed -1", "--seed: expected 0 to 18,446,744,073,709,551,615, found -1"),
        (f"{PLAY} random --set players=11", "willow: players: expected 2 to 10, found 11"),
        (f"{PLAY} random --set stacks=[0]", "willow: stacks: expected 1 to 1,000, found 0"),
        (f"{PLAY} random --set street1=[0,1]", "willow: street1: expected bets from 1 to 10, ascending, found [0, 1]"),
        (
            "play kuhn_poker --against caller",
            "--against: expected random or the path of a strategy table for kuhn_poker, found 'caller'",
        ),
        (
            f"play leduc_poker --against {EQUILIBRIUM} --seat 1 --random",
            f"{EQUILIBRIUM}: player 0, infoset '[Observer: 0][Private: 2][Round 1][Player: 0][Pot: 2][Mon...': "
            "expected the actions call, raise, found none: is it a table of this game?",
        ),
    ],
)
def test_what_cannot_be_played_is_said(command, message, capsys):
    """One line, and exit code 1."""
    assert main(command.split()) == 1
    out, error = capsys.readouterr()
    assert out == ""
    assert error == f"regretlab: {message}\n"


def test_what_does_not_fit_a_table(table, capsys):
    """More players than it is for, and other bets."""
    assert main(f"{PLAY} {table} --set players=3".split()) == 1
    assert main(f"{PLAY} {table} --set street2=[2,8]".split()) == 1
    assert capsys.readouterr().err == (
        f"regretlab: {table}: expected a match of 2 players, found 3\n"
        f"regretlab: street2: expected [2], the bets of {table}, found [2, 8]\n"
    )


def test_a_table_with_other_actions(tmp_path, capsys):
    """Of a game with the same infosets, but not the same actions."""
    path = tmp_path / "t.csv"
    write_csv(path, STRATEGY_HEADER, [(0, str(card), action, 0.5) for card in range(3) for action in ("pass", "fold")])
    assert main(f"play kuhn_poker --against {path} --seat 1 --random".split()) == 1
    assert "expected the actions pass, bet, found pass, fold: is it a table of this game?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("play willow --hands 3", "--seat and --hands: expected with --against"),
        ("play willow --seat 0 --random", "--seat and --hands: expected with --against"),
        (f"{PLAY} random --deal", "--deal: expected without --against"),
        (f"{PLAY} random --hands many", "argument --hands: invalid int value: 'many'"),
        ("play willow --against", "argument --against: expected one argument"),
    ],
)
def test_wrong_usage(command, message, monkeypatch, capsys):
    """Exit code 3, whatever files of users' own were read before."""
    monkeypatch.setitem(sys.modules, f"{MODULE_OF_FILE}mine.py", sys)
    try:
        code = main(command.split())
    except SystemExit as ended:
        code = ended.code
    assert code == 3
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "chooser"),
    [(f"{PLAY} simple", "yours"), ("play kuhn_poker --against random", "player 0"), ("play kuhn_poker", "player 0")],
)
def test_the_end_of_the_answers(command, chooser, monkeypatch, capsys):
    """A message, on a line of its own, and exit code 1."""
    assert typed(monkeypatch, command) == 1
    out, error = capsys.readouterr()
    assert error == f"regretlab: standard input: expected a choice of {chooser}, found the end\n"
    assert out.endswith("? \n")


HEARING = """
import signal, sys
from regretlab.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.exit(main(sys.argv[1:]))
"""
"""The command, with interruptions heard even where a shell's background jobs ignore them."""


@pytest.mark.parametrize("command", [f"{PLAY} simple", "play kuhn_poker"])
def test_interruption(command):
    """No traceback, and the exit code of a shell."""
    with subprocess.Popen(
        [sys.executable, "-c", HEARING, *command.split()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        said = b""
        while b"? " not in said:
            said += process.stdout.read(1)
            # A prompt of the table ends like this, and its cards do not.
            said = said.replace(b"[?", b"[")
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == b"\nregretlab: interrupted\n"
    assert process.returncode == 130


# Sums.


def test_sums_are_exact():
    """Means and standard errors of 1, 2, 6 and of thirds, by hand; one play has no error, none has no mean."""
    tally = Tally(3)
    for payoff in (1, 2, 6):
        tally.add({0: payoff, 1: Fraction(-payoff, 3)})
    # Squares around 3 are 4, 1, 9: variance 7, and the error is the root of 7/3.
    assert [line.split() for line in tally.lines("abc", "chips per hand")] == [
        ["player", "hands", "won", "chips", "per", "hand", "standard", "error"],
        ["a", "3", "9", "3.0000", "1.5275"],
        ["b", "3", "-3", "-1.0000", "0.5092"],
        ["c", "0", "0", "-", "-"],
    ]
    tally.add({2: Fraction(1, 3)})
    assert tally.lines("abc", "payoff per play")[3].split() == ["c", "1", "0.33", "0.3333", "-"]
    assert tally.lines("abc", "payoff per play")[0].split()[1] == "plays"


@pytest.mark.parametrize(
    ("answers", "expected"),
    [("c", "f or an amount"), ("11", "f or an amount"), ("4\n5\nx", "f, c or an amount")],
)
def test_what_is_expected_is_what_is_legal(answers, expected, monkeypatch, capsys):
    """Nothing can be called before a bet; after one it can. The end of the answers ends the match."""
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{answers}\nF\n"))
    main([*PLAY.split(), "simple", "--seed", "35", "--hands", "2"])
    assert f"expected {expected} (? for help), found '{answers.split()[-1]}'" in capsys.readouterr().out


def test_closed_standard_input(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", None)
    assert main([*PLAY.split(), "simple"]) == 1
    assert capsys.readouterr().err == "regretlab: standard input: expected what to do, found it closed\n"
