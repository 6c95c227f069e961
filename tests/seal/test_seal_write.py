"""Writing: whole or not at all, several files or none."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from seal.write import write_files


def names(folder: Path) -> list[str]:
    return sorted(place.name for place in folder.iterdir())


def test_written_beside_synced_renamed(tmp_path, monkeypatch):
    (tmp_path / "one").write_bytes(b"old")
    steps = []

    def fsync(descriptor, _fsync=os.fsync):
        _fsync(descriptor)
        steps.append(("sync", os.fstat(descriptor).st_size, (tmp_path / "one").read_bytes()))

    def replace(place, target, _replace=Path.replace):
        steps.append(("rename", place.parent, target.name))
        return _replace(place, target)

    monkeypatch.setattr("seal.write.os.fsync", fsync)
    monkeypatch.setattr(Path, "replace", replace)
    write_files({tmp_path / "one": b"new", tmp_path / "two": b"second"})
    assert steps == [
        ("sync", 3, b"old"),
        ("sync", 6, b"old"),
        ("rename", tmp_path, "one"),
        ("rename", tmp_path, "two"),
    ]
    assert names(tmp_path) == ["one", "two"]
    assert (tmp_path / "one").read_bytes() == b"new"


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o027, 0o077])
def test_mode_is_that_of_any_new_file(tmp_path, mask):
    (tmp_path / "list").write_bytes(b"")
    (tmp_path / "list").chmod(0o640)
    old = os.umask(mask)
    try:
        write_files({tmp_path / "list": b"new"})
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "list").stat().st_mode) == 0o666 & ~mask


def test_second_file_refused(tmp_path):
    (tmp_path / "one").write_bytes(b"old")
    (tmp_path / "two").mkdir()
    with pytest.raises(IsADirectoryError) as refused:
        write_files({tmp_path / "one": b"new", tmp_path / "two": b"new"})
    assert refused.value.filename == str(tmp_path / "two")
    assert (tmp_path / "one").read_bytes() == b"old"
    assert names(tmp_path) == ["one", "two"]


@pytest.mark.parametrize("error", [OSError(5, "Input/output error"), KeyboardInterrupt()])
def test_nothing_is_left_behind(tmp_path, monkeypatch, error):
    def fail(place, target):
        raise error

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(type(error)):
        write_files({tmp_path / "one": b"new"})
    assert names(tmp_path) == []


def test_a_link_is_replaced_not_followed(tmp_path):
    (tmp_path / "other").write_bytes(b"precious")
    (tmp_path / "list").symlink_to("other")
    write_files({tmp_path / "list": b"new"})
    assert (tmp_path / "other").read_bytes() == b"precious"
    assert not (tmp_path / "list").is_symlink()
