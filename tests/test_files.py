"""Files: floats to the last bit, whole or not at all, the same under any umask."""

import os
import resource
import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regretlab.errors import InputError
from regretlab.files import (
    check_writable,
    column_of,
    names_in_cell,
    read_cells,
    read_csv,
    text_in_cell,
    write_bytes,
    write_csv,
    write_json,
)


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1))
def test_floats_come_back_to_the_bit(tmp_path_factory, numbers):
    """Shortest decimals, the same bits."""
    path = tmp_path_factory.mktemp("t") / "t.csv"
    write_csv(path, ("x",), ((number,) for number in numbers))
    found = [float(row["x"]) for row in read_csv(path, ("x",))]
    assert [number.hex() for number in found] == [number.hex() for number in numbers]


def test_cells(tmp_path):
    """Integers, floats, fractions, words."""
    write_csv(tmp_path / "t.csv", ("a", "b", "c", "d"), [(1, 0.1, Fraction(-2, 36), "pass"), (2, 1.0, Fraction(0), "")])
    assert (tmp_path / "t.csv").read_bytes() == b"a,b,c,d\n1,0.1,-1/18,pass\n2,1.0,0,\n"


@given(names=st.lists(st.text(), min_size=1), word=st.text())
def test_names_survive(names, word, tmp_path_factory):
    """Any text, and any list of names, stands in one cell without quotes and comes back; a column's names as well."""
    path, header = tmp_path_factory.mktemp("t") / "t.csv", (column_of(*names), "names")
    write_csv(path, header, [(word, tuple(names))])
    assert read_csv(path, header)[0][header[0]] == word
    (column, _), cells = read_cells(path)
    assert [*map(text_in_cell, column.split(":"))] == names
    assert names_in_cell(cells[1]) == tuple(names)
    assert not set(path.read_text()) & {'"', "\r", "\0"}


def test_reserved_characters(tmp_path):
    """They are written as in URLs."""
    write_csv(tmp_path / "t.csv", (column_of("a,b", ":", "%3A"),), [('100 % of "x"\n',), (("a|b", "c"),)])
    assert (tmp_path / "t.csv").read_bytes() == b"a%2Cb:%3A:%253A\n100 %25 of %22x%22%0A\na%7Cb|c\n"


def test_nan_is_no_json(tmp_path):
    """Refused, and nothing is written."""
    with pytest.raises(ValueError, match="not JSON compliant"):
        write_json(tmp_path / "t.json", {"x": float("nan")})
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_permissions_follow_the_umask(tmp_path, umask, mode):
    """As for any file that a program writes."""
    before = os.umask(umask)
    try:
        write_bytes(tmp_path / "t", b"x")
    finally:
        os.umask(before)
    assert (tmp_path / "t").stat().st_mode & 0o777 == mode


def test_full_disk(tmp_path):
    """A write that fails half-way leaves the old file, and nothing beside it."""
    path = tmp_path / "t"
    path.write_bytes(b"old")
    program = (
        "import resource, signal, sys; from pathlib import Path; from regretlab.files import write_bytes\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "from regretlab.errors import InputError\n"
        "try: write_bytes(Path(sys.argv[1]), b'x' * 5000)\n"
        "except InputError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True)
    assert done.stdout == f"{path}: cannot be written: {os.strerror(27)}\n"
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != 1000


def test_writable_folders(tmp_path):
    """There or to be made; not a file, nor below one."""
    check_writable(tmp_path / "new" / "newer")
    (tmp_path / "file").touch()
    for place in ("file", "file/below"):
        with pytest.raises(InputError, match=rf"{place}: cannot be written: expected a folder, found a file"):
            check_writable(tmp_path / place)


def test_folder_in_the_way(tmp_path):
    """A folder with the file's name."""
    (tmp_path / "t").mkdir()
    with pytest.raises(InputError, match="t: cannot be written: "):
        write_bytes(tmp_path / "t", b"x")
    assert [path.name for path in tmp_path.iterdir()] == ["t"]
