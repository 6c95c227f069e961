"""Writes zip archives, right and wrong ones: every field of every header can be given.

The format is PKWARE's APPNOTE 6.3; the right form is that of docs/bundle-format.md, "The archives".
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Union

Value = Union[int, bytes]

DEFLATED = 8
FILE_MODE = 0o100644


@dataclass(frozen=True)
class ZipMember:
    """A member. `local` are fields that its local header has other than the central one; `before` are bytes in front of it."""

    name: bytes
    packed: bytes
    crc: int
    size: int
    made_by: int = 3 << 8 | 20
    needed: int = 20
    flags: int = 0
    method: int = DEFLATED
    time: int = 0
    date: int = 1 << 5 | 1
    extra: bytes = b""
    comment: bytes = b""
    mode: int = FILE_MODE
    packed_size: int | None = None
    offset: int | None = None
    local: Mapping[str, Value] = field(default_factory=dict)
    before: bytes = b""


def zip_member(name: bytes, content: bytes) -> ZipMember:
    """A right member."""
    return ZipMember(name, deflated(content), zlib.crc32(content), len(content))


def stored_member(name: bytes, content: bytes) -> ZipMember:
    """One that is not compressed."""
    return replace(zip_member(name, content), packed=content, method=0)


def deflated(content: bytes) -> bytes:
    """A deflate stream, quickly made."""
    packer = zlib.compressobj(1, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(content) + packer.flush()


def zip_bytes(
    members: Iterable[ZipMember], before_directory: bytes = b"", comment: bytes = b"", disk: int = 0, less: int = 0
) -> bytes:
    """An archive of these members; its end says that there are so many `less`."""
    parts: list[bytes] = []
    directory: list[bytes] = []
    position = 0
    for member in members:
        local = _local(member)
        position += len(member.before)
        parts += [member.before, local, member.packed]
        directory.append(_central(member, position if member.offset is None else member.offset))
        position += len(local) + len(member.packed)
    parts.append(before_directory)
    position += len(before_directory)
    central = b"".join(directory)
    count = len(directory) - less
    end = struct.pack("<4s4H2IH", b"PK\5\6", disk, disk, count, count, len(central), position, len(comment))
    return b"".join([*parts, central, end, comment])


def _local(member: ZipMember) -> bytes:
    packed_size = len(member.packed) if member.packed_size is None else member.packed_size
    fields: dict[str, Value] = {
        "needed": member.needed,
        "flags": member.flags,
        "method": member.method,
        "time": member.time,
        "date": member.date,
        "crc": member.crc,
        "packed_size": packed_size,
        "size": member.size,
        "name": member.name,
        "extra": b"",
        **member.local,
    }
    *numbers, name, extra = fields.values()
    if not isinstance(name, bytes) or not isinstance(extra, bytes):
        raise TypeError("name and extra fields are bytes")
    return struct.pack("<4s5H3I2H", b"PK\3\4", *numbers, len(name), len(extra)) + name + extra


def _central(member: ZipMember, offset: int) -> bytes:
    packed_size = len(member.packed) if member.packed_size is None else member.packed_size
    header = struct.pack(
        "<4s6H3I5H2I",
        b"PK\1\2",
        member.made_by,
        member.needed,
        member.flags,
        member.method,
        member.time,
        member.date,
        member.crc,
        packed_size,
        member.size,
        len(member.name),
        len(member.extra),
        len(member.comment),
        0,
        0,
        member.mode << 16,
        offset,
    )
    return header + member.name + member.extra + member.comment
