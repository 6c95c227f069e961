"""ro-crate-metadata.json: what every file of a bundle is, and which stage of the workflow made it from what.

RO-Crate 1.1, as a Provenance Run Crate 0.5 (researchobject.org/workflow-run-crate). When and by whom a bundle was made is not
in it: the same study gives the same bytes.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from regretlab.bundle.citation import Citation
from regretlab.bundle.media import media_type
from regretlab.bundle.payload import File, Payload
from regretlab.bundle.steps import STEPS, Step, config_of_step, results_of_steps
from regretlab.errors import InputError
from regretlab.yaml_model import as_yaml

NAME = "ro-crate-metadata.json"
CONTEXT = ["https://w3id.org/ro/crate/1.1/context", {"sha256": "https://w3id.org/ro/terms/workflow-run#sha256"}]
PROFILES = {
    "https://w3id.org/ro/wfrun/process/0.5": ("Process Run Crate", "0.5"),
    "https://w3id.org/ro/wfrun/workflow/0.5": ("Workflow Run Crate", "0.5"),
    "https://w3id.org/ro/wfrun/provenance/0.5": ("Provenance Run Crate", "0.5"),
    "https://w3id.org/workflowhub/workflow-ro-crate/1.0": ("Workflow RO-Crate", "1.0"),
}
WORKFLOW, LOCK = "Snakefile", "requirements.txt"

_RO_CRATE = "https://w3id.org/ro/crate/1.1"
_WORKFLOW_RO_CRATE = "https://w3id.org/workflowhub/workflow-ro-crate/1.0"
_SNAKEMAKE = "https://w3id.org/workflowhub/workflow-ro-crate#snakemake"
_BIOSCHEMAS = "https://bioschemas.org/profiles/{}/1.0-RELEASE"
_COMPLETED = "http://schema.org/CompletedActionStatus"

Entity = dict[str, Any]


def crate(
    study: Mapping[str, Any],
    description: str,
    citation: Citation,
    payload: Payload,
    others: Sequence[File],
    lock: str,
) -> Entity:
    """The content of the file; `others` are the files beside it that the bundle itself brings, `lock` is the lock file."""
    base = _base(study)
    made = results_of_steps((*payload.products, *payload.lists), base)
    steps = [step for step in STEPS if step.name in made]
    values = _values(study)
    inputs = ["#parameter/study", *dict.fromkeys(value["exampleOfWork"]["@id"] for value in values)]
    actions = [_run(study, payload, values), *(_action(step, made, payload.materials) for step in steps)]
    materials = [file for file in payload.files if not file.path.startswith(f"{base}/")]
    special = _special(study, citation, steps, inputs)
    return {
        "@context": CONTEXT,
        "@graph": [
            _simple(entity)
            for entity in (
                {
                    "@id": NAME,
                    "@type": "CreativeWork",
                    "about": {"@id": "./"},
                    "conformsTo": _links([_RO_CRATE, _WORKFLOW_RO_CRATE]),
                },
                {
                    "@id": "./",
                    "@type": "Dataset",
                    "name": f"{study['title']} ({study['name']})",
                    "description": description,
                    "datePublished": citation.released,
                    "license": {"@id": _license(citation)},
                    "author": _links(_authors(citation)),
                    "publisher": {"@id": _authors(citation)[0]},
                    "conformsTo": _links(PROFILES),
                    "mainEntity": {"@id": WORKFLOW},
                    "mentions": _links(action["@id"] for action in actions),
                    "hasPart": [{"@id": _results(study)}, *_files([*materials, *others])],
                },
                {
                    "@id": _results(study),
                    "@type": "Dataset",
                    "name": "Results",
                    "description": "What the study made, with the hashes of it",
                    "exampleOfWork": {"@id": "#parameter/results"},
                    "hasPart": _files([*payload.products, *payload.lists]),
                },
                *(_file(file) | special.get(file.path, {}) for file in (*payload.files, *others)),
                *actions,
                *(_how_to_step(step, position) for position, step in enumerate(steps, start=1)),
                *values,
                *_parameters(study, inputs, values),
                *_context(citation, lock),
            )
        ],
    }


def _simple(entity: Entity) -> Entity:
    """The same without lists of one, as RO-Crate recommends."""
    return {key: value[0] if isinstance(value, list) and len(value) == 1 else value for key, value in entity.items()}


def _file(file: File) -> Entity:
    return {
        "@id": _id(file.path),
        "@type": "File",
        "name": file.path,
        "contentSize": str(file.size),
        "sha256": file.sha256,
        "encodingFormat": media_type(file.path),
    }


def _special(
    study: Mapping[str, Any], citation: Citation, steps: Sequence[Step], inputs: Iterable[str]
) -> dict[str, Entity]:
    """What some files are beside files: the workflow, the rules that are its tools, and what it was given."""
    tool = {"@type": ["File", "SoftwareSourceCode"], "version": citation.version}
    language = {"programmingLanguage": {"@id": _SNAKEMAKE}}
    tools = {_rules(step): tool | language | {"name": f"Rules of the stage {step.rules}"} for step in steps}
    workflow = {
        "@type": ["File", "SoftwareSourceCode", "ComputationalWorkflow", "HowTo"],
        "name": citation.title,
        "version": citation.version,
        **language,
        "conformsTo": {"@id": _BIOSCHEMAS.format("ComputationalWorkflow")},
        "license": {"@id": _license(citation)},
        "softwareRequirements": {"@id": LOCK},
        "input": _links(inputs),
        "output": {"@id": "#parameter/results"},
        "hasPart": _links(_id(path) for path in tools),
        "step": _links(f"#step/{step.name}" for step in steps),
    }
    return {**tools, WORKFLOW: workflow, _study_file(study): {"exampleOfWork": {"@id": "#parameter/study"}}}


def _run(study: Mapping[str, Any], payload: Payload, values: Sequence[Entity]) -> Entity:
    """The run of the whole workflow."""
    return {
        "@id": "#run",
        "@type": "CreateAction",
        "name": f"Run of the study {study['name']}",
        "description": study["title"],
        "instrument": {"@id": WORKFLOW},
        "object": [*_files(payload.materials), *_links(value["@id"] for value in values)],
        "result": {"@id": _results(study)},
        "actionStatus": _COMPLETED,
    }


def _action(step: Step, made: Mapping[str, Sequence[File]], materials: Sequence[File]) -> Entity:
    """The run of one stage."""
    read = [file for name in step.reads for file in made.get(name, ())]
    return {
        "@id": f"#run/{step.name}",
        "@type": "CreateAction",
        "name": f"Run of the stage {step.name}",
        "description": step.what,
        "instrument": {"@id": _id(_rules(step))},
        "object": _files([*config_of_step(step, materials), *read]),
        "result": _files(made[step.name]),
        "actionStatus": _COMPLETED,
    }


def _how_to_step(step: Step, position: int) -> Entity:
    return {
        "@id": f"#step/{step.name}",
        "@type": "HowToStep",
        "name": step.name,
        "description": step.what,
        "position": str(position),
        "workExample": {"@id": _id(_rules(step))},
    }


def _values(study: Mapping[str, Any]) -> list[Entity]:
    """What the study decides, as values of the workflow's parameters."""
    named = {
        "iterations": [("", study["iterations"])],
        "verification": [("", study["verification"])],
        "games": [(game["folder"], _called(game["rules"], game["parameters"])) for game in study["games"]],
        "variants": [
            (variant["folder"], _called(variant["rule"], variant["parameters"])) for variant in study["variants"]
        ],
    }
    return [
        {
            "@id": f"#value/{key}/{number}",
            "@type": "PropertyValue",
            "name": folder or key,
            "value": value,
            "exampleOfWork": {"@id": f"#parameter/{key}"},
        }
        for key, entries in named.items()
        for number, (folder, value) in enumerate(entries, start=1)
    ]


