"""The methods of a study, from methods.csv: the median of the runs that differ in nothing but their seed."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from regretlab.errors import InputError
from regretlab.figures.table import Floats, Table
from regretlab.files import read_json


@dataclass(frozen=True)
class Method:
    """A method on a game. Arrays have a number for each snapshot."""

    name: str
    answer: str
    """Which strategy the method is about, `average` or `current`."""
    place: int
    """Its place among all methods of the study: what a figure colors by."""
    runs: int
    coverage: float
    """Probability that low to high holds the median of what the seeds can give; 0 for a single run."""
    iterations: Floats
    exploitability: Floats
    """The median of the runs, of the strategy that the method is about."""
    low: Floats
    high: Floats

    @property
    def label(self) -> str:
        """The method, and which strategy of it is shown where that is not the average one."""
        return self.name if self.answer == "average" else f"{self.name} ({self.answer})"


def read_methods(study_folder: Path) -> dict[str, tuple[Method, ...]]:
    """The methods on each game, by its folder; both in the order of the study.

    Raises `InputError` if methods.csv lacks a method of study.json.
    """
    study = read_json(study_folder / "study.json")
    places = {name: n for n, name in enumerate(dict.fromkeys(entry["method"] for entry in study["variants"]))}
    table = Table(study_folder / "methods.csv")
    rows: dict[tuple[str, str], list[int]] = {}
    for row, key in enumerate(zip(table.texts("game"), table.texts("method"), strict=True)):
        rows.setdefault(key, []).append(row)
    answers, runs, coverage = table.texts("answer"), table.floats("runs"), table.floats("coverage")
    iterations, exploitability = table.floats("iteration"), table.floats("exploitability")
    low, high = table.floats("low"), table.floats("high")

    def method(game: str, name: str) -> Method:
        if (game, name) not in rows:
            raise InputError(f"{table.path}: expected rows for {name} on {game}, found none")
        own = rows[game, name]
        return Method(
            name=name,
            answer=answers[own[0]],
            place=places[name],
            runs=int(runs[own[0]]),
            coverage=float(coverage[own[0]]),
            iterations=iterations[own],
            exploitability=exploitability[own],
            low=low[own],
            high=high[own],
        )

    return {
        game["folder"]: tuple(
            method(game["folder"], name)
            for name in places
            if any(entry["method"] == name and game["folder"] in entry["games"] for entry in study["variants"])
        )
        for game in study["games"]
    }


def seeds_of(methods: Sequence[Method]) -> str:
    """How many runs the methods have that have several, `6` or `6 to 18`; nothing if there are none."""
    return from_to([method.runs for method in methods if method.runs > 1], "d")


def from_to(numbers: Sequence[float], form: str) -> str:
    """The least and the greatest number, once if they are written alike; nothing if there are none."""
    return " to ".join(dict.fromkeys(format(number, form) for number in sorted(numbers)[:: max(1, len(numbers) - 1)]))
