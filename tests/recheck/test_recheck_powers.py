"""Powers are correctly rounded: against exact fractions and against decimals of many more digits."""

from __future__ import annotations

import math
import sys
from decimal import Context, Decimal
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from recheck.variants.powers import kept, power

MANY = Context(prec=90, traps=[])
bases = st.floats(1e-12, 1e12, allow_subnormal=False) | st.integers(1, 10**6).map(float)


@given(bases, st.integers(-100, 100))
@example(94906267.0, 2)
@example(94906267.0 / 2**100, 2)
@example(1e-12, 100)
@example(1e12, 100)
@example(3.0, -1)
def test_whole_exponents(base: float, exponent: int) -> None:
    """94906267² has 54 bits, the last one odd: it lies exactly between two doubles, and so do its quotients by powers of two."""
    exact = Fraction(base) ** exponent
    assert power(base, float(exponent)) == (math.inf if exact > sys.float_info.max else float(exact))


@given(bases, st.integers(-40, 40).filter(lambda n: n % 2))
@example(9.0, 3)
@example(4.0, -1)
@example(2.0, 1)
def test_halves(base: float, twice: int) -> None:
    """The root of a fraction is between the middles to the doubles beside it."""
    found = power(base, twice / 2)
    square = Fraction(base) ** twice
    below, above = (Fraction(found) + Fraction(math.nextafter(found, to)) for to in (0.0, math.inf))
    assert (below / 2) ** 2 <= square <= (above / 2) ** 2


@given(bases, st.floats(-30, 30, allow_subnormal=False))
@example(16.0, 0.25)
@example(99999.0, 2.3)
def test_other_exponents(base: float, exponent: float) -> None:
    expected = float(MANY.exp(MANY.multiply(MANY.ln(Decimal(base)), Decimal(exponent))))
    assert power(base, exponent) == expected


@pytest.mark.parametrize(
    ("base", "exponent", "expected"),
    [
        *((0.0, 0.0, 1.0), (0.0, 2.0, 0.0), (0.0, -0.5, math.inf), (1.0, 1e300, 1.0), (2.0, 1e300, math.inf)),
        *((2.0, -1e300, 0.0), (0.5, 1e300, 0.0), (7.0, 0.0, 1.0), (4.0, 1.5, 8.0), (1e200, 2.0, math.inf)),
    ],
)
def test_ends(base: float, exponent: float, expected: float) -> None:
    assert power(base, exponent) == expected


@pytest.mark.parametrize(
    ("u", "exponent", "c", "expected"),
    [
        *((0, 1.5, 1, 0), (0, 0, 1, 0.5), (0, -1, 1, 1), (4, 1.5, 1, 8 / 9), (4, -0.5, 1, 1 / 3), (3, 0, 1, 0.5)),
        *((3, math.inf, 1, 1), (3, -math.inf, 1, 0), (0, math.inf, 1, 1), (0, -math.inf, 0, 0), (4, 1.5, 1.5, 8 / 9.5)),
        *((10**9, 1e300, 1, 1), (2, -1e300, 1, 0), (2, 1, 0, 1)),
    ],
)
def test_what_is_kept(u: int, exponent: float, c: float, expected: float) -> None:
    assert kept(u, float(exponent), float(c)) == expected
