"""What zip and tar.gz have in common here: members one after the other, a budget, and errors that are findings.

The limits are against decompression bombs (D. Fifield, "A better zip bomb", 2019): everything is counted as it comes out.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from seal.problem import Kind, Problem

# Ten times, and for bytes a hundred times, what the largest bundle has.
MEMBERS = 100_000
NAME_BYTES = 16 << 20
TOTAL_BYTES = 16 << 30
MEMBER_BYTES = 4 << 30
# Tables of numbers shrink to a third or a tenth, tables of zeros to a hundredth; deflate itself ends at 1032:1. A small archive
# may be anything, as 16 MiB harm nobody.
RATIO = 200
RATIO_FROM = 16 << 20

CUT_SHORT = "it may have been cut short on its way: download it again"
"""What is advised of an archive that ends early."""

_CHUNK = 1 << 20
_PACKED_CHUNK = 1 << 16


class ArchiveError(Exception):
    """What ends the reading of a member, or of the archive."""

    def __init__(self, kind: Kind, path: str, expected: str, found: str, hint: str | None = None) -> None:
        """The finding."""
        super().__init__(expected, found)
        self.problem = Problem(kind, path, expected, found, hint)


def ended_early(name: str, expected: str, found: str) -> ArchiveError:
    """The archive's file ends before it should."""
    return ArchiveError("archive-malformed", name, expected, found, CUT_SHORT)


@dataclass(frozen=True)
class Member:
    """A member as an archive declares it: its name, what is wrong with its headers, and its bytes, which can be read once.

    Reading them raises ArchiveError if they are not as declared. They are of no use if the headers have problems.
    """

    name: bytes
    problems: tuple[Problem, ...]
    chunks: Iterator[bytes]


class Budget:
    """What may come out of an archive of so many bytes."""

    def __init__(self, name: str, packed: int) -> None:
        """Nothing has come out yet of the archive `name`."""
        self._name = name
        self._packed = packed
        self._members = 0
        self._name_bytes = 0
        self._bytes = 0

    def add_member(self, name: bytes, size: int) -> None:
        """One member more, which declares this size: it will be counted, but need not be begun if it is too large."""
        self._members += 1
        self._name_bytes += len(name)
        if self._name_bytes > NAME_BYTES:
            raise ArchiveError("archive-too-large", self._name, f"names of at most {NAME_BYTES} bytes in all", "more")
        if self._members > MEMBERS:
            raise ArchiveError("archive-too-large", self._name, f"at most {MEMBERS} members", "more")
        if size > MEMBER_BYTES:
            raise ArchiveError("archive-too-large", self._name, f"members of at most {MEMBER_BYTES} bytes", f"{size}")

    def add_bytes(self, count: int) -> None:
        """So many bytes more have come out."""
        self._bytes += count
        if self._bytes > TOTAL_BYTES:
            raise ArchiveError("archive-too-large", self._name, f"at most {TOTAL_BYTES} bytes", "more")
        if self._bytes > max(RATIO_FROM, RATIO * self._packed):
            expected = f"at most {RATIO} times as many bytes as the archive has"
            raise ArchiveError("archive-too-large", self._name, expected, "more")


def inflated(
    name: str, read: Callable[[int], bytes], give_back: Callable[[bytes], object], hint: str | None = None
) -> Iterator[bytes]:
    """The bytes of one deflate stream (RFC 1951), in chunks of bounded size. What was read beyond its end is given back.

    `hint` is for a stream that comes to no end.
    """
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    while not inflater.eof:
        packed = inflater.unconsumed_tail or read(_PACKED_CHUNK)
        try:
            chunk = inflater.decompress(packed, _CHUNK)
        except zlib.error:
            raise ArchiveError("archive-malformed", name, "a deflate stream", "other bytes") from None
        if chunk:
            yield chunk
        elif not packed and not inflater.eof:
            expected = "the end of a deflate stream"
            raise ArchiveError("archive-malformed", name, expected, "the end of its bytes", hint)
    give_back(inflater.unused_data)
