"""Limits: what an audit of hashes needs of memory has a bound, and what is beyond a limit is told, each by its code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from seal import bag as bags
from seal import limits
from seal.bag import check_bag
from seal.described import parse_description, quoted
from seal.digests import digest_blocks
from seal.manifest import Listed, parse_list
from seal.problem import Problem, shown

from bundling import (
    CHECKER,
    CRATE,
    LISTS,
    PACKAGE,
    RESULTS,
    TABLE,
    bagged,
    bundle,
    resealed,
    retagged,
    sha256,
    write_folder,
)

FILES = bundle()
CELLS, PRODUCTS = f"{LISTS}/cells.txt", f"{LISTS}/products.sha256"
LIMITED = {
    "bagit.txt": ("TAG_FILE", "tag-malformed"),
    "bag-info.txt": ("TAG_FILE", "tag-malformed"),
    "tagmanifest-sha256.txt": ("TAG_LIST", "list-malformed"),
    "manifest-sha256.txt": ("LIST", "list-malformed"),
    PRODUCTS: ("LIST", "list-malformed"),
    f"{LISTS}/materials.sha256": ("LIST", "list-malformed"),
    CELLS: ("CELLS", "list-malformed"),
    CRATE: ("CRATE", "description-untrue"),
    PACKAGE: ("PACKAGE", "description-untrue"),
    CHECKER: ("CHECKER", "checker-differs"),
}


def problems(folder: Path, files: dict[str, bytes]) -> list[Problem]:
    return list(check_bag(write_folder(folder, files)).problems)


@pytest.mark.parametrize("path", LIMITED)
def test_file_without_end(tmp_path, monkeypatch, path):
    """What is read as a whole is not read without end; one byte less is nothing to complain of."""
    name, kind = LIMITED[path]
    for size in (len(FILES[path]), len(FILES[path]) - 1):
        smaller = getattr(limits, name)._replace(size=size)
        if path in bags._READ_WHOLE:
            monkeypatch.setitem(bags._READ_WHOLE, path, smaller)
        else:
            monkeypatch.setattr(limits, name, smaller)
        told = [
            problem.kind for problem in problems(tmp_path, FILES) if (problem.path, problem.found) == (path, "more")
        ]
        assert told == [kind] * (size < len(FILES[path]))


def test_published_limits_are_those_of_the_page():
    page = (Path(__file__).parents[2] / "docs/bundle-format.md").read_text(encoding="utf-8")
    (line,) = [line for line in page.split("\n- ") if line.startswith("**Limits**")]
    words = " ".join(line.split())
    for text in (
        f"{limits.MOST_FILES:,} files and {limits.MOST_FOLDERS:,} folders",
        f"{limits.LONGEST_LINE >> 20} MiB in a line of a table",
        f"{limits.TAG_FILE.size >> 10} KiB in `bagit.txt`, `bag-info.txt` and `tagmanifest-sha256.txt`",
        f"{limits.LIST.size >> 20} MiB in the other lists of hashes, `cells.txt` and `recheck.pyz`",
        f"{limits.PACKAGE.size >> 20} MiB in `datapackage.json`",
        f"{limits.CRATE.size >> 20} MiB in `ro-crate-metadata.json`",
        f"{limits.LONGEST_WIDE >> 20} MiB in a description with letters beyond U+FFFF",
        f"{limits.MOST_FILES:,} lines in a list of hashes",
        f"{limits.MOST_PROBLEMS:,} lines of a list",
        f"{limits.MOST_CELL_LINES:,} lines in `cells.txt`",
        f"{limits.MOST_IN_PACKAGE:,} values in `datapackage.json` and {limits.MOST_IN_CRATE:,} in `ro-crate-metadata.json`",
    ):
        assert text in words
    assert limits.TAG_FILE.size == limits.TAG_LIST.size
    assert limits.CHECKER.size == limits.CELLS.size == limits.LIST.size


@pytest.mark.parametrize("rows", [3, 21_000])
def test_line_of_a_table(tmp_path, monkeypatch, rows):
    """In a table whose cells are listed one by one, and in one that is cut into blocks."""
    lines = [b"iteration,value,gain_0\n", *[b"1,0.5,0.25\n"] * rows, b"2,0.123456789,0.123456789123456789\n"]
    sealed = {**FILES, TABLE: b"".join(lines)}
    sealed[PRODUCTS] = FILES[PRODUCTS].replace(sha256(FILES[TABLE]).encode(), sha256(sealed[TABLE]).encode())
    longest = max(map(len, lines))
    monkeypatch.setattr("seal.table.LONGEST_LINE", longest)
    of_cells = [f"the cells of {TABLE[5:]}"]
    assert [problem.expected for problem in problems(tmp_path, resealed(sealed))] == of_cells
    monkeypatch.setattr("seal.table.LONGEST_LINE", longest - 1)
    expected = Problem("table-malformed", TABLE, f"lines of at most {longest - 1} bytes", f"more in line {rows + 2}")
    assert problems(tmp_path, resealed(sealed)) == [expected]


def test_line_of_a_table_that_is_to_be_listed(project, monkeypatch):
    monkeypatch.setattr("seal.table.LONGEST_LINE", 20)
    project.write("results/toy/long.csv", b"a,b\n" + b"0" * 20 + b"\n")
    lists = project.root / "lists"
    lists.mkdir()
    made = str(lists / "products.sha256")
    assert project.run("make", "--output", made, "results").code == 0
    ran = project.run("cells", "--list", made, "--output", str(lists / "cells.txt"))
    assert ran.code == 1
    assert "table-malformed: results/toy/long.csv: expected lines of at most 20 bytes, found more in line 2" in ran.out
    assert not (lists / "cells.txt").exists()


@pytest.mark.parametrize("width", [1, 2, 3, 8])
def test_blocks_do_not_depend_on_how_many_lines_are_read_at_a_time(monkeypatch, width):
    lines = [b"a,bb,ccc,d\n", b"1,2,3\n", b"\n", b"1,2,3,4,5,6\n", b"1,2,3,4\n", b"1,2,3,4"]
    cells = [line.rstrip(b"\n").split(b",", 3) for line in lines]
    due = [
        b"".join(b",".join(row[start : start + width]) + b"\n" for row in cells if len(row) > start)
        for start in range(0, 4, width)
    ]
    for at_a_time in (0, 1 << 20):
        monkeypatch.setattr("seal.digests._AT_A_TIME", at_a_time)
        assert digest_blocks(iter(lines), 4, width) == "".join(sha256(block)[:4] for block in due)


def test_lines_of_a_list(monkeypatch):
    line = FILES[PRODUCTS].splitlines(keepends=True)[0]
    monkeypatch.setattr("seal.manifest.MOST_FILES", 3)
    assert "at most 3 lines" not in [problem.expected for problem in parse_list(line * 3, "list").problems]
    expected = Problem("list-malformed", "list", "at most 3 lines", "4")
    assert parse_list(line * 4, "list").problems == (expected,)


def test_wrong_lines_of_a_list():
    (*most, last) = parse_list(b"x\n" * (limits.MOST_PROBLEMS + 5), "list").problems
    assert [problem.path for problem in most] == [f"list:{number}" for number in range(1, limits.MOST_PROBLEMS + 2)]
    assert (last.path, last.found) == (f"list:{limits.MOST_PROBLEMS + 2}", "more")


def test_lines_of_cells(tmp_path, monkeypatch):
    count = FILES[CELLS].count(b"\n")
    for most, due in ((count, []), (count - 1, [("list-malformed", CELLS)])):
        monkeypatch.setattr("seal.cells.MOST_CELL_LINES", most)
        assert [(problem.kind, problem.path) for problem in problems(tmp_path, FILES)] == due


def test_files_of_a_bundle(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "MOST_FILES", len(FILES))
    assert problems(tmp_path, FILES) == []
    (problem,) = problems(tmp_path, {**FILES, "data/x": b""})
    assert (problem.kind, problem.found) == ("file-unexpected", str(len(FILES) + 1))


def test_folders_of_a_bundle_and_of_a_list(tmp_path, monkeypatch):
    """Each folder of each path is remembered: there must not be more of them than of files."""
    folders = {"/".join(path.split("/")[:depth]) for path in FILES for depth in range(1, path.count("/") + 1)}
    for module in ("seal.names", "seal.limits"):
        monkeypatch.setattr(f"{module}.MOST_FOLDERS", len(folders))
    assert problems(tmp_path, {**FILES, "data/config/x": b""})[0].kind == "file-unexpected"
    (problem,) = problems(tmp_path, {**FILES, "data/new/x": b""})
    # The folder itself is one of them.
    assert (problem.expected, problem.found) == (f"at most {len(folders)} folders", str(len(folders) + 2))
    line = "0" * 64 + "  " + "x/" * (len(folders) + 1) + "y\n"
    monkeypatch.setattr("seal.names._DEEPEST", 1000)
    listed = parse_list(line.encode(), "list")
    assert listed == Listed((), (Problem("name-unsafe", "list:1", f"at most {len(folders)} folders", "more"),))


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('{"a": 1, "a": 1}', "a"),
        ('{"a": null, "b": 1, "a": null}', "a"),
        ('{"b": 1, "a": 1, "\\u0061": 2, "b": 2}', "a"),
        ('{"x": [{"é": {}, "c": 0, "é": {}}]}', "é"),
    ],
)
def test_a_key_that_is_there_twice(text, key):
    problem = parse_description(text.encode(), "place", 10)
    assert isinstance(problem, Problem)
    assert (problem.expected, problem.found) == ("strict JSON", f"the key '{key}' twice in an object")


VALUES = [
    ("{}", 1),
    ('{"a": 1}', 1),
    ('{"a": 1, "b": [2, [3]]}', 5),
    ('{"a": "{[,", "b": "\\"[,"}', 2),
    ('{"a": "\\\\", "b": ["\\\\\\"", "\\\\"]}', 4),
    ('{"é": ["é", "[\\u005b,"]}', 3),
]


@pytest.mark.parametrize(("text", "count"), VALUES)
@pytest.mark.parametrize("chunk", [1, 3, 1 << 20])
def test_values_are_counted_before_they_are_made(monkeypatch, text, count, chunk):
    monkeypatch.setattr("seal.described.CHUNK", chunk)
    assert parse_description(text.encode(), "place", count) == json.loads(text)
    problem = parse_description(text.encode(), "place", count - 1)
    assert problem == Problem("description-untrue", "place", f"at most {count - 1} values", f"{count}")


def test_values_of_the_descriptions(tmp_path, monkeypatch):
    for path, name in ((CRATE, "seal.crate.MOST_IN_CRATE"), (PACKAGE, "seal.datapackage.MOST_IN_PACKAGE")):
        with monkeypatch.context() as patch:
            patch.setattr(name, 10)
            (problem,) = problems(tmp_path, FILES)
            assert (problem.kind, problem.path, problem.expected) == ("description-untrue", path, "at most 10 values")


def test_number_without_end():
    assert parse_description(b'{"a": %s}' % (b"9" * 100), "place", 10) == {"a": int("9" * 100)}
    problem = parse_description(b'{"a": %s}' % (b"9" * 101), "place", 10)
    assert isinstance(problem, Problem)
    assert problem.found == "a number of 101 digits"


def test_letters_that_take_much_memory(monkeypatch):
    content = '{"a": "\U0001f600"}'.encode()
    monkeypatch.setattr("seal.described.LONGEST_WIDE", len(content))
    assert parse_description(content, "place", 10) == {"a": "\U0001f600"}
    monkeypatch.setattr("seal.described.LONGEST_WIDE", len(content) - 1)
    problem = parse_description(content, "place", 10)
    assert isinstance(problem, Problem)
    assert problem.expected == f"at most {len(content) - 1} bytes if there are letters beyond U+FFFF"
    assert parse_description('{"a": "\uffff..."}'.encode(), "place", 10) == {"a": "\uffff..."}


@pytest.mark.parametrize(
    "value", [0, "", "a\n", "é" * 99, [], {}, [[[]]] * 60, {"a": [1, None, True]}, list(range(1000))]
)
def test_a_value_is_written_as_far_as_it_is_shown(value):
    assert quoted(value) == shown(json.dumps(value, ensure_ascii=False))


def test_untruths_without_end(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "MOST_PROBLEMS", 3)
    resources = [{"path": f"{number}.csv", "schema": {"fields": []}} for number in range(50)]
    found = problems(tmp_path, bagged({**FILES, PACKAGE: json.dumps({"resources": resources}).encode()}))
    told = [(problem.kind, problem.found) for problem in found if problem.path == PACKAGE]
    assert told == [("description-untrue", "none")] * 2 + [
        ("description-untrue", "one"),
        ("description-untrue", "more"),
    ]


@pytest.mark.parametrize("folder", [f"data/{RESULTS}", "data", f"data/{RESULTS}/kuhn_poker/cfr"])
def test_what_snakemake_leaves_is_no_part_of_a_bundle(tmp_path, folder):
    """Not even if all lists have it."""
    path = f"{folder}/.snakemake_timestamp"
    name = PRODUCTS if folder.startswith(f"data/{RESULTS}") else f"{LISTS}/materials.sha256"
    line = f"{sha256(b'')}  {path[5:]}\n".encode()
    lines = sorted([*FILES[name].splitlines(keepends=True), line], key=lambda line: line[66:])
    files = resealed({**FILES, path: b"", name: b"".join(lines)})
    assert [(problem.kind, problem.path) for problem in problems(tmp_path, files)] == [("file-unexpected", path)]


CHECK = """
import sys
from pathlib import Path
from seal.bag import check_bag
print(*sorted({problem.kind for problem in check_bag(Path(sys.argv[1])).problems}))
"""
# A process counts the memory of the one that started it as its own: between it and the tests there is a small one.
PEAK = """
import resource, subprocess, sys
subprocess.run([sys.executable, "-c", *sys.argv[1:]], check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def large(folder: Path, path: str, pieces: list[bytes], count: int) -> Path:
    """A bundle with a file of so many pieces, of which no list needs to know: it is read all the same."""
    files = retagged({**FILES, path: pieces[0]})
    write_folder(folder, files)
    with (folder / path).open("wb") as stream:
        for _ in range(count):
            stream.writelines(pieces)
    return folder


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("path", "pieces", "count", "kind"),
    [
        (TABLE, [b"0" * (1 << 20)], 256, "file-altered"),
        (TABLE, [b"ab," * (4 << 20) + b"\n"], 4, "file-altered"),
        (PACKAGE, [b"{}," * (1 << 18)], 80, "description-untrue"),
        (PACKAGE, [b"[]," * (1 << 18)], 36, "file-altered"),
        (CRATE, [b"{}," * (1 << 18)], 20, "description-untrue"),
        ("manifest-sha256.txt", [b"\n" * (1 << 20)], 16, "list-malformed"),
        ("bag-info.txt", [b"\n" * (1 << 20)], 16, "tag-malformed"),
    ],
)
def test_memory_has_a_bound(tmp_path, path, pieces, count, kind):
    kinds, most = peak(large(tmp_path / "toy", path, pieces, count))
    assert kind in kinds
    assert most < 150 << 10


