"""What can be wrong with a strategy table: every fault is a record that names row and infoset, none is raised.

The codes are listed in docs/certify.md.
"""

from __future__ import annotations

from typing import NamedTuple

LONGEST = 200
"""So many characters of a cell are shown."""


class RefusedError(Exception):
    """Why nothing can be certified: the game is none, or a file cannot be read."""


class UsageError(RefusedError):
    """What is wrong with how the command was called."""


class Fault(NamedTuple):
    """One thing that is wrong; row 1 is the first after the header; what does not apply is None.

    `line` is where the row begins in the file, from 1; `player`, `infoset` and `action` are as written in tables.
    """

    code: str
    message: str
    row: int | None = None
    line: int | None = None
    player: str | None = None
    infoset: str | None = None
    action: str | None = None
    expected: str | None = None
    found: str | None = None


def short(text: str) -> str:
    """A text as it is shown: long ones are cut."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}... ({len(text)} characters)"
