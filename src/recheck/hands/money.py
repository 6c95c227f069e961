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
    """The smallest chip of a record: what it is worth, in the record's unit."""

    worth: Fraction

    @property
    def digits(self) -> int:
        """How many digits after the point it needs."""
        digits = 0
        while (self.worth * 10**digits).denominator != 1:
            digits += 1
        return digits

    def has(self, amount: Decimal) -> bool:
        """Whether an amount is a whole number of chips, or not known."""
        return not amount.is_finite() or (Fraction(amount) / self.worth).denominator == 1

    def chips(self, amount: Decimal) -> int:
        """An amount in chips."""
        return int(Fraction(amount) / self.worth) if amount.is_finite() else UNKNOWN

    def written(self, chips: Chips) -> str:
        """An amount as it stands in cells and sentences."""
        if chips > UNKNOWN // 2:
            return NOT_KNOWN
        amount = Fraction(chips) * self.worth
        digits = self.digits if amount.denominator != 1 else 0
        # Half a chip is written in as many digits as it needs.
        while (amount * 10**digits).denominator != 1:
            digits += 1
        text = str(abs(int(amount * 10**digits))).rjust(digits + 1, "0")
        return ("-" if amount < 0 else "") + (f"{text[:-digits]}.{text[-digits:]}" if digits else text)


def smallest(amounts: Iterable[Decimal], chip: str | None = None) -> Coin:
    """The smallest chip: the one that is named, or else the last decimal that any of these amounts is written with."""
    if chip is not None:
        return Coin(Fraction(chip))
    exponents = [amount.as_tuple().exponent for amount in amounts if amount.is_finite()]
    return Coin(Fraction(1, 10 ** max([0, *[-exponent for exponent in exponents if isinstance(exponent, int)]])))
