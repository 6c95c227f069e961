"""Whether the end that a record tells follows from its actions: stacks, winnings and the rake."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from regretlab.betting.pots import Pot
from regretlab.betting.street import Chips
from regretlab.hands import notes
from regretlab.hands.notes import Note
from regretlab.hands.record import UNKNOWN, Record


class Taken(NamedTuple):
    """What there is to divide: stacks after the betting, the pots, and who wins how much where that is decided."""

    stacks: tuple[Chips, ...]
    pots: tuple[Pot, ...]
    won: tuple[Chips, ...] | None


class Followed(NamedTuple):
    """Who has won how much, the stacks at the end and the rake, where they are known, and what there is to say."""

    won: tuple[Chips, ...] | None
    stacks: tuple[Chips, ...] | None
    rake: Chips | None
    notes: tuple[Note, ...]


def follows(record: Record, taken: Taken) -> Followed:
    """Compare what is recorded with what follows."""
    derived = None if taken.won is None else _added(taken.stacks, taken.won)
    told = _told(record, taken)
    if told is None:
        return Followed(taken.won, derived, record.rake, (Note(notes.NO_END, record.place, _nothing(record)),))
    key, won = told
    faults = list(_faults(record, taken, key, won))
    if faults:
        return Followed(taken.won, derived, None, tuple(faults))
    rake = sum([pot.amount for pot in taken.pots]) - sum(won)
    return Followed(won, _added(taken.stacks, won), rake, tuple(_about_rake(record, taken, rake)))


def follows_so_far(record: Record, stacks: Sequence[Chips]) -> Iterator[Note]:
    """Compare the stacks of a record that stops mid-hand: they are those after its last action."""
    for seat, found in enumerate(record.finishing_stacks or ()):
        if stacks[seat] not in (found, UNKNOWN):
            text = f"expected {record.show(stacks[seat])} for {record.names[seat]} so far, found {record.show(found)}"
            yield Note(notes.END, record.place_of(f"finishing_stacks[{seat}]"), f"finishing_stacks: {text}")


def _told(record: Record, taken: Taken) -> tuple[str, tuple[Chips, ...]] | None:
    """What each has won by the record, and the field that says so; None: it does not."""
    if record.finishing_stacks is not None and UNKNOWN not in record.stacks:
        pairs = zip(record.finishing_stacks, taken.stacks, strict=True)
        return "finishing_stacks", tuple([after - before for after, before in pairs])
    if record.winnings is not None and any(record.winnings):
        return "winnings", record.winnings
    return None


def _faults(record: Record, taken: Taken, key: str, won: Sequence[Chips]) -> Iterator[Note]:
    """What cannot be: who gets more than follows, or less without having won anything of which a rake was taken."""
    finishing = key == "finishing_stacks"
    for seat, name in enumerate(record.names):
        before = taken.stacks[seat] if finishing else 0
        most = sum([pot.amount for pot in taken.pots if seat in pot.eligible]) if taken.won is None else taken.won[seat]
        least = most if taken.won is not None and not most else 0
        if not least <= won[seat] <= most:
            up_to = "" if least == most else "at most "
            expected, found = record.show(before + most), record.show(before + won[seat])
            place = record.place_of(f"{key}[{seat}]")
            yield Note(notes.END, place, f"{key}: expected {up_to}{expected} for {name}, found {found}")
    if record.winnings is not None and finishing and any(record.winnings) and tuple(record.winnings) != tuple(won):
        place = record.place_of("winnings")
        found = ", ".join(map(record.show, record.winnings))
        yield Note(notes.END, place, f"winnings: expected {', '.join(map(record.show, won))}, found {found}")
    whole = sum([pot.amount for pot in taken.pots])
    if taken.won is None and sum(won) > whole:
        place = record.place_of(key)
        yield Note(notes.END, place, f"{key}: expected {record.show(whole)} in the pots, found {record.show(sum(won))}")
    if record.rake is not None and record.rake != whole - sum(won):
        place, missing = record.place_of("rake"), record.show(whole - sum(won))
        yield Note(
            notes.END, place, f"rake: expected {missing}, which is what is missing, found {record.show(record.rake)}"
        )


def _about_rake(record: Record, taken: Taken, rake: Chips) -> Iterator[Note]:
    if rake:
        whole = sum([pot.amount for pot in taken.pots])
        yield Note(notes.RAKE, record.place, f"{record.show(rake)} of {record.show(whole)} are missing in the end")


def _nothing(record: Record) -> str:
    if record.winnings is not None:
        return "all winnings are 0"
    return "neither finishing stacks nor winnings are given"


def _added(stacks: Sequence[Chips], won: Sequence[Chips]) -> tuple[Chips, ...]:
    return tuple([stack + more for stack, more in zip(stacks, won, strict=True)])
