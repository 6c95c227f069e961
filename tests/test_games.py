"""Games: what must hold for every file of the folder, and what is known of each game."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regretlab.registry import game_names, load_rules
from regretlab.rules import CHANCE, TERMINAL, Rules
from regretlab.sequence_form.file import read_game, write_game

from small_games import compiled

SMALLER = {"liars_dice": {"dice_sides": 4}}
"""Parameters for the games of which there would be a few hundred thousand histories."""


def histories(rules: Rules, state=None):
    """All states below one, depth first, the way a reader of the rules would walk them."""
    state = rules.root() if state is None else state
    yield state
    if rules.turn(state) != TERMINAL:
        for action in range(len(rules.actions(state))):
            yield from histories(rules, rules.play(state, action))


@pytest.mark.parametrize("name", game_names())
def test_rules_are_a_game(name):
    """Chance sums to one, states are values, an infoset has one player and one set of actions, payoffs are exact."""
    rules = load_rules(name, SMALLER.get(name, {}))
    owners = {}
    for state in histories(rules):
        hash(state)
        player = rules.turn(state)
        if player == CHANCE:
            assert sum(rules.chances(state)) == 1
            assert len(rules.chances(state)) == len(rules.actions(state))
        elif player == TERMINAL:
            payoffs = rules.payoffs(state)
            assert len(payoffs) == rules.players
            assert all(isinstance(payoff, int | Fraction) for payoff in payoffs)
        else:
            found = (player, rules.actions(state))
            assert owners.setdefault((player, rules.infoset(state)), found) == found


@pytest.mark.parametrize("name", game_names())
def test_compiled_game_reads_back(name, tmp_path):
    """The three files hold the whole game."""
    game = compiled(name, **SMALLER.get(name, {}))
    write_game(tmp_path, game)
    assert read_game(tmp_path) == game


@pytest.mark.parametrize("name", game_names())
def test_compiled_game_is_in_order(name):
    """Parents precede children, sequences follow each other without gaps, outcomes ascend."""
    game = compiled(name, **SMALLER.get(name, {}))
    numbers = [q for q, _, _ in game.rows()]
    empty = list(game.sequence_bounds[:-1])
    assert sorted(numbers + empty) == list(range(game.sequence_bounds[-1]))
    for infoset, first in zip(game.infosets, game.first_sequences, strict=True):
        assert infoset.parent < first
    outcomes = [outcome.sequences for outcome in game.outcomes]
    assert outcomes == sorted(set(outcomes))


# Counts by full enumeration with OpenSpiel 2.0.2: histories, terminals, infosets of each player, sequences of each player.
KUHN_SIZES = {
    (2, 3): (58, 30, 6, 12),
    (3, 4): (617, 312, 16, 32),
    (4, 5): (7886, 3960, 40, 80),
}


@pytest.mark.parametrize(("players", "ranks"), KUHN_SIZES)
def test_kuhn_sizes(players, ranks):
    """The compiled game is as large as OpenSpiel's."""
    game = compiled("kuhn_poker", players=players, ranks=ranks)
    histories_, terminals, infosets, sequences = KUHN_SIZES[players, ranks]
    assert (game.histories, game.terminals) == (histories_, terminals)
    assert [b - a for a, b in zip(game.infoset_bounds, game.infoset_bounds[1:], strict=False)] == [infosets] * players
    assert [b - a - 1 for a, b in zip(game.sequence_bounds, game.sequence_bounds[1:], strict=False)] == [
        sequences
    ] * players


@pytest.mark.parametrize("ranks", [2, 3, 4, 7, 13])
def test_kuhn_grows_with_the_deck(ranks):
    """N ranks: 1 + N + 9N(N-1) histories and 2N infosets per player."""
    game = compiled("kuhn_poker", ranks=ranks)
    assert game.histories == 1 + ranks + 9 * ranks * (ranks - 1)
    assert game.infoset_bounds == (0, 2 * ranks, 4 * ranks)


# Net gain of player 0 in antes by Kuhn's table: the betting, then whether player 0 has the higher card.
KUHN_PAYOFFS = {"pp": (1, -1), "pbp": (-1, -1), "pbb": (2, -2), "bp": (1, 1), "bb": (2, -2)}


def test_kuhn_payoffs():
    """Every terminal pays what the table of 1950 says, and nothing else is a terminal."""
    rules = load_rules("kuhn_poker", {})
    terminals = [state for state in histories(rules) if rules.turn(state) == TERMINAL]
    deals = [(a, b) for a, b in product(range(3), repeat=2) if a != b]
    assert {(state.cards, state.history) for state in terminals} == set(product(deals, KUHN_PAYOFFS))
    for state in terminals:
        higher, lower = KUHN_PAYOFFS[state.history]
        gain = higher if state.cards[0] > state.cards[1] else lower
        assert list(rules.payoffs(state)) == [gain, -gain]


@given(players=st.integers(2, 4), extra=st.integers(0, 2), seed=st.randoms(use_true_random=False))
def test_kuhn_is_zero_sum_and_goes_to_a_contender(players, extra, seed):
    """At the end of any play the payoffs sum to zero and only one player wins."""
    rules = load_rules("kuhn_poker", {"players": players, "ranks": players + extra})
    state = rules.root()
    while rules.turn(state) != TERMINAL:
        state = rules.play(state, seed.randrange(len(rules.actions(state))))
    payoffs = rules.payoffs(state)
    assert sum(payoffs) == 0
    assert sum(payoff > 0 for payoff in payoffs) == 1
