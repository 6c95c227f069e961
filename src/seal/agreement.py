"""What several builds agree on, file by file: match, differ or inconclusive.

The words are those of `guix challenge`, which asks several builders whether they made the same bytes. Nobody is right
by majority here either.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import BinaryIO, Literal

from seal.bits import Promise, promise_of
from seal.builds import Build, content_of
from seal.contrast import Difference, contrast
from seal.mentions import says_no_more
from seal.problem import Problem
from seal.read import read_file

Status = Literal["match", "inconclusive", "differ"]

_ORDER: tuple[Status, ...] = ("match", "inconclusive", "differ")
_HASH = re.compile(rb"[0-9a-f]{64}")


@dataclass(frozen=True)
class Verdict:
    """What is to be said of one file. The builds of a group have the same bytes; `follows`: nothing of its own differs."""

    path: str
    status: Status
    promise: Promise
    reason: str
    groups: tuple[tuple[int, ...], ...]
    absent: tuple[int, ...] = ()
    follows: bool = False


def judge(builds: Sequence[Build]) -> tuple[Verdict, ...]:
    """The verdicts on all files of all builds, sorted bytewise by path."""
    among = {path for build in builds for path in build.hashes}
    paths = sorted(among, key=str.encode)
    verdicts = {path: _by_hash(builds, path, among) for path in paths}
    followed: dict[str, Verdict] = {}
    for path in paths:
        _follow(builds, verdicts, followed, path)
    return tuple(followed[path] for path in paths)


def exit_code(verdicts: Iterable[Verdict]) -> int:
    """1 if something differs that is promised bit for bit, 2 if anything else does not match, 0 otherwise."""
    told = [verdict for verdict in verdicts if verdict.status != "match"]
    if any(verdict.status == "differ" and verdict.promise != "material" and not verdict.follows for verdict in told):
        return 1
    return 2 if told else 0


def differences(builds: Sequence[Build], verdict: Verdict) -> Iterator[tuple[int, int, Difference | Problem]]:
    """How the first group differs from each other one: the numbers of two builds, and what is between them."""
    by_number = {build.number: build for build in builds}
    first, *others = (by_number[group[0]] for group in verdict.groups)
    for other in others:
        between = read_file(first.folder, verdict.path, partial(_read_other, other, verdict.path))
        if between is not None:
            yield first.number, other.number, between


def _read_other(other: Build, path: str, stream: BinaryIO) -> Difference | Problem | None:
    return read_file(other.folder, path, partial(contrast, path, stream))


def _by_hash(builds: Sequence[Build], path: str, among: Container[str]) -> Verdict:
    by_hash: dict[str, list[int]] = {}
    for build in builds:
        if path in build.hashes:
            by_hash.setdefault(build.hashes[path], []).append(build.number)
    absent = tuple(build.number for build in builds if path not in build.hashes)
    promise = "material" if any(path in build.materials for build in builds) else promise_of(path, among)
    verdict = Verdict(path, "match", promise, "", tuple(map(tuple, by_hash.values())), absent)
    if len(by_hash) > 1:
        status, reason = _differing(builds, path, promise)
    elif absent:
        status, reason = "inconclusive", "not every build has it"
    else:
        return verdict
    return replace(verdict, status=status, reason=reason)


def _differing(builds: Sequence[Build], path: str, promise: Promise) -> tuple[Status, str]:
    if promise == "material":
        return "differ", "what the builds were made from"
    if promise == "lock file and platform":
        if _part(builds, path, lambda build: (build.sources(), build.lock())):
            return "inconclusive", "same sources and lock file, but perhaps not the same platform"
        return "inconclusive", "other sources or another lock file"
    if _part(builds, path, Build.sources):
        return "differ", "same sources"
    return "inconclusive", "made from other sources: these need not match"


def _part(builds: Sequence[Build], path: str, alike: Callable[[Build], object]) -> bool:
    """Whether builds that are alike have different files."""
    pairs = {(alike(build), build.hashes[path]) for build in builds if path in build.hashes}
    return max(Counter(key for key, _ in pairs).values()) > 1


def _follow(
    builds: Sequence[Build], verdicts: Mapping[str, Verdict], followed: dict[str, Verdict], path: str
) -> Verdict:
    """The verdict on a file that may differ in nothing but what it says of other files: theirs decide then."""
    if path in followed:
        return followed[path]
    verdict = followed[path] = verdicts[path]
    if len(verdict.groups) < 2 or verdict.promise not in ("bit for bit", "list") or path.endswith(".csv"):
        return verdict
    contents = [(build, content_of(build.folder, path)) for build in builds if path in build.hashes]
    named = sorted(_named(contents, path) - {path})
    others = [
        other for other in (_follow(builds, verdicts, followed, name) for name in named) if other.status != "match"
    ]
    absent = frozenset(other.path for other in others if other.absent)
    if others and (verdict.promise == "list" or says_no_more(path, contents, absent)):
        worst = max((other.status for other in others), key=_ORDER.index)
        rest = f" and {len(others) - 1} more" if len(others) > 1 else ""
        reason = f"follows from {others[0].path}{rest}"
        followed[path] = replace(verdict, status=worst, reason=reason, follows=True)
    return followed[path]


def _named(contents: Iterable[tuple[Build, bytes]], path: str) -> set[str]:
    """The files that a file speaks of: those whose hashes it has."""
    named: set[str] = set()
    for build, content in contents:
        if path == "bag-info.txt":
            named.update(other for other in build.hashes if other.startswith("data/"))
        elif path.endswith("/manifest/cells.txt"):
            named.update(other for other in build.hashes if other.endswith(".csv"))
        else:
            hashes = {text.decode() for text in _HASH.findall(content)}
            named.update(other for other, sha256 in build.hashes.items() if sha256 in hashes)
    return named
