"""What file managers, and Python, leave in folders: it is no part of a bundle, and no attack either.

The names are those of macOS, Windows and CPython. This is a hint for whoever opened a bundle there, and decides nothing.
"""

from __future__ import annotations

from dataclasses import replace

from seal.problem import Problem

_LITTER = frozenset({".DS_Store", "__MACOSX", "Thumbs.db", "desktop.ini", "__pycache__"})
_FORK = "._"
"""With this begins the name of what macOS keeps beside a file where it cannot keep it in it."""
_HINT = "it looks like what a file manager or a Python leaves: unpack the archive anew, or audit the archive itself"


def with_hint(problem: Problem) -> Problem:
    """The problem, with a hint if it is on something that should not be there and looks like litter."""
    if problem.kind in ("file-unexpected", "folder-unexpected") and any(map(_is_litter, problem.path.split("/"))):
        return replace(problem, hint=_HINT)
    return problem


def _is_litter(name: str) -> bool:
    return name in _LITTER or name.startswith(_FORK)
