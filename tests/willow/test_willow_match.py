"""Matches of Willow: chips, cards and numbers, the button, pots, and how a match ends."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from willow_tables import cards_of, ends, played, rules_of

from recheck.variants.philox import philox
from regretlab.drawing import CHOOSING, DEALING, LARGEST_SEED, Draws, below
from regretlab.rules import CHANCE, TERMINAL
from regretlab.willow.hand import NO_CARD, infoset
from regretlab.willow.match import MOST_HANDS, Seating, deck, match, play_hand, seen, stacks_after, winners
from regretlab.willow.opponents import OPPONENTS, caller, random, simple
from regretlab.willow.ranking import RANKS

MENUS = [{}, {"street1": [1, 4, 10], "street2": [2, 8, 20]}, {"street1": [3], "street2": [20]}]


@st.composite
def matches(draw):
    """Rules, policies, hands, seed."""
    players = draw(st.integers(2, 10))
    stacks = draw(st.lists(st.integers(1, draw(st.sampled_from([3, 12, 60]))), min_size=players, max_size=players))
    policies = draw(st.lists(st.sampled_from(list(OPPONENTS.values())), min_size=players, max_size=players))
    rules = rules_of(players=players, stacks=stacks, raises=draw(st.integers(0, 4)), **draw(st.sampled_from(MENUS)))
    return rules, policies, draw(st.integers(1, 12)), draw(st.integers(0, LARGEST_SEED))


def watched(policy, views):
    """The same policy, what it sees being kept."""

    def choose(view):
        views.append(view)
        return policy(view)

    return choose


@settings(max_examples=60, deadline=None)
@given(matches())
def test_chips_and_ends(found):
    """No chip is lost or made, nobody owes, every hand ends, and whoever is asked has two actions or more, folding first."""
    rules, policies, hands, seed = found
    views, stacks = [], rules.everyone
    last = ends(match(rules, [watched(policy, views) for policy in policies], hands, seed))
    assert [end.seating.hand for end in last] == list(range(len(last)))
    for end in last:
        assert end.seating.stacks == tuple(stacks[player] for player in end.seating.players)
        assert sum(end.payoffs) == 0
        stacks = stacks_after(stacks, end)
        assert min(stacks) >= 0
    assert sum(stacks) == sum(rules.everyone)
    assert len(last) == hands or sorted(stacks)[-2] == 0
    for view in views:
        assert view.actions[0] == "fold"
        assert len(view.actions) == len(set(view.actions)) > 1
        own = view.state.down[view.state.node.turn]
        assert [card for card in view.state.down if card != NO_CARD] == [own]


@settings(max_examples=60, deadline=None)
@given(matches())
def test_hands_are_those_of_the_game(found):
    """The game `willow` with suits told apart, dealt the same cards, goes the same way, pays the same, and has the same names."""
    rules, policies, _, seed = found
    apart = replace(rules, suit_isomorphism=False)
    merged = replace(rules, suit_isomorphism=True)
    moments = list(play_hand(rules, Seating(0, tuple(range(rules.players)), rules.everyone), policies, Draws(seed)))
    names = [f"{RANKS[card // rules.suits]}{card % rules.suits + 1}" for card in moments[-1].state.dealt]
    # The game deals in the order of seats: first cards, then second ones.
    game, same, cards, actions = apart.root(), merged.root(), iter(names), iter(moments[1:])
    for moment in moments:
        while apart.turn(game) == CHANCE:
            card = next(cards)
            game = apart.play(game, apart.actions(game).index(card))
            same = merged.play(same, merged.actions(same).index(card[0]))
        assert game == moment.state._replace(node=game.node)
        if moment.payoffs:
            assert apart.turn(game) == TERMINAL
            assert (*apart.payoffs(game),) == (*merged.payoffs(same),) == moment.payoffs
        else:
            turn = apart.turn(game)
            assert infoset(seen(moment.state, turn, rules.suits), RANKS) == merged.infoset(same)
            action = next(actions).action
            game = apart.play(game, apart.actions(game).index(action))
            same = merged.play(same, merged.actions(same).index(action))


# Numbers and cards.


@given(
    st.integers(0, LARGEST_SEED), st.integers(0, 2**32 - 1), st.sampled_from([DEALING, CHOOSING]), st.integers(0, 99)
)
def test_numbers_are_those_of_their_place(seed, play, purpose, place):
    """Made of the generator's words, as the second implementation has it."""
    w0, w1, _, _ = philox((place, play, purpose, 0), (seed & 0xFFFFFFFF, seed >> 32))
    assert Draws(seed).number(play, purpose, place) == (w0 * 2**21 + (w1 >> 11)) / 2**53


def test_numbers_one_after_the_other():
    """From place 0 on; other purposes have others."""
    draw = Draws(5).following(7, CHOOSING)
    assert [draw() for _ in range(3)] == [Draws(5).number(7, CHOOSING, place) for place in range(3)]
    assert Draws(5).number(7, CHOOSING, 0) != Draws(5).number(7, DEALING, 0)


