"""Checks the files of a list: every one is hashed, every problem is collected, nothing is written.

What `sha256sum --check --strict` does, and the closed world of BagIt (RFC 8493): nothing is unlisted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from seal.manifest import Entry, parse_list
from seal.problem import Outcome, Problem, failed
from seal.read import EMPTY, hash_file, list_files
from seal.saying import matching


def check_list(root: Path, target: Path, closed: str | None, excepted: Iterable[str]) -> Outcome:
    """Check the files of the list `target`, and that the folder `closed` holds no others but `excepted`."""
    listed = parse_list(target.read_bytes(), str(target))
    problems = [*listed.problems, *check_entries(root, listed.entries)]
    if closed is not None:
        problems.extend(_unlisted(root, listed.entries, closed, excepted))
    if problems:
        return failed(tuple(dict.fromkeys(problems)))
    return Outcome(0, (f"{target}: {matching(len(listed.entries))}",))


def check_entries(root: Path, entries: Iterable[Entry]) -> tuple[Problem, ...]:
    """Every entry whose file is not there, cannot be read or has another hash."""
    compared = (compare_hash(entry, hash_file(root, entry.path)) for entry in entries)
    return tuple(problem for problem in compared if problem is not None)


def compare_hash(entry: Entry, found: str | Problem) -> Problem | None:
    """The problem, if any, of a file that was found to have this hash, or could not be hashed."""
    if isinstance(found, Problem):
        return replace(found, expected=entry.sha256) if found.kind == "file-missing" else found
    if found == entry.sha256:
        return None
    if found == EMPTY:
        return Problem("file-empty", entry.path, entry.sha256, "an empty file")
    return Problem("file-altered", entry.path, entry.sha256, found)


def _unlisted(root: Path, entries: Iterable[Entry], closed: str, excepted: Iterable[str]) -> tuple[Problem, ...]:
    listing = list_files(root, [closed], excepted)
    known = {entry.path for entry in entries}
    unexpected = (
        Problem("file-unexpected", path, "no such file", "one that is not listed")
        for path in listing.files
        if path not in known
    )
    return (*listing.problems, *unexpected)
