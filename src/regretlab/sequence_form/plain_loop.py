"""The loop for rules that are functions of arrays, and for rules with opponents or values of their own.

It does step by step what `kernels.advance` does in one go, knows no variant by name, and looks at everything that a rule gives.
"""

from collections.abc import Iterator, Mapping
from itertools import groupby, pairwise
from pathlib import Path
from traceback import extract_tb
from typing import Any, NamedTuple

import numpy as np

from regretlab.errors import RuleError
from regretlab.rows import Layout, Played, Rows, Stored, Values
from regretlab.sequence_form import kernels
from regretlab.sequence_form.arrays import Floats, State, Tree
from regretlab.variant import ASKED_AGAIN, NOT_THE_SAME, Variant

Memory = Mapping[str, Floats]

ROUNDING = 1e-9
"""So far from 1 the sum of an infoset's probabilities may be."""


class Block(NamedTuple):
    """Infosets next to each other and their sequences."""

    infosets: slice
    sequences: slice
    layout: Layout


class Plain:
    """A variant on a game: what its next strategy is, its average strategy, and iterations in place on a state."""

    def __init__(self, tree: Tree, variant: Variant) -> None:
        """Lay out the game."""
        self._tree, self._variant, self._rule = tree, variant, variant.arrays
        bounds = [
            (int(tree.infoset_bounds[player]), int(tree.infoset_bounds[player + 1])) for player in range(tree.players)
        ]
        self._of_player = [_block(tree, low, high) for low, high in bounds]
        self._levels = [[_block(tree, *level) for level in _levels(tree, low, high)] for low, high in bounds]

    def advance(self, state: State, memory: Memory, start: int, end: int) -> None:
        """Run iterations start + 1 to end."""
        groups = self._variant.updates.groups(self._tree.players)
        sigma = self.current(state, memory, start)
        for t in range(start + 1, end + 1):
            for low, high in pairwise(groups):
                self._update(state, memory, sigma, range(low, high), t)

    def current(self, state: State, memory: Memory, t: int) -> Floats:
        """(Q,) The strategy that follows iteration t; at the beginning uniform, unless the rule has another one."""
        sigma = np.zeros(len(state.cumulative_regret))
        for player, block in enumerate(self._of_player):
            if t == 0:
                stored = _stored(block, state, memory, t)
                sigma[block.sequences] = self._probabilities("start", self._rule.start, block, stored)
            else:
                self._choose(state, memory, sigma, player, t)
        return sigma

    def average(self, state: State, memory: Memory, t: int) -> Floats:
        """(Q,) The average strategy after iteration t."""
        state, memory = state.copy(), {name: array.copy() for name, array in memory.items()}
        for sums in (state.strategy_sum, *memory.values()):
            kernels.pool_sums(self._tree, sums)
        sigma = np.zeros(len(state.strategy_sum))
        for block in self._of_player:
            stored = _stored(block, state, memory, t)
            sigma[block.sequences] = self._probabilities("average", self._rule.average, block, stored)
        return sigma

    # What `variant.Passes` asks for.

    def realize(self, sigma: Floats) -> Floats:
        """Realization weights of a strategy."""
        x = np.zeros(len(sigma))
        kernels.weigh(self._tree, sigma, x)
        return x

    def best_responses(self, x: Floats) -> Floats:
        """Each player's best response to the others' realization weights, the first action where tied."""
        sigma = np.zeros(len(x))
        for player, levels in enumerate(self._levels):
            g = self._values_against(player, x)
            for level in reversed(levels):
                rows, q = Rows(0.0, level.layout), g[level.sequences]
                sigma[level.sequences] = rows.first_greatest(q)
                self._pass_on(g, level, rows.greatest(q))
        return sigma

    def normalize(self, S: Floats) -> Floats:
        """The strategy that strategy sums stand for."""
        sigma = np.zeros(len(S))
        kernels.average(self._tree, S, sigma)
        return sigma

    def _update(self, state: State, memory: Memory, sigma: Floats, players: range, t: int) -> None:
        x = self.realize(sigma)
        weights = self._variant.opponents.weights(self, x, state.strategy_sum)
        before = state.instantaneous_regret.copy()
        for player in players:
            self._regrets(player, self._values_against(player, weights), sigma, state, t)
        for player in players:
            block = self._of_player[player]
            stored = _stored(block, state, memory, t)
            played = Played(
                **vars(stored),
                r_before=_seen(before, block),
                sigma=_seen(sigma, block),
                x=_seen(x, block),
                reach=_frozen(x[self._tree.parent[block.infosets]][block.layout.infoset]),
            )
            R = self._numbers("add_regret", self._rule.add_regret, block, played)
            S = self._numbers("add_policy", self._rule.add_policy, block, played)
            for name, of_player in self._kept(block, played, R).items():
                memory[name][block.sequences] = of_player
            state.cumulative_regret[block.sequences] = R
            state.strategy_sum[block.sequences] = S
            self._choose(state, memory, sigma, player, t)

    def _kept(self, block: Block, played: Played, R: Floats) -> dict[str, Floats]:
        """What the rule remembers, by name."""
        kept = self._called("remember", self._rule.remember, played, R)
        if not isinstance(kept, Mapping) or set(kept) != set(self._rule.memory):
            expected = ", ".join(self._rule.memory) or "nothing"
            raise RuleError(int(played.t), None, f"remember: expected arrays named {expected}, found {kept!r}")
        return {name: self._checked(f"remember, {name}", kept[name], block, played) for name in kept}

    def _regrets(self, player: int, g: Floats, sigma: Floats, state: State, t: int) -> None:
        """From leaves to root: r = q - v, and v is passed on to the infoset's parent."""
        r, R = state.instantaneous_regret, state.cumulative_regret
        for level in reversed(self._levels[player]):
            q, played, known = (_seen(array, level) for array in (g, sigma, R))
            v = self._numbers("value", self._variant.value, level, Values(float(t), level.layout, q, played, known))
            r[level.sequences] = q - v
            self._pass_on(g, level, v)
        kernels.pool(self._tree, player, r)

    def _values_against(self, player: int, x: Floats) -> Floats:
        g = np.zeros(len(x))
        kernels.values_against(self._tree, player, x, g)
        return g

    def _pass_on(self, g: Floats, level: Block, v: Floats) -> None:
        """Add the value of each infoset to its parent's, the last infoset first, as the kernel does."""
        of_infosets = v[level.layout.grid[:, 0]]
        np.add.at(g, self._tree.parent[level.infosets][::-1], of_infosets[::-1])

    def _choose(self, state: State, memory: Memory, sigma: Floats, player: int, t: int) -> None:
        block = self._of_player[player]
        stored = _stored(block, state, memory, t)
        sigma[block.sequences] = self._probabilities("policy", self._rule.policy, block, stored)

    def _probabilities(self, name: str, function: Any, block: Block, seen: Stored) -> Floats:
        sigma = self._numbers(name, function, block, seen)
        wrong = (sigma < 0.0) | (np.abs(seen.total(sigma) - 1.0) > ROUNDING)
        if wrong.any():
            self._fail(name, "probabilities that sum to 1", block, seen, sigma, int(np.argmax(wrong)))
        return sigma

    def _numbers(self, name: str, function: Any, block: Block, seen: Any) -> Floats:
        found = self._checked(name, self._called(name, function, seen), block, seen)
        if seen.t <= ASKED_AGAIN:
            again = self._checked(name, self._called(name, function, seen), block, seen)
            if again.tobytes() != found.tobytes():
                raise RuleError(int(seen.t), None, f"{name}: {NOT_THE_SAME}")
        return found

    def _called(self, name: str, function: Any, seen: Any, *more: Floats) -> Any:
        try:
            with np.errstate(all="ignore"):
                return function(seen, *more)
        except Exception as error:
            line = extract_tb(error.__traceback__)[-1]
            where = f"{Path(line.filename).name}, line {line.lineno}"
            raise RuleError(int(seen.t), None, f"{name}: {where}: {type(error).__name__}: {error}") from error

    def _checked(self, name: str, given: Any, block: Block, seen: Any) -> Floats:
        try:
            found = np.asarray(given, dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise RuleError(int(seen.t), None, f"{name}: expected an array of numbers, found {given!r}") from error
        expected = (len(seen.layout.infoset),)
        if found.shape != expected:
            raise RuleError(int(seen.t), None, f"{name}: expected an array {expected}, found one {found.shape}")
        if not np.isfinite(found).all():
            self._fail(name, "finite numbers", block, seen, found, int(np.argmax(~np.isfinite(found))))
        return found

    def _fail(self, name: str, expected: str, block: Block, seen: Any, found: Floats, where: int) -> None:
        infoset = int(seen.layout.infoset[where])
        numbers = found[seen.layout.infoset == infoset].tolist()
        raise RuleError(int(seen.t), block.infosets.start + infoset, f"{name}: expected {expected}, found {numbers}")


def _levels(tree: Tree, low: int, high: int) -> Iterator[tuple[int, int]]:
    """Bounds of a player's infosets with equally many own decisions before them; they come in this order."""
    depth: dict[int, int] = {}
    for infoset in range(low, high):
        own = depth.get(int(tree.parent[infoset]), 0)
        depth.update(dict.fromkeys(range(tree.first[infoset], tree.end[infoset]), own + 1))
    depths = [depth[int(tree.first[infoset])] for infoset in range(low, high)]
    for _, level in groupby(range(low, high), key=lambda infoset: depths[infoset - low]):
        infosets = list(level)
        yield infosets[0], infosets[-1] + 1


def _block(tree: Tree, low: int, high: int) -> Block:
    numbers = (tree.end[low:high].astype(np.int64) - tree.first[low:high]).tolist()
    first = int(tree.first[low])
    return Block(slice(low, high), slice(first, first + sum(numbers)), Layout.of(numbers))


def _seen(array: Floats, block: Block) -> Floats:
    """The block's part of an array, which a rule cannot change."""
    return _frozen(array[block.sequences])


def _frozen(array: Floats) -> Floats:
    array.flags.writeable = False
    return array


def _stored(block: Block, state: State, memory: Memory, t: int) -> Stored:
    R, S, r = (_seen(array, block) for array in state)
    return Stored(float(t), block.layout, R, S, r, {name: _seen(array, block) for name, array in memory.items()})
