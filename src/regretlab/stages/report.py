"""Stage `report`: all of a study on one page."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import jinja2

from regretlab.decimals import readable, write_like
from regretlab.entries import SEED
from regretlab.files import read_csv, read_json, read_text, write_text
from regretlab.layout import tabulated
from regretlab.yaml_model import as_yaml

TEMPLATE = Path(__file__).with_name("report.html")
COLUMNS = {
    "exploitability": "exploitability of the average strategy",
    "current_exploitability": "of the current strategy",
    "value": "value for player 0",
}


def report(folder: Path) -> None:
    """Write report.html into the folder of a study, from the tables, reports and figures that stand there."""
    study = read_json(folder / "study.json")
    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    page = environment.from_string(read_text(TEMPLATE)).render(
        study=study,
        columns=COLUMNS,
        games=[_game(folder, study, game) for game in study["games"]],
        claims=read_csv(folder / "claims.csv"),
        ranking=_ranking(folder / "ranking.csv"),
        verdicts=[read_json(folder / "verdict" / f"{kind}.json") for kind in ("verification", "claims")],
    )
    write_text(folder / "report.html", page + "\n")


def decades(trajectory: Path) -> list[dict[str, str]]:
    """The rows of a trajectory at the powers of ten and at the end, rounded to six digits after the point, the value to nine."""
    return _at_decades(read_csv(trajectory), COLUMNS)


def _at_decades(rows: Sequence[Mapping[str, str]], columns: Iterable[str]) -> list[dict[str, str]]:
    at = set(tabulated([int(row["iteration"]) for row in rows]))
    chosen = [row for row in rows if int(row["iteration"]) in at]
    return [
        {
            "iteration": f"{int(row['iteration']):,}",
            **{
                column: write_like("0.000000000" if column == "value" else "0.000000", Fraction(row[column]))
                for column in columns
                if column in row
            },
        }
        for row in chosen
    ]


def _game(folder: Path, study: Mapping[str, Any], game: Mapping[str, Any]) -> dict[str, Any]:
    """What the page says on one game."""
    name = game["folder"]
    return {
        **game,
        "compiled": read_json(folder / name / "game.json"),
        "parameters": {key: as_yaml(value) for key, value in game["parameters"].items()},
        "solution": _solution(folder / name / "value" / "value.json") if game["value"] else None,
        "value_proof": _proof(folder, f"{name}/value") if game["value"] else None,
        "summary": read_json(folder / name / "equilibria" / "summary.json") if game["equilibria"] else None,
        "figures": _figures(folder, folder / "figures" / name),
        "proof": _proof(folder, f"{name}/equilibria") if game["equilibria"] else None,
        "methods": _methods(folder, name, [variant for variant in study["variants"] if name in variant["games"]]),
    }


def _methods(folder: Path, game: str, variants: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What the page says on each method on a game: its only run, or the medians of its runs and what they have in common."""
    methods: dict[str, list[dict[str, Any]]] = {}
    for variant in variants:
        methods.setdefault(variant["method"], []).append(_run(folder, game, variant))
    medians = [row for row in read_csv(folder / "methods.csv") if row["game"] == game]
    return [
        {"name": name, "runs": runs, **_together(runs, [row for row in medians if row["method"] == name])}
        for name, runs in methods.items()
    ]


def _together(runs: Sequence[Mapping[str, Any]], medians: Sequence[Mapping[str, str]]) -> dict[str, Any]:
    """What is said of runs that differ in nothing but their seed; checks of one name are added up."""
    checks: dict[tuple[str, float, str], dict[str, Any]] = {}
    for check in (check for run in runs for check in run["proof"]["checks"]):
        alike = checks.setdefault((check["name"], check["tolerance"], check["reason"]), {**check, "numbers": 0})
        alike["numbers"] += check["numbers"]
        alike["largest_difference"] = max(alike["largest_difference"], check["largest_difference"])
    return {
        "parameters": {key: value for key, value in runs[0]["parameters"].items() if key != SEED},
        "rows": _at_decades(medians, ("exploitability", "low", "high")),
        "coverage": f"{float(medians[0]['coverage']):.0%}",
        "proof": {
            "level": " and ".join(dict.fromkeys(run["proof"]["level"] for run in runs)),
            "checks": list(checks.values()),
        },
    }


def _ranking(path: Path) -> list[dict[str, str]]:
    """ranking.csv with numbers to three digits."""
    return [
        {key: f"{float(text):.2e}" if key.startswith("exploitability") else text for key, text in row.items()}
        for row in read_csv(path)
    ]


def _solution(path: Path) -> dict[str, str]:
    """value.json, with decimals for what is too long to be read as a fraction."""
    found = read_json(path)
    method = found.pop("method")
    write = readable if method == "exact" else partial(write_like, "0.000000000000")
    return {"method": method, **{key: write(Fraction(number)) for key, number in found.items()}}


def _run(folder: Path, game: str, variant: Mapping[str, Any]) -> dict[str, Any]:
    """What the page says on one run; nothing on the current strategy unless it was verified."""
    proof = _proof(folder, f"{game}/{variant['folder']}")
    shown = [column for column in COLUMNS if proof["level"] == "repeated" or not column.startswith("current_")]
    return {
        **variant,
        "parameters": {key: as_yaml(value) for key, value in variant["parameters"].items()},
        "columns": shown,
        "rows": decades(folder / game / variant["folder"] / "trajectory.csv"),
        "figures": _figures(folder, folder / "figures" / game / variant["folder"]),
        "proof": proof,
    }


def _proof(folder: Path, subject: str) -> dict[str, Any]:
    """What the second implementation found; both interpreters found the same, or the gate would not have opened."""
    found: dict[str, Any] = read_json(folder / "verification" / subject / "python.json")
    return found


def _figures(study: Path, folder: Path) -> Sequence[str]:
    """Paths of the figures right in a folder, below the study's."""
    return sorted(path.relative_to(study).as_posix() for path in folder.glob("*.svg"))
