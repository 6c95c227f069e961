"""The command line: one command per stage, as the workflow calls them, and a few for people.

A stage works on the folder of a study, results/STUDY, whose layout is that of docs/bundle-format.md: what it reads stands there,
and what it writes comes there.
"""

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from regretlab.errors import InputError
from regretlab.files import write_bytes, write_json, write_text
from regretlab.rules import Rules
from regretlab.sequence_form.game import Game
from regretlab.variant import Variant

Arguments = argparse.Namespace
Command = Callable[[Arguments], int | None]

MOST_TRIED = 30_000
"""Larger games are not compiled only to see whether they are games."""


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


def _check(arguments: Arguments) -> None:
    from regretlab.registry import load_rules, load_variant
    from regretlab.sequence_form.compile import compile_game
    from regretlab.sequence_form.given import beginning
    from regretlab.sequence_form.size import MOST_HISTORIES, size_of
    from regretlab.study import read_study

    for path in arguments.files:
        study = read_study(path)
        for game in study["games"]:
            rules = load_rules(game["rules"], game["parameters"])
            # One that is too large is told so by the compiler, before it begins.
            if not MOST_TRIED < size_of(rules).histories <= MOST_HISTORIES:
                compiled = compile_game(game["rules"], game["parameters"], rules, game["imperfect_recall"])
                for entry in study["variants"]:
                    if game["folder"] in entry["games"]:
                        beginning(compiled, load_variant(entry["rule"], entry["parameters"]))
        games, variants = (list(dict.fromkeys(item["folder"] for item in study[key])) for key in ("games", "variants"))
        print(f"{path}: in order: {', '.join(games)} with {', '.join(variants)}")


def _games(arguments: Arguments) -> None:
    from regretlab.listing import listing
    from regretlab.registry import game_files, game_names
    from regretlab.yaml_model import parse_settings

    for line in listing(arguments.games or (*game_names(), *game_files()), parse_settings(arguments.set)):
        print(line)


def _play(arguments: Arguments) -> None:
    from regretlab.play import at_random, by_hand, divided, play, transcript

    rules, chance = _rules(arguments), at_random(arguments.seed)
    if arguments.random:
        lines = transcript(arguments.rules, rules, arguments.seed)
    else:
        hand = by_hand(sys.stdin, sys.stdout)
        lines = play(rules, hand if arguments.deal else divided(chance, hand))
    for line in lines:
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

    return audit(["challenge", *arguments.words])


def _study(arguments: Arguments) -> None:
    from regretlab.study import read_study

    write_json(arguments.folder / "study.json", read_study(arguments.study))


def _compile(arguments: Arguments) -> None:
    from regretlab.registry import load_rules
    from regretlab.sequence_form.compile import compile_game
    from regretlab.sequence_form.file import write_game

    entry = _game_entry(arguments)
    rules = load_rules(entry["rules"], entry["parameters"])
    game = compile_game(entry["rules"], entry["parameters"], rules, entry["imperfect_recall"])
    write_game(arguments.folder / arguments.game, game)


def _rules_file(arguments: Arguments) -> None:
    from regretlab.gambit.write import write_efg
    from regretlab.registry import load_rules

    entry = _game_entry(arguments)
    source, output = Path(entry["rules"]), arguments.folder / arguments.game / arguments.file
    if output.name == source.name:
        write_bytes(output, source.read_bytes())
    else:
        write_text(output, write_efg(load_rules(entry["rules"], entry["parameters"]), source.stem))


def _value(arguments: Arguments) -> None:
    from regretlab.stages.value import solve_value

    method = _game_entry(arguments)["value"]
    solve_value(_game(arguments), method, arguments.folder / arguments.game / "value")


def _train(arguments: Arguments) -> None:
    from regretlab.stages.train import laid_out, train
    from regretlab.study import entry_of_run

    study, game = _content(arguments), _game(arguments)
    entries = [entry_of_run(study, arguments.game, variant) for variant in arguments.variants]
    tree = laid_out(game, entries)
    for entry in entries:
        folder, resume = (base / arguments.game / entry["folder"] for base in (arguments.folder, arguments.resume))
        train(study, game, tree, entry, folder, resume)


def _export(arguments: Arguments) -> None:
    from regretlab.stages.export import export

    study, game = _content(arguments), _game(arguments)
    for name in arguments.variants:
        export(study, game, _variant(study, arguments.game, name), arguments.folder / arguments.game / name)


