"""By what a bundle is known to be the published one: its root hash, or a signature of it.

What the words mean: docs/bundle-format.md, "Authenticity".
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from audit.verdict import AUTHENTIC, NOT_AUTHENTIC, SELF_CONSISTENT, UNDECIDED
from seal.bag import Bag
from seal.problem import UNREADABLE, Problem
from seal.read import read_file
from seal.signature import verify
from seal.tags import TAG_MANIFEST

LONGEST = 1 << 20
"""A tag manifest of five lines is shorter."""


class Signature(NamedTuple):
    """A detached signature, who may sign, in ssh-keygen's form, who is to have signed, and what the two files are called."""

    signature: bytes
    signers: str
    identity: str
    signature_name: str = "signature"
    signers_name: str = "signers"


class Known(NamedTuple):
    """What is known in words, what speaks against it, that in words, and each thing that speaks for it."""

    authenticity: str
    problems: Sequence[Problem]
    refuted: str | None
    established: Sequence[str]


def authenticity(folder: Path, bag: Bag, expect: str | None, signature: Signature | None) -> Known:
    """Whether the bundle, whose files were found to be as in `bag`, is the expected one. Who expects nothing is told so."""
    known: list[str] = []
    against: list[str] = []
    problems: list[Problem] = []
    unread = any(one.kind == UNREADABLE and one.path == TAG_MANIFEST for one in bag.problems)
    if expect is not None and not unread:
        if bag.root == expect:
            known.append("the root hash is the expected one")
        else:
            against.append("the root hash is not the expected one")
            problems.append(Problem("root-unexpected", TAG_MANIFEST, expect, bag.root or "none"))
    if signature is not None and not unread:
        problem = _signed(folder, bag, signature)
        if problem is None:
            known.append(f"signed by {signature.identity}")
        else:
            problems.append(problem)
            if problem.kind != UNREADABLE:
                against.append(f"it is not known to be signed by {signature.identity}")
    return Known(_in_words(known, [*bag.problems, *problems]), problems, " and ".join(against) or None, known)


def _in_words(known: Sequence[str], problems: Sequence[Problem]) -> str:
    """A root hash stands for nothing if the files are not those that it is of."""
    if any(problem.kind != UNREADABLE for problem in problems):
        return NOT_AUTHENTIC
    if problems:
        return UNDECIDED
    return f"{AUTHENTIC}{' and '.join(known)}" if known else SELF_CONSISTENT


def _signed(folder: Path, bag: Bag, given: Signature) -> Problem | None:
    """What is wrong with a signature. What is signed is read once more, and has to be what was hashed."""
    message = read_file(folder, TAG_MANIFEST, lambda stream: stream.read(LONGEST + 1))
    if isinstance(message, Problem):
        return message
    found = hashlib.sha256(message).hexdigest()
    if found != bag.root:
        return Problem("changed-while-read", TAG_MANIFEST, bag.root or "a root hash", found)
    return verify(message, *given)
