"""Powers, exponentials and logarithms against decimals of 60 digits and exact fractions."""

from decimal import Context, Decimal, localcontext
from fractions import Fraction
from math import exp, inf, isinf, log, nextafter, ulp

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from regretlab.elementary import exponential, logarithm, power
from regretlab.variant import discount

SIXTY = Context(prec=60, Emax=10**15, Emin=-(10**15))

EXAMPLES = settings(deadline=None, derandomize=True, max_examples=200)

LEAST, GREATEST = 5e-324, 1.7976931348623157e308


def nearest(number: Fraction) -> float:
    """The double next to an exact number, the even one where two are as near: Python's division of whole numbers is exact."""
    try:
        return number.numerator / number.denominator
    except OverflowError:
        return inf


def powered(base: float, exponent: float) -> Decimal:
    """baseᵉ to 60 digits or nearly."""
    with localcontext(SIXTY):
        return (Decimal(base).ln() * Decimal(exponent)).exp()


def is_nearest(found: float, digits: Decimal) -> bool:
    """Whether a double is the one next to a number of 60 digits: no further from it than half the way to its neighbors."""
    with localcontext(SIXTY):
        if isinf(found):
            return digits >= Decimal(GREATEST) + Decimal(ulp(GREATEST)) / 2
        low = (Decimal(found) + Decimal(nextafter(found, -inf))) / 2
        above = nextafter(found, inf)
        top = Decimal(GREATEST) + Decimal(ulp(GREATEST)) / 2 if isinf(above) else (Decimal(found) + Decimal(above)) / 2
        return low <= digits <= top


def ulps(found: float, digits: Decimal) -> float:
    """How far it is from a number of 60 digits, in the unit of the last place."""
    with localcontext(SIXTY):
        return float(abs(Decimal(found) - digits) / Decimal(ulp(found)))


# Powers.

iterations = st.integers(1, 10**7)
ordinary = st.floats(1e-300, 1e300)


@settings(EXAMPLES)
@given(iterations, st.integers(1, 40))
@example(64, 9)
@example(512, 6)
@example(2**18, 3)
@example(2**27, 2)
def test_whole_powers_of_what_is_left(t, exponent):
    """((t - 1)/t)ᵉ as the averages have them; the examples lie exactly between two doubles."""
    base = (t - 1) / t
    assert power(base, float(exponent)) == nearest(Fraction(base) ** exponent)


@settings(EXAMPLES)
@given(st.integers(1, 10**6), st.integers(-60, 60))
def test_whole_powers_of_iterations(t, exponent):
    assert power(float(t), float(exponent)) == nearest(Fraction(t) ** exponent)


@settings(EXAMPLES)
@given(st.integers(2**26 + 1, 2**27 - 1), st.integers(0, 60))
def test_squares_between_two_doubles(odd, scale):
    """Squares of numbers of 27 bits often have 54: those lie exactly between two doubles, and go to the even one."""
    base = (odd | 1) / 2**scale
    assert power(base, 2.0) == nearest(Fraction(base) ** 2)


@settings(EXAMPLES)
@given(st.integers(2, 10**5), st.integers(-12, 12))
def test_half_powers_of_squares_are_exact(root, exponent):
    """(n²)ᵉᐟ² is nᵉ."""
    assert power(float(root) ** 2, exponent / 2) == nearest(Fraction(root) ** exponent)


@settings(EXAMPLES)
@given(iterations, st.integers(-60, 60).map(lambda twice: twice / 2))
def test_half_powers(t, exponent):
    assume(exponent % 1)
    assert is_nearest(power(float(t), exponent), powered(float(t), exponent))


@settings(EXAMPLES)
@given(iterations, st.floats(-40, 40))
@example(3, 1.5)
@example(2, 2.3)
@example(10**7, 0.1)
def test_powers_of_iterations(t, exponent):
    """Integers as the discounts have them, with exponents of all kinds."""
    assert is_nearest(power(float(t), exponent), powered(float(t), exponent))


@settings(EXAMPLES)
@given(iterations, st.floats(0, 100))
def test_powers_of_what_is_left(t, exponent):
    assume(t > 1)
    base = (t - 1) / t
    assert is_nearest(power(base, exponent), powered(base, exponent))


@settings(EXAMPLES)
@given(ordinary, st.floats(-20, 20))
def test_powers_of_any_number(base, exponent):
    """The greatest become inf and the least become 0, as rounding has it."""
    assert is_nearest(power(base, exponent), powered(base, exponent))


@settings(EXAMPLES)
@given(ordinary)
def test_exact_powers(base):
    """To the power of 0 and of 1; and 1 to any power."""
    assert power(base, 0.0) == 1.0
    assert power(base, 1.0) == base
    assert power(1.0, base) == power(1.0, -base) == 1.0


