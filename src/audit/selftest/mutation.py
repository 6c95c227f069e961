"""A mutation: one kind of damage, and by what it must be caught."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

LEVELS = ("hashes", "semantics", "truth")
EXPECT = "expect"
"""For what only the root hash gives away that somebody has from elsewhere."""

Apply = Callable[[Any], Any]


@dataclass(frozen=True)
class Mutation:
    """One kind of damage. `apply` makes it in a copy of a bundle; of an archive it gives the bytes.

    It must be caught at `level` or before; where `codes` are given, one of them must be among the codes found. `subject` is what
    is to be derived again at the level of truth, if not everything.
    """

    name: str
    group: str
    description: str
    level: str
    codes: tuple[str, ...]
    apply: Apply


class InapplicableError(Exception):
    """This bundle, or this system, does not have what the mutation needs. The message says what."""


class Group:
    """The mutations of one kind, in the order in which they are written."""

    def __init__(self, name: str, level: str = LEVELS[0]) -> None:
        """None yet; `level` is that of those which name no other."""
        self.name = name
        self.level = level
        self.mutations: list[Mutation] = []

    def __call__(self, *codes: str, level: str | None = None) -> Callable[[Apply], Apply]:
        """Decorate a function: its name is the mutation's, its docstring the description."""

        def add(apply: Apply) -> Apply:
            name = apply.__name__.replace("_", "-")
            description = (apply.__doc__ or "").strip()
            self.mutations.append(Mutation(name, self.name, description, level or self.level, codes, apply))
            return apply

        return add
