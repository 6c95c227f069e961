"""Two implementations of each game, which share no code, give the same game: every history, name, chance and payoff.

recheck lists the ends of a game; regretlab's rules are walked from the root to each of them.
"""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from recheck_games import DEFAULTS
from recheck_twin import assert_same_game

from recheck.game import build
from recheck.rules.known import GAMES, list_leaves
from regretlab.registry import game_names, load_rules, rules_parameters
from regretlab.sequence_form.compile import compile_game


def assert_same_histories(name: str, parameters: dict[str, Any]) -> None:
    rules = load_rules(name, parameters)
    assert_same_game(rules, list_leaves(name, rules_parameters(rules)))


def assert_same_compiled(name: str, parameters: dict[str, Any], imperfect_recall: bool = False) -> None:
    """The order and numbering of infosets and sequences, merged payoffs, and what is played alike."""
    rules = load_rules(name, parameters)
    theirs = compile_game(name, rules_parameters(rules), rules, imperfect_recall)
    mine = build(list_leaves(name, rules_parameters(rules)), imperfect_recall)
    assert (mine.players, mine.histories, mine.terminals) == (theirs.players, theirs.histories, theirs.terminals)
    assert (mine.ends.zero_sum, mine.denominator) == (theirs.zero_sum, theirs.outcomes.denominator)
    assert [(i.player, i.name, i.actions, i.parent) for i in mine.infosets] == list(map(tuple, theirs.infosets))
    assert mine.empty == theirs.sequence_bounds
    assert [list(o.sequences) for o in mine.outcomes] == theirs.outcomes.sequences.tolist()
    assert [list(o.payoffs) for o in mine.outcomes] == theirs.outcomes.payoffs.tolist()
    assert list(map(tuple, mine.alike)) == list(map(tuple, theirs.alike))


GOOFSPIEL = [
    {
        **{"players": players, "num_cards": cards, "imp_info": imperfect},
        **{"points_order": order, "returns_type": returns, "tied_prize": tied},
    }
    for players, cards in ((2, 2), (2, 3), (3, 2))
    for imperfect, order, returns, tied in itertools.product(
        (True, False),
        ("descending", "ascending", "random"),
        ("win_loss", "point_difference", "total_points"),
        ("discarded", "shared"),
    )
]

BOOKS = ("standard", "single raise", "any raise", "completing", "limit")

NO_LIMIT_KUHN = [
    *({"stacks": stacks} for stacks in ([2], [3], [6], [3, 5], [5, 2])),
    {"ranks": 5, "stacks": [9], "bets": "1/2pot 2pot all-in"},
    {"ranks": 4, "stacks": [12, 7], "bets": "2 3 10"},
    *({"players": 3, "stacks": [5, 5, 4], "bets": "2 all-in", "rule_book": book} for book in BOOKS),
    {"players": 3, "ranks": 4, "stacks": [4, 5, 5], "rule_book": "any raise"},
    {"players": 3, "stacks": [1, 3, 4]},
    {"players": 3, "stacks": [7, 4, 5], "bets": "1/3pot 3 all-in", "rule_book": "completing"},
    *({"players": 4, "ranks": 4, "stacks": [6, 4, 5, 6], "bets": "2 all-in", "rule_book": book} for book in BOOKS),
]

NO_LIMIT_LEDUC: list[dict[str, Any]] = [
    {},
    {"suit_isomorphism": True, "stacks": [4], "bets": ["any", "any"], "raises": 100},
    {"suit_isomorphism": True, "ranks": 4, "stacks": [3, 8], "bets": ["2", "1/2pot all-in"], "raises": 3},
    {"ranks": 2, "stacks": [6, 3], "bets": ["any", "pot"], "raises": 1},
    {"players": 3, "ranks": 2, "suit_isomorphism": True, "stacks": [2, 5, 4]},
    {"players": 3, "ranks": 2, "stacks": [1, 3, 2], "bets": ["1", "all-in"]},
    *(
        {
            **{"players": 3, "ranks": 2, "suit_isomorphism": True, "stacks": [6, 4, 6], "raises": 4},
            **{"bets": ["2 all-in", "2 all-in"], "rule_book": book},
        }
        for book in BOOKS
    ),
]

