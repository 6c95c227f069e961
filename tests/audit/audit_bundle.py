"""A bundle of a whole little study, put together as docs/bundle-format.md says."""

import json
from collections.abc import Mapping
from pathlib import Path

from recheck_whole import write_little

from seal.cells import format_cells
from seal.manifest import Entry
from seal.table import tabulate

from bundling import Files, resealed, sha256, sha256_list, write_folder

PYZ = b"#!/usr/bin/env python3\nPK\x05\x06" + bytes(18)
MATERIALS: Files = {
    "data/Snakefile": b"rule all:\n",
    "data/requirements.txt": b"numpy==2.0\n",
    "data/src/regretlab/solver.py": b'"""Solves."""\n',
}


def write_little_bundle(folder: Path) -> Path:
    """Write it to a folder that is not there yet."""
    # What the study is made from is put next to it.
    study = write_little(folder.with_name("made") / "results/little")
    found = sorted(place for place in study.rglob("*") if place.is_file())
    products = {f"data/results/little/{place.relative_to(study).as_posix()}": place.read_bytes() for place in found}
    entries = [Entry(path.removeprefix("data/"), sha256(content)) for path, content in products.items()]
    tables = tabulate(study.parent.parent, sorted(entries, key=lambda entry: entry.path.encode()))
    lists = {
        "products.sha256": sha256_list(products, len("data/")),
        "materials.sha256": sha256_list(MATERIALS, len("data/")),
        "cells.txt": format_cells(tables.tables),
    }
    payload = {**products, **MATERIALS}
    payload.update({f"data/results/little/manifest/{name}": content for name, content in lists.items()})
    files = {
        **payload,
        "data/ro-crate-metadata.json": _described(payload, "@id", "contentSize", "sha256", ""),
        "data/datapackage.json": _described(payload, "path", "bytes", "hash", "sha256:"),
        "bagit.txt": b"BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n",
        "bag-info.txt": b"External-Identifier: little\nExternal-Description: A little study\nBundle-Format: 1\n",
        "README.md": b"# A little study\n\nThe exploitability is small.\n",
        "recheck.pyz": PYZ,
    }
    return write_folder(folder, resealed(files))


def _described(files: Mapping[str, bytes], path: str, size: str, sha: str, before: str) -> bytes:
    """Path, size and hash of all files, as an RO-Crate or a data package has them."""
    entries = [
        {path: name.removeprefix("data/"), size: len(content), sha: before + sha256(content)}
        for name, content in sorted(files.items())
    ]
    return (json.dumps({"files": entries}, indent=2) + "\n").encode()
