"""Where the game of a study comes from: rules known by name, or the game's own file.

docs/bundle-format.md, "study.json" and "The compiled game"; docs/games.md, "Games from files".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from recheck import tolerances
from recheck.game import Game, build
from recheck.histories import MOST_HISTORIES, TooManyError
from recheck.ledger import Check
from recheck.reading import LARGEST_FILE, LARGEST_JSON, UnreadableError, find, read_text
from recheck.rules import efg, nfg
from recheck.rules.known import GAMES, PLAIN, list_leaves
from recheck.rules.leaf import Leaf

READERS: dict[str, Callable[[str], Iterator[Leaf]]] = {".efg": efg.leaves, ".nfg": nfg.leaves}
PYTHON = ".py"
GAME_FILE = "game.json"
HISTORIES = re.compile(rb'^  "histories": ([0-9]{1,18}),?$', re.MULTILINE)
WRITTEN_OUT = "game.efg"
"""Stands beside game.json for rules in Python, which are not run here."""


def find_game(check: Check, folder: Path, entry: Mapping[str, Any]) -> Game | None:
    """The game of an entry of study.json, None with problems if it cannot be derived; `folder` is the study's."""
    rules = entry["rules"]
    suffix = PurePosixPath(rules).suffix
    if suffix in READERS or suffix == PYTHON:
        return _from_file(check, folder, entry, suffix)
    if rules not in GAMES:
        known = ", ".join([*GAMES, *(f"files *{end}" for end in (*READERS, PYTHON))])
        check.problem("these rules are not known to recheck", None, "rules", known, rules)
        return None
    if not are_parameters(check, rules, entry["parameters"]):
        return None
    return _built(check, folder, entry, list_leaves(rules, entry["parameters"]), "parameters")


def unit_of(rules: str) -> str | None:
    """What payoffs are counted in; None if only rules in Python say it, which are not run here."""
    if rules in GAMES:
        return GAMES[rules].unit
    return None if PurePosixPath(rules).suffix == PYTHON else PLAIN


def are_parameters(check: Check, rules: str, parameters: Mapping[str, Any]) -> bool:
    """Whether these are the parameters of the rules, each with a value that is allowed."""
    expected = GAMES[rules].parameters
    if set(parameters) != set(expected):
        check.problem("wrong keys", None, "parameters", ", ".join(expected), ", ".join(parameters))
        return False
    for name, parameter in expected.items():
        if not parameter.allows(parameters[name]):
            check.problem("is not a value of this parameter", None, name, parameter.expected, parameters[name])
    return check.passed


def _from_file(check: Check, folder: Path, entry: Mapping[str, Any], suffix: str) -> Game | None:
    """The game in its own file, which is read in a check of its own: nothing else says what its rules are."""
    if suffix != PYTHON and entry["parameters"]:
        check.problem("a game from a file has no parameters", None, "parameters", "{}", entry["parameters"])
        return None
    name = PurePosixPath(entry["rules"]).name
    reading = "rules as the game's own file has them"
    reason = "these rules are the file's: they are read, and not derived from anything else"
    if suffix == PYTHON:
        reading = f"rules as {WRITTEN_OUT} has them, not derived from {name}"
        reason = f"the rules are taken from the game's own file {WRITTEN_OUT}; {name} is not run"
        name, suffix = WRITTEN_OUT, ".efg"
    own = check.ledger.check(reading, f"{entry['folder']}/{name}", 0.0, reason)
    content = read_text(own, folder, LARGEST_FILE, any_line_ends=True)
    if content is None:
        return None
    game = _built(own, folder, entry, READERS[suffix](content), None)
    if game is not None:
        own.numbers = game.terminals
    return game


def _built(
    check: Check, folder: Path, entry: Mapping[str, Any], leaves: Iterator[Leaf], column: str | None
) -> Game | None:
    """The game with these terminal histories, None with a problem if they are not those of a game."""
    file = f"{entry['folder']}/{GAME_FILE}"
    claimed = _claimed(folder, file)
    try:
        return build(leaves, entry["imperfect_recall"], min(claimed, MOST_HISTORIES))
    except TooManyError as error:
        if claimed < MOST_HISTORIES:
            check = check.ledger.check("compiled game", file, *tolerances.EXACT)
            column = "histories"
        check.problem(str(error), None, column)
    except ValueError as error:
        check.problem(str(error), None, column)
    return None


def _claimed(folder: Path, file: str) -> int:
    """How many histories game.json says that there are, the most if it says nothing; what else it says is seen later.

    Nothing larger is built only to find that it is not what was published.
    """
    try:
        path = find(folder, file)
        content = path.read_bytes() if path.stat().st_size <= LARGEST_JSON else b""
    except (UnreadableError, OSError):
        return MOST_HISTORIES
    match = HISTORIES.search(content)
    return int(match[1]) if match else MOST_HISTORIES
