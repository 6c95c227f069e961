"""The command `certify`: what a strategy is worth that any program has found. The guide to it: docs/certify.md.

Exit codes: 0 certified, 1 the table is no strategy of this game, 2 wrong usage, no such game, or a file that cannot be read or
written.
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
from recheck.certify.faults import RefusedError
from recheck.certify.games import choose
from recheck.certify.named import number
from recheck.certify.outcome import Subject, responses
from recheck.certify.policy import MOST_TOLERANCE, TOLERANCE, read_policy
from recheck.certify.table import read_table
from recheck.reading import LARGEST_FILE
from recheck.report import refusal, say, tell, write

CERTIFIED, FAULTY, NOTHING = 0, 1, 2
STANDARD = "-"
UNIFORM = "uniform"


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
    parser.add_argument("--responses", metavar="FILE", help="write each player's best response, as a strategy table")


def run_certify(chosen: argparse.Namespace) -> int:
    """Run the command; give its exit code."""
    try:
        _refuse_outputs(chosen)
        subject = _read(chosen)
        certified = None
        if subject.policy.strategy is not None:
            certified = certify(subject.chosen.game, subject.policy.strategy, chosen.arithmetic)
        return _told(chosen, subject, certified)
    except RefusedError as error:
        tell(f"recheck: {error}".encode("ascii", "backslashreplace").decode("ascii"))
    except (MemoryError, RecursionError) as error:
        what = "memory" if isinstance(error, MemoryError) else "recursion"
        tell(f"recheck: {chosen.game}: more {what} is needed than there is")
    return NOTHING


def _refuse_outputs(chosen: argparse.Namespace) -> None:
    """Raise `RefusedError` if a file cannot be written where it is wanted, or would be written over another one."""
    taken = {os.path.realpath(name): name for name in (chosen.game, chosen.strategy)}
    for option, file in (("--json", chosen.json), ("--responses", chosen.responses)):
        if file is None or (file, option) == (STANDARD, "--json"):
            continue
        refused = refusal(Path(file))
        if refused is not None:
            raise RefusedError(f"{option}: {refused}")
        place = os.path.realpath(file)
        if place in taken:
            raise RefusedError(f"{option}: expected a file of its own, found {file}, which is {taken[place]}")
        taken[place] = file


def _read(chosen: argparse.Namespace) -> Subject:
    """The game and the strategy."""
    # The table comes first: that it is missing is known long before a large game is built.
    content = _content(chosen.strategy)
    game = choose(chosen.game, chosen.set, chosen.imperfect_recall)
    table = read_table(content)
    return Subject(
        game,
        chosen.strategy if chosen.strategy == STANDARD else Path(chosen.strategy).name,
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
            content = sys.stdin.buffer.read(LARGEST_FILE + 1)
        else:
            with Path(name).open("rb") as file:
                content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise RefusedError(f"{name}: cannot be read: {error.strerror}") from error
    if len(content) > LARGEST_FILE:
        raise RefusedError(f"{name}: expected {LARGEST_FILE:,} bytes at most, found more")
    return content


def _told(chosen: argparse.Namespace, subject: Subject, certified: Certified | None) -> int:
    """Write what is wanted and print the rest; give the exit code."""
    code = FAULTY if certified is None else CERTIFIED
    text = as_text(subject, certified)
    try:
        if chosen.responses is not None and certified is not None:
            write(Path(chosen.responses), responses(subject.chosen.game, certified))
        if chosen.json == STANDARD:
            text = as_json(subject, certified, ascii_only=True)
        elif chosen.json is not None:
            write(Path(chosen.json), as_json(subject, certified))
    except OSError as error:
        raise RefusedError(f"cannot be written: {error.strerror}") from error
    failed = say(text)
    if failed is not None:
        raise RefusedError(f"the outcome cannot be printed: {failed}")
    return code


def _tolerance(text: str) -> Fraction:
    """A tolerance from its text."""
    found = number(text)
    if found is None or not 0 <= found <= MOST_TOLERANCE:
        raise argparse.ArgumentTypeError(f"expected a number from 0 to {float(MOST_TOLERANCE)}, found {text}")
    return found
