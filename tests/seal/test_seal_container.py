"""Archives: those of one form are unpacked, and every other is refused by its code before anything is written."""

from __future__ import annotations

import errno
import io
import os
import stat
import struct
import tarfile
import tracemalloc
import zipfile
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from seal import archive as limits
from seal import container
from seal.bag import check_bag
from seal.container import opened
from seal.problem import SealError

from archiving import (
    Tarred,
    Zipped,
    changed,
    deflated,
    gzipped,
    pax,
    tar_archive,
    tarred,
    zip_archive,
    zipped,
)
from bundling import bundle, write_folder

FILES = bundle()
ZIP, TAR = zipped(FILES), tarred(FILES)
LONG = {
    f"data/{'x' * 90}/{'y' * 60}": b"long",
    f"data/{'x' * 90}/{'z' * 120}": b"longer",
    "data/é/ü": b"letters",
    "data/empty": b"",
}


@pytest.fixture(autouse=True)
def temporary(tmp_path, monkeypatch) -> Path:
    """Where archives are unpacked; nothing may be left there, nor come to be elsewhere."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


@pytest.fixture
def open_archive(tmp_path, temporary):
    """What opening an archive of these bytes finds; that nothing is left of it is watched."""

    def run(content: bytes) -> list[tuple[str, str]]:
        target = tmp_path / "archive"
        target.write_bytes(content)
        with opened(target) as bundle:
            found = [(problem.kind, problem.path) for problem in bundle.problems]
            assert bool(found) == (not list(temporary.iterdir()))
            assert (bundle.folder == target) == bool(found)
        assert sorted(place.name for place in tmp_path.iterdir()) == ["archive", "temporary"]
        assert list(temporary.iterdir()) == []
        return found

    return run


def contents(folder: Path) -> dict[str, bytes]:
    return {place.relative_to(folder).as_posix(): place.read_bytes() for place in folder.rglob("*") if place.is_file()}


@pytest.mark.parametrize("name", ["toy.zip", "toy.tar.gz", "toy"])
@pytest.mark.parametrize("form", ["zip", "tar"])
def test_sound_archives(tmp_path, temporary, name, form):
    """Told by their content, not by their name."""
    files = {**FILES, **LONG}
    content = zip_archive(zipped(files)) if form == "zip" else gzipped(tar_archive(tarred(files)))
    (tmp_path / name).write_bytes(content)
    with opened(tmp_path / name) as bundle:
        assert (bundle.problems, bundle.name, bundle.folder.name) == ((), "toy", "toy")
        assert contents(bundle.folder) == files
        private = bundle.folder.parent
        assert private.parent == temporary
        for place in [private, *private.rglob("*")]:
            assert stat.S_IMODE(place.stat().st_mode) == (0o700 if place.is_dir() else 0o600)
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize("content", [zip_archive(ZIP), gzipped(tar_archive(TAR))], ids=["zip", "tar"])
def test_what_is_unpacked_is_the_bag(tmp_path, content):
    write_folder(tmp_path / "toy", FILES)
    (tmp_path / "archive").write_bytes(content)
    with opened(tmp_path / "archive") as packed, opened(tmp_path / "toy") as folder:
        assert check_bag(packed.folder) == check_bag(folder.folder)
        assert check_bag(packed.folder).problems == ()
        assert (folder.folder, folder.name) == (tmp_path / "toy", "toy")


def test_archives_of_other_programs(open_archive):
    """Python's own modules, told to write this form; and they read ours."""
    files = {**FILES, **LONG}
    names = sorted((f"toy/{path}" for path in files), key=str.encode)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as made:
        for name in names:
            info = zipfile.ZipInfo(name)
            info.create_system, info.external_attr, info.compress_type = 3, 0o100644 << 16, zipfile.ZIP_DEFLATED
            made.writestr(info, files[name[4:]])
    assert open_archive(packed.getvalue()) == []
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as made:
        for name in names:
            member = tarfile.TarInfo(name)
            member.size = len(files[name[4:]])
            made.addfile(member, io.BytesIO(files[name[4:]]))
    assert open_archive(gzipped(packed.getvalue())) == []
    with zipfile.ZipFile(io.BytesIO(zip_archive(zipped(files)))) as read:
        assert read.testzip() is None
        assert {name: read.read(name) for name in read.namelist()} == {f"toy/{path}": files[path] for path in files}
    with tarfile.open(fileobj=io.BytesIO(gzipped(tar_archive(tarred(files)))), mode="r:gz") as read:
        assert [member.name for member in read] == names


def test_forms_that_are_left_open(open_archive):
    """Stored members, no record around the blocks at the end, ustar's second field for a name, gzip's level."""
    assert open_archive(zip_archive([replace(member, method=0, both={"needed": 10}) for member in ZIP])) == []
    assert open_archive(gzipped(tar_archive(TAR, record=1))) == []
    assert open_archive(gzipped(tar_archive(TAR), header=b"\x1f\x8b\x08\0\0\0\0\0\0\xff")) == []
    halves = [Tarred(b"y" * 60, prefix=b"toy/" + b"x" * 90)]
    assert open_archive(gzipped(tar_archive(halves))) == []
    assert open_archive(gzipped(tar_archive(changed(TAR, 0, fields={"major": bytes(8), "minor": bytes(8)})))) == []


