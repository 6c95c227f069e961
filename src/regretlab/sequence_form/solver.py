"""The solver: iterates of a variant on a game, and what they are worth."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from regretlab.sequence_form import kernels
from regretlab.sequence_form.arrays import Floats, State, Tree
from regretlab.variant import Variant

SEGMENT = 65_536
"""So many iterations' numbers are laid out at a time."""


class Iterate(NamedTuple):
    """The solver after `iteration`. Its arrays are read-only and never change."""

    iteration: int
    state: State


class Worth(NamedTuple):
    """What a profile is worth, in the game's unit: arrays over the players."""

    value: Floats
    gain: Floats

    @property
    def nash_conv(self) -> float:
        """Sum of the players' gains, added in their order."""
        total = 0.0
        for gain in self.gain:
            total += float(gain)
        return total

    @property
    def exploitability(self) -> float:
        """nash_conv divided by the number of players."""
        return self.nash_conv / len(self.gain)


def iterates(tree: Tree, variant: Variant, stops: Sequence[int], start: Iterate | None = None) -> Iterator[Iterate]:
    """Run the variant and yield the iterate at each of the ascending `stops`, from `start` or the beginning."""
    iteration, state = (0, State.start(tree)) if start is None else (start.iteration, start.state.copy())
    groups = np.array(variant.updates.groups(tree.players), dtype=np.uint32)
    for stop in stops:
        while iteration < stop:
            end = min(stop, iteration + SEGMENT)
            steps = _steps(variant, iteration, end)
            kernels.advance(tree, state, groups, steps[0], steps[1:])
            iteration = end
        yield Iterate(iteration, _frozen(state.copy()))


def average_strategy(tree: Tree, iterate: Iterate) -> Floats:
    """(Q,) The average strategy over the iterations so far."""
    sigma = np.zeros(len(iterate.state.strategy_sum))
    kernels.average(tree, iterate.state.strategy_sum, sigma)
    return sigma


def current_strategy(tree: Tree, variant: Variant, iterate: Iterate) -> Floats:
    """(Q,) The strategy that the next iteration would play first."""
    sigma = np.zeros(len(iterate.state.cumulative_regret))
    before = _steps(variant, iterate.iteration, iterate.iteration)[0]
    kernels.match_regrets(tree, iterate.state, before, sigma)
    return sigma


def worth(tree: Tree, sigma: Floats) -> Worth:
    """Value and gain of each player when all play `sigma`."""
    value, best = np.empty(tree.players), np.empty(tree.players)
    kernels.evaluate(tree, sigma, value, best)
    return Worth(value, best - value)


def _steps(variant: Variant, start: int, end: int) -> Floats:
    """(end - start + 1, 8) The variant's numbers of iterations `start` to `end`; for iteration 0 those of the first."""
    return variant.steps(np.maximum(np.arange(start, end + 1, dtype=np.float64), 1.0))


def _frozen(state: State) -> State:
    for array in state:
        array.flags.writeable = False
    return state
