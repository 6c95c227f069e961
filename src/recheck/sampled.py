"""Sampled variants: walks that look at a part of the tree. M. Lanctot, K. Waugh, M. Zinkevich, M. Bowling, NIPS 2009.

What a walk follows and draws, in which order, and when sums are brought up to date: docs/variants.md, "Sampled variants".
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from recheck.exact import Strategy
from recheck.game import Game
from recheck.histories import Histories, chance_probabilities
from recheck.information import CHANCE, END
from recheck.rules.leaf import Chance
from recheck.variants.matching import added
from recheck.variants.philox import Draw
from recheck.variants.rule import ALL, Known, Played, Row, Rule, Sampling, learned


class Places(NamedTuple):
    """All histories by number, in the order of sampled walks: actions of chance by their names, as bytes.

    `place[h]` is the number of the infoset; histories of chance are numbered on, in depth-first order; at an end it is END. The
    histories that follow h are `after[first[h] : first[h + 1]]`. `kind[h]` is the number of chance's probabilities in
    `chances`, or of what is paid in `payoffs`, by player.
    """

    place: array[int]
    first: array[int]
    after: array[int]
    kind: array[int]
    chances: list[list[float]]
    payoffs: list[list[float]]


class Turn(NamedTuple):
    """What a walk does at a place: the actions followed, and what their values are multiplied by.

    Weights are multiplied by the same, but at histories of the player who learns, `own`: there weights and values are divided by
    `s`, the probability with which the action was drawn, 1 where all are followed.
    """

    own: bool
    actions: Sequence[int]
    shares: Sequence[float]
    s: float


class Visit(NamedTuple):
    """A history that a walk comes to, its W, what is done there (None: an end), and where in the walk those that follow begin."""

    history: int
    weight: float
    turn: Turn | None
    below: int


class SampledWalk:
    """A sampled rule on a game; it draws by the numbers `u`."""

    def __init__(self, game: Game, rule: Rule, sampling: Sampling, u: Draw) -> None:
        """For all players."""
        self.game, self.rule, self.sampling, self.u = game, rule, sampling, u
        self.places = placed(game)
        self.decision = {
            infoset.first + action: (n, action)
            for n, infoset in enumerate(game.infosets)
            for action in range(len(infoset.actions))
        }

    def iterate(self, t: int, known: list[Known], strategy: list[tuple[float, ...]]) -> None:
        """Iteration t: what is known where walks come to, and the strategies played there, are replaced by the next ones."""
        for player in range(self.game.players):
            gaps = self.gaps(t, player, strategy)
            # From root to leaves.
            for n in sorted(gaps):
                reach = lacking(self._leading(t, n, known), known[n].sums)
                played = Played(strategy[n], [reach * p for p in strategy[n]], reach, gaps[n])
                known[n] = after = learned(self.rule, t, known[n], played)
                strategy[n] = self.rule.choose(t, after)

    def _leading(self, t: int, n: int, known: Sequence[Known]) -> float:
        """S(p) of the own sequence p that leads to an infoset."""
        before = self.decision.get(self.game.infosets[n].parent)
        return float(t) if before is None else known[before[0]].sums[before[1]]

    def gaps(self, t: int, player: int, strategy: Strategy) -> dict[int, list[float]]:
        """r at the infosets of a player that the walk of iteration t comes to."""
        place, _, _, kind, _, payoffs = self.places
        visits = self._visits(t, player, strategy)
        gaps: dict[int, list[float]] = {}
        v = [0.0] * len(visits)
        for n in range(len(visits) - 1, -1, -1):
            history, weight, turn, below = visits[n]
            if turn is None:
                v[n] = payoffs[kind[history]][player]
                continue
            value = 0.0
            for following, share in enumerate(turn.shares, below):
                value += share * v[following]
            v[n] = value
            if turn.own:
                infoset = place[history]
                values = [0.0] * len(strategy[infoset])
                for following, action in enumerate(turn.actions, below):
                    values[action] = v[following] / turn.s
                gap = gaps.setdefault(infoset, [0.0] * len(values))
                for action, each in enumerate(values):
                    gap[action] += weight * (each - value)
        return gaps

    def _visits(self, t: int, player: int, strategy: Strategy) -> list[Visit]:
        """All histories that the walk of iteration t comes to, in breadth-first order."""
        place, first, after, _, _, _ = self.places
        turns: dict[int, Turn] = {}
        visits: list[Visit] = []
        coming = [(0, 1.0)]
        for history, weight in coming:
            at = place[history]
            if at == END:
                visits.append(Visit(history, weight, None, 0))
                continue
            turn = turns.get(at)
            if turn is None:
                turn = turns[at] = self._turn(t, player, history, strategy)
            visits.append(Visit(history, weight, turn, len(coming)))
            begin = first[history]
            if turn.own:
                coming += [(after[begin + action], weight / turn.s) for action in turn.actions]
            else:
                coming += [(after[begin + action], weight * p) for action, p in zip(turn.actions, turn.shares)]
        return visits

    def _turn(self, t: int, player: int, history: int, strategy: Strategy) -> Turn:
        """What is done at all histories with the place of this one."""
        infosets, at = self.game.infosets, self.places.place[history]
        of_chance = at >= len(infosets)
        own = not of_chance and infosets[at].player == player
        p: Row = self.places.chances[self.places.kind[history]] if of_chance else strategy[at]
        explore = self.sampling.own if own else self.sampling.chance if of_chance else self.sampling.others
        if explore is not ALL:
            action, s = drawn(p, explore, self.u(t, player, at))
            return Turn(own, [action], [p[action] / s], s)
        followed = [action for action in range(len(p)) if own or p[action] > 0.0]
        return Turn(own, followed, [p[action] for action in followed], 1.0)


def drawn(p: Row, explore: float, u: float) -> tuple[int, float]:
    """The action that a number u stands for, and s, the probability with which it is drawn."""
    total, last = 0.0, (0, 1.0)
    for action, probability in enumerate(p):
        s = explore / len(p) + (1.0 - explore) * probability
        total += s
        if total > u:
            return action, s
        if s > 0.0:
            last = action, s
    return last


def lacking(leading: float, sums: Row) -> float:
    """[S(p) - Σ S(I,b)]⁺: how much of what led to an infoset since a walk last came to it is not in its sums yet."""
    return max(leading - added(sums), 0.0)


def up_to_date(game: Game, t: int, sums: Strategy, strategy: Strategy) -> list[tuple[float, ...]]:
    """The sums of all infosets after iteration t, with what they lack; `strategy` is what was played since."""
    leading = [float(t)] * game.empty[-1]
    found = []
    for infoset, row, chosen in zip(game.infosets, sums, strategy):
        reach = lacking(leading[infoset.parent], row)
        new = tuple([total + reach * p for total, p in zip(row, chosen)])
        leading[infoset.first : infoset.first + len(new)] = new
        found.append(new)
    return found


def placed(game: Game) -> Places:
    """The histories of a game as sampled walks come to them."""
    grown = game.grown
    infoset, first, after = game.tree.infoset, grown.first, grown.after[:]
    place, kind = infoset[:], grown.paid[:]
    orders: dict[tuple[int, ...], tuple[int, list[int]]] = {}
    chances: list[list[float]] = []
    count = len(game.infosets)
    waiting = [0]
    while waiting:
        history = waiting.pop()
        here = slice(first[history], first[history + 1])
        following = after[here]
        if infoset[history] == CHANCE:
            place[history] = count
            count += 1
            steps = tuple([grown.last[each] for each in following])
            if steps not in orders:
                order = _by_name(grown, following)
                probabilities = chance_probabilities(grown.steps_to(following))
                orders[steps] = len(chances), order
                chances.append([float(probabilities[n]) for n in order])
            kind[history], order = orders[steps]
            after[here] = following = array("i", [following[n] for n in order])
        waiting.extend(reversed(following))
    payoffs = [[float(each) for each in paid] for paid in grown.payoffs]
    return Places(place, first, after, kind, chances, payoffs)


def _by_name(grown: Histories, following: Iterable[int]) -> list[int]:
    """The positions of actions of chance in the order of their names, as bytes."""
    names = [step.name.encode() for step in grown.steps_to(following) if isinstance(step, Chance)]
    return sorted(range(len(names)), key=names.__getitem__)