NAMES = {
    "traversal": (b"toy/../../evil", "archive-unsafe"),
    "traversal at the front": (b"../evil", "archive-unsafe"),
    "absolute": (b"/etc/cron.d/evil", "archive-unsafe"),
    "drive": (b"C:/evil", "archive-unsafe"),
    "drive inside": (b"toy/C:evil", "archive-unsafe"),
    "network share": (b"//host/share/evil", "archive-unsafe"),
    "backslash": (b"toy\\..\\..\\evil", "archive-unsafe"),
    "backslash inside": (b"toy/a\\b", "archive-unsafe"),
    "control letter": (b"toy/a\x1b[31m", "archive-unsafe"),
    "line break": (b"toy/a\nb", "archive-unsafe"),
    "empty part": (b"toy//evil", "archive-unsafe"),
    "dot": (b"toy/./evil", "archive-unsafe"),
    "folder": (b"toy/folder/", "archive-unsafe"),
    "reserved": (b"toy/NUL", "archive-unsafe"),
    "reserved with a suffix": (b"toy/com1.txt", "archive-unsafe"),
    "stream": (b"toy/a:b", "archive-unsafe"),
    "trailing dot": (b"toy/evil.", "archive-unsafe"),
    "trailing space": (b"toy/evil ", "archive-unsafe"),
    "reversed text": ("toy/\u202egvs.evil".encode(), "archive-unsafe"),
    "not in normal form C": (b"toy/e\xcc\x81", "archive-unsafe"),
    "not UTF-8": (b"toy/\xe9", "archive-unsafe"),
    "too long": (b"toy/" + b"x" * 256, "archive-unsafe"),
    "too deep": (b"toy/" + b"x/" * 65 + b"x", "archive-unsafe"),
    "case": (b"toy/data/snakefile", "name-collision"),
    "case of a folder": (b"toy/Data/x", "name-collision"),
    "compatible letters": ("toy/data/Snakeﬁle".encode(), "name-collision"),
    "file that is a folder": (b"toy/data", "name-collision"),
    "folder that is a file": (b"toy/data/Snakefile/x", "name-collision"),
    "duplicate": (b"toy/data/Snakefile", "archive-duplicate"),
    "second folder": (b"zoo/x", "archive-malformed"),
    "beside the folder": (b"evil", "archive-malformed"),
}


@pytest.mark.parametrize("form", ["zip", "tar"])
@pytest.mark.parametrize("name", NAMES)
def test_names(open_archive, form, name):
    member, code = NAMES[name]
    if form == "zip":
        both = {} if member.isascii() else {"flags": 0x800}
        content = zip_archive(sorted([*ZIP, Zipped(member, both=both)], key=lambda item: item.name))
    else:
        short = member.decode("utf-8", "replace").encode("ascii", "replace")[:100]
        plain = member.isascii() and len(member) <= 100
        added = [Tarred(member)] if plain else [pax(member), Tarred(short)]
        pairs = sorted([*([item] for item in TAR), added], key=lambda pair: member if pair is added else pair[0].name)
        content = gzipped(tar_archive([item for pair in pairs for item in pair]))
        if name == "line break":
            # A record of a pax header ends with a line break, so that this name can only stand in ustar's field.
            assert plain
    found = open_archive(content)
    assert {kind for kind, _ in found} == {code}


def test_file_without_a_folder(open_archive):
    assert open_archive(zip_archive([Zipped(b"toy")])) == [("archive-malformed", "toy")]
    assert open_archive(gzipped(tar_archive([Tarred(b"toy")]))) == [("archive-malformed", "toy")]


def test_folders_that_differ_by_case(open_archive):
    found = open_archive(zip_archive([Zipped(b"TOY/x"), *ZIP]))
    assert {kind for kind, _ in found} == {"name-collision", "archive-malformed"}


def test_nul_in_a_name(open_archive):
    """Programs in C see another name than others."""
    zip_found = open_archive(zip_archive([Zipped(b"toy/a"), Zipped(b"toy/b\0.txt")]))
    assert zip_found == [("archive-unsafe", "toy/b\0.txt")]
    tar_found = open_archive(gzipped(tar_archive([Tarred(b"toy/a"), Tarred(b"toy/b\0.txt")])))
    assert tar_found == [("archive-malformed", "toy/b")]


def test_members_in_another_order(open_archive):
    assert open_archive(zip_archive(ZIP[::-1]))[0][0] == "archive-malformed"
    assert open_archive(gzipped(tar_archive(TAR[::-1])))[0][0] == "archive-malformed"


def external(mode: int) -> dict[str, int]:
    return {"external": mode << 16}


