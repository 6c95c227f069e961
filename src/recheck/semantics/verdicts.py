"""Verdicts that rest on the reports that are there, and say what these say.

docs/bundle-format.md, "verdict/*.json".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from recheck.claims import FILE, REPRODUCED
from recheck.claims import SUBJECT as CLAIMS
from recheck.codes import REPORT_UNTRUE
from recheck.ledger import Check
from recheck.semantics.bundle import Bundle
from recheck.semantics.reports import NOT_PASSED, Verified, sha256_of
from recheck.semantics.tree import reports_on, subjects_of

KINDS: Mapping[str, type] = {"report": str, "passed": bool, "levels": dict, "reports": dict, "summary": str}
COMPARISONS = re.compile(r"([0-9,]+) comparisons under python and again under python -O: (.+)", re.DOTALL)
ALL_REPRODUCED = re.compile(r"all ([0-9]+) claims were reproduced")
NONE_MADE = "no claims are made"


def check_verification(bundle: Bundle, verified: Mapping[str, Verified]) -> None:
    """Check the verdict on the verification, which is on all subjects but the claims; `verified` are those with good reports."""
    due = [subject for subject in subjects_of(bundle.study) if subject != CLAIMS]
    read = _read(bundle, "verification", reports_on(due))
    # A report that is not good has been told already, and has no level here.
    if read is not None and list(verified) == due:
        check, content = read
        _check_levels(check, content, verified)
        _check_comparisons(check, content["summary"], verified)


def check_claimed(bundle: Bundle, verified: Mapping[str, Verified], claims: Sequence[str]) -> None:
    """Check the verdict on the claims, which is that all are reproduced; `claims` are the verdicts on each in claims.csv."""
    read = _read(bundle, CLAIMS, [FILE, *reports_on([CLAIMS])])
    if read is None:
        return
    check, content = read
    if verified:
        _check_levels(check, content, verified)
    match = ALL_REPRODUCED.fullmatch(content["summary"])
    said = match[1] if match else "0" if content["summary"] == NONE_MADE else content["summary"]
    check.same(said, str(len(claims)), None, "summary", "is not how many claims there are")
    message = "is said though there are claims that are not reproduced"
    check.same(claims.count(REPRODUCED), len(claims), None, "passed", message)


def _read(bundle: Bundle, kind: str, reports: Sequence[str]) -> tuple[Check, dict[str, Any]] | None:
    """A verdict and its check: that it is on this, and rests on these files as they are."""
    read = bundle.json("verdict", f"verdict/{kind}.json", KINDS)
    if read is None:
        return None
    check, content = read
    check.code = REPORT_UNTRUE
    check.same(content["report"], kind, None, "report", "is not what this verdict is on")
    check.same(content["passed"], True, None, "passed", NOT_PASSED)
    check.same(list(content["reports"]), list(reports), None, "reports", "are not the reports that it has to rest on")
    for file, sha256 in content["reports"].items():
        message = "is not the hash of the file that is there"
        check.same(sha256, sha256_of(bundle, file), None, f"reports.{file}", message)
    return check, content


def _check_levels(check: Check, content: Mapping[str, Any], verified: Mapping[str, Verified]) -> None:
    """The levels are those of the reports."""
    levels = [(subject, each.level) for subject, each in verified.items()]
    check.same(list(content["levels"].items()), levels, None, "levels", "are not those of the reports")


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
