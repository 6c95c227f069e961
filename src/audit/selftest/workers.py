"""Many mutations tried side by side: each process has a copy of the bundle of its own."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from audit.selftest.judge import Found
from audit.selftest.mutation import Mutation
from audit.selftest.trial import MUTATIONS, Bench, Trial
from audit.workers import side_by_side
from seal.problem import SealError

_BY_NAME = {mutation.name: mutation for mutation in MUTATIONS}
_Told = tuple[str, Found, str]


def attempts(
    source: Path, folder: Path, chosen: Sequence[Mutation], level: str, jobs: int
) -> Generator[Trial, None, None]:
    """Try the mutations on the bundle in the folder `source`, in their order; all is done below `folder`.

    To be used in `contextlib.closing`. Raises `SealError` if a process is killed.
    """
    if jobs < 2:
        bench = Bench(source, folder)
        yield from (bench.attempt(mutation, level) for mutation in chosen)
        return
    names = [mutation.name for mutation in chosen]
    done: dict[int, _Told] = {}
    told = 0
    with closing(side_by_side(partial(_bench, source, folder, level), names, jobs)) as results:
        for number, result in results:
            if result is None:
                raise SealError(f"{names[number]}: the process that tried this mutation was killed")
            done[number] = result
            while told in done:
                yield Trial(chosen[told], *done.pop(told))
                told += 1


def _bench(source: Path, folder: Path, level: str) -> Callable[[str], _Told]:
    return partial(_attempt, Bench(source, Path(tempfile.mkdtemp(dir=folder))), level)


def _attempt(bench: Bench, level: str, name: str) -> _Told:
    """Functions do not go from process to process: the mutation is told by its name."""
    trial = bench.attempt(_BY_NAME[name], level)
    return trial.outcome, trial.found, trial.reason