FIRST = ZIP[0]
ZIPS = {
    "link": (changed(ZIP, 1, central=external(0o120777)), {}, "archive-unsafe"),
    "device": (changed(ZIP, 1, central=external(0o060644)), {}, "archive-unsafe"),
    "named pipe": (changed(ZIP, 1, central=external(0o010644)), {}, "archive-unsafe"),
    "mode of a folder": (changed(ZIP, 1, central=external(0o040755)), {}, "archive-unsafe"),
    "executable": (changed(ZIP, 1, central=external(0o100755)), {}, "archive-malformed"),
    "set user": (changed(ZIP, 1, central=external(0o104644)), {}, "archive-malformed"),
    "encrypted": (changed(ZIP, 1, both={"flags": 1}), {}, "archive-unsafe"),
    "strongly encrypted": (changed(ZIP, 1, both={"flags": 0x41}), {}, "archive-unsafe"),
    "masked headers": (changed(ZIP, 1, both={"flags": 0x2000}), {}, "archive-unsafe"),
    "data descriptor": (changed(ZIP, 1, both={"flags": 8}), {}, "archive-malformed"),
    "UTF-8 flag on ASCII": (changed(ZIP, 1, both={"flags": 0x800}), {}, "archive-malformed"),
    "bzip2": (changed(ZIP, 1, both={"method": 12}), {}, "archive-malformed"),
    "unknown method": (changed(ZIP, 1, both={"method": 99}), {}, "archive-malformed"),
    "another system": (changed(ZIP, 1, central={"made_by": 20}), {}, "archive-malformed"),
    "another version": (changed(ZIP, 1, both={"needed": 45}), {}, "archive-malformed"),
    "a date": (changed(ZIP, 1, both={"date": 0x5A21}), {}, "archive-malformed"),
    "a time": (changed(ZIP, 1, both={"time": 1}), {}, "archive-malformed"),
    "internal attributes": (changed(ZIP, 1, central={"internal": 1}), {}, "archive-malformed"),
    "another disk": (changed(ZIP, 1, central={"disk": 1}), {}, "archive-malformed"),
    "extra field": (changed(ZIP, 1, extra=b"UT\5\0\1\0\0\0\0"), {}, "archive-malformed"),
    "local extra field": (changed(ZIP, 1, local_extra=b"UT\5\0\1\0\0\0\0"), {}, "archive-malformed"),
    "zip64 extra field": (changed(ZIP, 1, extra=struct.pack("<HHQQ", 1, 16, 1, 1)), {}, "archive-malformed"),
    "comment of a member": (changed(ZIP, 1, comment=b"hello"), {}, "archive-malformed"),
    "comment": (ZIP, {"comment": b"hello"}, "archive-malformed"),
    "other name in the local header": (changed(ZIP, 1, local_name=b"toy/evil"), {}, "archive-mismatch"),
    "other size in the local header": (changed(ZIP, 1, local={"size": 1}), {}, "archive-mismatch"),
    "other packed size in the local header": (changed(ZIP, 1, local={"packed": 1}), {}, "archive-mismatch"),
    "other CRC in the local header": (changed(ZIP, 1, local={"crc": 1}), {}, "archive-mismatch"),
    "other method in the local header": (changed(ZIP, 1, local={"method": 0}), {}, "archive-mismatch"),
    "other flags in the local header": (changed(ZIP, 1, local={"flags": 1}), {}, "archive-mismatch"),
    "wrong CRC": (changed(ZIP, 1, both={"crc": 1}), {}, "archive-mismatch"),
    "wrong size": (changed(ZIP, 1, both={"size": len(ZIP[1].content) + 1}), {}, "archive-mismatch"),
    "size too small": (changed(ZIP, 1, both={"size": len(ZIP[1].content) - 1}), {}, "archive-mismatch"),
    "other bytes": (changed(ZIP, 1, packed=deflated(b"x" * len(ZIP[1].content))), {}, "archive-mismatch"),
    "no deflate stream": (changed(ZIP, 1, packed=b"\xff" * 9), {}, "archive-malformed"),
    "cut deflate stream": (changed(ZIP, 1, packed=deflated(ZIP[1].content)[:-2]), {}, "archive-malformed"),
    "no bytes at all": (changed(ZIP, 1, packed=b""), {}, "archive-malformed"),
    "bytes after a deflate stream": (
        changed(ZIP, 1, packed=deflated(ZIP[1].content) + b"hello"),
        {},
        "archive-trailing",
    ),
    "bytes before a member": (changed(ZIP, 1, before=b"hello"), {}, "archive-trailing"),
    "bytes after a member": (changed(ZIP, 1, after=b"hello"), {}, "archive-trailing"),
    "a hidden member": (changed(ZIP, 1, before=zip_archive([Zipped(b"toy/hidden")])[:60]), {}, "archive-trailing"),
    "bytes after the last member": (ZIP, {"between": b"hello"}, "archive-trailing"),
    "bytes in the directory": (ZIP, {"directory_end": b"hello"}, "archive-malformed"),
    "zip64 records": (ZIP, {"directory_end": b"PK\6\6" + bytes(52) + b"PK\6\7" + bytes(16)}, "archive-malformed"),
    "bytes after the archive": (ZIP, {"after": b"hello"}, "archive-trailing"),
    "an archive after the archive": (ZIP, {"after": zip_archive(ZIP)}, "archive-malformed"),
    "bytes before the archive": (ZIP, {"before": b"hello"}, "archive-malformed"),
    "an archive before the archive": (ZIP, {"before": zip_archive(ZIP)}, "archive-trailing"),
    "overlapping members": (changed(ZIP, 2, central={"offset": 0}), {}, "archive-malformed"),
    "offset beyond the end": (changed(ZIP, 2, central={"offset": 1 << 31}), {}, "archive-malformed"),
    "zip64 offset": (changed(ZIP, 2, central={"offset": 0xFFFFFFFF}), {}, "archive-malformed"),
    "zip64 size": (changed(ZIP, 2, central={"packed": 0xFFFFFFFF}), {}, "archive-malformed"),
    "too few members declared": (ZIP, {"end": {"count": 1, "all": 1}}, "archive-trailing"),
    "too many members declared": (ZIP, {"end": {"count": 999, "all": 999}}, "archive-malformed"),
    "members on several disks": (ZIP, {"end": {"all": 999}}, "archive-malformed"),
    "several disks": (ZIP, {"end": {"disk": 1}}, "archive-malformed"),
    "zip64 count": (ZIP, {"end": {"count": 0xFFFF, "all": 0xFFFF}}, "archive-malformed"),
    "directory elsewhere": (ZIP, {"end": {"start": 0}}, "archive-malformed"),
    "directory of another size": (ZIP, {"end": {"size": 46}}, "archive-malformed"),
    "zip64 directory": (ZIP, {"end": {"start": 0xFFFFFFFF}}, "archive-malformed"),
    "no members": ([], {}, "archive-malformed"),
}


