"""Checking: every kind of problem is planted and must be found, by its name."""

from __future__ import annotations

import hashlib
import os
import unicodedata

import pytest

from seal.manifest import parse_list
from seal.problem import shown

from sealing import FIGURE, REBUILT, TRAJECTORY

A, B = (hashlib.sha256(name).hexdigest() for name in (b"a", b"b"))
SOUND = f"{A}  a\n{B}  b\n".encode()


@pytest.fixture
def sealed(project):
    project.seal()
    return project


def test_all_is_well(sealed):
    ran = sealed.check("--closed", "results/toy", "--except", REBUILT)
    assert (ran.code, ran.err) == (0, [])
    assert ran.out == [f"{sealed.root / REBUILT / 'products.sha256'}: 4 files match"]


def test_mismatch(sealed):
    sealed.write(FIGURE, b"<svg />\n")
    ran = sealed.check()
    before, after = (hashlib.sha256(content).hexdigest() for content in (b"<svg/>\n", b"<svg />\n"))
    assert (ran.code, ran.out) == (1, [f"file-altered: {FIGURE}: expected {before}, found {after}"])


def test_missing(sealed):
    (sealed.root / FIGURE).unlink()
    expected = hashlib.sha256(b"<svg/>\n").hexdigest()
    assert sealed.check().out == [f"file-missing: {FIGURE}: expected {expected}, found nothing"]


def test_missing_below_a_file(sealed):
    (sealed.root / FIGURE).unlink()
    (sealed.root / FIGURE).parent.rmdir()
    sealed.write("results/toy/figures", b"")
    assert sealed.check().out[0].startswith(f"file-missing: {FIGURE}: ")


def test_unexpected(sealed):
    sealed.write("results/toy/figures/.hidden/extra.svg", b"")
    assert sealed.check().code == 0
    ran = sealed.check("--closed", "results/toy", "--except", REBUILT)
    path = "results/toy/figures/.hidden/extra.svg"
    assert (ran.code, ran.out) == (
        1,
        [f"file-unexpected: {path}: expected no such file, found one that is not listed"],
    )


def test_unexpected_unless_excepted(sealed):
    ran = sealed.check("--closed", "results/toy")
    assert [line.split(":")[:2] for line in ran.out] == [
        ["file-unexpected", f" {REBUILT}/{name}"] for name in ("cells.txt", "materials.sha256", "products.sha256")
    ]


def test_closed_folder_that_is_not_there(sealed):
    assert sealed.check("--closed", "result").out == ["file-missing: result: expected a file or folder, found nothing"]


@pytest.mark.parametrize("path", ["../x", "/x"])
def test_closed_folder_outside_the_root(sealed, path):
    assert sealed.check("--closed", path).out[0].startswith("name-unsafe: ")
    assert sealed.check("--except", path).out[0].startswith("name-unsafe: ")


def test_links_are_unsafe_wherever_they_lead(sealed, tmp_path):
    copy = tmp_path / "copy"
    copy.write_bytes(sealed.read(FIGURE))
    (sealed.root / FIGURE).unlink()
    (sealed.root / FIGURE).symlink_to(copy)
    expected = [f"not-regular: {FIGURE}: expected a regular file, found a link"]
    assert sealed.check().out == expected
    assert sealed.check("--closed", "results/toy", "--except", REBUILT).out == expected


def test_linked_folder_is_unsafe(sealed):
    (sealed.root / "results/toy/figures").rename(sealed.root / "elsewhere")
    (sealed.root / "results/toy/figures").symlink_to("../../elsewhere", target_is_directory=True)
    found = "found a path through the link 'results/toy/figures'"
    assert sealed.check().out == [f"not-regular: {FIGURE}: expected a regular file, {found}"]


def test_named_pipe_does_not_hang(sealed):
    (sealed.root / FIGURE).unlink()
    os.mkfifo(sealed.root / FIGURE)
    assert sealed.check().out == [f"not-regular: {FIGURE}: expected a regular file, found a named pipe"]


def test_folder_in_the_place_of_a_file(sealed):
    (sealed.root / FIGURE).unlink()
    (sealed.root / FIGURE).mkdir()
    assert sealed.check().out == [f"not-regular: {FIGURE}: expected a regular file, found a folder"]


