"""Accepting: only what was checked is published, all three lists or none."""

from __future__ import annotations

from pathlib import Path

import pytest

from sealing import FIGURE, PUBLISHED, REBUILT, STRATEGY, TRAJECTORY

LISTS = ("products.sha256", "materials.sha256", "cells.txt")


def published(project) -> dict[str, bytes]:
    folder = project.root / PUBLISHED
    return {place.name: place.read_bytes() for place in folder.iterdir()} if folder.exists() else {}


def rebuilt(project) -> dict[str, bytes]:
    return {name: project.read(f"{REBUILT}/{name}") for name in LISTS}


def test_first_time(project):
    project.seal()
    ran = project.accept()
    assert (ran.code, ran.err) == (0, [])
    assert ran.out[-1] == f"{project.root / PUBLISHED}: 4 products published: 4 new, 0 removed, 0 changed"
    assert published(project) == rebuilt(project)
    assert project.compare().code == 0


def test_what_changed_is_said(project):
    project.seal()
    project.accept()
    project.write(FIGURE, b"<svg></svg>\n")
    (project.root / STRATEGY).unlink()
    project.write("results/toy/plans.csv", b"plan\n")
    project.write("config/toy.yaml", b"name: another\n")
    project.seal()
    assert project.compare().code == 1
    ran = project.accept()
    assert ran.out == [
        f"changed product {FIGURE}",
        f"removed product {STRATEGY}",
        "new product results/toy/plans.csv",
        "changed material config/toy.yaml",
        f"{project.root / PUBLISHED}: 4 products published: 1 new, 1 removed, 1 changed",
    ]
    assert published(project) == rebuilt(project)
    assert project.compare().code == 0
    assert project.accept().out[-1].endswith(": 0 new, 0 removed, 0 changed")


@pytest.mark.parametrize("path", [TRAJECTORY, FIGURE, "config/toy.yaml"])
@pytest.mark.parametrize("before", [False, True])
def test_files_that_do_not_match_are_not_published(project, path, before):
    project.seal()
    if before:
        project.accept()
    old = published(project)
    project.write(path, b"changed after sealing\n")
    ran = project.accept()
    assert ran.code == 1
    assert [line.split(": ")[:2] for line in ran.out] == [["file-altered", path]]
    assert published(project) == old


def test_false_cells_are_not_published(project):
    project.seal()
    target = project.root / REBUILT / "cells.txt"
    first = target.read_bytes().splitlines()[1][:4]
    target.write_bytes(target.read_bytes().replace(first, b"0000"))
    assert project.accept().code == 1
    assert not (project.root / "manifest").exists()


@pytest.mark.parametrize("name", LISTS)
def test_missing_list(project, name):
    project.seal()
    (project.root / REBUILT / name).unlink()
    ran = project.accept()
    target = project.root / REBUILT / name
    assert (ran.code, ran.err) == (2, [f"seal: {target}: No such file or directory"])
    assert not (project.root / "manifest").exists()


def test_nothing_is_published_onto_itself(project):
    project.seal()
    folder = str(project.root / REBUILT)
    ran = project.run("accept", folder, folder)
    assert (ran.code, ran.out) == (2, [])
    assert "expected two folders" in ran.err[0]


def test_damaged_published_lists_are_replaced(project):
    project.seal()
    project.accept()
    project.write(f"{PUBLISHED}/products.sha256", b"nonsense")
    assert project.compare().code == 1
    assert project.accept().code == 0
    assert published(project) == rebuilt(project)


@pytest.mark.parametrize("refused", range(3))
def test_all_lists_or_none(project, monkeypatch, refused):
    """The disk is full at the first, second or third list."""
    project.seal()
    project.accept()
    old = published(project)
    project.write(FIGURE, b"<svg></svg>\n")
    project.write("config/toy.yaml", b"name: another\n")
    project.seal()
    calls = []

    def fill(descriptor):
        calls.append(descriptor)
        if len(calls) == refused + 1:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("seal.write.os.fsync", fill)
    ran = project.accept()
    assert (ran.code, ran.out) == (2, [])
    assert ran.err[0].endswith(": No space left on device")
    assert str(project.root / PUBLISHED) in ran.err[0]
    assert published(project) == old


def test_no_empty_folder_is_left(project, monkeypatch):
    project.seal()

    def fill(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("seal.write.os.fsync", fill)
    assert project.accept().code == 2
    assert not (project.root / "manifest").exists()


def test_folder_that_cannot_be_made(project):
    project.seal()
    project.write("manifest", b"a file")
    ran = project.accept()
    assert (ran.code, ran.out) == (2, [])
    assert ran.err == [f"seal: {Path(project.root / PUBLISHED)}: Not a directory"]


def test_lists_are_those_that_were_checked(project, monkeypatch):
    """A list exchanged during the check is not what gets published."""
    project.seal()
    expected = rebuilt(project)

    def exchange(root, entries):
        project.write(f"{REBUILT}/products.sha256", b"forged")
        return ()

    monkeypatch.setattr("seal.accept.check_entries", exchange)
    assert project.accept().code == 0
    assert published(project) == expected
