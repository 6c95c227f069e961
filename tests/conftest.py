"""What several tests need: the project's folder, small studies and the game most of them play."""

from pathlib import Path
from typing import Any

import pytest

from regretlab.sequence_form.game import Game

from small_games import compiled

PROJECT = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def project() -> Path:
    """The project's folder."""
    return PROJECT


@pytest.fixture(scope="session")
def kuhn() -> Game:
    """Two-player Kuhn poker with three ranks."""
    return compiled("kuhn_poker")


@pytest.fixture
def study() -> dict[str, Any]:
    """A study of 200 iterations, as study.json holds it."""
    return {
        "name": "small",
        "title": "A small study",
        "iterations": 200,
        "snapshots": [1, 2, 5, 10, 50, 100, 200],
        "checkpoints": [1, 10, 100, 200],
        "games": [
            {
                "folder": "kuhn_poker",
                "rules": "kuhn_poker",
                "parameters": {"players": 2, "ranks": 3},
                "imperfect_recall": False,
                "value": None,
                "equilibria": None,
            }
        ],
        "variants": [{"folder": "cfr", "rule": "cfr", "parameters": {}}],
        "hands": [],
        "verification": "repeated",
        "claims": [],
        "pure_plans": True,
        "frequencies": True,
    }
