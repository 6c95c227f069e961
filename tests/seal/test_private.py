"""Folders of our own are gone at the end, however it comes."""

import errno
import os
import shutil
from pathlib import Path

import pytest

from seal.private import private_folder, remove_left


@pytest.fixture
def fill(monkeypatch):
    """Nothing can be removed by shutil, which needs a descriptor for each level of folders."""

    def none_left(*_):
        raise OSError(24, "Too many open files")

    def make(folder):
        (folder / "a/b/c").mkdir(parents=True)
        (folder / "a/b/file").write_text("x")
        (folder / "a/link").symlink_to("/")
        monkeypatch.setattr(shutil, "rmtree", none_left)

    return make


def test_it_is_removed_without_descriptors(fill, tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with private_folder("some-") as folder:
        fill(folder)
    assert list(tmp_path.iterdir()) == []
    assert Path("/").is_dir()


@pytest.mark.parametrize("needed", [None, 12_345])
def test_a_full_disk_says_how_to_have_another(tmp_path, monkeypatch, needed):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with pytest.raises(OSError, match="No space left on device: ") as full, private_folder("some-", needed) as folder:
        raise OSError(errno.ENOSPC, "No space left on device", str(folder / "file"))
    assert full.value.filename == str(folder / "file")
    size = "" if needed is None else "12,345 bytes are needed, and "
    advice = f"{size}the variable TMPDIR can name a folder for temporary files where there is more"
    assert full.value.strerror == f"No space left on device: {advice}"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("number", "elsewhere"), [(errno.ENOSPC, "/elsewhere/file"), (errno.ENOSPC, None), (errno.EIO, "")]
)
def test_other_errors_are_left_as_they_are(tmp_path, monkeypatch, number, elsewhere):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with pytest.raises(OSError, match="as it is") as left, private_folder("some-") as folder:
        raise OSError(number, "as it is", str(folder) if elsewhere == "" else elsewhere)
    assert left.value.strerror == "as it is"


@pytest.fixture
def unlisted(monkeypatch, tmp_path):
    """A folder for temporary files in which nothing can be listed any more, until it is called."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    listing = os.scandir

    def none_left(path):
        raise OSError(errno.EMFILE, "Too many open files", str(path))

    monkeypatch.setattr(os, "scandir", none_left)
    return lambda: monkeypatch.setattr(os, "scandir", listing)


def test_that_it_cannot_be_removed_is_told_by_its_reason_and_tried_once_more(unlisted, tmp_path):
    with pytest.raises(OSError, match="Too many open files"), private_folder("some-") as folder:
        (folder / "file").write_text("x")
    unlisted()
    remove_left()
    assert list(tmp_path.iterdir()) == []


def test_that_it_cannot_be_removed_does_not_hide_what_ended_the_work(unlisted, tmp_path, capsys):
    with pytest.raises(ValueError, match="of the work"), private_folder("some-") as folder:
        (folder / "file").write_text("x")
        raise ValueError("of the work")
    remove_left()
    assert capsys.readouterr().err == f"{folder}: could not be removed: Too many open files\n"
    unlisted()
    assert list(tmp_path.iterdir()) == [folder]


@pytest.mark.parametrize(("name", "found"), [("nowhere", "No such file or directory"), ("file", "Not a directory")])
def test_a_folder_that_was_named_is_that_one_or_none(tmp_path, monkeypatch, name, found):
    (tmp_path / "file").write_text("x")
    monkeypatch.setenv("TMPDIR", str(tmp_path / name))
    with pytest.raises(OSError, match=found) as refused, private_folder("some-"):
        pass
    assert refused.value.filename == f"TMPDIR: {tmp_path / name}"
    assert refused.value.strerror == f"expected a folder that can be written to, found: {found}"


def test_a_folder_that_was_not_named_is_the_systems(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", "")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with private_folder("some-") as folder:
        assert folder.parent == tmp_path
