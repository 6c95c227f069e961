"""README.md of a bundle: what it is, for somebody who has nothing else."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import jinja2

from regretlab.bundle.citation import Citation
from regretlab.files import read_json, read_text
from regretlab.yaml_model import as_yaml

CLAIMS = "claims"
TEMPLATE = Path(__file__).with_name("README.md.jinja")


def readme(
    study: Mapping[str, Any],
    summaries: Sequence[str],
    citation: Citation,
    size: tuple[int, int],
    program: int,
    folder: Path,
) -> str:
    """The page; `size` is how many bytes in how many files there are below data/, the `folder`; `program`: of recheck.pyz."""
    environment = jinja2.Environment(
        autoescape=False,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    base = f"results/{study['name']}"
    numbers = _numbers(folder / base / "verification")
    return environment.from_string(read_text(TEMPLATE)).render(
        study=study,
        base=base,
        summaries=summaries,
        variants=list(dict.fromkeys(variant["method"] for variant in study["variants"])),
        games=[_game(game, read_json(folder / base / game["folder"] / "game.json")) for game in study["games"]],
        citation=citation,
        authors=", ".join(author.name for author in citation.authors),
        claimed=numbers[CLAIMS],
        compared=sum(numbers.values()),
        bytes=size[0],
        files=size[1],
        unpacked=size[0] + program,
    )


def _numbers(reports: Path) -> dict[str, int]:
    """By subject, how many numbers were compared; under `python -O` they are as many."""
    found = [read_json(path) for path in sorted(reports.rglob("python.json"))]
    return {report["subject"]: sum(check["numbers"] for check in report["checks"]) for report in found}


def _game(entry: Mapping[str, Any], facts: Mapping[str, Any]) -> dict[str, Any]:
    parameters = ", ".join(f"{key} {as_yaml(value)}" for key, value in entry["parameters"].items())
    return {
        "folder": entry["folder"],
        "parameters": parameters or "-",
        "unit": facts["unit"],
        "players": facts["players"],
        "infosets": sum(facts["infosets"]),
    }
