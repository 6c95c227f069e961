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
from typing import NoReturn

from seal.saying import complain

_FULL = (errno.ENOSPC, errno.EDQUOT)
VARIABLE = "TMPDIR"
"""Names the folder for temporary files."""

_made: list[Path] = []


@contextmanager
def private_folder(prefix: str, needed: int | None = None) -> Iterator[Path]:
    """A new folder below the one for temporary files, for as long as it is needed, for so many bytes.

    Raises OSError, which names it; one of what is done meanwhile that found no space there says where other space can be had.
    """
    folder = Path(_temporary(), prefix + secrets.token_hex(8))
    # Before it is there: a signal may come at any time, also while it is made or removed.
    _made.append(folder)
    try:
        folder.mkdir(mode=0o700)
    except OSError as error:
        _made.remove(folder)
        raise _naming(error) from error
    done = False
    try:
        yield folder
        done = True
    except OSError as error:
        if error.errno not in _FULL or not str(error.filename).startswith(str(folder)):
            raise
        size = "" if needed is None else f"{needed:,} bytes are needed, and "
        advice = f"{size}the variable {VARIABLE} can name a folder for temporary files where there is more"
        raise OSError(error.errno, f"{error.strerror}: {advice}", error.filename) from error
    finally:
        # What ended the work is what is told, and may hold what is wanting here: at the end it is tried once more.
        with suppress(*(() if done else (OSError,))):
            _remove(folder)
            _made.remove(folder)


def remove_left() -> None:
    """Remove what a signal or a shortage kept from being removed, or say that it is left.

    To be called when no signal can come between.
    """
    while _made:
        folder = _made.pop()
        try:
            _remove(folder)
        except FileNotFoundError:
            continue
        except OSError as error:
            complain(str(folder), f"could not be removed: {error.strerror or error}")


def _temporary() -> Path:
    """The folder for temporary files. One that was named is that one: the system's own would be another without a word."""
    return Path(os.environ.get(VARIABLE) or tempfile.gettempdir())


def _naming(error: OSError) -> OSError:
    """The error on making a folder, which names the one that was named by the variable, and says so."""
    named = os.environ.get(VARIABLE)
    if not named:
        return error
    return OSError(
        error.errno, f"expected a folder that can be written to, found: {error.strerror}", f"{VARIABLE}: {named}"
    )


def _remove(folder: Path) -> None:
    """Remove a folder, also where there are no more descriptors than one: shutil wants one for each level."""
    try:
        shutil.rmtree(folder)
    except OSError:
        for base, folders, files in os.walk(folder, topdown=False, onerror=_raise):
            for path in (Path(base, name) for name in (*files, *folders)):
                if path.is_dir() and not path.is_symlink():
                    path.rmdir()
                else:
                    path.unlink()
        folder.rmdir()


def _raise(error: OSError) -> NoReturn:
    """What could not be listed is the reason, and not that its folder is not empty."""
    raise error
