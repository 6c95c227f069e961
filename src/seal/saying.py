"""What a command says, in whatever encoding the terminal has; a complaint is one line."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import TextIO

from seal.problem import shown


def say(lines: Iterable[str]) -> None:
    """Write to standard output, and make sure that it arrived, if somebody still listens: `| head` has heard enough.

    Raises OSError if it did not arrive.
    """
    if sys.stdout is None:
        raise OSError(errno.EBADF, "it is closed", "standard output")
    encoding = sys.stdout.encoding or "utf-8"
    text = "".join(f"{line}\n" for line in lines)
    try:
        # On a full device even nothing cannot be written.
        if text:
            sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))
        sys.stdout.flush()
    except OSError as error:
        _to_nowhere(sys.stdout)
        if not isinstance(error, BrokenPipeError):
            raise OSError(error.errno, error.strerror, "standard output") from error


def counted(number: int, noun: str) -> str:
    """So many of what the noun says: `1 file`, `1,480 files`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def matching(number: int) -> str:
    """So many files are as they should be."""
    return f"{counted(number, 'file')} {'matches' if number == 1 else 'match'}"


def complain(start: str, message: str, stream: TextIO | None = None) -> None:
    """Write one line to standard error, or where that was earlier, if that can be done."""
    stream = stream or sys.stderr
    if stream is None:
        return
    encoding = stream.encoding or "utf-8"
    try:
        stream.write(f"{start}: {shown(message, None)}\n".encode(encoding, "backslashreplace").decode(encoding))
        stream.flush()
    except OSError:
        _to_nowhere(stream)


def _to_nowhere(stream: TextIO) -> None:
    """Let a stream that failed write to nowhere: Python flushes once more at its end, and would exit with a code of its own."""
    with suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(nowhere, stream.fileno())
        finally:
            os.close(nowhere)
