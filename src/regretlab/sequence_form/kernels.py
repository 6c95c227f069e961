"""The compiled passes over a game in sequence form; walks that sample have theirs in `sampled_kernels`.

Counterfactual values come from the payoffs, regrets go from leaves to root, the variant's update and the realization weights
from root to leaves (M. Zinkevich et al., NIPS 2007, equations 7 and 8). No pass knows a game, and the loop, `advance`, knows
no variant. Arrays over sequences have length Q, arrays over players length n; `arrays.Tree` says what each index means.
"""

import numpy as np

from regretlab.compiled import inlined, kernel
from regretlab.sequence_form.arrays import Floats, Indices, State, Tree
from regretlab.variant import AddPolicy, AddRegret, Number, Policy, Step


@kernel
def advance(tree: Tree, state: State, groups: Indices, before: Floats, steps: Floats) -> None:
    """Run T iterations, in place on `state`.

    `groups` are the bounds of the groups of players that update together. `steps` (T, 8) holds the variant's numbers of these
    iterations, in the order of `read_step`; `before` (8,) those of the iteration before them, from which only the policy
    is taken: it made the strategy that is played first.
    """
    sigma = np.empty(len(tree.entry_bounds) - 1)
    x = np.empty_like(sigma)
    g = np.empty_like(sigma)
    match_regrets(tree, state, before, sigma)
    realize(tree, sigma, x)
    for t in range(len(steps)):
        step = read_step(steps[t])
        for group in range(len(groups) - 1):
            for player in range(groups[group], groups[group + 1]):
                counterfactual_values(tree, player, x, g)
                expect(tree, player, sigma, g, state.instantaneous_regret)
                pool_regrets(tree, player, state.instantaneous_regret)
            update(tree, state, groups[group], groups[group + 1], step, sigma, x)


@kernel
def evaluate(tree: Tree, sigma: Floats, value: Floats, best_value: Floats) -> None:
    """Expected payoff of each player when all play `sigma`, and when that player alone turns to a best response."""
    x = np.empty_like(sigma)
    g = np.empty_like(sigma)
    unused = np.empty_like(sigma)
    realize(tree, sigma, x)
    for player in range(len(tree.sequence_bounds) - 1):
        counterfactual_values(tree, player, x, g)
        value[player] = expect(tree, player, sigma, g, unused)
        counterfactual_values(tree, player, x, g)
        best_value[player] = respond(tree, player, g)


@kernel
def gradient(tree: Tree, player: int, sigma: Floats, g: Floats) -> None:
    """The player's counterfactual values when the others play `sigma`, before anything goes from leaves to root."""
    x = np.empty_like(sigma)
    realize(tree, sigma, x)
    counterfactual_values(tree, player, x, g)


@kernel
def weigh(tree: Tree, sigma: Floats, x: Floats) -> None:
    """Realization weights of all players' strategies."""
    realize(tree, sigma, x)


@kernel
def values_against(tree: Tree, player: int, x: Floats, g: Floats) -> None:
    """The player's counterfactual values against the others' realization weights, before anything goes from leaves to root."""
    counterfactual_values(tree, player, x, g)


@kernel
def pool(tree: Tree, player: int, r: Floats) -> None:
    """What is played alike has its regrets in common."""
    pool_regrets(tree, player, r)


@kernel
def pool_sums(tree: Tree, S: Floats) -> None:
    """What is played alike has its strategy sums in common."""
    pool_strategy_sums(tree, S)


@kernel
def match_regrets(tree: Tree, state: State, step: Floats, sigma: Floats) -> None:
    """The strategy that a state stands for, at every infoset of all players."""
    c = read_step(step).policy
    for infoset in range(len(tree.first)):
        total = 0.0
        for q in range(tree.first[infoset], tree.end[infoset]):
            sigma[q] = policy(state.cumulative_regret[q], state.instantaneous_regret[q], c)
            total += sigma[q]
        for q in range(tree.first[infoset], tree.end[infoset]):
            sigma[q] = share(sigma[q], total, tree.end[infoset] - tree.first[infoset])


@kernel
def average(tree: Tree, strategy_sum: Floats, sigma: Floats) -> None:
    """σ̄(I,·) is the strategy sum of I divided by its total."""
    S = strategy_sum.copy()
    pool_strategy_sums(tree, S)
    for infoset in range(len(tree.first)):
        total = 0.0
        for q in range(tree.first[infoset], tree.end[infoset]):
            total += S[q]
        for q in range(tree.first[infoset], tree.end[infoset]):
            sigma[q] = share(S[q], total, tree.end[infoset] - tree.first[infoset])


@inlined
def counterfactual_values(tree: Tree, player: int, x: Floats, g: Floats) -> None:
    """g(q) = sum over the payoff entries of sequence q of payoff times the others' realization weights."""
    others = tree.others.shape[1]
    for q in range(tree.sequence_bounds[player], tree.sequence_bounds[player + 1]):
        total = 0.0
        for entry in range(tree.entry_bounds[q], tree.entry_bounds[q + 1]):
            term = tree.payoff[entry]
            for other in range(others):
                term *= x[tree.others[entry, other]]
            total += term
        g[q] = total


