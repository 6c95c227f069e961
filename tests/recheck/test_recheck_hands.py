"""recheck's adjudication of hands, by hand: small records and questions whose rows follow from docs/hands.md, word by word."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from recheck.hands.answers import answer_rows, read_questions
from recheck.hands.flow import read_cases
from recheck.hands.money import UNKNOWN, Coin, smallest
from recheck.hands.phh import read_records
from recheck.hands.question import MOST_ACTIONS, seats_of
from recheck.hands.records import DECISIONS, HANDS, count_rows, decision_rows, hand_rows, judged
from recheck.hands.unread import UnreadError

HOLES = ("'d dh p1 AhAd'", "'d dh p2 KhKd'", "'d dh p3 QhQd'")
BOARD = ("'d db 2c7d9s'", "'d db 3h'", "'d db 4c'")
TO_THE_END = ("'p1 cc'", "'p2 cc'", "'p3 cc'")
CHECKED = tuple(action for cards, street in zip(BOARD, [TO_THE_END] * 3, strict=True) for action in (cards, *street))


def record(*actions: str, players: int = 3, **fields: str) -> str:
    """No-limit hold'em, blinds 1 and 2, a hundred chips each."""
    values = {
        "variant": "'NT'",
        "ante_trimming_status": "true",
        "antes": f"[{', '.join(['0'] * players)}]",
        "blinds_or_straddles": f"[{', '.join(['1', '2', *['0'] * (players - 2)])}]",
        "min_bet": "2",
        "starting_stacks": f"[{', '.join(['100'] * players)}]",
        "actions": f"[{', '.join(actions)}]",
        **fields,
    }
    return "[1]\n" + "".join(f"{name} = {value}\n" for name, value in values.items())


def row(text: str, book: str | None = None) -> dict[str, str]:
    (cells,) = hand_rows(judged(read_records(text), book))
    return dict(zip(HANDS, cells, strict=True))


def decisions(text: str, book: str | None = None) -> list[dict[str, str]]:
    return [dict(zip(DECISIONS, cells, strict=True)) for cells in decision_rows(judged(read_records(text), book))]


def remarks(text: str) -> list[str]:
    return [remark for remark in row(text)["remarks"].split("|") if remark]


def test_a_hand_to_its_end():
    text = record(*HOLES, "'p3 cc'", "'p1 cc'", "'p2 cc'", *CHECKED, finishing_stacks="[104, 98, 98]")
    assert row(text) == {
        **{"hand": "1", "line": "1", "variant": "NT", "players": "3", "decisions": "12", "verdict": "sound"},
        **{"remarks": "", "board": "2c 7d 9s 3h 4c", "pots": "6", "returned_to": "", "returned": ""},
        **{"won": "6|0|0", "stacks": "104|98|98", "rake": "0"},
    }
    assert decisions(text)[2] == {
        **{"hand": "1", "decision": "3", "street": "preflop", "player": "p2", "stack": "98", "bet": "2", "price": "2"},
        **{"pot": "6", "fold": "0", "call": "2", "low": "4", "high": "100", "may_raise": "1"},
        **{"rule": "right to raise", "low_rule": "minimum raise", "action": "check", "amount": "2"},
        **{"legal": "1", "recorded": "1"},
    }


def test_a_rake_is_what_is_missing():
    text = record(*HOLES, "'p3 cc'", "'p1 cc'", "'p2 cc'", *CHECKED, winnings="[5.50, 0, 0]")
    assert (row(text)["rake"], row(text)["won"], row(text)["stacks"]) == ("0.50", "5.50|0|0", "103.50|98|98")
    assert remarks(text) == ["rake: 0.50 of 6 are missing in the end"]


