"""One hand before two dealers: the engine, and recheck's, who knows nothing of it. What do they say at each decision?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from recheck.betting.hand import Hand as Second
from recheck.betting.hand import after, begun, state
from recheck.betting.rules import BOOKS, Book, Table
from recheck.betting.rules import Street as SecondStreet
from regretlab.betting.hand import Hand, Structure, play, pots_of, start
from regretlab.betting.reason import why_raise, why_smallest
from regretlab.betting.round import FOLD, NOBODY, Options, options
from regretlab.betting.rulebook import ADDED_UP, LAST_FULL, RAISE, RULE_BOOKS, RuleBook
from regretlab.betting.street import Chips, Street

NAMES = tuple(f"seat {n}" for n in range(10))
NEITHER = (None, None)


class Says(NamedTuple):
    """What a dealer says before an action, or at the end."""

    turn: int
    options: tuple[Chips | bool | None, ...]
    rules: tuple[str | None, ...]
    """Why he may raise or not, and why not to less."""
    stacks: tuple[Chips, ...]
    pots: tuple[tuple[Chips, tuple[int, ...]], ...]
    within: tuple[int, ...]
    back: tuple[int, Chips] | None


def engine_says(hand: Hand) -> Says:
    """What the engine says."""
    now = hand.round
    found: tuple[Chips | bool | None, ...] = ()
    rules: tuple[str | None, ...] = ()
    if hand.turn != NOBODY:
        may = options(now)
        found = tuple(may)
        rules = why_raise(now, NAMES).rule, None if may.low is None else why_smallest(now)[0]
    within = tuple([seat for seat in range(len(now.stacks)) if now.playing >> seat & 1])
    pots = tuple([tuple(pot) for pot in pots_of(hand)])
    return Says(hand.turn, found, rules, tuple(now.stacks), pots, within, hand.returned)


def second_says(hand: Second) -> Says:
    """What recheck says, in the same form."""
    ruling, now = hand.ruling, state(hand)
    within, pots = tuple(now.within), tuple([tuple(pot) for pot in now.pots])
    if ruling is None:
        back = now.back if now.back[1] else None
        return Says(NOBODY, (), (), tuple(now.stacks), pots, within, back)
    seat, *may, right, size = ruling
    return Says(seat, tuple(may), (right, size), tuple(now.stacks), pots, within, None)


def second_book(book: RuleBook) -> Book:
    """A rule book as recheck has it; those with a name are recheck's own."""
    if RULE_BOOKS.get(book.name) == book:
        return BOOKS[book.name]
    return Book(
        book.full, book.reopening == ADDED_UP, book.base == LAST_FULL, book.straddle == RAISE, not book.heads_up_capped
    )


def second_street(street: Street) -> SecondStreet:
    """A street as recheck has it."""
    return SecondStreet(
        street.bet, street.limit, street.most, street.step, street.cap, street.check, second_book(street.rules)
    )


def second_table(structure: Structure, stacks: Sequence[Chips]) -> Table:
    """A table as recheck has it."""
    return Table(
        tuple([second_street(street) for street in structure.streets]),
        tuple(stacks),
        structure.blinds,
        structure.antes,
        structure.matched_antes,
        structure.first,
    )


class Parting(NamedTuple):
    """Where the dealers part: the hand to this place, and what each says."""

    structure: Structure
    stacks: tuple[Chips, ...]
    actions: tuple[Chips, ...]
    engine: Says
    second: Says


class Compared(NamedTuple):
    """A hand to its end, or to where the dealers part."""

    decisions: int
    parting: Parting | None


def compared(structure: Structure, stacks: Sequence[Chips], choose: Callable[[Options], Chips]) -> Compared:
    """Play a hand before both dealers; `choose` gets what the engine allows."""
    hand, second = start(structure, stacks), begun(second_table(structure, stacks))
    actions: list[Chips] = []
    while True:
        engine, other = engine_says(hand), second_says(second)
        if engine != other:
            return Compared(len(actions), Parting(structure, tuple(stacks), tuple(actions), engine, other))
        if sum(engine.stacks) + sum(chips for chips, _ in engine.pots) != sum(stacks):
            raise AssertionError(f"chips: expected {sum(stacks)}, found {engine} after {actions}")
        if hand.turn == NOBODY:
            return Compared(len(actions), None)
        action = choose(options(hand.round))
        actions.append(action)
        hand, second = play(hand, action), after(second, None if action == FOLD else action)
