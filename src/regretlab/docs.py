"""What the project's pages take from results and code: no number, no list of keys in them is typed by hand."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from regretlab.errors import InputError
from regretlab.files import read_json, read_text
from regretlab.stages.report import COLUMNS, decades
from regretlab.study import StudyFile

SCHEMA = Path("workflow/schemas/study.schema.json")
FIGURE = Path("docs/figures/exploitability.svg")
FIGURE_SOURCE = Path("figures/kuhn_poker/cfr/exploitability.svg")


def pages(project: Path, study: Path) -> dict[Path, bytes]:
    """The pages as they should be, given the folder of a study's results."""
    table = results_table(study, read_json(study / "study.json"))
    return {
        project / "README.md": filled(read_text(project / "README.md"), "results", table).encode(),
        project / FIGURE: (study / FIGURE_SOURCE).read_bytes(),
        **pages_of_code(project),
    }


def pages_of_code(project: Path) -> dict[Path, bytes]:
    """Those of the pages that depend on code alone."""
    page = project / "config/README.md"
    schema = json.dumps(StudyFile.model_json_schema(), indent=2, ensure_ascii=False)
    return {
        page: filled(read_text(page), "keys", keys_table()).encode(),
        project / SCHEMA: f"{schema}\n".encode(),
    }


def results_table(folder: Path, study: Mapping[str, Any]) -> str:
    """The study's results as a Markdown table, in antes per hand."""
    lines = [
        f"| game | variant | iteration | {' | '.join(COLUMNS.values())} |",
        "|---|---|--:|" + "--:|" * len(COLUMNS),
    ]
    for game in study["games"]:
        for variant in study["variants"]:
            for row in decades(folder / game["folder"] / variant["folder"] / "trajectory.csv"):
                lines.append(f"| `{game['folder']}` | `{variant['folder']}` | {' | '.join(row.values())} |")
    return "\n".join(lines)


def keys_table() -> str:
    """The keys of a study file as a Markdown table."""
    schema = StudyFile.model_json_schema()
    return "\n".join(["| key | default | what |", "|---|---|---|", *_keys(schema, schema["$defs"], "")])


def filled(page: str, mark: str, text: str) -> str:
    """A page with the text put between its two marks. Raises `InputError` if it has not exactly these."""
    begin, end = f"<!-- {mark}: begin -->", f"<!-- {mark}: end -->"
    if (page.count(begin), page.count(end)) != (1, 1) or page.index(end) < page.index(begin):
        raise InputError(f"expected the marks {begin} and {end} once each")
    return page[: page.index(begin) + len(begin)] + f"\n{text}\n" + page[page.index(end) :]


def _keys(model: dict[str, Any], models: dict[str, Any], prefix: str) -> Iterator[str]:
    """A line per key, those of the parts below the key that holds them."""
    for key, field in model["properties"].items():
        default = f"`{json.dumps(field['default'])}`" if "default" in field else "-"
        yield f"| `{prefix}{key}` | {default} | {field['description']} |"
        part = field.get("$ref") or field.get("items", {}).get("$ref")
        if part:
            inner = f"{prefix}{key}[]." if "items" in field else f"{prefix}{key}."
            yield from _keys(models[part.rpartition("/")[2]], models, inner)
