"""Linear formulas in one parameter, with exact coefficients: `3*alpha`, `alpha + 1/3`, `1 - 2/3*alpha`."""

import re
from dataclasses import dataclass
from fractions import Fraction

NUMBER = r"[0-9]+(?:/0*[1-9][0-9]*)?"
TERM = re.compile(rf"(?P<number>{NUMBER})(?:\s*\*\s*(?P<factor>[A-Za-z_]\w*))?|(?P<name>[A-Za-z_]\w*)")


@dataclass(frozen=True)
class Linear:
    """constant + slope · parameter."""

    constant: Fraction
    slope: Fraction

    def at(self, parameter: Fraction) -> Fraction:
        """The number at that value of the parameter."""
        return self.constant + self.slope * parameter

    def __add__(self, other: "Linear") -> "Linear":
        """Add term by term."""
        return Linear(self.constant + other.constant, self.slope + other.slope)

    def __sub__(self, other: "Linear") -> "Linear":
        """Subtract term by term."""
        return Linear(self.constant - other.constant, self.slope - other.slope)


def parse_fraction(value: object) -> Fraction:
    """Read an exact number: a whole number, or text such as `-1/18`. Raises `ValueError` for others."""
    if type(value) is int or (isinstance(value, str) and re.fullmatch(rf"[+-]?{NUMBER}", value)):
        return Fraction(value)
    raise ValueError(f"expected a whole number or a fraction such as 1/3, found {value!r}")


def parse_linear(value: object, parameter: str) -> Linear:
    """Read a formula: terms joined by + or -, each a number, the parameter, or number * parameter.

    Raises `ValueError` for anything else.
    """
    if type(value) is int:
        return Linear(Fraction(value), Fraction(0))
    if not isinstance(value, str):
        raise _unlike(value, parameter)
    parts = re.split(r"\s*([+-])\s*", value.strip())
    signs, terms = ["+", *parts[1::2]], parts[0::2]
    if terms[0] == "" and len(terms) > 1:
        signs, terms = signs[1:], terms[1:]
    total = Linear(Fraction(0), Fraction(0))
    for sign, text in zip(signs, terms, strict=True):
        term = TERM.fullmatch(text)
        if term is None or (term["factor"] or term["name"] or parameter) != parameter:
            raise _unlike(value, parameter)
        number = Fraction(term["number"] or 1)
        is_constant = term["factor"] is None and term["name"] is None
        linear = Linear(number, Fraction(0)) if is_constant else Linear(Fraction(0), number)
        total = total + linear if sign == "+" else total - linear
    return total


def _unlike(value: object, parameter: str) -> ValueError:
    return ValueError(f"expected a formula such as 3*{parameter} + 1/3, found {value!r}")
