"""Folders for what is unpacked: of this user alone, and gone when the work ends, however it ends."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_FULL = (errno.ENOSPC, errno.EDQUOT)
_made: list[Path] = []


@contextmanager
def private_folder(prefix: str, needed: int | None = None) -> Iterator[Path]:
    """A new folder below the one for temporary files, for as long as it is needed, for so many bytes.

    Raises OSError, which names it; one of what is done meanwhile that found no space there says where other space can be had.
    """
    folder = Path(tempfile.gettempdir(), prefix + secrets.token_hex(8))
    # Before it is there: a signal may come at any time, also while it is made or removed.
    _made.append(folder)
    folder.mkdir(mode=0o700)
    try:
        yield folder
    except OSError as error:
        if error.errno not in _FULL or not str(error.filename).startswith(str(folder)):
            raise
        size = "" if needed is None else f"{needed:,} bytes are needed, and "
        advice = f"{size}the variable TMPDIR can name a folder for temporary files where there is more"
        raise OSError(error.errno, f"{error.strerror}: {advice}", error.filename) from error
    finally:
        _remove(folder)
        _made.remove(folder)


def remove_left() -> None:
    """Remove what a signal kept from being removed. To be called when no other signal can come between."""
    while _made:
        with suppress(OSError):
            _remove(_made.pop())


def _remove(folder: Path) -> None:
    """Remove a folder, also where there are no more descriptors than one: shutil wants one for each level."""
    try:
        shutil.rmtree(folder)
    except OSError:
        for base, folders, files in os.walk(folder, topdown=False):
            for path in (Path(base, name) for name in (*files, *folders)):
                if path.is_dir() and not path.is_symlink():
                    path.rmdir()
                else:
                    path.unlink()
        folder.rmdir()