@pytest.mark.parametrize("name", ZIPS)
def test_wrong_zip(open_archive, name):
    members, options, code = ZIPS[name]
    kinds = {kind for kind, _ in open_archive(zip_archive(members, **options))}
    assert code in kinds
    # What is stored elsewhere for a header is not unpacked either, so that nothing else is said of it.
    assert kinds <= {code, "archive-mismatch", "archive-malformed"}, kinds


@pytest.mark.parametrize("cut", [1, 10, 21, 22, 30, 60, 300])
def test_cut_zip(open_archive, cut):
    assert {kind for kind, _ in open_archive(zip_archive(ZIP)[:-cut])} == {"archive-malformed"}


@pytest.mark.parametrize("left", [0, 4, 9, 10, 100, -300, -9, -8, -1])
@pytest.mark.parametrize("content", [zip_archive(ZIP), gzipped(tar_archive(TAR))], ids=["zip", "tar"])
def test_what_ends_early_is_to_be_downloaded_again(tmp_path, content, left):
    (tmp_path / "archive").write_bytes(content[:left])
    with opened(tmp_path / "archive") as bundle:
        assert [problem.kind for problem in bundle.problems] == ["archive-malformed"]
        assert bundle.problems[0].hint == limits.CUT_SHORT


@pytest.mark.parametrize(
    "content",
    [
        b"other bytes",
        gzipped(tar_archive(TAR, end=b"", record=1)),
        zip_archive(changed(ZIP, 1, packed=deflated(ZIP[1].content)[:-2])),
    ],
    ids=["none", "tar", "zip"],
)
def test_what_was_made_so_is_not(tmp_path, content):
    """Another file, an archive of another program, a member that ends early in an archive that does not."""
    (tmp_path / "archive").write_bytes(content)
    with opened(tmp_path / "archive") as bundle:
        assert bundle.problems
        assert all(problem.hint != limits.CUT_SHORT for problem in bundle.problems)


def test_bytes_that_the_directory_owns(open_archive):
    """They are counted among its own, and belong to no header."""
    size = sum(46 + len(member.name) for member in ZIP)
    content = zip_archive(ZIP, directory_end=b"hello", end={"size": size + 5})
    assert open_archive(content) == [("archive-trailing", "archive")]


def test_two_ends_of_a_zip(open_archive):
    """What one program takes for a comment is to another a second directory."""
    inner = zip_archive([Zipped(b"toy/evil")])
    outer = zip_archive(ZIP, comment=inner)
    assert open_archive(outer) != []
    assert open_archive(zip_archive(ZIP, end={"comment": 22}, after=zip_archive(ZIP)[-22:])) != []


