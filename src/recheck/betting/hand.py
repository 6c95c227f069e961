"""A hand from its list of actions: the rounds one after the other, what is paid, what goes back, and the pots.

Within a round nothing is carried along: all that is asked is worked out anew from what everybody has done in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from recheck.betting.account import Account, Opening, Told, told
from recheck.betting.pots import Pot, pots, unmatched
from recheck.betting.rules import Chips, Table
from recheck.betting.ruling import Ruling, ruled


class Hand(NamedTuple):
    """A hand so far."""

    table: Table
    street: int
    """Counted from 0; the last in which anybody could bet, if betting is over."""
    opening: Opening
    paid: tuple[Chips, ...]
    """By seat: what each has put in before this round."""
    loose: Chips
    """What all who are in may win, whoever has paid it."""
    done: tuple[Told, ...]
    """The actions of the round."""
    ruling: Ruling | None
    """On the next player to act. None: betting is over."""


class State(NamedTuple):
    """What lies where."""

    stacks: list[Chips]
    back: tuple[int, Chips]
    """The seat that gets something back at the end of betting, and how much, perhaps 0."""
    pots: list[Pot]
    within: list[int]


def adjudicated(table: Table, actions: Sequence[Chips | None]) -> Hand:
    """The hand after the actions of the players in turn: None is a fold, a number what is bet "to"."""
    hand = begun(table)
    for action in actions:
        hand = after(hand, action)
    return hand


def begun(table: Table) -> Hand:
    """The hand before anybody has acted: antes are paid first, then blinds, or by some books blinds first."""
    antes = tuple([min(ante, stack) for ante, stack in zip(table.antes, table.stacks)])
    if table.streets[0].book.blind_first:
        owed = zip(table.antes, table.blinds, table.stacks)
        antes = tuple([min(ante + blind, stack) - min(blind, stack) for ante, blind, stack in owed])
    largest = max(table.blinds)
    blind = max(seat for seat, size in enumerate(table.blinds) if size == largest)
    first = (blind + 1 if largest else 0) if table.first is None else table.first
    opening = Opening(
        table.streets[0],
        tuple([stack - ante for stack, ante in zip(table.stacks, antes)]),
        table.blinds,
        tuple(range(len(table.stacks))),
        first,
        sum(antes),
    )
    paid, loose = (antes, 0) if table.antes_count else ((0,) * len(antes), sum(antes))
    return _going_on(Hand(table, 0, opening, paid, loose, (), ruled(opening, ())))


def after(hand: Hand, action: Chips | None) -> Hand:
    """The hand after an action of the player in turn. Raises `ValueError` where nobody is."""
    if hand.ruling is None:
        raise ValueError(f"action: expected none, since betting is over, found {action}")
    done = (*hand.done, Told(hand.ruling.seat, action))
    return _going_on(hand._replace(done=done, ruling=ruled(hand.opening, done)))


def state(hand: Hand) -> State:
    """What lies where now, after the return of what nobody has called if betting is over."""
    now = told(hand.opening, hand.done)
    stacks = [own - bet for own, bet in zip(hand.opening.stacks, now.bets)]
    stakes = [own + bet for own, bet in zip(hand.paid, now.bets)]
    seat, chips = (0, 0) if hand.ruling else unmatched(stakes)
    stakes[seat] -= chips
    stacks[seat] += chips
    return State(stacks, (seat, chips), pots(stakes, now.within, hand.loose), now.within)


def _going_on(hand: Hand) -> Hand:
    """The same hand, in the next round in which somebody is in turn if there is one."""
    while hand.ruling is None and hand.street + 1 < len(hand.table.streets):
        now = told(hand.opening, hand.done)
        stacks = tuple([own - bet for own, bet in zip(hand.opening.stacks, now.bets)])
        if sum([stacks[seat] > 0 for seat in now.within]) < 2:
            break
        hand = _next_street(hand, now, stacks)
    return hand


def _next_street(hand: Hand, now: Account, stacks: tuple[Chips, ...]) -> Hand:
    street = hand.street + 1
    paid = tuple([own + bet for own, bet in zip(hand.paid, now.bets)])
    opening = Opening(
        hand.table.streets[street],
        stacks,
        (0,) * len(stacks),
        tuple(now.within),
        0,
        sum(paid) + hand.loose,
    )
    return Hand(hand.table, street, opening, paid, hand.loose, (), ruled(opening, ()))
