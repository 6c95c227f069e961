"""Reads tar.gz archives of one form, the one that bundles are written in: in one go, and in little memory.

gzip is RFC 1952; tar is POSIX.1 ustar, with a pax header for a name that does not fit. See docs/bundle-format.md, "The archives".
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator
from typing import BinaryIO

from seal.archive import CUT_SHORT, ArchiveError, Budget, Member, ended_early, inflated
from seal.problem import Kind, Problem, shown
from seal.saying import counted

_BLOCK = 512
_RECORD = 20 * _BLOCK
_ZEROS = bytes(_BLOCK)
_GZIP = struct.Struct("<2sBBIBB")
_TRAILER = struct.Struct("<2I")
_LONGEST_PAX = 2 * 4096
_NAME_SIZE, _PREFIX_SIZE = 100, 155
_REGULAR, _PAX = b"0", b"x"
_PAX_NAME = b"././@PaxHeader"
_TYPES = {
    b"1": "a hard link",
    b"2": "a link",
    b"3": "a device",
    b"4": "a device",
    b"5": "a folder",
    b"6": "a named pipe",
}
_FIELDS = struct.Struct("100s8s8s8s12s12s8s1s100s8s32s32s8s8s155s12s")
_SIZE = re.compile(rb"[0-7]{11}\0")
_RECORD_OF_PATH = re.compile(rb"([1-9][0-9]*) path=([^\0\n]+)\n")


def tar_members(stream: BinaryIO, name: str, budget: Budget) -> Iterator[Member]:
    """The members in their order. After a member's bytes were left unread, the next one is still found."""
    source = _Source(_gunzipped(stream, name, budget), name)
    path: bytes | None = None
    while (block := source.take(_BLOCK)) != _ZEROS:
        header = _Header(block, name, path)
        budget.add_member(header.name, header.size)
        if header.type == _PAX and not header.problems and path is None:
            path = _pax_path(source, header.size, name)
            continue
        rest = _Rest(header.size)
        yield Member(header.name, tuple(header.problems), rest.chunks(source))
        for _ in rest.chunks(source):
            pass
        if any(source.take(-header.size % _BLOCK)):
            raise ArchiveError("archive-trailing", header.shown, "zeros up to the next block", "other bytes")
        path = None
    if path is not None:
        raise ArchiveError("archive-malformed", name, "a member after its pax header", "none")
    _check_end(source, name)


class _Header:
    """A block that is a header. `path` is the name that a pax header before it gave."""

    def __init__(self, block: bytes, archive: str, path: bytes | None) -> None:
        fields = _FIELDS.unpack(block)
        (
            name,
            mode,
            uid,
            gid,
            size,
            mtime,
            checksum,
            self.type,
            link,
            magic,
            user,
            group,
            major,
            minor,
            prefix,
            padding,
        ) = fields
        if magic != b"ustar\x0000" or checksum != b"%06o\0 " % (sum(block) - sum(checksum) + 8 * ord(" ")):
            raise ArchiveError("archive-malformed", archive, "a ustar header with its checksum", "other bytes")
        if _SIZE.fullmatch(size) is None:
            raise ArchiveError("archive-malformed", archive, "a size in 11 octal digits", f"'{_text(size)}'")
        self.size = int(size[:11], 8)
        own = b"/".join(filter(None, (_string(prefix), _string(name))))
        self.name = own if path is None else path
        self.problems: list[Problem] = []
        is_pax = self.type == _PAX
        if self.type in _TYPES:
            self._add("archive-unsafe", "a regular file", _TYPES[self.type])
        elif self.type not in (_REGULAR, _PAX) or (is_pax and path is not None):
            self._add("archive-malformed", f"a member of type '{_text(_REGULAR)}'", f"'{_text(self.type)}'")
        self._check_name(own, name, prefix, path, is_pax)
        if self.size and self.type in _TYPES:
            self._add("archive-malformed", "no bytes", str(self.size))
        rules = (
            ("mode", mode, b"0000000\0" if is_pax else b"0000644\0"),
            ("user", uid, b"0000000\0"),
            ("group", gid, b"0000000\0"),
            ("time", mtime, b"00000000000\0"),
            ("target of a link", link, bytes(100)),
            ("name of a user", user, bytes(32)),
            ("name of a group", group, bytes(32)),
            ("device", (major + minor).replace(b"0000000\0", bytes(8)), bytes(16)),
            ("padding", padding, bytes(12)),
        )
        for field, found, expected in rules:
            if found != expected:
                self._add("archive-malformed", f"'{_text(expected)}' as {field}", f"'{_text(found)}'")

    @property
    def shown(self) -> str:
        return self.name.decode("utf-8", "backslashreplace")

    def _check_name(self, own: bytes, name: bytes, prefix: bytes, path: bytes | None, is_pax: bool) -> None:
        """There is one way to write a name: programs that read it in several ways must not see several."""
        if name != _padded(_string(name), _NAME_SIZE) or prefix != _padded(_string(prefix), _PREFIX_SIZE):
            self._add("archive-malformed", "zeros after a name", "other bytes")
        if is_pax:
            if own != _PAX_NAME:
                self._add("archive-malformed", f"'{_text(_PAX_NAME)}' as name of a pax header", f"'{_text(own)}'")
        elif path is not None:
            short = path.decode("utf-8", "replace").encode("ascii", "replace")[:_NAME_SIZE]
            if own != short:
                self._add("archive-malformed", f"'{_text(short)}' as name beside the pax header's", f"'{_text(own)}'")
            if path.isascii() and len(path) <= _NAME_SIZE:
                self._add("archive-malformed", "no pax header for a name that fits", "one")
        elif not own.isascii() or (_string(prefix), _string(name)) != _split(own):
            expected = "a name in ASCII, in one piece if it fits, else cut at the first slash where both parts fit"
            self._add("archive-malformed", expected, f"'{_text(prefix)}' and '{_text(name)}'")

    def _add(self, kind: Kind, expected: str, found: str) -> None:
        self.problems.append(Problem(kind, self.shown, expected, found))


