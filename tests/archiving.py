"""Archives of a bundle, field by field, so that they can be wrong in every way.

Written from PKWARE's APPNOTE, RFC 1952 and POSIX ustar, as docs/bundle-format.md asks; nothing of `seal` is used.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

Fields = Mapping[str, int]


def deflated(content: bytes, level: int = 9) -> bytes:
    packer = zlib.compressobj(level, zlib.DEFLATED, -15)
    return packer.compress(content) + packer.flush()


@dataclass(frozen=True)
class Zipped:
    """A member of a zip archive; what is in `local` and `central` replaces fields of these headers."""

    name: bytes
    content: bytes = b"content\n"
    packed: bytes | None = None
    method: int = 8
    local_name: bytes | None = None
    local: Fields = field(default_factory=dict)
    central: Fields = field(default_factory=dict)
    both: Fields = field(default_factory=dict)
    local_extra: bytes = b""
    extra: bytes = b""
    comment: bytes = b""
    before: bytes = b""
    after: bytes = b""


def zip_archive(
    members: Iterable[Zipped],
    end: Fields | None = None,
    comment: bytes = b"",
    before: bytes = b"",
    between: bytes = b"",
    directory_end: bytes = b"",
    after: bytes = b"",
) -> bytes:
    archive, directory, count = before, b"", 0
    for member in members:
        packed = member.packed
        if packed is None:
            packed = deflated(member.content) if member.method == 8 else member.content
        flags = 0 if member.name.isascii() else 0x800
        common = {
            "needed": 20,
            "flags": flags,
            "method": member.method,
            "time": 0,
            "date": 33,
            "crc": zlib.crc32(member.content),
            "packed": len(packed),
            "size": len(member.content),
            **member.both,
        }
        archive += member.before
        offset = len(archive)
        local = {**common, **member.local}
        name = member.name if member.local_name is None else member.local_name
        archive += struct.pack("<4s5H3I2H", b"PK\3\4", *local.values(), len(name), len(member.local_extra))
        archive += name + member.local_extra + packed + member.after
        central = {
            "made_by": 3 << 8 | 20,
            **common,
            "disk": 0,
            "internal": 0,
            "external": 0o100644 << 16,
            "offset": offset,
            **member.central,
        }
        made_by, *shared = list(central.values())[:9]
        lengths = (len(member.name), len(member.extra), len(member.comment))
        rest = list(central.values())[9:]
        directory += struct.pack("<4s6H3I5H2I", b"PK\1\2", made_by, *shared, *lengths, *rest)
        directory += member.name + member.extra + member.comment
        count += 1
    archive += between
    fields = {
        "disk": 0,
        "first": 0,
        "count": count,
        "all": count,
        "size": len(directory),
        "start": len(archive),
        "comment": len(comment),
        **(end or {}),
    }
    tail = struct.pack("<4s4H2IH", b"PK\5\6", *fields.values())
    return archive + directory + directory_end + tail + comment + after


@dataclass(frozen=True)
class Tarred:
    """A member of a tar archive; `fields` replaces fields of its header."""

    name: bytes
    content: bytes = b"content\n"
    type: bytes = b"0"
    fields: Mapping[str, bytes] = field(default_factory=dict)
    padding: bytes | None = None
    prefix: bytes = b""
    checksum: bytes | None = None

    def block(self) -> bytes:
        values = {
            "name": self.name.ljust(100, b"\0"),
            "mode": b"0000644\0",
            "uid": b"0000000\0",
            "gid": b"0000000\0",
            "size": b"%011o\0" % len(self.content),
            "mtime": b"00000000000\0",
            "checksum": b" " * 8,
            "type": self.type,
            "link": bytes(100),
            "magic": b"ustar\x0000",
            "user": bytes(32),
            "group": bytes(32),
            "major": b"0000000\0",
            "minor": b"0000000\0",
            "prefix": self.prefix.ljust(155, b"\0"),
            "pad": bytes(12),
            **self.fields,
        }
        checksum = b"%06o\0 " % sum(b"".join(values.values())) if self.checksum is None else self.checksum
        return b"".join({**values, "checksum": checksum}.values())


def pax(path: bytes, records: bytes | None = None) -> Tarred:
    """A header that gives the next member a name."""
    if records is None:
        length = len(path) + len(" path=\n")
        digits = next(n for n in range(1, 9) if len(str(length + n)) == n)
        records = b"%d path=%s\n" % (length + digits, path)
    return Tarred(b"././@PaxHeader", records, b"x", {"mode": b"0000000\0"})


def tar_archive(members: Iterable[Tarred], end: bytes = bytes(1024), record: int = 10240, after: bytes = b"") -> bytes:
    archive = b""
    for member in members:
        padding = bytes(-len(member.content) % 512) if member.padding is None else member.padding
        archive += member.block() + member.content + padding
    archive += end
    return archive + bytes(-len(archive) % record) + after


def gzipped(
    content: bytes,
    header: bytes = b"\x1f\x8b\x08\0\0\0\0\0\2\xff",
    extra: bytes = b"",
    crc: int | None = None,
    size: int | None = None,
    after: bytes = b"",
) -> bytes:
    crc = zlib.crc32(content) if crc is None else crc
    size = len(content) % (1 << 32) if size is None else size
    return header + extra + deflated(content) + struct.pack("<2I", crc, size) + after


def zipped(files: Mapping[str, bytes], top: str = "toy") -> list[Zipped]:
    names = sorted((f"{top}/{path}".encode(), content) for path, content in files.items())
    return [Zipped(name, content) for name, content in names]


def tarred(files: Mapping[str, bytes], top: str = "toy") -> list[Tarred]:
    """Members; a pax header goes before one whose name does not fit."""
    members = []
    for name, content in sorted((f"{top}/{path}".encode(), content) for path, content in files.items()):
        if len(name) <= 100 and name.isascii():
            members.append(Tarred(name, content))
        else:
            short = name.decode().encode("ascii", "replace")[:100]
            members.extend([pax(name), Tarred(short, content)])
    return members


def changed(members: list, number: int, **changes) -> list:
    """The members, one of them changed."""
    return [*members[:number], replace(members[number], **changes), *members[number + 1 :]]
