"""What file managers and Python leave in a folder is told as any other file is, with a hint at what to do."""

from __future__ import annotations

import pytest

from seal.bag import check_bag

from bundling import STUDY, TABLE, bundle, write_folder

LITTER = {
    "the view of a folder": (".DS_Store", ".DS_Store"),
    "one further down": (f"data/results/{STUDY}/.DS_Store", f"data/results/{STUDY}/.DS_Store"),
    "what an archive of macOS has besides": ("__MACOSX/data/._x", "__MACOSX/data/._x"),
    "a fork": ("data/._Snakefile", "data/._Snakefile"),
    "thumbnails": ("data/Thumbs.db", "data/Thumbs.db"),
    "how a folder is shown": ("desktop.ini", "desktop.ini"),
    "compiled sources": ("data/src/__pycache__/x.pyc", "data/src/__pycache__/x.pyc"),
}


@pytest.mark.parametrize("name", LITTER)
def test_litter_is_told_with_a_hint(tmp_path, name):
    file, path = LITTER[name]
    (problem,) = check_bag(write_folder(tmp_path / "toy", {**bundle(), file: b"x"})).problems
    assert (problem.kind, problem.path) == ("file-unexpected", path)
    assert problem.hint is not None
    assert problem.hint in str(problem)


def test_folders_of_litter_are_told_with_a_hint(tmp_path):
    """With files in them, or without."""
    files = {f"__MACOSX/{name}": b"x" for name in "ab"}
    folder = write_folder(tmp_path / "toy", {**bundle(), **files})
    (folder / "data/__pycache__").mkdir()
    found = check_bag(folder).problems
    assert sorted((problem.kind, problem.path) for problem in found) == [
        ("file-unexpected", "__MACOSX"),
        ("folder-unexpected", "data/__pycache__"),
    ]
    assert all(problem.hint for problem in found)


@pytest.mark.parametrize("file", ["data/x", "data/DS_Store", "data/thumbs.db.csv", ".x"])
def test_other_files_are_told_without(tmp_path, file):
    (problem,) = check_bag(write_folder(tmp_path / "toy", {**bundle(), file: b"x"})).problems
    assert (problem.kind, problem.hint) == ("file-unexpected", None)


def test_a_listed_file_that_is_altered_is_no_litter(tmp_path):
    (problem,) = check_bag(write_folder(tmp_path / "toy", {**bundle(), TABLE: b"x"})).problems
    assert (problem.kind, problem.hint) == ("file-altered", None)
