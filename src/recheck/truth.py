"""Whether what is published is true: all of it is derived again, and the reports on it are those that were published.

docs/bundle-format.md, "What is true". A subject is what there are two reports on: a run, a value, a family of equilibria,
lessons, a file of hands, the tables or the claims of the whole study.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from recheck.claims import SUBJECT as CLAIMS
from recheck.claims import verify_claims
from recheck.codes import JSON_FORM, NOT_AS_DERIVED, REPORT_DIFFERS
from recheck.equilibria import verify_equilibria
from recheck.final import LAST_ROW
from recheck.hands.entries import KEY as HANDS
from recheck.hands.verify import verify_hands
from recheck.ledger import Check, Ledger, Problem
from recheck.lessons.asked import KEY as LESSONS
from recheck.lessons.verify import verify_lessons
from recheck.reading import LARGEST_JSON, exact_number, read_text
from recheck.report import as_json
from recheck.run import verify_run
from recheck.semantics.tree import MODES, subjects_of
from recheck.study import read_whole_study
from recheck.tables import SUBJECT as TABLES
from recheck.tables import verify_tables
from recheck.value import verify_value

CURRENT = "current_"
OF_GAME = {"value": verify_value, "equilibria": verify_equilibria, LESSONS: verify_lessons}
"""What is derived of a game besides its runs."""


def subjects(folder: Path, ledger: Ledger | None = None) -> list[str]:
    """All that there have to be reports on, by study.json, in its order; nothing, with problems in the ledger, without it."""
    study = read_whole_study(ledger or Ledger("study"), folder)
    return [] if study is None else subjects_of(study)


def derive(folder: Path, subject: str) -> Ledger:
    """Derive one subject again; whatever is wrong is in the ledger's problems."""
    study = read_whole_study(Ledger("study"), folder)
    if study is None or subject not in subjects_of(study):
        ledger = Ledger(subject)
        check = ledger.check("subject", "study.json", 0.0, "a subject is one of this study or not")
        check.problem(
            "is no subject of the study",
            None,
            None,
            "a run, value, family, lessons, hands, the tables or the claims",
            subject,
        )
        return ledger
    if subject == TABLES:
        return verify_tables(folder)
    if subject == CLAIMS:
        return verify_claims(folder)
    game, _, part = subject.partition("/")
    if game == HANDS:
        return verify_hands(folder, part)
    if part in [entry["folder"] for entry in study["variants"] if game in entry["games"]]:
        return verify_run(folder, game, part)
    return OF_GAME[part](folder, game)


def derive_all(folder: Path) -> Iterator[tuple[str, Ledger]]:
    """Derive all subjects again, one after the other."""
    return ((subject, derive(folder, subject)) for subject in subjects(folder))


def problems_of(ledger: Ledger) -> list[Problem]:
    """What is wrong with a subject that was derived, each problem with a code."""
    return [problem._replace(code=problem.code or NOT_AS_DERIVED) for problem in ledger.all_problems()]


def unlike(ledger: Ledger, hashes: Mapping[str, str]) -> list[str]:
    """The files that were parsed and had other bytes than those with these hashes, by path below the study."""
    return [file for file, sha256 in sorted(ledger.files.items()) if hashes.get(file) != sha256]


def differences(folder: Path, subject: str, ledger: Ledger) -> list[Problem]:
    """Where the published reports on a subject are not the one that was derived again: the first difference of each."""
    found = Ledger(subject)
    for optimize, mode in enumerate(MODES):
        file = f"verification/{subject}/{mode}.json"
        reason = "a report is the one that is derived again, or it is not"
        check = found.check("published report", file, 0.0, reason, REPORT_DIFFERS)
        text = read_text(check, folder, LARGEST_JSON)
        derived = as_json(ledger, optimize)
        if text is not None and text != derived:
            _tell_difference(check, text, derived, ledger.by_library)
    return found.problems


def _tell_difference(check: Check, text: str, derived: str, by_library: bool) -> None:
    """Tell the first key whose value differs, the kind of difference that another library of mathematics makes left out."""
    try:
        published = json.loads(text)
    except (ValueError, RecursionError) as error:
        check.problem("not JSON as published", expected="strict JSON", found=error, code=JSON_FORM)
        return
    due = json.loads(derived)
    if by_library:
        published = _less_precise(published, due)
    different = _first_difference(published, due, "")
    if different is None and not by_library:
        check.problem("not written in the published form", expected="the text that is derived")
    elif different is not None:
        check.problem("is not what is derived again", None, *different)


def _first_difference(found: Any, due: Any, where: str) -> tuple[str, str, str] | None:
    """Path of the key, what is due and what was found; None if nothing differs."""
    if isinstance(found, dict) and isinstance(due, dict) and list(found) == list(due):
        pairs = [(f"{where}.{key}" if where else key, found[key], due[key]) for key in due]
    elif isinstance(found, list) and isinstance(due, list) and len(found) == len(due):
        pairs = [(f"{where}[{n}]", one, other) for n, (one, other) in enumerate(zip(found, due))]
    elif type(found) is type(due) and found == due:
        return None
    else:
        return where, _shown(due), _shown(found)
    for path, one, other in pairs:
        different = _first_difference(one, other, path)
        if different is not None:
            return different
    return None


def _shown(value: Any) -> str:
    """A value as it stands in a report; of an object its keys, of a list how many items it has."""
    if isinstance(value, dict):
        return ", ".join(value)
    return f"{len(value)} items" if isinstance(value, list) else json.dumps(value, ensure_ascii=False)


def _less_precise(published: Any, due: Mapping[str, Any]) -> Any:
    """A published report, with the derived numbers in the place of those that exponentials of another library may move.

    These are the largest differences, if they are within the same tolerance, and what is proven of a current strategy, if it is
    within the tolerance that the last row is compared with.
    """
    try:
        for item, other in zip(published["checks"], due["checks"]):
            if 0 <= item["largest_difference"] <= item["tolerance"] == other["tolerance"]:
                item["largest_difference"] = other["largest_difference"]
        allowed = [item["tolerance"] for item in due["checks"] if item["name"] == LAST_ROW[CURRENT]]
        for name, number in published["certificate"].items():
            proven = due["certificate"][name]
            if name.startswith(CURRENT) and _near(number["fraction"], proven["fraction"], Fraction(max(allowed))):
                published["certificate"][name] = proven
    except (AttributeError, KeyError, TypeError, ValueError):
        # Not a report; the first difference tells it.
        pass
    return published


def _near(one: str, other: str, tolerance: Fraction) -> bool:
    """Whether two exact numbers are within a tolerance."""
    found, due = exact_number(one), exact_number(other)
    return found is not None and due is not None and abs(found - due) <= tolerance * max(Fraction(1), abs(due))
