"""Comparing: the place of a planted difference is named exactly, and nothing else is."""

from __future__ import annotations

import contextlib
import hashlib
import io
import tempfile
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seal.__main__ import main

from sealing import FIGURE, PUBLISHED, REBUILT, STRATEGY, TRAJECTORY, Project, Ran

LISTS = ("products.sha256", "materials.sha256", "cells.txt")


def short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:4]


@pytest.fixture
def published(project):
    project.seal(PUBLISHED)
    project.seal()
    return project


def rebuild(project, path: str, content: bytes):
    project.write(path, content)
    project.seal()
    return project.compare()


def test_equal(published):
    ran = published.compare()
    assert (ran.code, ran.err) == (0, [])
    assert ran.out == [f"4 products equal those published in {published.root / PUBLISHED}"]


def test_cell(published):
    content = published.read(TRAJECTORY).replace(b"0.0625", b"0.0626")
    ran = rebuild(published, TRAJECTORY, content)
    expected, found = short("0.0625"), short("0.0626")
    assert ran.code == 1
    assert ran.out == [
        f"{TRAJECTORY}: row 2 (iteration=10), column gain_0: found 0.0626;"
        f" the published cell has another digest ({expected}, found {found})",
        f"1 of 4 products differs from those published in {published.root / PUBLISHED}",
    ]


def test_only_the_first_cell_is_named(published):
    content = published.read(TRAJECTORY).replace(b"0.5,0.25", b"0.6,0.26").replace(b"0.0123", b"0.0124")
    lines = rebuild(published, TRAJECTORY, content).out
    assert len(lines) == 2
    assert "row 1 (iteration=1), column value: found 0.6;" in lines[0]


def test_first_column_is_not_named_twice(published):
    lines = rebuild(published, TRAJECTORY, published.read(TRAJECTORY).replace(b"\n10,", b"\n11,")).out
    assert lines[0].startswith(f"{TRAJECTORY}: row 2, column iteration: found 11;")


def test_header(published):
    lines = rebuild(published, TRAJECTORY, published.read(TRAJECTORY).replace(b"gain_0", b"gain")).out
    assert lines[0].startswith(f"{TRAJECTORY}: header, column 3: found gain; the published cell has another")
    assert len(lines) == 2


def test_more_rows(published):
    lines = rebuild(published, TRAJECTORY, published.read(TRAJECTORY) + b"1000,0.1,0.0012\n").out
    assert lines[:-1] == [f"{TRAJECTORY}: 4 rows found, 3 published"]


def test_fewer_rows(published):
    content = b"".join(published.read(TRAJECTORY).splitlines(keepends=True)[:-1])
    assert rebuild(published, TRAJECTORY, content).out[:-1] == [f"{TRAJECTORY}: 2 rows found, 3 published"]


def test_row_taken_from_the_middle(published):
    lines = published.read(TRAJECTORY).splitlines(keepends=True)
    out = rebuild(published, TRAJECTORY, b"".join(lines[:2] + lines[3:])).out
    assert out[0] == f"{TRAJECTORY}: 2 rows found, 3 published"
    assert out[1].startswith(f"{TRAJECTORY}: row 2, column iteration: found 100;")


def test_more_columns(published):
    lines = published.read(TRAJECTORY).splitlines()
    out = rebuild(published, TRAJECTORY, b"".join(line + b",0\n" for line in lines)).out
    assert out[:-1] == [f"{TRAJECTORY}: 4 columns found, 3 published"]


def test_column_put_first(published):
    lines = published.read(TRAJECTORY).splitlines()
    out = rebuild(published, TRAJECTORY, b"".join(b"x," + line + b"\n" for line in lines)).out
    assert out[0] == f"{TRAJECTORY}: 4 columns found, 3 published"
    assert out[1].startswith(f"{TRAJECTORY}: header, column 1: found x;")


