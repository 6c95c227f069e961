"""Writes files whole or not at all, and several together or none.

The way of POSIX rename: written beside, synced, renamed.
"""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path


def write_files(contents: Mapping[Path, bytes]) -> None:
    """Let all files appear with their contents; none is renamed before every one is safely on the disk.

    Raises OSError that names the file; what was there before is then still there, and nothing else.
    """
    staged: dict[Path, Path] = {}
    try:
        for target, content in contents.items():
            with blaming(target):
                _refuse_folder(target)
                staged[target] = _beside(target)
                _write(staged[target], content)
        for target, place in staged.items():
            with blaming(target):
                place.replace(target)
    finally:
        for place in staged.values():
            with suppress(OSError):
                place.unlink()


def try_to_write(target: Path) -> None:
    """Raise OSError, which names the file, if none can be written there. Leaves nothing, and what is there as it is."""
    with blaming(target):
        _refuse_folder(target)
        place = _beside(target)
        try:
            place.open("xb").close()
        finally:
            with suppress(OSError):
                place.unlink()


def _beside(target: Path) -> Path:
    return target.with_name(f".{target.name}.{secrets.token_hex(8)}.tmp")


def _write(place: Path, content: bytes) -> None:
    # Opened like any new file: the kernel makes its mode 0666 less the umask.
    with place.open("xb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())


def _refuse_folder(target: Path) -> None:
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))


@contextmanager
def blaming(target: Path) -> Iterator[None]:
    """Name the file that was asked for, not the temporary one; a full disk names none at all."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(target)) from error
