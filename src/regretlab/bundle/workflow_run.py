"""The run of a workflow in an RO-Crate: the workflow, its stages, what they were given and what they made.

The profiles Workflow Run Crate and Provenance Run Crate, 0.5. A stage is a step; its tool is the file of its rules; it ran once.
"""

from collections.abc import Iterable, Mapping, Sequence
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
    study_path,
)
from regretlab.bundle.payload import File, Payload
from regretlab.bundle.steps import STEPS, Step, config_of_step, results_of_steps
from regretlab.yaml_model import as_yaml

_BIOSCHEMAS = "https://bioschemas.org/profiles/{}/1.0-RELEASE"
_COMPLETED = "http://schema.org/CompletedActionStatus"
_STUDY, _RESULTS = "#parameter/study", "#parameter/results"
_KINDS = {_STUDY: "File", _RESULTS: "Dataset", "#parameter/iterations": "Integer"}
"""What parameters of the workflow are; the others are texts."""


def actions(study: Mapping[str, Any], payload: Payload) -> list[Entity]:
    """The run of the whole workflow, then that of each stage."""
    run = {
        "@id": "#run",
        "@type": "CreateAction",
        "name": f"Run of the study {study['name']}",
        "description": study["title"],
        "instrument": {"@id": WORKFLOW},
        "object": [*file_links(payload.materials), *links(value["@id"] for value in _values(study))],
        "result": {"@id": results_id(study)},
        "actionStatus": _COMPLETED,
    }
    made = _made(study, payload)
    return [run, *(_action(step, made, payload.materials) for step in _steps(made))]


def parts(study: Mapping[str, Any], payload: Payload) -> list[Entity]:
    """The stages as steps of the workflow, its parameters, and their values."""
    steps, values = _steps(_made(study, payload)), _values(study)
    return [
        *(_how_to_step(step, position) for position, step in enumerate(steps, start=1)),
        *values,
        *_parameters(study, values),
    ]


def roles(study: Mapping[str, Any], citation: Citation, payload: Payload, license_: str) -> dict[str, Entity]:
    """What some files are beside files: the workflow, the rules of its stages, the study."""
    steps = _steps(_made(study, payload))
    made_of = {"version": citation.version, "programmingLanguage": {"@id": SNAKEMAKE}}
    tools: dict[str, Entity] = {
        _rules(step): {"@type": ["File", "SoftwareSourceCode"], "name": f"Rules of the stage {step.rules}", **made_of}
        for step in steps
    }
    workflow = {
        "@type": ["File", "SoftwareSourceCode", "ComputationalWorkflow", "HowTo"],
        "name": citation.title,
        **made_of,
        "conformsTo": {"@id": _BIOSCHEMAS.format("ComputationalWorkflow")},
        "license": {"@id": license_},
        "softwareRequirements": {"@id": LOCK},
        "input": links(_inputs(_values(study))),
        "output": {"@id": _RESULTS},
        "hasPart": links(map(file_id, tools)),
        "step": links(f"#step/{step.name}" for step in steps),
    }
    return {**tools, WORKFLOW: workflow, study_path(study): {"exampleOfWork": {"@id": _STUDY}}}


def _made(study: Mapping[str, Any], payload: Payload) -> dict[str, list[File]]:
    return results_of_steps((*payload.products, *payload.lists), results_path(study))


def _steps(made: Mapping[str, Sequence[File]]) -> list[Step]:
    return [step for step in STEPS if step.name in made]


def _action(step: Step, made: Mapping[str, Sequence[File]], materials: Sequence[File]) -> Entity:
    """The run of one stage."""
    read = [file for name in step.reads for file in made.get(name, ())]
    return {
        "@id": f"#run/{step.name}",
        "@type": "CreateAction",
        "name": f"Run of the stage {step.name}",
        "description": step.what,
        "instrument": {"@id": file_id(_rules(step))},
        "object": file_links([*config_of_step(step, materials), *read]),
        "result": file_links(made[step.name]),
        "actionStatus": _COMPLETED,
    }


def _how_to_step(step: Step, position: int) -> Entity:
    return {
        "@id": f"#step/{step.name}",
        "@type": "HowToStep",
        "name": step.name,
        "description": step.what,
        "position": str(position),
        "workExample": {"@id": file_id(_rules(step))},
    }


def _values(study: Mapping[str, Any]) -> list[Entity]:
    """What the study decides, as values of the workflow's parameters."""
    of_runs = {"iterations": [("", study["iterations"])], "verification": [("", study["verification"])]}
    named = {
        **(of_runs if study["games"] else {}),
        "games": [(game["folder"], _called(game["rules"], game["parameters"])) for game in study["games"]],
        "variants": [(entry["folder"], _called(entry["rule"], entry["parameters"])) for entry in study["variants"]],
        "hands": [(run["folder"], _called(run["file"], _ruling(run))) for run in study["hands"]],
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


def _inputs(values: Iterable[Entity]) -> list[str]:
    return [_STUDY, *dict.fromkeys(value["exampleOfWork"]["@id"] for value in values)]


def _parameters(study: Mapping[str, Any], values: Sequence[Entity]) -> list[Entity]:
    examples = {_STUDY: [file_id(study_path(study))], _RESULTS: [results_id(study)]}
    for value in values:
        examples.setdefault(value["exampleOfWork"]["@id"], []).append(value["@id"])
    return [
        {
            "@id": name,
            "@type": "FormalParameter",
            "name": name.removeprefix("#parameter/"),
            "additionalType": _KINDS.get(name, "Text"),
            "conformsTo": {"@id": _BIOSCHEMAS.format("FormalParameter")},
            "workExample": links(examples[name]),
        }
        for name in (*_inputs(values), _RESULTS)
    ]


def _called(name: str, parameters: Mapping[str, Any]) -> str:
    """Rules with their parameters, in one line."""
    return " ".join(
        [name, *(f"{key}={value if key == 'chip' else as_yaml(value)}" for key, value in parameters.items())]
    )


def _ruling(run: Mapping[str, Any]) -> dict[str, Any]:
    """Rule book and smallest chip of hands as parameters, if they are named."""
    return {key: run[key] for key in ("rules", "chip") if run[key]}


def _rules(step: Step) -> str:
    return f"workflow/rules/{step.rules}.smk"
