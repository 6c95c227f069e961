"""Attacks by zip archives of the bundle, most of them known by a name: zip slip, overlapping bombs, two directories in one."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import replace

from audit.selftest.mutation import Group
from audit.selftest.zip_form import ZipMember, zip_bytes, zip_member

group = Group("zip")

Members = Sequence[ZipMember]

_BOMB = 64 << 20


def _changed(members: Members, **changes: object) -> list[ZipMember]:
    """The members with another first one."""
    return [replace(members[0], **changes), *members[1:]]  # type: ignore[arg-type]


def _with(members: Members, name: bytes, **changes: object) -> bytes:
    """The archive with one member more, in its place by name."""
    added = replace(zip_member(name, b"a\n1\n"), **changes)  # type: ignore[arg-type]
    return zip_bytes(sorted([*members, added], key=lambda member: member.name))


def _top(members: Members) -> bytes:
    return members[0].name.split(b"/")[0]


@group("archive-unsafe")
def zip_path_of_the_folder_above(members: Members) -> bytes:
    """A member is to be written outside, by ../."""
    return _with(members, _top(members) + b"/../../outside.csv")


@group("archive-unsafe")
def zip_absolute_path(members: Members) -> bytes:
    """A member is to be written to a place of its own choice, by an absolute path."""
    return _with(members, b"/tmp/outside.csv")


@group("archive-unsafe")
def zip_drive(members: Members) -> bytes:
    """A member is to be written to another drive."""
    return _with(members, b"C:/outside.csv")


@group("archive-unsafe")
def zip_backslash(members: Members) -> bytes:
    """A member is to be written outside, by the separator of Windows."""
    return _with(members, _top(members) + b"/..\\..\\outside.csv")


@group("archive-unsafe")
def zip_null_byte(members: Members) -> bytes:
    """The name of a member goes on after a zero byte."""
    return _with(members, _top(members) + b"/README.md\0.csv")


@group("archive-unsafe")
def zip_alias(members: Members) -> bytes:
    """A member has the path of another, with a part that changes nothing."""
    return _with(members, members[0].name.replace(b"/", b"/./", 1))


@group("archive-unsafe")
def zip_reserved_name(members: Members) -> bytes:
    """A member is called aux.csv, which is a device on Windows."""
    return _with(members, _top(members) + b"/aux.csv")


@group("archive-duplicate")
def zip_same_name_twice(members: Members) -> bytes:
    """Two members have one name, and other contents."""
    return _with(members, members[0].name)


@group("name-collision")
def zip_names_that_differ_by_case(members: Members) -> bytes:
    """A member has the name of another in capitals."""
    return _with(members, _top(members) + b"/readme.md")


@group("name-collision")
def zip_file_that_is_a_folder(members: Members) -> bytes:
    """A member is a file, and the folder of another."""
    return _with(members, _top(members) + b"/README.md/x.csv")


@group("archive-malformed")
def zip_two_folders(members: Members) -> bytes:
    """The archive has a second folder next to the bundle's."""
    return _with(members, _top(members) + b"-2/x.csv")


@group("archive-malformed")
def zip_file_beside_the_folder(members: Members) -> bytes:
    """The archive has a file next to the bundle's folder."""
    return _with(members, b"x.csv")


@group("archive-unsafe")
def zip_link(members: Members) -> bytes:
    """A member is a symbolic link."""
    return _with(members, _top(members) + b"/link", mode=0o120777)


@group("archive-unsafe")
def zip_pipe(members: Members) -> bytes:
    """A member is a named pipe."""
    return _with(members, _top(members) + b"/pipe", mode=0o010644)


@group("archive-unsafe", "archive-malformed")
def zip_folder(members: Members) -> bytes:
    """A member is a folder."""
    return _with(members, _top(members) + b"/data/", mode=0o040755, packed=b"\3\0", crc=0, size=0)


@group("archive-malformed")
def zip_program(members: Members) -> bytes:
    """A member may be run by everybody."""
    return zip_bytes(_changed(members, mode=0o100777))


