"""What study.json says was run: the game, the variant and the iterations that the other files are about.

Keys: docs/bundle-format.md, "study.json".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from recheck.game import Game
from recheck.given import fits
from recheck.hands.entries import are_hands
from recheck.ledger import Check, Ledger
from recheck.lessons.asked import are_lessons
from recheck.reading import read_json
from recheck.source import find_game
from recheck.variant import FOLDER, NO_VARIANT, Entry, are_entries, find_variant
from recheck.variants.rule import ANSWER_CURRENT, Rule

STUDY_FILE = "study.json"
LONGEST_RUN = 10**9
REPEATED, CERTIFIED, PROVEN, DERIVED = "repeated", "certified", "proven", "derived"
CONSISTENT = "consistent"
"""What a verification that passes means; docs/bundle-format.md has it in words."""

KINDS: dict[str, type] = {
    "name": str,
    "title": str,
    "iterations": int,
    "snapshots": list,
    "checkpoints": list,
    "games": list,
    "variants": list,
    "hands": list,
    "lessons": object,
    "verification": str,
    "repeat": object,
    "claims": list,
    "pure_plans": bool,
    "frequencies": bool,
    "run_figures": bool,
    "batch": bool,
}
WITHOUT_GAMES = {
    **{"iterations": 0, "snapshots": [], "checkpoints": [], "variants": []},
    **{"lessons": None, "verification": REPEATED, "repeat": None},
    **{"pure_plans": False, "frequencies": False, "run_figures": True, "batch": False},
}
"""What a study without games says of runs: nothing, and what a study says that says nothing of it."""

GAME_KEYS = {"folder", "rules", "parameters", "imperfect_recall", "value", "equilibria", "verification"}
EXACT, LINEAR_PROGRAM = "exact", "linear program"
"""How the value of a game is found."""


class Study(NamedTuple):
    """The part of a study that is to be verified.

    `value` says how the game's value is found and `family` is the name of a family of equilibria; either may be None. `variant`
    is the name of the variant and `rule` what it means, None if it is not known here; `sampled` is whether its walks come to a
    part of the game only. `repeat` is how many iterations are to be repeated.
    """

    folder: Path
    iterations: int
    snapshots: list[int]
    checkpoints: list[int]
    pure_plans: bool
    frequencies: bool
    game: Game
    game_folder: str
    rules: str
    parameters: dict[str, Any]
    value: str | None
    family: str | None
    variant: str
    rule: Rule | None
    sampled: bool
    variant_folder: str
    repeat: int

    @property
    def repeated(self) -> int:
        """So many iterations are repeated from the first on; the others are certified by what is published of them."""
        return 0 if self.rule is None else self.repeat

    @property
    def level(self) -> str:
        """How far a run is verified."""
        return level_of(self.repeated, self.iterations)


def read_study(ledger: Ledger, folder: Path, game_folder: str, variant_folder: str | None) -> Study | None:
    """The study as far as it concerns that game and variant (None: no variant is needed).

    None with problems recorded if the file is not as it should be, or names a game not known here.
    """
    check = _opened(ledger)
    content = _read_content(check, folder)
    if content is None:
        return None
    game_entry = _entry_of_game(check, content["games"], game_folder)
    if game_entry is None or not is_game(check, game_entry):
        return None
    variant = NO_VARIANT
    if variant_folder is not None:
        found = find_variant(check, folder, content, game_folder, variant_folder)
        if found is None:
            return None
        variant = found
    game = find_game(check, folder, game_entry)
    if game is None:
        return None
    if not _suits(check, variant, game, game_folder):
        return None
    return Study(
        folder,
        content["iterations"],
        content["snapshots"],
        checkpoints_of(content, variant.answer),
        content["pure_plans"],
        content["frequencies"],
        game,
        game_folder,
        game_entry["rules"],
        game_entry["parameters"],
        game_entry["value"],
        game_entry["equilibria"],
        variant.name,
        variant.rule,
        variant.sampled,
        variant_folder or "",
        repeat_of(content, game_entry),
    )


def _suits(check: Check, variant: Entry, game: Game, folder: str) -> bool:
    """Whether a variant is one for this game, in that folder; problems if not."""
    given = None if variant.rule is None else variant.rule.given
    if variant.sampled and game.alike:
        name = game.infosets[game.alike[0].infosets[0]].label
        message = "is sampled, which is for games with perfect recall: some infosets are played alike"
        check.problem(message, None, "rule", "perfect recall", f"infoset {name} of {folder}")
        return False
    return given is None or fits(check.ledger, given, game)


def checkpoints_of(content: Mapping[str, Any], answer: str) -> list[int]:
    """The iterations at which the state of a run is published: at all snapshots, if the current strategy is its answer."""
    return sorted({*content["checkpoints"], *(content["snapshots"] if answer == ANSWER_CURRENT else ())})


def repeat_of(content: Mapping[str, Any], game: Mapping[str, Any]) -> int:
    """How many iterations of the runs on a game are to be repeated, if their rules are known."""
    if (game["verification"] or content["verification"]) == CERTIFIED:
        return 0
    iterations: int = content["iterations"]
    return iterations if content["repeat"] is None else min(content["repeat"], iterations)


def level_of(repeated: int, iterations: int) -> str:
    """How far a run is verified of which so many iterations are repeated."""
    if repeated == iterations:
        return REPEATED
    return f"{REPEATED} to {repeated}" if repeated else CERTIFIED


def read_whole_study(ledger: Ledger, folder: Path, code: str | None = None) -> dict[str, Any] | None:
    """The content of study.json; None with problems recorded if what it says of games and variants is not as it should be.

    Rules and parameters are not looked at. `code` is that of the problems.
    """
    check = _opened(ledger, code)
    content = _read_content(check, folder)
    if content is None or not are_entries(check, content) or not are_lessons(check, content):
        return None
    return content


def studied(
    ledger: Ledger, folder: Path, game: str, variant: str | None, verify: Callable[[Ledger, Study], None]
) -> Ledger:
    """Read the study and verify a part of it; whatever is wrong, also with what could be read, is in the ledger's problems."""
    with ledger.surviving():
        study = read_study(ledger, folder, game, variant)
        if study is not None:
            verify(ledger, study)
    return ledger


