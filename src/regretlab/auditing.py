"""The audit of a bundle, wherever it is: what has a URL is downloaded, the rest is done by the package `audit`.

That runs in a process of its own, with nothing but the standard library and the project's packages in reach.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import regretlab
from regretlab.errors import InputError
from regretlab.fetch import PATIENCE, Patience, Wanted, fetch, tell
from regretlab.pinned import NAME, check_url

PASSED, FAILED, UNDECIDED, USAGE = range(4)
"""Exit codes of the audit; a bundle that cannot be had is undecided."""

AUDIT = "audit"
LIMIT = "--limit"
MOST_BYTES = 4 * 2**30
"""So much is downloaded of one URL, unless LIMIT says otherwise."""

PACKAGES = Path(regretlab.__file__).parent.parent


def audit(words: Sequence[str], packages: Path = PACKAGES, patience: Patience = PATIENCE, command: str = AUDIT) -> int:
    """Run `python -P -m audit` with these words, in which files stand for URLs; its exit code.

    `command` is the one of regretlab that is run: if it is not AUDIT, it is a word of the audit's, and comes before the others.
    """
    name = f"regretlab {command}"
    try:
        words, most = _limited(words)
    except InputError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return USAGE
    passing = _Passing()
    with passing, ExitStack() as folders:
        try:
            given = [_downloaded(word, most, folders, patience) if is_url(word) else word for word in words]
        except InputError as error:
            for line in str(error).splitlines():
                print(f"{name}: {line}", file=sys.stderr)
            return UNDECIDED
        except KeyboardInterrupt:
            print(f"{name}: interrupted", file=sys.stderr)
            return UNDECIDED
        # -P: a folder named like a package, in the folder that is to be audited, is not run.
        word = [] if command == AUDIT else [command]
        called = name if command == AUDIT else "regretlab"
        environment = {**os.environ, "PYTHONPATH": str(packages), "AUDIT_CALLED_BY": called}
        code = passing.run([sys.executable, "-P", "-S", "-m", "audit", *word, *given], environment)
        # One that was killed has decided nothing.
        return code if code >= 0 else UNDECIDED


class _Passing:
    """Signals that ask for an end are passed on to the audit, which has to clear away; before there is one, they interrupt."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._before: dict[int, Any] = {}

    def __enter__(self) -> None:
        numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
        # What nohup or a shell has switched off stays so.
        self._before = {number: signal.getsignal(number) for number in numbers}
        for number, handler in self._before.items():
            if handler != signal.SIG_IGN:
                signal.signal(number, self._pass_on)

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def run(self, command: Sequence[str], environment: Mapping[str, str]) -> int:
        """Run the audit; its exit code, negative if a signal ended it."""
        self._process = subprocess.Popen(command, env=environment)
        return self._process.wait()

    def _pass_on(self, number: int, _: object) -> None:
        if self._process is None:
            raise KeyboardInterrupt
        self._process.send_signal(number)


def is_url(word: str) -> bool:
    """Whether this is meant as a URL: no path has // behind the name of a scheme."""
    return re.match(r"[A-Za-z][A-Za-z0-9+.-]*://", word) is not None


def _limited(words: Sequence[str]) -> tuple[list[str], int]:
    """The words without the limit, and the limit."""
    kept, most = [], MOST_BYTES
    left = iter(words)
    for word in left:
        option, separator, value = word.partition("=")
        if option != LIMIT:
            kept.append(word)
            continue
        text = value if separator else next(left, "nothing")
        if not re.fullmatch("[1-9][0-9]{0,17}", text):
            raise InputError(f"{LIMIT}: expected a number of bytes, found {text}")
        most = int(text)
    return kept, most


def _downloaded(url: str, most: int, folders: ExitStack, patience: Patience) -> str:
    """The path of what was at a URL, under its own name, in a folder that is removed in the end."""
    try:
        check_url(url)
    except ValueError as error:
        raise InputError(str(error)) from error
    name = unquote(urlsplit(url).path).rpartition("/")[2]
    folder = Path(folders.enter_context(tempfile.TemporaryDirectory(prefix="regretlab-")))
    wanted = Wanted(name if re.fullmatch(NAME, name) else "bundle", [url], most, None)
    path = fetch(wanted, folder, tell, patience)
    tell(f"{wanted.name}: {path.stat().st_size:,} bytes from {url}")
    return str(path)