def test_short_row(published):
    out = rebuild(published, TRAJECTORY, published.read(TRAJECTORY).replace(b",0.0625", b"")).out
    assert out[:-1] == [f"{TRAJECTORY}: row 2 (iteration=10): 2 cells found, 3 published"]


def test_emptied_table(published):
    assert rebuild(published, TRAJECTORY, b"").out[0] == f"{TRAJECTORY}: 0 rows found, 3 published"


def test_table_published_without_rows(project):
    full = project.read(TRAJECTORY)
    for published in (b"", full.splitlines(keepends=True)[0]):
        project.write(TRAJECTORY, published)
        project.seal(PUBLISHED)
        assert rebuild(project, TRAJECTORY, full).out[0] == f"{TRAJECTORY}: 3 rows found, 0 published"


def test_rows_and_columns(published):
    out = rebuild(published, TRAJECTORY, b"iteration,value\n1,0.5\n").out
    assert out[:-1] == [
        f"{TRAJECTORY}: 1 row found, 3 published",
        f"{TRAJECTORY}: 2 columns found, 3 published",
    ]


def test_missing_last_line_end(published):
    before = published.read(TRAJECTORY)
    out = rebuild(published, TRAJECTORY, before[:-1]).out
    hashes = (hashlib.sha256(content).hexdigest() for content in (before, before[:-1]))
    assert out[0].startswith(f"{TRAJECTORY}: every cell has the published digest, yet SHA-256 differs: ")
    assert out[0].endswith("; published {}, rebuilt {}".format(*hashes))


def test_cells_with_colliding_digests(published):
    found: dict[str, int] = {}
    number = 0
    while short(str(number)) not in found:
        found[short(str(number))] = number
        number += 1
    other = found[short(str(number))]
    published.write(TRAJECTORY, b"iteration,value\n1,%d\n" % number)
    published.seal(PUBLISHED)
    ran = rebuild(published, TRAJECTORY, b"iteration,value\n1,%d\n" % other)
    assert ran.code == 1
    assert "whose short digest happens to be the same" in ran.out[0]


def test_other_files(published):
    hashes = [hashlib.sha256(content).hexdigest() for content in (b"<svg/>\n", b"<svg></svg>\n")]
    ran = rebuild(published, FIGURE, b"<svg></svg>\n")
    assert (ran.code, ran.out[:-1]) == (1, [f"{FIGURE}: published {hashes[0]}, rebuilt {hashes[1]}"])


def test_files_on_one_side(published):
    (published.root / STRATEGY).unlink()
    published.write("results/toy/kuhn_poker/cfr/plans.csv", b"plan\n0\n")
    published.seal()
    ran = published.compare()
    assert ran.code == 1
    assert ran.out == [
        "results/toy/kuhn_poker/cfr/plans.csv: only rebuilt",
        f"{STRATEGY}: only published",
        f"2 of 5 products differ from those published in {published.root / PUBLISHED}",
    ]


def test_materials_are_noted(published):
    published.write("config/toy.yaml", b"name: another\n")
    (published.root / "config/lock.txt").unlink()
    published.write("config/new.yaml", b"")
    published.seal()
    ran = published.compare()
    assert ran.code == 0
    assert ran.out[:-1] == [
        "note: material config/lock.txt: only published",
        "note: material config/new.yaml: only rebuilt",
        "note: material config/toy.yaml: different",
    ]


def test_file_changed_after_sealing(published):
    published.write(TRAJECTORY, published.read(TRAJECTORY).replace(b"0.5", b"0.6"))
    ran = published.compare()
    assert ran.code == 1
    assert len(ran.out) == 1
    assert ran.out[0].startswith(f"file-altered: {TRAJECTORY}: expected ")


@pytest.mark.parametrize("folder", [PUBLISHED, REBUILT])
def test_false_cells(published, folder):
    target = published.root / folder / "cells.txt"
    target.write_bytes(target.read_bytes().replace(short("0.0625").encode(), b"0000"))
    ran = published.compare()
    assert (ran.code, ran.out) == (
        1,
        [f"list-inconsistent: {target}: expected the cells of {TRAJECTORY}, found others"],
    )


