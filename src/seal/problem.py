"""What can be wrong: a problem is a record of a finding, an error is what stops a command.

The kinds go beyond those of BagIt checkers (RFC 8493), which let pass unsafe names, malformed lines and what archives can hide.
A kind never changes its meaning; docs/bundle-format.md has a sentence on each.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "file-missing",
    "file-unexpected",
    "file-altered",
    "file-empty",
    "file-renamed",
    "file-swapped",
    "folder-unexpected",
    "not-regular",
    "name-unsafe",
    "name-collision",
    "list-missing",
    "list-malformed",
    "list-unsorted",
    "list-inconsistent",
    "tag-malformed",
    "archive-malformed",
    "archive-unsafe",
    "archive-duplicate",
    "archive-mismatch",
    "archive-too-large",
    "archive-trailing",
    "unreadable",
    "changed-while-read",
    "root-unexpected",
    "signature-invalid",
    "signers-malformed",
]

_SHOWN_LENGTH = 100


@dataclass(frozen=True)
class Problem:
    """One finding. `path` is a file, from the root, or a list and the number of its line, `LIST:LINE`."""

    kind: Kind
    path: str
    expected: str
    found: str

    def __str__(self) -> str:
        """The finding in one line."""
        return f"{self.kind}: {shown(self.path, None)}: expected {self.expected}, found {self.found}"


@dataclass(frozen=True)
class Outcome:
    """How a command ended: 0 all is well, 1 it is not; and the lines that say so."""

    code: int
    lines: tuple[str, ...]


class SealError(Exception):
    """What a command cannot work with. The message names the file and the reason."""


def failed(problems: tuple[Problem, ...]) -> Outcome:
    """The outcome of a command that found problems."""
    return Outcome(1, tuple(map(str, problems)))


def shown(text: str, length: int | None = _SHOWN_LENGTH) -> str:
    """Text fit for one line of a terminal: what cannot be printed is escaped, what is long is cut."""
    safe = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)
    return safe if length is None or len(safe) <= length else safe[:length] + "..."
