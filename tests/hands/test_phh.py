"""Hand records in PHH: what is read, and what is told of those that are none, with line and column."""

from fractions import Fraction

import pytest

from hands.records import SOUND, changed, problems
from regretlab.hands.phh import read_record, read_tables
from regretlab.hands.record import RAISE, UNKNOWN
from regretlab.hands.toml_places import places


def read(folder, text, chip=None):
    path = folder / "hand.phh"
    path.write_text(text, encoding="utf-8")
    return read_record(read_tables(path)[0], chip)


def test_a_record_has_all_that_the_file_says(tmp_path):
    record = read(tmp_path, SOUND + "winnings = [72, 0, 0]\nrake = 0\n_mine = 3\nodd = 4\nplayers = ['A', '', 'C']\n")
    assert (record.name, record.variant, record.names) == ("hand", "NT", ("p1", "p2", "p3"))
    assert (record.antes, record.blinds, record.stacks, record.bets) == ((0, 0, 0), (1, 2, 0), (100,) * 3, (2,))
    assert (record.finishing_stacks, record.winnings, record.rake) == ((138, 98, 64), (72, 0, 0), 0)
    assert record.unknown == ("odd",)  # not what begins with an underscore
    raised = record.actions[3]
    assert (raised.kind, raised.seat, raised.amount, raised.text) == (RAISE, 2, 6, "p3 cbr 6")
    assert (raised.place.line, raised.place.column) == (10, 5)


def test_amounts_are_whole_chips_of_the_last_decimal(tmp_path):
    record = read(tmp_path, changed(("'p3 cbr 6'", "'p3 cbr 6.05'"), ("= [1, 2, 0]", "= [0.5, 1e0, 0]")))
    assert record.chip == Fraction(1, 100)
    assert record.blinds == (50, 100, 0)
    assert record.actions[3].amount == 605
    assert [record.show(amount) for amount in (605, 50, 100, 0)] == ["6.05", "0.50", "1", "0"]
    assert read(tmp_path, SOUND, Fraction(1, 2)).blinds == (2, 4, 0)
    assert (
        read(tmp_path, changed(("= [1, 2, 0]", "= [0.1, 0.2, 0]"))).stacks == (1000,) * 3
    )  # 0.1 is not a binary float


def test_with_two_players_forced_bets_are_listed_in_reverse(tmp_path):
    text = SOUND.replace("[1, 2, 0]", "[1, 2]").replace("[0, 0, 0]", "[0, 3]").replace("[100, 100, 100]", "[100, inf]")
    text = text[: text.index("actions")] + "actions = []\n"
    record = read(tmp_path, text)
    assert (record.blinds, record.antes, record.stacks) == ((2, 1), (3, 0), (100, UNKNOWN))
    assert record.positions == ("BB", "SB")


