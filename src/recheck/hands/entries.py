"""What study.json says of files of hands: its list `hands`. docs/hands.md, "The files"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import PurePosixPath
from typing import Any

from recheck.betting.rules import BOOKS
from recheck.hands.phh import SEVERAL, SINGLE
from recheck.ledger import Check
from recheck.variant import FOLDER

KEY = "hands"
"""Of study.json; also the folder that all of them are in."""

KEYS = ("folder", "file", "kind", "rules", "chip")
CHIP = re.compile(r"[0-9]{1,18}(?:\.[0-9]{1,12})?")
RECORDS, QUESTIONS = "records", "questions"
SUFFIXES = {SINGLE: RECORDS, SEVERAL: RECORDS, ".yaml": QUESTIONS}
TABLES = {RECORDS: ("hands.csv", "decisions.csv", "counts.csv"), QUESTIONS: ("answers.csv",)}
"""By kind."""


def are_hands(check: Check, content: Mapping[str, Any]) -> bool:
    """Whether the entries of all files of hands are such, each with a folder of its own; problems if not."""
    folders: set[str] = set()
    for n, entry in enumerate(content[KEY]):
        if not isinstance(entry, dict) or tuple(entry) != KEYS:
            found = ", ".join(entry) if isinstance(entry, dict) else type(entry).__name__
            check.problem("wrong keys", None, f"{KEY}[{n}]", ", ".join(KEYS), found)
            return False
        folder, file, kind, book, chip = (entry[name] for name in KEYS)
        if not isinstance(folder, str) or not FOLDER.fullmatch(folder) or folder in folders:
            message = "is not the name of a folder, or another file has it"
            check.problem(message, None, f"{KEY}[{n}].folder", FOLDER.pattern, folder)
        folders.add(str(folder))
        if not isinstance(file, str) or not _is_name(file) or file in TABLES.get(str(kind), ()):
            check.problem("is not the name of a file of hands", None, f"{KEY}[{n}].file", ", ".join(SUFFIXES), file)
        elif kind != SUFFIXES[PurePosixPath(file).suffix]:
            due = SUFFIXES[PurePosixPath(file).suffix]
            check.problem("is not the kind of such a file", None, f"{KEY}[{n}].kind", due, kind)
        if book is not None and (not isinstance(book, str) or book not in BOOKS):
            check.problem("is no rule book", None, f"{KEY}[{n}].rules", f"{', '.join(BOOKS)} or null", book)
        if chip is not None and (not isinstance(chip, str) or not CHIP.fullmatch(chip) or not Fraction(chip)):
            message = "is no smallest chip"
            check.problem(message, None, f"{KEY}[{n}].chip", "digits, perhaps with a point, above 0, or null", chip)
    if content[KEY] and any(game["folder"] == KEY for game in content["games"]):
        check.problem("a game has the folder of the hands", None, "games", f"another than {KEY}", KEY)
    return check.passed


def _is_name(file: str) -> bool:
    """Whether it is a name, of a file that has hands."""
    path = PurePosixPath(file)
    return file.isprintable() and path.name == file and bool(path.stem) and path.suffix in SUFFIXES


def files_of(entry: Mapping[str, Any]) -> Iterator[str]:
    """The files on the hands of an entry, in their order: the one that they are read from, and the tables."""
    yield from (f"{KEY}/{entry['folder']}/{name}" for name in (entry["file"], *TABLES[entry["kind"]]))


def subject_of(entry: Mapping[str, Any]) -> str:
    """What the reports on the hands of an entry are on."""
    return f"{KEY}/{entry['folder']}"
