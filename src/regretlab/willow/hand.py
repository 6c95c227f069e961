"""A hand of Willow so far: the cards face down and face up, and the betting."""

from collections.abc import Sequence
from typing import NamedTuple

from regretlab.betting.node import Node
from regretlab.betting.round import NOBODY
from regretlab.betting.street import Chips
from regretlab.willow.ranking import strength

NO_CARD = -1


class State(NamedTuple):
    """A hand so far; cards are numbers, in the order of ranks."""

    down: tuple[int, ...]
    """The cards dealt face down, by seat."""
    up: tuple[int, ...]
    """Those dealt face up, by seat; `NO_CARD` for one that has folded before."""
    node: Node

    @property
    def dealt(self) -> tuple[int, ...]:
        """All cards that have left the deck."""
        return (*self.down, *[card for card in self.up if card != NO_CARD])


def receiver(state: State) -> int:
    """The seat that is dealt the next card, or `NOBODY`: it is for a player to act, or the hand is over."""
    down, up, node = state
    if len(down) < len(node.stacks):
        return len(down)
    if len(up) <= node.playing[-1] and (node.street or (node.turn == NOBODY and len(node.playing) > 1)):
        return next(seat for seat in node.playing if seat >= len(up))
    return NOBODY


def deal(state: State, seat: int, card: int) -> State:
    """The hand after a card for a seat, the `receiver`."""
    down, up, node = state
    if len(down) < len(node.stacks):
        return State((*down, card), up, node)
    return State(down, (*up, *(NO_CARD,) * (seat - len(up)), card), node)


def infoset(state: State, names: Sequence[str]) -> str:
    """What the player in turn knows: own card, what was done, the cards face up, and what was done then.

    `names` are those of the cards; for example `A/bet 4/call/[7 J]/bet 8`.
    """
    down, up, node = state
    first = f"{names[down[node.turn]]}{node.said[0]}"
    if not node.street:
        return first
    shown = [names[card] if card != NO_CARD else "-" for card in up]
    return f"{first}/[{' '.join(shown)}]{node.said[1]}"


def payoffs(state: State, copies: int) -> tuple[Chips, ...]:
    """Net gain of each seat in the end; cards are numbered with so many `copies` of each rank one after the other."""
    down, up, node = state
    hands = [strength(card // copies, other // copies) for card, other in zip(down, up, strict=False)]
    return node.payoffs(hands or [None] * len(down))
