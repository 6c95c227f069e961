"""What the lists of a bundle promise, and whether they promise the same.

Outside are BagIt's two manifests (RFC 8493), inside the lists of the study: see docs/bundle-format.md, "The bundle".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from seal import checker, crate, datapackage, lists
from seal.cells import parse_cells
from seal.manifest import Entry, Listed, parse_list
from seal.names import is_below
from seal.problem import Problem
from seal.table import Table
from seal.tags import BAGIT, INFO, TAG_MANIFEST

MANIFEST = "manifest-sha256.txt"
TAGS = ("README.md", INFO, BAGIT, MANIFEST, checker.NAME)
"""What the tag manifest lists. Nothing else is outside of data, but the tag manifest itself."""
PAYLOAD = "data"
METADATA = (datapackage.NAME, crate.NAME)
_LEFT_BY_SNAKEMAKE = ".snakemake_timestamp"


@dataclass(frozen=True)
class Inner:
    """The lists of the study, with paths from data, and what is wrong with their lines."""

    products: tuple[Entry, ...]
    materials: tuple[Entry, ...]
    tables: Mapping[str, Table]
    problems: tuple[Problem, ...]


def list_paths(study: str) -> dict[str, str]:
    """Where the lists of the study are, by their names."""
    return {name: f"{PAYLOAD}/results/{study}/manifest/{name}" for name in lists.NAMES}


def metadata_paths() -> tuple[str, ...]:
    """Where the two descriptions of the payload are."""
    return tuple(f"{PAYLOAD}/{name}" for name in METADATA)


def parse_outer(contents: Mapping[str, bytes], name: str) -> Listed:
    """One of the two manifests; one that is not there lists nothing."""
    return parse_list(contents[name], name) if name in contents else Listed((), ())


def parse_inner(contents: Mapping[str, bytes], study: str) -> Inner:
    """The lists of the study, as far as they are there."""
    paths = list_paths(study)
    products, materials = (parse_outer(contents, paths[name]) for name in (lists.PRODUCTS, lists.MATERIALS))
    problems = [*products.problems, *materials.problems]
    tables: tuple[Table, ...] = ()
    # Without a sound list of products nothing can be said of cells.txt, which follows its order.
    if paths[lists.CELLS] in contents and products.entries and not products.problems:
        cells = parse_cells(contents[paths[lists.CELLS]], paths[lists.CELLS], products.entries)
        tables = cells.tables
        problems.extend(cells.problems)
    return Inner(products.entries, materials.entries, {table.path: table for table in tables}, tuple(problems))


def check_outer(manifest: Listed, tag_manifest: Listed) -> Iterator[Problem]:
    """The manifest is for the payload, the tag manifest for the rest."""
    for entry in manifest.entries:
        if not entry.path.startswith(f"{PAYLOAD}/"):
            yield _inconsistent(MANIFEST, f"paths below {PAYLOAD}", entry.path)
        if entry.path.rpartition("/")[2] == _LEFT_BY_SNAKEMAKE:
            yield Problem(
                "file-unexpected", entry.path, "no such file", "one that Snakemake leaves, which is no part of a bundle"
            )
    tags = {entry.path for entry in tag_manifest.entries}
    for path in TAGS:
        if tags and path not in tags:
            yield Problem("list-inconsistent", TAG_MANIFEST, f"a line for '{path}'", "none")
    for entry in tag_manifest.entries:
        if entry.path not in TAGS:
            yield _inconsistent(TAG_MANIFEST, "no files but " + " ".join(TAGS), entry.path)


def check_inner(inner: Inner, study: str, manifest: Mapping[str, str]) -> Iterator[Problem]:
    """The payload is what the lists of the study name, these lists themselves, and the two descriptions."""
    paths = list_paths(study)
    products, materials = paths[lists.PRODUCTS], paths[lists.MATERIALS]
    own = f"results/{study}"
    for entry in inner.products:
        if not is_below(entry.path, [own]) or is_below(entry.path, [f"{own}/manifest"]):
            yield _inconsistent(products, f"files of {own}, and not those of its manifest", entry.path)
    for entry in inner.materials:
        if is_below(entry.path, ["results", *METADATA]):
            yield _inconsistent(materials, "files that results are made from", entry.path)
    for place, entries in ((products, inner.products), (materials, inner.materials)):
        yield from _differing(place, entries, manifest)
    for path in (*paths.values(), *metadata_paths()):
        if path not in manifest:
            yield Problem("list-inconsistent", MANIFEST, f"a line for '{path}'", "none")
    # A list that cannot be read leaves its files without an explanation: that is not what is wrong with them.
    if inner.products and inner.materials and not inner.problems:
        named = {f"{PAYLOAD}/{entry.path}" for entry in (*inner.products, *inner.materials)}
        for path in manifest:
            if path not in named and path not in paths.values() and path not in metadata_paths():
                yield Problem("file-unexpected", path, "no such file", "one that is neither a product nor a material")


def _differing(place: str, entries: tuple[Entry, ...], manifest: Mapping[str, str]) -> Iterator[Problem]:
    for entry in entries:
        sha256 = manifest.get(f"{PAYLOAD}/{entry.path}")
        if sha256 is None:
            yield _inconsistent(place, f"files that {MANIFEST} lists too", entry.path)
        elif sha256 != entry.sha256:
            expected = f"{sha256} for '{entry.path}', as in {MANIFEST}"
            yield Problem("list-inconsistent", place, expected, entry.sha256)


def _inconsistent(place: str, expected: str, path: str) -> Problem:
    return Problem("list-inconsistent", place, expected, f"'{path}'")
