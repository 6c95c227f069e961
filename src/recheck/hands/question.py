"""A case of a file of questions: who sits where, what has been done, and who is asked. docs/hands.md, "Questions"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from recheck.betting.hand import Hand, after, begun
from recheck.betting.rules import BOOKS, Chips, Street, Table
from recheck.betting.ruling import Ruling
from recheck.hands.flow import Item, Value
from recheck.hands.money import UNKNOWN, Coin, smallest
from recheck.hands.unread import UnreadError

SEATS = ("SB", "BB", "UTG", "UTG+1", "UTG+2", "UTG+3", "LJ", "HJ", "CO", "BTN")
LEAVING = ("UTG+3", "UTG+2", "UTG+1", "LJ", "UTG", "HJ", "CO")
"""Who is not there if there are fewer, one after the other."""

UNANSWERED = "nobody left to answer"
"""By this rule of docs/raise-rights.md all his chips are no more than a call."""

USUAL, MOST = 6, len(SEATS)
MOST_ACTIONS = 100
"""Of a question: what it takes to follow them grows with the third power of how many they are."""

STATED = ("may_raise", "min_raise_to", "options", "round", "pots")
"""The answers that a file may have itself."""

KEYS = {"id", "players", "blinds", "stacks", "actions", "ask", "note", "why", *STATED}
IDENTIFIER = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
AMOUNT = re.compile(r"[0-9]{1,30}(?:\.[0-9]{1,30})?")
WHOLE = re.compile(r"[1-9][0-9]{0,3}")
ACTION = re.compile(rf"(\S+) (?:(fold|check|call)|(call|bet|raise|allin) ({AMOUNT.pattern}))")


class Act(NamedTuple):
    """An action: the name of the seat, what it is, and to how much, None if it is not said."""

    seat: str
    kind: str
    amount: int | None


class Case(NamedTuple):
    """A question. `stacks` are those that are given, by name; `course` is the hand before each action and after the last, and
    `recorded` whether each is among `actions`, or somebody was passed over; `stated` are the answers that the file has itself."""

    id: str
    line: int
    coin: Coin
    seats: tuple[str, ...]
    blinds: tuple[int, int]
    stacks: dict[str, int]
    actions: tuple[str, ...]
    course: tuple[Hand, ...]
    recorded: tuple[bool, ...]
    stated: dict[str, Value]

    @property
    def hand(self) -> Hand:
        """What comes of the actions."""
        return self.course[-1]


def seats_of(players: int) -> tuple[str, ...]:
    """The seats of a table of so many, from the dealer's left."""
    if players == 2:
        return "BB", "SB"
    gone = LEAVING[: MOST - players]
    return tuple([seat for seat in SEATS if seat not in gone])


def read_case(item: Item, book: str | None, chip: str | None) -> Case:
    """A case, by this rule book or else by *standard*, in this smallest chip or else that of the amounts.

    Raises `UnreadError` if it cannot be understood, or played.
    """
    reader = _Reader(item)
    for name in item.values:
        if name not in KEYS:
            raise reader.error("is no key of a case", ", ".join(sorted(KEYS)), name)
    seats = seats_of(reader.players())
    blinds = reader.amounts("blinds")
    if len(blinds) != 2 or not blinds[1]:
        raise reader.error("are not a small and a big blind", "blinds: [SMALL, BIG]", item.values.get("blinds"))
    stacks, texts = reader.stacks(seats), reader.actions()
    matches = [reader.action(text, seats) for text in texts]
    spoken = [Decimal(match[4]) for match in matches if match[4]]
    coin = smallest([*blinds, *stacks.values(), *spoken], chip)
    for amount in (*blinds, *stacks.values(), *spoken):
        if not coin.has(amount):
            raise reader.error("is no whole number of the smallest chip", coin.worth, amount)
    acts = [
        Act(match[1], match[2] or match[3], coin.chips(Decimal(match[4])) if match[4] else None) for match in matches
    ]
    given = {seat: coin.chips(stack) for seat, stack in stacks.items()}
    small, big = map(coin.chips, blinds)
    whole = reader.all_in(acts, given)
    paid = {"SB": small, "BB": big}
    table = Table(
        (Street(big, book=BOOKS[book or "standard"]),),
        tuple([{**given, **whole}.get(seat, UNKNOWN) for seat in seats]),
        tuple([paid.get(seat, 0) for seat in seats]),
        (0,) * len(seats),
    )
    course, recorded = reader.play(begun(table), seats, acts)
    shown = tuple([" ".join(text.split(" ")) for text in texts])
    stated = {key: item.values[key] for key in STATED if key in item.values}
    return Case(
        reader.text("id"), item.line, coin, seats, (small, big), given, shown, tuple(course), tuple(recorded), stated
    )


