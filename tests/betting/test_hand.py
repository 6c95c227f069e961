"""What holds in every hand, whatever the structure and whoever bets how much."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from betting.dealt_hands import scaled, tables, to_the_end
from regretlab.betting.hand import Structure, play, pots_of, start
from regretlab.betting.reason import why_raise, why_smallest
from regretlab.betting.round import FOLD, NOBODY, options
from regretlab.betting.rulebook import BLIND_FIRST, STANDARD
from regretlab.betting.seats import positions
from regretlab.betting.street import Street

HANDS = settings(max_examples=150, deadline=None)


@HANDS
@given(table=tables(), data=st.data())
def test_every_hand_ends_and_keeps_its_chips(table, data):
    structure, stacks = table
    names = positions(len(stacks))
    steps = 0

    def seen(hand, may, action):
        nonlocal steps
        steps += 1
        now = hand.round
        assert now.stacks[now.turn] > 0
        assert now.playing >> now.turn & 1
        assert may.fold or may.call is not None
        if may.low is not None:
            assert max(now.price, now.bets[now.turn]) < may.low <= may.high <= now.bets[now.turn] + now.stacks[now.turn]
            rule, sentence = why_smallest(now)
            assert rule and sentence
        assert why_raise(now, names).yes == (may.low is not None)
        assert sum(hand.paid) + sum(now.bets) + sum(now.stacks) + hand.dead == sum(stacks)
        assert sum(pot.amount for pot in pots_of(hand)) + sum(now.stacks) == sum(stacks)

    end = to_the_end(data.draw, start(structure, stacks), seen)
    assert steps <= sum(stacks) * len(structure.streets)
    assert all(stack >= 0 for stack in end.round.stacks)
    assert sum(pot.amount for pot in pots_of(end)) + sum(end.round.stacks) == sum(stacks)
    # All who are left have matched the same, or are all in.
    left = [seat for seat in range(len(stacks)) if end.round.playing >> seat & 1]
    paid = [end.paid[seat] + end.round.bets[seat] for seat in left]
    assert all(own == max(paid) or not end.round.stacks[seat] for seat, own in zip(left, paid, strict=True))


@HANDS
@given(table=tables(), data=st.data())
def test_sets_of_seats_say_what_they_are_called(table, data):
    """Kept from action to action, and here worked out from stacks, bets and who has acted."""
    street, acted = None, set()

    def seen(hand, may, action):
        nonlocal street
        if hand.street != street:
            street = hand.street
            acted.clear()
        now = hand.round
        playing = [seat for seat in range(len(now.bets)) if now.playing >> seat & 1]
        deep = [seat for seat in playing if now.stacks[seat]]
        waiting = [seat for seat in deep if seat not in acted or now.bets[seat] < now.price]
        assert now.deep == sum(1 << seat for seat in deep)
        assert now.waiting == sum(1 << seat for seat in waiting)
        assert now.fresh == sum(1 << seat for seat in playing if seat not in acted)
        assert now.opened & now.fresh == now.fresh
        assert now.opened & now.playing == now.opened
        acted.add(now.turn)

    to_the_end(data.draw, start(*table), seen)


@HANDS
@given(table=tables(), data=st.data(), factor=st.fractions(min_value=Fraction(1, 100), max_value=100))
def test_the_unit_of_the_chips_changes_nothing(table, data, factor):
    structure, stacks = table
    line = []
    end = to_the_end(data.draw, start(structure, stacks), lambda hand, may, action: line.append((may, action)))
    other = start(scaled(structure, factor), [stack * factor for stack in stacks])
    for may, action in line:
        assert options(other.round) == (may.fold, *(None if part is None else part * factor for part in may[1:]))
        other = play(other, action if action == FOLD else action * factor)
    assert other.turn == NOBODY
    assert [stack * factor for stack in end.round.stacks] == list(other.round.stacks)


def table(blinds, *rest):
    return Structure((Street(2),) * 4, blinds, (0,) * len(blinds), *rest)


@pytest.mark.parametrize(
    ("blinds", "opener"),
    [
        ((1, 2, 0, 0, 0, 0), 2),
        ((2, 1), 1),
        ((1, 2, 4, 0), 3),
        ((1, 2, 4), 0),
        ((0, 0, 0, 2), 0),
        ((0, 0), 0),
    ],
)
def test_who_sits_after_the_largest_blind_acts_first(blinds, opener):
    assert start(table(blinds), (100,) * len(blinds)).turn == opener


def test_the_big_blind_has_his_turn_after_calls():
    hand = start(table((1, 2, 0)), (100, 100, 100))
    hand = play(play(hand, 2), 2)
    assert hand.turn == 1
    assert options(hand.round) == (False, 2, 4, 100)
    hand = play(hand, 2)
    assert (hand.street, hand.turn) == (1, 0)
    assert options(hand.round) == (False, 0, 2, 98)


def test_a_lone_big_blind_gets_back_what_nobody_called():
    hand = start(table((1, 2, 0)), (100, 100, 100))
    hand = play(play(hand, FOLD), FOLD)
    assert hand.turn == NOBODY
    assert hand.returned == (1, 1)
    assert hand.round.stacks == (99, 99, 100)
    assert [pot.amount for pot in pots_of(hand)] == [2]


def test_blinds_that_put_all_in_leave_nothing_to_decide():
    hand = start(table((2, 1)), (1, 50))
    assert hand.turn == NOBODY  # the small blind has matched all that the big blind has
    assert pots_of(hand) == ((2, (0, 1)),)
    hand = start(table((4, 1)), (2, 50))
    assert options(hand.round) == (True, 2, None, None)
    assert why_raise(hand.round, positions(2)).rule == "nobody left to answer"


def test_antes_that_are_not_matched_belong_to_the_main_pot():
    structure = Structure((Street(2),) * 4, (1, 2, 0), (0, 2, 0), matched_antes=False)
    hand = start(structure, (100, 100, 100))
    assert hand.round.stacks == (99, 96, 100)
    hand = play(play(play(hand, 2), FOLD), 2)
    assert [pot.amount for pot in pots_of(hand)] == [2 + 2 + 1 + 2]


def test_antes_that_are_matched_count_like_bets():
    hand = start(Structure((Street(2),), (0, 0), (5, 5)), (3, 50))
    assert (hand.turn, hand.returned, pots_of(hand)) == (NOBODY, (1, 2), ((6, (0, 1)),))
    # The blind is no more than a part of the ante that it faces: it is the ante that nobody has matched.
    hand = start(Structure((Street(1),), (0, 1), (2, 0)), (2, 1))
    assert (hand.turn, hand.returned, pots_of(hand)) == (NOBODY, (0, 1), ((2, (0, 1)),))


def test_who_is_all_in_with_his_ante_may_win_the_antes():
    structure = Structure((Street(2),), (1, 2, 0), (1, 1, 1), matched_antes=False)
    hand = start(structure, (100, 100, 1))
    hand = play(play(hand, 2), 2)
    assert (hand.turn, pots_of(hand)) == (NOBODY, ((3, (0, 1, 2)), (4, (0, 1))))


@pytest.mark.parametrize(
    ("stack", "antes_first", "blind_first"),
    [
        (8, (8, 0), (0, 8)),
        (12, (10, 2), (2, 10)),
        (10, (10, 0), (0, 10)),
        (20, (10, 10), (10, 10)),
        (50, (10, 10), (10, 10)),
    ],
)
@pytest.mark.parametrize("matched", [True, False])
def test_a_blind_is_paid_before_an_ante_or_after_it(stack, antes_first, blind_first, matched):
    """A big blind ante (TDA, RP-11): what is paid of 10 and 10, and what of it lies in the main pot for everybody."""
    for book, (ante, blind) in ((STANDARD, antes_first), (BLIND_FIRST, blind_first)):
        hand = start(
            Structure((Street(10, rules=book),), (5, 10, 0, 0), (0, 10, 0, 0), matched), (100, stack, 100, 100)
        )
        assert (hand.round.bets, hand.round.stacks[1]) == ((5, blind, 0, 0), stack - ante - blind)
        assert (hand.paid[1], hand.dead) == ((ante, 0) if matched else (0, ante))
        assert (hand.turn, hand.round.price, options(hand.round).call) == (2, 10, 10)


def test_blind_first_a_short_big_blind_is_called_in_full():
    """Of 8, all is the blind: the small blind, alone with him, owes 3; antes first, it is the ante, and he owes nothing."""
    for book, call in ((BLIND_FIRST, 8), (STANDARD, None)):
        hand = start(Structure((Street(10, rules=book),), (5, 10, 0, 0), (0, 10, 0, 0), False), (100, 8, 100, 100))
        hand = play(play(hand, FOLD), FOLD)
        assert (None if hand.turn == NOBODY else options(hand.round).call) == call


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"antes": (0,)}, "antes: expected those of 2 to 10 players, found 1"),
        ({"antes": (0,) * 11}, "antes: expected those of 2 to 10 players, found 11"),
        ({"blinds": (1,)}, "blinds: expected 2, one for each player, found 1"),
        ({"blinds": (1, -2)}, "blinds: expected 0 or more, found -2"),
        ({"streets": ()}, "streets: expected one or more, found none"),
        ({"first": 2}, "first: expected a seat from 0 to 1, found 2"),
    ],
)
def test_a_table_that_is_none_is_refused(change, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        Structure(**{"streets": (Street(2),), "blinds": (1, 2), "antes": (0, 0), **change})


def test_stacks_of_nothing_are_refused():
    with pytest.raises(ValueError, match=r"^stacks: expected more than 0 for seat 1, found 0$"):
        start(table((1, 2)), (5, 0))
    with pytest.raises(ValueError, match=r"^stacks: expected 2, found 3$"):
        start(table((1, 2)), (5, 5, 5))
