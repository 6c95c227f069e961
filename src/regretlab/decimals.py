"""Exact numbers as decimals."""

from fractions import Fraction

LONGEST_FRACTION = 12
"""In characters; longer ones are hard to read."""


def write_like(printed: str, value: Fraction) -> str:
    """The value with the sign, digits and notation of a printed figure; exactly rounded, ties to even."""
    if "/" in printed:
        return str(value)
    plus = "+" if printed.startswith("+") and value >= 0 else ""
    mantissa, _, exponent = printed.partition("e")
    digits = len(mantissa.partition(".")[2])
    if exponent:
        return f"{plus}{float(value):.{digits}e}"
    scaled = round(abs(value) * 10**digits)
    whole, part = divmod(scaled, 10**digits)
    minus = "-" if value < 0 and scaled else ""
    return f"{plus}{minus}{whole}" + (f".{part:0{digits}d}" if digits else "")


def readable(value: Fraction, digits: int = 12) -> str:
    """The fraction, or a decimal with that many digits after the point where the fraction would be long."""
    exact = str(value)
    return exact if len(exact) <= LONGEST_FRACTION else write_like(f"{0:.{digits}f}", value)
