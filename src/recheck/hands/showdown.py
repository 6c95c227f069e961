"""Who wins what at a showdown: each pot by itself, halves for high and low, chips that cannot be divided one by one.

TDA, "Poker TDA rules", 2022, rules 20 and 21: of two halves the odd chip is the high hand's; among those who share, odd chips go
to the first seats from the dealer's left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from recheck.betting.pots import Pot, divided
from recheck.betting.rules import Chips
from recheck.hands.cards import Best, Card, Showdown, best


def awarded(
    pots: Sequence[Pot], game: Showdown, hands: Mapping[int, Sequence[Card]], board: Sequence[Card]
) -> dict[int, Chips]:
    """What each seat wins, in whole chips; `hands` are the own cards by seat.

    A pot for a single seat is that seat's, whatever its cards; all others must have hands.
    """
    known = {seat: best(game, own, board) for seat, own in hands.items()}
    won: dict[int, Chips] = {}
    for pot in pots:
        shares = [(pot, pot.seats)] if len(pot.seats) == 1 else _shares(pot, known)
        for seat, chips in chain.from_iterable([divided(part, winners).items() for part, winners in shares]):
            won[seat] = won.get(seat, 0) + chips
    return won


def _shares(pot: Pot, known: Mapping[int, Best]) -> list[tuple[Pot, Sequence[int]]]:
    """The halves of a pot, or the whole, each with those who share it."""
    highs = {seat: known[seat][0] for seat in pot.seats}
    high = [seat for seat in pot.seats if highs[seat] == max(highs.values())]
    lows = {seat: least for seat in pot.seats if (least := known[seat][1]) is not None}
    if not lows:
        return [(pot, high)]
    low = [seat for seat in lows if lows[seat] == max(lows.values())]
    half = pot.chips // 2
    return [(Pot(pot.chips - half, pot.seats), high), (Pot(half, pot.seats), low)]
