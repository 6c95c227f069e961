"""What other programs' solvers have found after some iterations, and how that is written."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from common import KUHN, Strategy, infosets, join, write

STOPS = (1, 2, 3, 5, 10, 20, 50)
WRITTEN = (5, 50)
"""The iterations after which the strategies themselves are written, of Kuhn poker."""


class Snapshot(NamedTuple):
    """A strategy of one solver on one game after one iteration."""

    game: str
    solver: str
    settings: str
    strategy: str
    iteration: int
    probabilities: Strategy
    nash_conv: float


def as_text(settings: Mapping[str, Any]) -> str:
    """The settings of a solver in one field."""
    return " ".join(f"{key}={value}" for key, value in settings.items())


def in_order(game: str, table: Callable[[str], Mapping[int, float]]) -> Strategy:
    """A strategy from a function of infosets that gives probabilities of actions."""
    return {
        (player, name): [float(table(name)[action]) for action in actions]
        for (player, name), actions in infosets(game).items()
    }


def write_snapshots(script: str, names: tuple[str, str], found: Iterable[Snapshot], others: str = "") -> None:
    """Two files of data/ with those names: nash_conv of all snapshots, and strategies."""
    taken = list(found)
    keys = ("game", "solver", "settings", "strategy", "iteration")
    write(script, names[0], (*keys, "nash_conv"), ((*s[:5], s.nash_conv) for s in taken), others)
    rows = (
        (*s[:5], player, infoset, join(probabilities))
        for s in taken
        if s.game == KUHN[0] and s.iteration in WRITTEN
        for (player, infoset), probabilities in s.probabilities.items()
    )
    write(script, names[1], (*keys, "player", "infoset", "probabilities"), rows, others)
