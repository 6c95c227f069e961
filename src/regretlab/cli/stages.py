"""The stages of the workflow, a command each.

A stage works on the folder of a study, results/STUDY, whose layout is that of docs/bundle-format.md: what it reads stands there,
and what it writes comes there.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from regretlab.cli.adding import Add, Arguments
from regretlab.errors import InputError
from regretlab.files import write_bytes, write_json, write_text

if TYPE_CHECKING:
    from regretlab.sequence_form.game import Game
    from regretlab.variant import Variant


def add_commands(add: Add) -> None:
    """Let `add` have all of them."""
    add("study", _study, "Write a study out in full.", "study", "folder")
    add("compile", _compile, "Compile a game to sequence form.", "study", "folder", "game")
    rules_file = add("rules_file", _rules_file, "Put a game's own file among the results.", "study", "folder", "game")
    rules_file.add_argument("file", help="its name, or game.efg for the same game in Gambit's format")
    add("value", _value, "Find the value of a game.", "study", "folder", "game")
    add("lessons", _lessons, "Say what the strategy of a run teaches.", "study", "folder", "game")
    add("hands", _hands, "Judge hands action by action.", "study", "folder", "hands")
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
    add("plot_hands", _plot_hands, "Draw the questions of a file of hands.", "folder", "hands")
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


def _lessons(arguments: Arguments) -> None:
    from regretlab.layout import LESSONS, has_lessons
    from regretlab.registry import load_rules
    from regretlab.stages.lessons import write_lessons

    study, entry = _content(arguments), _game_entry(arguments)
    if not has_lessons(study, entry):
        raise InputError(
            f"{arguments.study}: lessons: expected a game that lessons are drawn from, found {arguments.game}"
        )
    game = arguments.folder / arguments.game
    rules: Any = load_rules(entry["rules"], entry["parameters"])
    write_lessons(rules, game / study[LESSONS] / "strategy.csv", game / LESSONS)


def _hands(arguments: Arguments) -> None:
    from regretlab.stages.hands import adjudicate

    entry = _entry(_content(arguments), "hands", arguments.hands)
    source = arguments.study.parent.parent / "hands" / entry["file"]
    adjudicate(entry, source, arguments.folder / "hands" / entry["folder"])


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


def _plot_hands(arguments: Arguments) -> None:
    from regretlab.figures.hands import draw_hands
    from regretlab.files import read_json

    study = read_json(arguments.folder / "study.json")
    draw_hands(arguments.folder, _entry(study, "hands", arguments.hands))


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


def _content(arguments: Arguments) -> dict[str, Any]:
    """The study in full: from its file for a stage that makes results, which depend on nothing else of the study."""
    from regretlab.study import read_study

    return read_study(arguments.study)


def _game_entry(arguments: Arguments) -> dict[str, Any]:
    """The study's entry for the game."""
    return _entry(_content(arguments), "games", arguments.game)


def _entry(study: dict[str, Any], key: str, folder: str) -> dict[str, Any]:
    """The study's entry, under that key, for what has that folder."""
    entries: list[dict[str, Any]] = study[key]
    for entry in entries:
        if entry["folder"] == folder:
            return entry
    raise InputError(f"{study['name']}: {key}: expected one with the folder '{folder}', found none")


def _variant(study: dict[str, Any], game: str, name: str) -> "Variant":
    """The variant with that folder on the game with that folder."""
    from regretlab.registry import load_variant
    from regretlab.study import entry_of_run

    entry = entry_of_run(study, game, name)
    return load_variant(entry["rule"], entry["parameters"])


def _game(arguments: Arguments) -> "Game":
    from regretlab.sequence_form.file import read_game

    return read_game(arguments.folder / arguments.game)


def _run(arguments: Arguments) -> Path:
    run: Path = arguments.folder / arguments.game / arguments.variant
    return run