WILLOW: list[dict[str, Any]] = [
    {"ranks": 3, "suits": 2},
    {"ranks": 3, "suits": 2, "suit_isomorphism": False, "street1": [1], "street2": [2]},
    {"ranks": 2, "street1": [1, 2, 3, 4, 10], "street2": [2, 3, 4, 5, 20]},
    *({"ranks": 2, "raises": raises, "street1": [1, 4, 10], "street2": [2, 8]} for raises in (0, 1, 3)),
    *({"ranks": 3, "suits": 2, "stacks": stacks} for stacks in ([2, 5], [4], [7, 3], [12, 30])),
    {"ranks": 2, "stacks": [2, 9], "street1": [1], "street2": [2, 3]},
    *(
        {"players": 3, "ranks": 3, "suits": 2, "stacks": stacks, "street1": [1, 4], "street2": [2, 8]}
        for stacks in ([100], [1, 3, 7], [3, 2, 9], [6, 2, 2], [4, 9, 3])
    ),
    {"players": 3, "ranks": 2, "suit_isomorphism": False, "street1": [1], "street2": [2]},
    {"players": 4, "ranks": 2, "suits": 4, "stacks": [2, 5, 3, 9], "street1": [1], "street2": [2]},
]

WILLOW_ENDGAME: list[dict[str, Any]] = [
    {"ranks": 4, "up": "A 3", "menus": [[2, 8, 20]]},
    {"ranks": 5, "suits": 2, "up": "2 2", "paid": 11, "menus": [[2, 3, 4, 5, 6, 7], [2, 20]]},
    {"ranks": 3, "up": "2 A", "ranges": [[0, 5, 1], [2, 0, 7]], "menus": [[2], [3, 4]], "raises": 1},
    {"ranks": 2, "suits": 2, "up": "A A", "ranges": [[1, 1], [0, 1]], "menus": [[2, 3]]},
]

MODERATE: list[tuple[str, dict[str, Any]]] = [
    *(("kuhn_poker", {"players": p, "ranks": r}) for p, r in ((2, 2), (2, 3), (2, 13), (3, 3), (3, 4), (4, 5))),
    ("leduc_poker", {}),
    ("leduc_poker", {"suit_isomorphism": True}),
    ("leduc_poker", {"suit_isomorphism": True, "ranks": 5}),
    ("leduc_poker", {"ranks": 2, "raises": 3}),
    ("leduc_poker", {"ranks": 2, "raises": 1, "bets": [1, 3]}),
    ("leduc_poker", {"players": 3, "ranks": 2, "suit_isomorphism": True}),
    ("leduc_poker", {"players": 3, "ranks": 2, "raises": 1}),
    ("leduc_poker", {"players": 3, "ranks": 3, "raises": 1, "suit_isomorphism": True}),
    ("leduc_poker", {"players": 4, "ranks": 3, "raises": 1, "suit_isomorphism": True, "bets": [3, 1]}),
    *(("no_limit_kuhn", parameters) for parameters in NO_LIMIT_KUHN),
    *(("no_limit_leduc", parameters) for parameters in NO_LIMIT_LEDUC),
    *(("willow", parameters) for parameters in WILLOW),
    *(("willow_endgame", parameters) for parameters in WILLOW_ENDGAME),
    *(("liars_dice", {"numdice": n, "dice_sides": s}) for n, s in ((1, 1), (1, 2), (1, 3), (1, 4), (2, 2), (3, 1))),
    *(("goofspiel", parameters) for parameters in GOOFSPIEL),
    ("goofspiel", {}),
    ("goofspiel", {"points_order": "ascending", "tied_prize": "shared"}),
    ("goofspiel", {"players": 3, "num_cards": 3, "returns_type": "point_difference", "tied_prize": "shared"}),
    ("battleship", {}),
    ("battleship", {"num_shots": 2}),
    ("battleship", {"num_shots": 4}),
    ("battleship", {"num_shots": 3, "allow_repeated_shots": True, "board_height": 1}),
    ("battleship", {"num_shots": 2, "allow_repeated_shots": True, "loss_multiplier": 3}),
    ("battleship", {"board_width": 3, "board_height": 1, "ship_sizes": [2, 1], "ship_values": [5, 1]}),
    ("battleship", {"board_height": 1, "ship_sizes": [1, 1], "ship_values": [1, 2], "num_shots": 2}),
    ("battleship", {"board_width": 1, "board_height": 3, "ship_sizes": [1, 1], "ship_values": [0, 2], "num_shots": 1}),
    ("battleship", {"ship_sizes": [1, 2], "ship_values": [1, 2], "num_shots": 1}),
]

