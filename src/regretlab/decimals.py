"""Exact numbers as decimals: rounded once, to the nearest, ties to even."""

import re
from fractions import Fraction

LONGEST_FRACTION = 12
"""In characters; longer ones are hard to read."""

DECIMAL = re.compile(r"(?P<sign>[+-]?)[0-9]+(?:\.(?P<digits>[0-9]+))?(?P<exponent>e[+-]?[0-9]+)?")


def write_like(printed: str, value: Fraction) -> str:
    """The value with the sign, digits and notation of a printed decimal; exactly if what is printed is none.

    A minus only before what is not rounded to zero; a plus if the printed one has it and the value is not negative.
    """
    form = DECIMAL.fullmatch(printed)
    if form is None:
        return str(value)
    digits = len(form["digits"] or "")
    plus = "+" if form["sign"] == "+" and value >= 0 else ""
    if form["exponent"]:
        return plus + _scientific(value, digits)
    scaled = round(abs(value) * 10**digits)
    minus = "-" if value < 0 and scaled else ""
    return f"{plus}{minus}{_pointed(scaled, digits)}"


def write_short(value: Fraction, digits: int = 2) -> str:
    """The value to so many significant digits and without zeros at the end, as `%g` has it."""
    mantissa, _, exponent = _scientific(value, digits - 1).partition("e")
    if -5 < int(exponent) < digits:
        return _trimmed(write_like(f"{0:.{digits - 1 - int(exponent)}f}", value))
    return f"{_trimmed(mantissa)}e{exponent}"


def _scientific(value: Fraction, digits: int) -> str:
    """One digit, that many more after the point, and the exponent with two digits at least."""
    exponent = _magnitude(value)
    scaled = round(abs(value) * Fraction(10) ** (digits - exponent))
    if scaled == 10 ** (digits + 1):
        scaled, exponent = scaled // 10, exponent + 1
    return f"{'-' if value < 0 else ''}{_pointed(scaled, digits)}e{exponent:+03d}"


def _magnitude(value: Fraction) -> int:
    """The power of ten of the first digit, 0 for zero."""
    if value == 0:
        return 0
    found = len(str(abs(value.numerator))) - len(str(value.denominator))
    return found if abs(value) >= Fraction(10) ** found else found - 1


def _pointed(scaled: int, digits: int) -> str:
    """A whole number of units of the last digit, with a point before the last `digits`."""
    whole, part = divmod(scaled, 10**digits)
    return f"{whole}.{part:0{digits}d}" if digits else str(whole)


def _trimmed(decimal: str) -> str:
    """Without zeros at the end."""
    return decimal.rstrip("0").rstrip(".") if "." in decimal else decimal


def readable(value: Fraction, digits: int = 12) -> str:
    """The fraction, or a decimal with that many digits after the point where the fraction would be long."""
    exact = str(value)
    return exact if len(exact) <= LONGEST_FRACTION else write_like(f"{0:.{digits}f}", value)
