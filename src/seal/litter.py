"""What file managers, and Python, leave in folders: it is no part of a bundle, and no attack either.

The names are those of macOS, Windows and CPython. This is a hint for whoever opened a bundle there, and decides nothing.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from seal.problem import Problem
from seal.read import read_file
from seal.tags import BAGIT

_LITTER = frozenset({".DS_Store", "__MACOSX", "Thumbs.db", "desktop.ini", "__pycache__"})
_FORK = "._"
"""With this begins the name of what macOS keeps beside a file where it cannot keep it in it."""
_HINT = "it looks like what a file manager or a Python leaves: unpack the archive anew, or audit the archive itself"

_BESIDE = "a signature belongs beside the folder of the bundle, not in it"
_LINE_ENDS = "the ends of its lines were changed from LF to CR LF: unpack the archive again, without conversion"
_LARGEST = 4 << 20
"""Bytes of a file that is looked at for its line ends."""
_TRIED = 20
"""So many files are looked at."""


def with_hint(problem: Problem) -> Problem:
    """The problem, with a hint if it is on something that should not be there and looks like litter."""
    if problem.kind in ("file-unexpected", "folder-unexpected") and any(map(is_litter, problem.path.split("/"))):
        return replace(problem, hint=_HINT)
    if problem.kind == "file-unexpected" and problem.path.endswith(".sig"):
        return replace(problem, hint=_BESIDE)
    return problem


def with_line_ends(folder: Path, problems: Iterable[Problem]) -> Iterator[Problem]:
    """The problems, the first of an altered file with a hint if it is the one listed but for CR before LF."""
    left = _TRIED
    for problem in problems:
        if left and _may_have_other_line_ends(problem):
            left -= 1
            if problem.path == BAGIT or _has_other_line_ends(folder, problem):
                left = 0
                yield replace(problem, hint=_LINE_ENDS)
                continue
        yield problem


def _may_have_other_line_ends(problem: Problem) -> bool:
    """Of bagit.txt what is found is told, so that nothing else needs to be read."""
    return problem.kind == "file-altered" or (problem.path == BAGIT and r"\r\n" in problem.found)


def _has_other_line_ends(folder: Path, problem: Problem) -> bool:
    content = read_file(folder, problem.path, _read_small)
    return isinstance(content, bytes) and _is(content, problem.expected)


def _read_small(stream: BinaryIO) -> bytes:
    """The content of a file; nothing of one that is too large."""
    return stream.read() if os.fstat(stream.fileno()).st_size <= _LARGEST else b""


def _is(content: bytes, sha256: str) -> bool:
    return b"\r\n" in content and hashlib.sha256(content.replace(b"\r\n", b"\n")).hexdigest() == sha256


def is_litter(name: str) -> bool:
    """Whether a name is one of those."""
    return name in _LITTER or name.startswith(_FORK)
