"""The command certify: the games that it takes, files that it reads and writes, and what a terminal gets to see."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from recheck_bundle import write_game
from recheck_certified import FORGETFUL, drawn, leaves_of, rows_of, table, values
from recheck_certifying import KUHN, PROJECT, as_game, dialect, weight, without
from recheck_games import DEFAULTS, entry, game

from recheck.__main__ import main
from recheck.names import written


def test_defaults_are_those_of_the_page() -> None:
    """That they are regretlab's, too, other tests say."""
    page = (PROJECT / "docs/games.md").read_text()
    for name, expected in (
        ("kuhn_poker", "`players` ({players}, 2 or more), `ranks`* ({ranks};"),
        ("leduc_poker", "`bets`* ({bets},"),
    ):
        assert expected.format(**DEFAULTS[name]) in page.split(f"\n## {name}:")[1].split("\n## ")[0]


@pytest.mark.parametrize(
    ("code", "words", "message"),
    [
        (
            3,
            ["chess"],
            "chess: expected one of kuhn_poker, leduc_poker, liars_dice, goofspiel, battleship, no_limit_kuhn, no_limit_leduc, "
            "willow, willow_endgame, a",
        ),
        (3, ["kuhn_poker", "--set", "ranks"], "--set: expected KEY=VALUE, each key once, found ranks"),
        (3, ["kuhn_poker", "--set", "ranks=3", "--set", "ranks=4"], "each key once, found ranks=4"),
        (3, ["kuhn_poker", "--set", "suits=2"], "--set: expected one of players, ranks, found suits"),
        (3, ["kuhn_poker", "--set", "ranks=true"], "--set ranks: expected a whole number from 2 to 1000, found true"),
        (3, ["kuhn_poker", "--set", "ranks=" + "[" * 100_000], "--set ranks: expected a whole number"),
        (2, ["kuhn_poker", "--set", "players=4"], "kuhn_poker: ranks: expected a card for each of 4 players, found 3"),
        (2, ["goofspiel", "--set", "num_cards=20"], "goofspiel: has more than 20,000,000 histories"),
        (2, ["missing.efg"], "missing.efg: cannot be read: No such file"),
        (3, ["missing.efg", "--set", "a=1"], "missing.efg: expected no --set, which is for games by name, found a=1"),
    ],
)
def test_games_that_are_none(run, code: int, words: list[str], message: str) -> None:
    found = run(words[0], table(KUHN), *words[1:])
    assert (found.code, found.report, found.out) == (code, {}, "")
    assert message in found.err
    assert found.err.startswith("recheck certify: ")


def test_parameters_are_read_and_told(run) -> None:
    leaves = leaves_of("leduc_poker", ranks=2, bets=[1, 3], suit_isomorphism=True, raises=1)
    played = drawn(leaves, 1, weight(9))
    settings = ["ranks=2", "bets=[1,3]", "suit_isomorphism=true", "raises=1"]
    words = [word for setting in settings for word in ("--set", setting)]
    found = run("leduc_poker", table(rows_of(leaves, played)), *words)
    assert found.number("value_0") == values(leaves, played)[0]
    assert found.report["game"]["parameters"]["bets"] == [1, 3]
    assert "certify leduc_poker players=2 ranks=2 suit_isomorphism=true raises=1 bets=[1,3]: table.csv\n" in found.out
    words = ["--set", "num_cards=2", "--set", "returns_type=total_points"]
    leaves = leaves_of("goofspiel", num_cards=2, returns_type="total_points")
    rows = [(p, written(i), *rest) for p, i, *rest in rows_of(leaves, drawn(leaves, 1, weight(9)))]
    assert run("goofspiel", table(rows), *words).number("value_0") > 0


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("EFG 2 R", "game.efg: line 1: expected"),
        (b"\xff", "game.efg: expected UTF-8, found something else at byte 0"),
        (FORGETFUL.replace('"b" } 0', '"c" } 0', 1), "game.efg: "),
        (FORGETFUL, "no perfect recall (with --imperfect-recall it is evaluated, gains being those of a player who"),
    ],
)
def test_files_that_are_no_games(run, tmp_path: Path, content: str | bytes, message: str) -> None:
    path = tmp_path / "game.efg"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    found = run(path, table(KUHN))
    assert (found.code, found.report) == (2, {})
    assert message in found.err


