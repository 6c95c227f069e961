"""Which files a study has: exactly those that study.json calls for.

docs/bundle-format.md, "The tree" and "figures/".
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from recheck import tolerances
from recheck.claims import SUBJECT as CLAIMS
from recheck.codes import FILE_MISSING, FILE_NOT_DUE, FILE_UNREADABLE
from recheck.hands.entries import KEY as HANDS
from recheck.hands.entries import QUESTIONS, files_of, subject_of
from recheck.ledger import Ledger
from recheck.lessons.asked import DRAWN, has_lessons
from recheck.lessons.asked import FILES as OF_LESSONS
from recheck.lessons.asked import KEY as LESSONS
from recheck.source import PYTHON, READERS, WRITTEN_OUT
from recheck.study import EXACT, STUDY_FILE, checkpoints_of
from recheck.tables import SUBJECT as TABLES
from recheck.variant import OWN, SEED, TABLE
from recheck.variants.known import VARIANTS

MARKS = {".snakemake_timestamp"}
"""Hidden files that Snakemake leaves in folders that it makes; they are no part of a bundle."""

LISTS = ("products.sha256", "materials.sha256", "cells.txt", "bundle.sha256", "comparison.txt")
"""What may be in manifest/; what must be, and that its hashes are true, is for the level of hashes."""

MODES = ("python", "python-O")

WHOLE = (STUDY_FILE, "claims.csv", "report.html", "verdict/verification.json", "verdict/claims.json")
OF_GAMES = ("runs.csv", "runs.parquet", "methods.csv", "ranking.csv", "figures/games.svg", "figures/games.png")
"""What there is of all games together, if there is one."""

FAMILY = (
    *("summary.json", "family.csv", "members.csv", "deviations.csv", "bounds.csv", "certificates.csv"),
    "pure_profiles.csv",
)
MOST_PANELS = 12
"""Heat maps of a sweep in one figure."""

SHOWN = 1000
"""So many files that are not due are told; there may be any number."""


class Due(NamedTuple):
    """The files that must be there, and those that may."""

    must: frozenset[str]
    may: frozenset[str]


def check_tree(ledger: Ledger, folder: Path, study: Mapping[str, Any]) -> frozenset[str]:
    """Compare the files that are there with those that are due; give those that are both."""
    due = due_files(study)
    check = ledger.check("files that study.json calls for", STUDY_FILE, *tolerances.EXACT, code=FILE_NOT_DUE)
    found = frozenset(files_below(folder, check.ledger))
    # Which timelines there are is told by the questions, and compared where these are read.
    due = due._replace(may=due.may | {file for file in found if _may_be_timeline(study, file)})
    check.numbers = len(due.must)
    for file in sorted(due.must - found):
        check.file = file
        check.problem("is missing", expected="a file, by study.json", code=FILE_MISSING)
    for file in sorted(found - due.must - due.may)[:SHOWN]:
        check.file = file
        check.problem("should not be there", expected="no such file, by study.json")
    check.file = STUDY_FILE
    return found & (due.must | due.may)


def _may_be_timeline(study: Mapping[str, Any], file: str) -> bool:
    """Whether a file is where the timelines of questions are."""
    folders = [f"figures/{subject_of(entry)}" for entry in study[HANDS] if entry["kind"] == QUESTIONS]
    return file.endswith(".svg") and file.rpartition("/")[0] in folders


def files_below(folder: Path, ledger: Ledger) -> Iterator[str]:
    """The paths of all files below a folder, and of links to folders, which are followed by nobody."""

    def fail(error: OSError) -> None:
        path = Path(str(error.filename)).relative_to(folder).as_posix()
        ledger.check("folder", path, *tolerances.EXACT, code=FILE_UNREADABLE).problem(
            "cannot be read", found=error.strerror
        )

    for here, folders, names in os.walk(folder, onerror=fail):
        links = [name for name in folders if (Path(here) / name).is_symlink()]
        for name in chain(names, links):
            if name not in MARKS:
                yield (Path(here) / name).relative_to(folder).as_posix()


def due_files(study: Mapping[str, Any]) -> Due:
    """All files of a study."""
    must = {*WHOLE, *(OF_GAMES if study["games"] else ()), *reports_on(subjects_of(study))}
    must.update(file for entry in study[HANDS] for file in files_of(entry))
    may = {f"manifest/{name}" for name in LISTS}
    for game in study["games"]:
        entries = [entry for entry in study["variants"] if game["folder"] in entry["games"]]
        must.update(_of_game(study, game, entries))
        for entry in entries:
            folder = f"{game['folder']}/{entry['folder']}"
            must.update(f"{folder}/{name}" for name in _of_run(study, game, entry))
            may.update(f"{folder}/{name}" for name in _names_in(entry))
    return Due(frozenset(must), frozenset(may))


def subjects_of(study: Mapping[str, Any]) -> list[str]:
    """What there are reports on: runs, values, families of equilibria, lessons and hands, the tables of the whole, the claims."""
    found = [
        f"{game['folder']}/{part}"
        for game in study["games"]
        for part in (
            *[entry["folder"] for entry in study["variants"] if game["folder"] in entry["games"]],
            *[part for part in ("value", "equilibria") if game[part] is not None],
            *([LESSONS] if has_lessons(study, game) else []),
        )
    ]
    return [*found, *map(subject_of, study[HANDS]), *([TABLES] if study["games"] else []), CLAIMS]


def reports_on(subjects: Iterable[str]) -> list[str]:
    """The paths of both reports on each of these."""
    return [f"verification/{subject}/{mode}.json" for subject in subjects for mode in MODES]


def own_files_of_game(game: Mapping[str, Any]) -> list[str]:
    """The names of the files that a game comes from."""
    path = PurePosixPath(game["rules"])
    if path.suffix == PYTHON:
        return [path.name, WRITTEN_OUT]
    return [path.name] if path.suffix in READERS else []


def own_files_of_variant(entry: Mapping[str, Any]) -> list[str]:
    """The names of the files that a variant comes from, or takes numbers from."""
    names = [PurePosixPath(entry["rule"]).name] if entry["rule"].endswith(OWN) else []
    table = entry["parameters"].get(TABLE)
    if entry["rule"] in VARIANTS and TABLE in VARIANTS[entry["rule"]].parameters and isinstance(table, str):
        names.append(PurePosixPath(table).name)
    return names


def _names_in(entry: Mapping[str, Any]) -> list[str]:
    """The names of files that a rule of the user's own may take numbers from: which are tables only the rule says."""
    if entry["rule"] in VARIANTS:
        return []
    return [PurePosixPath(value).name for value in entry["parameters"].values() if isinstance(value, str) and value]


