"""An audit: the levels one after the other, each only if those before it passed.

What they are: docs/bundle-format.md, "The audit". What is parsed is what was hashed: recheck records the SHA-256 of the bytes
that it parsed, and they must be those of the list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from audit.authenticity import Signature, authenticity
from audit.progress import Progress, telling
from audit.truth import derive_all
from audit.verdict import (
    FAIL,
    HASHES,
    LEVELS,
    NOT_ASKED,
    NOT_AUTHENTIC,
    PASS,
    SEMANTICS,
    TRUTH,
    UNDECIDED,
    Level,
    Problem,
    Verdict,
)
from recheck import truth
from recheck.ledger import Ledger
from recheck.ledger import Problem as Recheck
from recheck.semantics import check_descriptions, check_semantics
from recheck.study import CONSISTENT
from seal.bag import Bag, check_bag
from seal.container import opened
from seal.problem import MEANINGS, UNREADABLE
from seal.problem import Problem as Seal
from seal.saying import counted

FEW = 6
"""So many subjects are named one by one."""

SKIPPED = "not looked at, since the level before did not pass"
UNEXPECTED = "not looked at, since this is not the bundle that is expected"
UNASKED = "not asked for"
ENDED = "not looked at, since the audit came to an early end"


class Asked(NamedTuple):
    """What an audit is to find out: up to which level, and by what the bundle is known to be the published one."""

    level: str = TRUTH
    expect: str | None = None
    signature: Signature | None = None
    jobs: int = 1


NOTHING = Verdict(None, None, UNDECIDED, [], [])
"""What is known before an audit."""


def audit(path: Path, asked: Asked) -> Verdict:
    """Audit a directory, zip or tar.gz. Raises OSError if it cannot be read, or unpacked, at all."""
    *_, verdict = steps(path, asked)
    return verdict


def ended(known: Verdict, why: str) -> Verdict:
    """The verdict if the audit came to an early end: the level that it was at is undecided, the next ones were not looked at."""
    done = list(known.levels)
    skipped = [Level(level, NOT_ASKED, 0, ENDED) for level in LEVELS[len(done) + 1 :]]
    return known._replace(levels=[*done, Level(LEVELS[len(done)], UNDECIDED, 0, why), *skipped])


def steps(path: Path, asked: Asked, prog: str = "audit") -> Iterator[Verdict]:
    """What is known after each level; the last one is the verdict. Raises as `audit` does.

    `prog` is what lines of progress begin with.
    """
    with opened(path) as given:
        if given.problems:
            failed = Level(HASHES, FAIL, 0, "what was given is not opened: nothing was unpacked")
            problems = _of_seal(given.problems)
            yield Verdict(None, None, NOT_AUTHENTIC, [failed, *_skipped(asked, LEVELS[1:])], problems)
            return
        bag = check_bag(given.folder, Progress(f"{prog}: hashes"))
        study = _study(bag.hashes)
        if given.folder != path and study is not None and given.name != study:
            wrong = Seal("archive-malformed", path.name, f"'{study}/' as its only folder", f"'{given.name}/'")
            bag = replace(bag, problems=(*bag.problems, wrong))
        known = authenticity(given.folder, bag, asked.expect, asked.signature)
        problems = _of_seal((*bag.problems, *known.problems))
        levels = [_hashes(bag)]
        whole = Verdict(study, bag.root, known.authenticity, levels, problems, known.refuted, known.established)
        if whole.levels[0].verdict == PASS and known.refuted is not None:
            yield whole._replace(levels=[*whole.levels, *_skipped(asked, LEVELS[1:], UNEXPECTED)])
            return
        place = _Place(given.folder, study or "", bag.hashes)
        for level, look in ((SEMANTICS, partial(_semantics, prog)), (TRUTH, partial(_truth, asked.jobs, prog))):
            if whole.levels[-1].verdict != PASS or LEVELS.index(asked.level) < LEVELS.index(level):
                yield whole._replace(levels=[*whole.levels, *_skipped(asked, LEVELS[len(whole.levels) :])])
                return
            yield whole
            found, more = look(place)
            whole = whole._replace(levels=[*whole.levels, found], problems=[*whole.problems, *more])
        yield whole


class _Place(NamedTuple):
    """A bundle whose files are as listed: its base, the name of its study, and all hashes, by path from the base."""

    base: Path
    study: str
    hashes: Mapping[str, str]

    @property
    def below(self) -> str:
        """What all paths of the study begin with."""
        return f"data/results/{self.study}/"

    @property
    def folder(self) -> Path:
        """That of the study."""
        return self.base / self.below


def _hashes(bag: Bag) -> Level:
    """Whether the files are those listed. That one cannot be read proves nothing, but may hide anything."""
    files = counted(len(bag.hashes), "file")
    if not bag.problems:
        return Level(HASHES, PASS, len(bag.hashes), f"{files}, no other, all as listed")
    if all(problem.kind == UNREADABLE for problem in bag.problems):
        return Level(HASHES, UNDECIDED, len(bag.hashes), f"{files}, and some that cannot be read")
    return Level(HASHES, FAIL, len(bag.hashes), f"{files}, not all as due" if bag.hashes else "there is no bundle")


def _semantics(prog: str, place: _Place) -> tuple[Level, list[Problem]]:
    """Whether the files say things that agree, and what is around the study says so, too."""
    with telling(
        Progress(f"{prog}: semantics"), lambda: f"what {counted(len(place.hashes), 'file')} say of each other"
    ):
        return _agreement(place)


def _agreement(place: _Place) -> tuple[Level, list[Problem]]:
    study = check_semantics(place.folder)
    problems = _of_recheck(SEMANTICS, place, study, study.all_problems())
    ledgers = [study]
    # Of what a study.json says that is none, nothing follows.
    if study.level == CONSISTENT:
        around = check_descriptions(place.base, place.study)
        problems += _of_recheck(SEMANTICS, place, around, around.all_problems(), below="")
        ledgers.append(around)
    checks = [check for ledger in ledgers for check in ledger.checks]
    numbers = sum(check.numbers for check in checks)
    reason = f"{counted(numbers, 'comparison')} in {counted(len(checks), 'check')}"
    failed = sum(not check.passed for check in checks)
    if failed:
        reason = f"{counted(len(problems), 'problem')} in {failed:,} of {counted(len(checks), 'check')}"
    return Level(SEMANTICS, _verdict(problems, ledgers), numbers, reason), problems


def _truth(jobs: int, prog: str, place: _Place) -> tuple[Level, list[Problem]]:
    """Whether the second implementation comes to the same numbers, and to the same reports."""
    study, derived = derive_all(place.folder, jobs, Progress(f"{prog}: truth"))
    problems = _of_recheck(TRUTH, place, study, truth.problems_of(study))
    for one in derived:
        problems += _of_recheck(TRUTH, place, one.ledger, [*truth.problems_of(one.ledger), *one.differences])
    ledgers = [one.ledger for one in derived]
    numbers = sum(check.numbers for ledger in ledgers for check in ledger.checks)
    sound = [ledger for ledger, one in zip(ledgers, derived) if ledger.passed and not one.differences]
    same = sum(check.numbers for ledger in sound for check in ledger.checks)
    reason = f"{counted(same, 'number')} derived again: {_levels_text(sound)}" if sound else "nothing derived again"
    failed = [ledger.subject for ledger in ledgers if ledger not in sound]
    if failed:
        reason = f"not confirmed: {_some(failed)}; {reason}"
    return Level(TRUTH, _verdict(problems, [study, *ledgers]), numbers, reason), problems


def _levels_text(ledgers: Sequence[Ledger]) -> str:
    """How far the subjects were derived: each of them if they are few, else how many of each kind."""
    named = [f"{ledger.subject} {ledger.level or 'not at all'}" for ledger in ledgers]
    if len(named) <= FEW:
        return ", ".join(named)
    counts = Counter(ledger.level or "not at all" for ledger in ledgers)
    return ", ".join(f"{count} {level}" for level, count in counts.items())


def _some(subjects: Sequence[str]) -> str:
    """The subjects if they are few, else the first of them and how many more there are."""
    more = f" and {len(subjects) - FEW:,} more" if len(subjects) > FEW else ""
    return ", ".join(subjects[:FEW]) + more


def _verdict(problems: Sequence[Problem], ledgers: Iterable[Ledger]) -> str:
    """What a level comes to: undecided if all that is wrong is that memory or recursion came to an end."""
    if not problems:
        return PASS
    failed = [ledger for ledger in ledgers if ledger.problems]
    return UNDECIDED if failed and all(ledger.exhausted for ledger in failed) else FAIL


def _of_seal(problems: Iterable[Seal]) -> list[Problem]:
    """What seal found, as problems of the first level."""
    return [
        Problem(one.kind, HASHES, one.path, None, None, one.expected, one.found, MEANINGS[one.kind], one.hint)
        for one in problems
    ]


def _of_recheck(
    level: str, place: _Place, ledger: Ledger, found: Iterable[Recheck], below: str | None = None
) -> list[Problem]:
    """What recheck found, with paths from the base of the bundle; and the files that it read in another state than seal.

    Its own paths are from the folder that is `below`; None: that of the study.
    """
    start = place.below if below is None else below
    hashes = _below(place.hashes, start)
    problems = [
        Problem(
            one.code or level,
            level,
            None if one.file is None else start + one.file,
            one.row,
            one.column,
            one.expected,
            one.found,
            one.message,
        )
        for one in found
    ]
    for file in truth.unlike(ledger, hashes):
        listed, parsed = hashes.get(file, "no such file"), ledger.files[file]
        message = "had other bytes when it was parsed than when it was hashed"
        problems.append(Problem("changed-while-read", level, start + file, None, None, listed, parsed, message))
    return problems


def _study(hashes: Mapping[str, str]) -> str | None:
    """The folder of the study: the one below data/results."""
    names = {path.split("/")[2] for path in hashes if path.startswith("data/results/") and path.count("/") > 2}
    return names.pop() if len(names) == 1 else None


def _below(hashes: Mapping[str, str], start: str) -> dict[str, str]:
    """The hashes of files in a folder, by their paths from there."""
    return {path[len(start) :]: sha256 for path, sha256 in hashes.items() if path.startswith(start)}


def _skipped(asked: Asked, levels: Iterable[str], why: str = SKIPPED) -> list[Level]:
    """Levels that nothing can be said of."""
    wanted = LEVELS[: LEVELS.index(asked.level) + 1]
    return [Level(level, NOT_ASKED, 0, why if level in wanted else UNASKED) for level in levels]
