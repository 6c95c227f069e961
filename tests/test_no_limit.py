"""The no-limit games: closed forms, chips, names, bad parameters. Who may raise when is for tests/betting."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regretlab.errors import InputError
from regretlab.exact.optimal import solve_game
from regretlab.registry import load_rules, load_variant
from regretlab.rules import CHANCE, TERMINAL, Rules
from regretlab.sequence_form.arrays import Floats, Tree
from regretlab.sequence_form.compile import compile_game
from regretlab.sequence_form.game import Game
from regretlab.sequence_form.solver import Solver, worth

KUHN, LEDUC = "no_limit_kuhn", "no_limit_leduc"


def played(rules: Rules, *actions: str) -> Any:
    """The state after these actions, by name."""
    state = rules.root()
    for action in actions:
        state = rules.play(state, rules.actions(state).index(action))
    return state


def value(name: str, **parameters: Any) -> Fraction:
    return solve_game(compile_game(name, parameters, load_rules(name, parameters))).value


def together(one: Rules, other: Rules) -> Iterator[tuple[Any, Any]]:
    """The histories of two games, taken alike at every turn; there must be as many actions in both."""
    stack = [(one.root(), other.root())]
    while stack:
        states = stack.pop()
        yield states
        assert one.turn(states[0]) == other.turn(states[1])
        if one.turn(states[0]) != TERMINAL:
            actions = [rules.actions(state) for rules, state in zip((one, other), states, strict=True)]
            assert len(actions[0]) == len(actions[1])
            stack.extend((one.play(states[0], a), other.play(states[1], a)) for a in range(len(actions[0])))


def same_up_to_names(one: Rules, other: Rules) -> bool:
    """Whether two games differ in nothing but the names of infosets and actions of players."""
    names: set[tuple[int, str, str]] = set()
    for a, b in together(one, other):
        turn = one.turn(a)
        if turn == TERMINAL:
            if list(one.payoffs(a)) != list(other.payoffs(b)):
                return False
        elif turn == CHANCE:
            if (one.actions(a), list(one.chances(a))) != (other.actions(b), list(other.chances(b))):
                return False
        else:
            names.add((turn, one.infoset(a), other.infoset(b)))
    firsts, seconds = ({name[:2] for name in names}, {name[::2] for name in names})
    return len(firsts) == len(seconds) == len(names)


# Closed forms.


@pytest.mark.parametrize(("players", "ranks"), [(2, 3), (2, 5), (3, 4), (4, 5)])
@pytest.mark.parametrize("bets", ["any", "all-in", "1", "1/3pot all-in"])
def test_kuhn_with_two_antes_is_kuhn_poker(players: int, ranks: int, bets: str) -> None:
    """There is one bet, of 1, and nobody has more."""
    parameters = {"players": players, "ranks": ranks}
    kuhn = load_rules("kuhn_poker", parameters)
    assert same_up_to_names(kuhn, load_rules(KUHN, {**parameters, "stacks": [2], "bets": bets}))


def test_other_games_are_not_kuhn_poker() -> None:
    """Larger bets pay more, and the one whose first stack is larger has more of them."""
    assert not same_up_to_names(load_rules("kuhn_poker", {}), load_rules(KUHN, {"stacks": [3], "bets": "all-in"}))
    with pytest.raises(AssertionError):
        same_up_to_names(load_rules("kuhn_poker", {}), load_rules(KUHN, {"stacks": [3, 2]}))


@pytest.mark.parametrize("stacks", [[2], [2, 2], [2, 9], [9, 2]])
def test_what_the_other_cannot_call_is_worth_nothing(stacks: list[int]) -> None:
    """Kuhn's value, whoever has more than two antes."""
    assert value(KUHN, stacks=stacks) == Fraction(-1, 18)


