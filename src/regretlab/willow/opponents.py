"""Who can be played against: at random, a caller, a few plain rules, and a strategy table.

Each is a function from what a player sees to the number of an action. The first action is always to fold, the second to call,
or, where nothing is bet, to bet the least.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from regretlab.betting.round import options
from regretlab.drawing import below, fallen
from regretlab.errors import InputError
from regretlab.games.willow import Willow
from regretlab.parameters import Strategy
from regretlab.willow.hand import infoset
from regretlab.willow.match import Policy, View
from regretlab.willow.ranking import RANKS, strength
from regretlab.willow.streets import STREETS

PLAYERS = 2
"""Of a game that a strategy table is for."""
FOLD, CALL = 0, 1
STRONG, FAIR, WEAK = Fraction(9, 10), Fraction(7, 10), Fraction(1, 2)
NAME = re.compile(rf"[{RANKS}](/[a-z0-9 ]+)*(/\[[-{RANKS}]( [-{RANKS}])*\](/[a-z0-9 ]+)*)?")
ACTION = re.compile(r"fold|call|(?:bet|raise) ([0-9]+)")


def random(view: View) -> int:
    """Any legal action, all alike."""
    return below(view.number, len(view.actions))


def caller(_: View) -> int:
    """Never folds and never raises: calls, and bets the least where nothing is bet."""
    return CALL


def simple(view: View) -> int:
    """A few rules that a person could play by; they look at the own hand only, not at what others did.

    On the first street, by the largest difference that the own card can make: of 9/10 of the largest there is or more (with the
    whole deck A 2 J Q), bet the middle one of the bets there are, and call anything. From 7/10 on (3 4 9 T): bet the least,
    and call up to half the pot. With other cards fold to any bet; but bet the least where nothing is bet and one other is left.

    On the second street, by the share of others' hidden cards that the own hand beats, multiplied over the others: of 9/10 or
    more, bet or raise the most. From 7/10 on bet the middle one. From 1/2 on bet the least. With less, fold where nothing is bet.
    Call a bet if that share is as large as the part that the call is of the pot after it.
    """
    share = _beaten(view) if view.state.node.street else None
    return _first_street(view) if share is None else _second_street(view, share)


def _first_street(view: View) -> int:
    node, card, last = view.state.node, view.state.down[view.state.node.turn], view.rules.ranks - 1
    reach = Fraction(max(card, last - card), last)
    if "call" in node.actions:
        return CALL if reach >= STRONG or (reach >= FAIR and price(view) <= Fraction(1, 3)) else FOLD
    if reach >= STRONG:
        return _middle(view)
    return CALL if reach >= FAIR or len(node.playing) == PLAYERS else FOLD


def _second_street(view: View, share: Fraction) -> int:
    if share >= STRONG:
        return len(view.actions) - 1
    if "call" in view.actions:
        return CALL if share >= price(view) else FOLD
    if share >= FAIR:
        return _middle(view)
    return CALL if share >= WEAK else FOLD


def _middle(view: View) -> int:
    """The middle one of the bets, the smaller of two."""
    return CALL + (len(view.actions) - 1 - CALL) // 2


def price(view: View) -> Fraction:
    """What a call adds, as a part of the pot after it."""
    node = view.state.node
    added = (options(node.hand.round).call or 0) - node.hand.round.bets[node.turn]
    return Fraction(added, sum(node.paid) + added)


def _beaten(view: View) -> Fraction:
    """How likely the own hand beats all others, as if each had any of the cards not seen, whatever he did."""
    _, up, node = view.state
    own = view.state.down[node.turn]
    left = [view.rules.suits - (rank == own) - up.count(rank) for rank in range(view.rules.ranks)]
    hand, share = strength(own, up[node.turn]), Fraction(1)
    for seat in node.playing:
        if seat != node.turn:
            worse = sum(copies for rank, copies in enumerate(left) if strength(rank, up[seat]) < hand)
            share *= Fraction(worse, sum(left))
    return share


OPPONENTS: Mapping[str, Policy] = {"random": random, "caller": caller, "simple": simple}
"""By the name on the command line."""


@dataclass(frozen=True)
class Solved:
    """Plays by a strategy table for two players, at the infosets that it has; like `simple` elsewhere."""

    table: Strategy

    def __call__(self, view: View) -> int:
        """Choose as often as the table says."""
        return fallen(view.number, self.table.bounds(*self._place(view))) if self.knows(view) else simple(view)

    def knows(self, view: View) -> bool:
        """Whether the table has the infoset, with the actions that there are."""
        return self.table.actions(*self._place(view)) == view.actions

    def limited(self, rules: Willow, given: Mapping[str, Any]) -> Willow:
        """The rules with the bets of the table's menus.

        Raises `InputError` for a table of another game, and for players or bets that are `given` and do not fit it.
        """
        if rules.players != PLAYERS:
            raise InputError(f"{self.table.path}: expected a match of {PLAYERS} players, found {rules.players}")
        if strange := self.table.by_infoset.keys() - set(map(str, range(PLAYERS))):
            raise InputError(
                f"{self.table.path}: expected a table for players 0 to {PLAYERS - 1}, found player {min(strange)}"
            )
        for number, (menu, key) in enumerate(zip(self._menus, ("street1", "street2"), strict=True)):
            if not menu:
                example = ("A/bet 4", "A/bet 4/call/[7 J]")[number]
                expected = f"a table of willow with merged suits, its infosets as {example}"
                raise InputError(f"{self.table.path}: expected {expected}, found another")
            if key in given and getattr(rules, key) != menu:
                raise InputError(f"{key}: expected {list(menu)}, the bets of {self.table.path}, found {given[key]}")
        return replace(rules, street1=self._menus[0], street2=self._menus[1])

    @cached_property
    def _menus(self) -> tuple[tuple[int, ...], ...]:
        """The bets of each street that the table's actions name, none if there are infosets or actions of another game."""
        found: tuple[set[int], ...] = (set(), set())
        for infosets in self.table.by_infoset.values():
            for name, actions in infosets.items():
                said = [ACTION.fullmatch(action) for action in actions]
                if not NAME.fullmatch(name) or not all(said):
                    return (), ()
                found["[" in name].update([int(match[1]) for match in said if match and match[1]])
        # What a player with few chips bets may be less than the least.
        return tuple(
            [
                tuple(sorted(bet for bet in bets if least <= bet <= most))
                for bets, (least, most) in zip(found, STREETS, strict=True)
            ]
        )

    @staticmethod
    def _place(view: View) -> tuple[int, str]:
        return view.state.node.turn, infoset(view.state, RANKS)