SECOND = TAR[1]
TARS = {
    "hard link": (
        changed(TAR, 1, type=b"1", content=b"", fields={"link": b"toy/README.md".ljust(100, b"\0")}),
        "archive-unsafe",
    ),
    "link": (
        changed(TAR, 1, type=b"2", content=b"", fields={"link": b"/etc/passwd".ljust(100, b"\0")}),
        "archive-unsafe",
    ),
    "character device": (changed(TAR, 1, type=b"3", content=b""), "archive-unsafe"),
    "block device": (changed(TAR, 1, type=b"4", content=b""), "archive-unsafe"),
    "folder": (changed(TAR, 1, type=b"5", content=b""), "archive-unsafe"),
    "named pipe": (changed(TAR, 1, type=b"6", content=b""), "archive-unsafe"),
    "link with bytes": (changed(TAR, 1, type=b"2"), "archive-unsafe"),
    "contiguous file": (changed(TAR, 1, type=b"7"), "archive-malformed"),
    "file of an old form": (changed(TAR, 1, type=b"\0"), "archive-malformed"),
    "long name of GNU": ([Tarred(b"././@LongLink", b"toy/evil\0", b"L"), *TAR], "archive-malformed"),
    "long link of GNU": ([Tarred(b"././@LongLink", b"/etc/passwd\0", b"K"), *TAR], "archive-malformed"),
    "sparse file of GNU": (changed(TAR, 1, type=b"S"), "archive-malformed"),
    "global pax header": ([Tarred(b"g", b"11 path=x\n", b"g"), *TAR], "archive-malformed"),
    "header of Solaris": ([Tarred(b"x", b"11 path=x\n", b"X"), *TAR], "archive-malformed"),
    "vendor's type": (changed(TAR, 1, type=b"Z"), "archive-malformed"),
    "pax name for one that fits": ([pax(TAR[0].name), *TAR], "archive-malformed"),
    "pax name over another": ([pax(b"toy/../../evil"), *TAR], "archive-unsafe"),
    "pax name that is long, over another": ([pax(b"toy/" + b"x" * 120), *TAR], "archive-malformed"),
    "pax size": ([pax(b"", b"12 size=100\n"), *TAR], "archive-malformed"),
    "pax link": ([pax(b"", b"16 linkpath=/etc\n"), *TAR], "archive-malformed"),
    "pax time": ([pax(b"", b"15 mtime=1.5000\n"), *TAR], "archive-malformed"),
    "two records": ([pax(b"", b"14 path=toy/x\n14 path=toy/y\n"), *TAR], "archive-malformed"),
    "pax record of another length": ([pax(b"", b"15 path=toy/x\n"), *TAR], "archive-malformed"),
    "empty pax header": ([pax(b"", b""), *TAR], "archive-malformed"),
    "large pax header": ([pax(b"x" * 10_000), *TAR], "archive-malformed"),
    "two pax headers": ([pax(b"toy/" + b"x" * 120), pax(b"toy/" + b"y" * 120), *TAR], "archive-malformed"),
    "pax header of another name": ([replace(pax(b"toy/" + b"x" * 120), name=b"x"), *TAR], "archive-malformed"),
    "pax header at the end": ([*TAR, pax(b"toy/" + b"x" * 120)], "archive-malformed"),
    "bytes after a pax header": ([replace(pax(b"toy/" + b"x" * 120), padding=b"x" * 378), *TAR], "archive-malformed"),
    "name in two fields that fits": (changed(TAR, 0, name=TAR[0].name[4:], prefix=b"toy"), "archive-malformed"),
    # Others would take all of it for the name of a folder, and what follows for headers.
    "name in the second field alone": ([Tarred(b"", prefix=b"toy/" + b"x" * 120), *TAR], "archive-malformed"),
    "name cut at another slash": (
        [Tarred(b"x" * 8 + b"/" + b"y" * 60, prefix=b"toy/" + b"w" * 90), *TAR],
        "archive-malformed",
    ),
    "bytes after a name": (changed(TAR, 1, name=TAR[1].name + b"\0evil"), "archive-malformed"),
    "letters in a plain header": (changed(TAR, 1, name=b"toy/\xc3\xa9"), "archive-malformed"),
    "mode": (changed(TAR, 1, fields={"mode": b"0000755\0"}), "archive-malformed"),
    "set user": (changed(TAR, 1, fields={"mode": b"0004644\0"}), "archive-malformed"),
    "user": (changed(TAR, 1, fields={"uid": b"0001750\0"}), "archive-malformed"),
    "group": (changed(TAR, 1, fields={"gid": b"0001750\0"}), "archive-malformed"),
    "name of a user": (changed(TAR, 1, fields={"user": b"root".ljust(32, b"\0")}), "archive-malformed"),
    "name of a group": (changed(TAR, 1, fields={"group": b"root".ljust(32, b"\0")}), "archive-malformed"),
    "time": (changed(TAR, 1, fields={"mtime": b"14711111111\0"}), "archive-malformed"),
    "device number": (changed(TAR, 1, fields={"major": b"0000001\0"}), "archive-malformed"),
    "target of a file": (changed(TAR, 1, fields={"link": b"x".ljust(100, b"\0")}), "archive-malformed"),
    "padding": (changed(TAR, 1, fields={"pad": b"x".ljust(12, b"\0")}), "archive-malformed"),
    "size in base 256": (changed(TAR, 1, fields={"size": b"\x80" + bytes(10) + b"\x08"}), "archive-malformed"),
    "negative size": (changed(TAR, 1, fields={"size": b"-0000000010\0"}), "archive-malformed"),
    "spaces in a size": (changed(TAR, 1, fields={"size": b"         10 "}), "archive-malformed"),
    "size too small": (changed(TAR, 1, fields={"size": b"00000000001\0"}), "archive-trailing"),
    "size too large": (changed(TAR, 1, fields={"size": b"00001000000\0"}), "archive-malformed"),
    "magic of GNU": (changed(TAR, 1, fields={"magic": b"ustar  \0"}), "archive-malformed"),
    "no magic": (changed(TAR, 1, fields={"magic": bytes(8)}), "archive-malformed"),
    "wrong checksum": (changed(TAR, 1, checksum=b"000000\0 "), "archive-malformed"),
    "checksum in another form": (changed(TAR, 1, checksum=b"  10000\0"), "archive-malformed"),
    "bytes after a member": (changed(TAR, 0, padding=b"x" * (-len(TAR[0].content) % 512)), "archive-trailing"),
}


