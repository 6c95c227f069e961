"""A command of regretlab at a terminal: what is typed stands where it is asked for."""

import io
import sys

import pytest

from regretlab.cli import main


class Typed(io.StringIO):
    """Answers, which are seen as they are typed."""

    def readline(self, size: int = -1, /) -> str:
        line = super().readline(size)
        sys.stdout.write(line)
        return line


def typed(monkeypatch: pytest.MonkeyPatch, command: str, *answers: str) -> int:
    """The exit code."""
    monkeypatch.setattr("sys.stdin", Typed("".join(f"{answer}\n" for answer in answers)))
    return main(command.split())
