"""A node of a tree of betting: what can be done, by name, what follows, and what everybody has won in the end.

Cards are no part of it, so that all deals share the same nodes; each is worked out once, when it is first asked for.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from regretlab.betting.hand import Hand, Structure, play, pots_of, start
from regretlab.betting.menu import Menu, sizes
from regretlab.betting.pots import Pot, share
from regretlab.betting.round import FOLD, NOBODY, options
from regretlab.betting.street import Chips

Menus = tuple[Menu | tuple[Menu, ...] | None, ...]
"""What each street offers: to everybody, or to each seat. None: every whole bet."""


@dataclass(frozen=True, eq=False)
class Node:
    """A hand so far. Two nodes are equal if they are the same object."""

    hand: Hand
    menus: Menus
    """What each street offers."""
    stacks: tuple[Chips, ...]
    """By seat, before antes and blinds."""
    whole: bool = False
    """Whether a pot is divided in whole chips, the odd ones going to the first of the winners' seats."""
    said: tuple[str, ...] = ("",)
    """By street so far the names of the actions, each after a `/`."""

    @classmethod
    def first(cls, structure: Structure, menus: Menus, stacks: tuple[Chips, ...], whole: bool = False) -> "Node":
        """Before anybody has acted. Raises `ValueError` for a player without chips."""
        return cls(start(structure, stacks), menus, stacks, whole)

    @cached_property
    def turn(self) -> int:
        """Who is to act, or `NOBODY`: there is no more betting."""
        return self.hand.turn

    @cached_property
    def street(self) -> int:
        """Which street is being played, or was when the betting ended."""
        return self.hand.street

    @cached_property
    def playing(self) -> tuple[int, ...]:
        """The seats that have not folded."""
        return tuple([seat for seat in range(len(self.stacks)) if self.hand.round.playing >> seat & 1])

    @cached_property
    def paid(self) -> tuple[Chips, ...]:
        """What each seat has put in, antes included if they count like bets."""
        return tuple([before + bet for before, bet in zip(self.hand.paid, self.hand.round.bets, strict=True)])

    @cached_property
    def position(self) -> tuple[Any, ...]:
        """What decides how the betting can go on: the street, and all that there is to know of its round."""
        return self.hand.street, *self.hand.round[1:]

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """The names of what the player in turn can do: fold, check or call, and bets or raises "to", ascending."""
        return tuple([self._name(amount) for amount in self._amounts])

    @cached_property
    def following(self) -> tuple["Node", ...]:
        """The nodes after each of the actions."""
        return tuple(map(self.after, range(len(self.actions))))

    def after(self, action: int) -> "Node":
        """The node after one of the actions, by its number, alone: for who goes a single way."""
        amount, name = self._amounts[action], self.actions[action]
        hand = play(self.hand, amount)
        said = (*self.said[:-1], f"{self.said[-1]}/{name}")
        return Node(hand, self.menus, self.stacks, self.whole, said + ("",) * (hand.street - self.street))

    def payoffs(self, strengths: Sequence[Any]) -> tuple[Chips, ...]:
        """What each seat has won in the end less what it has put in. Equally strong hands divide a pot."""
        winners = tuple([_strongest(pot.eligible, strengths) for pot in self._pots])
        if winners not in self._payoffs:
            self._payoffs[winners] = self._won_by(winners)
        return self._payoffs[winners]

    def _won_by(self, winners: tuple[tuple[int, ...], ...]) -> tuple[Chips, ...]:
        gains: list[Chips] = [now - before for now, before in zip(self.hand.round.stacks, self.stacks, strict=True)]
        for pot, seats in zip(self._pots, winners, strict=True):
            for seat, part in share(pot, seats, self.whole).items():
                gains[seat] += part
        return tuple([int(gain) if gain.denominator == 1 else gain for gain in gains])

    @cached_property
    def _pots(self) -> tuple[Pot, ...]:
        return pots_of(self.hand)

    @cached_property
    def _payoffs(self) -> dict[tuple[tuple[int, ...], ...], tuple[Chips, ...]]:
        """By the winners of each pot: equal ends pay the same whatever the cards, and there are many of them."""
        return {}

    @cached_property
    def _amounts(self) -> tuple[Chips, ...]:
        """`FOLD` and the bets "to" that the actions stand for."""
        if self.turn == NOBODY:
            return ()
        may, menu = options(self.hand.round), self.menus[self.street]
        if isinstance(menu, tuple):
            menu = menu[self.turn]
        first = [FOLD] * may.fold + [amount for amount in (may.call,) if amount is not None]
        if menu is not None:
            return (*first, *sizes(self.hand.round, may, menu))
        if may.low is None or may.high is None:
            return tuple(first)
        return (*first, *range(int(may.low), int(may.high) + 1))

    def _name(self, amount: Chips) -> str:
        now = self.hand.round
        if amount == FOLD:
            return "fold"
        if amount > now.price:
            return f"{'raise' if now.price else 'bet'} {amount}"
        return "check" if amount == now.bets[now.turn] else "call"


def _strongest(seats: Sequence[int], strengths: Sequence[Any]) -> tuple[int, ...]:
    """Those of the seats that have the best of their hands."""
    best = max([strengths[seat] for seat in seats])
    return tuple([seat for seat in seats if strengths[seat] == best])
