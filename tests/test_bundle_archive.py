"""Archives: the bytes that they are to be, whatever the system's zlib does, and what other programs read in them."""

import gzip
import hashlib
import io
import shutil
import subprocess
import tarfile
import zipfile
import zlib

import pytest

from regretlab.bundle import archive
from regretlab.bundle.archive import gzip_file, tar_gz_archive, zip_archive
from regretlab.errors import InputError

MEMBERS = [("b/z.csv", b"x,y\n1,2\n" * 500), ("b/a.csv", b""), ("b/Z.csv", bytes(range(256)))]
ORDERED = ["b/Z.csv", "b/a.csv", "b/z.csv"]
LONG = f"b/{'f' * 90}/{'g' * 60}/table.csv"
"""Longer than the name in a tar header, but not than prefix and name."""
LONGEST = f"b/{'f' * 160}/{'n' * 110}"
"""Too long for both."""

ZIP = bytes.fromhex(
    # local header: version 2.0, no flags, deflate, midnight, 1980-01-01, CRC, sizes 6 and 40, length of the name
    "504b0304 1400 0000 0800 0000 2100 5a401b73 06000000 28000000 0500 0000"
    "612e747874 4b4a220e0000"
    # central directory: made by Unix, no comment, mode 0100644, at byte 0
    "504b0102 1403 1400 0000 0800 0000 2100 5a401b73 06000000 28000000 0500 0000 0000 0000 0000 0000a481 00000000"
    "612e747874"
    "504b0506 0000 0000 0100 0100 33000000 29000000 0000"
)
"""One member `a.txt` of forty letters b: written down from PKWARE's APPNOTE; the six bytes of data are a literal and a match."""

TABLE = "".join(f"{n},{n * n}\n" for n in range(20_000)).encode()
TABLE_GZIPPED = "01fe9c4b2764a7e4f906b3a4a30a652ee2ad7ba22e3ef7c5e068c0767710e83b"
"""SHA-256 of what libdeflate 1.x makes of it, with our header."""


def test_a_zip_archive_byte_by_byte():
    """Header, data, directory, end."""
    assert zip_archive([("a.txt", b"b" * 40)]) == ZIP
    assert zlib.decompress(bytes.fromhex("4b4a220e0000"), -15) == b"b" * 40


def test_a_stored_member_stands_as_it_is():
    """As in recheck.pyz."""
    found = zip_archive([("a.txt", b"b" * 40)], compress=False)
    assert found[26:30] == b"\5\0\0\0"
    assert found[30 : 30 + 45] == b"a.txt" + b"b" * 40
    assert found[8:10] == b"\0\0"


def test_a_gzip_file_byte_by_byte():
    """No name, no time, of no system; the bytes of a real table are those that they were."""
    assert gzip_file(b"b" * 40).hex() == "1f8b08000000000002ff4b4a220e00005a401b7328000000"
    assert hashlib.sha256(gzip_file(TABLE)).hexdigest() == TABLE_GZIPPED
    assert gzip.decompress(gzip_file(TABLE)) == TABLE


def test_the_systems_zlib_compresses_nothing(monkeypatch):
    """With a zlib that refuses, the same archives."""
    before = [zip_archive(MEMBERS), tar_gz_archive(MEMBERS)]

    def refuse(*_, **__):
        raise AssertionError("zlib was asked to compress")

    for name in ("compress", "compressobj", "crc32"):
        monkeypatch.setattr(zlib, name, refuse)
    assert [zip_archive(MEMBERS), tar_gz_archive(MEMBERS)] == before


@pytest.mark.parametrize("make", [zip_archive, tar_gz_archive])
def test_order_does_not_matter(make):
    """Members are sorted by their bytes."""
    assert make(MEMBERS) == make(MEMBERS[::-1])


def test_python_reads_them():
    """Names, contents, and paths that are too long for a tar header."""
    members = [*MEMBERS, (LONG, b"long"), (LONGEST, b"longest")]
    expected = dict(members)
    with zipfile.ZipFile(io.BytesIO(zip_archive(members))) as found:
        assert found.testzip() is None
        assert found.namelist() == sorted(expected)
        assert {name: found.read(name) for name in found.namelist()} == expected
    with tarfile.open(fileobj=io.BytesIO(tar_gz_archive(members))) as found:
        assert found.getnames() == sorted(expected)
        assert {name: found.extractfile(name).read() for name in found.getnames()} == expected
        assert [entry.name for entry in found if entry.pax_headers] == [LONGEST]


def test_other_programs_read_them(tmp_path):
    """tar, and unzip or Python's own command: names in order, and nothing wrong."""
    (tmp_path / "b.zip").write_bytes(zip_archive(MEMBERS))
    (tmp_path / "b.tar.gz").write_bytes(tar_gz_archive([*MEMBERS, (LONG, b""), (LONGEST, b"")]))
    names = subprocess.run(["tar", "tzf", tmp_path / "b.tar.gz"], capture_output=True, text=True, check=True).stdout
    assert names.splitlines() == sorted([*ORDERED, LONG, LONGEST])
    test = ["unzip", "-t"] if shutil.which("unzip") else ["python3", "-m", "zipfile", "-t"]
    assert subprocess.run([*test, tmp_path / "b.zip"], capture_output=True, check=False).returncode == 0


def test_a_path_at_the_limit_of_a_tar_header():
    """A name of 100 bytes stands alone; with one more it is cut at a slash, or gets a PAX header."""
    for path, has_prefix, has_header in (
        ("d/" + "n" * 98, False, False),
        ("d/" + "n" * 99, True, False),
        ("n" * 101, False, True),
        ("p" * 155 + "/" + "n" * 100, True, False),
        ("p" * 156 + "/" + "n" * 99, False, True),
    ):
        content = gzip.decompress(tar_gz_archive([(path, b"x")]))
        assert (content[156:157] == b"x") == has_header, path
        assert (content[345:346] != b"\0") == has_prefix, path
        with tarfile.open(fileobj=io.BytesIO(content)) as found:
            assert found.getnames() == [path]


def test_what_does_not_fit_is_refused(monkeypatch):
    """Rather than written in a form that readers of bundles do not know."""
    monkeypatch.setattr(archive, "_MOST_MEMBERS", 2)
    with pytest.raises(InputError, match="zip: expected at most 2 files"):
        zip_archive(MEMBERS)
    monkeypatch.undo()
    monkeypatch.setattr(archive, "_MOST_BYTES", 300)
    with pytest.raises(InputError, match="and 300 bytes, found"):
        zip_archive(MEMBERS)
    monkeypatch.setattr(archive, "_USTAR_SIZE", 300)
    with pytest.raises(InputError, match=r"b/z\.csv: expected at most 300 bytes for a tar archive, found 4,000"):
        tar_gz_archive(MEMBERS)
    with pytest.raises(UnicodeEncodeError):
        zip_archive([("é", b"")])
