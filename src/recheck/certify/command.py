"""The command `certify`: what a strategy is worth that any program has found. The guide to it: docs/certify.md.

Exit codes: 0 certified, 1 the table is no strategy of this game, 2 could not decide: a file that cannot be read or written, a
game that is none or is too large; 3 wrong usage: options, no such game, parameters that it has not.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
from fractions import Fraction
from pathlib import Path

from recheck.certify.as_json import as_json
from recheck.certify.as_text import as_text
from recheck.certify.bounds import AUTO, BOUNDED, EXACT, Certified, certify
from recheck.certify.faults import RefusedError, UsageError
from recheck.certify.games import choose, name_of
from recheck.certify.named import number
from recheck.certify.outcome import Subject, responses
from recheck.certify.policy import MOST_TOLERANCE, TOLERANCE, read_policy
from recheck.certify.table import read_table
from recheck.reading import LARGEST_FILE
from recheck.report import refusal, say, tell, try_to_write, write

CERTIFIED, FAULTY, UNDECIDED, USAGE = range(4)
STANDARD = "-"
UNIFORM = "uniform"
BUNDLE = "bagit.txt"
"""Stands in the folder of a bundle, which gets no file that it does not list."""


def add_certify(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("game", metavar="GAME", help="name of a game, .efg or .nfg file, or folder of a compiled game")
    parser.add_argument("strategy", metavar="STRATEGY.csv", help="player, infoset, action, probability; - reads stdin")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="a parameter of the game")
    parser.add_argument("--imperfect-recall", action="store_true", help="evaluate a game without perfect recall, too")
    parser.add_argument(
        "--tolerance",
        type=_tolerance,
        default=TOLERANCE,
        metavar="NUMBER",
        help="by how much sums may differ from 1 (1e-9); the greatest probability takes what is left",
    )
    parser.add_argument(
        "--missing", choices=[UNIFORM], help="fill in infosets to which the player's own strategy does not lead"
    )
    parser.add_argument(
        "--arithmetic", choices=[AUTO, EXACT, BOUNDED], default=AUTO, help="exact fractions or proven bounds"
    )
    parser.add_argument("--json", metavar="FILE", help="write all that is known, as JSON; - writes it to stdout")
    parser.add_argument(
        "--responses",
        metavar="FILE",
        help="write each player's best response, as a strategy table; - writes it to stdout",
    )


def run_certify(name: str, chosen: argparse.Namespace) -> int:
    """Run the command; give its exit code. `name` is what it is called."""
    try:
        _refuse_outputs(chosen)
        subject = _read(chosen)
        certified = None
        if subject.policy.strategy is not None:
            certified = certify(subject.chosen.game, subject.policy.strategy, chosen.arithmetic)
        _deliver(chosen, subject, certified)
    except RefusedError as error:
        tell(f"{name}: {error}")
        return USAGE if isinstance(error, UsageError) else UNDECIDED
    except (MemoryError, RecursionError) as error:
        what = "memory" if isinstance(error, MemoryError) else "recursion"
        tell(f"{name}: {chosen.game}: more {what} is needed than there is")
        return UNDECIDED
    return FAULTY if certified is None else CERTIFIED


def _outputs(chosen: argparse.Namespace) -> list[tuple[str, str]]:
    """The files that are to be written, with the options that name them."""
    named = (("--json", chosen.json), ("--responses", chosen.responses))
    return [(option, file) for option, file in named if file not in (None, STANDARD)]


def _refuse_outputs(chosen: argparse.Namespace) -> None:
    """Raise `RefusedError` if a file cannot be written where it is wanted, or would be written over another one."""
    if chosen.json == chosen.responses == STANDARD:
        raise UsageError("--responses: expected a file, as standard output is for --json, found -")
    taken = {os.path.realpath(name): name for name in (chosen.game, chosen.strategy)}
    for option, file in _outputs(chosen):
        refused = refusal(Path(file))
        if refused is not None:
            raise UsageError(f"{option}: {refused}")
        place = os.path.realpath(file)
        if place in taken:
            raise UsageError(f"{option}: expected a file of its own, found {file}, which is {taken[place]}")
        if Path(chosen.game).is_dir() and Path(chosen.game).resolve() in Path(place).parents:
            raise UsageError(f"{option}: expected a file outside of the folder of the game, found {file}")
        if any((folder / BUNDLE).is_file() for folder in Path(place).parents):
            raise UsageError(f"{option}: expected a file outside of the bundle, found {file}")
        taken[place] = file
    for option, file in _outputs(chosen):
        try:
            try_to_write(Path(file))
        except OSError as error:
            raise RefusedError(f"{option}: {file}: cannot be written: {error.strerror}") from error


def _read(chosen: argparse.Namespace) -> Subject:
    """The game and the strategy."""
    # The table comes first: that it is missing is known long before a large game is built.
    content = _content(chosen.strategy)
    game = choose(chosen.game, chosen.set, chosen.imperfect_recall)
    table = read_table(content)
    return Subject(
        game,
        chosen.strategy if chosen.strategy == STANDARD else name_of(Path(chosen.strategy)),
        hashlib.sha256(content).hexdigest(),
        len(table.rows),
        table.ignored,
        chosen.tolerance,
        read_policy(game.game, table, chosen.tolerance, chosen.missing == UNIFORM),
    )


def _content(name: str) -> bytes:
    """The bytes of the table."""
    try:
        if name == STANDARD:
            if sys.stdin is None:
                raise RefusedError("standard input: cannot be read: it is closed")
            content = sys.stdin.buffer.read(LARGEST_FILE + 1)
        else:
            with Path(name).open("rb") as file:
                content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise RefusedError(f"{name}: cannot be read: {error.strerror}") from error
    if len(content) > LARGEST_FILE:
        raise RefusedError(f"{name}: expected {LARGEST_FILE:,} bytes at most, found more")
    return content


def _deliver(chosen: argparse.Namespace, subject: Subject, certified: Certified | None) -> None:
    """Write what is wanted and print the rest. Raises `RefusedError` if something did not arrive; the others are there then."""
    text = as_text(subject, certified)
    contents = {}
    if chosen.json is not None:
        contents[chosen.json] = as_json(subject, certified, ascii_only=chosen.json == STANDARD)
    if chosen.responses is not None and certified is not None:
        contents[chosen.responses] = responses(subject.chosen.game, certified)
    elif chosen.responses == STANDARD:
        # Whoever reads a table there does not want to read this in its place.
        for line in text.splitlines():
            tell(line)
        contents[STANDARD] = ""
    printed = contents.pop(STANDARD, text)
    failed = []
    for file, content in contents.items():
        try:
            write(Path(file), content)
        except OSError as error:
            failed.append(f"{file}: cannot be written: {error.strerror}")
    unsaid = say(printed)
    if unsaid is not None:
        failed.append(f"standard output: {unsaid}")
    if failed:
        raise RefusedError("; ".join(failed))


def _tolerance(text: str) -> Fraction:
    """A tolerance from its text."""
    found = number(text)
    if found is None or not 0 <= found <= MOST_TOLERANCE:
        raise argparse.ArgumentTypeError(f"expected a number from 0 to {float(MOST_TOLERANCE)}, found {text}")
    return found
