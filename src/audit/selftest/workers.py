"""Many mutations tried side by side: each process has a copy of the bundle of its own."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from audit.progress import Progress, telling
from audit.selftest.judge import Found
from audit.selftest.mutation import Mutation
from audit.selftest.trial import MUTATIONS, Bench, Trial
from audit.workers import side_by_side
from seal.problem import SealError
from seal.saying import counted

_BY_NAME = {mutation.name: mutation for mutation in MUTATIONS}
_Told = tuple[str, Found, str]


def attempts(
    source: Path, folder: Path, chosen: Sequence[Mutation], level: str, jobs: int, progress: Progress
) -> Generator[Trial, None, None]:
    """Try the mutations on the bundle in the folder `source`, in their order; all is done below `folder`.

    To be used in `contextlib.closing`. Raises `SealError` if a process is killed.
    """
    if jobs < 2:
        bench = Bench(source, folder)
        for number, mutation in enumerate(chosen):
            with telling(progress, partial(_state, number, len(chosen), [mutation.name])):
                trial = bench.attempt(mutation, level)
            yield trial
        return
    names = [mutation.name for mutation in chosen]
    done: dict[int, _Told] = {}
    told = 0
    finished = 0

    def waiting_for(under_way: Sequence[str]) -> None:
        progress.tell(partial(_state, finished, len(chosen), under_way))

    make = partial(_bench, source, folder, level)
    with closing(side_by_side(make, names, jobs, waiting_for=waiting_for)) as results:
        for number, result in results:
            if result is None:
                raise SealError(f"{names[number]}: the process that tried this mutation was killed")
            done[number] = result
            finished += 1
            waiting_for(names[number : number + 1])
            while told in done:
                yield Trial(chosen[told], *done.pop(told))
                told += 1


def _state(done: int, whole: int, under_way: Sequence[str]) -> str:
    """How far it is, in words."""
    return f"{done:,} of {counted(whole, 'mutation')}, at {' and '.join(under_way)}"


def _bench(source: Path, folder: Path, level: str) -> Callable[[str], _Told]:
    return partial(_attempt, Bench(source, Path(tempfile.mkdtemp(dir=folder))), level)


def _attempt(bench: Bench, level: str, name: str) -> _Told:
    """Functions do not go from process to process: the mutation is told by its name."""
    trial = bench.attempt(_BY_NAME[name], level)
    return trial.outcome, trial.found, trial.reason
