"""Replays: every decision of a sound hand, and each kind of defect planted in it, told with line and column."""

import pytest

from hands.records import SOUND, changed, replayed, told
from regretlab.betting.reason import why_smallest
from regretlab.betting.round import FOLD
from regretlab.betting.rulebook import RULE_BOOKS


def test_a_sound_hand_is_sound(tmp_path):
    played = replayed(tmp_path, SOUND)
    assert (told(played), played.verdict, played.faulty) == ([], "sound", False)
    assert [step.action for step in played.steps] == [6, 6, FOLD, 0, 10, 10, 0, 0, 20, 20]
    assert [step.hand.street for step in played.steps] == [0, 0, 0, 1, 1, 1, 2, 2, 3, 3]
    assert [(step.may.low, step.may.high) for step in played.steps[:3]] == [(4, 100), (10, 100), (10, 100)]
    assert played.end is not None
    assert played.end.stacks == (138, 98, 64)
    assert played.end.awards[0].shares == ((0, 74),)
    assert played.board == ("2c", "3c", "4h", "9s", "Ts")
    assert played.why_raise(played.steps[1].hand).sentence == "p1 has not acted in this round yet"


@pytest.mark.parametrize(
    ("change", "verdict", "found"),
    [
        (  # less than a full raise
            [("'p1 cc',\n    'p2 f'", "'p1 cbr 8',\n    'p2 f',\n    'p3 cc'"), ("[138, 98, 64]", "[140, 98, 62]")],
            "illegal action",
            [
                "11:5: illegal action: expected fold, call 6 or raise 10 to 100, since 6 to call and 4, the largest bet or "
                "raise so far, make 10 (minimum raise), found 'p1 cbr 8'"
            ],
        ),
        (  # more than there is: nothing can follow
            [("'p3 cbr 10'", "'p3 cbr 95'")],
            "illegal action",
            ["15:5: illegal action: expected check or bet 2 to 94, since p3 has 94, found 'p3 cbr 95'"],
        ),
        (  # less than a call
            [("'p1 cc',\n    'p2 f'", "'p1 cbr 5',\n    'p2 f'")],
            "illegal action",
            [
                "11:5: illegal action: expected fold, call 6 or raise 10 to 100, since 6 to call and 4, the largest bet or "
                "raise so far, make 10 (minimum raise), found 'p1 cbr 5'"
            ],
        ),
        (  # the order of two actions
            [("'p3 cbr 6',\n    'p1 cc'", "'p1 cc',\n    'p3 cbr 6'")],
            "out of turn",
            ["10:5: out of turn: expected an action of p3, who is in turn, found 'p1 cc'"],
        ),
        (  # the order of two checks
            [("'p1 cc',\n    'p3 cc',\n    'd db Ts'", "'p3 cc',\n    'p1 cc',\n    'd db Ts'")],
            "out of turn",
            ["18:5: out of turn: expected an action of p1, who is in turn, found 'p3 cc'"],
        ),
        (  # somebody who has folded
            [("'p1 cc',\n    'p3 cbr 10'", "'p2 cc',\n    'p1 cc',\n    'p3 cbr 10'")],
            "out of turn",
            ["14:5: out of turn: expected an action of p1, who is in turn, found 'p2 cc'"],
        ),
        (  # a check that is not recorded
            [("'p1 cc',\n    'p3 cbr 10'", "'p3 cbr 10'")],
            "missing action",
            ["14:5: missing action: expected an action of p1 first, who is taken to check, found 'p3 cbr 10'"],
        ),
        (  # two checks before a card
            [("'p1 cc',\n    'p3 cc',\n    'd db Ts'", "'d db Ts'")],
            "missing action",
            [
                "18:5: missing action: expected an action of p1 first, who is taken to check, found 'd db Ts'",
                "18:5: missing action: expected an action of p3 first, who is taken to check, found 'd db Ts'",
            ],
        ),
        (  # a fold before a card
            [("'p2 f',\n    ", "")],
            "missing action",
            ["12:5: missing action: expected an action of p2 first, who is taken to fold, found 'd db 2c3c4h'"],
        ),
        (  # a call before a card, by one who acts later
            [("'p3 cbr 10',\n    'p1 cc'", "'p3 cbr 10'")],
            "missing action",
            ["16:5: missing action: expected an action of p1 first, found 'd db 9s'"],
        ),
        (
            [("'p3 cc',\n    'p1 sm AhAd'", "'p3 cc',\n    'p1 cbr 40',\n    'p1 sm AhAd'")],
            "after the end",
            ["23:5: after the end: expected no more bets, since nobody is left to act, found 'p1 cbr 40'"],
        ),
        (
            [("'p1 cc',\n    'p2 f'", "'p1 f',\n    'p2 f'")],
            "after the end",
            ["13:5: after the end: expected no more cards, since all others have folded, found 'd db 2c3c4h'"],
        ),
        (
            [("'d db 2c3c4h',\n    ", "")],
            "cards",
            [
                "13:5: cards: expected the cards of the street first, as it is on the flop, found 'p1 cc'",
                "16:5: cards: expected 3 cards on the board, found 'd db 9s'",
                "17:5: cards: expected the cards of the street first, as it is on the turn, found 'p1 cc'",
                "20:5: cards: expected the cards of the street first, as it is on the river, found 'p1 cbr 20'",
            ],
        ),
        ([("'d db 9s'", "'d db Kh'")], "cards", ["17:5: cards: expected Kh once in the hand, found 'd db Kh'"]),
        (
            [("'p1 sm AhAd'", "'p1 sm AhAc'")],
            "cards",
            ["23:5: cards: expected AhAd, as dealt, found 'p1 sm AhAc'"],
        ),
        (
            [("'d dh p2 KhKd'", "'d dh p1 KhKd'")],
            "cards",
            [
                "8:5: cards: expected cards once for p1, found 'd dh p1 KhKd'",
                "23:5: cards: expected KhKd, as dealt, found 'p1 sm AhAd'",
            ],
        ),
        (
            [("'p1 sm AhAd',\n    'p3 sm'", "'d db 5s'")],
            "cards",
            ["23:5: cards: expected no more than a flop and two cards on the board, found 'd db 5s'"],
        ),
        (
            [("'p1 sm AhAd',\n    'p3 sm'", "'p1 pb'")],
            "illegal action",
            ["23:5: illegal action: expected an action of this game, found 'p1 pb'"],
        ),
        (
            [
                ("    'p1 cbr 20',\n    'p3 cc',\n    'p1 sm AhAd',\n    'p3 sm',\n", ""),
                ("finishing_stacks", "_stacks"),
            ],
            "stops mid-hand",
            ["20:5: stops mid-hand: expected an action of p1 on the river, found no more actions"],
        ),
        (
            [("    'p1 cbr 20',\n    'p3 cc',\n    'p1 sm AhAd',\n    'p3 sm',\n", "")],
            "end does not follow",
            [
                "20:5: stops mid-hand: expected an action of p1 on the river, found no more actions",
                "22:21: end does not follow: finishing_stacks: expected 84 for p1 so far, found 138",
                "22:30: end does not follow: finishing_stacks: expected 84 for p3 so far, found 64",
            ],
        ),
        (
            [("[138, 98, 64]", "[138, 98, 65]")],
            "end does not follow",
            ["26:30: end does not follow: finishing_stacks: expected 64 for p3, found 65"],
        ),
        (
            [("[138, 98, 64]", "[64, 98, 138]")],
            "end does not follow",
            [
                "26:29: end does not follow: finishing_stacks: expected 64 for p3, found 138",
            ],
        ),
        (
            [("[138, 98, 64]", "[138, 98, 64]\nwinnings = [0, 0, 74]")],
            "end does not follow",
            ["27:12: end does not follow: winnings: expected 74, 0, 0, found 0, 0, 74"],
        ),
        (
            [("finishing_stacks = [138, 98, 64]", "winnings = [74, 0, 1]")],
            "end does not follow",
            ["26:20: end does not follow: winnings: expected 0 for p3, found 1"],
        ),
        (
            [("[138, 98, 64]", "[138, 98, 64]\nrake = 2")],
            "end does not follow",
            ["27:8: end does not follow: rake: expected 0, which is what is missing, found 2"],
        ),
        # Remarks: nothing is wrong with these.
        ([("[138, 98, 64]", "[136, 98, 64]\nrake = 2")], "sound", ["1:1: rake: 2 of 74 are missing in the end"]),
        (
            [("finishing_stacks = [138, 98, 64]", "winnings = [71, 0, 0]")],
            "sound",
            ["1:1: rake: 3 of 74 are missing in the end"],
        ),
        (
            [("finishing_stacks = [138, 98, 64]", "winnings = [0, 0, 0]")],
            "sound",
            ["1:1: end not recorded: all winnings are 0"],
        ),
        (
            [("finishing_stacks = [138, 98, 64]\n", "")],
            "sound",
            ["1:1: end not recorded: neither finishing stacks nor winnings are given"],
        ),
        (
            [("finishing_stacks", "finishing_stack")],
            "sound",
            [
                "26:19: ignored field: 'finishing_stack' is none of PHH's",
                "1:1: end not recorded: neither finishing stacks nor winnings are given",
            ],
        ),
        (
            [("'p1 cbr 20',\n    'p3 cc'", "'p1 cbr 20',\n    'p3 cbr 20'")],
            "sound",
            ["22:5: call named a raise: expected 'cc', since that is what a call comes to, found 'p3 cbr 20'"],
        ),
        (
            [
                ("'p1 cc',\n    'p3 cc',\n    'd db Ts',\n    'p1 cbr 20',\n    'p3 cc',\n", "'p1 f',\n"),
                ("    'p1 sm AhAd',\n    'p3 sm',\n", ""),
                ("[138, 98, 64]", "[84, 98, 118]"),
            ],
            "sound",
            ["18:5: needless fold: expected a check, which is free, found 'p1 f'"],
        ),
        (
            [("[100, 100, 100]", "[100, inf, 100]"), ("finishing_stacks", "_stacks")],
            "sound",
            [
                "5:19: unknown stacks: those of p2 are not known: they are never all in",
                "1:1: end not recorded: neither finishing stacks nor winnings are given",
            ],
        ),
        (
            [("'p3 sm'", "'p3 sm -'"), ("'d dh p3 QhQd'", "'d dh p3 ????'"), ("finishing_stacks", "_stacks")],
            "end not decided",
            [
                "1:1: end not recorded: neither finishing stacks nor winnings are given",
                "1:1: end not decided: nobody can tell who wins: the cards of p3 are not known",
            ],
        ),
    ],
)
def test_each_kind_of_defect_is_told(tmp_path, change, verdict, found):
    played = replayed(tmp_path, changed(*change))
    assert told(played) == found
    assert played.verdict == verdict
    assert played.faulty == (verdict not in ("sound", "stops mid-hand", "end not decided"))


