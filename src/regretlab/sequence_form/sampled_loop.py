"""The loop for variants that sample."""

from collections.abc import Mapping

import numpy as np

from regretlab.errors import InputError, RuleError
from regretlab.sequence_form import kernels, sampled_kernels
from regretlab.sequence_form.arrays import Floats, Indices, State, Tree
from regretlab.sequence_form.compiled_loop import SEGMENT
from regretlab.sequence_form.sampled_kernels import Draws, Queue
from regretlab.variant import STEP_NAMES, Numbers, Sampling, discounted


class Sampled:
    """A rule on a game; `solver.Engine` says what its methods do."""

    def __init__(self, tree: Tree, sampling: Sampling, rule: Numbers) -> None:
        """Make room for walks."""
        self._tree, self._rule = tree, rule
        low, high = np.uint64(sampling.seed & 0xFFFFFFFF), np.uint64(sampling.seed >> 32)
        self._draws = Draws(low, high, sampling.chance, sampling.others, sampling.own)
        self._queue = _room(tree)
        self._total = (0, 0.0)

    def advance(self, state: State, memory: Mapping[str, Floats], start: int, end: int) -> None:  # noqa: ARG002
        """Run iterations start + 1 to end. Raises `InputError` if the histories of the game are not laid out."""
        if not len(self._tree.histories.place):
            raise InputError("sampling: expected a game with its histories, found one without")
        for before in range(start, end, SEGMENT):
            steps = self._steps(before, min(end, before + SEGMENT))
            total = self._weight(before)
            sampled_kernels.advance(self._tree, state, self._draws, self._queue, before + 1, total, steps)

    def average(self, state: State, memory: Mapping[str, Floats], t: int) -> Floats:  # noqa: ARG002
        """(Q,) The average strategy."""
        S, sigma = state.strategy_sum.copy(), np.zeros(len(state.strategy_sum))
        sampled_kernels.bring_up_to_date(self._tree, state.cumulative_regret, S, self._weight(t))
        kernels.average(self._tree, S, sigma)
        return sigma

    def current(self, state: State, memory: Mapping[str, Floats], t: int) -> Floats:  # noqa: ARG002
        """(Q,) The strategy that follows."""
        sigma = np.zeros(len(state.cumulative_regret))
        kernels.match_regrets(self._tree, state, self._steps(max(t, 1) - 1, max(t, 1))[0], sigma)
        return sigma

    def _steps(self, start: int, end: int) -> Floats:
        """(end - start, 8) The rule's numbers of iterations start + 1 to end."""
        t = np.arange(start + 1, end + 1, dtype=np.float64)
        steps = self._rule.steps(t)
        wrong = discounted(steps)
        if wrong is not None:
            raise RuleError(int(t[wrong[0]]), None, wrong[1])
        return steps

    def _weight(self, t: int) -> float:
        """The sum of the weights of iterations 1 to t in the average, added in this order."""
        reached, total = self._total if self._total[0] <= t else (0, 0.0)
        for before in range(reached, t, SEGMENT):
            weights = self._steps(before, min(t, before + SEGMENT))[:, STEP_NAMES.index("add_policy.weight")]
            total = float(np.cumsum(np.append(total, weights))[-1])
        self._total = (t, total)
        return total


def _room(tree: Tree) -> Queue:
    histories = len(tree.histories.place)
    most = max(int((tree.end - tree.first).max()), int(np.diff(tree.histories.chance_bounds).max(initial=0)))

    def numbers(size: int) -> Indices:
        return np.zeros(size, dtype=np.uint32)

    return Queue(
        history=numbers(histories),
        after=numbers(histories + 1),
        weight=np.zeros(histories),
        value=np.zeros(histories),
        p=np.zeros(histories),
        s=np.zeros(histories),
        action=numbers(histories),
        probabilities=np.zeros(most),
        last=numbers(len(tree.first)),
    )
