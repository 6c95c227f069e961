"""Who may raise, and to how much: the rules one by one, and where rule books differ.

Figures from TDA (rules 43 and 47 with their illustrations) and Robert's Rules of Poker (limit, rule 6; no limit, rules 3 to 5).
"""

from fractions import Fraction

import pytest

from regretlab.betting.hand import Structure, play, start
from regretlab.betting.reason import why_raise, why_smallest
from regretlab.betting.round import FOLD, NOBODY, act, open_round, options, post
from regretlab.betting.rulebook import ANY_RAISE, COMPLETING, LIMIT, SINGLE_RAISE, STANDARD, RuleBook
from regretlab.betting.street import FIXED_LIMIT, POT_LIMIT, SPREAD_LIMIT, Street

NAMES = ("A", "B", "C", "D", "E")


def after(street, stacks, *actions, pot=0):
    """The round after bets, nothing being bet at the beginning."""
    now = open_round(street, stacks, (1 << len(stacks)) - 1, pot)
    for action in actions:
        assert options(now).allow(action), (action, options(now))
        now = act(now, action)
    return now


def raises(now):
    return options(now)[2:]


def test_a_raise_is_at_least_as_large_as_the_largest_before():
    now = after(Street(2), (100,) * 3, 2)
    assert raises(now) == (4, 100)
    assert raises(act(now, 12)) == (22, 100)
    assert raises(act(act(now, 12), 22)) == (32, 100)
    assert why_smallest(act(now, 12)) == (
        "minimum raise",
        "12 to call and 10, the largest bet or raise so far, make 22",
    )


def test_short_all_ins_that_add_up_reopen_the_betting():
    """TDA, rule 47, illustration: A bets 100, B is all in for 125, C calls, D is all in for 200, E calls."""
    stacks = (1000, 125, 1000, 200, 1000)
    now = after(Street(100), stacks, 100, 125, 125, 200, 200)
    assert now.turn == 0
    assert raises(now) == (300, 1000)
    assert why_raise(now, NAMES).rule == "reopening"
    now = act(now, 200)
    assert (now.turn, raises(now)) == (2, (None, None))  # C faces 75 more
    assert why_raise(now, NAMES) == (
        False,
        "short all-in",
        "C has matched 125 and faces 200, 75 more: less than a full raise, which is 100 or more",
    )
    alone = after(Street(100, rules=SINGLE_RAISE), stacks, 100, 125, 125, 200, 200)
    assert raises(alone) == (None, None)


def test_the_raise_after_a_short_all_in_is_on_top_of_it():
    """Robert's, no limit, rule 4: a bet of 100, all in for 140, a raise to 240 at least."""
    now = after(Street(100), (1000, 140, 1000), 100, 140)
    assert raises(now) == (240, 1000)
    assert why_smallest(now)[0] == "minimum after a short all-in"
    assert raises(after(Street(100, rules=COMPLETING), (1000, 140, 1000), 100, 140)) == (200, 1000)
    assert why_smallest(after(Street(100, rules=COMPLETING), (1000, 140, 1000), 100, 140))[0] == "completing"


def test_who_was_not_raised_in_full_may_not_raise():
    """Robert's, no limit, rule 3: A bets 100, B raises to 200, C is all in for less than 300, A calls; A might have raised."""
    now = after(Street(100), (1000, 1000, 290), 100, 200, 290)
    assert (now.turn, raises(now)) == (0, (390, 1000))
    now = act(now, 290)
    assert (now.turn, raises(now)) == (1, (None, None))


def test_an_all_in_of_any_size_is_a_raise_where_the_house_says_so():
    now = after(Street(2, rules=ANY_RAISE), (20, 3, 20), 2, 3, 3)
    assert raises(now) == (5, 20)
    assert raises(after(Street(2), (20, 3, 20), 2, 3, 3)) == (None, None)


def test_a_short_opening_bet_gives_nobody_a_second_turn_to_raise():
    now = after(Street(2), (20, 1, 20), 0, 1)
    assert raises(now) == (3, 20)  # C has not acted
    now = act(now, 1)
    assert (now.turn, raises(now)) == (0, (None, None))
    assert raises(act(after(Street(2), (20, 1, 20), 0, 1), 3))[0] == 5


def test_half_a_bet_is_a_bet_in_limit_and_less_may_be_completed():
    """Robert's, limit, rule 6: on a round of 20, an all-in of 15 may be raised to 35, and one of 5 be completed to 20."""
    limit = Street(20, FIXED_LIMIT, cap=4, rules=LIMIT)
    assert raises(after(limit, (15, 100, 100), 15)) == (35, 35)
    assert raises(after(limit, (5, 100, 100), 5)) == (20, 20)
    half = after(limit, (100, 30, 100), 20, 30, 30)
    assert (half.turn, raises(half)) == (0, (50, 50))
    less = after(limit, (100, 29, 100), 20, 29, 29)
    assert (less.turn, raises(less)) == (0, (None, None))
    assert raises(after(limit, (100, 29, 100), 20, 29)) == (40, 40)
    # Two short all-ins, to 29 and 38, are half a bet together: for A, who bet 20, but not for C, who has called 29.
    parts = after(limit, (100, 29, 100, 38, 100), 20, 29, 29, 38, 38)
    assert (parts.turn, raises(parts)) == (0, (58, 58))
    parts = act(parts, 38)
    assert (parts.turn, raises(parts)) == (2, (None, None))
    assert why_raise(parts, NAMES).rule == "short all-in"
    whole = Street(20, FIXED_LIMIT, cap=4)
    assert raises(after(whole, (100, 30, 100), 20, 30, 30)) == (None, None)


