"""Which hand of cards wins, and who gets how much of which pot."""

from collections import Counter
from itertools import combinations_with_replacement, pairwise
from math import comb

import pytest

from hands.records import SOUND, changed, replayed, told
from regretlab.hands.cards import NAMES, RANKS, SHORT_DECK, five, high, low

FREQUENCIES = {  # of the 2,598,960 hands of five cards
    "a straight flush": 40,
    "four of a kind": 624,
    "a full house": 3_744,
    "a flush": 5_108,
    "a straight": 10_200,
    "three of a kind": 54_912,
    "two pair": 123_552,
    "a pair": 1_098_240,
    "high card": 1_302_540,
}
SUITS = "cdhsc"


def of(text):
    return text.split()


def hands_by_rank(ranks):
    """One hand for each set of five ranks, not all of a suit, and how many there are; and each that is all of a suit."""
    for found in combinations_with_replacement(ranks, 5):
        counts = Counter(found)
        if max(counts.values()) < 5:
            suits = 1
            for count in counts.values():
                suits *= comb(4, count)
            distinct = len(counts) == 5
            free = {rank: iter("cdhs") for rank in counts}
            yield (
                [rank + (next(free[rank]) if not distinct else SUITS[index]) for index, rank in enumerate(found)],
                suits - (4 if distinct else 0),
            )
            if distinct:
                yield [rank + "h" for rank in found], 4


def test_all_hands_of_five_cards_are_as_often_as_they_are():
    """Frequencies and the number of different strengths, 7,462, are those of every table of odds."""
    found, strengths = Counter(), set()
    for cards, times in hands_by_rank(RANKS):
        best = five(cards)
        found[best.name] += times
        strengths.add(best.strength)
    assert found == FREQUENCIES
    assert sum(found.values()) == comb(52, 5)
    assert len(strengths) == 7_462


def test_a_short_deck_has_another_order():
    """Frequencies of C(36, 5) hands: what is rarer is stronger, but for straights, by this rule."""
    found, strengths = Counter(), {}
    for cards, times in hands_by_rank(RANKS[4:]):
        best = five(cards, short=True)
        found[best.name] += times
        strengths.setdefault(best.name, []).append(best.strength)
    assert sum(found.values()) == comb(len(SHORT_DECK), 5)
    assert found["a straight"] == 6 * 4**5 - found["a straight flush"]
    assert found["a straight flush"] == 6 * 4
    order = sorted(strengths, key=lambda name: max(strengths[name]))
    assert order == [*NAMES[:5], "a full house", "a flush", *NAMES[7:]]
    assert all(max(strengths[a]) < min(strengths[b]) for a, b in pairwise(order))
    assert five(of("Ah 6c 7d 8s 9c"), short=True).strength < five(of("6c 7d 8s 9c Th"), short=True).strength
    assert five(of("Ah 6c 7d 8s 9c")).name == "high card"


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("As 2s 3s 4s 5s", "Ah Ac Ad As Kh"),
        ("6h 2c 3d 4s 5h", "Ah 2c 3d 4s 5h"),
        ("Kh Kc 2d 2s 3h", "Qh Qc Jd Js Ah"),
        ("2h 2c 2d 3s 3h", "Ah Kh Qh Jh 9h"),
        ("Ah Ac 4d 3s 2h", "Kh Kc Ad Qs Jh"),
        ("9h 8c 7d 5s 3h", "9h 8c 7d 5s 2h"),
    ],
)
def test_order_of_hands(better, worse):
    assert five(of(better)).strength > five(of(worse)).strength


def test_omaha_takes_two_of_ones_own():
    board = of("Ah Kh Qh Jh 2c")
    assert high(of("Th 9c 8c 7c"), board, omaha=True).name == "a straight"
    assert high(of("Th 9c"), board).name == "a straight flush"
    assert high(of("9h 8h 8c 7c"), board, omaha=True).name == "a flush"
    assert high(of("9h 8s 8c 7c"), board, omaha=True).name == "a pair"


def test_low_hands_have_five_different_cards_up_to_the_eight():
    board = of("8s 7h 2c 2d Kh")
    found = low(of("Ah 3c 4d Qc"), board)
    assert found is not None
    assert found.strength == (-7, -6, -2, -1, 0)  # 8 7 3 2 A
    other = low(of("Ah 6c 6d 3c"), board)
    assert other is not None
    assert found.strength == other.strength
    assert low(of("Ah 2s Td Jc"), board) is None  # three different ones and a pair
    assert low(of("3h 4s 5d 6c"), of("9s Th Jc 2d 3h")) is None
    better = low(of("Ah 3c 4d 5c"), of("8s 6h 2c Td Kh"))
    assert better is not None
    assert better.strength > found.strength


def ending(folder, stacks, actions, **fields):
    """The end of a hold'em hand of three with these actions between deal and showdown."""
    lines = ",\n    ".join(f"'{action}'" for action in actions)
    body = SOUND[SOUND.index("    'p3 cbr 6'") : SOUND.index("]\nfinishing")]
    text = changed((body, f"    {lines},\n"), ("[100, 100, 100]", str(stacks)), ("finishing_stacks", "_stacks"))
    for old, new in fields.items():
        text = text.replace(old, new)
    played = replayed(folder, text)
    assert not played.faulty, told(played)
    assert played.end is not None
    return played.end


ALL_IN = ["p3 cbr 60", "p1 cc", "p2 cbr 100", "p3 cc", "d db 2c3c4h", "d db 9s", "d db Ts"]


