"""Stage `bundle`: everything of a study in one folder, but for the two lists of hashes, which `seal bag` writes."""

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from regretlab.bundle import crate, datapackage
from regretlab.bundle.archive import tar_gz_archive, zip_archive
from regretlab.bundle.checker import checker
from regretlab.bundle.citation import NAME as CITATION
from regretlab.bundle.citation import read_citation
from regretlab.bundle.compact import compact_json
from regretlab.bundle.entities import LOCK
from regretlab.bundle.folder import put, whole_folder, write_new
from regretlab.bundle.payload import File, copy_payload
from regretlab.bundle.readme import readme
from regretlab.errors import InputError
from regretlab.files import read_json, read_text, write_bytes

FORMAT = 1
"""Of bundles; another one would be a change that its readers have to know of."""

_BAGIT = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"


def make_bundle(project: Path, results: Path, bundle: Path) -> None:
    """Let the folder `bundle` appear, whole, with what the lists of `results`, a study's folder in the project, name."""
    study = read_json(project / results / "study.json")
    if results.as_posix() != f"results/{study['name']}":
        raise InputError(f"{results}: expected results/{study['name']}, where the study's lists say that its files are")
    with whole_folder(bundle) as folder:
        data = folder / "data"
        payload = copy_payload(project, results, data)
        citation = read_citation(data / CITATION)
        summaries = [
            read_json(data / results / f"verdict/{kind}.json")["summary"] for kind in ("verification", "claims")
        ]
        description = _sentence(summaries)
        tables = datapackage.datapackage(study, description, citation, payload.files, data)
        described = _write(data / datapackage.NAME, compact_json(tables), datapackage.NAME)
        content = crate.crate(study, description, citation, payload, [described], read_text(data / LOCK))
        crated = _write(data / crate.NAME, compact_json(content), crate.NAME)
        files = [*payload.files, described, crated]
        size = (sum(file.size for file in files), len(files))
        _write(folder / "bagit.txt", _BAGIT)
        _write(folder / "bag-info.txt", _info(study, size))
        program = checker(payload.materials, data)
        write_new(folder / "recheck.pyz", program)
        _write(folder / "README.md", readme(study, summaries, citation, size, len(program), data))


def publish_bundle(bundle: Path, folder: Path) -> None:
    """Move a bundle into a folder, with its two archives beside it: each of the three is there whole, or as it was before.

    The folder that it was made in goes, if it is empty then.
    """
    if not (bundle / "tagmanifest-sha256.txt").is_file():
        raise InputError(f"{bundle}: expected a bundle with its lists of hashes, found no tagmanifest-sha256.txt")
    paths = sorted(path for path in bundle.rglob("*") if path.is_file())
    members = [(f"{bundle.name}/{path.relative_to(bundle).as_posix()}", path.read_bytes()) for path in paths]
    for suffix, archive in ((".zip", zip_archive), (".tar.gz", tar_gz_archive)):
        write_bytes(folder / f"{bundle.name}{suffix}", archive(members))
    try:
        put(bundle, folder / bundle.name)
    except OSError as error:
        raise InputError(f"{folder / bundle.name}: cannot be written: {error.strerror or error}") from error
    with suppress(OSError):
        bundle.parent.rmdir()


def _info(study: Mapping[str, Any], size: tuple[int, int]) -> str:
    lines = {
        "External-Identifier": study["name"],
        "External-Description": " ".join(study["title"].split()),
        "Bundle-Format": FORMAT,
        "Payload-Oxum": f"{size[0]}.{size[1]}",
    }
    return "".join(f"{key}: {value}\n" for key, value in lines.items())


def _sentence(summaries: list[str]) -> str:
    return "; ".join(summaries) + "."


def _write(path: Path, text: str, name: str = "") -> File:
    """Write a new file; what it is, under its name among the payload."""
    content = text.encode()
    write_new(path, content)
    return File(name, len(content), hashlib.sha256(content).hexdigest())
