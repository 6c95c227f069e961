"""Checks a bundle as a bag: a closed world whose every file has the hash that the lists say, and lists that agree.

The form is a strict one of BagIt (RFC 8493), described in docs/bundle-format.md, "The bundle".
"""

from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import BinaryIO

from seal import lists
from seal.names import collisions, is_below, located
from seal.problem import Problem
from seal.promises import (
    MANIFEST,
    PAYLOAD,
    TAGS,
    Inner,
    check_inner,
    check_outer,
    list_paths,
    metadata_paths,
    parse_inner,
    parse_outer,
)
from seal.read import CHUNK, Listing, hash_stream, list_files, read_file
from seal.table import Table, is_table, read_table
from seal.tags import BAGIT, INFO, TAG_MANIFEST, Info, check_declaration, parse_info
from seal.world import ANY, compare_files, unexpected_folders

# Lists are read as a whole; those of the largest study have less than ten million bytes.
_LONGEST_LIST = 1 << 26

Progress = Callable[[int, int], object]


@dataclass(frozen=True)
class Bag:
    """What a bundle was found to be. Hashes are those of the files as they are, by path from its base."""

    root: str | None
    """SHA-256 of the tag manifest, which commits to everything."""
    hashes: Mapping[str, str]
    problems: tuple[Problem, ...]


@dataclass
class _Hashed:
    """What has been read so far: hashes or problems by path, tables by path from the payload, bytes."""

    progress: Progress | None
    total: int
    files: dict[str, str | Problem] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    done: int = 0
    payload: int = 0

    def watch(self, chunk: bytes) -> None:
        self.done += len(chunk)
        if self.progress is not None:
            self.progress(self.done, self.total)


def check_bag(folder: Path, progress: Progress | None = None) -> Bag:
    """Hash every file of the bundle once, and collect all that is wrong; `progress` is told of bytes done, and of all.

    Hard links are files like others: whoever copies with `cp -l` attacks nobody, what is read is hashed, and who could write to
    a file by its other name could as well write to the folder. Nobody can to a folder that an archive was unpacked into.
    """
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    places = list_files(folder, [""])
    hashed = _Hashed(progress, _size(folder, places.files) if progress is not None else 0)
    contents = _read(folder, places, (BAGIT, INFO, MANIFEST, TAG_MANIFEST), hashed)
    info = parse_info(contents[INFO]) if INFO in contents else Info(None, None, ())
    studies = sorted({path.split("/")[2] for path in places.files if path.startswith(f"{PAYLOAD}/results/")})
    study = info.study or (studies[0] if len(studies) == 1 else None)
    inner = None
    if study is not None:
        contents.update(_read(folder, places, list_paths(study).values(), hashed))
        inner = parse_inner(contents, study)
    _hash_others(folder, places, inner, hashed)
    problems = (
        *places.problems,
        *collisions((path, path) for path in places.files),
        *(check_declaration(contents[BAGIT]) if BAGIT in contents else ()),
        *info.problems,
        *_check_studies(info, studies),
        *_check_lists(contents, study, inner, info, places, hashed),
    )
    root = hashed.files.get(TAG_MANIFEST)
    return Bag(
        root if isinstance(root, str) else None,
        {path: found for path, found in hashed.files.items() if isinstance(found, str)},
        tuple(dict.fromkeys(problems)),
    )


