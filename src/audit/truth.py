"""Derives all that a study publishes once more, several subjects side by side where the platform can fork.

What a subject is: docs/bundle-format.md, "verification".
"""

from __future__ import annotations

import io
import multiprocessing
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, redirect_stderr
from functools import partial
from pathlib import Path
from typing import NamedTuple

from audit.progress import Progress, telling
from audit.workers import side_by_side
from recheck.ledger import Ledger, Problem
from recheck.truth import derive, differences, subjects
from seal.saying import counted


class Derived(NamedTuple):
    """What came of a subject, and where the published reports on it say something else."""

    ledger: Ledger
    differences: Sequence[Problem]


def derive_all(folder: Path, jobs: int, progress: Progress) -> tuple[Ledger, Sequence[Derived]]:
    """What was read of study.json, and all subjects of the study in `folder`, in its order."""
    study = Ledger("study")
    due = subjects(folder, study)
    found: dict[str, Derived] = {}

    def state(under_way: Sequence[str]) -> str:
        return f"{len(found):,} of {counted(len(due), 'subject')}, at {' and '.join(under_way)}"

    with closing(_derived(folder, due, jobs, progress, state)) as derived:
        for one in derived:
            found[one.ledger.subject] = one
    return study, [found[subject] for subject in due]


def _derived(
    folder: Path, due: Sequence[str], jobs: int, progress: Progress, state: Callable[[Sequence[str]], str]
) -> Generator[Derived, None, None]:
    """The subjects as they are done; `state` says in words how far that is."""
    if jobs == 1 or len(due) == 1 or "fork" not in multiprocessing.get_all_start_methods():
        for subject in due:
            with telling(progress, partial(state, [subject])):
                done = _derive(folder, subject)
            yield done
        return
    fork = multiprocessing.get_context("fork")

    def waiting_for(under_way: Sequence[str]) -> None:
        progress.tell(partial(state, under_way))

    with closing(side_by_side(lambda: partial(_derive, folder), due, jobs, fork, waiting_for)) as results:
        for number, result in results:
            waiting_for(due[number : number + 1])
            yield result or Derived(_killed(due[number]), ())


def _derive(folder: Path, subject: str) -> Derived:
    """One subject. What recheck tells on the way is left out: the audit has lines of its own."""
    with redirect_stderr(io.StringIO()):
        ledger = derive(folder, subject)
        # Where something is wrong already, the reports differ for that reason.
        return Derived(ledger, differences(folder, subject, ledger) if ledger.passed else ())


def _killed(subject: str) -> Ledger:
    """What is said of a subject whose process was killed, or had none left: most often for want of memory."""
    ledger = Ledger(subject)
    with ledger.surviving():
        raise MemoryError
    return ledger
