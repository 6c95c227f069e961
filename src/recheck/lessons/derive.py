"""The numbers of lessons, derived from a strategy: by the cards face up, then place by place for all first cards at once.

Formulas: docs/lessons.md. With given cards face up, what follows after a place is a matrix of what player 0 wins with each deal,
and the ways to get there are a list for each player: the product of the player's own probabilities by first card.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import fsum
from operator import mul
from typing import NamedTuple, Optional

from recheck.lessons.betting import FOLDS, SHOWDOWN, Action, End, Node, Place, size_of, walk
from recheck.lessons.deals import Cards, Matrix, Shown
from recheck.rules.willow import RANKS

Label = tuple[str, ...]
Numbers = tuple[Optional[float], ...]
"""The cells of a row after its label; None: it is empty."""
Ways = tuple[Sequence[float], Sequence[float]]
"""By player and first card: the product of the player's own probabilities."""

Strategy = Mapping[tuple[int, str], Sequence[float]]
"""The probabilities of the actions by player and infoset."""

STREET_1 = ("player", "before", "card", "action", "reach", "probability", "value")
UP = ("up_0", "up_1", "action", "reach", "probability", "equity", "value")
BETS = ("player", "action", "possible", "made", "bluffs", "folds", "pot", "added", "value")
ENDS = ("street", "end", "reach", "gain")
WIDTHS = {STREET_1: 4, UP: 3, BETS: 2, ENDS: 2}
"""How many cells of a row are its label."""

HALF = 0.5 - 1e-9
"""A bet with less equity than that is a bluff."""

WAYS_TO_END = [("1", FOLDS[0]), ("1", FOLDS[1]), ("2", FOLDS[0]), ("2", FOLDS[1]), ("2", SHOWDOWN)]


class Lessons(NamedTuple):
    """The rows of four tables: the numbers by label, in the order of the rows."""

    street_1: dict[Label, Numbers]
    up: dict[Label, Numbers]
    bets: dict[Label, Numbers]
    ends: dict[Label, Numbers]


class Layout(NamedTuple):
    """The labels of the rows of the same tables."""

    street_1: list[Label]
    up: list[Label]
    bets: list[Label]
    ends: list[Label]


def layout(first: Place, cards: Cards) -> Layout:
    """The labels of all rows."""
    nodes = list(walk(first))
    street_1: list[Label] = [
        (str(node.player), node.said[0], card, action.name)
        for node in nodes
        if len(node.said) == 1
        for card in RANKS[: cards.ranks]
        for action in node.actions
    ]
    opening = {action.name for node in nodes if len(node.said) == 2 and not node.said[1] for action in node.actions}
    # Fold, then bets, ascending.
    ordered = sorted(opening, key=lambda name: size_of(name)[1])
    up: list[Label] = [(RANKS[u], RANKS[v], action) for u, v in cards.pairs() for action in ordered]
    later = {(node.player, action.name) for node in nodes if len(node.said) == 2 for action in node.actions}
    wagers = sorted([(player, *size_of(name), name) for player, name in later if " " in name])
    return Layout(street_1, up, [(str(player), name) for player, _, _, name in wagers], list(WAYS_TO_END))


class Tally:
    """Sums of what was added, each rounded once."""

    def __init__(self) -> None:
        """Nothing yet."""
        self._parts: dict[str, list[float]] = {}

    def add(self, name: str, number: float) -> None:
        """Add to a sum."""
        self._parts.setdefault(name, []).append(number)

    def total(self, name: str) -> float:
        """A sum."""
        return fsum(self._parts.get(name, ()))

    def part(self, name: str, of: str) -> float | None:
        """A sum divided by another; None if that is 0."""
        total = self.total(of)
        return self.total(name) / total if total else None


def derive(first: Place, cards: Cards, strategy: Strategy) -> Lessons:
    """All numbers of the four tables."""
    return _Derivation(first, cards, strategy).lessons()


