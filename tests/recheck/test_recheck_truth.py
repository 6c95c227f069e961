"""What recheck derives is true: closed forms, hand calculation, and exact fractions by other means."""

from __future__ import annotations

from fractions import Fraction

import pytest
import recheck_exact_cfr
from hypothesis import given, settings
from hypothesis import strategies as st
from recheck_games import game, kuhn, number
from recheck_prover import AT, BOTH, FAMILY, GAME

from recheck.certificates import named_weights
from recheck.exact import exactly, realization_weights
from recheck.final import decimal
from recheck.ledger import exact_text
from recheck.members import deviations, members, one_sided_slope
from recheck.plans import by_enumeration, exact_payoffs, payoff_matrix, plan_text, plans, pure
from recheck.response import by_recursion, measure
from recheck.variants.known import made
from recheck.variants.matching import regret_matching
from recheck.walk import iterate

SIXTH = Fraction(1, 6)
fractions = st.fractions(min_value=0, max_value=1, max_denominator=12)
UNIFORM = [(Fraction(1, 2), Fraction(1, 2))] * 12
PASSIVE = [(Fraction(1), Fraction(0))] * 12
SMALL = {
    "kuhn": kuhn(),
    "kuhn of 2": kuhn(2),
    "kuhn of 4": kuhn(4),
    "three players": kuhn(3, 3),
    "leduc": game("leduc_poker", suit_isomorphism=True),
    "dice": game("liars_dice", dice_sides=2),
    "goofspiel": game("goofspiel", num_cards=3, points_order="random", returns_type="total_points"),
    "forgetful goofspiel": game("goofspiel", True, imp_info=False),
    "battleship": game("battleship", num_shots=2, loss_multiplier=2),
    "three cards": game("goofspiel", num_cards=3, tied_prize="shared"),
    "two cells": game("battleship", board_height=1, ship_sizes=[1], ship_values=[3], num_shots=1),
}
ENUMERABLE = {
    name: plans(SMALL[name]) for name in ("kuhn", "kuhn of 2", "kuhn of 4", "three players", "three cards", "two cells")
}


@st.composite
def profiles(draw: st.DrawFn, names=tuple(SMALL)):
    """The name of a game and a profile of it in exact probabilities, some of them 0."""
    name = draw(st.sampled_from(names))
    random = draw(st.randoms(use_true_random=False))
    strategy = []
    for infoset in SMALL[name].infosets:
        numbers = [random.randint(0, 5) for _ in infoset.actions]
        numbers[random.randrange(len(numbers))] += 1
        strategy.append(tuple(Fraction(n, sum(numbers)) for n in numbers))
    return name, strategy


def test_uniform_kuhn_has_nash_conv_11_12() -> None:
    found = measure(GAME, UNIFORM)
    assert (found.nash_conv, found.values) == (Fraction(11, 12), (Fraction(1, 8), Fraction(-1, 8)))
    assert by_enumeration(GAME, BOTH, UNIFORM) == found


def test_always_passing_has_nash_conv_2() -> None:
    assert measure(GAME, PASSIVE).nash_conv == 2
    assert by_enumeration(GAME, BOTH, PASSIVE).nash_conv == 2


UNIFORM_CONV = [
    ("leduc_poker", {}, 4.747222222222222),
    ("leduc_poker", {"suit_isomorphism": True}, 4.747222222222222),
    ("liars_dice", {"dice_sides": 3}, 2 * 0.5555555555555555),
    ("liars_dice", {"dice_sides": 4}, 2 * 0.6550595238095238),
    ("goofspiel", {"num_cards": 3}, 2 * 0.6666666666666666),
    ("goofspiel", {}, 2 * 0.7083333333333333),
    ("battleship", {}, 2 * 0.5),
]
"""Printed by others: OpenSpiel's exploitability_test (Leduc), the curves of AutoCFR (AAAI 2022) and DDCFR (ICLR 2024)."""


