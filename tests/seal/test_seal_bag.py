"""Bags: an untouched one passes, and of every kind of damage each instance is found, by its code and its place."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import tempfile
import tracemalloc
from pathlib import Path

import pytest

from seal.bag import check_bag
from seal.read import list_files

from bundling import (
    FIGURE,
    LISTS,
    MATERIAL,
    OTHER,
    RESULTS,
    STUDY,
    TABLE,
    bundle,
    payload,
    replaced,
    resealed,
    retagged,
    sha256,
    sha256_list,
    write_folder,
)

PRODUCTS, MATERIALS, CELLS = (f"{LISTS}/{name}" for name in ("products.sha256", "materials.sha256", "cells.txt"))
MANIFEST, TAG_MANIFEST = "manifest-sha256.txt", "tagmanifest-sha256.txt"


def found(folder: Path) -> list[tuple[str, str]]:
    return [(problem.kind, problem.path) for problem in check_bag(folder).problems]


def without(files, *paths):
    return {path: content for path, content in files.items() if path not in paths}


def renamed(files, before, after):
    return {**without(files, before), after: files[before]}


def relisted(files, name, change):
    """The list `name` of the study changed, and all hashes that depend on it true again."""
    return resealed({**files, f"{LISTS}/{name}": change(files[f"{LISTS}/{name}"])})


def swapped(files, one, other):
    return {**files, one: files[other], other: files[one]}


@pytest.fixture
def folder(tmp_path) -> Path:
    return write_folder(tmp_path / STUDY, bundle())


def test_sound_bundle(folder):
    files = bundle()
    bag = check_bag(folder)
    assert bag.problems == ()
    assert bag.root == sha256(files[TAG_MANIFEST])
    assert bag.hashes == {path: sha256(content) for path, content in files.items()}


def test_its_folder_may_be_called_otherwise_and_be_a_link(folder, tmp_path):
    (tmp_path / "link").symlink_to(folder)
    (folder.parent / "copy (1)").symlink_to(folder)
    assert found(tmp_path / "link") == found(folder.parent / "copy (1)") == []


def test_other_programs_agree(folder):
    for place, name in ((folder, MANIFEST), (folder, TAG_MANIFEST), (folder / "data", PRODUCTS[5:])):
        ran = subprocess.run(["sha256sum", "--check", "--strict", "--quiet", name], cwd=place, check=False)
        assert ran.returncode == 0


# What no list is told of: (change, problems). The root of all of them is wrong or the file's hash is.
DAMAGE = {
    "a byte of a table": (
        replaced(TABLE, lambda content: content.replace(b"0.25", b"0.26")),
        [("file-altered", TABLE)],
    ),
    "a byte of a figure": (replaced(FIGURE, lambda content: content[:-1] + b" "), [("file-altered", FIGURE)]),
    "a byte of the checker": (
        replaced("recheck.pyz", lambda content: content + b"\0"),
        [("file-altered", "recheck.pyz")],
    ),
    "a shorter file": (replaced(FIGURE, lambda content: content[:-1]), [("file-altered", FIGURE)]),
    "an empty file": (replaced(FIGURE, lambda content: b""), [("file-empty", FIGURE)]),
    "an empty page": (replaced("README.md", lambda content: b""), [("file-empty", "README.md")]),
    "a missing file": (lambda files: without(files, FIGURE), [("file-missing", FIGURE)]),
    "a missing page": (lambda files: without(files, "README.md"), [("file-missing", "README.md")]),
    "a missing description": (
        lambda files: without(files, "data/datapackage.json"),
        [("file-missing", "data/datapackage.json")],
    ),
    "a missing list": (lambda files: without(files, PRODUCTS), [("list-missing", PRODUCTS)]),
    "missing cells": (lambda files: without(files, CELLS), [("list-missing", CELLS)]),
    "no manifest": (lambda files: without(files, MANIFEST), [("list-missing", MANIFEST)]),
    "no tag manifest": (lambda files: without(files, TAG_MANIFEST), [("list-missing", TAG_MANIFEST)]),
    "no bagit.txt": (lambda files: without(files, "bagit.txt"), [("file-missing", "bagit.txt")]),
    "no bag-info.txt": (lambda files: without(files, "bag-info.txt"), [("file-missing", "bag-info.txt")]),
    "an unlisted file": (lambda files: {**files, "data/x": b"x"}, [("file-unexpected", "data/x")]),
    "a hidden file": (lambda files: {**files, "data/.x": b""}, [("file-unexpected", "data/.x")]),
    "another study": (
        lambda files: {**files, "data/results/other/x": b"x"},
        [("list-inconsistent", "bag-info.txt"), ("file-unexpected", "data/results/other/x")],
    ),
    "a file outside of data": (lambda files: {**files, "run.sh": b"x"}, [("file-unexpected", "run.sh")]),
    "another tag folder": (lambda files: {**files, "meta/x": b"x"}, [("file-unexpected", "meta/x")]),
    "an MD5 manifest": (
        lambda files: {**files, "manifest-md5.txt": b"d41d8cd98f00b204e9800998ecf8427e  data/x\n"},
        [("file-unexpected", "manifest-md5.txt")],
    ),
    "a tag manifest of SHA-512": (
        lambda files: {**files, "tagmanifest-sha512.txt": b""},
        [("file-unexpected", "tagmanifest-sha512.txt")],
    ),
    "files to fetch": (
        lambda files: {**files, "fetch.txt": b"http://x 1 data/x\n"},
        [("file-unexpected", "fetch.txt")],
    ),
    "a renamed table": (lambda files: renamed(files, TABLE, TABLE + ".bak"), [("file-renamed", TABLE)]),
    "a renamed page": (lambda files: renamed(files, "README.md", "readme.md"), [("file-renamed", "README.md")]),
    "a file in another folder": (
        lambda files: renamed(files, FIGURE, "data/config/gains.svg"),
        [("file-renamed", FIGURE)],
    ),
    "a copy": (lambda files: {**files, "data/copy": files[TABLE]}, [("file-unexpected", "data/copy")]),
    "swapped tables": (
        lambda files: swapped(files, TABLE, OTHER),
        [("file-swapped", OTHER), ("file-swapped", TABLE)],
    ),
    "a table over another": (lambda files: {**files, TABLE: files[OTHER]}, [("file-altered", TABLE)]),
    "a manifest with a byte more": (
        replaced(MANIFEST, lambda content: content + b"\n"),
        [("list-malformed", f"{MANIFEST}:17"), ("file-altered", MANIFEST)],
    ),
    "an emptied manifest": (
        replaced(MANIFEST, lambda content: b""),
        [("list-malformed", f"{MANIFEST}:1"), ("file-empty", MANIFEST)],
    ),
    "an emptied tag manifest": (
        replaced(TAG_MANIFEST, lambda content: b""),
        [("list-malformed", f"{TAG_MANIFEST}:1")],
    ),
    "files of case": (
        lambda files: {**files, "data/snakefile": b"x"},
        [("name-collision", "data/snakefile"), ("file-unexpected", "data/snakefile")],
    ),
    "folders of case": (
        lambda files: {**files, "data/Config/x": b"x"},
        [("name-collision", "data/config/studies/toy.yaml"), ("file-unexpected", "data/Config/x")],
    ),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_damage(tmp_path, name):
    change, expected = DAMAGE[name]
    write_folder(tmp_path, change(bundle()))
    assert found(tmp_path) == expected


@pytest.mark.parametrize("name", DAMAGE)
def test_damage_where_folders_cannot_be_opened(tmp_path, monkeypatch, name):
    """As on Windows."""
    change, expected = DAMAGE[name]
    monkeypatch.setattr("seal.read._FROM_FOLDERS", False)
    write_folder(tmp_path, change(bundle()))
    assert found(tmp_path) == expected


# What the hashes of BagIt are told of: only the root, if it is known, or the lists inside tell.
FORGERIES = {
    "another table": (replaced(TABLE, lambda content: content.replace(b"0.25", b"0.26")), [PRODUCTS]),
    "another source": (replaced(MATERIAL, lambda content: content[1:]), [MATERIALS]),
    "no table": (lambda files: without(files, TABLE), [PRODUCTS]),
    "no source": (lambda files: without(files, MATERIAL), [MATERIALS]),
    "swapped tables": (lambda files: swapped(files, TABLE, OTHER), [PRODUCTS, PRODUCTS]),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_forgery_of_the_manifests(tmp_path, name):
    change, lists = FORGERIES[name]
    write_folder(tmp_path, resealed(change(bundle())))
    problems = check_bag(tmp_path).problems
    assert [(problem.kind, problem.path) for problem in problems] == [("list-inconsistent", path) for path in lists]
    missing = name.startswith("no ")
    assert all((problem.expected == f"files that {MANIFEST} lists too") == missing for problem in problems)


@pytest.mark.parametrize("path", ["data/x", "data/results/x", f"data/{RESULTS}/x", f"{LISTS}/comparison.txt"])
def test_file_that_the_manifests_list_and_the_study_does_not(tmp_path, path):
    write_folder(tmp_path, resealed({**bundle(), path: b"x"}))
    assert ("file-unexpected", path) in found(tmp_path)


@pytest.mark.parametrize("path", [PRODUCTS, MATERIALS, CELLS])
def test_list_that_neither_is_there_nor_missed(tmp_path, path):
    write_folder(tmp_path, resealed(without(bundle(), path)))
    assert found(tmp_path) == [("list-missing", path), ("list-inconsistent", MANIFEST)]


def test_description_that_neither_is_there_nor_missed(tmp_path):
    write_folder(tmp_path, resealed(without(bundle(), "data/ro-crate-metadata.json")))
    assert found(tmp_path) == [("file-missing", "data/ro-crate-metadata.json"), ("list-inconsistent", MANIFEST)]


LINES = {
    "a product of another study": ("products.sha256", "results/other/x", PRODUCTS),
    "a material among the products": ("products.sha256", "config/x", PRODUCTS),
    "a list among the products": ("products.sha256", CELLS[5:], PRODUCTS),
    "a product among the materials": ("materials.sha256", TABLE[5:], MATERIALS),
    "a description among the materials": ("materials.sha256", "datapackage.json", MATERIALS),
}


@pytest.mark.parametrize("name", LINES)
def test_line_in_the_wrong_list(tmp_path, name):
    listing, path, place = LINES[name]
    files = bundle()
    files.setdefault(f"data/{path}", b"x")
    line = f"{sha256(files[f'data/{path}'])}  {path}\n".encode()

    def insert(content):
        lines = [*content.splitlines(keepends=True), line]
        return b"".join(sorted(lines, key=lambda line: line[66:]))

    write_folder(tmp_path, relisted(files, listing, insert))
    assert ("list-inconsistent", place) in found(tmp_path)


@pytest.mark.parametrize(
    ("name", "change", "expected"),
    [
        ("cells.txt", lambda c: c.replace(sha256(b"0.25")[:4].encode(), b"0000"), ("list-inconsistent", CELLS)),
        ("cells.txt", lambda c: c[:-1], ("list-malformed", CELLS)),
        ("cells.txt", lambda c: b"", ("list-malformed", CELLS)),
        ("products.sha256", lambda c: c + c, ("list-malformed", PRODUCTS)),
        ("products.sha256", lambda c: b"".join(sorted(c.splitlines(True))), ("list-unsorted", PRODUCTS)),
        ("products.sha256", lambda c: c.replace(b"  results", b" *results"), ("list-malformed", PRODUCTS)),
        ("materials.sha256", lambda c: c.replace(b"  Snakefile", b"  ./Snakefile"), ("name-unsafe", MATERIALS)),
        ("materials.sha256", lambda c: b"\xef\xbb\xbf" + c, ("list-malformed", MATERIALS)),
        ("materials.sha256", lambda c: b"", ("list-malformed", MATERIALS)),
    ],
)
def test_lines_of_the_inner_lists(tmp_path, name, change, expected):
    write_folder(tmp_path, relisted(bundle(), name, change))
    problems = [(kind, path.partition(":")[0]) for kind, path in found(tmp_path)]
    assert expected in problems
    # What cannot be read explains no file; that is not held against the file.
    assert {kind for kind, _ in problems} == {expected[0]}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda c: c.replace(b"  data/Snakefile", b"  data/../x"), "name-unsafe"),
        (lambda c: c.replace(b"  data/Snakefile", b"  /etc/passwd"), "name-unsafe"),
        (lambda c: c.replace(b"  data/Snakefile", b"  data//Snakefile"), "name-unsafe"),
        (lambda c: c.replace(b"  data/Snakefile", b"  data/nul"), "name-unsafe"),
        (lambda c: c.replace(b"  data/Snakefile", b"  data/\xe2\x80\xaeSnakefile"), "name-unsafe"),
        (lambda c: c.replace(b"  data/Snakefile", b"  data/e\xcc\x81"), "name-unsafe"),
        (lambda c: c.replace(b"  data/Snakefile", b"  data/Snake\\file"), "name-unsafe"),
        (lambda c: c.replace(b"\n", b"\r\n"), "list-malformed"),
        (lambda c: c.upper(), "list-malformed"),
        (lambda c: c[:-1], "list-malformed"),
        (lambda c: c + c.splitlines(True)[-1], "list-malformed"),
        (lambda c: b"".join(reversed(c.splitlines(True))), "list-unsorted"),
        (lambda c: c + f"{sha256(b'# Toy' + bytes([10]))}  elsewhere\n".encode(), "list-inconsistent"),
    ],
)
def test_lines_of_the_manifest(tmp_path, change, expected):
    files = bundle()
    write_folder(tmp_path, retagged({**files, MANIFEST: change(files[MANIFEST])}))
    assert expected in {kind for kind, path in found(tmp_path) if path.startswith(MANIFEST)}


@pytest.mark.parametrize(
    ("listed", "expected"),
    [
        (["README.md", "bag-info.txt", "bagit.txt", MANIFEST], [("list-inconsistent", TAG_MANIFEST)]),
        (["README.md", "bag-info.txt", "bagit.txt", "recheck.pyz"], [("list-inconsistent", TAG_MANIFEST)]),
        (
            ["README.md", "bag-info.txt", "bagit.txt", MANIFEST, "recheck.pyz", TABLE],
            [("list-inconsistent", TAG_MANIFEST)],
        ),
    ],
)
def test_what_the_tag_manifest_lists(tmp_path, listed, expected):
    files = bundle()
    write_folder(tmp_path, {**files, TAG_MANIFEST: sha256_list({path: files[path] for path in listed})})
    assert found(tmp_path) == expected


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda c: c.replace(b"toy\n", b"../toy\n", 1), 1),
        (lambda c: c.replace(b"toy\n", b"nul\n", 1), 1),
        (lambda c: c.replace(b"Identifier:", b"identifier:"), 1),
        (lambda c: c.replace(b"Description: A toy", b"Description:  A toy"), 2),
        (lambda c: c.replace(b"Description: A toy", b"Description: "), 2),
        (lambda c: c.replace(b"A toy", b"A \xe2\x80\xaetoy"), 2),
        (lambda c: c.replace(b"A toy", b"A toy\n and more"), 3),
        (lambda c: c.replace(b"Format: 1", b"Format: 2"), 3),
        (lambda c: c.replace(b"Bundle-Format: 1\n", b""), 3),
        (lambda c: c.replace(b"Oxum: ", b"Oxum: 0"), 4),
        (lambda c: c[:-1], 4),
        (lambda c: c + b"Bagging-Date: 2026-01-01\n", 5),
        (lambda c: c + b"\n", 5),
        (lambda c: c + b"x", 5),
        (lambda c: b"Source-Organization: x\n" + c, 1),
        (lambda c: c.replace(b"\n", b"\r\n"), 1),
        (lambda c: b"", 1),
    ],
)
def test_bag_info(tmp_path, change, line):
    files = bundle()
    write_folder(tmp_path, retagged({**files, "bag-info.txt": change(files["bag-info.txt"])}))
    assert ("tag-malformed", f"bag-info.txt:{line}") in found(tmp_path)


def test_bag_info_in_another_encoding(tmp_path):
    files = bundle()
    info = files["bag-info.txt"].replace(b"A toy", b"A t\xf6y")
    write_folder(tmp_path, retagged({**files, "bag-info.txt": info}))
    assert found(tmp_path) == [("tag-malformed", "bag-info.txt")]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"BagIt-Version: 0.97\nTag-File-Character-Encoding: UTF-8\n",
        b"BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-16\n",
        b"BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8",
        b"BagIt-Version: 1.0\r\nTag-File-Character-Encoding: UTF-8\r\n",
        b"\xef\xbb\xbfBagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n",
    ],
)
def test_bagit_txt(tmp_path, content):
    write_folder(tmp_path, retagged({**bundle(), "bagit.txt": content}))
    assert found(tmp_path) == [("tag-malformed", "bagit.txt")]


@pytest.mark.parametrize("change", [lambda size, count: (size + 1, count), lambda size, count: (size, count - 1)])
def test_false_size_of_the_payload(tmp_path, change):
    files = bundle()
    size, count = sum(map(len, payload(files).values())), len(payload(files))
    false = "{}.{}".format(*change(size, count)).encode()
    info = files["bag-info.txt"].replace(f"{size}.{count}".encode(), false)
    write_folder(tmp_path, retagged({**files, "bag-info.txt": info}))
    assert found(tmp_path) == [("list-inconsistent", "bag-info.txt")]


def test_study_of_another_name(tmp_path):
    files = bundle()
    info = files["bag-info.txt"].replace(b"Identifier: toy", b"Identifier: other")
    write_folder(tmp_path, retagged({**files, "bag-info.txt": info}))
    assert ("list-inconsistent", "bag-info.txt") in found(tmp_path)
    assert ("list-missing", "data/results/other/manifest/products.sha256") in found(tmp_path)


def plant(folder: Path, path: str) -> Path:
    place = folder / path
    place.unlink()
    return place


@pytest.mark.parametrize("path", [FIGURE, TABLE, "README.md", MANIFEST, TAG_MANIFEST, PRODUCTS, "bag-info.txt"])
@pytest.mark.parametrize("kind", ["link", "dangling link", "link to a folder", "named pipe", "folder", "socket"])
def test_other_things_than_files(folder, tmp_path, path, kind):
    copy = tmp_path / "copy"
    copy.write_bytes((folder / path).read_bytes())
    place = plant(folder, path)
    if kind == "link":
        place.symlink_to(copy)
    elif kind == "dangling link":
        place.symlink_to("nowhere")
    elif kind == "link to a folder":
        place.symlink_to(folder)
    elif kind == "named pipe":
        os.mkfifo(place)
    elif kind == "socket":
        os.mknod(place, 0o140644)
    else:
        place.mkdir()
    expected = [("not-regular", path)]
    if kind == "folder":
        code = "list-missing" if path in (MANIFEST, TAG_MANIFEST, PRODUCTS) else "file-missing"
        expected = [("folder-unexpected", path), (code, path)]
    assert found(folder) == expected


@pytest.mark.parametrize("from_folders", [True, False])
def test_linked_folder(folder, tmp_path, monkeypatch, from_folders):
    monkeypatch.setattr("seal.read._FROM_FOLDERS", from_folders)
    (folder / "data/config").rename(tmp_path / "config")
    (folder / "data/config").symlink_to(tmp_path / "config")
    assert found(folder) == [("not-regular", "data/config")]


def test_linked_payload(folder, tmp_path):
    (folder / "data").rename(tmp_path / "data")
    (folder / "data").symlink_to(tmp_path / "data")
    assert ("not-regular", "data") in found(folder)


def test_hard_link_is_a_file(folder, tmp_path):
    os.link(folder / FIGURE, tmp_path / "elsewhere")
    assert found(folder) == []
    (tmp_path / "elsewhere").write_bytes(b"x")
    assert found(folder) == [("file-altered", FIGURE)]


def test_folders_without_files(folder):
    (folder / "data/a/b/c").mkdir(parents=True)
    (folder / "data/a/d").mkdir()
    (folder / "empty").mkdir()
    assert found(folder) == [("folder-unexpected", "data/a"), ("folder-unexpected", "empty")]


@pytest.mark.parametrize(
    "name", [b"latin-\xe9", b"line\nbreak", b"nul.txt", b"dot.", "\u202egvs".encode(), b"e\xcc\x81", b"back\\slash"]
)
def test_names(folder, name):
    place = os.fsencode(folder / "data") + b"/" + name
    os.close(os.open(place, os.O_CREAT | os.O_WRONLY))
    assert [kind for kind, _ in found(folder)] == ["name-unsafe"]


def test_file_that_changes_while_it_is_read(folder):
    seen = []

    def change(done, total):
        if not seen:
            with (folder / "README.md").open("ab") as stream:
                stream.write(b"x")
        seen.append(done)

    def touch_all(done, total):
        os.utime(folder / FIGURE)

    assert check_bag(folder, change).problems[0].kind in ("changed-while-read", "file-altered")
    write_folder(folder, bundle())
    problems = check_bag(folder, touch_all).problems
    assert [(problem.kind, problem.path) for problem in problems] == [("changed-while-read", FIGURE)]


def test_link_that_is_put_on_the_way(folder, tmp_path, monkeypatch):
    """A folder is replaced by a link after it was looked at: what the link leads to is not read."""
    shutil.copytree(folder / "data/config", tmp_path / "config")
    (tmp_path / "config/studies/toy.yaml").write_bytes(b"forged")

    listed = []

    def list_and_wait(*arguments):
        listed.append(list_files(*arguments))
        return listed[0]

    def exchange(path, *arguments, _stat=os.stat, **options):
        facts = _stat(path, *arguments, **options)
        if listed and path == "config" and not (folder / "data/config").is_symlink():
            (folder / "data/config").rename(tmp_path / "away")
            (folder / "data/config").symlink_to(tmp_path / "config")
        return facts

    monkeypatch.setattr("seal.bag.list_files", list_and_wait)
    monkeypatch.setattr("seal.read.os.stat", exchange)
    bag = check_bag(folder)
    assert (folder / "data/config").is_symlink()
    assert "data/config/studies/toy.yaml" not in bag.hashes
    assert [problem.path for problem in bag.problems] == ["data/config/studies/toy.yaml"]


def refuse_to_read(monkeypatch, refused, error):
    """Opening a file of this name fails."""

    def refuse(path, flags, *rest, _open=os.open, **options):
        if path == refused.split("/")[-1]:
            raise error
        return _open(path, flags, *rest, **options)

    monkeypatch.setattr(os, "open", refuse)


def test_unreadable_file(folder, monkeypatch):
    refuse_to_read(monkeypatch, FIGURE, PermissionError(errno.EACCES, "Permission denied"))
    assert found(folder) == [("unreadable", FIGURE)]


UNPRIVILEGED = """
import os, sys
from pathlib import Path
from seal.bag import check_bag
os.geteuid() or os.seteuid(65534)
folder = Path(sys.argv[1])
for place in [folder, *sorted(folder.rglob("*"))]:
    before = place.stat().st_mode
    for mode in (0, 0o300, 0o400) if place.is_dir() else (0,):
        place.chmod(mode)
        try:
            problems = {(problem.kind, problem.found) for problem in check_bag(folder).problems}
        except OSError as error:
            problems = {("error", error.filename)}
        place.chmod(before)
        print(place.relative_to(folder), *problems, sep="|")
