"""Certifying strategies of other programs: what is proven is what histories give, and every fault is told by row and infoset."""

from __future__ import annotations

import csv
import importlib
import io
import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from recheck_bundle import write_game
from recheck_certified import FORGETFUL, THREE, best, drawn, infosets, leaves_of, rows_of, table, values
from recheck_games import DEFAULTS, entry, game
from recheck_prover import BET

from recheck.__main__ import main
from recheck.certify.bounds import BOUNDED, EXACT, certify
from recheck.names import written

PROJECT = Path(__file__).parents[2]
DATA = PROJECT / "validation/data"

THREES = {(p, i): (Fraction(2, 3), Fraction(1, 3)) for p, i in infosets(leaves_of("kuhn_poker"))}
UNIFORM = {key: (Fraction(1, 2), Fraction(1, 2)) for key in THREES}
KUHN = rows_of(leaves_of("kuhn_poker"), UNIFORM)
"""24 rows: player 0's infosets `0 0pb 1 1pb 2 2pb`, then player 1's `0b 0p 1b 1p 2b 2p`."""


class Told(NamedTuple):
    code: int
    out: str
    err: str
    report: dict[str, Any]

    @property
    def faults(self) -> list[tuple[object, ...]]:
        """Code, row, player and infoset of each problem."""
        return [(p["code"], p["row"], p["player"], p["infoset"]) for p in self.report["problems"]]

    def number(self, name: str) -> Fraction:
        return Fraction(self.report["measures"][name]["fraction"])

    def between(self, name: str) -> tuple[Fraction, Fraction]:
        bounds = self.report["measures"][name]
        return Fraction(bounds["lower"]), Fraction(bounds["upper"])


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """Certify a table with this content; give what was told."""
    monkeypatch.setattr("recheck.report.os.fsync", lambda descriptor: None)

    def certified(of_game: object, content: str | bytes, *options: object) -> Told:
        path, report = tmp_path / "table.csv", tmp_path / "report.json"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        report.unlink(missing_ok=True)
        try:
            code = main(["certify", str(of_game), str(path), "--json", str(report), *map(str, options)])
        except SystemExit as left:
            code = int(str(left.code))
        captured = capsys.readouterr()
        found = json.loads(report.read_bytes()) if report.exists() else {}
        return Told(code, captured.out, captured.err, found)

    return certified


def as_game(tmp_path: Path, name: str, **parameters: object) -> list[str]:
    """The words that name a game, a file of which is written if it has one."""
    if name in DEFAULTS:
        return [name, *(word for key, value in parameters.items() for word in ("--set", f"{key}={value}"))]
    path = tmp_path / ("game.nfg" if name.startswith("NFG") else "game.efg")
    path.write_text(name)
    return [str(path)]


def weight(most: int) -> Callable[[random.Random], Fraction]:
    return lambda source: Fraction(source.randrange(1, most))


PLAYED = [
    ("kuhn_poker", {}, 10),
    ("kuhn_poker", {"ranks": 4}, 10**9),
    ("kuhn_poker", {"players": 3, "ranks": 3}, 1000),
    ("goofspiel", {"num_cards": 3}, 7),
    ("goofspiel", {"num_cards": 3, "returns_type": "total_points"}, 7),
    (THREE, {}, 50),
    (FORGETFUL, {}, 50),
]


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(("name", "parameters", "most"), PLAYED)
def test_measures_are_those_of_histories_and_plans(run, tmp_path, name, parameters, most, seed) -> None:
    """Exact numbers are equal to those of an evaluation that shares nothing; bounds are around them, and close."""
    leaves = leaves_of(name, **parameters)
    played = drawn(leaves, seed, weight(most))
    word, *options = as_game(tmp_path, name, **parameters)
    options += ["--imperfect-recall"] * (name == FORGETFUL)
    rows = [(player, written(infoset), *rest) for player, infoset, *rest in rows_of(leaves, played)]
    found = run(word, table(rows), *options, "--arithmetic", "exact")
    assert (found.code, found.report["arithmetic"], found.err) == (0, "exact", "")
    worth = values(leaves, played)
    bests = [best(leaves, played, player) for player in range(len(worth))]
    expected = {f"value_{player}": value for player, value in enumerate(worth)}
    expected.update({f"best_response_{player}": value for player, value in enumerate(bests)})
    expected.update({f"gain_{player}": bests[player] - value for player, value in enumerate(worth)})
    expected["nash_conv"] = sum(bests) - sum(worth)
    expected["exploitability"] = expected["nash_conv"] / len(worth)
    assert {measure: found.number(measure) for measure in found.report["measures"]} == expected
    bounded = run(word, table(rows), *options, "--arithmetic", "bounded")
    assert (bounded.code, bounded.report["arithmetic"]) == (0, "bounded")
    for measure, number in expected.items():
        lower, upper = bounded.between(measure)
        assert lower <= number <= upper
        assert upper - lower < Fraction(1, 10**35)
    assert "CERTIFIED exactly" in found.out
    assert "CERTIFIED between proven bounds" in bounded.out


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("name", "parameters"), [("kuhn_poker", {"ranks": 4}), ("kuhn_poker", {"players": 3, "ranks": 4})]
)
@pytest.mark.parametrize("arithmetic", [EXACT, BOUNDED])
def test_responses_get_what_they_are_said_to_get(name, parameters, seed, arithmetic) -> None:
    """Put in the place of the player's strategy, a response is worth best_response; the losses sum to the gain."""
    of_game = game(name, **parameters)
    leaves = leaves_of(name, **parameters)
    played = drawn(leaves, seed, weight(100))
    strategy = [tuple(played[infoset.player, infoset.name]) for infoset in of_game.infosets]
    found = certify(of_game, strategy, arithmetic)
    for player, side in enumerate(found.sides):
        assert set(side.response) == {n for n, _ in of_game.of(player)}
        other = dict(played)
        for n, infoset in of_game.of(player):
            other[player, infoset.name] = [Fraction(side.response[n] == a) for a in range(len(infoset.actions))]
        value = values(leaves, other)[player]
        assert side.best.lower <= value <= side.best.upper
        assert sum(loss.amount.lower for loss in side.losses) <= value - values(leaves, played)[player]
        assert sum(loss.amount.upper for loss in side.losses) >= value - values(leaves, played)[player]
        if arithmetic == EXACT:
            assert side.best.exact
            assert sum(loss.amount.lower for loss in side.losses) == side.gain.lower == side.gain.upper
        amounts = [loss.amount.upper for loss in side.losses]
        assert amounts == sorted(amounts, reverse=True)
        assert all(loss.amount.lower >= 0 for loss in side.losses)


