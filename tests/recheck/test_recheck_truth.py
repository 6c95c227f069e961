"""What recheck derives is true: closed forms, hand calculation, and exact fractions by other means."""

from __future__ import annotations

from fractions import Fraction

import pytest
import recheck_exact_cfr
from hypothesis import given, settings
from hypothesis import strategies as st
from recheck_prover import BOTH, FAMILY, GAME

from recheck.bounds import realization_weights
from recheck.final import decimal
from recheck.gamefile import compiled
from recheck.kuhn import kuhn
from recheck.members import deviations, members, one_sided_slope
from recheck.plans import (
    best_plan_value,
    by_enumeration,
    exact_payoffs,
    payoff_matrix,
    plan_text,
    plans,
    pure,
)
from recheck.response import best_response_value, by_recursion, expected_value
from recheck.walk import VARIANTS, iterate, regret_matching

SIXTH = Fraction(1, 6)
UNIFORM = dict.fromkeys(FAMILY.constant, (Fraction(1, 2), Fraction(1, 2)))
PASSIVE = dict.fromkeys(FAMILY.constant, (Fraction(1), Fraction(0)))

fractions = st.fractions(min_value=0, max_value=1, max_denominator=12)


@st.composite
def profiles(draw: st.DrawFn, ranks: int = 3) -> dict[str, tuple[Fraction, Fraction]]:
    bets = {i.key: draw(fractions) for of in kuhn(ranks).infosets for i in of}
    return {key: (1 - bet, bet) for key, bet in bets.items()}


def nash_conv(strategy, game=GAME) -> Fraction:
    chance = Fraction(1, len(game.deals))
    return sum((best_response_value(game, strategy, p, chance) for p in (0, 1)), Fraction(0))


def test_uniform_kuhn_has_nash_conv_11_12() -> None:
    assert nash_conv(UNIFORM) == Fraction(11, 12)
    assert sum(best_plan_value(GAME, of, UNIFORM) for of in BOTH) == Fraction(11, 12)
    assert expected_value(GAME, UNIFORM, SIXTH) == Fraction(1, 8)


def test_always_passing_has_nash_conv_2() -> None:
    assert nash_conv(PASSIVE) == 2
    assert sum(best_plan_value(GAME, of, PASSIVE) for of in BOTH) == 2


@given(st.fractions(min_value=0, max_value=Fraction(1, 3), max_denominator=10**6))
def test_every_member_of_kuhns_family_is_an_equilibrium_of_value_minus_1_18(alpha: Fraction) -> None:
    strategy = FAMILY.member(alpha)
    assert expected_value(GAME, strategy, SIXTH) == Fraction(-1, 18)
    assert nash_conv(strategy) == 0
    assert sum(best_plan_value(GAME, of, strategy) for of in BOTH) == 0


def test_beside_the_family_nash_conv_is_positive() -> None:
    spoiled = {**FAMILY.member(Fraction(0)), "1|0|p": (Fraction(1), Fraction(0))}
    assert nash_conv(spoiled) > 0


@settings(deadline=None, max_examples=20)
@given(st.integers(2, 4).flatmap(lambda ranks: st.tuples(st.just(ranks), profiles(ranks))))
def test_recursion_and_all_plans_agree_exactly(drawn) -> None:
    ranks, strategy = drawn
    game = kuhn(ranks)
    chance = Fraction(1, len(game.deals))
    for player in (0, 1):
        best = best_plan_value(game, plans(game, player), strategy)
        assert best == best_response_value(game, strategy, player, chance)


@settings(deadline=None, max_examples=20)
@given(profiles())
def test_floats_follow_exact_numbers(strategy) -> None:
    floats = {key: (float(a), float(b)) for key, (a, b) in strategy.items()}
    exact = nash_conv(strategy)
    for found in (by_recursion(GAME, floats), by_enumeration(GAME, BOTH, floats)):
        assert found.nash_conv == pytest.approx(float(exact), abs=1e-14)
        assert found.exploitability == found.nash_conv / 2
        assert found.nash_conv == found.gain_0 + found.gain_1


def test_payoff_matrix_is_that_of_plans_played_as_strategies() -> None:
    matrix = payoff_matrix(GAME, BOTH)
    for n in (0, 21, 42, 63):
        against = exact_payoffs(GAME, BOTH[1], pure(GAME, BOTH[0], n))
        assert [Fraction(-total, 6) for total in matrix[n]] == against
        mine = exact_payoffs(GAME, BOTH[0], pure(GAME, BOTH[1], n))
        assert [Fraction(row[n], 6) for row in matrix] == mine


def test_plans_are_numbered_first_infoset_first() -> None:
    assert plan_text(GAME, 0, BOTH[0].choices[1]) == "0=pass 1=pass 2=pass 0pb=pass 1pb=pass 2pb=bet"
    assert plan_text(GAME, 1, BOTH[1].choices[32]) == "0b=bet 0p=pass 1b=pass 1p=pass 2b=pass 2p=pass"


