"""Stage `gate`: turn reports into a verdict, or fail. What is behind the gate has been verified."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from regretlab.errors import InputError
from regretlab.files import read_csv, read_json, sha256, write_json
from regretlab.stages.claims import NOT_REPRODUCED, REPRODUCED

SHOWN = 5
"""So many problems are repeated in the message; the report has them all."""


def pass_gate(kind: str, study: Path, reports: Sequence[Path], output: Path) -> None:
    """Write the verdict on the reports, `verification` or `claims`.

    Raises `InputError` that says which report is bad and why; then there is no verdict.
    """
    levels, summary = {"verification": _judge_verification, "claims": _judge_claims}[kind](study, reports)
    write_json(
        output,
        {
            "report": kind,
            "passed": True,
            "levels": levels,
            "reports": {path.relative_to(study).as_posix(): sha256(path) for path in reports},
            "summary": summary,
        },
    )


def _judge_verification(study: Path, reports: Sequence[Path]) -> tuple[dict[str, str], str]:
    """Every report passed, both interpreters found the same, and the files are still those that were verified."""
    problems: list[str] = []
    by_subject: dict[str, list[Any]] = {}
    for path in reports:
        report = read_json(path)
        if report["passed"] is not True:
            problems += [f"{path}: {_describe(problem)}" for problem in report["problems"]] or [f"{path}: not passed"]
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
    _refuse("verification failed", problems)
    numbers = sum(check["numbers"] for both in by_subject.values() for check in both[0]["checks"])
    levels = {subject: both[0]["level"] for subject, both in by_subject.items()}
    said = ", ".join(f"{subject} {level}" for subject, level in levels.items())
    return levels, f"{numbers:,} comparisons under python and again under python -O: {said}"


def _judge_claims(study: Path, reports: Sequence[Path]) -> tuple[dict[str, str], str]:  # noqa: ARG001
    """Every claim is reproduced."""
    rows = [row for path in reports for row in read_csv(path)]
    _refuse(
        "claims not reproduced",
        [
            f"{row['claim']}: {row['what']}: printed {row['printed']}, {NOT_REPRODUCED}: {row['regenerated']}"
            for row in rows
            if row["verdict"] != REPRODUCED
        ],
    )
    return {}, f"all {len(rows)} claims were reproduced" if rows else "no claims are made"


def _describe(problem: dict[str, Any]) -> str:
    place = [str(problem[key]) for key in ("file", "row", "column") if problem[key] is not None]
    return f"{', '.join(place)}: {problem['message']}"


def _refuse(what: str, problems: Sequence[str]) -> None:
    if problems:
        more = [f"... and {len(problems) - SHOWN} more"] if len(problems) > SHOWN else []
        raise InputError("\n".join([f"{what}:", *problems[:SHOWN], *more]))
