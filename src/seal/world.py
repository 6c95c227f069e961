"""A closed world: what should be in a folder against what is there, and whether it is there under other names.

The rule is that of BagIt (RFC 8493); that files were renamed or swapped is told because two hashes say so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from seal.check import compare_hash
from seal.manifest import Entry
from seal.names import above
from seal.problem import Problem
from seal.read import Listing

ANY = "a regular file"
"""Expected of a file whose hash is not known."""


def compare_files(
    expected: Mapping[str, str], found: Mapping[str, str | Problem], places: Listing
) -> tuple[Problem, ...]:
    """Every file that is not there, has another hash or is not expected. What stands in the way is told by `places`."""
    obstacles = {problem.path for problem in places.problems}
    missing = {
        path: sha256
        for path, sha256 in expected.items()
        if path not in found and obstacles.isdisjoint((path, *above(path)))
    }
    unexpected = {path: found[path] for path in found if path not in expected}
    problems: dict[str, Problem] = {}
    for path, sha256 in expected.items():
        content = found.get(path)
        if content is not None and (sha256 != ANY or isinstance(content, Problem)):
            problem = compare_hash(Entry(path, sha256), content)
            problems.update({} if problem is None else {path: problem})
    swapped = _swapped(expected, found, problems)
    used = {folder for path in expected for folder in above(path)}
    return (*_renamed(missing, unexpected, used), *{**problems, **swapped}.values())


def unexpected_folders(places: Listing, expected: Iterable[str] = ()) -> Iterator[Problem]:
    """Folders in which there is nothing but folders, and should be nothing; of those in each other, the outermost."""
    used = {""}
    for path in expected:
        used.update(above(path))
    for path in (*places.files, *(problem.path for problem in places.problems)):
        used.update((path, *above(path)))
    for folder in places.folders:
        if folder not in used and (not above(folder) or above(folder)[-1] in used):
            yield Problem("folder-unexpected", folder, "no folder without files", "one")


def _renamed(
    missing: Mapping[str, str], unexpected: Mapping[str, str | Problem], used: Collection[str]
) -> Iterator[Problem]:
    """Missing and unexpected files, those with one hash together. Folders that are not used are told as a whole."""
    places: dict[str | Problem, list[str]] = {}
    for path in sorted(unexpected, key=str.encode, reverse=True):
        places.setdefault(unexpected[path], []).append(path)
    for path, sha256 in missing.items():
        if places.get(sha256):
            yield Problem("file-renamed", path, "this name", f"the same content as '{places[sha256].pop()}'")
        else:
            yield Problem("file-missing", path, sha256, "nothing")
    left = sorted((path for paths in places.values() for path in paths), key=str.encode)
    together: dict[str, list[str]] = {}
    for path in left:
        together.setdefault(next((folder for folder in above(path) if folder not in used), path), []).append(path)
    for folder, paths in together.items():
        if len(paths) > 1:
            yield Problem(
                "file-unexpected", folder, "no such folder", f"one with {len(paths):,} files that are not listed"
            )
        else:
            yield Problem("file-unexpected", paths[0], "no such file", "one that is not listed")
    yield from (found for found in map(unexpected.__getitem__, left) if isinstance(found, Problem))


def _swapped(
    expected: Mapping[str, str], found: Mapping[str, str | Problem], altered: Iterable[str]
) -> dict[str, Problem]:
    """Pairs of altered files of which each has what the other should have."""
    owners: dict[str, str] = {}
    for path in altered:
        owners.setdefault(expected[path], path)
    problems = {}
    for path in altered:
        content = found[path]
        other = None if isinstance(content, Problem) else owners.get(content)
        if other is not None and found[other] == expected[path]:
            problems[path] = Problem("file-swapped", path, expected[path], f"the content of '{other}'")
    return problems
