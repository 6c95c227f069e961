"""The tables on hands that have been adjudicated: docs/hands.md says what is in them.

Amounts are texts in the record's own unit; sentences have `;` where people are told them with commas.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from regretlab.betting.hand import Hand
from regretlab.betting.round import FOLD, NOBODY, options
from regretlab.betting.street import Chips
from regretlab.hands import notes
from regretlab.hands.answers import words
from regretlab.hands.middle import pots_so_far
from regretlab.hands.notation import Question
from regretlab.hands.record import Record, decimal
from regretlab.hands.replay import Replay, described

SOUND, ALL = "sound", "all"
STREETS = ("preflop", "flop", "turn", "river")


class HandRow(NamedTuple):
    """A row of hands.csv."""

    hand: str
    line: int
    variant: str
    players: int
    decisions: int
    verdict: str
    remarks: tuple[str, ...]
    board: str
    pots: tuple[str, ...]
    returned_to: str
    returned: str
    won: tuple[str, ...]
    stacks: tuple[str, ...]
    rake: str


class DecisionRow(NamedTuple):
    """A row of decisions.csv."""

    hand: str
    decision: int
    street: str
    player: str
    stack: str
    bet: str
    price: str
    pot: str
    fold: int
    call: str
    low: str
    high: str
    may_raise: int
    rule: str
    low_rule: str
    action: str
    amount: str
    legal: int
    recorded: int


class CountRow(NamedTuple):
    """A row of counts.csv."""

    of: str
    kind: str
    hands: int


class AnswerRow(NamedTuple):
    """A row of answers.csv."""

    case: str
    hand: str
    of: str
    question: str
    answer: str | tuple[str, ...]
    rule: str
    reason: str


def hand_row(played: Replay) -> HandRow:
    """What came of a record."""
    record, end = played.record, played.end
    returned = None if end is None else end.returned
    return HandRow(
        hand=record.name,
        line=record.place.line,
        variant=record.variant,
        players=len(record.names),
        decisions=len(played.steps),
        verdict=played.verdict,
        remarks=tuple([f"{note.kind}: {_sentence(note.text)}" for note in played.notes]),
        board=" ".join(played.board),
        pots=() if end is None else _amounts(record, [pot.amount for pot in end.pots]),
        returned_to="" if returned is None else record.names[returned.seat],
        returned="" if returned is None else record.show(returned.amount),
        won=() if end is None else _amounts(record, end.won or ()),
        stacks=() if end is None else _amounts(record, end.stacks or ()),
        rake="" if end is None else _amount(record, end.rake),
    )


def decision_rows(played: Replay) -> Iterator[DecisionRow]:
    """What each player could do, and did."""
    record = played.record
    for number, step in enumerate(played.steps, start=1):
        now, may, reason = step.hand.round, step.may, played.why_raise(step.hand)
        yield DecisionRow(
            hand=record.name,
            decision=number,
            street=STREETS[step.hand.street],
            player=record.names[step.seat],
            stack=record.show(now.stacks[step.seat]),
            bet=record.show(now.bets[step.seat]),
            price=record.show(now.price),
            pot=record.show(sum([pot.amount for pot in pots_so_far(step.hand)])),
            fold=int(may.fold),
            call=_amount(record, may.call),
            low=_amount(record, may.low),
            high=_amount(record, may.high),
            may_raise=int(reason.yes),
            rule=reason.rule,
            low_rule="" if may.low is None else played.why_smallest(step.hand)[0],
            action=step.word,
            amount="" if step.action == FOLD else record.show(step.action),
            legal=int(step.legal),
            recorded=int(step.source is not None),
        )


def count_rows(hands: Sequence[Replay]) -> Iterator[CountRow]:
    """How many hands there are of each verdict, and with each kind of remark."""
    verdicts = Counter([played.verdict for played in hands])
    kinds = Counter([kind for played in hands for kind in {note.kind for note in played.notes}])
    yield from (CountRow("verdict", kind, verdicts[kind]) for kind in (SOUND, *notes.ORDER) if verdicts[kind])
    yield CountRow("verdict", ALL, len(hands))
    yield from (
        CountRow("remark", kind, kinds[kind]) for kind in notes.ORDER if kinds[kind] and kind not in notes.FAULTS
    )


def answer_rows(question: Question, played: Replay) -> Iterator[AnswerRow]:
    """The answers to a question whose actions are legal, and after which the one who is asked is in turn."""
    record, hand = played.record, played.last
    if hand is None:
        return
    nobody = hand.turn == NOBODY
    told, of = _told(question), "" if nobody else record.names[hand.turn]
    for asked, answer, rule, reason in _ended() if nobody else _in_turn(played, hand):
        yield AnswerRow(question.case.id, told, of, asked, answer, rule, _sentence(reason))
    pots = pots_so_far(hand)
    claims = [f"{record.show(pot.amount)} for {' and '.join([record.names[n] for n in pot.eligible])}" for pot in pots]
    yield AnswerRow(
        question.case.id, told, of, "pots", _amounts(record, [pot.amount for pot in pots]), "", "; ".join(claims)
    )


Answered = tuple[str, str | tuple[str, ...], str, str]
"""Question, answer, rule and sentence."""


def _in_turn(played: Replay, hand: Hand) -> Iterator[Answered]:
    """What is asked of the player in turn."""
    record, may, reason = played.record, options(hand.round), played.why_raise(hand)
    yield "may_raise", str(reason.yes).lower(), reason.rule, reason.sentence
    if may.low is not None:
        yield "min_raise_to", record.show(may.low), *played.why_smallest(hand)
    yield "options", tuple(words(hand, may)), "", described(record, hand, may)


def _ended() -> Iterator[Answered]:
    """What there is to say when nobody is in turn."""
    yield "round", "over", "", "nobody is to act"


def _told(question: Question) -> str:
    """A question in one text."""
    case, record = question.case, question.record

    def shown(amount: object) -> str:
        return decimal(Fraction(str(amount)), record.chip)

    return "; ".join(
        [
            *([f"{case.players} players"] if case.players != 6 else []),
            f"blinds {'/'.join(map(shown, case.blinds))}",
            *(f"{seat} has {shown(case.stacks[seat])}" for seat in record.names if seat in case.stacks),
            *(" ".join(action.split()) for action in case.actions),
        ]
    )


def _sentence(text: str) -> str:
    return text.replace(",", ";")


def _amounts(record: Record, amounts: Sequence[Chips]) -> tuple[str, ...]:
    return tuple(map(record.show, amounts))


def _amount(record: Record, amount: Chips | None) -> str:
    return "" if amount is None else record.show(amount)
