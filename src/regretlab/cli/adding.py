"""How a command comes onto the command line: its name, what it runs, what it does, and the places that it is told."""

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

Arguments = argparse.Namespace
Command = Callable[[Arguments], int | None]
Add = Callable[..., argparse.ArgumentParser]

PLACES = {
    "rules": "name of a game, or the path of its own file",
    "study": "file of the study, in config/studies",
    "folder": "folder of the study's results",
    "game": "folder of the game, below the study's",
    "variant": "folder of the variant, below the game's",
    "hands": "folder of the hands, as in study.json",
}
PATHS = ("study", "folder")
USAGE = 3
"""The exit code of wrong usage, as of `recheck` and `seal`: 2 is left to what could not be decided."""


class Parser(argparse.ArgumentParser):
    """A parser whose help arrives, or is known not to: argparse keeps that to itself. Wrong usage is 3."""

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help. What could not be printed ends the command with 1; whoever has read enough may go."""
        if file is None or file is not sys.stdout:
            super()._print_message(message, file)
            return
        try:
            file.write(message)
            file.flush()
        except OSError as error:
            # What is still to be flushed goes nowhere, instead of failing once more when Python ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), file.fileno())
            if not isinstance(error, BrokenPipeError):
                print(f"{self.prog}: standard output: {error.strerror}", file=sys.stderr)
                raise SystemExit(1) from error

    def error(self, message: str) -> NoReturn:
        """Say how the command is used, and what is wrong."""
        self.print_usage(sys.stderr)
        self.exit(USAGE, f"{self.prog}: error: {message}\n")


def adder(parser: argparse.ArgumentParser) -> Add:
    """What adds commands to a parser: `add(name, command, text, *places)` gives the command's own parser."""
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    def add(name: str, command: Command, text: str, *places: str, **more: Any) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=text, description=text, **more)
        for place in places:
            added.add_argument(place, type=Path if place in PATHS else str, help=PLACES[place])
        added.set_defaults(command=command)
        return added

    return add
