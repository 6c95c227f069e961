"""Stage `train`: run a variant on a game; publish the trajectory and the checkpoints.

A run that was killed goes on from its last checkpoint, and its files come out the same as without the kill.
"""

import hashlib
import json
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from regretlab.compiled import fingerprint
from regretlab.errors import InputError, RuleError
from regretlab.files import sha256, write_bytes, write_csv
from regretlab.layout import RUN_KEYS, checkpoint_file, frequencies_header, trajectory_header
from regretlab.registry import files_of_variant, load_rules, load_variant
from regretlab.sequence_form.arrays import NO_HISTORIES, Floats, Tree
from regretlab.sequence_form.game import Game
from regretlab.sequence_form.given import beginning
from regretlab.sequence_form.histories import lay_out
from regretlab.sequence_form.solver import Iterate, Solver, worth
from regretlab.unfinished import Table, Unfinished


def laid_out(game: Game, entries: Sequence[Mapping[str, Any]]) -> Tree:
    """The game for entries of study.json: with its histories, by its rules, if one of them samples."""
    sampled = any(entry["sampled"] for entry in entries)
    return Tree.of(game, lay_out(load_rules(game.rules, game.parameters), game) if sampled else NO_HISTORIES)


def train(study: Mapping[str, Any], game: Game, tree: Tree, entry: Mapping[str, Any], run: Path, resume: Path) -> None:
    """Run the variant of an entry of study.json on a game and publish the files in the folder `run`.

    `tree` is the game, laid out for the variant; `resume` holds what is unfinished.

    Raises `InputError` if a file cannot be written, if what is found in `resume` is damaged, or if the variant's rule gives
    what cannot be.
    """
    variant = load_variant(entry["rule"], entry["parameters"])
    solver = Solver(tree, variant)
    trajectory = Table("trajectory.csv", trajectory_header(game.players), [])
    frequencies = Table("frequencies.csv", frequencies_header(game), [])
    tables = (trajectory, frequencies) if study["frequencies"] else (trajectory,)
    unfinished = Unfinished(resume, _identity(study, game, entry), tables)
    start = unfinished.take_up(game, variant) or beginning(game, variant)
    snapshots, checkpoints = set(study["snapshots"]), set(study["checkpoints"])
    if variant.answer == "current":
        checkpoints |= snapshots
    stops = [t for t in sorted(snapshots | checkpoints) if start is None or t > start.iteration]
    _report(f"{run.parent.name}/{run.name}: {variant.title}, {'compiled' if variant.compiled else 'plain'}")
    if start is not None and start.iteration:
        _report(f"{run.parent.name}/{run.name}: going on from the checkpoint at iteration {start.iteration:,}")
    for iterate in _named(solver.iterates(stops, start), game, run.name):
        if iterate.iteration in snapshots:
            average, current = solver.average(iterate), solver.current(iterate)
            trajectory.rows.append((iterate.iteration, *_worth(solver.tree, average), *_worth(solver.tree, current)))
            if study["frequencies"]:
                frequencies.rows.append((iterate.iteration, *(average[q] for q, _, _ in game.rows())))
        if iterate.iteration in checkpoints:
            unfinished.keep(game, iterate)
            _report(f"{run.parent.name}/{run.name}: {iterate.iteration:,} of {study['iterations']:,} iterations")
    for table in tables:
        write_csv(run / table.file, table.header, table.rows)
    for file in map(checkpoint_file, sorted(checkpoints)):
        write_bytes(run / file, (resume / file).read_bytes())
    shutil.rmtree(resume)


def _named(iterates: Iterator[Iterate], game: Game, variant: str) -> Iterator[Iterate]:
    """The iterates; what is wrong with a rule is told with the names of variant and infoset."""
    try:
        yield from iterates
    except RuleError as error:
        where = [f"{variant}: iteration {error.iteration}"]
        if error.infoset is not None:
            infoset = game.infosets[error.infoset]
            where.append(f"player {infoset.player}, infoset {infoset.name!r}")
        raise InputError(f"{': '.join(where)}: {error.problem}") from error


def _worth(tree: Tree, sigma: Floats) -> list[float]:
    """One strategy's part of a row of the trajectory."""
    measured = worth(tree, sigma)
    values = measured.value[:1] if tree.players == 2 else measured.value
    return [*values, *measured.gain, measured.nash_conv, measured.exploitability]


def _identity(study: Mapping[str, Any], game: Game, entry: Mapping[str, Any]) -> str:
    """What a run is a run of: unfinished work of anything else is of no use."""
    tree = [game.infosets, game.alike, game.outcomes.sequences.tolist(), game.outcomes.payoffs.tolist()]
    rule = [entry["rule"], entry["parameters"], [sha256(Path(file)) for file in files_of_variant(entry)]]
    parts = [{key: study[key] for key in RUN_KEYS}, tree, game.outcomes.denominator, rule, fingerprint()]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _report(message: str) -> None:
    print(f"train: {message}", file=sys.stderr, flush=True)
