"""How large the games are and what uniform play is worth in them, against enumerations and figures of others."""

from collections.abc import Iterable
from dataclasses import fields
from functools import cache
from typing import Any

import numpy as np
import pytest

from regretlab.errors import InputError
from regretlab.rules import CHANCE, TERMINAL, Rules
from regretlab.sequence_form.game import Game
from regretlab.sequence_form.size import size_of

from named_games import game_of, rules_of, terminals, worth_of_uniform

Sizes = tuple[int, int, tuple[int, ...], tuple[int, ...]]
"""Histories (root, chance, decisions, terminals), terminals; infosets and sequences of each player, the empty one left out."""

# By full enumeration with OpenSpiel 2.0.2; for Leduc poker with other ranks by another program, which has suits merged.
SIZES: dict[str, Sizes] = {
    "kuhn_poker": (58, 30, (6, 6), (12, 12)),
    "kuhn_poker players=3 ranks=4": (617, 312, (16,) * 3, (32,) * 3),
    "kuhn_poker players=4 ranks=5": (7_886, 3_960, (40,) * 4, (80,) * 4),
    "leduc_poker": (9_457, 5_520, (468, 468), (1_092, 1_092)),
    "leduc_poker suit_isomorphism=true": (1_939, 1_116, (144, 144), (336, 336)),
    "leduc_poker suit_isomorphism=true ranks=5": (9_381, 5_500, (390, 390), (910, 910)),
    "leduc_poker suit_isomorphism=true ranks=9": (55_225, 32_724, (1_242, 1_242), (2_898, 2_898)),
    "leduc_poker suit_isomorphism=true ranks=13": (166_349, 98_956, (2_574, 2_574), (6_006, 6_006)),
    "liars_dice dice_sides=3": (1_147, 567, (96, 96), (189, 189)),
    "liars_dice dice_sides=4": (8_181, 4_080, (512, 512), (1_020, 1_020)),
    "liars_dice dice_sides=5": (51_181, 25_575, (2_560, 2_560), (5_115, 5_115)),
    "liars_dice": (294_883, 147_420, (12_288, 12_288), (24_570, 24_570)),
    "goofspiel num_cards=3": (67, 36, (8, 8), (17, 17)),
    "goofspiel num_cards=3 imp_info=false": (67, 36, (10, 10), (21, 21)),
    "goofspiel": (1_077, 576, (81, 81), (174, 174)),
    "goofspiel num_cards=5": (26_931, 14_400, (1_062, 1_062), (2_283, 2_283)),
    "goofspiel points_order=random": (26_773, 13_824, (1_804, 1_804), (3_736, 3_736)),
    "battleship num_shots=2": (3_029, 2_048, (133, 337), (404, 1_028)),
    "battleship": (10_069, 5_568, (1_413, 1_873), (2_964, 4_100)),
    "battleship board_width=3": (732_607, 552_132, (18_152, 62_875), (73_129, 253_939)),
}

# Those whose players would not have perfect recall.
FORGETFUL: dict[str, Sizes] = {
    "goofspiel imp_info=false": (1_077, 576, (135, 135), (288, 288)),
    "goofspiel num_cards=5 imp_info=false": (26_931, 14_400, (1_626, 1_626), (3_615, 3_615)),
    "goofspiel points_order=random imp_info=false": (26_773, 13_824, (3_028, 3_028), (6_256, 6_256)),
}


LARGE = ("leduc_poker ranks=12 raises=6 suit_isomorphism=true", "battleship board_width=3")
"""More than half a million histories each."""


def heavy_if_large(games: Iterable[str]) -> list[Any]:
    return [pytest.param(game, marks=pytest.mark.heavy if game in LARGE else ()) for game in games]


def sizes(game: Game) -> Sizes:
    infosets, sequences = np.diff(game.infoset_bounds), np.diff(game.sequence_bounds) - 1
    return game.histories, game.terminals, tuple(infosets.tolist()), tuple(sequences.tolist())


