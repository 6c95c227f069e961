"""A game as all checks see it: infosets, sequences, what they bring together, and the histories to walk.

Orders and numbering: docs/bundle-format.md, "Terms and their order" and "The compiled game".
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from operator import add
from typing import NamedTuple

from recheck.histories import MOST_HISTORIES, Histories, grow
from recheck.information import CHANCE, END, Information, Infoset
from recheck.rules.leaf import Leaf

Steps = tuple[tuple[int, int], ...]
"""Decisions of a player one after the other: (number of the infoset, number of the action)."""


LARGEST_PAYOFF = 10**100
"""Sums and products of larger ones would be no doubles."""


class Outcome(NamedTuple):
    """A sequence of each player, and what they bring together: chance times payoff, times the game's denominator."""

    sequences: tuple[int, ...]
    payoffs: tuple[int, ...]


class Alike(NamedTuple):
    """Infosets of one name, which a player without perfect recall cannot tell apart; how many histories each has."""

    infosets: tuple[int, ...]
    histories: tuple[int, ...]


class Tree(NamedTuple):
    """All histories by number, the root first and each before those that follow it, actions of a player in their order.

    `infoset[h]` is the number of the infoset, CHANCE or END; `sequences[i][h]` is player i's latest sequence; the histories that
    follow h are `after[first[h] : first[h + 1]]`.
    """

    infoset: array[int]
    sequences: tuple[array[int], ...]
    first: array[int]
    after: array[int]


class Ends(NamedTuple):
    """The terminal histories: chance times payoff by player and number of the history (0 at all others), and facts."""

    values: tuple[array[float], ...]
    zero_sum: bool
    largest: Fraction


class Game(NamedTuple):
    """One game with its parameters.

    Infosets of all players are in the order of the bundle, and all sequences have its numbers: `empty[i]` is player i's
    empty one, and `empty[-1]` is how many there are. `grown` has the steps and payoffs that the tree was grown from.
    """

    players: int
    infosets: tuple[Infoset, ...]
    alike: tuple[Alike, ...]
    empty: tuple[int, ...]
    outcomes: list[Outcome]
    denominator: int
    histories: int
    terminals: int
    tree: Tree
    ends: Ends
    grown: Histories

    def of(self, player: int) -> Iterator[tuple[int, Infoset]]:
        """The infosets of a player with their numbers, in order."""
        return ((n, infoset) for n, infoset in enumerate(self.infosets) if infoset.player == player)

    def steps(self, player: int) -> dict[int, Steps]:
        """The decisions that each sequence of a player stands for."""
        found: dict[int, Steps] = {self.empty[player]: ()}
        for n, infoset in self.of(player):
            for action in range(len(infoset.actions)):
                found[infoset.first + action] = (*found[infoset.parent], (n, action))
        return found

    def longest(self) -> int:
        """The most decisions of all players on the way to an end."""
        decisions = [0] * self.empty[-1]
        for infoset in self.infosets:
            for action in range(len(infoset.actions)):
                decisions[infoset.first + action] = infoset.earlier + 1
        return max(sum([decisions[s] for s in outcome.sequences]) for outcome in self.outcomes)


def build(leaves: Iterable[Leaf], imperfect_recall: bool = False, most: int = MOST_HISTORIES) -> Game:
    """The game with these terminal histories.

    Raises `ValueError` if they are not those of a game, or of one without perfect recall where this is not allowed, or if there
    are more than `most` histories.
    """
    histories = grow(leaves, most)
    lengths = {len(paid) for paid in histories.payoffs}
    if len(lengths) > 1:
        raise ValueError(f"has payoffs for {' and '.join(map(str, sorted(lengths)))} players")
    found = Information(histories, lengths.pop())
    if not imperfect_recall:
        _refuse_forgetting(found)
    order = _ordered(found)
    empty, number = _renumber(found, order)
    # At the end of the list, where CHANCE and END find themselves: they are -1 and -2.
    position = [0] * len(order) + [END, CHANCE]
    for new, n in enumerate(order):
        position[n] = new
    tree = Tree(
        array("i", map(position.__getitem__, found.infoset)),
        tuple(array("i", map(number.__getitem__, of_player)) for of_player in found.sequences),
        histories.first,
        histories.after,
    )
    infosets, alike = _named(found, order, number, tree)
    outcomes, denominator, ends = _finish(found, number)
    sizes = len(tree.infoset), tree.infoset.count(END)
    return Game(found.players, infosets, alike, empty, outcomes, denominator, *sizes, tree, ends, histories)


