"""Whatever is changed in a small bundle, its files, lists or archives: nothing passes, nothing crashes, nothing is left.

The bundle's root is known, so that a change passes only if it changes nothing that the bundle says.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from seal.bag import check_bag
from seal.container import opened

from archiving import gzipped, tar_archive, tarred, zip_archive, zipped
from bundling import TAGS, Files, bundle, resealed, retagged, sha256, sha256_list, write_folder

FILES = bundle()
ROOT = sha256(FILES["tagmanifest-sha256.txt"])
PATHS = sorted(FILES)


def changed_bytes(data: st.DataObject, content: bytes) -> bytes:
    """A few bytes flipped, taken out, put in, copied or cut off."""
    damaged = bytearray(content)
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(damaged)))
        end = min(len(damaged), start + data.draw(st.integers(0, 4)))
        kind = data.draw(st.sampled_from(["flip", "replace", "copy", "cut"]))
        if kind == "flip" and start < len(damaged):
            damaged[start] ^= 1 << data.draw(st.integers(0, 7))
        elif kind == "replace":
            damaged[start:end] = data.draw(st.binary(max_size=4))
        elif kind == "copy":
            damaged[start:start] = damaged[start:end]
        else:
            del damaged[start:]
    return bytes(damaged)


def changed_lines(data: st.DataObject, content: bytes) -> bytes:
    """Lines left out, repeated or exchanged."""
    lines = content.splitlines(keepends=True)
    if not lines:
        return b"\n"
    one, other = (data.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
    kind = data.draw(st.sampled_from(["out", "again", "exchange"]))
    if kind == "out":
        del lines[one]
    elif kind == "again":
        lines.insert(other, lines[one])
    else:
        lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)


NAMES = st.one_of(
    st.sampled_from(
        ["data/x", "x", "data/Snakefile", "data/SNAKEFILE", "data/a/../b", "data/nul", "meta/x", "data/a b"]
    ),
    st.text(st.characters(codec="utf-8", exclude_characters="/\0"), min_size=1, max_size=5).map("data/".__add__),
)


def changed_files(data: st.DataObject) -> Files:
    """The bundle with one or two changes in its files or their names."""
    files = dict(FILES)
    for _ in range(data.draw(st.integers(1, 2))):
        path = data.draw(st.sampled_from(sorted(files)))
        kind = data.draw(st.sampled_from(["bytes", "lines", "remove", "rename", "add", "exchange"]))
        if kind == "bytes":
            files[path] = changed_bytes(data, files[path])
        elif kind == "lines":
            files[path] = changed_lines(data, files[path])
        elif kind == "exchange":
            other = data.draw(st.sampled_from(sorted(files)))
            files[path], files[other] = files[other], files[path]
        elif kind == "add":
            files.setdefault(data.draw(NAMES), b"x")
        else:
            content = files.pop(path)
            if kind == "rename":
                files.setdefault(data.draw(NAMES), content)
    return files


def writable(files: Files) -> bool:
    """Whether a folder can hold these files: no name is `.` or too long, and none is a folder of another."""
    parts = [path.split("/") for path in files]
    return not any({"", ".", ".."} & set(part) for part in parts)


@settings(max_examples=80, deadline=None)
@given(data=st.data())
def test_no_changed_folder_passes(data):
    files = changed_files(data)
    assume(files != FILES and writable(files))
    with tempfile.TemporaryDirectory() as folder:
        bag = check_bag(write_folder(Path(folder), files))
    assert bag.problems


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_no_forged_folder_has_the_root(data):
    """All hashes that BagIt has are made true again: either the lists inside tell, or the root does."""
    files = changed_files(data)
    assume(files != FILES and writable(files) and "bag-info.txt" in files)
    forged = data.draw(st.sampled_from([resealed, retagged]))(files)
    assume(forged != FILES)
    with tempfile.TemporaryDirectory() as folder:
        bag = check_bag(write_folder(Path(folder), forged))
    assert bag.problems or bag.root != ROOT


def test_a_perfect_forgery_has_another_root(tmp_path):
    """What nobody can tell who does not know the root: that is what it is for."""
    files = {**FILES, "README.md": b"# Another\n"}
    bag = check_bag(write_folder(tmp_path, retagged(files)))
    assert bag.problems == ()
    assert bag.root == sha256(sha256_list({path: files[path] for path in TAGS})) != ROOT


def judge(content: bytes) -> tuple[bool, bool]:
    """Whether an archive is opened, and whether it then is the bundle; nothing is written but in a folder that is removed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "temporary").mkdir()
        (folder / "archive").write_bytes(content)
        with mock.patch.dict("os.environ", TMPDIR=str(folder / "temporary")), opened(folder / "archive") as made:
            is_open = not made.problems
            bag = check_bag(made.folder) if is_open else None
            assert is_open or not list((folder / "temporary").iterdir())
        assert sorted(place.name for place in folder.iterdir()) == ["archive", "temporary"]
        assert not list((folder / "temporary").iterdir())
    return is_open, bag is not None and not bag.problems and bag.root == ROOT