def test_many_hands_are_tables(tmp_path):
    path = tmp_path / "some.phhs"
    path.write_text(f"[1]\n{SOUND}\n['last one']\n{SOUND}", encoding="utf-8")
    first, last = read_tables(path)
    assert (first.name, last.name) == ("1", "last one")
    assert read_record(last).actions[0].place.line - read_record(first).actions[0].place.line == SOUND.count("\n") + 2


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("'NT'", "'NL'"), "1:11: variant: expected one of NT, FT, NS,"),
        (("'NT'", "7"), "1:11: variant: expected one of NT,"),
        (("variant = 'NT'\n", ""), "1:1: variant: expected the code of a game, but not given"),
        (("min_bet = 2\n", ""), "1:1: min_bet: expected an amount, but not given"),
        (("min_bet = 2", "min_bet = 0"), "4:11: min_bet: expected an amount above 0, found 0"),
        (("min_bet = 2", "min_bet = nan"), "4:11: min_bet: expected an amount above 0, found NaN"),
        (("min_bet = 2", "min_bet = inf"), "4:11: min_bet: expected an amount above 0, found Infinity"),
        (("min_bet = 2", "min_bet = true"), "4:11: min_bet: expected an amount above 0, found true"),
        (("min_bet = 2", "min_bet = '2'"), "4:11: min_bet: expected an amount above 0, found '2'"),
        (("min_bet = 2", "min_bet = 1e99999999"), "4:11: min_bet: expected at most 18 digits before the point"),
        (("min_bet = 2", "min_bet = 1e99999999999999999999"), "4:11: min_bet: expected an amount above 0, found NaN"),
        (("min_bet = 2", "min_bet = 0.0000000000001"), "4:11: min_bet: expected at most 18 digits before the point"),
        (("antes = [0, 0, 0]", "antes = [0, 0]"), "2:9: antes: expected 3 values, one for each player, found 2"),
        (("antes = [0, 0, 0]", "antes = [0, -1, 0]"), "2:13: antes[1]: expected an amount of 0 or more, found -1"),
        (("antes = [0, 0, 0]", "antes = 0"), "2:9: antes: expected a list, found 0"),
        (("[1, 2, 0]", "[1, 2, nan]"), "3:30: blinds_or_straddles[2]: expected an amount of 0 or more, found NaN"),
        (("[100, 100, 100]", "[100, 0, 100]"), "5:25: starting_stacks[1]: expected an amount above 0, found 0"),
        (("[100, 100, 100]", "[100]"), "5:19: starting_stacks: expected those of 2 to 10 players, found 1"),
        (("[100, 100, 100]", f"{[100] * 11}"), "5:19: starting_stacks: expected those of 2 to 10 players, found 11"),
        (
            ("[100, 100, 100]", f"{[100] * 24}"),
            "5:19: starting_stacks: expected those of at most 23 players, since each gets 2 of 52 cards, found 24",
        ),
        (("[138, 98, 64]", "[138, -98, 64]"), "26:26: finishing_stacks[1]: expected an amount of 0 or more, found -98"),
        (("'p1 sm AhAd'", "12"), "23:5: actions[16]: expected a text, found 12"),
        (("'p2 f'", "'p2 folds'"), "12:5: expected one of f, cc, cbr, sm, pb, sd after 'p2', found 'p2 folds'"),
        (("'p2 f'", "'p2'"), "12:5: expected one of f, cc, cbr, sm, pb, sd after 'p2', found 'p2'"),
        (("'p2 f'", "'p4 f'"), "12:5: expected a player from p1 to p3, found 'p4 f'"),
        (("'p2 f'", "'BB f'"), "12:5: expected 'd' or a player, p1, p2 and so on, first, found 'BB f'"),
        (("'p2 f'", "'p2 f 3'"), "12:5: expected nothing after 'f', found 'p2 f 3'"),
        (("'p3 cbr 6'", "'p3 cbr'"), "10:5: expected one amount after 'cbr', found 'p3 cbr'"),
        (("'p3 cbr 6'", "'p3 cbr -6'"), "10:5: expected an amount above 0, found 'p3 cbr -6'"),
        (("'p3 cbr 6'", "'p3 cbr nan'"), "10:5: expected an amount above 0, found 'p3 cbr nan'"),
        (("'p3 cbr 6'", "'p3 cbr ٦'"), "10:5: expected an amount above 0, found 'p3 cbr ٦'"),
        (("'d db 9s'", "'d db 9x'"), "17:5: expected cards, one like 'Kh' or '??', found '9x', found 'd db 9x'"),
        (("'d db 9s'", "'d db 9s8s'"), "17:5: expected the three cards of a flop, or one card, found 'd db 9s8s'"),
        (("'d dh p1 AhAd'", "'d dh p1 AhAdAc'"), "7:5: expected 2 cards, found 'd dh p1 AhAdAc'"),
        (("'d dh p1 AhAd'", "'d dh p1 AhAh'"), "7:5: expected each card once, found 'd dh p1 AhAh'"),
        (("'d dh p1 AhAd'", "'d dx'"), "7:5: expected 'd dh pN CARDS' or 'd db CARDS', found 'd dx'"),
        (("variant = 'NT'", "variant = 'NS'"), "13:5: expected cards, one of a deck without 2 to 5, found '2c'"),
        (("antes", "ante_trimming_status = 1\nantes"), "2:24: ante_trimming_status: expected true or false, found 1"),
        (("antes", "players = [1, 'B', 'C']\nantes"), "2:12: players[0]: expected a text, found 1"),
    ],
)
def test_what_is_no_record_is_told_with_line_and_column(tmp_path, change, told):
    assert [line for line in problems(tmp_path, changed(change)) if line.startswith(f"hand.phh:{told}")]


def test_all_that_is_wrong_is_told_at_once(tmp_path):
    text = changed(("min_bet = 2", "min_bet = -2"), ("'p2 f'", "'p2 folds'"), ("[1, 2, 0]", "[1, 2]"))
    assert [line.split(": ")[0] for line in problems(tmp_path, text)] == [
        "hand.phh:3:23",
        "hand.phh:4:11",
        "hand.phh:12:5",
    ]


