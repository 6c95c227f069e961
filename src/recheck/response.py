"""Expected values and best responses by recursion over public histories.

M. Johanson, K. Waugh, M. Bowling, M. Zinkevich, "Accelerating Best Response Calculation in Large Extensive
Games", IJCAI 2011: walk public histories with a vector over the cards that the other player may hold.

Everything works with floats as with exact fractions: `chance` (the probability of one deal) sets the kind
of number.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple, TypeVar

from recheck.kuhn import FOLDED, LINES, STAKES, TURN, Game, key, own_steps, payoff

Number = TypeVar("Number", float, Fraction)


class Measures(NamedTuple):
    """Value of player 0, gains, nash_conv and exploitability of a profile, in antes per hand."""

    value: float
    gain_0: float
    gain_1: float
    nash_conv: float
    exploitability: float


def measures(value: float, best_0: float, best_1: float) -> Measures:
    """The published five from the value of player 0 and the two best-response values (zero-sum game)."""
    gain_0 = best_0 - value
    gain_1 = best_1 + value
    return Measures(value, gain_0, gain_1, gain_0 + gain_1, (gain_0 + gain_1) / 2)


def by_recursion(game: Game, strategy: Mapping[str, tuple[float, float]]) -> Measures:
    """The measures of a profile by the recursion of this module, in floats."""
    chance = 1.0 / len(game.deals)
    value = expected_value(game, strategy, chance)
    return measures(value, *(best_response_value(game, strategy, player, chance) for player in (0, 1)))


def expected_value(game: Game, strategy: Mapping[str, tuple[Number, Number]], chance: Number) -> Number:
    """Expected payoff of player 0, in antes per hand: over deals and lines, probability times payoff."""
    total = chance * 0
    for cards in game.deals:
        for line in LINES:
            probability = chance
            for player in (0, 1):
                for before, action in own_steps(player, line):
                    probability = probability * strategy[key(player, cards[player], before)][action]
            total = total + probability * payoff(line, *cards)
    return total


def best_response_value(
    game: Game, strategy: Mapping[str, tuple[Number, Number]], player: int, chance: Number
) -> Number:
    """The greatest expected payoff of `player` against the other's strategy, in antes per hand.

    Each own card is answered apart from all others, and what the other may hold is known only as weights.
    """
    total = chance * 0
    for card in range(game.ranks):
        others = {other: chance for other in range(game.ranks) if other != card}
        total = total + _respond(strategy, player, card, "", others)
    return total


def _respond(
    strategy: Mapping[str, tuple[Number, Number]],
    player: int,
    card: int,
    history: str,
    others: dict[int, Number],
) -> Number:
    """Best payoff from a public history on, given the own card and weights of the cards the other may hold.

    The maximum is taken once per (player, card, history), over sums of all cards the other may hold: there
    is no place here that knows which card it is, so that a response that peeks cannot be expressed.
    """
    if history not in TURN:
        return _showdown_or_fold(player, card, history, others)
    if TURN[history] == player:
        on_pass = _respond(strategy, player, card, history + "p", others)
        on_bet = _respond(strategy, player, card, history + "b", others)
        return on_bet if on_bet > on_pass else on_pass
    passing, betting = {}, {}
    for other, weight in others.items():
        probability_pass, probability_bet = strategy[key(1 - player, other, history)]
        passing[other] = weight * probability_pass
        betting[other] = weight * probability_bet
    return _respond(strategy, player, card, history + "p", passing) + _respond(
        strategy, player, card, history + "b", betting
    )


def _showdown_or_fold(player: int, card: int, line: str, others: Mapping[int, Number]) -> Number:
    """Payoff of `player` at the end of a line, summed over the weights of the other's cards."""
    beaten = sum_of([weight for other, weight in others.items() if other < card], others)
    beating = sum_of([weight for other, weight in others.items() if other > card], others)
    if line in FOLDED:
        return (beaten + beating) * (FOLDED[line] if player == 0 else -FOLDED[line])
    return (beaten - beating) * STAKES[line]


def sum_of(terms: list[Number], kind: Mapping[int, Number]) -> Number:
    """The sum from left to right (built-in sum differs from CPython 3.12 on); `kind` gives the zero."""
    total = next(iter(kind.values())) * 0
    for term in terms:
        total = total + term
    return total
