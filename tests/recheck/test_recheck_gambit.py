"""Games from Gambit's files: what the files say is read, what they do not say is refused with its line."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from recheck_twin import assert_same_game

from recheck.certify.games import DEFAULTS
from recheck.game import build
from recheck.response import measure
from recheck.rules import efg, nfg
from recheck.rules.gambit import Reader
from recheck.rules.leaf import Chance, Leaf, Move
from regretlab.gambit.efg import read_efg
from regretlab.gambit.nfg import read_nfg
from regretlab.gambit.write import write_efg
from regretlab.registry import load_rules

GAMES = Path(__file__).parents[2] / "config/games"

TREE = r"""EFG 2 R "A \"game\"" { "one" "two" }
"a comment"
c "" 1 "" { "a" 1/3 "b" 2/3 } 1 "ante" { -.5, 1 }
p "n" 1 7 "left%2C right" { "x" "y" } 0
t "" 2 "end" { 1 -1e1 }
t "" 2
p "n" 1 8 "" { "x" "" } 0
p "n" 2 1 { "u" "v" } 0
t "" 3 { 0 0 }
t "" 0
t "" 2 "end" { 1 -1e1 }
"""


def whole_paths(content: str) -> list[Leaf]:
    """The ends of a tree, each with all steps from the root."""
    found: list[Leaf] = []
    for path, payoffs, kept in efg.leaves(content):
        before = found[-1].path[:kept] if found else ()
        assert len(before) == kept
        found.append(Leaf((*before, *path), payoffs))
    return found


def test_what_a_tree_says() -> None:
    """Outcomes add up along the way; one label is missing, so that infosets have numbers, and actions positions."""
    half = Fraction(1, 2)
    a, b = Chance("a", Fraction(1, 3)), Chance("b", Fraction(2, 3))
    assert whole_paths(TREE) == [
        Leaf((a, Move(0, "7", 0, "x")), (half, -9)),
        Leaf((a, Move(0, "7", 1, "y")), (half, -9)),
        Leaf((b, Move(0, "8", 0, "1"), Move(1, "1", 0, "u")), (-half, 1)),
        Leaf((b, Move(0, "8", 0, "1"), Move(1, "1", 1, "v")), (-half, 1)),
        Leaf((b, Move(0, "8", 1, "2")), (half, -9)),
    ]


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("right%2C left", "right, left"),
        ("%C3%A9", "é"),
        ("%C3", "%C3"),
        ("%c3%a9", "%c3%a9"),
        ("100%", "100%"),
        (r"\"", '"'),
        (r"\n", r"\n"),
        ("a\nb", "a\nb"),
    ],
)
def test_labels_are_decoded(label: str, name: str) -> None:
    tree = f'EFG 2 R "" {{ "" }} p "" 1 1 "{label}" {{ "{label}" "x" }} 0 t "" 0 t "" 0'
    assert [leaf.path for leaf in whole_paths(tree)] == [(Move(0, name, 0, name),), (Move(0, name, 1, "x"),)]


def test_what_a_table_says() -> None:
    """The first player's strategy runs fastest; the second's labels are the same, so that they are numbered."""
    table = """NFG 1 D "t" { "one" "two" } { { "up" "down" } { "l" "l" } } "comment" 1 -1, 2 -2, 0.25 -.25 4 -4"""
    assert list(nfg.leaves(table)) == [
        Leaf((Move(0, "0", n, row), Move(1, "1", m, column)), (Fraction(text), -Fraction(text)))
        for m, column, texts in ((0, "1", "12"), (1, "2", ("1/4", "4")))
        for n, (row, text) in enumerate(zip(("up", "down"), texts, strict=True))
    ]


def test_a_table_of_outcomes() -> None:
    table = 'NFG 1 R "t" { "1" "2" "3" } { 1 2 1 } { { "a" 1, 2, 3 } { "" 4 5 6 } } 2 0'
    assert [leaf.payoffs for leaf in nfg.leaves(table)] == [(4, 5, 6), (0, 0, 0)]


def test_myersons_game_is_worth_a_third() -> None:
    """R. B. Myerson, "Game Theory", 1991, section 2.1: black raises one time in three, two of three raises are met."""
    of = build(efg.leaves((GAMES / "myerson-poker.efg").read_text()))
    third = Fraction(1, 3)
    by_name = {"black": (third, 1 - third), "red": (Fraction(1), Fraction(0)), "raised": (1 - third, third)}
    found = measure(of, [by_name[infoset.name] for infoset in of.infosets])
    assert (found.values, found.nash_conv) == ((third, -third), 0)


@pytest.mark.parametrize("path", sorted(GAMES.glob("*.?fg")), ids=lambda path: path.name)
def test_our_files_are_read_alike_by_both(path: Path) -> None:
    mine, theirs = (efg, read_efg) if path.suffix == ".efg" else (nfg, read_nfg)
    assert_same_game(theirs(path), mine.leaves(path.read_text()))


WRITTEN = [
    ("kuhn_poker", {"players": 3, "ranks": 3}),
    ("leduc_poker", {"suit_isomorphism": True, "bets": [1, 2]}),
    ("liars_dice", {"dice_sides": 2}),
    ("goofspiel", {"num_cards": 3, "tied_prize": "shared", "points_order": "random"}),
    ("battleship", {"num_shots": 2}),
]


@pytest.mark.parametrize(("name", "parameters"), WRITTEN)
def test_games_that_were_written_out(name: str, parameters) -> None:
    """Names with line breaks, commas and brackets, fractions as payoffs: all as the rules have them."""
    rules = load_rules(name, {**DEFAULTS[name], **parameters})
    assert_same_game(rules, efg.leaves(write_efg(rules, name)))


LINES = TREE.splitlines()


def with_line(number: int, line: str) -> str:
    return "\n".join([*LINES[: number - 1], *([line] if line else []), *LINES[number:]])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "line 1: expected EFG, found the end"),
        ('EFG 1 R "" { "" }', "line 1: expected 2, found 1"),
        ('NFG 1 R "" { "" }', "expected EFG, found NFG"),
        ('EFG 2 R "" { "" }', "the tree is not complete"),
        ('EFG 2 R "never ends\n{ }', "line 1: a text without its end"),
        (with_line(3, 'x "" 1'), "line 3: expected c, p or t, found x"),
        (with_line(3, 'c "" 1 "" { "a" 1/0 "b" 2/3 } 0'), "line 3: expected a number, found 1/0"),
        (with_line(3, 'c "" 1 "" { "a" one "b" 2/3 } 0'), "line 3: expected a number, found one"),
        (with_line(3, 'c "" 1 "" { "a" 1/3 } 0'), "one more than the tree has"),
        (with_line(3, 'c "" 1 "" { } 0'), "line 3: expected actions, found none"),
        (with_line(4, 'p "n" 3 7 "" { "x" "y" } 0'), "line 4: expected a player from 1 to 2, found 3"),
        (with_line(4, 'p "n" 0 7 "" { "x" "y" } 0'), "line 4: expected a player from 1 to 2, found 0"),
        (with_line(4, 'p "n" 1 7 "left" 0'), "line 4: expected {, found 0"),
        (with_line(4, 'p "n" 1 1/2 "" { "x" "y" } 0'), "line 4: expected a whole number, found 1/2"),
        (with_line(5, 't "" 2'), "line 5: expected name and payoffs of outcome 2"),
        (with_line(5, 't "" 0 { 1 1 }'), "line 5: outcome 0 was told otherwise before"),
        (with_line(6, 't "" 2 "end" { 1 -9 }'), "line 6: outcome 2 was told otherwise before"),
        (with_line(6, 't "" 2 "End" { 1 -1e1 }'), "line 6: outcome 2 was told otherwise before"),
        (with_line(6, 't "" 2 "end" { 1 }'), "line 6: expected word, found }"),
        (with_line(7, 'p "n" 1 7 "right" { "x" "y" } 0'), "line 7: expected the label 'left, right', found 'right'"),
        (with_line(7, 'p "n" 1 7 "left%2C right" { "x" "z" } 0'), "line 7: the infoset had other actions before"),
        (with_line(11, ""), "the tree is not complete"),
        (TREE + 't "" 0', "one more than the tree has"),
    ],
)
def test_trees_that_are_none(content: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        list(efg.leaves(content))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("NFG", "expected 1, found the end"),
        ('NFG 1 R "" { "a" "b" } { 2 } 1 1 1 1', "strategies of 2 players, found those of 1"),
        ('NFG 1 R "" { "a" "b" } { 2 0 }', "strategies of 2 players"),
        ('NFG 1 R "" { "a" "b" } { 1 2 } 1 1 1', "expected word, found the end"),
        ('NFG 1 R "" { "a" "b" } { 1 1 } 1 1 1', "line 1: expected the end, found more"),
        ('NFG 1 R "" { "a" "b" } { 1 1 }\n{ { "x" 1 1 } } 2', "line 2: expected an outcome up to 1, found 2"),
        ('NFG 1 R "" { "a" "b" } { 1 1 } { { "x" 1 } } 1', "expected word, found }"),
    ],
)
def test_tables_that_are_none(content: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        list(nfg.leaves(content))


def test_deep_trees_are_told_once() -> None:
    """All paths of a comb would be millions of steps."""
    deep = 2000
    lines = [f'p "" {n % 2 + 1} {n + 1} "" {{ "x" "y" }} 0\nt "" {n + 1} "" {{ {n} -{n} }}' for n in range(deep)]
    tree = "\n".join(['EFG 2 R "" { "a" "b" }', *lines, 't "" 1'])
    assert sum(len(leaf.path) for leaf in efg.leaves(tree)) == 2 * deep
    game = build(efg.leaves(tree))
    assert (game.histories, game.longest()) == (2 * deep + 1, deep)


def test_line_ends_are_as_the_author_left_them() -> None:
    assert whole_paths(TREE.replace("\n", "\r\n")) == whole_paths(TREE)


@pytest.mark.parametrize("number", ["1" * 1000, "1/" + "3" * 998, "1e1000", "1e-1000", ".5", "5.", "+0e0999", "-1/3"])
def test_numbers_are_exact(number: str) -> None:
    assert Reader(number).number() == Fraction(number)


@pytest.mark.parametrize("number", ["1" * 1001, "1/" + "3" * 999, "1e1001", "1e-1001", "1e" + "9" * 900])
def test_numbers_that_are_too_long(number: str) -> None:
    with pytest.raises(ValueError, match="line 1: expected a number of 1,000 characters at most"):
        Reader(number).number()


@pytest.mark.parametrize(
    "sizes", ["20000001", f"{10**300} 2", "5000 5000", "100 100 100 100", "2 " * 25, "10000 10000 0"]
)
def test_tables_that_are_too_large_are_refused_before_they_are_read(sizes: str) -> None:
    players = " ".join('"p"' for _ in sizes.split())
    with pytest.raises(ValueError, match=r"20,000,000|strategies of 3 players"):
        next(nfg.leaves(f'NFG 1 R "" {{ {players} }} {{ {sizes} }} 0'))
