"""A replay in words: what each player could do and why, what he did, and how the hand ended; as text and as JSON."""

from collections.abc import Iterator, Sequence
from typing import Any

from regretlab.betting.hand import Hand
from regretlab.betting.pots import Pot
from regretlab.betting.round import FOLD, NOBODY, Options, options
from regretlab.betting.street import Chips
from regretlab.hands.middle import pots_so_far
from regretlab.hands.record import UNKNOWN, Place
from regretlab.hands.replay import STREETS, Replay, Step, described
from regretlab.hands.showdown import Award, End
from regretlab.hands.table import SHOWN_BY_STREET
from regretlab.hands.variants import VARIANTS


def lines(played: Replay, verdict: str | None = None, problems: Sequence[str] = ()) -> Iterator[str]:
    """One hand in full; `verdict`, with what is wrong besides, instead of that of the replay."""
    record = played.record
    variant = VARIANTS[record.variant]
    yield f"{record.name} ({record.place}): {variant.title}, {len(record.names)} players"
    if played.last is None:
        yield from map(str, played.notes)
        yield f"verdict: {verdict or played.verdict}"
        return
    for name, position, stack, blind, ante in zip(
        record.names, record.positions, record.stacks, record.blinds, record.antes, strict=True
    ):
        paid = [f"{word} {record.show(amount)}" for word, amount in (("ante", ante), ("blind", blind)) if amount]
        called = name if name == position else f"{name} {position}"
        yield f"  {called:10} {', '.join([record.show(stack), *paid])}"
    street = None
    for step in played.steps:
        if step.hand.street != street:
            street = step.hand.street
            yield _heading(played, street)
        yield from decision(played, step.hand, step.may)
        yield f"      -> {done(played, step)}"
    if played.last.turn != NOBODY and played.last.street != street:
        yield _heading(played, played.last.street)
    yield from ending(played)
    yield from map(str, played.notes)
    yield from problems
    yield f"verdict: {verdict or played.verdict}"


def _heading(played: Replay, street: int) -> str:
    """The street, and what lies on the board."""
    return " ".join([STREETS[street], *played.board[: SHOWN_BY_STREET[street]]])


def done(played: Replay, step: Step) -> str:
    """What a player did, in words."""
    now, show = step.hand.round, played.record.show
    text = {"raise": "raises to"}.get(step.word, f"{step.word}s")
    if step.word not in ("fold", "check"):
        text += f" {show(step.action)}"
    if step.action == now.bets[now.turn] + now.stacks[now.turn]:
        text += " and is all in"
    return text + ("" if step.source else " (not recorded)") + ("" if step.legal else ": NOT LEGAL")


def ending(played: Replay) -> Iterator[str]:
    """How the hand ended; or, where the record stops or the replay ends, what the player in turn may do."""
    hand = played.last
    if played.end is not None:
        yield from _end(played, played.end)
    elif hand is not None and hand.turn != NOBODY:
        yield from decision(played, hand, options(hand.round))


def decision(played: Replay, hand: Hand, may: Options) -> Iterator[str]:
    """What the player in turn may do, and why."""
    record, now, show = played.record, hand.round, played.record.show
    reason = played.why_raise(hand)
    pots = [show(pot.amount) for pot in pots_so_far(hand)]
    due = (now.price if may.call is None else may.call) - now.bets[now.turn]
    facts = [
        record.names[now.turn],
        f"stack {show(now.stacks[now.turn])}",
        *([f"{show(due)} more to call"] if due else []),
        f"{'pots' if len(pots) > 1 else 'pot'} {' and '.join(pots)}",
    ]
    yield f"  {', '.join(facts)}: {described(record, hand, may)}"
    yield f"      may {'' if reason.yes else 'not '}raise: {reason.sentence} ({reason.rule})"
    if may.low is not None:
        rule, sentence = played.why_smallest(hand)
        yield f"      at least {show(may.low)}: {sentence} ({rule})"


