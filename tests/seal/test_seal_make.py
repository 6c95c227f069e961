"""Making lists: the right hashes, in one form, or nothing at all."""

from __future__ import annotations

import hashlib
import os
import subprocess
import tracemalloc
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seal.manifest import Entry, format_list, parse_list
from seal.names import fault
from seal.read import hash_file

ODD_NAMES = [
    "a b.txt",
    "é/Ωmega ß.csv",
    "-n",
    "a-b",
    "a/b",
    "a.b",
    "日本.txt",
    "#x",
    "%41",
    "$HOME",
    "'",
    "..x",
]


def listed(output: Path) -> list[str]:
    return [line[66:] for line in output.read_text(encoding="utf-8").splitlines()]


def test_known_hashes(project):
    # FIPS 180-4, examples for SHA-256, and NIST's vector of a million times "a".
    vectors = {
        b"": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        b"abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq": (
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        b"a" * 1_000_000: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
    }
    for content, expected in vectors.items():
        project.write("vector", content)
        assert hash_file(project.root, "vector") == expected


@pytest.mark.parametrize("size", [(1 << 20) - 1, 1 << 20, (1 << 20) + 1, 3 << 20])
def test_chunks_make_no_difference(project, size):
    content = bytes(range(256)) * (size // 256 + 1)
    project.write("large", content[:size])
    assert hash_file(project.root, "large") == hashlib.sha256(content[:size]).hexdigest()


def test_memory_does_not_grow_with_the_file(project):
    with project.write("sparse", b"").open("r+b") as stream:
        stream.truncate(64 << 20)
    tracemalloc.start()
    try:
        hash_file(project.root, "sparse")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 4 << 20


def test_sha256sum_agrees(project, tmp_path):
    for number, name in enumerate(ODD_NAMES[:4] + ODD_NAMES[5:]):
        project.write(f"odd/{name}", str(number).encode())
    output = tmp_path / "list"
    assert project.run("make", "--output", str(output), "odd", "results").code == 0
    checked = subprocess.run(
        ["sha256sum", "--check", "--strict", str(output)], cwd=project.root, capture_output=True, check=False
    )
    assert (checked.returncode, checked.stderr) == (0, b"")
    theirs = subprocess.run(["sha256sum", "--", *listed(output)], cwd=project.root, capture_output=True, check=True)
    assert theirs.stdout == output.read_bytes()


def test_sorted_by_path_bytewise(project, tmp_path):
    names = ["a-b", "a/b", "a.b", "B", "z", "é", "a/B2"]
    for name in names:
        project.write(f"odd/{name}", b"")
    project.run("make", "--output", str(tmp_path / "list"), "odd")
    assert listed(tmp_path / "list") == [f"odd/{name}" for name in sorted(names, key=str.encode)]
    assert listed(tmp_path / "list")[0] == "odd/B"


def test_folders_overlap_and_are_written_in_other_ways(project, tmp_path):
    one, other = tmp_path / "one", tmp_path / "other"
    project.run("make", "--output", str(one), "results", "config/toy.yaml")
    project.run("make", "--output", str(other), "./config//toy.yaml", "results/toy/", "results", "results/.")
    assert one.read_bytes() == other.read_bytes()
    assert len(listed(one)) == 5


def test_excluded_folders_are_skipped(project, tmp_path):
    project.write("results/toy/figures-of-speech", b"")
    (project.root / "results/toy/figures/link").symlink_to("gains.svg")
    arguments = ["--exclude", "results/toy/figures/", "--exclude", "config", "--exclude", "absent"]
    ran = project.run("make", "--output", str(tmp_path / "list"), *arguments, "results", "config")
    assert ran.code == 0
    assert "results/toy/figures-of-speech" in listed(tmp_path / "list")
    assert not [path for path in listed(tmp_path / "list") if path.startswith(("results/toy/figures/", "config"))]


def test_whole_root(project, tmp_path):
    project.run("make", "--output", str(tmp_path / "list"), ".")
    assert len(listed(tmp_path / "list")) == 6


def make_link(place: Path) -> None:
    place.symlink_to("trajectory.csv")


def make_dangling_link(place: Path) -> None:
    place.symlink_to("nowhere")


def make_folder_link(place: Path) -> None:
    place.symlink_to("..", target_is_directory=True)


@pytest.mark.parametrize(
    ("plant", "found"),
    [
        (make_link, "a link"),
        (make_dangling_link, "a link"),
        (make_folder_link, "a link"),
        (os.mkfifo, "a named pipe"),
    ],
)
def test_what_is_not_a_file_is_refused(project, tmp_path, plant, found):
    plant(project.root / "results/toy/kuhn_poker/cfr/planted")
    ran = project.run("make", "--output", str(tmp_path / "list"), "results")
    path = "results/toy/kuhn_poker/cfr/planted"
    assert (ran.code, ran.out) == (1, [f"not-regular: {path}: expected a regular file, found {found}"])
    assert not (tmp_path / "list").exists()


def test_path_through_a_link_is_refused(project, tmp_path):
    (project.root / "alias").symlink_to("results", target_is_directory=True)
    ran = project.run("make", "--output", str(tmp_path / "list"), "alias/toy/study.json", "alias/toy")
    assert ran.code == 1
    assert len(ran.out) == 2
    assert all("a path through the link 'alias'" in line for line in ran.out)


@pytest.mark.parametrize(
    "name",
    [
        b"tab\there",
        b"line\nbreak",
        b"back\\slash",
        b"e\xcc\x81",  # e and an accent of its own: not in normal form C
        b"latin-\xe9",
        b"nul.txt",
        b"Com9",
        b"LPT1.a.b",
        b"dot.",
        b"space ",
        b"what?",
        "\u202egvs.txt".encode(),
        "\u2028".encode(),
    ],
)
def test_names_that_are_not_portable_are_refused(project, tmp_path, name):
    place = os.fsencode(project.root / "results") + b"/" + name
    os.close(os.open(place, os.O_CREAT | os.O_WRONLY))
    ran = project.run("make", "--output", str(tmp_path / "list"), "results")
    assert ran.code == 1
    assert len(ran.out) == 1
    assert ran.out[0].startswith("name-unsafe: results/")
    assert not (tmp_path / "list").exists()


def test_all_bad_arguments_are_named(project, tmp_path):
    ran = project.run("make", "--output", str(tmp_path / "list"), "--exclude", "../a", "../b", "config", "/c")
    assert ran.code == 1
    assert [line.split(": ")[:2] for line in ran.out] == [
        ["name-unsafe", "../b"],
        ["name-unsafe", "/c"],
        ["name-unsafe", "../a"],
    ]


@pytest.mark.parametrize(
    "path",
    ["../project/config", "/etc/hostname", "config/../config", "a\\b", "a:b", os.fsdecode(b"latin-\xe9")],
)
def test_arguments_outside_the_root_are_refused(project, tmp_path, path):
    ran = project.run("make", "--output", str(tmp_path / "list"), path)
    assert ran.code == 1
    assert ran.out[0].startswith("name-unsafe: ")
    assert not (tmp_path / "list").exists()


def test_names_that_differ_by_case_are_refused(project, tmp_path):
    project.write("config/Toy.yaml", b"")
    ran = project.run("make", "--output", str(tmp_path / "list"), "config")
    assert ran.code == 1
    assert ran.out == [
        "name-collision: config/toy.yaml: expected a name that differs by more than case from 'config/Toy.yaml',"
        " found 'config/toy.yaml'"
    ]


def test_all_problems_are_collected(project, tmp_path):
    make_link(project.root / "config/one")
    make_link(project.root / "config/two")
    ran = project.run("make", "--output", str(tmp_path / "list"), "config", "absent")
    assert [line.split(":")[:2] for line in ran.out] == [
        ["file-missing", " absent"],
        ["not-regular", " config/one"],
        ["not-regular", " config/two"],
    ]


def test_unreadable_file_is_refused(project, tmp_path, monkeypatch):
    def refuse(path, flags, *rest, _open=os.open, **options):
        if path == "toy.yaml":
            raise PermissionError(13, "Permission denied", str(path))
        return _open(path, flags, *rest, **options)

    monkeypatch.setattr(os, "open", refuse)
    ran = project.run("make", "--output", str(tmp_path / "list"), "config/toy.yaml")
    assert (ran.code, ran.out) == (
        1,
        ["unreadable: config/toy.yaml: expected a readable file, found Permission denied"],
    )
    assert not (tmp_path / "list").exists()


def test_no_files_is_an_error(project, tmp_path):
    (project.root / "empty").mkdir()
    ran = project.run("make", "--output", str(tmp_path / "list"), "empty")
    assert (ran.code, ran.out, ran.err) == (2, [], [f"seal: {tmp_path / 'list'}: there are no files to list"])
    assert not (tmp_path / "list").exists()


def test_a_list_never_lists_itself(project):
    output = project.root / "results/list"
    ran = project.run("make", "--output", str(output), "results")
    assert ran.code == 2
    assert "lies among the files to list" in ran.err[0]
    assert not output.exists()


names = st.text(st.characters(codec="utf-8"), min_size=1, max_size=8)


@given(st.dictionaries(names, st.binary(max_size=4), min_size=1, max_size=5))
def test_lists_read_back(files):
    entries = {
        Entry(path, hashlib.sha256(content).hexdigest()) for path, content in files.items() if fault(path) is None
    }
    listed = parse_list(format_list(entries), "list")
    assert set(listed.entries) == entries
    assert (listed.problems == ()) == (distinct(entry.path for entry in entries) and bool(entries))


def distinct(paths) -> bool:
    """Whether a system that takes no notice of case or of the form of letters keeps the files apart."""
    places = [path.split("/") for path in paths]
    parts = {tuple(place[:depth]) for place in places for depth in range(1, len(place) + 1)}
    folders = {part[:-1] for part in parts}
    files = {tuple(place) for place in places}
    plain = {tuple(plainly(plainly(name).casefold()) for name in part) for part in parts}
    return len(plain) == len(parts) and not files & folders


def plainly(name: str) -> str:
    return unicodedata.normalize("NFKC", name)
