"""recheck's dealer on the examples that rule books give, figures as printed there; tests/betting compares it with the engine.

TDA, "Poker TDA rules", 2022, illustrations of rules 43, 47 and 54; Robert's Rules of Poker, version 11, "Betting and raising",
rule 6, and "No limit and pot limit", rules 2 to 5.
"""

from fractions import Fraction

import pytest

from recheck.betting.hand import adjudicated, after, begun, state
from recheck.betting.pots import Pot, divided, pots
from recheck.betting.rules import BOOKS, Street, Table

FOLD = None


def table(street, stacks, *, blinds=None, streets=1, **rest):
    nothing = (0,) * len(stacks)
    return Table((street,) * streets, stacks, blinds or nothing, nothing, **rest)


def asked(street, stacks, *actions, **rest):
    """The ruling after actions: who is in turn, the range of raises, and why."""
    ruling = adjudicated(table(street, stacks, **rest), actions).ruling
    return ruling.seat, ruling.low, ruling.high, ruling.right, ruling.size


def test_short_all_ins_reopen_for_whom_they_are_a_full_raise():
    """TDA, rule 47, examples 1, 1-A and 1-B."""
    stacks = (1000, 125, 1000, 200, 1000)
    line = (100, 125, 125, 200, 200)
    assert asked(Street(100), stacks, *line) == (0, 300, 1000, "reopening", "minimum after a short all-in")
    assert asked(Street(100), stacks, *line, 200) == (2, None, None, "short all-in", None)
    assert asked(Street(100), stacks, *line, 300) == (2, 400, 1000, "right to raise", "minimum raise")


def test_the_smallest_raise_after_several_short_all_ins():
    """TDA, rule 47, example 2."""
    stacks = (5000, 500, 650, 800, 5000, 5000)
    assert asked(Street(100), stacks, 300, 500, 650, 800, 800)[:2] == (5, 1100)


def test_a_short_all_in_before_the_flop():
    """TDA, rule 47, examples 3-A and 3-B."""
    stacks, blinds = (90_000, 90_000, 90_000, 90_000, 7500), (2000, 4000, 0, 0, 0)
    line = (4000, FOLD, 7500, FOLD)
    assert asked(Street(4000), stacks, *line, blinds=blinds)[:2] == (1, 11_500)
    assert asked(Street(4000), stacks, *line, 7500, blinds=blinds) == (2, None, None, "short all-in", None)
    assert asked(Street(4000), stacks, *line, 11_500, blinds=blinds)[:2] == (2, 15_500)


def test_a_raise_is_on_top_of_a_short_all_in_in_no_limit():
    """Robert's, no limit, rules 3 to 5."""
    assert asked(Street(100), (1000, 140, 1000), 100, 140)[:2] == (2, 240)
    line = (100, 200, 290)
    assert asked(Street(100), (1000, 1000, 290), *line)[:4] == (0, 390, 1000, "right to raise")
    assert asked(Street(100), (1000, 1000, 290), *line, 290)[3] == "short all-in"
    assert asked(Street(100), (20, 1000, 1000), 20)[:2] == (1, 120)


def test_half_a_bet_is_a_bet_in_limit():
    """Robert's, rule 6."""
    limit = Street(20, "fixed limit", cap=4, book=BOOKS["limit"])
    assert asked(limit, (15, 100, 100), 15)[1:3] == (35, 35)
    assert asked(limit, (5, 100, 100), 5)[1:] == (20, 20, "right to raise", "completing")
    assert asked(limit, (100, 29, 100), 20, 29, 29) == (0, None, None, "short all-in", None)
    assert asked(limit, (100, 30, 100), 20, 30, 30)[1:3] == (50, 50)
    assert asked(limit, (100, 100, 100), 20, 40, 60, 80)[3] == "cap on raises"
    assert asked(limit, (200, 200), 20, 40, 60, 80)[1:3] == (100, 100)


def test_a_short_big_blind_lowers_neither_price_nor_pot():
    """Robert's, no limit, rule 2; TDA, rule 54 B, example 2."""
    omaha = Street(200, "pot limit")
    ruling = adjudicated(table(omaha, (2000, 100, 2000, 2000), blinds=(100, 200, 0, 0)), ()).ruling
    assert (ruling.seat, ruling.call, ruling.low, ruling.high) == (2, 200, 400, 700)


def test_two_players_begin_with_the_dealer():
    """TDA, rule 34: he has the small blind, and acts last afterwards."""
    hand = begun(table(Street(2), (50, 50), blinds=(2, 1), streets=2))
    assert hand.ruling.seat == 1
    hand = after(after(hand, 2), 2)
    assert (hand.street, hand.ruling.seat) == (1, 0)


def test_side_pots_odd_chips_and_what_goes_back():
    assert pots((1, 6, 6, 5, 0, 0), (1, 2, 3)) == [(16, (1, 2, 3)), (2, (1, 2))]
    assert pots((0, 2, 2), (0, 1), 3) == [(3, (0, 1)), (4, (1,))]
    assert divided(Pot(11, (0, 2, 5)), (5, 0, 2)) == {0: 4, 2: 4, 5: 3}
    end = adjudicated(table(Street(2), (100, 100, 100), blinds=(1, 2, 0)), (6, FOLD, 20, FOLD))
    assert (end.ruling, state(end).back, state(end).pots) == (None, (1, 14), [(13, (1,))])
    with pytest.raises(ValueError, match=r"^action: expected none, since betting is over, found 2$"):
        after(end, 2)


def test_fractions_stay_exact():
    half = Fraction(1, 2)
    assert asked(Street(1), (9, 9, 9), 3, blinds=(half, 1, 0))[:2] == (0, 5)
    assert state(begun(table(Street(1), (9, 9, 9), blinds=(half, 1, 0)))).stacks == [8 + half, 8, 9]
