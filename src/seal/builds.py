"""A build: a sound bundle that someone made, and what it was made from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from seal.bits import LOCK
from seal.manifest import parse_list
from seal.problem import Problem, SealError
from seal.read import read_file

_PRODUCTS = re.compile(r"data/results/([^/]+)/manifest/products\.sha256")
# Lists and reports are some megabytes at most; nothing larger is read whole.
_LIMIT = 1 << 28


@dataclass(frozen=True)
class Build:
    """Where a bundle lies, the hashes of all its files, and which of them are materials. Numbers start at 1."""

    number: int
    name: str
    folder: Path
    root: str
    study: str
    hashes: Mapping[str, str]
    materials: frozenset[str]

    def sources(self) -> frozenset[tuple[str, str]]:
        """All materials but the lock file."""
        return frozenset((path, self.hashes[path]) for path in self.materials if path != LOCK)

    def lock(self) -> str | None:
        """The hash of the lock file."""
        return self.hashes.get(LOCK)


def read_build(number: int, name: str, folder: Path, root: str, hashes: Mapping[str, str]) -> Build:
    """The build in a folder whose files were found to have these hashes."""
    studies = [match[1] for match in map(_PRODUCTS.fullmatch, hashes) if match]
    if len(studies) != 1:
        raise SealError(f"{name}: expected the lists of one study, found those of {len(studies)}")
    path = f"data/results/{studies[0]}/manifest/materials.sha256"
    listed = parse_list(content_of(folder, path), path)
    materials = frozenset(f"data/{entry.path}" for entry in listed.entries)
    return Build(number, name, folder, root, studies[0], hashes, materials & frozenset(hashes))


def content_of(folder: Path, path: str) -> bytes:
    """The bytes of a list or report."""
    found = read_file(folder, path, lambda stream: stream.read(_LIMIT + 1))
    if isinstance(found, Problem):
        raise SealError(f"{found.path}: expected {found.expected}, found {found.found}")
    if len(found) > _LIMIT:
        raise SealError(f"{path}: expected at most {_LIMIT:,} bytes")
    return found