def _refuse_forgetting(found: Information) -> None:
    """Raise `ValueError` if a player reaches infosets of one name after different decisions of the player's own."""
    for (player, name), of_parent in found.of_name.items():
        if len(of_parent) > 1:
            message = f"is reached after {len(of_parent)} different series of own decisions: no perfect recall"
            raise ValueError(f"infoset {name!r} of player {player} {message}")


def _ordered(found: Information) -> list[int]:
    """The infosets in the order of the bundle: by player, own earlier decisions, name, own past."""
    split = {n for of_parent in found.of_name.values() if len(of_parent) > 1 for n in of_parent.values()}
    past = found.pasts(split)

    def key(n: int) -> tuple[object, ...]:
        infoset = found.infosets[n]
        return infoset.player, infoset.earlier, infoset.name.encode(), past.get(n, ())

    return sorted(range(len(found.infosets)), key=key)


def _renumber(found: Information, order: Sequence[int]) -> tuple[tuple[int, ...], list[int]]:
    """The bundle's numbers: of the empty sequences and, last, of all; and of each sequence by its number so far."""
    number = [0] * (found.players + sum(len(infoset.actions) for infoset in found.infosets))
    empty = []
    count = 0
    for player in range(found.players):
        empty.append(count)
        number[player] = count
        count += 1
        for infoset in [found.infosets[n] for n in order if found.infosets[n].player == player]:
            for action in range(len(infoset.actions)):
                number[infoset.first + action] = count
                count += 1
    return (*empty, count), number


def _named(
    found: Information, order: Sequence[int], number: Sequence[int], tree: Tree
) -> tuple[tuple[Infoset, ...], tuple[Alike, ...]]:
    """The infosets with the bundle's names and numbers; those of one name are NAME~1, NAME~2, and so on.

    Raises `ValueError` if two infosets of a player would then have one name.
    """
    infosets: list[Infoset] = []
    groups: dict[tuple[int, str], list[int]] = {}
    taken = set()
    for n in order:
        infoset = found.infosets[n]
        name = infoset.name
        if len(found.of_name[infoset.player, name]) > 1:
            group = groups.setdefault((infoset.player, name), [])
            group.append(len(infosets))
            name = f"{name}~{len(group)}"
        if (infoset.player, name) in taken:
            raise ValueError(f"player {infoset.player}: two infosets would be named {name!r}")
        taken.add((infoset.player, name))
        infosets.append(infoset._replace(name=name, parent=number[infoset.parent], first=number[infoset.first]))
    often = Counter(tree.infoset) if groups else Counter()
    alike = tuple(Alike(tuple(group), tuple(often[n] for n in group)) for group in groups.values())
    return tuple(infosets), alike


def _finish(found: Information, number: Sequence[int]) -> tuple[list[Outcome], int, Ends]:
    """All ends: merged by sequences, in whole numbers over their least denominator; and one by one, as floats."""
    weight, paid, payoffs = found.weight, found.histories.paid, found.histories.payoffs
    ends = [history for history, kind in enumerate(paid) if kind >= 0]
    kinds = {(weight[history], paid[history]) for history in ends}
    of_chance = math.lcm(*{found.weights[n].denominator for n, _ in kinds})
    of_payoffs = math.lcm(*{each.denominator for all_paid in payoffs for each in all_paid})
    scale = of_chance * of_payoffs
    whole = [[each.numerator * (of_payoffs // each.denominator) for each in all_paid] for all_paid in payoffs]
    largest = max(abs(each) for all_paid in whole for each in all_paid)
    if largest > LARGEST_PAYOFF * of_payoffs:
        raise ValueError("has payoffs that are too large for floats")
    weights = {
        n: found.weights[n].numerator * (of_chance // found.weights[n].denominator) for n in {n for n, _ in kinds}
    }
    worth = {(n, kind): tuple([weights[n] * each for each in whole[kind]]) for n, kind in kinds}
    floats = {at: [each / scale for each in products] for at, products in worth.items()}
    merged: dict[tuple[int, ...], tuple[int, ...]] = {}
    values = tuple(array("d", [0.0]) * len(paid) for _ in range(found.players))
    for history in ends:
        at = weight[history], paid[history]
        sequences = tuple([number[of_player[history]] for of_player in found.sequences])
        before = merged.get(sequences)
        merged[sequences] = worth[at] if before is None else tuple(map(add, before, worth[at]))
        for of_player, value in zip(values, floats[at]):
            of_player[history] = value
    common = math.gcd(scale, *(each for all_paid in merged.values() for each in all_paid))
    outcomes = [Outcome(sequences, tuple([n // common for n in merged[sequences]])) for sequences in sorted(merged)]
    zero_sum = not any(map(sum, whole))
    return outcomes, scale // common, Ends(values, zero_sum, Fraction(largest, of_payoffs))