"""


def test_nothing_is_said_of_what_cannot_be_read(tmp_path):
    """Every file and folder in turn, without one of the rights to it: it is told by itself, and nothing is missed but it."""
    with tempfile.TemporaryDirectory() as name:
        folder = write_folder(Path(name) / STUDY, bundle())
        for place in [Path(name), folder, *folder.rglob("*")]:
            os.chown(place, *(2 * [65534 if os.geteuid() == 0 else -1]))
        done = subprocess.run(
            [sys.executable, "-c", UNPRIVILEGED, folder],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")},
        )
        lines = done.stdout.splitlines()
        assert len(lines) > len(bundle()) + 30
        denied = str(("unreadable", "Permission denied"))
        assert {line for line in lines if not line.endswith(f"|{denied}")} == {f".|{('error', str(folder))}"}


def test_what_is_wrong_is_told_next_to_what_cannot_be_read(folder, monkeypatch):
    (folder / TABLE).write_bytes(b"x")
    refuse_to_read(monkeypatch, FIGURE, OSError(errno.EIO, "Input/output error"))
    assert sorted(found(folder)) == [("file-altered", TABLE), ("unreadable", FIGURE)]


def test_folder_that_is_not_listed_is_told_as_one(folder):
    files = {f"data/new/{name}": b"" for name in ("x", "y", "z/z")}
    write_folder(folder, {**files, "data/config/x": b"", "data/config/y": b"", "data/one/x": b""})
    told = [(problem.path, problem.found) for problem in check_bag(folder).problems]
    assert told == [
        ("data/config/x", "one that is not listed"),
        ("data/config/y", "one that is not listed"),
        ("data/new", "one with 3 files that are not listed"),
        ("data/one/x", "one that is not listed"),
    ]


def test_all_problems_are_collected(folder):
    (folder / FIGURE).unlink()
    (folder / "data/x").write_bytes(b"x")
    (folder / TABLE).write_bytes(b"x")
    (folder / "bagit.txt").write_bytes(b"x")
    (folder / "empty").mkdir()
    assert sorted(found(folder)) == [
        ("file-altered", "bagit.txt"),
        ("file-altered", TABLE),
        ("file-missing", FIGURE),
        ("file-unexpected", "data/x"),
        ("folder-unexpected", "empty"),
        ("tag-malformed", "bagit.txt"),
    ]


def test_progress(folder):
    told = []
    check_bag(folder, lambda done, total: told.append((done, total)))
    total = sum(map(len, bundle().values()))
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert {whole for _, whole in told} == {total}
    assert told[-1] == (total, total)


def test_every_file_is_opened_once(folder, monkeypatch):
    opened = []

    def count(path, flags, *rest, _open=os.open, **options):
        opened.append(str(path))
        return _open(path, flags, *rest, **options)

    monkeypatch.setattr(os, "open", count)
    check_bag(folder)
    for path in bundle():
        assert opened.count(path.split("/")[-1]) == 1, path


def test_memory_does_not_grow_with_the_files(folder):
    with (folder / FIGURE).open("r+b") as stream:
        stream.truncate(64 << 20)
    tracemalloc.start()
    try:
        assert found(folder) == [("file-altered", FIGURE)]
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 4 << 20


@pytest.mark.parametrize("place", ["absent", "README.md"])
def test_what_is_no_folder(folder, place):
    with pytest.raises(NotADirectoryError):
        check_bag(folder / place)


def test_checking_writes_nothing(folder):
    before = {path: path.lstat() for path in [folder, *folder.rglob("*")]}
    check_bag(folder)
    assert {path: (path.lstat().st_mtime_ns, path.lstat().st_ino) for path in [folder, *folder.rglob("*")]} == {
        path: (facts.st_mtime_ns, facts.st_ino) for path, facts in before.items()
    }


def test_bag_is_made(project, folder):
    files = bundle()
    for name in (MANIFEST, TAG_MANIFEST):
        (folder / name).unlink()
    for _ in range(2):
        ran = project.run_main("bag", str(folder))
        root = sha256(files[TAG_MANIFEST])
        assert (ran.code, ran.out) == (0, [f"{folder}: {len(payload(files))} files below data, root {root}"])
        assert {path: (folder / path).read_bytes() for path in files} == files
        assert found(folder) == []


@pytest.mark.parametrize(
    ("change", "lines"),
    [
        (lambda files: without(files, "bagit.txt"), ["file-missing: bagit.txt"]),
        (lambda files: {**files, "x": b""}, ["file-unexpected: x"]),
        (lambda files: {**files, "data/nul": b""}, ["name-unsafe: data/nul"]),
        (lambda files: {**files, "data/snakefile": b""}, ["name-collision: data/snakefile"]),
        (lambda files: without(files, *payload(files)), ["file-missing: data"]),
    ],
)
def test_bag_is_not_made_of_anything(project, tmp_path, change, lines):
    folder = write_folder(tmp_path / "made", without(change(bundle()), MANIFEST, TAG_MANIFEST))
    ran = project.run_main("bag", str(folder))
    assert (ran.code, [": ".join(line.split(": ")[:2]) for line in ran.out]) == (1, lines)
    assert not (folder / MANIFEST).exists()


def test_bag_of_an_empty_folder_is_not_made(project, folder):
    shutil.rmtree(folder / "data")
    (folder / "data").mkdir()
    ran = project.run_main("bag", str(folder))
    assert ran.code != 0
    assert (folder / MANIFEST).read_bytes() == bundle()[MANIFEST]