@pytest.mark.parametrize("game", heavy_if_large(SIZES))
def test_sizes(game: str) -> None:
    assert sizes(game_of(game)) == SIZES[game]


@pytest.mark.parametrize("game", FORGETFUL)
def test_sizes_without_perfect_recall(game: str) -> None:
    with pytest.raises(InputError, match="no perfect recall"):
        game_of(game)
    rules, stack, histories = rules_of(game), [rules_of(game).root()], 0
    actions: list[dict[str, int]] = [{}, {}]
    while stack:
        state = stack.pop()
        histories += 1
        if (player := rules.turn(state)) != TERMINAL:
            choices = len(rules.actions(state))
            if player != CHANCE:
                actions[player][rules.infoset(state)] = choices
            stack.extend(rules.play(state, action) for action in range(choices))
    infosets, sequences = (
        tuple(measure(found) for found in actions) for measure in (len, lambda all: sum(all.values()))
    )
    assert (histories, len(terminals(rules)), infosets, sequences) == FORGETFUL[game]


@pytest.mark.heavy
def test_size_of_big_leduc() -> None:
    """Twelve ranks, six raises, suits merged: as many histories and infosets as in the published curves of DDCFR."""
    game = game_of(LARGE[0])
    assert game.histories == 875_641
    assert sizes(game)[2] == (13_188, 13_188)


# Sequences (the empty one counted), infosets, terminals: the table of sizes that is published with OpenSpiel's battleship.
BATTLESHIP = {
    "board_height=2 board_width=2 num_shots=2 ship_sizes=[1]": (165, 341, 53, 109, 1_072),
    "board_height=2 board_width=2 num_shots=3 ship_sizes=[1]": (741, 917, 341, 397, 2_224),
    "board_height=2 board_width=2 num_shots=2 ship_sizes=[1;2]": (1_197, 3_597, 397, 1_189, 9_216),
    "board_height=2 board_width=2 num_shots=3 ship_sizes=[1;2]": (13_485, 22_029, 6_541, 10_405, 32_256),
    "board_height=2 board_width=3 num_shots=2 ship_sizes=[1]": (943, 3_787, 187, 751, 19_116),
    "board_height=2 board_width=3 num_shots=3 ship_sizes=[1]": (15_343, 46_987, 3_787, 11_551, 191_916),
}


@pytest.mark.parametrize("game", BATTLESHIP)
def test_published_sizes_of_battleship(game: str) -> None:
    found = game_of(f"battleship {game} ship_values={game.rpartition('=')[2]}")
    _, ends, infosets, sequences = sizes(found)
    assert (*(number + 1 for number in sequences), *infosets, ends) == BATTLESHIP[game]


def test_published_size_of_the_largest_battleship() -> None:
    """Of the last row of that table the terminals, without a walk to all of them."""
    rules = rules_of("battleship board_height=2 board_width=3 num_shots=4 ship_sizes=[1] ship_values=[1]")
    assert size_of(rules)[1:] == (969_516, True)


@pytest.mark.parametrize(("numdice", "sides"), [(1, 1), (1, 2), (1, 5), (2, 1), (2, 2), (3, 1)])
def test_liars_dice_grows_with_the_dice(numdice: int, sides: int) -> None:
    """A bidding is a set of bids, so with B bids and D dice there are 2^B decisions a roll, and a call on all but one."""
    bids, dice = 2 * numdice * sides, 2 * numdice
    game = game_of(f"liars_dice numdice={numdice} dice_sides={sides}")
    assert game.terminals == sides**dice * (2**bids - 1)
    assert game.histories == sum(sides**rolled for rolled in range(dice)) + sides**dice * (2 ** (bids + 1) - 1)