@pytest.mark.parametrize(
    ("parameters", "bet"),
    [
        ({"stacks": [2], "bets": "all-in"}, 1),
        ({"stacks": [3], "bets": "all-in"}, 2),
        ({"stacks": [4], "bets": "all-in"}, 3),
        ({"stacks": [9], "bets": "1"}, 1),
        ({"stacks": [3], "bets": "pot"}, 2),
    ],
)
def test_kuhn_with_one_bet(parameters: dict[str, Any], bet: int) -> None:
    """Three cards and one bet b of up to two antes are worth -b (2 - b) / 6 (2 + b) to player 0, and 0 from there on.

    Player 1 bluffs so often that player 0 with the middle card does not mind, b / (2 + b); who faces a bet with it calls with
    (2 - b) / (2 + b).
    """
    b = Fraction(min(bet, 2))
    assert value(KUHN, **parameters) == -b * (2 - b) / (6 * (2 + b))


@pytest.mark.parametrize(("name", "stacks"), [(KUHN, [1]), (KUHN, [1, 7]), (LEDUC, [1]), (LEDUC, [5, 1])])
def test_where_nobody_can_bet_the_cards_decide(name: str, stacks: list[int]) -> None:
    """Nobody is ever in turn; both win equally often, the ante and no more."""
    rules = load_rules(name, {"stacks": stacks, "bets": "any" if name == KUHN else ["any", "any"]})
    worth, stack = Fraction(0), [(rules.root(), Fraction(1))]
    while stack:
        state, reach = stack.pop()
        if rules.turn(state) == TERMINAL:
            assert abs(rules.payoffs(state)[0]) <= 1
            worth += reach * rules.payoffs(state)[0]
        else:
            assert rules.turn(state) == CHANCE
            stack.extend((rules.play(state, a), reach * chance) for a, chance in enumerate(rules.chances(state)))
    assert worth == 0
    with pytest.raises(InputError, match=f"^{name}: expected a game in which somebody decides, found no decision$"):
        compile_game(name, {}, rules)


@pytest.mark.heavy
def test_leduc_suits_do_not_matter() -> None:
    parameters = {"stacks": [3, 4], "bets": ["any", "pot all-in"], "ranks": 2}
    assert value(LEDUC, suit_isomorphism=True, **parameters) == value(LEDUC, **parameters)


# Hands.


def test_leduc_hands() -> None:
    """A pair wins, then the higher rank; equal hands share, in halves if need be; who folds loses what he has put in."""
    rules = load_rules(LEDUC, {"players": 3, "ranks": 3, "suit_isomorphism": True, "stacks": [6, 5, 4]})
    state = played(rules, "2", "1", "0", "bet 3", "call", "call", "1")
    assert (rules.turn(state), rules.infoset(state)) == (0, "2/bet 3/call/call/[1]")
    assert rules.payoffs(played(rules, "2", "1", "0", "bet 3", "call", "call", "1", "check", "check")) == (-4, 8, -4)
    assert rules.payoffs(played(rules, "2", "1", "0", "bet 3", "call", "call", "2", "bet 2", "call")) == (9, -5, -4)
    assert rules.payoffs(played(rules, "2", "1", "0", "bet 3", "call", "call", "0", "bet 2", "call")) == (-3, -5, 8)
    assert rules.payoffs(played(rules, "2", "1", "0", "bet 3", "fold", "fold")) == (2, -1, -1)
    half = Fraction(1, 2)
    state = played(rules, "2", "2", "0", "bet 3", "call", "fold", "1", "check", "check")
    assert rules.payoffs(state) == (half, half, -1)


def test_the_public_card_is_dealt_to_those_who_are_all_in() -> None:
    rules = load_rules(LEDUC, {"stacks": [3]})
    state = played(rules, "0", "2", "bet 2", "call")
    assert rules.turn(state) == CHANCE
    assert rules.turn(played(rules, "0", "2", "bet 2", "call", "1")) == TERMINAL
    assert rules.payoffs(played(rules, "0", "2", "bet 2", "call", "1")) == (3, -3)
    assert rules.turn(played(rules, "0", "2", "bet 2", "fold")) == TERMINAL


def test_a_cap_on_raises() -> None:
    """Of a second raise there is nothing left but the call."""
    rules = load_rules(LEDUC, {"stacks": [20], "bets": ["any", "any"], "raises": 1})
    assert rules.actions(played(rules, "0", "2", "bet 2")) == ("fold", "call")
    rules = load_rules(LEDUC, {"stacks": [20], "bets": ["any", "any"], "raises": 2})
    assert rules.actions(played(rules, "0", "2", "bet 2"))[:3] == ("fold", "call", "raise 4")
    assert rules.actions(played(rules, "0", "2", "bet 2", "raise 4")) == ("fold", "call")