@pytest.mark.parametrize(
    ("base", "exponent", "expected"),
    [
        (0.0, 0.0, 1.0),
        (0.0, 1.5, 0.0),
        (0.0, 1e300, 0.0),
        (0.0, -1.5, inf),
        (0.0, -1.0, inf),
        (inf, 0.0, 1.0),
        (inf, 0.5, inf),
        (inf, -0.5, 0.0),
        (4.0, 0.5, 2.0),
        (4.0, -1.5, 0.125),
        (9.0, 2.5, 243.0),
        (2.0, 1023.0, 2.0**1023),
        (2.0, 1024.0, inf),
        (2.0, -1074.0, LEAST),
        (2.0, -1075.0, 0.0),
        (2.0, -1076.0, 0.0),
        (LEAST, 1.0, LEAST),
        (GREATEST, 1.0, GREATEST),
        (2.0, 1e6, inf),
        (2.0, -1e6, 0.0),
        (2.0, 1e8, inf),
        (2.0, -1e8, 0.0),
        (1.5, 1e300, inf),
        (0.5, 1e300, 0.0),
        (0.5, -1e300, inf),
    ],
)
def test_limits(base, exponent, expected):
    assert power(base, exponent) == expected


def test_arrays_go_number_by_number():
    """Each with each, of any shape; a number and an array, too."""
    bases, exponents = np.arange(1.0, 7.0).reshape(2, 3), np.array([0.5, 1.5, 2.3])
    found = power(bases, exponents)
    assert found.shape == (2, 3)
    assert found.dtype == np.float64
    for row in range(2):
        for column in range(3):
            assert found[row, column] == power(float(bases[row, column]), float(exponents[column]))
    assert power(bases, 1.5).tolist() == [[power(float(base), 1.5) for base in row] for row in bases]
    assert power(3.0, exponents).tolist() == [power(3.0, float(exponent)) for exponent in exponents]
    assert power(np.array([]), 2.0).shape == (0,)
    assert isinstance(power(3.0, 2.5), float)


def test_powers_do_not_depend_on_the_callers_decimals():
    """Whoever calculates with few digits has the same powers."""
    with localcontext(prec=3):
        few = [power(7.0, 1.00043), power(7.0, 2.5003), power(7.0, 2.50)]
    for found, exponent in zip(few, (1.00043, 2.5003, 2.5), strict=True):
        assert is_nearest(found, powered(7.0, exponent))


def test_a_wrong_last_digit_is_seen():
    """What stands beside the nearest double is not it."""
    for base, exponent in ((3.0, 1.5), (10.0, 2.3), (0.999, 17.25)):
        found = power(base, exponent)
        assert is_nearest(found, powered(base, exponent))
        for other in (nextafter(found, 0), nextafter(found, inf)):
            assert not is_nearest(other, powered(base, exponent))
    assert nearest(Fraction(2**53 + 1)) == 2.0**53
    assert nearest(Fraction(2**53 + 3)) == 2.0**53 + 4


# Discounts.


@settings(EXAMPLES)
@given(st.integers(0, 10**6), st.floats(-30, 30), st.floats(0.25, 4))
def test_discounts(u, exponent, c):
    """uᵉ/(uᵉ + c) to an ulp or two."""
    found = float(discount(float(u), exponent, c))
    if u == 0:
        assert found == (0.0 if exponent > 0 else 1.0 / (1.0 + c) if exponent == 0 else 1.0)
        return
    with localcontext(SIXTY):
        x = powered(float(u), exponent)
        expected = x / (x + Decimal(c))
    assert ulps(found, expected) <= 2.5


@pytest.mark.parametrize("u", [0.0, 1.0, 2.0, 1e6])
def test_infinite_exponents(u):
    """All is kept, or nothing."""
    assert discount(u, inf) == 1.0
    assert discount(u, -inf) == 0.0


@pytest.mark.parametrize("exponent", [1e3, 1e9, 1e300])
def test_discounts_of_great_exponents(exponent):
    """They come to what infinite ones give, but for u = 1."""
    u = np.array([1.0, 2.0, 1000.0])
    assert discount(u, exponent).tolist() == [0.5, 1.0, 1.0]
    assert discount(u, -exponent)[0] == 0.5
    assert (discount(u, -exponent)[1:] < 1e-300).all()


# Exponentials and logarithms.

MOST_ULPS = 1.5


def exponential_of(x: float) -> float:
    return float(exponential(np.array([x]))[0])


def logarithm_of(x: float) -> float:
    return float(logarithm(np.array([x]))[0])


