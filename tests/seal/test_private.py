"""Folders of our own are gone at the end, however it comes."""

import shutil
from pathlib import Path

import pytest

from seal.private import private_folder


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
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with private_folder("some-") as folder:
        fill(folder)
    assert list(tmp_path.iterdir()) == []
    assert Path("/").is_dir()