# nash_conv of the uniform profile. Leduc poker: OpenSpiel's test of exploitability; Goofspiel, liar's dice: the curves of AutoCFR
# (twice the exploitability at T=1); battleship, big Leduc poker (single precision): those of DDCFR.
UNIFORM = {
    "kuhn_poker": (11 / 12, 1e-15),
    "leduc_poker": (4.747222222222222, 1e-14),
    "leduc_poker suit_isomorphism=true": (4.747222222222222, 1e-14),
    "leduc_poker ranks=12 raises=6 suit_isomorphism=true": (2 * 4.157665, 2e-6),
    "liars_dice dice_sides=3": (2 * 0.5555555555555555, 1e-14),
    "liars_dice dice_sides=4": (2 * 0.6550595238095238, 1e-14),
    "goofspiel num_cards=3": (2 * 0.6666666666666666, 1e-14),
    "goofspiel": (2 * 0.7083333333333333, 1e-14),
    "battleship": (2 * 0.5, 1e-14),
    "battleship board_width=3": (2 * 0.4571428571428572, 1e-14),
}


@pytest.mark.parametrize("game", heavy_if_large(UNIFORM))
def test_uniform_play(game: str) -> None:
    expected, tolerance = UNIFORM[game]
    assert worth_of_uniform(game).nash_conv == pytest.approx(expected, abs=tolerance, rel=0)


@pytest.mark.parametrize(
    "other",
    [
        "leduc_poker bets=[2;3]",
        "leduc_poker raises=1",
        "leduc_poker ranks=4",
        "liars_dice dice_sides=5",
        "goofspiel num_cards=5",
        "goofspiel returns_type=point_difference",
        "battleship ship_values=[1]",
        "battleship num_shots=2",
    ],
)
def test_other_games_are_told(other: str) -> None:
    """The figures above are not those of the games' neighbors."""
    expected = [value for game, (value, _) in UNIFORM.items() if game.split()[0] == other.split(maxsplit=1)[0]]
    assert min(abs(worth_of_uniform(other).nash_conv - value) for value in expected) > 1e-3


def test_the_equilibrium_of_a_small_battleship() -> None:
    """One cell to hide among three, two shots, losses double: uniform play is an equilibrium (Farina et al., 2019, page 7).

    Player 0 sinks with probability 5/9, player 1 with 1/3.
    """
    found = worth_of_uniform(
        "battleship board_width=3 board_height=1 ship_sizes=[1] ship_values=[1] num_shots=2 loss_multiplier=2"
    )
    assert found.value == pytest.approx([5 / 9 - 2 / 3, 1 / 3 - 10 / 9], abs=1e-15)
    assert found.nash_conv == pytest.approx(0, abs=1e-15)


# What is said of positions, that equally much follows on equal ones, by looking at all that follows.
POSITIONED = [
    "kuhn_poker players=3 ranks=5",
    "leduc_poker",
    "leduc_poker suit_isomorphism=true",
    "leduc_poker suit_isomorphism=true ranks=2 raises=3 bets=[1;5]",
    "leduc_poker players=3 ranks=2 raises=1",
    "leduc_poker players=3 ranks=2 raises=1 suit_isomorphism=true",
    "no_limit_kuhn stacks=[3;5]",
    "no_limit_kuhn players=3 stacks=[5;5;4]",
    "no_limit_leduc",
    "no_limit_leduc ranks=2 stacks=[3;9] suit_isomorphism=true",
    "no_limit_leduc players=3 ranks=2 stacks=[6;4;6] suit_isomorphism=true",
    "willow ranks=3 suits=2",
    "willow players=3 ranks=3 suits=2 stacks=[3;2;9] street1=[1] street2=[2]",
    "willow ranks=2 suits=2 suit_isomorphism=false street1=[1] street2=[2;4]",
    "willow_endgame ranks=4 suits=2 up=A A ranges=[[0;1;2;3],[5;0;0;1]]",
    "liars_dice dice_sides=4",
    "liars_dice numdice=2 dice_sides=2",
    "goofspiel",
    "goofspiel num_cards=3 points_order=random imp_info=false",
    "goofspiel num_cards=3 players=3 points_order=random",
    "battleship",
    "battleship num_shots=2 board_height=3",
    "battleship ship_sizes=[1;2] ship_values=[1;1] num_shots=3",
    "battleship ship_sizes=[2;1] ship_values=[1;1] num_shots=2 allow_repeated_shots=true",
    "battleship board_width=4 board_height=1 ship_sizes=[1;2] ship_values=[1;1] num_shots=2",
    "battleship board_width=3 board_height=1 ship_sizes=[2;1] ship_values=[1;1] num_shots=4 allow_repeated_shots=true",
]

