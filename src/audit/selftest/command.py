"""The command `selftest`: does all damage that is known to a copy of a bundle, and shows by what each was caught.

Exit codes: 0 everything was caught and the untouched bundle accepted, 1 something was missed, 2 not decided, 3 wrong usage.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from audit.selftest.mutation import LEVELS, InapplicableError
from audit.selftest.trial import MUTATIONS, Trial, untouched
from audit.selftest.workers import attempts
from seal.container import opened
from seal.problem import SealError
from seal.saying import complain, say
from seal.write import write_files

MISSED, UNDECIDED, USAGE = 1, 2, 3


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and leave 2 to what could not be decided."""
        self.print_usage(sys.stderr)
        self.exit(USAGE, f"{self.prog}: {message}\n")


def main(argv: Sequence[str] | None = None, prog: str = "audit selftest") -> int:
    """Run the self-test on a bundle and say what came of it."""
    parser = _Parser(prog=prog, description="Damage a copy of a bundle in all known ways; the audit must catch each.")
    parser.add_argument("path", type=Path, metavar="PATH", help="a sound bundle: folder, .zip or .tar.gz")
    parser.add_argument("--level", choices=LEVELS, default=LEVELS[-1], help="how far the audit goes")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all that was found there; - is the output")
    parser.add_argument(
        "--jobs", type=int, default=min(os.cpu_count() or 1, 4), help="how many processes (%(default)s)"
    )
    parser.add_argument("--only", metavar="NAME", action="append", help="try this mutation, or this group, alone")
    given = parser.parse_args(argv)
    known = {name for mutation in MUTATIONS for name in (mutation.name, mutation.group)}
    for name in given.only or ():
        if name not in known:
            parser.error(f"--only: '{name}' is no mutation and no group of them")
    try:
        with opened(given.path) as bundle, tempfile.TemporaryDirectory(prefix="selftest-") as folder:
            if bundle.problems:
                raise SealError(f"{given.path}: expected a sound bundle, found: {bundle.problems[0]}")
            return _selftest(bundle.folder, Path(folder), given)
    except InapplicableError as reason:
        complain(prog, f"{given.path}: nothing can be tried on this bundle: {reason}")
    except SealError as error:
        complain(prog, str(error))
    except OSError as error:
        complain(prog, f"{error.filename or 'input'}: {error.strerror or error}")
    return UNDECIDED


@dataclass(frozen=True)
class _Outcome:
    """What came of all; `refused` is what was not accepted though nothing was wrong with it."""

    trials: tuple[Trial, ...]
    refused: tuple[str, ...]
    code: int


def _selftest(source: Path, folder: Path, given: argparse.Namespace) -> int:
    quiet = given.json is not None and str(given.json) == "-"
    chosen = [m for m in MUTATIONS if not given.only or m.name in given.only or m.group in given.only]
    refused = [
        f"{form}: {level}: {code}"
        for form, found in untouched(source, folder, given.level)
        for level, code in found[:1]
    ]
    trials = []
    for trial in () if refused else attempts(source, folder, chosen, given.level, given.jobs):
        trials.append(trial)
        if not quiet:
            say([_line(trial)])
    missed = any(trial.outcome in ("missed", "otherwise") for trial in trials)
    outcome = _Outcome(tuple(trials), tuple(refused), UNDECIDED if refused else MISSED if missed else 0)
    content = json.dumps(_record(outcome), indent=2, ensure_ascii=False) + "\n"
    if quiet:
        say([content.rstrip("\n")])
    else:
        if given.json is not None:
            write_files({given.json: content.encode()})
        say(_summary(outcome))
    return outcome.code


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
    lines += [f"not accepted, though nothing is wrong with it: {text}" for text in outcome.refused]
    counted = Counter(trial.outcome for trial in outcome.trials)
    tried = len(outcome.trials) - counted["not tried"]
    verdict = f"{counted['caught']} of {tried} mutations were caught, {counted['not tried']} were not tried"
    accepted = "the untouched bundle was accepted as folder, .zip and .tar.gz"
    return [*lines, verdict if outcome.refused else f"{verdict}; {accepted}"]


def _record(outcome: _Outcome) -> dict[str, Any]:
    """The same for programs."""
    return {
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
