"""The package by itself: nothing else importable, python -O, full disks, one-line errors."""

from __future__ import annotations

import ast
import contextlib
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from sealing import FIGURE, PUBLISHED, REBUILT, SOURCE

PACKAGE = SOURCE / "seal"
ALONE = "import sys; sys.path[:0] = [sys.argv.pop(1)]; from seal.__main__ import main; sys.exit(main())"


def make_all(project, python, target: Path, **options) -> list[bytes]:
    """Make the three lists, each by a process of its own, and return their bytes."""
    target.mkdir(parents=True)
    root = ("--root", str(project.root))
    products, materials, cells = (str(target / name) for name in ("products.sha256", "materials.sha256", "cells.txt"))
    for arguments in (
        ("make", "--output", products, "--exclude", REBUILT, "results"),
        ("make", "--output", materials, "config"),
        ("cells", "--list", products, "--output", cells),
    ):
        ran = python(*options.get("before", ()), *arguments, *root, **options.get("run", {}))
        assert (ran.returncode, ran.stderr) == (0, "")
    return [Path(name).read_bytes() for name in (products, materials, cells)]


def test_runs_where_nothing_else_can_be_imported(project, python, tmp_path):
    shutil.copytree(PACKAGE, tmp_path / "alone/seal", ignore=shutil.ignore_patterns("__pycache__"))
    options = {"before": (str(tmp_path / "alone"),), "run": {"options": ("-I", "-S", "-B"), "code": ALONE}}
    project.seal()
    expected = [project.read(f"{REBUILT}/{name}") for name in ("products.sha256", "materials.sha256", "cells.txt")]
    assert make_all(project, python, tmp_path / "made", **options) == expected
    arguments = (
        str(tmp_path / "alone"),
        "check",
        str(tmp_path / "made/products.sha256"),
        "--root",
        str(project.root),
    )
    assert python(*arguments, options=("-I", "-S", "-B"), code=ALONE).returncode == 0


def test_imports_the_standard_library_only():
    for module in PACKAGE.glob("*.py"):
        for node in ast.walk(ast.parse(module.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                assert name.split(".")[0] in sys.stdlib_module_names | {"seal"}, (module.name, name)


def test_no_assert_statements():
    for module in PACKAGE.glob("*.py"):
        assert not [node for node in ast.walk(ast.parse(module.read_text())) if isinstance(node, ast.Assert)]


@pytest.mark.parametrize("options", [(), ("-O",), ("-OO",)])
def test_optimized(project, python, options):
    project.seal()
    arguments = ("check", str(project.root / REBUILT / "products.sha256"), "--root", str(project.root))
    ran = python(*arguments, options=options)
    assert (ran.returncode, ran.stderr) == (0, "")
    project.write(FIGURE, b"changed")
    ran = python(*arguments, options=options)
    assert (ran.returncode, ran.stdout.split(":")[0]) == (1, "file-altered")


def test_bytes_do_not_depend_on_the_environment(project, python, tmp_path):
    for name in ("é ü.csv", "ä.csv", "Z.csv", "日本.csv"):
        project.write(f"results/toy/{name}", "naïve,x\n1,2\n".encode())
    made = []
    for number, (mask, seed, locale) in enumerate([(0o022, "0", "C.UTF-8"), (0o077, "1", "C"), (0o002, "2", "POSIX")]):
        environment = {
            "PYTHONHASHSEED": seed,
            "LC_ALL": locale,
            "PYTHONUTF8": "0",
            "PYTHONCOERCECLOCALE": "0",
        }
        old = os.umask(mask)
        try:
            made.append(make_all(project, python, tmp_path / str(number), run=environment))
        finally:
            os.umask(old)
        for place in (tmp_path / str(number)).iterdir():
            assert stat.S_IMODE(place.stat().st_mode) == 0o666 & ~mask
    assert made[0] == made[1] == made[2]
    listed = [line[66:] for line in made[0][0].decode().splitlines()]
    assert listed == sorted(listed, key=str.encode)


def test_names_are_printed_in_any_encoding(project, python):
    project.write("results/toy/日本.csv", b"a\n1\n")
    project.seal()
    project.write("results/toy/日本.csv", b"a\n2\n")
    arguments = ("check", str(project.root / REBUILT / "products.sha256"), "--root", str(project.root))
    ran = python(*arguments, PYTHONIOENCODING="ascii")
    assert ran.returncode == 1
    assert ran.stdout.startswith("file-altered: results/toy/\\u65e5\\u672c.csv: ")
    assert python(*arguments).stdout.startswith("file-altered: results/toy/日本.csv: ")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("check", "absent"), "seal: absent: No such file or directory"),
        (("check", "."), "seal: .: Is a directory"),
        (("make", "--output", "/absent/list", "config"), "seal: /absent/list: No such file or directory"),
        (("make", "--output", "/", "config"), "seal: /: Is a directory"),
        (("cells", "--list", "absent", "--output", "absent"), "seal: absent: No such file or directory"),
        (("compare", "absent", "absent-too"), "seal: absent-too/cells.txt: No such file or directory"),
    ],
)
def test_errors_are_one_line(project, arguments, complaint, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ran = project.run(*arguments)
    assert (ran.code, ran.out, ran.err) == (2, [], [complaint])


def test_root_that_is_not_there(project):
    ran = project.run_main("check", "list", "--root", "absent")
    assert (ran.code, ran.err) == (2, ["seal: absent: expected a folder"])


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("make", "--root", ".", "config"),
        ("make", "--root", ".", "--output", "list"),
        ("make", "--output", "list", "config"),
        ("cells", "--root", ".", "--list", "list"),
        ("cells", "--root", ".", "--output", "cells"),
        ("check", "list"),
        ("compare", "published", "--root", "."),
        ("publish", "a", "b", "--root", "."),
    ],
)
def test_usage(arguments, project, capsys):
    with pytest.raises(SystemExit) as ended:
        project.run_main(*arguments)
    assert ended.value.code == 3
    assert "usage: seal" in capsys.readouterr().err