def test_unreadable_file(sealed, monkeypatch):
    def refuse(path, flags, *rest, _open=os.open, **options):
        if str(path).endswith(".svg"):
            raise PermissionError(13, "Permission denied", str(path))
        return _open(path, flags, *rest, **options)

    monkeypatch.setattr(os, "open", refuse)
    assert sealed.check().out == [f"unreadable: {FIGURE}: expected a readable file, found Permission denied"]


def test_file_that_changes_while_it_is_read(sealed, monkeypatch):
    def read_and_append(stream):
        content = stream.read()
        (sealed.root / FIGURE).write_bytes(content + b"more")
        return hashlib.sha256(content).hexdigest()

    monkeypatch.setattr("seal.read.hash_stream", read_and_append)
    found = [line for line in sealed.check().out if FIGURE in line]
    assert found == [f"changed-while-read: {FIGURE}: expected a file at rest, found one that changed while it was read"]


def test_all_problems_are_collected(sealed):
    sealed.write(FIGURE, b"")
    (sealed.root / TRAJECTORY).unlink()
    sealed.write("results/toy/extra", b"")
    target = sealed.root / REBUILT / "products.sha256"
    target.write_bytes(target.read_bytes() + b"nonsense\n")
    kinds = [line.split(":")[0] for line in sealed.check("--closed", "results/toy", "--except", REBUILT).out]
    assert kinds == ["list-malformed", "file-empty", "file-missing", "file-unexpected"]


@pytest.mark.parametrize(
    ("content", "place", "kind"),
    [
        (b"", 1, "list-malformed"),
        (b"\n", 1, "list-malformed"),
        (SOUND[:-1], 2, "list-malformed"),
        (SOUND + b"\n", 3, "list-malformed"),
        (b"\xef\xbb\xbf" + SOUND, 1, "list-malformed"),
        (SOUND.replace(b"\n", b"\r\n", 1), 1, "list-malformed"),
        (SOUND.replace(b"\n", b"\r"), 1, "list-malformed"),
        (f"{A}  a\n{B[1:]}  b\n".encode(), 2, "list-malformed"),
        (f"{A}  a\n{B}0  b\n".encode(), 2, "list-malformed"),
        (f"{A}  a\n{B.upper()}  b\n".encode(), 2, "list-malformed"),
        (f"{A}  a\n{B} b\n".encode(), 2, "list-malformed"),
        (f"{A}  a\n{B} *b\n".encode(), 2, "list-malformed"),
        (f"{A}  a\n{B}\tb\n".encode(), 2, "list-malformed"),
        (f"{A}  a\n{B}  \n".encode(), 2, "list-malformed"),
        (f"{A}  a\n {B}  b\n".encode(), 2, "list-malformed"),
        (f"{A}  a\n\\{B}  b\n".encode(), 2, "list-malformed"),
        (f"{A}  a\n# {B}  b\n".encode(), 2, "list-malformed"),
        (f"{A}  a\n{B}  \xe9\n".encode("latin-1"), 2, "list-malformed"),
        (f"{A}  a\n{A}  a\n".encode(), 2, "list-malformed"),
        (f"{A}  a\n{B}  a\n".encode(), 2, "list-malformed"),
        (f"{B}  b\n{A}  a\n".encode(), 2, "list-unsorted"),
        (f"{A}  a\n{B}  a/./b\n".encode(), 2, "name-unsafe"),
        (f"{A}  a\n{B}  a//b\n".encode(), 2, "name-unsafe"),
        (f"{A}  a\n{B}  b/\n".encode(), 2, "name-unsafe"),
        (f"{A}  a\n{B}  ./b\n".encode(), 2, "name-unsafe"),
        (f"{A}  a\n{B}  /b\n".encode(), 2, "name-unsafe"),
        (f"{A}  a\n{B}  ../b\n".encode(), 2, "name-unsafe"),
        (f"{A}  a\n{B}  b/../b\n".encode(), 2, "name-unsafe"),
        (f"{A}  a\n{B}  b\\c\n".encode(), 2, "name-unsafe"),
        (f"{A}  a\n{B}  b\0c\n".encode(), 2, "name-unsafe"),
        (f"{A}  a\n{B}   b\n".encode(), 2, "name-unsafe"),
        (f"{A}  a\n{B}  C:b\n".encode(), 2, "name-unsafe"),
        (f"{A}  a\n{B}  b/AUX.txt\n".encode(), 2, "name-unsafe"),
        (f"{A}  a\n{B}  {unicodedata.normalize('NFD', 'é')}\n".encode(), 2, "name-unsafe"),
        (f"{B}  A\n{A}  a\n".encode(), 2, "name-collision"),
        (f"{B}  A/b\n{A}  a/c\n".encode(), 2, "name-collision"),
        (f"{B}  a\n{A}  a/c\n".encode(), 2, "name-collision"),
        (f"{B}  fi\n{A}  ﬁ\n".encode(), 2, "name-collision"),
        (f"{A}  a\n{B}  com¹.txt\n".encode(), 2, "name-unsafe"),
        (f"{A}  a\n{B}  {'b' * 256}\n".encode(), 2, "name-unsafe"),
        (f"{A}  a\n{B}  {'/'.join(['b' * 200] * 21)}\n".encode(), 2, "name-unsafe"),
    ],
)
def test_malformed_lines(project, tmp_path, content, place, kind):
    project.write("a", b"a")
    project.write("b", b"b")
    target = tmp_path / "list"
    target.write_bytes(SOUND)
    assert project.run("check", str(target)).code == 0
    target.write_bytes(content)
    ran = project.run("check", str(target))
    assert ran.code == 1
    assert ran.out[0].startswith(f"{kind}: {target}:{place}: expected ")


