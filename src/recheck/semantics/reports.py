"""Reports that are true of themselves, of each other and of the files beside them.

docs/bundle-format.md, "verification/.../*.json". That a report's numbers are what is derived again is not looked at here;
recheck.truth does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from recheck.codes import CELL_FORM, REPORT_UNTRUE, SUM_WRONG
from recheck.final import LAST_ROW, decimal
from recheck.hands.entries import KEY as HANDS
from recheck.hands.entries import files_of, subject_of
from recheck.ledger import Check, to_float
from recheck.lessons.asked import FILES as OF_LESSONS
from recheck.lessons.asked import KEY as LESSONS
from recheck.lessons.asked import has_lessons
from recheck.reading import LARGEST_FILE, exact_number, read_bytes_hashed
from recheck.response import columns
from recheck.semantics.bundle import Bundle, have_keys
from recheck.semantics.compiled import Compiled
from recheck.semantics.runs import Ran
from recheck.semantics.tree import FAMILY, MODES, has_distance, own_files_of_variant
from recheck.source import PYTHON, READERS, WRITTEN_OUT
from recheck.study import CERTIFIED, DERIVED, EXACT, PROVEN, STUDY_FILE, checkpoints_of, level_of, repeat_of
from recheck.tables import SUBJECT as TABLES
from recheck.tolerances import Tolerance
from recheck.variants.rule import ANSWER_CURRENT

KINDS: Mapping[str, type] = {
    "subject": str,
    "python_optimize": int,
    "level": str,
    "passed": bool,
    "checks": list,
    "certificate": object,
    "problems": list,
    "files": dict,
}
CHECK: Mapping[str, type] = {
    "name": str,
    "file": str,
    "numbers": int,
    "largest_difference": float,
    "tolerance": float,
    "reason": str,
    "passed": bool,
}
NUMBER: Mapping[str, type] = {"fraction": str, "decimal": str}
NOT_PASSED = "says that not all is well"


class Subject(NamedTuple):
    """What there are two reports on: its path, how far it is to be verified, the files that are, and the run if it is one."""

    path: str
    level: str
    files: list[str]
    ran: Ran | None = None


class Verified(NamedTuple):
    """What a verdict has of the two reports on a subject: its level, and how many numbers were compared."""

    level: str
    numbers: int


def subjects(bundle: Bundle, games: Sequence[Compiled], runs: Sequence[Ran]) -> list[Subject]:
    """All subjects of a study but the claims, of those games and runs that could be read, in their order."""
    found = []
    for compiled in games:
        entry, folder = compiled.entry, compiled.folder
        rules = _read_as_rules(entry)
        for ran in runs:
            if ran.compiled is compiled:
                files = [STUDY_FILE, *rules, *(f"{folder}/{n}" for n in ("game.json", "infosets.csv", "outcomes.csv"))]
                found.append(Subject(ran.folder, _level(bundle, ran), files + _files_of_run(bundle, ran), ran))
        if entry["value"] is not None:
            level = PROVEN if entry["value"] == EXACT else CERTIFIED
            files = [STUDY_FILE, *rules, *(f"{folder}/value/{name}" for name in ("value.json", "strategy.csv"))]
            found.append(Subject(f"{folder}/value", level, files))
        if entry["equilibria"] is not None:
            files = [STUDY_FILE, *rules, *(f"{folder}/equilibria/{name}" for name in FAMILY)]
            found.append(Subject(f"{folder}/equilibria", PROVEN, files))
        if has_lessons(bundle.study, entry):
            tables = [f"{folder}/{LESSONS}/{name}" for name in OF_LESSONS]
            files = [STUDY_FILE, f"{folder}/{bundle.study[LESSONS]}/strategy.csv", *tables]
            found.append(Subject(f"{folder}/{LESSONS}", DERIVED, files))
    for entry in bundle.study[HANDS]:
        found.append(Subject(subject_of(entry), DERIVED, [STUDY_FILE, *files_of(entry)]))
    if not bundle.study["games"]:
        return found
    files = [STUDY_FILE, "runs.csv", "methods.csv", "ranking.csv"]
    for game in bundle.study["games"]:
        files.append(f"{game['folder']}/game.json")
        folders = [entry["folder"] for entry in bundle.variants_on(game["folder"])]
        files += [f"{game['folder']}/{folder}/trajectory.csv" for folder in folders]
    return [*found, Subject(TABLES, DERIVED, files)]


def _read_as_rules(game: Mapping[str, Any]) -> list[str]:
    """The file that a game's rules are read from, if recheck does not know them."""
    path = PurePosixPath(game["rules"])
    if path.suffix == PYTHON:
        return [f"{game['folder']}/{WRITTEN_OUT}"]
    return [f"{game['folder']}/{path.name}"] if path.suffix in READERS else []


