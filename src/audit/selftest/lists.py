"""Damage to the lists of hashes. What hashes the list is made to fit, so that its form or meaning alone is wrong."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from audit.selftest.bundle_copy import MANIFEST, TAG_MANIFEST, BundleCopy
from audit.selftest.mutation import Group

group = Group("lists")

Lines = list[bytes]


def change_lines(bundle: BundleCopy, change: Callable[[Lines], Lines], name: str = MANIFEST, fit: bool = True) -> None:
    """Change the lines of a list; each has its LF."""
    bundle.write(name, b"".join(change(bundle.read(name).splitlines(keepends=True))))
    if fit and name != TAG_MANIFEST:
        bundle.retag()


def _first(bundle: BundleCopy, change: Callable[[bytes], bytes], name: str = MANIFEST) -> None:
    """Change the first line of a list."""
    change_lines(bundle, lambda lines: [change(lines[0]), *lines[1:]], name)


@group("list-malformed")
def upper_case_hash(bundle: BundleCopy) -> None:
    """A hash is written in capitals."""
    _first(bundle, lambda line: line[:64].upper() + line[64:])


@group("list-malformed")
def short_hash(bundle: BundleCopy) -> None:
    """A hash lacks a digit."""
    _first(bundle, lambda line: line[1:])


@group("list-malformed")
def long_hash(bundle: BundleCopy) -> None:
    """A hash has a digit too many."""
    _first(bundle, lambda line: b"0" + line)


@group("list-malformed")
def other_letters_in_a_hash(bundle: BundleCopy) -> None:
    """A hash has a letter that is no digit."""
    _first(bundle, lambda line: b"g" + line[1:])


@group("list-malformed")
def weak_hash(bundle: BundleCopy) -> None:
    """A line has an MD5 instead of a SHA-256."""

    def change(line: bytes) -> bytes:
        return hashlib.md5(bundle.read(line[66:-1].decode()), usedforsecurity=False).hexdigest().encode() + line[64:]

    _first(bundle, change)


@group("list-malformed")
def carriage_returns(bundle: BundleCopy) -> None:
    """Lines end with CR LF."""
    change_lines(bundle, lambda lines: [line[:-1] + b"\r\n" for line in lines])


@group("list-malformed")
def byte_order_mark(bundle: BundleCopy) -> None:
    """The list begins with a byte order mark."""
    _first(bundle, lambda line: b"\xef\xbb\xbf" + line)


@group("list-malformed")
def no_last_line_end(bundle: BundleCopy) -> None:
    """The last line has no LF."""
    change_lines(bundle, lambda lines: [*lines[:-1], lines[-1][:-1]])


@group("list-malformed")
def blank_line(bundle: BundleCopy) -> None:
    """There is an empty line."""
    change_lines(bundle, lambda lines: [lines[0], b"\n", *lines[1:]])


@group("list-malformed")
def comment(bundle: BundleCopy) -> None:
    """There is a line with a comment."""
    change_lines(bundle, lambda lines: [b"# made by hand\n", *lines])


@group("list-malformed")
def one_space(bundle: BundleCopy) -> None:
    """There is one space between hash and path."""
    _first(bundle, lambda line: line[:65] + line[66:])


@group("list-malformed")
def star(bundle: BundleCopy) -> None:
    """A star is before the path, as `sha256sum --binary` writes it."""
    _first(bundle, lambda line: line[:65] + b"*" + line[66:])


@group("list-malformed")
def tab(bundle: BundleCopy) -> None:
    """A tab is between hash and path."""
    _first(bundle, lambda line: line[:64] + b"\t" + line[66:])


@group("list-malformed")
def tagged_line(bundle: BundleCopy) -> None:
    """A line is written as `sha256sum --tag` does: SHA256 (path) = hash."""
    _first(bundle, lambda line: b"SHA256 (%s) = %s\n" % (line[66:-1], line[:64]))


@group("name-unsafe", "list-malformed")
def escaped_line(bundle: BundleCopy) -> None:
    """A line begins with a backslash, after which `sha256sum` reads escapes in the path."""
    _first(bundle, lambda line: b"\\" + line)


@group("list-malformed")
def not_utf8(bundle: BundleCopy) -> None:
    """A path is not written in UTF-8."""
    _first(bundle, lambda line: line[:-1] + b"\xe9\n")


@group("name-unsafe", "list-malformed")
def null_byte(bundle: BundleCopy) -> None:
    """A path goes on after a zero byte, where many a program ends it."""
    _first(bundle, lambda line: line[:-1] + b"\0x\n")


@group("name-unsafe")
def alias(bundle: BundleCopy) -> None:
    """A path is written with a part that changes nothing: data/./x."""
    _first(bundle, lambda line: line.replace(b"  data/", b"  data/./"))


@group("name-unsafe")
def double_slash(bundle: BundleCopy) -> None:
    """A path is written with two slashes."""
    _first(bundle, lambda line: line.replace(b"  data/", b"  data//"))


@group("name-unsafe")
def path_of_the_folder_above(bundle: BundleCopy) -> None:
    """A line has a file outside, by ../."""
    outside = bundle.folder.parent / "outside.csv"
    outside.write_bytes(b"a\n")
    line = f"{hashlib.sha256(b'a' + bytes([10])).hexdigest()}  ../outside.csv\n".encode()
    change_lines(bundle, lambda lines: [line, *lines])


@group("name-unsafe")
def absolute_path(bundle: BundleCopy) -> None:
    """A line has a file outside, by its absolute path."""
    outside = bundle.folder.parent / "outside.csv"
    outside.write_bytes(b"a\n")
    line = hashlib.sha256(b"a\n").hexdigest().encode() + b"  " + bytes(outside) + b"\n"
    change_lines(bundle, lambda lines: [line, *lines])


@group("list-unsorted", "list-malformed")
def same_line_again(bundle: BundleCopy) -> None:
    """A line is there twice."""
    change_lines(bundle, lambda lines: [lines[0], *lines])


@group("list-unsorted", "list-malformed")
def another_hash_for_the_same_file(bundle: BundleCopy) -> None:
    """A file is listed twice, with two hashes: programs differ in which of them counts."""
    change_lines(bundle, lambda lines: [lines[0], bytes(reversed(lines[0][:64])) + lines[0][64:], *lines[1:]])


@group("list-unsorted")
def unsorted(bundle: BundleCopy) -> None:
    """Two lines have changed places."""
    change_lines(bundle, lambda lines: [lines[1], lines[0], *lines[2:]])


@group("file-unexpected")
def line_removed(bundle: BundleCopy) -> None:
    """A file is no longer listed."""
    change_lines(bundle, lambda lines: [line for line in lines if not line.endswith(f"  {bundle.table}\n".encode())])


@group("file-missing")
def line_added(bundle: BundleCopy) -> None:
    """A file is listed that is not there."""
    change_lines(bundle, lambda lines: [*lines, b"0" * 64 + b"  data/zzz.csv\n"])


@group("file-altered")
def hash_changed(bundle: BundleCopy) -> None:
    """A digit of a hash is another one."""
    _first(bundle, lambda line: (b"0" if line[:1] != b"0" else b"1") + line[1:])


@group("list-malformed")
def manifest_emptied(bundle: BundleCopy) -> None:
    """The manifest lists nothing."""
    change_lines(bundle, lambda _: [])


@group("list-missing")
def manifest_removed(bundle: BundleCopy) -> None:
    """There is no manifest."""
    bundle.remove(MANIFEST)
    bundle.retag()


@group("file-altered")
def manifest_altered_alone(bundle: BundleCopy) -> None:
    """A hash in the manifest fits an altered file, and the tag manifest is as before."""
    bundle.write(bundle.table, bundle.read(bundle.table) + b"\n")
    line = f"  {bundle.table}\n".encode()
    new = bundle.sha256(bundle.table).encode() + line
    change_lines(bundle, lambda lines: [new if old.endswith(line) else old for old in lines], fit=False)
