"""The command `python -m recheck`: verify a run, a family of equilibria, the value of a game, lessons, hands, the tables or the
claims of a study, that a study agrees with itself, or a list of hashes; certify a strategy of any program.

Exit codes: 0 passed, 1 problems found, 2 nothing that could be checked, 3 wrong usage.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from recheck.certify.command import add_certify, run_certify
from recheck.claims import verify_claims
from recheck.equilibria import verify_equilibria
from recheck.hands.verify import verify_hands
from recheck.hashes import verify_hashes
from recheck.ledger import Ledger
from recheck.lessons.verify import verify_lessons
from recheck.report import as_json, refusal, say, summary, tell, write
from recheck.run import verify_run
from recheck.semantics import check_semantics
from recheck.tables import verify_tables
from recheck.value import verify_value
from recheck.wording import printable

OF_STUDY: dict[str, Callable[[Path], Ledger]] = {
    "tables": verify_tables,
    "claims": verify_claims,
    "semantics": check_semantics,
}
"""What is verified of a study as a whole."""

OF_FOLDER: dict[str, Callable[[Path, str], Ledger]] = {
    "equilibria": verify_equilibria,
    "value": verify_value,
    "lessons": verify_lessons,
    "hands": verify_hands,
}
"""What is verified of a folder of a study."""

PASSED, PROBLEMS, NOTHING, USAGE = range(4)
VARIANT = "VARIANT"
"""In the path of a report, stands for the folder of the variant, which is in lower case."""


class _Parser(argparse.ArgumentParser):
    """A parser that leaves exit code 2 to what could not be checked."""

    def error(self, message: str) -> NoReturn:
        """Say how the command is used, and what is wrong."""
        with suppress(OSError):
            self.print_usage(sys.stderr)
        tell(f"{self.prog}: {message}")
        raise SystemExit(USAGE)

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help; that it does not arrive is told, which argparse keeps to itself."""
        if file is None or file is not sys.stdout:
            super()._print_message(message, file)
        elif _said(self.prog, message, PASSED) != PASSED:
            raise SystemExit(NOTHING)


def main(arguments: Sequence[str] | None = None, prog: str = "recheck") -> int:
    """Run one command; give its exit code. `prog` is what it is called in lines on its usage, and in those that it tells."""
    chosen = _parser(prog).parse_args(arguments)
    name = f"{prog} {chosen.command}"
    try:
        return _run(name, chosen)
    except KeyboardInterrupt:
        tell(f"{name}: interrupted")
        return NOTHING


def _run(name: str, chosen: argparse.Namespace) -> int:
    if chosen.command == "certify":
        return run_certify(name, chosen)
    if chosen.command == "hashes":
        return _hashes(name, chosen.list, chosen.root, chosen.reports)
    if chosen.command == "run":
        if len(chosen.variants) > 1 and chosen.report is not None and VARIANT not in chosen.report.as_posix():
            tell(f"{name}: --report: expected {VARIANT} in the name, since there is a report for each variant")
            return USAGE
        codes = [
            _verify(name, chosen, variant, partial(verify_run, chosen.study, chosen.game, variant))
            for variant in chosen.variants
        ]
        return max(codes)
    if chosen.command in OF_STUDY:
        return _verify(name, chosen, "", partial(OF_STUDY[chosen.command], chosen.study))
    return _verify(name, chosen, "", partial(OF_FOLDER[chosen.command], chosen.study, chosen.game))


def _verify(name: str, chosen: argparse.Namespace, variant: str, verify: Callable[[], Ledger]) -> int:
    """Verify one thing, say what came of it and write the report; give the exit code."""
    report = None if chosen.report is None else Path(str(chosen.report).replace(VARIANT, variant))
    refused = None if report is None else refusal(report)
    if refused is not None:
        tell(f"{name}: the report cannot be written: {refused}")
        return USAGE
    ledger = verify()
    code = _said(name, summary(ledger), PASSED if chosen.exit_zero else _exit_code(ledger))
    if report is not None:
        try:
            write(report, as_json(ledger))
        except OSError as error:
            tell(f"{name}: the report cannot be written: {error.strerror}")
            return NOTHING
    return code


def _said(name: str, text: str, code: int) -> int:
    """Print what came of it; give the exit code, that of nothing checked if nobody can be told."""
    failed = say(text)
    if failed is None:
        return code
    tell(f"{name}: standard output: {failed}")
    return NOTHING


def _parser(prog: str) -> argparse.ArgumentParser:
    """The command line."""
    parser = _Parser(prog=prog, description="Re-derive the numbers of a published study.")
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="verify variants of one game, from the first iteration")
    equilibria = commands.add_parser("equilibria", help="prove a family of equilibria again, exactly")
    value = commands.add_parser("value", help="derive the bounds of a game's value again")
    lessons = commands.add_parser(
        "lessons", help="derive what a final strategy of Willow does again, and what comes of it"
    )
    hands = commands.add_parser("hands", help="adjudicate hands again, from the file that they are read from")
    tables = commands.add_parser("tables", help="derive the tables of all runs again, from the trajectories")
    claims = commands.add_parser("claims", help="regenerate the printed figures again, from all other files")
    semantics = commands.add_parser("semantics", help="check that a study's files are all there and agree")
    verifying = (run, equilibria, value, lessons, hands, tables, claims, semantics)
    for command in verifying:
        command.add_argument("study", type=Path, metavar="STUDY_DIR", help="folder of study.json")
    for command in (run, equilibria, value, lessons):
        command.add_argument("game", metavar="GAME_FOLDER", help="folder of the game, as in study.json")
    hands.add_argument("game", metavar="FOLDER", help="folder of the hands, as in study.json")
    run.add_argument("variants", nargs="+", metavar="VARIANT_FOLDER", help="folders of variants, as in study.json")
    for command in verifying:
        command.add_argument(
            "--report", type=Path, metavar="FILE", help=f"write the report, as JSON; {VARIANT} is replaced"
        )
        command.add_argument(
            "--exit-zero", action="store_true", help="exit with 0 whatever was found, once it is written"
        )
    add_certify(commands.add_parser("certify", help="what a strategy of any program is worth: value, gains, nash_conv"))
    hashes = commands.add_parser("hashes", help="hash the files of a list again")
    hashes.add_argument("list", type=Path, metavar="LIST", help="a list as sha256sum writes it")
    hashes.add_argument("--root", type=Path, required=True, help="folder from which the paths start")
    hashes.add_argument("--reports", type=Path, metavar="DIR", help="compare the hashes in these reports too")
    return parser


def _exit_code(ledger: Ledger) -> int:
    """Whether the run passed; 2 if nothing could be derived, no more than study.json being read."""
    if ledger.passed:
        return PASSED
    return PROBLEMS if len(ledger.files) > 1 or ledger.exhausted else NOTHING


def _hashes(name: str, listing: Path, root: Path, reports: Path | None) -> int:
    """Verify a list of hashes and say on stdout what came of it."""
    outcome = verify_hashes(listing, root, reports)
    lines = [f"  problem: {problem}" for problem in outcome.problems]
    hashes = "1 hash" if outcome.compared == 1 else f"{outcome.compared:,} hashes"
    lines.append(f"{'FAILED' if outcome.problems else 'PASSED'}: {hashes} compared")
    text = "".join(f"{printable(line)}\n" for line in lines)
    if not outcome.problems:
        return _said(name, text, PASSED)
    return _said(name, text, PROBLEMS if outcome.compared else NOTHING)


if __name__ == "__main__":
    sys.exit(main())
