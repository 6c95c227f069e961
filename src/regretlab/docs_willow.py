"""What docs/willow.md takes from the studies of Willow: what larger menus and more raises are worth, what coarse menus lose."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from regretlab.files import read_csv, read_json


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
        lines.append(f"| `{name}` | {full:.6f} | {full - first:.6f} | {second - full:.6f} |")
    return "\n".join(lines)


def _bounds(players: int, last: Mapping[str, str]) -> list[str]:
    if players > 2:
        return ["", ""]
    value, own, other = (float(last[key]) for key in ("value", "gain_0", "gain_1"))
    return [f"{value - other:.6f}", f"{value + own:.6f}"]


def _menus(parameters: Mapping[str, Any]) -> str:
    return ", ".join(" ".join(map(str, parameters[street])) for street in ("street1", "street2"))
