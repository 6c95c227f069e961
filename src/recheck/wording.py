"""Words for people: so many of what, and text that a terminal takes as nothing but text."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """So many of what the noun says: `1 row`, `1,480 rows`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def printable(text: str) -> str:
    """A text for one line of a terminal, in printable ASCII: what is none of it is escaped, and nothing can steer."""
    return "".join(letter if " " <= letter <= "~" else ascii(letter)[1:-1] for letter in text)
