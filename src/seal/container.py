"""Opens a bundle wherever it is, in a folder, a zip or a tar.gz archive, so that what follows sees a folder.

An archive is inspected as a whole before anything is written (the attack is known as "zip slip", Snyk 2018), then unpacked into
a private folder of its own. What is refused is in docs/bundle-format.md, "The archives".
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from seal.archive import ArchiveError, Budget, Member, ended_early
from seal.names import collisions, decoded, fault, located
from seal.nearby import misplaced
from seal.private import private_folder
from seal.problem import Problem, SealError, shown
from seal.read import FLAGS, what
from seal.tags import BAGIT
from seal.tar_file import tar_members
from seal.write import blaming
from seal.zip_file import zip_members

_WHAT_IS_OPENED = "a folder, a zip archive or a tar.gz archive"
_TAR_MAGIC = (257, b"ustar")
_REPACKED = "another program may have packed it again: unpack it and give the folder, or download it again"
_GUNZIPPED = (
    "it is a tar archive that was unpacked half, by a browser say: unpack it and give the folder, or download it again"
)
_PAGE = "it may be a page of the server in the place of the archive: download it again"


@dataclass(frozen=True)
class Opened:
    """A bundle that can be read: the folder that is its base, and what it is called.

    If there are problems, nothing was unpacked, and `folder` is the archive itself.
    """

    folder: Path
    problems: tuple[Problem, ...]
    name: str


@dataclass(frozen=True)
class _Inspected:
    """The names of the members, what is wrong with them, and how many bytes they have."""

    names: tuple[bytes, ...]
    problems: tuple[Problem, ...]
    size: int


@contextmanager
def opened(path: Path) -> Iterator[Opened]:
    """The bundle at `path`, for as long as it is needed; what is unpacked is removed at the end.

    `path` itself may be a link: it is what the user named. Raises OSError, which names the file, if it cannot be read or there is
    no space to unpack it, and SealError if it is a device or a named pipe.
    """
    if path.is_dir():
        yield Opened(path, (), path.resolve().name)
        return
    with os.fdopen(os.open(path, FLAGS & ~getattr(os, "O_NOFOLLOW", 0)), "rb") as stream:
        facts = os.fstat(stream.fileno())
        if not stat.S_ISREG(facts.st_mode):
            raise SealError(f"{path}: expected {_WHAT_IS_OPENED}, found {what(facts.st_mode)}")
        inspected = _inspect(stream, path.name)
        if inspected.problems:
            yield Opened(path, inspected.problems, path.name)
            return
        with private_folder("bundle-", inspected.size) as private:
            problems = _unpack(stream, path.name, inspected.names, private)
            top = inspected.names[0].decode().split("/")[0]
            yield Opened(path if problems else located(private, top), problems, path.name if problems else top)


def _inspect(stream: BinaryIO, name: str) -> _Inspected:
    """Read the archive to its end, write nothing, and collect what is wrong with it."""
    problems: list[Problem] = []
    names: list[bytes] = []
    size = 0
    try:
        for member in _members(stream, name):
            names.append(member.name)
            problems.extend(member.problems)
            if not member.problems:
                found = _read(member)
                size += found if isinstance(found, int) else 0
                problems.extend(() if isinstance(found, int) else (found,))
    except ArchiveError as error:
        problems.append(error.problem)
    elsewhere = misplaced(names)
    if elsewhere is not None:
        # Somebody packed it again: nothing else is as it was written either, member by member.
        expected = f"'STUDY/{BAGIT}', one folder with everything in it"
        return _Inspected(tuple(names), (Problem("archive-malformed", name, expected, elsewhere, _REPACKED),), size)
    if names or not problems:
        problems.extend(_check_names(names, name))
    return _Inspected(tuple(names), _hinted(tuple(dict.fromkeys(problems))), size)


def _hinted(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """The problems, the first with a hint if all that is wrong is a form that other programs write."""
    first, *others = problems or (None,)
    harmless = all(
        problem.kind == "archive-malformed" or (problem.kind == "archive-unsafe" and problem.path.endswith("/"))
        for problem in problems
    )
    if first is None or first.hint is not None or first.expected == _WHAT_IS_OPENED or not harmless:
        return problems
    return (replace(first, hint=_REPACKED), *others)


def _read(member: Member) -> int | Problem:
    """How many bytes a member has, or what is wrong with them. An archive that is too large is not read any further."""
    try:
        return sum(map(len, member.chunks))
    except ArchiveError as error:
        if error.problem.kind == "archive-too-large":
            raise
        return error.problem


def _members(stream: BinaryIO, name: str) -> Iterator[Member]:
    """The members of an archive, which is told by its first bytes."""
    size = os.fstat(stream.fileno()).st_size
    stream.seek(0)
    first = stream.read(4)
    budget = Budget(name, size)
    if first.startswith(b"\x1f\x8b"):
        return tar_members(stream, name, budget)
    if first in (b"PK\x03\x04", b"PK\x05\x06"):
        return zip_members(stream, size, name, budget)
    if not first:
        raise ended_early(name, _WHAT_IS_OPENED, "an empty file")
    found = f"a file that begins with '{shown(first.decode('utf-8', 'backslashreplace'))}'"
    stream.seek(_TAR_MAGIC[0])
    unpacked = stream.read(len(_TAR_MAGIC[1])) == _TAR_MAGIC[1]
    hint = _GUNZIPPED if unpacked else _PAGE if first.lstrip()[:1] == b"<" else None
    raise ArchiveError("archive-malformed", name, _WHAT_IS_OPENED, found, hint)


def _check_names(names: list[bytes], archive: str) -> Iterator[Problem]:
    """All names are portable, different on every system, in order, and below one folder."""
    paths: list[str] = []
    for name in names:
        path = decoded(name)
        if isinstance(path, Problem):
            yield Problem("archive-unsafe", path.path, path.expected, path.found)
        elif (reason := fault(path)) is not None:
            yield Problem("archive-unsafe", path, reason, f"'{shown(path)}'")
        else:
            paths.append(path)
    seen: set[str] = set()
    for path in paths:
        if path in seen:
            yield Problem("archive-duplicate", path, "one member of this name", "another")
        seen.add(path)
    yield from collisions((path, path) for path in paths)
    for before, after in zip(names, names[1:]):
        if before > after:
            text = after.decode("utf-8", "backslashreplace")
            yield Problem("archive-malformed", text, "members sorted by name", "one that belongs further up")
            break
    yield from _check_tops(paths, archive)


def _check_tops(paths: Iterable[str], archive: str) -> Iterator[Problem]:
    tops = dict.fromkeys(path.split("/")[0] for path in paths)
    outside = next((path for path in paths if "/" not in path), None)
    if outside is not None:
        yield Problem("archive-malformed", outside, "a file in the folder of the bundle", "one beside it")
    elif len(tops) > 1:
        found = ", ".join(f"'{shown(top)}'" for top in list(tops)[:3])
        yield Problem("archive-malformed", archive, "one folder with everything in it", found)
    elif not tops:
        yield Problem("archive-malformed", archive, "a folder with files in it", "none")


def _unpack(stream: BinaryIO, archive: str, names: tuple[bytes, ...], private: Path) -> tuple[Problem, ...]:
    """Write all members, each checked once more: the file could have been changed since it was inspected."""
    made: set[Path] = {private}
    done = 0
    try:
        for done, member in enumerate(_members(stream, archive), start=1):
            if member.problems or names[done - 1 : done] != (member.name,):
                return _changed(archive)
            target = located(private, member.name.decode())
            with blaming(target):
                _make_folders(target.parent, made)
                _write(target, member.chunks)
    except ArchiveError:
        return _changed(archive)
    return () if done == len(names) else _changed(archive)


def _changed(archive: str) -> tuple[Problem, ...]:
    return (Problem("changed-while-read", archive, "a file at rest", "one that changed while it was read"),)


def _make_folders(folder: Path, made: set[Path]) -> None:
    if folder not in made:
        _make_folders(folder.parent, made)
        folder.mkdir(mode=0o700)
        made.add(folder)


def _write(target: Path, chunks: Iterable[bytes]) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_BINARY"))
    with os.fdopen(os.open(target, flags, 0o600), "wb") as stream:
        for chunk in chunks:
            stream.write(chunk)
