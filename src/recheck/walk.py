"""Counterfactual regret minimization as a plain walk of the history tree, from the ends to the root.

M. Zinkevich, M. Johanson, M. Bowling, C. Piccione, "Regret Minimization in Games with Incomplete Information", NIPS 2007:
regret matching, eq. (8); average strategy, eq. (4). Simultaneous and alternating updates as defined in
docs/bundle-format.md, "The variants".

    r(I,a) = sum over h in I of pi_-i(h) (v(ha) - v(h)),   R += r,   S += own realization weight,   t = 1, 2, ...
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from typing import NamedTuple

from recheck.exact import Strategy
from recheck.game import Alike, Game
from recheck.information import CHANCE, END

VARIANTS = ("cfr", "cfr_alternating")

MOST_KEPT = 10_000_000
"""So many histories, counted once for each player, are kept in the order of the walk; they take about a gigabyte."""


class State(NamedTuple):
    """The solver after an iteration, by number of the infoset: a number per action. Never changed later.

    Regrets are in the game's own unit; `strategy_sum` counts realization weights; `current` and `average` are strategies.
    """

    iteration: int
    cumulative_regret: Strategy
    strategy_sum: Strategy
    instantaneous_regret: Strategy
    current: Strategy
    average: Strategy


class Visit(NamedTuple):
    """A history on a walk for one player: its infoset (CHANCE: no choice), and the histories that follow.

    `others` are the others' latest sequences if the player chooses here, else None.
    """

    history: int
    infoset: int
    after: tuple[int, ...]
    others: tuple[int, ...] | None


def iterate(game: Game, variant: str, stops: set[int]) -> Iterator[State]:
    """Run the variant from its start and yield its state after each iteration of `stops`, ascending.

    `variant` is one of VARIANTS. Definitions: docs/bundle-format.md, "The variants".
    """
    everyone = list(range(game.players))
    groups = [everyone] if variant == "cfr" else [[player] for player in everyone]
    visits: list[Iterable[Visit]] = [Visits(game, player) for player in everyone]
    values: list[MutableSequence[float]] = [of_player[:] for of_player in game.ends.values]
    if game.histories * game.players <= MOST_KEPT:
        visits = [list(each) for each in visits]
        values = [list(each) for each in values]
    own = [[n for n, _ in game.of(player)] for player in everyone]
    pools = [[group for group in game.alike if game.infosets[group.infosets[0]].player == p] for p in everyone]
    strategy: list[tuple[float, ...]] = [normalized((0.0,) * len(infoset.actions)) for infoset in game.infosets]
    regret, total, latest = ([[0.0] * len(p) for p in strategy] for _ in range(3))
    for t in range(1, max(stops) + 1):
        for group in groups:
            weights = _weights(game, strategy)
            for player in group:
                for n in own[player]:
                    latest[n] = [0.0] * len(strategy[n])
                _add_gaps(visits[player], values[player], strategy, weights, latest)
                _pool(pools[player], latest)
            for n in [n for player in group for n in own[player]]:
                first = game.infosets[n].first
                S, R = total[n], regret[n]  # noqa: N806 - the paper's letters
                for action, r in enumerate(latest[n]):
                    S[action] += weights[first + action]
                    R[action] += r
                strategy[n] = regret_matching(R)
        if t in stops:
            yield State(t, _frozen(regret), _frozen(total), _frozen(latest), list(strategy), average(game, total))


class Visits:
    """All histories that go on, each after those that follow it, made anew each time."""

    def __init__(self, game: Game, player: int) -> None:
        """On a walk for this player."""
        self.game = game
        self.player = player

    def __iter__(self) -> Iterator[Visit]:
        """Go through the histories from the last one."""
        infosets, sequences, first, after = self.game.tree
        everybody_else = sequences[: self.player] + sequences[self.player + 1 :]
        for history in range(len(infosets) - 1, -1, -1):
            infoset = infosets[history]
            if infoset == END:
                continue
            others = None
            if infoset != CHANCE and self.game.infosets[infoset].player == self.player:
                others = tuple([latest[history] for latest in everybody_else])
            yield Visit(history, infoset, tuple(after[first[history] : first[history + 1]]), others)


def _weights(game: Game, strategy: Strategy) -> list[float]:
    """The realization weight of every sequence: own probabilities multiplied."""
    weights = [1.0] * game.empty[-1]
    for infoset, chosen in zip(game.infosets, strategy):
        before = weights[infoset.parent]
        for sequence, probability in enumerate(chosen, infoset.first):
            weights[sequence] = before * probability
    return weights


def _add_gaps(
    visits: Iterable[Visit],
    v: MutableSequence[float],
    strategy: Strategy,
    weights: Sequence[float],
    gaps: Sequence[list[float]],
) -> None:
    """Add pi_-i(h) (v(ha) - v(h)) at every history of the player's.

    v has chance's probability in it already, so that it sums up at a chance node.
    """
    for history, infoset, after, others in visits:
        value = 0.0
        if infoset == CHANCE:
            for following in after:
                value += v[following]
        else:
            for probability, following in zip(strategy[infoset], after):
                value += probability * v[following]
            if others is not None:
                reach = 1.0
                for sequence in others:
                    reach *= weights[sequence]
                gap = gaps[infoset]
                for action, following in enumerate(after):
                    gap[action] += reach * (v[following] - value)
        v[history] = value


def _frozen(table: Sequence[Sequence[float]]) -> list[tuple[float, ...]]:
    """A copy that does not change."""
    return [tuple(numbers) for numbers in table]


def _pool(groups: Sequence[Alike], gaps: Sequence[list[float]]) -> None:
    """Infosets that are played alike have one regret, the sum of theirs."""
    for infosets, _ in groups:
        together = [0.0] * len(gaps[infosets[0]])
        for n in infosets:
            for action, gap in enumerate(gaps[n]):
                together[action] += gap
        for n in infosets:
            gaps[n][:] = together


def average(game: Game, sums: Sequence[Sequence[float]]) -> list[tuple[float, ...]]:
    """The average strategy that sums of strategies stand for.

    Infosets that are played alike have one, that of the sum of their sums, each as often as it has histories.
    """
    found = [normalized(numbers) for numbers in sums]
    for infosets, histories in game.alike:
        together = [0.0] * len(sums[infosets[0]])
        for n, often in zip(infosets, histories):
            for action, number in enumerate(sums[n]):
                together[action] += often * number
        for n in infosets:
            found[n] = normalized(together)
    return found


def regret_matching(regrets: Sequence[float]) -> tuple[float, ...]:
    """The positive parts divided by their sum, uniform if that is zero: Zinkevich et al. 2007, eq. (8)."""
    return normalized([regret if regret > 0.0 else 0.0 for regret in regrets])


def normalized(weights: Sequence[float]) -> tuple[float, ...]:
    """Weights divided by their sum, uniform if that is zero: Zinkevich et al. 2007, eq. (4)."""
    total = 0.0
    for weight in weights:
        total += weight
    if total > 0.0:
        return tuple([weight / total for weight in weights])
    return (1.0 / len(weights),) * len(weights)