@group("archive-unsafe")
def zip_encrypted(members: Members) -> bytes:
    """A member is said to be encrypted."""
    return zip_bytes(_changed(members, flags=1))


@group("archive-malformed")
def zip_unknown_method(members: Members) -> bytes:
    """A member is packed in a way that not every program knows."""
    return zip_bytes(_changed(members, method=93))


@group("archive-malformed")
def zip_size_after_the_bytes(members: Members) -> bytes:
    """A member says only after its bytes how many they are: programs differ in where they look."""
    return zip_bytes(_changed(members, flags=1 << 3))


@group("archive-mismatch")
def zip_two_names_of_a_member(members: Members) -> bytes:
    """The local header has another name than the central directory: programs differ in which counts."""
    return zip_bytes(_changed(members, local={"name": members[0].name[:-1] + b"x"}))


@group("archive-mismatch")
def zip_two_sizes_of_a_member(members: Members) -> bytes:
    """The local header has another size than the central directory."""
    return zip_bytes(_changed(members, local={"size": members[0].size + 1}))


@group("archive-mismatch")
def zip_two_checksums_of_a_member(members: Members) -> bytes:
    """The local header has another CRC-32 than the central directory."""
    return zip_bytes(_changed(members, local={"crc": 0}))


@group("archive-mismatch")
def zip_two_methods_of_a_member(members: Members) -> bytes:
    """The local header says stored, the central directory deflated."""
    return zip_bytes(_changed(members, local={"method": 0}))


@group("archive-mismatch")
def zip_wrong_checksum(members: Members) -> bytes:
    """Both headers have another CRC-32 than the bytes."""
    return zip_bytes(_changed(members, crc=members[0].crc ^ 1))


@group("archive-mismatch")
def zip_smaller_than_it_is(members: Members) -> bytes:
    """Both headers say that there are fewer bytes than come out."""
    return zip_bytes(_changed(members, size=members[0].size - 1))


@group("archive-mismatch")
def zip_larger_than_it_is(members: Members) -> bytes:
    """Both headers say that there are more bytes than come out."""
    return zip_bytes(_changed(members, size=members[0].size + 1))


