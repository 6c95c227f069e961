"""How figures write numbers and names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

ESCAPE = re.compile(r"%([0-9A-F]{2})")
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
LONGEST_FRACTION, DIGITS = 12, 6
BETWEEN = "  ·  "


def unwritten(name: str) -> str:
    """A name in a table as it is: without the % and two digits that stand for some characters."""
    return ESCAPE.sub(lambda match: chr(int(match[1], 16)), name)


def number(value: float) -> str:
    """Two digits and a power of ten, `7.3×10⁻³`."""
    digits, exponent = f"{value:.1e}".split("e")
    return f"{digits}×10{str(int(exponent)).translate(SUPERSCRIPTS)}"


def readable(value: Fraction) -> str:
    """The fraction, or a decimal with six digits if the fraction has more than twelve characters."""
    exact = str(value)
    if len(exact) <= LONGEST_FRACTION:
        return exact
    scaled = round(abs(value) * 10**DIGITS)
    whole, part = divmod(scaled, 10**DIGITS)
    return f"{'-' if value < 0 and scaled else ''}{whole}.{part:0{DIGITS}d}"


def source(*parts: str) -> str:
    """What a figure is about, with the study first."""
    return BETWEEN.join(parts)


def from_to(numbers: Sequence[float], form: str) -> str:
    """The least and the greatest number, once if they are written alike."""
    least, greatest = format(min(numbers), form), format(max(numbers), form)
    return least if least == greatest else f"{least} to {greatest}"


def parameter(value: Any) -> str:
    """The value of a parameter."""
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, list):
        return f"[{','.join([str(item).lower() if isinstance(item, bool) else str(item) for item in value])}]"
    return str(value).lower() if isinstance(value, bool) else str(value)
