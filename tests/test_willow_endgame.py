"""The second street of Willow alone: it is the one of the whole game, from given ranges; menus; bad input."""

from fractions import Fraction
from typing import Any

import pytest

from regretlab.errors import InputError
from regretlab.exact.value import optimal_strategy
from regretlab.registry import load_rules
from regretlab.rules import CHANCE, TERMINAL, Rules

from named_games import game_of, rules_of


def by_names(rules: Rules, state: Any, reach: Fraction) -> dict[tuple[str, ...], tuple[Fraction, Fraction]]:
    """From a state on, each way to an end: first cards and actions, to how likely it is by chance, and what player 0 gets."""
    turn = rules.turn(state)
    if turn == TERMINAL:
        return {(): (reach, Fraction(rules.payoffs(state)[0]))}
    found = {}
    actions = rules.actions(state)
    chances = rules.chances(state) if turn == CHANCE else [Fraction(1)] * len(actions)
    for number, (action, chance) in enumerate(zip(actions, chances, strict=True)):
        after = by_names(rules, rules.play(state, number), reach * chance)
        found.update({(action, *others): what for others, what in after.items()})
    return found


def second_street(rules: Any, before: tuple[str, ...], up: str) -> dict[tuple[str, ...], tuple[Fraction, Fraction]]:
    """The same of a whole game after these actions of the first street, with these cards face up: all deals together."""
    found, total = {}, Fraction(0)
    for own, chance in zip(rules.actions(rules.root()), rules.chances(rules.root()), strict=True):
        first = rules.play(rules.root(), rules.actions(rules.root()).index(own))
        for other, likely in zip(rules.actions(first), rules.chances(first), strict=True):
            state, reach = rules.play(first, rules.actions(first).index(other)), chance * likely
            for action in before:
                state = rules.play(state, rules.actions(state).index(action))
            for card in up.split():
                names = rules.actions(state)
                if card not in names:
                    break
                reach *= rules.chances(state)[names.index(card)]
                state = rules.play(state, names.index(card))
            else:
                ends = by_names(rules, state, reach)
                found.update({(own, other, *others): what for others, what in ends.items()})
                total += reach
    return {path: (reach / total, payoff) for path, (reach, payoff) in found.items()}


@pytest.mark.parametrize(
    ("up", "paid", "before"), [("A 3", 2, ("bet 1", "call")), ("2 2", 5, ("bet 1", "raise 4", "call"))]
)
def test_it_is_the_second_street_of_the_whole_game(up: str, paid: int, before: tuple[str, ...]) -> None:
    """With all cards alike: every end is as likely by chance, given what is face up, and pays the same."""
    whole = rules_of("willow ranks=4 suits=3 street1=[1;4] street2=[2;5;6]")
    alone = load_rules("willow_endgame", {"ranks": 4, "up": up, "paid": paid, "menus": [[2, 5, 6]]})
    assert by_names(alone, alone.root(), Fraction(1)) == second_street(whole, before, up)


def test_ranges_weigh_the_deals() -> None:
    """Aces twice as often as twos, against nothing but threes: by hand."""
    rules = load_rules("willow_endgame", {"ranks": 3, "up": "2 3", "ranges": [[2, 1, 0], [0, 0, 7]], "menus": [[2]]})
    state = rules.root()
    # Two of three twos are left, and all aces: 3 x 2 to 2 x 1.
    assert (rules.actions(state), list(rules.chances(state))) == (("A", "2"), [Fraction(3, 4), Fraction(1, 4)])
    state = rules.play(state, 1)
    assert (rules.actions(state), list(rules.chances(state))) == (("3",), [1])


def value(menus: str) -> Fraction:
    return optimal_strategy(game_of(f"willow_endgame ranks=6 up=2 3 paid=5 menus={menus}"))[1]


def test_a_larger_menu_is_worth_more_to_its_owner() -> None:
    """In fractions; with these cards both players gain by a bet more."""
    both, first, second = value("[[2;20]]"), value("[[2;8;20],[2;20]]"), value("[[2;20],[2;8;20]]")
    assert second < both < first
    assert value("[[2;20],[2;20]]") == both


def test_a_menu_is_its_owners() -> None:
    rules: Any = load_rules("willow_endgame", {"ranks": 4, "menus": [[2, 20], [8]], "up": "2 4"})
    state = rules.play(rules.play(rules.root(), 0), 0)
    assert rules.actions(state) == ("fold", "bet 2", "bet 20")
    state = rules.play(state, 1)
    assert rules.actions(state) == ("fold", "call", "raise 8")
    assert rules.actions(rules.play(state, 2)) == ("fold", "call", "raise 20")


@pytest.mark.parametrize(
    ("parameters", "told"),
    [
        ({"up": "7"}, "up: expected 2 of A 2 3 4 5 6 7 8 9 T J Q, with a blank between, found '7'"),
        ({"up": "7 K"}, "up: expected 2 of A 2 3 4 5 6 7 8 9 T J Q, with a blank between, found '7 K'"),
        ({"up": "7 7", "suits": 1}, "up: expected different ranks with one suit, found '7 7'"),
        ({"paid": 12}, "paid: expected 1 to 11, found 12"),
        ({"ranges": [[1] * 12]}, "ranges: expected none, or 2, one for each player, found 1"),
        ({"ranges": [[1] * 11] * 2}, "ranges: expected a number for each of 12 ranks, found 11"),
        ({"ranges": [[-1] * 12] * 2}, "ranges: expected 0 to 1,000,000, found -1"),
        ({"ranges": [[0] * 12] * 2}, "ranges: expected cards that both players can have, found none"),
        ({"menus": []}, "menus: expected one, or 2, one for each player, found 0"),
        ({"menus": [[1, 2]]}, "menus: expected bets from 2 to 20, ascending, found [1, 2]"),
        ({"raises": 20}, "raises: expected 0 to 19, found 20"),
    ],
)
def test_bad_parameters(parameters: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError) as error:
        load_rules("willow_endgame", parameters)
    assert str(error.value).endswith(told)


def test_one_deal_must_be_possible() -> None:
    """Both have nothing but the last card of a rank."""
    ranges = [[0, 1], [0, 1]]
    with pytest.raises(InputError, match="expected cards that both players can have, found none"):
        load_rules("willow_endgame", {"ranks": 2, "suits": 3, "up": "2 2", "ranges": ranges})