class _Reader:
    """Reads the keys of a case."""

    def __init__(self, item: Item) -> None:
        """Of that case."""
        self.item = item

    def error(self, message: str, expected: object = None, found: object = None) -> UnreadError:
        """What is wrong with the case."""
        return UnreadError(message, self.item.line, expected, found)

    def text(self, name: str) -> str:
        """A text that has to be there."""
        value = self.item.values.get(name)
        if not isinstance(value, str):
            raise self.error("is not there, or no text", name, value)
        return value

    def players(self) -> int:
        """How many sit at the table; looks at the id, too."""
        if IDENTIFIER.fullmatch(self.text("id")) is None:
            raise self.error("is no name of a case", IDENTIFIER.pattern, self.text("id"))
        if "players" not in self.item.values:
            return USUAL
        text = self.text("players")
        if WHOLE.fullmatch(text) is None or not 2 <= int(text) <= MOST:
            raise self.error("is no number of players", f"2 to {MOST}", text)
        return int(text)

    def amounts(self, name: str) -> list[Decimal]:
        """A list of amounts."""
        return [self.amount(value) for value in self.sequence(name)]

    def sequence(self, name: str) -> Sequence[Value]:
        """A list; nothing if it is not there."""
        value = self.item.values.get(name, [])
        if not isinstance(value, list):
            raise self.error("is no list", f"{name}: [...]", value)
        return value

    def amount(self, value: Value) -> Decimal:
        """An amount."""
        if not isinstance(value, str) or AMOUNT.fullmatch(value) is None:
            raise self.error("is no amount", "digits, perhaps with a point", value)
        return Decimal(value)

    def stacks(self, seats: Sequence[str]) -> dict[str, Decimal]:
        """Stacks that are given, by seat, in the order of the seats."""
        value = self.item.values.get("stacks", {})
        if not isinstance(value, dict):
            raise self.error("is no mapping from seats to stacks", "stacks: {SEAT: AMOUNT}", value)
        for seat in value:
            if seat not in seats:
                raise self.error("is no seat of this table", ", ".join(seats), seat)
        return {seat: self.amount(value[seat]) for seat in seats if seat in value}

    def actions(self) -> list[str]:
        """The actions as texts."""
        found = [value for value in self.sequence("actions") if isinstance(value, str)]
        if len(found) != len(self.sequence("actions")):
            raise self.error("is no list of actions", "SEAT ACTION", self.item.values["actions"])
        if len(found) > MOST_ACTIONS:
            raise self.error("has too many actions", f"at most {MOST_ACTIONS}", len(found))
        return found

    def action(self, text: str, seats: Sequence[str]) -> re.Match[str]:
        """An action, as far as its form goes."""
        match = ACTION.fullmatch(text)
        if match is None or match[1] not in seats:
            raise self.error("is no action", "SEAT fold, check, call, bet, raise or allin", text)
        return match

    def all_in(self, acts: Sequence[Act], given: dict[str, int]) -> dict[str, int]:
        """The stacks that follow from who is all in."""
        found: dict[str, int] = {}
        for seat, kind, amount in acts:
            if kind == "allin" and amount is not None:
                if given.get(seat, amount) != amount or found.get(seat, amount) != amount:
                    raise self.error("has another stack than that", given.get(seat, found.get(seat)), f"{seat} allin")
                found[seat] = amount
        return found

    def play(self, hand: Hand, seats: Sequence[str], acts: Sequence[Act]) -> tuple[list[Hand], list[bool]]:
        """The hand before each action and after the last, with the one who is asked in turn; and which are recorded."""
        course, recorded = [hand], list[bool]()
        for act in acts:
            ruling = self.passed_to(course, recorded, seats.index(act.seat), act.seat)
            to = _bet_of(act, ruling, course[-1].opening.stacks[ruling.seat])
            if not _is_legal(act, to, course[-1], ruling):
                raise self.error("is not legal", None, f"{act.seat} {act.kind}")
            course.append(after(course[-1], to))
            recorded.append(True)
        if "ask" in self.item.values:
            asked = self.text("ask")
            if asked not in seats:
                raise self.error("is no seat of this table", ", ".join(seats), asked)
            self.passed_to(course, recorded, seats.index(asked), asked)
        return course, recorded

    def passed_to(self, course: list[Hand], recorded: list[bool], seat: int, name: str) -> Ruling:
        """What a seat may do after all before it have folded."""
        while True:
            ruling = course[-1].ruling
            if ruling is None:
                raise self.error("is not in turn", "somebody who is to act", name)
            if ruling.seat == seat:
                return ruling
            course.append(after(course[-1], None))
            recorded.append(False)


def _bet_of(act: Act, ruling: Ruling, everything: Chips) -> Chips | None:
    """What a player's bet is after his action; None: he folds. Nobody puts in what no other could call."""
    if act.kind == "fold":
        return None
    if act.kind == "allin" and act.amount == everything and ruling.right == UNANSWERED:
        return ruling.call
    return ruling.call if act.amount is None else act.amount


def _is_legal(act: Act, to: Chips | None, hand: Hand, ruling: Ruling) -> bool:
    """Whether the player in turn may do this, and whether it is called what it is."""
    if to is None or ruling.call is None:
        return act.kind == "fold"
    raises = ruling.low is not None and ruling.high is not None and ruling.low <= to <= ruling.high
    price = max([0, *[told.to for told in hand.done if told.to is not None], *hand.opening.blinds])
    if act.kind == "check":
        return not ruling.fold
    if act.kind == "call":
        return ruling.fold and to == ruling.call
    if act.kind == "allin":
        if act.amount == hand.opening.stacks[ruling.seat] and ruling.right == UNANSWERED:
            return True
        return to == hand.opening.stacks[ruling.seat] and (raises or (ruling.fold and to == ruling.call))
    return raises and (act.kind == "raise") == (price > 0)