FORGETFUL = [
    {"imp_info": False, "num_cards": 4, "points_order": order, "tied_prize": tied}
    for order, tied in (("descending", "discarded"), ("ascending", "discarded"), ("descending", "shared"))
]

HEAVY: list[tuple[str, dict[str, Any]]] = [
    ("liars_dice", {"dice_sides": 5}),
    ("liars_dice", {"dice_sides": 6}),
    ("goofspiel", {"points_order": "random"}),
    ("goofspiel", {"num_cards": 5}),
    ("battleship", {"board_width": 3, "num_shots": 1, "ship_sizes": [2, 1], "ship_values": [3, 1]}),
    ("leduc_poker", {"ranks": 13, "suit_isomorphism": True}),
]

HEAVIEST: list[tuple[str, dict[str, Any]]] = [
    ("battleship", {"board_width": 3}),
    ("leduc_poker", {"ranks": 12, "raises": 6, "suit_isomorphism": True}),
]
"""Half a million ends; test_recheck_many.py has such a game with all of its files."""


def called(value: object) -> str:
    return value if isinstance(value, str) else "-".join(str(each) for each in value.values())  # type: ignore[attr-defined]


@pytest.mark.parametrize(("name", "parameters"), MODERATE, ids=called)
def test_every_history_is_the_same(name: str, parameters: dict[str, Any]) -> None:
    assert_same_histories(name, parameters)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [each for each in MODERATE if each[0] != "goofspiel" and 4 not in each[1].values()],
    ids=called,
)
def test_the_compiled_game_is_the_same(name: str, parameters: dict[str, Any]) -> None:
    assert_same_compiled(name, parameters)


@pytest.mark.parametrize("parameters", [*GOOFSPIEL[::5], {}], ids=called)
def test_compiled_goofspiel_is_the_same(parameters: dict[str, Any]) -> None:
    assert_same_compiled("goofspiel", parameters)


@pytest.mark.parametrize("parameters", FORGETFUL, ids=called)
def test_games_without_perfect_recall_are_the_same(parameters: dict[str, Any]) -> None:
    assert_same_histories("goofspiel", parameters)
    assert_same_compiled("goofspiel", parameters, imperfect_recall=True)
    with pytest.raises(ValueError, match="no perfect recall"):
        build(list_leaves("goofspiel", {**DEFAULTS["goofspiel"], **parameters}))


@pytest.mark.heavy
@pytest.mark.parametrize(("name", "parameters"), [*HEAVY, *HEAVIEST], ids=called)
def test_every_history_of_a_large_game_is_the_same(name: str, parameters: dict[str, Any]) -> None:
    assert_same_histories(name, parameters)


@pytest.mark.heavy
@pytest.mark.parametrize(("name", "parameters"), HEAVY, ids=called)
def test_large_compiled_games_are_the_same(name: str, parameters: dict[str, Any]) -> None:
    assert_same_compiled(name, parameters)


def test_every_game_is_known_to_both() -> None:
    assert set(GAMES) == set(game_names()) == {name for name, _ in MODERATE}


@pytest.mark.parametrize("name", GAMES)
def test_parameters_and_their_defaults_are_the_same(name: str) -> None:
    defaults = rules_parameters(load_rules(name, {}))
    assert defaults == DEFAULTS[name]
    assert list(GAMES[name].parameters) == list(defaults)
    for key, parameter in GAMES[name].parameters.items():
        assert parameter.allows(defaults[key])
        assert parameter.expected


