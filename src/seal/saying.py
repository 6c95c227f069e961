"""What a command says, in whatever encoding the terminal has; a complaint is one line."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

from seal.problem import shown


def say(lines: Iterable[str]) -> None:
    """Write to standard output, and make sure that it arrived. Raises OSError if it did not."""
    encoding = sys.stdout.encoding or "utf-8"
    text = "".join(f"{line}\n" for line in lines)
    try:
        sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))
        sys.stdout.flush()
    except OSError as error:
        # Python flushes once more at its end, and would exit with a code of its own if that failed too.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise OSError(error.errno, error.strerror, "standard output") from error


def complain(prog: str, message: str) -> None:
    """Write one line to standard error."""
    encoding = sys.stderr.encoding or "utf-8"
    sys.stderr.write(f"{prog}: {shown(message, None)}\n".encode(encoding, "backslashreplace").decode(encoding))
