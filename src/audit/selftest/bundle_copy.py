"""A copy of a bundle to do damage to: made once, and put right again after each mutation."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import stat
from collections.abc import Iterable
from pathlib import Path

from audit.selftest.mutation import InapplicableError
from seal import checker
from seal.write import blaming

MANIFEST, TAG_MANIFEST = "manifest-sha256.txt", "tagmanifest-sha256.txt"
TAGS = ("README.md", "bag-info.txt", "bagit.txt", MANIFEST, "recheck.pyz")

CRATE, PACKAGE = "data/ro-crate-metadata.json", "data/datapackage.json"

Facts = tuple[int, ...]


class BundleCopy:
    """The files of a bundle in a folder of our own. Paths are from its base, as text or, where they are none, as bytes."""

    def __init__(self, source: Path, folder: Path) -> None:
        """Copy the bundle to a folder that is not there yet."""
        self.source = source
        self.folder = folder
        _copy(source, folder)
        self._facts = self._look()
        self.files = tuple(sorted(path for path in self._facts if (folder / path).is_file()))
        studies = [path.split("/")[2] for path in self.files if path.endswith("/manifest/products.sha256")]
        self.study = studies[0]
        self.results = f"data/results/{self.study}"
        self.lists = f"{self.results}/manifest"
        self.products, self.materials = (
            tuple(f"data/{line[66:]}" for line in self.text(f"{self.lists}/{name}.sha256").splitlines())
            for name in ("products", "materials")
        )
        # What most mutations are about; chosen before any of them is made.
        self.table = self.some("/trajectory.csv", ".csv")
        self.other_table = self._other_table()
        self.material = self.some(".py", "Snakefile", "", among=self.materials)

    def place(self, path: str) -> Path:
        """Where a file is."""
        return self.folder / path

    def read(self, path: str) -> bytes:
        """The bytes of a file."""
        return self.place(path).read_bytes()

    def text(self, path: str) -> str:
        """The text of a file."""
        return self.read(path).decode()

    def write(self, path: str, content: bytes | str) -> None:
        """Make a file, with its folders, or give an earlier one other contents."""
        place = self.place(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        if place.is_symlink() or place.is_file():
            place.unlink()
        place.write_bytes(os.fsencode(content) if isinstance(content, str) else content)

    def remove(self, path: str) -> Path:
        """Take away a file or a folder with all that is in it; gives its place."""
        place = self.place(path)
        _remove(place)
        return place

    def move(self, path: str, to: str) -> None:
        """Give a file or folder another name."""
        self.place(path).rename(self.place(to))

    def edit(self, path: str, old: str, new: str) -> None:
        """Replace the first such text in a file, which must be there."""
        text = self.text(path)
        if old not in text:
            raise InapplicableError(f"no '{old}' in {path}")
        self.write(path, text.replace(old, new, 1))

    def some(self, *ends: str, among: Iterable[str] | None = None) -> str:
        """The first product, or other file, that ends so and is not empty."""
        for end in ends:
            for path in self.products if among is None else among:
                if path.endswith(end) and self.place(path).stat().st_size > 0:
                    return path
        raise InapplicableError(f"no file {' or '.join(ends)}")

    def _other_table(self) -> str:
        """Another table, with other contents."""
        content = self.read(self.table)
        return self.some("/strategy.csv", ".csv", among=[path for path in self.products if self.read(path) != content])

    def retag(self) -> None:
        """Make the tag manifest fit the other files outside of data."""
        self.write(TAG_MANIFEST, self._list(path for path in TAGS if self.place(path).is_file()))

    def payload(self) -> list[str]:
        """The files below data that are there now."""
        return sorted(path for path in self._look() if path.startswith("data/") and self.place(path).is_file())

    def remanifest(self) -> None:
        """Make both manifests, and the size of the payload, fit the files that are there."""
        payload = self.payload()
        self.write(MANIFEST, self._list(payload))
        size = sum(self.place(path).stat().st_size for path in payload)
        info = self.text("bag-info.txt").partition("Payload-Oxum: ")[0]
        self.write("bag-info.txt", f"{info}Payload-Oxum: {size}.{len(payload)}\n")
        self.retag()

    def sources(self) -> dict[str, bytes]:
        """What recheck.pyz is made of, by the name that it has there."""
        starts = tuple(f"data/src/{package}/" for package in checker.PACKAGES)
        there = {path[len("data/src/") :]: self.read(path) for path in self.payload() if path.startswith(starts)}
        return {checker.MAIN_NAME: checker.MAIN, **there}

    def sha256(self, path: str) -> str:
        """The hash of a file."""
        return hashlib.sha256(self.read(path)).hexdigest()

    def restore(self) -> None:
        """Put everything right again that a mutation did, beside the bundle too."""
        for place in self.folder.parent.iterdir():
            if place != self.folder:
                _remove(place)
        for path, facts in sorted(self._look().items(), reverse=True):
            if self._facts.get(path) != facts and not (stat.S_ISDIR(facts[0]) and self._is_folder(path)):
                _remove(self.folder / path)
        for path, facts in self._facts.items():
            place = self.folder / path
            if stat.S_ISDIR(facts[0]):
                place.mkdir(exist_ok=True)
            elif not place.exists():
                _copy_file(self.source / path, place)
                self._facts[path] = _facts(place)
        if self._look() != self._facts:
            raise OSError(errno.EIO, "the copy could not be put right", str(self.folder))

    def _is_folder(self, path: str) -> bool:
        return path in self._facts and stat.S_ISDIR(self._facts[path][0])

    def _list(self, paths: Iterable[str]) -> str:
        return "".join(f"{self.sha256(path)}  {path}\n" for path in sorted(paths, key=os.fsencode))

    def _look(self) -> dict[str, Facts]:
        """All that is below the folder; parents come before what is in them."""
        found: dict[str, Facts] = {}
        waiting = [self.folder]
        while waiting:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    place = Path(entry.path)
                    found[place.relative_to(self.folder).as_posix()] = _facts(place)
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(place)
        return found


def _copy(source: Path, folder: Path) -> None:
    """Copy a folder of files. What is read-only there can be written to here."""
    folder.mkdir()
    for entry in sorted(source.iterdir()):
        if entry.is_dir():
            _copy(entry, folder / entry.name)
        else:
            _copy_file(entry, folder / entry.name)


def _copy_file(source: Path, target: Path) -> None:
    content = source.read_bytes()
    with blaming(target):
        target.write_bytes(content)


def _facts(place: Path) -> Facts:
    """What changes if a file is written to, replaced or linked."""
    found = place.lstat()
    if stat.S_ISDIR(found.st_mode):
        return (stat.S_IFDIR,)
    return (found.st_mode, found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino, found.st_nlink)


def _remove(place: Path) -> None:
    if place.is_dir() and not place.is_symlink():
        shutil.rmtree(place)
    else:
        place.unlink()
