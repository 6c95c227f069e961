"""All checks of whether a study agrees with itself, in their order.

docs/bundle-format.md, "Level semantics".
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from recheck.claims import SUBJECT as CLAIMS
from recheck.claims import derive_claims
from recheck.codes import FILES_DISAGREE, STUDY_WRONG
from recheck.drawings import check_drawings
from recheck.hands.entries import KEY as HANDS
from recheck.ledger import Check, Ledger
from recheck.lessons.asked import KEY as LESSONS
from recheck.lessons.asked import has_lessons
from recheck.page import check_page
from recheck.reading import LARGEST_FILE, read_bytes_hashed
from recheck.semantics.bundle import FORM, Bundle, are_all, have_keys
from recheck.semantics.compiled import Compiled, read_compiled
from recheck.semantics.family import check_family
from recheck.semantics.hands import check_hands
from recheck.semantics.lessons import check_lessons
from recheck.semantics.reports import Subject, check_reports, subjects
from recheck.semantics.runs import Ran, check_run
from recheck.semantics.tree import check_tree, due_files
from recheck.semantics.twins import check_twin
from recheck.semantics.values import Solved, check_value
from recheck.semantics.verdicts import check_claimed, check_verification
from recheck.study import CONSISTENT, DERIVED, KINDS, is_game, read_whole_study
from recheck.tables import RUNS, compare_tables, run_rows

SUBJECT = "semantics"
GAME: Mapping[str, type] = {
    "folder": str,
    "rules": str,
    "parameters": dict,
    "imperfect_recall": bool,
    "value": object,
    "equilibria": object,
    "verification": object,
}
VARIANT: Mapping[str, type] = {
    "folder": str,
    "method": str,
    "rule": str,
    "parameters": dict,
    "games": list,
    "answer": str,
    "sampled": bool,
    "sweep": object,
}


def check_semantics(folder: Path) -> Ledger:
    """Check a study's folder; whatever is wrong is in the ledger's problems, each with a code of recheck.codes."""
    ledger = Ledger(SUBJECT)
    ledger.code = FILES_DISAGREE
    with ledger.surviving():
        study = read_whole_study(ledger, folder, STUDY_WRONG)
        if study is not None and _is_whole(ledger.checks[-1], study, folder):
            ledger.level = CONSISTENT
            _check(Bundle(folder, study, check_tree(ledger, folder, study), ledger))
    return ledger


def _is_whole(check: Check, study: Mapping[str, Any], folder: Path) -> bool:
    """Whether study.json has all its keys in their order, games that are such, and the name of its folder."""
    passed = have_keys(check, study, KINDS)
    for key, kinds in (("games", GAME), ("variants", VARIANT)):
        for n, entry in enumerate(study[key]):
            passed &= have_keys(check, entry, kinds, f"{key}[{n}]")
    passed &= are_all(check, study["claims"], str, "claims")
    passed = passed and all(is_game(check, entry) for entry in study["games"])
    check.same(study["name"], folder.resolve().name, None, "name", "is not the name of the study's folder")
    return passed


def _check(bundle: Bundle) -> None:
    """Check everything but study.json and which files there are."""
    games: list[Compiled] = []
    runs: list[Ran] = []
    for entry in bundle.study["games"]:
        compiled = read_compiled(bundle, entry)
        if compiled is None:
            continue
        games.append(compiled)
        solved = _solved(bundle, compiled)
        for variant in bundle.variants_on(compiled.folder):
            ran = check_run(bundle, compiled, variant, solved)
            if ran is not None:
                runs.append(ran)
        if has_lessons(bundle.study, entry):
            named = f"{compiled.folder}/{bundle.study[LESSONS]}"
            check_lessons(bundle, compiled, next((ran for ran in runs if ran.folder == named), None))
    for entry in bundle.study[HANDS]:
        check_hands(bundle, entry)
    if bundle.study["games"] and len(runs) == sum(
        1 for entry in bundle.study["games"] for _ in bundle.variants_on(entry["folder"])
    ):
        _check_tables(bundle, runs)
    check_verification(bundle, check_reports(bundle, subjects(bundle, games, runs)))
    if due_files(bundle.study).must <= bundle.there:
        _check_what_shows_others(bundle)
    for file in sorted(bundle.there - bundle.ledger.files.keys()):
        if not file.startswith("manifest/"):
            check = bundle.check("hash of what nothing else is compared with", file, FORM)
            check.numbers = int(read_bytes_hashed(check, bundle.folder, LARGEST_FILE) is not None)


def _check_what_shows_others(bundle: Bundle) -> None:
    """Check what takes its numbers from files anywhere in the study, all of which have to be there for that."""
    _check_claims(bundle)
    check_page(bundle.ledger, bundle.folder, bundle.study, bundle.there)
    check_drawings(bundle.ledger, bundle.folder, bundle.study, bundle.there)


def _check_claims(bundle: Bundle) -> None:
    """Derive the claims again; the reports on them are on the files that were read for that."""
    ledger, verdicts = derive_claims(bundle.folder)
    bundle.ledger.take(ledger)
    verified = check_reports(bundle, [Subject(CLAIMS, DERIVED, list(ledger.files))])
    if verdicts is not None:
        check_claimed(bundle, verified, verdicts)


def _solved(bundle: Bundle, compiled: Compiled) -> Solved:
    """What is published of a game's value, and of a family of its equilibria."""
    value = check_value(bundle, compiled) if compiled.entry["value"] is not None else Solved()
    if compiled.entry["equilibria"] is None:
        return value
    family = check_family(bundle, compiled)
    return family if value.least is None else value._replace(family=family.family)


def _check_tables(bundle: Bundle, runs: list[Ran]) -> None:
    """Derive the tables of the whole study again, from the trajectories that were read, and compare every cell."""
    snapshots = bundle.study["snapshots"]
    published = [ran.published() for ran in runs]
    compare_tables(bundle.ledger, bundle.folder, snapshots, published, bundle.there)
    check_twin(bundle, RUNS, list(run_rows(published, snapshots)), "runs.parquet")
