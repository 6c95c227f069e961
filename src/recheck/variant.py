"""What study.json says of the variant of a run: its entry, and the rule that it means with these parameters.

Keys: docs/bundle-format.md, "study.json"; parameters: docs/variants.md. Tables of numbers by iteration stand in the run's folder.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from recheck.codes import CELL_FORM, TABLE_ROWS, TABLE_SCHEMA
from recheck.given import read_given
from recheck.ledger import Check
from recheck.reading import LARGEST_FILE, read_text
from recheck.variants.known import STRATEGY, VARIANTS, made
from recheck.variants.rule import ANSWER_AVERAGE, ANSWER_CURRENT, Given, Rule, Tabulated

KEYS = {"folder", "method", "rule", "parameters", "games", "answer", "sampled", "sweep"}
FOLDER = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
OWN = ".py"
"""What the path of a rule of the user's own ends in; such a rule is not run here."""

SEED = "seed"
"""The parameter that runs of one method differ in."""

TABLE = "table"
TABLE_COLUMNS = ("alpha", "beta", "gamma")
FROM, TO = "from_iteration", "to_iteration"
OTHER_FILES = {"trajectory", "frequencies", "strategy", "plans", "distance"}
"""Names of the run's own tables, which no table of numbers may take."""

COUNT = re.compile(r"[0-9]{1,4300}")


class Entry(NamedTuple):
    """A variant of study.json; `rule` is None if it is not one that is known here."""

    name: str
    rule: Rule | None
    answer: str
    sampled: bool


NO_VARIANT = Entry("", None, ANSWER_AVERAGE, sampled=False)
"""Where a game alone is looked at."""


def find_variant(check: Check, study: Path, content: Mapping[str, Any], game: str, folder: str) -> Entry | None:
    """The variant with that folder on the game with that folder; None with problems if there is none such as it should be."""
    if not are_entries(check, content):
        return None
    named = [entry for entry in content["variants"] if entry["folder"] == folder]
    if not any(game in entry["games"] for entry in named):
        games = ", ".join([name for entry in named for name in entry["games"]])
        message = "no variant has this folder on the game that is to be verified"
        check.problem(message, None, "variants", f"{folder} on {game}", f"on {games}" if named else None)
        return None
    entry = next(entry for entry in named if game in entry["games"])
    return read_entry(check, study, entry, game, content["iterations"])


def read_entry(check: Check, study: Path, entry: Mapping[str, Any], game: str, iterations: int) -> Entry | None:
    """The variant of one of those entries, on a game with that folder; None with problems if its parameters are not its."""
    if entry["rule"] not in VARIANTS:
        return Entry(entry["rule"], None, entry["answer"], entry["sampled"])
    rule = _rule(check, study, entry, f"{game}/{entry['folder']}")
    if rule is None or not _fits(check, rule, entry, iterations):
        return None
    return Entry(entry["rule"], rule, entry["answer"], entry["sampled"])


def are_entries(check: Check, content: Mapping[str, Any]) -> bool:
    """Whether the entries of all variants are such, with folders and methods as they should be; problems if not.

    The games of the study must have been looked at before.
    """
    games = [game["folder"] for game in content["games"]]
    for n, entry in enumerate(content["variants"]):
        _check_form(check, entry, f"variants[{n}]", games)
    if check.passed:
        for game in games:
            _check_runs(check, content["variants"], game)
    return check.passed


