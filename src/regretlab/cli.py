"""The command line: one command per stage, as the workflow calls them, and a few for people."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from regretlab.errors import InputError
from regretlab.files import read_json, write_json

Arguments = argparse.Namespace


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit code: 0, or 1 after a message on what is wrong with the input."""
    arguments = _parser().parse_args(argv)
    try:
        arguments.command(arguments)
    except InputError as error:
        print(f"regretlab: {error}", file=sys.stderr)
        return 1
    return 0


def _check(arguments: Arguments) -> None:
    """Read study files and say what is wrong with them."""
    from regretlab.study import read_study

    for path in arguments.files:
        study = read_study(path)
        print(f"{path}: {len(study['games'])} game(s), {len(study['variants'])} variant(s): in order")


def _study(arguments: Arguments) -> None:
    from regretlab.study import read_study

    write_json(arguments.output, read_study(arguments.file))


def _compile(arguments: Arguments) -> None:
    from regretlab.registry import load_rules
    from regretlab.sequence_form.compile import compile_game
    from regretlab.sequence_form.file import write_game

    game = _find(read_json(arguments.study), "games", arguments.game)
    rules = load_rules(game["rules"], game["parameters"])
    write_game(arguments.output, compile_game(game["rules"], game["parameters"], rules))


def _train(arguments: Arguments) -> None:
    from regretlab.sequence_form.file import read_game
    from regretlab.stages.train import train

    study = read_json(arguments.study)
    variant = _find(study, "variants", arguments.variant)
    train(study, read_game(arguments.game), variant["rule"], arguments.output, arguments.resume)


def _export(arguments: Arguments) -> None:
    from regretlab.sequence_form.file import read_game
    from regretlab.stages.export import export

    export(read_json(arguments.study), read_game(arguments.game), arguments.run, arguments.run)


def _find(study: dict[str, Any], key: str, folder: str) -> dict[str, Any]:
    """The game or variant of a study with that folder."""
    for item in study[key]:
        if item["folder"] == folder:
            found: dict[str, Any] = item
            return found
    raise InputError(f"{study['name']}: {key}: expected one with the folder '{folder}', found none")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="regretlab", description="Reproducible equilibrium experiments.")
    commands = parser.add_subparsers(title="commands", required=True)

    def add(name: str, command: Callable[[Arguments], None], text: str, *options: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text)
        for option in options:
            kind = str if option in ("--variant", "--name") else Path
            sub.add_argument(option, type=kind, required=True)
        sub.set_defaults(command=command)
        return sub

    add("check", _check, "Check study files.").add_argument("files", type=Path, nargs="+")
    add("study", _study, "Write a study out in full.", "--file", "--output")
    add("train", _train, "Run one variant on one game.", "--study", "--game", "--variant", "--output", "--resume")
    add("export", _export, "Write the tables that follow from a run.", "--study", "--game", "--run")
    return parser