def test_game_file_is_that_of_the_format() -> None:
    found = compiled(GAME)
    # 58 histories and 30 terminals: 1 + 3 chance nodes, six deals with four decisions and five ends.
    assert (found["histories"], found["terminals"]) == (58, 30)
    names = [entry["infoset"] for entry in found["infosets"]]
    assert names == ["0", "1", "2", "0pb", "1pb", "2pb", "0b", "0p", "1b", "1p", "2b", "2p"]
    assert [entry["parent"] for entry in found["infosets"]] == [0, 0, 0, 1, 3, 5] + [13] * 6
    assert len(found["outcomes"]) == 30
    # J against Q, both check: sequences 0:pass and 1p:pass, minus one ante at 1/6.
    assert {"sequences": [1, 20], "payoffs": ["-1/6", "1/6"]} in found["outcomes"]


def test_infosets_of_many_ranks_are_ordered_bytewise() -> None:
    names = [i.name for i in kuhn(11).infosets[1]]
    assert names[:8] == ["0b", "0p", "10b", "10p", "1b", "1p", "2b", "2p"]


def test_first_iteration_by_hand() -> None:
    """All play uniformly; each regret was added up on paper, two histories per infoset."""
    first = next(iter(iterate(GAME, "cfr", {1})))
    by_hand = {
        **{"0|0|": "1/8", "0|1|": "1/8", "0|2|": "1/8"},
        **{"0|0|pb": "-1/12", "0|1|pb": "1/12", "0|2|pb": "1/4"},
        **{"1|0|b": "-1/12", "1|1|b": "1/12", "1|2|b": "1/4"},
        **{"1|0|p": "1/24", "1|1|p": "1/24", "1|2|p": "1/24"},
    }
    for key, text in by_hand.items():
        bet = float(Fraction(text))
        assert first.cumulative_regret[key] == pytest.approx((-bet, bet), abs=1e-16)
        assert first.current[key] == ((0.0, 1.0) if bet > 0 else (1.0, 0.0))
    assert first.instantaneous_regret == first.cumulative_regret
    assert first.strategy_sum["0|1|"] == (0.5, 0.5)
    assert first.strategy_sum["0|1|pb"] == (0.25, 0.25)


@pytest.mark.parametrize("ranks", [2, 3, 4])
@pytest.mark.parametrize("variant", VARIANTS)
def test_first_iterations_are_those_of_exact_fractions(variant: str, ranks: int) -> None:
    exact = recheck_exact_cfr.run(ranks, variant == "cfr_alternating", 6)
    states = iterate(kuhn(ranks), variant, {1, 2, 3, 4, 5, 6})
    for state, tables in zip(states, exact, strict=True):
        found = (state.cumulative_regret, state.strategy_sum, state.instantaneous_regret, state.current)
        for mine, true in zip(found, tables, strict=True):
            for (player, card, history, action), number in true.items():
                derived = mine[f"{player}|{card}|{history}"]["pb".index(action)]
                assert derived == pytest.approx(float(number), abs=1e-13)


def test_variants_differ_from_the_second_iteration_on() -> None:
    one, other = (list(iterate(GAME, variant, {1, 2})) for variant in ("cfr", "cfr_alternating"))
    assert one[0].average == other[0].average
    assert one[1].average != other[1].average


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))
def test_regret_matching_gives_probabilities(on_pass: float, on_bet: float) -> None:
    a, b = regret_matching(on_pass, on_bet)
    assert 0 <= a <= 1
    assert a + b == pytest.approx(1, abs=1e-15)
    if max(on_pass, on_bet) <= 0:
        assert (a, b) == (0.5, 0.5)
    if on_pass <= 0 < on_bet:
        assert (a, b) == (0.0, 1.0)


def test_states_do_not_change_after_they_were_yielded() -> None:
    states = iterate(GAME, "cfr", {1, 2})
    first = next(states)
    before = {key: tuple(pair) for key, pair in first.cumulative_regret.items()}
    next(states)
    assert first.cumulative_regret == before


def test_slopes_beside_the_family() -> None:
    """Only checking a king that always bets is free: that infoset is not reached at alpha = 1/3."""
    found = deviations(GAME, BOTH, members(GAME, BOTH, FAMILY, 4))
    assert [(str(d.alpha), d.infoset.name) for d in found if not d.strict] == [("1/3", "2pb")]
    by_name = {(str(d.alpha), d.infoset.name): d for d in found}
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
    x = realization_weights(GAME, 0, FAMILY.member(Fraction(1, 9)))
    assert x["2", "bet"] == Fraction(1, 3)
    assert x["2pb", "bet"] == Fraction(2, 3)


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