def test_players_who_forget(run, tmp_path: Path) -> None:
    """Infosets that are played alike may be given once, by the name they have in common, or one by one; not both."""
    [word] = as_game(tmp_path, FORGETFUL)
    leaves = leaves_of(FORGETFUL)
    played = drawn(leaves, 5, weight(9))
    rows = rows_of(leaves, played)
    whole = run(word, table(rows), "--imperfect-recall")
    assert whole.number("value_0") == values(leaves, played)[0]
    assert whole.report["game"]["perfect_recall"] is False
    assert whole.report["game_value"] is None
    assert "no perfect recall: gains are those of players who remember" in whole.out
    split = [
        (p, f"{i}~{n}" if i == "second" else i, *rest)
        for p, i, *rest in rows
        for n in ((1, 2) if i == "second" else (1,))
    ]
    assert run(word, table(split), "--imperfect-recall").report["measures"] == whole.report["measures"]
    both = run(word, table([*rows, *split]), "--imperfect-recall")
    assert {p["code"] for p in both.report["problems"]} == {"action-doubled"}
    found = run(word, table(split[:-1]), "--imperfect-recall")
    assert found.code == 1


def compiled(folder: Path, name: str, **parameters: object) -> Path:
    """A compiled game, as a bundle has it."""
    write_game(folder, {**entry(name, **parameters), "folder": "compiled"}, game(name, **parameters))
    return folder / "compiled"


def test_compiled_games(run, tmp_path: Path) -> None:
    found = run(compiled(tmp_path, "kuhn_poker"), table(KUHN))
    assert (found.code, found.number("nash_conv")) == (0, Fraction(11, 12))
    assert "CERTIFIED exactly, in antes per hand" in found.out
    assert "certify kuhn_poker players=2 ranks=3: table.csv" in found.out


def test_compiled_games_from_files(run, tmp_path: Path) -> None:
    """The file stands beside game.json: a Gambit file under its own name, rules in Python written out as game.efg."""
    leaves = leaves_of(FORGETFUL)
    played = drawn(leaves, 5, weight(9))
    for rules, file in (("config/games/own.efg", "own.efg"), ("config/games/own.py", "game.efg")):
        folder = compiled(tmp_path, "kuhn_poker")
        content = json.loads((folder / "game.json").read_text())
        content.update(rules=rules, parameters={}, unit="points", histories=15, terminals=8, alike=[{}])
        (folder / "game.json").write_text(json.dumps(content, indent=2) + "\n")
        (folder / file).write_text(FORGETFUL)
        found = run(folder, table(rows_of(leaves, played)))
        assert found.err == ""
        assert found.number("value_0") == values(leaves, played)[0]
        assert ("in points" in found.out) == rules.endswith(".py")


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("rules", "chess", "rules: these rules are not known to recheck"),
        ("rules", 5, "rules: is of the wrong type"),
        ("rules", "own.efg", "a game from a file has no parameters"),
        ("parameters", {}, "parameters: wrong keys, expected players, ranks"),
        ("parameters", {"players": 2, "ranks": 4}, "has more than 58 histories"),
        ("parameters", {"players": 2, "ranks": 2}, "histories: is not what the rules give, expected 21, found 58"),
        ("histories", 59, "histories: is not what the rules give, expected 58, found 59"),
        ("terminals", 31, "terminals: is not what the rules give"),
        ("alike", None, "alike: is of the wrong type"),
    ],
)
def test_compiled_games_that_are_not_what_they_say(run, tmp_path: Path, key: str, value: object, message: str) -> None:
    folder = compiled(tmp_path, "kuhn_poker")
    content = {**json.loads((folder / "game.json").read_text()), key: value}
    (folder / "game.json").write_text(json.dumps(content, indent=2) + "\n")
    found = run(folder, table(KUHN))
    assert (found.code, found.report) == (2, {})
    assert message in found.err
    assert "compiled/game.json" in found.err


