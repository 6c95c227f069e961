"""A bundle of a whole little study, put together as docs/bundle-format.md says."""

from pathlib import Path

from recheck_dealt import CONFIG, ENTRIES, write_hands
from recheck_taught import write_taught_whole
from recheck_whole import write_little

from seal.cells import format_cells
from seal.manifest import Entry
from seal.table import tabulate

from bundling import CHECKER, CRATE, PACKAGE, SOURCES, Files, resealed, sha256, sha256_list, write_folder

MATERIALS: Files = {
    "data/Snakefile": b"rule all:\n",
    "data/requirements.txt": b"numpy==2.0\n",
    "data/src/regretlab/solver.py": b'"""Solves."""\n',
    **SOURCES,
}


def write_little_bundle(folder: Path) -> Path:
    """Write one of Kuhn poker to a folder that is not there yet."""
    # What the study is made from is put next to it.
    return write_bundle(folder, write_little(folder.with_name("made") / "results/little"))


def write_hands_bundle(folder: Path) -> Path:
    """The same of hands, with the files that these are from."""
    given = {f"data/config/hands/{entry['file']}": (CONFIG / "hands" / entry["file"]).read_bytes() for entry in ENTRIES}
    return write_bundle(folder, write_hands(folder.with_name("made") / "results/dealt"), given)


def write_taught_bundle(folder: Path) -> Path:
    """The same of Willow, with its lessons."""
    return write_bundle(folder, write_taught_whole(folder.with_name("made") / "results/taught"))


def write_bundle(folder: Path, study: Path, given: Files | None = None) -> Path:
    """A bundle of a study in this folder, which is made from what is given, too."""
    materials = {**MATERIALS, **(given or {})}
    results = f"data/results/{study.name}"
    found = sorted(place for place in study.rglob("*") if place.is_file())
    products = {f"{results}/{place.relative_to(study).as_posix()}": place.read_bytes() for place in found}
    entries = [Entry(path.removeprefix("data/"), sha256(content)) for path, content in products.items()]
    tables = tabulate(study.parent.parent, sorted(entries, key=lambda entry: entry.path.encode()))
    lists = {
        "products.sha256": sha256_list(products, len("data/")),
        "materials.sha256": sha256_list(materials, len("data/")),
        "cells.txt": format_cells(tables.tables),
    }
    payload = {**products, **materials}
    payload.update({f"{results}/manifest/{name}": content for name, content in lists.items()})
    files = {
        **payload,
        **dict.fromkeys((CRATE, PACKAGE, CHECKER), b""),
        "bagit.txt": b"BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n",
        "bag-info.txt": (
            f"External-Identifier: {study.name}\nExternal-Description: A little study\nBundle-Format: 1\n".encode()
        ),
        "README.md": b"# A little study\n\nThe exploitability is small.\n",
    }
    return write_folder(folder, resealed(files))