@pytest.mark.parametrize(("name", "parameters", "nash_conv"), UNIFORM_CONV)
def test_uniform_profiles_of_larger_games(name: str, parameters, nash_conv: float) -> None:
    of = game(name, **parameters)
    uniform = [(Fraction(1, len(i.actions)),) * len(i.actions) for i in of.infosets]
    assert float(measure(of, uniform).nash_conv) == pytest.approx(nash_conv, rel=1e-15)


@given(st.fractions(min_value=0, max_value=Fraction(1, 3), max_denominator=10**6))
def test_every_member_of_kuhns_family_is_an_equilibrium_of_value_minus_1_18(alpha: Fraction) -> None:
    strategy = FAMILY.member(alpha)
    found = measure(GAME, strategy)
    assert found.values == (Fraction(-1, 18), Fraction(1, 18))
    assert found.gains == (0, 0)
    assert by_enumeration(GAME, BOTH, strategy) == found


def test_beside_the_family_nash_conv_is_positive() -> None:
    spoiled = FAMILY.member(Fraction(0))
    spoiled[AT[1, "0p"]] = (Fraction(1), Fraction(0))
    assert measure(GAME, spoiled).nash_conv > 0


@settings(deadline=None, max_examples=40)
@given(profiles(tuple(ENUMERABLE)))
def test_recursion_and_all_plans_agree_exactly(drawn) -> None:
    name, strategy = drawn
    assert measure(SMALL[name], strategy) == by_enumeration(SMALL[name], ENUMERABLE[name], strategy)


@settings(deadline=None, max_examples=60)
@given(profiles())
def test_gains_are_those_of_a_search_over_histories(drawn) -> None:
    """Expected payoffs and best responses once more, by a search of the tree that shares no step: see `value_of`."""
    of, strategy = SMALL[drawn[0]], drawn[1]
    found = measure(of, strategy)
    for player in range(of.players):
        assert value_of(of, strategy, player, best=False) == found.values[player]
        assert value_of(of, strategy, player, best=True) == found.best[player]


def value_of(of, strategy, player: int, best: bool) -> Fraction:
    """What a player gets: from each history on with chance's and the others' weight, all histories of an infoset together."""
    infosets, _, first, follow = of.tree
    ends = of.ends.values[player]

    def value(histories: list[tuple[int, Fraction]]) -> Fraction:
        total, waiting = Fraction(0), {}
        while histories:
            history, weight = histories.pop()
            infoset, after = infosets[history], follow[first[history] : first[history + 1]]
            if not after:
                total += weight * Fraction(ends[history]).limit_denominator(10**6)
                continue
            if infoset >= 0 and of.infosets[infoset].player == player:
                waiting.setdefault(infoset, []).append((weight, after))
            else:
                chances = strategy[infoset] if infoset >= 0 else [1] * len(after)
                histories += [(following, weight * p) for following, p in zip(after, chances, strict=True)]
        for infoset, reached in waiting.items():
            worth = [value([(after[a], w) for w, after in reached]) for a in range(len(of.infosets[infoset].actions))]
            total += max(worth) if best else sum(p * w for p, w in zip(strategy[infoset], worth, strict=True))
        return total

    return value([(0, Fraction(1))])


@settings(deadline=None, max_examples=30)
@given(profiles())
def test_floats_follow_exact_numbers(drawn) -> None:
    of, strategy = SMALL[drawn[0]], drawn[1]
    exact = measure(of, strategy).numbers()
    found = by_recursion(of, [tuple(map(float, probabilities)) for probabilities in strategy]).numbers()
    assert list(map(float, found)) == pytest.approx(list(map(float, exact)), abs=1e-13)


@settings(max_examples=50)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=6).filter(lambda numbers: sum(numbers) > 0))
def test_floats_are_probabilities_once_the_greatest_has_what_is_left(numbers: list[float]) -> None:
    total = sum(numbers)
    given_ = tuple(number / total for number in numbers)
    (found,) = exactly([given_])
    assert sum(found) == 1
    assert min(found) >= 0
    moved = [n for n, (one, other) in enumerate(zip(found, given_, strict=True)) if one != other]
    assert moved in ([], [given_.index(max(given_))])
    assert max(abs(one - Fraction(other)) for one, other in zip(found, given_, strict=True)) < 1e-14


