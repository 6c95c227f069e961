"""Attacks by tar.gz archives of the bundle: what tar can do besides files, and what gzip can hide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from audit.selftest.mutation import Group
from audit.selftest.tar_form import BLOCK, RECORD, TarMember, gzipped, pax, tar_bytes

group = Group("tar.gz")

Members = Sequence[TarMember]

_BOMB = 64 << 20


def _archive(members: Members) -> bytes:
    return gzipped(tar_bytes(members))


def _changed(members: Members, **changes: object) -> bytes:
    """The archive with another first member."""
    return _archive([replace(members[0], **changes), *members[1:]])  # type: ignore[arg-type]


def _with(members: Members, name: bytes, content: bytes = b"a\n1\n", **changes: object) -> bytes:
    """The archive with one member more, at its end."""
    return _archive([*members, replace(TarMember(name, content), **changes)])  # type: ignore[arg-type]


def _top(members: Members) -> bytes:
    return members[0].name.split(b"/")[0]


@group("archive-unsafe")
def tar_path_of_the_folder_above(members: Members) -> bytes:
    """A member is to be written outside, by ../."""
    return _with(members, _top(members) + b"/../../outside.csv")


@group("archive-unsafe")
def tar_absolute_path(members: Members) -> bytes:
    """A member is to be written to a place of its own choice, by an absolute path."""
    return _with(members, b"/tmp/outside.csv")


@group("archive-unsafe")
def tar_link(members: Members) -> bytes:
    """A member is a symbolic link to a file of the system."""
    return _with(members, _top(members) + b"/zzz", b"", type=b"2", link=b"/etc/passwd")


@group("archive-unsafe")
def tar_link_and_a_file_behind_it(members: Members) -> bytes:
    """A member is a symbolic link to a folder outside, the next one is written through it."""
    link = TarMember(_top(members) + b"/zzz", type=b"2", link=b"/tmp")
    return _archive([*members, link, TarMember(_top(members) + b"/zzz/outside.csv", b"a\n")])


@group("archive-unsafe")
def tar_hard_link(members: Members) -> bytes:
    """A member is a hard link to another."""
    return _with(members, _top(members) + b"/zzz", b"", type=b"1", link=members[0].name)


@group("archive-unsafe")
def tar_device(members: Members) -> bytes:
    """A member is a device."""
    return _with(members, _top(members) + b"/zzz", b"", type=b"3")


@group("archive-unsafe")
def tar_pipe(members: Members) -> bytes:
    """A member is a named pipe."""
    return _with(members, _top(members) + b"/zzz", b"", type=b"6")


@group("archive-unsafe")
def tar_folder(members: Members) -> bytes:
    """A member is a folder."""
    return _with(members, _top(members) + b"/zzz/", b"", type=b"5")


@group("archive-malformed")
def tar_sparse_file(members: Members) -> bytes:
    """A member is a file with holes, as GNU tar writes it."""
    return _with(members, _top(members) + b"/zzz", type=b"S")


@group("archive-malformed")
def tar_unknown_type(members: Members) -> bytes:
    """A member is of a type that POSIX leaves open."""
    return _with(members, _top(members) + b"/zzz", type=b"7")


@group("archive-malformed")
def tar_long_name_of_gnu(members: Members) -> bytes:
    """A member gives the next one another name, as GNU tar writes long ones."""
    name = TarMember(b"././@LongLink", b"/tmp/outside.csv\0", b"L")
    return _archive([*members, name, TarMember(_top(members) + b"/zzz", b"a\n")])


@group("archive-malformed", "archive-unsafe")
def tar_other_name_by_pax(members: Members) -> bytes:
    """A pax header gives the next member another name than its own header."""
    return _archive([pax(b"path=/tmp/outside.csv"), *members])


@group("archive-malformed")
def tar_other_size_by_pax(members: Members) -> bytes:
    """A pax header gives the next member another size than its own header."""
    return _archive([pax(b"size=1"), *members])


@group("archive-malformed")
def tar_pax_header_for_all(members: Members) -> bytes:
    """A pax header is for all members after it."""
    return _archive([pax(b"comment=made by hand", global_=True), *members])


@group("archive-malformed")
def tar_pax_header_for_none(members: Members) -> bytes:
    """A pax header is the last of the archive."""
    return _archive([*members, pax(b"path=" + b"x" * 300)])


@group("archive-duplicate")
def tar_same_name_twice(members: Members) -> bytes:
    """Two members have one name, and other contents: the later one wins."""
    return _archive([members[0], TarMember(members[0].name, b"other\n", prefix=members[0].prefix), *members[1:]])


@group("name-collision")
def tar_names_that_differ_by_case(members: Members) -> bytes:
    """A member has the name of another in capitals."""
    return _with(members, _top(members) + b"/readme.md")


@group("archive-malformed")
def tar_two_folders(members: Members) -> bytes:
    """The archive has a second folder next to the bundle's."""
    return _with(members, _top(members) + b"-2/x.csv")


