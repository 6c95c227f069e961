"""What the checks of one run share: the study, what was derived again, and where problems go.

Which files there are follows docs/bundle-format.md, "The tree".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from recheck.kuhn import ACTIONS
from recheck.ledger import Check, Ledger
from recheck.plans import Plans, by_enumeration
from recheck.reading import Label, Row, float_of
from recheck.response import Measures, by_recursion
from recheck.study import Study
from recheck.tolerances import Tolerance, beyond
from recheck.walk import State, Strategy

MEASURES = Measures._fields


class Run(NamedTuple):
    """A study, the states derived for it by iteration, and the ledger.

    There are no states of a variant that is not known here; then only what follows from published files can be compared.
    `plans` is None for games with too many plans to enumerate them.
    """

    study: Study
    ledger: Ledger
    plans: tuple[Plans, Plans] | None
    states: dict[int, State]

    def check(self, name: str, file: str, tolerance: Tolerance) -> Check:
        """Open a check of a file of the variant's folder."""
        path = f"{self.study.game_folder}/{self.study.variant_folder}/{file}"
        return self.ledger.check(name, path, *tolerance)

    def check_repeated(self, name: str, file: str, tolerance: Tolerance) -> Check:
        """Open a check against what was derived from the start: its tolerance grows with the length of the run."""
        return self.check(name, file, beyond(self.study.iterations, tolerance))

    def average(self, iteration: int) -> Strategy | None:
        """The derived average strategy; None if the variant is not known here."""
        return self.states[iteration].average if self.states else None

    def enumerated(self, strategy: Strategy) -> Measures:
        """The measures of a profile by enumeration of plans; by recursion if there are too many."""
        if self.plans is None:
            return by_recursion(self.study.game, strategy)
        return by_enumeration(self.study.game, self.plans, strategy)

    def tabulated(self) -> list[Label]:
        """The labels of the rows of frequencies.csv and distance.csv: all snapshots, or the last only."""
        shown = self.study.snapshots if self.study.frequencies else self.study.snapshots[-1:]
        return [(str(t),) for t in shown]

    def cells(self) -> list[tuple[Label, str, int]]:
        """The rows "by player, infoset, action": label as published, infoset key, number of the action."""
        return [
            ((str(infoset.player), infoset.name, action), infoset.key, n)
            for infosets in self.study.game.infosets
            for infoset in infosets
            for n, action in enumerate(ACTIONS)
        ]

    def strategy(self, numbers: Mapping[Label, float]) -> Strategy | None:
        """A pair of numbers per infoset key, from numbers by row label; None if some are missing."""
        pairs: dict[str, tuple[float, float]] = {}
        cells = self.cells()
        for (label, key, _), (other, _, _) in zip(cells[::2], cells[1::2]):
            if label not in numbers or other not in numbers:
                return None
            pairs[key] = (numbers[label], numbers[other])
        return pairs


def floats(check: Check, row: Row, columns: tuple[str, ...]) -> dict[str, float]:
    """The floats of a row by column; those that are none are left out, with a problem."""
    read = ((column, float_of(check, row, column)) for column in columns)
    return {column: number for column, number in read if number is not None}
