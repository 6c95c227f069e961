"""Verification of the tables of a study: all runs in one, the runs of each method together, and who wins where.

Columns and orders: docs/bundle-format.md, "runs.csv, methods.csv, ranking.csv". All numbers are those of the published
trajectories, on which there are reports of their own, or follow from them without rounding, but for the mean of the two middle
ones of an even number of runs.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

from recheck import tolerances
from recheck.comparing import compare_rows
from recheck.ledger import Ledger
from recheck.names import written
from recheck.reading import float_of, read_json, read_table
from recheck.response import columns
from recheck.study import DERIVED, LONGEST_RUN, read_whole_study
from recheck.variants.rule import ANSWER_CURRENT

SUBJECT = "tables"
COPIED = "is copied, and not derived from anything else: there is a report on each run"
OF_RUNS = "is not what the runs give"

RUNS = ("game", "variant", "answer", "iteration", "unit", "nash_conv", "exploitability")
METHODS = (
    *("game", "method", "answer", "iteration", "unit"),
    *("runs", "exploitability", "low", "high", "coverage"),
)
RANKING = ("game", "method", "answer")
"""And two columns for each iteration at which methods are ranked."""


class Published(NamedTuple):
    """A run: what it is called, and what was measured at each snapshot of the strategy that it is about."""

    game: str
    unit: str
    variant: str
    method: str
    answer: str
    nash_conv: Sequence[float]
    exploitability: Sequence[float]


class Method(NamedTuple):
    """The runs of a method on a game: at each snapshot the median of their exploitability, and the ends of its interval."""

    game: str
    unit: str
    name: str
    answer: str
    runs: int
    exploitability: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]
    coverage: float


def verify_tables(folder: Path) -> Ledger:
    """Verify the tables of a study; whatever is wrong, also with what they are made from, is in the ledger's problems."""
    ledger = Ledger(SUBJECT)
    with ledger.surviving():
        study = read_whole_study(ledger, folder)
        if study is not None:
            _verify(ledger, folder, study)
    return ledger


def _verify(ledger: Ledger, folder: Path, study: Mapping[str, Any]) -> None:
    """Compare the three tables with what follows from the trajectories, if all of these can be read."""
    runs = [run for game in study["games"] for run in _read_runs(ledger, folder, study, game["folder"])]
    if ledger.problems:
        return
    ledger.level = DERIVED
    compare_tables(ledger, folder, study["snapshots"], runs)


def compare_tables(
    ledger: Ledger,
    folder: Path,
    snapshots: Sequence[int],
    runs: Sequence[Published],
    files: Container[str] = ("runs.csv", "methods.csv", "ranking.csv"),
) -> None:
    """Compare the three tables, or those of them that are among `files`, with what follows from what was measured of the runs."""
    methods = methods_of(runs)
    ends = ranked_at(snapshots)
    header = (*RANKING, *[f"{what}_{t}" for t in ends for what in ("exploitability", "rank")])
    if "runs.csv" in files:
        check = ledger.check("all runs", "runs.csv", *tolerances.EXACT)
        compare_rows(check, folder, RUNS, lambda: run_rows(runs, snapshots), 4, OF_RUNS)
    if "methods.csv" in files:
        check = ledger.check("runs of each method", "methods.csv", *tolerances.EXACT)
        compare_rows(check, folder, METHODS, lambda: method_rows(methods, snapshots), 4, OF_RUNS)
    if "ranking.csv" in files:
        check = ledger.check("ranks of the methods", "ranking.csv", *tolerances.EXACT)
        at = [snapshots.index(t) for t in ends]
        compare_rows(check, folder, header, lambda: ranking_rows(methods, at), len(RANKING), OF_RUNS)


