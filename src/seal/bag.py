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

from seal import checker, crate, datapackage, limits, lists
from seal.described import Facts
from seal.limits import Limit
from seal.litter import is_litter, with_hint, with_line_ends
from seal.manifest import Listed
from seal.names import collisions, is_below, located
from seal.nearby import whereabouts
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
from seal.read import Listing, hash_stream, list_files, read_file
from seal.table import Table, read_table
from seal.tags import BAGIT, INFO, TAG_MANIFEST, Info, check_declaration, parse_info
from seal.world import ANY, compare_files, unexpected_folders
from seal.write import blaming

_CRATE, _PACKAGE = (f"{PAYLOAD}/{name}" for name in (crate.NAME, datapackage.NAME))
_READ_WHOLE: Mapping[str, Limit] = {
    BAGIT: limits.TAG_FILE,
    INFO: limits.TAG_FILE,
    TAG_MANIFEST: limits.TAG_LIST,
    MANIFEST: limits.LIST,
    _CRATE: limits.CRATE,
    _PACKAGE: limits.PACKAGE,
    checker.NAME: limits.CHECKER,
}

Progress = Callable[[int, int], object]
_Watchers = Iterable[Callable[[bytes], object]]


@dataclass(frozen=True)
class Bag:
    """What a bundle was found to be. Hashes are those of the files as they are, by path from its base."""

    root: str | None
    """SHA-256 of the tag manifest, which commits to everything."""
    hashes: Mapping[str, str]
    problems: tuple[Problem, ...]


@dataclass
class _Hashed:
    """What has been read so far: hashes or problems by path, sizes, bytes.

    `unlike` are the tables, by path from the payload, whose cells are not those listed, or have something else wrong with them.
    """

    progress: Progress | None
    total: int
    files: dict[str, str | Problem] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)
    unlike: dict[str, Problem | None] = field(default_factory=dict)
    headers: dict[str, datapackage.Start] = field(default_factory=dict)
    done: int = 0

    def watch(self, chunk: bytes) -> None:
        self.done += len(chunk)
        if self.progress is not None:
            self.progress(self.done, self.total)

    @property
    def payload(self) -> int:
        return sum(size for path, size in self.sizes.items() if path.startswith(f"{PAYLOAD}/"))


def check_bag(folder: Path, progress: Progress | None = None) -> Bag:
    """Hash every file of the bundle once, and collect all that is wrong; `progress` is told of bytes done, and of all.

    Hard links are files like others: whoever copies with `cp -l` attacks nobody, what is read is hashed, and who could write to
    a file by its other name could as well write to the folder. Nobody can to a folder that an archive was unpacked into.
    """
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    # With the dot it has to be allowed to look at what is in it, too.
    with blaming(folder), os.scandir(f"{folder}/.") as entries:
        names = {entry.name for entry in entries}
    if names.isdisjoint((BAGIT, MANIFEST, TAG_MANIFEST)):
        return Bag(None, {}, (Problem("file-missing", BAGIT, "the base of a bundle", whereabouts(folder)),))
    places = list_files(folder, [""])
    for what, found, most in (
        ("files", places.files, limits.MOST_FILES),
        ("folders", places.folders, limits.MOST_FOLDERS),
    ):
        if len(found) > most:
            return Bag(None, {}, (Problem("file-unexpected", ".", f"at most {most:,} {what}", f"{len(found):,}"),))
    hashed = _Hashed(progress, _size(folder, places.files) if progress is not None else 0)
    # It takes most memory, which is used again by all that is read later.
    package = _read_package(folder, places, hashed)
    contents = _read(folder, places, _READ_WHOLE, hashed)
    info = parse_info(contents[INFO]) if INFO in contents else Info(None, None, ())
    studies = sorted({path.split("/")[2] for path in places.files if path.startswith(f"{PAYLOAD}/results/")})
    studies = [name for name in studies if not is_litter(name)]
    study = info.study or (studies[0] if len(studies) == 1 else None)
    hashed.headers = datapackage.starts(package) if package is not None else {}
    inner = _read_inner(folder, places, study, hashed) if study is not None else None
    _hash_others(folder, places, inner, hashed)
    outer = parse_outer(contents, MANIFEST), parse_outer(contents, TAG_MANIFEST)
    of_lists = tuple(_check_lists(outer, study, inner, info, places, hashed))
    # What is described takes memory again.
    del inner
    problems = (
        *places.problems,
        *collisions((path, path) for path in places.files),
        *(check_declaration(contents[BAGIT]) if BAGIT in contents else ()),
        *info.problems,
        *_check_studies(info, studies),
        *of_lists,
        *(_check_described(contents, outer, study, package, hashed) if study is not None else ()),
    )
    root = hashed.files.get(TAG_MANIFEST)
    return Bag(
        root if isinstance(root, str) else None,
        {path: found for path, found in hashed.files.items() if isinstance(found, str)},
        tuple(with_line_ends(folder, dict.fromkeys(map(with_hint, problems)))),
    )


