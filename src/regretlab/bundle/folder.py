"""Folders that appear whole or not at all."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from regretlab.errors import InputError


@contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """An empty folder beside `path`, which takes its place when the block has ended well.

    Otherwise it is removed, and what was there before stays. Raises `InputError` where the file system refuses.
    """
    new = path.with_name(f".{path.name}.new")
    try:
        remove(new)
        new.mkdir(parents=True)
        yield new
        put(new, path)
    except OSError as error:
        raise InputError(f"{error.filename or path}: cannot be written: {error.strerror or error}") from error
    finally:
        shutil.rmtree(new, ignore_errors=True)


def write_new(path: Path, content: bytes) -> None:
    """Write a file into a new folder."""
    with path.open("xb") as stream:
        stream.write(content)
        sync(stream)


def sync(stream: BinaryIO) -> None:
    """Let the bytes be on the disk before anything is renamed."""
    stream.flush()
    os.fsync(stream.fileno())


def put(new: Path, path: Path) -> None:
    """Let `new`, a folder or a file, take the place of `path`, whatever is there."""
    if new.is_file() and not path.is_dir():
        new.replace(path)
        return
    old = path.with_name(f".{path.name}.old")
    remove(old)
    if os.path.lexists(path):
        path.rename(old)
    new.rename(path)
    remove(old)


def remove(path: Path) -> None:
    """Remove a file or a folder, if it is there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
