"""All pure plans of a player, each evaluated in full: no maximum is taken anywhere but over whole plans.

H. W. Kuhn, "Extensive Games and the Problem of Information" (1953): pure strategies choose at every
infoset. The order of plans is that of docs/bundle-format.md, "Terms and their order". Works with floats as
with exact fractions.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from recheck.kuhn import ACTIONS, LINES, Game, key, own_steps, payoff
from recheck.response import Measures, Number, expected_value, measures

OfPlayer = tuple[str, str]
"""A sequence of a player as published: infoset and action of the latest decision."""

Weights = Mapping[OfPlayer, Fraction]


class Plans(NamedTuple):
    """The plans of one player.

    `choices[n]` are plan n's actions in the order of infosets; `lines[n]` the (own card, line) that it lets
    happen, as positions in the list that `line_values` gives.
    """

    player: int
    choices: tuple[tuple[int, ...], ...]
    lines: tuple[tuple[int, ...], ...]


def plans(game: Game, player: int) -> Plans:
    """All 2 ** (number of infosets) plans of a player, in published order."""
    infosets = game.infosets[player]
    cells = [(card, line) for card in range(game.ranks) for line in LINES]
    choices = tuple(itertools.product(range(len(ACTIONS)), repeat=len(infosets)))
    lines = []
    for chosen in choices:
        action_at = {infoset.key: action for infoset, action in zip(infosets, chosen)}
        lines.append(
            tuple(
                n
                for n, (card, line) in enumerate(cells)
                if all(action_at[key(player, card, before)] == action for before, action in own_steps(player, line))
            )
        )
    return Plans(player, choices, tuple(lines))


def plan_text(game: Game, player: int, chosen: Sequence[int]) -> str:
    """A plan written out as in plans.csv: `{infoset}={action}`, separated by spaces."""
    return " ".join(f"{infoset.name}={ACTIONS[a]}" for infoset, a in zip(game.infosets[player], chosen))


def line_values(game: Game, strategy: Mapping[str, tuple[Number, Number]], player: int, chance: Number) -> list[Number]:
    """For each own card and line: chance times the other's probability times own payoff, summed."""
    values = []
    sign = 1 if player == 0 else -1
    for card in range(game.ranks):
        for line in LINES:
            total = chance * 0
            for other in range(game.ranks):
                if other == card:
                    continue
                probability = chance
                for before, action in own_steps(1 - player, line):
                    probability = probability * strategy[key(1 - player, other, before)][action]
                cards = (card, other) if player == 0 else (other, card)
                total = total + probability * (sign * payoff(line, *cards))
            values.append(total)
    return values


def plan_values(of: Plans, values: Sequence[float]) -> list[float]:
    """Expected payoff of every plan, in antes per hand, from the values of `line_values`."""
    found = []
    for lines in of.lines:
        total = 0.0
        for n in lines:
            total += values[n]
        found.append(total)
    return found


def exact_plan_values(of: Plans, values: Sequence[Fraction]) -> tuple[list[int], int]:
    """The same in exact arithmetic: integer numerators of all plans over one common denominator."""
    denominator = math.lcm(*(value.denominator for value in values))
    numerators = [value.numerator * (denominator // value.denominator) for value in values]
    return [sum(numerators[n] for n in lines) for lines in of.lines], denominator


def exact_payoffs(game: Game, of: Plans, strategy: Mapping[str, tuple[Fraction, Fraction]]) -> list[Fraction]:
    """The expected payoff of every plan against the other's strategy, exactly, in antes per hand."""
    values = line_values(game, strategy, of.player, Fraction(1, len(game.deals)))
    numerators, denominator = exact_plan_values(of, values)
    return [Fraction(numerator, denominator) for numerator in numerators]


def best_plan_value(game: Game, of: Plans, strategy: Mapping[str, tuple[Fraction, Fraction]]) -> Fraction:
    """The greatest expected payoff among all plans, exactly, in antes per hand."""
    values = line_values(game, strategy, of.player, Fraction(1, len(game.deals)))
    numerators, denominator = exact_plan_values(of, values)
    return Fraction(max(numerators), denominator)


def by_enumeration(game: Game, both: Sequence[Plans], strategy: Mapping[str, tuple[float, float]]) -> Measures:
    """The measures of a profile by enumeration of all plans of both players, in floats."""
    chance = 1.0 / len(game.deals)
    value = expected_value(game, strategy, chance)
    return measures(value, *(max(plan_values(of, line_values(game, strategy, of.player, chance))) for of in both))


def payoff_matrix(game: Game, both: Sequence[Plans]) -> list[list[int]]:
    """Payoff of player 0 for each pair of plans, summed over the deals (to be divided by their number).

    Two plans and a deal leave one line only, which is played out action by action.
    """
    steps = [
        [{infoset.key: a for infoset, a in zip(game.infosets[of.player], chosen)} for chosen in of.choices]
        for of in both
    ]
    return [[sum(_play({**mine, **theirs}, cards) for cards in game.deals) for theirs in steps[1]] for mine in steps[0]]


def _play(action_at: Mapping[str, int], cards: tuple[int, int]) -> int:
    """Payoff of player 0 when a deal is played out; `action_at` has the infosets of both players."""
    for line in LINES:
        if all(action_at[key(p, cards[p], before)] == a for p in (0, 1) for before, a in own_steps(p, line)):
            return payoff(line, *cards)
    raise ValueError(f"no line of {LINES} fits the actions {dict(action_at)}")


def realization_weights(
    game: Game, player: int, strategy: Mapping[str, tuple[Fraction, Fraction]]
) -> dict[OfPlayer, Fraction]:
    """The realization weight of each sequence of a player, exactly: own probabilities multiplied."""
    found = {}
    for infoset in game.infosets[player]:
        reach = Fraction(1)
        for before, action in own_steps(player, infoset.history):
            reach *= strategy[key(player, infoset.card, before)][action]
        for action, name in enumerate(ACTIONS):
            found[infoset.name, name] = reach * strategy[infoset.key][action]
    return found


def pure(game: Game, of: Plans, n: int) -> dict[str, tuple[Fraction, Fraction]]:
    """Plan n as a strategy."""
    certain = ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)))
    return {infoset.key: certain[a] for infoset, a in zip(game.infosets[of.player], of.choices[n])}
