"""What file managers and Python leave in a folder is told as any other file is, with a hint at what to do."""

from __future__ import annotations

import pytest

from seal.bag import check_bag

from bundling import STUDY, TABLE, bundle, write_folder

LITTER = {
    "a fork beside the folder of the study": ("data/results/._x", "data/results/._x"),
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


def test_a_signature_in_the_folder_belongs_beside_it(tmp_path):
    (problem,) = check_bag(write_folder(tmp_path / "toy", {**bundle(), "bundle.sig": b"x"})).problems
    assert (problem.kind, problem.path) == ("file-unexpected", "bundle.sig")
    assert problem.hint == "a signature belongs beside the folder of the bundle, not in it"


def test_changed_line_ends_have_one_hint(tmp_path):
    files = {
        path: content.replace(b"\n", b"\r\n") if path.endswith((".csv", ".json")) else content
        for path, content in bundle().items()
    }
    altered = [one for one in check_bag(write_folder(tmp_path / "toy", files)).problems if one.kind == "file-altered"]
    assert len(altered) > 1
    [hint] = [one.hint for one in altered if one.hint is not None]
    assert hint.startswith("the ends of its lines were changed from LF to CR LF: ")


def test_other_changes_are_not_those_of_line_ends(tmp_path):
    path = f"data/{TABLE}" if not TABLE.startswith("data/") else TABLE
    files = bundle()
    files[path] = files[path].replace(b"\n", b"\r\n") + b"more\n"
    assert all(one.hint is None for one in check_bag(write_folder(tmp_path / "toy", files)).problems)


def test_a_folder_all_of_whose_line_ends_were_changed_has_one_hint(tmp_path):
    files = {path: content.replace(b"\n", b"\r\n") for path, content in bundle().items()}
    hints = [one.hint for one in check_bag(write_folder(tmp_path / "toy", files)).problems if one.hint is not None]
    assert len(hints) == 1
    assert hints[0].startswith("the ends of its lines were changed from LF to CR LF: ")
