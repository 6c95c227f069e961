"""Stage `rank`: all runs of a study in one table, and who wins where.

Of each method it takes the strategy that the method is about, the average or the current one.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from regretlab.files import Cell, read_csv, read_json, write_csv
from regretlab.parquet import write_table
from regretlab.stages.report import DECADES

HEADER = ("game", "variant", "answer", "iteration", "unit", "nash_conv", "exploitability")


def rank(folder: Path) -> None:
    """Write runs.csv, runs.parquet and ranking.csv into the folder of a study, from its trajectories."""
    study = read_json(folder / "study.json")
    rows = list(_rows(folder, study))
    write_csv(folder / "runs.csv", HEADER, rows)
    write_table(folder / "runs.parquet", HEADER, rows)
    stops = [t for t in DECADES[1:] if t in study["snapshots"] and t < study["iterations"]] + [study["iterations"]]
    columns = [column for t in stops for column in (f"exploitability_{t}", f"rank_{t}")]
    write_csv(folder / "ranking.csv", ("game", "variant", "answer", *columns), _ranking(study, rows, stops))


def _rows(folder: Path, study: Mapping[str, Any]) -> Iterator[tuple[Cell, ...]]:
    """By game, then variant, then iteration; numbers as they stand in the trajectories."""
    for game in study["games"]:
        unit = read_json(folder / game["folder"] / "game.json")["unit"]
        for variant in study["variants"]:
            if game["folder"] in variant["games"]:
                labels = (game["folder"], variant["folder"], variant["answer"])
                prefix = "current_" if variant["answer"] == "current" else ""
                for row in read_csv(folder / game["folder"] / variant["folder"] / "trajectory.csv"):
                    measures = (float(row[f"{prefix}{name}"]) for name in ("nash_conv", "exploitability"))
                    yield (*labels, int(row["iteration"]), unit, *measures)


def _ranking(study: Mapping[str, Any], rows: list[tuple[Cell, ...]], stops: list[int]) -> Iterator[tuple[Cell, ...]]:
    """By game, then by rank at the last iteration; who has the same exploitability has the same rank."""
    found = {(str(row[0]), str(row[1]), row[3]): row[-1] for row in rows}
    for game in (entry["folder"] for entry in study["games"]):
        answers = {entry["folder"]: entry["answer"] for entry in study["variants"] if game in entry["games"]}
        at = {t: {variant: found[game, variant, t] for variant in answers} for t in stops}
        ranks = {t: _ranks(at[t]) for t in stops}
        for variant in sorted(answers, key=ranks[stops[-1]].__getitem__):
            cells = [cell for t in stops for cell in (at[t][variant], ranks[t][variant])]
            yield (game, variant, answers[variant], *cells)


def _ranks(numbers: Mapping[str, Any]) -> dict[str, int]:
    """1 for the smallest; one more than how many are smaller."""
    return {name: 1 + sum(other < number for other in numbers.values()) for name, number in numbers.items()}
