"""A variant of counterfactual regret minimization, as a plain walk of the history tree, from the ends to the root.

M. Zinkevich, M. Johanson, M. Bowling, C. Piccione, "Regret Minimization in Games with Incomplete Information", NIPS 2007. What
iterations have in common is in docs/variants.md; what the variants do at an infoset is in recheck.variants.

    r(I,a) = sum over h in I of pi_-i(h) (v(ha) - v(h)),   t = 1, 2, ...
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, MutableSequence, Sequence
from types import MappingProxyType
from typing import NamedTuple

from recheck.exact import Strategy
from recheck.game import Alike, Game
from recheck.given import laid_out
from recheck.information import CHANCE, END
from recheck.replies import Finals, best_responses, counterfactual_values, weights_of
from recheck.sampled import SampledWalk, up_to_date
from recheck.variants.matching import normalized
from recheck.variants.philox import drawing
from recheck.variants.rule import BEST_RESPONSE, CURRENT, Known, Played, Rule, learned

PLAIN = Rule()

MOST_KEPT = 10_000_000
"""So many histories, counted once for each player, are kept in the order of the walk; they take about a gigabyte."""

REGRETS, SUMS, GAPS = "cumulative_regret", "strategy_sum", "instantaneous_regret"
"""What every variant remembers of an infoset, as the columns of a checkpoint are named."""


class State(NamedTuple):
    """The solver after an iteration, by number of the infoset: a number per action. Never changed later.

    `columns` are R, S, r and what the rule keeps besides, by the names that they have in a checkpoint. Regrets are in the game's
    own unit; the strategy sum counts realization weights; `current` and `average` are strategies.
    """

    iteration: int
    columns: Mapping[str, Strategy]
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


class Walk:
    """A rule on a game: the walks that its iterations take, kept where they are not too long."""

    def __init__(self, game: Game, rule: Rule) -> None:
        """For all players."""
        self.game, self.rule = game, rule
        everyone = list(range(game.players))
        self.groups = [everyone] if rule.simultaneous else [[player] for player in everyone]
        self.own = [[n for n, _ in game.of(player)] for player in everyone]
        self.alike = [[of for of in game.alike if game.infosets[of.infosets[0]].player == p] for p in everyone]
        self.visits: list[Iterable[Visit]] = [Visits(game, player) for player in everyone]
        self.values: list[MutableSequence[float]] = [of_player[:] for of_player in game.ends.values]
        self.finals: list[Finals] = [Finals(game, player) for player in everyone]
        if game.histories * game.players <= MOST_KEPT:
            if rule.by_histories:
                self.visits = [list(each) for each in self.visits]
                self.values = [list(each) for each in self.values]
            else:
                self.finals = [each.kept() for each in self.finals]

    def iterate(self, t: int, known: list[Known], strategy: list[tuple[float, ...]]) -> None:
        """Iteration t: all that is known, and the strategies played, are replaced by the next ones."""
        for group in self.groups:
            weights = weights_of(self.game, strategy)
            others = self._taken_to_play(known, strategy, weights)
            brought = weights if others is strategy else weights_of(self.game, others)
            gaps = {n: [0.0] * len(strategy[n]) for player in group for n in self.own[player]}
            for player in group:
                self._add_gaps(player, known, strategy, brought, gaps)
                _pool(self.alike[player], gaps)
            for n, found in gaps.items():
                infoset = self.game.infosets[n]
                own = weights[infoset.first : infoset.first + len(found)]
                played = Played(strategy[n], own, weights[infoset.parent], found)
                known[n] = after = learned(self.rule, t, known[n], played)
                strategy[n] = self.rule.choose(t, after)

    def _taken_to_play(self, known: Sequence[Known], strategy: Strategy, weights: Sequence[float]) -> Strategy:
        """What the others are taken to play, whoever looks at them."""
        if self.rule.against == CURRENT:
            return strategy
        if self.rule.against == BEST_RESPONSE:
            return best_responses(self.game, self.finals, weights)
        sums: list[tuple[float, ...]] = []
        for infoset, of in zip(self.game.infosets, known):
            own = weights[infoset.first : infoset.first + len(of.sums)]
            sums.append(tuple([total + weight for total, weight in zip(of.sums, own)]))
        return average(self.game, sums)

    def _add_gaps(
        self,
        player: int,
        known: Sequence[Known],
        strategy: Strategy,
        weights: Sequence[float],
        gaps: Mapping[int, list[float]],
    ) -> None:
        """r at the player's infosets, before those that are played alike are pooled."""
        if self.rule.by_histories:
            _walk_back(self.visits[player], self.values[player], strategy, weights, gaps)
            return
        values = counterfactual_values(self.game, self.finals[player], weights)
        for n in reversed(self.own[player]):
            infoset = self.game.infosets[n]
            q = values[infoset.first : infoset.first + len(infoset.actions)]
            v = self.rule.worth(q, known[n], strategy[n])
            gaps[n][:] = [each - v for each in q]
            values[infoset.parent] += v