def _split(path: bytes) -> tuple[bytes, bytes] | None:
    """How ustar has a path in two fields; None if it does not fit."""
    if len(path) <= _NAME_SIZE:
        return b"", path
    cut = path.find(b"/", len(path) - _NAME_SIZE - 1)
    return (path[:cut], path[cut + 1 :]) if 0 < cut <= _PREFIX_SIZE and cut + 1 < len(path) else None


class _Rest:
    """How many bytes of a member have not been read."""

    def __init__(self, size: int) -> None:
        self.left = size

    def chunks(self, source: _Source) -> Iterator[bytes]:
        while self.left:
            chunk = source.some(self.left)
            self.left -= len(chunk)
            yield chunk


class _Source:
    """Chunks of any size, taken in pieces of the sizes that are wanted."""

    def __init__(self, chunks: Iterator[bytes], name: str) -> None:
        self._chunks = chunks
        self._name = name
        self._chunk = memoryview(b"")
        self._failed: ArchiveError | None = None
        self.taken = 0

    def some(self, most: int) -> bytes:
        """At least one byte, at most so many."""
        piece = self.some_or_none(most)
        if not piece:
            raise ArchiveError(
                "archive-malformed", self._name, "a tar archive with two blocks of zeros at its end", "less"
            )
        return piece

    def some_or_none(self, most: int) -> bytes:
        """The same, or nothing at the end."""
        if self._failed is not None:
            raise self._failed
        if not self._chunk:
            try:
                self._chunk = memoryview(next(self._chunks, b""))
            except ArchiveError as error:
                self._failed = error
                raise
        piece = bytes(self._chunk[:most])
        self._chunk = self._chunk[most:]
        self.taken += len(piece)
        return piece

    def take(self, size: int) -> bytes:
        """Exactly so many."""
        content = b""
        while len(content) < size:
            content += self.some(size - len(content))
        return content


def _gunzipped(stream: BinaryIO, name: str, budget: Budget) -> Iterator[bytes]:
    """The bytes of the only member of a gzip file. That they are those declared is known at the end."""
    stream.seek(0)
    header = stream.read(_GZIP.size)
    if len(header) < _GZIP.size:
        raise ended_early(name, "a gzip header", "the end of the file")
    magic, method, flags, mtime, extra_flags, system = _GZIP.unpack(header)
    rules = (
        ("method", magic + bytes([method]), (b"\x1f\x8b\x08",)),
        ("flags", flags, (0,)),
        ("time", mtime, (0,)),
        ("extra flags", extra_flags, (0, 2, 4)),
        ("system", system, (255,)),
    )
    for field, value, allowed in rules:
        if value not in allowed:
            expected = f"{' or '.join(map(str, allowed))} as {field} of the gzip header"
            raise ArchiveError("archive-malformed", name, expected, str(value))
    beyond: list[bytes] = []
    length = crc = 0
    for chunk in inflated(name, stream.read, beyond.append, CUT_SHORT):
        budget.add_bytes(len(chunk))
        length += len(chunk)
        crc = zlib.crc32(chunk, crc)
        yield chunk
    trailer = (beyond[0] + stream.read(_TRAILER.size + 1))[: _TRAILER.size + 1]
    if len(trailer) < _TRAILER.size:
        raise ended_early(name, "a gzip trailer", "the end of the file")
    found = _TRAILER.unpack(trailer[: _TRAILER.size])
    if found != (crc, length % (1 << 32)):
        expected = f"CRC-32 {crc:08x} and {counted(length % (1 << 32), 'byte')} in the gzip trailer"
        raise ArchiveError("archive-mismatch", name, expected, f"{found[0]:08x} and {found[1]:,}")
    if len(trailer) > _TRAILER.size:
        raise ArchiveError("archive-trailing", name, "the end of the file after one gzip member", "more bytes")


def _pax_path(source: _Source, size: int, name: str) -> bytes:
    """The name in a pax header: nothing else may be said there."""
    if size > _LONGEST_PAX:
        raise ArchiveError("archive-malformed", name, f"a pax header of at most {_LONGEST_PAX} bytes", f"{size}")
    content = source.take(size)
    padding = source.take(-size % _BLOCK)
    match = _RECORD_OF_PATH.fullmatch(content)
    if match is None or int(match[1]) != size or any(padding):
        raise ArchiveError("archive-malformed", name, "a pax header with nothing but a path", f"'{_text(content)}'")
    return match[2]


def _check_end(source: _Source, name: str) -> None:
    """After the first block of zeros there is a second one, and nothing but zeros up to the end of the record."""
    if source.take(_BLOCK) != _ZEROS:
        raise ArchiveError("archive-malformed", name, "two blocks of zeros at the end of the tar archive", "one")
    end = -(-source.taken // _RECORD) * _RECORD
    while chunk := source.some_or_none(_BLOCK):
        if any(chunk) or source.taken > end:
            raise ArchiveError("archive-trailing", name, "zeros up to the end of the record", "more")
    if source.taken % _BLOCK:
        raise ArchiveError(
            "archive-malformed", name, f"a tar archive in blocks of {_BLOCK} bytes", counted(source.taken, "byte")
        )


def _string(field: bytes) -> bytes:
    return field.partition(b"\0")[0]


def _padded(content: bytes, size: int) -> bytes:
    return content + bytes(size - len(content))


def _text(content: bytes) -> str:
    return shown(content.rstrip(b"\0").decode("utf-8", "backslashreplace"))
