"""The compiled game as flat arrays, the form that the kernels read, and the solver's state."""

from itertools import accumulate, chain
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from regretlab.sequence_form.game import Game

Floats = NDArray[np.float64]
Indices = NDArray[np.uint32]


class Histories(NamedTuple):
    """The H histories of a game, for walks that sample: the root is the first, and those that follow one stand side by side.

    Actions of players come by their number, actions of chance by their names, as bytes.
    """

    place: Indices
    """(H,) What is at a history: numbers below I are infosets, the following C are histories of chance, in depth-first order, and
    from I + C on they say which of the payoffs."""
    following: Indices
    """(H,) The first of the histories that follow; 0 if it is an end."""
    chance_bounds: Indices
    """(C + 1,) The probabilities of history I + c are those from bounds[c] up to bounds[c + 1]."""
    chance: Floats
    """(K,) Probabilities of chance's actions, each correctly rounded."""
    payoffs: Floats
    """(P, n) What ends pay, in the game's unit; each different one once."""


_NONE = np.zeros(0, dtype=np.uint32)
NO_HISTORIES = Histories(_NONE, _NONE, _NONE, chance=np.zeros(0), payoffs=np.zeros((0, 0)))
"""Only variants that sample need them."""


class Tree(NamedTuple):
    """A game with I infosets, Q sequences and E payoff entries, over all n players.

    Indices are unsigned, so that compiled code need not ask whether they count from the end.
    """

    infoset_bounds: Indices
    """(n + 1,) Player i's infosets are those from bounds[i] up to bounds[i + 1]; parents precede children."""
    sequence_bounds: Indices
    """(n + 1,) The same for sequences; the first of each player is the empty one."""
    parent: Indices
    """(I,) The sequence that leads to each infoset."""
    first: Indices
    """(I,) The sequence of each infoset's first action."""
    end: Indices
    """(I,) One past the sequence of its last action."""
    entry_bounds: Indices
    """(Q + 1,) Sequence q's payoff entries are those from bounds[q] up to bounds[q + 1]."""
    payoff: Floats
    """(E,) Chance-weighted payoff to the sequence's owner, in the game's unit."""
    others: Indices
    """(E, n - 1) The sequences of the other players that lead there, in player order."""
    alike_bounds: Indices
    """(A + 1,) Infosets played alike, without perfect recall: group a has the members from bounds[a] up to bounds[a + 1]."""
    alike: Indices
    """(M,) The infosets of the groups, one group after the other."""
    alike_weight: Floats
    """(M,) With what weight each one's strategy sums count in the average: the number of its histories."""
    histories: Histories

    @classmethod
    def of(cls, game: Game, histories: Histories = NO_HISTORIES) -> Self:
        """Lay out a compiled game: each outcome becomes one entry of each player's sequence."""
        sequences, payoffs = game.outcomes.sequences, game.outcomes.floats()
        own = sequences.T.reshape(-1)
        order = np.argsort(own, kind="stable")
        others = [np.delete(sequences, player, axis=1) for player in range(game.players)]
        first = _indices(game.first_sequences)
        return cls(
            infoset_bounds=_indices(game.infoset_bounds),
            sequence_bounds=_indices(game.sequence_bounds),
            parent=_indices(infoset.parent for infoset in game.infosets),
            first=first,
            end=first + _indices(len(infoset.actions) for infoset in game.infosets),
            entry_bounds=_indices(np.searchsorted(own[order], np.arange(game.sequence_bounds[-1] + 1))),
            payoff=payoffs.T.reshape(-1)[order],
            others=np.concatenate(others)[order],
            alike_bounds=_indices(accumulate((len(group.infosets) for group in game.alike), initial=0)),
            alike=_indices(chain.from_iterable(group.infosets for group in game.alike)),
            alike_weight=np.array(
                [float(number) for group in game.alike for number in group.histories], dtype=np.float64
            ),
            histories=histories,
        )

    @property
    def players(self) -> int:
        """Number of players n."""
        return len(self.infoset_bounds) - 1


class State(NamedTuple):
    """Everything a solver remembers; each array is (Q,), its entries for empty sequences are zero and unused."""

    cumulative_regret: Floats
    strategy_sum: Floats
    instantaneous_regret: Floats

    @classmethod
    def start(cls, tree: Tree) -> Self:
        """Before the first iteration: all zero."""
        return cls(*(np.zeros(len(tree.entry_bounds) - 1) for _ in cls._fields))

    def copy(self) -> Self:
        """A copy that shares nothing."""
        return type(self)(*(array.copy() for array in self))


def _indices(numbers: object) -> Indices:
    return np.array(list(numbers), dtype=np.uint32)  # type: ignore[call-overload]
