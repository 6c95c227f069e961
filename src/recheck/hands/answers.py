"""The table of a file of questions, answers.csv. docs/hands.md has its columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from recheck.betting.hand import Hand, state
from recheck.betting.pots import Pot
from recheck.hands.flow import Item
from recheck.hands.question import USUAL, Case, read_case
from recheck.hands.sentences import may_do, turn_of, why_right, why_size
from recheck.hands.unread import UnreadError

ANSWERS = ("case", "hand", "of", "question", "answer", "rule", "reason")
BETWEEN = "|"

Row = tuple[str, ...]


def read_questions(items: Sequence[Item], book: str | None, chip: str | None = None) -> list[Case]:
    """All cases of a file. Raises `UnreadError` if one cannot be understood, or played."""
    cases = [read_case(item, book, chip) for item in items]
    seen: set[str] = set()
    for case in cases:
        if case.id.lower() in seen:
            raise UnreadError("another case has this id, but for capitals", case.line, None, case.id)
        seen.add(case.id.lower())
    return cases


def answer_rows(cases: Sequence[Case]) -> Iterator[Row]:
    """answers.csv."""
    for case in cases:
        text = told(case)
        for of, *answer in _answers(case):
            yield (case.id, text, of, *answer)


def answers_of(case: Case) -> Iterator[tuple[str, str]]:
    """Each question that a case is asked, and the answer to it."""
    for _, question, answer, _, _ in _answers(case):
        yield question, answer


def told(case: Case) -> str:
    """A case in one text."""
    amount = case.coin.written
    players = [f"{len(case.seats)} players"] if len(case.seats) != USUAL else []
    blinds = f"blinds {'/'.join(map(amount, case.blinds))}"
    stacks = [f"{seat} has {amount(stack)}" for seat, stack in case.stacks.items()]
    return "; ".join([*players, blinds, *stacks, *case.actions])


def _answers(case: Case) -> Iterator[Row]:
    """Who is in turn, question, answer, rule and reason."""
    turn, amount = turn_of(case.hand, case.seats, case.coin), case.coin.written
    pots = pots_of(case.hand)
    money = BETWEEN.join([amount(pot.chips) for pot in pots])
    names = "; ".join([f"{amount(pot.chips)} for {' and '.join([case.seats[n] for n in pot.seats])}" for pot in pots])
    if turn is None:
        yield "", "round", "over", "", "nobody is to act"
        yield "", "pots", money, "", names
        return
    ruling = turn.ruling
    yield turn.name, "may_raise", "true" if ruling.low is not None else "false", ruling.right, why_right(turn)
    options = ["fold"] if ruling.fold else []
    options.append("call" if turn.call > turn.bet else "check")
    if ruling.low is not None:
        options.append("raise")
        yield turn.name, "min_raise_to", amount(ruling.low), ruling.size or "", why_size(turn)
    yield turn.name, "options", BETWEEN.join(options), "", may_do(turn)
    yield turn.name, "pots", money, "", names


def pots_of(hand: Hand) -> list[Pot]:
    """The pots: those of the end if betting is over, otherwise parted only by who has no chips left."""
    now = state(hand)
    if hand.ruling is None:
        return now.pots
    found = now.pots[:1]
    for pot in now.pots[1:]:
        left = set(found[-1].seats) - set(pot.seats)
        if any(not now.stacks[seat] for seat in left):
            found.append(pot)
        else:
            found[-1] = found[-1]._replace(chips=found[-1].chips + pot.chips)
    return found
