"""Opens, hashes and lists files without ever following a link.

SHA-256 is that of FIPS 180-4; the care in opening is what O_NOFOLLOW is for (POSIX open).
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TypeVar

from seal.names import decoded, fault, is_below, located
from seal.problem import Problem, shown

T = TypeVar("T")

_CHUNK = 1 << 20
# O_NONBLOCK: a named pipe put in the place of a file must not hang the check. Windows has O_BINARY instead.
_FLAGS = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"))
_REGULAR = "a regular file"


@dataclass(frozen=True)
class Listing:
    """The regular files below some folders, sorted bytewise, and what else is there."""

    files: tuple[str, ...]
    problems: tuple[Problem, ...]


def hash_file(root: Path, path: str) -> str | Problem:
    """SHA-256 of a file, in lower-case hexadecimal; memory does not grow with the file."""
    return read_file(root, path, _hash_stream)


def read_file(root: Path, path: str, consume: Callable[[BinaryIO], T]) -> T | Problem:
    """What `consume` makes of the open file, or why it could not be read whole and unchanged."""
    try:
        obstacle = _obstacle(root, path)
        if obstacle is not None:
            return Problem("unsafe", path, _REGULAR, obstacle)
        with os.fdopen(os.open(located(root, path), _FLAGS), "rb") as stream:
            before = os.fstat(stream.fileno())
            if not stat.S_ISREG(before.st_mode):
                return Problem("unsafe", path, _REGULAR, _what(before.st_mode))
            result = consume(stream)
            after = os.fstat(stream.fileno())
    except (FileNotFoundError, NotADirectoryError):
        return Problem("missing", path, _REGULAR, "nothing")
    except OSError as error:
        return Problem("mismatch", path, "a readable file", error.strerror or str(error))
    if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns):
        return Problem("mismatch", path, "a file at rest", "one that changed while it was read")
    return result


def list_files(root: Path, starts: Iterable[str], excluded: Iterable[str] = ()) -> Listing:
    """All files at or below `starts`, none at or below `excluded`; other things than files are problems."""
    excluded = tuple(excluded)
    files: set[str] = set()
    problems: list[Problem] = []
    waiting = list(starts)
    while waiting:
        path = waiting.pop()
        if is_below(path, excluded):
            continue
        found = _look(root, path)
        if isinstance(found, Problem):
            problems.append(found)
        elif found is None:
            files.add(path)
        else:
            for name in found:
                child = _child(path, name)
                if isinstance(child, Problem):
                    problems.append(child)
                else:
                    waiting.append(child)
    ordered = sorted(set(problems), key=lambda problem: problem.path)
    return Listing(tuple(sorted(files, key=str.encode)), tuple(ordered))


def _hash_stream(stream: BinaryIO) -> str:
    digest = hashlib.sha256()
    while chunk := stream.read(_CHUNK):
        digest.update(chunk)
    return digest.hexdigest()


def _look(root: Path, path: str) -> list[bytes] | Problem | None:
    """The names in a folder, or None for a regular file."""
    try:
        obstacle = _obstacle(root, path, folders=True)
        if obstacle is not None:
            return Problem("unsafe", path, _REGULAR, obstacle)
        place = located(root, path)
        if not place.is_dir():
            return None
        with os.scandir(place) as entries:
            return [os.fsencode(entry.name) for entry in entries]
    except (FileNotFoundError, NotADirectoryError):
        return Problem("missing", path, "a file or folder", "nothing")
    except OSError as error:
        return Problem("mismatch", path or ".", "a readable folder", error.strerror or str(error))


def _child(folder: str, name: bytes) -> str | Problem:
    text = decoded(name)
    if isinstance(text, Problem):
        return Problem("unsafe", f"{folder}/{text.path}".lstrip("/"), text.expected, text.found)
    path = f"{folder}/{text}" if folder else text
    reason = fault(path)
    return path if reason is None else Problem("unsafe", path, reason, f"'{shown(path)}'")


def _obstacle(root: Path, path: str, folders: bool = False) -> str | None:
    """What is at `path` if it is not a regular file (or folder), reached through folders and no link."""
    parts = path.split("/") if path else []
    for depth in range(1, len(parts)):
        parent = "/".join(parts[:depth])
        if stat.S_ISLNK(located(root, parent).lstat().st_mode):
            return f"a path through the link '{parent}'"
    mode = located(root, path).lstat().st_mode if path else root.stat().st_mode
    allowed = stat.S_ISREG(mode) or (folders and stat.S_ISDIR(mode))
    return None if allowed else _what(mode)


def _what(mode: int) -> str:
    names = (
        (stat.S_ISLNK, "a link"),
        (stat.S_ISDIR, "a folder"),
        (stat.S_ISFIFO, "a named pipe"),
        (stat.S_ISSOCK, "a socket"),
    )
    return next((name for test, name in names if test(mode)), "a device")
