"""Stage `timing`: what the methods of a study are worth after so many seconds, not iterations.

No two runs take equally long, so nothing of this is part of the bundle, or sealed.
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from time import process_time
from typing import Any

from regretlab.files import Cell, write_csv
from regretlab.registry import load_variant
from regretlab.sequence_form.file import read_game
from regretlab.sequence_form.given import beginning
from regretlab.sequence_form.solver import Solver
from regretlab.stages.train import laid_out

HEADER = ("game", "method", "iteration", "seconds")


def timing(study: Mapping[str, Any], folder: Path, table: Path) -> None:
    """Run each method of a study again on each game, from its first seed; write processor seconds to `table`.

    `folder` holds the study's results. Evaluating strategies does not count, and neither does what a process does only once,
    as compiling and finding powers: each run is done twice, and the second one is timed.
    """
    write_csv(table, HEADER, _rows(study, folder))


def _rows(study: Mapping[str, Any], folder: Path) -> Iterator[tuple[Cell, ...]]:
    for name in (game["folder"] for game in study["games"]):
        game = read_game(folder / name)
        first: dict[str, Mapping[str, Any]] = {}
        for entry in study["variants"]:
            if name in entry["games"]:
                first.setdefault(entry["method"], entry)
        tree = laid_out(game, list(first.values()))
        for method, entry in first.items():
            print(f"timing: {name}/{entry['folder']}", file=sys.stderr, flush=True)
            variant = load_variant(entry["rule"], entry["parameters"])
            solver, before = Solver(tree, variant), beginning(game, variant)
            for _ in solver.iterates(study["snapshots"], before):
                pass
            start = process_time()
            for iterate in solver.iterates(study["snapshots"], before):
                yield name, method, iterate.iteration, process_time() - start
