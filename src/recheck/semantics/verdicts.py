"""Verdicts that rest on the reports that are there, and say what these say.

docs/bundle-format.md, "verdict/*.json".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from recheck.codes import REPORT_UNTRUE
from recheck.ledger import Check
from recheck.semantics.bundle import Bundle
from recheck.semantics.reports import NOT_PASSED, Verified, sha256_of
from recheck.semantics.tree import CLAIMS, CLAIMS_REPORTS, reports_of, subjects_of
from recheck.study import DERIVED

KINDS: Mapping[str, type] = {"report": str, "passed": bool, "levels": dict, "reports": dict, "summary": str}
COMPARISONS = re.compile(r"([0-9,]+) comparisons under python and again under python -O: (.+)", re.DOTALL)
REPRODUCED = re.compile(r"all ([0-9,]+) claims were reproduced")
NONE_MADE = "no claims are made"


def check_verdicts(bundle: Bundle, verified: Mapping[str, Verified], claims: int | None) -> None:
    """Check both verdicts; `verified` are the subjects with good reports, `claims` is how many there are, None if unknown."""
    read = bundle.json("verdict", "verdict/verification.json", KINDS)
    if read is not None:
        check, content = read
        _check_verdict(bundle, check, content, "verification", reports_of(bundle.study))
        # A report that is not good has been told already, and has no level here.
        if list(verified) == subjects_of(bundle.study):
            levels = [(subject, each.level) for subject, each in verified.items()]
            check.same(list(content["levels"].items()), levels, None, "levels", "are not those of the reports")
            _check_comparisons(check, content["summary"], verified)
    read = bundle.json("verdict", "verdict/claims.json", KINDS)
    if read is not None:
        check, content = read
        reported = bool(bundle.there & {*CLAIMS_REPORTS})
        _check_verdict(bundle, check, content, CLAIMS, ("claims.csv", *(CLAIMS_REPORTS if reported else ())))
        levels = [(CLAIMS, DERIVED)] if reported else []
        check.same(list(content["levels"].items()), levels, None, "levels", "are not those of the reports")
        if claims is not None:
            match = REPRODUCED.fullmatch(content["summary"])
            said = match[1] if match else "0" if content["summary"] == NONE_MADE else content["summary"]
            check.same(said, str(claims), None, "summary", "is not how many claims there are")


def _check_verdict(bundle: Bundle, check: Check, content: Mapping[str, Any], kind: str, reports: Sequence[str]) -> None:
    """What both verdicts have in common."""
    check.code = REPORT_UNTRUE
    check.same(content["report"], kind, None, "report", "is not what this verdict is on")
    check.same(content["passed"], True, None, "passed", NOT_PASSED)
    check.same(list(content["reports"]), list(reports), None, "reports", "are not the reports that it has to rest on")
    for file, sha256 in content["reports"].items():
        message = "is not the hash of the file that is there"
        check.same(sha256, sha256_of(bundle, file), None, f"reports.{file}", message)


def _check_comparisons(check: Check, summary: str, verified: Mapping[str, Verified]) -> None:
    """The numbers of the sentence are those of the reports."""
    match = COMPARISONS.fullmatch(summary)
    if match is None:
        check.problem("does not say how much was compared", None, "summary", COMPARISONS.pattern, summary)
        return
    numbers = f"{sum([each.numbers for each in verified.values()]):,}"
    check.same(match[1], numbers, None, "summary", "is not how many numbers the reports compared")
    levels = Counter(each.level for each in verified.values())
    counted = ", ".join(f"{count} result{'s' * (count > 1)} {level}" for level, count in levels.items())
    named = ", ".join(f"{subject} {each.level}" for subject, each in verified.items())
    if match[2] not in (counted, named):
        check.problem("is not what the reports say", None, "summary", counted, match[2])
