"""Amounts in whole chips, and how they are written: docs/hands.md, "Cells"."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from recheck.betting.rules import Chips

UNKNOWN = 10**100
"""The chips of somebody whose stack is not known; no amount of a record comes near it."""

NOT_KNOWN = "unknown"


class Coin(NamedTuple):
    """The smallest chip of a record: how many digits after the point an amount may have."""

    digits: int

    def chips(self, amount: Decimal) -> int:
        """An amount in chips."""
        return int(Fraction(amount) * 10**self.digits) if amount.is_finite() else UNKNOWN

    def written(self, chips: Chips) -> str:
        """An amount as it stands in cells and sentences."""
        if chips > UNKNOWN // 2:
            return NOT_KNOWN
        amount = Fraction(chips) / 10**self.digits
        digits = self.digits if amount.denominator != 1 else 0
        # Half a chip is written in as many digits as it needs.
        while (amount * 10**digits).denominator != 1:
            digits += 1
        text = str(abs(int(amount * 10**digits))).rjust(digits + 1, "0")
        return ("-" if amount < 0 else "") + (f"{text[:-digits]}.{text[-digits:]}" if digits else text)


def smallest(amounts: Iterable[Decimal]) -> Coin:
    """The smallest chip: the last decimal that any of these amounts is written with."""
    exponents = [amount.as_tuple().exponent for amount in amounts if amount.is_finite()]
    return Coin(max([0, *[-exponent for exponent in exponents if isinstance(exponent, int)]]))