def test_folders_that_are_no_games(run, tmp_path: Path) -> None:
    compiled(tmp_path / "study", "kuhn_poker")
    found = run(tmp_path / "study", table(KUHN))
    assert "study: expected game.json in this folder, found games in compiled" in found.err
    (tmp_path / "empty").mkdir()
    assert "empty: expected game.json in this folder, found none" in run(tmp_path / "empty", table(KUHN)).err
    folder = compiled(tmp_path, "kuhn_poker")
    for content in ("[]", "{", "{}"):
        (folder / "game.json").write_text(content)
        assert run(folder, table(KUHN)).code == 2


# Files that cannot be read or written


def test_tables_that_cannot_be_read(run, tmp_path: Path, capsys, monkeypatch) -> None:
    assert main(["certify", "kuhn_poker", str(tmp_path / "none.csv")]) == 2
    assert "none.csv: cannot be read: No such file" in capsys.readouterr().err
    assert main(["certify", "kuhn_poker", str(tmp_path)]) == 2
    assert "cannot be read: Is a directory" in capsys.readouterr().err
    monkeypatch.setattr("recheck.certify.command.LARGEST_FILE", 100)
    assert "table.csv: expected 100 bytes at most, found more" in run("kuhn_poker", table(KUHN)).err


@pytest.mark.parametrize("option", ["--json", "--responses"])
def test_files_that_cannot_be_written(run, tmp_path: Path, capsys, option: str) -> None:
    """That is told before anything is done."""
    (tmp_path / "table.csv").write_text(table(KUHN))
    (tmp_path / "folder").mkdir()
    words = ["certify", "kuhn_poker", str(tmp_path / "table.csv"), option]
    assert main([*words, str(tmp_path / "folder")]) == 3
    assert "expected a regular file there or none" in capsys.readouterr().err
    for place, why in (("table.csv/below", "Not a directory"), ("none/below", "No such file or directory")):
        assert main([*words, str(tmp_path / place)]) == 2
        assert capsys.readouterr() == ("", f"recheck certify: {option}: {tmp_path / place}: cannot be written: {why}\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "table.csv"]


@pytest.mark.parametrize(
    "options", [("--json", "table.csv"), ("--responses", "x/../table.csv"), ("--json", "o", "--responses", "o")]
)
def test_nothing_is_written_over(tmp_path: Path, capsys, monkeypatch, options: tuple[str, ...]) -> None:
    """Neither the table itself nor the other file that is asked for."""
    monkeypatch.chdir(tmp_path)
    Path("x").mkdir()
    Path("table.csv").write_text(table(KUHN))
    assert main(["certify", "kuhn_poker", "table.csv", *options]) == 3
    assert "expected a file of its own, found" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--json", "--responses"])
@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("bundle/data/kuhn/game.json", "expected a file outside of the folder of the game, found"),
        ("bundle/data/kuhn/new.json", "expected a file outside of the folder of the game, found"),
        ("bundle/new.json", "expected a file outside of the bundle, found"),
    ],
)
def test_nothing_is_written_into_a_game_or_a_bundle(tmp_path: Path, capsys, monkeypatch, option, file, message) -> None:
    monkeypatch.chdir(tmp_path)
    game = Path("bundle/data/kuhn")
    game.mkdir(parents=True)
    for name in ("bundle/bagit.txt", "bundle/data/kuhn/game.json"):
        Path(name).write_text("theirs\n")
    Path("table.csv").write_text(table(KUHN))
    assert main(["certify", str(game), "table.csv", option, file]) == 3
    assert f"{option}: {message} {file}" in capsys.readouterr().err
    assert sorted(str(path) for path in Path("bundle").rglob("*.*")) == [
        "bundle/bagit.txt",
        "bundle/data/kuhn/game.json",
    ]
    assert (game / "game.json").read_text() == "theirs\n"
    assert Path("table.csv").read_text() == table(KUHN)
    assert not Path("o").exists()