def test_repeated_and_unsorted_lines_are_told_apart():
    listed = parse_list(f"{B}  b\n{B}  b\n{A}  a\n".encode(), "list")
    assert [problem.found for problem in listed.problems] == ["'b' again", "'a'"]


def test_no_flipped_bit_passes():
    sound = parse_list(SOUND, "list").entries
    for position in range(len(SOUND)):
        for bit in range(8):
            damaged = bytearray(SOUND)
            damaged[position] ^= 1 << bit
            listed = parse_list(bytes(damaged), "list")
            # A flipped bit is a malformed line, or another hash or name, which then does not match.
            assert listed.problems or set(listed.entries) != set(sound), damaged


def test_a_sound_line_beside_malformed_ones_is_still_hashed(project, tmp_path):
    project.write("b", b"other")
    (tmp_path / "list").write_bytes(f"nonsense\n{B}  b\n".encode())
    kinds = [line.split(":")[0] for line in project.run("check", str(tmp_path / "list")).out]
    assert kinds == ["list-malformed", "file-altered"]


def test_unsafe_paths_are_never_opened(project, tmp_path, monkeypatch):
    (tmp_path / "list").write_bytes(f"{A}  ../list\n".encode())
    monkeypatch.setattr("seal.read.os.open", None)
    assert project.run("check", str(tmp_path / "list")).code == 1


def test_output_is_one_line_per_problem(project, tmp_path):
    (tmp_path / "list").write_bytes(f"{A}  a\x1b[31m\x85b\rc\n".encode())
    ran = project.run("check", str(tmp_path / "list"))
    assert len(ran.out) == 1
    assert ran.out[0].isprintable()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("é 日本", "é 日本"),
        ("a\x1b[31m", "a\\x1b[31m"),
        ("a\nb\u202ec", "a\\nb\\u202ec"),
        ("x" * 100, "x" * 100),
        ("x" * 101, "x" * 100 + "..."),
    ],
)
def test_what_cannot_be_printed_is_escaped(text, expected):
    assert shown(text) == expected


def test_line_without_end_is_still_hashed(project, tmp_path):
    project.write("a", b"a")
    (tmp_path / "list").write_bytes(SOUND[:-1])
    ran = project.run("check", str(tmp_path / "list"))
    assert [line.split(": ")[:2] for line in ran.out] == [
        ["list-malformed", f"{tmp_path / 'list'}:2"],
        ["file-missing", "b"],
    ]


def test_checking_writes_nothing(sealed):
    for place in [sealed.root, *sealed.root.rglob("*")]:
        place.chmod(0o555 if place.is_dir() else 0o444)
    before = sealed.snapshot()
    sealed.check("--closed", "results/toy", "--except", REBUILT)
    sealed.check("--closed", ".")
    sealed.compare()
    assert sealed.snapshot() == before
    for place in [sealed.root, *sealed.root.rglob("*")]:
        place.chmod(0o755 if place.is_dir() else 0o644)
