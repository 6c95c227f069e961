"""Verification of a list of hashes, and of reports that quote them.

Format: docs/bundle-format.md, "manifest/": lines of `sha256sum`, sorted, of relative POSIX paths.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path, PurePosixPath
from typing import NamedTuple

LINE = re.compile(r"([0-9a-f]{64})  ([!-~](?:[ -~]*[!-~])?)")
PIECE = 1 << 20
LARGEST_FILE = 64 * 2**20
"""In bytes; no list and no report is larger."""


class Listed(NamedTuple):
    """One line of a list."""

    line: int
    sha256: str
    path: str


class Outcome(NamedTuple):
    """How many hashes were compared, and what is wrong, in the order in which it was found."""

    compared: int
    problems: list[str]


def verify_hashes(listing: Path, root: Path, reports: Path | None) -> Outcome:
    """Hash every file of a list again; with `reports`, compare the hashes that those reports recorded."""
    problems: list[str] = []
    listed = parse(_text(listing, problems), problems)
    for entry in listed:
        found = _sha256(root / entry.path)
        if found is None:
            problems.append(f"{entry.path}: missing (line {entry.line})")
        elif found != entry.sha256:
            problems.append(f"{entry.path}: mismatch (line {entry.line}); {found} instead of {entry.sha256}")
    if not listed and not problems:
        problems.append("the list is empty")
    compared = len(listed)
    if reports is not None:
        by_path = {entry.path: entry.sha256 for entry in listed}
        compared += _compare_reports(by_path, root, reports, problems)
    return Outcome(compared, problems)


def parse(text: str, problems: list[str]) -> list[Listed]:
    """The entries of a list; lines that are not well formed, in order and safe are problems and left out."""
    if not text:
        return []
    lines = text.split("\n")
    if lines.pop():
        problems.append(f"line {len(lines) + 1}: does not end with a line feed")
    listed: list[Listed] = []
    seen: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        match = LINE.fullmatch(line)
        if match is None:
            problems.append(f"line {number}: is not SHA-256, two spaces, path")
            continue
        sha256, path = match.groups()
        if not _safe(path):
            problems.append(f"line {number}: {path} is not a plain relative path")
            continue
        if path in seen:
            problems.append(f"line {number}: {path} is listed already in line {seen[path]}")
            continue
        seen[path] = number
        listed.append(Listed(number, sha256, path))
    paths = [entry.path for entry in listed]
    hashes = [(entry.sha256, entry.path) for entry in listed]
    # "Sorted bytewise" may be said of paths or of whole lines; `sorted` is bytewise for ASCII.
    if paths != sorted(paths) and hashes != sorted(hashes):
        first = next(n for n in range(1, len(paths)) if paths[n] < paths[n - 1])
        problems.append(f"line {listed[first].line}: {paths[first]} is not sorted after {paths[first - 1]}")
    return listed


def _safe(path: str) -> bool:
    """Whether a path stays below the root and is written in one way only."""
    return "\\" not in path and not path.startswith("/") and not {"", ".", ".."} & set(path.split("/"))


def _compare_reports(listed: dict[str, str], root: Path, reports: Path, problems: list[str]) -> int:
    """Every hash that a report recorded must be the list's; give how many were compared."""
    compared = 0
    try:
        below = PurePosixPath(reports.resolve().relative_to(root.resolve()).as_posix())
    except ValueError:
        problems.append("the reports are not below the root")
        return 0
    found = sorted(path.relative_to(reports).as_posix() for path in reports.rglob("*.json"))
    if not found:
        problems.append(f"{below}: no reports")
    for name in found:
        parts = (below / name).parts
        if "verification" not in parts[:-1]:
            problems.append(f"{below / name}: is not below a folder `verification`")
            continue
        study = PurePosixPath(*parts[: parts.index("verification")])
        files = _files_of(reports / name)
        if files is None:
            problems.append(f"{below / name}: is not a report with `files`")
            continue
        for file, sha256 in files.items():
            compared += 1
            path = str(study / file)
            if path not in listed:
                problems.append(f"{below / name}: {path} is not in the list")
            elif listed[path] != sha256:
                problems.append(f"{below / name}: {path} had SHA-256 {sha256}; the list has {listed[path]}")
    return compared


def _files_of(report: Path) -> dict[str, str] | None:
    """The hashes that a report recorded, by path below the study; None if it is no report."""
    try:
        if not report.is_file() or report.stat().st_size > LARGEST_FILE:
            return None
        files = json.loads(report.read_bytes())["files"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    if not isinstance(files, dict) or not all(isinstance(value, str) for value in files.values()):
        return None
    return files


def _text(listing: Path, problems: list[str]) -> str:
    """The text of a list; empty with a problem if it cannot be read."""
    try:
        size = listing.stat().st_size
        if not listing.is_file() or size > LARGEST_FILE:
            problems.append(f"the list is not a regular file of at most {LARGEST_FILE:,} bytes")
            return ""
        return listing.read_bytes().decode("ascii")
    except OSError as error:
        problems.append(f"the list cannot be read: {error.strerror}")
    except UnicodeDecodeError:
        problems.append("the list is not ASCII")
    return ""


def _sha256(path: Path) -> str | None:
    """The SHA-256 of a file in lower-case hexadecimal; None if there is no such file."""
    digest = hashlib.sha256()
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            for piece in iter(lambda: file.read(PIECE), b""):
                digest.update(piece)
    except OSError:
        return None
    return digest.hexdigest()
