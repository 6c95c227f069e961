"""What a bundle holds of a project: the files that the lists of a study name, and the lists.

The lists are those of docs/bundle-format.md, "manifest/"; each hash is taken again while the file is copied.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from regretlab.bundle.folder import sync
from regretlab.errors import InputError
from regretlab.files import read_text

PRODUCTS, MATERIALS, CELLS = "products.sha256", "materials.sha256", "cells.txt"
_LINE = re.compile(r"([0-9a-f]{64})  ([!-~]+)")
_BLOCK = 1 << 20


@dataclass(frozen=True)
class File:
    """A file of the bundle: where it is, from the project's folder, and what it is."""

    path: str
    size: int
    sha256: str


@dataclass(frozen=True)
class Payload:
    """All files of a bundle that the project had before."""

    products: tuple[File, ...]
    materials: tuple[File, ...]
    lists: tuple[File, ...]

    @property
    def files(self) -> list[File]:
        """All of them, sorted by path."""
        return sorted((*self.products, *self.materials, *self.lists), key=lambda file: file.path.encode())


def copy_payload(project: Path, results: Path, target: Path) -> Payload:
    """Copy the files that the lists of `results`, a folder of a study below the project's, name."""
    manifest = results / "manifest"
    products, materials = (_listed(project, manifest / name) for name in (PRODUCTS, MATERIALS))
    base = results.as_posix()
    for path in products:
        if not path.startswith(f"{base}/"):
            raise InputError(f"{manifest / PRODUCTS}: expected files of {base}, found {path}")
    for path in sorted(materials.keys() & products.keys()):
        raise InputError(f"{manifest / MATERIALS}: expected files that are no products, found {path}")
    lists = dict.fromkeys(f"{base}/manifest/{name}" for name in (PRODUCTS, MATERIALS, CELLS))
    return Payload(*(tuple(_copied(project, part, target)) for part in (products, materials, lists)))


def _listed(project: Path, path: Path) -> dict[str, str | None]:
    """Path to SHA-256, as a list has it."""
    found: dict[str, str | None] = {}
    for number, line in enumerate(read_text(project / path).splitlines(), start=1):
        match = _LINE.fullmatch(line)
        pure = PurePosixPath(match[2]) if match else None
        if match is None or pure is None or pure.is_absolute() or ".." in pure.parts or str(pure) != match[2]:
            raise InputError(f"{path}: line {number}: expected a SHA-256, two spaces and a path, found '{line}'")
        if match[2] in found:
            raise InputError(f"{path}: line {number}: expected each path once, found {match[2]} again")
        found[match[2]] = match[1]
    return found


def _copied(project: Path, listed: dict[str, str | None], target: Path) -> Iterator[File]:
    for path, expected in listed.items():
        size, sha256 = _copy(project / path, target / path)
        if sha256 != (expected or sha256):
            raise InputError(f"{path}: changed since it was listed: expected SHA-256 {expected}, found {sha256}")
        yield File(path, size, sha256)


def _copy(source: Path, target: Path) -> tuple[int, str]:
    """Copy a file; its size and SHA-256."""
    digest, size = hashlib.sha256(), 0
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        with source.open("rb") as reader, target.open("xb") as writer:
            while block := reader.read(_BLOCK):
                digest.update(block)
                size += writer.write(block)
            sync(writer)
    except (FileNotFoundError, IsADirectoryError) as error:
        raise InputError(f"{source}: cannot be read: {error.strerror}") from error
    return size, digest.hexdigest()


def select(files: Iterable[File], folder: str) -> list[File]:
    """The files below a folder."""
    return [file for file in files if file.path.startswith(f"{folder}/")]
