"""Stage `gate`: turn reports into a verdict, or fail. What is behind the gate has been verified."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from regretlab.errors import InputError
from regretlab.files import read_csv, read_json, sha256, write_json
from regretlab.parquet import read_parquet
from regretlab.stages.claims import REPRODUCED, claim_rows

SHOWN = 5
"""So many problems, or results, are named one by one; the reports have them all."""


TABLES = "tables"
"""Subject of the reports on the tables of the whole study."""


class Verdict(NamedTuple):
    """What reports that are good come to."""

    levels: dict[str, str]
    summary: str


MAY_BE_ROUNDING = (
    " (where regrets are tied rounding decides, and two correct programs part after some iterations: a study with "
    "`verification: certified` does not ask that runs be repeated)"
)
"""What a failed repetition may be, beside a fault."""


def write_verdict(output: Path, kind: str, study: Path, reports: Sequence[Path], verdict: Verdict) -> None:
    """Write the verdict on the reports, `verification` or `claims`."""
    write_json(
        output,
        {
            "report": kind,
            "passed": True,
            "levels": verdict.levels,
            "reports": {path.relative_to(study).as_posix(): sha256(path) for path in reports},
            "summary": verdict.summary,
        },
    )


def judge_verification(study: Path, reports: Sequence[Path]) -> Verdict:
    """There are reports on all of the study, every one passed, both interpreters found the same, and the files are still those
    that were verified.

    Raises `InputError` that says which report is bad and why.
    """
    problems: list[str] = []
    by_subject: dict[str, list[Any]] = {subject: [] for subject in _subjects(read_json(study / "study.json"))}
    for path in reports:
        report = read_json(path)
        if report["passed"] is not True:
            problems += [f"{path}: {_describe(problem)}" for problem in report["problems"]] or [f"{path}: not passed"]
        elif report["level"] is None:
            problems.append(f"{path}: expected a level of what has passed, found none")
        for file, verified in report["files"].items():
            found = sha256(study / file) if (study / file).is_file() else "no file"
            if found != verified:
                problems.append(f"{study / file}: changed since it was verified: expected {verified}, found {found}")
        by_subject.setdefault(report["subject"], []).append(report)
    for subject, both in by_subject.items():
        if sorted(report["python_optimize"] for report in both) != [0, 1]:
            problems.append(f"{subject}: expected one report of `python` and one of `python -O`")
        elif len({str({**report, "python_optimize": None}) for report in both}) != 1:
            problems.append(f"{subject}: `python` and `python -O` found different things")
        problems += _check_parquet(study / ("runs.csv" if subject == TABLES else f"{subject}/trajectory.csv"))
    reported = [report for both in by_subject.values() for report in both]
    hint = any(report["level"] == "repeated" and not report["passed"] for report in reported)
    _refuse(f"verification failed{MAY_BE_ROUNDING if hint else ''}", problems)
    numbers = sum(check["numbers"] for both in by_subject.values() for check in both[0]["checks"])
    levels = {subject: both[0]["level"] for subject, both in by_subject.items()}
    counts = Counter(levels.values()).items()
    named = [f"{subject} {level}" for subject, level in levels.items()]
    said = ", ".join(
        named if len(named) <= SHOWN else [f"{count} result{'s' * (count > 1)} {level}" for level, count in counts]
    )
    return Verdict(levels, f"{numbers:,} comparisons under python and again under python -O: {said}")


def judge_claims(study: Path, reports: Sequence[Path], claims: Sequence[Path]) -> Verdict:
    """Every claim is reproduced, and the table is what comes of the claims and the results.

    Raises `InputError` that names the claims that are not.
    """
    rows = [row for path in reports for row in read_csv(path)]
    expected = [tuple(map(str, row)) for row in claim_rows(claims, study)]
    problems = [
        f"{row['claim']}: {row['what']}: printed {row['printed']}, {row['verdict']}: {row['regenerated']}"
        for row in rows
        if row["verdict"] != REPRODUCED
    ]
    if not problems and [tuple(row.values()) for row in rows] != expected:
        problems = [f"{path}: is not what comes of the claims and the results" for path in reports]
    _refuse("claims not reproduced", problems)
    return Verdict({}, f"all {len(rows)} claims were reproduced" if rows else "no claims are made")


def _subjects(study: Mapping[str, Any]) -> list[str]:
    """What there must be reports on: all runs, values and equilibria, and the tables of the whole."""
    return [
        f"{game['folder']}/{subject}"
        for game in study["games"]
        for subject in [
            *(variant["folder"] for variant in study["variants"] if game["folder"] in variant["games"]),
            *(part for part in ("value", "equilibria") if game[part]),
        ]
    ] + [TABLES]


def _check_parquet(table: Path) -> list[str]:
    """The second implementation does not read Parquet: here it must be the very table of the CSV file."""
    path = table.with_suffix(".parquet")
    if not table.exists():
        return []
    if not path.exists():
        return [f"{path}: expected the same table as in {table.name}, found no file"]
    columns: dict[str, list[str]] = {}
    for row in read_csv(table):
        for name, text in row.items():
            columns.setdefault(name, []).append(text)
    found = {name: list(map(str, cells)) for name, cells in read_parquet(path).items()}
    return [] if found == columns else [f"{path}: expected the same table as in {table.name}"]


def _describe(problem: dict[str, Any]) -> str:
    place = [str(problem[key]) for key in ("file", "row", "column") if problem[key] is not None]
    return f"{', '.join(place)}: {problem['message']}"


def _refuse(what: str, problems: Sequence[str]) -> None:
    if problems:
        more = [f"... and {len(problems) - SHOWN} more"] if len(problems) > SHOWN else []
        raise InputError("\n".join([f"{what}:", *problems[:SHOWN], *more]))