def test_payoff_matrix_is_that_of_plans_played_as_strategies() -> None:
    matrix = payoff_matrix(GAME, BOTH)
    for n in (0, 21, 42, 63):
        against = exact_payoffs(GAME, BOTH[1], pure(GAME, UNIFORM, BOTH[0], n))
        assert [Fraction(-total, 6) for total in matrix[n]] == against
        mine = exact_payoffs(GAME, BOTH[0], pure(GAME, UNIFORM, BOTH[1], n))
        assert [Fraction(row[n], 6) for row in matrix] == mine


def test_plans_are_numbered_first_infoset_first() -> None:
    assert plan_text(GAME, 0, BOTH[0].choices[1]) == "0=pass 1=pass 2=pass 0pb=pass 1pb=pass 2pb=bet"
    assert plan_text(GAME, 1, BOTH[1].choices[32]) == "0b=bet 0p=pass 1b=pass 1p=pass 2b=pass 2p=pass"


def test_games_with_many_plans_are_not_enumerated() -> None:
    assert plans(SMALL["leduc"]) is None


def test_compiled_kuhn_poker_is_that_of_the_format() -> None:
    # 58 histories and 30 terminals: 1 + 3 chance nodes, six deals with four decisions and five ends.
    assert (GAME.histories, GAME.terminals, GAME.empty, GAME.denominator) == (58, 30, (0, 13, 26), 6)
    names = [infoset.name for infoset in GAME.infosets]
    assert names == ["0", "1", "2", "0pb", "1pb", "2pb", "0b", "0p", "1b", "1p", "2b", "2p"]
    assert [infoset.parent for infoset in GAME.infosets] == [0, 0, 0, 1, 3, 5] + [13] * 6
    assert len(GAME.outcomes) == 30
    # J against Q, both check: sequences 0:pass and 1p:pass, minus one ante at 1/6.
    assert ((1, 20), (-1, 1)) in GAME.outcomes


def test_infosets_of_many_ranks_are_ordered_bytewise() -> None:
    names = [infoset.name for _, infoset in kuhn(11).of(1)]
    assert names[:8] == ["0b", "0p", "10b", "10p", "1b", "1p", "2b", "2p"]


def test_first_iteration_by_hand() -> None:
    """All play uniformly; each regret was added up on paper, two histories per infoset."""
    first = next(iter(iterate(GAME, made("cfr"), {1})))
    by_hand = [
        {"0": "1/8", "1": "1/8", "2": "1/8", "0pb": "-1/12", "1pb": "1/12", "2pb": "1/4"},
        {"0b": "-1/12", "1b": "1/12", "2b": "1/4", "0p": "1/24", "1p": "1/24", "2p": "1/24"},
    ]
    for player, regrets in enumerate(by_hand):
        for name, text in regrets.items():
            bet = float(Fraction(text))
            assert first.columns["cumulative_regret"][AT[player, name]] == pytest.approx((-bet, bet), abs=1e-16)
            assert first.current[AT[player, name]] == ((0.0, 1.0) if bet > 0 else (1.0, 0.0))
    assert first.columns["instantaneous_regret"] == first.columns["cumulative_regret"]
    assert first.columns["strategy_sum"][AT[0, "1"]] == (0.5, 0.5)
    assert first.columns["strategy_sum"][AT[0, "1pb"]] == (0.25, 0.25)


@pytest.mark.parametrize("ranks", [2, 3, 4])
@pytest.mark.parametrize("variant", ["cfr", "cfr_alternating"])
def test_first_iterations_are_those_of_exact_fractions(variant: str, ranks: int) -> None:
    exact = recheck_exact_cfr.run(ranks, variant == "cfr_alternating", 6)
    states = iterate(kuhn(ranks), made(variant), {1, 2, 3, 4, 5, 6})
    for state, tables in zip(states, exact, strict=True):
        found = (*state.columns.values(), state.current)
        for mine, true in zip(found, tables, strict=True):
            for (player, card, history, action), true_number in true.items():
                derived = mine[number(kuhn(ranks), player, f"{card}{history}")]["pb".index(action)]
                assert derived == pytest.approx(float(true_number), abs=1e-13)


