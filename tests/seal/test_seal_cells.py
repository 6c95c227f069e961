"""cells.txt: the format of the page, written by hand, and everything else refused."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seal.cells import Table, format_cells, parse_cells
from seal.manifest import Entry

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
    assert (ran.code, ran.out) == (0, [f"{tmp_path / 'cells'}: 1 tables"])
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
    assert ran.out[0].startswith(f"mismatch: {TRAJECTORY}: ")
    assert not (tmp_path / "cells").exists()


def test_malformed_list_is_refused(project, tmp_path):
    project.seal()
    target = project.root / REBUILT / "products.sha256"
    target.write_bytes(target.read_bytes() + b"nonsense\n")
    ran = project.run("cells", "--list", str(target), "--output", str(tmp_path / "cells"))
    assert (ran.code, [line.split(": ")[:2] for line in ran.out]) == (1, [["malformed", f"{target}:5"]])
    assert not (tmp_path / "cells").exists()


tables = st.lists(st.lists(st.text("0123456789abcdef", min_size=4, max_size=4), min_size=1).map("".join))


@given(st.lists(tables, max_size=4))
def test_cells_read_back(contents):
    written = [Table(f"a file {number}.csv", tuple(rows)) for number, rows in enumerate(contents)]
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
    assert [(problem.kind, problem.path) for problem in problems] == [("malformed", f"cells:{line}")]


def test_what_was_found_is_shown():
    (problem,) = parse_cells(SAMPLE.replace(b"e3b0", b"E3B0"), "cells", ENTRIES).problems
    assert str(problem) == "malformed: cells:2: expected 4 digits 0-9a-f per cell, found 'ba78E3B0'"