ZIPPED, TARRED = zip_archive(zipped(FILES)), gzipped(tar_archive(tarred(FILES)))
PLAIN_TAR = tar_archive(tarred(FILES))


def test_untouched_archives_pass():
    assert judge(ZIPPED) == judge(TARRED) == (True, True)


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_no_changed_zip_passes(data):
    content = changed_bytes(data, ZIPPED)
    assume(content != ZIPPED)
    is_open, _ = judge(content)
    # A changed name is another name, and what is stored twice may be changed twice alike; its content is that of its CRC.
    assert not is_open


@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_no_changed_gzip_passes(data):
    content = changed_bytes(data, TARRED)
    # How hard gzip tried is the only thing that is not looked at.
    assume(content[:8] + content[9:] != TARRED[:8] + TARRED[9:])
    assert not judge(content)[0]


@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_no_changed_tar_passes(data):
    """What is in the gzip member is changed, and gzip's own checksum is true."""
    content = changed_bytes(data, PLAIN_TAR)
    assume(content != PLAIN_TAR and content.rstrip(b"\0") != PLAIN_TAR.rstrip(b"\0"))
    assert not judge(gzipped(content))[1]


def change_header(data: st.DataObject, content: bytes) -> bytes:
    """One byte of a header of the tar archive changed, and its checksum true again."""
    starts = []
    position = 0
    for member in tarred(FILES):
        starts.append(position)
        position += 512 + len(member.content) + -len(member.content) % 512
    start = data.draw(st.sampled_from(starts))
    block = bytearray(content[start : start + 512])
    place = data.draw(st.integers(0, 511).filter(lambda place: not 148 <= place < 156))
    block[place] = data.draw(st.integers(0, 255))
    block[148:156] = b" " * 8
    block[148:156] = b"%06o\0 " % sum(block)
    return content[:start] + bytes(block) + content[start + 512 :]


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_no_changed_header_of_a_tar_passes(data):
    content = change_header(data, PLAIN_TAR)
    assume(content != PLAIN_TAR)
    assert not judge(gzipped(content))[1]


FIELDS = ("needed", "flags", "method", "time", "date", "crc", "packed", "size")


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_no_changed_header_of_a_zip_passes(data):
    """One field of the local header, of the central one or of both."""
    members = zipped(FILES)
    number = data.draw(st.integers(0, len(members) - 1))
    where = data.draw(st.sampled_from(["local", "central", "both"]))
    names = (*FIELDS, "made_by", "disk", "internal", "external", "offset") if where == "central" else FIELDS
    name = data.draw(st.sampled_from(names))
    bits = 32 if name in ("crc", "packed", "size", "external", "offset") else 16
    value = data.draw(st.one_of(st.integers(0, 100), st.integers(0, (1 << bits) - 1), st.just((1 << bits) - 1)))
    members[number] = replace(members[number], **{where: {name: value}})
    content = zip_archive(members)
    # The version that wrote it, in the lower byte, and 1.0 or 2.0 as the version needed mean nothing.
    assume(name != "made_by" or value >> 8 != 3)
    assume((name, where) != ("needed", "both") or value not in (10, 20))
    assume(content != ZIPPED)
    assert not judge(content)[0]


@settings(max_examples=100, deadline=None)
@given(
    content=st.binary(max_size=700), start=st.sampled_from([b"", b"PK\3\4", b"PK\5\6", b"\x1f\x8b\x08\0\0\0\0\0\2\xff"])
)
def test_anything_is_told(content, start):
    assert judge(start + content) == (False, False)


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_files_of_any_names_are_packed_or_refused(data):
    """What is unpacked has the names and contents that were packed."""
    files = data.draw(st.dictionaries(NAMES, st.binary(max_size=20), min_size=1, max_size=4))
    make: Callable[[], bytes] = data.draw(
        st.sampled_from([lambda: zip_archive(zipped(files)), lambda: gzipped(tar_archive(tarred(files)))])
    )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "archive").write_bytes(make())
        with opened(folder / "archive") as made:
            found = {
                place.relative_to(made.folder).as_posix(): place.read_bytes()
                for place in ([] if made.problems else made.folder.rglob("*"))
                if place.is_file()
            }
            assert found == ({} if made.problems else files)


@pytest.mark.parametrize("path", PATHS)
def test_every_byte_of_a_file_counts(tmp_path, path):
    """Of small files each byte is changed, of larger ones some."""
    folder = write_folder(tmp_path, FILES)
    content = FILES[path]
    for position in range(0, len(content), 1 + len(content) // 10):
        (folder / path).write_bytes(content[:position] + bytes([content[position] ^ 1]) + content[position + 1 :])
        bag = check_bag(folder)
        assert bag.problems
        assert bag.root != ROOT or path != "tagmanifest-sha256.txt"