Following = tuple[int, int, int]
"""Numbers of histories, decisions and terminals from a state on."""


@cache
def what_follows(rules: Rules) -> dict[object, set[Following]]:
    """By position, all the different sizes of what follows."""
    found: dict[object, set[Following]] = {}

    def follow(state: object) -> Following:
        turn = rules.turn(state)
        below = [follow(rules.play(state, a)) for a in range(0 if turn == TERMINAL else len(rules.actions(state)))]
        here = (1, int(turn not in (CHANCE, TERMINAL)), int(turn == TERMINAL))
        size: Following = tuple(map(sum, zip(here, *below, strict=True)))  # type: ignore[assignment]
        found.setdefault(rules.position(state), set()).add(size)  # type: ignore[attr-defined]
        return size

    follow(rules.root())
    return found


@pytest.mark.parametrize("game", POSITIONED)
def test_equally_much_follows_on_equal_positions(game: str) -> None:
    assert [position for position, follows in what_follows(rules_of(game)).items() if len(follows) > 1] == []


@pytest.mark.parametrize("game", POSITIONED)
def test_positions_are_few(game: str) -> None:
    """Counting by positions saves most of the walk, or it would be useless."""
    rules = rules_of(game)
    histories = next(iter(what_follows(rules)[rules.position(rules.root())]))[0]  # type: ignore[attr-defined]
    assert len(what_follows(rules)) < histories / 3


@pytest.mark.parametrize(
    ("game", "forgotten"),
    [
        ("leduc_poker suit_isomorphism=true", 0),
        ("leduc_poker suit_isomorphism=true", 1),
        ("leduc_poker", 2),
        ("leduc_poker players=3 ranks=2 raises=1", 3),
        ("leduc_poker players=3 ranks=2 raises=1", 4),
        ("leduc_poker", 5),
        ("no_limit_kuhn stacks=[3;5]", 0),
        ("no_limit_leduc suit_isomorphism=true", 0),
        ("no_limit_leduc suit_isomorphism=true", 1),
        ("no_limit_leduc suit_isomorphism=true", 2),
        ("willow ranks=2 suits=3 street1=[1] street2=[2]", 0),
        ("willow_endgame ranks=2 ranges=[[0;1],[1;1]] up=A A", 0),
        ("liars_dice dice_sides=4", 1),
        ("liars_dice dice_sides=4", 2),
        ("goofspiel", 0),
        ("goofspiel", 1),
        ("battleship", 0),
        ("battleship", 1),
        ("battleship", 2),
    ],
)
def test_positions_that_forget_are_told(game: str, forgotten: int) -> None:
    """A position that leaves something out puts different states together."""
    rules = rules_of(game)

    def position(self: object, state: object) -> tuple[object, ...]:
        known = rules.position(state)  # type: ignore[attr-defined]
        return (*known[:forgotten], *known[forgotten + 1 :])

    settings = {field.name: getattr(rules, field.name) for field in fields(rules)}  # type: ignore[arg-type]
    wrong = type("Wrong", (type(rules),), {"position": position})(**settings)
    assert any(len(follows) > 1 for follows in what_follows(wrong).values())
