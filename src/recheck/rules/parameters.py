"""What values the parameters of a game may have, each told in words.

The parameters themselves: docs/games.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Parameter(NamedTuple):
    """What is expected of a value, in words, and whether a value is that."""

    expected: str
    allows: Callable[[Any], bool]


def whole(least: int, most: int = 1000) -> Parameter:
    """A whole number in a range."""
    return Parameter(f"a whole number from {least} to {most}", lambda value: _is_whole(value, least, most))


def wholes(least: int, length: int | None = None) -> Parameter:
    """A list of whole numbers: that many, or one and more."""
    many = "a list" if length is None else f"a list of {length}"

    def allows(value: Any) -> bool:
        return (
            isinstance(value, list)
            and len(value) >= 1
            and length in (None, len(value))
            and all(_is_whole(each, least, 10**6) for each in value)
        )

    return Parameter(f"{many} of whole numbers from {least}", allows)


def flag() -> Parameter:
    """True or false."""
    return Parameter("true or false", lambda value: type(value) is bool)


def one_of(*names: str) -> Parameter:
    """One of these names."""
    return Parameter(" or ".join(names), lambda value: isinstance(value, str) and value in names)


def _is_whole(value: Any, least: int, most: int) -> bool:
    """Whether a value is a whole number in a range; true and false are none."""
    return type(value) is int and least <= value <= most
