"""The comparison of two implementations of a game's rules, history by history."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from recheck.histories import grow
from recheck.rules.leaf import Chance, Leaf, Move, Step
from regretlab.rules import CHANCE, TERMINAL, Rules


def assert_same_game(rules: Rules, leaves: Iterable[Leaf]) -> None:
    """Walk regretlab's rules and recheck's tree together: at every history the same can happen."""
    tree = grow(leaves)
    waiting: list[tuple[Any, int]] = [(rules.root(), 0)]
    visited = 0
    while waiting:
        state, history = waiting.pop()
        visited += 1
        after = tree.following(history)
        following = dict(zip(tree.steps_to(after), after, strict=True))
        turn = rules.turn(state)
        if turn == TERMINAL:
            assert not following
            assert tree.payoffs[tree.paid[history]] == tuple(rules.payoffs(state))
            continue
        names = rules.actions(state)
        if turn == CHANCE:
            steps: list[Step] = [Chance(*pair) for pair in zip(names, rules.chances(state), strict=True)]
        else:
            infoset = rules.infoset(state)
            steps = [Move(turn, infoset, n, action) for n, action in enumerate(names)]
        # Names, positions and exact probabilities.
        assert set(following) == set(steps)
        waiting += [(rules.play(state, n), following[step]) for n, step in enumerate(steps)]
    assert visited == len(tree.last)
