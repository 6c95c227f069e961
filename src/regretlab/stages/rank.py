"""Stage `rank`: all runs of a study in one table, the medians over seeds in another, and who wins where.

Of each method it takes the strategy that the method is about, the average or the current one.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from regretlab.errors import InputError
from regretlab.files import read_csv, read_json, write_csv
from regretlab.layout import tabulated
from regretlab.parquet import write_table

LEAST_COVERAGE = Fraction(95, 100)


class RunRow(NamedTuple):
    """A row of runs.csv."""

    game: str
    variant: str
    answer: str
    iteration: int
    unit: str
    nash_conv: float
    exploitability: float


class MethodRow(NamedTuple):
    """A row of methods.csv."""

    game: str
    method: str
    answer: str
    iteration: int
    unit: str
    runs: int
    exploitability: float
    low: float
    high: float
    coverage: float


def rank(folder: Path) -> None:
    """Write runs.csv, runs.parquet, methods.csv and ranking.csv into the folder of a study, from its trajectories.

    Raises `InputError` if a trajectory is not there, or not at the iterations of study.json.
    """
    study = read_json(folder / "study.json")
    runs = list(_runs(folder, study))
    methods = list(_methods(study, runs))
    write_csv(folder / "runs.csv", RunRow._fields, runs)
    write_table(folder / "runs.parquet", RunRow._fields, runs)
    write_csv(folder / "methods.csv", MethodRow._fields, methods)
    stops = tabulated(study["snapshots"], least=10)
    columns = [column for t in stops for column in (f"exploitability_{t}", f"rank_{t}")]
    write_csv(folder / "ranking.csv", ("game", "method", "answer", *columns), _ranking(methods, stops))


def confidence_interval(numbers: Sequence[float]) -> tuple[float, float, float]:
    """Ends and coverage of a confidence interval of the median of what `numbers` (at least one) are drawn from.

    W. R. Thompson, Annals of Mathematical Statistics 1936: whatever the distribution, the median is below the k-th smallest of
    n numbers, or above the k-th greatest, with a probability of Σ_{j<k} C(n,j)/2ⁿ each. k is the greatest one for which
    at least 95 % remain; 1 if there is none.
    """
    n, ordered = len(numbers), sorted(numbers)
    k, missed = 1, Fraction(2, 2**n)
    while (more := missed + Fraction(2 * comb(n, k), 2**n)) <= 1 - LEAST_COVERAGE:
        k, missed = k + 1, more
    return ordered[k - 1], ordered[-k], float(1 - missed)


def _runs(folder: Path, study: Mapping[str, Any]) -> Iterator[RunRow]:
    """By game, then variant, then iteration; numbers as they stand in the trajectories."""
    for game in study["games"]:
        unit = read_json(folder / game["folder"] / "game.json")["unit"]
        for variant in _variants_on(study, game["folder"]):
            prefix = "current_" if variant["answer"] == "current" else ""
            path = folder / game["folder"] / variant["folder"] / "trajectory.csv"
            rows = read_csv(path)
            if [int(row["iteration"]) for row in rows] != study["snapshots"]:
                raise InputError(f"{path}: iteration: expected the snapshots of study.json, found other iterations")
            for row in rows:
                measures = [float(row[f"{prefix}{name}"]) for name in ("nash_conv", "exploitability")]
                labels = (game["folder"], variant["folder"], variant["answer"])
                yield RunRow(*labels, int(row["iteration"]), unit, *measures)


def _methods(study: Mapping[str, Any], runs: Sequence[RunRow]) -> Iterator[MethodRow]:
    """By game, then method, then iteration: the median over the runs, and how far another draw of seeds might move it."""
    rows = {(run.game, run.variant, run.iteration): run for run in runs}
    for game in (entry["folder"] for entry in study["games"]):
        folders: dict[str, list[str]] = {}
        for variant in _variants_on(study, game):
            folders.setdefault(variant["method"], []).append(variant["folder"])
        for method, variants in folders.items():
            for t in study["snapshots"]:
                found = [rows[game, variant, t] for variant in variants]
                numbers = [run.exploitability for run in found]
                labels = (game, method, found[0].answer, t, found[0].unit)
                yield MethodRow(*labels, len(numbers), median(numbers), *confidence_interval(numbers))


def _variants_on(study: Mapping[str, Any], game: str) -> list[Mapping[str, Any]]:
    return [variant for variant in study["variants"] if game in variant["games"]]


def _ranking(methods: Sequence[MethodRow], stops: Sequence[int]) -> Iterator[tuple[str | float, ...]]:
    """By game, then by rank at the last iteration; who has the same exploitability has the same rank."""
    for game in dict.fromkeys(row.game for row in methods):
        rows = [row for row in methods if row.game == game]
        answers = {row.method: row.answer for row in rows}
        at = {t: {row.method: row.exploitability for row in rows if row.iteration == t} for t in stops}
        ranks = {t: _ranks(at[t]) for t in stops}
        for method in sorted(answers, key=ranks[stops[-1]].__getitem__):
            cells = [cell for t in stops for cell in (at[t][method], ranks[t][method])]
            yield (game, method, answers[method], *cells)


def _ranks(numbers: Mapping[str, float]) -> dict[str, int]:
    """1 for the smallest; one more than how many are smaller."""
    return {name: 1 + sum(other < number for other in numbers.values()) for name, number in numbers.items()}
