"""Writes tar.gz archives, right and wrong ones: every field of every header can be given.

gzip is RFC 1952, tar is POSIX.1 ustar; the right form is that of docs/bundle-format.md, "The archives".
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from dataclasses import dataclass

BLOCK, RECORD = 512, 10240
SHORT, PREFIX = 100, 155


@dataclass(frozen=True)
class TarMember:
    """A member; `size`, `checksum` and `padding` are as they should be if not given."""

    name: bytes
    content: bytes = b""
    type: bytes = b"0"
    link: bytes = b""
    prefix: bytes = b""
    mode: bytes = b"0000644\0"
    uid: bytes = b"0000000\0"
    gid: bytes = b"0000000\0"
    mtime: bytes = b"00000000000\0"
    user: bytes = b""
    magic: bytes = b"ustar\x0000"
    size: bytes | None = None
    checksum: bytes | None = None
    padding: bytes | None = None


def tar_members(name: bytes, content: bytes) -> list[TarMember]:
    """A right member: one header, or two if the name fits in none."""
    if name.isascii() and len(name) <= SHORT:
        return [TarMember(name, content)]
    # At the first slash that leaves so few letters behind it.
    cut = name.find(b"/", max(len(name) - SHORT - 1, 1))
    if name.isascii() and 0 < cut <= PREFIX:
        return [TarMember(name[cut + 1 :], content, prefix=name[:cut])]
    short = name.decode("utf-8", "replace").encode("ascii", "replace")[:SHORT]
    return [pax(b"path=" + name), TarMember(short, content)]


def pax(*records: bytes, global_: bool = False) -> TarMember:
    """A pax header with records `key=value` for the member after it, or for all of them."""
    content = b"".join(map(_record, records))
    return TarMember(b"././@PaxHeader", content, b"g" if global_ else b"x", mode=b"0000000\0")


def _record(text: bytes) -> bytes:
    """A record begins with its own length."""
    length = len(text) + 3
    while len(b"%d %s\n" % (length, text)) != length:
        length += 1
    return b"%d %s\n" % (length, text)


def tar_bytes(members: Iterable[TarMember], end: bytes = bytes(2 * BLOCK)) -> bytes:
    """A tar archive, zeros up to the end of the last record included."""
    parts: list[bytes] = []
    for member in members:
        padding = bytes(-len(member.content) % BLOCK) if member.padding is None else member.padding
        parts += [_header(member), member.content, padding]
    content = b"".join([*parts, end])
    return content + bytes(-len(content) % RECORD)


def _header(member: TarMember) -> bytes:
    size = b"%011o\0" % len(member.content) if member.size is None else member.size
    before = struct.pack("100s8s8s8s12s12s", member.name, member.mode, member.uid, member.gid, size, member.mtime)
    after = struct.pack(
        "1s100s8s32s32s8s8s155s12s",
        member.type,
        member.link,
        member.magic,
        member.user,
        b"",
        b"",
        b"",
        member.prefix,
        b"",
    )
    checksum = b"%06o\0 " % (sum(before) + sum(after) + 8 * ord(" ")) if member.checksum is None else member.checksum
    return before + checksum + after


def gzipped(
    content: bytes, flags: int = 0, mtime: int = 0, system: int = 255, fields: bytes = b"", crc: int = 0, more: int = 0
) -> bytes:
    """A gzip file; its CRC-32 is changed by `crc`, and its size is said to be so many bytes `more`."""
    packer = zlib.compressobj(1, zlib.DEFLATED, -zlib.MAX_WBITS)
    header = struct.pack("<2sBBIBB", b"\x1f\x8b", 8, flags, mtime, 0, system) + fields
    trailer = struct.pack("<2I", zlib.crc32(content) ^ crc, (len(content) + more) % (1 << 32))
    return b"".join([header, packer.compress(content), packer.flush(), trailer])