def peak(folder: Path) -> tuple[list[str], int]:
    """The codes that are found in a folder, and the most memory that it takes to find them, in KiB."""
    done = subprocess.run(
        [sys.executable, "-c", PEAK, CHECK, folder],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(Path(limits.__file__).parents[1])},
    )
    kinds, most = done.stdout.splitlines()
    return kinds.split(), int(most)


@pytest.mark.heavy
@pytest.mark.parametrize("twice", [False, True])
def test_memory_has_a_bound_for_descriptions_at_the_limits(tmp_path, twice):
    """As long as one may be, with as many values, in texts of letters that take two bytes; the page names the bound."""
    content = description(limits.PACKAGE, limits.MOST_IN_PACKAGE, '{"resources": [], "x": {', twice)
    kinds, most = peak(write_folder(tmp_path / "toy", bagged({**FILES, PACKAGE: content})))
    assert kinds == ["description-untrue"]
    assert most < 400 << 10


def description(limit: limits.Limit, values: int, start: str, twice: bool = False) -> bytes:
    """As long as it may be, with as many values; the first key perhaps twice."""
    count = values - 10
    width = limit.size // count - 15
    pairs = [f'"Ā{number:05x}":"Ā{number:0{width}}"' for number in range(count)]
    end = "}]}]}" if start.endswith("[{") else "}}"
    content = f"{start}{','.join([*pairs, pairs[0]] if twice else pairs)}{end}".encode()
    assert limit.size * 0.98 < len(content) <= limit.size
    return content


