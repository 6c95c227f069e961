"""A study of many games, made by regretlab: what recheck derives of it was never written with recheck's own functions."""

from __future__ import annotations

import shutil
from pathlib import Path, PurePosixPath
from typing import Any

from recheck_bundle import study_content, write_json

from regretlab.gambit.write import write_efg
from regretlab.registry import load_rules, load_variant, rules_parameters
from regretlab.sequence_form.compile import compile_game
from regretlab.sequence_form.file import write_game
from regretlab.stages.export import export, export_plans
from regretlab.stages.train import laid_out, train
from regretlab.stages.value import solve_value

CONFIG = Path(__file__).parents[2] / "config/games"

PENNIES = '''
"""Matching pennies: player 1 may win three where player 0 wins one, and chance doubles the stakes or not."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Pennies:
    stakes: int = 1

    players = 2
    unit = "pennies per game"

    def root(self):
        return ()

    def turn(self, state):
        return (-1, 0, 1, -2)[len(state)]

    def actions(self, state):
        return ("once", "twice") if not state else ("heads", "tails, of course")

    def chances(self, state):
        return [Fraction(1, 3), Fraction(2, 3)]

    def play(self, state, action):
        return (*state, action)

    def infoset(self, state):
        return "for 50%|more?" if len(state) == 1 else "guess"

    def payoffs(self, state):
        won = self.stakes * (1 + state[0]) * (1 if state[1] == state[2] else -3)
        return (won, -won)


RULES = Pennies
'''

GAMES: dict[str, tuple[str, dict[str, Any], str | None]] = {
    "three": ("kuhn_poker", {"players": 3, "ranks": 4}, None),
    "leduc": ("leduc_poker", {"suit_isomorphism": True}, "linear program"),
    "dice": ("liars_dice", {"dice_sides": 3}, "linear program"),
    "dice2": ("liars_dice", {"dice_sides": 2}, "exact"),
    "goofspiel": ("goofspiel", {"num_cards": 3, "points_order": "random"}, "exact"),
    "points": ("goofspiel", {"num_cards": 3, "returns_type": "total_points"}, None),
    "forgetful": ("goofspiel", {"imp_info": False}, None),
    "battleship": ("battleship", {"num_shots": 2}, "linear program"),
    "table": (f"{CONFIG}/nfg-2.nfg", {}, "exact"),
    "tree": (f"{CONFIG}/myerson-poker.efg", {}, "exact"),
    "own": ("own.py", {"stakes": 2}, "exact"),
}
"""Folder -> rules, parameters, and how the value is found."""

PLANS = ("table", "tree", "own")
"""Games of two studies: those with few plans are in a study of their own, where all of them are written."""


def write_many(folder: Path, pure_plans: bool) -> Path:
    """Make the study of the games with few plans, or of the others; give its folder."""
    chosen = {name: game for name, game in GAMES.items() if (name in PLANS) == pure_plans}
    return write_made(folder, chosen, pure_plans=pure_plans)


def write_made(folder: Path, chosen: dict[str, tuple[str, dict[str, Any], str | None]], **changes: object) -> Path:
    """Make a study of these games; `changes` are other values of study.json. Give its folder."""
    own = folder / "own.py"
    folder.mkdir()
    own.write_text(PENNIES)
    entries = []
    for name, (rules, parameters, value) in chosen.items():
        path = str(own) if rules == "own.py" else rules
        entries.append(
            {
                "folder": name,
                "rules": path,
                "parameters": rules_parameters(load_rules(path, parameters)) if not path.endswith("fg") else {},
                "imperfect_recall": name == "forgetful",
                "value": value,
                "equilibria": None,
                "verification": None,
            }
        )
    short = {"iterations": 10, "snapshots": [1, 2, 5, 10], "checkpoints": [2, 10], "pure_plans": False}
    study = study_content(entries, **{**short, **changes})
    write_json(folder / "study.json", study)
    for entry in entries:
        make(folder, study, entry)
    own.unlink()
    return folder


def make(folder: Path, study: dict[str, Any], entry: dict[str, Any]) -> None:
    """The folder of one game."""
    rules = load_rules(entry["rules"], entry["parameters"])
    game = compile_game(entry["rules"], entry["parameters"], rules, entry["imperfect_recall"])
    below = folder / entry["folder"]
    write_game(below, game)
    source = PurePosixPath(entry["rules"])
    if source.suffix:
        shutil.copy(source, below)
    if source.suffix == ".py":
        (below / "game.efg").write_text(write_efg(rules, source.stem))
    if entry["value"] is not None:
        solve_value(game, entry["value"], below / "value")
    variants = [of for of in study["variants"] if entry["folder"] in of["games"]]
    tree = laid_out(game, variants)
    for of_variant in variants:
        run = below / of_variant["folder"]
        made = load_variant(of_variant["rule"], of_variant["parameters"])
        train(study, game, tree, of_variant, run, folder / "unfinished")
        export(study, game, made, run)
        if study["pure_plans"]:
            export_plans(study, game, made, run)
        for name, setting in of_variant["parameters"].items():
            if name == "table":
                shutil.copy(setting, run)
