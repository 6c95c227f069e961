"""CITATION.cff: who made the project, under which license, when it was released (citation-file-format.github.io, 1.2.0)."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import yaml

from regretlab.errors import InputError
from regretlab.files import read_text

NAME = "CITATION.cff"


@dataclass(frozen=True)
class Author:
    """A person, or a group under a name."""

    name: str
    is_person: bool


@dataclass(frozen=True)
class Citation:
    """What a bundle says of the project."""

    title: str
    version: str
    released: str
    """The day, as YYYY-MM-DD: the only date in a bundle."""
    license: str
    """An identifier of SPDX."""
    authors: tuple[Author, ...]


def read_citation(path: Path) -> Citation:
    """Read the file. Raises `InputError` for what is not there."""
    try:
        content = yaml.safe_load(read_text(path))
    except yaml.YAMLError as error:
        raise InputError(f"{path}: expected YAML, {' '.join(str(error).split())}") from error
    if not isinstance(content, dict):
        raise InputError(f"{path}: expected keys with values")
    authors = content.get("authors")
    if not isinstance(authors, list) or not authors:
        raise InputError(f"{path}: authors: expected a list, found {authors!r}")
    released = content.get("date-released")
    if not isinstance(released, date):
        raise InputError(f"{path}: date-released: expected a day as YYYY-MM-DD, found {released!r}")
    words = {key: content.get(key) for key in ("title", "version", "license")}
    for key, value in words.items():
        if not isinstance(value, str) or not value:
            raise InputError(f"{path}: {key}: expected a text, found {value!r}")
    return Citation(
        title=str(words["title"]),
        version=str(words["version"]),
        released=released.isoformat(),
        license=str(words["license"]),
        authors=tuple(_author(path, author) for author in authors),
    )


def _author(path: Path, entry: Any) -> Author:
    """A group has a name, a person two."""
    if isinstance(entry, dict) and entry.get("name"):
        return Author(str(entry["name"]), is_person=False)
    if isinstance(entry, dict) and entry.get("family-names"):
        return Author(
            " ".join(str(entry[key]) for key in ("given-names", "family-names") if entry.get(key)), is_person=True
        )
    raise InputError(f"{path}: authors: expected a name, or given-names and family-names, found {entry!r}")
