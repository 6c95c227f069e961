"""What ends the check of a drawing: it is not what could be compared any further."""

from __future__ import annotations


class DrawingError(Exception):
    """A message, the id of the part of the drawing that it is about, what is due there, and what was found."""

    def __init__(
        self,
        message: str,
        part: str | None = None,
        expected: object = None,
        found: object = None,
        row: int | None = None,
    ) -> None:
        """With these."""
        super().__init__(message)
        self.message = message
        self.part = part
        self.expected = expected
        self.found = found
        self.row = row
