"""What docs/willow.md takes from the studies of Willow: worth of larger menus, losses by coarse ones, what solutions teach."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from math import fsum
from pathlib import Path
from typing import Any

from regretlab.figures.lessons import SELDOM
from regretlab.files import read_csv, read_json

LARGEST, NO_RAISE = "menu-3", "menu-3-no-raise"
"""The games that lessons are drawn from."""


def ladder_table(folder: Path) -> str:
    """Each game of the study in the folder, its size, the last strategies, and between what bounds they put the value.

    What player 0 wins on average against the best response of player 1, and what player 1 concedes against that of player 0:
    with two players the value lies between. With three it is no bound, and nothing is given.
    """
    study = read_json(folder / "study.json")
    (variant,) = [entry["folder"] for entry in study["variants"]]
    lines = [
        "| game | menus | histories | infosets | exploitability | value to player 0: at least | at most |",
        "|---|---|--:|--:|--:|--:|--:|",
    ]
    for game in study["games"]:
        compiled = read_json(folder / game["folder"] / "game.json")
        last = read_csv(folder / game["folder"] / variant / "trajectory.csv")[-1]
        sizes = [f"{compiled['histories']:,}", f"{sum(compiled['infosets']):,}"]
        worth = [f"{float(last['exploitability']):.6f}", *_bounds(compiled["players"], last)]
        lines.append(f"| `{game['folder']}` | {_menus(game['parameters'])} | {' | '.join([*sizes, *worth])} |")
    return "\n".join(lines)


def losses_table(folder: Path) -> str:
    """What each player loses by three bets instead of all, the other having all: by the values of the study in the folder."""
    values = {
        game["folder"]: read_json(folder / game["folder"] / "value" / "value.json")
        for game in read_json(folder / "study.json")["games"]
    }
    lines = ["| second street | value to player 0 | player 0 loses | player 1 loses |", "|---|--:|--:|--:|"]
    for name in [name.removesuffix("-full") for name in values if name.endswith("-full")]:
        full, first, second = (values[f"{name}-{kind}"]["value"] for kind in ("full", "coarse-0", "coarse-1"))
        lines.append(f"| `{name}` | {full:z.6f} | {full - first:z.6f} | {second - full:z.6f} |")
    return "\n".join(lines)


def teaching_tables(folder: Path) -> dict[str, str]:
    """What is drawn from the lessons of the study in the folder, by its place on the page."""
    lessons = folder / LARGEST / "lessons"
    return {
        "classes": classes_table(lessons),
        "opening": opening_table(lessons),
        "face-up": face_up_table(lessons),
        "bets": bets_table(lessons),
        "ends": ends_table([folder / name for name in (LARGEST, NO_RAISE)]),
    }


def classes_table(lessons: Path) -> str:
    """How often each class of hands comes, and wins against another hand."""
    hands = read_csv(lessons / "ranking.csv")
    ways = sum([int(hand["ways"]) for hand in hands])
    rows = []
    for name, group in groupby(hands, key=lambda hand: hand["class"]):
        those = list(group)
        called = "pair" if name == "pair" else f"difference {name}"
        comes = sum([int(hand["ways"]) for hand in those])
        wins = _mean(those, "ways", "equity")
        rows.append([called, " ".join([hand["hand"] for hand in those]), f"{comes / ways:.1%}", f"{wins:.1%}"])
    return _table(["", "hands, the best first", "comes", "wins"], rows, 2)


def opening_table(lessons: Path) -> str:
    """What player 0 does at first with each card, and what he wins by that."""
    actions = [row for row in read_csv(lessons / "street1.csv") if not row["before"]]
    rows = []
    for card, group in groupby(actions, key=lambda row: row["card"]):
        those = list(group)
        chances = [f"{float(row['probability']):.1%}" for row in those]
        dearest = max(those[1:], key=lambda row: float(row["value"]))
        best = f"{float(dearest['value']):+z.3f} ({dearest['action']})"
        rows.append([card, *chances, best, f"{_mean(those, 'probability', 'value'):+z.3f}"])
    names = [row["action"] for row in actions[: len(rows[0]) - 3]]
    return _table(["card", *names, "worth of the best bet", "worth of the card"], rows, 1)


def face_up_table(lessons: Path) -> str:
    """How a card face up changes what player 0 does and wins on the second street, by whose card it is."""
    folds = [row for row in read_csv(lessons / "up.csv") if row["action"] == "fold"]
    cards = dict.fromkeys([row["up_0"] for row in folds])
    rows = []
    for card in cards:
        row = [card]
        for seat in ("up_0", "up_1"):
            those = [fold for fold in folds if fold[seat] == card]
            row += [
                f"{_mean(those, 'reach', key):{form}}" for key, form in (("probability", ".1%"), ("value", "+z.2f"))
            ]
        rows.append(row)
    return _table(["card", "his: he folds", "his: he wins", "the other's: he folds", "the other's: he wins"], rows, 1)


def bets_table(lessons: Path) -> str:
    """Each bet of the second street: how often it is made, is a bluff, makes the other fold, and what it wins."""
    rows = []
    for row in read_csv(lessons / "bets.csv"):
        possible, made = float(row["possible"]), float(row["made"])
        if made >= SELDOM:
            parts = [made / possible, float(row["bluffs"]) / made, float(row["folds"]) / made]
            shown = [f"{part:.1%}" for part in parts]
            rows.append([row["player"], row["action"], f"{possible:.2%}", *shown, f"{float(row['value']):+z.2f}"])
    return _table(["player", "action", "can", "does", "bluffs", "the other folds", "wins"], rows, 2)


def ends_table(folders: Sequence[Path]) -> str:
    """How hands end in some games, and what player 0 wins by it."""
    games = [read_csv(folder / "lessons" / "ends.csv") for folder in folders]
    rows = []
    for ends in zip(*games, strict=True):
        cells = [cell for end in ends for cell in (f"{float(end['reach']):.1%}", f"{float(end['gain']):+z.3f}")]
        street, how = ends[0]["street"], ends[0]["end"]
        rows.append([how if how == "showdown" else f"{how} on street {street}", *cells])
    names = [name for folder in folders for name in (f"`{folder.name}`", "player 0 wins")]
    return _table(["", *names], rows, 1)


def _mean(rows: Iterable[Mapping[str, str]], weight: str, key: str) -> float:
    """The mean of a column, weighed by another; without those that weigh nothing, whose cells may be empty."""
    pairs = [(float(row[weight]), float(row[key])) for row in rows if float(row[weight])]
    return fsum([part * number for part, number in pairs]) / fsum([part for part, _ in pairs])


def _table(header: Sequence[str], rows: Sequence[Sequence[str]], left: int) -> str:
    """In Markdown; as many columns as `left` are aligned so, the others to the right."""
    rule = "|" + "---|" * left + "--:|" * (len(header) - left)
    return "\n".join([f"| {' | '.join(header)} |", rule, *[f"| {' | '.join(row)} |" for row in rows]])


def _bounds(players: int, last: Mapping[str, str]) -> list[str]:
    if players > 2:
        return ["", ""]
    value, own, other = (float(last[key]) for key in ("value", "gain_0", "gain_1"))
    return [f"{value - other:.6f}", f"{value + own:.6f}"]


def _menus(parameters: Mapping[str, Any]) -> str:
    return ", ".join(" ".join(map(str, parameters[street])) for street in ("street1", "street2"))