def _plans(arguments: Arguments) -> None:
    from regretlab.stages.export import export_plans

    study = _content(arguments)
    variant = _variant(study, arguments.game, arguments.variant)
    export_plans(study, _game(arguments), variant, _run(arguments))


def _equilibria(arguments: Arguments) -> None:
    from regretlab.exact.family import read_family
    from regretlab.stages.equilibria import run

    game = _game(arguments)
    run(game, read_family(arguments.family, game), arguments.folder / arguments.game / "equilibria")


def _distance(arguments: Arguments) -> None:
    from regretlab.exact.family import read_family
    from regretlab.stages.distance import distances

    game, run = _game(arguments), _run(arguments)
    distances(game, read_family(arguments.family, game), run / "frequencies.csv", run / "distance.csv")


def _gate(arguments: Arguments) -> None:
    from regretlab.stages.gate import CLAIMS_TABLE, judge_claims, judge_verification, write_verdict

    output = arguments.folder / "verdict" / f"{arguments.kind}.json"
    reports = arguments.reports
    if arguments.kind == "verification":
        verdict = judge_verification(arguments.folder, reports)
    else:
        verdict = judge_claims(arguments.folder, reports, arguments.claims)
        reports = [arguments.folder / CLAIMS_TABLE, *reports]
    write_verdict(output, arguments.kind, arguments.folder, reports, verdict)


def _claims(arguments: Arguments) -> None:
    from regretlab.stages.claims import check_claims

    check_claims(arguments.files, arguments.folder, arguments.folder / "claims.csv")


def _plot(arguments: Arguments) -> None:
    from regretlab.figures.draw import draw_game

    draw_game(arguments.folder, arguments.game, arguments.folder / "figures" / arguments.game)


def _rank(arguments: Arguments) -> None:
    from regretlab.stages.rank import rank

    rank(arguments.folder)


def _plot_games(arguments: Arguments) -> None:
    from regretlab.figures.draw import draw_study

    draw_study(arguments.folder)


def _timing(arguments: Arguments) -> None:
    from regretlab.figures.draw import draw_timing
    from regretlab.stages.timing import timing

    timing(_content(arguments), arguments.folder, arguments.table)
    draw_timing(arguments.folder, arguments.table)


def _report(arguments: Arguments) -> None:
    from regretlab.stages.report import report

    report(arguments.folder)


def _bundle(arguments: Arguments) -> None:
    from regretlab.bundle.make import make_bundle

    make_bundle(Path(), arguments.folder, arguments.bundle)


def _archive(arguments: Arguments) -> None:
    from regretlab.bundle.make import publish_bundle

    publish_bundle(arguments.bundle, arguments.output)


def _docs(arguments: Arguments) -> None:
    from regretlab.docs import pages

    for path, content in pages(Path(), arguments.results).items():
        write_bytes(path, content)


def _content(arguments: Arguments) -> dict[str, Any]:
    """The study in full: from its file for a stage that makes results, which depend on nothing else of the study."""
    from regretlab.study import read_study

    return read_study(arguments.study)


def _game_entry(arguments: Arguments) -> dict[str, Any]:
    """The study's entry for the game."""
    entries: list[dict[str, Any]] = _content(arguments)["games"]
    for entry in entries:
        if entry["folder"] == arguments.game:
            return entry
    raise InputError(f"{arguments.study}: games: expected one with the folder '{arguments.game}', found none")


def _variant(study: dict[str, Any], game: str, name: str) -> Variant:
    """The variant with that folder on the game with that folder."""
    from regretlab.registry import load_variant
    from regretlab.study import entry_of_run

    entry = entry_of_run(study, game, name)
    return load_variant(entry["rule"], entry["parameters"])


def _game(arguments: Arguments) -> Game:
    from regretlab.sequence_form.file import read_game

    return read_game(arguments.folder / arguments.game)


def _rules(arguments: Arguments) -> Rules:
    from regretlab.registry import load_rules
    from regretlab.yaml_model import parse_settings

    return load_rules(arguments.rules, parse_settings(arguments.set))


