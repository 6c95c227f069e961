"""Willow's rules: the order of hands as its rules list them, betting without check, short stacks, merged suits."""

from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

import pytest

from regretlab.errors import InputError
from regretlab.exact.value import optimal_strategy
from regretlab.games.willow import Willow
from regretlab.registry import load_rules
from regretlab.rules import CHANCE, TERMINAL, Rules
from regretlab.willow.ranking import RANKS, strength

from named_games import game_of, rules_of, terminals

DECK = [rank for rank in range(12) for _ in range(3)]
PAIRS = ["AA", "QQ", "JJ", "TT", "99", "88", "77", "66", "55", "44", "33", "22"]
LISTED = [*PAIRS, "QA", "Q2", "JA", "Q3", "J2", "TA"]
"""The strongest hands, strong to weak, as the rules list them; the higher rank first, the ace counting 1."""
BY_TWO = ["QT", "J9", "T8", "97", "86", "75", "64", "53", "42", "3A"]
BY_ONE = ["QJ", "JT", "T9", "98", "87", "76", "65", "54", "43", "32", "2A"]


def worth(hand: str) -> tuple[bool, int, int]:
    return strength(RANKS.index(hand[0]), RANKS.index(hand[1]))


@pytest.mark.parametrize("hands", [LISTED, BY_TWO, BY_ONE])
def test_hands_are_in_the_order_of_the_rules(hands: list[str]) -> None:
    found = [worth(hand) for hand in hands]
    assert found == sorted(set(found), reverse=True)


def test_there_is_no_other_hand_between() -> None:
    """All 78 hands: pairs first, then by difference; the lists above are the beginning and the end."""
    every = sorted(map("".join, {*combinations(reversed(RANKS), 2), *((r, r) for r in RANKS)}), key=worth, reverse=True)
    assert every[: len(LISTED)] == LISTED
    assert every[-len(BY_TWO + BY_ONE) :] == BY_TWO + BY_ONE


