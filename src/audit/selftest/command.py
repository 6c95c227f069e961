"""The command `selftest`: does all damage that is known to a copy of a bundle, and shows by what each was caught.

Exit codes: 0 everything was caught and the untouched bundle accepted, 1 something was missed, 2 not decided, 3 wrong usage.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from audit.audit import Asked, audit
from audit.progress import Progress, telling
from audit.selftest.mutation import LEVELS, InapplicableError
from audit.selftest.trial import MUTATIONS, Trial, untouched
from audit.selftest.workers import attempts
from audit.verdict import HASHES, describe
from seal.container import Opened, opened
from seal.output import STDOUT, Output
from seal.private import private_folder
from seal.problem import SealError
from seal.program import UNDECIDED, Parser, explain, reason, run
from seal.saying import counted, say

MISSED = 1


def main(argv: Sequence[str] | None = None, prog: str = "audit selftest") -> int:
    """Run the self-test on a bundle and say what came of it."""
    return run(prog, partial(_main, _parser(prog), argv))


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = Parser(prog=prog, description="Damage a copy of a bundle in all known ways; the audit must catch each.")
    parser.add_argument("path", type=Path, metavar="PATH", help="a sound bundle: folder, .zip or .tar.gz")
    parser.add_argument("--level", choices=LEVELS, default=LEVELS[-1], help="how far the audit goes")
    parser.add_argument("--json", metavar="FILE", help="write all that was found there; - is the output")
    parser.add_argument(
        "--jobs", type=int, default=min(os.cpu_count() or 1, 4), help="how many processes (%(default)s)"
    )
    parser.add_argument("--only", metavar="NAME", action="append", help="try this mutation, or this group, alone")
    return parser


def _main(parser: argparse.ArgumentParser, argv: Sequence[str] | None) -> int:
    given = parser.parse_args(argv)
    known = {name for mutation in MUTATIONS for name in (mutation.name, mutation.group)}
    for name in given.only or ():
        if name not in known:
            parser.error(f"--only: '{name}' is no mutation and no group of them")
    if given.jobs < 1:
        parser.error(f"--jobs: expected 1 or more, found {given.jobs}")
    output = Output(given.json)
    wrong = output.refusal([given.path])
    if wrong is not None:
        parser.error(f"--json: {wrong}")
    output.try_out()
    trials: list[Trial] = []
    refused: list[str] = []
    try:
        with opened(given.path) as bundle, private_folder("selftest-", _needed(bundle.folder, given.jobs)) as folder:
            progress = Progress(parser.prog)
            with telling(progress, lambda: "the untouched bundle"):
                _refuse_unsound(given.path, bundle)
                refused += _refusals(bundle.folder, folder, given.level)
            if not refused:
                _try_all(bundle.folder, folder, given, trials, progress)
    except (Exception, KeyboardInterrupt) as error:
        if isinstance(error, InapplicableError):
            error = SealError(f"{given.path}: nothing can be tried on this bundle: {error}")
        explain(parser.prog, error)
        outcome = _Outcome(tuple(trials), (reason(error),), UNDECIDED)
        output.deliver(_record(outcome), ())
        return UNDECIDED
    missed = any(trial.outcome in ("missed", "otherwise") for trial in trials)
    tried = any(trial.outcome != "not tried" for trial in trials)
    outcome = _Outcome(tuple(trials), tuple(refused), MISSED if missed else UNDECIDED if refused or not tried else 0)
    output.deliver(_record(outcome), _summary(outcome))
    return outcome.code


def _needed(source: Path, jobs: int) -> int:
    """So many bytes of space are enough: for a copy, archives of it and what is unpacked, once and in each process."""
    size = sum(place.lstat().st_size for place in source.rglob("*") if place.is_file())
    return 3 * size * (min(jobs, len(MUTATIONS)) + 1)


def _refuse_unsound(path: Path, bundle: Opened) -> None:
    """Raise `SealError` with what is wrong with the bundle: what is caught already cannot be seen to be caught."""
    wrong = [str(problem) for problem in bundle.problems]
    wrong = wrong or [describe(problem) for problem in audit(bundle.folder, Asked(HASHES)).problems]
    if wrong:
        raise SealError(f"{path}: expected a sound bundle, found: {wrong[0]}")


@dataclass(frozen=True)
class _Outcome:
    """What came of all; `refused` is what was not accepted to begin with, or why not all could be tried."""

    trials: tuple[Trial, ...]
    refused: tuple[str, ...]
    code: int


def _refusals(source: Path, folder: Path, level: str) -> Iterator[str]:
    """What is not accepted of the bundle as it is, with the first reason."""
    for form, found in untouched(source, folder, level):
        if found:
            yield f"{form}: {': '.join(found[0])}"


def _try_all(source: Path, folder: Path, given: argparse.Namespace, trials: list[Trial], progress: Progress) -> None:
    """Try what is asked for, and say what comes of each while it is tried."""
    chosen = [m for m in MUTATIONS if not given.only or m.name in given.only or m.group in given.only]
    with closing(attempts(source, folder, chosen, given.level, given.jobs, progress)) as tried:
        for trial in tried:
            trials.append(trial)
            if given.json != STDOUT:
                say([_line(trial)])


def _line(trial: Trial) -> str:
    """A row of the table: what was done, and by what it was caught."""
    found = ", ".join(dict.fromkeys(f"{level}: {code}" for level, code in trial.found[:3]))
    told = f"{found}; {trial.reason}" if found and trial.reason else found or trial.reason or "nothing"
    mutation = trial.mutation
    return f"{trial.outcome:9}  {mutation.group:9}  {mutation.name:38}  {told}"


def _summary(outcome: _Outcome) -> list[str]:
    lines = []
    for trial in outcome.trials:
        if trial.outcome in ("missed", "otherwise"):
            expected = f"{trial.mutation.level}: {' or '.join(trial.mutation.codes) or 'any problem'}"
            lines.append(
                f"{trial.mutation.name} was {trial.outcome}, expected {expected}. {trial.mutation.description}"
            )
    lines += [f"not accepted to begin with: {text}" for text in outcome.refused]
    outcomes = Counter(trial.outcome for trial in outcome.trials)
    caught, left = outcomes["caught"], outcomes["not tried"]
    tried = counted(len(outcome.trials) - left, "mutation")
    were = _were(1 if len(outcome.trials) - left == 1 else caught)
    verdict = f"{caught:,} of {tried} {were} caught, {left:,} {_were(left)} not tried"
    accepted = "the untouched bundle was accepted as folder, .zip and .tar.gz"
    return [*lines, verdict if outcome.refused else f"{verdict}; {accepted}"]


def _were(number: int) -> str:
    return "was" if number == 1 else "were"


def _record(outcome: _Outcome) -> str:
    """The same for programs."""
    content = {
        "verdict": {0: "pass", MISSED: "fail", UNDECIDED: "undecided"}[outcome.code],
        "refused": list(outcome.refused),
        "mutations": [
            {
                "name": trial.mutation.name,
                "group": trial.mutation.group,
                "description": trial.mutation.description,
                "outcome": trial.outcome,
                "found": [{"level": level, "code": code} for level, code in dict.fromkeys(trial.found)],
                "reason": trial.reason,
            }
            for trial in outcome.trials
        ],
    }
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"
