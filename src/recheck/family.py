"""A family of strategies with one parameter: probability = constant + slope * alpha.

H. W. Kuhn (1950) found the equilibria of his game to be such a family. Columns: docs/bundle-format.md,
"equilibria/".
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from recheck.kuhn import ACTIONS, Game
from recheck.ledger import Check
from recheck.reading import exact_of, read_table
from recheck.study import Study

Exact = Mapping[str, tuple[Fraction, Fraction]]
"""Infoset key -> exact numbers of (pass, bet)."""

LARGEST_ALPHA = 10**6


class Family(NamedTuple):
    """Exact constants and slopes by infoset key; the widest range of alpha that gives probabilities."""

    constant: Exact
    slope: Exact
    lower: Fraction
    upper: Fraction

    def member(self, alpha: Fraction) -> dict[str, tuple[Fraction, Fraction]]:
        """The strategies of both players for one alpha."""
        return {
            key: (c[0] + self.slope[key][0] * alpha, c[1] + self.slope[key][1] * alpha)
            for key, c in self.constant.items()
        }


def read_family(check: Check, study: Study) -> Family | None:
    """The family of the check's file, None with problems if it is none."""
    cells = [((str(i.player), i.name, action), i.key) for of in study.game.infosets for i in of for action in ACTIONS]
    header = ("player", "infoset", "action", "constant", "slope")
    rows = read_table(check, study.folder, header, [label for label, _ in cells])
    numbers: dict[str, dict[str, list[Fraction]]] = {"constant": {}, "slope": {}}
    for label, key in cells:
        for column, read in numbers.items():
            number = exact_of(check, rows[label], column) if label in rows else None
            if number is not None:
                read.setdefault(key, []).append(number)
    if not check.passed:
        return None
    constant, slope = ({key: (pair[0], pair[1]) for key, pair in read.items()} for read in numbers.values())
    for n, (label, key) in enumerate(cells):
        if n % 2:
            check.exact(constant[key][0] + constant[key][1], Fraction(1), n + 1, f"constant, sum of {label[1]}")
            check.exact(slope[key][0] + slope[key][1], Fraction(0), n + 1, f"slope, sum of {label[1]}")
    return _with_range(check, study.game, constant, slope) if check.passed else None


def _with_range(check: Check, game: Game, constant: Exact, slope: Exact) -> Family | None:
    """The family with its range: all alpha where no probability is negative."""
    lower, upper = [], []
    for infosets in game.infosets:
        for infoset in infosets:
            for c, s in zip(constant[infoset.key], slope[infoset.key]):
                if s > 0:
                    lower.append(-c / s)
                elif s < 0:
                    upper.append(-c / s)
                elif c < 0:
                    check.problem("is negative for every alpha", None, "constant", "0 or more", c)
                    return None
    if not lower or not upper or max(lower) >= min(upper):
        check.problem("no range of alpha, or one value only, gives probabilities", None, "slope")
        return None
    if max(abs(max(lower)), abs(min(upper))) > LARGEST_ALPHA:
        check.problem("alpha gets too large to be a float", None, "slope", f"at most {LARGEST_ALPHA}")
        return None
    return Family(constant, slope, max(lower), min(upper))