MENUS = st.sampled_from(["any", "all-in", "pot all-in", "1", "2 all-in", "1/2pot 2pot"])


@st.composite
def games(draw: st.DrawFn) -> Rules:
    """Either game with up to four players and any stacks."""
    players = draw(st.integers(2, 4))
    parameters: dict[str, Any] = {
        "players": players,
        "ranks": draw(st.integers(players, 5)),
        "stacks": [draw(st.integers(least, 12)) for least in (3, 2, 1, 1)[:players]],
        "rule_book": draw(st.sampled_from(["standard", "any raise", "single raise", "completing", "limit"])),
    }
    if draw(st.booleans()):
        return load_rules(KUHN, {**parameters, "bets": draw(MENUS)})
    more = {"suit_isomorphism": draw(st.booleans()), "raises": draw(st.integers(1, 4))}
    return load_rules(LEDUC, {**parameters, **more, "bets": [draw(MENUS), draw(MENUS)]})


@settings(max_examples=150, deadline=None)
@given(rules=games(), data=st.data())
def test_chips_are_conserved(rules: Any, data: st.DataObject) -> None:
    """What one wins others lose, and nobody more than he has; a fold is offered where there is something to call."""
    state = rules.root()
    while rules.turn(state) != TERMINAL:
        actions = rules.actions(state)
        assert ("fold" in actions) == ("call" in actions) != ("check" in actions) or rules.turn(state) == CHANCE
        state = rules.play(state, data.draw(st.integers(0, len(actions) - 1)))
    payoffs = rules.payoffs(state)
    assert sum(payoffs) == 0
    assert all(-stack <= payoff for payoff, stack in zip(payoffs, rules.stacks, strict=True))


# A right that decides a game: docs/raise-rights.md.

DECIDED = {"players": 3, "suit_isomorphism": True, "stacks": [8, 8, 4], "bets": ["2 all-in", "pot"], "raises": 3}
Profile = dict[tuple[int, str], dict[str, float]]
"""By player and infoset the probabilities of the actions."""


def by_names(game: Game, sigma: Floats) -> Profile:
    found: Profile = {}
    for sequence, infoset, action in game.rows():
        found.setdefault((infoset.player, infoset.name), {})[action] = sigma[sequence]
    return found


def carried_over(profile: Profile, game: Game, sigma: Floats) -> Floats:
    """A profile in a game with more actions, which are not taken; at infosets that it does not have, `sigma` is played."""
    found = sigma.copy()
    for sequence, infoset, action in game.rows():
        if (infoset.player, infoset.name) in profile:
            found[sequence] = profile[infoset.player, infoset.name].get(action, 0)
    return found


def test_a_right_decides_a_game() -> None:
    """Other values by other rule books, and what is best by the standard is not by the other: who has the right uses it."""
    found, trees, games = {}, {}, {}
    for book in ("standard", "any raise"):
        parameters = {**DECIDED, "rule_book": book}
        games[book] = compile_game(LEDUC, parameters, load_rules(LEDUC, parameters))
        trees[book] = Tree.of(games[book])
        solver = Solver(trees[book], load_variant("pcfr_plus"))
        (found[book],) = [solver.average(iterate) for iterate in solver.iterates([1000])]
    worths = {book: worth(trees[book], found[book]) for book in found}
    assert max(each.nash_conv for each in worths.values()) < 1e-3
    change = worths["any raise"].value - worths["standard"].value
    assert change == pytest.approx([-0.153, -0.073, 0.226], abs=2e-3)
    standard = by_names(games["standard"], found["standard"])
    kept = carried_over(standard, games["any raise"], found["any raise"])
    assert all(worth(trees["any raise"], kept).gain[:2] > 0.04)
    same = carried_over(standard, games["standard"], found["standard"])
    assert max(worth(trees["standard"], same).gain) < 1e-3


