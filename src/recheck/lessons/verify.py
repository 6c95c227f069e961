"""Verification of lessons: what the final strategy of a variant does in Willow, and what comes of it, derived from its table.

Files and formulas: docs/lessons.md. The game is not built, history by history: lines of betting without cards are gone through
for all first cards at once.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from recheck import tolerances
from recheck.comparing import compare_rows
from recheck.ledger import Check, Ledger
from recheck.lessons.asked import KEY, has_lessons
from recheck.lessons.betting import Betting, End, Place, betting, walk
from recheck.lessons.deals import RANKING, Cards
from recheck.lessons.derive import BETS, ENDS, STREET_1, UP, WIDTHS, Label, Numbers, Strategy, derive
from recheck.names import written
from recheck.reading import Row, float_of, read_table
from recheck.rules.willow import RANKS
from recheck.source import are_parameters
from recheck.study import DERIVED, STUDY_FILE, read_whole_study
from recheck.tolerances import ROUNDING, Tolerance

STRATEGY = ("player", "infoset", "action", "probability")
PROBABILITIES = {"reach", "probability", "equity", "possible", "made", "bluffs", "folds"}


class Taught(NamedTuple):
    """A game that lessons are drawn on, and its deck."""

    betting: Betting
    cards: Cards


def verify_lessons(folder: Path, game_folder: str) -> Ledger:
    """Verify the lessons on one game; whatever is wrong is in the ledger's problems."""
    ledger = Ledger(f"{game_folder}/{KEY}")
    with ledger.surviving():
        study = read_whole_study(ledger, folder)
        if study is not None:
            _verify(ledger, folder, study, game_folder)
    return ledger


def _verify(ledger: Ledger, folder: Path, study: Mapping[str, Any], game_folder: str) -> None:
    """Verify all five tables."""
    check = ledger.check("lessons asked for", STUDY_FILE, *tolerances.EXACT)
    entry = next((game for game in study["games"] if game["folder"] == game_folder), None)
    if entry is None or not has_lessons(study, entry):
        expected = "a game of which lessons are drawn, and a variant that runs on it"
        check.problem("no lessons are drawn from this game", None, KEY, expected, game_folder)
        return
    taught = read_game(check, entry)
    if taught is None:
        return
    check.numbers += 1
    ranking = ledger.check("order of all hands", f"{game_folder}/{KEY}/ranking.csv", *tolerances.EXACT)
    compare_rows(ranking, folder, RANKING, taught.cards.ranking, 2)
    ledger.level = DERIVED
    strategy = _read_strategy(ledger, folder, f"{game_folder}/{study[KEY]}/strategy.csv", taught)
    if strategy is None:
        return
    found = derive(taught.betting.first, taught.cards, strategy)
    of_probabilities, of_values = derived_tolerances(taught)
    for name, header, rows in (
        ("street1.csv", STREET_1, found.street_1),
        ("up.csv", UP, found.up),
        ("bets.csv", BETS, found.bets),
        ("ends.csv", ENDS, found.ends),
    ):
        file = f"{game_folder}/{KEY}/{name}"
        checks = {False: ledger.check("values by the strategy", file, *of_values)}
        checks[True] = ledger.check("probabilities by the strategy", file, *of_probabilities)
        _compare(checks, folder, header, rows)


def read_game(check: Check, entry: Mapping[str, Any]) -> Taught | None:
    """The betting and the cards of an entry of study.json; None, with problems, if its parameters are not those of a game."""
    if not are_parameters(check, entry["rules"], entry["parameters"]):
        return None
    cards = Cards(entry["parameters"]["ranks"], entry["parameters"]["suits"])
    try:
        return Taught(betting(entry["parameters"], cards.deals(2), cards.deals(4)), cards)
    except ValueError as error:
        check.problem(str(error), None, "parameters")
        return None


