"""The solver: iterates of a variant on a game, and what they are worth."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, Protocol

import numpy as np

from regretlab.errors import InputError
from regretlab.sequence_form import kernels
from regretlab.sequence_form.arrays import Floats, State, Tree
from regretlab.sequence_form.compiled_loop import Compiled
from regretlab.sequence_form.plain_loop import Plain
from regretlab.sequence_form.sampled_loop import Sampled
from regretlab.variant import Variant

Memory = Mapping[str, Floats]


class Iterate(NamedTuple):
    """The solver after `iteration`. Its arrays are read-only and never change."""

    iteration: int
    state: State
    memory: Memory = MappingProxyType({})
    """What the variant's rule keeps besides; each array is (Q,)."""


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


class Engine(Protocol):
    """What runs a variant on a game. `state` and `memory` are the caller's."""

    def advance(self, state: State, memory: Memory, start: int, end: int) -> None:
        """Run iterations start + 1 to end, in place."""

    def average(self, state: State, memory: Memory, t: int) -> Floats:
        """(Q,) The average strategy after iteration t."""

    def current(self, state: State, memory: Memory, t: int) -> Floats:
        """(Q,) The strategy that follows iteration t."""


class Solver:
    """A variant on a game."""

    def __init__(self, tree: Tree, variant: Variant) -> None:
        """Walks run a variant that samples, the compiled loop all others if it can, and the plain one if not."""
        self.tree, self.variant = tree, variant
        self._engine = _engine(tree, variant)

    def iterates(self, stops: Sequence[int], start: Iterate | None = None) -> Iterator[Iterate]:
        """Run the variant and yield the iterate at each of the ascending `stops`, from `start` or the beginning.

        Raises `InputError` if the variant is not for so many iterations, or if its rule gives what cannot be (`RuleError`).
        """
        horizon = self.variant.horizon
        if horizon is not None and stops and stops[-1] > horizon:
            raise InputError(f"{self.variant.title}: expected at most {horizon:,} iterations, found {stops[-1]:,}")
        if start is None and self.variant.given is not None:
            raise ValueError("expected a start, since the variant is given a strategy (sequence_form/given.py)")
        iteration, state, memory = start or self._beginning()
        state, memory = state.copy(), _copied(memory)
        for stop in stops:
            self._engine.advance(state, memory, iteration, stop)
            iteration = stop
            yield Iterate(iteration, _frozen(state.copy()), _copied(memory, writeable=False))

    def average(self, iterate: Iterate) -> Floats:
        """(Q,) The average strategy over the iterations so far."""
        return self._engine.average(iterate.state, iterate.memory, iterate.iteration)

    def current(self, iterate: Iterate) -> Floats:
        """(Q,) The strategy that the next iteration would play first."""
        return self._engine.current(iterate.state, iterate.memory, iterate.iteration)

    def _beginning(self) -> Iterate:
        state = State.start(self.tree)
        memory = {name: np.full_like(state.strategy_sum, number) for name, number in self.variant.memory.items()}
        return Iterate(0, state, memory)


def _engine(tree: Tree, variant: Variant) -> Engine:
    rule = variant.compiled
    if rule is None:
        return Plain(tree, variant)
    if variant.sampling is None:
        return Compiled(tree, variant.updates, rule)
    return Sampled(tree, variant.sampling, rule)


def worth(tree: Tree, sigma: Floats) -> Worth:
    """Value and gain of each player when all play `sigma`."""
    value, best = np.empty(tree.players), np.empty(tree.players)
    kernels.evaluate(tree, sigma, value, best)
    return Worth(value, best - value)


def _copied(memory: Memory, writeable: bool = True) -> dict[str, Floats]:
    copies = {name: array.copy() for name, array in memory.items()}
    for array in copies.values():
        array.flags.writeable = writeable
    return copies


def _frozen(state: State) -> State:
    for array in state:
        array.flags.writeable = False
    return state
