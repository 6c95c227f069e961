"""cells.txt: the format of the page, written by hand, and everything else refused."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seal.cells import format_cells, parse_cells
from seal.digests import fit
from seal.manifest import Entry
from seal.table import Table

from sealing import REBUILT, STRATEGY, TRAJECTORY

SAMPLE = b"t.csv 2 2\nba78e3b0\n3e23ba78\n"  # the table: abc,(empty) / b,abc
ENTRIES = (Entry("f.svg", "0" * 64), Entry("t.csv", "0" * 64))


def short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:4]


def test_sample(project, tmp_path):
    content = b"abc,\nb,abc\n"
    project.write("t.csv", content)
    (tmp_path / "list").write_bytes(f"{hashlib.sha256(content).hexdigest()}  t.csv\n".encode())
    ran = project.run("cells", "--list", str(tmp_path / "list"), "--output", str(tmp_path / "cells"))
    assert (ran.code, ran.out) == (0, [f"{tmp_path / 'cells'}: 1 table"])
    assert (tmp_path / "cells").read_bytes() == SAMPLE


def test_all_tables_in_the_order_of_the_list(project):
    project.seal()
    lines = project.read(f"{REBUILT}/cells.txt").decode().splitlines()
    assert [line for line in lines if " " in line] == [f"{STRATEGY} 3 4", f"{TRAJECTORY} 4 3"]
    assert lines[1] == "".join(map(short, ["player", "infoset", "action", "probability"]))
    assert lines[7] == short("10") + short("-0.125") + short("0.0625")
    assert len(lines) == 2 + 3 + 4


@pytest.mark.parametrize(
    ("content", "cells"),
    [
        (b"", "t.csv 0 0\n"),
        (b"a", f"t.csv 1 1\n{short('a')}\n"),
        (b"a\n", f"t.csv 1 1\n{short('a')}\n"),
        (b"\n", f"t.csv 1 1\n{short('')}\n"),
        (b"a,b\r\n", f"t.csv 1 2\n{short('a')}{short(chr(98) + chr(13))}\n"),
        (b"a,b\n1\n", f"t.csv 2 2\n{short('a')}{short('b')}\n{short('1')}\n"),
        ("é,\u2028\n".encode(), f"t.csv 1 2\n{short('é')}{short(chr(0x2028))}\n"),
        (b"\xff\n", f"t.csv 1 1\n{hashlib.sha256(bytes([255])).hexdigest()[:4]}\n"),
    ],
)
def test_edges(project, tmp_path, content, cells):
    project.write("t.csv", content)
    project.run("make", "--output", str(tmp_path / "list"), "t.csv")
    assert project.run("cells", "--list", str(tmp_path / "list"), "--output", str(tmp_path / "cells")).code == 0
    assert (tmp_path / "cells").read_text() == cells
    assert parse_cells(cells.encode(), "cells", ENTRIES).problems == ()


def test_tables_that_do_not_match_their_list_are_refused(project, tmp_path):
    project.seal()
    project.write(TRAJECTORY, b"iteration\n1\n")
    products = str(project.root / REBUILT / "products.sha256")
    ran = project.run("cells", "--list", products, "--output", str(tmp_path / "cells"))
    assert ran.code == 1
    assert ran.out[0].startswith(f"file-altered: {TRAJECTORY}: ")
    assert not (tmp_path / "cells").exists()


def test_malformed_list_is_refused(project, tmp_path):
    project.seal()
    target = project.root / REBUILT / "products.sha256"
    target.write_bytes(target.read_bytes() + b"nonsense\n")
    ran = project.run("cells", "--list", str(target), "--output", str(tmp_path / "cells"))
    assert (ran.code, [line.split(": ")[:2] for line in ran.out]) == (1, [["list-malformed", f"{target}:5"]])
    assert not (tmp_path / "cells").exists()


digests = st.text("0123456789abcdef", min_size=4, max_size=4)


@st.composite
def tables(draw):
    """The digests of a table with one for each cell, or of one that is cut."""
    if draw(st.booleans()):
        rows = tuple(draw(st.lists(st.lists(digests, min_size=1, max_size=5).map("".join), max_size=5)))
        return Table("", len(rows), len(rows[0]) // 4 if rows else 0, None, rows)
    rows, columns = draw(st.integers(1, 10**18 - 1)), draw(st.integers(1, 10**18 - 1))
    blocks = fit(rows, columns)
    down, across = blocks.count(rows, columns)
    # What stands in the lines is one digest over and over: there may be thousands of them.
    return Table("", rows, columns, blocks, (draw(digests) * across,) * down)


@given(st.lists(tables(), max_size=4))
def test_cells_read_back(contents):
    written = [replace(table, path=f"a file {number} 1 1.csv") for number, table in enumerate(contents)]
    entries = [Entry(table.path, "0" * 64) for table in written]
    found = parse_cells(format_cells(written), "cells", entries)
    assert found.problems == ()
    assert list(found.tables) == written


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"", 1),
        (SAMPLE[:-1], 3),
        (SAMPLE + b"\n", 4),
        (SAMPLE + SAMPLE, 4),
        (b"\xef\xbb\xbf" + SAMPLE, 1),
        (SAMPLE.replace(b"\n", b"\r\n"), 1),
        (SAMPLE.replace(b"t.csv", b"u.csv"), 1),
        (SAMPLE.replace(b" 2 2", b" 1 2"), 3),
        (SAMPLE.replace(b" 2 2", b" 3 2"), 4),
        (SAMPLE.replace(b" 2 2", b" 02 2"), 1),
        (SAMPLE.replace(b" 2 2", b" 2  2"), 1),
        (SAMPLE.replace(b" 2 2", b" -2 2"), 1),
        (SAMPLE.replace(b" 2 2", b" 2 " + b"9" * 5000), 1),
        (SAMPLE.replace(b" 2 2", b" 2 3"), 2),
        (SAMPLE.replace(b"ba78e3b0", b"BA78e3b0"), 2),
        (SAMPLE.replace(b"ba78e3b0", b"ba78e3b"), 2),
        (SAMPLE.replace(b"ba78e3b0", b"ba78 e3b0"), 2),
        (SAMPLE.replace(b"ba78e3b0", b"ba78e3b\xff"), 2),
        (SAMPLE.replace(b"ba78e3b0", b""), 2),
    ],
)
def test_malformed_lines(content, line):
    assert parse_cells(SAMPLE, "cells", ENTRIES).problems == ()
    problems = parse_cells(content, "cells", ENTRIES).problems
    assert [(problem.kind, problem.path) for problem in problems] == [("list-malformed", f"cells:{line}")]


def test_what_was_found_is_shown():
    (problem,) = parse_cells(SAMPLE.replace(b"e3b0", b"E3B0"), "cells", ENTRIES).problems
    assert str(problem) == "list-malformed: cells:2: expected 4 digits 0-9a-f per cell, found 'ba78E3B0'"


# 3 rows of 10,000 cells: 3 rows of 5,000 blocks.
WIDE = b"t.csv 3 10000 1 2\n" + 3 * (5000 * b"ba78" + b"\n")


@pytest.mark.parametrize(
    ("content", "line", "expected"),
    [
        (WIDE[:-1], 4, "LF at the end of the line"),
        (WIDE + b"\n", 5, "LF and the end of the file"),
        (WIDE + WIDE[-20001:], 5, "LF and the end of the file"),
        (WIDE[:-20001], 4, "4 digits 0-9a-f per block"),
        (WIDE.replace(b" 1 2", b""), 2, "10,000 cells"),
        (WIDE.replace(b" 1 2", b" 1"), 1, "'t.csv ROWS COLUMNS' or the same with HEIGHT WIDTH"),
        (WIDE.replace(b" 1 2", b" 1 2 1"), 1, "'t.csv ROWS COLUMNS' or the same with HEIGHT WIDTH"),
        (WIDE.replace(b" 1 2", b" 0 2"), 1, "'t.csv ROWS COLUMNS' or the same with HEIGHT WIDTH"),
        (WIDE.replace(b" 1 2", b" 1 02"), 1, "'t.csv ROWS COLUMNS' or the same with HEIGHT WIDTH"),
        (WIDE.replace(b" 1 2", b" 2 1"), 1, "'t.csv 3 10000 1 2'"),
        (WIDE.replace(b" 1 2", b" 1 1"), 1, "'t.csv 3 10000 1 2'"),
        (WIDE.replace(b" 1 2", b" 1 4"), 1, "'t.csv 3 10000 1 2'"),
        (WIDE.replace(b" 1 2", b" 1 " + b"9" * 18), 1, "'t.csv 3 10000 1 2'"),
        (WIDE.replace(b" 3 10000", b" 3 9998"), 2, "4,999 blocks"),
        (WIDE.replace(b" 3 10000", b" 4 10000"), 5, "4 digits 0-9a-f per block"),
        (WIDE.replace(b" 3 10000", b" 2 20000"), 2, "10,000 blocks"),
        (WIDE.replace(b" 3 10000", b" 3 20000"), 1, "'t.csv 3 20000 1 4'"),
        (WIDE.replace(b"ba78\n", b"\n"), 2, "5,000 blocks"),
        (WIDE.replace(b"ba78\n", b"ba7\n"), 2, "4 digits 0-9a-f per block"),
        (WIDE.replace(b"ba78\n", b"BA78\n"), 2, "4 digits 0-9a-f per block"),
        (b"t.csv 20001 1\n" + 20001 * b"ba78\n", 1, "'t.csv 20001 1 2 1', as there are more than 20000 cells"),
        (b"t.csv 999999999999999999 1 1 1\n", 1, "'t.csv 999999999999999999 1 70368744177664 1'"),  # 2 to the 46th
    ],
)
def test_malformed_blocks(content, line, expected):
    assert parse_cells(WIDE, "cells", ENTRIES).problems == ()
    (problem,) = parse_cells(content, "cells", ENTRIES).problems
    assert (problem.kind, problem.path) == ("list-malformed", f"cells:{line}")
    assert problem.expected.startswith(expected)
