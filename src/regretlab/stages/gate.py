"""Stage `gate`: turn reports into a verdict, or fail. What is behind the gate has been verified."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import astuple
from pathlib import Path
from typing import Any, NamedTuple

from regretlab.errors import InputError
from regretlab.files import csv_text, read_csv, read_json, read_text, sha256, write_json
from regretlab.layout import LESSONS, has_lessons
from regretlab.parquet import read_parquet
from regretlab.stages.claims import HEADER, REPRODUCED, claim_rows

SHOWN = 5
"""So many problems, or results, are named one by one; the reports have them all."""


TABLES, CLAIMS = "tables", "claims"
"""Subjects of the reports on the tables of the whole study, and on its claims."""

CLAIMS_TABLE = "claims.csv"

Reports = dict[str, dict[Path, Any]]
"""By subject: the reports on it, each with its path."""


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
    by_subject = _read_reports(reports, _subjects(read_json(study / "study.json")))
    problems = _problems_of_reports(study, by_subject)
    for subject in by_subject:
        problems += _check_parquet(study / ("runs.csv" if subject == TABLES else f"{subject}/trajectory.csv"))
    reported = [report for both in by_subject.values() for report in both.values()]
    hint = any(report["level"] == "repeated" and not report["passed"] for report in reported)
    _refuse(f"verification failed{MAY_BE_ROUNDING if hint else ''}", problems)
    levels = _levels(by_subject)
    counts = Counter(levels.values()).items()
    named = [f"{subject} {level}" for subject, level in levels.items()]
    said = ", ".join(
        named if len(named) <= SHOWN else [f"{count} result{'s' * (count > 1)} {level}" for level, count in counts]
    )
    return Verdict(levels, f"{_compared(by_subject):,} comparisons under python and again under python -O: {said}")


def judge_claims(study: Path, reports: Sequence[Path], claims: Sequence[Path]) -> Verdict:
    """Every claim is reproduced, the table is what comes of the claims and the results, and the second implementation has derived
    it too: both reports passed, say the same, and are on the files as they are.

    Raises `InputError` that names the claims that are not, or the report that is bad.
    """
    table = study / CLAIMS_TABLE
    rows = read_csv(table, HEADER)
    problems = [
        f"{row['claim']}: {row['what']}: printed {row['printed']}, {row['verdict']}: {row['regenerated']}"
        for row in rows
        if row["verdict"] != REPRODUCED
    ]
    if not problems and read_text(table) != csv_text(HEADER, map(astuple, claim_rows(claims, study))):
        problems = [f"{table}: is not what comes of the claims and the results"]
    _refuse("claims not reproduced", problems)
    by_subject = _read_reports(reports, [CLAIMS])
    _refuse("verification of the claims failed", _problems_of_reports(study, by_subject))
    return Verdict(_levels(by_subject), f"all {len(rows)} claims were reproduced" if rows else "no claims are made")


def _read_reports(reports: Sequence[Path], subjects: Sequence[str]) -> Reports:
    """Reports by subject: those that there must be first, then whatever others are about."""
    by_subject: Reports = {subject: {} for subject in subjects}
    for path in reports:
        report = read_json(path)
        by_subject.setdefault(report["subject"], {})[path] = report
    return by_subject


def _problems_of_reports(study: Path, by_subject: Reports) -> list[str]:
    """What is wrong: a report that did not pass, a file that changed since, an interpreter without report or with another one."""
    problems: list[str] = []
    for path, report in (item for both in by_subject.values() for item in both.items()):
        if report["passed"] is not True:
            problems += [f"{path}: {_describe(problem)}" for problem in report["problems"]] or [f"{path}: not passed"]
        elif report["level"] is None:
            problems.append(f"{path}: expected a level of what has passed, found none")
        for file, verified in report["files"].items():
            found = sha256(study / file) if (study / file).is_file() else "no file"
            if found != verified:
                problems.append(f"{study / file}: changed since it was verified: expected {verified}, found {found}")
    for subject, both in by_subject.items():
        if sorted(report["python_optimize"] for report in both.values()) != [0, 1]:
            problems.append(f"{subject}: expected one report of `python` and one of `python -O`")
        elif len({str({**report, "python_optimize": None}) for report in both.values()}) != 1:
            problems.append(f"{subject}: `python` and `python -O` found different things")
    return problems


def _levels(by_subject: Reports) -> dict[str, str]:
    """What passing means, by subject, of reports that are good."""
    return {subject: next(iter(both.values()))["level"] for subject, both in by_subject.items()}


def _compared(by_subject: Reports) -> int:
    """How many numbers were compared under either interpreter."""
    return sum(check["numbers"] for both in by_subject.values() for check in next(iter(both.values()))["checks"])


def _subjects(study: Mapping[str, Any]) -> list[str]:
    """What there must be reports on: runs, values, equilibria, lessons, hands, and the tables of the whole if it has games."""
    of_games = [
        f"{game['folder']}/{subject}"
        for game in study["games"]
        for subject in [
            *(variant["folder"] for variant in study["variants"] if game["folder"] in variant["games"]),
            *(part for part in ("value", "equilibria") if game[part]),
            *([LESSONS] if has_lessons(study, game) else []),
        ]
    ]
    return [*of_games, *(f"hands/{run['folder']}" for run in study["hands"]), *([TABLES] if study["games"] else [])]


def _check_parquet(table: Path) -> list[str]:
    """The reports are on the CSV files alone: here the Parquet file must be the very table of its CSV file."""
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
