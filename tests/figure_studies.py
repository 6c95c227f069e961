"""Studies whose numbers are made up, for figures to show."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np

from regretlab.files import read_csv, read_json, write_csv, write_json
from regretlab.registry import load_rules
from regretlab.sequence_form.compile import compile_game
from regretlab.sequence_form.file import write_game
from regretlab.sequence_form.game import Game

ITERATIONS = (1, 2, 5, 10, 20, 50, 100)
VARIANTS = ("cfr", "other_variant")
VALUE = Fraction(-1, 18)

ENTRY = {"parameters": {}, "answer": "average", "sweep": None}

FAMILY = {  # H. W. Kuhn 1950: the probability of bet as constant and slope
    (0, "0"): ("0", "1"),
    (0, "1"): ("0", "0"),
    (0, "2"): ("0", "3"),
    (0, "0pb"): ("0", "0"),
    (0, "1pb"): ("1/3", "1"),
    (0, "2pb"): ("1", "0"),
    (1, "0b"): ("0", "0"),
    (1, "0p"): ("1/3", "0"),
    (1, "1b"): ("1/3", "0"),
    (1, "1p"): ("0", "0"),
    (1, "2b"): ("1", "0"),
    (1, "2p"): ("1", "0"),
}


def write_study(
    folder: Path,
    game: Game,
    variants: Sequence[str] = ("cfr",),
    equilibria: bool = True,
    frequencies: bool = True,
) -> Path:
    """A study with one game, its numbers made up: wiggling curves that fall, and one value that is exact."""
    rules = {"folder": game.rules, "rules": game.rules, "parameters": dict(game.parameters)}
    study = {
        "name": "toy",
        "games": [{**rules, "value": None, "equilibria": "toy_family" if equilibria else None}],
        "variants": [
            {**dict.fromkeys(("folder", "method", "rule"), name), **ENTRY, "games": [game.rules]} for name in variants
        ],
        "hands": [],
        "lessons": None,
        "run_figures": True,
        "frequencies": frequencies,
    }
    write_json(folder / "study.json", study)
    levels = {f"{game.rules}/{name}": "repeated" for name in variants}
    write_json(folder / "verdict" / "verification.json", {"levels": levels})
    write_game(folder / game.rules, game)
    if equilibria:
        write_equilibria(folder / game.rules / "equilibria")
    for order, variant in enumerate(variants, start=1):
        write_run(folder / game.rules / variant, game, order, frequencies)
    write_methods(folder)
    return folder


def write_methods(folder: Path) -> None:
    """methods.csv as study.json and the trajectories have it, from the least to the greatest number, of one game."""
    study = read_json(folder / "study.json")
    runs: dict[tuple[str, str, str], list[list[float]]] = {}
    for entry in study["variants"]:
        name = "current_exploitability" if entry["answer"] == "current" else "exploitability"
        (game,) = entry["games"]
        numbers = column(folder / game / entry["folder"] / "trajectory.csv", name)
        runs.setdefault((game, entry["method"], entry["answer"]), []).append(numbers)
    header = ("game", "method", "answer", "iteration", "unit", "runs", "exploitability", "low", "high", "coverage")
    rows = [
        (*labels, t, "antes", len(at), float(np.median(at)), min(at), max(at), 1 - 2 ** (1 - len(at)))
        for labels, found in runs.items()
        for t, at in zip(ITERATIONS, map(list, zip(*found, strict=True)), strict=False)
    ]
    write_csv(folder / "methods.csv", header, rows)


def write_equilibria(folder: Path) -> None:
    summary = {"family": "toy_family", "lower": "0", "upper": "1/3", "value": str(VALUE)}
    write_json(folder / "summary.json", summary)
    rows = []
    for (player, infoset), (constant, slope) in FAMILY.items():
        rows.append((player, infoset, "pass", 1 - Fraction(constant), -Fraction(slope)))
        rows.append((player, infoset, "bet", Fraction(constant), Fraction(slope)))
    write_csv(folder / "family.csv", ("player", "infoset", "action", "constant", "slope"), rows)


def write_run(folder: Path, game: Game, order: int, frequencies: bool) -> None:
    header = ("iteration", "value", "exploitability", "current_exploitability")
    rows = [
        (t, float(VALUE) + (-1) ** t * 0.1 / t**1.5, 0.5 / t ** (order / 2), 0.3 + 0.1 * (-1) ** t) for t in ITERATIONS
    ]
    write_csv(folder / "trajectory.csv", header, rows)
    names = [f"{infoset.player}:{infoset.name}:{action}" for _, infoset, action in game.rows()]
    if frequencies:
        table = [(t, *(float(i % 2) + (-1) ** i / (t + 1 + i // 2) for i in range(len(names)))) for t in ITERATIONS]
        write_csv(folder / "frequencies.csv", ("iteration", *names), table)
    strategy = [
        (infoset.player, infoset.name, action, 1 / (q + 2) if action == "pass" else 1 - 1 / (q + 1))
        for q, infoset, action in game.rows()
    ]
    write_csv(folder / "strategy.csv", ("player", "infoset", "action", "probability"), strategy)


def kuhn(players: int = 2, ranks: int = 3) -> Game:
    parameters = {"players": players, "ranks": ranks}
    return compile_game("kuhn_poker", parameters, load_rules("kuhn_poker", parameters))


def column(path: Path, name: str) -> list[float]:
    return [float(row[name]) for row in read_csv(path)]


def as_sweep(study: Path, settings: Mapping[str, Mapping[str, object]]) -> Path:
    """Say that the variants differ in these parameters only; those that differ in the seed are of one method."""
    content = read_json(study / "study.json")
    for entry in content["variants"]:
        parameters = dict(settings[entry["folder"]])
        method = "-".join(f"{key}{value}" for key, value in parameters.items() if key != "seed")
        entry |= {"sweep": "dcfr", "parameters": parameters, "method": method}
    write_json(study / "study.json", content)
    write_methods(study)
    return study


def last(order: int) -> float:
    """Exploitability that a variant ends with, numbered from 1."""
    return 0.5 / ITERATIONS[-1] ** (order / 2)


def grid(**parameters: Sequence[object]) -> list[dict[str, object]]:
    """All combinations."""
    return [dict(zip(parameters, values, strict=True)) for values in product(*parameters.values())]


def seeded(folder: Path, methods: Mapping[str, int]) -> Path:
    """A study of methods with so many seeds each."""
    folders = {f"{name}-seed{n}" if runs > 1 else name: name for name, runs in methods.items() for n in range(runs)}
    study = write_study(folder, kuhn(), list(folders), frequencies=False)
    content = read_json(study / "study.json")
    for entry in content["variants"]:
        entry["method"] = folders[entry["folder"]]
    write_json(study / "study.json", {**content, "run_figures": False})
    write_methods(study)
    return study
