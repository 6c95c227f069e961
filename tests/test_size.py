"""Sizes before compiling: counts against full enumeration, estimates against counts, refusals."""

import pytest

from regretlab.errors import InputError
from regretlab.registry import load_rules
from regretlab.rules import TERMINAL
from regretlab.sequence_form import size
from regretlab.sequence_form.size import check_size, count, estimate, size_of
from regretlab.sequence_form.walk import walk_histories

from small_games import compiled

GAMES = [
    ("kuhn_poker", {"players": 3, "ranks": 5}),
    ("leduc_poker", {}),
    ("leduc_poker", {"ranks": 4, "raises": 1, "suit_isomorphism": True}),
    ("liars_dice", {"dice_sides": 4}),
    ("goofspiel", {"points_order": "random", "num_cards": 3}),
    ("battleship", {"num_shots": 2}),
]


@pytest.mark.parametrize(("name", "parameters"), GAMES)
def test_counts_are_those_of_full_enumeration(name, parameters):
    """Counted position by position, or walked history by history: the same."""
    game = compiled(name, **parameters)
    counted = count(load_rules(name, parameters))
    assert counted == (game.histories, game.terminals, True)


@pytest.mark.parametrize(("name", "parameters"), GAMES)
def test_estimates_are_near(name, parameters):
    """Without positions the size is estimated, unbiased: within a quarter on these games."""
    rules = load_rules(name, parameters)
    exact, estimated = count(rules), estimate(rules)
    assert not estimated.exact
    assert 0.75 < estimated.histories / exact.histories < 1.25
    assert 0.75 < estimated.terminals / exact.terminals < 1.25


def test_closed_form_of_liars_dice():
    """Two dice of two sides: 16 rolls after 15 histories of chance; 256 sets of bids, each but the empty one called once."""
    rolls, bids = 4**2, 2 ** (4 * 2)
    counted = count(load_rules("liars_dice", {"numdice": 2, "dice_sides": 2}))
    assert counted == (1 + 2 + 4 + 8 + rolls * (bids + bids - 1), rolls * (bids - 1), True)


def test_too_large_is_refused_at_once():
    """The message says how large the game is and what it would need."""
    message = (
        r"expected a game of at most 20,000,000 histories, found 43,486,542,835 histories, 21,743,270,640 of them "
        r"terminal; to compile it would need about 20,249 GiB of memory"
    )
    with pytest.raises(InputError, match=message):
        check_size(load_rules("liars_dice", {"numdice": 2}))


class Endless:
    """A game of one player that goes on and on."""

    players = 1

    def root(self):
        return 0

    def turn(self, state):
        return 0

    def actions(self, state):
        return ("on", "and on")

    def play(self, state, action):
        return state + 1

    def infoset(self, state):
        return str(state)

    def payoffs(self, state):
        return (0,)


class Counted(Endless):
    """The same, with positions."""

    def position(self, state):
        return state


@pytest.mark.parametrize("rules", [Endless(), Counted()])
def test_endless_game_is_refused(rules, monkeypatch):
    """Neither the estimate nor the compiler runs on for ever."""
    monkeypatch.setattr("regretlab.sequence_form.walk.MOST_HISTORIES", 20_000)
    with pytest.raises(InputError, match=r"expected a game of at most 20,000,000 histories, found about .*e\+\d"):
        check_size(rules)
    with pytest.raises(InputError, match="expected a game of at most 20,000 histories, found more"):
        walk_histories(rules, imperfect_recall=False)


def test_too_many_positions_are_estimated(monkeypatch):
    """Counting stops where it would take long."""
    monkeypatch.setattr(size, "MOST_MOVES", 10)
    found = size_of(load_rules("kuhn_poker", {}))
    assert not found.exact
    assert str(found).startswith("about ")


def test_wrong_positions_are_seen():
    """Rules that call different positions the same are counted wrongly: the test above has teeth."""
    rules = load_rules("leduc_poker", {})
    wrong = type("Wrong", (type(rules),), {"position": lambda self, state: self.turn(state) == TERMINAL})
    assert count(wrong()) != count(rules)
