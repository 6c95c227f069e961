"""Tables that are certified: any dialect that can be told, and every fault by row and infoset."""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from recheck_certified import drawn, infosets, leaves_of, rows_of, table, values
from recheck_certifying import KUHN, SHUFFLED, UNIFORM, dialect, put, weight, without

from recheck.__main__ import main
from recheck.names import written

WANTED = ["value_0", "best_response_0", "nash_conv"]


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
