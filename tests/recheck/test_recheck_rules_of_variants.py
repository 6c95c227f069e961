"""The rules of the variants against their equations in decimals of 50 digits, against each other, and against closed forms."""

from __future__ import annotations

import functools
import math
from fractions import Fraction
from typing import Any

import pytest
from recheck_bundle import SAMPLED
from recheck_entries import TABLES
from recheck_games import game, kuhn
from recheck_reference import average, play

from recheck.game import Game, build
from recheck.ledger import Ledger
from recheck.response import by_recursion
from recheck.rules.leaf import Leaf, Move
from recheck.variant import tabulated
from recheck.variants.known import VARIANTS, made
from recheck.variants.rule import Rule, Tabulated
from recheck.walk import GAPS, REGRETS, SUMS, State, iterate

DDCFR = [(1.25, -0.75, 4.5), (2.0, -1.5, 3.0), (0.5, 0.0, 2.0), (1.1, -0.3, 1.0), (3.0, -5.0, 0.0), (2.5, -2.0, 5.0)]
TABLE = Tabulated(range(1, 7), dict(zip(("alpha", "beta", "gamma"), zip(*DDCFR, strict=True), strict=True)))

SETTINGS: list[tuple[str, dict[str, Any]]] = [
    ("apcfr_plus", {"alpha_max": 5.0, "gamma": 2.0}),
    ("apcfr_plus", {"alpha_max": 1.1, "gamma": 1.5}),
    ("autocfr4", {}),
    ("cfr", {}),
    ("cfr_alternating", {}),
    ("cfr_br", {}),
    ("cfr_plus", {"gamma": 1.0, "delay": 0}),
    ("cfr_plus", {"gamma": 0.7, "delay": 2}),
    ("dcfr", {"alpha": 1.5, "beta": 0.0, "gamma": 2.0}),
    ("dcfr", {"alpha": 0.3, "beta": -0.7, "gamma": 1.1}),
    ("dcfr", {"alpha": "inf", "beta": "-inf", "gamma": 2.0}),
    ("dcfr_plus", {"alpha": 1.5, "gamma": 4.0, "c": 1.5}),
    ("ddcfr", {"table": DDCFR}),
    ("ecfr", {}),
    ("hs_dcfr", {"horizon": 6, "g": 30.0}),
    ("hs_pcfr_plus", {"horizon": 7, "g": 12.5}),
    ("linear_cfr", {}),
    ("mmd", {"alpha": 0.1, "eta": 0.1}),
    ("mmd", {"alpha": 0.0, "eta": 0.75}),
    ("pcfr_plus", {"gamma": 2.0, "prediction": 1.0}),
    ("pcfr_plus", {"gamma": 0.0, "prediction": 0.4}),
    ("pdcfr_plus", {"alpha": 2.3, "gamma": 5.0}),
    ("regularized_cfr", {"tau": 0.01}),
    ("regularized_cfr", {"tau": 0.8}),
    ("sapcfr_plus", {"alpha": 2.0, "gamma": 2.0}),
    ("smooth_pcfr_plus", {"gamma": 2.0}),
    ("stable_pcfr_plus", {"start": 1.0, "gamma": 2.0}),
    ("stable_pcfr_plus", {"start": 0.001, "gamma": 1.0}),
    ("xfp", {}),
]
PAYOFFS = [[3, -2, 1], [-1, 4, -2]]
SMALL = [[Fraction(each, 8) for each in row] for row in PAYOFFS]
"""Payoffs of less than 1: then the rules that compare regrets with 1 do something."""


def table_game(payoffs: list[list[Any]]) -> Game:
    """Both players choose once, without seeing the other's choice."""

    def path(row: int, column: int) -> tuple[Move, ...]:
        return Move(0, "I", row, f"row {row}"), Move(1, "J", column, f"column {column}")

    cells = [(n, m, Fraction(each)) for n, row in enumerate(payoffs) for m, each in enumerate(row)]
    return build(Leaf(path(n, m), (each, -each)) for n, m, each in cells)


def rule(name: str, parameters: dict[str, Any]) -> Rule:
    return made(name, **{key: TABLE if key == "table" else value for key, value in parameters.items()})


def test_all_variants_are_compared() -> None:
    """But for the sampled ones and given strategies: test_recheck_sampled.py, test_recheck_given.py."""
    assert {name for name, _ in SETTINGS} == set(VARIANTS) - {*SAMPLED, "fixed"}


