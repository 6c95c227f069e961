"""How far two floats are apart, counted in floats: units in the last place.

The order of IEEE 754 doubles is that of their bits read as whole numbers, sign by sign.
"""

from __future__ import annotations

import re
import struct

_FLOAT = re.compile(r"-?[0-9]+(?:\.[0-9]+(?:e[+-]?[0-9]+)?|e[+-]?[0-9]+)")
_SIGN = 1 << 63


def units_apart(first: str, second: str) -> int | None:
    """How many steps from one double to the next lie between the two, or None if they are not both floats."""
    if not (_FLOAT.fullmatch(first) and _FLOAT.fullmatch(second)):
        return None
    return abs(_position(first) - _position(second))


def _position(text: str) -> int:
    """The number of the double in ascending order; both zeros are number 0."""
    (bits,) = struct.unpack("<Q", struct.pack("<d", float(text)))
    return int(_SIGN - bits if bits & _SIGN else bits)
