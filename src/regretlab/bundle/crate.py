"""ro-crate-metadata.json: what every file of a bundle is, and which stage of the workflow made it from what.

RO-Crate 1.1, as a Provenance Run Crate 0.5 (researchobject.org/workflow-run-crate). When and by whom a bundle was made is not
in it: the same study gives the same bytes.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from regretlab.bundle.citation import Citation
from regretlab.bundle.entities import (
    LOCK,
    SNAKEMAKE,
    WORKFLOW,
    Entity,
    file_id,
    file_links,
    links,
    results_id,
    results_path,
    simple,
)
from regretlab.bundle.media import media_type
from regretlab.bundle.payload import File, Payload
from regretlab.bundle.workflow_run import actions, parts, roles
from regretlab.errors import InputError

NAME = "ro-crate-metadata.json"
CONTEXT = ["https://w3id.org/ro/crate/1.1/context", {"sha256": "https://w3id.org/ro/terms/workflow-run#sha256"}]
PROFILES = {
    "https://w3id.org/ro/wfrun/process/0.5": ("Process Run Crate", "0.5"),
    "https://w3id.org/ro/wfrun/workflow/0.5": ("Workflow Run Crate", "0.5"),
    "https://w3id.org/ro/wfrun/provenance/0.5": ("Provenance Run Crate", "0.5"),
    "https://w3id.org/workflowhub/workflow-ro-crate/1.0": ("Workflow RO-Crate", "1.0"),
}

_CONFORMS_TO = ["https://w3id.org/ro/crate/1.1", "https://w3id.org/workflowhub/workflow-ro-crate/1.0"]


def crate(
    study: Mapping[str, Any],
    description: str,
    citation: Citation,
    payload: Payload,
    others: Sequence[File],
    lock: str,
) -> Entity:
    """The content of the file; `others` are the files beside it that the bundle itself brings, `lock` is the lock file."""
    runs = actions(study, payload)
    special = roles(study, citation, payload, _license(citation))
    entities = [
        {"@id": NAME, "@type": "CreativeWork", "about": {"@id": "./"}, "conformsTo": links(_CONFORMS_TO)},
        {
            "@id": "./",
            "@type": "Dataset",
            "name": f"{study['title']} ({study['name']})",
            "description": description,
            "datePublished": citation.released,
            "license": {"@id": _license(citation)},
            "author": links(_authors(citation)),
            "publisher": {"@id": _authors(citation)[0]},
            "conformsTo": links(PROFILES),
            "mainEntity": {"@id": WORKFLOW},
            "mentions": links(run["@id"] for run in runs),
            "hasPart": [{"@id": results_id(study)}, *file_links([*payload.materials, *others])],
        },
        {
            "@id": results_id(study),
            "@type": "Dataset",
            "name": results_path(study),
            "description": "what the study made, and the hashes of it",
            "exampleOfWork": {"@id": "#parameter/results"},
            "hasPart": file_links([*payload.products, *payload.lists]),
        },
        *(_file(file) | special.get(file.path, {}) for file in (*payload.files, *others)),
        *runs,
        *parts(study, payload),
        *_context(citation, lock),
    ]
    return {"@context": CONTEXT, "@graph": [simple(entity) for entity in entities]}


def _file(file: File) -> Entity:
    return {
        "@id": file_id(file.path),
        "@type": "File",
        "name": file.path,
        "contentSize": str(file.size),
        "sha256": file.sha256,
        "encodingFormat": media_type(file.path),
    }


def _context(citation: Citation, lock: str) -> list[Entity]:
    """What is named in the rest: authors, license, language, profiles."""
    match = re.search(r"^snakemake==(\S+)", lock, re.MULTILINE)
    if match is None:
        raise InputError(f"{LOCK}: expected the version of snakemake, found none")
    authors = zip(_authors(citation), citation.authors, strict=True)
    return [
        *(
            {"@id": name, "@type": "Person" if author.is_person else "Organization", "name": author.name}
            for name, author in authors
        ),
        {"@id": _license(citation), "@type": "CreativeWork", "name": citation.license},
        {
            "@id": SNAKEMAKE,
            "@type": "ComputerLanguage",
            "name": "Snakemake",
            "url": {"@id": "https://snakemake.readthedocs.io"},
            "version": match[1],
        },
        *(
            {"@id": profile, "@type": "CreativeWork", "name": name, "version": version}
            for profile, (name, version) in PROFILES.items()
        ),
    ]


def _license(citation: Citation) -> str:
    return f"https://spdx.org/licenses/{citation.license}"


def _authors(citation: Citation) -> list[str]:
    return [f"#author/{number}" for number in range(1, len(citation.authors) + 1)]
