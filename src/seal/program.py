"""How a command begins and ends, whatever happens to it: signals, closed streams, a full disk, faults of its own.

A signal is an end in good order, as for any program that has something to clear away; exit codes stay the documented ones.
"""

from __future__ import annotations

import argparse
import io
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, NoReturn

from seal.private import remove_left
from seal.problem import SealError
from seal.saying import complain, say

UNDECIDED, USAGE = 2, 3

_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
_PAUSE = 1.0
"""Signals within so many seconds after one are the same interruption: a terminal's, and that of whoever passes it on."""


class _Interrupted(KeyboardInterrupt):
    """By a signal. Python ends itself by SIGINT if a plain KeyboardInterrupt ever left an `exec`, caught or not."""


class Parser(argparse.ArgumentParser):
    """A parser that leaves exit code 2 to what could not be decided: wrong usage is 3.

    Its help arrives, or is known not to: argparse keeps that to itself.
    """

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help, as everything else is said. Raises OSError if it did not arrive."""
        # None is what standard output is if it is closed; argparse would take standard error then.
        if file is not sys.stdout:
            super()._print_message(message, file)
        else:
            say(message.splitlines())

    def error(self, message: str) -> NoReturn:
        """Say how the command is used, and what is wrong."""
        with suppress(OSError):
            self.print_usage(sys.stderr)
        complain(self.prog, message)
        raise SystemExit(USAGE)


def run(name: str, command: Callable[[], int]) -> int:
    """Run a command; give its exit code, or that of what could not be decided, with a line on standard error that says why."""
    _fill_streams()
    with _interruptible():
        try:
            return command()
        except (Exception, KeyboardInterrupt) as error:
            explain(name, error)
            return UNDECIDED


def explain(start: str, error: BaseException) -> None:
    """Say what ended the work, in a line that begins so. A fault of the program's own is shown whole: it is to be reported."""
    if not isinstance(error, (KeyboardInterrupt, MemoryError, OSError, RecursionError, SealError)):
        with suppress(OSError):
            traceback.print_exception(type(error), error, error.__traceback__)
    complain(start, reason(error))


def reason(error: BaseException) -> str:
    """What ended the work, in words."""
    if isinstance(error, KeyboardInterrupt):
        return "interrupted"
    if isinstance(error, (MemoryError, RecursionError)):
        return f"more {'memory' if isinstance(error, MemoryError) else 'recursion'} is needed than there is"
    if isinstance(error, OSError):
        return f"{error.filename or 'input or output'}: {error.strerror or error}"
    return str(error) if isinstance(error, SealError) else f"{type(error).__name__}: {error}"


def _fill_streams() -> None:
    """Keep the places of closed standard streams from files that are opened later; what is told then is told to nobody."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            # It gets the lowest number that is free: this one.
            os.open(os.devnull, os.O_RDWR)
    if sys.stderr is None:
        sys.stderr = io.StringIO()


@contextmanager
def _interruptible() -> Iterator[None]:
    """Make a KeyboardInterrupt of each signal that asks for an end. What is left then is removed where none can come between."""
    numbers = [getattr(signal, name) for name in _SIGNALS if hasattr(signal, name)]
    # What nohup or a shell has switched off stays so; None is not Python's.
    before = {number: signal.getsignal(number) for number in numbers}
    taken = {number: handler for number, handler in before.items() if handler not in (signal.SIG_IGN, None)}
    interrupter = _Interrupter()
    try:
        for number in taken:
            signal.signal(number, interrupter)
        yield
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_IGN)
        remove_left()
        # Who asked for an end may go on asking, also while Python ends: it must not be another end than this one.
        for number, earlier in taken.items() if not interrupter.asked else ():
            signal.signal(number, earlier)


class _Interrupter:
    """What is done at a signal."""

    def __init__(self) -> None:
        """None has come yet."""
        self.asked = False
        self._last = float("-inf")

    def __call__(self, _number: int, _frame: Any) -> None:
        """Interrupt, unless that was done just now."""
        self.asked = True
        now = time.monotonic()
        if now - self._last >= _PAUSE:
            self._last = now
            raise _Interrupted
