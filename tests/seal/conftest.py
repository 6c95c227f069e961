"""A small project folder to seal, and the command line to do it with."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from seal.__main__ import main

SOURCE = Path(__file__).parents[2] / "src"

TRAJECTORY = "results/toy/kuhn_poker/cfr/trajectory.csv"
STRATEGY = "results/toy/kuhn_poker/cfr/strategy.csv"
FIGURE = "results/toy/figures/gains.svg"
REBUILT = "results/toy/manifest"
PUBLISHED = "manifest/toy"


@dataclass(frozen=True)
class Ran:
    """What a command said."""

    code: int
    out: list[str]
    err: list[str]


@dataclass(frozen=True)
class Project:
    """A folder whose files can be sealed."""

    root: Path
    run_main: Callable[..., Ran]

    def write(self, path: str, content: bytes) -> Path:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        return target

    def read(self, path: str) -> bytes:
        return (self.root / path).read_bytes()

    def run(self, *arguments: str) -> Ran:
        return self.run_main(*arguments, "--root", str(self.root))

    def seal(self, folder: str = REBUILT) -> None:
        """Make the three lists of results/toy."""
        lists = self.root / folder
        lists.mkdir(parents=True, exist_ok=True)
        products = str(lists / "products.sha256")
        assert self.run("make", "--output", products, "--exclude", REBUILT, "results/toy").code == 0
        assert self.run("make", "--output", str(lists / "materials.sha256"), "config").code == 0
        assert self.run("cells", "--list", products, "--output", str(lists / "cells.txt")).code == 0

    def check(self, *arguments: str) -> Ran:
        return self.run("check", str(self.root / REBUILT / "products.sha256"), *arguments)

    def compare(self) -> Ran:
        return self.run("compare", str(self.root / PUBLISHED), str(self.root / REBUILT))

    def accept(self) -> Ran:
        return self.run("accept", str(self.root / REBUILT), str(self.root / PUBLISHED))

    def snapshot(self) -> dict[str, tuple[object, ...]]:
        """Everything below the root: kind, permissions, time, size, content."""
        found: dict[str, tuple[object, ...]] = {}
        for place in sorted(self.root.rglob("*")):
            facts = place.lstat()
            content = place.read_bytes() if place.is_file() and not place.is_symlink() else b""
            found[str(place)] = (facts.st_mode, facts.st_mtime_ns, facts.st_ino, facts.st_size, content)
        return found


@pytest.fixture
def project(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Project:
    def run_main(*arguments: str) -> Ran:
        capsys.readouterr()
        code = main(arguments)
        said = capsys.readouterr()
        return Ran(code, said.out.splitlines(), said.err.splitlines())

    made = Project(tmp_path / "project", run_main)
    made.write(TRAJECTORY, b"iteration,value,gain_0\n1,0.5,0.25\n10,-0.125,0.0625\n100,0.1,0.0123\n")
    made.write(STRATEGY, b"player,infoset,action,probability\n0,0,pass,0.75\n0,0,bet,0.25\n")
    made.write(FIGURE, b"<svg/>\n")
    made.write("results/toy/study.json", b"{}\n")
    made.write("config/toy.yaml", b"name: toy\n")
    made.write("config/lock.txt", b"nothing\n")
    return made


@pytest.fixture
def python() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run `python -m seal` as a process of its own."""

    def run(
        *arguments: str, options: tuple[str, ...] = (), code: str | None = None, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        program = ["-m", "seal"] if code is None else ["-c", code]
        return subprocess.run(
            [sys.executable, *options, *program, *arguments],
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            env={**os.environ, "PYTHONPATH": str(SOURCE), **environment},
        )

    return run
