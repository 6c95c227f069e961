"""A small project folder, and the commands that seal it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

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
