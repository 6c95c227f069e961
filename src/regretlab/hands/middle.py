"""What lies in the middle while a round goes on: one pot, and side pots only where somebody is all in."""

from regretlab.betting.hand import Hand, pots_of
from regretlab.betting.pots import Pot


def pots_so_far(hand: Hand) -> tuple[Pot, ...]:
    """The pots with all bets; what players with chips have not matched yet is no pot of its own."""
    found: list[Pot] = []
    for pot in pots_of(hand):
        if found and all(hand.round.stacks[seat] for seat in found[-1].eligible if seat not in pot.eligible):
            found[-1] = found[-1]._replace(amount=found[-1].amount + pot.amount)
        else:
            found.append(pot)
    return tuple(found)
