"""What values the parameters of a game may have, each told in words, and how large a game they may make.

The parameters themselves, and all limits: docs/games.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from recheck.histories import MOST_HISTORIES


class Parameter(NamedTuple):
    """What is expected of a value, in words, and whether a value is that."""

    expected: str
    allows: Callable[[Any], bool]


def whole(least: int, most: int) -> Parameter:
    """A whole number in a range."""
    return Parameter(f"a whole number from {least} to {most}", lambda value: _is_whole(value, least, most))


def wholes(least: int, most: int, length: range) -> Parameter:
    """A list of whole numbers in a range, as many of them as another range allows."""
    many = str(length[0]) if len(length) == 1 else f"{length[0]} to {length[-1]}"

    def allows(value: Any) -> bool:
        return isinstance(value, list) and len(value) in length and all(_is_whole(each, least, most) for each in value)

    return Parameter(f"a list of {many} whole numbers from {least} to {most}", allows)


def flag() -> Parameter:
    """True or false."""
    return Parameter("true or false", lambda value: type(value) is bool)


def one_of(*names: str) -> Parameter:
    """One of these names."""
    return Parameter(" or ".join(names), lambda value: isinstance(value, str) and value in names)


def _is_whole(value: Any, least: int, most: int) -> bool:
    """Whether a value is a whole number in a range; true and false are none."""
    return type(value) is int and least <= value <= most


def refuse_too_many(terminals: int) -> None:
    """Raise `ValueError` if a game has so many ends, or more; there is no need to list them to know that they are too many."""
    if terminals > MOST_HISTORIES:
        raise ValueError(f"has more than {MOST_HISTORIES:,} histories")