def _of_game(study: Mapping[str, Any], game: Mapping[str, Any], entries: list[Mapping[str, Any]]) -> Iterator[str]:
    """The files of a game but those of its runs."""
    folder = game["folder"]
    names = ["game.json", "infosets.csv", "outcomes.csv", *own_files_of_game(game)]
    if game["value"] is not None:
        names += ["value/value.json", "value/strategy.csv"]
    if game["equilibria"] is not None:
        names += [f"equilibria/{name}" for name in FAMILY]
    if has_lessons(study, game):
        names += [f"{LESSONS}/{name}" for name in OF_LESSONS]
    yield from (f"{folder}/{name}" for name in names)
    figures = ["exploitability"] if entries else []
    figures += chain.from_iterable(_of_sweeps(entries))
    if study["run_figures"]:
        figures += [f"{entry['folder']}/{name}" for entry in entries for name in _of_figures(study, game)]
    yield from (f"figures/{folder}/{name}.{suffix}" for name in figures for suffix in ("svg", "png"))
    yield from (f"figures/{folder}/{name}.svg" for name in (DRAWN if has_lessons(study, game) else ()))


def _of_run(study: Mapping[str, Any], game: Mapping[str, Any], entry: Mapping[str, Any]) -> Iterator[str]:
    """The names of the files of a run."""
    yield from ("trajectory.csv", "trajectory.parquet", "strategy.csv", *own_files_of_variant(entry))
    yield from (f"checkpoints/{t}.csv" for t in checkpoints_of(study, entry["answer"]))
    if study["frequencies"]:
        yield "frequencies.csv"
    if study["pure_plans"]:
        yield "plans.csv"
    if has_distance(study, game):
        yield "distance.csv"


def has_distance(study: Mapping[str, Any], game: Mapping[str, Any]) -> bool:
    """Whether runs on a game are measured against a family of equilibria."""
    return game["equilibria"] is not None and study["frequencies"] is True


def _of_figures(study: Mapping[str, Any], game: Mapping[str, Any]) -> Iterator[str]:
    """The names of the figures of a run."""
    yield "exploitability"
    if game["value"] == EXACT or game["equilibria"] is not None:
        yield "value"
    if has_distance(study, game):
        yield "frequencies"
    if game["rules"] == "kuhn_poker" and game["parameters"].get("players") == 2:
        yield "tree"


def _of_sweeps(entries: list[Mapping[str, Any]]) -> Iterator[list[str]]:
    """The names of the figures of each sweep on a game; there are none of a sweep over nothing but the seed."""
    sweeps: dict[str, dict[str, dict[str, str]]] = {}
    for entry in entries:
        if entry["sweep"] is not None:
            settings = {name: json.dumps(value) for name, value in entry["parameters"].items() if name != SEED}
            sweeps.setdefault(entry["sweep"], {})[entry["method"]] = settings
    for sweep, methods in sweeps.items():
        panels = _panels(list(methods.values()))
        pages = -(-panels // MOST_PANELS)
        yield [f"sweep{page + 1 if page else ''}-{sweep}" for page in range(pages)]


def _panels(settings: list[dict[str, str]]) -> int:
    """How many heat maps a sweep has: one for each combination of all parameters but the two with the most values."""
    names = dict.fromkeys(name for given in settings for name in given)
    values = {name: {given.get(name) for given in settings} for name in names}
    varying = sorted((name for name in names if len(values[name]) > 1), key=lambda name: -len(values[name]))
    return len({tuple(given.get(name) for name in varying[2:]) for given in settings}) if varying else 0