@pytest.mark.parametrize("name", TARS)
def test_wrong_tar(open_archive, name):
    members, code = TARS[name]
    kinds = {kind for kind, _ in open_archive(gzipped(tar_archive(members)))}
    assert code in kinds
    # The names of GNU's headers are unsafe besides.
    assert kinds <= {code, "archive-malformed"} | ({"archive-unsafe"} if "GNU" in name else set()), kinds


LONG_NAME = b"toy/" + b"x" * 120
SHORT = Tarred(LONG_NAME[:100])
PREFIX = b"toy/" + b"x" * 90
ALONE = {
    "two pax headers": ([pax(LONG_NAME), pax(LONG_NAME), SHORT], "a member of type '0'"),
    "name of a pax header": ([replace(pax(LONG_NAME), name=b"x"), SHORT], "'././@PaxHeader' as name of a pax header"),
    "name beside a pax header": ([pax(LONG_NAME), Tarred(b"toy/x")], f"'{SHORT.name.decode()}' as name beside"),
    "letters": ([Tarred("toy/é".encode())], "a name in ASCII"),
    "length of a record": ([pax(LONG_NAME, b"999 path=" + LONG_NAME + b"\n"), SHORT], "a pax header with nothing but"),
    "a number more": ([pax(LONG_NAME, b"0136 path=" + LONG_NAME + b"\n"), SHORT], "a pax header with nothing but"),
    "padding of a pax header": ([replace(pax(LONG_NAME), padding=b"x" * 378), SHORT], "a pax header with nothing but"),
    "after a name": ([Tarred(b"toy/x\0evil")], "zeros after a name"),
    "after a prefix": (
        [Tarred(b"y" * 60, fields={"prefix": (PREFIX + b"\0evil").ljust(155, b"\0")})],
        "zeros after a name",
    ),
}


@pytest.mark.parametrize("name", ALONE)
def test_one_fault_alone_in_a_tar(tmp_path, name):
    """Nothing else is wrong with these archives."""
    members, expected = ALONE[name]
    assert len(pax(LONG_NAME).content) + 378 == 512
    (tmp_path / "sound").write_bytes(gzipped(tar_archive([pax(LONG_NAME), SHORT])))
    (tmp_path / "wrong").write_bytes(gzipped(tar_archive(members)))
    with opened(tmp_path / "sound") as bundle:
        assert bundle.problems == ()
    with opened(tmp_path / "wrong") as bundle:
        assert {problem.kind for problem in bundle.problems} == {"archive-malformed"}
        assert any(problem.expected.startswith(expected) for problem in bundle.problems)


PLAIN = tar_archive(TAR)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (tar_archive(TAR, end=b"", record=1), "archive-malformed"),
        (tar_archive(TAR, end=bytes(512), record=1), "archive-malformed"),
        (tar_archive(TAR, end=bytes(512) + b"x" * 512), "archive-malformed"),
        (tar_archive(TAR, end=bytes(1024) + b"x"), "archive-trailing"),
        (tar_archive(TAR, end=bytes(512) + Tarred(b"toy/evil").block()), "archive-malformed"),
        (tar_archive(TAR) + tar_archive(TAR), "archive-trailing"),
        (tar_archive(TAR, after=b"hello"), "archive-trailing"),
        (tar_archive(TAR, after=bytes(10240)), "archive-trailing"),
        (tar_archive(TAR, record=1) + b"\0", "archive-malformed"),
        (PLAIN[:700], "archive-malformed"),
        (PLAIN[:100], "archive-malformed"),
        (PLAIN[512:], "archive-malformed"),
        (bytes(10240), "archive-malformed"),
        (b"", "archive-malformed"),
        (b"hello", "archive-malformed"),
        (zip_archive(ZIP), "archive-malformed"),
    ],
)
def test_wrong_end_of_a_tar(open_archive, content, code):
    assert {kind for kind, _ in open_archive(gzipped(content))} == {code}


