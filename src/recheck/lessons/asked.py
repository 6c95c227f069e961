"""Which games of a study have lessons, by study.json.

docs/lessons.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from recheck.ledger import Check

KEY = "lessons"
RULES = "willow"
DRAWN = ("opening", "face-up", "bluffs")
"""The figures of a game with lessons."""
FILES = ("ranking.csv", "street1.csv", "up.csv", "bets.csv", "ends.csv")


def has_lessons(study: Mapping[str, Any], game: Mapping[str, Any]) -> bool:
    """Whether lessons are drawn on a game: Willow for two with merged suits, on which the variant that is named runs."""
    if game["rules"] != RULES or not isinstance(game["parameters"], dict):
        return False
    of_two = game["parameters"].get("players") == 2 and game["parameters"].get("suit_isomorphism") is True
    return of_two and any(
        entry["folder"] == study[KEY] and game["folder"] in entry["games"] for entry in study["variants"]
    )


def are_lessons(check: Check, study: Mapping[str, Any]) -> bool:
    """Whether `lessons` is null, or the folder of a variant on a game that lessons are drawn on; problems if not.

    Games and variants must have been looked at before.
    """
    named = study[KEY]
    if named is None:
        return True
    folders = [entry["folder"] for entry in study["variants"]]
    if named not in folders:
        check.problem("is neither a variant nor null", None, KEY, ", ".join(folders) or "null", named)
    elif not any(has_lessons(study, game) for game in study["games"]):
        expected = f"a game of {RULES} for two with merged suits that the variant runs on"
        check.problem("is named without a game to learn from", None, KEY, expected, named)
    return check.passed