@pytest.mark.heavy
@pytest.mark.parametrize(
    "start", ['{"resources": [], "x": {', '{"resources": [{"path": "", "schema": {"fields": []}, "hash": [{']
)
def test_memory_has_a_bound_for_all_that_is_at_its_limit(tmp_path, start):
    """What has been read is given free before the next is; of a value that is no hash no more is kept than is shown."""
    package = description(limits.PACKAGE, limits.MOST_IN_PACKAGE, start)
    crate = description(limits.CRATE, limits.MOST_IN_CRATE, '{"@graph": [], "x": {')
    rows, columns = 2_499, 8
    tables = [f"{RESULTS}/t{number:03}.csv" for number in range(limits.MOST_CELL_LINES // (rows + 1))]
    cells = "".join(f"{name} {rows} {columns}\n" + ("0" * 4 * columns + "\n") * rows for name in tables).encode()
    products = "".join(f"{'0' * 64}  {name}\n" for name in tables).encode()
    assert limits.CELLS.size * 0.95 < len(cells) <= limits.CELLS.size
    files = {**FILES, PACKAGE: package, CRATE: crate, CELLS: cells, PRODUCTS: products}
    kinds, most = peak(write_folder(tmp_path / "toy", bagged(files)))
    assert {"description-untrue", "file-unexpected"} <= set(kinds) and "list-malformed" not in kinds
    assert most < 400 << 10