@pytest.mark.parametrize(
    ("fields", "due"),
    [
        ({"finishing_stacks": "[98, 104, 98]"}, "finishing_stacks: expected 98 for p2; found 104"),
        ({"winnings": "[7, 0, 0]"}, "winnings: expected at most 6 for p1; found 7"),
        ({"winnings": "[6, 0, 0]", "rake": "1"}, "rake: expected 0; which is what is missing; found 1"),
        (
            {"winnings": "[5, 0, 0]", "finishing_stacks": "[104, 98, 98]"},
            "winnings: expected 6; 0; 0; found 5; 0; 0",
        ),
    ],
)
def test_an_end_that_does_not_follow(fields, due):
    """What follows from the cards is won then, and the rake is not known."""
    text = record(*HOLES, "'p3 cc'", "'p1 cc'", "'p2 cc'", *CHECKED, **fields)
    assert remarks(text) == [f"end does not follow: {due}"]
    assert (row(text)["verdict"], row(text)["won"], row(text)["rake"]) == ("end does not follow", "6|0|0", "")


@pytest.mark.parametrize(
    ("actions", "fields", "due"),
    [
        (("'p3 cbr 3'",), {}, "illegal action: expected fold; call 2 or raise 4 to 100; since 2 to call and 2; "
         "the largest bet or raise so far; make 4 (minimum raise); found 'p3 cbr 3'"),
        (("'p3 cbr 101'",), {}, "illegal action: expected fold; call 2 or raise 4 to 100; since p3 has 100; "
         "found 'p3 cbr 101'"),
        (("'p3 cbr 8'",), {"variant": "'PO'"}, "illegal action: expected fold; call 2 or raise 4 to 7; "
         "since it is pot limit; found 'p3 cbr 8'"),
        (("'p3 cbr 6'",), {"variant": "'FT'", "small_bet": "2", "big_bet": "4"},
         "illegal action: expected fold; call 2 or raise 4; since it is fixed limit; found 'p3 cbr 6'"),
        (("'p1 f'", "'p3 f'"), {}, "out of turn: expected an action of p3; who is in turn; found 'p1 f'"),
        (("'p3 f'", "'p1 f'", "'p2 cc'"), {}, "after the end: expected no more bets; since nobody is left to act; "
         "found 'p2 cc'"),
        (("'p3 f'", "'p1 f'", "'d db 2c7d9s'"), {}, "after the end: expected no more cards; "
         "since all others have folded; found 'd db 2c7d9s'"),
        (("'p3 sd'",), {}, "illegal action: expected an action of this game; found 'p3 sd'"),
        (("'p3 sd # a, b|c'",), {}, "illegal action: expected an action of this game; found 'p3 sd # a; b%7Cc'"),
    ],
)  # fmt: skip
def test_what_ends_a_replay(actions, fields, due):
    found = row(record(*actions, "'p1 f'", **fields))
    last = [remark for remark in found["remarks"].split("|") if not remark.startswith("stops mid-hand")]
    assert last[0] == due
    assert found["verdict"] == due.partition(":")[0]


def test_a_raise_that_is_illegal_is_played_if_it_can_be():
    found = decisions(record("'p3 cbr 3'", "'p1 f'", "'p2 f'"))
    assert [(one["action"], one["amount"], one["legal"]) for one in found] == [
        ("raise", "3", "0"),
        ("fold", "", "1"),
        ("fold", "", "1"),
    ]
    assert found[1]["low"] == "5"
    assert row(record("'p3 cbr 3'", "'p1 f'", "'p2 f'"))["returned"] == "1"
    assert not decisions(record("'p3 cbr 101'"))


def test_who_is_passed_over():
    """p3 folds, since a check is not free; p1 and p2 check on the flop."""
    text = record(*HOLES, "'p1 cc'", "'p2 cc'", BOARD[0], BOARD[1], "'p1 cbr 2'", "'p2 f'")
    assert remarks(text) == [
        "missing action: expected an action of p3 first; who is taken to fold; found 'p1 cc'",
        "missing action: expected an action of p1 first; who is taken to check; found 'd db 3h'",
        "missing action: expected an action of p2 first; who is taken to check; found 'd db 3h'",
        "end not recorded: neither finishing stacks nor winnings are given",
    ]
    found = decisions(text)
    assert [one["player"] for one in found if one["recorded"] == "0"] == ["p3", "p1", "p2"]
    assert row(text)["won"] == "4|0|0"