def _check_lists(
    contents: Mapping[str, bytes],
    study: str | None,
    inner: Inner | None,
    info: Info,
    places: Listing,
    hashed: _Hashed,
) -> Iterator[Problem]:
    manifest, tag_manifest = parse_outer(contents, MANIFEST), parse_outer(contents, TAG_MANIFEST)
    yield from (*tag_manifest.problems, *manifest.problems, *check_outer(manifest, tag_manifest))
    listed = {entry.path: entry.sha256 for entry in manifest.entries if entry.path.startswith(f"{PAYLOAD}/")}
    tags = {entry.path: entry.sha256 for entry in tag_manifest.entries if entry.path in TAGS}
    due = (*TAGS, TAG_MANIFEST, *metadata_paths(), *(list_paths(study).values() if study else ()))
    # Without a manifest nothing can be said of the payload.
    unknown = () if listed else (path for path in places.files if path.startswith(f"{PAYLOAD}/"))
    expected = {**dict.fromkeys((*due, *unknown), ANY), **listed, **tags}
    yield from unexpected_folders(places, expected)
    problems = compare_files(expected, hashed.files, places)
    named = {MANIFEST, TAG_MANIFEST, *(list_paths(study).values() if study else ())}
    for problem in problems:
        is_list = problem.kind == "file-missing" and problem.path in named
        yield replace(problem, kind="list-missing") if is_list else problem
    # Of a payload that is not the one listed, more is known than that its size is another.
    if info.payload is not None and not any(map(_is_payload, (*places.problems, *problems))):
        yield from _check_size(info.payload, places, hashed)
    if inner is not None and study is not None:
        yield from inner.problems
        if listed:
            yield from check_inner(inner, study, listed)
        # A table that is not the one listed has other cells for that reason.
        sound = {entry.path for entry in inner.products if hashed.files.get(f"{PAYLOAD}/{entry.path}") == entry.sha256}
        tables = {path: table for path, table in hashed.tables.items() if path in sound}
        yield from lists.differing_cells(list_paths(study)[lists.CELLS], inner.tables, tables)


def _check_studies(info: Info, studies: list[str]) -> Iterator[Problem]:
    if info.study is not None and studies and studies != [info.study]:
        expected = f"one folder below {PAYLOAD}/results, called like the External-Identifier '{info.study}'"
        yield Problem("list-inconsistent", INFO, expected, ", ".join(f"'{study}'" for study in studies))


def _is_payload(problem: Problem) -> bool:
    return is_below(problem.path, [PAYLOAD])


def _check_size(payload: tuple[int, int], places: Listing, hashed: _Hashed) -> Iterator[Problem]:
    count = sum(path.startswith(f"{PAYLOAD}/") for path in places.files)
    if payload != (hashed.payload, count):
        expected = f"{hashed.payload}.{count} as Payload-Oxum"
        yield Problem("list-inconsistent", INFO, expected, f"{payload[0]}.{payload[1]}")


def _read(folder: Path, places: Listing, paths: Iterable[str], hashed: _Hashed) -> dict[str, bytes]:
    """The contents of some files, which are hashed on the way; what cannot be read is told with the hashes."""
    contents = {}
    for path in set(paths) & set(places.files):
        found = read_file(folder, path, _read_list)
        if found is None:
            found = Problem("list-malformed", path, f"at most {_LONGEST_LIST} bytes", "more")
        if isinstance(found, bytes):
            contents[path] = found
            hashed.watch(found)
            hashed.payload += len(found) if path.startswith(f"{PAYLOAD}/") else 0
        hashed.files[path] = hashlib.sha256(found).hexdigest() if isinstance(found, bytes) else found
    return contents


def _read_list(stream: BinaryIO) -> bytes | None:
    """The whole content, or None if it is too long for a list."""
    content = bytearray()
    while chunk := stream.read(CHUNK):
        content += chunk
        if len(content) > _LONGEST_LIST:
            return None
    return bytes(content)


def _hash_others(folder: Path, places: Listing, inner: Inner | None, hashed: _Hashed) -> None:
    """Hash all files that have not been read; of the tables among the products, the digests are made on the way."""
    products = {entry.path for entry in inner.products} if inner is not None else set()
    for path in places.files:
        if path in hashed.files:
            continue
        before = hashed.done
        product = path[len(PAYLOAD) + 1 :]
        if path.startswith(f"{PAYLOAD}/") and product in products and is_table(product):
            found = read_file(folder, path, partial(_tabulate, product, hashed))
        else:
            found = read_file(folder, path, lambda stream: hash_stream(stream, hashed.watch))
        hashed.files[path] = found
        hashed.payload += hashed.done - before if path.startswith(f"{PAYLOAD}/") else 0


def _tabulate(product: str, hashed: _Hashed, stream: BinaryIO) -> str:
    sha256, hashed.tables[product] = read_table(product, stream, hashed.watch)
    return sha256


def _size(folder: Path, paths: Iterable[str]) -> int:
    total = 0
    for path in paths:
        with suppress(OSError):
            total += located(folder, path).lstat().st_size
    return total
