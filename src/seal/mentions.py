"""Whether files of several builds differ in nothing but what they say of other files: hashes, sizes, and which there are."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from typing import Any
from urllib.parse import quote

from seal import crate, datapackage
from seal.builds import Build
from seal.tags import INFO

_DESCRIPTIONS = tuple(f"data/{name}" for name in (crate.NAME, datapackage.NAME))
_HASH = re.compile(rb"([0-9a-f]{64})")
# What describes other files says how large they are, too: by a key of an object, or in a line of its own.
_SIZE = re.compile(rb'((?<!\\)"(?:contentSize|bytes)": *"?)[0-9.]+')
_OXUM = re.compile(rb"(?m)^(Payload-Oxum: )[0-9.]+$")
# The lists in which files are described, and what a file is called by there.
_DESCRIBED = {"@graph": "@id", "resources": "path"}


def says_no_more(path: str, contents: Sequence[tuple[Build, bytes]], absent: Collection[str]) -> bool:
    """Whether nothing else is different between builds that have a file of that name.

    `absent` are files that not every build has: a description speaks of those that there are.
    """
    if path == INFO or path in _DESCRIPTIONS:
        size = _OXUM if path == INFO else _SIZE
        contents = [(build, size.sub(rb"\g<1>0", content)) for build, content in contents]
    if absent and path in _DESCRIPTIONS:
        below = [name[len("data/") :] for name in absent]
        left = [_left(content, build, {*below, *map(quote, below)}) for build, content in contents]
        return all(other == left[0] for other in left)
    return _same_but_hashes(contents)


def _same_but_hashes(contents: Sequence[tuple[Build, bytes]]) -> bool:
    """Whether the texts between hashes are the same, and the hashes, or else what they are the hashes of."""
    texts = [_HASH.split(content) for _, content in contents]
    if len({tuple(parts[::2]) for parts in texts}) > 1:
        return False
    known = [_by_hash(build) for build, _ in contents]
    return all(
        len(set(hashes)) == 1 or set.intersection(*(files.get(sha256, set()) for files, sha256 in zip(known, hashes)))
        for hashes in zip(*(parts[1::2] for parts in texts))
    )


def _by_hash(build: Build) -> dict[bytes, set[str]]:
    """The files that have a hash, by hash."""
    files: dict[bytes, set[str]] = {}
    for path, sha256 in build.hashes.items():
        files.setdefault(sha256.encode(), set()).add(path)
    return files


def _left(content: bytes, build: Build, names: Collection[str]) -> Any:
    """What a description says besides hashes, and besides what it says of files with these names."""
    known = {sha256.encode() for sha256 in build.hashes.values()}
    blank = _HASH.sub(lambda match: b"" if match[0] in known else match[0], content)
    found = json.loads(blank, parse_int=_literal, parse_float=_literal)
    described = {
        key: [item for item in found[key] if item.get(_DESCRIBED[key]) not in names]
        for key in _DESCRIBED.keys() & found.keys()
    }
    return _without({**found, **described}, names)


def _literal(digits: str) -> tuple[str]:
    """A number as it is written: 1 and 1.0 are not the same."""
    return (digits,)


def _without(value: Any, names: Collection[str]) -> Any:
    """The value without references to files of these names in lists; in an RO-Crate a list of one has no brackets.

    What says anything else is no mere reference, and a list that is empty from the start says that there is nothing.
    """
    if isinstance(value, dict):
        listed = {key: [item] if isinstance(item, dict) and "@id" in item else item for key, item in value.items()}
        found = {key: _without(item, names) for key, item in listed.items()}
        return {key: item for key, item in found.items() if item != [] or listed[key] == []}
    if isinstance(value, list):
        return [_without(item, names) for item in value if not _refers(item, names)]
    return value


def _refers(item: Any, names: Collection[str]) -> bool:
    return isinstance(item, dict) and item.keys() == {"@id"} and item["@id"] in names
