"""Which paths may stand in a manifest: those that mean one file, the same one, on every system.

From what BagIt tools and `sha256sum` let pass: aliases, `..`, letters encoded in two ways, reserved names.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from seal.limits import MOST_FOLDERS
from seal.problem import Problem, shown

# Windows refuses these, and `sha256sum` escapes lines with a backslash.
_FORBIDDEN = frozenset('<>:"|?*\\')
# Windows takes the digits in superscript for those of ports, too.
_RESERVED = frozenset(
    [
        "CON",
        "PRN",
        "AUX",
        "NUL",
        "CONIN$",
        "CONOUT$",
        *(f"{port}{number}" for port in ("COM", "LPT") for number in "123456789¹²³"),
    ]
)
# Controls, formats (among them those that reverse text), lone surrogates, separators of lines and paragraphs.
_INVISIBLE = frozenset(["Cc", "Cf", "Cs", "Zl", "Zp"])
# What the file systems of today hold as a name, and Linux as a path.
_LONGEST_NAME, _LONGEST_PATH = 255, 4095
# None of ours is half as deep, and what is done for every folder of every path stays cheap.
_DEEPEST = 64


def argument(text: str) -> str | Problem:
    """A path from the command line as a manifest writes it; "" is the root. `./a/` is taken as `a`."""
    path = decoded(os.fsencode(text))
    if isinstance(path, Problem):
        return path
    if not path.startswith("/"):
        path = "/".join(part for part in path.split("/") if part not in ("", "."))
    reason = fault(path) if path else None
    return path if reason is None else Problem("name-unsafe", path, reason, f"'{shown(text)}'")


def fault(path: str) -> str | None:
    """What `path` should have been, or None if it is portable."""
    return next((expected for expected, holds in _RULES if not holds(path)), None)


def decoded(name: bytes) -> str | Problem:
    """A name of the file system as text."""
    try:
        return name.decode("utf-8")
    except UnicodeDecodeError:
        text = name.decode("utf-8", "backslashreplace")
        return Problem("name-unsafe", text, "a name in UTF-8", f"'{shown(text)}'")


def collisions(places: Iterable[tuple[str, str]]) -> tuple[Problem, ...]:
    """The pairs (where it is said, path of a file) that some system would mix up with an earlier one.

    By a file or folder that differs by nothing but case or the form of its letters, or by a file that is also a folder. Of more
    folders than any bundle has, that alone is told.
    """
    root = _Seen("", "", 0, True)
    problems = []
    folders = 0
    for place, path in places:
        parts = path.split("/")
        node = root
        for depth, part in enumerate(parts, start=1):
            is_folder = depth < len(parts)
            key = _key(part)
            folders += is_folder and key not in node.inside
            node = node.inside.setdefault(key, _Seen(part, path, depth, is_folder))
            if folders > MOST_FOLDERS:
                return (Problem("name-unsafe", place, f"at most {MOST_FOLDERS:,} folders", "more"),)
            if node.part != part:
                expected = f"a name that differs by more than case from '{node.path}'"
            elif node.is_folder != is_folder:
                expected = f"no file that is also the folder of another, '{node.path}'"
            else:
                continue
            problems.append(Problem("name-collision", place, expected, f"'{path}'"))
            break
    return tuple(problems)


@dataclass(frozen=True)
class _Seen:
    """A file or folder, as one of the paths has it first."""

    part: str
    first: str
    depth: int
    is_folder: bool
    inside: dict[str, _Seen] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return "/".join(self.first.split("/")[: self.depth])


def located(root: Path, path: str) -> Path:
    """Where the file is. The bytes of its name are UTF-8, whatever the locale says."""
    return root / os.fsdecode(path.encode("utf-8"))


def is_below(path: str, folders: Iterable[str]) -> bool:
    """Whether `path` is one of `folders` or lies below one of them; "" is the root."""
    return any(folder in ("", path) or path.startswith(f"{folder}/") for folder in folders)


def above(path: str) -> list[str]:
    """The folders that a path leads through: `a` and `a/b` of `a/b/c`."""
    return [path[:position] for position, letter in enumerate(path) if letter == "/"]


def _key(name: str) -> str:
    """Equal for names that some file system may take for the same: NFKC is wider than what any of them does."""
    if name.isascii():
        return name.lower()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def is_visible(text: str) -> bool:
    """Whether all of its characters can be seen, or are spaces."""
    return _INVISIBLE.isdisjoint(map(unicodedata.category, text))


def _parts(path: str) -> list[str]:
    return path.split("/")


_RULES: tuple[tuple[str, Callable[[str], bool]], ...] = (
    ("a relative path", lambda path: not path.startswith("/")),
    ("a path without '..'", lambda path: ".." not in _parts(path)),
    ("a path without empty or '.' parts", lambda path: not {"", "."} & set(_parts(path))),
    (
        "a path without invisible characters",
        is_visible,
    ),
    ("a path without any of " + " ".join(sorted(_FORBIDDEN)), _FORBIDDEN.isdisjoint),
    ("a path in Unicode's normal form C", lambda path: unicodedata.is_normalized("NFC", path)),
    (
        "names without a space at either end or a dot at the last",
        lambda path: all(part == part.strip(" ") and not part.endswith(".") for part in _parts(path)),
    ),
    (
        "names that Windows does not reserve",
        lambda path: all(part.split(".")[0].rstrip(" ").upper() not in _RESERVED for part in _parts(path)),
    ),
    (
        f"names of at most {_LONGEST_NAME} bytes",
        lambda path: all(len(part.encode()) <= _LONGEST_NAME for part in _parts(path)),
    ),
    (f"a path through at most {_DEEPEST} folders", lambda path: path.count("/") <= _DEEPEST),
    (f"a path of at most {_LONGEST_PATH} bytes", lambda path: len(path.encode()) <= _LONGEST_PATH),
)
