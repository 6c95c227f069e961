"""The list of hashes: one line per file, written one way and read strictly.

The format is that of `sha256sum` (GNU coreutils), sorted by path; see docs/bundle-format.md, "manifest/".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from seal.limits import MOST_FILES, MOST_PROBLEMS
from seal.names import collisions, fault
from seal.problem import Kind, Problem, shown
from seal.read import hash_file, list_files

_LINE = re.compile(r"([0-9a-f]{64})  (.+)", re.DOTALL)
_LINE_EXPECTED = "64 digits 0-9a-f, two spaces and a path"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class Entry:
    """One file and the SHA-256 of its bytes, in lower-case hexadecimal."""

    path: str
    sha256: str


@dataclass(frozen=True)
class Listed:
    """What a list says: its sound entries in its order, and a problem for every other line."""

    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...]


def make_entries(root: Path, starts: Iterable[str], excluded: Iterable[str]) -> Listed:
    """Hash all files at or below `starts`, but none at or below `excluded`."""
    listing = list_files(root, starts, excluded)
    problems = [*listing.problems, *collisions((path, path) for path in listing.files)]
    entries = []
    for path in listing.files:
        sha256 = hash_file(root, path)
        if isinstance(sha256, Problem):
            problems.append(sha256)
        else:
            entries.append(Entry(path, sha256))
    return Listed(tuple(entries), tuple(problems))


def format_list(entries: Iterable[Entry]) -> bytes:
    """The bytes of the list."""
    ordered = sorted(entries, key=lambda entry: entry.path.encode())
    return "".join(f"{entry.sha256}  {entry.path}\n" for entry in ordered).encode()


def parse_list(content: bytes, name: str) -> Listed:
    """Read a list strictly: what `format_list` writes is free of problems, everything else is not."""
    count = content.count(b"\n")
    if count > MOST_FILES:
        return Listed((), (Problem("list-malformed", name, f"at most {MOST_FILES:,} lines", f"{count:,}"),))
    lines = content.split(b"\n")
    last = lines.pop()
    problems = []
    if last:
        problems.append(Problem("list-malformed", f"{name}:{len(lines) + 1}", "LF at the end of the line", "none"))
        lines.append(last)
    if not lines:
        problems.append(Problem("list-malformed", f"{name}:1", "at least one line", "an empty file"))
    entries: dict[str, Entry] = {}
    places: list[tuple[str, str]] = []
    for number, line in enumerate(lines, start=1):
        place = f"{name}:{number}"
        if len(problems) > MOST_PROBLEMS:
            problems.append(Problem("list-malformed", place, f"at most {MOST_PROBLEMS:,} lines that are wrong", "more"))
            break
        entry = _parse_line(line, place)
        if isinstance(entry, Problem):
            problems.append(entry)
            continue
        if places and entry.path.encode() <= places[-1][1].encode():
            expected = f"a path that sorts after '{places[-1][1]}'"
            again = entry.path in entries
            kind: Kind = "list-malformed" if again else "list-unsorted"
            problems.append(Problem(kind, place, expected, f"'{entry.path}'" + (" again" if again else "")))
        entries.setdefault(entry.path, entry)
        places.append((place, entry.path))
    collided = collisions(places)
    problems.extend(collided)
    # Of paths through folders without end no more is made than that.
    without_end = any(problem.kind == "name-unsafe" for problem in collided)
    return Listed(() if without_end else tuple(entries.values()), tuple(problems))


def _parse_line(line: bytes, place: str) -> Entry | Problem:
    if line.startswith(_BYTE_ORDER_MARK):
        return Problem("list-malformed", place, "UTF-8 without a byte order mark", "a byte order mark")
    if line.endswith(b"\r"):
        return Problem("list-malformed", place, "a line that ends with LF", "CR LF")
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        return Problem("list-malformed", place, "UTF-8", f"byte {line[error.start]:#04x} at offset {error.start}")
    match = _LINE.fullmatch(text)
    if match is None:
        return Problem("list-malformed", place, _LINE_EXPECTED, f"'{shown(text)}'")
    sha256, path = match.groups()
    reason = fault(path)
    return Entry(path, sha256) if reason is None else Problem("name-unsafe", place, reason, f"'{shown(path)}'")