def _check_runs(check: Check, entries: Sequence[Mapping[str, Any]], game: str) -> None:
    """Whether the runs on a game have different folders, and those of one method differ in their seeds and nothing else."""
    folders: set[str] = set()
    methods: dict[str, str] = {}
    seeds: set[tuple[str, str]] = set()
    for n, entry in enumerate(entries):
        if game not in entry["games"]:
            continue
        if entry["folder"] in folders:
            check.problem(
                "two entries have one folder on one game", None, "variants", None, f"{entry['folder']} on {game}"
            )
        folders.add(entry["folder"])
        method, parameters = entry["method"], dict(entry["parameters"])
        seed = (method, json.dumps(parameters.pop(SEED, None)))
        others = json.dumps([entry["rule"], entry["answer"], parameters], sort_keys=True)
        if methods.setdefault(method, others) != others:
            message = "differs from an earlier run of its method in more than the seed"
            check.problem(message, None, f"variants[{n}].method", methods[method], others)
        elif seed in seeds:
            check.problem("has the seed of an earlier run of its method", None, f"variants[{n}].parameters.{SEED}")
        seeds.add(seed)


def _is_method(entry: Mapping[str, Any]) -> bool:
    """Whether folder and method have the names that a sweep gives: its own, then what it has lists of; methods without seed."""
    folder, method, sweep = entry["folder"], entry["method"], entry["sweep"]
    if sweep is None:
        return bool(method == folder)
    if folder == sweep or not folder.startswith(sweep) or not method.startswith(sweep):
        return False
    parts = {key: f"-{key}{_readable(value)}" for key, value in entry["parameters"].items()}
    ends = {(len(sweep), len(sweep))}
    ahead = list(ends)
    while ahead:
        at, of_method = ahead.pop()
        for key, part in parts.items():
            end = at + len(part), of_method + len(part) * (key != SEED)
            if folder.startswith(part, at) and (key == SEED or method.startswith(part, of_method)) and end not in ends:
                ends.add(end)
                ahead.append(end)
    return (len(folder), len(method)) in ends


def _readable(value: Any) -> str:
    """The value of a parameter as it stands in the name of a folder."""
    return f"{value:g}" if isinstance(value, float) else str(value).lower()


def _check_form(check: Check, entry: Any, column: str, games: Sequence[str]) -> None:
    """Whether an entry has its keys, each of its type, and runs on games of the study."""
    if not isinstance(entry, dict) or set(entry) != KEYS:
        check.problem("wrong keys", None, column, ", ".join(sorted(KEYS)))
        return
    for key, kind in (
        ("folder", str),
        ("method", str),
        ("rule", str),
        ("parameters", dict),
        ("games", list),
        ("answer", str),
        ("sampled", bool),
    ):
        if type(entry[key]) is not kind:
            found = type(entry[key]).__name__
            check.problem("is of the wrong type", None, f"{column}.{key}", kind.__name__, found)
            return
    if entry["sweep"] is not None and type(entry["sweep"]) is not str:
        check.problem("is neither a name nor null", None, f"{column}.sweep", "name or null", entry["sweep"])
        return
    if not FOLDER.fullmatch(entry["folder"]):
        check.problem("is not the name of a folder", None, f"{column}.folder", FOLDER.pattern, entry["folder"])
    if not _is_method(entry):
        expected = (
            f"the folder; in a sweep both are its name, then -key and value of each list, the method without -{SEED}"
        )
        check.problem("does not fit folder and sweep", None, f"{column}.method", expected, entry["method"])
    if entry["answer"] not in (ANSWER_AVERAGE, ANSWER_CURRENT):
        expected = f"{ANSWER_AVERAGE} or {ANSWER_CURRENT}"
        check.problem("is not a strategy", None, f"{column}.answer", expected, entry["answer"])
    strange = [name for name in entry["games"] if name not in games]
    if strange or not entry["games"]:
        found = strange[0] if strange else "none"
        check.problem("is no game of the study", None, f"{column}.games", ", ".join(map(str, games)), found)
    elif len(set(entry["games"])) != len(entry["games"]):
        check.problem("has a game twice", None, f"{column}.games", None, ", ".join(entry["games"]))


