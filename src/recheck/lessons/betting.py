"""The betting of Willow for two, without cards: places where somebody acts, and ends.

Rules and names: docs/games.md, "willow". The dealer is recheck.betting.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Union

from recheck.betting.account import told
from recheck.betting.hand import Hand, after, begun, state
from recheck.betting.rules import Table
from recheck.rules.no_limit import payoffs
from recheck.rules.parameters import refuse_too_many
from recheck.rules.willow import offered, table_of

FOLDS = ("player 0 folds", "player 1 folds")
SHOWDOWN = "showdown"


class End(NamedTuple):
    """An end of the betting: street (from 1), what ends it, and what player 0 wins with the weaker, an equal, the better hand."""

    street: int
    end: str
    payoffs: tuple[int, int, int]


class Action(NamedTuple):
    """What can be done at a place, how many antes it adds to the pot, and what comes of it."""

    name: str
    adds: int
    after: Place


class Node(NamedTuple):
    """A place where a player acts; `said` is by street what was done before, with a slash before each action.

    `earlier` counts the player's own decisions before, `pot` is what both have put in, the antes included.
    """

    player: int
    said: tuple[str, ...]
    earlier: int
    pot: int
    actions: tuple[Action, ...]

    def infoset(self, card: str, up: str) -> str:
        """The name of the player's infoset with this first card; `up` are the cards face up, on the second street."""
        return f"{card}{self.said[0]}" if len(self.said) == 1 else f"{card}{self.said[0]}/[{up}]{self.said[1]}"


Place = Union[Node, End]


class Betting(NamedTuple):
    """All places from the first one on; how many ends there are with all deals, and the most decisions on a way."""

    first: Place
    terminals: int
    longest: int


def betting(parameters: Mapping[str, Any], pairs: int, deals: int) -> Betting:
    """The betting of a game, of which there are so many deals of the first cards, and of all four.

    Raises `ValueError` if the parameters do not fit each other, or there are too many ends.
    """
    table = table_of(*[parameters[name] for name in ("players", "ranks", "suits", "stacks", "raises")])
    options = offered([[parameters[street]] * 2 for street in ("street1", "street2")])
    terminals = longest = 0

    def at(hand: Hand, said: tuple[str, ...], decisions: tuple[int, int]) -> Place:
        nonlocal terminals, longest
        said += ("",) * (hand.street + 1 - len(said))
        if hand.ruling is None:
            end = _end(hand, table)
            terminals += pairs if end.street == 1 else deals
            refuse_too_many(terminals)
            longest = max(longest, sum(decisions))
            return end
        player, now = hand.ruling.seat, told(hand.opening, hand.done)
        pot = int(sum(table.stacks) - sum(hand.opening.stacks) + sum(now.bets))
        after_own = (decisions[0] + (player == 0), decisions[1] + (player == 1))
        actions = []
        for to, name in options(hand):
            adds = 0 if to is None else int(to - now.bets[player])
            longer = (*said[:-1], f"{said[-1]}/{name}")
            actions.append(Action(name, adds, at(after(hand, to), longer, after_own)))
        return Node(player, said, decisions[player], pot, tuple(actions))

    return Betting(at(begun(table), (), (0, 0)), terminals, longest)


def _end(hand: Hand, table: Table) -> End:
    """The end of a hand in which nobody acts any more."""
    at_end = state(hand)
    weaker, equal, better = (int(payoffs(table, at_end, held, whole=True)[0]) for held in ((0, 1), (0, 0), (1, 0)))
    if len(at_end.within) == 1:
        return End(hand.street + 1, FOLDS[1 - at_end.within[0]], (weaker, equal, better))
    return End(2, SHOWDOWN, (weaker, equal, better))


def walk(place: Place) -> Iterator[Node]:
    """All places where somebody acts: each, then those after its first action, then those after its second and so on."""
    if isinstance(place, Node):
        yield place
        for action in place.actions:
            yield from walk(action.after)


def size_of(action: str) -> tuple[str, int]:
    """The kind of an action and its size: of `bet 8`, `bet` and 8; 0 if it has none."""
    kind, _, size = action.partition(" ")
    return kind, int(size or 0)
