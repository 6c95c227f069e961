"""Entities of an RO-Crate (JSON-LD): what they are called, and how they name each other."""

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote

from regretlab.bundle.payload import File

Entity = dict[str, Any]

WORKFLOW, LOCK = "Snakefile", "requirements.txt"
SNAKEMAKE = "https://w3id.org/workflowhub/workflow-ro-crate#snakemake"


def file_id(path: str) -> str:
    """A file's name in the crate: its path, as in a URL."""
    return quote(path)


def results_path(study: Mapping[str, Any]) -> str:
    """The folder of the study's results."""
    return f"results/{study['name']}"


def results_id(study: Mapping[str, Any]) -> str:
    """The same as a folder in the crate."""
    return f"{file_id(results_path(study))}/"


def study_path(study: Mapping[str, Any]) -> str:
    """The file of the study."""
    return f"config/studies/{study['name']}.yaml"


def links(names: Iterable[str]) -> list[Entity]:
    """References to entities."""
    return [{"@id": name} for name in names]


def file_links(files: Iterable[File]) -> list[Entity]:
    """References to files."""
    return links(file_id(file.path) for file in files)


def simple(entity: Entity) -> Entity:
    """The same without lists of one, as RO-Crate recommends."""
    return {key: value[0] if isinstance(value, list) and len(value) == 1 else value for key, value in entity.items()}
