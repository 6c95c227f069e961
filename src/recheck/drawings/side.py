"""One axis of a drawing: from numbers to places and back."""

from __future__ import annotations

import math
from typing import NamedTuple

from recheck.drawings.problem import DrawingError

LOG, LINEAR = "log", "linear"
TOLERANCE = 1e-5
"""In points: a coordinate is rounded to a millionth, and that of a mark is the sum of two."""


class Side(NamedTuple):
    """One axis: its scale, the numbers at its ends, and where these are on the sheet."""

    scale: str
    low: float
    high: float
    start: float
    end: float

    def at(self, number: float) -> float:
        """Where a number is."""
        low, high, value = (self._scaled(n) for n in (self.low, self.high, number))
        return self.start + (value - low) / (high - low) * (self.end - self.start)

    def number(self, coordinate: float) -> float:
        """Which number is there."""
        low, high = self._scaled(self.low), self._scaled(self.high)
        value = low + (coordinate - self.start) / (self.end - self.start) * (high - low)
        return 10.0 ** min(value, 308) if self.scale == LOG else value

    def holds(self, number: float) -> bool:
        """Whether a number is between the ends."""
        low, high = sorted((self.start, self.end))
        return low - TOLERANCE <= self.at(number) <= high + TOLERANCE

    def decades(self) -> float:
        """How many powers of ten a logarithmic axis comes to; of a linear one its length."""
        return abs(self._scaled(self.high) - self._scaled(self.low))

    def precision(self, points: float) -> float:
        """What so many points are of a number, relatively; on a linear axis absolutely."""
        length = self.decades() / abs(self.end - self.start) * points
        return 10.0 ** min(length, 308) - 1 if self.scale == LOG else length

    def _scaled(self, number: float) -> float:
        if self.scale != LOG:
            return number
        if not number > 0:
            raise DrawingError("has no place on a logarithmic axis", found=number)
        return math.log10(number)