@group("archive-malformed")
def tar_unsorted(members: Members) -> bytes:
    """The last member comes first."""
    return _archive([members[-1], *members[:-1]])


@group("archive-malformed")
def tar_wrong_checksum(members: Members) -> bytes:
    """A header has another checksum than its bytes."""
    return _changed(members, checksum=b"000000\0 ")


@group("archive-malformed")
def tar_of_gnu(members: Members) -> bytes:
    """A header is of the form of old GNU tar."""
    return _changed(members, magic=b"ustar  \0")


@group("archive-malformed")
def tar_without_magic(members: Members) -> bytes:
    """A header is of the form before POSIX."""
    return _changed(members, magic=b"")


@group("archive-malformed")
def tar_binary_size(members: Members) -> bytes:
    """A size is written in binary, as GNU tar writes large ones."""
    return _changed(members, size=b"\x80" + len(members[0].content).to_bytes(11, "big"))


@group("archive-malformed", "archive-mismatch", "archive-trailing")
def tar_wrong_size(members: Members) -> bytes:
    """A header says that there are many more bytes than there are, so that other members are swallowed."""
    return _changed(members, size=b"%011o\0" % (len(members[0].content) + 10 * BLOCK))


@group("archive-malformed")
def tar_program(members: Members) -> bytes:
    """A member may be run by everybody, with the rights of its owner."""
    return _changed(members, mode=b"0004777\0")


@group("archive-malformed")
def tar_with_an_owner(members: Members) -> bytes:
    """A member belongs to somebody."""
    return _changed(members, uid=b"0001750\0", user=b"somebody")


@group("archive-malformed")
def tar_with_a_date(members: Members) -> bytes:
    """A member has a date."""
    return _changed(members, mtime=b"15224770000\0")


@group("archive-trailing")
def tar_bytes_after_a_member(members: Members) -> bytes:
    """Bytes are hidden between the end of a member and its last block's."""
    place = next(n for n, member in enumerate(members) if len(member.content) % BLOCK)
    size = -len(members[place].content) % BLOCK
    hidden = replace(members[place], padding=b"x" * size)
    return _archive([*members[:place], hidden, *members[place + 1 :]])


@group("archive-malformed")
def tar_without_its_end(members: Members) -> bytes:
    """The archive has no blocks of zeros at its end."""
    content = tar_bytes(members, end=b"")
    return gzipped(content.rstrip(b"\0") + bytes(-len(content.rstrip(b"\0")) % BLOCK))


@group("archive-malformed")
def tar_with_half_its_end(members: Members) -> bytes:
    """The archive has one block of zeros at its end."""
    content = tar_bytes(members, end=b"").rstrip(b"\0")
    return gzipped(content + bytes(-len(content) % BLOCK + BLOCK))