@pytest.mark.parametrize("payoffs", [PAYOFFS, SMALL], ids=["whole", "small"])
@pytest.mark.parametrize(("name", "parameters"), SETTINGS)
def test_equations(name: str, parameters: dict[str, Any], payoffs: list[list[Any]]) -> None:
    found = list(iterate(table_game(payoffs), rule(name, parameters), {1, 2, 3, 4, 5, 6}))
    numbers = [[float(each) for each in row] for row in payoffs]
    for state, sides in zip(found, play(name, parameters, numbers, 6), strict=True):
        for n, side in enumerate(sides):
            columns = {REGRETS: side.R, SUMS: side.S, GAPS: side.r}
            columns |= {key: row for key, row in side.memory.items() if key in state.columns}
            for column, row in columns.items():
                assert state.columns[column][n] == pytest.approx([float(each) for each in row], rel=1e-13, abs=1e-13)
            assert state.current[n] == pytest.approx([float(each) for each in side.sigma], rel=0, abs=1e-13)
            assert state.average[n] == pytest.approx([float(each) for each in average(name, side)], rel=0, abs=1e-13)


@functools.cache
def states(name: str, of_game: str = "kuhn", **parameters: Any) -> list[State]:
    played = kuhn() if of_game == "kuhn" else game("goofspiel", num_cards=3)
    return list(iterate(played, made(name, **parameters), {1, 2, 3, 10, 40}))


REDUCTIONS: list[tuple[tuple[str, dict[str, Any]], tuple[str, dict[str, Any]]]] = [
    (("dcfr", {"alpha": 1.0, "beta": 1.0, "gamma": 1.0}), ("linear_cfr", {})),
    (("dcfr", {"alpha": "inf", "beta": "inf", "gamma": 0.0}), ("cfr_alternating", {})),
    (("dcfr", {"alpha": "inf", "beta": "-inf", "gamma": 2.0}), ("cfr_plus", {"gamma": 2.0, "delay": 0})),
    (("dcfr_plus", {"alpha": "inf", "gamma": 2.0, "c": 1.0}), ("cfr_plus", {"gamma": 2.0, "delay": 0})),
    (("pcfr_plus", {"gamma": 2.0, "prediction": 0.0}), ("cfr_plus", {"gamma": 2.0, "delay": 0})),
    (("sapcfr_plus", {"alpha": 0.0, "gamma": 2.0}), ("pcfr_plus", {"gamma": 2.0, "prediction": 1.0})),
    (("sapcfr_plus", {"alpha": "inf", "gamma": 2.0}), ("cfr_plus", {"gamma": 2.0, "delay": 0})),
    (("apcfr_plus", {"alpha_max": 0.0, "gamma": 2.0}), ("pcfr_plus", {"gamma": 2.0, "prediction": 1.0})),
    (("pdcfr_plus", {"alpha": "inf", "gamma": 2.0}), ("pcfr_plus", {"gamma": 2.0, "prediction": 1.0})),
    (("regularized_cfr", {"tau": 0.0}), ("cfr_plus", {"gamma": 0.0, "delay": 0})),
    (("stable_pcfr_plus", {"start": 1e-12, "gamma": 2.0}), ("pcfr_plus", {"gamma": 2.0, "prediction": 1.0})),
]


@pytest.mark.parametrize(("one", "other"), REDUCTIONS)
def test_parameters_that_make_one_variant_of_another(one: Any, other: Any) -> None:
    """On a table without ties. Sums that are discounted and sums that are weighted differ by a factor, averages do not."""
    runs = [iterate(table_game(PAYOFFS), rule(*each), {1, 2, 3, 10, 40}) for each in (one, other)]
    for found, expected in zip(*runs, strict=True):
        for n in range(2):
            assert found.current[n] == pytest.approx(expected.current[n], rel=0, abs=1e-11)
            assert found.average[n] == pytest.approx(expected.average[n], rel=0, abs=1e-12)


def test_a_constant_table_is_fixed_exponents() -> None:
    columns = {"alpha": [1.5, 1.5], "beta": [0.0, 0.0], "gamma": [2.0, 2.0]}
    table = Tabulated([17, 100], columns)
    assert states("dcfr", alpha=1.5, beta=0.0, gamma=2.0) == list(
        iterate(kuhn(), made("ddcfr", table=table), {1, 2, 3, 10, 40})
    )


