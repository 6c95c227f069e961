"""Strategies that a study gives: tables by player, infoset and action, in any order, each action of the game once.

Columns: those of strategy.csv, docs/bundle-format.md; the table stands in the run's folder.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from recheck import tolerances
from recheck.game import Game
from recheck.information import Infoset
from recheck.ledger import Check, Ledger
from recheck.reading import Label, rows_of
from recheck.tolerances import Tolerance
from recheck.variants.matching import added
from recheck.variants.rule import Given

NAMES, PROBABILITY = ("player", "infoset", "action"), "probability"
LABEL = ", ".join(NAMES)
NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")

ROUNDED = Tolerance(
    1e-6, "what was computed in single precision sums to 1 only nearly: it is divided by its sum before it is played"
)


def read_given(check: Check, text: str) -> Given | None:
    """The strategy in the check's file; None with problems if it is none."""
    rows: dict[Label, tuple[int, float]] = {}
    for number, (*names, cell) in rows_of(check, (*NAMES, PROBABILITY), text) or ():
        label = tuple(names)
        probability = float(cell) if NUMBER.fullmatch(cell) else -1.0
        if label in rows:
            check.problem("row is there twice", number, LABEL, None, " ".join(label))
        if not 0.0 <= probability <= 1.0:
            check.problem("is not a probability", number, PROBABILITY, "0 to 1", cell)
        rows[label] = (number, probability)
    check.numbers = len(rows)
    return Given(check.file, rows) if check.passed else None


def fits(ledger: Ledger, given: Given, game: Game) -> bool:
    """Whether it is a strategy of this game, the same at infosets that are played alike; problems if not."""
    check = ledger.check("given strategy is one of this game", given.file, *tolerances.EXACT)
    due = [label for infoset in game.infosets for label in _labels(infoset)]
    check.numbers = len(due)
    for label in due:
        if label not in given.rows:
            check.problem("row is missing", None, LABEL, " ".join(label))
    for label in given.rows.keys() - set(due):
        check.problem("row should not be there", given.rows[label][0], LABEL, None, " ".join(label))
    if not check.passed:
        return False
    strategy = laid_out(given, game)
    for infosets, _ in game.alike:
        first = infosets[0]
        for n in infosets[1:]:
            if strategy[n] != strategy[first]:
                name, other = game.infosets[n].label, game.infosets[first].label
                check.problem(
                    "differs where infosets are played alike", None, "infoset", f"as at {other}", f"at {name}"
                )
    check = ledger.check("probabilities of the given strategy sum to 1", given.file, *ROUNDED)
    for infoset, probabilities in zip(game.infosets, strategy):
        row, _ = given.rows[next(_labels(infoset))]
        check.number(added(probabilities), 1.0, row, PROBABILITY)
    return not ledger.problems


def laid_out(given: Given, game: Game) -> list[tuple[float, ...]]:
    """Its probabilities by infoset and action, as they stand there."""
    return [tuple([given.rows[label][1] for label in _labels(infoset)]) for infoset in game.infosets]


def _labels(infoset: Infoset) -> Iterator[Label]:
    """The rows of an infoset."""
    return ((str(infoset.player), infoset.label, action) for action in infoset.action_labels)
