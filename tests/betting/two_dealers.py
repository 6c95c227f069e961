"""One hand before two dealers: the engine, and recheck's, who knows nothing of it. What do they say at each decision?"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from recheck.betting.hand import Hand as Second
from recheck.betting.hand import after, begun, state
from recheck.betting.pots import Pot as SecondPot
from recheck.betting.pots import divided
from recheck.betting.rules import BOOKS, Book, Table
from recheck.betting.rules import Street as SecondStreet
from regretlab.betting import hand as engine
from regretlab.betting import pots as engine_pots
from regretlab.betting.hand import Hand, Structure, play, start
from regretlab.betting.reason import why_raise, why_smallest
from regretlab.betting.round import FOLD, NOBODY, Options, options
from regretlab.betting.rulebook import ADDED_UP, LAST_FULL, RAISE, RULE_BOOKS, RuleBook
from regretlab.betting.street import Chips, Street

NAMES = tuple(f"seat {n}" for n in range(10))


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
    shares: tuple[dict[int, Chips], ...]
    """At the end: what each gets if all who may win a pot have the same cards."""


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
    """Play a hand before both dealers; `choose` gets what the engine allows.

    Chips that are lost or made, and ranges that are empty, are partings, too: one of the two has lost or made them.
    """
    hand, second = start(structure, stacks), begun(second_table(structure, stacks))
    actions: list[Chips] = []
    while True:
        says, other = engine_says(hand), second_says(second)
        if says != other or not sound(says, sum(stacks)):
            return Compared(len(actions), Parting(structure, tuple(stacks), tuple(actions), says, other))
        if hand.turn == NOBODY:
            return Compared(len(actions), None)
        action = choose(options(hand.round))
        actions.append(action)
        hand, second = play(hand, action), after(second, None if action == FOLD else action)


def sound(says: Says, chips: Chips) -> bool:
    """Whether no chip is lost, and no range of raises empty; at the end, all chips of the pots are shared."""
    middle = sum([amount for amount, _ in says.pots])
    if sum(says.stacks) + middle != chips or min(says.stacks) < 0:
        return False
    if says.turn == NOBODY:
        return sum([sum(share.values()) for share in says.shares]) == middle
    _, _, low, high = says.options
    return (low is None) == (high is None) and (low is None or 0 < low <= high)


def engine_says(hand: Hand) -> Says:
    """What the engine says."""
    now = hand.round
    within = tuple([seat for seat in range(len(now.stacks)) if now.playing >> seat & 1])
    pots = engine.pots_of(hand)
    plain = tuple([tuple(pot) for pot in pots])
    if hand.turn == NOBODY:
        shares = tuple([engine_pots.share(pot, pot.eligible) for pot in pots])
        return Says(hand.turn, (), (), tuple(now.stacks), plain, within, hand.returned, shares)
    may = options(now)
    rules = why_raise(now, NAMES).rule, None if may.low is None else why_smallest(now)[0]
    return Says(hand.turn, tuple(may), rules, tuple(now.stacks), plain, within, hand.returned, ())


def second_says(hand: Second) -> Says:
    """What recheck says, in the same form."""
    ruling, now = hand.ruling, state(hand)
    within, pots = tuple(now.within), tuple([tuple(pot) for pot in now.pots])
    if ruling is None:
        shares = tuple([divided(SecondPot(*pot), pot[1]) for pot in pots])
        return Says(NOBODY, (), (), tuple(now.stacks), pots, within, now.back if now.back[1] else None, shares)
    seat, *may, right, size = ruling
    return Says(seat, tuple(may), (right, size), tuple(now.stacks), pots, within, None, ())


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


def second_street(street: Street) -> SecondStreet:
    """A street as recheck has it."""
    return SecondStreet(
        street.bet, street.limit, street.most, street.step, street.cap, street.check, second_book(street.rules)
    )


def second_book(book: RuleBook) -> Book:
    """A rule book as recheck has it; those with a name are recheck's own."""
    if book.name in RULE_BOOKS:
        return BOOKS[book.name]
    return Book(
        book.full,
        book.reopening == ADDED_UP,
        book.base == LAST_FULL,
        book.straddle == RAISE,
        not book.heads_up_capped,
        book.blind_first,
    )
