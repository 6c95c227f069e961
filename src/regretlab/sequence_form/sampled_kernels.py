"""The compiled walks of variants that sample: docs/variants.md, "Sampled variants", to the letter.

A walk writes the histories that it comes to into a queue, each with those that follow it side by side: from the first to the
last they are in breadth-first order, and from the last to the first each one comes after all that follow it. So weights go
forwards and values backwards, without recursion.
"""

from typing import NamedTuple

import numpy as np

from regretlab.compiled import inlined, kernel
from regretlab.sequence_form.arrays import Floats, Indices, State, Tree
from regretlab.sequence_form.kernels import add_regret, read_step, share
from regretlab.sequence_form.philox import Word, fraction
from regretlab.variant import Step


class Draws(NamedTuple):
    """What is drawn, as `variant.Sampling`, and from what: the halves of the seed."""

    low: Word
    high: Word
    chance: float
    others: float
    own: float


class Queue(NamedTuple):
    """What a walk comes to; there is room for all H histories."""

    history: Indices
    """(H,) The histories."""
    after: Indices
    """(H + 1,) Those that follow number m are the numbers from after[m] up to after[m + 1]."""
    weight: Floats
    """(H,) W."""
    value: Floats
    """(H,) V."""
    p: Floats
    """(H,) The probability of the action that leads there."""
    s: Floats
    """(H,) The probability with which it was drawn; 1 where all are followed."""
    action: Indices
    """(H,) The number of that action."""
    probabilities: Floats
    """(A,) Those of the actions at one history."""
    last: Indices
    """(I,) In which iteration the regrets of an infoset were last begun, and are to be added still; else 0."""


@kernel
def advance(tree: Tree, state: State, draws: Draws, queue: Queue, t: int, total: float, steps: Floats) -> None:
    """Run the T iterations from `t` on, in place on `state`.

    `steps` (T, 8) holds the rule's numbers; `total` is the sum of the weights in the average before them.
    """
    for iteration in range(len(steps)):
        step = read_step(steps[iteration])
        total += step.add_policy.weight
        for player in range(len(tree.sequence_bounds) - 1):
            came = look(tree, state, draws, queue, t + iteration, player)
            evaluate(tree, state, draws, queue, t + iteration, player, came)
            update(tree, state, queue, player, came, step, total)


@kernel
def bring_up_to_date(tree: Tree, R: Floats, S: Floats, total: float) -> None:
    """The strategy sums at all infosets, in place, if those of the empty sequences are `total`."""
    for infoset in range(len(tree.first)):
        add_policy(tree, R, S, infoset, total)


@inlined
def look(tree: Tree, state: State, draws: Draws, queue: Queue, t: int, player: int) -> int:
    """From the root on: write down the histories that the walk comes to, and their weights. Returns how many there are."""
    infosets, chances = len(tree.first), len(tree.histories.chance_bounds) - 1
    queue.history[0] = 0
    queue.weight[0] = 1.0
    number, end = 0, 1
    while number < end:
        queue.after[number] = end
        history = queue.history[number]
        place = tree.histories.place[history]
        if place < infosets + chances:
            own = False
            if place < infosets:
                own = tree.infoset_bounds[player] <= place < tree.infoset_bounds[player + 1]
                explore = draws.own if own else draws.others
                actions = match(tree, state.cumulative_regret, place, queue.probabilities)
            else:
                explore = draws.chance
                actions = read_chance(tree, place - infosets, queue.probabilities)
            following, weight = tree.histories.following[history], queue.weight[number]
            if explore < 0.0:
                for action in range(actions):
                    p = queue.probabilities[action]
                    if own or p > 0.0:
                        write(queue, end, following + action, weight if own else weight * p, p, 1.0, action)
                        end += 1
            else:
                counter = Word(t), Word(player), Word(place), Word(0)
                u = fraction(counter, draws.low, draws.high)
                action, s = draw(queue.probabilities, actions, explore, u)
                p = queue.probabilities[action]
                write(queue, end, following + action, weight / s if own else weight * (p / s), p, s, action)
                end += 1
        number += 1
    queue.after[end] = end
    return end


