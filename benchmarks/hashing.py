"""The audit of a bundle, as far as hashes go, next to `sha256sum`: a large bundle of nothing but bytes, and a real one."""

import hashlib
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import machine
from report import SHA256SUM

from regretlab.bundle.checker import PACKAGES, checker
from regretlab.bundle.payload import File

PROJECT = Path(__file__).parent.parent
STUDY = "kuhn-100k"
FILES, SIZE = 16, 64 << 20
"""A bundle of 1 GiB."""
CHUNK = 1 << 20
AUDIT = "audit --level hashes"


def hashing(repetitions: int) -> dict[str, Any]:
    """Seconds of both programs on the same files, in turn, starts included; most memory in bytes on all of it, and on a 64th."""
    with tempfile.TemporaryDirectory() as folder:
        small, large = _bundle(Path(folder) / "small", 1, SIZE // 4), _bundle(Path(folder) / "large", FILES, SIZE)
        seconds: dict[str, list[float]] = {SHA256SUM: [], AUDIT: []}
        for _ in range(repetitions):
            with _inside(large):
                seconds[SHA256SUM] += machine.commands(["sha256sum", "--check", "--strict", "manifest-sha256.txt"], 1)
            seconds[AUDIT] += machine.commands(_audit(large), 1)
        memory = {path.name: _most_memory(_audit(path)) for path in (small, large)}
    return {"bytes": FILES * SIZE, "seconds": seconds, "memory": memory}


def kuhn(repetitions: int) -> list[float]:
    """Seconds of an audit of the hashes of a real bundle; nothing if it has not been built."""
    bundle = PROJECT / "bundles" / STUDY
    return machine.commands(_audit(bundle), repetitions) if (bundle / "bagit.txt").is_file() else []


def _audit(bundle: Path) -> Sequence[str | Path]:
    return [sys.executable, "-m", "audit", bundle, "--level", "hashes"]


def _bundle(folder: Path, files: int, size: int) -> Path:
    """A bundle whose products are so many files of so many bytes."""
    results = folder / "data/results" / folder.name
    results.mkdir(parents=True)
    random = Random(size)
    for number in range(files):
        with (results / f"{number:02}.bin").open("wb") as stream:
            for _ in range(0, size, CHUNK):
                stream.write(random.randbytes(CHUNK))
    lists = results / "manifest"
    lists.mkdir()
    data = folder / "data"
    sources = [data / "src" / package / "__init__.py" for package in PACKAGES]
    for source in sources:
        source.parent.mkdir(parents=True)
        source.write_text("")
    for output, what in (("products.sha256", f"results/{folder.name}"), ("materials.sha256", "src")):
        excluded = ["--exclude", f"results/{folder.name}/manifest"]
        _seal("make", "--root", data, "--output", lists / output, *excluded, what)
    _seal("cells", "--root", data, "--list", lists / "products.sha256", "--output", lists / "cells.txt")
    (data / "datapackage.json").write_text(json.dumps({"resources": []}))
    made = sorted(path.relative_to(data).as_posix() for path in results.rglob("*") if path.is_file())
    others = [*(path.relative_to(data).as_posix() for path in sources), "datapackage.json"]
    (data / "ro-crate-metadata.json").write_text(json.dumps({"@graph": _graph(data, made, others)}))
    payload = [path for path in data.rglob("*") if path.is_file()]
    oxum = f"{sum(path.stat().st_size for path in payload)}.{len(payload)}"
    described = f"External-Identifier: {folder.name}\nExternal-Description: nothing but bytes\nBundle-Format: 1\n"
    (folder / "bag-info.txt").write_text(f"{described}Payload-Oxum: {oxum}\n")
    (folder / "bagit.txt").write_text("BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n")
    (folder / "README.md").write_text("nothing\n")
    materials = [File(path.relative_to(data).as_posix(), 0, "") for path in sources]
    (folder / "recheck.pyz").write_bytes(checker(materials, data))
    _seal("bag", folder)
    return folder


def _graph(data: Path, made: Sequence[str], others: Sequence[str]) -> list[dict[str, Any]]:
    """What an RO-Crate has to say of these files: one stage made the results."""
    folder = made[0].rpartition("/")[0].removesuffix("/manifest") + "/"
    made_links = [{"@id": path} for path in made]
    files = []
    for path in (*made, *others):
        with (data / path).open("rb") as stream:
            sha256 = hashlib.file_digest(stream, "sha256").hexdigest()
        files.append({"@id": path, "@type": "File", "contentSize": (data / path).stat().st_size, "sha256": sha256})
    return [
        {"@id": "./", "@type": "Dataset", "hasPart": [{"@id": path} for path in (folder, *others)]},
        {"@id": folder, "@type": "Dataset", "hasPart": made_links},
        {"@id": "#run", "@type": "CreateAction", "result": {"@id": folder}},
        {"@id": "#run/make", "@type": "CreateAction", "result": made_links},
        *files,
    ]


def _seal(command: str, *arguments: str | Path) -> None:
    machine.commands([sys.executable, "-m", "seal", command, *arguments], 1)


def _most_memory(command: Sequence[str | Path]) -> int:
    """The most memory that a command had at a time, in bytes, as Linux counts it."""
    script = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL);"
    script += f"print(resource.getrusage({resource.RUSAGE_CHILDREN}).ru_maxrss)"
    done = subprocess.run([sys.executable, "-c", script, *command], capture_output=True, text=True, check=True)
    return 1024 * int(done.stdout)


@contextmanager
def _inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
