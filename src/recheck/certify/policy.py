"""A strategy from the rows of a table: the numbers exactly as they are written, and everything that keeps them from being one.

Names, and what is done with sums that are not quite one or infosets that are missing: docs/certify.md.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from recheck.certify.faults import Fault, short
from recheck.certify.named import Names, number
from recheck.certify.table import Cells, Table
from recheck.exact import Exact
from recheck.game import Game
from recheck.information import Infoset
from recheck.names import written

TOLERANCE = Fraction(1, 10**9)
MOST_TOLERANCE = Fraction(1, 1000)

UNREAD, LACKING = ("header-wrong", "table-malformed"), ("infoset-missing", "action-missing")


class Adjusted(NamedTuple):
    """At how many infosets probabilities were moved to make them sum to 1, by how much at most, and where that is."""

    infosets: int
    largest: Fraction
    where: int | None


class Policy(NamedTuple):
    """The strategy, None if something is wrong; what was done to it; at how many infosets it is filled in; what is wrong."""

    strategy: Exact | None
    adjusted: Adjusted
    filled: int
    faults: list[Fault]


def read_policy(game: Game, table: Table, tolerance: Fraction = TOLERANCE, uniform: bool = False) -> Policy:
    """The strategy of a table; `uniform` fills in infosets to which the player's own strategy does not lead."""
    reading = _Reading(game, table, tolerance)
    for cells in table.rows:
        reading.take(cells)
    filled = reading.finish(uniform)
    # Of a table that could not be read to its end, it is not known what is missing.
    cut = any(fault.code in UNREAD for fault in table.faults)
    faults = [*table.faults, *(fault for fault in reading.faults if not (cut and fault.code in LACKING))]
    faults.sort(key=lambda fault: (fault.row is None, fault.row or 0))
    strategy = None if faults else [reading.found[n] for n in range(len(game.infosets))]
    return Policy(strategy, Adjusted(reading.moved, reading.largest, reading.where), filled, faults)