@inlined
def evaluate(tree: Tree, state: State, draws: Draws, queue: Queue, t: int, player: int, came: int) -> None:
    """From the last history to the first: values, and the player's regrets at the infosets that the walk came to."""
    infosets, chances = len(tree.first), len(tree.histories.chance_bounds) - 1
    r = state.instantaneous_regret
    for number in range(came - 1, -1, -1):
        place = tree.histories.place[queue.history[number]]
        if place >= infosets + chances:
            queue.value[number] = tree.histories.payoffs[place - infosets - chances, player]
            continue
        value = 0.0
        for after in range(queue.after[number], queue.after[number + 1]):
            value += queue.p[after] / queue.s[after] * queue.value[after]
        queue.value[number] = value
        if place < infosets and tree.infoset_bounds[player] <= place < tree.infoset_bounds[player + 1]:
            first, end = tree.first[place], tree.end[place]
            if queue.last[place] != t:
                queue.last[place] = t
                for q in range(first, end):
                    r[q] = 0.0
            weight = queue.weight[number]
            if draws.own >= 0.0:
                drawn = queue.after[number]
                for action in range(end - first):
                    of_action = queue.value[drawn] / queue.s[drawn] if action == queue.action[drawn] else 0.0
                    r[first + action] += weight * (of_action - value)
            else:
                for action in range(end - first):
                    r[first + action] += weight * (queue.value[queue.after[number] + action] - value)


@inlined
def update(tree: Tree, state: State, queue: Queue, player: int, came: int, step: Step, total: float) -> None:
    """From root to leaves: strategy sums and regrets of the player's infosets that the walk came to."""
    R, S, r = state
    low, high = tree.infoset_bounds[player], tree.infoset_bounds[player + 1]
    for number in range(came):
        place = tree.histories.place[queue.history[number]]
        if low <= place < high and queue.last[place]:
            queue.last[place] = 0
            add_policy(tree, R, S, place, total)
            for q in range(tree.first[place], tree.end[place]):
                R[q] = add_regret(R[q], r[q], step.add_regret)


@inlined
def add_policy(tree: Tree, R: Floats, S: Floats, infoset: int, total: float) -> None:
    """S(I,a) ← S(I,a) + [S(p) - Σ S(I,b)]⁺ σ(I,a), where S of an empty sequence is `total`."""
    first, end, parent = tree.first[infoset], tree.end[infoset], tree.parent[infoset]
    at_root = False
    for player in range(len(tree.sequence_bounds) - 1):
        at_root = at_root or parent == tree.sequence_bounds[player]
    before, regrets = 0.0, 0.0
    for q in range(first, end):
        before += S[q]
        regrets += max(0.0, R[q])
    more = max(0.0, (total if at_root else S[parent]) - before)
    for q in range(first, end):
        S[q] += more * share(max(0.0, R[q]), regrets, end - first)


@inlined
def match(tree: Tree, R: Floats, infoset: int, sigma: Floats) -> int:
    """The strategy of an infoset by its regrets. Returns the number of actions."""
    first, actions = tree.first[infoset], int(np.int64(tree.end[infoset] - tree.first[infoset]))
    total = 0.0
    for action in range(actions):
        sigma[action] = max(0.0, R[first + action])
        total += sigma[action]
    for action in range(actions):
        sigma[action] = share(sigma[action], total, actions)
    return actions


@inlined
def read_chance(tree: Tree, number: int, sigma: Floats) -> int:
    """The probabilities of a history of chance. Returns the number of actions."""
    first = tree.histories.chance_bounds[number]
    actions = int(np.int64(tree.histories.chance_bounds[number + 1] - first))
    for action in range(actions):
        sigma[action] = tree.histories.chance[first + action]
    return actions


@inlined
def draw(probabilities: Floats, actions: int, explore: float, u: float) -> tuple[int, float]:
    """The action that the number u draws, and with what probability."""
    chosen, of_chosen, total = 0, 0.0, 0.0
    for action in range(actions):
        s = explore / actions + (1.0 - explore) * probabilities[action]
        total += s
        if s > 0.0:
            chosen, of_chosen = action, s
        if u < total:
            break
    return chosen, of_chosen


@inlined
def write(queue: Queue, number: int, history: int, weight: float, p: float, s: float, action: int) -> None:
    """A history that the walk will come to."""
    queue.history[number] = history
    queue.weight[number] = weight
    queue.p[number] = p
    queue.s[number] = s
    queue.action[number] = action
