"""The game that a strategy is for: known by name, a Gambit file, or the folder of a compiled game of a bundle.

docs/games.md, with the defaults of all parameters; docs/bundle-format.md, "The compiled game".
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from recheck import tolerances
from recheck.certify.faults import RefusedError, UsageError
from recheck.game import Game, build
from recheck.ledger import Check, Ledger
from recheck.reading import LARGEST_FILE, read_json
from recheck.rules.known import GAMES, PLAIN, list_leaves
from recheck.rules.leaf import Leaf
from recheck.source import GAME_FILE, READERS, find_game, unit_of

DEFAULTS: dict[str, dict[str, Any]] = {
    "kuhn_poker": {"players": 2, "ranks": 3},
    "leduc_poker": {"players": 2, "ranks": 3, "suit_isomorphism": False, "raises": 2, "bets": [2, 4]},
    "liars_dice": {"numdice": 1, "dice_sides": 6},
    "goofspiel": {
        "players": 2,
        "num_cards": 4,
        "imp_info": True,
        "points_order": "descending",
        "returns_type": "win_loss",
        "tied_prize": "discarded",
    },
    "battleship": {
        "board_width": 2,
        "board_height": 2,
        "ship_sizes": [2],
        "ship_values": [2],
        "num_shots": 3,
        "allow_repeated_shots": False,
        "loss_multiplier": 1,
    },
    "no_limit_kuhn": {"players": 2, "ranks": 3, "stacks": [3], "bets": "any", "rule_book": "standard"},
    "no_limit_leduc": {
        "players": 2,
        "ranks": 3,
        "suit_isomorphism": False,
        "stacks": [5],
        "bets": ["pot all-in", "pot all-in"],
        "raises": 2,
        "rule_book": "standard",
    },
    "willow": {
        "players": 2,
        "ranks": 12,
        "suits": 3,
        "suit_isomorphism": True,
        "stacks": [100],
        "street1": [1, 4, 10],
        "street2": [2, 8, 20],
        "raises": 3,
    },
    "willow_endgame": {
        "ranks": 12,
        "suits": 3,
        "up": "7 J",
        "paid": 5,
        "ranges": [],
        "menus": [[*range(2, 21)]],
        "raises": 3,
    },
}


class Chosen(NamedTuple):
    """A game, how it is called, its parameters and what its payoffs are counted in."""

    game: Game
    rules: str
    parameters: Mapping[str, Any]
    unit: str

    @property
    def title(self) -> str:
        """Name and parameters in one line."""
        return " ".join([self.rules, *(f"{key}={_shown(value)}" for key, value in self.parameters.items())])


def choose(name: str, settings: Sequence[str], imperfect_recall: bool) -> Chosen:
    """The game of that name or path. Raises `UsageError` if there is no such, `RefusedError` if it cannot be evaluated."""
    if name in GAMES:
        return _known(name, _settings(settings), imperfect_recall)
    if settings:
        raise UsageError(f"{name}: expected no --set, which is for games by name, found {' '.join(settings)}")
    path = Path(name)
    if path.suffix in READERS and not path.is_dir():
        return _from_file(path, imperfect_recall)
    if path.is_dir():
        return _from_folder(Path(os.path.realpath(path)), imperfect_recall)
    kinds = ", ".join([*GAMES, *(f"a file *{end}" for end in READERS)])
    raise UsageError(f"{name}: expected one of {kinds}, the folder of a compiled game; found none of these")


def _settings(settings: Sequence[str]) -> dict[str, Any]:
    """Parameters from KEY=VALUE: whole numbers, true or false, lists like [2,4], words."""
    found: dict[str, Any] = {}
    for setting in settings:
        key, equals, text = setting.partition("=")
        if not key or not equals or key in found:
            raise UsageError(f"--set: expected KEY=VALUE, each key once, found {setting}")
        try:
            found[key] = json.loads(text)
        except (ValueError, RecursionError):
            found[key] = text
    return found


def _shown(value: Any) -> str:
    """The value of a parameter as `--set` takes it."""
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def _known(name: str, settings: Mapping[str, Any], imperfect_recall: bool) -> Chosen:
    """A game by its name, with parameters set and all others as they are by default."""
    defaults = DEFAULTS[name]
    for key, value in settings.items():
        if key not in defaults:
            raise UsageError(f"--set: expected one of {', '.join(defaults)}, found {key}")
        parameter = GAMES[name].parameters[key]
        if not parameter.allows(value):
            raise UsageError(f"--set {key}: expected {parameter.expected}, found {_shown(value)}")
    parameters = {**defaults, **settings}
    game = _built(name, list_leaves(name, parameters), imperfect_recall)
    return Chosen(game, name, parameters, unit_of(name) or PLAIN)


def _from_file(path: Path, imperfect_recall: bool) -> Chosen:
    """A game from a Gambit file."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise RefusedError(f"{path.name}: cannot be read: {error.strerror}") from error
    if len(content) > LARGEST_FILE:
        raise RefusedError(f"{path.name}: expected {LARGEST_FILE:,} bytes at most, found more")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RefusedError(f"{path.name}: expected UTF-8, found something else at byte {error.start}") from error
    game = _built(path.name, READERS[path.suffix](text), imperfect_recall)
    return Chosen(game, name_of(path), {}, PLAIN)