def test_letters_that_a_terminal_may_not_have(run, tmp_path: Path, capsys) -> None:
    """They are in the file as they are, and escaped where they are printed."""
    game = tmp_path / "game.efg"
    game.write_text(
        'EFG 2 R "" { "A" "B" }\np "" 1 1 "é" { "ü" "o" } 0\nt "" 1 "" { 1, 0 }\nt "" 2 "" { 0, 1 }\n', "utf-8"
    )
    content = "player,infoset,action,probability\n0,é,ü,1/4\n0,é,o,3/4\n"
    found = run(game, content)
    assert (found.code, found.number("gain_0"), found.number("value_1")) == (0, Fraction(3, 4), Fraction(3, 4))
    assert found.report["losses"][0]["infoset"] == "é"
    assert "é" in (tmp_path / "report.json").read_text("utf-8")
    assert found.out.isascii()
    assert "\\xe9: 0.75 (best is \\xfc, played with 0.25)" in found.out
    assert main(["certify", str(game), str(tmp_path / "table.csv"), "--json", "-"]) == 0
    out = capsys.readouterr().out
    assert out.isascii()
    assert json.loads(out) == found.report


def test_no_response_to_what_is_none(run, tmp_path: Path) -> None:
    assert run("kuhn_poker", table(without(1)), "--responses", tmp_path / "r.csv").code == 1
    assert not (tmp_path / "r.csv").exists()


def test_responses_to_standard_output(run, tmp_path: Path, capsys) -> None:
    """The table and nothing else: what is wrong with a strategy is told elsewhere."""
    found = run("kuhn_poker", table(KUHN), "--responses", tmp_path / "r.csv")
    printed = run("kuhn_poker", table(KUHN), "--responses", "-")
    assert (printed.code, printed.out, printed.report) == (0, (tmp_path / "r.csv").read_text(), found.report)
    printed = run("kuhn_poker", table(without(1)), "--responses", "-")
    assert (printed.code, printed.out) == (1, "")
    assert "FAILED: 1 problem" in printed.err
    assert main(["certify", "kuhn_poker", str(tmp_path / "table.csv"), "--json", "-", "--responses", "-"]) == 3
    assert "as standard output is for --json" in capsys.readouterr().err


def test_what_fails_in_the_end_is_told_with_all_else(run, tmp_path: Path, monkeypatch) -> None:
    """A disk may be full only then: the outcome is printed all the same."""

    def fail(path: Path, text: str) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr("recheck.certify.command.write", fail)
    found = run("kuhn_poker", table(KUHN))
    assert (found.code, found.report) == (2, {})
    assert "nash_conv" in found.out
    assert found.err == f"recheck certify: {tmp_path / 'report.json'}: cannot be written: No space left on device\n"


def test_a_closed_input_is_told(monkeypatch, capsys) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert main(["certify", "kuhn_poker", "-"]) == 2
    assert capsys.readouterr().err == "recheck certify: standard input: cannot be read: it is closed\n"


