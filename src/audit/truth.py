"""Derives all that a study publishes once more, several subjects side by side where the platform can fork.

What a subject is: docs/bundle-format.md, "verification".
"""

from __future__ import annotations

import io
import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import redirect_stderr
from pathlib import Path
from typing import NamedTuple

from audit.progress import Progress
from recheck.ledger import Ledger, Problem
from recheck.truth import derive, differences, subjects


class Derived(NamedTuple):
    """What came of a subject, and where the published reports on it say something else."""

    ledger: Ledger
    differences: Sequence[Problem]


def derive_all(folder: Path, jobs: int, progress: Progress) -> tuple[Ledger, Sequence[Derived]]:
    """What was read of study.json, and all subjects of the study in `folder`, in its order."""
    study = Ledger("study")
    due = subjects(folder, study)
    found: dict[str, Derived] = {}
    for one in _derived(folder, due, jobs):
        found[one.ledger.subject] = one
        progress(len(found), len(due), "subjects")
    return study, [found[subject] for subject in due]


def _derived(folder: Path, due: Sequence[str], jobs: int) -> Iterator[Derived]:
    """The subjects as they are done."""
    if jobs == 1 or len(due) == 1 or "fork" not in multiprocessing.get_all_start_methods():
        yield from (_derive(folder, subject) for subject in due)
        return
    with ProcessPoolExecutor(min(jobs, len(due)), multiprocessing.get_context("fork")) as pool:
        futures = {pool.submit(_derive, folder, subject): subject for subject in due}
        for future in as_completed(futures):
            try:
                yield future.result()
            except BrokenProcessPool:
                yield Derived(_killed(futures[future]), ())


def _derive(folder: Path, subject: str) -> Derived:
    """One subject. What recheck tells on the way is left out: the audit has lines of its own."""
    with redirect_stderr(io.StringIO()):
        ledger = derive(folder, subject)
        # Where something is wrong already, the reports differ for that reason.
        return Derived(ledger, differences(folder, subject, ledger) if ledger.passed else ())


def _killed(subject: str) -> Ledger:
    """What is said of a subject whose process, or that of another beside it, was killed: most often for want of memory."""
    ledger = Ledger(subject)
    with ledger.surviving():
        raise MemoryError
    return ledger