def equilibrium(alpha: Fraction, **changes: Fraction) -> str:
    """One of Kuhn's, as fractions; `changes` are other probabilities of betting, by `p` and player, then the infoset."""
    bets = {(player, name): at[0] + at[1] * alpha for (player, name), at in BET.items()}
    bets.update({(int(key[1]), key[3:]): bet for key, bet in changes.items()})
    return table([(*key, action, p) for key, b in bets.items() for action, p in (("pass", 1 - b), ("bet", b))])


def test_an_equilibrium_is_one(run) -> None:
    found = run("kuhn_poker", equilibrium(Fraction(1, 4)))
    assert found.number("nash_conv") == found.number("gain_0") == found.number("gain_1") == 0
    assert found.number("value_0") == Fraction(-1, 18)
    assert found.report["losses"] == []
    assert {Fraction(b).limit_denominator(100) for b in found.report["game_value"].values()} == {Fraction(-1, 18)}
    assert "value_0            -0.0555555555555555556  = -1/18" in found.out
    assert "loses" not in found.out


def test_the_value_is_between_what_both_can_hold_out_for(run) -> None:
    """Decimals that do not end are rounded down and up."""
    found = run("kuhn_poker", equilibrium(Fraction(1, 4), p1_2p=Fraction(1, 7)))
    lower, upper = (Fraction(found.report["game_value"][side]) for side in ("lower", "upper"))
    for bound, exact in ((lower, -found.number("best_response_1")), (upper, found.number("best_response_0"))):
        assert 0 < abs(bound - exact) < Fraction(1, 10**45)
    assert lower < -found.number("best_response_1") <= Fraction(-1, 18) <= found.number("best_response_0") < upper


def test_it_is_told_where_a_strategy_loses(run, tmp_path: Path) -> None:
    """A king that never bets when it is checked to, and a jack that calls, are where all of the gain comes from."""
    wrong = equilibrium(Fraction(1, 4), p1_2p=Fraction(0), p1_0b=Fraction(1, 2))
    found = run("kuhn_poker", wrong, "--responses", tmp_path / "r.csv")
    losses = {(n["player"], n["infoset"]): n for n in found.report["losses"] if n["player"] == 1}
    shown = {key: (n["best_action"], n["played"]) for key, n in losses.items()}
    assert shown == {(1, "2p"): ("bet", "0"), (1, "0b"): ("pass", "1/2")}
    # A jack that calls loses 1 more than one that passes; half of it, when player 0 bets the king: 3/4, with 1/6.
    assert losses[1, "0b"]["loss"]["fraction"] == "1/16"
    # A king that bets wins 1 more when the queen calls, 7/12, or the jack, never: with 1/6, after a check, always.
    assert losses[1, "2p"]["loss"]["fraction"] == "7/72"
    assert found.number("gain_1") == Fraction(1, 16) + Fraction(7, 72)
    assert "where player 1 loses most, of 2 infosets:\n    2p: 0.0972222 (best is bet, played with 0)\n" in found.out
    assert "\n    0b: 0.0625 (best is pass, played with 0.5)\n" in found.out
    with (tmp_path / "r.csv").open() as file:
        rows = {(r["player"], r["infoset"], r["action"]): r["probability"] for r in csv.DictReader(file)}
    assert [rows["1", name, action] for name in ("2p", "0b") for action in ("bet", "pass")] == ["1", "0", "0", "1"]
    assert len(rows) == 24


