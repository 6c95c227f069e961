"""Why a file of hands cannot be read."""

from __future__ import annotations


class UnreadError(Exception):
    """A message, the line of the file, what is due there, and what was found."""

    def __init__(self, message: str, line: int, expected: object = None, found: object = None) -> None:
        """With these."""
        super().__init__(message)
        self.message = message
        self.line = line
        self.expected = expected
        self.found = found