def test_an_illegal_action_is_played_as_recorded(tmp_path):
    played = replayed(tmp_path, changed(("'p1 cc',\n    'p2 f'", "'p1 cbr 8',\n    'p2 f',\n    'p3 cc'")))
    assert [step.legal for step in played.steps[:4]] == [True, False, True, True]
    assert played.steps[3].hand.round.price == 8
    assert played.end is not None


def test_missing_actions_are_steps_without_a_source(tmp_path):
    played = replayed(tmp_path, changed(("'p1 cc',\n    'p3 cbr 10'", "'p3 cbr 10'")))
    assert [number for number, step in enumerate(played.steps) if step.source is None] == [3]
    assert played.end is not None
    assert played.end.stacks == (138, 98, 64)


SHORT_ALL_IN = [
    ("[100, 100, 100]", "[8, 100, 100]"),
    ("'p1 cc',\n    'p2 f'", "'p1 cbr 8',\n    'p2 cc',\n    'p3 cbr 20'"),
]


def test_who_may_not_raise_is_told_why(tmp_path):
    played = replayed(tmp_path, changed(*SHORT_ALL_IN))
    assert told(played)[0] == (
        "13:5: illegal action: expected fold or call 8, since p3 has matched 6 and faces 8, 2 more: less than a full raise, "
        "which is 4 or more (short all-in), found 'p3 cbr 20'"
    )


