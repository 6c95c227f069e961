"""datapackage.json: every table of a bundle, with its hash and what its columns mean (Data Package 1.0, frictionlessdata.io)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from regretlab.bundle.citation import Citation
from regretlab.bundle.fields import Facts, Field
from regretlab.bundle.payload import File
from regretlab.bundle.tables import TABLES
from regretlab.files import read_cells, read_json, read_text

NAME = "datapackage.json"
WIDE = 100
"""Tables with more columns give their fields without constraints and descriptions: the file would be mostly that."""

_INTEGER = re.compile(r"-?[0-9]+")
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?")


def datapackage(
    study: Mapping[str, Any], description: str, citation: Citation, files: Iterable[File], folder: Path
) -> dict[str, Any]:
    """The content of the file. `folder` is where the files are."""
    tables = [file for file in files if file.path.endswith(".csv")]
    return {
        "profile": "data-package",
        "name": study["name"],
        "title": study["title"],
        "description": description,
        "version": citation.version,
        "licenses": [{"name": citation.license, "path": f"https://spdx.org/licenses/{citation.license}"}],
        "contributors": [{"title": author.name, "role": "author"} for author in citation.authors],
        "resources": [_resource(study, file, folder) for file in tables],
    }


def _resource(study: Mapping[str, Any], file: File, folder: Path) -> dict[str, Any]:
    place = file.path.removeprefix(f"results/{study['name']}/")
    table = next((table for table in TABLES if table.path.fullmatch(place)), None)
    facts = _facts(study, folder / f"results/{study['name']}", place)
    columns = read_text(folder / file.path).partition("\n")[0].split(",")
    known = [table.field(column, facts) if table else None for column in columns]
    fields = [field for field in known if field]
    if len(fields) < len(columns):
        fields = _guessed(folder / file.path, known)
    return {
        "name": _slug(file.path),
        "path": file.path,
        "title": table.title if table else "A table of the study's own",
        "profile": "tabular-data-resource",
        "format": "csv",
        "mediatype": "text/csv",
        "encoding": "utf-8",
        "bytes": file.size,
        "hash": f"sha256:{file.sha256}",
        "schema": {
            "fields": fields
            if len(fields) <= WIDE
            else [{key: field[key] for key in ("name", "type")} for field in fields],
            **({"primaryKey": [column for column in columns if table.key.fullmatch(column)]} if table else {}),
        },
    }


def _facts(study: Mapping[str, Any], folder: Path, place: str) -> Facts:
    """What the fields of a table depend on; those of the whole study are on no game."""
    name = place.partition("/")[0]
    game = folder / name / "game.json"
    if not game.is_file():
        return Facts(study, "", 0, exact_value=False)
    facts, value = read_json(game), folder / name / "value/value.json"
    exact = value.is_file() and read_json(value)["method"] == "exact"
    return Facts(study, facts["unit"], facts["players"], exact)


def _guessed(path: Path, known: Sequence[Field | None]) -> list[Field]:
    """The fields of a table: those that are not known are what their cells look like."""
    header, *rows = read_cells(path)
    cells = zip(*rows, strict=True) if rows else [()] * len(header)
    return [
        field or {"name": name, "type": _type(column)} for name, field, column in zip(header, known, cells, strict=True)
    ]


def _type(cells: Sequence[str]) -> str:
    for name, pattern in (("integer", _INTEGER), ("number", _NUMBER)):
        if cells and all(map(pattern.fullmatch, cells)):
            return name
    return "string"


def _slug(path: str) -> str:
    """A name of its own for a resource: lower-case letters, digits and -, _, . are allowed."""
    return path.removesuffix(".csv").lower().replace("/", "--")
