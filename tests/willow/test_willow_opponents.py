"""Opponents do what they say."""

from collections import Counter
from fractions import Fraction
from itertools import accumulate, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from willow_tables import SMALL, ends, rules_of, trained, viewed

from regretlab.drawing import fallen
from regretlab.errors import InputError
from regretlab.files import write_csv
from regretlab.layout import STRATEGY_HEADER
from regretlab.parameters import Strategy
from regretlab.willow.match import match
from regretlab.willow.opponents import Solved, caller, price, random, simple


def chosen(policy, view):
    return view.actions[policy(view)]


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    return Strategy.read(trained(tmp_path_factory.mktemp("willow") / "strategy.csv"))


# Numbers.


@given(st.lists(st.integers(0, 5), min_size=1, max_size=6).filter(any), st.integers(0, 2**53 - 1))
def test_a_number_falls_where_the_parts_say(weights, number):
    """By counting: before the part that it falls on, all parts together are no more than the number; with it, more."""
    u = number / 2**53
    part = fallen(u, list(accumulate(map(Fraction, weights))))
    assert weights[part] > 0
    assert sum(weights[:part]) <= Fraction(u) * sum(weights) < sum(weights[: part + 1])


# Plain ones.


@pytest.mark.parametrize("actions", [(), ("bet 4",), ("bet 4", "raise 7"), ("bet 1", "call")])
def test_random_is_uniform(actions):
    """Each action has an equal part of [0, 1), in their order."""
    view = viewed([100, 100], "7JQA", *actions)
    n = len(view.actions)
    for action in range(n):
        low, high = -(-action * 2**53 // n) / 2**53, (-(-(action + 1) * 2**53 // n) - 1) / 2**53
        assert random(view._replace(number=low)) == random(view._replace(number=high)) == action


@pytest.mark.parametrize("stacks", [(100, 100), (3, 2), (1_000, 12)])
def test_caller(stacks):
    """Calls; bets the least where nothing is bet."""
    assert chosen(caller, viewed(stacks, "7JQA")) == "bet 1"
    assert chosen(caller, viewed(stacks, "7JQA", "bet 1")) == "call"
    assert chosen(caller, viewed((100, 100), "7JQA", "bet 1", "call")) == "bet 2"


FIRST = [
    # The own card, what was done, what follows; seat 1 has 6.
    ("A", (), "bet 5"),
    ("2", (), "bet 5"),
    ("3", (), "bet 1"),
    ("4", (), "bet 1"),
    ("5", (), "bet 1"),
    ("8", (), "bet 1"),
    ("9", (), "bet 1"),
    ("J", (), "bet 5"),
    ("Q", (), "bet 5"),
]


@pytest.mark.parametrize(("card", "done", "follows"), FIRST)
def test_simple_begins(card, done, follows):
    assert chosen(simple, viewed([100, 100], f"{card}6QA", *done)) == follows


@pytest.mark.parametrize(
    ("card", "bet", "follows"),
    [
        *[(card, bet, "call") for card, bet in product("A2JQ", (1, 2, 10))],
        *[(card, bet, "call") for card, bet in product("349T", (1, 2))],
        *[(card, bet, "fold") for card, bet in product("349T", (3, 10))],
        *[(card, bet, "fold") for card, bet in product("5678", (1, 10))],
    ],
)
def test_simple_faces_a_bet(card, bet, follows):
    """Two antes and a bet of 2 are a pot of 4: a call of 2 is half of it. With 3 or more, the call is more than half."""
    assert chosen(simple, viewed([100, 100], f"6{card}QA", f"bet {bet}")) == follows


def test_simple_among_several():
    """With a weak card it folds while two others are left, who have nothing to call yet."""
    assert chosen(simple, viewed([100] * 3, "6AAQQQ")) == "fold"
    assert chosen(simple, viewed([100] * 3, "A6AQQQ", "fold")) == "bet 1"


@pytest.mark.parametrize(
    ("cards", "share", "follows"),
    [
        # A pair of aces: nothing beats or equals it.
        ("A6A7", 1, "bet 20"),
        # 7 and Q, difference 5, against a Q face up; 33 of the deck are not seen. Worse: 8 to J (12).
        ("76QQ", Fraction(12, 33), "fold"),
        # 2 and Q, difference 10, against a 7: all but the pair, 3 cards, are worse.
        ("26Q7", Fraction(30, 33), "bet 20"),
        # A and 7, difference 6, against a J: difference 5 or less, 6 to Q but J: 6 7 8 9 T Q, one 7 being seen.
        ("A67J", Fraction(17, 33), "bet 2"),
        # A and T, difference 9, against a T: differences of 9 with it: A, which is equal; T a pair, of which one is left.
        ("A6TT", Fraction(30, 33), "bet 20"),
        # 9 and A, difference 8, against a 2: T is 8 and higher; J, Q more; 2 a pair (2 left).
        ("96A2", Fraction(22, 33), "bet 2"),
        # T and A, difference 9, against a 2: J is 9 and higher; Q more; 2 a pair (2 left).
        ("T6A2", Fraction(25, 33), "bet 11"),
    ],
)
def test_simple_on_the_second_street(cards, share, follows):
    """By the share of the cards not seen that lose, counted by hand; at least 9/10, 7/10, 1/2 of them."""
    view = viewed([100, 100], cards, "bet 1", "call")
    assert chosen(simple, view) == follows
    facing = viewed([100, 100], cards[1] + cards[0] + cards[3] + cards[2], "bet 1", "call", "bet 20")
    # 4 in the pot, 20 to call, of 44.
    assert price(facing) == Fraction(20, 44)
    expected = "call" if share >= Fraction(20, 44) else "fold"
    assert chosen(simple, facing) == expected
    # 4 in the pot and 2 to call, of 8: a quarter is enough; the best hands raise.
    cheap = viewed([100, 100], cards[1] + cards[0] + cards[3] + cards[2], "bet 1", "call", "bet 2")
    assert chosen(simple, cheap) == (
        "raise 20" if share >= Fraction(9, 10) else "call" if share >= Fraction(1, 4) else "fold"
    )


# By a table.


def test_solved_plays_its_table(table):
    """At every infoset that comes up, each part of [0, 1) leads to its action, to the last number."""
    rules = rules_of(**SMALL)
    policy, asked = Solved(table), {}

    def watched(view):
        asked[policy._place(view)] = view
        return policy(view)

    for seed in range(40):
        list(match(rules, [watched] * 2, 4, seed))
    assert len(asked) > 50
    for (player, name), view in asked.items():
        probabilities = list(table.by_infoset[str(player)][name].values())
        assert policy.knows(view)
        total, before = sum(map(Fraction, probabilities)), Fraction(0)
        for action, probability in enumerate(probabilities):
            low = -(-before * 2**53 // total)
            before += Fraction(probability)
            high = -(-before * 2**53 // total) - 1
            if low <= high:
                assert policy(view._replace(number=low / 2**53)) == action
                assert policy(view._replace(number=high / 2**53)) == action
            assert high - low + 1 == pytest.approx(probability * 2**53, abs=1.5)


def test_solved_plays_as_often_as_its_table(table):
    """The first action of 4,000 hands, for each card of player 0 within 4 standard deviations and a hand."""
    policy, counts = Solved(table), Counter()
    for seed in range(4_000):
        moments = match(rules_of(**SMALL), [policy] * 2, 1, seed)
        first, second = next(moments), next(moments)
        counts["A23"[first.state.down[0] // 2], second.action] += 1
    for card, actions in table.by_infoset["0"].items():
        if card in "A23":
            total = sum(counts[card, action] for action in actions)
            for action, probability in actions.items():
                deviation = (total * probability * (1 - probability)) ** 0.5
                assert abs(counts[card, action] - total * probability) <= 4 * deviation + 1


def test_where_the_table_has_nothing(table):
    """Other stacks, other ranks and other bets are played like `simple`; what is known, by the table."""
    policy = Solved(table)
    small = {"ranks": 3, "suits": 2}
    strange = [
        viewed([100, 100], "7JQA"),
        viewed([100, 100], "A322", "bet 4", **small),
        viewed([100, 100], "A322", **small),
        viewed([100, 100], "A322", "bet 1", "call", "bet 2", **small),
    ]
    for view in strange:
        assert not policy.knows(view)
        assert policy(view._replace(number=0.999)) == policy(view) == simple(view)
    assert {policy(viewed([100, 100], "2322", "bet 1", number=u, **SMALL)) for u in (0.0, 0.999)} == {0, 1}
    assert policy.knows(viewed([100, 100], "A322", **SMALL))


def test_bets_are_limited_to_the_menu(table):
    """Of both streets."""
    rules = Solved(table).limited(rules_of(ranks=3, suits=2), {})
    assert (rules.street1, rules.street2) == ((1,), (2,))
    assert Solved(table).limited(rules_of(**SMALL), SMALL) == rules_of(**SMALL)


def test_a_short_stack_is_no_bet_of_the_menu(tmp_path):
    """All-ins that are less than the smallest bet of the street are left out."""
    path = trained(tmp_path / "t.csv", iterations=2, stacks=(4,), street1=(1, 2))
    rules = Solved(Strategy.read(path)).limited(rules_of(ranks=3, suits=2), {})
    assert {"bet 1", "bet 2"} == {
        action
        for name, actions in Strategy.read(path).by_infoset["0"].items()
        for action in actions
        if "[" in name and action.startswith("bet")
    }
    assert (rules.street1, rules.street2) == ((1, 2), (2,))


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([(0, "0", "pass", 0.5), (0, "0", "bet", 0.5)], "A/bet 4"),
        ([(0, "A", "fold", 0.5), (0, "A", "bet 8", 0.5)], "A/bet 4/call/[7 J]"),
        ([(0, "A", "fold", 0.5), (0, "A", "call 8", 0.5)], "A/bet 4"),
        ([(0, "A", "fold", 0.5), (0, "A", "bet 8", 0.5), (0, "K/call/[7 J]", "bet 8", 1)], "A/bet 4"),
        ([], "A/bet 4"),
    ],
)
def test_tables_of_other_games(rows, expected, tmp_path):
    """Kuhn poker, the second street alone, and others."""
    path = tmp_path / "t.csv"
    write_csv(path, STRATEGY_HEADER, rows)
    with pytest.raises(InputError, match=r"expected a table of willow with merged suits, its infosets as ") as raised:
        Solved(Strategy.read(path)).limited(rules_of(), {})
    assert str(raised.value).startswith(f"{path}: ")
    assert f"as {expected}, found another" in str(raised.value)


def test_a_table_of_more_players(tmp_path):
    path = tmp_path / "t.csv"
    write_csv(path, STRATEGY_HEADER, [(0, "A", "fold", 1.0), (2, "A/bet 1", "fold", 1.0)])
    with pytest.raises(InputError, match=r"expected a table for players 0 to 1, found player 2$"):
        Solved(Strategy.read(path)).limited(rules_of(), {})


def test_what_does_not_fit_the_table(table):
    """More players, and other bets than its own."""
    with pytest.raises(InputError, match="expected a match of 2 players, found 3"):
        Solved(table).limited(rules_of(players=3), {})
    with pytest.raises(InputError, match=r"street2: expected \[2\], the bets of .*strategy.csv, found \[2, 8\]"):
        Solved(table).limited(rules_of(street2=[2, 8]), {"street2": [2, 8]})


def test_the_table_is_better_than_chance(table):
    """It wins against `random` on its own game, by 5 standard errors."""
    won = [
        end.payoffs[0] if end.seating.players[0] == 0 else end.payoffs[1]
        for seed in range(2_000)
        for end in ends(match(rules_of(**SMALL), [Solved(table), random], 2, seed))
    ]
    mean = sum(won) / len(won)
    error = (sum((payoff - mean) ** 2 for payoff in won) / len(won) ** 2) ** 0.5
    assert mean > 5 * error


def test_a_table_that_is_not_there():
    with pytest.raises(InputError, match=r"none\.csv: cannot be read"):
        Strategy.read(Path("none.csv"))