def test_side_pots_go_to_those_who_have_paid_for_them(tmp_path):
    end = ending(tmp_path, [20, 100, 100], ALL_IN)
    assert [(pot.amount, pot.eligible) for pot in end.pots] == [(60, (0, 1, 2)), (160, (1, 2))]
    assert [award.shares for award in end.awards] == [((0, 60),), ((1, 160),)]
    assert end.stacks == (60, 160, 0)


def test_what_nobody_called_goes_back(tmp_path):
    end = ending(tmp_path, [20, 100, 100], [*ALL_IN[:3], "p3 f", *ALL_IN[4:]])
    assert end.returned == (1, 40)
    assert [(pot.amount, pot.eligible) for pot in end.pots] == [(60, (0, 1)), (80, (1,))]
    assert end.stacks == (60, 120, 40)


def test_a_pot_is_split_and_the_odd_chip_goes_to_the_dealers_left(tmp_path):
    end = ending(tmp_path, [100, 100, 100], ["p3 cbr 7", "p1 f", "p2 cc", *SHARED], AhAd="2h2d")
    assert end.awards[0].shares == ((1, 8), (2, 7))
    assert end.stacks == (99, 101, 100)


SHARED = ["d db AcKcQc", "p2 cc", "p3 cc", "d db Jc", "p2 cc", "p3 cc", "d db Tc", "p2 cc", "p3 cc"]


def test_who_mucks_wins_nothing(tmp_path):
    actions = ["p3 cbr 7", "p1 f", "p2 cc", *SHARED, "p2 sm", "p3 sm QhQd"]
    assert ending(tmp_path, [100, 100, 100], actions).awards[0].shares == ((2, 15),)


def test_the_last_one_needs_no_cards(tmp_path):
    end = ending(tmp_path, [100, 100, 100], ["p3 cbr 7", "p1 f", "p2 f"], QhQd="????")
    assert (end.returned, end.awards[0].shares, end.stacks) == ((2, 5), ((2, 5),), (99, 98, 103))


HI_LO = """variant = 'FO/8'
antes = [0, 0, 1]
blinds_or_straddles = [1, 2, 0]
small_bet = 2
big_bet = 4
starting_stacks = [9, 9, 9]
actions = ['d dh p1 AsAdKs9c', 'd dh p2 2s3hKdQd', 'd dh p3 2d3dJcJd', 'p3 cc', 'p1 cc', 'p2 cc',
 'd db 5c6c8h', 'p1 cc', 'p2 cc', 'p3 cc', 'd db Th', 'p1 cc', 'p2 cc', 'p3 cc', 'd db Ac', 'p1 cc', 'p2 cc', 'p3 cc']
"""


def test_high_and_low_halves_and_their_odd_chips(tmp_path):
    played = replayed(tmp_path, HI_LO)
    assert played.end is not None
    (of_high, of_low) = played.end.awards
    assert (of_high.half, of_high.shares) == ("high", ((0, 4),))  # the odd one of seven
    assert (of_low.half, of_low.shares) == ("low", ((1, 2), (2, 1)))
    assert played.end.stacks == (11, 9, 7)
    scooped = replayed(tmp_path, HI_LO.replace("db Ac", "db Kc").replace("8h", "9h"))
    assert scooped.end is not None
    assert [award.half for award in scooped.end.awards] == [""]


def test_a_board_that_is_not_whole_decides_nothing(tmp_path):
    end = ending(tmp_path, [20, 100, 100], ALL_IN[:-1])
    assert (end.awards, end.stacks) == ((), None)
    assert [note.text for note in end.notes if note.kind == "end not decided"] == [
        "nobody can tell who wins: the board has 4 cards"
    ]


def test_the_record_decides_where_cards_do_not(tmp_path):
    unknown = changed(("'d dh p3 QhQd'", "'d dh p3 ????'"), ("'p3 sm'", "'p3 sm ????'"))
    played = replayed(tmp_path, unknown)
    assert (told(played), played.end and played.end.stacks) == ([], (138, 98, 64))
    winnings = unknown.replace("finishing_stacks = [138, 98, 64]", "winnings = [0, 0, 73]")
    played = replayed(tmp_path, winnings)
    assert played.end is not None
    assert (played.end.rake, played.end.stacks) == (1, (64, 98, 137))
    folded = replayed(tmp_path, winnings.replace("[0, 0, 73]", "[0, 1, 73]"))
    assert told(folded) == ["26:16: end does not follow: winnings: expected 0 for p2, found 1"]
    many = replayed(tmp_path, winnings.replace("[0, 0, 73]", "[73, 0, 73]"))
    assert told(many) == ["26:12: end does not follow: winnings: expected 74 in the pots, found 146"]


@pytest.mark.parametrize(
    ("board", "why"),
    [
        ("'d db ??'", "a card of the board is not known"),
        ("'d db 2c'", "a card is there twice"),
        ("'d db Ah'", "a card is there twice"),
        ("'d db TsTd5c'", "the board has 7 cards"),
    ],
)
def test_cards_that_cannot_be_do_not_decide(tmp_path, board, why):
    text = changed(("'d db Ts'", board), ("'p3 sm',\n", "'p3 sm QhQd',\n"), ("finishing_stacks = [138, 98, 64]\n", ""))
    end = replayed(tmp_path, text).end
    assert end is not None
    assert (end.awards, end.won) == ((), None)
    assert f"nobody can tell who wins: {why}" in [note.text for note in end.notes]
