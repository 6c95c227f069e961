"""Forgeries of what a solution is said to teach."""

from __future__ import annotations

from audit.selftest.forgery import FORGERIES, first, forgery, more
from audit.selftest.forging import Forger, Table
from audit.selftest.mutation import Group

group = Group(FORGERIES, "semantics")


def _table(forger: Forger, name: str) -> Table:
    """A table of lessons, on the smallest game."""
    return forger.table(forger.files(rf"[^/]+/lessons/{name}\.csv")[0])


def _raise(forger: Forger, name: str, column: str, beside: str | None = None) -> str:
    """Let the first number of a column be larger, with something in the column beside, and give the subject."""
    table = _table(forger, name)
    rows = (n for n in range(len(table.rows)) if table.cell(n, column) and (beside is None or table.cell(n, beside)))
    row = first(rows, f"no number in column {column} of {table.path}")
    table.put(row, column, more(table.cell(row, column)))
    forger.write(table)
    return table.path.rpartition("/")[0]


@forgery(group, "table-rows")
def rank_of_a_hand(forger: Forger) -> None:
    """Two hands have each other's place in the order of all hands."""
    table = _table(forger, "ranking")
    for column in ("hand", "class", "ways", "beats", "ties", "loses", "equity"):
        one, other = table.cell(0, column), table.cell(1, column)
        table.put(0, column, other)
        table.put(1, column, one)
    forger.write(table)


@forgery(group, level="truth")
def value_on_the_first_street(forger: Forger) -> str:
    """An answer to a bet on the first street is worth more than it is."""
    return _raise(forger, "street1", "value", beside="before")


@forgery(group, "files-disagree")
def probability_on_the_first_street(forger: Forger) -> None:
    """An action on the first street is said to be taken more often than by the strategy."""
    _raise(forger, "street1", "probability")


@forgery(group, "files-disagree")
def bets_that_are_possible(forger: Forger) -> None:
    """A bet is possible more often than it is, and than page and figure say."""
    _raise(forger, "bets", "possible")


@forgery(group, "files-disagree")
def bar_of_a_lesson(forger: Forger) -> None:
    """A bar of the opening is wider than the others."""
    file = forger.files(r"figures/[^/]+/opening\.svg")[0]
    text = forger.text(file)
    forger.bundle.write(forger.path(file), text.replace('width="34"', 'width="40"', 1))


@forgery(group, "sum-wrong")
def bluffs_that_are_not_made(forger: Forger) -> None:
    """More bets are bluffs than are made."""
    table = _table(forger, "bets")
    rows = (n for n in range(len(table.rows)) if table.cell(n, "bluffs"))
    row = first(rows, f"no bet is made in {table.path}")
    table.put(row, "bluffs", more(table.cell(row, "made")))
    forger.write(table)


@forgery(group, "sum-wrong")
def reach_of_an_end(forger: Forger) -> None:
    """Hands end in one way more often than they do."""
    _raise(forger, "ends", "reach")


@forgery(group, "file-not-there")
def table_of_lessons_left_out(forger: Forger) -> None:
    """A table of lessons is gone, from all lists too."""
    forger.bundle.remove(forger.path(_table(forger, "up").path))
