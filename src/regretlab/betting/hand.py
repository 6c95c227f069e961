"""A whole hand: antes and blinds, one betting round after the other, and the pots at the end. Cards are no part of it.

Seats are numbered from the dealer's left; with two players the dealer, seat 1, has the small blind and begins before the flop
(TDA, rule 34). Who is not all in has the rounds before him; when less than two are, all others are over at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import add
from typing import NamedTuple

from regretlab.betting.pots import Pot, Uncalled, pots, uncalled
from regretlab.betting.round import NOBODY, Round, act, open_round, post
from regretlab.betting.street import Chips, Street

MOST_PLAYERS = 10


@dataclass(frozen=True)
class Structure:
    """What is paid before the cards, and the streets."""

    streets: tuple[Street, ...]
    blinds: tuple[Chips, ...]
    """By seat, straddles too; 0 for the others."""
    antes: tuple[Chips, ...]
    matched_antes: bool = True
    """Whether an ante counts like a bet, so that who has paid less has a claim on less. Otherwise all belongs to the main pot."""
    first: int | None = None
    """Who acts first in the first round. None: whoever sits after the largest blind."""

    def __post_init__(self) -> None:
        """Refuse a table that is none."""
        players = len(self.antes)
        if not 2 <= players <= MOST_PLAYERS:
            raise ValueError(f"antes: expected those of 2 to {MOST_PLAYERS} players, found {players}")
        if len(self.blinds) != players:
            raise ValueError(f"blinds: expected {players}, one for each player, found {len(self.blinds)}")
        if not self.streets:
            raise ValueError("streets: expected one or more, found none")
        for name in ("antes", "blinds"):
            if any(amount < 0 for amount in getattr(self, name)):
                raise ValueError(f"{name}: expected 0 or more, found {min(getattr(self, name))}")
        if self.first is not None and not 0 <= self.first < players:
            raise ValueError(f"first: expected a seat from 0 to {players - 1}, found {self.first}")

    @property
    def opener(self) -> int:
        """Who acts first in the first round, if he has chips."""
        if self.first is not None:
            return self.first
        largest = max(self.blinds)
        return max([seat + 1 for seat, blind in enumerate(self.blinds) if blind == largest > 0], default=0) % len(
            self.blinds
        )


class Hand(NamedTuple):
    """A hand so far. Nothing in it ever changes."""

    structure: Structure
    street: int
    """Which of the streets is being played, or was when the betting ended."""
    round: Round
    paid: tuple[Chips, ...]
    """What each has paid for the pots before this round."""
    dead: Chips
    """What lies in the main pot whoever paid it."""
    returned: Uncalled | None = None
    """What went back when the betting ended, since nobody had matched it; it is in the player's stack again."""

    @property
    def turn(self) -> int:
        """Who is to act, or `NOBODY`: there is no more betting."""
        return self.round.turn


def start(structure: Structure, stacks: Sequence[Chips]) -> Hand:
    """The hand after antes and blinds. Raises `ValueError` for a player without chips."""
    for seat, stack in enumerate(stacks):
        if not stack > 0:
            raise ValueError(f"stacks: expected more than 0 for seat {seat}, found {stack}")
    if len(stacks) != len(structure.antes):
        raise ValueError(f"stacks: expected {len(structure.antes)}, found {len(stacks)}")
    antes = antes_paid(structure, stacks)
    left = [stack - ante for stack, ante in zip(stacks, antes, strict=True)]
    pot = sum(antes)
    everyone = (1 << len(stacks)) - 1
    begun = post(structure.streets[0], left, structure.blinds, everyone, pot, structure.opener)
    paid, dead = (antes, 0) if structure.matched_antes else ((0,) * len(stacks), pot)
    return _settled(Hand(structure, 0, begun, paid, dead))


def antes_paid(structure: Structure, stacks: Sequence[Chips]) -> tuple[Chips, ...]:
    """What each has paid of his ante: before his blind, or by a rule book that says so, after it."""
    first = structure.blinds if structure.streets[0].rules.blind_first else (0,) * len(stacks)
    left = [max(stack - blind, 0) for stack, blind in zip(stacks, first, strict=True)]
    return tuple(map(min, structure.antes, left))


def play(hand: Hand, action: Chips) -> Hand:
    """The hand after an action of the player in turn, one of his `options`; a round that it ends is followed by the next."""
    structure, street, now, paid, dead, returned = hand
    now = act(now, action)
    hand = Hand(structure, street, now, paid, dead, returned)
    return _settled(hand) if now.turn == NOBODY else hand


def pots_of(hand: Hand) -> tuple[Pot, ...]:
    """The pots as they stand, with all that has been bet in this round."""
    return pots(_paid(hand), _playing(hand.round), hand.dead)


def _settled(hand: Hand) -> Hand:
    """The same hand, at the next decision if there is one, otherwise after the return of what nobody has called."""
    while hand.round.turn == NOBODY:
        structure, street, now, _, dead, _ = hand
        street += 1
        if street == len(structure.streets) or now.deep.bit_count() < 2:
            return _returned(hand)
        paid = _paid(hand)
        begun = open_round(structure.streets[street], now.stacks, now.playing, sum(paid) + dead)
        hand = Hand(structure, street, begun, paid, dead)
    return hand


def _returned(hand: Hand) -> Hand:
    now = hand.round
    back = uncalled(_paid(hand))
    if back is None:
        return hand
    seat, amount = back
    # What is more than the bet of the round was an ante.
    ante = amount - min(amount, now.bets[seat])
    bets = _changed(now.bets, seat, ante - amount)
    now = now._replace(bets=bets, all_in=_changed(now.all_in, seat, ante), deep=now.playing & (now.deep | 1 << seat))
    return hand._replace(round=now, paid=_changed(hand.paid, seat, -ante), returned=back)


def _changed(amounts: tuple[Chips, ...], seat: int, more: Chips) -> tuple[Chips, ...]:
    return (*amounts[:seat], amounts[seat] + more, *amounts[seat + 1 :])


def _paid(hand: Hand) -> tuple[Chips, ...]:
    """What each has paid for the pots, with the bets of this round."""
    return tuple(map(add, hand.paid, hand.round.bets))


def _playing(now: Round) -> list[int]:
    return [seat for seat in range(len(now.bets)) if now.playing >> seat & 1]
