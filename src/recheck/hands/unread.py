"""Why a file of hands cannot be read."""

from __future__ import annotations

import re
from collections.abc import Iterator

CONTROL = re.compile("[\x00-\x1f\x7f]")


class UnreadError(Exception):
    """A message, the line of the file, what is due there, and what was found."""

    def __init__(self, message: str, line: int, expected: object = None, found: object = None) -> None:
        """With these."""
        super().__init__(message)
        self.message = message
        self.line = line
        self.expected = expected
        self.found = found


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a file that is not to be read in two ways, numbered from 1. Raises `UnreadError` for control characters."""
    for number, line in enumerate(text.split("\n"), 1):
        found = CONTROL.search(line)
        if found is not None:
            raise UnreadError("has a control character", number, None, ascii(found[0]))
        yield number, line