def test_nobody_is_passed_over_who_acts_later():
    text = record(*HOLES, "'p1 cc'", "'p3 cc'", "'p2 cc'")
    assert remarks(text) == ["out of turn: expected an action of p3; who is in turn; found 'p1 cc'"]
    text = record(*HOLES, "'p3 cc'", "'p1 cc'", "'p2 cc'", BOARD[0], "'p2 cc'", "'p1 cbr 2'")
    assert remarks(text)[0] == "out of turn: expected an action of p1; who is in turn; found 'p2 cc'"
    text = record(*HOLES, BOARD[0], "'p3 cc'")
    assert remarks(text) == ["missing action: expected an action of p3 first; found 'd db 2c7d9s'"]
    assert (row(text)["board"], row(text)["decisions"], row(text)["pots"]) == ("2c 7d 9s", "0", "")


@pytest.mark.parametrize(
    ("actions", "due"),
    [
        ((*HOLES, "'d dh p3 2s2d'"), "expected cards once for p3; found 'd dh p3 2s2d'"),
        ((*HOLES[:2], "'d dh p3 AhQd'"), "expected Ah once in the hand; found 'd dh p3 AhQd'"),
        ((*HOLES, "'p1 sm AcAd'"), "expected AhAd; as dealt; found 'p1 sm AcAd'"),
        (("'d dh p1 ??Ad'", "'d dh p2 Kh??'", "'p1 sm KhAd'"), "expected Kh once in the hand; found 'p1 sm KhAd'"),
    ],
)
def test_cards_to_players(actions, due):
    text = record(*actions, "'p3 f'", "'p1 f'")
    assert remarks(text)[0] == f"cards: {due}"
    assert row(text)["verdict"] == "cards"


def test_cards_to_the_board():
    before = (*HOLES, "'p3 cc'", "'p1 cc'", "'p2 cc'")
    text = record(*before, "'p1 cc'", "'p2 cc'", "'p3 cc'", "'p1 cc'")
    assert remarks(text)[:2] == [
        "cards: expected the cards of the street first; as it is on the flop; found 'p1 cc'",
        "cards: expected the cards of the street first; as it is on the turn; found 'p1 cc'",
    ]
    text = record(
        *before, "'d db 2c'", *TO_THE_END, "'d db 3c4c5c'", *TO_THE_END, "'d db 6h'", *TO_THE_END, "'d db 7h'"
    )
    assert remarks(text)[:3] == [
        "cards: expected 3 cards on the board; found 'd db 2c'",
        "cards: expected 1 card on the board; found 'd db 3c4c5c'",
        "cards: expected no more than a flop and two cards on the board; found 'd db 7h'",
    ]
    text = record(*before, "'d db AhKh2c'")
    assert remarks(text)[0] == "cards: expected Ah; Kh once in the hand; found 'd db AhKh2c'"


def test_small_remarks():
    text = record("'p3 cbr 2'", "'p1 cc'", "'p2 f'", colour="'red'", _x="1")
    assert remarks(text)[:3] == [
        "ignored field: 'colour' is none of PHH's",
        "call named a raise: expected 'cc'; since that is what a call comes to; found 'p3 cbr 2'",
        "needless fold: expected a check; which is free; found 'p2 f'",
    ]
    text = record("'p3 f'", "'p1 f'", starting_stacks="[inf, 100, inf]")
    assert remarks(text)[0] == "unknown stacks: those of p1; p3 are not known: they are never all in"
    assert (row(text)["won"], row(text)["stacks"], row(text)["returned"]) == ("0|2|0", "unknown|101|unknown", "1")
    assert decisions(text)[0]["stack"] == "unknown"
    assert (decisions(text)[0]["high"], decisions(text)[1]["high"]) == ("unknown", "unknown")


