"""A file that is being downloaded: its part so far, which one process at a time works on, and what vouches for the rest.

`.NAME.part` has the bytes, `.NAME.part.json` says which file they are of: its URL, the hash that was pinned, and the validator, a
strong ETag or a Last-Modified, with which a server is asked for the rest of that very file (RFC 9110, 13.1.5).
"""

import fcntl
import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from regretlab.errors import InputError
from regretlab.files import read_json, write_json

CHUNK = 2**16


class Of(NamedTuple):
    """Which file a part is of."""

    url: str
    sha256: str | None
    validator: str


class Part:
    """The part of a file, locked. Its errors are `OSError`."""

    def __init__(self, path: Path, descriptor: int) -> None:
        """The open file at the path."""
        self._path, self._note = path, path.with_name(f"{path.name}.json")
        self._descriptor = descriptor

    @property
    def size(self) -> int:
        """How many bytes there are."""
        return os.fstat(self._descriptor).st_size

    def of(self) -> Of | None:
        """Which file it is of; None if nothing is known."""
        try:
            note = read_json(self._note)
        except InputError:
            return None
        known = isinstance(note, dict) and set(note) == set(Of._fields)
        return (
            Of(**note)
            if known and self.size and all(isinstance(note[key], str) for key in ("url", "validator"))
            else None
        )

    def begin(self, of: Of | None) -> None:
        """Throw away what there is; from now on it is part of that file, or of one that cannot be gone on with."""
        os.ftruncate(self._descriptor, 0)
        if of is None:
            self._note.unlink(missing_ok=True)
        else:
            write_json(self._note, of._asdict())

    def read(self) -> "hashlib._Hash":
        """The hash of all bytes so far; what is written next comes behind them."""
        digest = hashlib.sha256()
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        while chunk := os.read(self._descriptor, CHUNK):
            digest.update(chunk)
        return digest

    def write(self, chunk: bytes) -> None:
        """Add bytes."""
        view = memoryview(chunk)
        while view:
            view = view[os.write(self._descriptor, view) :]

    def finish(self, target: Path) -> None:
        """Let the whole file appear under its name."""
        os.fsync(self._descriptor)
        self._path.replace(target)
        self._note.unlink(missing_ok=True)

    def leave(self) -> None:
        """Remove what nobody can go on with."""
        if _is_at(self._descriptor, self._path) and self.of() is None:
            self._note.unlink(missing_ok=True)
            self._path.unlink()


@contextmanager
def part_of(target: Path, waiting: Callable[[], None]) -> Iterator[Part]:
    """The part of this file; whoever else works on it is waited for, after `waiting`. Creates the folder."""
    path = target.with_name(f".{target.name}.part")
    target.parent.mkdir(parents=True, exist_ok=True)
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666)
        try:
            _lock(descriptor, waiting)
            # Another process may have finished or removed what was opened.
            if _is_at(descriptor, path):
                part = Part(path, descriptor)
                try:
                    yield part
                finally:
                    part.leave()
                return
        finally:
            os.close(descriptor)


def _lock(descriptor: int, waiting: Callable[[], None]) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        waiting()
        fcntl.flock(descriptor, fcntl.LOCK_EX)


def _is_at(descriptor: int, path: Path) -> bool:
    """Whether the open file is the one at the path."""
    try:
        return os.path.samestat(os.fstat(descriptor), os.lstat(path))
    except FileNotFoundError:
        return False