@group("archive-malformed", "archive-mismatch", "archive-trailing")
def zip_damaged_bytes(members: Members) -> bytes:
    """The packed bytes of a member are damaged."""
    packed = bytearray(members[0].packed)
    packed[len(packed) // 2] ^= 0xFF
    return zip_bytes(_changed(members, packed=bytes(packed)))


@group("archive-trailing")
def zip_bytes_after_a_member(members: Members) -> bytes:
    """More bytes follow where the packed bytes of a member end, and are counted as its own."""
    return zip_bytes(_changed(members, packed=members[0].packed + b"hidden"))


@group("archive-trailing")
def zip_bytes_between_members(members: Members) -> bytes:
    """There are bytes between two members that belong to none."""
    return zip_bytes([members[0], replace(members[1], before=b"hidden"), *members[2:]])


@group("archive-trailing")
def zip_hidden_member(members: Members) -> bytes:
    """There is a member more than the central directory has: who reads from the front sees it."""
    hidden = zip_bytes([zip_member(_top(members) + b"/zzz.csv", b"a\n")])
    return zip_bytes(members, before_directory=hidden[: hidden.index(b"PK\1\2")])


@group("archive-trailing", "archive-malformed")
def zip_fewer_than_there_are(members: Members) -> bytes:
    """The end says that there is a member less than the central directory has."""
    return zip_bytes(members, less=1)


@group("archive-malformed")
def zip_overlapping_members(members: Members) -> bytes:
    """Two members share their bytes, which is how a small archive becomes a large one."""
    name = _top(members) + b"/zzz.csv"
    return zip_bytes([*members, replace(members[-1], name=name, offset=0)])


@group("archive-malformed", "archive-trailing")
def zip_bytes_before(members: Members) -> bytes:
    """A program is before the archive, which many a reader skips."""
    return b"#!/bin/sh\necho hello\nexit\n" + zip_bytes(members)


@group("archive-malformed", "archive-trailing")
def zip_bytes_before_that_are_counted(members: Members) -> bytes:
    """A program is before the archive, whose offsets count it."""
    return zip_bytes([replace(members[0], before=b"#!/bin/sh\nexit\n"), *members[1:]])


@group("archive-trailing")
def zip_bytes_after(members: Members) -> bytes:
    """Bytes follow after the archive."""
    return zip_bytes(members) + b"more"


@group("archive-malformed", "archive-trailing")
def zip_second_archive_after(members: Members) -> bytes:
    """A second archive follows: programs differ in which end they find."""
    return zip_bytes(members) + zip_bytes(members[:1])


@group("archive-malformed", "archive-trailing")
def zip_comment(members: Members) -> bytes:
    """The archive has a comment, in which a second end can hide."""
    return zip_bytes(members, comment=b"made by hand")


@group("archive-malformed")
def zip_comment_of_a_member(members: Members) -> bytes:
    """A member has a comment."""
    return zip_bytes(_changed(members, comment=b"made by hand"))


@group("archive-malformed")
def zip_extra_field(members: Members) -> bytes:
    """A member has an extra field in the central directory, with a second name."""
    extra = (
        b"up" + (5 + len(b"x.csv")).to_bytes(2, "little") + b"\1" + zlib.crc32(members[0].name).to_bytes(4, "little")
    )
    return zip_bytes(_changed(members, extra=extra + b"x.csv"))


@group("archive-malformed")
def zip_local_extra_field(members: Members) -> bytes:
    """A member has an extra field in its local header, with times."""
    return zip_bytes(_changed(members, local={"extra": b"UT\5\0\1\0\0\0\0"}))


@group("archive-malformed")
def zip_with_a_date(members: Members) -> bytes:
    """A member has the date of today."""
    return zip_bytes(_changed(members, date=(2026 - 1980) << 9 | 11 << 5 | 30))


@group("archive-malformed")
def zip_unsorted(members: Members) -> bytes:
    """Two members have changed places."""
    return zip_bytes([members[1], members[0], *members[2:]])


@group("archive-malformed")
def zip_in_parts(members: Members) -> bytes:
    """The archive is said to be the second part of one."""
    return zip_bytes(members, disk=1)


@group("archive-malformed")
def zip_cut_short(members: Members) -> bytes:
    """The archive ends in its middle."""
    content = zip_bytes(members)
    return content[: len(content) // 2]


@group("archive-malformed")
def zip_without_members(_: Members) -> bytes:
    """The archive is empty."""
    return zip_bytes([])


@group("archive-malformed")
def no_archive(_: Members) -> bytes:
    """The file is a page that says that there is none, as servers send it."""
    return b"<!DOCTYPE html>\n<title>404 Not Found</title>\n"


@group("archive-too-large")
def zip_bomb(members: Members) -> bytes:
    """A member becomes a thousand times as large when it is unpacked."""
    content = bytes(_BOMB)
    name = _top(members) + b"/zzz.csv"
    return zip_bytes([*sorted(members, key=lambda member: member.size)[:1], zip_member(name, content)])


@group("archive-too-large", "archive-malformed", "archive-mismatch")
def zip_member_beyond_all_limits(members: Members) -> bytes:
    """A member is said to have four gigabytes less one byte, the most that a header can say."""
    return zip_bytes(_changed(members, size=0xFFFFFFFF))


@group("file-missing")
def zip_member_removed(members: Members) -> bytes:
    """A sound archive lacks a file of the bundle."""
    return zip_bytes([member for member in members if not member.name.endswith(b"/README.md")])


@group("file-unexpected")
def zip_member_added(members: Members) -> bytes:
    """A sound archive has a file that is not the bundle's."""
    return _with(members, _top(members) + b"/zzz.csv")


@group("file-altered")
def zip_member_altered(members: Members) -> bytes:
    """A sound archive has other contents of a file."""
    return zip_bytes([zip_member(members[0].name, b"other\n"), *members[1:]])