def _read_runs(ledger: Ledger, folder: Path, study: Mapping[str, Any], game: str) -> Iterator[Published]:
    """The runs on a game that can be read, in the order of the study."""
    check = ledger.check("unit of the game", f"{game}/game.json", 0.0, f"the unit {COPIED}")
    content = read_json(check, folder)
    if not check.passed:
        return
    named = content if isinstance(content, dict) else {}
    unit, infosets = named.get("unit"), named.get("infosets")
    if not isinstance(unit, str) or not isinstance(infosets, list):
        check.problem("does not say what payoffs are counted in, and how many infosets each player has")
        return
    check.numbers = 1
    measures = columns(len(infosets))
    header = ("iteration", *measures, *[f"current_{name}" for name in measures])
    labels = [(str(t),) for t in study["snapshots"]]
    for entry in study["variants"]:
        if game not in entry["games"]:
            continue
        file = f"{game}/{entry['folder']}/trajectory.csv"
        check = ledger.check("numbers of the run", file, 0.0, f"what is measured of a run {COPIED}")
        rows = read_table(check, folder, header, labels).values()
        prefix = "current_" if entry["answer"] == ANSWER_CURRENT else ""
        nash_conv, exploitability = (
            [number for row in rows if (number := float_of(check, row, prefix + name)) is not None]
            for name in ("nash_conv", "exploitability")
        )
        check.numbers = len(nash_conv) + len(exploitability)
        if check.passed:
            names = (entry["folder"], entry["method"], entry["answer"])
            yield Published(game, written(unit), *names, nash_conv, exploitability)


def methods_of(runs: Sequence[Published]) -> list[Method]:
    """The methods by game, in the order of their first runs; of the runs all must have as many numbers."""
    together: dict[tuple[str, str], list[Published]] = {}
    for run in runs:
        together.setdefault((run.game, run.method), []).append(run)
    return [_method(of_method) for of_method in together.values()]


def _method(runs: Sequence[Published]) -> Method:
    """One method on one game."""
    first, n = runs[0], len(runs)
    k, coverage = interval(n)
    at = [sorted(numbers) for numbers in zip(*[run.exploitability for run in runs])]
    medians = [numbers[n // 2] if n % 2 else (numbers[n // 2 - 1] + numbers[n // 2]) / 2 for numbers in at]
    low, high = [numbers[k - 1] for numbers in at], [numbers[n - k] for numbers in at]
    return Method(first.game, first.unit, first.method, first.answer, n, medians, low, high, coverage)


def interval(runs: int) -> tuple[int, float]:
    """k, and the probability that the median of a distribution is between the k-th smallest and greatest of so many draws.

    W. R. Thompson, "On confidence ranges for the median", Annals of Mathematical Statistics, 1936: 1 - 2 Σ_{j<k} C(n,j)/2ⁿ. k is
    the greatest with which this is at least 0.95, or 1.
    """
    every, outside, k = 2**runs, 2, 1
    while True:
        further = outside + 2 * comb(runs, k)
        if 20 * (every - further) < 19 * every:
            return k, (every - outside) / every
        outside, k = further, k + 1


def ranked_at(snapshots: Sequence[int]) -> list[int]:
    """The iterations at which methods are ranked: snapshots that are powers of ten, from 10 on, and the last one."""
    powers, power = set(), 10
    while power <= LONGEST_RUN:
        powers.add(power)
        power *= 10
    return [t for t in snapshots if t in powers or t == snapshots[-1]]


def run_rows(runs: Sequence[Published], snapshots: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """All rows of runs.csv."""
    for run in runs:
        for t, nash_conv, exploitability in zip(snapshots, run.nash_conv, run.exploitability):
            yield (run.game, run.variant, run.answer, str(t), run.unit, repr(nash_conv), repr(exploitability))


def method_rows(methods: Sequence[Method], snapshots: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """All rows of methods.csv."""
    for of in methods:
        for t, *numbers in zip(snapshots, of.exploitability, of.low, of.high):
            labels = (of.game, of.name, of.answer, str(t), of.unit)
            yield (*labels, str(of.runs), *map(repr, numbers), repr(of.coverage))


def ranking_rows(methods: Sequence[Method], at: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """All rows of ranking.csv; `at` are the numbers of the snapshots, from 0."""
    by_game: dict[str, list[Method]] = {}
    for of in methods:
        by_game.setdefault(of.game, []).append(of)
    for rivals in by_game.values():
        ranks = {of.name: [_rank(of, rivals, n) for n in at] for of in rivals}
        for of in sorted(rivals, key=lambda of: ranks[of.name][-1]):
            numbers = zip(at, ranks[of.name])
            cells = [cell for n, rank in numbers for cell in (repr(of.exploitability[n]), str(rank))]
            yield (of.game, of.name, of.answer, *cells)


def _rank(of: Method, rivals: Sequence[Method], n: int) -> int:
    """One more than how many have less at a snapshot."""
    return 1 + len([other for other in rivals if other.exploitability[n] < of.exploitability[n]])