@settings(EXAMPLES, max_examples=1000)
@given(st.one_of(st.floats(-708, 709.78), st.floats(-1, 1), st.floats(-1e-8, 1e-8), st.integers(-700, 700).map(float)))
@example(709.782712893384)
@example(0.34657359027997264)
@example(-0.34657359027997264)
def test_exponentials(x):
    with localcontext(SIXTY):
        assert ulps(exponential_of(x), Decimal(x).exp()) <= MOST_ULPS


@settings(EXAMPLES)
@given(st.floats(-745.1, -708))
def test_exponentials_below_the_least_normal_number(x):
    """The last place is that of the least float there."""
    with localcontext(SIXTY):
        assert ulps(exponential_of(x), Decimal(x).exp()) <= MOST_ULPS


@pytest.mark.parametrize("x", [-745.14, -746.0, -760.0, -800.0, -1e4, -1e5, -1e300, -inf])
def test_exponentials_of_what_is_far_below_are_0(x):
    with np.errstate(all="ignore"):
        assert exponential_of(x) == 0.0


@pytest.mark.parametrize("x", [709.79, 710.0, 800.0, 1e5, 1e300, inf])
def test_exponentials_of_what_is_far_above_are_infinite(x):
    with np.errstate(all="ignore"):
        assert exponential_of(x) == inf


positive = st.floats(LEAST, GREATEST, allow_subnormal=True)


@settings(EXAMPLES, max_examples=1000)
@given(st.one_of(positive, st.floats(0.5, 2), st.floats(1 - 1e-6, 1 + 1e-6), st.integers(1, 10**6).map(float)))
@example(LEAST)
@example(GREATEST)
@example(1.0036216829437967)
@example(0.7071067811865476)
@example(0.7071067811865475)
@example(1.4142135623730951)
@example(nextafter(1.0, 0.0))
@example(nextafter(1.0, 2.0))
def test_logarithms(x):
    assume(x != 1.0)
    with localcontext(SIXTY):
        assert ulps(logarithm_of(x), Decimal(x).ln()) <= MOST_ULPS


def test_logarithm_of_nothing():
    """Of a probability that is gone: minus infinity, not a number like others."""
    with np.errstate(all="ignore"):
        assert logarithm_of(0.0) == -inf


def test_exact_points():
    assert exponential_of(0.0) == exponential_of(-0.0) == 1.0
    assert logarithm_of(1.0) == 0.0


def test_monotone():
    """From one double to the next, where ranges meet and elsewhere, neither falls."""
    for point in (0.0, 0.34657359027997264, -0.34657359027997264, 1.0, 100.5 * log(2), -100.5 * log(2), 700.0, -700.0):
        x = np.array([point] * 200)
        for step in range(1, 200):
            x[step] = nextafter(x[step - 1], inf)
        assert (np.diff(exponential(x)) >= 0).all(), point
    for point in (1e-300, 0.5, 0.7071067811865475, 0.9999999999999, 1.4142135623730950, 2.0, 3.0, 1e300):
        x = np.array([point] * 200)
        for step in range(1, 200):
            x[step] = nextafter(x[step - 1], inf)
        assert (np.diff(logarithm(x)) >= 0).all(), point
    wide = np.linspace(-744, 709, 20_001)
    assert (np.diff(exponential(wide)) >= 0).all()
    assert (np.diff(logarithm(np.linspace(1e-3, 1e3, 20_001))) > 0).all()


@pytest.mark.parametrize(("function", "low", "high"), [(exponential, -700.0, 700.0), (logarithm, 1e-5, 1e5)])
def test_the_same_bits_in_any_array(function, low, high):
    """However long the array, and wherever the number stands in it, in steps and backwards, too."""
    numbers = np.random.default_rng(5).uniform(low, high, 70)
    alone = np.array([function(numbers[one : one + 1])[0] for one in range(70)])
    for length in range(1, 71):
        assert function(numbers[:length]).tobytes() == alone[:length].tobytes()
        assert function(numbers[-length:]).tobytes() == alone[-length:].tobytes()
    assert function(numbers[::-1]).tobytes() == alone[::-1].tobytes()
    assert function(numbers[::3]).tobytes() == alone[::3].tobytes()
    assert function(numbers.reshape(7, 10)).tobytes() == alone.tobytes()


def test_two_ulps_are_seen():
    """The measure is no looser than it says; the C library's functions pass it as well."""
    with localcontext(SIXTY):
        for x in (0.1, 3.7, -20.3):
            exact = Decimal(x).exp()
            assert ulps(exp(x), exact) <= 1
            assert ulps(nextafter(nextafter(nextafter(exp(x), inf), inf), inf), exact) > MOST_ULPS