def _end(played: Replay, end: End) -> Iterator[str]:
    record, show = played.record, played.record.show
    yield " ".join(["the end", *played.board])
    if end.returned:
        yield f"  {show(end.returned.amount)} go back to {record.names[end.returned.seat]}, since nobody called"
    for award in end.awards:
        half = f", {award.half}" if award.half else ""
        hand = f" with {award.hand.name}, {' '.join(award.hand.cards)}" if award.hand else ""
        shares = " and ".join([f"{record.names[seat]} {show(amount)}" for seat, amount in award.shares])
        yield f"  pot of {show(award.pot.amount)}{half}: {shares}{hand}"
    for pot in () if end.awards else end.pots:
        word = "between" if len(pot.eligible) > 1 else "for"
        yield f"  pot of {show(pot.amount)}: {word} {' and '.join([record.names[seat] for seat in pot.eligible])}"
    if end.stacks:
        stacks = zip(record.names, end.stacks, strict=True)
        yield f"  stacks: {', '.join([f'{name} {show(stack)}' for name, stack in stacks])}"
    if end.rake:
        yield f"  rake: {show(end.rake)}"


def as_json(played: Replay) -> dict[str, Any]:
    """All of a replay; amounts are in chips, of which `chip` says what one is worth, and an unknown one is null."""
    record = played.record
    return {
        "hand": record.name,
        **_place(record.place),
        "variant": record.variant,
        "verdict": played.verdict,
        "chip": str(record.chip),
        "names": list(record.names),
        "stacks": list(map(_amount, record.stacks)),
        "actions": [_action(played, step) for step in played.steps],
        "to_act": None if played.last is None or played.last.turn == NOBODY else _state(played, played.last),
        "end": None if played.end is None else _end_as_json(played, played.end),
        "notes": [
            {"kind": note.kind, "fault": note.fault, **_place(note.place), "text": note.text} for note in played.notes
        ],
    }


def _action(played: Replay, step: Step) -> dict[str, Any]:
    source = step.source
    return {
        **_state(played, step.hand),
        "done": "fold" if step.action == FOLD else _amount(step.action),
        "legal": step.legal,
        "recorded": None if source is None else {"text": source.text, **_place(source.place)},
    }


def _state(played: Replay, hand: Hand) -> dict[str, Any]:
    now, may, reason = hand.round, options(hand.round), played.why_raise(hand)
    least = dict(zip(("rule", "sentence"), played.why_smallest(hand), strict=True)) if may.low is not None else None
    return {
        "street": hand.street,
        "player": played.record.names[now.turn],
        "stacks": list(map(_amount, now.stacks)),
        "bets": list(map(_amount, now.bets)),
        "pots": [_pot(played, pot) for pot in pots_so_far(hand)],
        "options": {"fold": may.fold, "call": _amount(may.call), "low": _amount(may.low), "high": _amount(may.high)},
        "may_raise": {"yes": reason.yes, "rule": reason.rule, "sentence": reason.sentence},
        "at_least": least,
    }


def _end_as_json(played: Replay, end: End) -> dict[str, Any]:
    returned = end.returned
    names = played.record.names
    return {
        "returned": None if returned is None else {"player": names[returned.seat], "amount": _amount(returned.amount)},
        "pots": [_pot(played, pot) for pot in end.pots],
        "awards": [_award(played, award) for award in end.awards],
        "stacks": None if end.stacks is None else list(map(_amount, end.stacks)),
        "rake": _amount(end.rake),
    }


def _award(played: Replay, award: Award) -> dict[str, Any]:
    return {
        "pot": _amount(award.pot.amount),
        "half": award.half or None,
        "shares": {played.record.names[seat]: _amount(amount) for seat, amount in award.shares},
        "hand": None if award.hand is None else {"name": award.hand.name, "cards": list(award.hand.cards)},
    }


def _pot(played: Replay, pot: Pot) -> dict[str, Any]:
    return {"amount": _amount(pot.amount), "eligible": [played.record.names[seat] for seat in pot.eligible]}


def _amount(amount: Chips | None) -> int | None:
    return None if amount is None or amount == UNKNOWN else int(amount)


def _place(place: Place) -> dict[str, Any]:
    return {"file": place.file, "line": place.line, "column": place.column}
