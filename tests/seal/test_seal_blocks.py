"""Large tables: a bounded number of digests, and every change located to its block."""

from __future__ import annotations

import contextlib
import hashlib
import io
import subprocess
import tempfile
import tracemalloc
from itertools import pairwise
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seal.__main__ import main
from seal.cells import parse_cells
from seal.differences import find_differences
from seal.digests import LIMIT, Blocks, fit
from seal.manifest import Entry, make_entries
from seal.saying import counted
from seal.table import tabulate

from sealing import PUBLISHED, REBUILT, Project, Ran

LARGE = "results/toy/liars_dice/outcomes.csv"


def short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:4]


def filled(rows: int, columns: int) -> list[list[str]]:
    """A table of this many rows, header included, all cells of which differ."""
    body = [[str(number * columns + column) for column in range(columns)] for number in range(1, rows)]
    return [[f"c{column}" for column in range(columns)], *body]


def text(table: list[list[str]]) -> bytes:
    return "".join(",".join(row) + "\n" for row in table).encode()


def digested(folder: Path, content: bytes):
    """The digests of a file with this content."""
    (folder / "t.csv").write_bytes(content)
    (table,) = tabulate(folder, make_entries(folder, ["t.csv"], ()).entries).tables
    return table


@pytest.mark.parametrize(
    ("rows", "columns", "height", "width"),
    [
        (LIMIT, 1, 1, 1),
        (LIMIT + 1, 1, 2, 1),
        (2, LIMIT // 2, 1, 1),
        (2, LIMIT // 2 + 1, 1, 2),
        (1, LIMIT + 1, 1, 2),
        (147_001, 4, 32, 1),  # 4 × (1 + 4,594) blocks; with 16 rows each 4 × (1 + 9,188)
        (7, 49_000, 1, 32),  # 7 × 1,532 blocks; with 16 columns each 7 × 3,063
        (49_001, 7, 32, 1),
        (1_007, 25, 2, 1),
        (200, 200, 1, 2),  # as many downwards as across: rows are kept apart
        (1_001, 2_000, 8, 16),  # (1 + 125) × 125 blocks; before the last doubling (1 + 125) × 250
        (2_000_001, 1, 128, 1),
        (10**18, 10**18, 2**53, 2**53),  # (1 + 112) × 112 blocks; with half the width (1 + 112) × 223
    ],
)
def test_shapes(rows, columns, height, width):
    assert fit(rows, columns) == Blocks(height, width)


sizes = st.one_of(st.integers(1, 300), st.integers(1, 10**6), st.integers(1, 10**18))


@given(sizes, sizes)
def test_number_of_blocks(rows, columns):
    """Never more than the limit; for a large table more than half of it."""
    blocks = fit(rows, columns)
    down, across = blocks.count(rows, columns)
    assert (down * across > LIMIT / 2 or blocks == Blocks(1, 1)) and down * across <= LIMIT
    assert down == len(list(blocks.groups(rows)))
    assert across == len(range(0, columns, blocks.width))
    assert blocks.height.bit_count() == blocks.width.bit_count() == 1
    # A table is cut in both directions only if it is long and wide: 141 × 141 is less than the limit.
    if columns <= 141:
        assert blocks.width == 1
    if rows <= 141:
        assert blocks.height == 1


@given(st.integers(1, 10**6), st.integers(1, 10**4))
def test_every_row_is_in_one_group(rows, columns):
    blocks = fit(rows, columns)
    groups = list(blocks.groups(rows))
    assert groups[0] == (0, 1)
    assert all(stop == start for (_, stop), (start, _) in pairwise(groups))
    assert all(stop - start == blocks.height for start, stop in groups[1:-1])
    assert groups[-1][1] == rows


@pytest.mark.parametrize("extra", [0, 1])
def test_from_which_size_on_tables_are_cut(project, tmp_path, extra):
    """20,000 cells keep a digest each; one more, and two share one."""
    assert LIMIT == 20_000
    project.write("t.csv", text([[str(number)] for number in range(LIMIT + extra)]))
    project.run("make", "--output", str(tmp_path / "list"), "t.csv")
    project.run("cells", "--list", str(tmp_path / "list"), "--output", str(tmp_path / "cells"))
    lines = (tmp_path / "cells").read_text().splitlines()
    assert parse_cells((tmp_path / "cells").read_bytes(), "cells", [Entry("t.csv", "0" * 64)]).problems == ()
    if extra:
        assert lines[:3] == ["t.csv 20001 1 2 1", short("0\n"), short("1\n2\n")]
        assert lines[-1] == short("19999\n20000\n")
        assert len(lines) == 1 + 1 + 10_000
    else:
        assert lines == ["t.csv 20000 1", *(short(str(number)) for number in range(LIMIT))]


def test_blocks_in_both_directions(tmp_path):
    """289 rows after the header, and 289 columns, by 4 rows and 2 columns: one of each is left at the end."""
    table = filled(290, 289)
    made = digested(tmp_path, text(table))
    assert (made.rows, made.columns, made.blocks) == (290, 289, Blocks(4, 2))
    expected = []
    for rows in [table[:1], *(table[start : start + 4] for start in range(1, 290, 4))]:
        blocks = [[row[start : start + 2] for row in rows] for start in range(0, 289, 2)]
        expected.append("".join(short(text(block).decode()) for block in blocks))
    assert list(made.digests) == expected


def test_cut_and_sha256sum_agree(project, tmp_path):
    """What the page says of rows 33 to 64 of the third column."""
    project.write("outcomes.csv", text(filled(147_001, 4)))
    project.run("make", "--output", str(tmp_path / "list"), "outcomes.csv")
    project.run("cells", "--list", str(tmp_path / "list"), "--output", str(tmp_path / "cells"))
    lines = (tmp_path / "cells").read_text().splitlines()
    command = "sed -n 34,65p outcomes.csv | cut -d , -f 3 | sha256sum"
    theirs = subprocess.run(command, shell=True, cwd=project.root, capture_output=True, text=True, check=True).stdout
    assert lines[0] == "outcomes.csv 147001 4 32 1"
    assert lines[3][8:12] == theirs[:4]


@pytest.mark.parametrize(
    ("content", "shape", "digests"),
    [
        (b"a\n" + b"," * LIMIT, (2, 1, Blocks(1, 1)), 2),  # all that is beyond the header's columns is one cell
        (b"," * LIMIT + b"\na\n", (2, LIMIT + 1, Blocks(1, 4)), 2 * 5001),
        (b"," * LIMIT, (1, LIMIT + 1, Blocks(1, 2)), 10_001),
        (b"\n" * (LIMIT + 1), (LIMIT + 1, 1, Blocks(2, 1)), 10_001),
        (b"a,b\n" + b"1\n" * LIMIT, (LIMIT + 1, 2, Blocks(4, 1)), 2 * 5001),
        (b"\xff\r\n" * (LIMIT + 1), (LIMIT + 1, 1, Blocks(2, 1)), 10_001),
    ],
)
def test_edges(tmp_path, content, shape, digests):
    made = digested(tmp_path, content)
    assert (made.rows, made.columns, made.blocks) == shape
    assert sum(map(len, made.digests)) == 4 * digests
    assert find_differences(made, io.BytesIO(content)) == ()


@pytest.fixture
def published(project):
    """A project whose large table has 10,001 rows and 4 columns, in blocks of 4 rows."""
    project.write(LARGE, text(filled(10_002, 4)))
    project.seal(PUBLISHED)
    project.seal()
    return project


def rebuild(project, table: list[list[str]]) -> Ran:
    project.write(LARGE, text(table))
    project.seal()
    return project.compare()


def changed(row: int, column: int, cell: str = "new") -> list[list[str]]:
    table = filled(10_002, 4)
    table[row][column] = cell
    return table


def test_equal(published):
    assert published.compare().code == 0


def test_block(published):
    before, after = filled(10_002, 4)[9_997:10_001], changed(9_998, 2)[9_997:10_001]
    digests = [short("".join(row[2] + "\n" for row in rows)) for rows in (before, after)]
    ran = rebuild(published, changed(9_998, 2))
    assert (ran.code, ran.err) == (1, [])
    assert ran.out == [
        f"{LARGE}: rows 9997 to 10000, column c2: what is published there has another digest"
        f" ({digests[0]}, found {digests[1]})",
        f"1 of 5 products differs from those published in {published.root / PUBLISHED}",
    ]


@pytest.mark.parametrize(
    ("row", "column", "place"),
    [
        (0, 0, "header, column 1"),
        (0, 3, "header, column 4"),
        (1, 0, "rows 1 to 4, column c0"),
        (4, 0, "rows 1 to 4, column c0"),
        (5, 3, "rows 5 to 8, column c3"),
        (10_000, 3, "rows 9997 to 10000, column c3"),
        (10_001, 0, "row 10001, column c0"),
        (10_001, 1, "row 10001 (c0=40004), column c1"),
    ],
)
def test_places(published, row, column, place):
    lines = rebuild(published, changed(row, column)).out
    assert len(lines) == 2
    assert lines[0].startswith(f"{LARGE}: {place}: what is published there has another digest (")


def test_only_the_first_block_is_named(published):
    table = changed(4_321, 2)
    table[4_321][3] = table[4_322][1] = table[9_000][0] = "new"
    lines = rebuild(published, table).out
    assert len(lines) == 2
    assert lines[0].startswith(f"{LARGE}: rows 4321 to 4324, column c1: ")


def test_rows_exchanged_within_a_block(published):
    table = filled(10_002, 4)
    table[6], table[7] = table[7], table[6]
    assert rebuild(published, table).out[0].startswith(f"{LARGE}: rows 5 to 8, column c0: ")


@pytest.mark.parametrize("rows", [10_001, 10_000, 9_999, 2, 1])
def test_fewer_rows(published, rows):
    out = rebuild(published, filled(10_002, 4)[:rows]).out
    assert out[:-1] == [f"{LARGE}: {counted(rows - 1, 'row')} found, 10,001 published"]


@pytest.mark.parametrize("rows", [10_003, 10_006, 20_000])
def test_more_rows(published, rows):
    assert rebuild(published, filled(rows, 4)).out[:-1] == [f"{LARGE}: {rows - 1:,} rows found, 10,001 published"]


def test_row_taken_from_the_middle(published):
    table = filled(10_002, 4)
    del table[7_000]
    lines = rebuild(published, table).out
    assert lines[0] == f"{LARGE}: 10,000 rows found, 10,001 published"
    assert lines[1].startswith(f"{LARGE}: rows 6997 to 7000, column c0: ")
    assert len(lines) == 3


def test_columns(published):
    """Blocks that lie elsewhere are not compared."""
    for columns in (3, 5):
        out = rebuild(published, filled(10_002, columns)).out
        assert out[:-1] == [f"{LARGE}: {columns} columns found, 4 published"]
    assert rebuild(published, filled(10_001, 5)).out[:-1] == [
        f"{LARGE}: 10,000 rows found, 10,001 published",
        f"{LARGE}: 5 columns found, 4 published",
    ]


def test_short_and_long_rows(published):
    table = filled(10_002, 4)
    table[6].pop()
    assert rebuild(published, table).out[0].startswith(f"{LARGE}: rows 5 to 8, column c3: ")
    table = filled(10_002, 4)
    table[6].append("")
    assert rebuild(published, table).out[0].startswith(f"{LARGE}: rows 5 to 8, column c3: ")
    table = filled(10_002, 4)
    table[6] = [*table[6][:3], ""]
    published.write(LARGE, text(table))
    published.seal(PUBLISHED)
    table[6].pop()
    assert rebuild(published, table).out[0].startswith(f"{LARGE}: rows 5 to 8, column c3: ")


def test_large_table_becomes_small_and_small_one_large(published):
    assert rebuild(published, filled(11, 4)).out[0] == f"{LARGE}: 10 rows found, 10,001 published"
    published.write(LARGE, text(filled(11, 4)))
    published.seal(PUBLISHED)
    table = changed(3, 2)
    lines = rebuild(published, table).out
    assert lines[0] == f"{LARGE}: 10,001 rows found, 10 published"
    assert lines[1].startswith(f"{LARGE}: row 3 (c0=12), column c2: found new; the published cell has another digest (")


def test_emptied_table(published):
    assert rebuild(published, []).out[:-1] == [f"{LARGE}: 0 rows found, 10,001 published"]


def test_missing_last_line_end(published):
    published.write(LARGE, published.read(LARGE)[:-1])
    published.seal()
    out = published.compare().out
    assert out[0].startswith(f"{LARGE}: every block of cells has the published digest, yet SHA-256 differs: ")
    assert "something that is not a cell (such as the end of the last line)" in out[0]


def test_wide_table_with_names_of_infosets(project):
    """One row per snapshot, one column per action: names as the page writes them, the longer ones whole."""
    long = "[Observer: 0][Private: 1]" + 10 * "[Money: 95 95]"
    names = [f"0:{long}%0A{number}%2C 2-1%7C:Liar" for number in range(7_001)]
    table = [["iteration", *names], *([str(10**row), *["0.5"] * 7_001] for row in range(3))]
    project.write(LARGE, text(table))
    project.seal(PUBLISHED)
    table[2][4_001] = "0.25"
    place = f"row 2 (iteration=10), columns 4001 to 4002 ({names[3_999]} to {names[4_000]})"
    assert rebuild(project, table).out[0].startswith(f"{LARGE}: {place}: what is published there has another digest")
    # The first block has the row's first cell in it, which may be what differs.
    table[2][1] = "0.25"
    assert rebuild(project, table).out[0].startswith(f"{LARGE}: row 2, columns 1 to 2 (iteration to {names[0]}): ")
    table[0][7_001] = "0"
    assert rebuild(project, table).out[0].startswith(f"{LARGE}: header, columns 7001 to 7002: ")


def test_names_in_small_tables_are_whole(project):
    names = ["0:" + 20 * "[Money: 95 95]" + action for action in ("call", "raise")]
    project.write(LARGE, text([["iteration", *names], ["1", "0.5", "0.5"]]))
    project.seal(PUBLISHED)
    lines = rebuild(project, [["iteration", *names], ["1", "0.5", "0.25"]]).out
    assert lines[0].startswith(f"{LARGE}: row 1 (iteration=1), column {names[1]}: found 0.25; ")


@pytest.mark.parametrize("folder", [PUBLISHED, REBUILT])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        (short("4\n8\n12\n16\n"), "0000"),
        ("toy/study.csv 2 1\n", "toy/study.csv 2 1 1 1\n"),  # right digests, but the table is not large
    ],
)
def test_false_digests(published, folder, old, new):
    published.write("results/toy/study.csv", b"a\n1\n")
    published.seal(PUBLISHED)
    published.seal()
    target = published.root / folder / "cells.txt"
    assert old in target.read_text()
    target.write_text(target.read_text().replace(old, new))
    ran = published.compare()
    assert ran.code == 1
    assert [line.split(": ")[:2] for line in ran.out] == [["list-inconsistent", str(target)]]
    assert published.accept().code == (1 if folder == REBUILT else 0)