def _run(arguments: Arguments) -> Path:
    run: Path = arguments.folder / arguments.game / arguments.variant
    return run


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="regretlab", description="Reproducible equilibrium experiments.")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    def add(name: str, command: Command, text: str, *places: str, **more: Any) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=text, description=text, **more)
        for place in places:
            added.add_argument(place, type=Path if place in ("study", "folder") else str, help=_PLACES[place])
        added.set_defaults(command=command)
        return added

    _add_for_people(add)
    _add_stages(add)
    docs = add("docs", _docs, "Renew what the project's pages take from results and code.")
    docs.add_argument("results", type=Path, help="folder of all results")
    return parser


def _add_for_people(add: Callable[..., argparse.ArgumentParser]) -> None:
    add("check", _check, "Say what is wrong with study files.").add_argument("files", type=Path, nargs="+")
    games = add("games", _games, "List the games, with parameters and sizes.")
    games.add_argument("games", nargs="*", metavar="GAME", help="these only: a name, or the path of a file")
    play = add("play", _play, "Play a game, by hand or at random.", "rules")
    play.add_argument("--random", action="store_true", help="let chance decide for the players too")
    play.add_argument("--seed", type=int, default=0, help="what chance is drawn from (0)")
    play.add_argument("--deal", action="store_true", help="decide for chance by hand too")
    efg = add("efg", _efg, "Write a game as a file for Gambit.", "rules")
    efg.add_argument("file", type=Path, help="the file to be written")
    for of_rules in (games, play, efg):
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


def _add_stages(add: Callable[..., argparse.ArgumentParser]) -> None:
    add("study", _study, "Write a study out in full.", "study", "folder")
    add("compile", _compile, "Compile a game to sequence form.", "study", "folder", "game")
    rules_file = add("rules_file", _rules_file, "Put a game's own file among the results.", "study", "folder", "game")
    rules_file.add_argument("file", help="its name, or game.efg for the same game in Gambit's format")
    add("value", _value, "Find the value of a game.", "study", "folder", "game")
    train = add("train", _train, "Run variants on a game.", "study", "folder", "game")
    export = add("export", _export, "Write the tables that follow from runs.", "study", "folder", "game")
    for of_runs in (train, export):
        of_runs.add_argument("variants", nargs="+", metavar="VARIANT", help="folders of variants, below the game's")
    train.add_argument("--resume", type=Path, required=True, help="folder for what is unfinished, of the study")
    add("plans", _plans, "Evaluate every plan against the final strategy.", "study", "folder", "game", "variant")
    for name, command, text, places in (
        ("equilibria", _equilibria, "Prove a family of equilibria.", ("folder", "game")),
        ("distance", _distance, "Measure a run against a family of equilibria.", ("folder", "game", "variant")),
    ):
        add(name, command, text, *places).add_argument("family", type=Path, help="file in config/equilibria")
    gate = add("gate", _gate, "Turn reports into a verdict, or fail.", "folder")
    gate.add_argument("kind", choices=("verification", "claims"))
    gate.add_argument("reports", type=Path, nargs="+", help="reports of the second implementation")
    gate.add_argument("--claims", type=Path, nargs="*", default=[], help="files in config/claims")
    claims = add("claims", _claims, "Compare printed figures with regenerated ones.", "folder")
    claims.add_argument("files", type=Path, nargs="*")
    add("plot", _plot, "Draw the figures of a game.", "folder", "game")
    add("rank", _rank, "Put all runs into one table, and rank them.", "folder")
    add("plot_games", _plot_games, "Draw all games side by side.", "folder")
    add("report", _report, "Put everything on one page.", "folder")
    timing = add("timing", _timing, "Time the methods, and draw what they are worth over seconds.", "study", "folder")
    timing.add_argument("table", type=Path, help="file for the seconds; the figure stands beside it")
    bundle = add("bundle", _bundle, "Put all of a study into one folder; `seal bag` then seals it.", "folder")
    archive = add(
        "archive", _archive, "Pack a sealed bundle, and put it where it belongs, with its archives beside it."
    )
    for of_bundles in (bundle, archive):
        of_bundles.add_argument("bundle", type=Path, help="folder of the bundle")
    archive.add_argument("output", type=Path, metavar="FOLDER", help="folder for all bundles")


_PLACES = {
    "rules": "name of a game, or the path of its own file",
    "study": "file of the study, in config/studies",
    "folder": "folder of the study's results",
    "game": "folder of the game, below the study's",
    "variant": "folder of the variant, below the game's",
}
