"""The commands for people, other than to play: what there is, whether it is right, and bundles of others."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from regretlab.cli import playing
from regretlab.cli.adding import Add, Arguments
from regretlab.errors import InputError
from regretlab.files import write_bytes, write_text

if TYPE_CHECKING:
    from regretlab.rules import Rules

KEYS_OF_PARTS = ("games", "variants", "hands")
MOST_TRIED = 30_000
"""Larger games are not compiled only to see whether they are games."""


def add_commands(add: Add) -> None:
    """Let `add` have all of them."""
    add("check", _check, "Say what is wrong with study files.").add_argument("files", type=Path, nargs="+")
    games = add("games", _games, "List the games, with parameters and sizes.")
    games.add_argument("games", nargs="*", metavar="GAME", help="these only: a name, or the path of a file")
    playing.add_command(add)
    efg = add("efg", _efg, "Write a game as a file for Gambit.", "rules")
    efg.add_argument("file", type=Path, help="the file to be written")
    for of_rules in (games, efg):
        of_rules.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="a parameter of the game")
    fetch = add("fetch", _fetch, "Download outside data, as pinned in config/sources.yaml, into resources/.")
    fetch.add_argument(
        "names", nargs="*", metavar="NAME", help="these only; by default what the studies of config.yaml use"
    )
    # No option is told from other words here: all are passed on to `python -P -m audit`, which says what is wrong with them.
    passed_on: dict[str, Any] = {"prefix_chars": "\0", "add_help": False}
    audit = add("audit", _audit, "Audit a bundle: a folder, an archive, or the URL of one.", **passed_on)
    challenge = add("challenge", _challenge, "Say where bundles of one study differ.", **passed_on)
    for of_bundles in (audit, challenge):
        of_bundles.add_argument("words", nargs="*", metavar="WORD")
    docs = add("docs", _docs, "Renew what the project's pages take from results and code.")
    docs.add_argument("results", type=Path, help="folder of all results")


def _check(arguments: Arguments) -> None:
    from regretlab.registry import load_rules, load_variant
    from regretlab.sequence_form.compile import compile_game
    from regretlab.sequence_form.given import beginning
    from regretlab.sequence_form.size import MOST_HISTORIES, size_of
    from regretlab.stages.hands import tables
    from regretlab.study import read_study

    for path in arguments.files:
        study = read_study(path)
        for run in study["hands"]:
            tables(run, path.parent.parent / "hands" / run["file"])
        for game in study["games"]:
            rules = load_rules(game["rules"], game["parameters"])
            # One that is too large is told so by the compiler, before it begins.
            if not MOST_TRIED < size_of(rules).histories <= MOST_HISTORIES:
                compiled = compile_game(game["rules"], game["parameters"], rules, game["imperfect_recall"])
                for entry in study["variants"]:
                    if game["folder"] in entry["games"]:
                        beginning(compiled, load_variant(entry["rule"], entry["parameters"]))
        folders = {key: list(dict.fromkeys([item["folder"] for item in study[key]])) for key in KEYS_OF_PARTS}
        games, variants, hands = map(", ".join, folders.values())
        parts = [f"{games} with {variants}"] * bool(games) + [f"hands {hands}"] * bool(hands)
        print(f"{path}: in order: {'; '.join(parts)}")


def _games(arguments: Arguments) -> None:
    from regretlab.listing import listing
    from regretlab.registry import game_files, game_names
    from regretlab.yaml_model import parse_settings

    for line in listing(arguments.games or (*game_names(), *game_files()), parse_settings(arguments.set)):
        print(line)


def _efg(arguments: Arguments) -> None:
    from regretlab.gambit.write import write_efg
    from regretlab.sequence_form.compile import compile_game

    rules = _rules(arguments)
    compile_game(arguments.rules, {}, rules, imperfect_recall=True)
    write_text(arguments.file, write_efg(rules, Path(arguments.rules).stem))


def _fetch(arguments: Arguments) -> None:
    from regretlab.fetch import Wanted, fetch
    from regretlab.pinned import RESOURCES, SOURCES, needed, pinned
    from regretlab.study import Config

    sources = pinned()
    names = arguments.names or needed(Config.read(Path("config/config.yaml")).studies)
    problems = [
        f"{SOURCES}: expected an entry '{name}', found {', '.join(sources) or 'none'}"
        for name in names
        if name not in sources
    ]
    for name in (name for name in names if name in sources):
        source = sources[name]
        try:
            path = fetch(Wanted(name, source.url, source.size, source.sha256), RESOURCES)
            print(f"{path}: {source.size:,} bytes, SHA-256 {source.sha256}")
        except InputError as error:
            problems.append(str(error))
    if problems:
        raise InputError("\n".join(problems))


def _audit(arguments: Arguments) -> int:
    from regretlab.auditing import audit

    return audit(arguments.words)


def _challenge(arguments: Arguments) -> int:
    from regretlab.auditing import audit

    return audit(arguments.words, command="challenge")


def _docs(arguments: Arguments) -> None:
    from regretlab.docs import pages

    for path, content in pages(Path(), arguments.results).items():
        write_bytes(path, content)


def _rules(arguments: Arguments) -> "Rules":
    from regretlab.registry import load_rules
    from regretlab.yaml_model import parse_settings

    return load_rules(arguments.rules, parse_settings(arguments.set))
