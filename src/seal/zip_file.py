"""Reads zip archives of one form, the one that bundles are written in, and takes no header at its word.

The format is PKWARE's APPNOTE 6.3; what of it is allowed is in docs/bundle-format.md, "The archives".
"""

from __future__ import annotations

import stat
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from seal.archive import ArchiveError, Budget, Member, ended_early, inflated
from seal.problem import Problem, shown
from seal.read import CHUNK, what
from seal.saying import counted

_LOCAL = struct.Struct("<4s5H3I2H")
_CENTRAL = struct.Struct("<4s6H3I5H2I")
_END = struct.Struct("<4s4H2IH")
_END_SIGNATURE = b"PK\x05\x06"
_LONGEST_COMMENT = 0xFFFF
# A longer name could not be a file's.
_LONGEST_NAME = 4096

STORED, DEFLATED = 0, 8
"""Methods of a member that are allowed."""
_ENCRYPTED = 1 << 0 | 1 << 6 | 1 << 13
_UTF8 = 1 << 11
_UNIX = 3
_FIRST_OF_1980 = (0, 1 << 5 | 1)
_MODE = stat.S_IFREG | 0o644
# The fields that both headers of a member have, in their order.
_COMMON = ("version needed", "flags", "method", "time", "date", "CRC-32", "packed size", "size")


@dataclass(frozen=True)
class _Entry:
    """A header of the central directory; `common` are the fields that the local header repeats."""

    name: bytes
    common: tuple[int, ...]
    made_by: int
    extra: int
    comment: int
    disk: int
    internal: int
    external: int
    offset: int

    @property
    def shown(self) -> str:
        return self.name.decode("utf-8", "backslashreplace")

    @property
    def flags(self) -> int:
        return self.common[1]

    @property
    def method(self) -> int:
        return self.common[2]

    @property
    def crc(self) -> int:
        return self.common[5]

    @property
    def packed(self) -> int:
        return self.common[6]

    @property
    def size(self) -> int:
        return self.common[7]


def zip_members(
    stream: BinaryIO, size: int, name: str, budget: Budget, methods: tuple[int, ...] = (STORED, DEFLATED)
) -> Iterator[Member]:
    """The members in the order of the central directory. Every byte of the file must belong to one of them, or to that."""
    directory, count = _find_directory(stream, size, name)
    entries = _read_directory(stream, directory, count, size - _END.size, name)
    position = 0
    for entry in entries:
        budget.add_member(entry.name, entry.size)
        if entry.offset < position:
            raise ArchiveError(
                "archive-malformed", entry.shown, f"a member from byte {position} on", f"byte {entry.offset}"
            )
        start, problems = _check_local(stream, entry, position, directory)
        yield Member(entry.name, (*_oddities(entry, methods), *problems), _content(stream, entry, start, budget))
        position = start + entry.packed
    if position != directory:
        expected = f"the central directory right after the members, at byte {position}"
        raise ArchiveError("archive-trailing", name, expected, f"byte {directory}")


def _find_directory(stream: BinaryIO, size: int, name: str) -> tuple[int, int]:
    """Where the central directory begins, and how many members it has."""
    tail = _read(stream, max(size - _END.size - _LONGEST_COMMENT, 0), min(size, _END.size + _LONGEST_COMMENT), name)
    place = tail.rfind(_END_SIGNATURE)
    if place < 0 or len(tail) - place < _END.size:
        raise ended_early(name, "a zip archive with its end", "none")
    _, disk, first_disk, count, whole_count, length, start, comment = _END.unpack_from(tail, place)
    after = len(tail) - place - _END.size
    if comment:
        raise ArchiveError("archive-malformed", name, "no comment", f"one of {counted(comment, 'byte')}")
    if after:
        raise ArchiveError(
            "archive-trailing", name, "the end of the file after the archive", f"{counted(after, 'byte')} more"
        )
    if (disk, first_disk, count) != (0, 0, whole_count):
        raise ArchiveError("archive-malformed", name, "an archive in one part", "one in several")
    if not count:
        raise ArchiveError("archive-malformed", name, "at least one member", "none")
    # Where zip64 says where the directory is, its own records are in between.
    if start + length != size - _END.size:
        expected = f"a central directory that ends at byte {size - _END.size}, without zip64"
        raise ArchiveError("archive-malformed", name, expected, f"one from byte {start} to {start + length}")
    return start, count


def _read_directory(stream: BinaryIO, start: int, count: int, end: int, name: str) -> list[_Entry]:
    entries: list[_Entry] = []
    for _ in range(count):
        if start + _CENTRAL.size > end:
            raise ArchiveError("archive-malformed", name, counted(count, "member"), f"{len(entries)}")
        fields = _CENTRAL.unpack(_read(stream, start, _CENTRAL.size, name))
        signature, made_by, *common = fields[:10]
        length, extra, comment, disk, internal, external, offset = fields[10:]
        if signature != b"PK\x01\x02" or start + _CENTRAL.size + length > end or length > _LONGEST_NAME:
            raise ArchiveError("archive-malformed", name, f"a header of the central directory at byte {start}", "none")
        member = _read(stream, start + _CENTRAL.size, length, name)
        entries.append(_Entry(member, tuple(common), made_by, extra, comment, disk, internal, external, offset))
        start += _CENTRAL.size + length + extra + comment
    if start != end:
        raise ArchiveError("archive-trailing", name, counted(count, "member"), "more in the central directory")
    return entries


