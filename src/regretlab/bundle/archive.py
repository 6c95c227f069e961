"""Archives with the same bytes everywhere: zip and tar.gz, written from nothing but names and contents.

The forms are those of PKWARE's APPNOTE, POSIX ustar and RFC 1952. What is compressed is so by libdeflate, from the lock file:
the zlib of a system may be another, and then other bytes. A whole archive is made in memory.
"""

import struct
from collections.abc import Iterable

import deflate

from regretlab.errors import InputError

Member = tuple[str, bytes]
"""A path, in ASCII, and the content."""

LEVEL = 8
"""Of libdeflate's 12: from here on, a hundredth less takes twice the time."""

_STORED, _DEFLATED = 0, 8
_VERSION, _UNIX, _MODE = 20, 3, 0o100644
_DATE = 0 << 9 | 1 << 5 | 1
"""1980-01-01, the first day that zip knows."""

_MOST_MEMBERS, _MOST_BYTES = 2**16 - 2, 2**32 - 2
"""Beyond, other fields would be needed (zip64)."""

_TAR_BLOCK, _TAR_RECORD = 512, 10240
_USTAR_NAME, _USTAR_PREFIX, _USTAR_SIZE = 100, 155, 8**11 - 1


def zip_archive(members: Iterable[Member], compress: bool = True) -> bytes:
    """A zip archive: sorted by path, files only, one date, no comments, no extra fields, no descriptors behind the data."""
    local, central, count = bytearray(), bytearray(), 0
    for path, content in _ordered(members):
        name = path.encode("ascii")
        data = bytes(deflate.deflate_compress(content, LEVEL)) if compress else content
        method = _DEFLATED if compress else _STORED
        crc = deflate.crc32(content, 0)
        _check_fits(count + 1, len(local) + len(data), len(content))
        fields = struct.pack("<HHHHHIIIHH", _VERSION, 0, method, 0, _DATE, crc, len(data), len(content), len(name), 0)
        central += b"PK\x01\x02" + struct.pack("<H", _UNIX << 8 | _VERSION) + fields
        central += struct.pack("<HHHII", 0, 0, 0, _MODE << 16, len(local)) + name
        local += b"PK\x03\x04" + fields + name + data
        count += 1
    _check_fits(count, len(local), len(central))
    end = b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, count, count, len(central), len(local), 0)
    return bytes(local + central + end)


def tar_gz_archive(members: Iterable[Member]) -> bytes:
    """A tar archive in gzip: sorted by path, files only, no owners, no times."""
    archive = bytearray()
    for path, content in _ordered(members):
        archive += _tar_headers(path.encode("ascii"), len(content))
        archive += content + bytes(-len(content) % _TAR_BLOCK)
    archive += bytes(2 * _TAR_BLOCK)
    return gzip_file(archive + bytes(-len(archive) % _TAR_RECORD))


def gzip_file(content: bytes | bytearray) -> bytes:
    """A gzip file without name and time, of no operating system."""
    header = b"\x1f\x8b\x08" + struct.pack("<BIBB", 0, 0, 2, 255)
    trailer = struct.pack("<II", deflate.crc32(content, 0), len(content) % 2**32)
    return header + bytes(deflate.deflate_compress(content, LEVEL)) + trailer


def _tar_headers(path: bytes, size: int) -> bytes:
    """The header of a file, behind one with its path (PAX) if that is too long for ustar."""
    if size > _USTAR_SIZE:
        raise InputError(f"{path.decode()}: expected at most {_USTAR_SIZE:,} bytes for a tar archive, found {size:,}")
    split = _split(path)
    if split is not None:
        return _tar_header(*split, size, b"0")
    record = _pax_record(b"path", path)
    named = _tar_header(b"", b"././@PaxHeader", len(record), b"x") + record + bytes(-len(record) % _TAR_BLOCK)
    return named + _tar_header(b"", path[:_USTAR_NAME], size, b"0")


def _split(path: bytes) -> tuple[bytes, bytes] | None:
    """The two parts in which ustar keeps a path, cut at a slash; None if they do not fit."""
    if len(path) <= _USTAR_NAME:
        return b"", path
    cut = path.find(b"/", len(path) - _USTAR_NAME - 1)
    return (path[:cut], path[cut + 1 :]) if 0 <= cut <= _USTAR_PREFIX else None


def _pax_record(key: bytes, value: bytes) -> bytes:
    """A record of a PAX header, which begins with its own length."""
    rest = b" " + key + b"=" + value + b"\n"
    length = len(rest)
    while length != len(rest) + len(str(length)):
        length = len(rest) + len(str(length))
    return str(length).encode() + rest


def _tar_header(prefix: bytes, name: bytes, size: int, kind: bytes) -> bytes:
    mode = b"0000000" if kind == b"x" else b"0000644"
    fields = (name, mode, b"0000000", b"0000000", b"%011o" % size, b"%011o" % 0, b" " * 8, kind, b"", b"ustar")
    header = struct.pack("100s8s8s8s12s12s8sc100s6s2s32s32s8s8s155s12x", *fields, b"00", b"", b"", b"", b"", prefix)
    return header[:148] + b"%06o\0 " % sum(header) + header[156:]


def _ordered(members: Iterable[Member]) -> list[Member]:
    return sorted(members, key=lambda member: member[0].encode("ascii"))


def _check_fits(members: int, *sizes: int) -> None:
    if members > _MOST_MEMBERS or max(sizes) > _MOST_BYTES:
        raise InputError(
            f"zip: expected at most {_MOST_MEMBERS:,} files and {_MOST_BYTES:,} bytes, "
            f"found {members:,} and {max(sizes):,}"
        )