@pytest.mark.parametrize(
    ("name", "key", "wrong"),
    [
        ("kuhn_poker", "players", [1, True, 2.0, "2", None]),
        ("leduc_poker", "bets", [[2], [2, 4, 6], [0, 4], [2, 4.0], 2, "24", [True, 2]]),
        ("leduc_poker", "suit_isomorphism", [0, 1, "true", None]),
        ("liars_dice", "numdice", [0, -1, False]),
        ("goofspiel", "points_order", ["up", "", None, ["random"]]),
        ("goofspiel", "num_cards", [1, 0]),
        ("battleship", "ship_sizes", [[], [0], [1.0], 2]),
        ("battleship", "loss_multiplier", [-1, 0.5]),
        ("no_limit_kuhn", "stacks", [[], [0], [1001], [2.0], [True], 2, [2] * 11]),
        (
            "no_limit_kuhn",
            "bets",
            ["", "half", "0", "any 2", "2 2", "1/2pot 2/4pot", "1/0pot", "0.5pot", 2, ["any"], None],
        ),
        ("no_limit_leduc", "bets", [["any"], ["any", ""], "any", ["any", 2], ["any"] * 3]),
        ("no_limit_leduc", "rule_book", ["", "mine", None, ["limit"]]),
        ("willow", "street1", [[], [0, 1], [4, 1], [4, 4], [11], [1.0], "1", None]),
        ("willow", "street2", [[1, 2], [20, 21], [True]]),
        ("willow_endgame", "up", ["7J", "7  J", "7 K", 24, "7 J Q"]),
        ("willow_endgame", "ranges", [[[1]], [[1], [-1]], [[1], [1.5]], [[1], [1], [1]], None]),
        ("willow_endgame", "menus", [[], [[2], [2], [2]], [[1]], [2]]),
    ],
)
def test_values_that_are_none_of_a_parameter(name: str, key: str, wrong: list[Any]) -> None:
    assert not any(GAMES[name].parameters[key].allows(value) for value in wrong)


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("kuhn_poker", {"players": 4}, "ranks: expected a card for each of 4 players, found 3"),
        ("leduc_poker", {"players": 6}, "ranks: expected cards for 6 players and the table, found 6"),
        ("no_limit_kuhn", {"players": 4}, "ranks: expected a card for each of 4 players, found 3"),
        ("no_limit_kuhn", {"stacks": [2, 3, 4]}, "stacks: expected one for all or one for each of 2 players, found 3"),
        ("no_limit_kuhn", {"bets": "1 3"}, "bets: expected 2 at most, which is what anybody has left, found 3"),
        ("no_limit_kuhn", {"bets": "1/3pot"}, "bets: expected a bet that somebody could make, found 1/3pot"),
        ("no_limit_leduc", {"bets": ["any", "5"]}, "bets: expected 4 at most"),
        ("no_limit_leduc", {"players": 6}, "ranks: expected cards for 6 players and the table, found 6"),
        ("willow", {"ranks": 2, "suits": 1}, "ranks: expected two cards for each of 2 players, found 2 cards"),
        ("willow", {"stacks": [5, 5, 5]}, "stacks: expected one for all or one for each of 2 players, found 3"),
        ("willow_endgame", {"ranks": 6}, "up: expected two of A23456, found 7 J"),
        ("willow_endgame", {"suits": 1, "up": "7 7"}, "up: expected two cards of the deck, found 7 7"),
        ("willow_endgame", {"ranges": [[1], [1]]}, r"ranges: expected 12 numbers each, found \[1, 1\]"),
        ("willow_endgame", {"ranges": [[0] * 12] * 2}, "ranges: expected cards that both players can have, found none"),
        ("battleship", {"ship_values": [1, 2]}, "ship_values: expected one for each of 1 ships, found 2"),
        ("battleship", {"ship_sizes": [3]}, "ship_sizes: expected ships that find room on the board"),
        ("battleship", {"ship_sizes": [2, 2, 1], "ship_values": [1, 1, 1]}, "ships that find room"),
    ],
)
def test_parameters_that_do_not_fit_each_other(name: str, parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        next(list_leaves(name, {**DEFAULTS[name], **parameters}))
