"""Where a bundle is, if not in the folder or archive that was given: most often one folder further down or up.

Only names are looked at, and a few of them: this is a hint for the one who gave the path, and decides nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

from seal.problem import shown
from seal.tags import BAGIT

_DEEPEST, _HIGHEST = 2, 6
_MOST_LOOKED_AT = 1_000
_MOST_TOLD = 3


def whereabouts(folder: Path) -> str:
    """What is to be said of a folder that is not the base of a bundle; paths are relative to it."""
    below = list(_below(folder))
    if below:
        places = ", ".join(f"'{shown(path)}'" for path in below[:_MOST_TOLD])
        if len(below) > _MOST_TOLD:
            places += f" and {len(below) - _MOST_TOLD:,} more"
        return f"no {BAGIT} here; there is one in {places}"
    above = _above(folder)
    return f"no {BAGIT} here" + ("" if above is None else f"; there is one in '{above}', of which this is a part")


def misplaced(names: Iterable[bytes]) -> str | None:
    """What is to be said of an archive whose bundle is not in its only folder; None if it is, or if there is none."""
    marks = [name for name in names if name.rpartition(b"/")[2] == BAGIT.encode()]
    depths = [mark.count(b"/") for mark in marks]
    if 1 in depths or not {0, 2}.intersection(depths):
        return None
    depth = 0 if 0 in depths else 2
    path = shown(marks[depths.index(depth)].decode("utf-8", "backslashreplace"))
    return f"'{path}', {'without that folder' if depth == 0 else 'one folder further down'}"


def _below(folder: Path) -> Iterator[str]:
    """The folders with the mark of a bundle, by depth and name."""
    left = _MOST_LOOKED_AT
    level = [""]
    for _ in range(_DEEPEST):
        inner: list[str] = []
        for path in level:
            found = _folders(folder / path, left)
            left -= len(found)
            inner += [f"{path}/{name}" if path else name for name in found]
        yield from (path for path in inner if os.path.lexists(folder / path / BAGIT))
        level = inner


def _folders(folder: Path, most: int) -> list[str]:
    names: list[str] = []
    with suppress(OSError), os.scandir(folder) as entries:
        names += [entry.name for entry in islice(entries, most) if entry.is_dir(follow_symlinks=False)]
    return sorted(names)


def _above(folder: Path) -> str | None:
    for height, path in enumerate(islice(folder.resolve().parents, _HIGHEST), start=1):
        if os.path.lexists(path / BAGIT):
            return "/".join([".."] * height)
    return None
