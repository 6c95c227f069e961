"""Hands are made smaller without losing what they are kept for, and the pages show the smallest."""

import pytest

from regretlab.betting.hand import Structure, pots_of
from regretlab.betting.reason import why_raise
from regretlab.betting.round import NOBODY, options
from regretlab.betting.sample import Draws, choice, no_limit
from regretlab.betting.smallest import Line, replayed, size, smallest
from regretlab.betting.street import Street
from regretlab.docs_betting import NAMES, books_table, told


def drawn(n):
    """A whole hand by its number."""
    draws = Draws(3, n)
    line = Line(*no_limit(draws), ())
    while (hand := replayed(line)[1]).turn != NOBODY:
        line = line._replace(actions=(*line.actions, choice(draws, options(hand.round))))
    return line


def side_pot(line):
    return len(pots_of(replayed(line)[1])) > 1


def not_raised_in_full(line):
    hand = replayed(line)[1]
    return hand.turn != NOBODY and why_raise(hand.round, NAMES).rule == "short all-in"


@pytest.mark.parametrize("n", range(10))
def test_the_smallest_holds_and_is_no_larger(n):
    line = drawn(n)
    if side_pot(line):
        found = smallest(line, side_pot)
        assert side_pot(found)
        assert size(found) <= size(line)
        assert smallest(found, side_pot) == found


def test_what_is_found_from_any_hand():
    """A bet or call, an all-in that is a little more, and the answer of a third, without whom nobody could answer a raise."""
    lines = [drawn(n) for n in range(60)]
    starts = [
        start
        for line in lines
        for cut in range(len(line.actions))
        if not_raised_in_full(start := line._replace(actions=line.actions[:cut]))
    ]
    assert len(starts) > 3
    least = min((smallest(start, not_raised_in_full) for start in starts), key=size)
    assert size(least)[:2] == (3, 3)


def test_a_line_that_is_not_allowed_is_none():
    table = Structure((Street(2),), (1, 2), (0, 0))
    assert replayed(Line(table, (10, 10), (3,))) is None
    assert replayed(Line(table, (10, 0), ())) is None
    assert replayed(Line(table, (10, 10), (2, 2, 0))) is None
    assert told(Line(table, (10, 1), ())) == "A posts 1, B posts 1 of 2"
    assert told(Line(table, (10, 10), (4, 10))) == "A posts 1, B posts 2, A raises to 4, B is all in for 10"


def test_books_that_do_not_differ_have_no_row(monkeypatch):
    """The table of rule books is of real differences: where two are the same, none is found."""
    monkeypatch.setattr("regretlab.docs_betting._differ", lambda hands: False)
    monkeypatch.setattr("regretlab.docs_betting.HANDS", 20)
    with pytest.raises(
        ValueError, match="standard and single raise: expected a hand that is ruled otherwise, found none"
    ):
        books_table()
