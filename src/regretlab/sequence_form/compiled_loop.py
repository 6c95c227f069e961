"""The compiled loop, for rules that are a few numbers per iteration."""

from collections.abc import Mapping

import numpy as np

from regretlab.sequence_form import kernels
from regretlab.sequence_form.arrays import Floats, State, Tree
from regretlab.variant import Numbers, Updates

SEGMENT = 65_536
"""So many iterations' numbers are laid out at a time."""


class Compiled:
    """A rule on a game; `solver.Engine` says what its methods do."""

    def __init__(self, tree: Tree, updates: Updates, rule: Numbers) -> None:
        """Lay out the groups of players."""
        self._tree, self._rule = tree, rule
        self._groups = np.array(updates.groups(tree.players), dtype=np.uint32)

    def advance(self, state: State, memory: Mapping[str, Floats], start: int, end: int) -> None:  # noqa: ARG002
        """Run iterations start + 1 to end."""
        for before in range(start, end, SEGMENT):
            steps = self._steps(before, min(end, before + SEGMENT))
            kernels.advance(self._tree, state, self._groups, steps[0], steps[1:])

    def average(self, state: State, memory: Mapping[str, Floats], t: int) -> Floats:  # noqa: ARG002
        """(Q,) The average strategy."""
        sigma = np.zeros(len(state.strategy_sum))
        kernels.average(self._tree, state.strategy_sum, sigma)
        return sigma

    def current(self, state: State, memory: Mapping[str, Floats], t: int) -> Floats:  # noqa: ARG002
        """(Q,) The strategy that follows."""
        sigma = np.zeros(len(state.cumulative_regret))
        kernels.match_regrets(self._tree, state, self._steps(t, t)[0], sigma)
        return sigma

    def _steps(self, start: int, end: int) -> Floats:
        """(end - start + 1, 8) The rule's numbers of iterations `start` to `end`; for iteration 0 those of the first."""
        return self._rule.steps(np.maximum(np.arange(start, end + 1, dtype=np.float64), 1.0))
