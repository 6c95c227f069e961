"""Verification of the checkpoints: regrets, strategy sums and what follows from them.

Columns: docs/bundle-format.md, "checkpoints/{iteration}.csv".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from recheck import tolerances
from recheck.context import Run, strategy_of
from recheck.exact import Strategy
from recheck.ledger import Check
from recheck.reading import FLOAT_CELL, Label, Row, by_label, float_of, most_bytes, read_text, rows_of
from recheck.variants.rule import ANSWER_CURRENT
from recheck.walk import GAPS, REGRETS, SUMS, average, currently, on_average

LABELS = ("iteration", "player", "infoset", "action")
COLUMNS = (REGRETS, SUMS, GAPS)
MOST_COLUMNS = 32
"""So many columns a rule that is not known here may have besides."""

NAME = re.compile(r"[^\W\d]\w{0,63}")


class Saved(NamedTuple):
    """The strategies that a published checkpoint stands for; None where its numbers cannot be read.

    Of a variant that is not known here, regrets need not stand for the current strategy: None as well. Nor need strategy sums
    stand for the average strategy if the variant keeps something else besides, or samples.
    """

    average: Strategy | None
    current: Strategy | None


def check_states(run: Run) -> dict[int, Saved]:
    """Compare all checkpoints with the derived states; give the strategies that they stand for."""
    saved = {t: _check_state(run, t) for t in run.study.checkpoints}
    check = run.check("checkpoint files", "checkpoints", tolerances.EXACT)
    due = {f"{t}.csv" for t in run.study.checkpoints}
    try:
        # Workflow engines leave hidden files of their own in folders that they made.
        found = {p.name for p in (run.study.folder / check.file).iterdir() if not p.name.startswith(".")}
    except OSError as error:
        check.problem("cannot be read", found=error.strerror)
        return saved
    check.numbers = len(due)
    # Files that are not there have been reported when they were to be read.
    for name in sorted(found - due):
        check.problem("file should not be there", found=name)
    return saved


def _check_state(run: Run, t: int) -> Saved:
    """Compare one checkpoint with the derived state of that iteration."""
    file = f"checkpoints/{t}.csv"
    regrets = run.check(f"regrets after iteration {t}", file, run.repeated.after(t, tolerances.REGRETS))
    sums = run.check(f"strategy sums after iteration {t}", file, run.repeated.after(t, tolerances.STRATEGY_SUMS))
    rule = run.study.rule
    columns: Sequence[str] = COLUMNS if rule is None else (*COLUMNS, *rule.columns)
    checks = {column: sums if column == SUMS else regrets for column in columns}
    if rule is not None and rule.columns:
        kept = run.check(f"memory after iteration {t}", file, run.repeated.after(t, tolerances.REGRETS))
        checks.update(dict.fromkeys(rule.columns, kept))
    labels = [(str(t), *cell.label) for cell in run.cells]
    columns, rows = _read(regrets, run, columns, labels)
    state = run.states.get(t)
    published: dict[str, list[float | None]] = {column: [] for column in columns}
    for label, cell in zip(labels, run.cells):
        row = rows.get(label)
        for column, numbers in published.items():
            check = checks.get(column, regrets)
            number = None if row is None else float_of(check, row, column)
            numbers.append(number)
            if row is not None and number is not None and state is not None:
                check.number(number, state.columns[column][cell.infoset][cell.action], row.number, column)
    whole = {column: strategy_of(run.study.game, numbers) for column, numbers in published.items()}
    return _saved(run, t, {column: table for column, table in whole.items() if table is not None}, columns)


def _saved(run: Run, t: int, tables: dict[str, list[tuple[float, ...]]], columns: Sequence[str]) -> Saved:
    """The strategies that the columns of a checkpoint stand for."""
    rule, game = run.study.rule, run.study.game
    if rule is None:
        known = SUMS in tables and tuple(columns) == COLUMNS and not run.study.sampled
        return Saved(average(game, tables[SUMS]) if known else None, None)
    # With a sampled rule, strategies that R stands for are part of the average.
    averages = {SUMS, *(rule.columns if rule.sampling is None else columns)} <= set(tables)
    # What follows from regrets is part of repeating them, unless it is what the method is about.
    wanted = t in run.states or rule.answer == ANSWER_CURRENT
    try:
        return Saved(
            on_average(game, rule, t, tables) if averages else None,
            currently(rule, t, tables) if wanted and len(tables) == len(columns) else None,
        )
    except (ArithmeticError, ValueError):
        # Published numbers may be any: powers of them, and roots, need not exist.
        run.check(f"strategies after iteration {t}", f"checkpoints/{t}.csv", tolerances.EXACT).problem(
            "no strategies follow from these numbers"
        )
        return Saved(None, None)


def _read(
    check: Check, run: Run, columns: Sequence[str], labels: Sequence[Label]
) -> tuple[Sequence[str], dict[Label, Row]]:
    """The columns after the labels, and the rows; a rule that is not known here may have columns of its own, the last ones."""
    letters = sum([len(cell) for label in labels for cell in label])
    more = MOST_COLUMNS if run.study.rule is None else 0
    cells = len(labels) * (len(LABELS) + len(columns) + more)
    header = (*LABELS, *columns)
    text = read_text(
        check, run.study.folder, most_bytes(header, letters + (FLOAT_CELL + 1) * cells + more * FLOAT_CELL)
    )
    if text is None:
        return columns, {}
    if more:
        found = text.split("\n", 1)[0].split(",")
        own = found[len(header) :]
        # What is no header of a checkpoint with columns of its own is told to be none.
        if tuple(found[: len(header)]) == header and len(own) <= MOST_COLUMNS and all(map(NAME.fullmatch, own)):
            header = (*header, *own) if len({*found}) == len(found) else header
    lines = rows_of(check, header, text)
    return header[len(LABELS) :], {} if lines is None else by_label(check, header, labels, lines)
