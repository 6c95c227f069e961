"""A whole little bundle to be damaged; what makes it is shared with the tests of the packages that it is for."""

import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent.parent
sys.path[:0] = [str(TESTS / "recheck"), str(TESTS / "seal")]

from audit_bundle import write_hands_bundle, write_little_bundle, write_taught_bundle  # noqa: E402


@pytest.fixture(scope="session")
def little(tmp_path_factory) -> Path:
    """Kuhn poker, 200 iterations, with its value, its family of equilibria and three claims: a sound bundle."""
    return write_little_bundle(tmp_path_factory.mktemp("bundle") / "little")


@pytest.fixture(scope="session")
def dealt(tmp_path_factory) -> Path:
    """Real hands, and questions with their timelines: a sound bundle."""
    return write_hands_bundle(tmp_path_factory.mktemp("hands") / "dealt")


@pytest.fixture(scope="session")
def taught(tmp_path_factory) -> Path:
    """Willow with its lessons: a sound bundle."""
    folder = tmp_path_factory.mktemp("taught")
    (folder / "made/results").mkdir(parents=True)
    return write_taught_bundle(folder / "taught")