@pytest.mark.parametrize("folder", [PUBLISHED, REBUILT])
@pytest.mark.parametrize("name", LISTS)
def test_malformed_lists(published, folder, name):
    target = published.root / folder / name
    target.write_bytes(target.read_bytes()[:-1])
    ran = published.compare()
    assert ran.code == 1
    assert ran.out[0].startswith(f"list-malformed: {target}:")


@pytest.mark.parametrize("folder", [PUBLISHED, REBUILT])
@pytest.mark.parametrize("name", LISTS)
def test_missing_lists(published, folder, name):
    target = published.root / folder / name
    target.unlink()
    ran = published.compare()
    assert (ran.code, ran.out, ran.err) == (2, [], [f"seal: {target}: No such file or directory"])


def test_nothing_published(project):
    project.seal()
    ran = project.compare()
    assert (ran.code, ran.err) == (0, [])
    folder = project.root / PUBLISHED
    assert ran.out == [f"{folder}: nothing is published for this study; `make accept` publishes it"]
    assert not folder.exists()


def test_published_is_no_folder(project):
    project.seal()
    target = project.write(PUBLISHED, b"a file")
    ran = project.compare()
    assert (ran.code, ran.out, ran.err) == (2, [], [f"seal: {target}: expected a folder"])


def test_nothing_is_compared_with_itself(published):
    folder = str(published.root / REBUILT)
    ran = published.run("compare", folder, folder + "/../manifest")
    assert (ran.code, ran.out) == (2, [])


def test_comparing_writes_nothing(published):
    rebuild(published, TRAJECTORY, b"iteration\n1\n")
    before = published.snapshot()
    published.compare()
    assert published.snapshot() == before


def run_quietly(*arguments: str) -> Ran:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(arguments)
    return Ran(code, out.getvalue().splitlines(), err.getvalue().splitlines())


@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_one_digit_anywhere(data):
    """Of several tables one digit is changed; file, row, column and cell are named, and only they."""
    number = st.floats(allow_nan=False, allow_infinity=False).map(repr)
    width = data.draw(st.integers(1, 5))
    tables = data.draw(
        st.lists(
            st.lists(st.lists(number, min_size=width, max_size=width), min_size=1, max_size=6),
            min_size=1,
            max_size=3,
        )
    )
    chosen = data.draw(st.integers(0, len(tables) - 1))
    row = data.draw(st.integers(0, len(tables[chosen]) - 1))
    column = data.draw(st.integers(0, width - 1))
    old = tables[chosen][row][column]
    position = data.draw(st.sampled_from([place for place, letter in enumerate(old) if letter.isdigit()]))
    digit = data.draw(st.sampled_from([digit for digit in "0123456789" if digit != old[position]]))
    new = old[:position] + digit + old[position + 1 :]

    header = [f"c{name}" for name in range(width)]
    with tempfile.TemporaryDirectory() as folder, mock.patch("seal.write.os.fsync"):
        project = Project(Path(folder), run_quietly)
        project.write("config/toy.yaml", b"\n")
        for folder_of_lists in (PUBLISHED, REBUILT):
            for name, rows in enumerate(tables):
                text = "".join(",".join(cells) + "\n" for cells in [header, *rows])
                project.write(f"results/toy/{name}.csv", text.encode())
            project.seal(folder_of_lists)
            tables[chosen][row][column] = new
        ran = project.compare()

    key = "" if column == 0 else f" (c0={tables[chosen][row][0]})"
    place = f"results/toy/{chosen}.csv: row {row + 1}{key}, column c{column}: found {new};"
    if short(old) == short(new):
        place = f"results/toy/{chosen}.csv: every cell has the published digest"
    assert ran.code == 1
    assert len(ran.out) == 2
    assert ran.out[0].startswith(place)