def _level(bundle: Bundle, ran: Ran) -> str:
    """How far a run is to be verified, by study.json."""
    repeated = 0 if ran.variant.rule is None else repeat_of(bundle.study, ran.compiled.entry)
    return level_of(repeated, bundle.study["iterations"])


def _files_of_run(bundle: Bundle, ran: Ran) -> list[str]:
    """The files of a run that are read to verify it: all but the Parquet file and what only the rule itself reads."""
    study, entry = bundle.study, ran.entry
    names = ["trajectory.csv", "strategy.csv"]
    names += [f"checkpoints/{t}.csv" for t in checkpoints_of(study, entry["answer"])]
    names += ["frequencies.csv"] if study["frequencies"] else []
    names += ["plans.csv"] if study["pure_plans"] and ran.compiled.game.players == 2 else []
    names += own_files_of_variant(entry) if ran.variant.rule is not None else []
    files = [f"{ran.folder}/{name}" for name in names]
    if has_distance(study, ran.compiled.entry):
        files += [f"{ran.folder}/distance.csv", f"{ran.compiled.folder}/equilibria/family.csv"]
    return files


def check_reports(bundle: Bundle, of: Sequence[Subject]) -> dict[str, Verified]:
    """Check both reports on each subject; give what a verdict has of them, of those that are good."""
    found = {}
    for subject in of:
        both = [_report(bundle, subject, n) for n in range(len(MODES))]
        if both[0] is None or both[1] is None:
            continue
        check = bundle.check(f"the same under {' and '.join(MODES)}", _path(subject, 1), code=REPORT_UNTRUE)
        for key in KINDS:
            if key != "python_optimize":
                check.same(both[1][key], both[0][key], None, key, f"is not what {MODES[0]}.json has")
        numbers = sum([each["numbers"] for each in both[0]["checks"]])
        found[subject.path] = Verified(both[0]["level"], numbers)
    return found


def _path(subject: Subject, mode: int) -> str:
    """Where a report is."""
    return f"verification/{subject.path}/{MODES[mode]}.json"


def _report(bundle: Bundle, subject: Subject, mode: int) -> dict[str, Any] | None:
    """A report; None, with problems, if it is not such as it should be."""
    read = bundle.json("report", _path(subject, mode), KINDS)
    if read is None:
        return None
    check, content = read
    check.code = REPORT_UNTRUE
    check.same(content["subject"], subject.path, None, "subject", "is not the subject of the folder")
    check.same(content["python_optimize"], mode, None, "python_optimize", "is not how this report was made")
    check.same(content["level"], subject.level, None, "level", "is not the level that study.json asks for")
    check.same(content["passed"], True, None, "passed", NOT_PASSED)
    check.same(len(content["problems"]), 0, None, "problems", NOT_PASSED)
    if not _are_checks(check, content["checks"]):
        return None
    _check_files(bundle, check, content["files"], subject)
    if subject.ran is None:
        check.same(content["certificate"], None, None, "certificate", "is there without a run")
    else:
        _check_certificate(bundle, check, content, subject.ran)
    return content if check.passed else None


