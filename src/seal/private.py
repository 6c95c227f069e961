"""Folders for what is unpacked: of this user alone, and gone when the work ends, however it ends."""

from __future__ import annotations

import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_made: list[Path] = []


@contextmanager
def private_folder(prefix: str) -> Iterator[Path]:
    """A new folder below the one for temporary files, for as long as it is needed. Raises OSError, which names it."""
    folder = Path(tempfile.gettempdir(), prefix + secrets.token_hex(8))
    # Before it is there: a signal may come at any time, also while it is made or removed.
    _made.append(folder)
    folder.mkdir(mode=0o700)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)
        _made.remove(folder)


def remove_left() -> None:
    """Remove what a signal kept from being removed. To be called when no other signal can come between."""
    while _made:
        shutil.rmtree(_made.pop(), ignore_errors=True)
