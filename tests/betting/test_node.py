"""Lines of betting: what is offered by name, what follows, what is won; menus as texts."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from betting.dealt_hands import tables
from regretlab.betting.hand import Structure
from regretlab.betting.menu import Menu, read_menu
from regretlab.betting.no_limit import first_node
from regretlab.betting.node import Node
from regretlab.betting.round import FOLD, NOBODY, options


def after(node: Node, *actions: str) -> Node:
    for action in actions:
        node = node.following[node.actions.index(action)]
    return node


def test_every_whole_bet_has_its_name() -> None:
    node = first_node(2, (4, 6), ("any",), "standard")
    assert node.actions == ("check", "bet 1", "bet 2", "bet 3")
    assert after(node, "check").actions == ("check", "bet 1", "bet 2", "bet 3", "bet 4", "bet 5")
    assert after(node, "bet 2").actions == ("fold", "call", "raise 4", "raise 5")
    assert after(node, "bet 1", "raise 2").actions == ("fold", "call", "raise 3")
    assert after(node, "bet 1", "raise 2").said == ("/bet 1/raise 2",)


def test_a_menu_offers_its_sizes() -> None:
    node = first_node(2, (9,), ("1/2pot pot 5 all-in",), "standard")
    assert node.actions == ("check", "bet 1", "bet 2", "bet 5", "bet 8")
    assert after(node, "bet 2").actions == ("fold", "call", "raise 5", "raise 8")


def test_streets_are_told_apart() -> None:
    node = first_node(2, (5,), ("2", "all-in"), "standard")
    assert after(node, "check", "bet 2", "call").said == ("/check/bet 2/call", "")
    assert after(node, "check", "bet 2", "call").actions == ("check", "bet 2")
    assert after(node, "check", "bet 2", "call", "check").said == ("/check/bet 2/call", "/check")
    assert after(node, "check", "bet 2", "fold").actions == ()


def test_a_short_all_in_gives_a_right_by_one_rule_book_and_not_by_another() -> None:
    """The example of docs/raise-rights.md: stacks of 4, 4 and 3 after the ante."""
    nodes = {book: first_node(3, (5, 5, 4), ("2 all-in",), book) for book in ("standard", "single raise", "any raise")}
    found = {book: after(node, "bet 2", "call", "raise 3").actions for book, node in nodes.items()}
    assert found["standard"] == found["single raise"] == ("fold", "call")
    assert found["any raise"] == ("fold", "call", "raise 4")


def test_what_is_won_of_three_stacks() -> None:
    """Stacks of 2, 3 and 5, all in: six in the main pot, two in the side pot, and two go back."""
    node = after(first_node(3, (2, 3, 5), ("all-in",), "standard"), "bet 1", "raise 2", "call")
    assert (node.turn, node.playing, node.paid) == (NOBODY, (0, 1, 2), (2, 3, 3))
    assert node.payoffs((2, 1, 0)) == (4, -1, -3)
    assert node.payoffs((0, 1, 2)) == (-2, -3, 5)
    assert node.payoffs((1, 1, 0)) == (1, 2, -3)
    assert node.payoffs((1, 1, 1)) == (0, 0, 0)
    assert node.payoffs((7, 7, 9)) == (-2, -3, 5)


def test_odd_chips_are_divided() -> None:
    node = after(first_node(3, (2,), ("any",), "standard"), "check", "bet 1", "fold", "call")
    assert node.payoffs((1, 1, 0)) == (Fraction(1, 2), Fraction(1, 2), -1)


@settings(max_examples=100, deadline=None)
@given(table=tables(), data=st.data())
def test_no_chip_is_lost_and_nobody_pays_more_than_he_has(table: tuple[Structure, tuple[int, ...]], data) -> None:
    structure, stacks = table
    node = Node.first(structure, (Menu((2, 5, 9), (Fraction(1, 3),), all_in=True),) * len(structure.streets), stacks)
    while node.actions:
        assert len(set(node.actions)) == len(node.actions) == len(node.following)
        may = options(node.hand.round)
        assert ("fold" in node.actions) == may.allow(FOLD)
        node = data.draw(st.sampled_from(node.following))
    strengths = data.draw(st.lists(st.integers(0, 3), min_size=len(stacks), max_size=len(stacks)))
    gains = node.payoffs(strengths)
    assert sum(gains) == 0
    assert all(-stack <= gain for gain, stack in zip(gains, stacks, strict=True))
    losers = [seat for seat in range(len(stacks)) if seat not in node.playing]
    assert all(gains[seat] <= 0 for seat in losers)
    assert node.payoffs([2 * strength for strength in strengths]) == gains


def test_menus_are_read() -> None:
    assert read_menu("any") is None
    assert read_menu("all-in") == Menu(all_in=True)
    assert read_menu("pot 2 1/2pot  12 3/2pot 2pot") == Menu(
        (2, 12), (Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(2))
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "menu: expected one size or more, found none"),
        ("any 2", "expected any, or sizes like 2, 1/2pot, pot, all-in, found any"),
        ("2 half", "expected any, or sizes like 2, 1/2pot, pot, all-in, found half"),
        ("0", "expected any, or sizes like 2, 1/2pot, pot, all-in, found 0"),
        ("-1", "expected any, or sizes like 2, 1/2pot, pot, all-in, found -1"),
        ("0.5pot", "expected any, or sizes like 2, 1/2pot, pot, all-in, found 0.5pot"),
        ("1/0pot", "expected any, or sizes like 2, 1/2pot, pot, all-in, found 1/0pot"),
        ("pot pot", "expected each size once, found pot 2 times"),
        ("1/2pot 2/4pot", "pots: expected numbers above 0, ascending, found 1/2, 1/2"),
    ],
)
def test_texts_that_are_no_menu(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        read_menu(text)
