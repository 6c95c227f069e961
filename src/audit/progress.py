"""Lines of progress on standard error, for work that takes more than two seconds; nothing before that."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from seal.saying import complain

EVERY = 2.0
"""Seconds between two lines, and before the first one."""


class Progress:
    """Tells at intervals how far a piece of work is, where standard error was when it began."""

    def __init__(self, what: str) -> None:
        """Start the clock; `what` begins each line."""
        self.what = what
        self.stream = sys.stderr
        self.begun = self.told = time.monotonic()

    def __call__(self, done: int, whole: int, unit: str = "bytes") -> None:
        """Tell that so much of the whole is done, if it is time to."""
        self.tell(lambda: f"{done:,} of {whole:,} {unit}")

    def tell(self, state: Callable[[], str]) -> None:
        """Tell how far it is, in words, if it is time to."""
        now = time.monotonic()
        if now - self.told < EVERY:
            return
        self.told = now
        complain(self.what, f"{state()}, {now - self.begun:.0f} s", self.stream)


@contextmanager
def telling(progress: Progress, state: Callable[[], str]) -> Iterator[None]:
    """Tell how far it is, whatever is done meanwhile. Nothing may fork: a thread has the clock."""
    ended = threading.Event()

    def tell() -> None:
        while not ended.wait(EVERY / 4):
            progress.tell(state)

    thread = threading.Thread(target=tell, daemon=True)
    # Where there can be no thread, nothing is told.
    with suppress(RuntimeError):
        thread.start()
    try:
        yield
    finally:
        ended.set()
        if thread.ident is not None:
            thread.join()
