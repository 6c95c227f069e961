"""Changes to plant in a study that agrees with itself, and how a copy is mended again."""

from __future__ import annotations

import json
import math
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from recheck_spoil import edit_cell

Change = Callable[[Path], None]

RUN, EQ = "kuhn/cfr", "kuhn/equilibria"
TRAJECTORY, FREQUENCIES, STRATEGY = (f"{RUN}/{name}.csv" for name in ("trajectory", "frequencies", "strategy"))
LAST = f"{RUN}/checkpoints/200.csv"
REPORT, VALUE_REPORT = f"verification/{RUN}/python.json", "verification/kuhn/value/python.json"
CLAIMS_REPORT = "verification/claims/python.json"
VERDICT = "verdict/verification.json"


def without(patch: pytest.MonkeyPatch, *names: str) -> None:
    """Figures, and next to them the page, take longer than all the rest; they have tests of their own."""
    for name in names:
        patch.setattr(f"recheck.semantics.check.check_{name}", lambda *_: None)


def mend(folder: Path, source: Path) -> None:
    """Let a spoiled copy be like its source again, without touching what was not spoiled."""
    states = [{path.relative_to(of): state(path) for path in of.rglob("*")} for of in (folder, source)]
    for name in sorted(states[0].keys() - states[1].keys(), reverse=True):
        path = folder / name
        path.rmdir() if states[0][name] is None else path.unlink()
    for name in sorted(states[1]):
        if name in states[0] and states[0][name] == states[1][name]:
            continue
        if name in states[0]:
            (folder / name).rmdir() if states[0][name] is None else (folder / name).unlink()
        if states[1][name] is None:
            (folder / name).mkdir()
        else:
            shutil.copy2(source / name, folder / name)


def state(path: Path) -> tuple[int, int, int] | None:
    """By what a file is known not to have been spoiled; None for a folder."""
    found = path.lstat()
    return None if path.is_dir() and not path.is_symlink() else (found.st_mode, found.st_size, found.st_mtime_ns)


def cell(file: str, row: int, column: str, change: Callable[[str], str] | str) -> Change:
    """One cell is another one."""

    def spoil(folder: Path) -> None:
        edit_cell(folder / file, row, column, change if callable(change) else lambda _: change)

    return spoil


def changes(*of: Change) -> Change:
    """Several changes, one after the other."""

    def spoil(folder: Path) -> None:
        for change in of:
            change(folder)

    return spoil


def key(file: str, *path: str | int, to: Any) -> Change:
    """One value of a JSON file is another one; of a function, what it gives."""

    def spoil(folder: Path) -> None:
        content = json.loads((folder / file).read_text())
        *way, last = path
        inner = content
        for step in way:
            inner = inner[step]
        new = to(inner[last]) if callable(to) else to
        assert new != inner[last] or type(new) is not type(inner[last])
        inner[last] = new
        (folder / file).write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n")

    return spoil


def text(file: str, old: str, new: str) -> Change:
    """The first place of a text is another one."""

    def spoil(folder: Path) -> None:
        before = (folder / file).read_text()
        assert old in before
        (folder / file).write_text(before.replace(old, new, 1))

    return spoil


def one_bit(number: str) -> str:
    """The next double."""
    return repr(math.nextafter(float(number), 2.0))
