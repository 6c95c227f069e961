"""Many mutations tried side by side: each process has a copy of the bundle of its own."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

from audit.selftest.judge import Found
from audit.selftest.mutation import Mutation
from audit.selftest.trial import MUTATIONS, Bench, Trial

_BY_NAME = {mutation.name: mutation for mutation in MUTATIONS}
_benches: list[Bench] = []


def attempts(source: Path, folder: Path, chosen: Sequence[Mutation], level: str, jobs: int) -> Iterator[Trial]:
    """Try the mutations on the bundle in the folder `source`, in their order; all is done below `folder`."""
    if jobs < 2:
        bench = Bench(source, folder)
        yield from (bench.attempt(mutation, level) for mutation in chosen)
        return
    with ProcessPoolExecutor(jobs, initializer=_start, initargs=(source, folder)) as pool:
        told = pool.map(_attempt, [mutation.name for mutation in chosen], repeat(level))
        yield from (Trial(mutation, *what) for mutation, what in zip(chosen, told))


def _start(source: Path, folder: Path) -> None:
    _benches.append(Bench(source, Path(tempfile.mkdtemp(dir=folder))))


def _attempt(name: str, level: str) -> tuple[str, Found, str]:
    """Functions do not go from process to process: the mutation is told by its name."""
    trial = _benches[0].attempt(_BY_NAME[name], level)
    return trial.outcome, trial.found, trial.reason
