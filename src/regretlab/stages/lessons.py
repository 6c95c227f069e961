"""Stage `lessons`: what the final strategy of a run of Willow teaches, in five tables (docs/lessons.md)."""

from pathlib import Path

from regretlab.files import write_csv
from regretlab.games.willow import Willow
from regretlab.parameters import Strategy
from regretlab.willow.lessons import (
    BETS,
    ENDS,
    RANKING,
    STREET_1,
    UP,
    bets_rows,
    ends_rows,
    ranking_rows,
    street_1_rows,
    up_rows,
)
from regretlab.willow.places import solved_places


def write_lessons(rules: Willow, strategy: Path, folder: Path) -> None:
    """Write the tables to the folder; the rules are for two players with merged suits.

    Raises `InputError` if the file is no strategy for just the infosets of the game.
    """
    first = solved_places(rules, Strategy.read(strategy))
    for name, header, rows in (
        ("ranking", RANKING, ranking_rows(rules)),
        ("street1", STREET_1, street_1_rows(rules, first)),
        ("up", UP, up_rows(rules, first)),
        ("bets", BETS, bets_rows(rules, first)),
        ("ends", ENDS, ends_rows(first)),
    ):
        write_csv(folder / f"{name}.csv", header, rows)