@pytest.mark.parametrize("seed", [-1, LARGEST_SEED + 1])
def test_no_seed(seed):
    with pytest.raises(ValueError, match=f"seed: expected 0 to 18,446,744,073,709,551,615, found {seed}"):
        Draws(seed)


@pytest.mark.parametrize("hands", [0, MOST_HANDS + 1])
def test_no_number_of_hands(hands):
    with pytest.raises(ValueError, match=f"hands: expected 1 to 1,000,000, found {hands}"):
        match(rules_of(), [caller] * 2, hands, 0)


@pytest.mark.parametrize("limit", range(1, 41))
def test_the_largest_number_falls_below_the_limit(limit):
    assert below(1 - 2**-53, limit) == limit - 1
    assert below(0.0, limit) == 0


def test_a_deck_is_what_its_numbers_say():
    """Typed from the numbers: at each place, so much of the cards that are left, in their order after the swaps before."""
    rules, draws = rules_of(), Draws(0)
    cards, expected = list(range(36)), []
    for place in range(36):
        w0, w1, _, _ = philox((place, 3, DEALING, 0), (0, 0))
        other = place + (w0 << 21 | w1 >> 11) * (36 - place) // 2**53
        cards[place], cards[other] = cards[other], cards[place]
        expected.append(cards[place])
    assert deck(rules, draws, 3, 36) == tuple(expected)
    assert sorted(expected) == list(range(36))
    assert deck(rules, draws, 3, 4) == tuple(expected[:4])


def excess(counts, kinds, total):
    """How many standard deviations chi-square is above what it is on average, for equal chances."""
    mean = total / kinds
    square = sum((counts[kind] - mean) ** 2 / mean for kind in counts) + mean * (kinds - len(counts))
    return (square - (kinds - 1)) / sqrt(2 * (kinds - 1))


def test_deals_are_uniform():
    """20,000 hands: each place has each card alike, and each pair of neighbors; a careless shuffle is told."""
    rules, draws, hands = rules_of(), Draws(1), 20_000
    decks = [deck(rules, draws, hand, 4) for hand in range(hands)]
    for place in range(4):
        assert abs(excess(Counter(cards[place] for cards in decks), 36, hands)) < 4
    for place in range(3):
        assert abs(excess(Counter(cards[place : place + 2] for cards in decks), 36 * 35, hands)) < 4
    careless = Counter()
    for hand in range(hands):
        cards = list(range(36))
        for place in range(36):
            other = below(draws.number(hand, DEALING, place), 36)
            cards[place], cards[other] = cards[other], cards[place]
        careless[cards[0], cards[1]] += 1
    assert excess(careless, 36 * 35, hands) > 8


def test_a_hand_is_dealt_without_those_before():
    """Each hand of a match is the one that is played alone from its seating, whatever the hands before were."""
    rules, policies = rules_of(players=4, stacks=[40, 60, 5, 80]), [random, simple, caller, random]
    moments = list(match(rules, policies, 8, 11))
    for end in ends(moments):
        alone = list(play_hand(rules, end.seating, policies, Draws(11)))
        told = [moment for moment in moments if moment.seating.hand == end.seating.hand]
        assert [moment[2:] for moment in alone] == [moment[2:] for moment in told]
        assert [moment.state[:2] for moment in alone] == [moment.state[:2] for moment in told]
    assert len(ends(moments)) == 8
    others = ends(match(replace(rules, stacks=(100,)), [caller] * 4, 8, 11))
    for end, other in zip(ends(moments), others, strict=True):
        both = min(len(end.state.down), len(other.state.down))
        assert end.state.down[:both] == other.state.down[:both]


# Seats.


def test_the_button_moves_to_the_left():
    """Who sits left of the dealer acts first, on both streets; the button goes around."""
    moments = list(match(rules_of(players=3), [caller] * 3, 4, 0))
    assert [end.seating.players for end in ends(moments)] == [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 1, 2)]
    assert [end.seating.dealer for end in ends(moments)] == [2, 0, 1, 2]
    first = [moment for moment in moments if moment.seating.hand == 1]
    assert [(moment.seating.players[moment.seat], moment.action) for moment in first[1:]] == [
        (1, "bet 1"),
        (2, "call"),
        (0, "call"),
        (1, "bet 2"),
        (2, "call"),
        (0, "call"),
    ]


def test_who_has_no_chips_leaves(monkeypatch):
    """The button passes his place; cards go to those who are left."""
    monkeypatch.setattr(
        "regretlab.willow.match.deck",
        lambda rules, draws, hand, places: cards_of("A27A69" if not hand else "Q354T8")[:places],
    )
    rules = rules_of(players=3, stacks=[50, 1, 50])
    last = ends(match(rules, [caller] * 3, 4, 0))
    # Player 1 is all in by his ante, and 0 has a pair. Then 0 deals, 2 sits at his left.
    assert [end.seating.players for end in last] == [(0, 1, 2), (2, 0), (0, 2), (2, 0)]
    assert [len(end.state.down) for end in last] == [3, 2, 2, 2]