def _are_checks(check: Check, items: Sequence[Any]) -> bool:
    """Whether all checks of a report have their keys, and passed by what they say."""
    for n, item in enumerate(items):
        where = f"checks[{n}]"
        if not have_keys(check, item, CHECK, where):
            return False
        check.same(item["passed"], True, None, f"{where}.passed", NOT_PASSED)
        if item["numbers"] < 0:
            check.problem("is below 0", None, f"{where}.numbers", "0 or more", item["numbers"])
        if not 0 <= item["largest_difference"] <= item["tolerance"]:
            expected = f"0 to {item['tolerance']!r}, its tolerance"
            check.problem("is too large", None, f"{where}.largest_difference", expected, item["largest_difference"])
    if not any(item["numbers"] for item in items):
        check.problem("compare nothing at all", None, "checks", "numbers that were compared")
    return check.passed


def _check_files(bundle: Bundle, check: Check, files: Mapping[str, Any], subject: Subject) -> None:
    """A report is on all files of its subject, and on the very bytes that are there."""
    check.same(list(files), sorted(subject.files), None, "files", "are not the files of this subject")
    for file, sha256 in files.items():
        check.same(sha256, sha256_of(bundle, file), None, f"files.{file}", "is not the hash of the file that is there")


def sha256_of(bundle: Bundle, file: str) -> str | None:
    """The hash of a file: of the bytes that were checked, or else of what is there now; None if nothing is."""
    known = bundle.ledger.files.get(file)
    if known is None and file in bundle.there:
        read_bytes_hashed(bundle.check("bytes", file), bundle.folder, LARGEST_FILE)
        known = bundle.ledger.files.get(file)
    return known


def _check_certificate(bundle: Bundle, check: Check, content: Mapping[str, Any], ran: Ran) -> None:
    """A certificate has its numbers, exact ones that add up, and the last row of the trajectory agrees with them."""
    *names, _ = columns(ran.compiled.game.players)
    answers = ran.variant.rule is not None and ran.variant.rule.answer == ANSWER_CURRENT
    prefixes = ("", "current_") if answers else ("",)
    kinds: Mapping[str, type] = dict.fromkeys([f"{prefix}{name}" for prefix in prefixes for name in names], dict)
    certificate = content["certificate"]
    if not have_keys(check, certificate, kinds, "certificate"):
        return
    proven: dict[str, Fraction] = {}
    for name, number in certificate.items():
        where = f"certificate.{name}"
        if not have_keys(check, number, NUMBER, where):
            return
        fraction = exact_number(number["fraction"])
        # A fraction of more digits than Python converts is for the level of truth alone.
        if fraction is None or str(fraction) != number["fraction"]:
            check.problem("not an exact number in lowest terms", None, where, fraction, number["fraction"], CELL_FORM)
            return
        check.same(number["decimal"], str(decimal(fraction)), None, f"{where}.decimal", "is not the fraction's")
        proven[name] = fraction
    for prefix in prefixes:
        _check_proven(bundle, check, prefix, proven, content["checks"], ran)


def _check_proven(
    bundle: Bundle,
    check: Check,
    prefix: str,
    proven: Mapping[str, Fraction],
    checks: Sequence[Mapping[str, Any]],
    ran: Ran,
) -> None:
    """The proven measures of one strategy."""
    gains = [proven[f"{prefix}gain_{player}"] for player in range(ran.compiled.game.players)]
    total = sum(gains, Fraction(0))
    if min(gains) < 0 or proven[f"{prefix}nash_conv"] != total:
        found = proven[f"{prefix}nash_conv"]
        check.problem(
            "is not the sum of gains of 0 or more", None, f"certificate.{prefix}nash_conv", total, found, SUM_WRONG
        )
    allowed = [each["tolerance"] for each in checks if each["name"] == LAST_ROW[prefix]]
    if len(allowed) != 1:
        check.problem("does not have the check of this name once", None, "checks", LAST_ROW[prefix], len(allowed))
        return
    reason = f"as that report has it; no more than by all payoffs together: {ran.compiled.rounding.reason}"
    tolerance = Tolerance(min(allowed[0], 2 * ran.compiled.rounding.size), reason)
    row = bundle.check("last row against the certificate", f"{ran.folder}/trajectory.csv", tolerance)
    for column, number in proven.items():
        if column.startswith("current_") == bool(prefix):
            last = len(ran.trajectory[column])
            row.number(ran.trajectory[column][-1], to_float(number), last, column)