def test_another_rule_book_judges_otherwise(tmp_path):
    played = replayed(tmp_path, changed(*SHORT_ALL_IN), rules=RULE_BOOKS["any raise"])
    assert not any("p3 cbr 20" in line for line in told(played))


def over_nobody(folder, raise_to):
    """p3 bets 20 of 40, both others are all in for a little more, and p3 puts in `raise_to`."""
    text = changed(("[100, 100, 100]", "[25, 28, 40]"), ("[138, 98, 64]", "[75, 6, 12]"))
    begin, end = text.index("'p3 cbr 6'"), text.index("]\nfinishing")
    actions = ["p3 cbr 20", "p1 cbr 25", "p2 cbr 28", f"p3 cbr {raise_to}", "d db 2c3c4h", "d db 9s", "d db Ts"]
    return replayed(folder, text[:begin] + ", ".join(map(repr, actions)) + text[end:])


def test_all_chips_over_nobody_who_could_answer_are_a_call(tmp_path):
    played = over_nobody(tmp_path, 40)
    why = "expected 'cc', since nobody is left who could answer a raise by p3, found 'p3 cbr 40'"
    assert [(note.kind, note.text) for note in played.notes] == [("call named a raise", why)]
    assert (played.verdict, played.end.stacks, played.end.returned) == ("sound", (75, 6, 12), None)
    assert (played.steps[-1].action, played.steps[-1].legal, played.steps[-1].word) == (28, True, "call")
    assert over_nobody(tmp_path, 39).verdict == "illegal action"