def test_rows_of_a_table_hold_up_to_their_ends() -> None:
    """A table with long rows is one with a row for each iteration."""
    rows = [DDCFR[0]] * 3 + [DDCFR[3]] * 7
    short = {name: [DDCFR[0][n], DDCFR[3][n]] for n, name in enumerate(("alpha", "beta", "gamma"))}
    long = {name: [row[n] for row in rows] for n, name in enumerate(("alpha", "beta", "gamma"))}
    one, other = (
        list(iterate(kuhn(), made("ddcfr", table=table), {1, 3, 4, 10}))
        for table in (Tabulated([3, 10], short), Tabulated(range(1, 11), long))
    )
    assert one == other


GAMES = {
    "three": lambda: kuhn(4, 3),
    "leduc": lambda: game("leduc_poker", suit_isomorphism=True),
    "dice": lambda: game("liars_dice", dice_sides=2),
    "forgetful": lambda: game("goofspiel", imperfect_recall=True, num_cards=3, imp_info=False),
}


@pytest.mark.parametrize("of_game", GAMES)
@pytest.mark.parametrize("name", ["cfr", "cfr_alternating"])
def test_sums_over_histories_are_differences_of_values(name: str, of_game: str) -> None:
    """Two ways to the same regrets that share no step: histories from the ends to the root, or q and v by infosets."""
    played = GAMES[of_game]()
    walked, valued = (
        list(iterate(played, made(name)._replace(by_histories=by_histories), {1, 2})) for by_histories in (True, False)
    )
    for one, other in zip(walked, valued, strict=True):
        for column in (REGRETS, GAPS):
            for row, expected in zip(one.columns[column], other.columns[column], strict=True):
                # Where two actions are worth the same, the second iteration may part already: hence games without such.
                assert row == pytest.approx(expected, rel=0, abs=1e-12)


ALONE = build(
    Leaf(path, (payoff, -payoff))
    for path, payoff in [
        ((Move(0, "I", 0, "end"),), Fraction(5, 2)),
        ((Move(0, "I", 1, "on"), Move(0, "J", 0, "low")), Fraction(1)),
        ((Move(0, "I", 1, "on"), Move(0, "J", 1, "high")), Fraction(4)),
    ]
)
"""Nobody else has a say: v of the second infoset is what going on is worth."""


@pytest.mark.parametrize(
    ("name", "parameters", "later"),
    [
        ("cfr_plus", {"gamma": 1.0, "delay": 0}, 2.5),
        ("cfr_br", {}, 2.5),
        ("xfp", {}, 4.0),
        ("regularized_cfr", {"tau": 0.5}, 2.5 - 0.25 * 0.5),
        ("mmd", {"alpha": 0.0, "eta": 0.5}, 2 * math.log((math.exp(0.5) + math.exp(2)) / 2)),
        ("mmd", {"alpha": 2.0, "eta": 0.5}, 4 * math.log((math.exp(0.25) + math.exp(1)) / math.sqrt(2))),
    ],
)
def test_values_go_up_the_tree(name: str, parameters: dict[str, Any], later: float) -> None:
    first = next(iterate(ALONE, rule(name, parameters), {1}))
    gaps = first.columns[GAPS]
    # r(on) - r(end) = q(on) - q(end), whatever v of the first infoset is.
    assert gaps[0][1] - gaps[0][0] == pytest.approx(later - 2.5, abs=1e-14)
    assert gaps[1] == pytest.approx((1 - later, 4 - later), abs=1e-14)


def test_magnetic_mirror_descent_ends_at_the_quantal_response() -> None:
    """Of one player alone: σ = exp(q/α), divided by its sum, v = α log Σ exp(q/α)."""
    alpha = 0.8
    last = next(iterate(ALONE, made("mmd", alpha=alpha, eta=0.3), {400}))
    high = 1 / (1 + math.exp(-3 / alpha))
    later = alpha * math.log(math.exp(1 / alpha) + math.exp(4 / alpha))
    on = 1 / (1 + math.exp((2.5 - later) / alpha))
    assert last.current == [pytest.approx((1 - on, on), abs=1e-13), pytest.approx((1 - high, high), abs=1e-13)]


def test_magnetic_mirror_descent_goes_on_where_probabilities_vanish() -> None:
    """exp(-1500) is no double, and its logarithm is as good as any."""
    last = next(iterate(ALONE, made("mmd", alpha=0.0, eta=500.0), {3}))
    assert last.current[1] == (0.0, 1.0)
    assert last.columns[REGRETS][1][0] == pytest.approx(-4500, rel=1e-12)


