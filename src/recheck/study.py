"""What study.json says was run: the game, the variant and the iterations that the other files are about.

Keys: docs/bundle-format.md, "study.json".
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from recheck.game import Game
from recheck.ledger import Check, Ledger
from recheck.reading import read_json
from recheck.source import find_game
from recheck.walk import VARIANTS

STUDY_FILE = "study.json"
LONGEST_RUN = 10**9
REPEATED, CERTIFIED, PROVEN = "repeated", "certified", "proven"
"""What a verification that passes means; docs/bundle-format.md has it in words."""

KINDS: dict[str, type] = {
    "name": str,
    "title": str,
    "iterations": int,
    "snapshots": list,
    "checkpoints": list,
    "games": list,
    "variants": list,
    "verification": str,
    "claims": list,
    "pure_plans": bool,
    "frequencies": bool,
}
GAME_KEYS = {"folder", "rules", "parameters", "imperfect_recall", "value", "equilibria"}
EXACT, LINEAR_PROGRAM = "exact", "linear program"
"""How the value of a game is found."""

VARIANT_KEYS = {"folder", "rule", "parameters"}


class Study(NamedTuple):
    """The part of a study that is to be verified.

    `value` says how the game's value is found and `family` is the name of a family of equilibria; either may be None.
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
    rule: str
    variant_folder: str
    verification: str

    @property
    def level(self) -> str:
        """How far a run can be verified: repeated from its start, or certified by what is published of it."""
        return REPEATED if self.rule in VARIANTS and self.verification == REPEATED else CERTIFIED


def read_study(ledger: Ledger, folder: Path, game_folder: str, variant_folder: str | None) -> Study | None:
    """The study as far as it concerns that game and variant (None: no variant is needed).

    None with problems recorded if the file is not as it should be, or names a game not known here.
    """
    check = ledger.check("study", STUDY_FILE, 0.0, "keys, types and orders are as prescribed or not")
    content = read_json(check, folder)
    if content is None or not _well_formed(check, content):
        return None
    game_entry = _entry(check, content["games"], "games", GAME_KEYS, game_folder)
    if game_entry is None or not _is_game(check, game_entry):
        return None
    rule = ""
    if variant_folder is not None:
        variant = _entry(check, content["variants"], "variants", VARIANT_KEYS, variant_folder)
        if variant is None or not _is_variant(check, variant):
            return None
        rule = variant["rule"]
    game = find_game(check, folder, game_entry)
    if game is None:
        return None
    return Study(
        folder,
        content["iterations"],
        content["snapshots"],
        content["checkpoints"],
        content["pure_plans"],
        content["frequencies"],
        game,
        game_folder,
        game_entry["rules"],
        game_entry["parameters"],
        game_entry["value"],
        game_entry["equilibria"],
        rule,
        variant_folder or "",
        content["verification"],
    )


def _well_formed(check: Check, content: Any) -> bool:
    """Whether all keys are there, each of its type, and the iterations ascend to the last one."""
    if not isinstance(content, dict) or set(content) != set(KINDS):
        found = ", ".join(content) if isinstance(content, dict) else type(content).__name__
        check.problem("wrong keys", expected=", ".join(KINDS), found=found)
        return False
    for name, kind in KINDS.items():
        check.same(type(content[name]).__name__, kind.__name__, None, name, "is of the wrong type")
    if not check.passed:
        return False
    if not 1 <= content["iterations"] <= LONGEST_RUN:
        check.problem("is not a number of iterations", None, "iterations", f"1 to {LONGEST_RUN}", content["iterations"])
        return False
    if content["verification"] not in (REPEATED, CERTIFIED):
        check.problem("is not a level", None, "verification", f"{REPEATED} or {CERTIFIED}", content["verification"])
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


def _entry(check: Check, entries: list[Any], name: str, keys: set[str], folder: str) -> dict[str, Any] | None:
    """The one object of a list that has this folder, None with a problem if there is no such."""
    for n, entry in enumerate(entries):
        if not isinstance(entry, dict) or set(entry) != keys:
            check.problem("wrong keys", None, f"{name}[{n}]", ", ".join(sorted(keys)))
            return None
    found = [entry for entry in entries if entry["folder"] == folder]
    if len(found) == 1 and "/" not in folder and folder not in ("", ".", ".."):
        return dict(found[0])
    check.problem(f"{len(found)} entries have the folder that is to be verified", None, name, f"one {folder}")
    return None


def _is_game(check: Check, entry: dict[str, Any]) -> bool:
    """Whether an entry is that of a game; whether recheck knows its rules is seen later."""
    for name, kind in (("rules", str), ("parameters", dict), ("imperfect_recall", bool)):
        check.same(type(entry[name]).__name__, kind.__name__, None, name, "is of the wrong type")
    if entry["value"] not in (EXACT, LINEAR_PROGRAM, None):
        check.problem("is no method", None, "value", f"{EXACT}, {LINEAR_PROGRAM} or null", entry["value"])
    if entry["equilibria"] is not None and not isinstance(entry["equilibria"], str):
        check.problem("is neither a name nor null", None, "equilibria", "name or null", entry["equilibria"])
    return check.passed


def _is_variant(check: Check, entry: dict[str, Any]) -> bool:
    """Whether an entry is that of a variant; if it is one that is known here, it has no parameters."""
    if not isinstance(entry["rule"], str) or not isinstance(entry["parameters"], dict):
        check.problem("is not a variant", None, "rule", "a name and parameters", entry)
        return False
    if entry["rule"] in VARIANTS and entry["parameters"]:
        check.problem("this variant has no parameters", None, "parameters", "{}", entry["parameters"])
        return False
    return True