def test_a_record_that_stops():
    text = record(*HOLES, "'p3 cc'", finishing_stacks="[100, 98, 98]")
    assert remarks(text) == [
        "stops mid-hand: expected an action of p1 before the flop; found no more actions",
        "end does not follow: finishing_stacks: expected 99 for p1 so far; found 100",
    ]
    assert row(text)["verdict"] == "end does not follow"
    assert row(record(*HOLES, "'p3 cc'"))["verdict"] == "stops mid-hand"


@pytest.mark.parametrize(
    ("shows", "board", "why"),
    [
        (("'p1 sm'", "'p2 sm'", "'p3 sm'"), True, "all have mucked"),
        (("'p3 sm'",), True, "the cards of p1 and p2 are not known"),
        (("'p3 sm'", "'p1 sm AhAd'", "'p2 sm KhKd'"), False, "the board has 3 cards"),
    ],
)
def test_ends_that_nobody_can_decide(shows, board, why):
    cards = CHECKED if board else (BOARD[0], *TO_THE_END * 3)
    text = record("'p3 cc'", "'p1 cc'", "'p2 cc'", *cards, *shows)
    assert remarks(text)[-1] == f"end not decided: nobody can tell who wins: {why}"
    assert (row(text)["pots"], row(text)["won"], row(text)["stacks"]) == ("6", "", "")


def test_who_has_mucked_does_not_win_and_who_is_left_does():
    text = record(*HOLES, "'p3 cc'", "'p1 cc'", "'p2 cc'", *CHECKED, "'p1 sm'", "'p3 sm'")
    assert row(text)["won"] == "0|6|0"


def test_two_players_and_the_blinds():
    """Antes and blinds are in reverse: p2 has the small blind, and begins."""
    text = record("'p2 f'", players=2)
    assert decisions(text)[0]["player"] == "p2"
    assert (row(text)["returned_to"], row(text)["returned"], row(text)["won"]) == ("p1", "1", "2|0")


def test_antes_that_are_the_main_pots():
    """With trimming a short ante wins that much of each; without, all of them."""
    stacks = {"antes": "[5, 5, 5]", "starting_stacks": "[3, 100, 100]", "blinds_or_straddles": "[1, 2, 0]"}
    line = (*HOLES, "'p3 cc'", "'p2 cc'", *[action for action in CHECKED if action != "'p1 cc'"])
    trimmed = row(record(*line, **stacks))
    assert (trimmed["pots"], trimmed["won"]) == ("9|8", "9|8|0")
    loose = row(record(*line, **{**stacks, "ante_trimming_status": "false"}))
    assert (loose["pots"], loose["won"]) == ("13|4", "13|4|0")


def over_nobody(raise_to: str) -> str:
    """p3 bets 20 of 30, both others are all in for less, and p3 puts in more."""
    actions = (*HOLES, "'p3 cbr 20'", "'p1 cbr 25'", "'p2 cbr 28'", f"'p3 cbr {raise_to}'", *BOARD)
    return record(*actions, starting_stacks="[25, 28, 40]", finishing_stacks="[75, 6, 12]")


def test_all_chips_over_nobody_who_could_answer_are_a_call():
    assert remarks(over_nobody("40")) == [
        "call named a raise: expected 'cc'; since nobody is left who could answer a raise by p3; found 'p3 cbr 40'"
    ]
    assert (row(over_nobody("40"))["verdict"], row(over_nobody("40"))["returned"]) == ("sound", "")
    assert row(over_nobody("40"))["stacks"] == "75|6|12"
    last = decisions(over_nobody("40"))[-1]
    assert (last["rule"], last["action"], last["amount"], last["legal"]) == ("nobody left to answer", "call", "28", "1")
    assert row(over_nobody("39"))["verdict"] == "illegal action"


BLINDS = (
    ("[1, 2, 0, 0, 2, 0]", False),
    ("[1, 2, 0, 0, 0, 4]", False),
    ("[0, 2, 4, 0, 0, 0]", False),
    ("[1, 2, 4, 0, 0, 0]", True),
    ("[0, 2, 0, 0, 0, 0]", True),
    ("[0, 0, 0, 0, 0, 2]", True),
    ("[0, 0, 0, 0, 0, 0]", True),
)


