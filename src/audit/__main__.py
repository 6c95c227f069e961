"""The command line of an auditor, `python3 recheck.pyz PATH` or `python -m audit PATH`.

Exit codes: 0 pass, 1 fail, 2 could not decide, 3 wrong usage. Other words than a path: `selftest`, `challenge`, `certify`.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

import recheck.__main__
import seal.__main__
from audit.audit import Asked, Signature, audit
from audit.selftest.command import main as selftest
from audit.verdict import EXIT_CODES, LEVELS, TRUTH, UNDECIDED, USAGE, as_json, as_text
from recheck.report import refusal, say, tell
from seal.problem import SealError
from seal.write import write_files

SHA256 = re.compile("[0-9a-f]{64}")
SIGNING = ("signature", "signers", "identity")
LARGEST_SIGNATURE = 1 << 20
STDOUT = "-"

WORDS = """
other words in the place of PATH (for a file of that name, ./WORD):
  selftest PATH         apply all kinds of damage to a copy of a bundle: each must be caught
  challenge A B ...     compare the bundles of several builders, file by file
  certify GAME TABLE    exact value, gains and nash_conv of a strategy from any program

exit codes: 0 pass, 1 fail, 2 could not decide, 3 wrong usage
"""


class UsageError(Exception):
    """What is wrong with how the command was called."""


class _Parser(argparse.ArgumentParser):
    """A parser whose exit code for wrong usage is the documented one."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and how the command is used."""
        self.print_usage(sys.stderr)
        tell(f"{self.prog}: {message}")
        raise SystemExit(USAGE)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; give its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    other = _commands().get(given[0]) if given else None
    if other is not None:
        return other(given)
    try:
        return _audit(_parser().parse_args(given))
    except UsageError as error:
        tell(f"audit: {error}")
        return USAGE
    except MemoryError:
        tell("audit: could not decide: more memory is needed than there is")
    except (KeyboardInterrupt, SealError) as error:
        tell(f"audit: could not decide: {str(error) or 'interrupted'}")
    except OSError as error:
        tell(f"audit: could not decide: {error.filename or 'input or output'}: {error.strerror or error}")
    return EXIT_CODES[UNDECIDED]


def _audit(chosen: argparse.Namespace) -> int:
    # What is unpacked is removed at the end of a `with`, which a signal has to come to as an exception.
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _stop)
    asked = _asked(chosen)
    if chosen.json not in (None, STDOUT):
        _refuse_inside(Path(chosen.json), chosen.path)
    verdict = audit(chosen.path, asked)
    if chosen.json not in (None, STDOUT):
        write_files({Path(chosen.json): as_json(verdict).encode()})
    failed = say(as_json(verdict) if chosen.json == STDOUT else as_text(verdict))
    if failed is not None:
        raise OSError(None, failed, "standard output")
    return EXIT_CODES[verdict.verdict]


def _stop(number: int, _: object) -> NoReturn:
    raise SystemExit(128 + number)


def _commands() -> dict[str, Callable[[Sequence[str]], int]]:
    """What stands in the place of a path, and takes over."""
    return {
        "certify": _certify,
        "challenge": seal.__main__.main,
        "selftest": lambda given: selftest(given[1:]),
    }


def _certify(given: Sequence[str]) -> int:
    """recheck's command, with the code for wrong usage that all commands have here."""
    try:
        return recheck.__main__.main(given)
    except SystemExit as stop:
        if stop.code == recheck.__main__.NOTHING:
            return USAGE
        raise


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="audit",
        description="Say whether a bundle is what was published, and whether it is true.",
        epilog=WORDS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("path", type=Path, metavar="PATH", help="folder, .zip or .tar.gz of a bundle")
    parser.add_argument("--level", choices=LEVELS, default=TRUTH, help="how far to go (truth)")
    parser.add_argument("--expect", metavar="SHA256", help="the root hash that was published")
    parser.add_argument("--signature", type=Path, metavar="FILE", help="detached signature of the root, *.sig")
    parser.add_argument("--signers", type=Path, metavar="FILE", help="who may sign: allowed_signers of ssh-keygen")
    parser.add_argument("--identity", metavar="NAME", help="who is to have signed")
    parser.add_argument("--json", metavar="FILE", help="write the verdict as JSON; - for standard output")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes for the last level"
    )
    return parser


def _asked(chosen: argparse.Namespace) -> Asked:
    """What is asked. Raises `UsageError` where the options do not fit."""
    if chosen.expect is not None and not SHA256.fullmatch(chosen.expect):
        raise UsageError(f"--expect: expected 64 digits 0-9a-f, found '{chosen.expect}'")
    if chosen.jobs < 1:
        raise UsageError(f"--jobs: expected 1 or more, found {chosen.jobs}")
    signing = [name for name in SIGNING if getattr(chosen, name) is not None]
    if signing and len(signing) < len(SIGNING):
        missing = next(name for name in SIGNING if name not in signing)
        raise UsageError(f"--{missing}: expected with --{signing[0]}, found none")
    signature = None
    if signing:
        signers = _read(chosen.signers).decode("utf-8", "replace")
        signature = Signature(_read(chosen.signature), signers, chosen.identity)
    return Asked(chosen.level, chosen.expect, signature, chosen.jobs)


def _read(path: Path) -> bytes:
    """A small file of the auditor's own."""
    with path.open("rb") as file:
        return file.read(LARGEST_SIGNATURE)


def _refuse_inside(output: Path, bundle: Path) -> None:
    """A file put into the bundle would be one that is not listed; and nothing but a file is written over, nor what is audited."""
    refused = refusal(output)
    if refused is not None:
        raise UsageError(f"--json: {refused}")
    if output.exists() and output.samefile(bundle):
        raise UsageError(f"--json: expected another file than the bundle, found {output}")
    inside = os.path.realpath(output.parent)
    whole = os.path.realpath(bundle)
    if inside == whole or inside.startswith(whole + os.sep):
        raise UsageError(f"--json: expected a file outside of the bundle, found {output}")


if __name__ == "__main__":
    sys.exit(main())
