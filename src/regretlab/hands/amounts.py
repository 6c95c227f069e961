"""Amounts as texts have them, exact, and as whole numbers of the smallest chip."""

from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import NamedTuple

from regretlab.hands.record import MOST_DECIMALS

MOST_DIGITS = 18
"""Before the point."""
NOT_A_NUMBER = Decimal("nan")


class Amount(NamedTuple):
    """A number, and where it stands: file, line, column and, if it has one, its key."""

    where: str
    value: Decimal


def number(text: str) -> Decimal:
    """A number as it is written; not-a-number for anything else, and for one whose exponent no chip has."""
    try:
        return Decimal(text)
    except InvalidOperation:
        return NOT_A_NUMBER


def fault_of(value: Decimal, above_zero: bool = False) -> str | None:
    """What was expected of an amount, if this is none."""
    if value.is_finite() and (value > 0 or (value == 0 and not above_zero)):
        if value.adjusted() < MOST_DIGITS and _decimals(value) <= MOST_DECIMALS:
            return None
        return f"at most {MOST_DIGITS} digits before the point and {MOST_DECIMALS} after it"
    return "an amount above 0" if above_zero else "an amount of 0 or more"


def smallest_chip(values: Iterable[Decimal]) -> Fraction:
    """The last decimal that any of the amounts is written with."""
    return Fraction(1, 10 ** max([_decimals(value) for value in values], default=0))


def chip_of(text: str) -> Fraction:
    """What the smallest chip is worth. Raises `ValueError` for what is none."""
    value = number(text)
    fault = fault_of(value, above_zero=True)
    if fault:
        raise ValueError(f"expected {fault}, found '{text}'")
    return Fraction(value)


def in_chips(amount: Amount, chip: Fraction) -> int:
    """An amount in chips. Raises `ValueError` if it is no whole number of them."""
    found = Fraction(amount.value) / chip
    if found.denominator != 1:
        raise ValueError(f"{amount.where}: expected whole chips of {chip}, found {amount.value}")
    return found.numerator


def _decimals(value: Decimal) -> int:
    exponent = value.as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0