def test_with_fixed_limit_a_raise_is_the_bet_of_the_street():
    fields = {"variant": "'FT'", "small_bet": "2", "big_bet": "4", "starting_stacks": "[100, 100, 100]"}
    (remark,) = remarks(record(*HOLES, "'p3 cbr 3'", **fields))[:1]
    assert "; since 2 to call and 2; the bet of the street; make 4 (minimum raise); found" in remark
    fields |= {"blinds_or_straddles": "[2, 4, 0]", "small_bet": "4", "big_bet": "8", "starting_stacks": "[100, 100, 5]"}
    completed, added = (
        row(record(*HOLES, "'p3 cbr 5'", "'p1 cbr 6'", **fields), book) for book in ("limit", "standard")
    )
    assert (
        "the all-in to 5 may be completed: 4 and 4; the bet of the street; make 8 (completing)" in completed["remarks"]
    )
    assert "the all-in to 5 and 4; the bet of the street; make 9 (minimum after a short all-in)" in added["remarks"]


@pytest.mark.parametrize(("blinds", "covered"), BLINDS)
def test_posts_beside_the_blinds_are_not_judged(blinds, covered):
    found = row(record(players=6, blinds_or_straddles=blinds))
    posts = "there are posts beside the blinds; and nobody knows from the record who begins"
    assert (found["verdict"] != "not covered", found["players"]) == (covered, "6")
    assert covered or found["remarks"] == f"not covered: no-limit hold'em: {posts}"
    assert row(record(players=2, blinds_or_straddles="[0, 2]"))["verdict"] == "stops mid-hand"


def test_a_game_that_is_not_judged():
    text = record("'p1 pb'", variant="'FR'", bring_in="1")
    assert row(text)["remarks"].startswith("not covered: fixed-limit razz: the betting of stud games begins with")
    assert (row(text)["verdict"], row(text)["decisions"], row(text)["board"]) == ("not covered", "0", "")


def test_counts():
    sound = record("'p3 f'", "'p1 f'", winnings="[0, 2, 0]")
    other = record("'p3 f'", "'p1 f'").replace("[1]", "[2]")
    assert list(count_rows(judged(read_records(sound + other), None))) == [
        ("verdict", "sound", "2"),
        ("verdict", "all", "2"),
        ("remark", "end not recorded", "1"),
    ]
    assert ("verdict", "sound", "1") not in list(count_rows(judged(read_records(record("'p3 f'")), None)))


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({"variant": "'XX'"}, 2),
        ({"variant": "1"}, 2),
        ({"antes": "[0, 0]"}, 4),
        ({"blinds_or_straddles": "[1, 2, inf]"}, 5),
        ({"min_bet": "'2'"}, 6),
        ({"min_bet": "0"}, 6),
        ({"starting_stacks": "[100, 0, 100]"}, 7),
        ({"starting_stacks": "100"}, 7),
        ({"actions": "['p4 f']"}, 8),
        ({"actions": "['p3 raises']"}, 8),
        ({"actions": "['p3 cbr 01']"}, 8),
        ({"actions": "['p3 cbr 0']"}, 8),
        ({"actions": "['d db 2c']", "variant": "'NS'"}, 8),
        ({"actions": "['d db 2c3c']"}, 8),
        ({"actions": "['d dh p1 AhAh']"}, 8),
        ({"actions": "['d dh p1 AhKhQhJh']"}, 8),
        ({"actions": "'p3 f'"}, 8),
        ({"ante_trimming_status": "1"}, 3),
        ({"rake": "true"}, 9),
    ],
)
def test_records_that_are_refused(fields, line):
    text = record("'p3 f'", "'p1 f'", **fields)
    with pytest.raises(UnreadError) as caught:
        judged(read_records(text), None)
    assert caught.value.line == line


