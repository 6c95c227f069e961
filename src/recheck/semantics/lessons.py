"""Lessons that agree with themselves, with the strategy that they are drawn from and with what it is worth.

docs/lessons.md. That the numbers are those of the strategy is not looked at here; recheck.lessons derives them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import comb, fsum

from recheck.codes import CELL_FORM, FILES_DISAGREE, SUM_WRONG
from recheck.ledger import Check
from recheck.lessons.asked import KEY
from recheck.lessons.deals import RANKING, Cards
from recheck.lessons.derive import BETS, ENDS, STREET_1, UP, layout
from recheck.lessons.verify import STRATEGY, derived_tolerances, read_game
from recheck.reading import Row, float_of
from recheck.semantics.bundle import Bundle
from recheck.semantics.cells import Table, down, in_range, near, read_rows, same_texts, sum_to_one
from recheck.semantics.compiled import Compiled
from recheck.semantics.runs import Ran
from recheck.study import STUDY_FILE
from recheck.tolerances import Tolerance


def check_lessons(bundle: Bundle, compiled: Compiled, ran: Ran | None) -> None:
    """Check the five tables; `ran` is the run that they are drawn from, None if it cannot be read."""
    taught = read_game(bundle.check("games that lessons are drawn on", STUDY_FILE), compiled.entry)
    if taught is None:
        return
    rows = layout(taught.betting.first, taught.cards)
    folder = f"{compiled.folder}/{KEY}"
    of_probabilities, of_values = derived_tolerances(taught)
    _check_ranking(bundle, f"{folder}/ranking.csv", taught.cards)
    table = read_rows(bundle, "what to do on the first street", f"{folder}/street1.csv", STREET_1, rows.street_1)
    if table is not None:
        _check_street_1(bundle, table, compiled, of_probabilities)
    table = read_rows(bundle, "what cards face up change", f"{folder}/up.csv", UP, rows.up)
    if table is not None:
        _check_up(bundle, table, of_probabilities)
    table = read_rows(bundle, "bets and bluffs", f"{folder}/bets.csv", BETS, rows.bets)
    if table is not None:
        _check_bets(bundle, table, of_probabilities)
    table = read_rows(bundle, "how hands end", f"{folder}/ends.csv", ENDS, rows.ends)
    if table is not None:
        _check_ends(bundle, table, ran, of_probabilities, of_values)


def _check_ranking(bundle: Bundle, file: str, cards: Cards) -> None:
    """All hands in their order, counted so often as there are sets of two cards, and equities that follow."""
    labels = [row[:2] for row in cards.ranking()]
    table = read_rows(bundle, "order of all hands", file, RANKING, labels)
    if table is None:
        return
    names = ("ways", "beats", "ties", "loses")
    read = [(column, numbers) for column in names if (numbers := table.wholes(column)) is not None]
    counts = [numbers for column, numbers in read if in_range(table.check, numbers, 0, None, down(column))]
    equities = table.floats("equity")
    if len(counts) < len(names) or equities is None:
        return
    deck = cards.ranks * cards.suits
    sums = bundle.check("sets of two cards", file, code=SUM_WRONG)
    sums.same(sum(counts[0]), comb(deck, 2), None, "ways", "is not how many sets of two cards there are, all together")
    for row, (beats, ties, loses) in enumerate(zip(*counts[1:]), 1):
        others = beats + ties + loses
        sums.same(
            others,
            comb(deck - 2, 2),
            row,
            "loses",
            "is not how many sets of two other cards there are, with both before",
        )
        if others:
            message = "does not follow from what the hand beats"
            sums.same(equities[row - 1], (beats + ties / 2) / others, row, "equity", message)


def _check_street_1(bundle: Bundle, table: Table, compiled: Compiled, tolerance: Tolerance) -> None:
    """Probabilities are those of the strategy; a hand begins with one card of all."""
    reach, _ = _reached(bundle, table, 3, tolerance)
    file = f"{compiled.folder}/{bundle.study[KEY]}/strategy.csv"
    strategy = read_rows(bundle, "strategy that lessons are drawn from", file, STRATEGY, compiled.labels)
    if strategy is not None:
        known = {tuple(cells[:3]): cells[3] for cells in strategy.rows}
        due = [known.get((cells[0], cells[2] + cells[1], cells[3]), "") for cells in table.rows]
        check = bundle.check("probabilities against the strategy", table.check.file, code=FILES_DISAGREE)
        same_texts(check, table.texts("probability"), due, down("probability"), "is not that of strategy.csv")
    if reach is None:
        return
    _empty(table, "value", [not number for number in reach])
    begins = [n for n, cells in enumerate(table.rows) if not cells[1]]
    firsts = [n for n in begins if n == 0 or table.rows[n][2] != table.rows[n - 1][2]]
    if firsts:
        check = bundle.check("the first card is one of all", table.check.file, tolerance, SUM_WRONG)
        sum_to_one(check, [reach[n] for n in firsts], [(0, len(firsts))], lambda _: (firsts[-1] + 1, "reach"))


def _check_up(bundle: Bundle, table: Table, tolerance: Tolerance) -> None:
    """Reach, equity and value are the same in all rows of two cards, and the probabilities of the actions sum to 1."""
    reach, spans = _reached(bundle, table, 2, tolerance)
    for column in ("equity", "value"):
        texts = table.texts(column)
        due = [texts[begin] for begin, end in spans for _ in range(begin, end)]
        same_texts(table.check, texts, due, down(column), "is not the same in each of the rows of these cards")
    if reach is None:
        return
    never = [not number for number in reach]
    columns = [_empty(table, column, never) for column in ("probability", "equity", "value")]
    if columns[0] is None or columns[1] is None:
        return
    check = bundle.check("probabilities of the first action sum to 1", table.check.file, tolerance, SUM_WRONG)
    come = [(begin, end) for begin, end in spans if reach[begin]]
    sum_to_one(check, columns[0], come, down("probability"))
    for column, numbers in zip(("probability", "equity"), columns):
        in_range(table.check, numbers or [], 0.0, 1.0 + tolerance.size, down(column))
    check = bundle.check("the second street begins once at most", table.check.file, tolerance, SUM_WRONG)
    _at_most(check, fsum([reach[begin] for begin, _ in spans]), 1.0, len(reach), "reach", "1")


def _check_bets(bundle: Bundle, table: Table, tolerance: Tolerance) -> None:
    """What is made was possible; bluffs, and bets that are folded to, were made."""
    made = table.floats("made")
    if made is None:
        return
    never = [not number for number in made]
    read = {column: _empty(table, column, never) for column in BETS[4:]}
    check = bundle.check("bluffs are made, and what is made is possible", table.check.file, tolerance, SUM_WRONG)
    for column, numbers, others, name in (
        ("made", made, table.floats("possible"), "possible"),
        ("bluffs", read["bluffs"], made, "made"),
        ("folds", read["folds"], made, "made"),
    ):
        if numbers is not None and others is not None and in_range(table.check, numbers, 0.0, None, down(column)):
            for row, (number, most) in enumerate(zip(numbers, others), 1):
                _at_most(check, number, most, row, column, f"{name}, {most!r}")


def _check_ends(
    bundle: Bundle, table: Table, ran: Ran | None, of_probabilities: Tolerance, of_values: Tolerance
) -> None:
    """A hand ends in one way, and what is won is what the strategy is worth."""
    reach, gains = table.floats("reach"), table.floats("gain")
    last = len(table.rows)
    if reach is not None and in_range(table.check, reach, 0.0, 1.0 + of_probabilities.size, down("reach")):
        check = bundle.check("a hand ends in one way", table.check.file, of_probabilities, SUM_WRONG)
        sum_to_one(check, reach, [(0, last)], down("reach"))
    if gains is not None and ran is not None:
        check = bundle.check("what is won at all ends is the value", table.check.file, of_values)
        check.number(fsum(gains), ran.trajectory["value"][-1], last, "gain")


def _reached(
    bundle: Bundle, table: Table, width: int, tolerance: Tolerance
) -> tuple[list[float] | None, list[tuple[int, int]]]:
    """The reach of each row, the same in rows that have the first cells in common, and the spans of such rows."""
    spans, begin = [], 0
    for _, rows in groupby(table.rows, lambda cells: cells[:width]):
        end = begin + len(list(rows))
        spans.append((begin, end))
        begin = end
    reach = table.floats("reach")
    if reach is None or not in_range(table.check, reach, 0.0, None, down("reach")):
        return None, spans
    check = bundle.check("the same reach before each action", table.check.file, tolerance)
    near(check, reach, [reach[begin] for begin, end in spans for _ in range(begin, end)], down("reach"))
    return reach, spans


def _empty(table: Table, column: str, never: Sequence[bool]) -> list[float] | None:
    """The numbers of a column that is empty where play never comes, with 0 in place of these; None, with problems, if not so."""
    found: list[float] = []
    for row, (text, empty) in enumerate(zip(table.texts(column), never), 1):
        table.check.numbers += 1
        if empty != (text == ""):
            message = "is not empty, though play never comes here" if empty else "is empty"
            table.check.problem(message, row, column, "nothing" if empty else "a number", text, CELL_FORM)
            continue
        number = 0.0 if empty else float_of(table.check, Row(row, {column: text}), column)
        found += [] if number is None else [number]
    return found if len(found) == len(never) else None


def _at_most(check: Check, number: float, most: float, row: int, column: str, expected: str) -> None:
    """Whether a number is no more than another, within the tolerance of the check."""
    check.within(max(number - most, 0.0), row, column, f"at most {expected}", number)
