"""What is no bundle is told once, with a hint at where one is; nothing else is said of it."""

from __future__ import annotations

import shutil
import tarfile
from dataclasses import replace
from pathlib import Path

import pytest

from seal.bag import check_bag
from seal.container import opened
from seal.nearby import misplaced
from seal.problem import Problem

from archiving import gzipped, tar_archive, tarred, zip_archive, zipped
from bundling import STUDY, bundle, write_folder

FILES = bundle()
REPACKED = "another program may have packed it again: unpack it and give the folder, or download it again"
HERE = "no bagit.txt here"


@pytest.fixture
def folder(tmp_path) -> Path:
    return write_folder(tmp_path / "a" / STUDY, FILES)


def found(folder: Path) -> str:
    """What is said of a folder that is no bundle."""
    bag = check_bag(folder)
    (problem,) = bag.problems
    assert (problem.kind, problem.path, problem.expected) == ("file-missing", "bagit.txt", "the base of a bundle")
    assert (bag.root, bag.hashes) == (None, {})
    return problem.found


@pytest.mark.parametrize(
    ("start", "hint"),
    [
        ("a", f"; there is one in '{STUDY}'"),
        ("", f"; there is one in 'a/{STUDY}'"),
        (f"a/{STUDY}/data", "; there is one in '..', of which this is a part"),
        (f"a/{STUDY}/data/results/toy/figures", "; there is one in '../../../..', of which this is a part"),
    ],
)
def test_folder_near_a_bundle(tmp_path, folder, start, hint):
    assert found(tmp_path / start) == HERE + hint


def test_folder_with_several_bundles(tmp_path):
    for name in "dbca":
        write_folder(tmp_path / name, FILES)
    assert found(tmp_path) == f"{HERE}; there is one in 'a', 'b', 'c' and 1 more"


@pytest.mark.parametrize("names", [[], ["x", "y/z"], ["b/i/g/bagit.txt"], ["link"]])
def test_folder_far_from_a_bundle(tmp_path, folder, names):
    other = write_folder(tmp_path / "other", dict.fromkeys(names, b"x"))
    other.mkdir(exist_ok=True)
    if names == ["link"]:
        (other / "link").unlink()
        (other / "link").symlink_to(folder)
    assert found(other) == HERE


@pytest.mark.parametrize("kept", ["bagit.txt", "manifest-sha256.txt", "tagmanifest-sha256.txt"])
def test_bundle_that_lost_some_of_its_marks_is_one(folder, kept):
    for name in {"bagit.txt", "manifest-sha256.txt", "tagmanifest-sha256.txt"} - {kept}:
        (folder / name).unlink()
    assert len(check_bag(folder).problems) > 1


@pytest.mark.parametrize(
    ("renamed", "hint"),
    [
        (lambda name: name.partition(b"/")[2], "'bagit.txt', without that folder"),
        (lambda name: b"b/" + name, "'b/toy/bagit.txt', one folder further down"),
    ],
)
def test_archive_with_another_folder(tmp_path, renamed, hint):
    """Packed again by hand: every header is another, too, but that is not told a thousand times."""
    zips = [replace(member, name=renamed(member.name), both={"date": 34}) for member in zipped(FILES)]
    tars = [replace(member, name=renamed(member.name)) for member in tarred(FILES)]
    for content in (zip_archive(zips), gzipped(tar_archive(tars))):
        path = tmp_path / "archive"
        path.write_bytes(content)
        with opened(path) as given:
            expected = "'STUDY/bagit.txt', one folder with everything in it"
            assert given.problems == (Problem("archive-malformed", "archive", expected, hint, REPACKED),)


def packed_by_tar(folder: Path, path: Path) -> None:
    with tarfile.open(path, "w:gz") as archive:
        archive.add(folder, arcname=STUDY)


def packed_by_zip(folder: Path, path: Path) -> None:
    shutil.make_archive(str(path), "zip", folder.parent, STUDY)
    path.with_name("archive.zip").rename(path)


@pytest.mark.parametrize("pack", [packed_by_tar, packed_by_zip])
def test_archive_of_another_program_has_one_hint(tmp_path, folder, pack):
    path = tmp_path / "archive"
    pack(folder, path)
    with opened(path) as given:
        assert [problem.hint for problem in given.problems if problem.hint] == [REPACKED]
        assert given.problems[0].hint == REPACKED


def test_what_is_no_archive_has_a_hint_where_it_is_known_what_became_of_it(tmp_path):
    tar = tar_archive(tarred(FILES))
    for content, hint in (
        (
            tar,
            "it is a tar archive that was unpacked half, by a browser say: unpack it and give the folder, or download it again",
        ),
        (b"<!DOCTYPE html>", "it may be a page of the server in the place of the archive: download it again"),
        (b"something else", None),
    ):
        (tmp_path / "archive").write_bytes(content)
        with opened(tmp_path / "archive") as given:
            assert [problem.hint for problem in given.problems] == [hint]


def test_an_unsafe_archive_is_not_advised_to_be_unpacked(tmp_path):
    members = zipped(FILES)
    (tmp_path / "archive").write_bytes(zip_archive([replace(members[0], name=b"toy/../../x"), *members[1:]]))
    with opened(tmp_path / "archive") as given:
        assert [problem.hint for problem in given.problems if problem.hint] == []


@pytest.mark.parametrize(
    "names",
    [
        ["toy/bagit.txt", "toy/data/bagit.txt"],
        ["toy/bagit.txt", "bagit.txt"],
        ["a/b/c/bagit.txt"],
        ["toy/bagit.txt/x", "toy/xbagit.txt"],
        [],
    ],
)
def test_archive_with_its_bundle_where_it_should_be(names):
    assert misplaced([name.encode() for name in names]) is None


def test_first_of_archives_with_both():
    assert misplaced([b"a/b/bagit.txt", b"bagit.txt"]) == "'bagit.txt', without that folder"
