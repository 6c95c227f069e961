"""The lists of a study, products.sha256, materials.sha256 and cells.txt, read together, and bundle.sha256 where there is one.

They are described in docs/bundle-format.md, "manifest/".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from seal.cells import parse_cells
from seal.manifest import Entry, Listed, parse_list
from seal.problem import Problem
from seal.table import Table, tabulate
from seal.tags import TAG_MANIFEST

# In the order in which `accept` lets them appear: the products, which decide, are last.
PRODUCTS, MATERIALS, CELLS = "products.sha256", "materials.sha256", "cells.txt"
NAMES = (CELLS, MATERIALS, PRODUCTS)
BUNDLE = "bundle.sha256"
"""Lists what the others are sealed in, so it is none of those that lie in the bundle itself."""


@dataclass(frozen=True)
class Lists:
    """The lists of one folder, the bytes they were read from, and what is wrong with their lines."""

    folder: Path
    contents: Mapping[str, bytes]
    products: tuple[Entry, ...]
    materials: tuple[Entry, ...]
    bundle: tuple[Entry, ...]
    tables: Mapping[str, Table]
    problems: tuple[Problem, ...]

    @property
    def root(self) -> Entry | None:
        """The tag manifest, whose hash is the root hash; None if there is no bundle."""
        return next((entry for entry in self.bundle if entry.path.endswith(f"/{TAG_MANIFEST}")), None)


def read_lists(folder: Path) -> Lists:
    """Read and parse the lists. Raises OSError if one is not there; only that of the bundle need not be."""
    names = (*NAMES, BUNDLE) if (folder / BUNDLE).exists() else NAMES
    contents = {name: (folder / name).read_bytes() for name in names}
    products = parse_list(contents[PRODUCTS], str(folder / PRODUCTS))
    materials = parse_list(contents[MATERIALS], str(folder / MATERIALS))
    nothing = Listed((), ())
    bundle = parse_list(contents[BUNDLE], str(folder / BUNDLE)) if BUNDLE in contents else nothing
    cells = parse_cells(contents[CELLS], str(folder / CELLS), products.entries)
    return Lists(
        folder,
        contents,
        products.entries,
        materials.entries,
        bundle.entries,
        {table.path: table for table in cells.tables},
        # Without a sound list of products nothing can be said of cells.txt, which follows its order.
        (*(products.problems or cells.problems), *materials.problems, *bundle.problems),
    )


def check_products(root: Path, lists: Lists) -> tuple[Problem, ...]:
    """What is wrong with the lists, with the products they name, or with the cells they give for them."""
    found = tabulate(root, lists.products)
    return (
        *lists.problems,
        *found.problems,
        *differing_cells(str(lists.folder / CELLS), lists.tables, {table.path: table for table in found.tables}),
    )


def differing_cells(name: str, listed: Mapping[str, Table], found: Mapping[str, Table]) -> tuple[Problem, ...]:
    """The tables that are listed in cells.txt, called `name`, and found, but not the same."""
    return tuple(other_cells(name, path) for path, table in listed.items() if found.get(path, table) != table)


def other_cells(name: str, path: str) -> Problem:
    """The list `name` has other cells of a table than there are."""
    return Problem("list-inconsistent", name, f"the cells of {path}", "others")
