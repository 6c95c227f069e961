"""Menus offer what is legal, and nothing else."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from betting.dealt_hands import tables, to_the_end
from regretlab.betting.hand import start
from regretlab.betting.menu import Menu, sizes
from regretlab.betting.round import act, open_round, options
from regretlab.betting.street import Street


def test_sizes_of_a_pot():
    menu = Menu(pots=(Fraction(1, 2), Fraction(1)), all_in=True)
    now = open_round(Street(10), (1000, 400), 0b11, 75)
    assert sizes(now, options(now), menu) == (37, 75, 1000)
    now = act(now, 75)  # a pot of 150, 75 to call: half of 225 on top is 112
    assert sizes(now, options(now), menu) == (187, 300, 400)


def test_amounts_that_are_not_legal_are_not_offered():
    now = act(open_round(Street(2), (50, 50), 0b11, 4), 4)
    assert sizes(now, options(now), Menu((1, 4, 6, 8, 10, 60))) == (8, 10)


@settings(max_examples=100, deadline=None)
@given(table=tables(), data=st.data())
def test_all_that_is_offered_is_allowed(table, data):
    menu = Menu((2, 5, 9), (Fraction(1, 3), Fraction(2)), all_in=True)

    def seen(hand, may, action):
        found = sizes(hand.round, may, menu)
        assert all(may.allow(size) for size in found)
        assert bool(found) == (may.low is not None)

    to_the_end(data.draw, start(*table), seen)


@pytest.mark.parametrize(
    ("menu", "message"),
    [
        ({}, "menu: expected one size or more, found none"),
        ({"amounts": (4, 4)}, "amounts: expected numbers above 0, ascending, found 4, 4"),
        ({"pots": (Fraction(0),)}, "pots: expected numbers above 0, ascending, found 0"),
    ],
)
def test_a_menu_that_is_none_is_refused(menu, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        Menu(**menu)