def _oddities(entry: _Entry, methods: tuple[int, ...]) -> Iterator[Problem]:
    """What our writer does not write."""
    if entry.flags & _ENCRYPTED:
        yield Problem("archive-unsafe", entry.shown, "a member that is not encrypted", "one that is")
    mode = entry.external >> 16
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        yield Problem("archive-unsafe", entry.shown, "a regular file", what(mode))
    rules = (
        ("flags", entry.flags & ~_ENCRYPTED, (0 if entry.name.isascii() else _UTF8,)),
        ("method", entry.method, methods),
        ("system", entry.made_by >> 8, (_UNIX,)),
        ("version needed", entry.common[0], (10, 20)),
        ("time", entry.common[3], _FIRST_OF_1980[:1]),
        ("date", entry.common[4], _FIRST_OF_1980[1:]),
        ("bytes of extra fields", entry.extra, (0,)),
        ("bytes of a comment", entry.comment, (0,)),
        ("part", entry.disk, (0,)),
        ("internal attributes", entry.internal, (0,)),
        ("external attributes", entry.external, (_MODE << 16,)),
    )
    for field, found, allowed in rules:
        if found not in allowed:
            expected = f"{' or '.join(map(str, allowed))} as {field}"
            yield Problem("archive-malformed", entry.shown, expected, str(found))


def _check_local(stream: BinaryIO, entry: _Entry, position: int, end: int) -> tuple[int, tuple[Problem, ...]]:
    """Where the bytes of a member begin, and how its local header differs from the central one."""
    if entry.offset + _LOCAL.size > end:
        raise ArchiveError("archive-malformed", entry.shown, f"a local header at byte {entry.offset}", "none")
    signature, *common, length, extra = _LOCAL.unpack(_read(stream, entry.offset, _LOCAL.size, entry.shown))
    start = entry.offset + _LOCAL.size + length + extra
    if signature != b"PK\x03\x04" or start + entry.packed > end:
        raise ArchiveError(
            "archive-malformed", entry.shown, f"a local header at byte {entry.offset}, and its bytes", "none"
        )
    problems = []
    if entry.offset > position:
        expected = f"a member from byte {position} on"
        problems.append(Problem("archive-trailing", entry.shown, expected, f"byte {entry.offset}"))
    name = _read(stream, entry.offset + _LOCAL.size, length, entry.shown)
    if name != entry.name:
        found = f"'{shown(name.decode('utf-8', 'backslashreplace'))}' in its local header"
        problems.append(Problem("archive-mismatch", entry.shown, "one name", found))
    for field, local, central in zip(_COMMON, common, entry.common):
        if local != central:
            expected = f"{central} as {field}, as in the central directory"
            problems.append(Problem("archive-mismatch", entry.shown, expected, f"{local} in its local header"))
    if extra:
        problems.append(
            Problem(
                "archive-malformed", entry.shown, "no extra fields", f"{counted(extra, 'byte')} in its local header"
            )
        )
    return start, tuple(problems)


def _content(stream: BinaryIO, entry: _Entry, start: int, budget: Budget) -> Iterator[bytes]:
    """The bytes of a member, counted: that they are those declared is known at the end."""
    reader = _Part(stream, start, entry.packed)
    chunks = inflated(entry.shown, reader.read, reader.give_back) if entry.method == DEFLATED else reader.chunks()
    size = crc = 0
    for chunk in chunks:
        budget.add_bytes(len(chunk))
        size += len(chunk)
        crc = zlib.crc32(chunk, crc)
        if size > entry.size:
            raise ArchiveError("archive-mismatch", entry.shown, counted(entry.size, "byte"), "more")
        yield chunk
    if reader.left:
        raise ArchiveError("archive-trailing", entry.shown, "no bytes after its deflate stream", f"{reader.left}")
    if size != entry.size:
        raise ArchiveError("archive-mismatch", entry.shown, counted(entry.size, "byte"), f"{size:,}")
    if crc != entry.crc:
        raise ArchiveError("archive-mismatch", entry.shown, f"CRC-32 {entry.crc:08x}", f"{crc:08x}")


class _Part:
    """A part of a stream that others read too."""

    def __init__(self, stream: BinaryIO, start: int, size: int) -> None:
        self._stream = stream
        self._position = start
        self.left = size

    def read(self, size: int) -> bytes:
        self._stream.seek(self._position)
        content = self._stream.read(min(size, self.left))
        self._position += len(content)
        self.left -= len(content)
        return content

    def give_back(self, content: bytes) -> None:
        self._position -= len(content)
        self.left += len(content)

    def chunks(self) -> Iterator[bytes]:
        while chunk := self.read(CHUNK):
            yield chunk


def _read(stream: BinaryIO, start: int, size: int, name: str) -> bytes:
    stream.seek(start)
    content = stream.read(size)
    if len(content) != size:
        raise ended_early(name, f"{counted(size, 'byte')} from byte {start} on", "the end of the file")
    return content
