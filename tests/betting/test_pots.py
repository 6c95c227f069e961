"""Pots, uncalled bets and shares, against pots built chip by chip."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from regretlab.betting.pots import Pot, pots, share, uncalled

AMOUNTS = st.lists(st.integers(0, 12), min_size=2, max_size=9)


def by_chip(paid, playing, dead):
    """Who may win how much, by laying one chip of each player's on the next at a time."""
    won = {tuple(playing): dead} if dead else {}
    rest = 0
    for height in range(max(paid)):
        layer = sum(own > height for own in paid)
        claim = tuple(seat for seat in playing if paid[seat] > height)
        if claim:
            won[claim] = won.get(claim, 0) + layer
        else:
            rest += layer
    found = list(won.items()) or [(tuple(playing), 0)]
    found = [[claim, amount] for claim, amount in found]
    found[-1][1] += rest
    return tuple(Pot(amount, claim) for claim, amount in found)


@given(paid=AMOUNTS, data=st.data(), dead=st.integers(0, 3))
def test_pots_are_those_laid_chip_by_chip(paid, data, dead):
    playing = sorted(data.draw(st.sets(st.integers(0, len(paid) - 1), min_size=1)))
    assert pots(paid, playing, dead) == by_chip(paid, playing, dead)


def test_a_side_pot_is_for_those_who_paid_for_it():
    assert pots((1, 6, 6, 5, 0, 0), (1, 2, 3)) == ((16, (1, 2, 3)), (2, (1, 2)))


def test_what_nobody_has_matched_goes_back():
    assert uncalled((1, 6, 20)) == (2, 14)
    assert uncalled((20, 6, 20)) is None
    assert uncalled((0, 0)) is None


def test_odd_chips_go_to_the_first_seats():
    assert share(Pot(11, (0, 2, 5)), (5, 0, 2)) == {0: 4, 2: 4, 5: 3}
    assert share(Pot(11, (0, 2)), (0, 2), whole=False) == {0: Fraction(11, 2), 2: Fraction(11, 2)}