@st.composite
def shapes(draw):
    """Rows, header included, and columns of a table with more cells than may have a digest each."""
    shorter = draw(st.one_of(st.integers(1, 10), st.integers(1, 150)))
    longer = LIMIT // shorter + draw(st.integers(1, 3_000 // shorter + 1))
    return draw(st.sampled_from([(shorter, longer), (longer, shorter)]))


@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_one_cell_anywhere(data):
    """One cell is changed: the block that is named has it, and no other is named."""
    rows, columns = data.draw(shapes())
    table = filled(rows, columns)
    row, column = data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, columns - 1))
    new = data.draw(st.text("0123456789.-e%A", max_size=5).filter(lambda cell: cell != table[row][column]))

    with tempfile.TemporaryDirectory() as folder:
        published = digested(Path(folder), text(table))
        table[row][column] = new
        rebuilt = digested(Path(folder), text(table))
        found = find_differences(published, text(table).splitlines(keepends=True))

    height, width = published.blocks.height, published.blocks.width
    first = (column // width) * width
    last = min(first + width, columns) - 1
    start = ((row - 1) // height) * height + 1
    stop = min(start + height, rows) - 1
    if row == 0:
        where = "header, " + (f"column {first + 1}" if first == last else f"columns {first + 1} to {last + 1}")
    else:
        key = f" ({table[0][0]}={table[start][0]})" if start == stop and first > 0 else ""
        where = (f"row {start}{key}" if start == stop else f"rows {start} to {stop}") + ", "
        one, other = table[0][first], table[0][last]
        where += f"column {one}" if first == last else f"columns {first + 1} to {last + 1} ({one} to {other})"
    if rebuilt.digests == published.digests:  # once in 65,536 times
        assert found == ()
    else:
        assert len(found) == 1
        assert found[0].startswith(f"{where}: what is published there has another digest (")


def run_quietly(*arguments: str) -> Ran:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(arguments)
    return Ran(code, out.getvalue().splitlines(), err.getvalue().splitlines())


lengths = st.lists(
    st.tuples(st.integers(1, 6_000), st.sampled_from([1, 2, 7, 100, 30_000])).filter(
        lambda run: run[0] * run[1] <= 60_000
    ),
    max_size=4,
)


@settings(max_examples=25, deadline=None)
@given(lengths, st.booleans())
def test_cells_txt_is_bounded(runs, ended):
    """Whatever the rows look like: 20,000 digests, and as many line ends. It reads back, and nothing differs."""
    content = b"".join(number * (b"," * (cells - 1) + b"\n") for number, cells in runs)
    with tempfile.TemporaryDirectory() as folder, mock.patch("seal.write.os.fsync"):
        project = Project(Path(folder), run_quietly)
        project.write("config/toy.yaml", b"\n")
        project.write(LARGE, content if ended else content.removesuffix(b"\n"))
        project.seal(PUBLISHED)
        project.seal()
        assert len(project.read(f"{PUBLISHED}/cells.txt")) <= 5 * LIMIT + 100
        assert project.compare().code == 0


def test_memory_does_not_grow_with_the_table(project):
    """6 million bytes in 100,000 rows; what is kept is some thousand digests."""
    project.write(LARGE, b"c0,c1\n" + 100_000 * b"0.12345678901234567890,0.1234567890123456789012345678901234\n")
    entries = make_entries(project.root, [LARGE], ()).entries
    tracemalloc.start()
    try:
        (table,) = tabulate(project.root, entries).tables
        with (project.root / LARGE).open("rb") as stream:
            assert find_differences(table, stream) == ()
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (table.rows, table.columns, table.blocks) == (100_001, 2, Blocks(16, 1))
    assert peak < 3 << 20


@pytest.mark.parametrize(("rows", "columns"), [(30_001, 7), (7, 30_001), (460, 460)])
def test_work_grows_with_the_table(tmp_path, rows, columns):
    """Every byte is hashed twice, once with the file and once with its block, by one hash for each block."""
    blocks = []

    class Counting:
        def __init__(self, _sha256=hashlib.sha256):
            self.hash, self.length = _sha256(), 0
            blocks.append(self)

        def update(self, content):
            self.hash.update(content)
            self.length += len(content)

        def hexdigest(self):
            return self.hash.hexdigest()

    content = text(filled(rows, columns))
    with mock.patch("seal.digests.hashlib.sha256", Counting):
        made = digested(tmp_path, content)
    # The hash of the file is made in the same way.
    assert len(blocks) - 2 == sum(map(len, made.digests)) // 4 <= LIMIT
    assert sum(block.length for block in blocks) == 3 * len(content)