# Names of infosets.


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        (KUHN, {"stacks": [4, 5], "ranks": 12}),
        (KUHN, {"players": 3, "stacks": [5, 5, 4], "bets": "2 all-in", "ranks": 3}),
        (LEDUC, {"stacks": [4], "bets": ["any", "any"], "suit_isomorphism": True}),
        (LEDUC, {"players": 3, "ranks": 2, "stacks": [3, 5, 4], "suit_isomorphism": True}),
    ],
)
def test_a_name_is_what_the_player_knows(name: str, parameters: dict[str, Any]) -> None:
    """One name for each own card, public card and past of actions, and another for any other."""
    rules = load_rules(name, parameters)
    known: dict[str, tuple[object, ...]] = {}
    stack: list[tuple[Any, tuple[str, ...]]] = [(rules.root(), ())]
    while stack:
        state, done = stack.pop()
        turn = rules.turn(state)
        if turn == TERMINAL:
            continue
        if turn != CHANCE:
            seen = (turn, state.cards[turn], state.cards[rules.players :], done)
            assert known.setdefault(rules.infoset(state), seen) == seen
            assert not set(rules.infoset(state)) & set('%",|:')
        for number, action in enumerate(rules.actions(state)):
            stack.append((rules.play(state, number), done if turn == CHANCE else (*done, action)))
    assert len(set(known.values())) == len(known)


# Parameters.


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"players": 1}, "players: expected 2 to 10, found 1"),
        ({"players": 4}, "ranks: expected 4 to 1,000, found 3"),
        ({"stacks": [0]}, "stacks: expected 1 to 1,000, found 0"),
        ({"stacks": [5, -1]}, "stacks: expected 1 to 1,000, found -1"),
        ({"stacks": [1001]}, "stacks: expected 1 to 1,000, found 1001"),
        ({"stacks": []}, r"stacks: expected one for all or 2, one for each player, found \[\]"),
        ({"stacks": [2, 3, 4]}, r"stacks: expected one for all or 2, one for each player, found \[2, 3, 4\]"),
        ({"bets": "half"}, "bets: expected any, or sizes like 2, 1/2pot, pot, all-in, found half"),
        ({"bets": ""}, "bets: menu: expected one size or more, found none"),
        ({"bets": "1 3"}, "bets: expected 2 at most, which is what anybody has left, found 3"),
        ({"bets": "1/3pot"}, "bets: expected a bet that somebody could make, found 1/3pot"),
        ({"bets": "all-in", "stacks": [1]}, "bets: expected a bet that somebody could make, found all-in"),
        ({"bets": 2}, "bets: expected a text, found 2"),
        ({"rule_book": "mine"}, "rule_book: expected one of: standard, limit, .*, found 'mine'"),
    ],
)
def test_bad_parameters_of_kuhn(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=f"^{KUHN}: {message}$"):
        load_rules(KUHN, parameters)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"players": 6}, "ranks: expected 4 to 1,000, found 3"),
        ({"raises": 0}, "raises: expected 1 to 100, found 0"),
        ({"stacks": [0]}, "stacks: expected 1 to 1,000, found 0"),
        ({"bets": ["any"]}, r"bets: expected two, one for each round, found \['any'\]"),
        ({"bets": ["any", "5"]}, "bets: expected 4 at most, which is what anybody has left, found 5"),
        ({"bets": ["1/4pot", "1/3pot"]}, "bets: expected a bet that somebody could make, found 1/4pot, 1/3pot"),
        ({"rule_book": ""}, "rule_book: expected one of: standard, limit, .*, found ''"),
    ],
)
def test_bad_parameters_of_leduc(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=f"^{LEDUC}: {message}$"):
        load_rules(LEDUC, parameters)


def test_a_menu_for_one_round_is_enough() -> None:
    """What is too little of a pot of two is a bet after one has been called."""
    rules = load_rules(LEDUC, {"bets": ["1", "1/4pot"]})
    assert rules.actions(played(rules, "0", "2", "check", "check", "1")) == ("check",)
    assert rules.actions(played(rules, "0", "2", "bet 1", "call", "1")) == ("check", "bet 1")
