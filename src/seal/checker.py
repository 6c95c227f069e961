"""recheck.pyz: whether the program that comes with a bundle is made of the sources that are in it.

A zipapp (PEP 441): a zip archive of the packages, not compressed, and of what starts them. No line before it names an
interpreter, since programs that unpack archives complain about that.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator, Mapping

from seal.archive import ArchiveError, Budget, Member
from seal.problem import Problem, shown
from seal.zip_file import STORED, zip_members

NAME = "recheck.pyz"
MAIN_NAME = "__main__.py"
MAIN = b'''"""Audit a bundle: `python3 recheck.pyz PATH`."""

import sys

from audit.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
'''
"""The only text in it that is not below data/src."""
PACKAGES = ("audit", "recheck", "seal")
_SOURCES = "src/"


def check_checker(content: bytes, hashes: Mapping[str, str]) -> Iterator[Problem]:
    """How it differs from the sources, of which `hashes` has the SHA-256 by path from data."""
    due = {MAIN_NAME: hashlib.sha256(MAIN).hexdigest()}
    for package in PACKAGES:
        below = [path for path in hashes if path.startswith(f"{_SOURCES}{package}/")]
        for path in below:
            if not path.endswith(".py"):
                # Python would run what is compiled in the place of what can be read.
                yield _differs(f"nothing but *.py below data/{_SOURCES}{package}", f"'{shown(path)}'")
        due.update({path[len(_SOURCES) :]: hashes[path] for path in below})
        if not below:
            yield _differs(f"sources of the package {package} below data/{_SOURCES}{package}", "none")
    found_in = _Found()
    yield from found_in.read(content)
    if found_in.is_whole:
        yield from _compare(due, found_in.members)


class _Found:
    """The members that an archive turns out to have: names, in their order, and hashes."""

    def __init__(self) -> None:
        self.members: list[tuple[str, str]] = []
        self.is_whole = False

    def read(self, archive: bytes) -> Iterator[Problem]:
        """Read them, and tell what is wrong with their form."""
        budget = Budget(NAME, len(archive))
        try:
            for member in zip_members(io.BytesIO(archive), len(archive), NAME, budget, (STORED,)):
                name = member.name.decode("utf-8", "backslashreplace")
                for problem in member.problems:
                    yield _differs(f"{problem.expected} of its member '{shown(name)}'", problem.found)
                # What is declared wrongly is of no use.
                if not member.problems:
                    self.members.append((name, _sha256(member)))
            self.is_whole = True
        except ArchiveError as error:
            place = "" if error.problem.path == NAME else f" of its member '{shown(error.problem.path)}'"
            yield _differs(error.problem.expected + place, error.problem.found)


def _compare(due: Mapping[str, str], members: list[tuple[str, str]]) -> Iterator[Problem]:
    found = dict(members)
    for name, sha256 in due.items():
        if name not in found:
            yield _differs(f"a member '{name}'", "none")
        elif found[name] != sha256:
            yield _differs(f"{sha256} of its member '{name}', as in the bundle", found[name])
    for name in found:
        if name not in due:
            yield _differs(f"no member '{shown(name)}', which is not among the sources of the bundle", "one")
    names = [name for name, _ in members]
    if names != sorted(found):
        yield _differs("members in the order of their names, each once", "another order")


def _sha256(member: Member) -> str:
    digest = hashlib.sha256()
    for chunk in member.chunks:
        digest.update(chunk)
    return digest.hexdigest()


def _differs(expected: str, found: str) -> Problem:
    return Problem("checker-differs", NAME, expected, found)