def derived_tolerances(taught: Taught) -> tuple[Tolerance, Tolerance]:
    """What is allowed for probabilities, and for what is counted in antes."""
    terms, decisions = taught.betting.terminals, taught.betting.longest
    most = 2 * max(map(_largest, _ends(taught.betting.first)))
    operations = terms + 3 * decisions + 8
    size = 2 * operations * ROUNDING
    reason = f"a quotient of two sums of at most {terms} products of {decisions} probabilities"
    return (
        Tolerance(size, f"{reason}, each of which rounds at most {operations} times by 1.1e-16"),
        Tolerance(size * most, f"{reason}, and of what is up to {most:g}: {operations} roundings by 1.1e-16 each"),
    )


def _ends(first: Place) -> list[End]:
    """All ends of the betting."""
    after = [action.after for node in walk(first) for action in node.actions]
    return [place for place in (first, *after) if isinstance(place, End)]


def _largest(end: End) -> int:
    return max(map(abs, end.payoffs))


def labels_of(taught: Taught) -> list[Label]:
    """The labels of strategy.csv: by player, number of own earlier decisions, name of the infoset, action."""
    up = [f"{RANKS[u]} {RANKS[v]}" for u, v in taught.cards.pairs()]
    infosets = [
        (node.player, node.earlier, node.infoset(card, shown), node.actions)
        for node in walk(taught.betting.first)
        for shown in (up if len(node.said) == 2 else [""])
        for card in RANKS[: taught.cards.ranks]
        if taught.cards.suits > shown.split().count(card)
    ]
    infosets.sort(key=lambda infoset: infoset[:3])
    return [
        (str(player), written(name), written(action.name))
        for player, _, name, actions in infosets
        for action in actions
    ]


def _read_strategy(ledger: Ledger, folder: Path, file: str, taught: Taught) -> Strategy | None:
    """The strategy that lessons are drawn from; None, with problems, if it is none."""
    reason = "the strategy is read, and not derived from anything else: there is a report on the run"
    check = ledger.check("strategy that lessons are drawn from", file, 0.0, reason)
    labels = labels_of(taught)
    rows = read_table(check, folder, STRATEGY, labels)
    found: dict[tuple[int, str], list[float]] = {}
    for label in labels:
        number = float_of(check, rows[label], "probability") if label in rows else None
        if number is None:
            continue
        if not 0 <= number <= 1:
            check.problem("is not a probability", rows[label].number, "probability", "0 to 1", number)
        found.setdefault((int(label[0]), label[1]), []).append(number)
    check.numbers = len(rows)
    if not check.passed:
        return None
    widest = max(map(len, found.values()), default=1)
    sums = ledger.check("probabilities of an infoset sum to 1", file, *tolerances.quotients(widest))
    row = 0
    for numbers in found.values():
        row += len(numbers)
        sums.within(abs(math.fsum((*numbers, -1.0))), row, "probability", 1, math.fsum(numbers))
    return found if sums.passed else None


def _compare(checks: Mapping[bool, Check], folder: Path, header: Sequence[str], due: Mapping[Label, Numbers]) -> None:
    """Compare a table with the numbers that are due, those of probabilities and others in a check each."""
    width = WIDTHS[tuple(header)]
    rows = read_table(checks[True], folder, header, list(due))
    for label, numbers in due.items():
        if label not in rows:
            continue
        checks[True].numbers += width
        for column, number in zip(header[width:], numbers):
            compare_cell(checks[column in PROBABILITIES], rows[label], column, number)


def compare_cell(check: Check, row: Row, column: str, due: float | None) -> None:
    """Compare a cell with a number; None: it has to be empty."""
    if due is None:
        check.same(row.cells[column], "", row.number, column, "is not empty, though play never comes here")
    elif row.cells[column] == "":
        check.problem("is empty", row.number, column, due, "")
    else:
        published = float_of(check, row, column)
        if published is not None:
            check.number(published, due, row.number, column)
