"""Counterfactual regret minimization as a plain depth-first walk of the history tree.

M. Zinkevich, M. Johanson, M. Bowling, C. Piccione, "Regret Minimization in Games with Incomplete
Information", NIPS 2007: regret matching, eq. (8); average strategy, eq. (4). Simultaneous and alternating
updates as defined in docs/bundle-format.md, "The variants".

    r(I,a) = sum over h in I of pi_-i(h) (v(ha) - v(h)),   R += r,   S += own realization weight,   t = 1,
    2, ...
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, Union

from recheck.kuhn import TURN, Game, key, own_steps, payoff

Pair = tuple[float, float]
Strategy = Mapping[str, Pair]

VARIANTS = {"cfr": ((0, 1),), "cfr_alternating": ((0,), (1,))}
"""Name of the variant -> groups of players that renew strategies together, after a walk of all deals."""

UNIFORM = (0.5, 0.5)


class State(NamedTuple):
    """The solver after an iteration: infoset key -> (pass, bet). Never changed later.

    Regrets are in antes per hand; `strategy_sum` counts realization weights; `current` and `average` are
    strategies.
    """

    iteration: int
    cumulative_regret: Strategy
    strategy_sum: Strategy
    instantaneous_regret: Strategy
    current: Strategy
    average: Strategy


class Decision(NamedTuple):
    """A history at which a player decides, and those that follow; a float is an end: payoff of player 0."""

    player: int
    key: str
    after_pass: Node
    after_bet: Node


Node = Union[float, Decision]


def iterate(game: Game, variant: str, stops: set[int]) -> Iterator[State]:
    """Run the variant from its start and yield its state after each iteration of `stops`, ascending.

    `variant` is a key of VARIANTS. Definitions: docs/bundle-format.md, "The variants".
    """
    deals = [_tree("", *cards) for cards in game.deals]
    chance = 1.0 / len(deals)
    keys = [infoset.key for infosets in game.infosets for infoset in infosets]
    strategy = dict.fromkeys(keys, UNIFORM)
    regret = {k: [0.0, 0.0] for k in keys}
    total = {k: [0.0, 0.0] for k in keys}
    latest = dict.fromkeys(keys, (0.0, 0.0))
    parents = [_parents(game, player) for player in (0, 1)]
    for t in range(1, max(stops) + 1):
        for group in VARIANTS[variant]:
            gaps = {k: [0.0, 0.0] for k in keys}
            for deal in deals:
                _descend(deal, strategy, 1.0, 1.0, gaps)
            for player in group:
                _add_weights(parents[player], strategy, total)
                for k, _, _ in parents[player]:
                    gap = gaps[k]
                    r = latest[k] = (chance * gap[0], chance * gap[1])
                    R = regret[k]  # noqa: N806 - the paper's letter
                    R[0] += r[0]
                    R[1] += r[1]
                    strategy[k] = regret_matching(R[0], R[1])
        if t in stops:
            average = {k: normalized(S[0], S[1]) for k, S in total.items()}
            frozen = ({k: (v[0], v[1]) for k, v in table.items()} for table in (regret, total))
            yield State(t, next(frozen), next(frozen), dict(latest), dict(strategy), average)


def _descend(node: Node, strategy: Strategy, reach_0: float, reach_1: float, gaps: dict[str, list[float]]) -> float:
    """Add pi_-i(h) (v(ha) - v(h)), without chance, at every history h from here; give v of player 0."""
    if isinstance(node, float):
        return node
    player, k, after_pass, after_bet = node
    on_pass, on_bet = strategy[k]
    gap = gaps[k]
    if player == 0:
        v_pass = _descend(after_pass, strategy, reach_0 * on_pass, reach_1, gaps)
        v_bet = _descend(after_bet, strategy, reach_0 * on_bet, reach_1, gaps)
        v = on_pass * v_pass + on_bet * v_bet
        gap[0] += reach_1 * (v_pass - v)
        gap[1] += reach_1 * (v_bet - v)
        return v
    v_pass = _descend(after_pass, strategy, reach_0, reach_1 * on_pass, gaps)
    v_bet = _descend(after_bet, strategy, reach_0, reach_1 * on_bet, gaps)
    v = on_pass * v_pass + on_bet * v_bet
    # Player 1 gets what player 0 loses.
    gap[0] += reach_0 * (v - v_pass)
    gap[1] += reach_0 * (v - v_bet)
    return v


def _add_weights(parents: list[tuple[str, str, int]], strategy: Strategy, total: dict[str, list[float]]) -> None:
    """S(I,a) += own realization weight of (I,a), by the strategy that was played, once per infoset."""
    for k, parent, action in parents:
        weight = strategy[parent][action] if parent else 1.0
        on_pass, on_bet = strategy[k]
        S = total[k]  # noqa: N806 - the paper's letter
        S[0] += weight * on_pass
        S[1] += weight * on_bet


def regret_matching(regret_pass: float, regret_bet: float) -> Pair:
    """The positive parts divided by their sum, uniform if that is zero: Zinkevich et al. 2007, eq. (8)."""
    return normalized(max(regret_pass, 0.0), max(regret_bet, 0.0))


def normalized(weight_pass: float, weight_bet: float) -> Pair:
    """Weights divided by their sum, uniform if that is zero: Zinkevich et al. 2007, eq. (4)."""
    both = weight_pass + weight_bet
    if both > 0.0:
        return (weight_pass / both, weight_bet / both)
    return UNIFORM


def _tree(history: str, card_0: int, card_1: int) -> Node:
    """The histories of one deal below a public history, each with the key of its infoset."""
    if history not in TURN:
        return float(payoff(history, card_0, card_1))
    player = TURN[history]
    return Decision(
        player,
        key(player, (card_0, card_1)[player], history),
        _tree(history + "p", card_0, card_1),
        _tree(history + "b", card_0, card_1),
    )


def _parents(game: Game, player: int) -> list[tuple[str, str, int]]:
    """(key, key of the player's own decision before, action taken there) per infoset; "" where there is none.

    One own decision at most lies before another in this game, so that its probability is the realization
    weight.
    """
    found = []
    for infoset in game.infosets[player]:
        steps = own_steps(player, infoset.history)
        parent, action = (key(player, infoset.card, steps[-1][0]), steps[-1][1]) if steps else ("", 0)
        found.append((infoset.key, parent, action))
    return found
