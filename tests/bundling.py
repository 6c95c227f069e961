"""A small bundle as a mapping from paths to contents, made from docs/bundle-format.md alone; and what writes it to a folder."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path

Files = dict[str, bytes]

STUDY = "toy"
RESULTS = f"results/{STUDY}"
LISTS = f"data/{RESULTS}/manifest"
TABLE = f"data/{RESULTS}/kuhn_poker/cfr/trajectory.csv"
OTHER = f"data/{RESULTS}/kuhn_poker/cfr/strategy.csv"
FIGURE = f"data/{RESULTS}/figures/gains.svg"
MATERIAL = "data/src/regretlab/solver.py"
TAGS = ("README.md", "bag-info.txt", "bagit.txt", "manifest-sha256.txt", "recheck.pyz")


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def sha256_list(files: Mapping[str, bytes], skip: int = 0) -> bytes:
    """The list of some files, whose paths lose as many letters as `skip` says."""
    lines = [f"{sha256(files[path])}  {path[skip:]}\n".encode() for path in sorted(files, key=str.encode)]
    return b"".join(lines)


def cells(files: Mapping[str, bytes]) -> bytes:
    """cells.txt of small tables."""
    lines = []
    for path in sorted(files, key=str.encode):
        if path.endswith(".csv"):
            rows = files[path].split(b"\n")[:-1]
            lines.append(f"{path[5:]} {len(rows)} {len(rows[0].split(b',')) if rows else 0}")
            lines.extend("".join(sha256(cell)[:4] for cell in row.split(b",")) for row in rows)
    return "".join(f"{line}\n" for line in lines).encode()


def bundle(study: str = STUDY) -> Files:
    """A sound bundle."""
    results = f"data/results/{study}"
    products: Files = {
        f"{results}/study.json": b'{"name": "toy"}\n',
        f"{results}/kuhn_poker/cfr/trajectory.csv": b"iteration,value,gain_0\n1,0.5,0.25\n10,-0.125,0.0625\n",
        f"{results}/kuhn_poker/cfr/strategy.csv": b"player,infoset,action,probability\n0,0,pass,0.75\n0,0,bet,0.25\n",
        f"{results}/figures/gains.svg": b"<svg/>\n" * 200,
        f"{results}/kuhn_poker/empty.efg": b"",
    }
    materials: Files = {
        "data/Snakefile": b"rule all:\n",
        "data/config/studies/toy.yaml": b"title: Toy\n",
        "data/src/regretlab/solver.py": bytes(range(256)) * 20,
    }
    lists = {
        f"{results}/manifest/products.sha256": sha256_list(products, len("data/")),
        f"{results}/manifest/materials.sha256": sha256_list(materials, len("data/")),
        f"{results}/manifest/cells.txt": cells(products),
    }
    described = {"data/ro-crate-metadata.json": b"{}\n", "data/datapackage.json": b"{}\n"}
    return resealed(
        {
            "bagit.txt": b"BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n",
            "bag-info.txt": f"External-Identifier: {study}\nExternal-Description: A toy\nBundle-Format: 1\n".encode(),
            "README.md": b"# Toy\n",
            "recheck.pyz": b"#!/usr/bin/env python3\nPK\n",
            **products,
            **materials,
            **lists,
            **described,
        }
    )


def payload(files: Mapping[str, bytes]) -> Files:
    return {path: content for path, content in files.items() if path.startswith("data/")}


def resealed(files: Mapping[str, bytes]) -> Files:
    """The same with the size, the manifest and the tag manifest of its payload: a forgery as far as BagIt sees."""
    found = payload(files)
    oxum = f"Payload-Oxum: {sum(map(len, found.values()))}.{len(found)}\n".encode()
    info = files["bag-info.txt"].partition(b"Payload-Oxum: ")[0] + oxum
    made = {**files, "bag-info.txt": info, "manifest-sha256.txt": sha256_list(found)}
    return retagged(made)


def retagged(files: Mapping[str, bytes]) -> Files:
    """The same with a tag manifest of what is outside of data."""
    return {**files, "tagmanifest-sha256.txt": sha256_list({path: files[path] for path in TAGS if path in files})}


def write_folder(folder: Path, files: Mapping[str, bytes]) -> Path:
    for path, content in files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    return folder


def replaced(path: str, change: Callable[[bytes], bytes]) -> Callable[[Files], Files]:
    """A change of one file that no list is told of."""
    return lambda files: {**files, path: change(files[path])}
