"""recheck's cards: how many hands there are of each kind, what beats what, lows, and who shares a pot.

How many are of each kind is worked out in the tests by what a deck has, and not by looking at hands.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from recheck.betting.pots import Pot
from recheck.hands.cards import (
    EIGHT,
    FULL_DECK,
    NUMBERS,
    SHORT_DECK,
    SUITS,
    Card,
    Showdown,
    best,
    category,
    low_of,
    read_cards,
    strength,
)
from recheck.hands.showdown import awarded

HOLDEM, OMAHA = Showdown(), Showdown(omaha=True)
OMAHA_LOW, SHORT = Showdown(omaha=True, low=True), Showdown(order=SHORT_DECK)


def cards(text: str) -> list[Card]:
    found = read_cards(text.replace(" ", ""))
    assert found is not None, text
    return found


def of_each_kind(ranks: int, straights: int) -> dict[str, int]:
    """How many hands of five there are, by so many ranks in four suits, and so many straights by rank."""
    straight_flush, straight = 4 * straights, (4**5 - 4) * straights
    flush = 4 * (comb(ranks, 5) - straights)
    return {
        "straight flush": straight_flush,
        "four of a kind": ranks * 4 * (ranks - 1),
        "full house": ranks * comb(4, 3) * (ranks - 1) * comb(4, 2),
        "flush": flush,
        "straight": straight,
        "three of a kind": ranks * comb(4, 3) * comb(ranks - 1, 2) * 4**2,
        "two pairs": comb(ranks, 2) * comb(4, 2) ** 2 * 4 * (ranks - 2),
        "pair": ranks * comb(4, 2) * comb(ranks - 1, 3) * 4**3,
        "high card": (comb(ranks, 5) - straights) * (4**5 - 4),
    }


def counted(deck: list[Card], order: tuple[str, ...]) -> Counter[str]:
    """How many of all hands of five of a deck are of each kind."""
    found: Counter[str] = Counter()
    for five in combinations(deck, 5):
        found[order[strength(five, order)[0]]] += 1
    return found


def deck(lowest: int) -> list[Card]:
    return [Card(rank, suit) for rank in NUMBERS.values() if rank >= lowest for suit in SUITS]


@pytest.mark.heavy
def test_all_hands_of_five():
    found = counted(deck(2), FULL_DECK)
    assert found == of_each_kind(13, 10)
    assert found["high card"] == 1_302_540 and found["straight flush"] == 40 and found.total() == 2_598_960


@pytest.mark.heavy
def test_all_hands_of_five_in_short_deck():
    found = counted(deck(6), SHORT_DECK)
    assert found == of_each_kind(9, 6)
    assert found["flush"] == 480 and found["full house"] == 1728 and found.total() == 376_992


def test_how_many_hands_differ_in_strength():
    for lowest, order, ranks, straights, due in ((2, FULL_DECK, 13, 10, 7462), (6, SHORT_DECK, 9, 6, 1404)):
        found = {strength(five, order) for five in hands_of_all_kinds(lowest)}
        flushes = comb(ranks, 5) - straights
        kinds = (
            *(straights, ranks * (ranks - 1), ranks * (ranks - 1), flushes, straights),
            *(ranks * comb(ranks - 1, 2), comb(ranks, 2) * (ranks - 2), ranks * comb(ranks - 1, 3), flushes),
        )
        assert len(found) == sum(kinds) == due


def hands_of_all_kinds(lowest: int):
    """One hand for each list of ranks, and one of one suit if they differ."""
    ranks = [rank for rank in NUMBERS.values() if rank >= lowest]
    for chosen in all_lists(ranks, 5):
        used: Counter[int] = Counter()
        five = []
        for n, rank in enumerate(chosen):
            five.append(Card(rank, SUITS[used[rank] if max(Counter(chosen).values()) > 1 else n % 2]))
            used[rank] += 1
        yield five
        if len(set(chosen)) == 5:
            yield [Card(rank, "s") for rank in chosen]


def all_lists(ranks: list[int], length: int):
    """All ascending lists in which no rank is more than four times."""
    if not length:
        yield []
        return
    for n, rank in enumerate(ranks):
        for rest in all_lists(ranks[n:], length - 1):
            if rest.count(rank) < 4:
                yield [rank, *rest]


def test_ace_is_low_and_high():
    assert category(cards("Ah 2c 3d 4s 5h")) == "straight"
    assert strength(cards("Ah 2c 3d 4s 5h")) < strength(cards("2h 3c 4d 5s 6h"))
    assert category(cards("Ah Kc Qd Js Th")) == "straight"
    assert category(cards("Kh Ac 2d 3s 4h")) == "high card"
    assert category(cards("Ah 6c 7d 8s 9h")) == "high card"
    assert category(cards("Ah 6c 7d 8s 9h"), SHORT_DECK) == "straight"
    assert strength(cards("Ah 6c 7d 8s 9h"), SHORT_DECK) < strength(cards("Th 6c 7d 8s 9h"), SHORT_DECK)


def test_flush_and_full_house_change_places_in_short_deck():
    flush, full = cards("Ah Kh 9h 7h 6h"), cards("6c 6d 6h 7c 7d")
    assert strength(flush) < strength(full)
    assert strength(flush, SHORT_DECK) > strength(full, SHORT_DECK)
    straight, three = cards("6c 7d 8h 9s Tc"), cards("Ac Ad Ah Ks Qc")
    assert strength(straight, SHORT_DECK) > strength(three, SHORT_DECK)


def test_what_is_beside_a_kind_decides_last():
    board = cards("Ah Ad 7s 7c 2d")
    assert best(HOLDEM, cards("KhQd"), board) == best(HOLDEM, cards("KsJd"), board)
    assert best(HOLDEM, cards("KhQd"), board) > best(HOLDEM, cards("QsJd"), board)
    assert best(HOLDEM, cards("2h2s"), board) > best(HOLDEM, cards("KhAs"), cards("Kc Kd 7s 3h 4d"))


def test_omaha_is_two_own_and_three_of_the_board():
    board = cards("Ah Kh Qh Jh 2c")
    assert best(OMAHA, cards("Th 9c 9d 8s"), board)[0] < best(OMAHA, cards("3h 4h 5s 6s"), board)[0]
    assert category(max(_hands(cards("As Ad Ac 2h"), board), key=strength)) == "three of a kind"


def _hands(own, board):
    return [[*two, *three] for two in combinations(own, 2) for three in combinations(board, 3)]


def test_lows():
    assert low_of(cards("Ah 2c 3d 4s 5h")) == (-5, -4, -3, -2, -1)
    assert low_of(cards("Ah 2c 3d 4s 9h")) is None
    assert low_of(cards("Ah Ac 3d 4s 5h")) is None
    assert low_of(cards("8h 7c 6d 5s 4h")) < low_of(cards("8h 7c 6d 5s 3h")) < low_of(cards("7h 6c 5d 4s 3h"))
    assert best(OMAHA_LOW, cards("Ah 2c Kd Ks"), cards("8h 7d 3c Qs Qd"))[1] == (-8, -7, -3, -2, -1)
    assert best(OMAHA_LOW, cards("Ah 2c Kd Ks"), cards("8h 7d Jc Qs Qd"))[1] is None
    assert best(OMAHA_LOW, cards("Ah 2c 3d Ks"), cards("8h 2d 3c Qs Qd"))[1] is None
    assert best(HOLDEM, cards("Ah2c"), cards("3d 4s 5h 9c 9d"))[1] is None


def test_how_many_lows_there_are():
    low = [Card(rank, suit) for rank, suit in deck_below_nine()]
    found = [low_of(five) for five in combinations(low, 5)]
    assert len([one for one in found if one is not None]) == comb(EIGHT, 5) * 4**5 == 57_344
    assert len(set(found) - {None}) == comb(EIGHT, 5)


def deck_below_nine():
    return [(card.rank, card.suit) for card in deck(2) if card.rank <= EIGHT or card.rank == 14]


def test_cards_are_read_strictly():
    assert cards("AhTd") == [Card(14, "h"), Card(10, "d")]
    for text in ("Ah1", "10d", "ah", "AH", "??", "A"):
        assert read_cards(text) is None


def test_pots_are_shared_from_the_left():
    board = cards("Ah Ad Ks Kc Qd")
    hands = {1: cards("2h3h"), 3: cards("2s3s"), 4: cards("2d3d")}
    assert awarded([Pot(100, (1, 3, 4))], HOLDEM, hands, board) == {1: 34, 3: 33, 4: 33}
    assert awarded([Pot(101, (1, 3, 4))], HOLDEM, hands, board) == {1: 34, 3: 34, 4: 33}


def test_each_pot_is_won_by_itself():
    board = cards("Ah Ad Ks 7c 2d")
    hands = {0: cards("AcAs"), 1: cards("KhKd"), 2: cards("QhQd")}
    pots = [Pot(30, (0, 1, 2)), Pot(20, (1, 2)), Pot(7, (2,))]
    assert awarded(pots, HOLDEM, hands, board) == {0: 30, 1: 20, 2: 7}


def test_a_low_takes_half_and_the_high_hand_the_odd_chip():
    board = cards("8h 7d 3c Qs Qd")
    high, low = cards("Qh Kd Kc Jc"), cards("Ah 2c Td Ts")
    assert awarded([Pot(101, (0, 1))], OMAHA_LOW, {0: low, 1: high}, board) == {1: 51, 0: 50}
    other = cards("Ad 2h Th Tc")
    found = awarded([Pot(103, (0, 1, 2))], OMAHA_LOW, {0: low, 1: high, 2: other}, board)
    assert found == {1: 52, 0: 26, 2: 25}
    nothing = cards("8s 7c Jh Qc Qd")
    assert awarded([Pot(101, (0, 1))], OMAHA_LOW, {0: low, 1: high}, nothing)[1] == 101
