"""Parameters within the limits of docs/games.md make a game or are refused, both at once; what is outside is refused."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
from recheck_games import DEFAULTS
from recheck_twin import assert_same_game

from recheck.exact import over_one
from recheck.game import Game, build
from recheck.rules import battleship
from recheck.rules.known import GAMES, list_leaves
from regretlab.errors import InputError
from regretlab.registry import load_rules

ENOUGH = 20_000
"""Histories that are built before a game is called large here."""

RANGES: list[tuple[str, str, int, int]] = [
    ("kuhn_poker", "players", 2, 10),
    ("kuhn_poker", "ranks", 2, 1000),
    ("leduc_poker", "players", 2, 10),
    ("leduc_poker", "ranks", 1, 1000),
    ("leduc_poker", "raises", 1, 100),
    ("liars_dice", "numdice", 1, 100),
    ("liars_dice", "dice_sides", 1, 100),
    ("goofspiel", "players", 2, 10),
    ("goofspiel", "num_cards", 2, 100),
    ("battleship", "board_width", 1, 20),
    ("battleship", "board_height", 1, 20),
    ("battleship", "num_shots", 1, 1000),
    ("battleship", "loss_multiplier", 0, 10**6),
]


@pytest.mark.parametrize(("name", "key", "least", "most"), RANGES)
def test_ranges(name: str, key: str, least: int, most: int) -> None:
    parameter = GAMES[name].parameters[key]
    assert all(parameter.allows(value) for value in (least, most))
    assert not any(parameter.allows(value) for value in (least - 1, most + 1))
    assert parameter.expected == f"a whole number from {least} to {most}"


@pytest.mark.parametrize(
    ("name", "key", "good", "bad"),
    [
        ("leduc_poker", "bets", [[1, 10**6]], [[0, 1], [1, 10**6 + 1], [1], [1, 1, 1]]),
        ("battleship", "ship_sizes", [[1], [20] * 5], [[], [0], [21], [1] * 6]),
        ("battleship", "ship_values", [[0], [10**6] * 5], [[], [-1], [10**6 + 1], [1] * 6]),
    ],
)
def test_ranges_of_lists(name: str, key: str, good: list[Any], bad: list[Any]) -> None:
    assert all(GAMES[name].parameters[key].allows(value) for value in good)
    assert not any(GAMES[name].parameters[key].allows(value) for value in bad)


def made(name: str, parameters: dict[str, Any]) -> Game:
    whole = {**DEFAULTS[name], **parameters}
    assert all(GAMES[name].parameters[key].allows(value) for key, value in whole.items())
    return build(list_leaves(name, whole), imperfect_recall=True, most=ENOUGH)


LARGE: list[tuple[str, dict[str, Any]]] = [
    ("kuhn_poker", {"players": 10, "ranks": 1000}),
    ("kuhn_poker", {"players": 10, "ranks": 10}),
    ("kuhn_poker", {"ranks": 1000}),
    ("leduc_poker", {"players": 10, "ranks": 1000, "raises": 1, "suit_isomorphism": True}),
    ("leduc_poker", {"players": 10, "ranks": 1000, "raises": 100}),
    ("leduc_poker", {"players": 10, "ranks": 6, "raises": 100, "suit_isomorphism": True}),
    ("liars_dice", {"numdice": 100, "dice_sides": 9}),
    ("liars_dice", {"numdice": 100, "dice_sides": 1}),
    ("liars_dice", {"dice_sides": 100}),
    ("goofspiel", {"players": 10, "num_cards": 100}),
    ("goofspiel", {"num_cards": 100, "points_order": "random"}),
    ("battleship", {"board_width": 20, "board_height": 20, "num_shots": 1}),
    ("battleship", {"board_width": 20, "board_height": 20, "ship_sizes": [20] * 5, "ship_values": [1] * 5}),
    ("battleship", {"board_width": 20, "board_height": 20, "ship_sizes": [1] * 5, "ship_values": [1] * 5}),
]


@pytest.mark.parametrize(("name", "parameters"), LARGE)
def test_large_games_are_refused_early(name: str, parameters: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"has more than [0-9,]+ histories"):
        made(name, parameters)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("goofspiel", {"players": 9, "num_cards": 2}),
        ("liars_dice", {"numdice": 6, "dice_sides": 1}),
        ("liars_dice", {"numdice": 7, "dice_sides": 1}),
        ("leduc_poker", {"ranks": 2, "suit_isomorphism": True, "raises": 12, "bets": [10**6, 1]}),
        ("battleship", {"board_height": 1, "ship_sizes": [1], "num_shots": 40, "allow_repeated_shots": True}),
        ("battleship", {"board_height": 1, "num_shots": 200, "ship_values": [10**6], "loss_multiplier": 10**6}),
    ],
)
def test_games_of_unusual_parameters_are_small(name: str, parameters: dict[str, Any]) -> None:
    """What looks large need not be: both implementations list it."""
    rules = load_rules(name, {**DEFAULTS[name], **parameters})
    assert_same_game(rules, list_leaves(name, {**DEFAULTS[name], **parameters}))


@pytest.mark.parametrize(("name", "key", "least", "most"), RANGES)
def test_what_is_refused_here_is_refused_there(name: str, key: str, least: int, most: int) -> None:
    for value in (least - 1, most + 1):
        with pytest.raises(InputError, match=key):
            load_rules(name, {**DEFAULTS[name], key: value})


def test_fleets_are_not_searched_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board of 4 x 4 cells holds five ships of three, but in few of all the ways that begin well."""
    monkeypatch.setattr(battleship, "MOST_TRIES", 100)
    with pytest.raises(ValueError, match="ship_sizes: expected all fleets to be found within 100 tries"):
        made("battleship", {"board_width": 4, "board_height": 4, "ship_sizes": [3] * 5, "ship_values": [1] * 5})


@pytest.mark.parametrize("denominators", [(1, 1), (4, 2, 8), (3, 4, 6), (2**100, 1, 2**50)])
def test_fractions_over_one_denominator(denominators: tuple[int, ...]) -> None:
    fractions = [Fraction(1, denominator) for denominator in denominators]
    numerators, common = over_one(fractions)
    assert [Fraction(numerator, common) for numerator in numerators] == fractions
    assert common == math.lcm(*denominators)


def test_dice_are_told_apart() -> None:
    with pytest.raises(ValueError, match="dice_sides: expected 9 at most with several dice, found 10"):
        made("liars_dice", {"numdice": 2, "dice_sides": 10})
