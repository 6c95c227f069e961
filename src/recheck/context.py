"""What the checks of one run share: the study, what was derived again, and where problems go.

Which files there are follows docs/bundle-format.md, "The tree".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeVar

from recheck import tolerances
from recheck.exact import Exact, Strategy, exactly
from recheck.game import Game
from recheck.ledger import Check, Ledger, to_float
from recheck.plans import FEW_PLANS, Plans, by_enumeration
from recheck.reading import Label, Row, float_of
from recheck.response import Measures, by_recursion
from recheck.study import Study
from recheck.tolerances import Repeated, Tolerance
from recheck.walk import State

Number = TypeVar("Number", float, Fraction)


class Cell(NamedTuple):
    """A row "by player, infoset, action": its label as published, number of the infoset and of the action."""

    label: Label
    infoset: int
    action: int


def cells_of(game: Game) -> list[Cell]:
    """All rows "by player, infoset, action"."""
    return [
        Cell((str(infoset.player), infoset.label, label), n, action)
        for n, infoset in enumerate(game.infosets)
        for action, label in enumerate(infoset.action_labels)
    ]


def strategy_of(game: Game, numbers: Sequence[Number | None]) -> list[tuple[Number, ...]] | None:
    """The strategies that a number per cell stands for; None if some are missing."""
    known = [number for number in numbers if number is not None]
    if len(known) < len(numbers):
        return None
    following = iter(known)
    return [tuple([next(following) for _ in infoset.actions]) for infoset in game.infosets]


def are_probabilities(
    check: Check, cells: Sequence[Cell], strategy: Strategy | Exact, places: Sequence[tuple[int, str]]
) -> bool:
    """Whether the numbers are none below 0 and sum to 1 at each infoset; `places` has row and column of each cell."""
    passed = True
    for (_, infoset, action), (row, column) in zip(cells, places):
        probabilities = strategy[infoset]
        if probabilities[action] < 0:
            check.problem("is not a probability", row, column, "0 or more", probabilities[action])
            passed = False
        if action == len(probabilities) - 1:
            total = sum(map(Fraction, probabilities), Fraction(0))
            if check.tolerance:
                check.within(to_float(abs(total - 1)), row, column, 1, to_float(total))
            else:
                check.exact(total, Fraction(1), row, column)
            passed = passed and abs(total - 1) <= check.tolerance
    return passed


class Run(NamedTuple):
    """A study, the states derived for it by iteration, and the ledger.

    There are no states of iterations that are not repeated; of these, only what follows from published files can be compared.
    `plans` is None for games with too many plans to enumerate them; `measured` is the tolerance for measures of published floats.
    """

    study: Study
    ledger: Ledger
    plans: Sequence[Plans] | None
    states: Mapping[int, State]
    cells: Sequence[Cell]
    measured: Tolerance

    def check(self, name: str, file: str, tolerance: Tolerance) -> Check:
        """Open a check of a file of the variant's folder."""
        path = f"{self.study.game_folder}/{self.study.variant_folder}/{file}"
        return self.ledger.check(name, path, *tolerance)

    def check_repeated(self, name: str, file: str, tolerance: Tolerance) -> Check:
        """Open a check against what was derived from the start: its tolerance grows with the length of the run."""
        iterations = self.study.repeated or self.study.iterations
        return self.check(name, file, self.repeated.beyond(iterations, tolerance))

    def check_strategies(self, name: str, file: str) -> Check:
        """The same for average strategies."""
        return self.check(name, file, self.repeated.strategies(self.study.repeated or self.study.iterations))

    @property
    def repeated(self) -> Repeated:
        """The tolerances for what is derived from the start."""
        return Repeated(self.measured, self.study.rule is not None and self.study.rule.determined)

    @property
    def of_state(self) -> Tolerance:
        """The tolerance for measures of the strategies that follow from a published checkpoint."""
        return tolerances.of_state(self.measured, self.study.rule is not None and self.study.rule.exponentials)

    def average(self, iteration: int) -> Strategy | None:
        """The derived average strategy; None if that iteration is not repeated."""
        return self.states[iteration].average if iteration in self.states else None

    @property
    def few_plans(self) -> Sequence[Plans] | None:
        """The plans, if they are few enough to evaluate them all in every row; else None."""
        if self.plans is None or max(len(of.choices) for of in self.plans) > FEW_PLANS:
            return None
        return self.plans

    def enumerated(self, strategy: Strategy) -> Measures:
        """The measures of a profile by enumeration of plans; by recursion if there are too many."""
        if self.few_plans is None:
            return by_recursion(self.study.game, strategy)
        return by_enumeration(self.study.game, self.few_plans, exactly(strategy))

    def tabulated(self) -> list[Label]:
        """The labels of the rows of frequencies.csv and distance.csv: all snapshots."""
        return [(str(t),) for t in self.study.snapshots]


def floats(check: Check, row: Row, columns: Sequence[str]) -> dict[str, float]:
    """The floats of a row by column; those that are none are left out, with a problem."""
    read = ((column, float_of(check, row, column)) for column in columns)
    return {column: number for column, number in read if number is not None}
