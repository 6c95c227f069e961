"""Powers, exponentials and logarithms that are the same bits on every machine.

What the C library and numpy give differs in the last digit from one processor to another. Here powers are correctly rounded,
and the others are made of + - × ÷ in a written order.
"""

from decimal import Context, Decimal
from functools import lru_cache
from math import factorial, inf, isinf
from typing import overload

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@overload
def power(base: float, exponent: float) -> float: ...
@overload
def power(base: Floats, exponent: float | Floats) -> Floats: ...
@overload
def power(base: float, exponent: Floats) -> Floats: ...
def power(base: float | Floats, exponent: float | Floats) -> float | Floats:
    """baseᵉ of numbers from 0 upwards, correctly rounded; 0⁰ = 1. Arrays go number by number."""
    if isinstance(base, np.ndarray) or isinstance(exponent, np.ndarray):
        bases, exponents = np.broadcast_arrays(base, exponent)
        powers = [_power(float(number), float(e)) for number, e in zip(bases.flat, exponents.flat, strict=True)]
        return np.array(powers).reshape(bases.shape)
    return _power(float(base), float(exponent))


def exponential(x: Floats) -> Floats:
    """eˣ of each number, to about an ulp: x = n log 2 + f, and the series of eᶠ."""
    x = np.clip(x, -800.0, 710.0)
    n = np.rint(x / _LOG_2)
    f = (x - n * _LOG_2_HIGH) - n * _LOG_2_LOW
    series = np.full_like(f, 1.0 / factorial(_TERMS))
    for term in range(_TERMS - 1, -1, -1):
        series = series * f + 1.0 / factorial(term)
    return np.ldexp(series, np.nan_to_num(n).astype(np.int64))


def logarithm(x: Floats) -> Floats:
    """log x of each number from 0 upwards, to about an ulp: x = (1 + f) 2ᵉ, and the series of log(1 + f) in s = f/(2 + f).

    log(1 + f) = f - (f²/2 - s (f²/2 + r)), where r = 2s²/3 + 2s⁴/5 + ...: what is rounded is small beside f.
    """
    m, e = np.frexp(x)
    small = m < _ROOT_OF_HALF
    f, e = np.where(small, 2.0 * m, m) - 1.0, np.where(small, e - 1, e)
    s, half = f / (2.0 + f), 0.5 * f * f
    square = s * s
    r = np.full_like(s, 2.0 / (2 * _TERMS + 1))
    for term in range(_TERMS - 1, 0, -1):
        r = r * square + 2.0 / (2 * term + 1)
    found = e * _LOG_2_HIGH - ((half - (s * (half + r * square) + e * _LOG_2_LOW)) - f)
    return np.where(x > 0.0, np.where(np.isinf(x), x, found), np.where(x == 0.0, -inf, np.nan))


_TERMS = 14
_LOG_2 = 0.6931471805599453
_LOG_2_HIGH = 0.693147180369123816490
"""The first 32 bits of log 2, so that its product with a small whole number is exact."""
_LOG_2_LOW = 1.90821492927058770002e-10
_ROOT_OF_HALF = 0.7071067811865476


@lru_cache(maxsize=2**20)
def _power(base: float, exponent: float) -> float:
    """Computed with more and more digits, until it is certain how to round (A. Ziv, ACM TOMS 1991)."""
    if base == 0.0 or isinf(base):
        return 1.0 if exponent == 0.0 else inf if (exponent > 0.0) == isinf(base) else 0.0
    for digits in (40, 80, 1_200):
        context = Context(prec=digits, traps=[])
        found = _approximate(context, base, exponent)
        if float(found) in (0.0, inf):
            return float(found)
        error = context.scaleb(context.abs(found), 8 - digits)
        low, high = float(context.subtract(found, error)), float(context.add(found, error))
        if low == high:
            return low
    # Half-way between two doubles, as near as can be seen: it is exact, and goes to the even one.
    return float(Context(prec=digits - 10, traps=[]).plus(found))


def _approximate(context: Context, base: float, exponent: float) -> Decimal:
    """baseᵉ up to a few units in the last digits of the context."""
    number = Decimal(base)
    if (2.0 * exponent).is_integer() and abs(exponent) < _LARGE:
        return context.sqrt(context.power(number, int(2.0 * exponent)))
    return context.exp(context.multiply(context.ln(number), Decimal(exponent)))


_LARGE = 1_000.0
"""From here on powers are not multiplied out."""
