"""The command line of an auditor, `python3 recheck.pyz PATH` or `python -P -m audit PATH`.

Without -P (Python 3.11 or newer) a folder named like a package, in the folder where one is, would be run in its place.
Exit codes: 0 pass, 1 fail, 2 could not decide, 3 wrong usage. Other words than a path: `selftest`, `challenge`, `certify`.
"""

from __future__ import annotations

import argparse
import os
import re
import stat
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from audit import __version__, program
from audit.verdict import (
    EXIT_CODES,
    LEVELS,
    TRUTH,
    USAGE,
    as_json,
    as_text,
)
from seal.output import Output
from seal.problem import shown
from seal.program import Parser, explain, reason, run
from seal.read import FLAGS, what
from seal.saying import complain
from seal.tags import FORMAT

if TYPE_CHECKING:
    from audit.audit import Asked

SHA256 = re.compile("(?:sha256:)?([0-9a-f]{64})", re.IGNORECASE)
URL = re.compile("[a-z][a-z0-9+.-]*://", re.IGNORECASE)
NO_WORD = "audit"
"""Who has read of `regretlab audit` may look for it here."""
SIGNING = ("signature", "signers", "identity")
LARGEST_SIGNATURE = 1 << 20

WORDS = """
other words in the place of PATH (for a file of that name, ./WORD):
  selftest PATH         apply all kinds of damage to a copy of a bundle: each must be caught
  challenge A B ...     compare the bundles of several builders, file by file
  certify GAME TABLE    exact value, gains and nash_conv of a strategy from any program

exit codes: 0 pass, 1 fail, 2 could not decide, 3 wrong usage
"""


class UsageError(Exception):
    """What is wrong with how the command was called."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; give its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    prog = program()
    other = OTHERS.get(given[0]) if given else None
    # All else is imported there: it takes a while, in which one may be interrupted, too.
    if other is None:
        return run(prog, partial(_audit, given, prog))
    return run(f"{prog} {given[0]}", partial(other, given, prog))


def _audit(given: Sequence[str], prog: str) -> int:
    from audit.audit import NOTHING, ended, steps

    if given[:1] == [NO_WORD] and not os.path.lexists(NO_WORD):
        complain(prog, f"expected a path, found '{NO_WORD}', which is no word here: {prog} PATH is an audit")
        return USAGE
    chosen = _parser(prog).parse_args(given)
    output = Output(chosen.json)
    signing = [path for path in (chosen.signature, chosen.signers) if path is not None]
    refused = output.refusal([chosen.path, *signing])
    if refused is not None:
        complain(prog, f"--json: {refused}")
        return USAGE
    output.try_out()
    verdict = NOTHING
    try:
        for known in steps(chosen.path, _asked(chosen), prog):
            verdict = known
    except UsageError as error:
        complain(prog, str(error))
        return USAGE
    except (Exception, KeyboardInterrupt) as error:
        explain(f"{prog}: could not decide", error)
        verdict = ended(verdict, reason(error))
    output.deliver(as_json(verdict), as_text(verdict).splitlines())
    return EXIT_CODES[verdict.verdict]


def _certify(given: Sequence[str], prog: str) -> int:
    from recheck.__main__ import main as certify

    return certify(given, prog)


def _challenge(given: Sequence[str], prog: str) -> int:
    from seal.challenge import main as challenge

    return challenge(given[1:], f"{prog} challenge")


def _selftest(given: Sequence[str], prog: str) -> int:
    from audit.selftest.command import main as selftest

    return selftest(given[1:], f"{prog} selftest")


OTHERS: dict[str, Callable[[Sequence[str], str], int]] = {
    "certify": _certify,
    "challenge": _challenge,
    "selftest": _selftest,
}
"""What stands in the place of a path, and takes over."""


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = Parser(
        prog=prog,
        description="Say whether a bundle is what was published, and whether it is true.",
        epilog=WORDS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"{prog} {__version__}, for bundles of format {FORMAT}")
    parser.add_argument("path", type=_path, metavar="PATH", help="folder, .zip or .tar.gz of a bundle")
    parser.add_argument("--level", choices=LEVELS, default=TRUTH, help="how far to go (truth)")
    parser.add_argument("--expect", metavar="SHA256", help="the root hash that was published")
    parser.add_argument("--signature", type=_path, metavar="FILE", help="detached signature of the root, *.sig")
    parser.add_argument("--signers", type=_path, metavar="FILE", help="who may sign: allowed_signers of ssh-keygen")
    parser.add_argument("--identity", metavar="NAME", help="who is to have signed")
    parser.add_argument("--json", metavar="FILE", help="write the verdict as JSON; - for standard output")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes for the last level"
    )
    return parser


def _path(text: str) -> Path:
    """A path from the command line. An empty one would be the working folder, which nobody named."""
    if not text:
        raise argparse.ArgumentTypeError("expected a path, found an empty text")
    if URL.match(text) and not os.path.lexists(text):
        raise argparse.ArgumentTypeError(
            f"expected a file or folder, found the URL {text}: download it with a browser, or use `regretlab audit`"
        )
    return Path(text)


def _asked(chosen: argparse.Namespace) -> Asked:
    """What is asked. Raises `UsageError` where the options do not fit, or a file of the auditor's own cannot be used."""
    from audit.audit import Asked
    from audit.authenticity import Signature

    expect = None if chosen.expect is None else SHA256.fullmatch(chosen.expect.strip())
    if chosen.expect is not None and expect is None:
        raise UsageError(f"--expect: expected 64 hexadecimal digits, found '{shown(chosen.expect)}'")
    if chosen.jobs < 1:
        raise UsageError(f"--jobs: expected 1 or more, found {chosen.jobs}")
    signing = [name for name in SIGNING if getattr(chosen, name) is not None]
    if signing and len(signing) < len(SIGNING):
        missing = next(name for name in SIGNING if name not in signing)
        raise UsageError(f"--{missing}: expected with --{signing[0]}, found none")
    signature = None
    if signing:
        signers = _read("--signers", chosen.signers).decode("utf-8", "surrogateescape")
        names = str(chosen.signature), str(chosen.signers)
        signature = Signature(_read("--signature", chosen.signature), signers, chosen.identity, *names)
    return Asked(chosen.level, None if expect is None else expect[1].lower(), signature, chosen.jobs)


def _read(option: str, path: Path) -> bytes:
    """A small file of the auditor's own. One that is no file might never end, or never begin."""
    try:
        descriptor = os.open(path, FLAGS & ~getattr(os, "O_NOFOLLOW", 0))
    except OSError as error:
        raise OSError(error.errno, error.strerror, f"{option}: {path}") from error
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        raise UsageError(f"{option}: {path}: expected a regular file, found {what(mode)}")
    with os.fdopen(descriptor, "rb") as file:
        content = file.read(LARGEST_SIGNATURE + 1)
    if len(content) > LARGEST_SIGNATURE:
        raise UsageError(f"{option}: {path}: expected at most {LARGEST_SIGNATURE:,} bytes, found more")
    return content


if __name__ == "__main__":
    sys.exit(main())
