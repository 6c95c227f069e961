"""The engine against recheck's dealer, who was written from the rule books and not from it: every decision of many hands."""

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from betting.two_dealers import NAMES, Parting, compared
from regretlab.betting import hand, pots, reason
from regretlab.betting import round as rounds
from regretlab.betting.pots import Pot
from regretlab.betting.round import NOBODY
from regretlab.betting.sample import Draws, any_limit, choice, no_limit

FEW = 2_500
"""Hands in which each planted fault must be seen."""


class Drawn:
    """Numbers that hypothesis draws, so that what it finds becomes as small as can be."""

    def __init__(self, data):
        self.data = data

    def below(self, limit):
        return self.data.draw(st.integers(0, limit - 1))


def parting(table, seed, count) -> Parting | None:
    """Where the dealers part in one of so many hands."""
    for n in range(count):
        draws = Draws(seed, n)
        found = compared(*table(draws), partial(choice, draws)).parting
        if found is not None:
            return found
    return None


@settings(max_examples=100, deadline=None)
@given(data=st.data(), table=st.sampled_from((no_limit, any_limit)))
def test_both_dealers_say_the_same(data, table):
    draws = Drawn(data)
    assert compared(*table(draws), partial(choice, draws)).parting is None


@pytest.mark.parametrize("table", [no_limit, any_limit])
def test_both_dealers_say_the_same_in_hands_by_number(table):
    assert parting(table, 0, 1_000) is None


ACT, OPTIONS, UNCALLED, POTS, SHARE, POST = (
    rounds.act,
    rounds.options,
    pots.uncalled,
    pots.pots,
    pots.share,
    rounds.post,
)


def any_all_in_reopens(now):
    """A player who has acted may raise after any all-in."""
    return True


def only_a_single_wager_reopens(now):
    """Short all-ins never add up."""
    return bool(now.opened >> now.turn & 1)


def as_much_as_his_own_bet_reopens(now):
    """What a player faces is counted from his last bet of the round before, not from what he has matched."""
    return bool(now.opened >> now.turn & 1) or now.price >= now.street.rules.full * now.step


def twice_the_price(now):
    """A raise is to twice the price."""
    return max(2 * now.price, now.street.bet)


def the_bet_on_top(now):
    """A raise adds the smallest bet, however large the last was."""
    return now.price + now.street.bet


def short_all_ins_count(now, action):
    """A short all-in is the new size of a raise."""
    found = ACT(now, action)
    return found._replace(step=action - now.price) if action > now.price and found.opened != 0 else found


def blinds_have_acted(*arguments):
    """The big blind has no option."""
    now = POST(*arguments)
    others = sum([1 << seat for seat, bet in enumerate(now.bets) if not bet or bet < now.price])
    return now._replace(fresh=now.fresh & others, waiting=now.waiting & others)


def a_short_blind_is_the_price(*arguments):
    """Whoever calls matches what the big blind had."""
    now = POST(*arguments)
    return now._replace(price=max(now.bets))


def actual_pot(street, stacks, blinds, playing, pot, first):
    """In pot limit, a blind that is short makes the largest raise smaller."""
    return POST(street, stacks, blinds, playing, pot, first)._replace(pot=pot)


def one_more_raise(now):
    """A cap stops raises one too late."""
    return now.street.cap is not None and now.raises > now.street.cap


def nobody_needs_to_answer(now):
    """A raise is allowed when all others are all in."""
    return True


def nothing_goes_back(bets):
    """What nobody called stays in the pot."""
    return


def side_pots_for_all(paid, playing, dead=0):
    """All who are left may win all pots."""
    return tuple([Pot(pot.amount, tuple(playing)) for pot in POTS(paid, playing, dead)])


def folded_chips_vanish(paid, playing, dead=0):
    """What those who folded have paid is in no pot."""
    return POTS([own if seat in playing else 0 for seat, own in enumerate(paid)], playing, dead)


def antes_for_those_who_bet(paid, playing, dead=0):
    """Antes are part of the first pot for which somebody has bet."""
    first, *rest = POTS(paid, playing)
    return (Pot(first.amount + dead, first.eligible), *rest)