OPENSPIEL_CFR_BR = [
    0.9166666666666666,
    0.33333333333333337,
    0.3194444444444445,
    0.2604166666666667,
    0.22666666666666674,
]
"""nash_conv of Kuhn poker after 1 to 5 iterations: open_spiel/python/algorithms/cfr_br_test.py."""


def test_cfr_br_is_that_of_openspiel() -> None:
    found = iterate(kuhn(), made("cfr_br"), {1, 2, 3, 4, 5})
    conv = [float(by_recursion(kuhn(), state.average).nash_conv) for state in found]
    assert conv == pytest.approx(OPENSPIEL_CFR_BR, abs=1e-14)


@pytest.mark.parametrize("name", sorted(VARIANTS.keys() - {"fixed"}))
def test_where_all_start(name: str) -> None:
    """Whatever the variant, the first average strategy is the uniform one: nash_conv 11/12."""
    parameters = {key: {"table": TABLE}.get(key, DEFAULTS.get(key)) for key in VARIANTS[name].parameters}
    first = next(iterate(kuhn(), made(name, **parameters), {1}))
    assert first.average == [(0.5, 0.5)] * 12
    assert by_recursion(kuhn(), first.average).nash_conv == Fraction(11, 12)


DEFAULTS: dict[str, Any] = {
    **{"alpha": 1.5, "beta": 0.0, "gamma": 2.0, "c": 1.0, "delay": 0, "horizon": 6, "g": 30.0, "eta": 0.1},
    **{"tau": 0.01, "prediction": 1.0, "start": 1.0, "alpha_max": 5.0, "explore": 0.6, "seed": 0},
}


@pytest.mark.parametrize(
    ("name", "parameters", "iterations", "most"),
    [
        ("cfr_plus", {"gamma": 2.0, "delay": 0}, 300, 2e-3),
        ("dcfr", {"alpha": 1.5, "beta": 0.0, "gamma": 2.0}, 300, 2e-3),
        ("pcfr_plus", {"gamma": 2.0, "prediction": 1.0}, 300, 2e-3),
        ("ecfr", {}, 300, 2e-2),
        ("xfp", {}, 300, 1e-1),
    ],
)
def test_they_go_to_equilibrium(name: str, parameters: dict[str, Any], iterations: int, most: float) -> None:
    last = next(iterate(kuhn(), rule(name, parameters), {iterations}))
    assert by_recursion(kuhn(), last.average).nash_conv < most


PUBLISHED = [
    ("kuhn", "cfr_alternating", {}, 0.008225977315915622),
    ("kuhn", "cfr_plus", {"gamma": 1.0, "delay": 0}, 0.0011944041011116013),
    ("kuhn", "linear_cfr", {}, 0.0010890273650519255),
    ("kuhn", "dcfr", {"alpha": 1.5, "beta": 0.0, "gamma": 2.0}, 0.0016663419703409899),
    ("kuhn", "dcfr_plus", {"alpha": 1.5, "gamma": 4.0, "c": 1.5}, 0.0016241986189111657),
    ("kuhn", "autocfr4", {}, 0.0016067393530687923),
    ("kuhn", "ddcfr", {}, 0.0017666200816003896),
    ("goofspiel-3", "cfr_alternating", {}, 0.007916666666666666),
    ("goofspiel-3", "cfr_plus", {"gamma": 1.0, "delay": 0}, 0.0001815181518151815),
    ("goofspiel-3", "dcfr", {"alpha": 1.5, "beta": 0.0, "gamma": 2.0}, 3.4481060046303135e-06),
    ("goofspiel-3", "ddcfr", {}, 2.7307021337360915e-11),
]
"""Exploitability after 100 iterations as the authors of DDCFR (ICLR 2024) and AutoCFR (AAAI 2022) publish it with their programs,
repositories rpSebastian/DDCFR and rpSebastian/AutoCFR."""


@pytest.mark.parametrize(("of_game", "name", "parameters", "published"), PUBLISHED)
def test_curves_that_others_published(of_game: str, name: str, parameters: dict[str, Any], published: float) -> None:
    if name == "ddcfr":
        text = (TABLES / f"ddcfr-{of_game}.csv").read_text()
        parameters = {"table": tabulated(Ledger("").check("", "", 0.0, ""), text)}
    played = kuhn() if of_game == "kuhn" else game("goofspiel", num_cards=3)
    last = next(iterate(played, made(name, **parameters), {100}))
    found = float(by_recursion(played, last.average).nash_conv) / 2
    assert found == pytest.approx(published, rel=2e-10 if of_game == "kuhn" else 1e-14)