def test_a_cap_holds_unless_two_are_left():
    street = Street(2, FIXED_LIMIT, cap=4, rules=LIMIT)
    now = after(street, (100,) * 3, 2, 4, 6, 8)
    assert (now.raises, raises(now)) == (4, (None, None))
    assert why_raise(now, NAMES).rule == "cap on raises"
    assert raises(act(now, FOLD)) == (None, None)  # too late: it was capped among three
    two = after(street, (100,) * 3, 0, 0, 2, FOLD, 4, 6, 8, 10)
    assert raises(two) == (12, 12)
    assert raises(after(Street(2, FIXED_LIMIT, cap=4), (100,) * 2, 2, 4, 6, 8)) == (None, None)
    blinds = (Street(2, FIXED_LIMIT, cap=1, rules=LIMIT), (100,) * 3, (1, 2, 0))
    assert raises(post(*blinds, 0b111, 0, 2)) == (None, None)
    assert raises(post(*blinds, 0b011, 0, 0)) == (4, 4)  # two are left before anybody has bet


def test_a_pot_limit_raise_is_as_large_as_the_pot_after_the_call():
    """Robert's, pot limit: a pot of 100 and a bet of 50; the next may call 50 and raise 200, 250 in all."""
    street = Street(10, POT_LIMIT)
    assert raises(after(street, (1000,) * 2, pot=100)) == (10, 100)
    assert raises(after(street, (1000,) * 2, 50, pot=100)) == (100, 250)
    assert raises(after(street, (1000,) * 2, pot=4)) == (10, 10)
    assert raises(after(street, (1000, 180), 50, pot=100)) == (100, 180)
    blinds = post(street, (1000,) * 3, (5, 10, 0), 0b111, 0, 2)
    assert raises(blinds) == (20, 35)


def test_a_short_blind_does_not_lower_the_largest_pot_limit_raise():
    """TDA, rule 54 B: blinds of 100 and 200, the large one short: the first to act may raise to 700."""
    hand = start(Structure((Street(200, POT_LIMIT),) * 2, (100, 200, 0, 0), (0,) * 4), (2000, 100, 2000, 2000))
    assert raises(hand.round) == (400, 700)
    for action in (200, FOLD, 200):
        hand = play(hand, action)
    assert (hand.street, raises(hand.round)) == (1, (200, 500))  # after the flop it is the actual pot


def test_a_bet_is_no_smaller_where_a_raise_may_be():
    street = Street(4, step=1)
    assert raises(after(street, (100,) * 2)) == (4, 100)
    assert raises(after(street, (100,) * 2, 4)) == (5, 100)
    assert raises(post(street, (100,) * 2, (2, 4), 0b11, 0, 0)) == (5, 100)


def test_without_check_a_player_bets_or_folds():
    street = Street(1, SPREAD_LIMIT, most=10, step=1, cap=4, check=False)
    now = after(street, (100,) * 2)
    assert options(now) == (True, None, 1, 10)
    assert options(act(now, 9)) == (True, 9, 10, 10)
    top = act(now, 10)
    assert options(top) == (True, 10, None, None)
    assert why_raise(top, NAMES) == (False, "largest bet", "nobody may bet more than 10")
    assert act(now, FOLD).turn == NOBODY


def test_a_straddle_is_a_bring_in_or_a_raise():
    blinds = (1, 2, 5, 0)
    assert raises(post(Street(2), (100,) * 4, blinds, 0b1111, 0, 3)) == (10, 100)
    other = Street(2, rules=RuleBook("a raise", straddle="raise"))
    assert raises(post(other, (100,) * 4, blinds, 0b1111, 0, 3)) == (8, 100)
    assert raises(post(other, (100,) * 4, (1, 2, 0, 0), 0b1111, 0, 2)) == (4, 100)


def test_nobody_raises_where_nobody_could_answer():
    now = after(Street(2), (100, 8, 5), 6, 8, 5)
    assert (now.turn, options(now)) == (0, (True, 8, None, None))
    assert why_raise(now, NAMES) == (False, "nobody left to answer", "nobody is left who could answer a raise by A")
    # B is all in for 8, and C, who has not acted yet, could answer A's bet but no raise of it.
    assert options(after(Street(2), (100, 8, 5), 8)) == (True, 8, None, None)
    assert why_raise(after(Street(2), (100, 8, 5), 8), NAMES).rule == "no chips beyond a call"


def test_all_books_agree_where_no_all_in_is_short():
    for rules in (STANDARD, SINGLE_RAISE, ANY_RAISE, COMPLETING):
        assert raises(after(Street(2, rules=rules), (100,) * 4, 2, 6, FOLD, 14)) == (22, 100)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"limit": "big bet"}, "limit: expected no limit, pot limit, fixed limit, spread limit, found 'big bet'"),
        ({"bet": 0}, "bet: expected more than 0, found 0"),
        ({"bet": Fraction(-1, 2)}, "bet: expected more than 0, found -1/2"),
        ({"most": 5}, "most: expected with spread limit and with no other, found 5"),
        ({"limit": SPREAD_LIMIT}, "most: expected with spread limit and with no other, found None"),
        ({"limit": SPREAD_LIMIT, "most": 1}, "most: expected 2 or more, found 1"),
        ({"step": 0}, "step: expected more than 0, up to 2, and none with fixed limit, found 0"),
        ({"step": 3}, "step: expected more than 0, up to 2, and none with fixed limit, found 3"),
        ({"limit": FIXED_LIMIT, "step": 2}, "step: expected more than 0, up to 2, and none with fixed limit, found 2"),
        ({"cap": -1}, "cap: expected 0 or more, found -1"),
    ],
)
def test_a_street_that_is_none_is_refused(change, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        Street(**{"bet": 2, **change})
