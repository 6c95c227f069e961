"""Forgeries: one statement is another, and every list, report and manifest is made to fit it.

No hash within the bundle gives them away: what the files say of each other does, or the numbers derived again - or only the root
hash that somebody has from elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from audit.selftest.bundle_copy import BundleCopy
from audit.selftest.forging import Forger
from audit.selftest.mutation import Apply, Group, InapplicableError

FORGERIES = "forgeries"

T = TypeVar("T")

Forge = Callable[[Forger], "str | None"]


def forgery(group: Group, *codes: str, level: str | None = None) -> Callable[[Forge], Forge]:
    """A forgery changes the study, and gives the subject that tells it at the level of truth; then all is made to fit."""

    def add(forge: Forge) -> Forge:
        def apply(bundle: BundleCopy) -> str | None:
            forger = Forger(bundle)
            subject = forge(forger)
            forger.seal()
            return subject

        apply.__name__, apply.__doc__ = forge.__name__, forge.__doc__
        applied: Apply = apply
        group(*codes, level=level)(applied)
        return forge

    return add


def first(found: Iterable[T], missing: str) -> T:
    """The first of what was found. Raises InapplicableError, which says what is missing, if there is none."""
    for one in found:
        return one
    raise InapplicableError(missing)


def more(cell: str, by: float = 0.001) -> str:
    """A number that is larger by much more than any tolerance."""
    return repr(float(cell) + by)