def test_amounts_are_whole_chips_if_the_chip_is_given(tmp_path):
    with pytest.raises(ValueError, match=r"hand.phh:10:5: 'p3 cbr 6.5': expected whole chips of 1, found 6.5$"):
        read(tmp_path, changed(("'p3 cbr 6'", "'p3 cbr 6.5'")), Fraction(1))


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (SOUND[: SOUND.index("'p1 cbr 20'")], "hand.phh:21:5: expected TOML: "),
        ("\ufeff" + SOUND, "hand.phh:1:1: expected UTF-8 text without a byte order mark, found one"),
        (SOUND.encode("utf-16"), "hand.phh:1:1: expected UTF-8 text, found the byte 0xFF"),
        (SOUND.replace("NT", "NÜ").encode("latin-1"), "hand.phh:1:13: expected UTF-8 text, found the byte 0xDC"),
        (SOUND.replace("[0, 0, 0]", "[0, 0, 0"), "hand.phh:3:1: expected TOML: "),
        (SOUND + "antes = [1]\n", "hand.phh:27:"),
        ("a = " + "[" * 100_000, "hand.phh:1:1: expected TOML, found a number too long or lists too deep"),
        ("a = " + "9" * 5_000, "hand.phh:1:1: expected TOML, found a number too long or lists too deep"),
        (b"", "hand.phh:1:1: variant: expected the code of a game, but not given"),
    ],
)
def test_what_is_no_file_of_toml_is_told_with_line_and_column(tmp_path, content, told):
    (found,) = problems(tmp_path, content)
    assert found.startswith(told), found


def test_every_truncation_is_told(tmp_path):
    """A file that stops anywhere before its last field is refused, or is a record without that field."""
    body = SOUND[: SOUND.index("finishing_stacks")].rstrip()
    for end in range(len(body)):
        assert problems(tmp_path, body[:end]), body[:end]
    assert not problems(tmp_path, body)


def test_a_file_of_many_hands_has_nothing_but_tables(tmp_path):
    (found,) = problems(tmp_path, f"variant = 'NT'\n[1]\n{SOUND}", "some.phhs")
    assert found == "some.phhs:1:11: expected tables [1], [2] and so on, a hand each, found 'variant'"
    text = SOUND.replace("p2 f", "p2 x")
    assert problems(tmp_path, f"[1]\n{SOUND}[2]\n{text}", "some.phhs") == [
        "some.phhs:40:5: expected one of f, cc, cbr, sm, pb, sd after 'p2', found 'p2 x'"
    ]
    for empty in ("", "# nothing\n"):
        assert problems(tmp_path, empty, "some.phhs") == [
            "some.phhs:1:1: expected tables [1], [2] and so on, a hand each, found none"
        ]


def test_of_a_broken_file_of_many_hands_the_tables_before_it_are_counted(tmp_path):
    text = "".join([f"[{n}]\n{SOUND}" for n in range(3)]).replace("[2]\nvariant", "[2]\nvariant variant")
    (found,) = problems(tmp_path, text, "some.phhs")
    assert found.startswith("some.phhs:56:9: expected TOML: ")
    assert found.endswith(" (3 tables stand before it; none is judged)")
    (found,) = problems(tmp_path, "variant variant", "some.phhs")
    assert "stand" not in found


def test_a_file_has_a_largest_size(tmp_path, monkeypatch):
    assert not problems(tmp_path, SOUND)
    monkeypatch.setattr("regretlab.hands.text.LARGEST_RECORDS", len(SOUND) - 1)
    told = f"hand.phh: expected a file of at most {len(SOUND) - 1} bytes, found {len(SOUND)}"
    assert problems(tmp_path, SOUND) == [told]


def test_what_was_found_is_told_in_short(tmp_path):
    for old, new in (
        ("'NT'", f"'{'N' * 500}'"),
        ("'p2 f'", f"'p2 {'f' * 500}'"),
        ("min_bet = 2", f"min_bet = {[1] * 500}"),
    ):
        (found,) = problems(tmp_path, changed((old, new)))
        assert len(found) < 200


def test_places_in_toml():
    text = """# [no]
a = 1 # b = 2
"c d" = ['x, ]', "\\"#", [1, 2], {e = [1]}, ] # 3
f = {g = 1, h = [2]}
m = '''
[x]
y = 1''' \t
[t]

 k = [
   # 5
   10,

   2025-01-01 12:00:00,
 ]
z = 1.5e3
"""
    found = places(text)
    assert found == {
        ("a",): (2, 5),
        ("c d",): (3, 9),
        ("c d", 0): (3, 10),
        ("c d", 1): (3, 18),
        ("c d", 2): (3, 25),
        ("c d", 3): (3, 33),
        ("f",): (4, 5),
        ("m",): (5, 5),
        ("t",): (8, 1),
        ("t", "k"): (10, 6),
        ("t", "k", 0): (12, 4),
        ("t", "k", 1): (14, 4),
        ("t", "z"): (16, 5),
    }