def test_one_player_has_all():
    """The match is over, however many hands were agreed on."""
    rules = rules_of(stacks=[3, 3])
    last = ends(match(rules, [caller] * 2, 1_000, 2))
    stacks = rules.everyone
    for end in last:
        assert min(stacks) > 0
        stacks = stacks_after(stacks, end)
    assert sorted(stacks) == [0, 6]
    assert len(last) < 1_000
    assert winners(stacks) == (stacks.index(6),)


def test_the_largest_stack_wins():
    assert winners((5, 9, 2)) == (1,)
    assert winners((7, 2, 7)) == (0, 2)


# Pots, by hand.


def test_an_odd_chip(monkeypatch):
    """Equal hands share 9: the first from the dealer's left has 5, whoever bet."""
    end = played(monkeypatch, [10, 10, 10], "7JAJ7", ["bet 1", "call", "fold", "bet 2", "call"])[-1]
    assert end.payoffs == (1, 0, -1)
    # With seat 0 folded, seat 1 is the first of the winners.
    end = played(monkeypatch, [10, 10, 10], "A7JJ7", ["fold", "bet 1", "call", "bet 2", "call"])[-1]
    assert end.payoffs == (-1, 1, 0)


def test_side_pots(monkeypatch):
    """Main pot 9 to the short stack's pair, side pot 8 to the better hand of the others; cards come though nobody can bet."""
    moments = played(monkeypatch, [3, 7, 7], "5Q25A7", ["bet 2", "raise 6", "call"])
    assert moments[-1].payoffs == (6, 1, -7)
    assert moments[-1].state.up == cards_of("5Q25A7")[3:]
    # Both pots to the same hand; and equal hands for the main pot, of which the odd chip goes to seat 0.
    assert played(monkeypatch, [3, 7, 7], "5Q2QA7", ["bet 2", "raise 6", "call"])[-1].payoffs == (-3, 10, -7)
    assert played(monkeypatch, [3, 7, 7], "QA2AQ7", ["bet 2", "raise 6", "call"])[-1].payoffs == (2, 5, -7)


def test_what_nobody_called_goes_back(monkeypatch):
    """6 of the 9 that seat 0 bet; the pot is 8."""
    end = played(monkeypatch, [10, 4], "2QAQ", ["bet 9", "call"])[-1]
    assert end.state.node.hand.returned == (0, 6)
    assert end.payoffs == (-4, 4)
    assert played(monkeypatch, [10, 4], "Q2QA", ["bet 9", "call"])[-1].payoffs == (4, -4)


def test_the_last_one_left_takes_all(monkeypatch):
    """Without acting, and without a second card."""
    end = played(monkeypatch, [10, 10, 10], "23456", ["fold", "fold"])[-1]
    assert end.payoffs == (-1, -1, 2)
    assert end.state.up == ()


def test_raises_are_counted(monkeypatch):
    """A bet and three raises, then call or fold; nobody bets more than 10, or 20."""
    actions = ["bet 1", "raise 2", "raise 3", "raise 4", "call", "bet 2", "raise 20", "call"]
    moments = played(monkeypatch, [100, 100], "23QA", actions)
    assert moments[4].state.node.actions == ("fold", "call")
    assert moments[7].state.node.actions == ("fold", "call")
    assert moments[-1].payoffs == (25, -25)


@pytest.mark.parametrize("menu", MENUS)
def test_bets_are_of_the_menu(menu):
    """Or all that a player has."""
    rules = rules_of(players=3, stacks=[9, 40, 40], **menu)
    for moment in match(rules, [random] * 3, 30, 4):
        node = moment.state.node
        street = (rules.street1, rules.street2)[node.street]
        sizes = [int(action.split()[1]) for action in node.actions if " " in action]
        assert all(size in street or size == node.hand.round.all_in[node.turn] for size in sizes)
    opened = next(match(rules_of(**menu), [caller] * 2, 1, 0)).state.node.actions
    assert opened == ("fold", *[f"bet {bet}" for bet in menu.get("street1", range(1, 11))])


def test_second_cards_are_those_next_in_the_deck(monkeypatch):
    """For whoever has not folded, the lowest seat first."""
    end = played(monkeypatch, [50, 50, 50], "AAA23", ["fold", "bet 1", "call", "bet 2", "fold"])[-1]
    assert end.state.up == (NO_CARD, *cards_of("AAA23")[3:])


def test_each_pair_of_moments_is_an_action():
    """Who acts is who was in turn, and does what he could."""
    for before, after in pairwise(match(rules_of(players=5), [random] * 5, 20, 9)):
        if not before.payoffs:
            assert after.seat == before.state.node.turn
            assert after.action in before.state.node.actions
