"""Forgeries of what is published of hands: answers, verdicts, decisions, records, timelines."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from audit.selftest.forgery import FORGERIES, forgery
from audit.selftest.forging import Forger, Table
from audit.selftest.mutation import Group, InapplicableError

group = Group(FORGERIES, "semantics")

_ANSWERS, _HANDS, _DECISIONS = (rf"hands/[^/]+/{name}\.csv" for name in ("answers", "hands", "decisions"))
_TURNED = {"true": "false", "false": "true"}


def _subject(table: Table) -> str:
    """What the reports on a table are on."""
    return table.path.rpartition("/")[0]


def _row(table: Table, column: str, pattern: str) -> int:
    """The first row whose cell in a column matches wholly."""
    for row in range(len(table.rows)):
        if re.fullmatch(pattern, table.cell(row, column)):
            return row
    raise InapplicableError(f"no such {column} in {table.path}")


@forgery(group, "cell-range", "files-disagree")
def answer_to_a_question(forger: Forger) -> None:
    """Who may not raise may, or the other way round."""
    table = forger.table(forger.files(_ANSWERS)[0])
    row = _row(table, "question", "may_raise")
    table.put(row, "answer", _TURNED[table.cell(row, "answer")])
    forger.write(table)


@forgery(group, "files-disagree")
def reason_of_an_answer(forger: Forger) -> None:
    """An answer has another reason than the one that is drawn."""
    table = forger.table(forger.files(_ANSWERS)[0])
    row = _row(table, "question", "may_raise")
    table.put(row, "reason", table.cell(row, "reason").replace("not", "never").replace("has", "had"))
    forger.write(table)


@forgery(group, "files-disagree")
def pot_of_a_question(forger: Forger) -> None:
    """A pot has a chip more, in the reason too."""
    table = forger.table(forger.files(_ANSWERS)[0])
    row = _row(table, "question", "pots")
    first, *others = table.cell(row, "answer").split("|")
    more = str(Fraction(first) + 1)
    table.put(row, "answer", "|".join([more, *others]))
    table.put(row, "reason", more + table.cell(row, "reason")[len(first) :])
    forger.write(table)


@forgery(group, "files-disagree")
def answer_among_the_questions(forger: Forger) -> None:
    """The file of questions, among the materials too, says itself that a smallest raise is another."""
    file = forger.files(r"hands/[^/]+/[^/]+\.yaml")[0]
    text = forger.text(file)
    changed = text.replace("min_raise_to: ", "min_raise_to: 9", 1)
    if changed == text:
        raise InapplicableError(f"{file} says of no smallest raise what it is")
    forger.bundle.write(forger.path(file), changed)
    material = f"data/config/hands/{file.rpartition('/')[2]}"
    if material in forger.bundle.materials:
        forger.bundle.write(material, changed)


@forgery(group, "files-disagree")
def answer_on_a_timeline(forger: Forger) -> None:
    """A timeline says of who may raise that he may not."""
    _change_timeline(forger, lambda text: text.replace("may raise: ", "may not raise: "))


@forgery(group, "files-disagree")
def bar_of_a_timeline(forger: Forger) -> None:
    """A bar of a timeline is half as high."""
    pattern = r'(height=")([0-9.]+)(" fill="#ececec")'
    _change_timeline(forger, lambda text: re.sub(pattern, _half, text, count=1))


@forgery(group, "files-disagree")
def words_on_a_timeline(forger: Forger) -> None:
    """What a timeline says of who may raise has words in it that look like a coordinate."""
    _change_timeline(forger, lambda text: text.replace("raise? ", 'raise? x="12" ', 1))


@forgery(group, "files-disagree")
def coordinates_of_a_timeline(forger: Forger) -> None:
    """The bars of a timeline are as wide as they were high, and as high as they were wide."""
    pattern = r'width(="[0-9.]+") height(="[0-9.]+" fill="#ececec")'
    _change_timeline(forger, lambda text: re.sub(pattern, r"height\1 width\2", text))


def _change_timeline(forger: Forger, change: Callable[[str], str]) -> None:
    """Change the text of the first timeline."""
    file = forger.files(r"figures/hands/[^/]+/[^/]+\.svg")[0]
    text = forger.text(file)
    changed = change(text)
    if changed == text:
        raise InapplicableError(f"nothing in {file} to do it to")
    forger.bundle.write(forger.path(file), changed)


def _half(match: re.Match[str]) -> str:
    return f"{match[1]}{float(match[2]) / 2:g}{match[3]}"


@forgery(group, "file-not-there")
def timeline_left_out(forger: Forger) -> None:
    """A timeline is gone, from all lists too."""
    forger.bundle.remove(forger.path(forger.files(r"figures/hands/[^/]+/[^/]+\.svg")[0]))


@forgery(group, "files-disagree")
def verdict_on_a_hand(forger: Forger) -> None:
    """A hand that is sound is said to be illegal."""
    table = forger.table(forger.files(_HANDS)[0])
    table.put(_row(table, "verdict", "sound"), "verdict", "illegal action")
    forger.write(table)


@forgery(group, "files-disagree", "sum-wrong")
def hand_left_out(forger: Forger) -> None:
    """A hand is missing in hands.csv."""
    table = forger.table(forger.files(_HANDS)[0])
    del table.rows[_row(table, "verdict", "sound")]
    forger.write(table)


@forgery(group, "files-disagree", "sum-wrong", "table-rows")
def decision_left_out(forger: Forger) -> None:
    """A decision is missing in decisions.csv."""
    table = forger.table(forger.files(_DECISIONS)[0])
    del table.rows[len(table.rows) // 2]
    forger.write(table)


@forgery(group, "sum-wrong")
def stack_of_a_decision(forger: Forger) -> None:
    """Before a later decision of a player he has another chip."""
    table = forger.table(forger.files(_DECISIONS)[0])
    row = _row(table, "street", "river")
    table.put(row, "stack", str(Fraction(table.cell(row, "stack")) + 1))
    forger.write(table)


@forgery(group, level="truth")
def rule_of_a_decision(forger: Forger) -> str:
    """Why somebody may raise is another rule."""
    table = forger.table(forger.files(_DECISIONS)[0])
    table.put(_row(table, "rule", "right to raise"), "rule", "reopening")
    forger.write(table)
    return _subject(table)


@forgery(group, level="truth")
def winner_of_a_hand(forger: Forger) -> str:
    """What one player won in a hand is another's, in his stack too."""
    table = forger.table(forger.files(_HANDS)[0])
    for row in range(len(table.rows)):
        won, stacks = (table.cell(row, column).split("|") for column in ("won", "stacks"))
        if all(text.isdigit() for text in (*won, *stacks)) and won[0] != won[1]:
            by = int(won[0]) - int(won[1])
            table.put(row, "won", "|".join([won[1], won[0], *won[2:]]))
            table.put(row, "stacks", "|".join([str(int(stacks[0]) - by), str(int(stacks[1]) + by), *stacks[2:]]))
            forger.write(table)
            return _subject(table)
    raise InapplicableError("in no hand with whole amounts one of the first two players wins")


