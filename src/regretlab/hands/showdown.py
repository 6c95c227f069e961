"""How a hand ends: what goes back, who wins which pot, and whether that is what the record says.

Odd chips of a pot that several win go to the first of them from the dealer's left; of one that is split between high and low,
to the high hand (TDA, rule 20).
"""

from collections.abc import Sequence
from typing import NamedTuple

from regretlab.betting.hand import Hand, pots_of
from regretlab.betting.pots import Pot, Uncalled, share
from regretlab.betting.street import Chips
from regretlab.hands import notes
from regretlab.hands.cards import SHORT_DECK, Best, high, low
from regretlab.hands.follow import Taken, follows
from regretlab.hands.notes import Note
from regretlab.hands.record import UNKNOWN_CARD, Record
from regretlab.hands.table import Table
from regretlab.hands.variants import VARIANTS, Variant

WHOLE = ""
HIGH = "high"
LOW = "low"


class Award(NamedTuple):
    """A pot, or half of it: who gets how much, and the hands that win it, if cards decide."""

    pot: Pot
    half: str
    """`HIGH`, `LOW` or neither."""
    shares: tuple[tuple[int, Chips], ...]
    """Seats and amounts."""
    hand: Best | None


class End(NamedTuple):
    """The end of a hand."""

    returned: Uncalled | None
    pots: tuple[Pot, ...]
    awards: tuple[Award, ...]
    """None if cards do not decide."""
    won: tuple[Chips, ...] | None
    """What each has taken from the pots, as recorded if that follows; otherwise as it has to be. None: not known."""
    stacks: tuple[Chips, ...] | None
    """What each has in the end."""
    rake: Chips | None
    notes: tuple[Note, ...]


class UndecidedError(Exception):
    """Why cards do not decide."""


def end_of(record: Record, hand: Hand, table: Table) -> End:
    """The end of a hand whose betting is over."""
    pots = pots_of(hand)
    why = None
    try:
        awards = tuple([award for pot in pots for award in _awards(pot, VARIANTS[record.variant], record, table)])
    except UndecidedError as error:
        awards, why = (), str(error)
    won = None if why else tuple([_won(seat, awards) for seat in range(len(record.names))])
    taken = follows(record, Taken(hand.round.stacks, pots, won))
    found = list(taken.notes)
    if why and taken.stacks is None and not any(note.fault for note in found):
        found.append(Note(notes.UNDECIDED, record.place, f"nobody can tell who wins: {why}"))
    return End(hand.returned, pots, awards, taken.won, taken.stacks, taken.rake, tuple(found))


def _awards(pot: Pot, variant: Variant, record: Record, table: Table) -> list[Award]:
    """Who gets a pot. Raises `UndecidedError`."""
    left = [seat for seat in pot.eligible if seat not in table.mucked or len(pot.eligible) == 1]
    if len(left) == 1:
        return [Award(pot, WHOLE, ((left[0], pot.amount),), None)]
    if not left:
        raise UndecidedError("all have mucked")
    unknown = [record.names[seat] for seat in left if table.known(seat) is None]
    if unknown:
        raise UndecidedError(f"the cards of {' and '.join(unknown)} are not known")
    if len(table.board) != variant.board:
        raise UndecidedError(f"the board has {len(table.board)} cards")
    if UNKNOWN_CARD in table.board:
        raise UndecidedError("a card of the board is not known")
    hole = {seat: table.known(seat) or () for seat in left}
    cards = [*table.board, *(card for own in hole.values() for card in own)]
    if len(set(cards)) < len(cards):
        raise UndecidedError("a card is there twice")
    short = variant.deck == SHORT_DECK
    highs = {seat: high(cards, table.board, variant.omaha, short) for seat, cards in hole.items()}
    lows = {seat: found for seat, cards in hole.items() if variant.low and (found := low(cards, table.board))}
    if not lows:
        return [_award(pot, WHOLE, pot.amount, highs)]
    of_low = pot.amount // 2
    return [_award(pot, HIGH, pot.amount - of_low, highs), _award(pot, LOW, of_low, lows)]


def _award(pot: Pot, half: str, amount: Chips, hands: dict[int, Best]) -> Award:
    best = max(hands.values(), key=lambda hand: hand.strength)
    winners = [seat for seat, hand in hands.items() if hand.strength == best.strength]
    return Award(pot, half, tuple(share(Pot(amount, pot.eligible), winners).items()), best)


def _won(seat: int, awards: Sequence[Award]) -> Chips:
    return sum([amount for award in awards for winner, amount in award.shares if winner == seat])