def odd_chips(chip: str | None) -> tuple[str, str]:
    """Three share 250 and 25, of which a player has folded 50: pots, and what each has won."""
    stacks = {"blinds_or_straddles": "[25, 50, 0, 0]", "min_bet": "50", "starting_stacks": "[1000, 1000, 1000, 1000]"}
    holes = ("'d dh p1 AhKd'", "'d dh p2 AdKc'", "'d dh p3 2c3d'", "'d dh p4 AcKh'")
    checks = [
        action for street in ("'d db QsJsTs'", "'d db 3h'", "'d db 4c'") for action in (street, "'p2 cc'", "'p4 cc'")
    ]
    text = record(*holes, "'p3 f'", "'p4 cc'", "'p1 f'", "'p2 cc'", *checks, players=4, **stacks)
    (cells,) = hand_rows(judged(read_records(text), None, chip))
    found = dict(zip(HANDS, cells, strict=True))
    return found["pots"], found["won"]


def test_the_smallest_chip_of_a_study_is_what_is_shared():
    """125 for two: 62 and 63 where there are chips of 1, 50 and 75 where the smallest is 25, to the first seat."""
    assert odd_chips(None) == ("125", "0|63|0|62")
    assert odd_chips("25") == ("125", "0|75|0|50")
    assert odd_chips("0.50") == ("125", "0|62.5|0|62.5")
    for chip in ("50", "0.3"):
        with pytest.raises(UnreadError, match="no whole number of the smallest chip"):
            odd_chips(chip)
    with pytest.raises(UnreadError, match="no whole number of the smallest chip"):
        read_questions(read_cases("cases:\n  - {id: a, blinds: [1, 2], actions: [], ask: UTG}\n"), None, "2")
    judging = record("'p1 pb'", variant="'FR'", bring_in="1")
    with pytest.raises(UnreadError, match="no whole number of the smallest chip"):
        judged(read_records(judging), None, "2")


def test_amounts():
    coin = smallest([Decimal("7.50"), Decimal(3), Decimal("Infinity")])
    assert (coin, coin.digits) == (Coin(Fraction(1, 100)), 2)
    assert [coin.written(chips) for chips in (0, 1200, 1250, 5, Fraction(25, 2), -150, UNKNOWN)] == [
        *("0", "12", "12.50", "0.05", "0.125", "-1.50"),
        "unknown",
    ]
    assert (Coin(Fraction(1)).written(Fraction(5, 2)), coin.chips(Decimal("0.5"))) == ("2.5", 50)
    many = "123456789012345678901234567890.12"
    assert coin.written(coin.chips(Decimal(many))) == many


def answers(case: str, book: str | None = None) -> dict[str, tuple[str, ...]]:
    """Answer, rule and reason by question."""
    cases = read_questions(read_cases(f"cases:\n  - {{id: a, {case}}}\n"), book)
    return {question: rest for _, _, _, question, *rest in answer_rows(cases)}


def test_a_question_on_a_short_all_in():
    case = "blinds: [1, 2], actions: [UTG raise 6, HJ allin 8, CO fold, BTN fold, SB fold, BB call 8], ask: UTG"
    assert answers(case) == {
        "may_raise": [
            "false",
            "short all-in",
            "UTG has matched 6 and faces 8; 2 more: less than a full raise; which is 4 or more",
        ],
        "options": ["fold|call", "", "fold or call 8"],
        "pots": ["23", "", "23 for BB and UTG and HJ"],
    }
    assert answers(case, "any raise")["may_raise"][:2] == ["true", "right to raise"]
    assert answers(case, "any raise")["min_raise_to"][0] == "12"


def test_an_all_in_of_a_question_over_nobody_who_could_answer_is_a_call():
    case = "stacks: {SB: 20, BB: 30}, actions: [SB allin 20, BB allin 30]"
    found = answers(f"players: 2, blinds: [1, 2], {case}")
    assert found["pots"][0] == "40"
    with pytest.raises(UnreadError):
        answers(f"players: 2, blinds: [1, 2], {case.replace('BB allin', 'BB raise')}")