def _rule(check: Check, study: Path, entry: Mapping[str, Any], run: str) -> Rule | None:
    """The rule of a known variant; None with problems if it has other parameters or no such values."""
    expected, parameters = VARIANTS[entry["rule"]].parameters, entry["parameters"]
    if set(parameters) != set(expected):
        found = ", ".join(parameters) or "{}"
        check.problem("wrong keys", None, "parameters", ", ".join(expected) or "{}", found)
        return None
    for name, setting in expected.items():
        if not setting.allows(parameters[name]):
            message = "is not a value of this parameter"
            check.problem(message, None, f"parameters.{name}", setting.expected, parameters[name])
    if not check.passed:
        return None
    if TABLE not in parameters:
        return made(entry["rule"], **parameters)
    read = read_given if expected[TABLE] is STRATEGY else tabulated
    table = _read_table(check, study, parameters[TABLE], run, read)
    return None if table is None else made(entry["rule"], **{**parameters, TABLE: table})


def _fits(check: Check, rule: Rule, entry: Mapping[str, Any], iterations: int) -> bool:
    """Whether a rule is for so many iterations, and answers what the study says."""
    if rule.last is not None and rule.last < iterations:
        message = "is for fewer iterations than the study has"
        check.problem(message, None, "parameters", f"{iterations} or more", rule.last)
    if rule.delay >= iterations:
        message = "leaves nothing to be averaged"
        check.problem(message, None, "parameters.delay", f"less than {iterations}", rule.delay)
    check.same(entry["answer"], rule.answer, None, "answer", "is not the strategy that this variant is about")
    check.same(entry["sampled"], rule.sampling is not None, None, "sampled", "is not so of this variant")
    return check.passed


def _read_table(
    check: Check, study: Path, path: str, run: str, read: Callable[[Check, str], Tabulated | Given | None]
) -> Tabulated | Given | None:
    """The table that stands in the run's folder under its own name; None with problems if it is none."""
    name = PurePosixPath(path).name
    if not name or name == ".." or "\0" in name or name.split(".")[0] in OTHER_FILES:
        check.problem("is not the path of a table", None, f"parameters.{TABLE}", "a file of its own name", path)
        return None
    reason = "a table of numbers is read, and not derived from anything else"
    own = check.ledger.check("table of the variant", f"{run}/{name}", 0.0, reason)
    text = read_text(own, study, LARGEST_FILE, any_line_ends=True)
    return None if text is None else read(own, text)


def tabulated(check: Check, text: str) -> Tabulated | None:
    """A table of numbers by iteration, its rows without a gap from iteration 1; None with a problem if it is none."""
    lines = text.splitlines()
    header = lines[0].split(",") if lines else []
    missing = [name for name in TABLE_COLUMNS if name not in header]
    if header[:2] != [FROM, TO] or missing or len(set(header)) != len(header) or len(lines) == 1:
        expected = ",".join((FROM, TO, *TABLE_COLUMNS)) + " and rows"
        check.problem("wrong header", 0, None, expected, lines[0] if lines else "", TABLE_SCHEMA)
        return None
    ends: list[int] = []
    rows: list[list[float]] = []
    for number, line in enumerate(lines[1:], 1):
        cells = line.split(",")
        due = ends[-1] + 1 if ends else 1
        if len(cells) != len(header):
            check.problem("wrong number of cells", number, None, len(header), len(cells), TABLE_ROWS)
            return None
        if cells[0] != str(due) or not COUNT.fullmatch(cells[1]) or int(cells[1]) < due:
            found = ",".join(cells[:2])
            check.problem("is not the row that is due here", number, f"{FROM}, {TO}", f"from {due}", found, TABLE_ROWS)
            return None
        numbers = [_float(cell) for cell in cells[2:]]
        for column, cell, value in zip(header[2:], cells[2:], numbers):
            if value is None:
                check.problem("not a finite number", number, column, "a finite number", cell, CELL_FORM)
                return None
        check.numbers += len(cells)
        ends.append(int(cells[1]))
        rows.append([value for value in numbers if value is not None])
    return Tabulated(ends, {name: [row[n] for row in rows] for n, name in enumerate(header[2:])})


def _float(text: str) -> float | None:
    """The finite number that a cell holds."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
