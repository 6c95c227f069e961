"""What a command has found, for programs and for people: `--json FILE`, or `-` for standard output, and lines of text.

That a file cannot be written is known before any work is done.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path

from seal.read import what
from seal.saying import say
from seal.write import try_to_write, write_files

STDOUT = "-"


class Output:
    """The place of what is found for programs."""

    def __init__(self, option: str | None) -> None:
        """`option` is what was given: the path of a file, `-`, or None if nothing is asked for."""
        self.is_stdout = option == STDOUT
        self.is_empty = option == ""
        self.file = None if option is None or self.is_stdout else Path(option)

    def refusal(self, given: Iterable[Path]) -> str | None:
        """Why it is no place for that: what is written over is a file, and none of those given; no bundle gets one more."""
        if self.file is None:
            return None
        if self.is_empty:
            return f"expected a path, or {STDOUT} for standard output, found an empty text"
        obstacle = _obstacle(self.file)
        if obstacle is not None:
            return f"{self.file}: {obstacle}"
        inside = os.path.realpath(self.file.parent)
        for path in given:
            if self.file.exists() and path.exists() and self.file.samefile(path):
                return f"expected another file than {path}, found {self.file}"
            whole = os.path.realpath(path)
            if inside == whole or inside.startswith(whole + os.sep):
                return f"expected a file outside of the bundle, found {self.file}"
        return None

    def try_out(self) -> None:
        """Raise OSError, which names the file, if it cannot be written; leaves nothing."""
        if self.file is not None:
            try_to_write(self.file)

    def deliver(self, content: str, lines: Iterable[str]) -> None:
        """Write the content, and say the lines, if there are any and standard output is not for it.

        Raises OSError, which names the file, if one of them fails; the other is done all the same.
        """
        if self.is_stdout:
            say(content.splitlines())
            return
        try:
            if self.file is not None:
                # A path may hold half of a surrogate pair, which UTF-8 does not have.
                write_files({self.file: content.encode("utf-8", "backslashreplace")})
        finally:
            text = list(lines)
            if text:
                say(text)


def _obstacle(file: Path) -> str | None:
    """What is there that is not to be written over; None if nothing is, or a file that may be."""
    if not os.path.lexists(file):
        return None
    mode = file.lstat().st_mode
    if stat.S_ISREG(mode):
        free = os.access(file, os.W_OK) and mode & 0o222
        return None if free else "expected a file that may be written to, found one that is protected"
    # The file would take the place of a link, and what the link leads to was not named.
    streams = "" if stat.S_ISDIR(mode) else f" ({STDOUT} is standard output)"
    return f"expected a regular file there or none, found {what(mode)}{streams}"