def _check_lists(
    outer: tuple[Listed, Listed],
    study: str | None,
    inner: Inner | None,
    info: Info,
    places: Listing,
    hashed: _Hashed,
) -> Iterator[Problem]:
    manifest, tag_manifest = outer
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
        for path in filter(sound.__contains__, hashed.unlike):
            yield hashed.unlike[path] or lists.other_cells(list_paths(study)[lists.CELLS], path)


def _check_described(
    contents: Mapping[str, bytes],
    outer: tuple[Listed, Listed],
    study: str,
    package: datapackage.Package | None,
    hashed: _Hashed,
) -> Iterator[Problem]:
    """What is said of files outside of lists. It is held against what is listed, which is held against the files elsewhere."""
    listed = {entry.path: entry.sha256 for one in outer for entry in one.entries}
    # What is not as listed is wrong for that reason.
    sound = {path for path, sha256 in listed.items() if hashed.files.get(path) == sha256}
    # Of a list that cannot be read nothing follows for what it may list.
    below = {path[len(PAYLOAD) + 1 :]: path for path in listed if path.startswith(f"{PAYLOAD}/")}
    if not below or any(one.problems for one in outer):
        return
    sizes = {name: hashed.sizes[path] for name, path in below.items() if path in sound}
    facts = Facts({name: listed[path] for name, path in below.items()}, sizes)
    if _CRATE in sound:
        yield from _first(crate.check_crate(contents[_CRATE], study, facts), _CRATE)
    if _PACKAGE in sound and package is not None:
        yield from _first(datapackage.check_package(package, facts, hashed.headers), _PACKAGE)
    if checker.NAME in sound:
        yield from _first(checker.check_checker(contents[checker.NAME], facts.hashes), checker.NAME)


def _first(problems: Iterable[Problem], path: str) -> Iterator[Problem]:
    """The problems of a file, as far as it is looked into."""
    for number, problem in enumerate(problems):
        if number == limits.MOST_PROBLEMS:
            yield Problem(problem.kind, path, f"at most {limits.MOST_PROBLEMS:,} problems", "more")
            return
        yield problem


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


def _read_package(folder: Path, places: Listing, hashed: _Hashed) -> datapackage.Package | None:
    """What datapackage.json says, if it is there and not too long; nothing is kept of its content."""
    contents = _read(folder, places, {_PACKAGE: _READ_WHOLE[_PACKAGE]}, hashed)
    return datapackage.parse_package(contents.pop(_PACKAGE)) if contents else None


def _read_inner(folder: Path, places: Listing, study: str, hashed: _Hashed) -> Inner:
    """The lists of the study; nothing is kept of their contents."""
    due = {path: limits.CELLS if name == lists.CELLS else limits.LIST for name, path in list_paths(study).items()}
    return parse_inner(_read(folder, places, due, hashed), study)


def _read(folder: Path, places: Listing, due: Mapping[str, Limit], hashed: _Hashed) -> dict[str, bytes]:
    """The contents of some files that have not been read; they are hashed, and what cannot be read is told with the hashes."""
    contents = {}
    for path in set(due) & set(places.files) - set(hashed.files):
        limit = due[path]
        found = read_file(folder, path, partial(_read_whole, limit.size))
        if found is None:
            found = Problem(limit.kind, path, f"at most {limit.size:,} bytes", "more")
        if isinstance(found, bytes):
            contents[path] = found
            hashed.watch(found)
            hashed.sizes[path] = len(found)
        hashed.files[path] = hashlib.sha256(found).hexdigest() if isinstance(found, bytes) else found
    return contents


def _read_whole(most: int, stream: BinaryIO) -> bytes | None:
    """The whole content, or None if it is too long."""
    content = stream.read(min(os.fstat(stream.fileno()).st_size, most) + 1)
    return content if len(content) <= most else None


def _hash_others(folder: Path, places: Listing, inner: Inner | None, hashed: _Hashed) -> None:
    """Hash all files that have not been read; of the tables in cells.txt, the digests are made on the way, and compared."""
    listed = inner.tables if inner is not None else {}
    for path in places.files:
        if path in hashed.files:
            continue
        before = hashed.done
        product = path[len(PAYLOAD) + 1 :]
        start = hashed.headers.get(product) if path.startswith(f"{PAYLOAD}/") else None
        watchers = (hashed.watch,) if start is None else (hashed.watch, start.watch)
        if path.startswith(f"{PAYLOAD}/") and product in listed:
            found = read_file(folder, path, partial(_tabulate, listed[product], hashed, watchers))
        else:
            found = read_file(folder, path, partial(_hash, watchers))
        hashed.files[path] = found
        hashed.sizes[path] = hashed.done - before


def _hash(watchers: _Watchers, stream: BinaryIO) -> str:
    return hash_stream(stream, *watchers)


def _tabulate(listed: Table, hashed: _Hashed, watchers: _Watchers, stream: BinaryIO) -> str:
    sha256, table = read_table(listed.path, stream, *watchers)
    if isinstance(table, Problem):
        hashed.unlike[listed.path] = replace(table, path=f"{PAYLOAD}/{listed.path}")
    elif table != listed:
        hashed.unlike[listed.path] = None
    return sha256


def _size(folder: Path, paths: Iterable[str]) -> int:
    total = 0
    for path in paths:
        with suppress(OSError):
            total += located(folder, path).lstat().st_size
    return total
