"""Willow against validation/willow.py, which is written from the rules once more: sizes, and values by a program of its own."""

from itertools import pairwise

import pytest

from regretlab.stages.value import approximate_strategy, bounds

from named_games import game_of
from openspiel_numbers import games_of, rows_of


@pytest.mark.heavy
@pytest.mark.parametrize("game", games_of("willow.csv"))
def test_sizes_and_values(game: str) -> None:
    """The value lies between what the strategies that are found here yield and concede."""
    (row,) = rows_of("willow.csv", game)
    found = game_of(game)
    assert str(found.terminals) == row["terminals"]
    assert " ".join(str(after - before) for before, after in pairwise(found.infoset_bounds)) == row["infosets"]
    assert " ".join(str(after - before - 1) for before, after in pairwise(found.sequence_bounds)) == row["sequences"]
    assert bounds(found, approximate_strategy(found)) == pytest.approx([float(row["value"])] * 2, abs=1e-9)