def name_of(path: Path) -> str:
    """The name of a file as text that UTF-8 has, whatever the terminal's encoding is; bytes that are none are escaped."""
    return os.fsencode(path.name).decode("utf-8", "backslashreplace")


def _built(name: str, leaves: Iterator[Leaf], imperfect_recall: bool) -> Game:
    """The game with these terminal histories."""
    try:
        return build(leaves, imperfect_recall)
    except ValueError as error:
        raise RefusedError(f"{name}: {error}{_advice(str(error))}") from error


def _advice(message: str) -> str:
    """What can be done about a game without perfect recall."""
    if "no perfect recall" not in message:
        return ""
    return " (with --imperfect-recall it is evaluated, gains being those of a player who remembers)"


def _from_folder(folder: Path, imperfect_recall: bool) -> Chosen:
    """A compiled game: derived again from the rules and parameters that game.json names, which must have its sizes."""
    if not (folder / GAME_FILE).exists():
        known = sorted(path.parent.name for path in folder.glob(f"*/{GAME_FILE}"))
        found = f"games in {', '.join(known)}" if known else "none"
        raise RefusedError(f"{folder.name}: expected {GAME_FILE} in this folder, found {found}")
    ledger = Ledger(folder.name)
    check = ledger.check("compiled game", f"{folder.name}/{GAME_FILE}", *tolerances.EXACT)
    content = read_json(check, folder.parent)
    if not check.passed or not _is_compiled(check, content):
        raise RefusedError(_first(ledger))
    entry = {
        "folder": folder.name,
        "rules": content["rules"],
        "parameters": content["parameters"],
        "imperfect_recall": imperfect_recall or bool(content["alike"]),
    }
    game = find_game(check, folder.parent, entry)
    if game is None:
        raise RefusedError(_first(ledger))
    sizes = {"players": game.players, "histories": game.histories, "terminals": game.terminals}
    for key, size in sizes.items():
        check.same(content[key], size, None, key, "is not what the rules give")
    if not check.passed:
        raise RefusedError(_first(ledger))
    return Chosen(game, content["rules"], content["parameters"], unit_of(content["rules"]) or str(content["unit"]))


def _is_compiled(check: Check, content: Any) -> bool:
    """Whether game.json has what is needed of it."""
    kinds = {"rules": str, "parameters": dict, "unit": str, "alike": list}
    needed = [*kinds, "players", "histories", "terminals"]
    if not isinstance(content, dict) or not all(key in content for key in needed):
        check.problem("wrong keys", None, None, ", ".join(needed))
        return False
    for key, kind in kinds.items():
        check.same(type(content[key]).__name__, kind.__name__, None, key, "is of the wrong type")
    return check.passed


def _first(ledger: Ledger) -> str:
    """The first problem of a ledger in a line."""
    problem = ledger.problems[0]
    parts = [f"{problem.file}: {problem.column or 'content'}: {problem.message}"]
    if problem.expected is not None:
        parts.append(f"expected {problem.expected}")
    if problem.found is not None:
        parts.append(f"found {problem.found}")
    return ", ".join(parts) + _advice(problem.message)