@group("archive-malformed", "archive-trailing")
def tar_second_archive_after(members: Members) -> bytes:
    """A second archive follows the end of the first, which some programs go on to read."""
    return gzipped(tar_bytes(members) + tar_bytes([TarMember(_top(members) + b"/zzz.csv", b"a\n")]))


@group("archive-trailing")
def tar_zeros_after(members: Members) -> bytes:
    """More zeros follow than the end of an archive has."""
    return gzipped(tar_bytes(members) + bytes(RECORD))


@group("archive-trailing")
def gzip_second_member(members: Members) -> bytes:
    """A second gzip file follows, which gzip reads as more of the first."""
    return _archive(members) + gzipped(b"more")


@group("archive-trailing")
def gzip_bytes_after(members: Members) -> bytes:
    """Bytes follow the archive, which gzip only warns of."""
    return _archive(members) + b"more"


@group("archive-malformed")
def gzip_cut_short(members: Members) -> bytes:
    """The archive ends in its middle."""
    content = _archive(members)
    return content[: len(content) // 2]


@group("archive-malformed")
def gzip_without_its_trailer(members: Members) -> bytes:
    """The archive lacks the checksum at its end."""
    return _archive(members)[:-8]


@group("archive-mismatch")
def gzip_wrong_checksum(members: Members) -> bytes:
    """The checksum at the end is another one."""
    return gzipped(tar_bytes(members), crc=1)


@group("archive-mismatch")
def gzip_wrong_size(members: Members) -> bytes:
    """The size at the end is another one."""
    return gzipped(tar_bytes(members), more=1)


@group("archive-malformed", "archive-mismatch", "archive-trailing")
def gzip_damaged_bytes(members: Members) -> bytes:
    """A byte of the archive is damaged."""
    content = bytearray(_archive(members))
    content[len(content) // 2] ^= 0xFF
    return bytes(content)


@group("archive-malformed")
def gzip_with_a_name(members: Members) -> bytes:
    """The gzip header has a name, which some programs write to."""
    return gzipped(tar_bytes(members), flags=1 << 3, fields=b"../outside\0")


@group("archive-malformed")
def gzip_with_a_comment(members: Members) -> bytes:
    """The gzip header has a comment."""
    return gzipped(tar_bytes(members), flags=1 << 4, fields=b"made by hand\0")


@group("archive-malformed")
def gzip_with_a_date(members: Members) -> bytes:
    """The gzip header has a date."""
    return gzipped(tar_bytes(members), mtime=1_764_500_000)


@group("archive-malformed")
def gzip_of_another_system(members: Members) -> bytes:
    """The gzip header names a system."""
    return gzipped(tar_bytes(members), system=3)


@group("archive-malformed")
def tar_not_packed(members: Members) -> bytes:
    """The archive is a tar that is not packed."""
    return tar_bytes(members)


@group("archive-malformed")
def tar_packed_otherwise(members: Members) -> bytes:
    """The archive begins like one that bzip2 packed."""
    return b"BZh91AY&SY" + _archive(members[:1])[10:]


@group("archive-too-large")
def tar_bomb(members: Members) -> bytes:
    """A member becomes a thousand times as large when it is unpacked."""
    smallest = sorted(members, key=lambda member: len(member.content))[:1]
    return _archive([*smallest, TarMember(_top(members) + b"/zzz.csv", bytes(_BOMB))])


@group("file-missing")
def tar_member_removed(members: Members) -> bytes:
    """A sound archive lacks a file of the bundle."""
    return _archive([member for member in members if not member.name.endswith(b"/README.md")])


@group("file-unexpected")
def tar_member_added(members: Members) -> bytes:
    """A sound archive has a file that is not the bundle's."""
    return _with(members, _top(members) + b"/zzz.csv")


@group("file-altered")
def tar_member_altered(members: Members) -> bytes:
    """A sound archive has other contents of a file."""
    return _changed(members, content=b"other\n")