def beats(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """The rules in another way: by counting what a hand is ahead of, rule after rule."""
    (a, b), (c, d) = sorted(one), sorted(other)
    if a == b or c == d:
        return a == b and (c != d or (a == 0 and c != 0) or (c != 0 and a > c))
    return (b - a, b) > (d - c, d)


def test_the_order_is_total_and_transitive_over_all_pairs_of_hands() -> None:
    """630 hands of two cards: of two, the stronger beats the other, or both are equal in ranks; so it is an order."""
    hands = list(combinations(DECK, 2))
    assert len(hands) == 36 * 35 // 2
    for one, other in product(set(hands), repeat=2):
        assert beats(one, other) == (strength(*one) > strength(*other))
        assert (strength(*one) == strength(*other)) == (sorted(one) == sorted(other))
    assert all(strength(a, b) == strength(b, a) for a, b in hands)


def played(rules: Any, *actions: str) -> Any:
    state = rules.root()
    for action in actions:
        state = rules.play(state, rules.actions(state).index(action))
    return state


def willow(**parameters: Any) -> Any:
    return load_rules("willow", parameters)


def test_nobody_checks() -> None:
    """The first to act bets or folds; when he folds the other takes the ante, without a word."""
    rules = willow()
    state = played(rules, "A", "7")
    assert rules.actions(state) == ("fold", "bet 1", "bet 4", "bet 10")
    state = played(rules, "A", "7", "fold")
    assert (rules.turn(state), list(rules.payoffs(state))) == (TERMINAL, [-1, 1])


def test_the_second_street_begins_with_the_first_player_too() -> None:
    rules = willow()
    state = played(rules, "A", "7", "bet 1", "raise 4", "call", "9", "J")
    assert (rules.turn(state), rules.infoset(state)) == (0, "A/bet 1/raise 4/call/[9 J]")
    assert rules.actions(state) == ("fold", "bet 2", "bet 8", "bet 20")
    end = rules.play(rules.play(state, 3), 1)
    # Nine less one against jack less seven: 8 and 4. Ante, 4 and 20.
    assert list(rules.payoffs(end)) == [25, -25]


@pytest.mark.parametrize(("raises", "last"), [(0, "bet 1"), (1, "raise 2"), (3, "raise 4"), (19, "raise 10")])
def test_raises_are_capped(raises: int, last: str) -> None:
    """The bet is no raise."""
    rules = willow(street1=list(range(1, 11)), raises=raises)
    state = played(rules, "A", "7")
    done = []
    while any(action.startswith(("bet", "raise")) for action in rules.actions(state)):
        done.append(next(a for a in rules.actions(state) if a.startswith(("bet", "raise"))))
        state = rules.play(state, rules.actions(state).index(done[-1]))
    assert (len(done), done[-1]) == (min(raises, 9) + 1, last)


def test_who_has_less_than_a_bet_may_bet_it() -> None:
    """Three chips after the ante: menu sizes above stand for them, once; the caller's stack is no matter."""
    rules = willow(stacks=[4, 100])
    assert rules.actions(played(rules, "A", "7")) == ("fold", "bet 1", "bet 3")
    state = played(rules, "A", "7", "bet 1", "raise 4")
    assert rules.actions(state) == ("fold", "call")
    end = played(rules, "A", "7", "bet 1", "raise 4", "call", "9", "8")
    # Only three of the four could be called, and the rest went back; there is nothing more to bet.
    assert (rules.turn(end), list(rules.payoffs(end))) == (TERMINAL, [4, -4])


def test_an_all_in_below_the_smallest_bet_is_a_bet() -> None:
    """One chip on the second street, where two is the least: who faces it may raise, and it counts towards the cap."""
    rules = willow(players=3, stacks=[3, 100, 100], street1=[1], street2=[2, 3, 4, 5, 6], raises=2)
    state = played(rules, "A", "7", "Q", "bet 1", "call", "call", "2", "3", "4")
    assert rules.actions(state) == ("fold", "bet 1")
    state = rules.play(state, 1)
    assert rules.actions(state) == ("fold", "call", *[f"raise {n}" for n in (2, 3, 4, 5, 6)])
    state = rules.play(rules.play(state, 2), 2)
    assert rules.actions(state) == ("fold", "call")


def test_face_up_cards_go_to_those_who_are_in() -> None:
    rules = willow(players=4, street1=[1])
    state = played(rules, "A", "7", "Q", "3", "fold", "bet 1", "fold", "call", "9")
    assert rules.turn(state) == CHANCE
    state = rules.play(state, 0)
    assert rules.infoset(state) == "7/fold/bet 1/fold/call/[- 9 - A]"


def test_odd_chips_go_to_the_lowest_seat() -> None:
    """Three antes and two bets of 1 and 2: nine chips for two equal hands."""
    rules = willow(players=3, street1=[1], street2=[2])
    first = ["Q", "Q", "5", "bet 1", "call", "fold", "T", "T", "bet 2", "call"]
    end = played(rules, *first)
    assert list(rules.payoffs(end)) == [1, 0, -1]


def test_side_pots() -> None:
    """Two chips, five, and many: the best hand wins only what it has paid for."""
    rules = willow(players=3, stacks=[2, 5, 100], street1=[1, 4], street2=[2])
    end = played(rules, "A", "5", "7", "bet 1", "raise 4", "call", "A", "8", "8")
    assert (rules.turn(end), list(rules.payoffs(end))) == (TERMINAL, [4, 1, -5])


def by_ranks(rules: Rules, suits: int) -> dict[tuple[Any, ...], list[Fraction]]:
    """By ranks and betting: how likely, and what is paid, weighted by it."""
    found: dict[tuple[Any, ...], list[Fraction]] = {}
    stack: list[tuple[Any, Fraction]] = [(rules.root(), Fraction(1))]
    while stack:
        state, reach = stack.pop()
        turn = rules.turn(state)
        if turn == TERMINAL:
            key = tuple(c // suits for c in state.down), tuple(c // suits for c in state.up), state.node.said
            numbers = [reach, *(reach * payoff for payoff in rules.payoffs(state))]
            found[key] = [a + b for a, b in zip(found.get(key, [Fraction(0)] * len(numbers)), numbers, strict=True)]
            continue
        chances = rules.chances(state) if turn == CHANCE else [Fraction(1)] * len(rules.actions(state))
        stack += [(rules.play(state, action), reach * chance) for action, chance in enumerate(chances)]
    return found


@pytest.mark.parametrize(
    "game",
    [
        "willow ranks=4 street1=[1] street2=[2]",
        pytest.param("willow players=3 ranks=3 stacks=[3;2;9] street1=[1] street2=[2]", marks=pytest.mark.heavy),
    ],
)
def test_merged_suits_are_the_same_game(game: str) -> None:
    """Each deal of ranks is as likely as all its deals of cards, and pays the same, whatever is done."""
    assert by_ranks(rules_of(game), 1) == by_ranks(rules_of(f"{game} suit_isomorphism=false"), 3)


@pytest.mark.parametrize(
    "game",
    [
        "willow ranks=4 street1=[1] street2=[2]",
        pytest.param("willow ranks=3 street1=[1;4] street2=[2;8]", marks=pytest.mark.heavy),
    ],
)
def test_merging_keeps_the_value(game: str) -> None:
    """Proven in fractions for both."""
    (_, merged), (_, apart) = (optimal_strategy(game_of(f"{game} suit_isomorphism={on}")) for on in ("true", "false"))
    assert merged == apart


def test_merged_deals_of_the_whole_deck_are_as_likely() -> None:
    """All 36 x 35 x 34 deals of three cards, by rank; a fourth is dealt in the same way."""
    rules: Willow = willow()
    found: dict[tuple[int, ...], Fraction] = {(): Fraction(1)}
    for _ in range(3):
        found = {
            (*dealt, card): reach * chance
            for dealt, reach in found.items()
            for card, chance in zip(*rules.deck.without(dealt)[::2], strict=True)
        }
    counted: dict[tuple[int, ...], int] = {}
    for deal in permutations(range(36), 3):
        ranks = tuple(card // 3 for card in deal)
        counted[ranks] = counted.get(ranks, 0) + 1
    assert {deal: reach * 36 * 35 * 34 for deal, reach in found.items()} == counted


def test_every_play_adds_up_to_nothing() -> None:
    rules = rules_of("willow players=3 ranks=3 suits=2 stacks=[2;3;9] street1=[1;4] street2=[2;8]")
    assert {sum(rules.payoffs(state)) for state in terminals(rules)} == {0}


@pytest.mark.parametrize(
    ("parameters", "told"),
    [
        ({"players": 11}, "players: expected 2 to 10, found 11"),
        ({"players": 10, "ranks": 6}, "ranks: expected 20 cards or more for 10 players, found 6 of 3 suits"),
        ({"ranks": 13}, "ranks: expected 2 to 12, found 13"),
        ({"stacks": [0]}, "stacks: expected 1 to 1,000, found 0"),
        ({"stacks": [5, 5, 5]}, "stacks: expected one for all or 2, one for each player, found [5, 5, 5]"),
        ({"street1": []}, "street1: expected bets from 1 to 10, ascending, found []"),
        ({"street1": [4, 1]}, "street1: expected bets from 1 to 10, ascending, found [4, 1]"),
        ({"street1": [4, 4]}, "street1: expected bets from 1 to 10, ascending, found [4, 4]"),
        ({"street1": [11]}, "street1: expected bets from 1 to 10, ascending, found [11]"),
        ({"street2": [1, 2]}, "street2: expected bets from 2 to 20, ascending, found [1, 2]"),
        ({"raises": -1}, "raises: expected 0 to 19, found -1"),
    ],
)
def test_bad_parameters(parameters: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError) as error:
        willow(**parameters)
    assert str(error.value).endswith(told)
