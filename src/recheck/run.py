"""Verification of a run: every number of a variant's folder is derived again from the start.

What is compared with what follows the files of docs/bundle-format.md, "The tree". The solver of recheck.walk repeats
all iterations; its strategies are measured by recursion and by enumeration of all plans, two ways that share no step.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, NamedTuple

from recheck import tolerances
from recheck.final import check_final
from recheck.gamefile import compiled
from recheck.kuhn import labels
from recheck.ledger import Check, Ledger
from recheck.plans import Plans, plans
from recheck.reading import read_json
from recheck.states import check_states
from recheck.study import Study, read_study
from recheck.trajectory import check_distance, check_frequencies, check_trajectory
from recheck.walk import State, iterate

ENUMERABLE_INFOSETS = 12
"""Players with more infosets have too many plans to enumerate them (2 ** 12 = 4,096 are few)."""


class Run(NamedTuple):
    """A study, what was derived again for it, and where its problems go.

    `files` is the path of the variant's folder below the study, with a final slash; `plans` is None for games with too
    many plans.
    """

    study: Study
    ledger: Ledger
    files: str
    labels: list[tuple[str, str, str]]
    plans: tuple[Plans, Plans] | None
    states: dict[int, State]


def verify_run(folder: Path, game_folder: str, variant_folder: str) -> Ledger:
    """Verify one variant of one game; whatever is wrong is in the ledger's problems."""
    ledger = Ledger(f"{game_folder}/{variant_folder}")
    study = read_study(ledger, folder, game_folder, variant_folder)
    if study is None:
        return ledger
    _check_game(ledger, study)
    both = None
    if len(study.game.infosets[0]) <= ENUMERABLE_INFOSETS:
        both = (plans(study.game, 0), plans(study.game, 1))
    files = f"{game_folder}/{variant_folder}/"
    run = Run(study, ledger, files, labels(study.game), both, _derive(study))
    published = check_states(run)
    frequencies = check_frequencies(run)
    trajectory = check_trajectory(run, frequencies, published)
    check_final(run, frequencies, published, trajectory)
    if study.family is not None:
        check_distance(run)
    return ledger


def _derive(study: Study) -> dict[int, State]:
    """All states that something is published of, with a line of progress on stderr for every tenth."""
    stops = set(study.snapshots) | set(study.checkpoints)
    states = {}
    tenth = 1
    for state in iterate(study.game, study.rule, stops):
        states[state.iteration] = state
        while state.iteration * 10 >= tenth * study.iterations:
            print(f"recheck: {study.rule}, iteration {state.iteration}", file=sys.stderr, flush=True)
            tenth = state.iteration * 10 // study.iterations + 1
    return states


def _check_game(ledger: Ledger, study: Study) -> None:
    """Compare game.json, key by key, with what the rules of recheck.kuhn give."""
    file = f"{study.game_folder}/game.json"
    check = ledger.check("compiled game", file, *tolerances.EXACT)
    content = read_json(check, study.folder)
    if content is not None:
        compare_json(check, content, compiled(study.game), "")


def compare_json(check: Check, found: Any, expected: Any, path: str) -> None:
    """Compare JSON contents, types and orders of keys included; a problem's column is the path of the key."""
    if type(found) is not type(expected):
        check.problem("is of another type", None, path, type(expected).__name__, type(found).__name__)
    elif isinstance(expected, dict):
        if list(found) != list(expected):
            check.problem("has other keys", None, path, ", ".join(expected), ", ".join(found))
        for name in expected:
            if name in found:
                compare_json(check, found[name], expected[name], f"{path}.{name}" if path else name)
    elif isinstance(expected, list):
        check.same(len(found), len(expected), None, path, "has another length")
        for n, (one, other) in enumerate(zip(found, expected)):
            compare_json(check, one, other, f"{path}[{n}]")
    else:
        check.same(found, expected, None, path, "is not what the rules give")
