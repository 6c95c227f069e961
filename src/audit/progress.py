"""Lines of progress on standard error, for work that takes more than two seconds; nothing before that."""

from __future__ import annotations

import time

from recheck.report import tell

EVERY = 2.0
"""Seconds between two lines, and before the first one."""


class Progress:
    """Tells at intervals how far a piece of work is."""

    def __init__(self, what: str) -> None:
        """Start the clock; `what` begins each line."""
        self.what = what
        self.begun = self.told = time.monotonic()

    def __call__(self, done: int, whole: int, unit: str = "bytes") -> None:
        """Tell that so much of the whole is done, if it is time to."""
        now = time.monotonic()
        if now - self.told < EVERY:
            return
        self.told = now
        tell(f"{self.what}: {done:,} of {whole:,} {unit}, {now - self.begun:.0f} s")