@forgery(group, level="truth")
def stack_of_a_record(forger: Forger) -> str:
    """The record of a hand has another stack at the beginning than the tables on it follow from."""
    file = forger.files(r"hands/[^/]+/[^/]+\.phhs?")[0]
    text = forger.text(file)
    judged = re.search(r"variant = ['\"](?:NT|NS|PO|FT|FO/8)['\"]", text)
    if judged is None:
        raise InapplicableError("no hand of this file is judged")
    head, rest = text[: judged.end()], text[judged.end() :]
    forger.bundle.write(forger.path(file), head + rest.replace("starting_stacks = [", "starting_stacks = [1", 1))
    return file.rpartition("/")[0]


@forgery(group)
def rule_book_of_hands(forger: Forger) -> None:
    """study.json says that hands were judged by another rule book."""
    if not forger.study["hands"]:
        raise InapplicableError("this study has no hands")
    entry = forger.study["hands"][0]
    entry["rules"] = "any raise" if entry["rules"] != "any raise" else "standard"
    forger.write_json("study.json", forger.study)


@forgery(group, "report-untrue")
def reports_on_hands_that_failed(forger: Forger) -> None:
    """The reports on hands say that they failed, the verdict that all is well."""
    file = forger.files(r"verification/hands/[^/]+/python\.json")[0]
    subject = file.partition("/")[2].rpartition("/")[0]
    forger.change_reports(subject, lambda report: report.update(passed=False))