@pytest.mark.parametrize(
    ("blinds", "covered"),
    [
        ("[0, 2, 4]", False),
        ("[1, 0, 2]", False),
        ("[1, 2, 4]", True),
        ("[0, 2, 0]", True),
        ("[0, 0, 2]", True),
        ("[0, 0, 0]", True),
    ],
)
def test_posts_beside_the_blinds_are_not_covered(tmp_path, blinds, covered):
    played = replayed(tmp_path, changed(("blinds_or_straddles = [1, 2, 0]", f"blinds_or_straddles = {blinds}")))
    posts = "no-limit hold'em: there are posts beside the blinds, and nobody knows from the record who begins"
    assert (played.verdict != "not covered") == covered
    assert covered or [note.text for note in played.notes] == [posts]
    assert covered or str(played.notes[0].place).endswith(":3:23")


def test_a_game_that_is_not_covered_is_named(tmp_path):
    text = SOUND[: SOUND.index("actions")].replace("min_bet", "small_bet = 2\nbig_bet = 4\nbring_in")
    played = replayed(tmp_path, text.replace("NT", "FR").replace("bring_in = 2", "bring_in = 1") + "actions = []\n")
    assert (played.verdict, played.faulty, played.steps, played.last) == ("not covered", True, (), None)
    assert told(played)[0].startswith("1:11: not covered: fixed-limit razz: the betting of stud games begins")


LIMIT = [("'NT'", "'FT'"), ("min_bet = 2", "small_bet = 2\nbig_bet = 4"), ("finishing_stacks", "_stacks")]


