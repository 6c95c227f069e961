"""Tables on hands that agree with themselves and with each other: forms, ranges, and chips that are neither made nor lost.

docs/hands.md. Nothing is adjudicated here; that the cells follow from the file is what recheck.hands derives.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from recheck.codes import CELL_FORM, CELL_RANGE, SUM_WRONG, TABLE_ROWS
from recheck.hands.answers import ANSWERS
from recheck.hands.entries import RECORDS, subject_of
from recheck.hands.money import NOT_KNOWN
from recheck.hands.records import COUNTS, DECISIONS, HANDS, counted
from recheck.hands.replay import STREETS, Note, verdict_of
from recheck.ledger import Check
from recheck.semantics.bundle import Bundle
from recheck.semantics.cells import Table, read_any_rows
from recheck.semantics.hand_forms import FORMS, OPTIONS, QUESTIONS, RIGHTS, SIZES, Form, is_amount, one_of, several

TAKEN = "who is taken to"

Cells = Mapping[str, str]


class Row(NamedTuple):
    """A row: its number and its cells."""

    number: int
    cells: Cells


def check_hands(bundle: Bundle, entry: Mapping[str, Any]) -> None:
    """Check the tables on the hands of an entry of study.json."""
    if entry["kind"] != RECORDS:
        answers = _read(bundle, entry, "answers.csv", ANSWERS)
        if answers is not None:
            _check_answers(*answers)
        return
    hands = _read(bundle, entry, "hands.csv", HANDS)
    decisions = _read(bundle, entry, "decisions.csv", DECISIONS)
    counts = _read(bundle, entry, "counts.csv", COUNTS)
    if hands is not None:
        _check_names(*hands)
        for row in hands[1]:
            _check_hand(hands[0], row)
        if counts is not None:
            _check_counts(counts[0], counts[1], hands[1])
    if decisions is not None:
        for row in decisions[1]:
            _check_decision(decisions[0], row)
        if hands is not None and decisions[0].passed and hands[0].passed:
            _check_course(decisions[0], decisions[1], hands[0], hands[1])


def _read(bundle: Bundle, entry: Mapping[str, Any], name: str, header: Sequence[str]) -> tuple[Check, list[Row]] | None:
    """The rows of a table with cells that are all of their forms; None, with problems, if it is none."""
    table: Table | None = read_any_rows(bundle, f"{entry['kind']}", f"{subject_of(entry)}/{name}", header)
    if table is None:
        return None
    check, rows = table.check, [Row(n, dict(zip(header, cells))) for n, cells in enumerate(table.rows, 1)]
    for number, cells in rows:
        for column, text in cells.items():
            check.numbers += 1
            if not text.isprintable() or not FORMS[name][column](text):
                check.problem("is not a text that such a cell has", number, column, None, text, CELL_FORM)
    return (check, rows) if check.passed else None


def _check_names(check: Check, rows: Sequence[Row]) -> None:
    """No two hands have one name, and they come one after the other in the file."""
    seen: set[str] = set()
    line = 0
    for number, cells in rows:
        if cells["hand"] in seen:
            check.problem("another hand has this name", number, "hand", None, cells["hand"], TABLE_ROWS)
        seen.add(cells["hand"])
        if int(cells["line"]) <= line:
            check.problem(
                "is not behind the hand before", number, "line", f"more than {line}", cells["line"], TABLE_ROWS
            )
        line = int(cells["line"])


def _check_hand(check: Check, row: Row) -> None:
    """The verdict is that of the remarks, and what lay in the pots is what was won and kept."""
    number, cells = row
    _check_digits(check, row, ("pots", "returned", "won", "stacks", "rake"))
    notes = [Note(*remark.split(": ", 1)) for remark in _listed(cells["remarks"])]
    check.same(cells["verdict"], verdict_of(notes), number, "verdict", "is not what the remarks come to")
    cards = cells["board"].split()
    if cells["verdict"] != "cards" and len(set(cards)) != len(cards):
        check.problem("has a card twice", number, "board", None, cells["board"], CELL_RANGE)
    for column in ("won", "stacks"):
        if cells[column]:
            found = len(_listed(cells[column]))
            check.same(str(found), cells["players"], number, column, "is not a list by seat")
    for one, other in (("won", "stacks"), ("stacks", "won"), ("won", "pots"), ("returned", "returned_to")):
        if cells[one] and not cells[other]:
            check.problem("is empty", number, other, f"as {one} is not", "")
    if cells["returned_to"] and not 1 <= int(cells["returned_to"][1:]) <= int(cells["players"]):
        check.problem(
            "is nobody", number, "returned_to", f"p1 to p{cells['players']}", cells["returned_to"], CELL_RANGE
        )
    if cells["won"]:
        check.numbers += 1
        whole, won = _sum(cells["pots"]), _sum(cells["won"])
        kept = Fraction(cells["rake"]) if cells["rake"] else Fraction(0)
        of_record = "end not recorded" not in {note.kind for note in notes}
        if won > whole or (of_record and cells["rake"] and won + kept != whole):
            check.problem("is not what the pots had, less the rake", number, "won", whole - kept, won, SUM_WRONG)


def _check_digits(check: Check, row: Row, columns: Sequence[str]) -> None:
    """All amounts that are not whole have the digits of one smallest chip."""
    digits = 0
    for column in columns:
        for text in _listed(row.cells[column]):
            _, point, rest = text.partition(".")
            check.numbers += 1
            if point and digits and len(rest) != digits:
                check.problem("has other digits than others of the row", row.number, column, digits, text, CELL_FORM)
            digits = len(rest) if point else digits


def _check_counts(check: Check, rows: Sequence[Row], hands: Sequence[Row]) -> None:
    """The counts are those of hands.csv."""
    notes = [[Note(*remark.split(": ", 1)) for remark in _listed(cells["remarks"])] for _, cells in hands]
    due = list(counted(notes))
    check.same(len(rows), len(due), None, "kind", "has not as many rows as are due")
    for (number, cells), expected in zip(rows, due):
        for column, text in zip(COUNTS, expected):
            check.same(cells[column], text, number, column, "is not what hands.csv comes to")


def _check_decision(check: Check, row: Row) -> None:
    """What he may do fits together, and so does what he did."""
    number, cells = row
    _check_digits(check, row, ("stack", "bet", "price", "pot", "call", "low", "high", "amount"))
    bet, price, call = (Fraction(cells[column]) for column in ("bet", "price", "call"))

    def wrong(column: str, expected: object) -> None:
        check.problem("does not fit the rest of the row", number, column, expected, cells[column], CELL_RANGE)

    check.numbers += 1
    whole = None if cells["stack"] == NOT_KNOWN else bet + Fraction(cells["stack"])
    if not bet <= call <= max(price, bet) or (whole is not None and call > whole):
        wrong("call", f"{bet} to {price}")
    if (cells["fold"] == "1") != (call > bet):
        wrong("fold", int(call > bet))
    for column in ("low", "high", "low_rule"):
        if bool(cells[column]) != (cells["may_raise"] == "1"):
            wrong(column, "empty if he may not raise, and not otherwise")
    if cells["may_raise"] == "1" and cells["low"] and cells["high"]:
        low = Fraction(cells["low"])
        high = None if cells["high"] == NOT_KNOWN else Fraction(cells["high"])
        if low <= price or (high is not None and not low <= high) or (whole is not None and (high or low) > whole):
            wrong("low", f"more than {price}, and no more than high and all his chips")
        if (high is None) and whole is not None:
            wrong("high", "an amount, as the stack is known")
    if cells["action"] == "fold":
        if cells["amount"]:
            wrong("amount", "empty for a fold")
        return
    if not cells["amount"]:
        wrong("amount", "an amount")
        return
    amount = Fraction(cells["amount"])
    due = "check" if amount == bet else "call" if amount <= price else "raise" if price else "bet"
    if cells["action"] != due:
        wrong("action", due)
    if not bet <= amount or (whole is not None and amount > whole):
        wrong("amount", f"{bet} or more, and no more than he has")


def _check_course(check: Check, rows: Sequence[Row], of_hands: Check, hands: Sequence[Row]) -> None:
    """Decision by decision the pot grows by what is paid and stacks shrink by it, to the pots of the end."""
    by_hand: dict[str, list[Row]] = {}
    for row in rows:
        by_hand.setdefault(row.cells["hand"], []).append(row)
    flat = [row.cells["hand"] for row in rows]
    due = [hand.cells["hand"] for hand in hands for _ in by_hand.get(hand.cells["hand"], ())]
    if flat != due:
        n = next((n for n, (one, other) in enumerate(zip(flat, due)) if one != other), len(due))
        expected = due[n] if n < len(due) else "no more rows"
        check.problem("is not the hand that is due here", n + 1, "hand", expected, flat[n], TABLE_ROWS)
        return
    for hand in hands:
        own = by_hand.get(hand.cells["hand"], [])
        of_hands.same(
            hand.cells["decisions"], str(len(own)), hand.number, "decisions", "is not how many rows there are"
        )
        _check_payments(check, own)
        _check_end(of_hands, hand, own)


def _check_payments(check: Check, rows: Sequence[Row]) -> None:
    """The decisions of a hand, one after the other."""
    stacks: dict[str, str] = {}
    pot: Fraction | None = None
    street = 0
    for count, (number, cells) in enumerate(rows, 1):
        check.same(cells["decision"], str(count), number, "decision", "is not the number of the decision")
        check.numbers += 1
        if STREETS.index(cells["street"]) < street:
            check.problem("is an earlier street", number, "street", STREETS[street], cells["street"], TABLE_ROWS)
        street = max(street, STREETS.index(cells["street"]))
        if pot is not None and Fraction(cells["pot"]) != pot:
            check.problem("is not the pot before and what was paid", number, "pot", pot, cells["pot"], SUM_WRONG)
        pot = Fraction(cells["pot"]) + _paid(cells)
        player, stack = cells["player"], cells["stack"]
        if player in stacks and not _alike(stack, stacks[player]):
            message = "is not what he had before, less what he paid"
            check.problem(message, number, "stack", stacks[player], stack, SUM_WRONG)
        stacks[player] = stack if stack == NOT_KNOWN else str(Fraction(stack) - _paid(cells))


def _alike(stack: str, due: str) -> bool:
    """Whether two stacks are the same, however they are written."""
    if NOT_KNOWN in (stack, due):
        return stack == due
    return Fraction(stack) == Fraction(due)


def _check_end(check: Check, hand: Row, rows: Sequence[Row]) -> None:
    """What was paid in all is in the pots, or went back; notes are as many as the marks say."""
    number, cells = hand
    notes = [Note(*remark.split(": ", 1)) for remark in _listed(cells["remarks"])]
    illegal = sum([note.kind == "illegal action" for note in notes])
    passed = sum([note.kind == "missing action" and TAKEN in note.sentence for note in notes])
    marks = Counter([(row.cells["legal"], row.cells["recorded"]) for row in rows])
    check.numbers += 1
    if not illegal - 1 <= marks["0", "1"] <= illegal or marks["1", "0"] != passed:
        expected = f"{marks['0', '1']} actions that are not legal, {marks['1', '0']} that are not recorded"
        check.problem("is not what decisions.csv has", number, "remarks", expected, f"{illegal} and {passed}")
    if cells["pots"] and rows:
        check.numbers += 1
        last = rows[-1].cells
        paid = Fraction(last["pot"]) + _paid(last)
        back = Fraction(cells["returned"]) if cells["returned"] else Fraction(0)
        if _sum(cells["pots"]) + back != paid:
            found = _sum(cells["pots"]) + back
            check.problem("is not what was paid, less what went back", number, "pots", paid, found, SUM_WRONG)


def _check_answers(check: Check, rows: Sequence[Row]) -> None:
    """Each case is asked what is due, in its order, and the answers to it fit together."""
    cases: dict[str, list[Row]] = {}
    latest = ""
    for row in rows:
        case = row.cells["case"]
        if case != latest and case in cases:
            check.problem("stands apart from the other rows of the case", row.number, "case", latest, case, TABLE_ROWS)
        cases.setdefault(case, []).append(row)
        latest = case
    for own in cases.values():
        asked = tuple([cells["question"] for _, cells in own])
        if asked not in QUESTIONS:
            expected = " or ".join(["; ".join(one) for one in QUESTIONS])
            check.problem(
                "are not the questions of a case", own[0].number, "question", expected, "; ".join(asked), TABLE_ROWS
            )
            continue
        for column in ("hand", "of"):
            for number, cells in own:
                check.same(cells[column], own[0].cells[column], number, column, "is not that of the case's first row")
        _check_case(check, {cells["question"]: Row(number, cells) for number, cells in own})


def _check_case(check: Check, by_question: Mapping[str, Row]) -> None:
    """The answers to a case."""
    for question, (number, cells) in by_question.items():
        due = _answers(by_question)[question](cells["answer"])
        check.numbers += 1
        if not due:
            check.problem(
                "is no such answer, or does not fit the others", number, "answer", None, cells["answer"], CELL_RANGE
            )
        has_rule = {"may_raise": RIGHTS, "min_raise_to": SIZES}.get(question, ("",))
        if cells["rule"] not in has_rule:
            check.problem("is no such rule", number, "rule", " or ".join(has_rule), cells["rule"], CELL_RANGE)
        if (question == "round") == bool(cells["of"]) and question != "pots":
            check.problem("is not who is in turn", number, "of", None, cells["of"], CELL_RANGE)
    number, cells = by_question["pots"]
    named = "|".join([part.partition(" for ")[0] for part in cells["reason"].split("; ")])
    check.same(named, cells["answer"], number, "reason", "does not have the amounts of the answer")


def _answers(by_question: Mapping[str, Row]) -> Mapping[str, Form]:
    """The form of each answer, by the others to the case."""
    may_raise = "min_raise_to" in by_question
    return {
        "may_raise": one_of("true" if may_raise else "false"),
        "min_raise_to": is_amount,
        "options": lambda text: OPTIONS.fullmatch(text) is not None and text.endswith("|raise") == may_raise,
        "round": one_of("over"),
        "pots": several(is_amount),
    }


def _listed(cell: str) -> list[str]:
    """The items of a list; of an empty one there are none."""
    return cell.split("|") if cell else []


def _amounts(cell: str) -> Iterator[Fraction]:
    return (Fraction(text) for text in _listed(cell))


def _sum(cell: str) -> Fraction:
    return sum(_amounts(cell), Fraction(0))


def _paid(cells: Cells) -> Fraction:
    """What is paid by an action."""
    return Fraction(cells["amount"]) - Fraction(cells["bet"]) if cells["amount"] else Fraction(0)