def header(position: int, value: int) -> bytes:
    content = bytearray(b"\x1f\x8b\x08\0\0\0\0\0\2\xff")
    content[position] = value
    return bytes(content)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (gzipped(PLAIN, header=header(2, 7)), "archive-malformed"),
        (gzipped(PLAIN, header=header(3, 1)), "archive-malformed"),
        (gzipped(PLAIN, header=header(3, 2), extra=b"\0\0"), "archive-malformed"),
        (gzipped(PLAIN, header=header(3, 4), extra=b"\2\0ab"), "archive-malformed"),
        (gzipped(PLAIN, header=header(3, 8), extra=b"toy.tar\0"), "archive-malformed"),
        (gzipped(PLAIN, header=header(3, 16), extra=b"hello\0"), "archive-malformed"),
        (gzipped(PLAIN, header=header(4, 1)), "archive-malformed"),
        (gzipped(PLAIN, header=header(8, 1)), "archive-malformed"),
        (gzipped(PLAIN, header=header(9, 3)), "archive-malformed"),
        (gzipped(PLAIN, crc=1), "archive-mismatch"),
        (gzipped(PLAIN, size=1), "archive-mismatch"),
        (gzipped(PLAIN, after=b"x"), "archive-trailing"),
        (gzipped(PLAIN, after=bytes(100_000)), "archive-trailing"),
        (gzipped(PLAIN, after=gzipped(PLAIN)), "archive-trailing"),
        (gzipped(PLAIN[:512]) + gzipped(PLAIN[512:]), "archive-trailing"),
        (gzipped(PLAIN)[:-1], "archive-malformed"),
        (gzipped(PLAIN)[:-8], "archive-malformed"),
        (gzipped(PLAIN)[:-12], "archive-malformed"),
        (gzipped(PLAIN)[:5], "archive-malformed"),
        (b"\x1f\x8b", "archive-malformed"),
        (PLAIN, "archive-malformed"),
        (zlib.compress(PLAIN), "archive-malformed"),
        (b"", "archive-malformed"),
        (b"P", "archive-malformed"),
        (b"hello", "archive-malformed"),
        (b"Rar!\x1a\x07\x00", "archive-malformed"),
    ],
)
def test_wrong_gzip(open_archive, content, code):
    assert code in {kind for kind, _ in open_archive(content)}


def test_all_problems_of_a_zip_are_collected(open_archive):
    members = changed(changed(changed(ZIP, 1, local={"crc": 1}), 2, packed=b"\xff"), 3, comment=b"x")
    assert open_archive(zip_archive(members)) == [
        ("archive-mismatch", ZIP[1].name.decode()),
        ("archive-malformed", ZIP[2].name.decode()),
        ("archive-malformed", ZIP[3].name.decode()),
    ]


def test_all_problems_of_a_tar_are_collected(open_archive):
    members = changed(changed(TAR, 1, type=b"7"), 3, fields={"user": b"me".ljust(32, b"\0")})
    assert open_archive(gzipped(tar_archive(members))) == [
        ("archive-malformed", TAR[1].name.decode()),
        ("archive-malformed", TAR[3].name.decode()),
    ]


def bomb(size: int) -> bytes:
    """Deflated zeros, without so many in memory."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return b"".join(packer.compress(bytes(1 << 20)) for _ in range(size >> 20)) + packer.flush()


def zip_bomb(declared: int) -> bytes:
    packed = bomb(64 << 20)
    return zip_archive([Zipped(b"toy/bomb", b"", packed=packed, both={"size": declared})])


@pytest.mark.parametrize("declared", [64 << 20, 1 << 31])
def test_bomb_in_a_zip(open_archive, declared):
    """A thousand times as large as the archive; it is counted, whatever the header says."""
    tracemalloc.start()
    try:
        assert open_archive(zip_bomb(declared)) == [("archive-too-large", "archive")]
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 8 << 20


def test_bomb_that_declares_little(open_archive):
    assert open_archive(zip_bomb(10)) == [("archive-mismatch", "toy/bomb")]


def test_bomb_in_a_tar(open_archive):
    content = gzipped(Tarred(b"toy/bomb", fields={"size": b"%011o\0" % (64 << 20)}).block() + bytes(64 << 20))
    assert open_archive(content) == [("archive-too-large", "archive")]


def test_bomb_after_the_end_of_a_tar(open_archive):
    assert open_archive(gzipped(PLAIN + bytes(64 << 20))) == [("archive-trailing", "archive")]


def test_tables_that_shrink_well_are_no_bombs(open_archive):
    content = b"".join(b"%d,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0\n" % number for number in range(450_000))
    assert len(content) > limits.RATIO_FROM
    assert open_archive(zip_archive([Zipped(b"toy/table.csv", content)])) == []


@pytest.mark.parametrize(
    ("limit", "value"),
    [("MEMBERS", len(ZIP) - 1), ("MEMBER_BYTES", 4000), ("TOTAL_BYTES", 5000), ("NAME_BYTES", 100)],
)
def test_limits(open_archive, monkeypatch, limit, value):
    assert open_archive(zip_archive(ZIP)) == open_archive(gzipped(PLAIN)) == []
    monkeypatch.setattr(limits, limit, value)
    assert ("archive-too-large", "archive") in open_archive(zip_archive(ZIP))
    assert ("archive-too-large", "archive") in open_archive(gzipped(PLAIN))


def test_archive_by_a_link(tmp_path):
    """The user's own link is followed."""
    (tmp_path / "toy.zip").write_bytes(zip_archive(ZIP))
    (tmp_path / "link").symlink_to("toy.zip")
    with opened(tmp_path / "link") as bundle:
        assert bundle.problems == ()