def _opened(ledger: Ledger, code: str | None = None) -> Check:
    """The check of study.json."""
    return ledger.check("study", STUDY_FILE, 0.0, "keys, types and orders are as prescribed or not", code)


def _read_content(check: Check, folder: Path) -> dict[str, Any] | None:
    """The content of study.json, with games that have a folder each; None with problems."""
    content = read_json(check, folder)
    if content is None or not _well_formed(check, content) or not _have_folders(check, content["games"]):
        return None
    return dict(content) if are_hands(check, content) else None


def _well_formed(check: Check, content: Any) -> bool:
    """Whether all keys are there, each of its type, and the iterations ascend to the last one."""
    if not isinstance(content, dict) or set(content) != set(KINDS):
        found = ", ".join(content) if isinstance(content, dict) else type(content).__name__
        check.problem("wrong keys", expected=", ".join(KINDS), found=found)
        return False
    for name, kind in KINDS.items():
        if kind is object:
            continue
        check.same(type(content[name]).__name__, kind.__name__, None, name, "is of the wrong type")
    if not check.passed:
        return False
    if not content["games"]:
        return _is_without_games(check, content)
    if not 1 <= content["iterations"] <= LONGEST_RUN:
        check.problem("is not a number of iterations", None, "iterations", f"1 to {LONGEST_RUN}", content["iterations"])
        return False
    if content["verification"] not in (REPEATED, CERTIFIED):
        check.problem("is not a level", None, "verification", f"{REPEATED} or {CERTIFIED}", content["verification"])
    if content["repeat"] is not None and not (type(content["repeat"]) is int and 1 <= content["repeat"] <= LONGEST_RUN):
        expected = f"null or 1 to {LONGEST_RUN}"
        check.problem("is not a number of iterations", None, "repeat", expected, content["repeat"])
    for name in ("snapshots", "checkpoints"):
        listed = content[name]
        if not (
            listed
            and all(type(t) is int for t in listed)
            and listed == sorted(set(listed))
            and listed[0] >= 1
            and listed[-1] == content["iterations"]
        ):
            check.problem("do not ascend from 1 or later to the last iteration", None, name)
    return check.passed


def _is_without_games(check: Check, content: Mapping[str, Any]) -> bool:
    """Whether a study without games is one of hands, and says of runs nothing."""
    if not content["hands"]:
        check.problem("is about nothing: there are neither games nor hands", None, "hands", "one or more", 0)
    for name, nothing in WITHOUT_GAMES.items():
        check.same(content[name], nothing, None, name, "is not so without a game")
    return check.passed


def _have_folders(check: Check, entries: list[Any]) -> bool:
    """Whether the entries of all games have their keys, and a folder each."""
    folders: set[str] = set()
    for n, entry in enumerate(entries):
        if not isinstance(entry, dict) or set(entry) != GAME_KEYS:
            check.problem("wrong keys", None, f"games[{n}]", ", ".join(sorted(GAME_KEYS)))
            return False
        folder = entry["folder"]
        if not isinstance(folder, str) or not FOLDER.fullmatch(folder):
            check.problem("is not the name of a folder", None, f"games[{n}].folder", FOLDER.pattern, folder)
        elif folder in folders:
            check.problem("another game has this folder", None, f"games[{n}].folder", None, folder)
        else:
            folders.add(folder)
    return check.passed


def _entry_of_game(check: Check, entries: list[dict[str, Any]], folder: str) -> dict[str, Any] | None:
    """The game that has this folder, None with a problem if there is no such."""
    for entry in entries:
        if entry["folder"] == folder:
            return entry
    check.problem("no game has the folder that is to be verified", None, "games", folder)
    return None


def is_game(check: Check, entry: dict[str, Any]) -> bool:
    """Whether an entry is that of a game; whether recheck knows its rules is seen later."""
    for name, kind in (("rules", str), ("parameters", dict), ("imperfect_recall", bool)):
        check.same(type(entry[name]).__name__, kind.__name__, None, name, "is of the wrong type")
    if entry["value"] not in (EXACT, LINEAR_PROGRAM, None):
        check.problem("is no method", None, "value", f"{EXACT}, {LINEAR_PROGRAM} or null", entry["value"])
    if entry["verification"] not in (REPEATED, CERTIFIED, None):
        expected = f"{REPEATED}, {CERTIFIED} or null"
        check.problem("is not a level", None, "verification", expected, entry["verification"])
    if entry["equilibria"] is not None and not isinstance(entry["equilibria"], str):
        check.problem("is neither a name nor null", None, "equilibria", "name or null", entry["equilibria"])
    return check.passed
