"""Whether our answers to questions about betting are those that are given with them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from regretlab.betting.hand import Hand
from regretlab.betting.round import NOBODY, Options, options
from regretlab.betting.rulebook import RuleBook
from regretlab.hands.middle import pots_so_far
from regretlab.hands.notation import Question
from regretlab.hands.record import Record
from regretlab.hands.replay import Replay, replay


@dataclass(frozen=True)
class Answer:
    """What a case comes to."""

    question: Question
    replay: Replay
    problems: tuple[str, ...]
    """Where the answer that is given is not ours, a line each, with its place."""


def answer(question: Question, rules: RuleBook | None = None) -> Answer:
    """Replay a question, and compare our answer with what is given."""
    played = replay(question.record, rules, question.ask)
    problems = tuple(differences(question, played)) if not played.faulty else ()
    return Answer(question, played, problems)


def not_in_turn(question: Question, played: Replay) -> str | None:
    """What is wrong, with its place, if the one who is asked is not in turn."""
    case, hand = question.case, played.last
    if question.ask is None or (hand is not None and hand.turn == question.ask):
        return None
    return f"{question.record.place_of('ask')}: {case.id}: ask: expected one who is to act, found '{case.ask}'"


def differences(question: Question, played: Replay) -> Iterator[str]:
    """Where the answer that is given is not what follows, a line each: place, case, key, expected (as given), found (ours)."""
    case, record = question.case, question.record
    nobody = not_in_turn(question, played)
    if nobody is not None:
        yield nobody
        return
    given = {
        "pots": None if case.pots is None else _listed(case.pots),
        "round": case.round,
        "min_raise_to": None if case.min_raise_to is None else _shown(case.min_raise_to),
        "may_raise": None if case.may_raise is None else str(case.may_raise).lower(),
        "options": None if case.options is None else ", ".join(case.options),
    }
    found = dict(_found(record, played))
    for key, expected in given.items():
        if expected is not None and expected != found[key]:
            yield f"{record.place_of(key)}: {case.id}: {key}: expected {expected}, found {found[key]}"
    if case.why is not None and case.why not in found["why"]:
        yield f"{record.place_of('why')}: {case.id}: why: expected '{case.why}', found '{found['why']}'"


def _found(record: Record, played: Replay) -> Iterator[tuple[str, str]]:
    """Our answer, by key."""
    hand = played.last
    if hand is None:
        return
    yield "pots", _listed([Fraction(pot.amount) * record.chip for pot in pots_so_far(hand)])
    if hand.turn == NOBODY:
        yield "round", "over"
        yield from ((key, "nobody to act") for key in ("min_raise_to", "may_raise", "options", "why"))
        return
    may, reason = options(hand.round), played.why_raise(hand)
    yield "round", f"{record.names[hand.turn]} to act"
    yield "min_raise_to", "no raise" if may.low is None else _shown(Fraction(may.low) * record.chip)
    yield "may_raise", str(reason.yes).lower()
    yield "options", ", ".join(words(hand, may))
    yield "why", reason.sentence if may.low is None else f"{reason.sentence}; {played.why_smallest(hand)[1]}"


def words(hand: Hand, may: Options) -> Iterator[str]:
    """What the player in turn may do, a word each."""
    if may.fold:
        yield "fold"
    if may.call is not None:
        yield "check" if may.call == hand.round.bets[hand.turn] else "call"
    if may.low is not None:
        yield "raise" if hand.round.price else "bet"


def _listed(amounts: Iterable[Decimal | Fraction]) -> str:
    return ", ".join(map(_shown, amounts))


def _shown(amount: Decimal | Fraction) -> str:
    return str(Fraction(amount))