def a_lost_odd_chip(pot, winners, whole=True):
    """Chips that cannot be divided are lost."""
    return {seat: pot.amount // len(winners) for seat in winners}


def odd_chips_to_the_last(pot, winners, whole=True):
    """Chips that cannot be divided go to the last seats."""
    part, odd = divmod(pot.amount, len(winners))
    return {seat: part + (n < odd) for n, seat in enumerate(sorted(winners, reverse=True))}


def next_seat_even_if_all_in(deep, waiting, bets, playing, last):
    """The turn goes to the next player who has not matched the largest bet, chips or not."""
    for n in range(last + 1, last + 1 + len(bets)):
        seat = n % len(bets)
        if playing >> seat & 1 and (bets[seat] < max(bets) or waiting >> seat & 1):
            return seat
    return NOBODY


def no_needless_call(now):
    """A call of nothing is a check that may not be folded, and any other may."""
    found = OPTIONS(now)
    return found._replace(fold=True)


def a_call_of_all(now):
    """Who has less than the price calls the price."""
    found = OPTIONS(now)
    return found if found.call is None else found._replace(call=max(found.call, now.price))


def antes_before_blinds(structure, stacks):
    """Who cannot pay both pays his ante, whatever the rule book."""
    return tuple(map(min, structure.antes, stacks))


FAULTS = (
    (no_limit, [(rounds, "has_right"), (reason, "has_right")], any_all_in_reopens),
    (no_limit, [(rounds, "has_right"), (reason, "has_right")], only_a_single_wager_reopens),
    (no_limit, [(rounds, "has_right"), (reason, "has_right")], as_much_as_his_own_bet_reopens),
    (any_limit, [(rounds, "has_right"), (reason, "has_right")], only_a_single_wager_reopens),
    (no_limit, [(rounds, "smallest_raise"), (reason, "smallest_raise")], twice_the_price),
    (no_limit, [(rounds, "smallest_raise"), (reason, "smallest_raise")], the_bet_on_top),
    (no_limit, [(hand, "act")], short_all_ins_count),
    (no_limit, [(hand, "post")], blinds_have_acted),
    (no_limit, [(hand, "post")], a_short_blind_is_the_price),
    (any_limit, [(hand, "post")], actual_pot),
    (any_limit, [(hand, "antes_paid")], antes_before_blinds),
    (any_limit, [(rounds, "capped"), (reason, "capped")], one_more_raise),
    (no_limit, [(rounds, "answered"), (reason, "answered")], nobody_needs_to_answer),
    (no_limit, [(hand, "uncalled")], nothing_goes_back),
    (no_limit, [(hand, "pots")], side_pots_for_all),
    (no_limit, [(hand, "pots")], folded_chips_vanish),
    (any_limit, [(hand, "pots")], antes_for_those_who_bet),
    (no_limit, [(pots, "share")], a_lost_odd_chip),
    (no_limit, [(pots, "share")], odd_chips_to_the_last),
    (no_limit, [(rounds, "_next")], next_seat_even_if_all_in),
    (no_limit, [(rounds, "options")], no_needless_call),
    (no_limit, [(rounds, "options")], a_call_of_all),
)


@pytest.mark.parametrize(("table", "places", "fault"), FAULTS, ids=[fault[2].__name__ for fault in FAULTS])
def test_each_fault_is_seen(monkeypatch, table, places, fault):
    for module, name in places:
        monkeypatch.setattr(module, name, fault)
    monkeypatch.setattr("betting.two_dealers.options", rounds.options)
    assert parting(table, 1, FEW) is not None


def test_the_hands_have_what_is_hard():
    """Each rule of `reason` decides somewhere."""
    seen = set()
    for n in range(2_000):
        draws = Draws(2, n)
        now = hand.start(*(no_limit, any_limit)[n % 2](draws))
        while now.turn != NOBODY:
            may = rounds.options(now.round)
            seen.add(reason.why_raise(now.round, NAMES).rule)
            if may.low is not None:
                seen.add(reason.why_smallest(now.round)[0])
            now = hand.play(now, choice(draws, may))
    assert seen == {value for name, value in vars(reason).items() if name.isupper() and name in RULES}


RULES = (
    *("RIGHT_TO_RAISE", "REOPENING", "SHORT_ALL_IN", "NOBODY_LEFT", "NO_CHIPS", "CAP", "TOP"),
    *("OPENING", "MINIMUM", "AFTER_SHORT", "COMPLETING", "ALL_IN"),
)
