"""A small bundle as a mapping from paths to contents, made from docs/bundle-format.md alone; and what writes it to a folder."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

Files = dict[str, bytes]

STUDY = "toy"
RESULTS = f"results/{STUDY}"
LISTS = f"data/{RESULTS}/manifest"
TABLE = f"data/{RESULTS}/kuhn_poker/cfr/trajectory.csv"
OTHER = f"data/{RESULTS}/kuhn_poker/cfr/strategy.csv"
FIGURE = f"data/{RESULTS}/figures/gains.svg"
MATERIAL = "data/src/regretlab/solver.py"
CRATE, PACKAGE, CHECKER = "data/ro-crate-metadata.json", "data/datapackage.json", "recheck.pyz"
SOURCES: Files = {
    "data/src/audit/__main__.py": b"def main():\n    return 0\n",
    "data/src/recheck/walk.py": b"",
    "data/src/seal/bag.py": b'"""Hashes."""\n',
}
"""What a checker is made of."""
MAIN = b'''"""Audit a bundle: `python3 recheck.pyz PATH`."""

import sys

from audit.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
'''
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
        **SOURCES,
    }
    lists = {
        f"{results}/manifest/products.sha256": sha256_list(products, len("data/")),
        f"{results}/manifest/materials.sha256": sha256_list(materials, len("data/")),
        f"{results}/manifest/cells.txt": cells(products),
    }
    return resealed(
        {
            "bagit.txt": b"BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n",
            "bag-info.txt": f"External-Identifier: {study}\nExternal-Description: A toy\nBundle-Format: 1\n".encode(),
            "README.md": b"# Toy\n",
            **products,
            **materials,
            **lists,
            **dict.fromkeys((CRATE, PACKAGE, CHECKER), b""),
        }
    )


def payload(files: Mapping[str, bytes]) -> Files:
    return {path: content for path, content in files.items() if path.startswith("data/")}


def described(files: Mapping[str, bytes]) -> Files:
    """The same with true descriptions and a true checker, as far as there are some."""
    made = dict(files)
    for path, make in ((PACKAGE, package), (CRATE, crate), (CHECKER, checker)):
        if path in made:
            made[path] = make(made)
    return made


def package(files: Mapping[str, bytes]) -> bytes:
    """A Data Package of the tables."""
    resources = []
    for path, content in sorted(payload(files).items()):
        if path.endswith(".csv"):
            header = content.partition(b"\n")[0].decode("utf-8", "replace").split(",")
            facts = {"path": path[5:], "bytes": len(content), "hash": f"sha256:{sha256(content)}"}
            resources.append({**facts, "schema": {"fields": [{"name": name} for name in header]}})
    return as_json({"title": "A toy", "resources": resources})


def crate(files: Mapping[str, bytes]) -> bytes:
    """An RO-Crate of all files of the payload but itself: two stages made the results."""
    found = {quote(path[5:]): content for path, content in sorted(payload(files).items()) if path != CRATE}
    study = next((name.split("/")[1] for name in found if name.startswith("results/") and name.count("/") > 1), STUDY)
    results = f"results/{study}/"
    inner = [name for name in found if name.startswith(results)]
    others = [name for name in found if name not in inner]
    figures = [name for name in inner if "/figures/" in name]
    rest = [name for name in inner if name not in figures]
    graph = [
        {"@id": "ro-crate-metadata.json", "@type": "CreativeWork", "about": {"@id": "./"}},
        {"@id": "./", "@type": "Dataset", "name": "A toy", "hasPart": links([results, *others])},
        {"@id": results, "@type": "Dataset", "hasPart": links(inner)},
        *(
            {"@id": name, "@type": "File", "contentSize": str(len(content)), "sha256": sha256(content)}
            for name, content in found.items()
        ),
        {"@id": "#run", "@type": "CreateAction", "result": {"@id": results}},
        {"@id": "#run/solve", "@type": "CreateAction", "result": links(rest)},
        {"@id": "#run/plot", "@type": "CreateAction", "object": links(rest), "result": links(figures)},
        *values(study_in(found.get(f"{results}study.json", b""))),
    ]
    return as_json({"@context": "https://w3id.org/ro/crate/1.1/context", "@graph": graph})


def study_in(content: bytes) -> dict[str, Any]:
    """What stands in study.json; nothing if that is no object of JSON."""
    try:
        study = json.loads(content)
    except ValueError:
        return {}
    return study if isinstance(study, dict) else {}


def values(study: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """What an RO-Crate says of the parameters of a study whose games and variants have no values but numbers, lists and marks."""
    for key in ("iterations", "verification", "games", "variants", "hands"):
        yield {"@id": f"#parameter/{key}", "@type": "FormalParameter"}
    for key in ("iterations", "verification"):
        if study.get("games") and key in study:
            yield value(key, 1, key, study[key])
    for key, rule in (("games", "rules"), ("variants", "rule"), ("hands", "file")):
        for number, entry in enumerate(study.get(key, ()), start=1):
            words = [entry[rule], *(f"{name}={setting(found)}" for name, found in entry.get("parameters", {}).items())]
            yield value(key, number, entry["folder"], " ".join(words))


def setting(found: object) -> str:
    """A value of a parameter, without blanks."""
    return json.dumps(found, separators=(",", ":"))


def value(key: str, number: int, name: str, found: object) -> dict[str, Any]:
    parameter = {"@id": f"#parameter/{key}"}
    return {
        "@id": f"#value/{key}/{number}",
        "@type": "PropertyValue",
        "name": name,
        "value": found,
        "exampleOfWork": parameter,
    }


def links(names: list[str]) -> list[dict[str, str]]:
    return [{"@id": name} for name in names]


def as_json(content: Any) -> bytes:
    return (json.dumps(content, indent=2, ensure_ascii=False) + "\n").encode()


def checker(files: Mapping[str, bytes]) -> bytes:
    """A zip application of the sources."""
    starts = tuple(f"data/src/{package}/" for package in ("audit", "recheck", "seal"))
    sources = {path[len("data/src/") :]: content for path, content in files.items() if path.startswith(starts)}
    return zipapp({"__main__.py": MAIN, **sources})


def zipapp(members: Mapping[str, bytes], method: int = zipfile.ZIP_STORED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name in sorted(members, key=str.encode):
            member = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            member.create_system, member.external_attr, member.compress_type = 3, 0o100644 << 16, method
            archive.writestr(member, members[name])
    return stream.getvalue()


def resealed(files: Mapping[str, bytes]) -> Files:
    """The same with descriptions, size, manifest and tag manifest of its payload: a forgery as far as BagIt sees."""
    return bagged(described(files))


def bagged(files: Mapping[str, bytes]) -> Files:
    """The same with the size, the manifest and the tag manifest of its payload, whatever is said elsewhere."""
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
