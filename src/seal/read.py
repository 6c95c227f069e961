"""Opens, hashes and lists files without ever following a link below the root.

SHA-256 is that of FIPS 180-4; the care in opening is what openat, O_NOFOLLOW and fstatat are for (POSIX open).
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TypeVar

from seal.names import decoded, fault, is_below, located
from seal.problem import Problem, shown

T = TypeVar("T")

CHUNK = 1 << 20
EMPTY = hashlib.sha256().hexdigest()
# O_NONBLOCK: a named pipe put in the place of a file must not hang the check. Windows has O_BINARY instead.
FLAGS = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"))
# Where a folder can be opened, what is in it is opened from there: nobody can put a link on the way meanwhile. On Windows
# every part of the path is looked at first.
_FROM_FOLDERS = {os.open, os.stat} <= os.supports_dir_fd and os.scandir in os.supports_fd and hasattr(os, "O_NOFOLLOW")
_FOLDER_FLAGS = FLAGS | getattr(os, "O_DIRECTORY", 0)
# To go through a folder one need not be allowed to list it.
_PASSING_FLAGS = getattr(os, "O_PATH", 0) | getattr(os, "O_DIRECTORY", 0)
_REGULAR = "a regular file"
_AT_REST = ("st_size", "st_mtime_ns", "st_ctime_ns")


@dataclass(frozen=True)
class Listing:
    """The regular files below some folders, sorted bytewise, the folders, and what else is there."""

    files: tuple[str, ...]
    folders: tuple[str, ...]
    problems: tuple[Problem, ...]


class _ObstacleError(Exception):
    """Something that is not what was looked for, in words."""


def hash_file(root: Path, path: str) -> str | Problem:
    """SHA-256 of a file, in lower-case hexadecimal; memory does not grow with the file."""
    return read_file(root, path, hash_stream)


def read_file(root: Path, path: str, consume: Callable[[BinaryIO], T]) -> T | Problem:
    """What `consume` makes of the open file, or why it could not be read whole and unchanged."""
    try:
        with _above(root, path) as (folder, name):
            mode = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
            if not stat.S_ISREG(mode):
                raise _ObstacleError(what(mode))
            stream = os.fdopen(os.open(name, FLAGS, dir_fd=folder), "rb")
        with stream:
            before = os.fstat(stream.fileno())
            if not stat.S_ISREG(before.st_mode):
                raise _ObstacleError(what(before.st_mode))
            result = consume(stream)
            after = os.fstat(stream.fileno())
    except _ObstacleError as obstacle:
        return Problem("not-regular", path, _REGULAR, str(obstacle))
    except (FileNotFoundError, NotADirectoryError):
        return Problem("file-missing", path, _REGULAR, "nothing")
    except OSError as error:
        return Problem("unreadable", path, "a readable file", error.strerror or str(error))
    if any(getattr(before, fact) != getattr(after, fact) for fact in _AT_REST):
        return Problem("changed-while-read", path, "a file at rest", "one that changed while it was read")
    return result


def list_files(root: Path, starts: Iterable[str], excluded: Iterable[str] = ()) -> Listing:
    """All files at or below `starts`, none at or below `excluded`; other things than files are problems."""
    excluded = tuple(excluded)
    files: set[str] = set()
    folders: set[str] = set()
    problems: list[Problem] = []
    waiting = [start for start in starts if not is_below(start, excluded)]
    while waiting:
        path = waiting.pop()
        found = _look(root, path)
        if isinstance(found, Problem):
            problems.append(found)
        elif found is None:
            files.add(path)
        else:
            folders.add(path)
            for name, mode in found:
                child = _child(path, name)
                if isinstance(child, Problem):
                    problems.append(child)
                elif is_below(child, excluded):
                    continue
                elif stat.S_ISREG(mode):
                    files.add(child)
                elif stat.S_ISDIR(mode):
                    waiting.append(child)
                else:
                    problems.append(Problem("not-regular", child, _REGULAR, what(mode)))
    ordered = sorted(set(problems), key=lambda problem: problem.path)
    return Listing(tuple(sorted(files, key=str.encode)), tuple(sorted(folders, key=str.encode)), tuple(ordered))


def what(mode: int) -> str:
    """What it is that has this mode, if it is no regular file."""
    names = (
        (stat.S_ISLNK, "a link"),
        (stat.S_ISDIR, "a folder"),
        (stat.S_ISFIFO, "a named pipe"),
        (stat.S_ISSOCK, "a socket"),
    )
    return next((name for test, name in names if test(mode)), "a device")


def hash_stream(stream: BinaryIO, *watchers: Callable[[bytes], object]) -> str:
    """SHA-256 of what is left of a stream; the watchers see it go by in chunks."""
    digest = hashlib.sha256()
    while chunk := stream.read(CHUNK):
        digest.update(chunk)
        for watch in watchers:
            watch(chunk)
    return digest.hexdigest()


def _look(root: Path, path: str) -> list[tuple[bytes, int]] | Problem | None:
    """The names in a folder, each with its mode, or None for a regular file."""
    try:
        with _above(root, path) as (folder, name):
            mode = os.stat(name, dir_fd=folder, follow_symlinks=not path).st_mode
            if stat.S_ISREG(mode):
                return None
            if not stat.S_ISDIR(mode):
                raise _ObstacleError(what(mode))
            return _names(folder, name)
    except _ObstacleError as obstacle:
        return Problem("not-regular", path, _REGULAR, str(obstacle))
    except (FileNotFoundError, NotADirectoryError):
        return Problem("file-missing", path, "a file or folder", "nothing")
    except OSError as error:
        return Problem("unreadable", path or ".", "a readable folder", error.strerror or str(error))


def _names(folder: int | None, name: str) -> list[tuple[bytes, int]]:
    if not _FROM_FOLDERS:
        return _modes(name)
    descriptor = os.open(name, _FOLDER_FLAGS if folder is not None else _FOLDER_FLAGS & ~os.O_NOFOLLOW, dir_fd=folder)
    try:
        return _modes(descriptor)
    finally:
        os.close(descriptor)


def _modes(folder: int | str) -> list[tuple[bytes, int]]:
    with os.scandir(folder) as entries:
        return [(os.fsencode(entry.name), entry.stat(follow_symlinks=False).st_mode) for entry in entries]


def _child(folder: str, name: bytes) -> str | Problem:
    text = decoded(name)
    if isinstance(text, Problem):
        return Problem("name-unsafe", f"{folder}/{text.path}".lstrip("/"), text.expected, text.found)
    path = f"{folder}/{text}" if folder else text
    reason = fault(path)
    return path if reason is None else Problem("name-unsafe", path, reason, f"'{shown(path)}'")


@contextmanager
def _above(root: Path, path: str) -> Iterator[tuple[int | None, str]]:
    """The open folder that `path` is in, reached through folders and no link, and its name there.

    None and the whole path for the root itself, which may be reached in any way, and where folders cannot be opened.
    """
    if not path or not _FROM_FOLDERS:
        _refuse_links(root, path)
        yield None, os.fspath(located(root, path))
        return
    *parents, name = [os.fsdecode(part.encode("utf-8")) for part in path.split("/")]
    folder = os.open(root, _PASSING_FLAGS)
    try:
        for depth, parent in enumerate(parents, start=1):
            if stat.S_ISLNK(os.stat(parent, dir_fd=folder, follow_symlinks=False).st_mode):
                raise _ObstacleError(f"a path through the link '{'/'.join(path.split('/')[:depth])}'")
            inner = os.open(parent, _PASSING_FLAGS | os.O_NOFOLLOW, dir_fd=folder)
            os.close(folder)
            folder = inner
        yield folder, name
    finally:
        os.close(folder)


def _refuse_links(root: Path, path: str) -> None:
    parts = path.split("/")
    for depth in range(1, len(parts)):
        parent = "/".join(parts[:depth])
        if stat.S_ISLNK(located(root, parent).lstat().st_mode):
            raise _ObstacleError(f"a path through the link '{parent}'")
