"""What the audit says of a bundle: one function, so that there is one place where the self-test meets the audit."""

from __future__ import annotations

import errno
import io
import os
from collections.abc import Iterable
from contextlib import redirect_stderr
from pathlib import Path

from audit.audit import Asked, audit
from audit.verdict import PASS, SEMANTICS, TRUTH
from recheck.codes import FILE_UNREADABLE, RESOURCES
from recheck.truth import derive, differences, problems_of
from seal.problem import UNREADABLE, SealError

Found = list[tuple[str, str]]

_SHORT_OF = tuple(map(os.strerror, (errno.EMFILE, errno.ENFILE, errno.ENOMEM)))


def judge(path: Path, level: str, expect: str | None = None, subject: str | None = None) -> Found:
    """The problems found up to a level, each as level and code; none if the bundle is accepted.

    At the level of truth, `subject` alone is derived again, if it is given, of a bundle in a folder. Raises SealError where the
    machine has not what judging needs: that says nothing of the bundle.
    """
    # How far the audit has come would be told hundreds of times.
    with redirect_stderr(io.StringIO()):
        alone = level == TRUTH and subject is not None
        verdict = audit(path, Asked(SEMANTICS if alone else level, expect))
        _refuse_shortage((problem.code, problem.found or problem.message) for problem in verdict.problems)
        found = [(problem.level, problem.code) for problem in verdict.problems]
        if not found and verdict.verdict != PASS:
            found = [(level, verdict.verdict)]
        if found or subject is None or not alone:
            return found
        study = path / "data" / "results" / str(verdict.bundle)
        ledger = derive(study, subject)
        problems = (*problems_of(ledger), *differences(study, subject, ledger))
        _refuse_shortage((problem.code, problem.found or problem.message) for problem in problems)
        return [(TRUTH, problem.code or TRUTH) for problem in problems]


def _refuse_shortage(found: Iterable[tuple[str | None, str]]) -> None:
    """Raise SealError if one of the problems, code and text of each, is that of the machine."""
    for code, text in found:
        if code == RESOURCES or (code in (UNREADABLE, FILE_UNREADABLE) and text.endswith(_SHORT_OF)):
            raise SealError(f"it could not be judged: {text}")
