"""Ends of a game that are none, and games that are not as rules must be, are refused with the place."""

from __future__ import annotations

from fractions import Fraction

import pytest
from recheck_games import kuhn

from recheck.game import build
from recheck.names import column_of, written
from recheck.rules.leaf import Chance, Leaf, Move
from recheck.variants.known import made
from recheck.walk import iterate

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def move(infoset: str, position: int, player: int = 0, action: str | None = None) -> Move:
    return Move(player, infoset, position, "ab"[position] if action is None else action)


def ends(*paths: tuple) -> list[Leaf]:
    return [Leaf(path, (0, 0)) for path in paths]


@pytest.mark.parametrize(
    ("leaves", "message"),
    [
        ([], "has no terminal history"),
        (ends((), ()), "two terminal histories are the same"),
        (ends((move("I", 0),), (move("I", 0),), (move("I", 1),)), "two terminal histories are the same: a"),
        (ends((move("I", 0),), (move("I", 1),), (move("I", 0), move("J", 0))), "a terminal history goes on with a"),
        (ends((move("I", 1),)), "actions are missing or not told apart: b"),
        (ends((move("I", 0),), (move("I", 0, action="x"),)), "actions are missing or not told apart"),
        (ends((move("I", 0, action="x"),), (move("I", 1, action="x"),)), "actions are missing or not told apart: x x"),
        (ends((move("I", 0),), (move("J", 1),)), "several infosets at the same history"),
        (ends((move("I", 0),), (move("I", 1, 1),)), "several infosets at the same history"),
        (ends((move("I", 0, 2),)), "player 2 has no payoffs"),
        (ends((move("I", 0),), (Chance("a", Fraction(1)),)), "chance and a player move at the same history"),
        (ends((Chance("a", Fraction(1)),), (move("I", 0),)), "chance and a player move at the same history"),
        (ends((Chance("a", HALF),), (Chance("b", THIRD),)), "probabilities of chance sum to 5/6 at a b"),
        (ends((Chance("a", -HALF),), (Chance("b", 1 + HALF),)), "probabilities of chance sum to 1 at a b"),
        (ends((Chance("a", HALF),), (Chance("a", 1 - THIRD),)), "probabilities of chance sum to 7/6"),
        (ends((Chance("a", THIRD),), (Chance("a", 1 - THIRD),)), "chance actions have the same name: a a"),
        (
            ends((move("I", 0), move("J", 0)), (move("I", 1), move("J", 0)), (move("I", 1), move("J", 1))),
            "infoset 'J' of player 0 has different actions",
        ),
        ([Leaf((move("I", 0),), (0, 0)), Leaf((move("I", 1),), (0,))], "has payoffs for 1 and 2 players"),
        ([Leaf((), (0, Fraction(-(10**400), 3)))], "payoffs that are too large for floats"),
        ([Leaf((), (10**100 + 1, 0))], "payoffs that are too large for floats"),
    ],
)
def test_ends_that_make_no_game(leaves: list[Leaf], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        build(leaves, imperfect_recall=True)


FORGETFUL = ends(
    *(
        (move("I", n), move("J", k, 1), move("K", m))
        for n in (0, 1)
        for k in (0, 1)
        for m in (0, 1)
        if (n, k) != (1, 1)
    ),
    (move("I", 1), move("J", 1, 1)),
)


def test_a_player_who_forgets_is_refused_or_split() -> None:
    """Player 0 chooses at I, player 1 at J; at K player 0 knows no more what it was."""
    with pytest.raises(
        ValueError, match="infoset 'K' of player 0 is reached after 2 different series of own decisions"
    ):
        build(FORGETFUL)
    game = build(FORGETFUL, imperfect_recall=True)
    assert [(i.name, i.parent, i.first) for i in game.infosets] == [
        ("I", 0, 1),
        ("K~1", 1, 3),
        ("K~2", 2, 5),
        ("J", 7, 8),
    ]
    assert [tuple(group) for group in game.alike] == [((1, 2), (2, 1))]


def test_an_infoset_on_its_own_way_is_split_too() -> None:
    """An absent-minded player: the second visit has one decision more behind it."""
    leaves = ends((move("I", 1),), (move("I", 0), move("I", 0)), (move("I", 0), move("I", 1)))
    with pytest.raises(ValueError, match="no perfect recall"):
        build(leaves)
    game = build(leaves, imperfect_recall=True)
    assert [(i.name, i.earlier, i.parent) for i in game.infosets] == [("I~1", 0, 0), ("I~2", 1, 1)]


def test_names_of_more_than_one_past_are_numbered_by_it() -> None:
    """By the name of the earlier infoset first, whatever the order in which they are met."""
    leaves = ends(
        *((Chance(card, HALF), move(card, n), move("K", m)) for card in ("Z", "A") for n in (1, 0) for m in (0, 1))
    )
    game = build(leaves, imperfect_recall=True)
    sequences = [(game.infosets[0].first + n, f"A{n}") for n in (0, 1)]
    sequences += [(game.infosets[1].first + n, f"Z{n}") for n in (0, 1)]
    past = dict(sequences)
    assert [(i.name, past[i.parent]) for i in game.infosets[2:]] == [
        ("K~1", "A0"),
        ("K~2", "A1"),
        ("K~3", "Z0"),
        ("K~4", "Z1"),
    ]


def test_payoffs_are_merged_and_whole_over_the_least_denominator() -> None:
    leaves = [
        Leaf((Chance("a", THIRD), move("I", 0)), (Fraction(1, 2), 1)),
        Leaf((Chance("b", 1 - THIRD), move("I", 0)), (Fraction(1, 4), -2)),
        Leaf((Chance("a", THIRD), move("I", 1)), (3, 0)),
        Leaf((Chance("b", 1 - THIRD), move("I", 1)), (0, 0)),
    ]
    game = build(leaves)
    assert [tuple(outcome) for outcome in game.outcomes] == [((1, 3), (1, -3)), ((2, 3), (3, 0))]
    assert (game.denominator, game.ends.zero_sum, game.ends.largest) == (3, False, 3)


def test_a_game_without_decisions_is_one() -> None:
    assert build([Leaf((), (10**100, -(10**100)))]).ends.largest == 10**100
    game = build([Leaf((), (2, -2))])
    assert (game.infosets, game.empty, game.histories, game.longest()) == ((), (0, 1, 2), 1, 0)
    assert [tuple(outcome) for outcome in game.outcomes] == [((0, 1), (2, -2))]


def test_names_in_tables() -> None:
    assert written('a b:c~é[1] 50% "x", y|z\n\t\x7f') == "a b:c~é[1] 50%25 %22x%22%2C y%7Cz%0A%09%7F"


def test_columns_of_different_actions_differ() -> None:
    labels = [("0", "a:b", "c"), ("0", "a", "b:c"), ("0", "a%3Ab", "c"), ("0", "a", "b%3Ac")]
    columns = [column_of([written(part) for part in label]) for label in labels]
    assert columns == ["0:a%3Ab:c", "0:a:b%3Ac", "0:a%253Ab:c", "0:a:b%253Ac"]


def test_names_that_would_be_those_of_others() -> None:
    """Player 0 forgets at K, of which the two would be called K~1 and K~2, and K~1 is another infoset."""
    others = ends(*((move("I", 1), move("J", k, 1), move("K~1", m)) for k in (0, 1) for m in (0, 1)))
    leaves = ends(*((move("I", 0), move("J", k, 1), move("K", m)) for k in (0, 1) for m in (0, 1)))
    assert [i.name for i in build([*leaves, *others]).infosets] == ["I", "K", "K~1", "J"]
    split = ends(*((move("K~1", n), move("K", m)) for n in (0, 1) for m in (0, 1)))
    with pytest.raises(ValueError, match="player 0: two infosets would be named 'K~1'"):
        build(split, imperfect_recall=True)


def test_a_tree_has_no_more_histories_steps_or_letters_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    leaves = ends((move("I", 0), move("J", 0)), (move("I", 0), move("J", 1)), (move("I", 1),))
    assert build(leaves, most=5).histories == 5
    with pytest.raises(ValueError, match="has more than 4 histories"):
        build(leaves, most=4)
    # All four steps, each the name of an infoset and of an action.
    monkeypatch.setattr("recheck.histories.MOST_LETTERS", 8)
    assert build(leaves).histories == 5
    monkeypatch.setattr("recheck.histories.MOST_LETTERS", 7)
    with pytest.raises(ValueError, match="has names of more than 7 characters together"):
        build(leaves)
    monkeypatch.setattr("recheck.histories.MOST_STEPS", 1)
    with pytest.raises(ValueError, match="has histories of more than 1 steps"):
        build(leaves)
    monkeypatch.setattr("recheck.information.MOST_KNOWN", 1)
    with pytest.raises(ValueError, match="counted once for each of 2 players"):
        build([Leaf((), (0, 0))])


def test_paths_need_not_be_told_again() -> None:
    leaves = [
        Leaf((move("I", 0), move("J", 0)), (1, 0)),
        Leaf((move("J", 1),), (2, 0), kept=1),
        Leaf((move("I", 1),), (3, 0), kept=0),
    ]
    whole = [leaves[0], Leaf((move("I", 0), move("J", 1)), (2, 0)), leaves[2]]
    assert build(leaves) == build(whole)


@pytest.mark.parametrize("variant", ["cfr", "cfr_alternating", "cfr_br", "linear_cfr", "xfp"])
def test_histories_that_are_not_kept_are_walked_alike(monkeypatch: pytest.MonkeyPatch, variant: str) -> None:
    game = kuhn(players=3, ranks=4)
    kept = list(iterate(game, made(variant), {1, 7}))
    monkeypatch.setattr("recheck.walk.MOST_KEPT", 0)
    assert list(iterate(game, made(variant), {1, 7})) == kept