def test_what_cannot_be_opened(tmp_path):
    with pytest.raises(FileNotFoundError) as refused, opened(tmp_path / "absent"):
        pass
    assert refused.value.filename == str(tmp_path / "absent")
    os.mkfifo(tmp_path / "pipe")
    with (
        pytest.raises(
            SealError, match=r"pipe: expected a folder, a zip archive or a tar.gz archive, found a named pipe"
        ),
        opened(tmp_path / "pipe"),
    ):
        pass


def test_archive_is_opened_once(tmp_path, monkeypatch):
    target = tmp_path / "toy.zip"
    target.write_bytes(zip_archive(ZIP))
    names = []

    def count(path, flags, *rest, _open=os.open, **options):
        names.append(str(path))
        return _open(path, flags, *rest, **options)

    monkeypatch.setattr(os, "open", count)
    with opened(target):
        assert names.count(str(target)) == 1


@pytest.mark.parametrize("content", [zip_archive(ZIP), gzipped(PLAIN)], ids=["zip", "tar"])
def test_archive_that_is_changed_after_inspection(tmp_path, temporary, monkeypatch, content):
    """Nothing is kept of one that passed inspection and is another one when it is unpacked."""
    target = tmp_path / "archive"
    target.write_bytes(content)
    evil = zip_archive(sorted([*ZIP, Zipped(b"../evil")], key=lambda item: item.name))
    for other in (evil, gzipped(tar_archive([Tarred(b"/evil"), *TAR])), zip_archive(ZIP[:-1]), content[:-9], b""):

        def exchange(*arguments, _private=container.private_folder, other=other):
            target.write_bytes(other)
            return _private(*arguments)

        target.write_bytes(content)
        monkeypatch.setattr(container, "private_folder", exchange)
        with opened(target) as bundle:
            assert [problem.kind for problem in bundle.problems] == ["changed-while-read"]
            assert bundle.folder == target
        monkeypatch.undo()
        monkeypatch.setenv("TMPDIR", str(temporary))
        assert list(temporary.iterdir()) == []
        assert sorted(place.name for place in tmp_path.iterdir()) == ["archive", "temporary"]


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()])
def test_full_disk(tmp_path, temporary, monkeypatch, error):
    (tmp_path / "archive").write_bytes(zip_archive(ZIP))
    calls = []

    def fill(path, flags, *rest, _open=os.open, **options):
        if flags & os.O_CREAT:
            calls.append(path)
            if len(calls) == 3:
                raise error
        return _open(path, flags, *rest, **options)

    monkeypatch.setattr(os, "open", fill)
    with pytest.raises(type(error)) as refused, opened(tmp_path / "archive"):
        pass
    if isinstance(error, OSError):
        assert (refused.value.errno, refused.value.filename) == (errno.ENOSPC, str(calls[-1]))
    assert list(temporary.iterdir()) == []


def test_disk_that_fills_up(tmp_path, temporary, project, python):
    """With a real refusal of the system."""
    (tmp_path / "archive").write_bytes(zip_archive([Zipped(b"toy/large", bytes(range(256)) * 40)]))
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000));"
        "from pathlib import Path; from seal.container import opened\n"
        "try:\n    opened(Path(sys.argv[1])).__enter__()\n"
        "except OSError as error:\n    print(error)\n"
    )
    ran = python(str(tmp_path / "archive"), code=code, options=("-B",), TMPDIR=str(temporary))
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("[Errno 27] File too large: '") and ran.stdout.endswith("/toy/large'\n")
    assert list(temporary.iterdir()) == []


def test_folder_is_removed_when_what_is_done_with_it_fails(tmp_path, temporary):
    (tmp_path / "archive").write_bytes(zip_archive(ZIP))
    with pytest.raises(KeyError), opened(tmp_path / "archive") as bundle:
        assert bundle.folder.is_dir()
        raise KeyError
    assert list(temporary.iterdir()) == []


def test_memory_does_not_grow_with_the_archive(tmp_path):
    packer = zlib.compressobj(1, zlib.DEFLATED, -15)
    chunk = bytes(range(256)) * 4096
    packed, crc = b"", 0
    for _ in range(48):
        packed += packer.compress(chunk)
        crc = zlib.crc32(chunk, crc)
    packed += packer.flush()
    member = Zipped(b"toy/large", b"", packed=packed, both={"size": 48 << 20, "crc": crc})
    (tmp_path / "archive").write_bytes(zip_archive([member]))
    tracemalloc.start()
    try:
        with opened(tmp_path / "archive") as bundle:
            assert bundle.problems == ()
            assert (bundle.folder / "large").stat().st_size == 48 << 20
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 8 << 20