class _Reading:
    """The reading of one table: probabilities by infoset and action, and where they stand."""

    def __init__(self, game: Game, table: Table, tolerance: Fraction) -> None:
        """Nothing read yet."""
        self.game = game
        self.positions = table.positions
        self.tolerance = tolerance
        self.names = Names(game)
        self.cells: dict[int, dict[int, Fraction | None]] = {}
        self.first: dict[int, Cells] = {}
        self.rows: dict[tuple[int, int], int] = {}
        self.found: dict[int, tuple[Fraction, ...]] = {}
        self.faults: list[Fault] = []
        self.moved, self.largest = 0, Fraction(0)
        self.where: int | None = None

    def take(self, cells: Cells) -> None:
        """Take the probability of a row."""
        player = int(cells.player) if re.fullmatch("[0-9]{1,4}", cells.player) else -1
        if player not in range(self.game.players):
            self._wrong("player-unknown", "no such player", cells, f"0 to {self.game.players - 1}", cells.player)
            return
        infosets = self.names.infosets(player, cells.infoset)
        if not infosets:
            owners = self.names.owners(cells.infoset)
            message = f"is an infoset of player {owners[0]}" if owners else "no such infoset"
            self._wrong("infoset-unknown", message, cells)
            return
        action = self._action(self.game.infosets[infosets[0]], cells)
        if action is None:
            for n in infosets:
                self.cells.setdefault(n, {})[-1] = None
                self.first.setdefault(n, cells)
            return
        probability = self._probability(cells)
        before = [self.rows[n, action] for n in infosets if (n, action) in self.rows]
        if before:
            self._wrong("action-doubled", "is there again", cells, f"once, as in row {before[0]}", cells.probability)
        for n in infosets:
            self.cells.setdefault(n, {}).setdefault(action, probability)
            self.first.setdefault(n, cells)
            self.rows.setdefault((n, action), cells.row)

    def _action(self, infoset: Infoset, cells: Cells) -> int | None:
        """The number of a row's action; None with a fault if the infoset has no such."""
        count = len(infoset.actions)
        if self.positions:
            text = cells.action.strip()
            if re.fullmatch("[0-9]{1,9}", text) and int(text) < count:
                return int(text)
            self._wrong("action-unknown", "no such position", cells, f"0 to {count - 1}", cells.action)
            return None
        found = self.names.action(infoset, cells.action)
        if found is None:
            self._wrong("action-unknown", "no such action", cells, " ".join(infoset.action_labels), cells.action)
        return found

    def _probability(self, cells: Cells) -> Fraction | None:
        """The probability of a row; None with a fault if it is none."""
        found = number(cells.probability)
        if found is None:
            expected = "a decimal or a fraction"
            self._wrong("probability-malformed", "is not a number", cells, expected, cells.probability)
        elif found < -self.tolerance:
            self._wrong("probability-negative", "is not a probability", cells, "0 or more", cells.probability)
        elif found > 1 + self.tolerance:
            self._wrong("probability-above-one", "is not a probability", cells, "1 or less", cells.probability)
        else:
            return found
        return None

    def finish(self, uniform: bool) -> int:
        """Make a strategy of what was taken, player by player; give how many infosets were filled in."""
        filled = 0
        for player in range(self.game.players):
            led = {self.game.empty[player]: True}
            for n, infoset in self.game.of(player):
                reached = led[infoset.parent]
                if n in self.cells:
                    self._settle(n, infoset)
                elif uniform and not reached:
                    self.found[n] = (Fraction(1, len(infoset.actions)),) * len(infoset.actions)
                    filled += 1
                else:
                    self._missing(infoset, uniform)
                probabilities = self.found.get(n)
                for action in range(len(infoset.actions)):
                    # Whatever follows a fault counts as reached only where that is known.
                    possible = probabilities is not None and probabilities[action] > 0
                    led[infoset.first + action] = reached and possible
        return filled

    def _missing(self, infoset: Infoset, uniform: bool) -> None:
        """Record that an infoset is missing."""
        message = "is missing, and the player's own strategy leads there" if uniform else "is missing"
        self.faults.append(Fault("infoset-missing", message, player=str(infoset.player), infoset=short(infoset.label)))

    def _settle(self, n: int, infoset: Infoset) -> None:
        """Make the probabilities of an infoset sum to 1, if they do within the tolerance."""
        known, first = self.cells[n], self.first[n]
        missing = [label for action, label in enumerate(infoset.action_labels) if action not in known]
        if missing and -1 not in known:
            self._wrong("action-missing", "actions are missing", first, short(" ".join(missing)), None, of_infoset=True)
        given = [known[action] for action in sorted(known)]
        numbers = [probability for probability in given if probability is not None]
        if missing or len(numbers) < len(given):
            return
        total = sum(numbers, Fraction(0))
        settled = [max(probability, Fraction(0)) for probability in numbers]
        greatest = settled.index(max(settled))
        settled[greatest] += 1 - sum(settled)
        if abs(total - 1) > self.tolerance or settled[greatest] < 0:
            expected = f"1, to {float(self.tolerance):.3g}"
            self._wrong("sum-not-one", f"probabilities {_off(total)}", first, expected, _text(total), of_infoset=True)
            return
        self.found[n] = tuple(settled)
        by = max(abs(after - before) for after, before in zip(settled, numbers))
        if by:
            self.moved += 1
            if by > self.largest:
                self.largest, self.where = by, n

    def _wrong(
        self,
        code: str,
        message: str,
        cells: Cells,
        expected: str | None = None,
        found: str | None = None,
        of_infoset: bool = False,
    ) -> None:
        """Record a fault of a row, or of the infoset that begins with it."""
        self.faults.append(
            Fault(
                code,
                message,
                cells.row,
                cells.line,
                written(short(cells.player)),
                short(written(cells.infoset)),
                None if of_infoset else short(written(cells.action)),
                None if expected is None else short(expected),
                None if found is None else short(found),
            )
        )


def _off(total: Fraction) -> str:
    """By how much a sum is not 1, in words."""
    return f"sum to 1 {'+' if total > 1 else '-'} {float(abs(total - 1)):.3g}"


def _text(total: Fraction) -> str:
    """A sum as it is shown."""
    return repr(float(total))
