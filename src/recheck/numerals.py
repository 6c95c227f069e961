"""How exact numbers are written for people: rounded to the digits of a pattern, shortened, or as a formula.

The rule is that of docs/bundle-format.md, "claims.csv": rounded once, to the nearest, ties to even.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

from recheck.ledger import exact_text

PATTERN = re.compile(r"([+-]?)[0-9]+(\.[0-9]{1,1000})?(e[+-]?[0-9]+)?")
NUMBER = re.compile(r"-?[0-9]{1,4300}(?:/[0-9]{1,4300}|(?:\.[0-9]{1,4300})?(?:e[+-]?[0-9]{1,3})?)")
"""An integer, a fraction, or a decimal with or without exponent; of no more digits than Python converts."""

SHORT_FRACTION = 12
"""So many characters of a fraction can be read."""


def number_in(text: str) -> Fraction | None:
    """The exact number that a text is, None if it is none."""
    if NUMBER.fullmatch(text) is None:
        return None
    try:
        return Fraction(text)
    except ZeroDivisionError:
        return None


def like(printed: str, value: Fraction) -> str:
    """The value with as many digits as a printed decimal has, in its notation; exactly if what is printed is no decimal.

    There is no minus before what rounds to zero, and a plus only if the printed one has it and the value is not negative.
    """
    match = PATTERN.fullmatch(printed)
    if match is None:
        return exact_text(value)
    sign, point, power = match.groups()
    digits = len(point) - 1 if point else 0
    if power:
        text = scientific(value, digits)
    else:
        units = nearest(abs(value.numerator) * 10**digits, value.denominator)
        text = ("-" if value < 0 < units else "") + _with_point(units, digits)
    return f"+{text}" if sign == "+" and value >= 0 else text


def scientific(value: Fraction, digits: int) -> str:
    """With one digit before the point and so many after it, and an exponent of two digits or more."""
    above, below, power = abs(value.numerator), value.denominator, 0
    if above:
        # One too many or too few at most; both loops are short.
        power = len(_digits(above)) - len(_digits(below))
        above, below = above * 10 ** max(-power, 0), below * 10 ** max(power, 0)
        while above < below:
            above, power = above * 10, power - 1
    units = nearest(above * 10**digits, below)
    if units >= 10 ** (digits + 1):
        units, power = units // 10, power + 1
    return f"{'-' * (value < 0)}{_with_point(units, digits)}e{'-' if power < 0 else '+'}{abs(power):02d}"


def nearest(above: int, below: int) -> int:
    """The whole number nearest to a quotient of two that are not negative; of two equally near the even one."""
    whole, rest = divmod(above, below)
    return whole + (2 * rest > below or (2 * rest == below and whole % 2 == 1))


def short(value: Fraction) -> str:
    """To two significant digits, without zeros at the end: `%.2g` of C."""
    mantissa, power = scientific(value, 1).split("e")
    if not -4 <= int(power) <= 1:
        return f"{_cut(mantissa)}e{power}"
    digits = 1 - int(power)
    return _cut(like("0." + "0" * digits if digits else "0", value))


def readable(value: Fraction) -> str:
    """A fraction that is short enough as it is, any other with twelve digits after the point."""
    exact = exact_text(value)
    return exact if len(exact) <= SHORT_FRACTION else like("0." + 12 * "0", value)


def grouped(value: Fraction) -> str:
    """A whole number with a comma before every three digits."""
    return format(Decimal(int(value)), ",f")


def percent(value: Fraction) -> str:
    """A share as a whole number of hundredths."""
    return like("0", 100 * value) + "%"


def formula(constant: Fraction, slope: Fraction, parameter: str) -> str:
    """constant + slope × parameter, without what does nothing: `alpha + 1/3`, `3*alpha`, `1 - alpha`, `0`."""
    if not slope:
        return exact_text(constant)
    times = "" if abs(slope) == 1 else f"{exact_text(abs(slope))}*"
    term = f"{times}{parameter}"
    if slope < 0:
        return f"{exact_text(constant)} - {term}" if constant else f"-{term}"
    if not constant:
        return term
    return f"{term} {'+' if constant > 0 else '-'} {exact_text(abs(constant))}"


def _digits(whole: int) -> str:
    """A whole number of any length: `str` refuses those of more than 4,300 digits."""
    return format(Decimal(whole), "f")


def _with_point(units: int, digits: int) -> str:
    """A whole number of units of the last digit, with a point before the last digits."""
    text = _digits(units).rjust(digits + 1, "0")
    return f"{text[:-digits]}.{text[-digits:]}" if digits else text


def _cut(decimal: str) -> str:
    """Without zeros after the point that say nothing."""
    return decimal.rstrip("0").rstrip(".") if "." in decimal else decimal
