"""Bundles of a few files of each kind, of which a test names those that are to be others."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bundling import (
    CHECKER,
    CRATE,
    PACKAGE,
    SOURCES,
    Files,
    bagged,
    cells,
    described,
    payload,
    sha256,
    sha256_list,
    write_folder,
)

STUDY = "toy"
RESULTS = f"data/results/{STUDY}"
LISTS = f"{RESULTS}/manifest"
TRAJECTORY = f"{RESULTS}/kuhn_poker/cfr/trajectory.csv"
GAME = f"{RESULTS}/kuhn_poker/game.json"
REPORT = f"{RESULTS}/verification/kuhn_poker/cfr/python.json"
VALUE = f"{RESULTS}/kuhn_poker/value/strategy.csv"
FIGURE = f"{RESULTS}/figures/gains.svg"
PICTURE = f"{RESULTS}/figures/gains.png"
PARQUET = f"{RESULTS}/kuhn_poker/cfr/trajectory.parquet"
INFO = "bag-info.txt"
LOCK = "data/requirements.txt"
SOURCE = "data/src/regretlab/solver.py"

FILES: Files = {
    TRAJECTORY: b"iteration,value,gain_0\n1,0.5,0.25\n10,-0.125,0.0625\n100,0.1,0.0123\n",
    GAME: b'{\n  "rules": "kuhn_poker",\n  "parameters": {\n    "a/b": [1, 0.1]\n  },\n  "zero_sum": true\n}\n',
    VALUE: b"player,probability\n0,1/3\n",
    f"{RESULTS}/kuhn_poker/value/value.json": b'{\n  "method": "exact"\n}\n',
    FIGURE: b"<svg>\n<path d='M 1 2'/>\n</svg>\n",
    PICTURE: b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
    PARQUET: b"PAR1" + bytes(100) + b"PAR1",
    "data/Snakefile": b"rule all:\n",
    LOCK: b"numpy==2.0\n",
    SOURCE: b'"""Solves."""\n\nx = 1\n',
    **SOURCES,
    "bagit.txt": b"BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n",
    INFO: b"External-Identifier: toy\nExternal-Description: A toy\nBundle-Format: 1\n",
    "README.md": b"# A toy\n",
}


def write_bundle(folder: Path, changes: Mapping[str, bytes | None], study: str = STUDY) -> Path:
    """Write a sound bundle in which these files are others; None takes one away.

    The report has the hash of the table that it is about, descriptions have size and hash of all files.
    """
    files = {**FILES, **changes}
    if TRAJECTORY in files and REPORT not in files:
        hashes = b'"trajectory.csv": "%s"' % sha256(files[TRAJECTORY] or b"").encode()
        files[REPORT] = b'{\n  "passed": true,\n  "files": {%s}\n}\n' % hashes
    sound = {path: content for path, content in files.items() if content is not None}
    if study != STUDY:
        sound = {path.replace(RESULTS, f"data/results/{study}"): content for path, content in sound.items()}
        sound[INFO] = sound[INFO].replace(STUDY.encode(), study.encode(), 1)
    products = {path: content for path, content in sound.items() if path.startswith("data/results/")}
    found = payload(sound)
    materials = {path: found[path] for path in found if path not in products and path not in (CRATE, PACKAGE)}
    lists = f"data/results/{study}/manifest"
    sound[f"{lists}/products.sha256"] = sha256_list(products, len("data/"))
    sound[f"{lists}/materials.sha256"] = sha256_list(materials, len("data/"))
    sound[f"{lists}/cells.txt"] = cells(products)
    true = described({**sound, **dict.fromkeys((CRATE, PACKAGE, CHECKER), b"")})
    return write_folder(folder, bagged({**true, **sound}))
