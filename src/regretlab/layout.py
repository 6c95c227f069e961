"""Names of a bundle that several stages share: columns and files (docs/bundle-format.md)."""

from collections.abc import Sequence

from regretlab.files import column_of
from regretlab.parameters import STRATEGY_COLUMNS
from regretlab.sequence_form.game import Game, Infoset

RUN_KEYS = ("iterations", "snapshots", "checkpoints", "frequencies")
"""What of a study decides how a run goes, beside game and variant."""

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


def checkpoint_file(iteration: int) -> str:
    """Where the state after an iteration stands, below the folder of the run."""
    return f"checkpoints/{iteration}.csv"
