"""The command line of seal: make, cells, check, compare, accept, bag, challenge.

Exit codes are those of `diff`: 0 all is well, 1 it is not, 2 the command could not do its work.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from seal.accept import accept
from seal.bagging import make_bag
from seal.cells import format_cells
from seal.challenge import main as challenge
from seal.check import check_list
from seal.compare import compare
from seal.manifest import format_list, make_entries, parse_list
from seal.names import argument, is_below
from seal.problem import Outcome, Problem, SealError, failed
from seal.program import Parser, run
from seal.saying import counted, say
from seal.table import is_table, tabulate
from seal.write import write_files

_PATH_HELP = "relative to ROOT, as in the list"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and say how it ended."""
    words = sys.argv[1:] if argv is None else list(argv)
    if words[:1] == ["challenge"]:
        return challenge(words[1:])
    return run("seal", partial(_main, words))


def _main(words: Sequence[str]) -> int:
    arguments = _parser().parse_args(words)
    if not arguments.root.is_dir():
        raise SealError(f"{arguments.root}: expected a folder")
    outcome: Outcome = arguments.run(arguments)
    say(outcome.lines)
    return outcome.code


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="seal", description="Make, check and compare SHA-256 manifests.")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    command = commands.add_parser("make", help="hash files and folders into a list")
    command.add_argument("--output", type=Path, required=True, metavar="LIST")
    command.add_argument("--exclude", action="append", default=[], metavar="PATH", help="skip it; " + _PATH_HELP)
    command.add_argument("paths", nargs="+", metavar="PATH", help="file or folder, " + _PATH_HELP)
    command.set_defaults(run=_make)

    command = commands.add_parser("cells", help="digest the cells of a list's CSV files")
    command.add_argument("--list", type=Path, required=True, metavar="LIST")
    command.add_argument("--output", type=Path, required=True, metavar="FILE")
    command.set_defaults(run=_cells)

    command = commands.add_parser("check", help="check the files of a list; writes nothing")
    command.add_argument("list", type=Path, metavar="LIST")
    command.add_argument("--closed", metavar="FOLDER", help="all its files must be listed; " + _PATH_HELP)
    command.add_argument("--except", action="append", default=[], metavar="PATH", dest="excepted", help="but not these")
    command.set_defaults(run=_check)

    command = commands.add_parser("compare", help="say where rebuilt products differ; writes nothing")
    command.add_argument("published", type=Path, metavar="PUBLISHED_DIR")
    command.add_argument("rebuilt", type=Path, metavar="REBUILT_DIR")
    command.set_defaults(run=lambda given: compare(given.root, given.published, given.rebuilt))

    command = commands.add_parser("accept", help="publish the hashes of rebuilt products")
    command.add_argument("rebuilt", type=Path, metavar="REBUILT_DIR")
    command.add_argument("published", type=Path, metavar="PUBLISHED_DIR")
    command.add_argument("--key", type=Path, metavar="FILE", help="sign the bundle with this Ed25519 key of OpenSSH")
    command.set_defaults(run=lambda given: accept(given.root, given.rebuilt, given.published, given.key))

    for command in commands.choices.values():
        command.add_argument("--root", type=Path, required=True, help="folder that the paths start from")

    command = commands.add_parser("bag", help="list the files of a bundle: write its manifest and its tag manifest")
    command.add_argument("root", type=Path, metavar="FOLDER", help="folder of the bundle, with all its other files")
    command.set_defaults(run=lambda given: make_bag(given.root))
    return parser


def _make(given: argparse.Namespace) -> Outcome:
    starts, refused = _arguments(given.paths)
    excluded, refused_too = _arguments(given.exclude)
    if refused or refused_too:
        return failed((*refused, *refused_too))
    _refuse_own_output(given.root, given.output, starts, excluded)
    made = make_entries(given.root, starts, excluded)
    if made.problems:
        return failed(made.problems)
    if not made.entries:
        raise SealError(f"{given.output}: there are no files to list")
    write_files({given.output: format_list(made.entries)})
    return Outcome(0, (f"{given.output}: {counted(len(made.entries), 'file')} listed",))


def _cells(given: argparse.Namespace) -> Outcome:
    listed = parse_list(given.list.read_bytes(), str(given.list))
    tables = [entry for entry in listed.entries if is_table(entry.path)]
    made = tabulate(given.root, tables)
    problems = (*listed.problems, *made.problems)
    if problems:
        return failed(problems)
    write_files({given.output: format_cells(made.tables)})
    return Outcome(0, (f"{given.output}: {counted(len(made.tables), 'table')}",))


def _check(given: argparse.Namespace) -> Outcome:
    closed, refused = _arguments([] if given.closed is None else [given.closed])
    excepted, refused_too = _arguments(given.excepted)
    if refused or refused_too:
        return failed((*refused, *refused_too))
    return check_list(given.root, given.list, closed[0] if closed else None, excepted)


def _arguments(texts: Iterable[str]) -> tuple[list[str], tuple[Problem, ...]]:
    given = [argument(text) for text in texts]
    paths = [path for path in given if not isinstance(path, Problem)]
    return paths, tuple(problem for problem in given if isinstance(problem, Problem))


def _refuse_own_output(root: Path, output: Path, starts: list[str], excluded: list[str]) -> None:
    """A list that hashes its own earlier version would differ each time it is made."""
    try:
        own = (output.parent.resolve() / output.name).relative_to(root.resolve()).as_posix()
    except ValueError:
        return
    if is_below(own, starts) and not is_below(own, excluded):
        raise SealError(f"{output}: lies among the files to list; give its folder to --exclude")


if __name__ == "__main__":
    sys.exit(main())
