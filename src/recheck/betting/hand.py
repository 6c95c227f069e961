"""A hand from its list of actions: the rounds one after the other, what is paid, what goes back, and the pots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Optional

from recheck.betting.account import Opening, Told, told
from recheck.betting.pots import Pot, pots, unmatched
from recheck.betting.ruling import Ruling, ruled
from recheck.betting.rules import Chips, Table


class State(NamedTuple):
    """A hand after some actions."""

    street: int
    """Counted from 0; the last in which anybody could bet, if betting is over."""
    ruling: Optional[Ruling]
    """None: betting is over."""
    stacks: list[Chips]
    back: tuple[int, Chips]
    """The seat that gets something back at the end of betting, and how much, perhaps 0."""
    pots: list[Pot]
    within: list[int]


def adjudicated(table: Table, actions: Sequence[Optional[Chips]]) -> State:
    """The state after the actions of the players in turn: None is a fold, a number what is bet "to"."""
    opening, paid, loose = _begun(table)
    actions, street = list(actions), 0
    while True:
        done: list[Told] = []
        ruling = ruled(opening, done)
        while ruling is not None and actions:
            done.append(Told(ruling.seat, actions.pop(0)))
            ruling = ruled(opening, done)
        now = told(opening, done)
        stacks = [own - bet for own, bet in zip(opening.stacks, now.bets)]
        stakes = [own + bet for own, bet in zip(paid, now.bets)]
        over = len(now.within) < 2 or sum(stacks[seat] > 0 for seat in now.within) < 2
        if ruling is not None or over or street + 1 == len(table.streets):
            break
        street += 1
        paid = stakes
        opening = Opening(
            table.streets[street],
            tuple(stacks),
            (0,) * len(stacks),
            tuple(now.within),
            0,
            sum(paid) + loose,
        )
    back = (0, 0) if ruling else unmatched(stakes)
    stakes[back[0]] -= back[1]
    stacks[back[0]] += back[1]
    return State(street, ruling, stacks, back, pots(stakes, now.within, loose), now.within)


def _begun(table: Table) -> tuple[Opening, list[Chips], Chips]:
    """The first round, what each has paid before it, and what all may win whoever has paid it: antes come first."""
    antes = [min(ante, stack) for ante, stack in zip(table.antes, table.stacks)]
    largest = max(table.blinds)
    blind = max(seat for seat, size in enumerate(table.blinds) if size == largest)
    first = (blind + 1 if largest else 0) if table.first is None else table.first
    opening = Opening(
        table.streets[0],
        tuple(stack - ante for stack, ante in zip(table.stacks, antes)),
        table.blinds,
        tuple(range(len(table.stacks))),
        first,
        sum(antes),
    )
    if table.antes_count:
        return opening, antes, 0
    return opening, [0] * len(antes), sum(antes)
