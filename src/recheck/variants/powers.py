"""Powers that are correctly rounded, and the shares that discounts are made of.

Whole exponents are exact in whole numbers of any size, and so are halves of whole exponents up to the last root. All other
powers of doubles are irrational, or short, so that 40 digits of them decide how they round.
"""

from __future__ import annotations

import math
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache

DIGITS = Context(prec=40, traps=[])
LARGEST_WHOLE = 200
"""Larger exponents are left to decimals: exact numbers would get long."""

MORE_BITS = 128
"""A root is found to so many bits, beyond those of a double by far."""


@lru_cache(maxsize=4096)
def power(base: float, exponent: float) -> float:
    """baseᵉ of a base from 0 upwards; 0⁰ = 1."""
    if base == 0.0:
        return 1.0 if exponent == 0.0 else 0.0 if exponent > 0.0 else math.inf
    if not abs(exponent) <= LARGEST_WHOLE or not (2.0 * exponent).is_integer():
        return float(DIGITS.power(Decimal(base), Decimal(exponent)))
    numerator, denominator = base.as_integer_ratio() if exponent >= 0.0 else base.as_integer_ratio()[::-1]
    twice = int(abs(2.0 * exponent))
    if twice % 2 == 0:
        return _quotient(numerator ** (twice // 2), denominator ** (twice // 2))
    return _root(numerator**twice, denominator**twice)


def kept(u: int, exponent: float, c: float = 1.0) -> float:
    """The part of a regret that a discount keeps: uᵉ/(uᵉ + c); 1 and 0 for the exponents inf and -inf."""
    if math.isinf(exponent):
        return 1.0 if exponent > 0.0 else 0.0
    x = power(float(u), exponent)
    return 1.0 if math.isinf(x) else x / (x + c)


def _root(numerator: int, denominator: int) -> float:
    """The square root of a fraction."""
    # √(n/d) = √(nd)/d, and the whole part of a root of enough bits rounds as the root, if what was cut off is marked.
    shift = max(0, MORE_BITS - (numerator * denominator).bit_length()) + MORE_BITS
    shift += shift % 2
    scaled = (numerator * denominator) << shift
    whole = math.isqrt(scaled)
    marked = 2 * whole + (whole * whole != scaled)
    return _quotient(marked, denominator << (shift // 2 + 1))


def _quotient(numerator: int, denominator: int) -> float:
    """The double nearest to a quotient; infinite beyond all of them."""
    try:
        return float(Fraction(numerator, denominator))
    except OverflowError:
        return math.inf