# Files may not grow beyond this many bytes: what a full disk does, with a real refusal of the system.
LIMITED = (
    "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100));"
    "from seal.__main__ import main; sys.exit(main())"
)


def test_full_disk(project, python):
    target = project.write("lists/list", b"old\n")
    arguments = ("make", "--output", str(target), "results", "--root", str(project.root))
    ran = python(*arguments, code=LIMITED, options=("-B",))
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"seal: {target}: File too large\n")
    assert [place.name for place in target.parent.iterdir()] == ["list"]
    assert target.read_bytes() == b"old\n"


def test_report_that_nobody_reads(project):
    project.seal()
    arguments = ["check", str(project.root / REBUILT / "products.sha256"), "--root", str(project.root)]
    reader, writer = os.pipe()
    os.close(reader)
    ran = subprocess.run(
        [sys.executable, "-m", "seal", *arguments],
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
    )
    os.close(writer)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_report_that_cannot_be_written(project):
    project.seal()
    arguments = ["check", str(project.root / REBUILT / "products.sha256"), "--root", str(project.root)]
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "seal", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env={**os.environ, "PYTHONPATH": str(SOURCE)},
        )
    assert (ran.returncode, ran.stderr) == (2, "seal: standard output: No space left on device\n")


# As a user without privileges, also when the tests run as root. What argparse imports late is imported early:
# others may not be able to read the interpreter.
UNPRIVILEGED = (
    "import gettext, locale, os, shutil, sys; from seal.__main__ import main;"
    "os.geteuid() or os.seteuid(65534); sys.exit(main())"
)


@pytest.fixture
def open_folder():
    """A folder that every user may enter, unlike pytest's own."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def test_folder_without_permission_to_write(project, python, open_folder):
    shutil.copytree(project.root, open_folder / "project")
    (open_folder / "lists").mkdir(mode=0o555)
    target = open_folder / "lists/list"
    arguments = ("make", "--output", str(target), "results", "--root", str(open_folder / "project"))
    ran = python(*arguments, code=UNPRIVILEGED)
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"seal: {target}: Permission denied\n")
    assert list(target.parent.iterdir()) == []


def test_files_without_permission_to_read(project, python, open_folder):
    project.seal()
    shutil.copytree(project.root, open_folder / "project")
    root = open_folder / "project"
    closed = root / "results/toy/kuhn_poker"
    (root / FIGURE).chmod(0)
    closed.chmod(0)
    try:
        products = str(root / REBUILT / "products.sha256")
        arguments = ("check", products, "--closed", "results", "--except", REBUILT, "--root", str(root))
        ran = python(*arguments, code=UNPRIVILEGED)
    finally:
        closed.chmod(0o755)
    lines = ran.stdout.splitlines()
    assert (ran.returncode, ran.stderr) == (1, "")
    assert f"unreadable: {FIGURE}: expected a readable file, found Permission denied" in lines
    assert "unreadable: results/toy/kuhn_poker: expected a readable folder, found Permission denied" in lines
    assert len(lines) == 4


@pytest.mark.parametrize("command", ["check", "compare"])
def test_checking_works_where_nothing_can_be_written(project, python, open_folder, command):
    project.seal()
    project.accept()
    shutil.copytree(project.root, open_folder / "project")
    root = open_folder / "project"
    places = [root, *root.rglob("*")]
    for place in places:
        place.chmod(0o555 if place.is_dir() else 0o444)
    before = {str(place): (place.lstat(), place.is_dir() or place.read_bytes()) for place in places}
    what = [REBUILT + "/products.sha256"] if command == "check" else [PUBLISHED, REBUILT]
    ran = python(command, *(str(root / path) for path in what), "--root", str(root), code=UNPRIVILEGED)
    assert (ran.returncode, ran.stderr) == (0, "")
    for path, (facts, content) in before.items():
        after = Path(path).lstat()
        assert (after.st_mode, after.st_mtime_ns, after.st_ino) == (
            facts.st_mode,
            facts.st_mtime_ns,
            facts.st_ino,
        )
        assert Path(path).is_dir() or Path(path).read_bytes() == content
    assert {str(place) for place in root.rglob("*")} | {str(root)} == set(before)
    with contextlib.suppress(OSError):
        for place in places:
            place.chmod(0o755 if place.is_dir() else 0o644)