def _parameters(study: Mapping[str, Any], inputs: Iterable[str], values: Sequence[Entity]) -> list[Entity]:
    examples = {"#parameter/study": [_id(_study_file(study))], "#parameter/results": [_results(study)]}
    for value in values:
        examples.setdefault(value["exampleOfWork"]["@id"], []).append(value["@id"])
    kinds = {"study": "File", "results": "Dataset", "iterations": "Integer"}
    return [
        {
            "@id": name,
            "@type": "FormalParameter",
            "name": name.removeprefix("#parameter/"),
            "additionalType": kinds.get(name.removeprefix("#parameter/"), "Text"),
            "conformsTo": {"@id": _BIOSCHEMAS.format("FormalParameter")},
            "workExample": _links(examples[name]),
        }
        for name in (*inputs, "#parameter/results")
    ]


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
            "@id": _SNAKEMAKE,
            "@type": "ComputerLanguage",
            "name": "Snakemake",
            "identifier": {"@id": "https://doi.org/10.1093/bioinformatics/bts480"},
            "url": {"@id": "https://snakemake.readthedocs.io"},
            "version": match[1],
        },
        *(
            {"@id": profile, "@type": "CreativeWork", "name": name, "version": version}
            for profile, (name, version) in PROFILES.items()
        ),
    ]


def _called(name: str, parameters: Mapping[str, Any]) -> str:
    """Rules with their parameters, in one line."""
    return " ".join([name, *(f"{key}={as_yaml(value)}" for key, value in parameters.items())])


def _results(study: Mapping[str, Any]) -> str:
    return f"{_id(_base(study))}/"


def _base(study: Mapping[str, Any]) -> str:
    return f"results/{study['name']}"


def _study_file(study: Mapping[str, Any]) -> str:
    return f"config/studies/{study['name']}.yaml"


def _rules(step: Step) -> str:
    return f"workflow/rules/{step.rules}.smk"


def _license(citation: Citation) -> str:
    return f"https://spdx.org/licenses/{citation.license}"


def _authors(citation: Citation) -> list[str]:
    return [f"#author/{number}" for number in range(1, len(citation.authors) + 1)]


def _files(files: Iterable[File]) -> list[Entity]:
    return _links(_id(file.path) for file in files)


def _links(names: Iterable[str]) -> list[Entity]:
    return [{"@id": name} for name in names]


def _id(path: str) -> str:
    return quote(path)
