"""The tables of a file of records: hands.csv, decisions.csv, counts.csv. docs/hands.md has their columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from recheck.hands.ending import Ending, ended
from recheck.hands.money import NOT_KNOWN, UNKNOWN
from recheck.hands.phh import Record
from recheck.hands.record import Played, Unjudged, read_hand
from recheck.hands.replay import FAULTS, KINDS, SOUND, STREETS, Decision, Note, Replay, replayed, verdict_of
from recheck.hands.sentences import Turn
from recheck.names import written

HANDS = (
    *("hand", "line", "variant", "players", "decisions", "verdict", "remarks", "board"),
    *("pots", "returned_to", "returned", "won", "stacks", "rake"),
)
DECISIONS = (
    *("hand", "decision", "street", "player", "stack", "bet", "price", "pot", "fold", "call", "low", "high"),
    *("may_raise", "rule", "low_rule", "action", "amount", "legal", "recorded"),
)
COUNTS = ("of", "kind", "hands")
BETWEEN = "|"

Row = tuple[str, ...]


class Judged(NamedTuple):
    """A hand that was judged."""

    played: Played | Unjudged
    replay: Replay
    ending: Ending | None


def judged(records: Sequence[Record], book: str | None, chip: str | None = None) -> list[Judged]:
    """All hands of a file. Raises `UnreadError` if one cannot be understood."""
    return [_judged(read_hand(record, book, chip)) for record in records]


def _judged(played: Played | Unjudged) -> Judged:
    replay = replayed(played)
    ending = ended(played, replay) if isinstance(played, Played) else None
    return Judged(played, replay, ending)


def hand_rows(hands: Sequence[Judged]) -> Iterator[Row]:
    """hands.csv."""
    for played, replay, ending in hands:
        players = played.players if isinstance(played, Unjudged) else len(played.players)
        remarks = [f"{kind}: {sentence}" for kind, sentence in replay.notes]
        yield (
            *(written(played.name), str(played.line), played.variant, str(players), str(len(replay.decisions))),
            *(verdict_of(replay.notes), BETWEEN.join(remarks), " ".join(replay.board)),
            *(("",) * 6 if ending is None or isinstance(played, Unjudged) else _of_end(played, ending)),
        )


def _of_end(played: Played, ending: Ending) -> Row:
    """Pots, what went back, what was won, stacks, and rake."""
    amount, now = played.coin.written, ending.state
    seat, back = now.back
    won, stacks = "", ""
    if ending.won is not None:
        won = BETWEEN.join(map(amount, ending.won))
        stacks = BETWEEN.join([amount(stack + chips) for stack, chips in zip(now.stacks, ending.won)])
    return (
        BETWEEN.join([amount(pot.chips) for pot in now.pots]),
        *((played.players[seat], amount(back)) if back else ("", "")),
        *(won, stacks),
        "" if ending.rake is None else amount(ending.rake),
    )


def decision_rows(hands: Sequence[Judged]) -> Iterator[Row]:
    """decisions.csv."""
    for played, replay, _ in hands:
        for number, decision in enumerate(replay.decisions, 1):
            yield (written(played.name), str(number), *_of_decision(decision))


def _of_decision(decision: Decision) -> Row:
    turn = decision.turn
    amount, ruling = turn.coin.written, turn.ruling
    left = turn.all - turn.bet
    may_raise = ruling.low is not None
    return (
        *(STREETS[decision.street], turn.name, NOT_KNOWN if left >= UNKNOWN // 2 else amount(left)),
        *(amount(turn.bet), amount(turn.account.price), amount(decision.pot)),
        *(_mark(ruling.fold), amount(turn.call), *_range(turn)),
        *(_mark(may_raise), ruling.right, ruling.size or "", decision.action),
        "" if decision.to is None else amount(decision.to),
        *(_mark(decision.legal), _mark(decision.recorded)),
    )


def _range(turn: Turn) -> Row:
    """From where to where he may raise."""
    return tuple(["" if to is None else turn.coin.written(to) for to in (turn.ruling.low, turn.ruling.high)])


def _mark(true: bool) -> str:
    return "1" if true else "0"


def count_rows(hands: Sequence[Judged]) -> Iterator[Row]:
    """counts.csv."""
    return counted([replay.notes for _, replay, _ in hands])


def counted(notes: Sequence[Sequence[Note]]) -> Iterator[Row]:
    """The rows of counts.csv, from the notes on each hand."""
    verdicts = Counter([verdict_of(of_hand) for of_hand in notes])
    remarks = Counter([kind for of_hand in notes for kind in {note.kind for note in of_hand}])
    for kind in (SOUND, *KINDS):
        if verdicts[kind]:
            yield "verdict", kind, str(verdicts[kind])
    yield "verdict", "all", str(len(notes))
    for kind in KINDS:
        if kind not in FAULTS and remarks[kind]:
            yield "remark", kind, str(remarks[kind])
