"""Names of a bundle that several stages share: columns and files (docs/bundle-format.md)."""

from collections.abc import Mapping, Sequence
from typing import Any

from regretlab.files import column_of
from regretlab.parameters import STRATEGY_COLUMNS
from regretlab.sequence_form.game import Game, Infoset

RUN_KEYS = ("iterations", "snapshots", "checkpoints", "frequencies")
"""What of a study decides how a run goes, beside game and variant."""

LESSONS = "lessons"
"""The key of a study, and the folder of what is made for it."""

STRATEGY_HEADER = STRATEGY_COLUMNS
PLANS_HEADER = ("player", "plan", "actions", "value", "best")
DISTANCE_HEADER = ("iteration", "alpha", "distance")


def tabulated(iterations: Sequence[int], least: int = 1) -> list[int]:
    """Those of some ascending iterations that tables show: the powers of ten from `least` on, and the last one."""
    return [t for t in iterations if (t >= least and str(t).rstrip("0") == "1") or t == iterations[-1]]


def trajectory_header(players: int) -> tuple[str, ...]:
    """The columns of trajectory.csv."""
    values = ["value"] if players == 2 else [f"value_{player}" for player in range(players)]
    gains = [f"gain_{player}" for player in range(players)]
    columns = [*values, *gains, "nash_conv", "exploitability"]
    return ("iteration", *columns, *(f"current_{column}" for column in columns))


def frequencies_header(game: Game) -> tuple[str, ...]:
    """The columns of frequencies.csv."""
    return ("iteration", *(frequency_column(infoset, action) for _, infoset, action in game.rows()))


def frequency_column(infoset: Infoset, action: str) -> str:
    """The column of frequencies.csv with the probability of an action."""
    return column_of(str(infoset.player), infoset.name, action)


def has_lessons(study: Mapping[str, Any], game: Mapping[str, Any]) -> bool:
    """Whether the study, as in study.json, draws lessons from this of its games (docs/lessons.md).

    It is Willow for two with merged suits, and the variant that lessons are drawn from runs on it.
    """
    return (
        study[LESSONS] is not None
        and game["rules"] == "willow"
        and game["parameters"]["players"] == 2
        and game["parameters"]["suit_isomorphism"] is True
        and any(run["folder"] == study[LESSONS] and game["folder"] in run["games"] for run in study["variants"])
    )


def checkpoint_file(iteration: int) -> str:
    """Where the state after an iteration stands, below the folder of the run."""
    return f"checkpoints/{iteration}.csv"