def test_a_response_keeps_to_the_strategy_where_that_is_as_good(run, tmp_path: Path) -> None:
    """In an equilibrium all that is played is best, so that the response takes what is played most."""
    assert run("kuhn_poker", equilibrium(Fraction(1, 4)), "--responses", tmp_path / "r.csv").code == 0
    with (tmp_path / "r.csv").open() as file:
        rows = list(csv.DictReader(file))
    bets = {(int(r["player"]), r["infoset"]): r["probability"] for r in rows if r["action"] == "bet"}
    for key, (constant, slope) in BET.items():
        assert bets[key] == ("1" if constant + slope / 4 > Fraction(1, 2) else "0"), key


@pytest.mark.parametrize(
    ("limit", "value"), [("MOST_BITS", 5), ("MOST_WORK", 100)], ids=["a long denominator", "long ones in a large game"]
)
def test_long_denominators_are_bounded(run, monkeypatch, limit, value) -> None:
    """Unless exact numbers are asked for."""
    content = table(rows_of(leaves_of("kuhn_poker"), THREES))
    assert run("kuhn_poker", content).report["arithmetic"] == "exact"
    monkeypatch.setattr(f"recheck.certify.bounds.{limit}", value)
    assert run("kuhn_poker", content).report["arithmetic"] == "bounded"
    assert run("kuhn_poker", content, "--arithmetic", "exact").report["arithmetic"] == "exact"


def test_what_would_be_long_is_not_multiplied_out(monkeypatch) -> None:
    """Bounds are taken before there are fractions of thousands of digits."""

    def fail(*arguments: object) -> None:
        raise AssertionError

    monkeypatch.setattr("recheck.certify.bounds.realization_weights", fail)
    monkeypatch.setattr("recheck.certify.bounds.MOST_BITS", 1)
    of_kuhn = game("kuhn_poker")
    assert not certify(of_kuhn, [THREES[infoset.player, infoset.name] for infoset in of_kuhn.infosets]).exact


def test_denominators_without_anything_in_common_are_bounded(run, monkeypatch) -> None:
    """No product along a way is long; what all have in common is."""
    primes = iter([101, 103, 107, 109, 113, 127, 131, 137, 139, 149, 151, 157])
    played = {key: (Fraction(1, p), Fraction(p - 1, p)) for key, p in zip(UNIFORM, primes, strict=True)}
    content = table(rows_of(leaves_of("kuhn_poker"), played))
    monkeypatch.setattr("recheck.certify.bounds.MOST_BITS", 20)
    assert run("kuhn_poker", content).report["arithmetic"] == "bounded"


def test_bounds_of_nothing_are_shown_as_such(run) -> None:
    """That a gain is 0 cannot be told from bounds: both are printed, and no digit that is not certain."""
    found = run("kuhn_poker", equilibrium(Fraction(1, 4)), "--arithmetic", "bounded")
    lower, upper = found.between("nash_conv")
    assert 0 == lower < upper < Fraction(1, 10**35)
    line = next(line for line in found.out.splitlines() if line.startswith("  nash_conv"))
    assert line.split()[1] == "0"
    assert line.split()[2] == "to"
    assert "value_0            -0.0555555555555555556\n" in found.out


# Forms of tables


SHUFFLED = random.Random(7).sample(KUHN, len(KUHN))
WANTED = ["value_0", "best_response_0", "nash_conv"]


def dialect(rows=SHUFFLED, header=("player", "infoset", "action", "probability"), **options: Any) -> str:
    """A table as Python's csv module writes it."""
    made = io.StringIO(newline="")
    csv.writer(made, **options).writerows([header, *rows])
    return made.getvalue()


def reordered(*order: int) -> str:
    header = ("player", "infoset", "action", "probability")
    rows = [[row[n] for n in order] for row in SHUFFLED]
    return dialect(rows, [header[n] for n in order])