def test_pots_are_parted_where_somebody_has_no_chips_left():
    case = "blinds: [1, 2], actions: [UTG raise 6, HJ allin 9, CO allin 11, BTN fold, SB fold, BB call 11], ask: UTG"
    assert answers(case)["pots"] == ["34|4", "", "34 for BB and UTG and HJ and CO; 4 for BB and CO"]
    assert answers("blinds: [1, 2], actions: [UTG raise 6]")["pots"][0] == "9"
    over = answers("blinds: [1, 2], actions: [UTG raise 6, HJ allin 5, CO fold, BTN fold, SB fold, BB call 6]")
    assert list(over) == ["round", "pots"]
    assert over["pots"][0] == "16|2"


def test_a_case_in_one_text():
    (case,) = read_questions(
        read_cases('cases:\n  - {id: a, players: 3, blinds: ["0.5", 1], stacks: {BB: 9}, actions: [BTN call 1]}\n'),
        None,
    )
    rows = list(answer_rows([case]))
    assert {cells[1] for cells in rows} == {"3 players; blinds 0.5/1; BB has 9; BTN call 1"}
    assert {cells[2] for cells in rows} == {"SB"}


def test_seats():
    assert [len(seats_of(players)) for players in range(2, 11)] == list(range(2, 11))
    assert seats_of(2) == ("BB", "SB")
    assert seats_of(6) == ("SB", "BB", "UTG", "HJ", "CO", "BTN")
    assert seats_of(8) == ("SB", "BB", "UTG", "UTG+1", "LJ", "HJ", "CO", "BTN")


@pytest.mark.parametrize(
    "case",
    [
        "blinds: [1], actions: []",
        "blinds: [1, 0], actions: []",
        "blinds: [1, x], actions: []",
        "blinds: [1, 2], actions: [], players: 11",
        "blinds: [1, 2], actions: [], stacks: {XX: 1}",
        "blinds: [1, 2], actions: [UTG jumps]",
        "blinds: [1, 2], actions: [UTG raise 3]",
        "blinds: [1, 2], actions: [UTG raise 2]",
        "blinds: [1, 2], actions: [UTG call 3]",
        "blinds: [1, 2], actions: [UTG check]",
        "blinds: [1, 2], actions: [UTG bet 4]",
        "blinds: [1, 2], actions: [UTG allin 4], stacks: {UTG: 5}",
        "blinds: [1, 2], actions: [UTG fold, UTG fold]",
        "blinds: [1, 2], actions: [UTG fold], ask: UTG",
        "blinds: [1, 2], actions: [], colour: red",
    ],
)
def test_questions_that_are_refused(case):
    with pytest.raises(UnreadError) as caught:
        answers(case)
    assert caught.value.line == 2


def test_two_cases_of_one_name():
    with pytest.raises(UnreadError) as caught:
        read_questions(
            read_cases("cases:\n  - {id: a, blinds: [1, 2], actions: []}\n  - {id: A, blinds: [1, 2], actions: []}\n"),
            None,
        )
    assert caught.value.line == 3


def test_how_many_actions_a_question_may_have():
    """As many as the page says; it takes far longer to follow them than to read them."""
    raises = [f"{'SB' if n % 2 == 0 else 'BB'} raise {4 + 2 * n}" for n in range(MOST_ACTIONS + 1)]
    text = "cases:\n  - {id: a, players: 2, blinds: [1, 2], actions: [%s]}\n"
    (case,) = read_questions(read_cases(text % ", ".join(raises[:-1])), None)
    assert len(case.course) == MOST_ACTIONS + 1
    with pytest.raises(UnreadError) as caught:
        read_questions(read_cases(text % ", ".join(raises)), None)
    assert (caught.value.line, caught.value.expected) == (2, f"at most {MOST_ACTIONS}")
    assert f"list, of at most {MOST_ACTIONS}:" in (Path(__file__).parents[2] / "docs/hands.md").read_text(
        encoding="utf-8"
    )