def test_variants_differ_from_the_second_iteration_on() -> None:
    one, other = (list(iterate(GAME, made(variant), {1, 2})) for variant in ("cfr", "cfr_alternating"))
    assert one[0].average == other[0].average
    assert one[1].average != other[1].average


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))
def test_regret_matching_gives_probabilities(on_pass: float, on_bet: float) -> None:
    a, b = regret_matching((on_pass, on_bet))
    assert 0 <= a <= 1
    assert a + b == pytest.approx(1, abs=1e-15)
    if max(on_pass, on_bet) <= 0:
        assert (a, b) == (0.5, 0.5)
    if on_pass <= 0 < on_bet:
        assert (a, b) == (0.0, 1.0)


def test_states_do_not_change_after_they_were_yielded() -> None:
    states = iterate(GAME, made("cfr"), {1, 2})
    first = next(states)
    before = [[list(numbers) for numbers in table] for table in (*first.columns.values(), *first[2:])]
    next(states)
    assert [[list(numbers) for numbers in table] for table in (*first.columns.values(), *first[2:])] == before


def test_slopes_beside_the_family() -> None:
    """Only checking a king that always bets is free: that infoset is not reached at alpha = 1/3."""
    found = deviations(GAME, BOTH, members(GAME, BOTH, FAMILY, 4))
    assert [(str(d.alpha), GAME.infosets[d.infoset].name) for d in found if not d.strict] == [("1/3", "2pb")]
    by_name = {(str(d.alpha), GAME.infosets[d.infoset].name): d for d in found}
    # Calling with the jack loses an ante to either card that player 1 bets: Q never, K always, at 1/6.
    at_zero = by_name["0", "0pb"]
    assert (at_zero.slope_up, at_zero.slope_down, at_zero.own_reach) == (SIXTH, None, 1)
    assert by_name["1/3", "2pb"].own_reach == 0


@settings(max_examples=30)
@given(
    st.lists(st.tuples(fractions, st.fractions(0, 5, max_denominator=9)), min_size=1, max_size=5),
    st.fractions(Fraction(1, 10**9), 1),
)
def test_one_sided_slope_of_convex_pieces(kinks, first) -> None:
    """Sum of max(0, s (h - k)): the slope at 0+ is that of the pieces that start at 0."""
    pieces = [(k * first, s) for k, s in kinks]

    def growth(h: Fraction) -> Fraction:
        return sum((max(Fraction(0), s * (h - k)) for k, s in pieces), Fraction(0))

    assert one_sided_slope(growth, Fraction(1)) == sum(s for k, s in pieces if k == 0)


def test_realization_weights_multiply_own_probabilities() -> None:
    x = named_weights(GAME, 0, FAMILY.member(Fraction(1, 9)))
    assert x["2", "bet"] == Fraction(1, 3)
    assert x["2pb", "bet"] == Fraction(2, 3)
    assert realization_weights(GAME, 0, UNIFORM) == [1] + [Fraction(1, 2)] * 6 + [Fraction(1, 4)] * 6


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(-1, 18), "-0.0555555555555555556"),
        (Fraction(2, 3), "0.666666666666666667"),
        (Fraction(10**17 + 5, 10**18), "0.100000000000000005"),
    ],
)
def test_decimals_are_rounded_to_18_digits(number: Fraction, text: str) -> None:
    assert str(decimal(number)) == text


def test_fractions_of_any_length_have_a_text() -> None:
    number = Fraction(10**6000 + 1, 10**6000)
    assert exact_text(number) == f"1{'0' * 5999}1/1{'0' * 6000}"
    assert exact_text(Fraction(-4, 2)) == "-2"
    assert str(decimal(number)) == "1.00000000000000000"