def iterate(game: Game, rule: Rule, stops: set[int]) -> Iterator[State]:
    """Run the variant from its start and yield its state after each iteration of `stops`, ascending."""
    walk = started(game, rule)
    known = nothing_yet(game, rule)
    strategy = first_strategy(game, rule)
    for t in range(1, max(stops, default=0) + 1):
        walk.iterate(t, known, strategy)
        if t in stops:
            columns = table_of(known)
            yield State(t, columns, list(strategy), on_average(game, rule, t, columns))


def first_strategy(game: Game, rule: Rule) -> list[tuple[float, ...]]:
    """What iteration 1 plays: the uniform strategy, if none is given."""
    if rule.given is not None:
        return [normalized(probabilities) for probabilities in laid_out(rule.given, game)]
    return [normalized((0.0,) * len(infoset.actions)) for infoset in game.infosets]


def started(game: Game, rule: Rule) -> Walk | SampledWalk:
    """The walks of a rule, of the whole tree or of a part of it."""
    if rule.sampling is None:
        return Walk(game, rule)
    return SampledWalk(game, rule, rule.sampling, drawing(rule.sampling.seed))


def nothing_yet(game: Game, rule: Rule) -> list[Known]:
    """What is known before the first iteration."""
    nothing = [[0.0] * len(infoset.actions) for infoset in game.infosets]
    return [Known(none, none, none, dict.fromkeys(rule.columns, none)) for none in nothing]


def table_of(known: Sequence[Known]) -> dict[str, list[tuple[float, ...]]]:
    """What is known, by column and infoset."""
    named = [{REGRETS: of.regrets, SUMS: of.sums, GAPS: of.latest, **of.kept} for of in known]
    return {name: [tuple(of[name]) for of in named] for name in named[0]}


def currently(rule: Rule, t: int, columns: Mapping[str, Strategy]) -> list[tuple[float, ...]]:
    """The strategy that iteration t + 1 plays, by what is known after iteration t."""
    found = []
    for n in range(len(columns[REGRETS])):
        kept = {name: columns[name][n] for name in rule.columns}
        found.append(rule.choose(t, Known(columns[REGRETS][n], columns[SUMS][n], columns[GAPS][n], kept)))
    return found


def on_average(game: Game, rule: Rule, t: int, columns: Mapping[str, Strategy]) -> list[tuple[float, ...]]:
    """The average strategy of iterations 1 to t, by what is known after iteration t."""
    sums = columns[SUMS]
    if rule.sampling is not None:
        sums = up_to_date(game, t, sums, currently(rule, t, columns))
    return average(game, sums, rule, columns)


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


def _walk_back(
    visits: Iterable[Visit],
    v: MutableSequence[float],
    strategy: Strategy,
    weights: Sequence[float],
    gaps: Mapping[int, list[float]],
) -> None:
    """Add pi_-i(h) (v(ha) - v(h)) at every history of the player's, where v is the value if all go on with these strategies.

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


def _pool(groups: Sequence[Alike], gaps: Mapping[int, list[float]]) -> None:
    """Infosets that are played alike have one regret, the sum of theirs."""
    for infosets, _ in groups:
        together = [0.0] * len(gaps[infosets[0]])
        for n in infosets:
            for action, gap in enumerate(gaps[n]):
                together[action] += gap
        for n in infosets:
            gaps[n][:] = together


def average(
    game: Game, sums: Strategy, rule: Rule = PLAIN, columns: Mapping[str, Strategy] = MappingProxyType({})
) -> list[tuple[float, ...]]:
    """The average strategy that sums of strategies stand for, and for some rules what else they keep.

    Infosets that are played alike have one, that of the sum of their sums, each as often as it has histories.
    """
    pooled = {name: _pooled(game, columns[name]) for name in rule.columns}
    found = []
    for n, numbers in enumerate(_pooled(game, sums)):
        found.append(normalized(rule.averaged(numbers, {name: table[n] for name, table in pooled.items()})))
    return found


def _pooled(game: Game, table: Strategy) -> Sequence[Sequence[float]]:
    """The table, where infosets that are played alike have the sum of theirs, each as often as it has histories."""
    found: list[Sequence[float]] = list(table)
    for infosets, histories in game.alike:
        together = [0.0] * len(table[infosets[0]])
        for n, often in zip(infosets, histories):
            for action, number in enumerate(table[n]):
                together[action] += often * number
        for n in infosets:
            found[n] = together
    return found
