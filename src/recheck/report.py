"""The report of a verification: a JSON file for programs, a few lines for people.

Keys and their order: docs/bundle-format.md, "verification/.../*.json".
"""

from __future__ import annotations

import io
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from recheck.ledger import Check, Ledger, Problem
from recheck.wording import counted, printable

PRINTED = 10
"""So many problems are printed; the report has more."""


def as_json(ledger: Ledger, optimize: int = sys.flags.optimize) -> str:
    """The report as published text: no clock, no host, no path but those below the study."""
    content = {
        "subject": ledger.subject,
        "python_optimize": optimize,
        "level": ledger.level,
        "passed": ledger.passed,
        "checks": [
            {
                "name": check.name,
                "file": check.file,
                "numbers": check.numbers,
                "largest_difference": check.largest_difference,
                "tolerance": check.tolerance,
                "reason": check.reason,
                "passed": check.passed,
            }
            for check in ledger.checks
        ],
        "certificate": ledger.certificate,
        "problems": [_problem(ledger, problem) for problem in ledger.all_problems()],
        "files": {file: ledger.files[file] for file in sorted(ledger.files)},
    }
    return json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _problem(ledger: Ledger, problem: Problem) -> dict[str, object]:
    """One problem as a report has it, with its code first if the ledger's problems have such."""
    content: dict[str, object] = problem._asdict()
    code = content.pop("code")
    return content if ledger.code is None else {"code": code, **content}


def summary(ledger: Ledger) -> str:
    """What was compared and what came of it, in ASCII, for a terminal."""
    lines = [f"recheck of {ledger.subject}"]
    lines += [_check_line(check) for check in ledger.checks] if ledger.code is None else _by_name(ledger.checks)
    for name, number in (ledger.certificate or {}).items():
        lines.append(f"  proven of the published final strategy: {name} = {number['decimal']}")
    problems = ledger.all_problems()
    lines += [f"  problem: {_problem_line(problem)}" for problem in problems[:PRINTED]]
    if len(problems) > PRINTED:
        left = len(ledger.problems) + ledger.unlisted - PRINTED
        lines.append(f"  ... and {counted(left, 'more problem')}")
    compared = 0
    for check in ledger.checks:
        compared += check.numbers
    verdict = "PASSED" if ledger.passed else "FAILED"
    level = f" ({ledger.level})" if ledger.level else ""
    lines.append(f"{verdict}{level}: {counted(compared, 'number')} in {counted(len(ledger.checks), 'check')}")
    return "".join(f"{printable(line)}\n" for line in lines)


def _check_line(check: Check) -> str:
    """One check: verdict, numbers compared, largest difference, tolerance, name and file."""
    verdict = "FAIL" if not check.passed else "ok  " if check.numbers else "none"
    return (
        f"  {verdict} {check.numbers:>7} numbers, {_largest([check])} (tolerance {check.tolerance:g})  "
        f"{check.name}  [{check.file}]"
    )


def _largest(checks: Sequence[Check]) -> str:
    """The largest difference; where something is wrong and that is not why, where to read on."""
    failed = [check for check in checks if not check.passed]
    if failed and all(check.largest_difference <= check.tolerance for check in failed):
        return f"{'see the problems below':<27}"
    largest = 0.0
    for check in checks:
        largest = max(largest, check.largest_difference)
    return f"largest difference {largest:<8.2g}"


def _by_name(checks: Sequence[Check]) -> list[str]:
    """The checks of each name in one line, where there are as many as files."""
    named: dict[str, list[Check]] = {}
    for check in checks:
        named.setdefault(check.name, []).append(check)
    lines = []
    for name, alike in named.items():
        numbers, failed = 0, 0
        for check in alike:
            numbers += check.numbers
            failed += not check.passed
        verdict = "FAIL" if failed else "ok  " if numbers else "none"
        files = counted(len({check.file for check in alike}), "file")
        lines.append(f"  {verdict} {numbers:>9} numbers, {_largest(alike)} {name}  [{files}]")
    return lines


def _problem_line(problem: Problem) -> str:
    """One problem: file, row, column, what is wrong, expected and found."""
    where = [problem.file or ""]
    if problem.row is not None:
        where.append(f"row {problem.row}")
    if problem.column is not None:
        where.append(f"column {problem.column}")
    text = f"{', '.join(where)}: {problem.message}" if problem.file else problem.message
    if problem.expected is not None:
        text += f"; expected {problem.expected}"
    if problem.found is not None:
        text += f"; found {problem.found}"
    return text


def say(text: str) -> str | None:
    """Print what came of it; give the reason if that fails, but not if nobody listens any more, as after `| head`."""
    if sys.stdout is None:
        return "it is closed"
    try:
        # A table with other letters is UTF-8 wherever it goes.
        if not text.isascii() and isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        _to_nowhere(sys.stdout)
        return None if isinstance(error, BrokenPipeError) else error.strerror or str(error)
    return None


def tell(text: str) -> None:
    """Print a line on stderr, in ASCII, if that can be done."""
    if sys.stderr is None:
        return
    try:
        print(printable(text), file=sys.stderr, flush=True)
    except OSError:
        _to_nowhere(sys.stderr)


def _to_nowhere(stream: TextIO) -> None:
    """Let a stream that failed write to nowhere: what is left in it would fail once more when Python ends."""
    with suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(nowhere, stream.fileno())
        finally:
            os.close(nowhere)


def refusal(path: Path) -> str | None:
    """Why no report can be written to a path: what is there would be replaced, and is no file."""
    if os.path.lexists(path) and not path.is_file():
        return f"{path}: expected a regular file there or none, found something else"
    return None


def try_to_write(path: Path) -> None:
    """Raise OSError if no file can be written there. Leaves nothing, and what is there as it is."""
    with tempfile.TemporaryFile(dir=path.parent, prefix=f".{path.name}."):
        pass


def write(path: Path, text: str) -> None:
    """Write a file so that it appears under its name only when whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    beside = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            # A cell quoted in a problem may hold half of a surrogate pair, which UTF-8 does not have.
            file.write(text.encode("utf-8", "backslashreplace"))
            file.flush()
            os.fsync(file.fileno())
        beside.chmod(0o666 & ~_umask())
        beside.replace(path)
    except BaseException:
        beside.unlink()
        raise


def _umask() -> int:
    """The mask of the process; it can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
