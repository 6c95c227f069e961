"""Sampled variants once more, straight from docs/variants.md: by recursion over states of regretlab's rules, without a tree.

Nothing is shared with recheck but the numbers u. Sums are kept twice: brought up to date where a walk comes to, and by S + x
everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from regretlab.rules import CHANCE, TERMINAL, Rules

Row = list[float]
Path = tuple[int, ...]


class Explored(NamedTuple):
    """Exploration by whose turn it is; None: all actions are followed."""

    chance: float | None
    others: float | None
    own: float | None


SAMPLED = {
    "external_sampling": Explored(0.0, 0.0, None),
    "outcome_sampling": Explored(0.0, 0.0, 0.6),
    "chance_sampling": Explored(0.0, None, None),
}


class Reference:
    """A game and what is remembered of it; infosets are numbered as in infosets.csv."""

    def __init__(self, rules: Rules, explored: Explored, u: Callable[[int, int, int], float]) -> None:
        self.rules, self.explored, self.u = rules, explored, u
        self.found: dict[tuple[int, int, bytes], tuple[int, int] | None] = {}
        self.actions: dict[tuple[int, int, bytes], int] = {}
        self.chances: dict[Path, int] = {}
        self.look(rules.root(), (), {})
        self.order = sorted(self.found)
        self.R, self.S, self.r, self.Sx = ([[0.0] * self.actions[key] for key in self.order] for _ in range(4))

    def look(self, state: Any, path: Path, own: dict[int, Any]) -> None:
        """Note all infosets and histories of chance, in depth-first order."""
        turn = self.rules.turn(state)
        if turn == TERMINAL:
            return
        if turn == CHANCE:
            self.chances[path] = len(self.chances)
        else:
            earlier, before = own.get(turn, (0, None))
            key = (turn, earlier, self.rules.infoset(state).encode())
            self.found[key], self.actions[key] = before, len(self.rules.actions(state))
        for n, action in enumerate(self.ordered(state)):
            later = own if turn == CHANCE else {**own, turn: (earlier + 1, (key, action))}
            self.look(self.rules.play(state, action), (*path, n), later)

    def ordered(self, state: Any) -> list[int]:
        """The actions in the order of walks."""
        names = self.rules.actions(state)
        actions = list(range(len(names)))
        return sorted(actions, key=lambda n: names[n].encode()) if self.rules.turn(state) == CHANCE else actions

    def sigma(self, n: int) -> Row:
        return share([max(each, 0.0) for each in self.R[n]])

    def iterate(self, t: int) -> None:
        for i in range(self.rules.players):
            self.noted: list[tuple[int, Path, int, Row]] = []
            self.value(self.rules.root(), 1.0, (), t, i, {})
            self.add_weights(i)
            r = {n: [0.0] * len(self.R[n]) for _, _, n, _ in self.noted}
            for _, _, n, gaps in sorted(self.noted, reverse=True):
                r[n] = [a + b for a, b in zip(r[n], gaps, strict=True)]
            for n in sorted(r):
                self.bring_up(t, n, self.S)
                self.r[n] = r[n]
                self.R[n] = [a + b for a, b in zip(self.R[n], r[n], strict=True)]

    def value(self, state: Any, W: float, path: Path, t: int, i: int, own: dict[int, int]) -> float:
        turn = self.rules.turn(state)
        if turn == TERMINAL:
            return float(Fraction(self.rules.payoffs(state)[i]))
        actions = self.ordered(state)
        if turn == CHANCE:
            p = [float(Fraction(self.rules.chances(state)[action])) for action in actions]
            place, explore = len(self.order) + self.chances[path], self.explored.chance
        else:
            place = self.order.index((turn, own.get(turn, 0), self.rules.infoset(state).encode()))
            p, explore = self.sigma(place), self.explored.own if turn == i else self.explored.others
            own = {**own, turn: own.get(turn, 0) + 1}

        def after(n: int, weight: float) -> float:
            return self.value(self.rules.play(state, actions[n]), weight, (*path, n), t, i, own)

        values = [0.0] * len(p)
        v = 0.0
        if explore is None:
            for n, each in enumerate(p):
                if turn == i or each > 0:
                    values[n] = after(n, W if turn == i else W * each)
                    v += each * values[n]
        else:
            s = [explore / len(p) + (1 - explore) * each for each in p]
            u, total, n = self.u(t, i, place), 0.0, -1
            for k, each in enumerate(s):
                total += each
                if total > u:
                    n = k
                    break
            else:
                n = max(k for k, each in enumerate(s) if each > 0)
            drawn = after(n, W / s[n] if turn == i else W * (p[n] / s[n]))
            v = (p[n] / s[n]) * drawn
            values[n] = drawn / s[n]
        if turn == i:
            self.noted.append((len(path), path, place, [W * (each - v) for each in values]))
        return v

    def bring_up(self, t: int, n: int, S: list[Row]) -> None:
        before = self.found[self.order[n]]
        leading = float(t) if before is None else S[self.order.index(before[0])][before[1]]
        total = 0.0
        for each in S[n]:
            total += each
        late = max(leading - total, 0.0)
        S[n] = [each + late * p for each, p in zip(S[n], self.sigma(n), strict=True)]

    def add_weights(self, i: int) -> None:
        x: list[Row] = []
        for n, key in enumerate(self.order):
            before = self.found[key]
            reach = 1.0 if before is None else x[self.order.index(before[0])][before[1]]
            x.append([reach * p for p in self.sigma(n)])
            if key[0] == i:
                self.Sx[n] = [a + b for a, b in zip(self.Sx[n], x[n], strict=True)]

    def average(self, t: int) -> Iterator[Row]:
        S = [list(row) for row in self.S]
        for n in range(len(S)):
            self.bring_up(t, n, S)
        return map(share, S)


def share(weights: Row) -> Row:
    total = 0.0
    for each in weights:
        total += each
    return [each / total if total > 0 else 1 / len(weights) for each in weights]
