"""All pure plans of a player, each evaluated in full: no maximum is taken anywhere but over whole plans.

H. W. Kuhn, "Extensive Games and the Problem of Information" (1953): pure strategies choose at every infoset. The order of
plans is that of docs/bundle-format.md, "Terms and their order". Exact, and without realization weights: the others'
probabilities are multiplied one by one.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from recheck.exact import Exact
from recheck.game import Game
from recheck.response import Measures

MOST_PLANS = 65_536
"""So many plans of a player are written out at most; docs/bundle-format.md, "plans.csv"."""

FEW_PLANS = 4096
"""So many can be evaluated in every row of a trajectory."""


class Plans(NamedTuple):
    """The plans of one player.

    `choices[n]` are plan n's actions in the order of infosets; `sequences[n]` those of the player's sequences that it lets happen
    and at which some outcome is.
    """

    player: int
    choices: list[tuple[int, ...]]
    sequences: list[list[int]]


def plans(game: Game, most: int = MOST_PLANS) -> list[Plans] | None:
    """The plans of all players, in published order; None if a player has more than that."""
    sizes = [math.prod(len(infoset.actions) for _, infoset in game.of(player)) for player in range(game.players)]
    if max(sizes) > most:
        return None
    return [_plans(game, player) for player in range(game.players)]


def _plans(game: Game, player: int) -> Plans:
    """All plans of a player."""
    own = list(game.of(player))
    place = {n: k for k, (n, _) in enumerate(own)}
    met = {outcome.sequences[player] for outcome in game.outcomes}
    steps = game.steps(player)
    ways = [(sequence, [(place[n], action) for n, action in steps[sequence]]) for sequence in sorted(met)]
    choices = list(itertools.product(*(range(len(infoset.actions)) for _, infoset in own)))
    allowed = [
        [sequence for sequence, way in ways if all(chosen[k] == action for k, action in way)] for chosen in choices
    ]
    return Plans(player, choices, allowed)


def plan_text(game: Game, player: int, chosen: Sequence[int]) -> str:
    """A plan written out as in plans.csv: `{infoset}={action}`, separated by spaces."""
    return " ".join(
        f"{infoset.label}={infoset.action_labels[action]}" for (_, infoset), action in zip(game.of(player), chosen)
    )


class Chosen(NamedTuple):
    """By sequence of a player, the probability of all the decisions that it stands for, times one whole number."""

    times: int
    probabilities: dict[int, int]


def exact_payoffs(game: Game, of: Plans, strategy: Exact) -> list[Fraction]:
    """The expected payoff of every plan against the others' strategies."""
    others = [player for player in range(game.players) if player != of.player]
    payoffs, divisor = _whole_payoffs(game, of, {player: _chosen(game, strategy, player) for player in others})
    return [Fraction(payoff, divisor) for payoff in payoffs]


def by_enumeration(game: Game, all_plans: Sequence[Plans], strategy: Exact) -> Measures:
    """The measures of a profile by enumeration of all plans of all players."""
    chosen = [_chosen(game, strategy, player) for player in range(game.players)]
    divisor = math.prod([of_player.times for of_player in chosen]) * game.denominator
    totals = [0] * game.players
    for sequences, payoffs in game.outcomes:
        reached = math.prod([of_player.probabilities[s] for of_player, s in zip(chosen, sequences)])
        for player, payoff in enumerate(payoffs):
            totals[player] += reached * payoff
    best = [_whole_payoffs(game, of, dict(enumerate(chosen))) for of in all_plans]
    return Measures(
        tuple(Fraction(total, divisor) for total in totals), tuple(Fraction(max(each), by) for each, by in best)
    )


def _chosen(game: Game, strategy: Exact, player: int) -> Chosen:
    """The probabilities of a player's sequences, each by its own decisions."""
    found = {
        sequence: math.prod([strategy[n][action] for n, action in way], start=Fraction(1))
        for sequence, way in game.steps(player).items()
    }
    times = math.lcm(*(probability.denominator for probability in found.values()))
    return Chosen(
        times, {s: probability.numerator * (times // probability.denominator) for s, probability in found.items()}
    )


def _whole_payoffs(game: Game, of: Plans, chosen: Mapping[int, Chosen]) -> tuple[list[int], int]:
    """The expected payoff of every plan in whole numbers, and what they are to be divided by.

    What the player of the plans would choose otherwise is not looked at.
    """
    others = [(player, each.probabilities) for player, each in chosen.items() if player != of.player]
    brought: dict[int, int] = {}
    for sequences, payoffs in game.outcomes:
        worth = payoffs[of.player] * math.prod([probabilities[sequences[player]] for player, probabilities in others])
        own = sequences[of.player]
        brought[own] = brought.get(own, 0) + worth
    divisor = math.prod([chosen[player].times for player, _ in others]) * game.denominator
    return [sum([brought[sequence] for sequence in allowed]) for allowed in of.sequences], divisor


def pure(game: Game, strategy: Exact, of: Plans, n: int) -> list[tuple[Fraction, ...]]:
    """The strategies with plan n in the place of its player's."""
    found = list(strategy)
    for (number, infoset), action in zip(game.of(of.player), of.choices[n]):
        found[number] = tuple(Fraction(other == action) for other in range(len(infoset.actions)))
    return found


def payoff_matrix(game: Game, both: Sequence[Plans]) -> list[list[int]]:
    """Payoff of player 0 for each pair of plans, times the game's denominator."""
    matrix = []
    for mine in map(set, both[0].sequences):
        against: dict[int, int] = {}
        for (own, other), payoffs in game.outcomes:
            if own in mine:
                against[other] = against.get(other, 0) + payoffs[0]
        matrix.append([sum([against.get(sequence, 0) for sequence in theirs]) for theirs in both[1].sequences])
    return matrix
