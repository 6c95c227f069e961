"""The command line: a few commands for people, and one per stage, as the workflow calls them.

A command imports what it needs when it runs: the others start sooner.
"""

import argparse
import io
import os
import sys
from collections.abc import Sequence

from regretlab.cli import hands, people, stages
from regretlab.cli.adding import Parser, adder
from regretlab.errors import InputError


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit code: 0, 1 after a message on what is wrong with the input, or that of an audit."""
    arguments = _parser().parse_args(argv)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = arguments.command(arguments)
        sys.stdout.flush()
    except InputError as error:
        return _refuse(str(error))
    except BrokenPipeError:
        # Whoever read the output has read enough; what is still to be flushed goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (Exception, SystemExit) as error:
        from regretlab.registry import fault_of_users_files

        fault = fault_of_users_files(error)
        if fault is None:
            raise
        return _refuse(fault)
    return int(code or 0)


def _refuse(message: str) -> int:
    for line in message.splitlines():
        print(f"regretlab: {line}", file=sys.stderr)
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="regretlab", description="Reproducible equilibrium experiments.")
    add = adder(parser)
    people.add_commands(add)
    hands.add_commands(add)
    stages.add_commands(add)
    return parser
