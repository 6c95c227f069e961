"""The value of a two-player zero-sum game by a linear program, for scripts of this folder: SciPy's HiGHS on the sequence form.

D. Koller, N. Megiddo and B. von Stengel, "Efficient computation of equilibria for extensive two-person games", Games and
Economic Behavior 1996: the realization plan of player 0 that yields most against a best response.
"""

from collections import Counter

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_matrix, hstack


class SequenceForm:
    """A game, told history by history; sequence 0 of each player is the empty one."""

    def __init__(self) -> None:
        self.sequences: tuple[dict[tuple[str, object], int], ...] = ({}, {})
        self.parents: tuple[dict[str, int], ...] = ({}, {})
        self._payoffs: Counter[tuple[int, int]] = Counter()

    def after(self, own: tuple[int, int], player: int, infoset: str, action: object) -> tuple[int, int]:
        """The players' last sequences when one of them has taken an action."""
        self.parents[player].setdefault(infoset, own[player])
        known = self.sequences[player]
        number = known.setdefault((infoset, action), len(known) + 1)
        return (number, own[1]) if player == 0 else (own[0], number)

    def end(self, own: tuple[int, int], payoff: float) -> None:
        """A terminal history: the last sequences, and what player 0 gets, times the probability of chance."""
        self._payoffs[own] += payoff

    def value(self) -> float:
        """max q(root) over x and q, where x are realization weights of player 0 and q values of player 1's infosets."""
        first, second = self._constraints(0), self._constraints(1)
        rows, columns = zip(*self._payoffs, strict=True)
        matrix = csr_matrix((list(self._payoffs.values()), (rows, columns)), shape=(first.shape[1], second.shape[1]))
        # Player 1 answers with y: min x'Ay over Fy = f is max f'q over F'q <= A'x.
        infosets, plans = second.shape[0], first.shape[1]
        found = linprog(
            np.concatenate([np.zeros(plans), -np.eye(1, infosets)[0]]),
            hstack([-matrix.T, second.T]),
            np.zeros(second.shape[1]),
            hstack([first, csr_matrix((first.shape[0], infosets))]),
            np.eye(1, first.shape[0])[0],
            [(0, None)] * plans + [(None, None)] * infosets,
            method="highs",
        )
        return -float(found.fun)

    def _constraints(self, player: int) -> csr_matrix:
        """F with Fx = (1, 0, 0, ...): a row for the empty sequence, then one for each infoset."""
        places = {name: row for row, name in enumerate(self.parents[player], start=1)}
        entries = [(0, 0, 1.0)]
        entries += [(places[name], parent, -1.0) for name, parent in self.parents[player].items()]
        entries += [(places[name], number, 1.0) for (name, _), number in self.sequences[player].items()]
        rows, columns, signs = zip(*entries, strict=True)
        return csr_matrix((signs, (rows, columns)), shape=(len(places) + 1, len(self.sequences[player]) + 1))