@inlined
def expect(tree: Tree, player: int, sigma: Floats, g: Floats, r: Floats) -> float:
    """From leaves to root: v(I) = Σ σ(I,a) g(I,a) is added to g of I's parent, and r(I,a) = g(I,a) - v(I).

    Returns the player's expected payoff.
    """
    low, high = tree.infoset_bounds[player], tree.infoset_bounds[player + 1]
    for infoset in range(high - 1, low - 1, -1):
        v = 0.0
        for q in range(tree.first[infoset], tree.end[infoset]):
            v += sigma[q] * g[q]
        for q in range(tree.first[infoset], tree.end[infoset]):
            r[q] = g[q] - v
        g[tree.parent[infoset]] += v
    payoff: float = g[tree.sequence_bounds[player]]
    return payoff


@inlined
def respond(tree: Tree, player: int, g: Floats) -> float:
    """From leaves to root: the greatest g(I,a) is added to g of I's parent. Returns the value of a best response."""
    low, high = tree.infoset_bounds[player], tree.infoset_bounds[player + 1]
    for infoset in range(high - 1, low - 1, -1):
        greatest = g[tree.first[infoset]]
        for q in range(tree.first[infoset] + 1, tree.end[infoset]):
            greatest = max(greatest, g[q])
        g[tree.parent[infoset]] += greatest
    payoff: float = g[tree.sequence_bounds[player]]
    return payoff


@inlined
def pool_regrets(tree: Tree, player: int, r: Floats) -> None:
    """The regret of infosets of the player that are played alike is the sum of theirs."""
    for group in range(len(tree.alike_bounds) - 1):
        members = tree.alike[tree.alike_bounds[group] : tree.alike_bounds[group + 1]]
        if not tree.infoset_bounds[player] <= members[0] < tree.infoset_bounds[player + 1]:
            continue
        for action in range(tree.end[members[0]] - tree.first[members[0]]):
            total = 0.0
            for infoset in members:
                total += r[tree.first[infoset] + action]
            for infoset in members:
                r[tree.first[infoset] + action] = total


@inlined
def pool_strategy_sums(tree: Tree, S: Floats) -> None:
    """The strategy sum of infosets that are played alike is the sum of theirs, once for each of their histories."""
    for group in range(len(tree.alike_bounds) - 1):
        low, high = tree.alike_bounds[group], tree.alike_bounds[group + 1]
        for action in range(tree.end[tree.alike[low]] - tree.first[tree.alike[low]]):
            total = 0.0
            for member in range(low, high):
                total += tree.alike_weight[member] * S[tree.first[tree.alike[member]] + action]
            for member in range(low, high):
                S[tree.first[tree.alike[member]] + action] = total


@inlined
def update(tree: Tree, state: State, low: int, high: int, step: Step, sigma: Floats, x: Floats) -> None:
    """Regrets, strategy sums, then the new strategy and its realization weights, for players low to high - 1."""
    R, S, r = state
    for infoset in range(tree.infoset_bounds[low], tree.infoset_bounds[high]):
        first, end = tree.first[infoset], tree.end[infoset]
        reach = x[tree.parent[infoset]]
        total = 0.0
        for q in range(first, end):
            S[q] = add_policy(S[q], x[q], step.add_policy)
            R[q] = add_regret(R[q], r[q], step.add_regret)
            sigma[q] = policy(R[q], r[q], step.policy)
            total += sigma[q]
        for q in range(first, end):
            sigma[q] = share(sigma[q], total, end - first)
            x[q] = reach * sigma[q]


@inlined
def realize(tree: Tree, sigma: Floats, x: Floats) -> None:
    """x(I,a) = x(parent of I) σ(I,a), from root to leaves; 1 for the empty sequences."""
    for player in range(len(tree.sequence_bounds) - 1):
        x[tree.sequence_bounds[player]] = 1.0
    for infoset in range(len(tree.first)):
        for q in range(tree.first[infoset], tree.end[infoset]):
            x[q] = x[tree.parent[infoset]] * sigma[q]


@inlined
def add_regret(R: float, r: float, c: AddRegret) -> Number:
    """R ← max(floor, R·(positive if R > 0 else negative) + weight·r)."""
    return max(c.floor, R * (c.positive if R > 0.0 else c.negative) + c.weight * r)


@inlined
def add_policy(S: float, x: float, c: AddPolicy) -> Number:
    """S ← discount·S + weight·x."""
    return c.discount * S + c.weight * x


@inlined
def policy(R: float, r: float, c: Policy) -> Number:
    """The positive part of discount·R + weight·r, which `share` makes a probability."""
    return max(0.0, c.discount * R + c.weight * r)


@inlined
def share(weight: float, total: float, actions: int) -> float:
    """A weight, not negative, divided by the total at its infoset; uniform if that is zero."""
    return weight / total if total > 0.0 else 1.0 / actions


@inlined
def read_step(row: Floats) -> Step:
    """One row of the variant's table of numbers."""
    return Step(AddRegret(row[0], row[1], row[2], row[3]), AddPolicy(row[4], row[5]), Policy(row[6], row[7]))
