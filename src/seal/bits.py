"""What two honest builds of one study have in common, file by file: one table, by name.

CSV and JSON are promised bit for bit, on every machine; what other programs draw and pack, under the same lock file
and on the same platform: docs/adr/0003-bits.md.
"""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Literal

Promise = Literal["bit for bit", "lock file and platform", "list", "material"]

LOCK = "data/requirements.txt"
"""The file that fixes the version of everything that was used."""

SUFFIXES: dict[str, Promise] = {
    ".csv": "bit for bit",
    ".json": "bit for bit",
    ".txt": "bit for bit",
    ".md": "bit for bit",
    ".efg": "bit for bit",
    ".nfg": "bit for bit",
    ".py": "bit for bit",
    # Stored, not compressed: the bytes are those of the sources.
    ".pyz": "bit for bit",
    ".parquet": "lock file and platform",
    ".svg": "lock file and platform",
    ".png": "lock file and platform",
    ".html": "lock file and platform",
    ".zip": "lock file and platform",
    ".gz": "lock file and platform",
}
"""By the end of the name. What ends otherwise is promised bit for bit: nothing is excused that is not named."""

# Which of several optimal strategies is published is the choice of the program that solves for the value.
_VALUE = re.compile(
    r"(data/results/[^/]+/)([^/]+)/value/(?:value\.json|strategy\.csv)"
    r"|(data/results/[^/]+/)verification/([^/]+)/value/python(?:-O)?\.json"
)
# They follow from other files, and are checked against them in each bundle by itself.
_LISTS = re.compile(
    r"(tag)?manifest-sha256\.txt"
    r"|data/results/[^/]+/manifest/(products\.sha256|materials\.sha256|cells\.txt)"
)


def promise_of(path: str, among: Container[str]) -> Promise:
    """What is promised of a file that was made, one of these; of materials nothing is, they are given."""
    if _LISTS.fullmatch(path):
        return "list"
    if _is_of_value(path, among):
        return "lock file and platform"
    name = path.rpartition("/")[2]
    return next((promise for suffix, promise in SUFFIXES.items() if name.endswith(suffix)), "bit for bit")


def _is_of_value(path: str, among: Container[str]) -> bool:
    """Whether it is a file on the value of a game, or a report on them; a run that is called so has a trajectory."""
    match = _VALUE.fullmatch(path)
    if match is None:
        return False
    folder = f"{match[1] or match[3]}{match[2] or match[4]}/value"
    return f"{folder}/value.json" in among and f"{folder}/trajectory.csv" not in among