class _Derivation:
    """The sums by the labels of rows, while places are gone through."""

    def __init__(self, first: Place, cards: Cards, strategy: Strategy) -> None:
        self.first, self.cards, self.strategy = first, cards, strategy
        self.labels = layout(first, cards)
        self.up = {label[:2]: Tally() for label in self.labels.up}
        self.bets = {label: Tally() for label in self.labels.bets}
        self.ends = {label: Tally() for label in self.labels.ends}
        self.street_1: dict[Label, Numbers] = {}
        self.never = [0.0] * cards.ranks

    def lessons(self) -> Lessons:
        """Go through the second street for all cards face up, then through the first one."""
        following: dict[int, Matrix] = {}
        begins = self._begins()
        for shown in self.cards.shown():
            for place, ways in begins:
                worth = self._second(place, ways, shown)
                if isinstance(place, Node):
                    self._tally_up(place, ways, shown, worth)
                total = following.setdefault(id(place), [list(self.never) for _ in self.never])
                for row, chances, values in zip(total, shown.chance, worth):
                    for n, (chance, value) in enumerate(zip(chances, values)):
                        row[n] += chance * value
        self._first(self.first, self._all(), self.cards.first(), following)
        up: dict[Label, Numbers] = {}
        bets: dict[Label, Numbers] = {}
        ends: dict[Label, Numbers] = {}
        for label in self.labels.up:
            of_up = self.up[label[:2]]
            means = (of_up.part(name, "reach") for name in (label[2], "equity", "value"))
            up[label] = (of_up.total("reach"), *means)
        for label, of_bet in self.bets.items():
            made = of_bet.total("made")
            parts = (of_bet.total("bluffs"), of_bet.total("folds")) if made else (None, None)
            means = (of_bet.part(name, "made") for name in ("pot", "added", "value"))
            bets[label] = (of_bet.total("possible"), made, *parts, *means)
        for label, of_end in self.ends.items():
            ends[label] = (of_end.total("reach"), of_end.total("gain"))
        return Lessons({label: self.street_1[label] for label in self.labels.street_1}, up, bets, ends)

    def _all(self) -> Ways:
        return [1.0] * self.cards.ranks, [1.0] * self.cards.ranks

    def _begins(self) -> list[tuple[Place, Ways]]:
        """The places after the first street that nobody folded on, and the ways there."""
        found: list[tuple[Place, Ways]] = []

        def go(place: Place, ways: Ways) -> None:
            if isinstance(place, Node) and len(place.said) == 1:
                for n, action in enumerate(place.actions):
                    go(action.after, _longer(ways, place.player, self._chosen(place, n, "")))
            elif isinstance(place, Node) or place.street == 2:
                found.append((place, ways))

        go(self.first, self._all())
        return found

    def _chosen(self, node: Node, n: int, up: str) -> list[float]:
        """The probability of an action by the player's first card; 0 for cards that cannot be dealt."""
        names = [node.infoset(card, up) for card in RANKS[: self.cards.ranks]]
        found = [self.strategy.get((node.player, name)) for name in names]
        return [0.0 if probabilities is None else probabilities[n] for probabilities in found]

    def _second(self, place: Place, ways: Ways, shown: Shown) -> Matrix:
        """What player 0 wins from a place of the second street on, deal by deal."""
        if isinstance(place, End):
            worth = [[float(place.payoffs[order]) for order in row] for row in shown.order]
            self._tally_end(place, ways, shown.chance, worth)
            return worth
        total = [list(self.never) for _ in self.never]
        for n, action in enumerate(place.actions):
            chosen = self._chosen(place, n, shown.name)
            worth = self._second(action.after, _longer(ways, place.player, chosen), shown)
            if " " in action.name:
                self._tally_bet(place, action, chosen, ways, shown, worth)
            for a, (row, values) in enumerate(zip(total, worth)):
                for b, value in enumerate(values):
                    row[b] += chosen[b if place.player else a] * value
        return total

    def _first(self, place: Place, ways: Ways, chance: Matrix, following: Mapping[int, Matrix]) -> Matrix:
        """What player 0 wins from a place of the first street on, deal by deal, times the probability of the deal."""
        if id(place) in following:
            return following[id(place)]
        if isinstance(place, End):
            payoffs = [[float(place.payoffs[0])] * len(row) for row in chance]
            self._tally_end(place, ways, chance, payoffs)
            return [list(map(mul, *rows)) for rows in zip(chance, payoffs)]
        player, total = place.player, [list(self.never) for _ in self.never]
        others = ways[1 - player]
        reach = [own * fsum(map(mul, row, others)) for own, row in zip(ways[player], _seen_by(player, chance))]
        for n, action in enumerate(place.actions):
            chosen = self._chosen(place, n, "")
            worth = self._first(action.after, _longer(ways, player, chosen), chance, following)
            won = [own * fsum(map(mul, row, others)) for own, row in zip(ways[player], _seen_by(player, worth))]
            for card, comes, probability, value in zip(RANKS, reach, chosen, won):
                mean = (-value if player else value) / comes if comes else None
                self.street_1[str(player), place.said[0], card, action.name] = (comes, probability, mean)
            for a, (row, values) in enumerate(zip(total, worth)):
                for b, value in enumerate(values):
                    row[b] += chosen[b if player else a] * value
        return total

    def _tally_up(self, node: Node, ways: Ways, shown: Shown, worth: Matrix) -> None:
        """Add a beginning of the second street to the row of its cards."""
        tally = self.up[shown.up]
        tally.add("reach", _mean(ways, shown.chance))
        tally.add("equity", _mean(ways, shown.chance, lambda a, b: shown.order[a][b] / 2))
        tally.add("value", _mean(ways, shown.chance, lambda a, b: worth[a][b]))
        for n, action in enumerate(node.actions):
            chosen = self._chosen(node, n, shown.name)
            tally.add(action.name, _mean(_longer(ways, 0, chosen), shown.chance))

    def _tally_end(self, end: End, ways: Ways, chance: Matrix, worth: Matrix) -> None:
        """Add an end to its row."""
        tally = self.ends[str(end.street), end.end]
        tally.add("reach", _mean(ways, chance))
        tally.add("gain", _mean(ways, chance, lambda a, b: worth[a][b]))

    def _tally_bet(
        self, node: Node, action: Action, chosen: Sequence[float], ways: Ways, shown: Shown, worth: Matrix
    ) -> None:
        """Add a bet or raise to its row, card by card of the player who makes it."""
        player = node.player
        tally = self.bets[str(player), action.name]
        chance, others = _seen_by(player, shown.chance), ways[1 - player]
        order, values = _seen_by(player, shown.order), _seen_by(player, worth)
        folding = self._folding(action.after, shown)
        for own, probability, row, ordered, won in zip(ways[player], chosen, chance, order, values):
            against = list(map(mul, row, others))
            met = fsum(against)
            tally.add("possible", own * met)
            made = own * probability
            tally.add("made", made * met)
            beaten = fsum(map(mul, against, ordered)) / 2
            equity = met - beaten if player else beaten
            if equity < HALF * met:
                tally.add("bluffs", made * met)
            tally.add("folds", made * fsum(map(mul, against, folding)))
            tally.add("pot", made * met * node.pot)
            tally.add("added", made * met * action.adds)
            value = made * fsum(map(mul, against, won))
            tally.add("value", -value if player else value)

    def _folding(self, place: Place, shown: Shown) -> Sequence[float]:
        """How often whoever acts at a place folds there, by first card."""
        if isinstance(place, Node) and place.actions[0].name == "fold":
            return self._chosen(place, 0, shown.name)
        return self.never


def _longer(ways: Ways, player: int, chosen: Sequence[float]) -> Ways:
    """The ways after an action that a player takes with these probabilities."""
    own = list(map(mul, ways[player], chosen))
    return (own, ways[1]) if player == 0 else (ways[0], own)


def _seen_by(player: int, matrix: Sequence[Sequence[float]]) -> Sequence[Sequence[float]]:
    """A matrix with a row for each first card of a player."""
    return list(zip(*matrix)) if player else matrix


def _mean(ways: Ways, chance: Matrix, of: Callable[[int, int], float] | None = None) -> float:
    """The sum over the deals of reach times something; without that, of reach."""
    parts = []
    for a, (own, row) in enumerate(zip(ways[0], chance)):
        weights = list(map(mul, row, ways[1]))
        parts.append(own * fsum(weights if of is None else [weight * of(a, b) for b, weight in enumerate(weights)]))
    return fsum(parts)
