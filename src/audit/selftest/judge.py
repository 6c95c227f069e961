"""What the audit says of a bundle: one function, so that there is one place where the self-test meets the audit."""

from __future__ import annotations

import io
from contextlib import redirect_stderr
from pathlib import Path

from audit.audit import Asked, audit
from audit.verdict import PASS, SEMANTICS, TRUTH
from recheck.truth import derive, differences, problems_of

Found = list[tuple[str, str]]


def judge(path: Path, level: str, expect: str | None = None, subject: str | None = None) -> Found:
    """The problems found up to a level, each as level and code; none if the bundle is accepted.

    At the level of truth, `subject` alone is derived again, if it is given, of a bundle in a folder.
    """
    # How far the audit has come would be told hundreds of times.
    with redirect_stderr(io.StringIO()):
        alone = level == TRUTH and subject is not None
        verdict = audit(path, Asked(SEMANTICS if alone else level, expect))
        found = [(problem.level, problem.code) for problem in verdict.problems]
        if not found and verdict.verdict != PASS:
            found = [(level, verdict.verdict)]
        if found or subject is None or not alone:
            return found
        study = path / "data" / "results" / str(verdict.bundle)
        ledger = derive(study, subject)
        problems = (*problems_of(ledger), *differences(study, subject, ledger))
        return [(TRUTH, problem.code or TRUTH) for problem in problems]