def test_fixed_limit_has_one_size_and_four_bets(tmp_path):
    raises = [f"'p{player} cbr {to}'" for player, to in ((3, 4), (1, 6), (2, 8))]
    ending = ",\n    'p3 cc',\n    'p1 cc',\n"
    body = SOUND[SOUND.index("    'p3 cbr 6'") : SOUND.index("]\nfinishing")]
    good = changed(*LIMIT, (body, "    " + ",\n    ".join(raises) + ending))
    assert replayed(tmp_path, good).verdict == "stops mid-hand"
    capped = replayed(tmp_path, good.replace("'p3 cc'", "'p3 cbr 10'"))
    assert told(capped)[0] == (
        "14:5: illegal action: expected fold or call 8, since the round has seen 4 bets and raises, all that there may be "
        "(cap on raises), found 'p3 cbr 10'"
    )
    other = replayed(tmp_path, good.replace("'p1 cbr 6'", "'p1 cbr 7'"))
    assert told(other)[0] == (
        "12:5: illegal action: expected fold, call 4 or raise 6, since it is fixed limit, found 'p1 cbr 7'"
    )


@pytest.mark.parametrize(
    ("book", "why"),
    [
        ("limit", "the all-in to 5 may be completed: 4 and 4, the bet of the street, make 8"),
        ("standard", "the all-in to 5 and 4, the bet of the street, make 9"),
    ],
)
def test_with_fixed_limit_a_raise_is_the_bet_of_the_street(tmp_path, book, why):
    text = changed(
        ("variant = 'NT'", "variant = 'FT'"),
        ("min_bet = 2", "small_bet = 4\nbig_bet = 8"),
        ("[1, 2, 0]", "[2, 4, 0]"),
        ("[100, 100, 100]", "[100, 100, 5]"),
        ("'p3 cbr 6'", "'p3 cbr 5'"),
    )
    first, second, *_ = replayed(tmp_path, text, rules=RULE_BOOKS[book]).steps
    assert why_smallest(first.hand.round)[1] == "all-in for 5, less than the 8 of a full raise"
    assert why_smallest(second.hand.round)[1] == why
    whole = replayed(tmp_path, text.replace("100, 5]", "100, 50]"), rules=RULE_BOOKS[book])
    assert why_smallest(whole.steps[0].hand.round)[1] == "4 to call and 4, the bet of the street, make 8"


@pytest.mark.parametrize(("antes", "most"), [("0, 0, 0", 7), ("0, 2, 0", 9), ("1, 1, 1", 10)])
def test_antes_are_in_the_pot_of_a_pot_limit_raise(tmp_path, antes, most):
    """7 is 2 to call and the pot of 1, 2 and 2 on top; an ante is in it, whoever pays it."""
    cards = [("AhAd", "AhAdAcAs"), ("KhKd", "KhKdKcKs"), ("QhQd", "QhQdQcQs")]
    text = changed(
        ("variant = 'NT'", "variant = 'PO'"), ("antes = [0, 0, 0]", f"antes = [{antes}]"), ("'p1 sm AhAd',", "")
    )
    for two, four in cards:
        text = text.replace(two, four)
    assert replayed(tmp_path, text).steps[0].may.high == most


def test_pot_limit_ends_at_the_pot(tmp_path):
    text = changed(("'NT'", "'PO'"), ("finishing_stacks", "_stacks"))
    for two, four in (("AhAd'", "AhAdAcAs'"), ("KhKd'", "KhKdKcKs'"), ("QhQd'", "QhQdQcQs'")):
        text = text.replace(two, four)
    assert not replayed(tmp_path, text.replace("cbr 6", "cbr 7")).faulty
    found = told(replayed(tmp_path, text.replace("cbr 6", "cbr 8")))
    assert (
        found[0]
        == "10:5: illegal action: expected fold, call 2 or raise 4 to 7, since it is pot limit, found 'p3 cbr 8'"
    )