FORMS = {
    "rows in any order": table(SHUFFLED),
    "CRLF": dialect(),
    "CR": dialect(lineterminator="\r"),
    "no last line end": table(SHUFFLED).rstrip("\n"),
    "a byte order mark": b"\xef\xbb\xbf" + table(SHUFFLED).encode(),
    "UTF-16": table(SHUFFLED).encode("utf-16"),
    "quotes": dialect(quoting=csv.QUOTE_ALL),
    "semicolons": dialect(delimiter=";"),
    "tabs": dialect(delimiter="\t"),
    "columns in another order": reordered(3, 2, 0, 1),
    "spaces after commas": table(SHUFFLED).replace(",", ", "),
    "spaces and quotes": dialect(quoting=csv.QUOTE_ALL).replace('","', '", "'),
    "capitals": table(SHUFFLED).replace("player,infoset", "Player,InfoSet"),
    "further columns": dialect(
        [("x", *row, "") for row in SHUFFLED], ("", "player", "infoset", "action", "probability", "note")
    ),
    "empty lines": "\n" + table(SHUFFLED).replace("\n1,", "\n\n1,") + "\n\n",
    "rows of commas": table(SHUFFLED) + ",,,\n",
    "a comment": "# made by a program\n# with care\n" + table(SHUFFLED),
    "decimals": table([(*row[:3], float(row[3])) for row in SHUFFLED]),
    "powers of ten": table([(*row[:3], random.choice(["5e-1", ".5", "0.50", "+5E-01", "50/100"])) for row in SHUFFLED]),
    "positions": dialect(
        [(p, i, ["pass", "bet"].index(a), x) for p, i, a, x in SHUFFLED],
        ("player", "infoset", "position", "probability"),
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_tables_of_other_programs(run, form: str) -> None:
    found = run("kuhn_poker", FORMS[form])
    assert found.report["problems"] == []
    assert [found.number(name) for name in WANTED] == [Fraction(1, 8), Fraction(1, 2), Fraction(11, 12)]
    assert found.report["strategy"]["rows"] == 24
    assert found.report["strategy"]["adjusted"]["infosets"] == 0


def test_columns_that_are_of_no_account_are_named(run) -> None:
    found = run("kuhn_poker", FORMS["further columns"])
    assert found.report["strategy"]["ignored_columns"] == ["", "note"]
    assert "columns of no account: (without a name), note" in found.out


@pytest.mark.parametrize("form", ["as in a bundle", "as they are", "as Windows ends lines", "by position"])
def test_names_with_line_breaks(run, form: str) -> None:
    """Goofspiel's infosets have them: tables of a bundle write them as %0A, csv modules in quotes."""
    leaves = leaves_of("goofspiel", num_cards=3)
    played = drawn(leaves, 3, weight(10))
    rows = rows_of(leaves, played)
    if form == "as in a bundle":
        content = table([(p, written(i), *rest) for p, i, *rest in rows])
    elif form == "by position":
        actions = infosets(leaves)
        made = [(p, i, actions[p, i].index(a), x) for p, i, a, x in rows]
        content = dialect(made, ("player", "infoset", "position", "probability"))
    else:
        breaks = "\r\n" if form == "as Windows ends lines" else "\n"
        content = dialect([(p, i.replace("\n", breaks), *rest) for p, i, *rest in rows])
    found = run("goofspiel", content, "--set", "num_cards=3")
    assert found.report["problems"] == []
    assert found.number("value_0") == values(leaves, played)[0]


@pytest.mark.parametrize("form", [str, written])
def test_names_of_actions_with_separators(run, tmp_path: Path, form: Callable[[str], str]) -> None:
    game = tmp_path / "game.efg"
    game.write_text('EFG 2 R "" { "A" "B" }\np "" 1 1 "x" { "a,b" "c" } 0\nt "" 1 "" { 1, 0 }\nt "" 2 "" { 0, 1 }\n')
    found = run(game, dialect([(0, "x", form("a,b"), "1/4"), (0, "x", "c", "3/4")]))
    assert (found.report["problems"], found.number("value_0")) == ([], Fraction(1, 4))


def test_numbers_are_what_they_are_written_as(run) -> None:
    """A tenth is a tenth, and not the double next to it."""
    rows = [(*row[:3], "0.1" if row[2] == "bet" else "9/10") for row in KUHN]
    found = run("kuhn_poker", table(rows))
    tenth = {key: (Fraction(9, 10), Fraction(1, 10)) for key in UNIFORM}
    assert found.number("value_0") == values(leaves_of("kuhn_poker"), tenth)[0]
    assert found.report["strategy"]["adjusted"]["infosets"] == 0
    assert "probabilities sum to 1 exactly at each infoset" in found.out


def test_stdin(capsys, monkeypatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(table(KUHN).encode())))
    assert main(["certify", "kuhn_poker", "-", "--json", "-"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["strategy"]["file"] == "-"
    assert report["measures"]["nash_conv"]["fraction"] == "11/12"


# Faults


def put(row: int, **cells: object) -> list[tuple[object, ...]]:
    """The uniform strategy with other cells in a row, from 1."""
    rows = [dict(zip(("player", "infoset", "action", "probability"), each, strict=True)) for each in KUHN]
    rows[row - 1].update(cells)
    return [tuple(each.values()) for each in rows]


def without(*rows: int) -> list[tuple[object, ...]]:
    return [row for n, row in enumerate(KUHN, 1) if n not in rows]


MISSING_3 = ("action-missing", 4, "0", "0pb")
"""What follows if the row that says of `0pb` to pass, row 3, is lost: row 4 is the infoset's first."""

FAULTS: dict[str, tuple[object, list[tuple[object, ...]]]] = {
    "a player who is not there": (table(put(3, player=2)), [("player-unknown", 3, "2", "0pb"), MISSING_3]),
    "no player": (table(put(3, player="")), [("player-unknown", 3, "", "0pb"), MISSING_3]),
    "a player with a name": (table(put(3, player="-1")), [("player-unknown", 3, "-1", "0pb"), MISSING_3]),
    "an infoset that is not there": (table(put(3, infoset="0x")), [("infoset-unknown", 3, "0", "0x"), MISSING_3]),
    "an infoset of the other player": (table(put(3, infoset="0b")), [("infoset-unknown", 3, "0", "0b"), MISSING_3]),
    "an action that is not there": (table(put(3, action="fold")), [("action-unknown", 3, "0", "0pb")]),
    "an action with a capital": (table(put(3, action="Pass")), [("action-unknown", 3, "0", "0pb")]),
    "an action twice": (
        table(put(3, action="bet")),
        [("action-missing", 3, "0", "0pb"), ("action-doubled", 4, "0", "0pb")],
    ),
    "a row again": (table([*KUHN, KUHN[2]]), [("action-doubled", 25, "0", "0pb")]),
    "an action that is missing": (table(without(3)), [("action-missing", 3, "0", "0pb")]),
    "an infoset that is missing": (table(without(3, 4)), [("infoset-missing", None, "0", "0pb")]),
    "a probability that is none": (table(put(3, probability="-1/2")), [("probability-negative", 3, "0", "0pb")]),
    "a percentage": (table(put(3, probability=50)), [("probability-above-one", 3, "0", "0pb")]),
    "a sum below 1": (table(put(4, probability="0.499999")), [("sum-not-one", 3, "0", "0pb")]),
    "a sum above 1": (table(put(4, probability="1")), [("sum-not-one", 3, "0", "0pb")]),
    "too few cells": (table([*KUHN, ("0", "0pb")]), [("row-malformed", 25, None, None)]),
    "too many cells": (table([*KUHN, (*KUHN[0], 1)]), [("row-malformed", 25, None, None)]),
    "no rows": (table([]), [("infoset-missing", None, p, i) for p, i in sorted((str(p), i) for p, i in UNIFORM)]),
    "a quote that is open": (table(KUHN) + '0,"0,pass,1\n', [("table-malformed", 25, None, None)]),
    "something after a quote": (table(KUHN) + '0,"0"x,pass,1\n', [("table-malformed", 25, None, None)]),
    "no header": (table(KUHN).split("\n", 1)[1], [("header-wrong", None, None, None)]),
    "a header without actions": (table(KUHN).replace("action", "move"), [("header-wrong", None, None, None)]),
    "a column twice": (table(KUHN).replace("infoset,", "player,"), [("header-wrong", None, None, None)]),
    "nothing": ("", [("header-wrong", None, None, None)]),
    "Latin 1": (table(KUHN).encode() + b"# \xe9\n", [("table-malformed", None, None, None)]),
    "a null character": (table(KUHN) + "\0", [("table-malformed", None, None, None)]),
    "half of UTF-16": (table(KUHN).encode("utf-16")[:-1], [("table-malformed", None, None, None)]),
}
HIDE = ("header-wrong", "table-malformed")


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_are_named(run, fault: str) -> None:
    content, expected = FAULTS[fault]
    found = run("kuhn_poker", content)
    assert found.code == 1
    assert (found.report["passed"], found.report["measures"], found.report["losses"]) == (False, None, None)
    faults = found.faults
    if expected[0][0] in HIDE:
        # What could not be read is not said to be missing.
        assert faults == expected
    else:
        assert sorted(faults, key=str) == sorted(expected, key=str)
    assert f"FAILED: {len(faults)} problem" in found.out
    for code, row, _, _ in faults[:20]:
        assert f"[{code}]" in found.out
        assert row is None or f"row {row}" in found.out


@pytest.mark.parametrize("text", ["2", "-1", "", "bet", "0.0", "٠", "9" * 5000])
def test_positions_that_are_none(run, text: str) -> None:
    rows = [(*row[:2], n % 2, row[3]) for n, row in enumerate(KUHN)]
    rows[2] = (*rows[2][:2], text, rows[2][3])
    found = run("kuhn_poker", dialect(rows, ("player", "infoset", "position", "probability")))
    assert found.faults == [("action-unknown", 3, "0", "0pb")]
    assert found.report["problems"][0]["expected"] == "0 to 1"


NUMBERS = [
    "",
    "x",
    "0,5",
    "0.5.",
    "1/0",
    "1/2/2",
    "nan",
    "inf",
    "-inf",
    "1e1001",
    "0x1p-1",
    "½",
    "1_0",
    "٠",
    "5e-1e1",
    ".",
    "e5",
]


@pytest.mark.parametrize("text", [*NUMBERS, "0." + "0" * 999, "1/" + "9" * 1000])
def test_numbers_that_are_none(run, text: str) -> None:
    found = run("kuhn_poker", dialect(put(3, probability=text)))
    assert found.code == 1
    assert found.faults == [("probability-malformed", 3, "0", "0pb")]
    assert found.report["problems"][0]["expected"] == "a decimal or a fraction"


@pytest.mark.parametrize("text", ["1e-1000", "0." + "0" * 996 + "1", "1/1" + "0" * 996, "0e5", "0.", "-0", "0/7"])
def test_numbers_that_are_small(run, text: str) -> None:
    rows = put(3, probability=text)
    rows[3] = (*rows[3][:3], "1")
    found = run("kuhn_poker", table(rows))
    assert found.report["problems"] == []


def test_all_faults_are_collected(run) -> None:
    """One of each kind, in the order of the rows, with lines and what was expected."""
    rows = put(3, probability="-1/2")
    rows[0] = (7, *rows[0][1:])
    rows[4] = (0, "9", *rows[4][2:])
    rows[6] = (*rows[6][:2], "raise", rows[6][3])
    rows[8] = (*rows[8][:3], "2")
    rows[10] = (*rows[10][:3], "much")
    rows[12] = (*rows[12][:3], "0.25")
    del rows[22:]
    found = run("kuhn_poker", table([*rows, rows[15], (1,)]))
    assert [
        (p["code"], p["row"], p["line"], p["infoset"], p["expected"], p["found"]) for p in found.report["problems"]
    ] == [
        ("player-unknown", 1, 2, "0", "0 to 1", "7"),
        ("action-missing", 2, 3, "0", "pass", None),
        ("probability-negative", 3, 4, "0pb", "0 or more", "-1/2"),
        ("infoset-unknown", 5, 6, "9", None, None),
        ("action-missing", 6, 7, "1", "pass", None),
        ("action-unknown", 7, 8, "1pb", "pass bet", "raise"),
        ("probability-above-one", 9, 10, "2", "1 or less", "2"),
        ("probability-malformed", 11, 12, "2pb", "a decimal or a fraction", "much"),
        ("sum-not-one", 13, 14, "0b", "1, to 1e-09", "0.75"),
        ("action-doubled", 23, 24, "0p", "once, as in row 16", "1/2"),
        ("row-malformed", 24, 25, None, "4", "1"),
        ("infoset-missing", None, None, "2p", None, None),
    ]
    assert found.out.splitlines()[-1] == "FAILED: 12 problems in 23 rows"
    assert "row 7, player 0, infoset 1pb, action raise: no such action; expected pass bet; found raise" in found.out


def test_an_infoset_of_another_player_is_told_whose_it_is(run) -> None:
    found = run("kuhn_poker", table(put(3, infoset="0b")))
    assert "row 3, player 0, infoset 0b, action pass: is an infoset of player 1 [infoset-unknown]" in found.out


def test_many_faults_are_counted(run) -> None:
    found = run("kuhn_poker", table([(*row[:3], "x") for row in KUHN]))
    assert len(found.report["problems"]) == 24
    assert found.out.count("[probability-malformed]") == 20
    assert "... and 4 more problems" in found.out


def test_lines_of_quoted_names(run) -> None:
    """Row and line part where names have line breaks."""
    leaves = leaves_of("goofspiel", num_cards=3)
    rows = rows_of(leaves, drawn(leaves, 3, weight(10)))
    rows[2] = (*rows[2][:3], Fraction(-1))
    content = dialect(rows)
    found = run("goofspiel", content, "--set", "num_cards=3")
    [fault] = [p for p in found.report["problems"] if p["code"] == "probability-negative"]
    assert fault["row"] == 3
    assert content.replace("\r\n", "\n").split("\n")[fault["line"] - 1].startswith('0,"Current player')
    assert fault["line"] == 2 + 2 * 8


def test_faults_show_no_more_than_is_needed(run) -> None:
    """Nothing that a terminal would obey, and nothing endless."""
    found = run("kuhn_poker", dialect(put(3, infoset="\x1b[31m" + "x" * 500, probability="é" * 300)))
    assert "\x1b" not in found.out
    assert found.out.isascii()
    assert max(map(len, found.out.splitlines())) < 1000


# Sums that are not quite one, and infosets that are missing


@pytest.mark.parametrize(
    ("texts", "options", "infosets_moved", "largest"),
    [
        (("0.3333333333333333", "0.6666666666666666"), (), 1, Fraction(1, 10**16)),
        (("0.3333333333", "0.6666666666"), (), 1, Fraction(1, 10**10)),
        (("0.3333333334", "0.6666666666"), (), 0, Fraction(0)),
        (("0.333333", "0.666666"), ("--tolerance", "1e-6"), 1, Fraction(1, 10**6)),
        (("1.0000000000000002", "0"), (), 1, Fraction(2, 10**16)),
        (("1", "-1e-12"), (), 1, Fraction(1, 10**12)),
        (("1", "1e-300"), (), 1, Fraction(1, 10**300)),
    ],
)
def test_what_rounding_left_over_goes_to_the_greatest(run, texts, options, infosets_moved, largest) -> None:
    rows = put(9, probability=texts[0])
    rows[9] = (*rows[9][:3], texts[1])
    found = run("kuhn_poker", table(rows), *options)
    assert found.report["problems"] == []
    adjusted = found.report["strategy"]["adjusted"]
    where = (0, "2") if infosets_moved else (None, None)
    assert (adjusted["infosets"], Fraction(adjusted["largest"])) == (infosets_moved, largest)
    assert (adjusted["player"], adjusted["infoset"]) == where
    assert ("made to sum to 1 at 1 infoset: none was moved by more than" in found.out) == bool(infosets_moved)
    assert ("(player 0, 2)" in found.out) == bool(infosets_moved)
    numbers = [max(Fraction(text), Fraction(0)) for text in texts]
    greatest = numbers.index(max(numbers))
    numbers[greatest] = 1 - numbers[1 - greatest]
    expected = values(leaves_of("kuhn_poker"), {**UNIFORM, (0, "2"): numbers})
    assert found.number("value_0") == expected[0]


@pytest.mark.parametrize(
    ("texts", "options", "code"),
    [
        (("0.33333333", "0.66666666"), (), "sum-not-one"),
        (("0.333333", "0.6666670011"), (), "sum-not-one"),
        (("0.3333333333333333", "0.6666666666666666"), ("--tolerance", "0"), "sum-not-one"),
        (("1", "-1e-12"), ("--tolerance", "0"), "probability-negative"),
        (("1.0000000000000002", "0"), ("--tolerance", "0"), "probability-above-one"),
        (("1", "-1e-8"), (), "probability-negative"),
        (("1.00000001", "0"), (), "probability-above-one"),
    ],
)
def test_more_than_rounding_is_a_fault(run, texts, options, code) -> None:
    rows = put(9, probability=texts[0])
    rows[9] = (*rows[9][:3], texts[1])
    found = run("kuhn_poker", table(rows), *options)
    assert [p["code"] for p in found.report["problems"]] == [code]


@pytest.mark.parametrize("text", ["0.01", "-1e-9", "1e-9x", "", "nan"])
def test_tolerances_that_are_none(run, text: str) -> None:
    found = run("kuhn_poker", table(KUHN), f"--tolerance={text}")
    assert (found.code, found.report) == (3, {})
    assert "expected a number from 0 to 0.001" in found.err


def test_missing_infosets_that_the_strategy_does_not_reach(run) -> None:
    """They may be left out if that is asked for; whatever was played there, all numbers are the same."""
    played = dict(UNIFORM)
    played[0, "2"] = (Fraction(0), Fraction(1))
    leaves = leaves_of("kuhn_poker")
    rows = [row for row in rows_of(leaves, played) if row[:2] != (0, "2pb")]
    assert run("kuhn_poker", table(rows)).faults == [("infoset-missing", None, "0", "2pb")]
    found = run("kuhn_poker", table(rows), "--missing", "uniform")
    assert (found.code, found.report["strategy"]["filled_infosets"]) == (0, 1)
    assert "1 infoset that is missing is uniform" in found.out
    for bet in (0, Fraction(1, 3), 1):
        other = run("kuhn_poker", table(rows_of(leaves, {**played, (0, "2pb"): (1 - bet, bet)})))
        assert other.report["measures"] == found.report["measures"]


def test_all_that_follows_what_is_not_reached_may_be_missing(run) -> None:
    """Whatever the depth: of a strategy that is pure, only its own plan need be written down."""
    leaves = leaves_of("goofspiel")
    played = {key: [Fraction(n == 0) for n in range(len(actions))] for key, actions in infosets(leaves).items()}
    led = set()
    for leaf in leaves:
        possible = [True, True]
        for step in leaf.path:
            if possible[step.player]:
                led.add((step.player, step.infoset))
            possible[step.player] &= played[step.player, step.infoset][step.position] > 0
    rows = [(p, written(i), *rest) for p, i, *rest in rows_of(leaves, played)]
    needed = [row for row, (p, i, *_) in zip(rows, rows_of(leaves, played), strict=True) if (p, i) in led]
    assert len(needed) < len(rows) / 3
    found = run("goofspiel", table(needed), "--missing", "uniform")
    assert found.report["strategy"]["filled_infosets"] == len(played) - len(led)
    assert found.report["measures"] == run("goofspiel", table(rows)).report["measures"]


def test_missing_infosets_that_the_strategy_reaches(run) -> None:
    """They are faults, whatever is asked for; so is one with an action too few."""
    found = run("kuhn_poker", table(without(11, 12)), "--missing", "uniform")
    assert found.faults == [("infoset-missing", None, "0", "2pb")]
    assert "infoset 2pb: is missing, and the player's own strategy leads there" in found.out
    assert run("kuhn_poker", table(without(11)), "--missing", "uniform").faults == [("action-missing", 11, "0", "2pb")]


# Games


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
            "chess: expected one of kuhn_poker, leduc_poker, liars_dice, goofspiel, battleship, no_limit_kuhn, no_limit_leduc, a",
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


# OpenSpiel


def policies() -> list[dict[str, str]]:
    return list(csv.DictReader((DATA / "policies.csv").read_text().splitlines()[1:]))


@pytest.mark.parametrize("row", policies(), ids=lambda row: row["file"])
def test_policies_of_openspiel(run, row: dict[str, str]) -> None:
    """Values, best responses, nash_conv and exploitability are OpenSpiel's, to 1e-12."""
    name, *settings = row["game"].split()
    content = (DATA / row["file"]).read_bytes()
    found = run(name, content, *(word for setting in settings for word in ("--set", setting)))
    assert found.report["problems"] == []
    assert found.report["strategy"]["sha256"] == row["sha256"]
    expected = {f"value_{n}": float(value) for n, value in enumerate(row["values"].split())}
    expected.update({f"best_response_{n}": float(value) for n, value in enumerate(row["best_responses"].split())})
    for column in ("nash_conv", "nash_conv_in_python", "exploitability"):
        if row[column]:
            measure = "nash_conv" if column.startswith("nash") else column
            assert abs(float(found.number(measure)) - float(row[column])) < 1e-12
    assert {measure: float(found.number(measure)) for measure in expected} == pytest.approx(expected, rel=0, abs=1e-12)
    assert found.number("nash_conv") > Fraction(1, 1000)


@pytest.mark.heavy
def test_a_large_game(run) -> None:
    """Liar's dice with a die of six sides, the uniform strategy: OpenSpiel's numbers, exact and between bounds."""
    leaves = leaves_of("liars_dice")
    uniform = {key: [Fraction(1, len(actions))] * len(actions) for key, actions in infosets(leaves).items()}
    rows = csv.DictReader((DATA / "profile_values.csv").read_text().splitlines()[1:])
    name = "liars_dice numdice=1 dice_sides=6"
    [row] = [row for row in rows if (row["game"], row["profile"]) == (name, "uniform")]
    content = table(rows_of(leaves, uniform))
    found = run("liars_dice", content)
    assert found.report["arithmetic"] == "exact"
    assert abs(float(found.number("nash_conv")) - float(row["nash_conv"])) < 1e-12
    assert abs(float(found.number("value_0")) - float(row["values"].split()[0])) < 1e-12
    lower, upper = run("liars_dice", content, "--arithmetic", "bounded").between("nash_conv")
    assert lower <= found.number("nash_conv") <= upper
    assert upper - lower < Fraction(1, 10**35)


class FakeState:
    """A state as the converter asks OpenSpiel's: one player, who does not see which of two sides a coin fell on."""

    def __init__(self, way: tuple[int, ...] = ()) -> None:
        self.way = way

    def is_terminal(self) -> bool:
        return len(self.way) == 2

    def is_chance_node(self) -> bool:
        return not self.way

    def legal_actions(self) -> list[int]:
        return [3, 8] if self.way else [0, 1]

    def child(self, action: int) -> FakeState:
        return FakeState((*self.way, action))

    def current_player(self) -> int:
        return 0

    def information_state_string(self) -> str:
        return "a,b\n"


@pytest.fixture
def converter(monkeypatch):
    """The converter, with something in the place of OpenSpiel that has its names."""

    class Fake:
        Game = State = Policy = object

        class GameType:
            class Dynamics:
                SIMULTANEOUS = "simultaneous"

    monkeypatch.setitem(sys.modules, "pyspiel", Fake)
    monkeypatch.syspath_prepend(PROJECT / "validation")
    yield importlib.import_module("openspiel_policy")
    sys.modules.pop("openspiel_policy")


class FakeGame:
    def __init__(self, dynamics: str = "sequential") -> None:
        self.dynamics = dynamics

    def get_type(self) -> FakeGame:
        return self

    def new_initial_state(self) -> FakeState:
        return FakeState()


class FakePolicy:
    def __init__(self, answer: Callable[[FakeState], dict[int, float]]) -> None:
        self.action_probabilities = answer
        self.game = FakeGame()


def test_the_converter_writes_positions(converter, tmp_path: Path) -> None:
    converter.write_policy(FakePolicy(lambda state: {8: 0.1, 3: 0.9}), tmp_path / "p.csv")
    assert (
        tmp_path / "p.csv"
    ).read_text() == "player,infoset,position,probability\n0,a%2Cb%0A,0,0.9\n0,a%2Cb%0A,1,0.1\n"
    assert [converter.escape(name) for name in ("a|b", 'é"%', "\x7f\r")] == [
        written(n) for n in ("a|b", 'é"%', "\x7f\r")
    ]


def test_the_converter_refuses_what_is_no_policy_of_infosets(converter, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="different answers at two histories of infoset"):
        converter.write_policy(FakePolicy(lambda state: {3: float(state.way[0]), 8: 0.5}), tmp_path / "p.csv")
    with pytest.raises(ValueError, match="turn_based_simultaneous_game"):
        converter.write_policy(FakePolicy(lambda state: {}), tmp_path / "p.csv", FakeGame("simultaneous"))
    assert not (tmp_path / "p.csv").exists()
