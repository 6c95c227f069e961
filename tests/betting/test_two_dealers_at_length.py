"""The engine against recheck's dealer in 280,000 hands, by number: `no_limit` 200,000, any limit and rule book 80,000."""

import pytest

from betting.test_two_dealers import parting
from regretlab.betting.sample import any_limit, no_limit

HANDS = 40_000


@pytest.mark.heavy
@pytest.mark.parametrize("seed", range(10, 15))
def test_no_limit(seed):
    assert parting(no_limit, seed, HANDS) is None


@pytest.mark.heavy
@pytest.mark.parametrize("seed", range(20, 22))
def test_any_limit(seed):
    assert parting(any_limit, seed, HANDS) is None