def test_an_interruption_is_told(run, monkeypatch) -> None:
    def interrupt(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("recheck.certify.command.certify", interrupt)
    found = run("kuhn_poker", table(KUHN))
    assert (found.code, found.err) == (2, "recheck certify: interrupted\n")


def test_an_end_of_memory_is_told(run, monkeypatch) -> None:
    def fail(*arguments: object) -> None:
        raise MemoryError

    monkeypatch.setattr("recheck.certify.command.certify", fail)
    found = run("kuhn_poker", table(KUHN))
    assert (found.code, found.err) == (2, "recheck certify: kuhn_poker: more memory is needed than there is\n")


@pytest.mark.parametrize("optimize", [(), ("-O",)])
def test_alone_and_optimized(tmp_path: Path, optimize: tuple[str, ...]) -> None:
    """With nothing but recheck: the same bytes, faults and all."""
    shutil.copytree(PROJECT / "src/recheck", tmp_path / "recheck", ignore=shutil.ignore_patterns("__pycache__"))
    for rows, code in ((KUHN, 0), (without(3), 1)):
        (tmp_path / "table.csv").write_text(table(rows))
        words = [sys.executable, *optimize, "-S", "-m", "recheck", "certify", "kuhn_poker", "table.csv", "--json", "-"]
        done = subprocess.run(words, cwd=tmp_path, env={}, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (code, "")
        assert json.loads(done.stdout)["passed"] == (code == 0)


# What a terminal may take for more than text


def test_no_text_of_others_steers_a_terminal(run, tmp_path: Path, capsys) -> None:
    """Names of columns, of infosets and actions, cells, and what is given on the command line."""
    columns = ("player", "infoset", "action", "probability", "\x1b[2Jmore")
    found = run("kuhn_poker", dialect([(*row, "x") for row in KUHN], columns))
    assert found.code == 0
    assert "columns of no account: \\x1b[2jmore\n" in found.out
    strange = "\x1b[31m\x9b\u202e\U0001f0a1"
    rows = [(0, strange, strange, "1"), (0, "0", strange, "1"), (strange, "0", "pass", strange)]
    told = run("kuhn_poker", dialect(rows))
    assert told.report["problems"][-1]["code"] == "infoset-missing"
    for text in (found.out, told.out):
        assert text.replace("\n", "").isascii()
        assert text.replace("\n", "").isprintable()
    assert "found \\x1b[31m\\x9b\\u202e\\U0001f0a1 [player-unknown]" in told.out
    (tmp_path / strange).write_text(table(KUHN), encoding="utf-8")
    for words in (["kuhn_poker", str(tmp_path / strange)], [strange, "x"], ["kuhn_poker", "x", "--set", strange]):
        code = main(["certify", *words])
        assert code == (0 if words[-1].startswith(str(tmp_path)) else 2)
        said = capsys.readouterr()
        assert (said.out + said.err).replace("\n", "").isprintable()
        assert strange not in said.out + said.err


BARE = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONPATH": str(PROJECT / "src")}


def bare(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Certify where the terminal has no letters but those of ASCII."""
    command = [sys.executable, "-S", "-m", "recheck", "certify", *words]
    return subprocess.run(command, cwd=cwd, env=BARE, capture_output=True, encoding="utf-8", check=True)


def test_a_file_is_called_the_same_whatever_the_terminal(tmp_path: Path) -> None:
    """In JSON there is no half of a pair, which other programs refuse."""
    for name, called in ((b"\xc3\xbc.csv", "ü.csv"), (b"\xff.csv", "\\xff.csv")):
        (tmp_path / os.fsdecode(name)).write_text(table(KUHN))
        for words in ([os.fsdecode(name), "--json", "-"], [os.fsdecode(name), "--json", "out.json"]):
            done = bare("kuhn_poker", *words, cwd=tmp_path)
            text = done.stdout if words[-1] == "-" else (tmp_path / "out.json").read_text(encoding="utf-8")
            assert json.loads(text)["strategy"]["file"] == called


def test_responses_are_the_same_whatever_the_terminal(tmp_path: Path) -> None:
    """A table is UTF-8."""
    (tmp_path / "game.efg").write_text(
        'EFG 2 R "" { "" "" }\np "" 1 1 "ü" { "é" "b" } 0\nt "" 1 "" { 1 -1 }\nt "" 2 "" { 2 -2 }\n', encoding="utf-8"
    )
    (tmp_path / "table.csv").write_text("player,infoset,action,probability\n0,ü,é,1\n0,ü,b,0\n", encoding="utf-8")
    done = bare("game.efg", "table.csv", "--responses", "-", cwd=tmp_path)
    assert done.stdout == "player,infoset,action,probability\n0,ü,é,0\n0,ü,b,1\n"
