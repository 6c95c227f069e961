"""A study with lessons and all that a bundle has: Willow with four ranks, solved by regretlab, lessons by brute force."""

from __future__ import annotations

from pathlib import Path

from recheck_entries import entry_of
from recheck_lessons import RAISED, of_file, write_lessons
from recheck_made import write_made
from recheck_whole import complete

LESSONS = "small/lessons"
CLAIMS = """\
source: a friend
claims:
  - {id: hands, what: hands, printed: "10", unit: hands, file: small/lessons/ranking.csv, where: {}, count: true}
  - {id: best, what: sets of two aces, printed: "3", unit: sets, file: small/lessons/ranking.csv, where: {hand: AA}, column: ways}
  - {id: equity, what: equity of a four and an ace, printed: "0.78", unit: equity, file: small/lessons/ranking.csv,
     where: {hand: 4A}, column: equity}
"""


def write_taught_whole(folder: Path) -> Path:
    """Give the study's folder."""
    chosen = {"small": ("willow", RAISED, None)}
    write_made(
        folder,
        chosen,
        **{"variants": [entry_of("dcfr", ["small"])], "lessons": "dcfr", "name": folder.name},
        **{"run_figures": False, "verification": "certified", "claims": ["friend"]},
    )
    write_lessons(folder / LESSONS, RAISED, of_file(folder / "small/dcfr/strategy.csv"))
    claims = folder.parent / "friend.yaml"
    claims.write_text(CLAIMS)
    complete(folder, [claims])
    claims.unlink()
    return folder
